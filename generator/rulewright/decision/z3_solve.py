"""The same formulas put to z3: what the box search gives up on. z3 is imported when it is first asked.

A formula is handed over as SMT-LIB text, which z3 reads itself; building its terms one by one from here takes thirty times as long.
A variable that arithmetic looks at is a whole number (the index of its value, a wide one the number itself), any other a bit vector.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rulewright.decision.formula import BOTH, EITHER, HARD, LITERAL, Exact, Formula, Space, bits
from rulewright.decision.leaves import Expression, Leaf, Linear
from rulewright.decision.numbers import Comparison

RLIMIT = 20_000_000
"""Steps of z3 for one question (about half a second): steps, not time, so that every machine gives the same answer."""


class Text:
    """The text of formulas of one space; `lines` declares variables first."""

    def __init__(self, space: Space, formulas: list[Formula]) -> None:
        self.space = space
        self.declared: dict[int, str] = {}
        self.lines: list[str] = []
        cone = sorted({part for formula in formulas for part in space.cone(formula)})
        self.counted = {variable for part in cone if space.kind[part] == HARD for variable in space.atoms[space.parts[part][0]].variables}
        for part in cone:
            if part > 1:
                self.lines.append(f"(define-fun f{part} () Bool {self._formula(part)})")

    @staticmethod
    def name(formula: Formula) -> str:
        return ("false", "true")[formula] if formula < 2 else f"f{formula}"

    def _formula(self, formula: Formula) -> str:
        kind, parts = self.space.kind[formula], self.space.parts[formula]
        if kind == LITERAL:
            return self.among(parts[0], parts[1])
        if kind in (BOTH, EITHER):
            return f"({'and' if kind == BOTH else 'or'} {' '.join(map(self.name, parts))})"
        atom = self.space.atoms[parts[0]]
        assert isinstance(atom, Comparison)
        return self.atom(atom)

    # ---- variables --------------------------------------------------------------------------------------------------------------------

    def symbol(self, variable: int) -> str:
        """The name of a variable, declared with what it may be when it is first used."""
        known = self.declared.get(variable)
        if known is None:
            known = self.declared[variable] = f"v{variable}"
            values = self.space.values[variable]
            if values is not None and variable not in self.counted:
                self.lines.append(f"(declare-const {known} (_ BitVec {self._width(variable)}))")
                if len(values) < 1 << self._width(variable):
                    self.lines.append(f"(assert (bvule {known} {self._index(variable, len(values) - 1)}))")
                return known
            low, high = self.space.ends[variable] if values is None else (0, len(values) - 1)
            self.lines.append(f"(declare-const {known} Int)")
            self.lines += [] if low is None else [f"(assert (>= {known} {number_text(low)}))"]
            self.lines += [] if high is None else [f"(assert (<= {known} {number_text(high)}))"]
        return known

    def _width(self, variable: int) -> int:
        return max(1, (self.space.full[variable].bit_length() - 1).bit_length())

    def _index(self, variable: int, index: int) -> str:
        return str(index) if variable in self.counted else f"(_ bv{index} {self._width(variable)})"

    def among(self, variable: int, mask: int) -> str:
        """The variable has one of the values of a mask, told by runs of indices."""
        symbol = self.symbol(variable)
        most = "<=" if variable in self.counted else "bvule"
        last = self.space.full[variable].bit_length() - 1
        ranges: list[str] = []
        for low, high in _runs(mask):
            if low == high:
                ranges.append(f"(= {symbol} {self._index(variable, low)})")
                continue
            ends = [f"({most} {self._index(variable, low)} {symbol})"] if low > 0 else []
            ends += [f"({most} {symbol} {self._index(variable, high)})"] if high < last else []
            ranges.append(ends[0] if len(ends) == 1 else f"(and {' '.join(ends)})")
        return ranges[0] if len(ranges) == 1 else f"(or {' '.join(ranges)})"

    # ---- arithmetic ----------------------------------------------------------------------------------------------------------------------

    def atom(self, atom: Comparison) -> str:
        whole = self.whole(atom.leaf)
        value, nought = (whole, "0") if whole is not None else (self.leaf(atom.leaf), "0.0")
        holds = f"(not (= {value} {nought}))" if atom.op == "!=" else f"({atom.op} {value} {nought})"
        zero = [f"(= {self.leaf(divisor)} 0.0)" for divisor in divisors(atom.leaf)]
        if not zero:
            return holds
        if atom.op in (">", "!="):
            return f"(or {holds} {' '.join(zero)})"
        return f"(and {holds} {' '.join(f'(not {one})' for one in zero)})"

    def whole(self, leaf: Leaf) -> str | None:
        """A number as whole-number arithmetic, if nothing in it is a fraction."""
        match leaf:
            case int():
                return number_text(leaf)
            case Fraction():
                return None
            case Linear(terms=terms, constant=constant):
                known = [(self.whole_number(variable), coefficient) for variable, coefficient in terms]
                if not isinstance(constant, int) or any(name is None or not isinstance(c, int) for name, c in known):
                    return None
                found = [name if c == 1 else f"(* {number_text(int(c))} {name})" for name, c in known]
                return f"(+ {' '.join(map(str, found))} {number_text(constant)})"
            case Expression(op=op, args=args):
                if op == "/":
                    return None
                inner = [self.whole(arg) for arg in args]
                if any(one is None for one in inner):
                    return None
                return inner[0] if op in ("floor", "ceil", "nearest") else self.worked(op, [str(one) for one in inner])

    def whole_number(self, variable: int) -> str | None:
        """The number that a variable is, if it is one of the whole numbers in a row."""
        values = self.space.values[variable]
        if values is None:
            return self.symbol(variable)
        first = self.space.number(variable, 0)
        if any(self.space.number(variable, index) != first + index for index in range(len(values))) or not isinstance(first, int):
            return None
        return f"(+ {self.symbol(variable)} {number_text(first)})" if first else self.symbol(variable)

    def leaf(self, leaf: Leaf) -> str:
        """A number, as a real."""
        match leaf:
            case int() | Fraction():
                return real_text(leaf)
            case Linear(terms=terms, constant=constant):
                found = [f"(* {real_text(coefficient)} {self.number(variable)})" for variable, coefficient in terms]
                return f"(+ {' '.join(found)} {real_text(constant)})"
            case Expression(op=op, args=args):
                return self.worked(op, [self.leaf(arg) for arg in args])

    def worked(self, op: str, args: list[str]) -> str:
        match op:
            case "floor":
                return f"(to_real (to_int {args[0]}))"
            case "ceil":
                return f"(to_real (- (to_int (- {args[0]}))))"
            case "nearest":
                return f"(to_real (to_int (+ {args[0]} 0.5)))"
            case "+" | "*" | "/":
                return f"({op} {' '.join(args)})"
        made = args[0]
        for arg in args[1:]:
            made = f"(let ((a {made}) (b {arg})) (ite ({'>=' if op == 'max' else '<='} a b) a b))"
        return made

    def number(self, variable: int) -> str:
        """The number that a variable is, as a real: its symbol, or a step for each value that is not the whole numbers in a row."""
        symbol = self.symbol(variable)
        values = self.space.values[variable]
        if values is None:
            return f"(to_real {symbol})"
        numbers = [self.space.number(variable, index) for index in range(len(values))]
        if all(number == numbers[0] + index for index, number in enumerate(numbers)):
            return f"(+ (to_real {symbol}) {real_text(numbers[0])})"
        made = real_text(numbers[-1])
        for index in range(len(numbers) - 2, -1, -1):
            made = f"(ite (= {symbol} {index}) {real_text(numbers[index])} {made})"
        return made


def _runs(mask: int) -> Iterator[tuple[int, int]]:
    """The runs of bits of a mask: first and last."""
    first = last = -2
    for index in bits(mask):
        if index != last + 1:
            if last >= 0:
                yield first, last
            first = index
        last = index
    yield first, last


def number_text(number: int) -> str:
    return str(number) if number >= 0 else f"(- {-number})"


def real_text(number: Exact) -> str:
    if isinstance(number, int) or number.denominator == 1:
        whole = int(number)
        return f"{whole}.0" if whole >= 0 else f"(- {-whole}.0)"
    above = real_text(number.numerator)
    return f"(/ {above} {number.denominator}.0)"


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

    text = Text(space, [formula])
    for variable, mask in fixed.items():
        told = f"(= {text.symbol(variable)} {number_text(mask)})" if space.values[variable] is None else text.among(variable, mask)
        text.lines.append(f"(assert {told})")
    text.lines.append(f"(assert {text.name(formula)})")
    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.set("rlimit", rlimit)
    solver.set("random_seed", 0)
    solver.from_string("\n".join(text.lines))
    answer = solver.check()
    if answer == z3.unsat:
        return None
    if answer == z3.unknown:
        return f"z3 does not know: {solver.reason_unknown()}"
    model = solver.model()
    by_name = {declared.name(): declared for declared in model.decls()}
    return {
        variable: model[by_name[name]].as_long() if name in by_name else _lowest(space, variable)
        for variable, name in text.declared.items()
    }


def _lowest(space: Space, variable: int) -> int:
    """A value of a variable that the model leaves free."""
    if space.values[variable] is not None:
        return 0
    low, high = space.ends[variable]
    return low if low is not None else high if high is not None else 0
