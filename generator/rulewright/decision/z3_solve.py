"""The same formulas put to z3: what the box search gives up on, and what it is measured against. z3 is imported when it is first asked."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulewright.decision.formula import BOTH, EITHER, LITERAL, Formula, Space, bits
from rulewright.decision.leaves import Expression, Leaf, Linear
from rulewright.decision.numbers import Comparison

if TYPE_CHECKING:
    import z3

RLIMIT = 20_000_000
"""Steps of z3 for one question (some seconds): steps, not time, so that every machine gives the same answer."""


class Translation:
    """The formulas of a space as terms of a z3 context of its own. A finite variable is the index of its value, a wide one the number."""

    def __init__(self, space: Space) -> None:
        import z3

        self.z3 = z3
        self.space = space
        self.context = z3.Context()
        self.symbols: dict[int, z3.ArithRef] = {}
        self.domains: list[z3.BoolRef] = []
        self.made: dict[Formula, z3.BoolRef] = {
            0: z3.BoolVal(False, self.context),
            1: z3.BoolVal(True, self.context),
        }
        self.numbers: dict[int, z3.ArithRef] = {}

    def symbol(self, variable: int) -> z3.ArithRef:
        """The whole number that stands for a variable; what it may be is added to `domains`."""
        known = self.symbols.get(variable)
        if known is None:
            known = self.symbols[variable] = self.z3.Int(f"v{variable}", self.context)
            if self.space.values[variable] is None:
                low, high = self.space.ends[variable]
            else:
                low, high = 0, self.space.full[variable].bit_length() - 1
            self.domains += [*(() if low is None else (known >= low,)), *(() if high is None else (known <= high,))]
        return known

    def formula(self, formula: Formula) -> z3.BoolRef:
        space, made = self.space, self.made
        for found in space.cone(formula):
            if found in made:
                continue
            kind, parts = space.kind[found], space.parts[found]
            if kind == LITERAL:
                made[found] = self.among(parts[0], parts[1])
            elif kind == BOTH:
                made[found] = self.z3.And(*[made[part] for part in parts])
            elif kind == EITHER:
                made[found] = self.z3.Or(*[made[part] for part in parts])
            else:
                made[found] = self.atom(space.atoms[parts[0]])
        return made[formula]

    def among(self, variable: int, mask: int) -> z3.BoolRef:
        """The variable has one of the values of a mask, told by runs of indices."""
        symbol = self.symbol(variable)
        runs: list[list[int]] = []
        for index in bits(mask):
            if runs and runs[-1][1] == index - 1:
                runs[-1][1] = index
            else:
                runs.append([index, index])
        last = self.space.full[variable].bit_length() - 1
        ranges: list[Any] = []
        for low, high in runs:
            if low == high:
                ranges.append(symbol == low)
            elif low == 0 or high == last:
                ranges.append(symbol <= high if low == 0 else symbol >= low)
            else:
                ranges.append(self.z3.And(symbol >= low, symbol <= high))
        return ranges[0] if len(ranges) == 1 else self.z3.Or(*ranges)

    # ---- arithmetic ----------------------------------------------------------------------------------------------------------------------

    def atom(self, atom: Any) -> z3.BoolRef:
        assert isinstance(atom, Comparison)
        value = self.leaf(atom.leaf)
        holds = {"<=": value <= 0, ">": value > 0, "=": value == 0, "!=": value != 0}[atom.op]
        zero = [self.leaf(divisor) == 0 for divisor in divisors(atom.leaf)]
        if not zero:
            return holds
        return self.z3.Or(holds, *zero) if atom.op in (">", "!=") else self.z3.And(holds, *[self.z3.Not(one) for one in zero])

    def leaf(self, leaf: Leaf) -> Any:
        match leaf:
            case int() | Fraction():
                return self.plain(leaf)
            case Linear(terms=terms, constant=constant):
                found = [self.plain(coefficient) * self.number(variable) for variable, coefficient in terms]
                return self.z3.Sum(*found, self.plain(constant))
            case Expression(op=op, args=args):
                return self.worked(op, [self.leaf(arg) for arg in args])

    def plain(self, number: int | Fraction) -> Any:
        if isinstance(number, int):
            return self.z3.IntVal(number, self.context)
        return self.z3.Q(number.numerator, number.denominator, self.context)

    def worked(self, op: str, args: list[Any]) -> Any:
        z3 = self.z3
        made = args[0]
        if op in ("floor", "ceil", "nearest"):
            return self.rounded(op, made)
        for arg in args[1:]:
            if op == "+":
                made = made + arg
            elif op == "*":
                made = made * arg
            elif op == "/":
                made = real(z3, made) / real(z3, arg)
            else:
                made = z3.If(made >= arg if op == "max" else made <= arg, made, arg)
        return made

    def rounded(self, op: str, value: Any) -> Any:
        z3 = self.z3
        if z3.is_int(value):
            return value
        if op == "ceil":
            return -z3.ToInt(-value)
        return z3.ToInt(value + self.plain(Fraction(1, 2)) if op == "nearest" else value)

    def number(self, variable: int) -> Any:
        """The number that a variable is: its symbol, or a step for each value of a list that is not the whole numbers in a row."""
        known = self.numbers.get(variable)
        if known is None:
            known = self.numbers[variable] = self._number(variable)
        return known

    def _number(self, variable: int) -> Any:
        symbol = self.symbol(variable)
        values = self.space.values[variable]
        if values is None:
            return symbol
        numbers = [self.space.number(variable, index) for index in range(len(values))]
        if all(number == numbers[0] + index for index, number in enumerate(numbers)):
            return symbol + self.plain(numbers[0])
        whole = all(isinstance(number, int) for number in numbers)
        plain = [self.plain(number) if whole else real(self.z3, self.plain(number)) for number in numbers]
        made = plain[-1]
        for index in range(len(plain) - 2, -1, -1):
            made = self.z3.If(symbol == index, plain[index], made)
        return made


def real(z3: Any, value: Any) -> Any:
    return z3.ToReal(value) if z3.is_int(value) else value


def divisors(leaf: Leaf) -> list[Leaf]:
    """What a leaf divides by, anywhere in it."""
    if not isinstance(leaf, Expression):
        return []
    found = [divisor for arg in leaf.args for divisor in divisors(arg)]
    return [*found, leaf.args[1]] if leaf.op == "/" else found


def point(space: Space, formula: Formula, fixed: Mapping[int, int], rlimit: int = RLIMIT) -> dict[int, int] | str | None:
    """A point (index of each variable's value, number of each wide one) where a formula holds; None if there is none; why, if not known.

    Every question has a context of its own: the answer does not hang on what was asked before.
    """
    import z3

    translation = Translation(space)
    solver = z3.Solver(ctx=translation.context)
    solver.set("rlimit", rlimit)
    solver.set("random_seed", 0)
    solver.add(translation.formula(formula))
    for variable, mask in fixed.items():
        symbol = translation.symbol(variable)
        solver.add(symbol == mask if space.values[variable] is None else translation.among(variable, mask))
    solver.add(*translation.domains)
    answer = solver.check()
    if answer == z3.unsat:
        return None
    if answer == z3.unknown:
        return f"z3 does not know: {solver.reason_unknown()}"
    model = solver.model()
    return {v: model.eval(symbol, model_completion=True).as_long() for v, symbol in translation.symbols.items()}
