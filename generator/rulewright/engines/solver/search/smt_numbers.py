"""Formulas with whole numbers for variables: all of arithmetic, but many times slower to solve than bits."""

from __future__ import annotations

from fractions import Fraction

from rulewright.engines.solver.formula.leaves import Expression, Leaf, Linear
from rulewright.engines.solver.formula.numbers import NumericAtom
from rulewright.engines.solver.formula.space import Atom, Exact
from rulewright.engines.solver.search.smt import Text


class Arithmetic(Text):
    """A variable is a whole number: a finite one the place of its value, a wide one itself. A comparison is what it says."""

    def declare(self, variable: int, name: str) -> None:
        self.lines.append(f"(declare-const {name} Int)")
        low, high = self.space.ends.get(variable, (0, self.last(variable)))
        self.lines += [] if low is None else [f"(assert (>= {name} {plain(low)}))"]
        self.lines += [] if high is None else [f"(assert (<= {name} {plain(high)}))"]

    def index(self, variable: int, index: int) -> str:
        return str(index)

    def ordered(self, one: str, other: str) -> str:
        return f"(<= {one} {other})"

    def fix(self, variable: int, mask: int) -> None:
        if self.space.values[variable] is None:
            self.lines.append(f"(assert (= {self.symbol(variable)} {plain(mask)}))")
        else:
            super().fix(variable, mask)

    def atom(self, atom: Atom) -> str:
        assert isinstance(atom, NumericAtom)
        value, whole = self.leaf(atom.leaf)
        nought = plain(0, whole)
        zero = [f"(= {text} {plain(0, is_whole)})" for text, is_whole in map(self.leaf, divisors(atom.leaf))]
        holds = f"(not (= {value} {nought}))" if atom.op == "!=" else f"({atom.op} {value} {nought})"
        if not zero:
            return holds
        return f"(or {holds} {' '.join(zero)})" if atom.op in (">", "!=") else f"(and {holds} (not (or false {' '.join(zero)})))"

    def leaf(self, leaf: Leaf) -> tuple[str, bool]:
        """A leaf, and whether it is written as a whole number (else as a real one)."""
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
        """The number that a variable is: its symbol, or a step for each value of a list that is not the whole numbers in a row."""
        symbol = self.symbol(variable)
        if variable in self.space.ends:
            return symbol, True
        numbers, row = self.space.numbers(variable), self.space.row(variable)
        if row is not None:
            steps = (symbol, True) if row[1] == 1 else _worked("*", [self.leaf(row[1]), (symbol, True)])
            return _worked("+", [steps, self.leaf(row[0])])
        whole = all(isinstance(number, int) for number in numbers)
        made = plain(numbers[-1], whole)
        for index in range(len(numbers) - 2, -1, -1):
            made = f"(ite (= {symbol} {index}) {plain(numbers[index], whole)} {made})"
        return made, whole


def plain(number: Exact, whole: bool = True) -> str:
    if isinstance(number, Fraction):
        return f"(/ {plain(number.numerator, False)} {number.denominator}.0)"
    text = str(abs(number)) if whole else f"{abs(number)}.0"
    return text if number >= 0 else f"(- {text})"


def _worked(op: str, args: list[tuple[str, bool]]) -> tuple[str, bool]:
    """An expression; whole numbers are made real where they are mixed with real ones, or are divided."""
    if op in ("floor", "ceil", "nearest"):
        return _rounded(op, *args[0])
    whole = op != "/" and all(is_whole for _, is_whole in args)
    texts = [text if is_whole is whole else f"(to_real {text})" for text, is_whole in args]
    if op in ("+", "*", "/"):
        return f"({op} {' '.join(texts)})", whole
    made = texts[0]
    for text in texts[1:]:
        made = f"(let ((a {made}) (b {text})) (ite ({'>=' if op == 'max' else '<='} a b) a b))"
    return made, whole


def _rounded(op: str, text: str, whole: bool) -> tuple[str, bool]:
    if whole:
        return text, True
    if op == "ceil":
        return f"(- (to_int (- {text})))", True
    return f"(to_int {f'(+ {text} 0.5)' if op == 'nearest' else text})", True


def divisors(leaf: Leaf) -> list[Leaf]:
    """What a leaf divides by, anywhere in it."""
    if not isinstance(leaf, Expression):
        return []
    found = [divisor for arg in leaf.args for divisor in divisors(arg)]
    return [*found, leaf.args[1]] if leaf.op == "/" else found
