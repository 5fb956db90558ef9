"""Formulas in SMT-LIB, one definition each: ten times faster than building terms one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.engines.solver.formula.space import BOTH, EITHER, FALSE, LITERAL, TRUE, Atom, Formula, Space


class Text:
    """The text of some formulas, line by line. `variables` are those that are declared in it.

    Subclasses define the form of variables and comparisons.
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.lines: list[str] = []
        self.variables: set[int] = set()
        self.definitions: dict[Formula, str] = {FALSE: "false", TRUE: "true"}

    def symbol(self, variable: int) -> str:
        """Return the constant of a variable, declaring it with its domain on first use."""
        name = f"v{variable}"
        if variable not in self.variables:
            self.variables.add(variable)
            self.declare(variable, name)
        return name

    def last_index(self, variable: int) -> int:
        """Return the index of a finite variable's last value."""
        return self.space.full[variable].bit_length() - 1

    def declare(self, variable: int, name: str) -> None:
        raise NotImplementedError

    def index(self, variable: int, index: int) -> str:
        raise NotImplementedError

    def ordered(self, lower: str, upper: str) -> str:
        raise NotImplementedError

    def atom(self, atom: Atom) -> str:
        raise NotImplementedError

    def formula(self, formula: Formula) -> str:
        """Return the name of a formula, defining it and its subformulas on first use."""
        space, definitions = self.space, self.definitions
        for subformula in space.subformulas(formula):
            if subformula in definitions:
                continue
            kind, parts = space.kinds[subformula], space.parts[subformula]
            if kind == LITERAL:
                text = self.values_text(*parts)
            elif kind in (BOTH, EITHER):
                text = f"({'and' if kind == BOTH else 'or'} {' '.join([definitions[part] for part in parts])})"
            else:
                text = self.atom(space.atoms[parts[0]])
            definitions[subformula] = f"f{subformula}"
            self.lines.append(f"(define-fun f{subformula} () Bool {text})")
        return definitions[formula]

    def values_text(self, variable: int, mask: int) -> str:
        """Return the text of a literal (not all values), as runs of indexes."""
        symbol = self.symbol(variable)
        last = self.last_index(variable)
        ranges: list[str] = []
        for low, high in runs(mask):
            if low == high:
                ranges.append(f"(= {symbol} {self.index(variable, low)})")
                continue
            ends = [] if low == 0 else [self.ordered(self.index(variable, low), symbol)]
            ends += [] if high == last else [self.ordered(symbol, self.index(variable, high))]
            ranges.append(ends[0] if len(ends) == 1 else f"(and {' '.join(ends)})")
        return ranges[0] if len(ranges) == 1 else f"(or {' '.join(ranges)})"

    def add_assertion(self, formula: Formula, fixed: Mapping[int, int]) -> None:
        """Assert a formula and the fixed domains of variables."""
        self.lines.append(f"(assert {self.formula(formula)})")
        for variable, mask in fixed.items():
            self.fix(variable, mask)

    def fix(self, variable: int, mask: int) -> None:
        """Assert that a variable has one of the values of a mask; a wide one has this number."""
        self.lines.append(f"(assert {self.formula(self.space.literal(variable, mask))})")


def runs(mask: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of bits that are set: first and last index."""
    while mask:
        low = mask & -mask
        end = mask + low
        yield low.bit_length() - 1, (end & -end).bit_length() - 2
        mask &= end
