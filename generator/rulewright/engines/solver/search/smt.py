"""Formulas as text that solvers read (SMT-LIB), a definition for each: a tenth of the time that building terms one by one takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.engines.solver.formula.space import BOTH, EITHER, FALSE, LITERAL, TRUE, Atom, Formula, Space


class Text:
    """The text of some formulas, line by line. `variables` are those that are declared in it.

    The modules that build on it say how variables and comparisons are written.
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.lines: list[str] = []
        self.variables: set[int] = set()
        self.named: dict[Formula, str] = {FALSE: "false", TRUE: "true"}

    def symbol(self, variable: int) -> str:
        """The constant that stands for a variable; declared when first met, with what it may be."""
        name = f"v{variable}"
        if variable not in self.variables:
            self.variables.add(variable)
            self.declare(variable, name)
        return name

    def last(self, variable: int) -> int:
        """The place of a finite variable's last value, counted from 0."""
        return self.space.full[variable].bit_length() - 1

    def declare(self, variable: int, name: str) -> None:
        raise NotImplementedError

    def index(self, variable: int, index: int) -> str:
        raise NotImplementedError

    def ordered(self, one: str, other: str) -> str:
        raise NotImplementedError

    def atom(self, atom: Atom) -> str:
        raise NotImplementedError

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
        """The variable has one of the values of a mask (not all), given as runs of indices."""
        symbol = self.symbol(variable)
        last = self.last(variable)
        ranges: list[str] = []
        for low, high in runs(mask):
            if low == high:
                ranges.append(f"(= {symbol} {self.index(variable, low)})")
                continue
            ends = [] if low == 0 else [self.ordered(self.index(variable, low), symbol)]
            ends += [] if high == last else [self.ordered(symbol, self.index(variable, high))]
            ranges.append(ends[0] if len(ends) == 1 else f"(and {' '.join(ends)})")
        return ranges[0] if len(ranges) == 1 else f"(or {' '.join(ranges)})"

    def asserted(self, formula: Formula, fixed: Mapping[int, int]) -> None:
        """The formula holds, and each variable that is fixed has one of these values."""
        self.lines.append(f"(assert {self.formula(formula)})")
        for variable, mask in fixed.items():
            self.fix(variable, mask)

    def fix(self, variable: int, mask: int) -> None:
        """A variable has one of the values of a mask; a wide one has this number."""
        self.lines.append(f"(assert {self.formula(self.space.literal(variable, mask))})")


def runs(mask: int) -> Iterator[tuple[int, int]]:
    """The runs of bits that are set: first and last."""
    while mask:
        low = mask & -mask
        end = mask + low
        yield low.bit_length() - 1, (end & -end).bit_length() - 2
        mask &= end
