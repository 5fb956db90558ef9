"""Coverage: of every statement of a source, whether it is placed, executable and exercised. Proved by taking parts out, never by trust.

*Placed*: some part of the book carries the statement's tag. *Executable*: a rule, condition, table, row, statement of precedence,
declaration, act of amendment or set-up line carries it, not only prose. *Exercised*: with any formal part that carries it taken out,
some example fails that passes with it. A tag on an example is exercised if the example passes and would fail in a book without rules.

Rules and tables are taken out of the typed program; declarations and acts of amendment out of the source, which is then folded
and resolved again. Words of an act that are not held change nothing that can be asked: such an act is exercised only through what it
does to rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from rulewright.analysis.examples import ExampleResult, passes, run_examples
from rulewright.analysis.touched import Touched
from rulewright.base.records import fields_json
from rulewright.base.workers import Parcel, Workers
from rulewright.core.lower import lower
from rulewright.rulebook import refold
from rulewright.rulebook.model import Declared, Rulebook
from rulewright.semantics import model as p
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.program_parts import Part, parts, without
from rulewright.semantics.rule_cache import RulesRead
from rulewright.syntax import nodes

CHUNK = 16
"""So many claims are judged by one worker."""

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
    | nodes.RulebookDecl
    | nodes.SourceDecl
    | nodes.Edition
    | nodes.Game
    | nodes.Chapter
    | nodes.Background
    | nodes.ClauseBlock
)
"""What places a statement without making it executable."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The figures of one book and the statements behind them.

    `unproved` says of each statement that is not exercised which of its parts no example needs.
    """

    statements: int
    placed: int
    computable: int
    executable: int
    exercised: int
    unplaced: tuple[str, ...]
    not_executable: tuple[str, ...]
    not_exercised: tuple[str, ...]
    unproved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """One book's entry in the document of `coverage --format json`."""
        return fields_json(self, *(one.name for one in fields(self) if one.name != "unproved"))


def coverage(book: Rulebook, programs: Mapping[str, p.Program]) -> Coverage:
    """Coverage of the book's ledger. `programs` by edition, as `resolve` gives them; a part counts in the editions in which it is there."""
    results = [result for program in programs.values() for result in run_examples(lower(program))]
    return Covering(book, programs, results, Workers()).result()


class Covering:
    """The same handed out to workers when this is made; `result` waits for them. `results` are those of every example of each edition."""

    def __init__(self, book: Rulebook, programs: Mapping[str, p.Program], results: Sequence[ExampleResult], workers: Workers) -> None:
        self.book = book
        self.carriers = _carriers(book)
        self.claims = _claims(book, programs, self.carriers)
        judge = partial(judge_claims, Parcel((book, programs, _touching(programs, results))))
        self._judged = workers.map_chunks(judge, range(len(self.claims)), CHUNK)

    def result(self) -> Coverage:
        """The figures, and the statements behind them."""
        doubts: dict[str, list[str]] = {}
        for claim, holds in zip(self.claims, self._judged(), strict=True):
            for item in () if holds else claim.items:
                doubts.setdefault(item, []).append(claim.name)
        items = [row.item for row in self.book.ledger]
        computable = [row.item for row in self.book.ledger if row.computable == "yes"]
        carriers = self.carriers
        formal = {item for item, nodes_ in carriers.items() if any(not isinstance(node, PROSE) for node in nodes_)}
        unplaced = [item for item in items if item not in carriers]
        inert = [item for item in computable if item in carriers and item not in formal]
        untried = [item for item in computable if item in formal and doubts.get(item)]
        executable = [item for item in computable if item in formal]
        return Coverage(
            statements=len(items),
            placed=len(items) - len(unplaced),
            computable=len(computable),
            executable=len(executable),
            exercised=len(executable) - len(untried),
            unplaced=tuple(unplaced),
            not_executable=tuple(inert),
            not_exercised=tuple(untried),
            unproved={item: tuple(doubts[item]) for item in untried},
        )


@dataclass(frozen=True, slots=True)
class Claim:
    """That some example needs what carries statements: a part of the programs, by edition, or else a node of the book."""

    name: str
    items: tuple[str, ...]
    parts: tuple[tuple[str, Part], ...] = ()
    node: nodes.Node | None = None


def _claims(book: Rulebook, programs: Mapping[str, p.Program], carriers: Mapping[str, list[nodes.Node]]) -> list[Claim]:
    """Every claim that has to be judged, in an order that each process finds again."""
    items = [row.item for row in book.ledger]
    named = set(items)
    of_parts: dict[tuple[str, tuple[str, ...]], list[tuple[str, Part]]] = {}
    for edition, program in programs.items():
        for part in parts(program):
            if named.intersection(part.tags):
                of_parts.setdefault((part.id, part.tags), []).append((edition, part))
    found = [Claim(name, tags, tuple(where)) for (name, tags), where in of_parts.items()]
    for item in dict.fromkeys(items):
        found += [Claim(type(node).__name__.lower(), (item,), node=node) for node in carriers.get(item, ())]
    return found


Touching: TypeAlias = dict[str, tuple[tuple[int, frozenset[Touched]], ...]]
"""By edition: the examples that pass, by their places in the program, each with what it looked at."""


def _touching(programs: Mapping[str, p.Program], results: Iterable[ExampleResult]) -> Touching:
    of_edition: dict[str, list[ExampleResult]] = {edition: [] for edition in programs}
    for result in results:
        of_edition[result.edition].append(result)
    return {edition: tuple((at, one.touched) for at, one in enumerate(some) if one.passed) for edition, some in of_edition.items()}


_trials: WeakKeyDictionary[Parcel[Any], _Trial] = WeakKeyDictionary()
"""Of the books of which claims were judged in this process."""


def judge_claims(parcel: Parcel[tuple[Rulebook, Mapping[str, p.Program], Touching]], places: Sequence[int]) -> list[bool]:
    """Whether some claims of a book hold, by their places among all of them, for a worker."""
    trial = _trials.get(parcel)
    if trial is None:
        trial = _trials[parcel] = _Trial(*parcel.value)
    return [trial.holds(trial.claims[place]) for place in places]


def placed_items(book: Rulebook) -> frozenset[str]:
    """The statements that some part of the book carries."""
    return frozenset(_carriers(book))


def _carriers(book: Rulebook) -> dict[str, list[nodes.Node]]:
    """Statement -> the nodes that carry its tag, wherever they stand."""
    found: dict[str, list[nodes.Node]] = {}
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
        for node in _tagged(block):
            for tag in getattr(node, "tags", ()):
                found.setdefault(tag.name, []).append(node)
    return found


def _tagged(node: object) -> Iterator[nodes.Node]:
    """A node and the nodes inside it that have tags."""
    if isinstance(node, tuple):
        for one in node:
            yield from _tagged(one)
    elif isinstance(node, nodes.Node) and not isinstance(node, nodes.Tag):
        fields = type(node).__dataclass_fields__
        if "tags" in fields:
            yield node
        for name in fields:
            value = getattr(node, name)
            if isinstance(value, tuple | nodes.Node):
                yield from _tagged(value)


class _Trial:
    """Takes parts out and runs the examples that passed, one book through."""

    def __init__(self, book: Rulebook, programs: Mapping[str, p.Program], touching: Touching) -> None:
        self.book = book
        self.programs = programs
        self.read = {edition: RulesRead() for edition in programs}
        self.claims = _claims(book, programs, _carriers(book))
        self.passing = {
            edition: [(program.examples[at], touched) for at, touched in touching[edition]] for edition, program in programs.items()
        }

    def holds(self, claim: Claim) -> bool:
        """Whether some example of any edition fails without what the claim is of."""
        if claim.node is not None:
            return self._proved(claim.node)
        return any(self._fails(edition, part) for edition, part in claim.parts)

    def _fails(self, edition: str, part: Part) -> bool:
        program = self.programs[edition]
        passing = [(example, touched) for example, touched in self.passing[edition] if not part.traces or part.traces & touched]
        if not passing:
            return False
        # Examples of the part's own case, and those that look at least, are the likeliest and the cheapest to fail.
        passing.sort(key=lambda one: (not part.id.startswith(f"{one[0].case}."), len(one[1])))
        touching = [example for example, _ in passing]
        slim = lower(without(program, part))
        return any(not passes(slim, example) for example in touching)

    def _proved(self, node: nodes.Node) -> bool:
        """Whether an example needs a tagged node that is not a part of the program; true of prose and of what `parts` has judged."""
        match node:
            case nodes.Example() | nodes.Then():
                return self._example_counts(node)
            case nodes.Precedence():
                return self._fails_in((edition, replace(program, policy=())) for edition, program in self.programs.items())
            case nodes.ReadingChoice() if not node.rules and not node.relations:
                return True  # a choice that brings no rule says that the rules as they stand are one way to read
            case nodes.ReadingChoice():
                return self._fails_in((edition, _without_choice(program, node)) for edition, program in self.programs.items())
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
                return self._fails_in(self._resolved(_without_declaration(self.book, node)))
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
                | nodes.ReplacesTail()
                | nodes.Redirects()
                | nodes.Renumbers()
                | nodes.Extends()
                | nodes.Confirms()
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
                return self._fails_in(self._resolved(_without_line(self.book, node)))
            case _:  # open: prose, and what `parts` has judged
                return True

    def _example_counts(self, node: nodes.Example | nodes.Then) -> bool:
        """The example passes, and no longer does where no rule speaks."""
        for edition, program in self.programs.items():
            tables = {n: replace(t, rows=(), held=False) for n, t in program.tables.items()}
            empty = lower(replace(program, rules=(), tables=tables, overrides=(), set_asides=()))
            for example, _ in self.passing[edition]:
                tags = {*example.tags, *(tag for then in example.then for tag in then.tags)}
                if any(tag.name in tags for tag in node.tags) and not passes(empty, example):
                    return True
        return False

    def _resolved(self, book: Rulebook) -> Iterator[tuple[str, p.Program]]:
        """The programs of a changed book, the last edition's first: what an example needs is there most often."""
        for edition, program in reversed(list(self.programs.items())):
            yield edition, resolve(book, edition, program, self.read[edition])[0]

    def _fails_in(self, changed: Iterable[tuple[str, p.Program]]) -> bool:
        """Whether an example that passed is gone or fails in the changed book; those that look at what differs are tried first."""
        for edition, program in changed:
            core = lower(program)
            there = {(example.case, example.title): example for example in program.examples}
            marks = list(_differing(self.programs[edition], program))
            for example, _ in sorted(self.passing[edition], key=lambda one: ([not mark & one[1] for mark in marks], len(one[1]))):
                again = there.get((example.case, example.title))
                if again is None or not passes(core, again):
                    return True
        return False


def _differing(old: p.Program, new: p.Program) -> Iterator[frozenset[Touched]]:
    """The marks that an example's run leaves where two programs differ: in rows, in whole tables, in the rules on a question."""
    tables = [(name, table, new.tables.get(name)) for name, table in old.tables.items() if table != new.tables.get(name)]
    rows = ((name, at, row, other) for name, table, other in tables for at, row in enumerate(table.rows))
    yield frozenset(("row", (name, at)) for name, at, row, other in rows if other is None or at >= len(other.rows) or row != other.rows[at])
    yield frozenset(("question", table.question) for _, table, _ in tables)
    had, has = (Counter((rule.question, rule.id) for rule in program.rules) for program in (old, new))
    yield frozenset(("question", question) for question, _ in (had - has) + (has - had))


def _without_choice(program: p.Program, choice: nodes.ReadingChoice) -> p.Program:
    """The program with the rules of a reading's choice taken out."""
    tags = {tag.name for tag in choice.tags}
    kept = tuple(rule for rule in program.rules if not (rule.scope.choice == choice.name and (tags & set(rule.tags) or not rule.tags)))
    return replace(program, rules=kept)


def _without_line(book: Rulebook, line: nodes.Node) -> Rulebook:
    """The book with one line of a clause or of the front page (the very object) taken out, folded again."""
    if isinstance(line, nodes.Option | nodes.Exclusion):
        options = {name: option for name, option in book.options.items() if option is not line}
        return replace(book, options=options, exclusions=tuple(one for one in book.exclusions if one is not line))
    clauses = []
    for placed in book.clauses:
        block = placed.block
        if isinstance(block, nodes.ClauseBlock):
            kept = tuple(one for one in block.body if one is not line)
            clauses.append(placed if len(kept) == len(block.body) else replace(placed, block=replace(block, body=kept)))
        else:
            clauses.append(placed)
    return refold(replace(book, clauses=tuple(clauses)))


def _without_declaration(book: Rulebook, gone: nodes.Node) -> Rulebook:
    """The book without a declaration, or without one field or value of it."""
    declarations: list[Declared] = []
    for declared in book.declarations:
        node = declared.node
        if node is gone:
            continue
        if isinstance(node, nodes.Record) and any(one is gone for one in node.fields):
            node = replace(node, fields=tuple(one for one in node.fields if one is not gone))
        elif isinstance(node, nodes.Enum | nodes.Scale) and any(one is gone for one in node.values):
            node = replace(node, values=tuple(one for one in node.values if one is not gone))
        declarations.append(replace(declared, node=node))
    return replace(book, declarations=tuple(declarations))
