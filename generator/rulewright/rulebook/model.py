"""The data model of a rulebook: the blocks of a folder separated by source, and its editions folded.

Invariants beyond those of the syntax tree: there is one front page; every number names one clause of one source; every provision has an
address, an origin and an enablement (option, scenario, games, reading); an `EditionView` is the text and the rules of one edition
together, with the history of every case. Faults of the fold are diagnostics, never exceptions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from rulewright.base.enablement import Scope
from rulewright.base.records import record
from rulewright.base.source import Location, Place, Span
from rulewright.rulebook.case_numbers import Numbering
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True, order=True)
class CaseId:
    """The number of a case as text, e.g. `8.6`, `14.43`, `retreat.J`, `19.4/9`."""

    number: str

    def __str__(self) -> str:
        return self.number


@dataclass(frozen=True, slots=True, order=True)
class RuleId:
    """The address of one provision: its case and its position in it, e.g. `8.6.1`; in a block of labelled grounds `14.43.1.b`.

    A named line is addressed by its name: `retreat.J.attacked`, and so is a table: `combat.3.to_hit`. For unnamed rules the ordinal counts
    only the rules that a *case* has in an edition, in the order in which they came into force: the rules of the case itself first, then
    those of each amendment. An unnamed statement of precedence has the case and its word: `9.11.sets_aside`. A rule of a choice of a
    reading: `H_42.carry_on.1`; of a ruling: `Q10.1`.
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
    """The clause that a provision or paragraph came from: its kind, source and number; `amendment_kind` as written."""

    kind: ClauseKind
    source: str
    number: str
    amendment_kind: str | None
    place: Place
    block: nodes.ClauseBlock = field(compare=False, repr=False)


Formal: TypeAlias = nodes.Rule | nodes.Table | nodes.Relation | nodes.NotHeld | nodes.DoesNotMatter | nodes.Settles


@record
class CellCorrection:
    """A cell of a table that an amendment has corrected: `row` and `column` are the keys as written in the table, `span` is the act.

    Of a rule of which words were replaced both are empty. `column` is empty if the amendment brought the whole row; `tags` name the
    statements of the source that the act encodes.
    """

    row: str
    column: str
    origin: Origin
    span: Span = field(default=nodes.NO_SPAN, compare=False)
    tags: tuple[str, ...] = ()

    @property
    def act_location(self) -> Location:
        return self.origin.place.location_of(self.span)


@record
class Provision:
    """One formal statement in force: its address, syntax node, origin and enablement. It counts as part of `case`."""

    id: RuleId
    case: CaseId
    node: Formal
    origin: Origin
    scope: Scope
    also_of: tuple[CaseId, ...] = ()  # joint heads: the other cases it belongs to
    corrections: tuple[CellCorrection, ...] = ()  # what differs from the line as `origin` has it: cells of a table, words of a rule
    positional_address: str | None = field(default=None, compare=False)
    """The address by position among lines of its kind, which a line inserted before would change; None if it has none."""

    @property
    def location(self) -> Location:
        return self.origin.place.location_of(self.node.span)


@record
class Paragraph:
    """A paragraph of text with its origin; `step` is its label if it is a step; `struck`: an act took it out of force."""

    text: str
    origin: Origin
    step: str | None = None
    commentary: bool = False
    struck: bool = False
    tags: tuple[nodes.Tag, ...] = ()
    node: nodes.Prose | nodes.Commentary | nodes.Step | None = field(default=None, compare=False, repr=False)
    """The line of the source; None if an act produced this text."""

    @property
    def location(self) -> Location:
        """The location of the text; for text produced by an act, the block that contains the act."""
        return self.origin.place.location_of(self.node.span if self.node is not None else self.origin.block.span)


@record
class HistoryEntry:
    """One change of a case on the way to an edition; `acts` are sentences in the words of rulebooks: `deletes the case`.

    `withdrawn`: the clauses that it withdraws, whose acts are among its own as `undoes: deletes the case`.
    """

    origin: Origin
    acts: tuple[str, ...]
    carried_out: bool  # False if the words are not held
    withdrawn: tuple[Origin, ...] = ()


def withdrawing_entry(history: Sequence[HistoryEntry], entry: HistoryEntry) -> HistoryEntry | None:
    """Return the entry of a case's history by which an earlier one is withdrawn, None if it is in effect."""
    withdrawn: dict[Origin, HistoryEntry] = {}
    for later in reversed(history):
        if later.withdrawn and later.origin not in withdrawn:  # few entries withdraw anything, of what may be thousands
            withdrawn.update((origin, later) for origin in later.withdrawn)
    return withdrawn.get(entry.origin)


@record
class CaseInForce:
    """One case in one edition. `held` is False if its printed text is not held (additions of amendments are still present).

    `deleted` cases stay in the view, with their history, so that a reference to one differs from a reference to an unknown number.
    `number` is the number in force, `first_number` the number before any renumbering.
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
    ruled_cases: tuple[CaseId, ...] = ()  # of a ruling: the cases it rules on

    @property
    def ruling_kind(self) -> str | None:
        """The book's own word for what a ruling is, `reminder`; None if it has none."""
        return self.origin.block.kind if isinstance(self.origin.block, nodes.Ruling) else None


@record
class ReadingInForce:
    """An open question of interpretation: its choices and their provisions (with `scope.reading` and `scope.choice` set)."""

    name: str
    cases: tuple[CaseId, ...]
    title: str
    text: tuple[Paragraph, ...]
    choices: tuple[nodes.ReadingChoice, ...]
    provisions: tuple[Provision, ...]
    origin: Origin
    examples: tuple[tuple[nodes.Example, Origin], ...] = ()
    settled_as: str | None = None
    settled_by: str | None = None  # the ruling
    other: tuple[tuple[nodes.BodyLine, Origin], ...] = ()

    @property
    def default_choice(self) -> str | None:
        """The name of the choice that a game takes by default."""
        return next((c.name for c in self.choices if c.in_play), None)


@record
class PartAmended:
    """A line of a case selected by the head of an amendment, in the edition before the source of the amendment."""

    origin: Origin
    ref: nodes.CaseRef
    provision: Provision


@record
class Renaming:
    """A term that a source renames throughout: the numbers of the cases that change, and the old words that they had."""

    origin: Origin
    renames: nodes.Renames
    cases: tuple[str, ...]
    used_words: tuple[str, ...]


@record
class EditionView:
    """The book in one edition: cases, scenarios, rulings (as cases of that kind) and readings, in the order of the book."""

    edition: nodes.Edition
    cases: Mapping[CaseId, CaseInForce]
    rulings: Mapping[CaseId, CaseInForce]
    scenarios: Mapping[CaseId, CaseInForce]
    readings: Mapping[str, ReadingInForce]
    renumbered: Mapping[str, str] = field(default_factory=dict)  # number before -> number in force
    parts_amended: tuple[PartAmended, ...] = ()
    numbering: Numbering = Numbering()
    renamings: tuple[Renaming, ...] = ()

    def all_cases(self) -> Iterator[CaseInForce]:
        """Yield cases, scenarios and rulings, deleted ones included, each group in the order of the book."""
        for group in (self.cases, self.scenarios, self.rulings):
            yield from group.values()

    def find_case(self, number: str) -> CaseInForce | None:
        """Return the case, scenario or ruling of a number, deleted ones included; a former number finds the renumbered case."""
        for candidate in (number, self.renumbered.get(number)):
            if candidate is not None:
                key = CaseId(candidate)
                case = self.cases.get(key) or self.scenarios.get(key) or self.rulings.get(key)
                if case is not None:
                    return case
        return None

    def provisions_in_force(self) -> tuple[Provision, ...]:
        """Return the provisions in force, of cases, rulings, scenarios and readings (deleted cases have none)."""
        collected: list[Provision] = []
        for group in (self.cases, self.rulings, self.scenarios):
            for case in group.values():
                if not case.deleted:
                    collected.extend(case.provisions)
        for reading in self.readings.values():
            collected.extend(reading.provisions)
        return tuple(collected)


@record
class Declared:
    """A declaration with its place and the chapter that contains it."""

    node: nodes.Declaration
    place: Place
    chapter: str


@record
class LedgerRow:
    """One statement of a source, a row of `ledger.csv`. `computable` is yes, partly or no."""

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
    """A rulebook with all sources and editions. `folder` is the path as passed in; `slug` is the name of the folder (`la-grande-armee`)."""

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
    numbering: Numbering = Numbering()
    front_blocks: tuple[nodes.Placed, ...] = ()  # the lines of the front page and the chapters, with their places
    former_names: Mapping[str, str] = field(default_factory=dict)  # name before -> name today

    @property
    def default_edition(self) -> str:
        """The name of the last edition of the front page."""
        return list(self.editions)[-1]
