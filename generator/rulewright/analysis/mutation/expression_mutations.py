"""The slips in a condition or an expression."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from fractions import Fraction

from rulewright.analysis.mutation.change import Change, Form, each_within, having, lost
from rulewright.analysis.mutation.model import SlipKind
from rulewright.analysis.mutation.value_mutations import Values
from rulewright.base.keywords import Comparison, Gather, OfTwo, Permission, Pick, Rounding
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
PERCENT = "percent"
PERCENT_STEP = Fraction(10, 100)
"""A percentage slips by its digit before the last; by one, rounding would mostly hide it."""


class Expressions:
    """Finds the slips in what is written with the values of one book."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def changes(self, node: nodes.Node) -> Iterator[Change]:
        """Every slip in a node, those of the whole before those of its parts."""
        if self.values.is_value(node):
            yield from self.values.another(node)
            return
        yield from self._own(node)
        bounds = tuple(self._bounds(node))
        for name in bounds:
            for change in self.values.one_off(getattr(node, name)):
                yield change.within(_with(node, name))
        for one in fields(node):
            if one.name not in (*bounds, "span", "tags"):
                yield from self._inside(node, one.name)

    def _inside(self, node: nodes.Node, name: str) -> Iterator[Change]:
        """The slips in the nodes of a field."""
        held = getattr(node, name)
        if isinstance(held, nodes.Node):
            for change in self.changes(held):
                yield change.within(_with(node, name))
        elif isinstance(held, tuple) and all(isinstance(one, nodes.Node) for one in held):
            yield from each_within(held, self.changes, lambda parts: having(node, name, parts))

    # ---- of the whole -----------------------------------------------------------------------------------------------------------------

    def _own(self, node: nodes.Node) -> Iterator[Change]:
        """The slips that are not in one part alone."""
        match node:
            case nodes.And() | nodes.Or():
                for place, part in enumerate(node.parts):
                    yield lost(SlipKind.CONDITION, text_of(part), _without(node, place))
            case nodes.Binder():
                yield from self._of_binder(node)
            case nodes.In() if len(node.members) > 1:
                for place, member in enumerate(node.members):
                    if member.high is None:
                        fewer = replace(node, members=(*node.members[:place], *node.members[place + 1 :]))
                        yield Change(SlipKind.VALUE, text_of(node), (Form(text_of(fewer), fewer),))
            case nodes.Scaled():
                factor = node.factor + (PERCENT_STEP if node.word == PERCENT else Fraction(1, node.factor.denominator))
                yield _worded(SlipKind.VALUE, node, replace(node, factor=factor))
            case nodes.PickOf() | nodes.Rank():
                yield Change(SlipKind.EXTREME, node.pick, (Form(PICKS[node.pick], replace(node, pick=PICKS[node.pick])),))
            case nodes.Pair() if node.word in PAIRS:
                yield _worded(SlipKind.EXTREME, node, replace(node, word=PAIRS[node.word]))
            case nodes.Aggregate() if node.gather in GATHERS:
                yield _worded(SlipKind.EXTREME, node, replace(node, gather=GATHERS[node.gather]))
            case nodes.Rounded():
                yield _worded(SlipKind.EXTREME, node, replace(node, rounding=ROUNDINGS[node.rounding]))
            case nodes.Asks():
                yield _worded(SlipKind.VERB, node, replace(node, permission=PERMISSIONS[node.permission]))
            case _:  # open: in all others, something slips only within a part
                return

    def _of_binder(self, node: nodes.Binder) -> Iterator[Change]:
        """The condition on members lost, if it is one; its parts, where there are several, are lost by themselves. Ends one off."""
        if node.with_ is not None and not isinstance(node.with_, nodes.And):
            yield lost(SlipKind.CONDITION, text_of(node.with_), replace(node, with_=None))
        if node.low is not None and node.high is not None:
            for low, high in ((node.low + 1, node.high), (node.low - 1, node.high), (node.low, node.high + 1), (node.low, node.high - 1)):
                yield _worded(SlipKind.BOUND, node, replace(node, low=low, high=high))

    def _bounds(self, node: nodes.Node) -> Iterator[str]:
        """The fields of a node that hold a bound."""
        match node:
            case nodes.Compare() if node.comparison in ORDERED:
                names: tuple[str, ...] = ("left", "right")
            case nodes.Between():
                names = ("low", "high")
            case nodes.Member() if node.high is not None:
                names = ("low", "high")
            case _:  # open: in all others, a value is not a bound
                names = ()
        yield from (name for name in names if self.values.is_value(getattr(node, name)))


def _without(node: nodes.And | nodes.Or, place: int) -> nodes.Expr:
    """The parts without one; of two, the other."""
    parts = (*node.parts[:place], *node.parts[place + 1 :])
    return parts[0] if len(parts) == 1 else replace(node, parts=parts)


def _worded(kind: SlipKind, node: nodes.Node, changed: nodes.Node) -> Change:
    """A change whose words are those of the whole node."""
    return Change(kind, text_of(node), (Form(text_of(changed), changed),))  # type: ignore[arg-type]  # all of these have a text


def _with(node: nodes.Node, name: str) -> Callable[[nodes.Node | None], nodes.Node]:
    """What makes of a changed part the whole node."""
    return lambda part: having(node, name, part)
