"""The same formulas put to z3: what the box search gives up on. z3 is imported when it is first asked.

They go there as text (SMT-LIB), a definition for each formula: a tenth of the time that building terms one by one takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rulewright.decision.formula import BOTH, EITHER, FALSE, LITERAL, TRUE, Atom, Exact, Formula, Space
from rulewright.decision.leaves import Expression, Leaf, Linear
from rulewright.decision.numbers import Comparison

RLIMIT = 10_000_000
"""Steps of z3 for one question (a second or so): steps, not time, so that every machine gives the same answer."""


class Text:
    """The formulas of a space as SMT-LIB. A finite variable `v3` is the index of its value, a wide one the number itself.

    Without arithmetic finite variables are `bounded`: bit vectors, which z3 is quickest with.
    """

    def __init__(self, space: Space, bounded: bool) -> None:
        self.space = space
        self.bounded = bounded
        self.lines: list[str] = []
        self.widths: dict[int, int] = {}
        self.named: dict[Formula, str] = {FALSE: "false", TRUE: "true"}

    def symbol(self, variable: int) -> str:
        """The constant that stands for a variable; declared when first met, with what it may be."""
        name = f"v{variable}"
        if variable in self.widths:
            return name
        values = self.space.full[variable].bit_length()
        self.widths[variable] = width = max((values - 1).bit_length(), 1)
        if self.bounded:
            self.lines.append(f"(declare-const {name} (_ BitVec {width}))")
            if values < 1 << width:
                self.lines.append(f"(assert (bvule {name} (_ bv{values - 1} {width})))")
            return name
        self.lines.append(f"(declare-const {name} Int)")
        low, high = self.space.ends.get(variable, (0, values - 1))
        self.lines += [] if low is None else [f"(assert (>= {name} {plain(low)}))"]
        self.lines += [] if high is None else [f"(assert (<= {name} {plain(high)}))"]
        return name

    def formula(self, formula: Formula) -> str:
        """The name of a formula; what is in it is defined before."""
        space, named = self.space, self.named
        for found in space.cone(formula):
            if found in named:
                continue
            kind, parts = space.kind[found], space.parts[found]
            if kind == LITERAL:
                text = self.among(*parts)
            elif kind in (BOTH, EITHER):
                text = f"({'and' if kind == BOTH else 'or'} {' '.join([named[part] for part in parts])})"
            else:
                text = self.atom(space.atoms[parts[0]])
            named[found] = f"f{found}"
            self.lines.append(f"(define-fun f{found} () Bool {text})")
        return named[formula]

    def among(self, variable: int, mask: int) -> str:
        """The variable has one of the values of a mask (not all), told by runs of indices."""
        symbol = self.symbol(variable)
        last = self.space.full[variable].bit_length() - 1
        ranges: list[str] = []
        for low, high in runs(mask):
            if low == high:
                ranges.append(f"(= {symbol} {self.index(variable, low)})")
                continue
            ends = [] if low == 0 else [self.ordered(self.index(variable, low), symbol)]
            ends += [] if high == last else [self.ordered(symbol, self.index(variable, high))]
            ranges.append(ends[0] if len(ends) == 1 else f"(and {' '.join(ends)})")
        return ranges[0] if len(ranges) == 1 else f"(or {' '.join(ranges)})"

    def index(self, variable: int, index: int) -> str:
        return f"(_ bv{index} {self.widths[variable]})" if self.bounded else str(index)

    def ordered(self, one: str, other: str) -> str:
        return f"({'bvule' if self.bounded else '<='} {one} {other})"

    # ---- arithmetic ----------------------------------------------------------------------------------------------------------------------

    def atom(self, atom: Atom) -> str:
        assert isinstance(atom, Comparison)
        value, whole = self.leaf(atom.leaf)
        nought = plain(0, whole)
        zero = [f"(= {text} {plain(0, is_whole)})" for text, is_whole in map(self.leaf, divisors(atom.leaf))]
        holds = f"(not (= {value} {nought}))" if atom.op == "!=" else f"({atom.op} {value} {nought})"
        if not zero:
            return holds
        return f"(or {holds} {' '.join(zero)})" if atom.op in (">", "!=") else f"(and {holds} (not (or false {' '.join(zero)})))"

    def leaf(self, leaf: Leaf) -> tuple[str, bool]:
        """A leaf, and whether it is told as a whole number (else as a real one)."""
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
        numbers = [self.space.number(variable, index) for index in range(self.space.full[variable].bit_length())]
        if all(number == numbers[0] + index for index, number in enumerate(numbers)):
            return _worked("+", [(symbol, True), self.leaf(numbers[0])])
        whole = all(isinstance(number, int) for number in numbers)
        made = plain(numbers[-1], whole)
        for index in range(len(numbers) - 2, -1, -1):
            made = f"(ite (= {symbol} {index}) {plain(numbers[index], whole)} {made})"
        return made, whole


def runs(mask: int) -> Iterator[tuple[int, int]]:
    """The runs of bits that are set: first and last."""
    while mask:
        low = mask & -mask
        end = mask + low
        yield low.bit_length() - 1, (end & -end).bit_length() - 2
        mask &= end


def plain(number: Exact, whole: bool = True) -> str:
    if isinstance(number, Fraction):
        return f"(/ {plain(number.numerator, False)} {number.denominator}.0)"
    text = str(abs(number)) if whole else f"{abs(number)}.0"
    return text if number >= 0 else f"(- {text})"


def _worked(op: str, args: list[tuple[str, bool]]) -> tuple[str, bool]:
    """An expression; whole numbers are made real where they stand beside real ones, or are divided."""
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


def text_of(space: Space, formula: Formula, fixed: Mapping[int, int]) -> Text:
    """A formula and what is fixed, asserted."""
    arithmetic = any(space.kind[found] not in (BOTH, EITHER, LITERAL) for found in space.cone(formula) if found > TRUE)
    text = Text(space, bounded=not arithmetic)
    asserted = [text.formula(formula)]
    for variable, mask in fixed.items():
        if space.values[variable] is not None:
            asserted.append(text.formula(space.literal(variable, mask)))
        elif arithmetic:
            asserted.append(f"(= {text.symbol(variable)} {plain(mask)})")
    text.lines += [f"(assert {one})" for one in asserted]
    return text


def point(space: Space, formula: Formula, fixed: Mapping[int, int]) -> dict[int, int] | str | None:
    """A point (index of each variable's value, number of each wide one) where a formula holds; None if there is none; why, if not known.

    Variables that are neither in the formula nor fixed are not told. Every question has a context of its own: the answer does not hang on
    what was asked before.
    """
    import z3

    text = text_of(space, formula, fixed)
    context = z3.Context()
    solver = z3.SolverFor("QF_FD", ctx=context) if text.bounded else z3.Solver(ctx=context)
    solver.set("rlimit", RLIMIT)
    solver.from_string("\n".join(text.lines))
    answer = solver.check()
    if answer == z3.unsat:
        return None
    if answer == z3.unknown:
        return f"z3 does not know: {solver.reason_unknown()}"
    model = solver.model()
    found = {int(one.name()[1:]): model[one].as_long() for one in model.decls() if one.name().startswith("v")}
    return {variable: found.get(variable, int(space.first(variable))) for variable in text.widths}
