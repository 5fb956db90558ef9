"""Coverage of a source: statements that are placed, executable and exercised, proved by mutation.

*Placed*: some part of the book carries the statement's tag. *Executable*: a rule, condition, table, row, statement of precedence,
declaration, act of amendment or set-up line carries it, not only prose. *Exercised*: for each formal part that carries it, some example
fails without the part and passes with it. A tag on an example is exercised if the example passes and would fail in a book without rules.

Rules and tables are removed from the typed program; declarations and acts of amendment from the source, which is then folded and resolved
again. An act whose words are not held changes no answer: such an act is exercised only through what it does to rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from rulewright.analysis.examples import ExampleResult, is_passing, run_examples
from rulewright.analysis.touched import Touched
from rulewright.base.limits import CLAIMS_PER_TASK
from rulewright.base.memo import memoize_method
from rulewright.base.records import fields_json
from rulewright.base.workers import Parcel, Workers
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.ask import engine_of
from rulewright.rulebook import refold_editions
from rulewright.rulebook.act_sentences import act_sentence
from rulewright.rulebook.model import Declared, Rulebook
from rulewright.semantics import model as p
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.program_parts import Part, tagged_parts, without_part
from rulewright.semantics.rule_cache import RuleCache
from rulewright.syntax import nodes

PROSE = (
    nodes.Prose
    | nodes.Commentary
    | nodes.Step
    | nodes.Component
    | nodes.Reads
    | nodes.Accepts
    | nodes.Refers
    | nodes.AsksQuestion
    | nodes.Answers
    | nodes.Term
    | nodes.Word
    | nodes.Also
    | nodes.RulebookDecl
    | nodes.SourceDecl
    | nodes.Edition
    | nodes.Game
    | nodes.Chapter
    | nodes.Background
    | nodes.ClauseBlock
)
"""Nodes that place a statement without making it executable."""
WORDING_ACTS = (
    nodes.Appends
    | nodes.Strikes
    | nodes.StrikesFrom
    | nodes.Inserts
    | nodes.ReplacesWords
    | nodes.ReplacesTail
    | nodes.Redirects
    | nodes.Confirms
    | nodes.Renames
)
"""Acts of amendment that change words; an example needs one only if it also does something to rules."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The figures of one book and the statements behind them.

    `unproved` maps each statement that is not exercised to its parts that no example needs. `words_only` are executable statements that
    change words and no rule: no example can need them, and they are not among those to be exercised.
    """

    statements: int
    placed: int
    computable: int
    executable: int
    exercised: int
    unplaced: tuple[str, ...]
    not_executable: tuple[str, ...]
    not_exercised: tuple[str, ...]
    words_only: tuple[str, ...] = ()
    unproved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def to_exercise(self) -> int:
        """The number of statements that an example can need."""
        return self.computable - len(self.words_only)

    def as_json(self) -> dict[str, Any]:
        """Return the entry of one book in the document of `coverage --format json`."""
        return fields_json(self, *(figure.name for figure in fields(self) if figure.name != "unproved"))


def measure_coverage(book: Rulebook, programs: Mapping[str, p.Program]) -> Coverage:
    """Return the coverage of the book's ledger. `programs` by edition, as `resolve` returns them; a part counts where it exists."""
    results = [result for program in programs.values() for result in run_examples(lower(program))]
    return CoverageRun(book, programs, results, Workers()).result()


class CoverageRun:
    """Coverage in parallel: the constructor starts the workers, `collect_result` waits. `results`: of all examples of each edition."""

    def __init__(self, book: Rulebook, programs: Mapping[str, p.Program], results: Sequence[ExampleResult], workers: Workers) -> None:
        self.book = book
        self.carriers = _nodes_by_tag(book)
        self.claims = _collect_claims(book, programs, self.carriers)
        judge = partial(judge_claims, Parcel((book, programs, _touches_by_edition(programs, results))))
        self._judgements = workers.map_chunks(judge, range(len(self.claims)), CLAIMS_PER_TASK)

    def result(self) -> Coverage:
        """Return the figures, and the statements behind them."""
        doubts: dict[str, list[str]] = {}
        proved_items: set[str] = set()
        for claim, holds in zip(self.claims, self._judgements(), strict=True):
            if holds and not isinstance(claim.node, PROSE):
                proved_items.update(claim.items)
            if not holds and not isinstance(claim.node, WORDING_ACTS):
                for item in claim.items:
                    doubts.setdefault(item, []).append(claim.name)
        items = [row.item for row in self.book.ledger]
        computable = [row.item for row in self.book.ledger if row.computable == "yes"]
        carriers = self.carriers
        formal = {item for item, nodes_ in carriers.items() if any(not isinstance(node, PROSE) for node in nodes_)}
        unplaced = [item for item in items if item not in carriers]
        inert = [item for item in computable if item in carriers and item not in formal]
        untried = [item for item in computable if item in formal and doubts.get(item)]
        executable = [item for item in computable if item in formal]
        words_only = [item for item in executable if item not in proved_items and item not in doubts]
        return Coverage(
            statements=len(items),
            placed=len(items) - len(unplaced),
            computable=len(computable),
            executable=len(executable),
            exercised=len(executable) - len(untried) - len(words_only),
            unplaced=tuple(unplaced),
            not_executable=tuple(inert),
            not_exercised=tuple(untried),
            words_only=tuple(words_only),
            unproved={item: tuple(dict.fromkeys(doubts[item])) for item in untried},
        )


@dataclass(frozen=True, slots=True)
class CoverageClaim:
    """A claim that some example needs a part of the programs, by edition, or else a node of the book; `name` is that part in words."""

    name: str
    items: tuple[str, ...]
    parts: tuple[tuple[str, Part], ...] = ()
    node: nodes.Node | None = None


def _collect_claims(book: Rulebook, programs: Mapping[str, p.Program], carriers: Mapping[str, list[nodes.Node]]) -> list[CoverageClaim]:
    """Return the claims to judge, in an order that is the same in each process."""
    items = [row.item for row in book.ledger]
    item_names = set(items)
    parts_by_tags: dict[tuple[str, tuple[str, ...]], list[tuple[str, Part]]] = {}
    for edition, program in programs.items():
        for part in tagged_parts(program):
            if item_names.intersection(part.tags):
                parts_by_tags.setdefault((part.id, part.tags), []).append((edition, part))
    claims = [CoverageClaim(name, tags, tuple(part_uses)) for (name, tags), part_uses in parts_by_tags.items()]
    for item in dict.fromkeys(items):
        claims += [CoverageClaim(_node_name(node), (item,), node=node) for node in carriers.get(item, ())]
    return claims


def _node_name(node: nodes.Node) -> str:
    """Return what a line of the book is, in words: the act of an amendment, `the enum idle`, `a line (settles)`."""
    if isinstance(node, nodes.Act):
        return f"the act “{act_sentence(node, None)}”"
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(node).__name__).lower().removesuffix(" decl")
    name = getattr(node, "name", None) or getattr(node, "title", None)
    return f"the {kind} {name}" if name else f"a line ({kind})"


TouchesByEdition: TypeAlias = dict[str, tuple[tuple[int, frozenset[Touched]], ...]]
"""The passing examples by edition: their indexes in the program, each with the parts that it used."""


def _touches_by_edition(programs: Mapping[str, p.Program], results: Iterable[ExampleResult]) -> TouchesByEdition:
    results_by_edition: dict[str, list[ExampleResult]] = {edition: [] for edition in programs}
    for result in results:
        results_by_edition[result.edition].append(result)
    return {
        edition: tuple((index, run.touched) for index, run in enumerate(edition_results) if run.passed)
        for edition, edition_results in results_by_edition.items()
    }


_trials: WeakKeyDictionary[Parcel[Any], _CoverageTrial] = WeakKeyDictionary()
"""The trials of the books whose claims were judged in this process."""


def judge_claims(parcel: Parcel[tuple[Rulebook, Mapping[str, p.Program], TouchesByEdition]], places: Sequence[int]) -> list[bool]:
    """Return the truth of some claims of a book, given by their indexes, for a worker."""
    trial = _trials.get(parcel)
    if trial is None:
        trial = _trials[parcel] = _CoverageTrial(*parcel.value)
    return [trial.is_proved(trial.claims[place]) for place in places]


def placed_items(book: Rulebook) -> frozenset[str]:
    """Return the statements that some part of the book carries."""
    return frozenset(_nodes_by_tag(book))


def _nodes_by_tag(book: Rulebook) -> dict[str, list[nodes.Node]]:
    """Return the nodes that carry the tag of each statement, in any block."""
    nodes_by_tag: dict[str, list[nodes.Node]] = {}
    blocks: Iterable[nodes.Node] = [
        book.front,
        *book.games,
        *book.sources.values(),
        *book.editions.values(),
        *([book.policy] if book.policy else []),
        *book.options.values(),
        *book.exclusions,
        *book.chapters.values(),
        *(declared.node for declared in book.declarations),
        *(placed.block for placed in book.clauses),
    ]
    for block in blocks:
        for node in _tagged_nodes(block):
            for tag in getattr(node, "tags", ()):
                nodes_by_tag.setdefault(tag.name, []).append(node)
    return nodes_by_tag


def _tagged_nodes(node: object) -> Iterator[nodes.Node]:
    """Yield a node and its descendants that have tags."""
    if isinstance(node, tuple):
        for element in node:
            yield from _tagged_nodes(element)
    elif isinstance(node, nodes.Node) and not isinstance(node, nodes.Tag):
        fields = type(node).__dataclass_fields__
        if "tags" in fields:
            yield node
        for name in fields:
            value = getattr(node, name)
            if isinstance(value, tuple | nodes.Node):
                yield from _tagged_nodes(value)


class _CoverageTrial:
    """Removes parts of one book and runs the examples that passed."""

    def __init__(self, book: Rulebook, programs: Mapping[str, p.Program], touching: TouchesByEdition) -> None:
        self.book = book
        self.programs = programs
        self.rules_read = {edition: RuleCache() for edition in programs}
        self.claims = _collect_claims(book, programs, _nodes_by_tag(book))
        self.passing = {
            edition: [(program.examples[index], touched) for index, touched in touching[edition]] for edition, program in programs.items()
        }

    def is_proved(self, claim: CoverageClaim) -> bool:
        """Return True if some example of an edition fails without the subject of the claim."""
        if claim.node is not None:
            return self._is_node_needed(claim.node)
        return any(self._fails_without_part(edition, part) for edition, part in claim.parts)

    def _fails_without_part(self, edition: str, part: Part) -> bool:
        program = self.programs[edition]
        passing = [(example, touched) for example, touched in self.passing[edition] if not part.traces or part.traces & touched]
        if not passing:
            return False
        # Examples of the part's own case, and those that look at least, are the likeliest and the cheapest to fail.
        passing.sort(key=lambda entry: (not part.id.startswith(f"{entry[0].case}."), len(entry[1])))
        candidates = [example for example, _ in passing]
        core = self._core_of(edition)
        reduced_core = lower(without_part(program, part), (program, core))
        engine_of(reduced_core, engine_of(core))
        return any(not is_passing(reduced_core, example) for example in candidates)

    @memoize_method
    def _core_of(self, edition: str) -> Core:
        return lower(self.programs[edition])

    def _is_node_needed(self, node: nodes.Node) -> bool:
        """Return True if an example needs a tagged node that is no part of the program; also for prose and nodes judged as `parts`."""
        match node:
            case nodes.Example() | nodes.Then():
                return self._is_example_effective(node)
            case nodes.Precedence():
                return self._fails_in_changed((edition, replace(program, policy=())) for edition, program in self.programs.items())
            case nodes.ReadingChoice() if not node.rules and not node.relations:
                return True  # a choice that brings no rule says that the rules as they stand are one way to read
            case nodes.ReadingChoice():
                return self._fails_in_changed((edition, _without_choice(program, node)) for edition, program in self.programs.items())
            case (
                nodes.Measure()
                | nodes.Calendar()
                | nodes.Enum()
                | nodes.EnumValue()
                | nodes.Scale()
                | nodes.Class()
                | nodes.Record()
                | nodes.FieldDecl()
                | nodes.Fact()
                | nodes.Value()
                | nodes.Verdict()
                | nodes.Predicate()
                | nodes.Group()
            ):
                return self._fails_in_changed(self._resolve_editions(_without_declaration(self.book, node)))
            case (
                nodes.ReplacesCase()
                | nodes.DeletesCase()
                | nodes.DeletesPart()
                | nodes.Adds()
                | nodes.Appends()
                | nodes.Strikes()
                | nodes.StrikesFrom()
                | nodes.Inserts()
                | nodes.ReplacesWords()
                | nodes.ReplacesInRule()
                | nodes.ReplacesTail()
                | nodes.Redirects()
                | nodes.Renumbers()
                | nodes.Extends()
                | nodes.Confirms()
                | nodes.Withdraws()
                | nodes.Renames()
                | nodes.CorrectsPiece()
                | nodes.CorrectsCell()
                | nodes.AddsRow()
                | nodes.DeletesRow()
                | nodes.Setup()
                | nodes.Option()
                | nodes.Exclusion()
                | nodes.DoesNotMatter()
                | nodes.Settles()
                | nodes.InScenario()
                | nodes.InOption()
                | nodes.AppliesTo()
            ):
                return self._fails_in_changed(self._resolve_editions(_without_line(self.book, node)))
            case _:  # open: prose, and what `parts` has judged
                return True

    def _is_example_effective(self, node: nodes.Example | nodes.Then) -> bool:
        """Return True if the example passes, and fails where no rule speaks."""
        for edition, program in self.programs.items():
            tables = {name: replace(table, rows=(), held=False) for name, table in program.tables.items()}
            empty = lower(replace(program, rules=(), tables=tables, overrides=(), set_asides=()))
            for example, _ in self.passing[edition]:
                tags = {*example.tags, *(tag for then in example.then for tag in then.tags)}
                if any(tag.name in tags for tag in node.tags) and not is_passing(empty, example):
                    return True
        return False

    def _resolve_editions(self, book: Rulebook) -> Iterator[tuple[str, p.Program]]:
        """Yield the programs of a changed book, the last edition first: it most often has what an example needs."""
        for edition, program in reversed(list(self.programs.items())):
            yield edition, resolve(book, edition, program, self.rules_read[edition])[0]

    def _fails_in_changed(self, changed: Iterable[tuple[str, p.Program]]) -> bool:
        """Return True if an example that passed is gone or fails in the changed book; those that used changed parts are tried first."""
        for edition, program in changed:
            core = lower(program)
            changed_examples = {(example.case, example.title): example for example in program.examples}
            marks = list(_differing_marks(self.programs[edition], program))
            for example, _ in sorted(self.passing[edition], key=lambda entry: ([not mark & entry[1] for mark in marks], len(entry[1]))):
                changed_example = changed_examples.get((example.case, example.title))
                if changed_example is None or not is_passing(core, changed_example):
                    return True
        return False


def _differing_marks(old: p.Program, new: p.Program) -> Iterator[frozenset[Touched]]:
    """Yield the marks of the parts in which two programs differ: rows, whole tables, rules by question."""
    tables = [(name, table, new.tables.get(name)) for name, table in old.tables.items() if table != new.tables.get(name)]
    rows = ((name, index, row, new_table) for name, table, new_table in tables for index, row in enumerate(table.rows))
    yield frozenset(
        ("row", (name, index))
        for name, index, row, new_table in rows
        if new_table is None or index >= len(new_table.rows) or row != new_table.rows[index]
    )
    yield frozenset(("question", table.question) for _, table, _ in tables)
    had, has = (Counter((rule.question, rule.id) for rule in program.rules) for program in (old, new))
    yield frozenset(("question", question) for question, _ in (had - has) + (has - had))


def _without_choice(program: p.Program, choice: nodes.ReadingChoice) -> p.Program:
    """Return the program without the rules of a reading's choice."""
    tags = {tag.name for tag in choice.tags}
    rules = tuple(rule for rule in program.rules if not (rule.scope.choice == choice.name and (tags & set(rule.tags) or not rule.tags)))
    return replace(program, rules=rules)


def _without_line(book: Rulebook, line: nodes.Node) -> Rulebook:
    """Return the book without one line of a clause or of the front page (identity counts), folded again."""
    if isinstance(line, nodes.Option | nodes.Exclusion):
        options = {name: option for name, option in book.options.items() if option is not line}
        return replace(book, options=options, exclusions=tuple(exclusion for exclusion in book.exclusions if exclusion is not line))
    clauses = []
    for placed in book.clauses:
        block = placed.block
        if isinstance(block, nodes.ClauseBlock):
            body = tuple(statement for statement in block.body if statement is not line)
            clauses.append(placed if len(body) == len(block.body) else replace(placed, block=replace(block, body=body)))
        else:
            clauses.append(placed)
    return refold_editions(replace(book, clauses=tuple(clauses)))


def _without_declaration(book: Rulebook, removed: nodes.Node) -> Rulebook:
    """Return the book without a declaration, or without one field or value of it."""
    declarations: list[Declared] = []
    for declared in book.declarations:
        node = declared.node
        if node is removed:
            continue
        if isinstance(node, nodes.Record) and any(member is removed for member in node.fields):
            node = replace(node, fields=tuple(member for member in node.fields if member is not removed))
        elif isinstance(node, nodes.Enum | nodes.Scale) and any(member is removed for member in node.values):
            node = replace(node, values=tuple(member for member in node.values if member is not removed))
        declarations.append(replace(declared, node=node))
    return replace(book, declarations=tuple(declarations))
