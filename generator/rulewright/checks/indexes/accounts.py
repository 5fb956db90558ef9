"""Three accounts of one matter: a statement of the source's ledger, the prose of a clause, and its rules.

An `Account` is a clause with its sentences and the statements whose tags it carries. Its *family* are all clauses of the same cases:
what one of them says, another may derive from it. A sentence is compared with the nearest statements, which share most words with it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from rulewright.base.diagnostics import Label
from rulewright.checks.indexes.clauses import TagUse, body_lines, case_of_address, clause_numbers
from rulewright.checks.indexes.figures import Figure, figures_in_text, values_in_text
from rulewright.checks.indexes.likeness import SMALL_WORDS
from rulewright.checks.indexes.sentence_words import numbers_in_node, split_words, stems_of_words, words_in_node
from rulewright.rulebook.model import LedgerRow, Rulebook
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

END = re.compile(r"(?<=[.!?;])\s+")
QUESTION_LINES = (nodes.AsksQuestion,)
TEXT_LINES = (nodes.Prose, nodes.Step, nodes.AsksQuestion, nodes.Answers, nodes.Commentary)
EXAMPLE_LINES = (nodes.Example, nodes.Background)
MIN_SHARE_OF_BEST_SCORE = 0.7
"""Minimal score of a nearest statement, as a share of the best score."""
NO_STEMS = stems_of_words(SMALL_WORDS)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, with the line of the clause that contains it."""

    text: str
    line: nodes.Prose | nodes.Step | nodes.AsksQuestion | nodes.Answers | nodes.Commentary

    @property
    def is_question(self) -> bool:
        """Return True for every sentence of an `asks` line of a ruling."""
        return isinstance(self.line, QUESTION_LINES)

    @property
    def is_note(self) -> bool:
        return isinstance(self.line, nodes.Commentary)


@dataclass(frozen=True)
class Account:
    """A clause with its statements: `cases` are its own or those that it is about, `rows` the statements tagged in it (also in its
    examples) and their sisters."""

    clause: nodes.Placed
    cases: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    rows: tuple[LedgerRow, ...]

    @property
    def block(self) -> nodes.Block:
        return self.clause.block

    @property
    def is_reading(self) -> bool:
        """True for a reading, which discusses what the text leaves open: its arguments may come from anywhere in its cases."""
        return isinstance(self.block, nodes.Reading)

    @cached_property
    def formal_lines(self) -> tuple[nodes.BodyLine, ...]:
        """The lines that are neither text nor examples: rules, tables, acts and choices, but also `reads`, `refers`, `accepts`, set-up."""
        return tuple(line for line in body_lines(self.block) if not isinstance(line, (*TEXT_LINES, *EXAMPLE_LINES)))

    @property
    def rules(self) -> Iterator[nodes.Rule]:
        """Yield its rules, with those of its choices."""
        for line in self.formal_lines:
            if isinstance(line, nodes.Rule):
                yield line
            elif isinstance(line, nodes.ReadingChoice):
                yield from line.rules

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of its choices."""
        return tuple(line.title for line in self.formal_lines if isinstance(line, nodes.ReadingChoice) and line.title)

    @cached_property
    def _numbers_by_line(self) -> tuple[frozenset[Fraction], ...]:
        """The numbers of each formal line."""
        return tuple(map(numbers_in_node, self.formal_lines))

    @cached_property
    def numbers_in_formal_lines(self) -> frozenset[Fraction]:
        """The numbers of all its formal lines, not of rules alone."""
        return frozenset().union(*self._numbers_by_line)

    @cached_property
    def untagged_numbers(self) -> frozenset[Fraction]:
        """The numbers of formal lines without a tag."""
        return frozenset().union(
            *(numbers for line, numbers in zip(self.formal_lines, self._numbers_by_line, strict=True) if not line.tags)
        )

    @cached_property
    def numbers_in_text(self) -> frozenset[Fraction]:
        """The numbers of its prose, and of the words that its acts insert into the text of a case."""
        return frozenset().union(*map(values_in_text, (*(sentence.text for sentence in self.sentences), *_inserted_words(self.block))))

    @cached_property
    def words_of_formal_lines(self) -> tuple[str, ...]:
        """The words of its formal lines, each once, with names split at underscores."""
        return tuple(dict.fromkeys(word for line in self.formal_lines for word in words_in_node(line)))

    @cached_property
    def names_read(self) -> frozenset[str]:
        """The names that the formal lines read."""
        parts = (part for line in self.formal_lines for part in descendants(line))
        return frozenset(part.name for part in parts if isinstance(part, nodes.Call | nodes.Field))

    @cached_property
    def numbers_in_examples(self) -> frozenset[Fraction]:
        example_lines = [line for line in body_lines(self.block) if isinstance(line, EXAMPLE_LINES)]
        return frozenset().union(*(numbers_in_node(line) for line in example_lines))

    @cached_property
    def numbers_in_title(self) -> frozenset[Fraction]:
        return values_in_text(getattr(self.block, "title", None) or "")

    @cached_property
    def numbers_in_statements(self) -> frozenset[Fraction]:
        return frozenset().union(*map(row_values, self.rows))

    def label_at(self, node: nodes.Node, text: str = "") -> Label:
        return Label(self.clause.place.location_of(node.span), text)


@dataclass(frozen=True)
class Family:
    """The clauses of the same cases. What they say together is collected once: a case may have thousands of amendments."""

    members: tuple[Account, ...]

    def __iter__(self) -> Iterator[Account]:
        return iter(self.members)

    @cached_property
    def rows(self) -> tuple[LedgerRow, ...]:
        """The statements of its clauses; one that two clauses carry is there twice."""
        return tuple(row for member in self.members for row in member.rows)

    @cached_property
    def numbers(self) -> frozenset[Fraction]:
        """The numbers of its statements, formal lines and titles."""
        return frozenset[Fraction]().union(
            *(member.numbers_in_statements | member.numbers_in_formal_lines | member.numbers_in_title for member in self.members)
        )

    @cached_property
    def untagged_numbers(self) -> frozenset[Fraction]:
        """The numbers of its titles and of formal lines without a tag."""
        return frozenset[Fraction]().union(*(member.untagged_numbers | member.numbers_in_title for member in self.members))

    @cached_property
    def names_read(self) -> frozenset[str]:
        """The names that its formal lines read."""
        return frozenset[str]().union(*(member.names_read for member in self.members))


class Accounts:
    """The accounts of a book, one for each clause that is about cases, with look-ups by case and by statement."""

    def __init__(self, book: Rulebook, tags: Sequence[TagUse]) -> None:
        self._stems: dict[str, frozenset[str]] = {}
        self.rows = {row.item: row for row in book.ledger}
        tags_by_clause: dict[int, dict[str, None]] = defaultdict(dict)
        self._lines: dict[str, list[nodes.Node]] = defaultdict(list)
        self._numbers_by_tag: dict[str, frozenset[Fraction]] = {}
        for tag_use in tags:
            tags_by_clause[id(tag_use.clause)][tag_use.tag.name] = None
            if not tag_use.in_example and not isinstance(
                tag_use.owner, (*TEXT_LINES, nodes.Case, nodes.Amendment, nodes.Ruling, nodes.Scenario)
            ):
                self._lines[tag_use.tag.name].append(tag_use.owner)
        case_numbers = {
            number for clause in book.clauses if not isinstance(clause.block, nodes.Amendment) for number in clause_numbers(clause.block)
        }
        items_by_number: dict[str, list[str]] = defaultdict(list)
        for item in self.rows:
            items_by_number[_sentence_number(item)].append(item)
        self.all = tuple(
            Account(
                clause,
                tuple(dict.fromkeys(case_of_address(number, case_numbers) for number in _subject_numbers(clause.block))),
                tuple(_sentences_of(clause.block)),
                tuple(self.rows[tag] for tag in _with_sisters(tags_by_clause[id(clause.block)], items_by_number) if tag in self.rows),
            )
            for clause in book.clauses
            if clause_numbers(clause.block)
        )
        self._families: dict[tuple[str, ...], Family] = {}
        self._accounts_by_case: dict[str, list[Account]] = defaultdict(list)
        for account in self.all:
            for case in account.cases:
                self._accounts_by_case[case].append(account)

    def family_of(self, account: Account) -> Family:
        """Return the accounts of the same cases, with itself, each once; it is the same family for all that are about these cases."""
        if account.cases not in self._families:
            members = {id(member): member for case in account.cases for member in self._accounts_by_case[case]}
            self._families[account.cases] = Family(tuple(members.values()))
        return self._families[account.cases]

    def numbers_in_lines_of(self, row: LedgerRow) -> frozenset[Fraction]:
        """Return the numbers in the rules and tables that carry a statement's tag."""
        if row.item not in self._numbers_by_tag:
            self._numbers_by_tag[row.item] = frozenset[Fraction]().union(*map(numbers_in_node, self._lines[row.item]))
        return self._numbers_by_tag[row.item]

    def nearest_rows(self, sentence: str, family: Family) -> list[LedgerRow]:
        """Return the statements of a family that a sentence is most likely about; none if it shares no word with any."""
        scored_rows = self.rank_rows(sentence, {row.item: row for row in family.rows}.values())
        return [row for score, row in scored_rows if score > 0 and score >= MIN_SHARE_OF_BEST_SCORE * scored_rows[0][0]]

    def rank_rows(self, sentence: str, rows: Iterable[LedgerRow]) -> list[tuple[float, LedgerRow]]:
        """Return (score, statement) pairs, best first. The score counts common words; those of a long statement weigh a little less."""
        sentence_stems = stems_of_words(split_words(sentence)) - NO_STEMS
        scored_rows = [
            (len(sentence_stems & row_stems) / (1 + len(row_stems) ** 0.5), row) for row in rows for row_stems in (self.stems_of(row),)
        ]
        return sorted(scored_rows, key=lambda scored_row: (-scored_row[0], scored_row[1].line))

    def stems_of(self, row: LedgerRow) -> frozenset[str]:
        """Return the stems of a statement's words, without function words."""
        if row.item not in self._stems:
            self._stems[row.item] = stems_of_words(split_words(row.summary)) - NO_STEMS
        return self._stems[row.item]


def _with_sisters(tags: Iterable[str], items_by_number: Mapping[str, list[str]]) -> Iterable[str]:
    """Return tags with the other statements of the same sentences of the source: `L-012a` and `L-012b` share a number."""
    return dict.fromkeys([*tags, *(item for tag in tags for item in items_by_number.get(_sentence_number(tag), ()))])


def _sentence_number(item: str) -> str:
    return item.rstrip("abcdefghijklmnopqrstuvwxyz")


def row_figures(row: LedgerRow) -> tuple[Figure, ...]:
    """Return the numbers of a statement, with those in its notes on the print."""
    return (*figures_in_text(row.summary), *figures_in_text(row.ocr_note))


def row_values(row: LedgerRow) -> frozenset[Fraction]:
    """Return the values of these numbers, with those that they may be written as."""
    return values_in_text(row.summary) | values_in_text(row.ocr_note)


def _subject_numbers(block: nodes.Block) -> tuple[str, ...]:
    """Return the numbers of a clause, and of the cases that a reading or a ruling is on."""
    references = block.on if isinstance(block, nodes.Reading | nodes.Ruling) else ()
    return (*clause_numbers(block), *(ref.number for ref in references))


def _inserted_words(block: nodes.Block) -> Iterator[str]:
    """Yield the texts that the acts of an amendment insert."""
    for line in body_lines(block):
        if isinstance(line, nodes.Appends | nodes.Inserts | nodes.ReplacesWords | nodes.ReplacesTail) and line.new is not None:
            yield line.new


def _sentences_of(block: nodes.Block) -> Iterator[Sentence]:
    for line in body_lines(block):
        if isinstance(line, TEXT_LINES):
            yield from (Sentence(text, line) for text in END.split(line.text))
        elif isinstance(line, nodes.ReadingChoice):
            yield from (Sentence(text, prose) for prose in line.prose for text in END.split(prose.text))
