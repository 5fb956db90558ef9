"""a division by zero, written out

## What it does
Looks for each `/` whose divisor is zero in every situation: `1 / 0`, or `4 / (2 - 2)`.

## Why it matters
Nothing can be divided by zero. Wherever the rule applies, what it says has no value, and the question is undetermined.

## Example
```case
fact wagons: 0..9
value share: 0..9

case 8.1 "Shares"
  share is wagons / (2 - 2)
```

## Use instead
```case
fact wagons: 0..9
value share: 0..9

case 8.1 "Shares"
  share is wagons / 2 rounded down
```

## Limits
Only divisors made of plain numbers are worked out here. Where some situations make a divisor zero and the value is declared `total`, that
is a `gap`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.keywords import Operator
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.clauses import clause_numbers
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

CHECK = Check("RW322", "zero-divisor", Severity.ERROR, CheckScope.BOOK)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for division in check_input.book_index.uses.divisions:
        if _value_of(division.node.right) == 0:
            yield CHECK.finding(
                f"nothing can be divided by zero: `{text_of(division.node)}`",
                [Label(division.place.location_of(division.node.span))],
                help="look at the divisor, or say what holds instead",
                cases=clause_numbers(division.clause),
            )


def _value_of(expression: nodes.Expr) -> Fraction | None:
    """Return the value of an expression of plain numbers; None for any other, and for one that divides by zero itself."""
    match expression:
        case nodes.Number(value=value):
            return Fraction(value)
        case nodes.Minus(of=operand):
            positive = _value_of(operand)
            return None if positive is None else -positive
        case nodes.Arithmetic(operator=operator, left=left, right=right):
            first, second = _value_of(left), _value_of(right)
            return None if first is None or second is None else _calculate(operator, first, second)
        case _:  # open: expressions with anything but plain numbers
            return None


def _calculate(operator: Operator, first: Fraction, second: Fraction) -> Fraction | None:
    match operator:
        case Operator.ADD:
            return first + second
        case Operator.SUBTRACT:
            return first - second
        case Operator.TIMES:
            return first * second
        case Operator.DIVIDED:
            return first / second if second else None
