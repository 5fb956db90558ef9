"""What a whole rulebook declares and what it uses, gathered in one walk over its clauses: the same for every edition.

Checks of vocabulary, ledger and tests ask this index instead of walking the trees again, so that the time of all checks stays linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias, assert_never, cast, get_args

from rulewright.base.keywords import Operator
from rulewright.base.memo import kept
from rulewright.base.source import Place
from rulewright.checks.indexes.accounts import Accounts
from rulewright.checks.indexes.clauses import TagUse, body, clause_numbers
from rulewright.checks.indexes.tested_values import Tried, tried
from rulewright.rulebook.backgrounds import Backgrounds
from rulewright.rulebook.mentions import Texts
from rulewright.rulebook.model import Declared, Rulebook
from rulewright.rulebook.prose import terms
from rulewright.rulebook.rule_names import Naming
from rulewright.syntax import nodes
from rulewright.syntax.traversal import children

Question: TypeAlias = nodes.Value | nodes.Verdict | nodes.Predicate

CELL_WORD = re.compile(r'[A-Za-z_][A-Za-z0-9_]*|"[^"]*"')
BUILT_IN = frozenset({"shifted", "overflow"})  # functions of scales


Rare: TypeAlias = (
    nodes.Quoted
    | nodes.Named
    | nodes.Range
    | nodes.Binder
    | nodes.Group
    | nodes.Class
    | nodes.Cell
    | nodes.Setup
    | nodes.Fact
    | nodes.CorrectsPiece
    | nodes.CorrectsCell
)
"""Nodes that name something and are not met often."""


@dataclass(frozen=True, slots=True)
class Division:
    """A `/` between two expressions, its file, and the clause or declaration in which it stands."""

    node: nodes.Arithmetic
    place: Place
    clause: nodes.Block


@dataclass(slots=True)
class Uses:
    """Names met in a piece of the tree, by how they stand there: `heads` are what rules speak about, `calls` all other mentions."""

    heads: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    types: set[str] = field(default_factory=set)
    units: set[str] = field(default_factory=set)
    calendars: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Gathered:
    """Names, tags and divisions of a book, in the order of the book.

    `in_rules` are the names in everything that has force: rules, tables, relations, groups, set-up, options. `tags` are those of the
    front page, of declarations and of clauses.
    """

    in_rules: Uses
    in_examples: Uses
    tags: list[TagUse]
    divisions: list[Division]


class BookIndex:
    """The index of one rulebook; every part of it is made when first asked for."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    @cached_property
    def questions(self) -> dict[str, Declared]:
        """Values, verdicts and predicates by name."""
        found: dict[str, Declared] = {}
        for declared in self.book.declarations:
            if isinstance(declared.node, nodes.Value | nodes.Verdict | nodes.Predicate):
                found[declared.node.name] = declared
        return found

    @cached_property
    def tables(self) -> dict[str, tuple[nodes.Table, Place]]:
        """Tables by name, wherever they stand."""
        found: dict[str, tuple[nodes.Table, Place]] = {}
        for placed in self.book.clauses:
            for line in body(placed.block):
                if isinstance(line, nodes.Table):
                    found[line.name] = (line, placed.place)
        return found

    @cached_property
    def values(self) -> frozenset[str]:
        """Names that are values of an enum or scale and of nothing else: two different ones are never the same thing."""
        found: set[str] = set()
        askable: set[str] = set(self.questions) | set(self.tables)
        for declared in self.book.declarations:
            if isinstance(declared.node, nodes.Enum | nodes.Scale):
                found.update(value.name for value in declared.node.values)
            elif isinstance(declared.node, nodes.Fact | nodes.Group):
                askable.add(declared.node.name)
        return frozenset(found - askable)

    @cached_property
    def examples(self) -> tuple[tuple[str, nodes.Example, nodes.Placed], ...]:
        """Every example of the book, with the number of the case (or name of the reading) it stands in, and its clause."""
        return tuple(
            (clause_numbers(placed.block)[0], line, placed)
            for placed in self.book.clauses
            for line in body(placed.block)
            if isinstance(line, nodes.Example)
        )

    @cached_property
    def backgrounds(self) -> Backgrounds:
        """What examples of the book share."""
        return Backgrounds(self.book)

    @cached_property
    def tried(self) -> tuple[Tried, ...]:
        """What every example of the book gives and asks for."""
        return tuple(tried(self.examples, self.backgrounds))

    @property
    def worked_out(self) -> frozenset[str]:
        """Functions that the language itself works out."""
        return BUILT_IN

    @cached_property
    def texts(self) -> Texts:
        """What the texts of the book refer to."""
        return Texts(self.book)

    @cached_property
    def naming(self) -> Naming:
        """The names of the lines of the book's cases, and those that lines without one should have."""
        return Naming(self.book.views)

    @kept
    def words(self, text: str) -> tuple[str, ...]:
        """The words in brackets of a text, each once: terms of the glossary."""
        return tuple(dict.fromkeys(term.name for term in terms(text, self.texts.known)))

    @cached_property
    def accounts(self) -> Accounts:
        """What statements, prose and rules say of each clause."""
        return Accounts(self.book, self.gathered.tags)

    # ---- names ---------------------------------------------------------------------------------------------------------------------

    @cached_property
    def gathered(self) -> Gathered:
        """What is written in the whole book."""
        book, found = self.book, Gathered(Uses(), Uses(), [], [])
        for placed in book.front_blocks:
            _gather_front(placed.block, placed.place, found)
        for declared in book.declarations:
            _gather([declared.node], found.in_rules, _Piece(found, declared.place, declared.node, False, None))
        for placed in book.clauses:
            _gather_clause(placed.block, placed.place, found)
        return found


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of the tree that is walked: what is known of it, and where its tags and divisions go."""

    found: Gathered
    place: Place
    clause: nodes.Block
    in_example: bool
    choice: str | None

    def note(self, owner: nodes.Node, tags: Iterable[nodes.Tag]) -> None:
        for tag in tags:
            self.found.tags.append(TagUse(tag, owner, self.place, self.in_example, self.clause, self.choice))

    def note_division(self, node: nodes.Arithmetic) -> None:
        if node.operator is Operator.DIVIDED:
            self.found.divisions.append(Division(node, self.place, self.clause))


def _gather_front(block: nodes.Block, place: Place, found: Gathered) -> None:
    """A block of the front page; what a background gives counts as written in examples."""
    background = block.background if isinstance(block, nodes.Chapter) else block
    if isinstance(background, nodes.Background):
        _gather([background], found.in_examples, _Piece(found, place, block, True, None))
        found.in_examples.types.update(kind for _, kind in background.world)
    if isinstance(block, nodes.Chapter):
        block = replace(block, background=None)
    if not isinstance(block, nodes.Background):
        _gather([block], found.in_rules, _Piece(found, place, block, False, None))


def _gather_clause(block: nodes.Block, place: Place, found: Gathered) -> None:
    plain = _Piece(found, place, block, False, None)
    plain.note(block, block.tags)
    formal: list[nodes.Node] = []
    for line in body(block):
        if isinstance(line, nodes.Example | nodes.Background):
            _gather([line], found.in_examples, _Piece(found, place, block, True, None))
            found.in_examples.types.update(kind for _, kind in line.world)
        elif isinstance(line, nodes.ReadingChoice):
            _gather([line], found.in_rules, _Piece(found, place, block, False, line.name))
        else:
            formal.append(line)
    _gather(formal, found.in_rules, plain)


def _gather(pending: list[nodes.Node], uses: Uses, piece: _Piece | None) -> None:
    """Walk everything below the pending nodes, noting names in `uses`, tags and divisions in the piece that they are of.

    By kind of node, since this is the hot loop.
    """
    calls, fields, units = uses.calls, uses.fields, uses.units
    while pending:
        node: Any = pending.pop()
        kind = node.__class__
        if kind is nodes.Call:
            calls.add(node.name)
            if node.args:
                pending.extend(node.args)
        elif kind is nodes.Field:
            fields.add(node.name)
            pending.append(node.of)
        elif kind is nodes.Compare:
            pending.append(node.left)
            pending.append(node.right)
        elif kind is nodes.Number:
            units.add(node.unit)
        else:
            if kind is nodes.Rule:
                _note_rule(node, uses, pending)
            elif kind not in LEAVES:
                if kind in RARE:
                    _note_rare(cast(Rare, node), uses)
                pending.extend(children(node))
            if piece is None:
                continue
            if kind is nodes.Arithmetic:
                piece.note_division(node)
            elif kind in TAGGED and node.tags:
                piece.note(node, node.tags)


def _note_rule(rule: nodes.Rule, uses: Uses, pending: list[nodes.Node]) -> None:
    """A rule's heads are no use of what they name; their arguments, effect, conditions and relations are."""
    for head in rule.heads:
        uses.heads.add(head.name)
        pending.extend(head.args if isinstance(head, nodes.Call) else (head.of,))
    if rule.effect is not None:
        pending.append(rule.effect)
    pending.extend(rule.guards)
    pending.extend(rule.relations)


def _note_rare(node: Rare, uses: Uses) -> None:
    match node:
        case nodes.Quoted():
            uses.words.add(node.text)
        case nodes.Named():
            uses.types.add(node.name)
        case nodes.Range():
            uses.units.update(filter(None, (node.unit,)))
            uses.calendars.update(filter(None, (node.calendar,)))
        case nodes.Binder():
            uses.types.update(filter(None, (node.type_name,)))
        case nodes.Group():
            uses.types.add(node.type_name)
        case nodes.Class():
            uses.words.update(node.members)
        case nodes.Cell():
            uses.words.update(word.strip('"') for word in CELL_WORD.findall(node.text))
        case nodes.Setup():
            uses.words.update(node.at)
            uses.fields.update(name for name, _ in node.fields)
            uses.calls.update(filter(None, (node.chooser, node.turn)))
        case nodes.Fact():
            uses.words.update(filter(None, (node.by,)))
        case nodes.CorrectsPiece():
            uses.words.update((node.field_name, node.piece))
        case nodes.CorrectsCell():
            uses.words.add(node.table)
        case _:
            assert_never(node)


LEAVES = frozenset((nodes.Prose, nodes.Commentary, nodes.Step, nodes.Component, nodes.Truth, nodes.Nothing, nodes.MonthDate))
RARE = frozenset(get_args(Rare))
TAGGED = frozenset(kind for kind in vars(nodes).values() if isinstance(kind, type) and hasattr(kind, "tags"))
