"""The passes in order, on one page: files -> syntax tree -> rulebook -> programs -> findings, examples, coverage, questions.

Faces call only this. Each result is worked out when it is first asked for and kept on disk by the content of everything that it
depends on (`rulewright.store`): a second run loads, an edit in one file reads that file again. Modules that take long to
import are imported by the pass that needs them, so that a warm run does not pay for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rulewright import resources
from rulewright.beside import Line, beside, can_fork
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.inputs import Inputs, NotToBeLoaded, folder_of, read_inputs
from rulewright.store import Kept, Store, Used, digest, plain_name, tool_fingerprint, write_apart, write_what_was_put_off
from rulewright.suggest import did_you_mean

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.decision.compare.amendments import Meaning
    from rulewright.decision.judge.findings import Decided, Verdict
    from rulewright.graph.model import BookGraph
    from rulewright.interpreter.coverage import Coverage
    from rulewright.interpreter.examples import ExampleResult
    from rulewright.language.nodes import SyntaxTree
    from rulewright.language.parse import ParsedSource
    from rulewright.rulebook.model import Rulebook
    from rulewright.semantics.program import Program
    from rulewright.source import Source

__all__ = ["Loaded", "NotToBeLoaded", "load", "on_two_cores"]

T = TypeVar("T")

BIG = 600_000  # bytes of source, some 1,500 cases
ERRORS_FIRST = "its errors come first"  # why nothing is decided of an edition
OLD_VERDICTS = 2_000  # so many that a book does not ask for now are kept: an edit is often taken back


@dataclass
class Loaded:
    """One rulebook on its way through the passes. `key` names all that its results depend on."""

    name: str
    folder: Path
    inputs: Inputs
    overlay: Inputs | None
    key: str
    store: Store
    budget: int | None = None
    """How many nodes of the search one question to the solver may take; None: as many as is usual."""
    two_cores: bool = True
    """Whether a second core is free for this book: not while another book is worked on."""
    _resolutions: dict[str, tuple[Program, tuple[Diagnostic, ...]]] = field(default_factory=dict, repr=False)
    _cores: dict[str, Core] = field(default_factory=dict, repr=False)
    _made: dict[str, Any] = field(default_factory=dict, repr=False)

    # ---- reading -------------------------------------------------------------------------------------------------------------------

    @cached_property
    def folded(self) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
        """The rulebook with every edition folded, and all that was found while reading and folding. Folding is quicker than loading."""
        from rulewright.rulebook import build_rulebook

        tree, found = self._read(self.inputs)
        overlay, found_there = self._read(self.overlay, "overlay") if self.overlay else (None, ())
        ledger = self.inputs.text(_ledger_named(tree))
        book, folded = build_rulebook(tree, ledger=ledger, slug=self.name, overlay=overlay)
        return book, (*found, *found_there, *folded)

    def _read(self, inputs: Inputs, part: str = "tree") -> tuple[SyntaxTree, tuple[Diagnostic, ...]]:
        """Parse a folder; what each file said last time is kept, so that one edited file is cheap."""
        from rulewright.language.parse import parse_folder

        def name(source: Source) -> str:
            return digest([tool_fingerprint().encode(), source.path.encode(), source.text.encode()])

        known: Kept[Source, ParsedSource] = Kept(self.store, part, name)
        if self._is_big:
            self._read_on_two_cores(inputs, known)
        read = parse_folder(inputs.folder, inputs.shown, known)
        self.store.retain(part, known.used)
        return read

    @property
    def _is_big(self) -> bool:
        """Whether a second core is worth a second process."""
        return self.two_cores and self.inputs.size > BIG

    def _read_on_two_cores(self, inputs: Inputs, known: Kept[Source, ParsedSource]) -> None:
        """Put every file into `known`: every other one by a child."""
        from rulewright.language.grammar import load_grammar
        from rulewright.language.parse import parse_source, read_source

        paths = [path for path, _ in inputs.files if path.endswith(".case")]
        read = [read_source(inputs.folder / Path(path).name, path)[0] for path in paths]
        sources = [source for source in read if source is not None and source not in known]

        if len(sources) < 2:
            return
        load_grammar()  # once for parent and child
        received = beside(lambda: [parse_source(source) for source in sources[1::2]])
        for source in sources[::2]:
            known[source] = parse_source(source)
        known.update(zip(sources[1::2], received() or (), strict=False))

    @property
    def book(self) -> Rulebook:
        return self.folded[0]

    def source_lines(self) -> dict[str, list[str]]:
        """The lines of every file of the book, by the path that findings name."""
        return {**self.inputs.lines(), **(self.overlay.lines() if self.overlay else {})}

    # ---- meaning -------------------------------------------------------------------------------------------------------------------

    @cached_property
    def editions(self) -> tuple[str, ...]:
        """The names of the editions, as the front page has them; the last is the default. Small, so that `ask` need not load the book."""
        return self.keep("editions", lambda: tuple(self.book.editions))

    def program(self, edition: str | None = None) -> Program:
        """The typed rules of one edition (None: the default)."""
        return self._resolved(self.edition(edition))[0]

    def core(self, edition: str | None = None) -> Core:
        """The core of one edition (None: the default): what every engine reads."""
        return self._core(self.edition(edition))

    def _core(self, edition: str) -> Core:
        def make() -> Core:
            from rulewright.core.lower import lower

            return lower(self._resolved(edition)[0])

        if edition not in self._cores:
            self._cores[edition] = self.store.keep(_core_of(edition), self.key, make)
        return self._cores[edition]

    @property
    def cores(self) -> dict[str, Core]:
        """The cores of every edition, in the order of the front page."""
        return {edition: self._core(edition) for edition in self.editions}

    def edition(self, name: str | None) -> str:
        """The edition of that name, or the default; raises `NotToBeLoaded` where there is none."""
        if name is None and self.editions:
            return self.editions[-1]
        if name is not None and name in self.editions:
            return name
        if not self.editions:
            raise NotToBeLoaded(f"`{self.name}` declares no edition")
        hint = did_you_mean(name or "", self.editions) or f"it has {', '.join(self.editions)}"
        raise NotToBeLoaded(f"`{self.name}` has no edition `{name}`: {hint}")

    def _resolved(self, edition: str) -> tuple[Program, tuple[Diagnostic, ...]]:
        def make() -> tuple[Program, tuple[Diagnostic, ...]]:
            from rulewright.semantics.resolve import resolve

            return resolve(self.book, edition)

        if edition not in self._resolutions:
            self._resolutions[edition] = self.store.keep(_program_of(edition), self.key, make)
        return self._resolutions[edition]

    @cached_property
    def programs(self) -> dict[str, Program]:
        """The programs of every edition, in the order of the front page."""
        if self._is_big:
            self._resolve_on_two_cores()
        return {edition: self._resolved(edition)[0] for edition in self.editions}

    def _resolve_on_two_cores(self) -> None:
        """Resolve the editions that are not kept: every other one by a child, the last, which is mostly the longest, here."""
        from rulewright.semantics.resolve import resolve

        missing = [one for one in self.editions if one not in self._resolutions and not self.store.has(_program_of(one), self.key)]
        theirs = missing[-2::-2]
        if not theirs:
            return
        book = self.book  # worked out before the paths part
        received = beside(lambda: [resolve(book, edition) for edition in theirs])
        for edition in missing[::-2]:
            self._resolved(edition)
        for edition, made in zip(theirs, received() or (), strict=False):
            self._resolutions[edition] = made
            self.store.write(_program_of(edition), self.key, made)

    def graph(self, edition: str | None = None) -> BookGraph:
        """The graph of cases and rules of one edition, as plain data; `rulewright.graph` has its networkx form."""
        from rulewright.graph.collect import collect

        return collect(self.book, self.edition(edition))

    # ---- what is found -------------------------------------------------------------------------------------------------------------

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every finding of every pass, by place; each once."""
        return self.keep(self.part("findings"), self._find)

    def _find(self) -> tuple[Diagnostic, ...]:
        from rulewright.checks.run import run_checks

        return run_checks(self.book, self.cores, self._found_before(), decided=self.decided)

    def _found_before(self) -> list[Diagnostic]:
        """What was found while reading, folding and resolving."""
        before = list(self.folded[1])
        for edition in self.editions:
            before.extend(replace(found, edition=edition) for found in self._resolved(edition)[1])
        return before

    @cached_property
    def decided(self) -> dict[str, Decided]:
        """What the rules of each edition lead to; editions in which something could not be read or resolved are left out."""
        return self.keep(self.part("decided"), self._decide)

    def _decide(self) -> dict[str, Decided]:
        """Every question whose cone has changed; the verdicts on the others are kept from last time."""
        from rulewright.checks.run import unbroken
        from rulewright.decision.judge.editions import decide_editions
        from rulewright.decision.solve.solver import BUDGET

        cores = unbroken(self.cores, self._found_before())
        part, key = self.part("verdicts"), tool_fingerprint()
        known: Used[str, Verdict] = Used((self.store.read(part, key) or ({},))[0])
        found = decide_editions(cores, known, self.budget or BUDGET, two_cores=self.two_cores)
        if known.new:
            self.store.write(part, key, known.kept(OLD_VERDICTS))
        return found

    @cached_property
    def not_analysed(self) -> tuple[dict[str, str | None], ...]:
        """Rules and whole questions (`rule` is then empty) of which not everything could be decided, each with the reason.

        `edition` is None where it is so in all. Of an edition with errors of the layers below nothing is decided.
        """
        return self.keep(self.part("not_analysed"), self._list_not_analysed)

    def _list_not_analysed(self) -> tuple[dict[str, str | None], ...]:
        found: dict[tuple[str, str, str, str], list[str]] = {}
        for edition in self.editions:
            decided = self.decided.get(edition)
            if decided is None:
                found.setdefault(("", "", "", ERRORS_FIRST), []).append(edition)
                continue
            for left in decided.not_analysed:
                found.setdefault((left.question, left.case, left.rule, left.reason), []).append(edition)
        names = ("question", "case", "rule", "reason")
        return tuple(
            {**dict(zip(names, told, strict=True)), "edition": None if len(where) == len(self.editions) else where[-1]}
            for told, where in found.items()
        )

    def settled(self, edition: str | None = None) -> Decided:
        """Of an edition: every two rules that meet with opposite answers, and what settles it; nothing where its errors come first.

        That is then told as not analysed, of no question.
        """
        from rulewright.decision.judge.decide import settle
        from rulewright.decision.judge.findings import Decided, NotAnalysed

        name = self.edition(edition)
        broken = Decided(name, not_analysed=(NotAnalysed("", "", "", ERRORS_FIRST),))
        return self.keep(_precedence_of(name), lambda: settle(self.core(name)) if self._sound(name) else broken)

    def is_settled(self, edition: str) -> bool:
        """Whether that is made or kept, or quick to make."""
        return self.is_kept(_precedence_of(edition)) or not self._sound(edition)

    @property
    def neighbours(self) -> tuple[tuple[str, str], ...]:
        """Each edition but the first with the last one before it whose sources it takes in: (earlier, later)."""
        editions = self.book.editions
        found: list[tuple[str, str]] = []
        for at, later in enumerate(self.editions):
            within = [one for one in self.editions[:at] if set(editions[one].sources) < set(editions[later].sources)]
            if at:
                found.append((within[-1] if within else self.editions[at - 1], later))
        return tuple(found)

    def meaning(self, old: str, new: str, done: Callable[[str, int, int], object] | None = None) -> Meaning:
        """How answers differ between two editions, and what each amendment between them does. Takes long when it is not kept.

        `done` is told what is being done, how much of it is through and of how much.
        """

        def make() -> Meaning:
            from rulewright.decision.compare.amendments import meaning

            return meaning(self.book, old, new, done=done)

        return self.keep(f"meaning.{old}.{new}", make)

    @property
    def changes(self) -> dict[tuple[str, str], Meaning]:
        """The same for each edition and the one before it; editions with errors of the layers below are left out."""
        return self.keep("changes", lambda: {(old, new): self.meaning(old, new) for old, new in self.neighbours if self._sound(old, new)})

    def _sound(self, *editions: str) -> bool:
        """Whether everything in these editions could be read, folded and resolved."""
        from rulewright.checks.run import is_broken

        return not any(is_broken(self._found_before(), edition) for edition in editions)

    def part(self, name: str) -> str:
        """The name of a result that hangs on the budget."""
        return name if self.budget is None else f"{name}_{self.budget}"

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)

    @cached_property
    def examples(self) -> tuple[ExampleResult, ...]:
        """Every example, run in every edition where it stands."""
        return self.keep("examples", self._run)

    def _run(self) -> tuple[ExampleResult, ...]:
        from rulewright.interpreter.examples import run_examples

        return tuple(result for core in self.cores.values() for result in run_examples(core))

    @cached_property
    def coverage(self) -> Coverage:
        """Of every source statement: placed, executable, exercised."""
        return self.keep("coverage", self._cover)

    def _cover(self) -> Coverage:
        from rulewright.interpreter.coverage import coverage

        return coverage(self.book, self.programs)

    def keep(self, part: str, make: Callable[[], T]) -> T:
        """A result that depends on the book and on nothing else: from disk, else made now and kept under the name of the part."""

        def work() -> T:
            made = self._made[part] = make()
            return made

        if part in self._made:
            made: T = self._made[part]
            return made
        return self.store.keep(_part_name(part), self.key, work)

    def takes(self, made: dict[str, Any]) -> None:
        """Take results that were made elsewhere, by the name of the part."""
        self._made.update(made)

    @property
    def made(self) -> dict[str, Any]:
        """The results that were made in this process and not read from disk, programs apart."""
        return self._made

    def is_kept(self, part: str) -> bool:
        """Whether a result of that name is made or lies on disk."""
        return part in self._made or self.store.has(_part_name(part), self.key)


def _ledger_named(tree: SyntaxTree) -> str:
    """The file that the front page names as the ledger."""
    return next((ledger for placed in tree.blocks if (ledger := getattr(placed.block, "ledger", None))), "ledger.csv")


def _part_name(part: str) -> str:
    return plain_name(part).replace("-", "_")


def _core_of(edition: str) -> str:
    return f"core.{edition}"


def _program_of(edition: str) -> str:
    return _part_name(f"program.{edition}")


def _precedence_of(edition: str) -> str:
    return f"precedence.{edition}"


def on_two_cores(books: Sequence[Loaded], part: str, work: Callable[[Loaded], object]) -> None:
    """Do `work`, which makes the result `part`, for every book that has it not yet: a child begins with the smallest."""
    cold = [book for book in books if not book.is_kept(part)]
    if not 1 < len(cold) <= Line.MOST:
        return
    _prepare()
    cold.sort(key=lambda book: -book.inputs.size)
    line = Line(len(cold))

    def in_a_child() -> list[tuple[int, dict[str, Any]]]:
        write_apart()
        theirs = []
        for place in line.back():
            cold[place].two_cores = line.is_empty()
            work(cold[place])
            theirs.append((place, cold[place].made))
        return theirs

    received = beside(in_a_child, afterwards=write_what_was_put_off)
    for place in line.front():
        cold[place].two_cores = not can_fork() or line.is_empty()
        work(cold[place])
    for place, made in received() or ():
        cold[place].takes(made)
    line.close()


def load(name_or_path: str, *, with_folder: Path | None = None, cache: bool = True, budget: int | None = None) -> Loaded:
    """A shipped rulebook by name, or a folder of `.case` files by path; `with_folder` is a reader's own copy of printed text, laid over it.

    `budget`: how many nodes of the search a question to the solver may take. Only reads the files; every pass runs when its result is
    asked for. Raises `NotToBeLoaded`.
    """
    folder, name = folder_of(name_or_path)
    inputs = read_inputs(folder)
    overlay = read_inputs(with_folder) if with_folder else None
    parts = [tool_fingerprint().encode(), name.encode(), inputs.shown.encode()]
    for laid in (inputs, overlay):
        for path, data in laid.files if laid else ():
            parts += [path.encode(), data]
    return Loaded(name, folder, inputs, overlay, digest(parts), Store(_kept_in(name, folder) if cache else None), budget)


def _kept_in(name: str, folder: Path) -> Path | None:
    """Where the results of a book are kept: every folder of the disk has its own place."""
    top = resources.cache_folder()
    return None if top is None else top / f"{plain_name(name)}-{digest([str(folder.resolve()).encode()])[:12]}"


def _prepare() -> None:
    """Import the passes and load the grammar, once for parent and child; a table that is not kept yet is made beside the imports."""
    from rulewright.language.grammar import has_table, load_grammar

    waiting = None if has_table() else beside(lambda: load_grammar() and None)
    if waiting is not None:
        import z3  # noqa: F401  (there is time for it, and no child has to load it again)
    import rulewright.checks.run
    import rulewright.decision.judge.editions
    import rulewright.rulebook
    import rulewright.semantics.resolve  # noqa: F401

    if waiting is not None:
        waiting()
    load_grammar()
