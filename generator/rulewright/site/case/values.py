"""The values that the templates of a case are given: `parts/case.html` and what it takes in."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from rulewright.site.case.examples import ExampleBlock
from rulewright.site.case.odds_chart import OddsShown
from rulewright.site.case.versions import Marks, Versioned
from rulewright.site.html.escape import Html
from rulewright.site.wording.tables import TableShown
from rulewright.syntax import nodes

Pieces: TypeAlias = tuple[str, ...]
"""A sentence in pieces: plain words, and links as `Html`."""
Tags: TypeAlias = tuple[nodes.Tag, ...]
Badges: TypeAlias = tuple[tuple[str, str], ...]
"""(words, colour) of each."""


class ParagraphShown(NamedTuple):
    """A paragraph of a case; `source`: what is said of the clause that brought it, None where nothing is."""

    words: Html
    step: str
    commentary: bool
    struck: bool
    amended: bool
    source: str | None
    tags: Tags
    block: ProseBlock | None = None
    heading: str = ""
    """The title of the amendment that brought it, on the first of its paragraphs: it may have what the words are about."""


class ProseBlock(NamedTuple):
    """The list, table, quotation or code of a paragraph, one cell in each row but of a table, and what follows a table.

    `inner` has the list in each item of a list, None for none.
    """

    kind: str
    rows: tuple[tuple[Html, ...], ...]
    tail: Html
    inner: tuple[ProseBlock | None, ...] = ()


class SentenceShown(NamedTuple):
    """A provision in the words of an edition; `items` are its labelled conditions, `relations` its further sentences."""

    words: Pieces
    badges: Badges
    tags: Tags
    items: tuple[tuple[str, str, Tags], ...] = ()
    relations: tuple[Pieces, ...] = ()


class RuleShown(NamedTuple):
    """A rule or statement of a case: its sentences, the rules that go before it, what became of it, and its formal line."""

    anchor: str
    marks: Marks
    sentences: list[Versioned[SentenceShown]]
    yields: list[Versioned[tuple[tuple[str, Pieces], ...]]]
    later: str
    label: str
    formal: str


class TableEntry(NamedTuple):
    """A table of a case with the odds that it has in each edition."""

    table: TableShown
    anchor: str
    tags: Tags
    marks: Marks
    odds: list[Versioned[tuple[OddsShown, ...]]]


class ChoiceShown(NamedTuple):
    """The head of a choice of a reading."""

    name: str
    title: str
    in_play: bool
    is_settled: bool
    tags: Tags
    prose: tuple[tuple[Html, Tags], ...]


class ChoiceEntry(NamedTuple):
    """A choice of a reading in the editions that have it."""

    heads: list[Versioned[ChoiceShown]]
    rules: list[RuleShown]
    tables: list[TableEntry]
    marks: Marks


class ReadingShown(NamedTuple):
    """A reading next to its case."""

    name: str
    title: str
    state: str
    is_settled: bool
    in_play: str | None
    choices: tuple[tuple[ChoiceShown, tuple[SentenceShown, ...]], ...]
    link: Html
    tags: Tags


class NoteShown(NamedTuple):
    """A misprint, an accepted contradiction or a component: its line, and what it says with links."""

    kind: str
    line: nodes.Reads | nodes.Accepts | nodes.Component
    words: Html
    finding: str = ""
    cases: Pieces = ()


class BearingLine(NamedTuple):
    """The cases to which a case has a relation: a link to each, with (words, address) of the principles that settle what they say."""

    relation: str
    links: tuple[tuple[Html, Badges], ...]


class DetailsShown(NamedTuple):
    """Rules, notes, examples and relations, which are folded under a line of counts."""

    counts: list[Versioned[str]]
    rules: list[RuleShown]
    notes: list[Versioned[tuple[NoteShown, ...]]]
    examples: list[ExampleBlock]
    bearings: list[Versioned[BearingLine]]
    marks: Marks


class RulingShown(NamedTuple):
    """A ruling: question and answer, and what follows formally."""

    anchor: str | None
    number: str
    kind: str
    source: str
    questions: list[Html]
    answers: list[Html]
    outlived: list[Versioned[str]]
    remarks: list[ParagraphShown]
    tables: list[TableEntry]
    details: DetailsShown | None
    marks: Marks
