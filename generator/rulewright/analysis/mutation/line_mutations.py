"""Mutations of a line: a rule, a statement of precedence, a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from rulewright.analysis.mutation.change import Change, Form, embed_changes, removal, set_field
from rulewright.analysis.mutation.expression_mutations import ROUNDINGS, Expressions
from rulewright.analysis.mutation.model import SlipKind
from rulewright.base.keywords import Advice, RelationKind, Verb
from rulewright.rulebook.model import Formal
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of
from rulewright.syntax.nodes import ShortVerb, long_forms

PRECEDENCE = (RelationKind.OVERRIDES, RelationKind.EXCEPT, RelationKind.SETS_ASIDE)
NOTHING = ("", "-")
"""The texts of an empty cell of a table."""


TURNED = {
    Verb.MAY: Verb.MUST,
    Verb.MUST: Verb.MAY,
    Verb.MAY_NOT: Verb.MAY,
    Verb.NEED_NOT: Verb.MUST,
    Verb.ADD: Verb.TAKE,
    Verb.TAKE: Verb.ADD,
    Verb.AT_MOST: Verb.AT_LEAST,
    Verb.AT_LEAST: Verb.AT_MOST,
    Verb.YES: Verb.NO,
    Verb.NO: Verb.YES,
}
"""The verb written by mistake for a verb; for the other verbs, the value is changed instead."""
OTHER_ADVICE = {Advice.ADVISED: Advice.ADVISED_AGAINST, Advice.ADVISED_AGAINST: Advice.ADVISED}
HALVES = {Verb.MAY: Verb.MUST, Verb.MUST: Verb.MAY, Verb.MAY_NOT: Verb.NEED_NOT, Verb.NEED_NOT: Verb.MAY_NOT}
"""The same within a verb that is short for two: permission and requirement are exchanged."""


def mistaken_verb(verb: Verb | ShortVerb) -> Verb | ShortVerb | None:
    """Return the verb written by mistake for a verb; None if only its conditions or its value are changed."""
    forms = long_forms(verb)
    if len(forms) == 1 and forms[0].advice is None:
        return TURNED.get(forms[0].verb)
    mistaken_forms = tuple(
        replace(form, verb=HALVES.get(form.verb, form.verb), advice=form.advice and OTHER_ADVICE[form.advice]) for form in forms
    )
    return next((other for other in ShortVerb if other is not verb and long_forms(other) == mistaken_forms), None)


def changes_of(node: Formal, expressions: Expressions) -> Iterator[Change]:
    """Yield the slips in a line of a book."""
    match node:
        case nodes.Rule():
            yield from _changes_of_rule(node, expressions)
        case nodes.Relation():
            yield from _changes_of_relation(node, expressions)
        case nodes.Table():
            yield from _changes_of_table(node)
        case nodes.NotHeld() | nodes.DoesNotMatter() | nodes.Settles():
            return  # they answer no question
        case _:
            assert_never(node)


# ---- rules ------------------------------------------------------------------------------------------------------------------------------


def _changes_of_rule(rule: nodes.Rule, expressions: Expressions) -> Iterator[Change]:
    verb = mistaken_verb(rule.verb)
    if verb is not None:
        yield Change(SlipKind.VERB, rule.verb, (Form(verb, replace(rule, verb=verb)),))
    if rule.rounding is not None:
        other = ROUNDINGS[rule.rounding]
        yield Change(SlipKind.EXTREME, rule.rounding, (Form(other, replace(rule, rounding=other)),))
    if rule.effect is not None:
        for change in expressions.changes_of(rule.effect):
            yield change.embed_in(lambda effect: set_field(rule, "effect", effect))
    droppable = not any(form.negated for form in long_forms(rule.verb))
    yield from embed_changes(
        rule.guards,
        lambda guard: _changes_of_guard(guard, expressions, droppable=droppable),  # type: ignore[arg-type]  # guards are guards
        lambda guards: set_field(rule, "guards", guards),
    )
    yield from embed_changes(
        rule.relations,
        lambda relation: _changes_of_relation(relation, expressions),  # type: ignore[arg-type]  # relations are relations
        lambda relations: set_field(rule, "relations", relations),
    )


def _changes_of_guard(guard: nodes.Guard, expressions: Expressions, *, droppable: bool) -> Iterator[Change]:
    """Yield the loss of a condition, or of the whole `unless`. A `when and only when` rule cannot lose all of its conditions."""
    if guard.unless and droppable:
        yield removal(SlipKind.UNLESS, text_of(guard), None)
    if len(guard.items) > 1:
        for place, item in enumerate(guard.items):
            yield removal(SlipKind.CONDITION, text_of(item), replace(guard, items=(*guard.items[:place], *guard.items[place + 1 :])))
    elif droppable and not guard.unless and not isinstance(guard.items[0].condition, nodes.And):
        yield removal(SlipKind.CONDITION, text_of(guard.items[0]), None)
    yield from embed_changes(guard.items, expressions.changes_of, lambda items: set_field(guard, "items", items))


# ---- precedence -------------------------------------------------------------------------------------------------------------------------


def _changes_of_relation(relation: nodes.Relation, expressions: Expressions) -> Iterator[Change]:
    """Yield the loss of one target, the loss of the condition, and the slips in the condition."""
    if relation.kind not in PRECEDENCE:
        return
    for place, target in enumerate(relation.targets):
        fewer = (*relation.targets[:place], *relation.targets[place + 1 :])
        words = text_of(replace(relation, targets=(target,)))
        yield removal(SlipKind.PRECEDENCE, words, replace(relation, targets=fewer) if fewer else None)
    if relation.when is None:
        return
    if not isinstance(relation.when, nodes.And):
        yield removal(SlipKind.CONDITION, text_of(relation.when), replace(relation, when=None))
    for change in expressions.changes_of(relation.when):
        yield change.embed_in(lambda condition: set_field(relation, "when", condition))


# ---- tables -----------------------------------------------------------------------------------------------------------------------------


def _changes_of_table(table: nodes.Table) -> Iterator[Change]:
    """Yield the loss of each row and the swaps of adjacent cells: in a row or, if there is one column, in two rows."""
    headed = bool(table.rows) and not table.rows[0].cells[0].text and len(table.rows[0].cells) > 1
    for place in range(1 if headed else 0, len(table.rows)):
        row = table.rows[place]
        remaining = replace(table, rows=(*table.rows[:place], *table.rows[place + 1 :]))
        yield removal(SlipKind.ROW, _row_text(row.cells), remaining)
        for column in range(1, len(row.cells) - 1):
            yield from _swap_cells(table, (place, column), (place, column + 1))
        if len(row.cells) == 2 and place + 1 < len(table.rows):
            yield from _swap_cells(table, (place, 1), (place + 1, 1))


def _row_text(cells: tuple[nodes.Cell, ...]) -> str:
    return f"| {' | '.join(cell.text for cell in cells)} |"


def _swap_cells(table: nodes.Table, first: tuple[int, int], second: tuple[int, int]) -> Iterator[Change]:
    """Yield the swap of two cells if their texts differ."""
    cells = [table.rows[row].cells for row, _ in (first, second)]
    texts = [cells[0][first[1]].text, cells[1][second[1]].text]
    if texts[0] == texts[1] or all(text in NOTHING for text in texts):
        return
    changed = _set_cell_text(_set_cell_text(table, first, texts[1]), second, texts[0])
    places = dict.fromkeys((first[0], second[0]))
    was, now = (" ".join(_row_text(book.rows[row].cells) for row in places) for book in (table, changed))
    yield Change(SlipKind.CELLS, was, (Form(now, changed),))


def _set_cell_text(table: nodes.Table, place: tuple[int, int], text: str) -> nodes.Table:
    row, column = place
    cells = table.rows[row].cells
    changed = replace(table.rows[row], cells=(*cells[:column], replace(cells[column], text=text), *cells[column + 1 :]))
    return replace(table, rows=(*table.rows[:row], changed, *table.rows[row + 1 :]))
