"""Index of a rulebook: its declarations and uses, gathered in one walk over its clauses; the same for every edition.

Checks of vocabulary, ledger and tests query it instead of walking the trees again, so that the time of all checks stays linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias, assert_never, cast, get_args

from rulewright.base.keywords import Operator
from rulewright.base.memo import memoize_method
from rulewright.base.names import NAME
from rulewright.base.source import Place
from rulewright.checks.indexes.accounts import Accounts
from rulewright.checks.indexes.clauses import TagUse, body_lines, clause_numbers
from rulewright.checks.indexes.tested_values import TestedExample, collect_tested_examples
from rulewright.rulebook.backgrounds import Backgrounds
from rulewright.rulebook.mentions import ProseReferences
from rulewright.rulebook.model import Declared, Rulebook
from rulewright.rulebook.prose import find_terms
from rulewright.rulebook.rule_names import LineNames
from rulewright.semantics.advice import advice_name
from rulewright.syntax import nodes
from rulewright.syntax.traversal import children

Question: TypeAlias = nodes.Value | nodes.Verdict | nodes.Predicate

CELL_WORD = re.compile(rf'{NAME}|"[^"]*"')
BUILT_IN = frozenset({"shifted", "overflow"})  # functions of scales


InfrequentNode: TypeAlias = (
    nodes.Advised
    | nodes.Quoted
    | nodes.Named
    | nodes.Range
    | nodes.Rate
    | nodes.Binder
    | nodes.Group
    | nodes.Class
    | nodes.Cell
    | nodes.Setup
    | nodes.Fact
    | nodes.CorrectsPiece
    | nodes.CorrectsCell
)
"""Kinds of nodes that contain names and are infrequent."""


@dataclass(frozen=True, slots=True)
class Division:
    """A division of two expressions, its file, and the clause or declaration that contains it."""

    node: nodes.Arithmetic
    place: Place
    clause: nodes.Block


@dataclass(slots=True)
class NameUses:
    """Names that occur in a part of the tree, by syntactic role: `heads` are the subjects of rules, `calls` all other mentions."""

    heads: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    amount_kinds: set[str] = field(default_factory=set)
    types: set[str] = field(default_factory=set)
    units: set[str] = field(default_factory=set)
    calendars: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class BookUses:
    """Names, tags and divisions of a book, in the order of the book.

    `in_rules` are the names in everything that has force: rules, tables, relations, groups, set-up, options. `tags` are those of the
    front page, of declarations and of clauses.
    """

    in_rules: NameUses
    in_examples: NameUses
    tags: list[TagUse]
    divisions: list[Division]


class BookIndex:
    """The index of a rulebook; its parts are computed lazily."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    @cached_property
    def questions(self) -> dict[str, Declared]:
        """Values, verdicts and predicates by name."""
        questions_by_name: dict[str, Declared] = {}
        for declared in self.book.declarations:
            if isinstance(declared.node, nodes.Value | nodes.Verdict | nodes.Predicate):
                questions_by_name[declared.node.name] = declared
        return questions_by_name

    @cached_property
    def phrases_by_name(self) -> dict[str, str]:
        """The phrases of facts and questions by name."""
        nodes_of_names = [declared.node for declared in self.book.declarations]
        kinds = nodes.Value | nodes.Verdict | nodes.Predicate | nodes.Fact
        return {node.name: node.phrase for node in nodes_of_names if isinstance(node, kinds) and node.phrase}

    @cached_property
    def tables(self) -> dict[str, tuple[nodes.Table, Place]]:
        """Tables by name, in whatever clause."""
        tables_by_name: dict[str, tuple[nodes.Table, Place]] = {}
        for clause in self.book.clauses:
            for line in body_lines(clause.block):
                if isinstance(line, nodes.Table):
                    tables_by_name[line.name] = (line, clause.place)
        return tables_by_name

    @cached_property
    def value_names(self) -> frozenset[str]:
        """Names that are values of an enum or scale and nothing else: different names are different values."""
        value_names: set[str] = set()
        askable: set[str] = set(self.questions) | set(self.tables)
        for declared in self.book.declarations:
            if isinstance(declared.node, nodes.Enum | nodes.Scale):
                value_names.update(value.name for value in declared.node.values)
            elif isinstance(declared.node, nodes.Fact | nodes.Group):
                askable.add(declared.node.name)
        return frozenset(value_names - askable)

    @cached_property
    def examples_in_clauses(self) -> tuple[tuple[str, nodes.Example, nodes.Placed], ...]:
        """The examples of the book, with the number of their case (or the name of their reading) and their clause."""
        return tuple(
            (clause_numbers(clause.block)[0], line, clause)
            for clause in self.book.clauses
            for line in body_lines(clause.block)
            if isinstance(line, nodes.Example)
        )

    @cached_property
    def backgrounds(self) -> Backgrounds:
        """The backgrounds that examples of the book share."""
        return Backgrounds(self.book)

    @cached_property
    def tested_examples(self) -> tuple[TestedExample, ...]:
        """The given facts and expectations of the book's examples."""
        return tuple(collect_tested_examples(self.examples_in_clauses, self.backgrounds))

    @property
    def built_in_functions(self) -> frozenset[str]:
        """Names of the functions built into the language."""
        return BUILT_IN

    @cached_property
    def texts(self) -> ProseReferences:
        """The references in the texts of the book."""
        return ProseReferences(self.book)

    @cached_property
    def naming(self) -> LineNames:
        """The names of the lines of the book's cases, and proposals for lines without one."""
        return LineNames(self.book.views)

    @memoize_method
    def glossary_words(self, text: str) -> tuple[str, ...]:
        """Return the words in brackets of a text, each once: mentions of glossary terms."""
        return tuple(dict.fromkeys(term.name for term in find_terms(text, self.texts.known_numbers)))

    @cached_property
    def accounts(self) -> Accounts:
        """The accounts of all clauses: statements, prose and rules."""
        return Accounts(self.book, self.uses.tags)

    # ---- names ---------------------------------------------------------------------------------------------------------------------

    @cached_property
    def uses(self) -> BookUses:
        """Names, tags and divisions of the book."""
        book, uses = self.book, BookUses(NameUses(), NameUses(), [], [])
        for front_block in book.front_blocks:
            _gather_front(front_block.block, front_block.place, uses)
        for declared in book.declarations:
            _gather_names([declared.node], uses.in_rules, _WalkContext(uses, declared.place, declared.node, False, None))
        for front_block in book.clauses:
            _gather_clause(front_block.block, front_block.place, uses)
        # what an amendment writes into a rule is a name only where the rule is read
        changed = (line.node for view in book.views.values() for line in view.provisions_in_force() if line.corrections)
        _gather_names(list(changed), uses.in_rules, None)
        return uses


@dataclass(frozen=True, slots=True)
class _WalkContext:
    """Context of a walk over a part of the tree: its file and clause, and the collection of tags and divisions."""

    uses: BookUses
    place: Place
    clause: nodes.Block
    in_example: bool
    choice: str | None

    def note_tags(self, owner: nodes.Node, tags: Iterable[nodes.Tag]) -> None:
        for tag in tags:
            self.uses.tags.append(TagUse(tag, owner, self.place, self.in_example, self.clause, self.choice))

    def note_division(self, node: nodes.Arithmetic) -> None:
        if node.operator is Operator.DIVIDED:
            self.uses.divisions.append(Division(node, self.place, self.clause))


def _gather_front(block: nodes.Block, place: Place, uses: BookUses) -> None:
    """Collect the names of a block of the front page; the facts of a background count as written in examples."""
    background = block.background if isinstance(block, nodes.Chapter) else block
    if isinstance(background, nodes.Background):
        _gather_names([background], uses.in_examples, _WalkContext(uses, place, block, True, None))
        uses.in_examples.types.update(kind for _, kind in background.world)
    if isinstance(block, nodes.Chapter):
        block = replace(block, background=None)
    if not isinstance(block, nodes.Background):
        _gather_names([block], uses.in_rules, _WalkContext(uses, place, block, False, None))


def _gather_clause(block: nodes.Block, place: Place, uses: BookUses) -> None:
    plain = _WalkContext(uses, place, block, False, None)
    plain.note_tags(block, block.tags)
    formal: list[nodes.Node] = []
    for line in body_lines(block):
        if isinstance(line, nodes.Example | nodes.Background):
            _gather_names([line], uses.in_examples, _WalkContext(uses, place, block, True, None))
            uses.in_examples.types.update(kind for _, kind in line.world)
        elif isinstance(line, nodes.ReadingChoice):
            _gather_names([line], uses.in_rules, _WalkContext(uses, place, block, False, line.name))
        else:
            formal.append(line)
    _gather_names(formal, uses.in_rules, plain)


def _gather_names(pending: list[nodes.Node], uses: NameUses, context: _WalkContext | None) -> None:
    """Walk the trees below the pending nodes; add names to `uses`, tags and divisions to `context`.

    It dispatches on the class of the node, since this is the hot loop.
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
                    _note_rare(cast(InfrequentNode, node), uses)
                pending.extend(children(node))
            if context is None:
                continue
            if kind is nodes.Arithmetic:
                context.note_division(node)
            elif kind in TAGGED and node.tags:
                context.note_tags(node, node.tags)


def _note_rule(rule: nodes.Rule, uses: NameUses, pending: list[nodes.Node]) -> None:
    """Add a rule: its heads do not use what they name; their arguments, the effect, conditions and relations do."""
    for head in rule.heads:
        uses.heads.add(head.name)
        pending.extend(head.args if isinstance(head, nodes.Call) else (head.of,))
    if rule.effect is not None:
        pending.append(rule.effect)
    if rule.of_kind is not None:
        uses.words.add(rule.of_kind)
        uses.amount_kinds.add(rule.of_kind)
    pending.extend(rule.guards)
    pending.extend(rule.relations)


def _note_rare(node: InfrequentNode, uses: NameUses) -> None:
    match node:
        case nodes.Advised():
            uses.calls.add(advice_name(node.call.name))
        case nodes.Quoted():
            uses.words.add(node.text)
        case nodes.Named():
            uses.types.add(node.name)
        case nodes.Range():
            uses.units.update(filter(None, (node.unit,)))
            uses.calendars.update(filter(None, (node.calendar,)))
        case nodes.Rate():
            uses.units.update(filter(None, (node.unit,)))
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
RARE = frozenset(get_args(InfrequentNode))
TAGGED = frozenset(kind for kind in vars(nodes).values() if isinstance(kind, type) and hasattr(kind, "tags"))
