"""Formulas over integers: full arithmetic, but many times slower to solve than bit vectors."""

from __future__ import annotations

from fractions import Fraction

from rulewright.engines.solver.formula.leaves import Expression, Leaf, Linear
from rulewright.engines.solver.formula.numbers import NumericAtom
from rulewright.engines.solver.formula.space import Atom, Exact
from rulewright.engines.solver.search.smt import Text


class Arithmetic(Text):
    """Formulas over integers: a finite variable is the index of its value, a wide one its number; a comparison is encoded directly."""

    def declare(self, variable: int, name: str) -> None:
        self.lines.append(f"(declare-const {name} Int)")
        low, high = self.space.wide_bounds.get(variable, (0, self.last_index(variable)))
        self.lines += [] if low is None else [f"(assert (>= {name} {plain(low)}))"]
        self.lines += [] if high is None else [f"(assert (<= {name} {plain(high)}))"]

    def index(self, variable: int, index: int) -> str:
        return str(index)

    def ordered(self, lower: str, upper: str) -> str:
        return f"(<= {lower} {upper})"

    def fix(self, variable: int, mask: int) -> None:
        if self.space.values[variable] is None:
            self.lines.append(f"(assert (= {self.symbol(variable)} {plain(mask)}))")
        else:
            super().fix(variable, mask)

    def atom(self, atom: Atom) -> str:
        assert isinstance(atom, NumericAtom)
        value, is_integer = self.leaf(atom.leaf)
        nought = plain(0, is_integer)
        zero = [f"(= {text} {plain(0, is_whole)})" for text, is_whole in map(self.leaf, divisors(atom.leaf))]
        holds = f"(not (= {value} {nought}))" if atom.op == "!=" else f"({atom.op} {value} {nought})"
        if not zero:
            return holds
        return f"(or {holds} {' '.join(zero)})" if atom.op in (">", "!=") else f"(and {holds} (not (or false {' '.join(zero)})))"

    def leaf(self, leaf: Leaf) -> tuple[str, bool]:
        """Return the text of a leaf, and True if its sort is Int (else Real)."""
        match leaf:
            case int():
                return plain(leaf), True
            case Fraction():
                return plain(leaf, False), False
            case Linear(terms=terms, constant=constant):
                products = [_worked("*", [self.leaf(coefficient), self.number(variable)]) for variable, coefficient in terms]
                return _worked("+", [*products, self.leaf(constant)])
            case Expression(op=op, args=args):
                return _worked(op, [self.leaf(arg) for arg in args])

    def number(self, variable: int) -> tuple[str, bool]:
        """Return the number of a variable: its symbol, a linear term for an arithmetic progression, else a case for each value."""
        symbol = self.symbol(variable)
        if variable in self.space.wide_bounds:
            return symbol, True
        numbers, row = self.space.numbers_of(variable), self.space.arithmetic_progression(variable)
        if row is not None:
            steps = (symbol, True) if row[1] == 1 else _worked("*", [self.leaf(row[1]), (symbol, True)])
            return _worked("+", [steps, self.leaf(row[0])])
        is_integer = all(isinstance(number, int) for number in numbers)
        text = plain(numbers[-1], is_integer)
        for index in range(len(numbers) - 2, -1, -1):
            text = f"(ite (= {symbol} {index}) {plain(numbers[index], is_integer)} {text})"
        return text, is_integer


def plain(number: Exact, is_integer: bool = True) -> str:
    if isinstance(number, Fraction):
        return f"(/ {plain(number.numerator, False)} {number.denominator}.0)"
    text = str(abs(number)) if is_integer else f"{abs(number)}.0"
    return text if number >= 0 else f"(- {text})"


def _worked(op: str, args: list[tuple[str, bool]]) -> tuple[str, bool]:
    """Return the text of an operation; integers become reals where they are mixed with reals, or divided."""
    if op in ("floor", "ceil", "nearest"):
        return _rounded(op, *args[0])
    is_integer = op != "/" and all(is_whole for _, is_whole in args)
    texts = [text if is_whole is is_integer else f"(to_real {text})" for text, is_whole in args]
    if op in ("+", "*", "/"):
        return f"({op} {' '.join(texts)})", is_integer
    result = texts[0]
    for text in texts[1:]:
        result = f"(let ((a {result}) (b {text})) (ite ({'>=' if op == 'max' else '<='} a b) a b))"
    return result, is_integer


def _rounded(op: str, text: str, is_integer: bool) -> tuple[str, bool]:
    if is_integer:
        return text, True
    if op == "ceil":
        return f"(- (to_int (- {text})))", True
    return f"(to_int {f'(+ {text} 0.5)' if op == 'nearest' else text})", True


def divisors(leaf: Leaf) -> list[Leaf]:
    """Return the divisors anywhere in a leaf."""
    if not isinstance(leaf, Expression):
        return []
    inner_divisors = [divisor for arg in leaf.args for divisor in divisors(arg)]
    return [*inner_divisors, leaf.args[1]] if leaf.op == "/" else inner_divisors
