"""Help for expressions of which the parts do not fit: a product of two measures, and values in a row after one comparison."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rulewright.base.keywords import Comparison, Operator
from rulewright.semantics import types
from rulewright.semantics.aggregates import ExpressionReader
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of


def rate_help(reader: ExpressionReader, expected: types.Unit, actual: types.Unit, node: nodes.Expr) -> str:
    """Return ``for `10 euro * b` write `10 euro for each hour of b` `` if the product has the unit `actual`, else an empty text."""
    for product in _products_in(node):
        for rate, amount in ((product.left, product.right), (product.right, product.left)):
            unit, counted = (getattr(reader.read_expression(operand)[1], "unit", None) or types.NO_UNIT for operand in (rate, amount))
            is_single = len(counted) == 1 and counted[0][1] == 1
            if unit == expected != counted and is_single and types.combine_units(unit, counted) == actual:
                instead = nodes.Rate(rate, counted[0][0], amount, Fraction(1), span=product.span)
                return f"for `{text_of(product)}` write `{text_of(instead)}`"
    return ""


def _products_in(node: nodes.Expr) -> Iterator[nodes.Arithmetic]:
    """Yield the products of which an amount or a comparison is made up; none over things of its own, and none of an argument."""
    match node:
        case nodes.Arithmetic() | nodes.Compare():
            if isinstance(node, nodes.Arithmetic) and node.operator is Operator.TIMES:
                yield node
            yield from _products_in(node.left)
            yield from _products_in(node.right)
        case nodes.Minus() | nodes.Rounded() | nodes.Scaled():
            yield from _products_in(node.of)
        case _:  # open: other amounts have things of their own, or arguments
            pass


def find_alternatives(reader: ExpressionReader, node: nodes.Or) -> tuple[nodes.Call, str, str] | None:
    """Return the second of the values in `a is b or c`, the name of their enum, and help; None if the parts are conditions."""
    first, others = node.parts[0], node.parts[1:]
    if not isinstance(first, nodes.Compare) or first.comparison not in (Comparison.IS, Comparison.IS_NOT):
        return None
    values = [part for part in (first.right, *others) if isinstance(part, nodes.Call) and reader.is_bare_name(part)]
    if len(values) < len(node.parts):
        return None
    enums = set(reader.vocabulary.enums_with(values[0].name)).intersection(*(reader.vocabulary.enums_with(each.name) for each in values))
    members = tuple(nodes.Member(value, None, span=value.span) for value in values)
    membership = nodes.In(first.left, members, True, first.comparison is Comparison.IS_NOT, span=node.span)
    return (values[1], enums.pop(), f"write `{text_of(membership)}`") if len(enums) == 1 else None
