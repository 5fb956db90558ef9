"""Mutations of a condition or an expression."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from fractions import Fraction

from rulewright.analysis.mutation.change import Change, Form, embed_changes, removal, set_field
from rulewright.analysis.mutation.model import SlipKind
from rulewright.analysis.mutation.value_mutations import Values
from rulewright.base.keywords import AdviceTest, Comparison, Gather, OfTwo, Permission, Pick, Rounding
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

ORDERED = (Comparison.AT_LEAST, Comparison.AT_MOST, Comparison.MORE, Comparison.LESS)
PICKS = {Pick.LEAST: Pick.GREATEST, Pick.GREATEST: Pick.LEAST}
PAIRS = {OfTwo.LARGER: OfTwo.SMALLER, OfTwo.SMALLER: OfTwo.LARGER}
GATHERS = {
    Gather.GREATEST: Gather.LEAST,
    Gather.LEAST: Gather.GREATEST,
    Gather.SUM_OF_GREATEST: Gather.SUM_OF_LEAST,
    Gather.SUM_OF_LEAST: Gather.SUM_OF_GREATEST,
}
ROUNDINGS = {Rounding.DOWN: Rounding.UP, Rounding.UP: Rounding.DOWN, Rounding.NEAREST: Rounding.DOWN}
PERMISSIONS = {Permission.MAY: Permission.MUST, Permission.MUST: Permission.MAY, Permission.MAY_NOT: Permission.MAY}
OTHER_ADVICE = {
    AdviceTest.SHOULD: AdviceTest.SHOULD_NOT,
    AdviceTest.SHOULD_NOT: AdviceTest.SHOULD,
    AdviceTest.ADVISED: AdviceTest.ADVISED_AGAINST,
    AdviceTest.ADVISED_AGAINST: AdviceTest.ADVISED,
    AdviceTest.NOT_ADVISED: AdviceTest.NOT_ADVISED_AGAINST,
    AdviceTest.NOT_ADVISED_AGAINST: AdviceTest.NOT_ADVISED,
}
PERCENT = "percent"
PERCENT_STEP = Fraction(10, 100)
"""A percentage is changed by its tens digit; a change by one would mostly be hidden by rounding."""


class Expressions:
    """Enumerates the slips in expressions over the values of one book."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def changes_of(self, node: nodes.Node) -> Iterator[Change]:
        """Yield the slips in a node, those of the node itself before those of its parts."""
        if self.values.is_value(node):
            yield from self.values.value_changes(node)
            return
        yield from self._node_changes(node)
        bounds = tuple(self._bound_fields(node))
        for name in bounds:
            for change in self.values.bound_changes(getattr(node, name)):
                yield change.embed_in(_field_setter(node, name))
        for node_field in fields(node):
            if node_field.name not in (*bounds, "span", "tags"):
                yield from self._field_changes(node, node_field.name)

    def _field_changes(self, node: nodes.Node, name: str) -> Iterator[Change]:
        """Yield the slips in the nodes of a field."""
        value = getattr(node, name)
        if isinstance(value, nodes.Node):
            for change in self.changes_of(value):
                yield change.embed_in(_field_setter(node, name))
        elif isinstance(value, tuple) and all(isinstance(item, nodes.Node) for item in value):
            yield from embed_changes(value, self.changes_of, lambda parts: set_field(node, name, parts))

    # ---- the node itself --------------------------------------------------------------------------------------------------------------

    def _node_changes(self, node: nodes.Node) -> Iterator[Change]:
        """Yield the slips of a node that are not within a single part."""
        match node:
            case nodes.And() | nodes.Or():
                for place, part in enumerate(node.parts):
                    yield removal(SlipKind.CONDITION, text_of(part), _drop_part(node, place))
            case nodes.AtLeast():
                for count in (node.count - 1, node.count + 1):
                    if 1 <= count <= len(node.parts):
                        yield _whole_change(SlipKind.BOUND, node, replace(node, count=count))
            case nodes.Binder():
                yield from self._binder_changes(node)
            case nodes.In() if len(node.members) > 1:
                for place, member in enumerate(node.members):
                    if member.high is None:
                        fewer = replace(node, members=(*node.members[:place], *node.members[place + 1 :]))
                        yield Change(SlipKind.VALUE, text_of(node), (Form(text_of(fewer), fewer),))
            case nodes.Scaled():
                factor = node.factor + (PERCENT_STEP if node.word == PERCENT else Fraction(1, node.factor.denominator))
                yield _whole_change(SlipKind.VALUE, node, replace(node, factor=factor))
            case nodes.PickOf() | nodes.Rank():
                yield Change(SlipKind.EXTREME, node.pick, (Form(PICKS[node.pick], replace(node, pick=PICKS[node.pick])),))
            case nodes.Pair() if node.word in PAIRS:
                yield _whole_change(SlipKind.EXTREME, node, replace(node, word=PAIRS[node.word]))
            case nodes.Aggregate() if node.gather in GATHERS:
                yield _whole_change(SlipKind.EXTREME, node, replace(node, gather=GATHERS[node.gather]))
            case nodes.Rounded():
                yield _whole_change(SlipKind.EXTREME, node, replace(node, rounding=ROUNDINGS[node.rounding]))
            case nodes.Asks():
                yield _whole_change(SlipKind.VERB, node, replace(node, permission=PERMISSIONS[node.permission]))
            case nodes.Advised():
                yield _whole_change(SlipKind.VERB, node, replace(node, test=OTHER_ADVICE[node.test]))
            case _:  # open: other nodes change only within a part
                return

    def _binder_changes(self, node: nodes.Binder) -> Iterator[Change]:
        """Yield the loss of the condition on members (unless it is a conjunction, whose parts are lost singly), and bounds one off."""
        if node.with_ is not None and not isinstance(node.with_, nodes.And):
            yield removal(SlipKind.CONDITION, text_of(node.with_), replace(node, with_=None))
        if node.low is not None and node.high is not None:
            for low, high in ((node.low + 1, node.high), (node.low - 1, node.high), (node.low, node.high + 1), (node.low, node.high - 1)):
                yield _whole_change(SlipKind.BOUND, node, replace(node, low=low, high=high))

    def _bound_fields(self, node: nodes.Node) -> Iterator[str]:
        """Yield the fields of a node that hold a bound."""
        match node:
            case nodes.Compare() if node.comparison in ORDERED:
                names: tuple[str, ...] = ("left", "right")
            case nodes.Between():
                names = ("low", "high")
            case nodes.Member() if node.high is not None:
                names = ("low", "high")
            case _:  # open: in other nodes, a value is not a bound
                names = ()
        yield from (name for name in names if self.values.is_value(getattr(node, name)))


def _drop_part(node: nodes.And | nodes.Or, place: int) -> nodes.Expr:
    """Return the node without one part; of two parts, the other."""
    parts = (*node.parts[:place], *node.parts[place + 1 :])
    return parts[0] if len(parts) == 1 else replace(node, parts=parts)


def _whole_change(kind: SlipKind, node: nodes.Node, changed: nodes.Node) -> Change:
    """Return a change that shows the words of the whole node."""
    return Change(kind, text_of(node), (Form(text_of(changed), changed),))  # type: ignore[arg-type]  # all of these have a text


def _field_setter(node: nodes.Node, name: str) -> Callable[[nodes.Node | None], nodes.Node]:
    """Return a function that puts a changed part into a field of the node."""
    return lambda part: set_field(node, name, part)
