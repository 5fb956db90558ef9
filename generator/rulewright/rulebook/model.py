"""The rulebook as data: what a folder of blocks says once its sources are kept apart and an edition has been folded.

What holds here and did not hold of the syntax tree: there is one front page; every number names one clause of one source; every
provision has an address, an origin and its conditions of being in force (option, scenario, games, reading); an `EditionView` is
the text and the rules of one edition together, with the history of every case. Faults of the fold are diagnostics, never exceptions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from rulewright.base.enablement import Scope
from rulewright.base.records import record
from rulewright.base.source import Location, Place
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True, order=True)
class CaseId:
    """A case's number as text, e.g. `8.6`, `14.43`, `retreat.J`, `19.4/9`."""

    number: str

    def __str__(self) -> str:
        return self.number


@dataclass(frozen=True, slots=True, order=True)
class RuleId:
    """The address of one provision: its case and its place in it, e.g. `8.6.1`; in a block of labelled grounds `14.43.1.b`.

    A line that has a name is addressed by it: `retreat.J.attacked`, and so is a table: `combat.3.to_hit`. For rules without one the ordinal
    counts the rules that a *case* has in an edition, and nothing else, in the order in which they came into force: the case's own first,
    then those of each amendment. Where there is no name, a statement of precedence has the case and its word: `9.11.sets_aside`. A rule of
    a reading's choice: `H_42.carry_on.1`; of a ruling: `Q10.1`.
    """

    text: str

    def __str__(self) -> str:
        return self.text


class ClauseKind(StrEnum):
    CASE = "case"
    AMENDMENT = "amendment"
    RULING = "ruling"
    READING = "reading"
    SCENARIO = "scenario"


@record
class Origin:
    """Which clause a provision or paragraph came from: `source` is the source's name, `kind` of the clause, `amendment_kind` as written."""

    kind: ClauseKind
    source: str
    number: str
    amendment_kind: str | None
    place: Place
    block: nodes.ClauseBlock = field(compare=False, repr=False)


Formal: TypeAlias = nodes.Rule | nodes.Table | nodes.Relation | nodes.NotHeld | nodes.DoesNotMatter | nodes.Settles


@record
class CellCorrection:
    """One cell of a table that an amendment has corrected: `row` and `column` are the keys as the table writes them."""

    row: str
    column: str
    origin: Origin


@record
class Provision:
    """One formal statement in force: its address, what it says, where it comes from, when it is there. It counts as part of `case`."""

    id: RuleId
    case: CaseId
    node: Formal
    origin: Origin
    scope: Scope
    also_of: tuple[CaseId, ...] = ()  # joint heads: the other cases it belongs to
    corrections: tuple[CellCorrection, ...] = ()  # of a table: the cells that are not as `origin` has them
    by_place: str | None = field(default=None, compare=False)
    """Its address by its place among its like, which another line put before it would change; None where it has none."""

    @property
    def location(self) -> Location:
        return self.origin.place.at(self.node.span)


@record
class Paragraph:
    """A piece of text and where it comes from; `step` is its label if it is a step; `struck`: an act took it out of force."""

    text: str
    origin: Origin
    step: str | None = None
    commentary: bool = False
    struck: bool = False
    tags: tuple[nodes.Tag, ...] = ()
    node: nodes.Prose | nodes.Commentary | nodes.Step | None = field(default=None, compare=False, repr=False)
    """The line it was written in; None where an act has made this text."""

    @property
    def location(self) -> Location:
        """Where it is written; of text that an act has made, the block that the act stands in."""
        return self.origin.place.at(self.node.span if self.node is not None else self.origin.block.span)


@record
class HistoryEntry:
    """One thing that happened to a case on the way to an edition; `acts` are sentences in words of rulebooks: `deletes the case`."""

    origin: Origin
    acts: tuple[str, ...]
    carried_out: bool  # False where the words are not held


@record
class CaseInForce:
    """One case in one edition. `held` is False where its printed text is not held (what amendments add is still here).

    `deleted` cases stay in the view, with their history, so that a reference to one is not taken for a reference to nothing.
    `number` is the number in force, `first_number` the one it had before a renumbering.
    """

    id: CaseId
    number: str
    first_number: str
    title: str | None
    chapter: str
    source: str
    held: bool
    new: bool
    deleted: bool
    scope: Scope
    text: tuple[Paragraph, ...]
    provisions: tuple[Provision, ...]
    history: tuple[HistoryEntry, ...]
    examples: tuple[tuple[nodes.Example, Origin], ...]
    other: tuple[tuple[nodes.BodyLine, Origin], ...]  # components, reads, accepts, refers, set-up …
    origin: Origin
    kind: ClauseKind = ClauseKind.CASE
    on: tuple[CaseId, ...] = ()  # of a ruling: the cases that it is on


@record
class ReadingInForce:
    """An open question of interpretation, its choices and the provisions that each brings (`scope.reading` and `scope.choice` are set)."""

    name: str
    on: tuple[CaseId, ...]
    title: str
    text: tuple[Paragraph, ...]
    choices: tuple[nodes.ReadingChoice, ...]
    provisions: tuple[Provision, ...]
    origin: Origin
    examples: tuple[tuple[nodes.Example, Origin], ...] = ()
    settled_as: str | None = None  # by a ruling
    other: tuple[tuple[nodes.BodyLine, Origin], ...] = ()

    @property
    def in_play(self) -> str | None:
        """The choice that a game takes unless it names another."""
        return next((c.name for c in self.choices if c.in_play), None)


@record
class PartAmended:
    """What the head of an amendment reaches within a case, in the edition as it is before the amendment's source."""

    origin: Origin
    ref: nodes.CaseRef
    provision: Provision


@record
class EditionView:
    """The book as one edition has it: cases, scenarios, rulings (as cases of that kind) and readings in the order of the book."""

    edition: nodes.Edition
    cases: Mapping[CaseId, CaseInForce]
    rulings: Mapping[CaseId, CaseInForce]
    scenarios: Mapping[CaseId, CaseInForce]
    readings: Mapping[str, ReadingInForce]
    renumbered: Mapping[str, str] = field(default_factory=dict)  # number before -> number in force
    parts_amended: tuple[PartAmended, ...] = ()

    def every_case(self) -> Iterator[CaseInForce]:
        """Cases, scenarios and rulings, deleted ones too, each group in the order in which the book shows it."""
        for group in (self.cases, self.scenarios, self.rulings):
            yield from group.values()

    def find(self, number: str) -> CaseInForce | None:
        """The case, scenario or ruling of that number, a deleted one too; a number of before a renumbering finds the case it is now."""
        for wanted in (number, self.renumbered.get(number)):
            if wanted is not None:
                key = CaseId(wanted)
                found = self.cases.get(key) or self.scenarios.get(key) or self.rulings.get(key)
                if found is not None:
                    return found
        return None

    def provisions(self) -> tuple[Provision, ...]:
        """Every provision in force, of cases, rulings, scenarios and readings (deleted cases have none)."""
        found: list[Provision] = []
        for group in (self.cases, self.rulings, self.scenarios):
            for case in group.values():
                if not case.deleted:
                    found.extend(case.provisions)
        for reading in self.readings.values():
            found.extend(reading.provisions)
        return tuple(found)


@record
class Declared:
    """A declaration and where it stands."""

    node: nodes.Declaration
    place: Place
    chapter: str


@record
class LedgerRow:
    """One statement of a source, from the book's `ledger.csv`. `computable` is yes, partly or no."""

    item: str
    section: str
    locator: str
    kind: str
    summary: str
    refs: str
    computable: str
    shape: str
    ocr_note: str
    line: int  # in ledger.csv
    anchor: str = ""
    digest: str = ""
    source: str = ""


@record
class Rulebook:
    """A whole rulebook, all sources and editions. `folder` as given; `slug` is the folder's name (`la-grande-armee`)."""

    slug: str
    folder: str
    front: nodes.RulebookDecl
    front_place: Place
    games: tuple[nodes.Game, ...]
    sources: Mapping[str, nodes.SourceDecl]
    editions: Mapping[str, nodes.Edition]
    policy: nodes.Precedence | None
    options: Mapping[str, nodes.Option]
    exclusions: tuple[nodes.Exclusion, ...]
    chapters: Mapping[str, nodes.Chapter]  # by file stem
    declarations: tuple[Declared, ...]
    clauses: tuple[nodes.Placed, ...]  # cases, amendments, rulings, readings, scenarios
    ledger: tuple[LedgerRow, ...]
    views: Mapping[str, EditionView]
    front_blocks: tuple[nodes.Placed, ...] = ()  # the lines of the front page and the chapters, with their places

    @property
    def default_edition(self) -> str:
        """The last edition of the front page."""
        return list(self.editions)[-1]
