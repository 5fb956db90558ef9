"""What is said of one matter three times: by a statement of the source's ledger, by the prose of a clause, and by its rules.

An `Account` is one clause with its sentences and the statements whose tags it carries. Its *family* are all clauses of the same cases:
what one of them says, another may derive from it. A sentence is held against the statements nearest to it: those that share most words.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from rulewright.base.diagnostics import Label
from rulewright.checks.indexes.clauses import TagUse, body, clause_numbers
from rulewright.checks.indexes.figures import Figure, figures, values_said
from rulewright.checks.indexes.likeness import SMALL
from rulewright.checks.indexes.sentence_words import numbers_said, stems, words, words_said
from rulewright.rulebook.model import LedgerRow, Rulebook
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

END = re.compile(r"(?<=[.!?;])\s+")
ASKED = (nodes.AsksQuestion,)
TEXT = (nodes.Prose, nodes.Step, nodes.AsksQuestion, nodes.Answers, nodes.Commentary)
SHOWN = (nodes.Example, nodes.Background)
AS_NEAR = 0.7
"""A statement that is at least so near to a sentence as the nearest is heard too."""
NO_STEMS = stems(SMALL)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and the line of the clause that it is part of."""

    text: str
    line: nodes.Prose | nodes.Step | nodes.AsksQuestion | nodes.Answers | nodes.Commentary

    @property
    def is_question(self) -> bool:
        return isinstance(self.line, ASKED)

    @property
    def is_note(self) -> bool:
        return isinstance(self.line, nodes.Commentary)


@dataclass(frozen=True)
class Account:
    """One clause: `cases` are those that it is of or on, `rows` the statements that are tagged in it, its examples among them,
    and their sisters."""

    placed: nodes.Placed
    cases: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    rows: tuple[LedgerRow, ...]

    @property
    def block(self) -> nodes.Block:
        return self.placed.block

    @property
    def is_reading(self) -> bool:
        """A reading weighs what the text does not say: what it argues with comes from anywhere in its cases."""
        return isinstance(self.block, nodes.Reading)

    @cached_property
    def formal(self) -> tuple[nodes.BodyLine, ...]:
        """The lines that have force."""
        return tuple(line for line in body(self.block) if not isinstance(line, (*TEXT, *SHOWN)))

    @property
    def rules(self) -> Iterator[nodes.Rule]:
        """Its rules, those of its choices among them."""
        for line in self.formal:
            if isinstance(line, nodes.Rule):
                yield line
            elif isinstance(line, nodes.ReadingChoice):
                yield from line.rules

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of its choices."""
        return tuple(line.title for line in self.formal if isinstance(line, nodes.ReadingChoice) and line.title)

    @cached_property
    def _numbers(self) -> tuple[frozenset[Fraction], ...]:
        """Those of each line that has force."""
        return tuple(map(numbers_said, self.formal))

    @cached_property
    def in_rules(self) -> frozenset[Fraction]:
        return frozenset().union(*self._numbers)

    @cached_property
    def untagged(self) -> frozenset[Fraction]:
        """The numbers of lines that are tied to no statement."""
        return frozenset().union(*(said for line, said in zip(self.formal, self._numbers, strict=True) if not line.tags))

    @cached_property
    def in_text(self) -> frozenset[Fraction]:
        """The numbers of its prose, and of the words that its acts bring into the text of a case."""
        return frozenset().union(*map(values_said, (*(one.text for one in self.sentences), *_brought(self.block))))

    @cached_property
    def words_of_rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for line in self.formal for word in words_said(line)))

    @cached_property
    def names_asked(self) -> frozenset[str]:
        """The names of what the lines that have force ask for."""
        parts = (part for line in self.formal for part in descendants(line))
        return frozenset(part.name for part in parts if isinstance(part, nodes.Call | nodes.Field))

    @cached_property
    def in_examples(self) -> frozenset[Fraction]:
        shown = [line for line in body(self.block) if isinstance(line, SHOWN)]
        return frozenset().union(*(numbers_said(line) for line in shown))

    @cached_property
    def in_title(self) -> frozenset[Fraction]:
        return values_said(getattr(self.block, "title", None) or "")

    @cached_property
    def in_statements(self) -> frozenset[Fraction]:
        return frozenset().union(*map(row_values, self.rows))

    def at(self, node: nodes.Node, text: str = "") -> Label:
        return Label(self.placed.place.at(node.span), text)


class Accounts:
    """Every clause of a book with what bears witness for it."""

    def __init__(self, book: Rulebook, tags: Sequence[TagUse]) -> None:
        self._stems: dict[str, frozenset[str]] = {}
        self.rows = {row.item: row for row in book.ledger}
        carried: dict[int, dict[str, None]] = defaultdict(dict)
        self._lines: dict[str, list[nodes.Node]] = defaultdict(list)
        self._by_tag: dict[str, frozenset[Fraction]] = {}
        for use in tags:
            carried[id(use.clause)][use.tag.name] = None
            if not use.in_example and not isinstance(use.owner, (*TEXT, nodes.Case, nodes.Amendment, nodes.Ruling, nodes.Scenario)):
                self._lines[use.tag.name].append(use.owner)
        known = {
            number for placed in book.clauses if not isinstance(placed.block, nodes.Amendment) for number in clause_numbers(placed.block)
        }
        sisters: dict[str, list[str]] = defaultdict(list)
        for item in self.rows:
            sisters[_number(item)].append(item)
        self.all = tuple(
            Account(
                placed,
                tuple(dict.fromkeys(_case(number, known) for number in _spoken_of(placed.block))),
                tuple(_sentences(placed.block)),
                tuple(self.rows[tag] for tag in _with_sisters(carried[id(placed.block)], sisters) if tag in self.rows),
            )
            for placed in book.clauses
        )
        self._of_case: dict[str, list[Account]] = defaultdict(list)
        for account in self.all:
            for case in account.cases:
                self._of_case[case].append(account)

    def family(self, account: Account) -> tuple[Account, ...]:
        """The clauses of the same cases, itself among them, each once."""
        found = {id(one): one for case in account.cases for one in self._of_case[case]}
        return tuple(found.values())

    def in_lines_of(self, row: LedgerRow) -> frozenset[Fraction]:
        """The numbers in the rules and tables that carry a statement's tag."""
        if row.item not in self._by_tag:
            self._by_tag[row.item] = frozenset[Fraction]().union(*map(numbers_said, self._lines[row.item]))
        return self._by_tag[row.item]

    def nearest(self, sentence: str, family: Sequence[Account]) -> list[LedgerRow]:
        """The statements of a family that a sentence is most likely about; none where it shares no word with any."""
        ranked = self.ranked(sentence, _rows(family))
        return [row for near, row in ranked if near > 0 and near >= AS_NEAR * ranked[0][0]]

    def ranked(self, sentence: str, rows: Iterable[LedgerRow]) -> list[tuple[float, LedgerRow]]:
        """Statements by how many words each shares with a sentence, the nearest first; a long statement's count a little less."""
        said = stems(words(sentence)) - NO_STEMS
        found = [(len(said & its) / (1 + len(its) ** 0.5), row) for row in rows for its in (self.stems_of(row),)]
        return sorted(found, key=lambda one: (-one[0], one[1].line))

    def stems_of(self, row: LedgerRow) -> frozenset[str]:
        """The words of a statement, without small ones."""
        if row.item not in self._stems:
            self._stems[row.item] = stems(words(row.summary)) - NO_STEMS
        return self._stems[row.item]


def _with_sisters(tags: Iterable[str], sisters: Mapping[str, list[str]]) -> Iterable[str]:
    """Tags, and the other statements of the same sentences of the source: `L-012a` and `L-012b` share a number."""
    return dict.fromkeys([*tags, *(item for tag in tags for item in sisters.get(_number(tag), ()))])


def _number(item: str) -> str:
    return item.rstrip("abcdefghijklmnopqrstuvwxyz")


def row_figures(row: LedgerRow) -> tuple[Figure, ...]:
    """The numbers of a statement, those in its notes on the print among them."""
    return (*figures(row.summary), *figures(row.ocr_note))


def row_values(row: LedgerRow) -> frozenset[Fraction]:
    """Every value that these are, or may be written as."""
    return values_said(row.summary) | values_said(row.ocr_note)


def _rows(family: Sequence[Account]) -> Iterator[LedgerRow]:
    yield from {row.item: row for account in family for row in account.rows}.values()


def _spoken_of(block: nodes.Block) -> tuple[str, ...]:
    on = block.on if isinstance(block, nodes.Reading | nodes.Ruling) else ()
    return (*clause_numbers(block), *(ref.number for ref in on))


def _case(number: str, known: set[str]) -> str:
    """The case of which a number names a part: 7.0 of `7.0.any_range`."""
    whole = number
    while whole and whole not in known:
        whole = whole.rpartition(".")[0]
    return whole or number


def _brought(block: nodes.Block) -> Iterator[str]:
    """The words that the acts of an amendment bring."""
    for line in body(block):
        if isinstance(line, nodes.Appends | nodes.Inserts | nodes.ReplacesWords | nodes.ReplacesTail) and line.new is not None:
            yield line.new


def _sentences(block: nodes.Block) -> Iterator[Sentence]:
    for line in body(block):
        if isinstance(line, TEXT):
            yield from (Sentence(text, line) for text in END.split(line.text))
        elif isinstance(line, nodes.ReadingChoice):
            yield from (Sentence(text, prose) for prose in line.prose for text in END.split(prose.text))
