"""The slips in a line: a rule, a statement of precedence, a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from rulewright.analysis.mutation.change import Change, Form, each_within, having, lost
from rulewright.analysis.mutation.expression_mutations import ROUNDINGS, Expressions
from rulewright.analysis.mutation.model import SlipKind
from rulewright.base.keywords import RelationKind, Verb
from rulewright.rulebook.model import Formal
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of
from rulewright.syntax.nodes import ShortVerb, long_forms

PRECEDENCE = (RelationKind.OVERRIDES, RelationKind.EXCEPT, RelationKind.SETS_ASIDE)
NOTHING = ("", "-")
"""What an empty cell of a table is written as."""


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
"""The verb that is written by mistake for a verb; of the others, the mistakes are in their values."""
HALVES = {Verb.MAY: Verb.MUST, Verb.MUST: Verb.MAY, Verb.MAY_NOT: Verb.NEED_NOT, Verb.NEED_NOT: Verb.MAY_NOT}
"""The same within a verb that is short for two: what is permitted or forbidden is required or not, and the other way round."""


def turned(verb: Verb | ShortVerb) -> Verb | ShortVerb | None:
    """The verb that is written by mistake for a verb; None where its mistakes are all in its conditions or its value."""
    forms = long_forms(verb)
    if len(forms) == 1:
        return TURNED.get(forms[0].verb)
    wanted = tuple(replace(form, verb=HALVES.get(form.verb, form.verb)) for form in forms)
    return next((other for other in ShortVerb if other is not verb and long_forms(other) == wanted), None)


def changes_of(node: Formal, expressions: Expressions) -> Iterator[Change]:
    """Every slip in a line of a book."""
    match node:
        case nodes.Rule():
            yield from _of_rule(node, expressions)
        case nodes.Relation():
            yield from _of_relation(node, expressions)
        case nodes.Table():
            yield from _of_table(node)
        case nodes.NotHeld() | nodes.DoesNotMatter() | nodes.Settles():
            return  # they say nothing of what holds
        case _:
            assert_never(node)


# ---- rules ------------------------------------------------------------------------------------------------------------------------------


def _of_rule(rule: nodes.Rule, expressions: Expressions) -> Iterator[Change]:
    verb = turned(rule.verb)
    if verb is not None:
        yield Change(SlipKind.VERB, rule.verb, (Form(verb, replace(rule, verb=verb)),))
    if rule.rounding is not None:
        other = ROUNDINGS[rule.rounding]
        yield Change(SlipKind.EXTREME, rule.rounding, (Form(other, replace(rule, rounding=other)),))
    if rule.effect is not None:
        for change in expressions.changes(rule.effect):
            yield change.within(lambda effect: having(rule, "effect", effect))
    droppable = not any(form.negated for form in long_forms(rule.verb))
    yield from each_within(
        rule.guards,
        lambda guard: _of_guard(guard, expressions, droppable=droppable),  # type: ignore[arg-type]  # guards are guards
        lambda guards: having(rule, "guards", guards),
    )
    yield from each_within(
        rule.relations,
        lambda relation: _of_relation(relation, expressions),  # type: ignore[arg-type]  # relations are relations
        lambda relations: having(rule, "relations", relations),
    )


def _of_guard(guard: nodes.Guard, expressions: Expressions, *, droppable: bool) -> Iterator[Change]:
    """A condition lost, or the whole `unless`; what holds only when it holds cannot lose all of its conditions."""
    if guard.unless and droppable:
        yield lost(SlipKind.UNLESS, text_of(guard), None)
    if len(guard.items) > 1:
        for place, item in enumerate(guard.items):
            yield lost(SlipKind.CONDITION, text_of(item), replace(guard, items=(*guard.items[:place], *guard.items[place + 1 :])))
    elif droppable and not guard.unless and not isinstance(guard.items[0].condition, nodes.And):
        yield lost(SlipKind.CONDITION, text_of(guard.items[0]), None)
    yield from each_within(guard.items, expressions.changes, lambda items: having(guard, "items", items))


# ---- precedence -------------------------------------------------------------------------------------------------------------------------


def _of_relation(relation: nodes.Relation, expressions: Expressions) -> Iterator[Change]:
    """One of what it goes before lost, its condition lost, and the slips in its condition."""
    if relation.kind not in PRECEDENCE:
        return
    for place, target in enumerate(relation.targets):
        fewer = (*relation.targets[:place], *relation.targets[place + 1 :])
        words = text_of(replace(relation, targets=(target,)))
        yield lost(SlipKind.PRECEDENCE, words, replace(relation, targets=fewer) if fewer else None)
    if relation.when is None:
        return
    if not isinstance(relation.when, nodes.And):
        yield lost(SlipKind.CONDITION, text_of(relation.when), replace(relation, when=None))
    for change in expressions.changes(relation.when):
        yield change.within(lambda when: having(relation, "when", when))


# ---- tables -----------------------------------------------------------------------------------------------------------------------------


def _of_table(table: nodes.Table) -> Iterator[Change]:
    """A row lost, and two cells that are next to each other swapped: in a row or, where there is one column, in two rows."""
    headed = bool(table.rows) and not table.rows[0].cells[0].text and len(table.rows[0].cells) > 1
    for place in range(1 if headed else 0, len(table.rows)):
        row = table.rows[place]
        rest = replace(table, rows=(*table.rows[:place], *table.rows[place + 1 :]))
        yield lost(SlipKind.ROW, _row_text(row.cells), rest)
        for at in range(1, len(row.cells) - 1):
            yield from _swapped(table, (place, at), (place, at + 1))
        if len(row.cells) == 2 and place + 1 < len(table.rows):
            yield from _swapped(table, (place, 1), (place + 1, 1))


def _row_text(cells: tuple[nodes.Cell, ...]) -> str:
    return f"| {' | '.join(cell.text for cell in cells)} |"


def _swapped(table: nodes.Table, one: tuple[int, int], other: tuple[int, int]) -> Iterator[Change]:
    """Two cells swapped, if they are not alike."""
    cells = [table.rows[row].cells for row, _ in (one, other)]
    texts = [cells[0][one[1]].text, cells[1][other[1]].text]
    if texts[0] == texts[1] or all(text in NOTHING for text in texts):
        return
    changed = _written(_written(table, one, texts[1]), other, texts[0])
    places = dict.fromkeys((one[0], other[0]))
    was, now = (" ".join(_row_text(book.rows[row].cells) for row in places) for book in (table, changed))
    yield Change(SlipKind.CELLS, was, (Form(now, changed),))


def _written(table: nodes.Table, place: tuple[int, int], text: str) -> nodes.Table:
    row, at = place
    cells = table.rows[row].cells
    changed = replace(table.rows[row], cells=(*cells[:at], replace(cells[at], text=text), *cells[at + 1 :]))
    return replace(table, rows=(*table.rows[:row], changed, *table.rows[row + 1 :]))
