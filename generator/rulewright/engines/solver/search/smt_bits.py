"""Formulas in bits, which solvers are quickest with; sums of finite variables are written where they are needed, other arithmetic never."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TypeAlias

from rulewright.engines.solver.formula.leaves import Linear
from rulewright.engines.solver.formula.linearize import is_whole
from rulewright.engines.solver.formula.numbers import NumericAtom
from rulewright.engines.solver.formula.space import Atom, Exact, Space
from rulewright.engines.solver.search.smt import Text

Bound: TypeAlias = tuple[Exact, bool]
"""A number, and whether it is itself within the bound."""

WIDEST = 24
"""A sum that takes more bits than this is not written."""
COMPARED = {"<=": "(bvule {one} {other})", ">": "(bvugt {one} {other})", "=": "(= {one} {other})", "!=": "(not (= {one} {other}))"}


class Bits(Text):
    """A variable is a bit vector: the place of its value. A comparison is a proposition, of which nothing is known until it is spelled out.

    `propositions` has for each comparison the name of its proposition, and whether that is it or its denial. `bounds` has, sum by sum, the
    names of those that it is at most some number; `seen` those looked at, and whether they could be written in bits.
    """

    def __init__(self, space: Space) -> None:
        super().__init__(space)
        self.propositions: dict[Atom, tuple[str, bool]] = {}
        self.bounds: dict[Hashable, dict[Bound, str]] = {}
        self.ordered_bounds: set[tuple[str, str]] = set()
        self.seen: dict[str, bool] = {}

    def width(self, variable: int) -> int:
        return max(self.last(variable).bit_length(), 1)

    def declare(self, variable: int, name: str) -> None:
        last, width = self.last(variable), self.width(variable)
        self.lines.append(f"(declare-const {name} (_ BitVec {width}))")
        if last + 1 < 1 << width:
            self.lines.append(f"(assert (bvule {name} (_ bv{last} {width})))")

    def index(self, variable: int, index: int) -> str:
        return f"(_ bv{index} {self.width(variable)})"

    def ordered(self, one: str, other: str) -> str:
        return f"(bvule {one} {other})"

    def atom(self, atom: Atom) -> str:
        known = self.propositions.get(atom)
        if known is None:
            known = self.propositions[atom] = self._proposition(atom)
        name, holds = known
        return name if holds else f"(not {name})"

    def _proposition(self, atom: Atom) -> tuple[str, bool]:
        opposite = self.propositions.get(atom.opposite())
        if opposite is not None:
            return opposite[0], not opposite[1]
        terms, most, holds = self._at_most(atom) or ((atom,), (0, True), True)
        bounds = self.bounds.setdefault(terms, {})
        if most not in bounds:
            bounds[most] = f"a{sum(map(len, self.bounds.values()))}"
            self.lines.append(f"(declare-const {bounds[most]} Bool)")
        return bounds[most], holds

    def _at_most(self, atom: Atom) -> tuple[Hashable, Bound, bool] | None:
        """A comparison as a sum that is at most (or less than) a number, or as the denial of that; the first of the sum is positive."""
        if not isinstance(atom, NumericAtom) or not isinstance(atom.leaf, Linear) or atom.op not in ("<=", ">"):
            return None
        terms, constant = atom.leaf.terms, atom.leaf.constant
        if terms[0][1] > 0:
            return terms, (-constant, True), atom.op == "<="
        # -s + c <= 0 denies s < c, which of whole numbers is s <= c - 1.
        bound = (constant - 1, True) if is_whole(self.space, atom.leaf) else (constant, False)
        return tuple([(variable, -factor) for variable, factor in terms]), bound, atom.op == ">"

    def order_bounds(self) -> None:
        """Say what is known of sums, once: what is at most 3 is at most 5."""
        for bounds in self.bounds.values():
            pairs = list(pairwise([bounds[bound] for bound in sorted(bounds)]))
            self.lines += [f"(assert (=> {less} {more}))" for less, more in pairs if (less, more) not in self.ordered_bounds]
            self.ordered_bounds.update(pairs)

    def tell(self, atom: Atom) -> None:
        """Say what a proposition means, where bits can express it."""
        assert isinstance(atom, NumericAtom)
        name, holds = self.propositions[atom]
        meaning = self._compared(atom.op, atom.leaf) if isinstance(atom.leaf, Linear) else None
        self.seen[name] = meaning is not None
        if meaning is not None:
            self.lines.append(f"(assert (= {name if holds else f'(not {name})'} {meaning}))")

    def _compared(self, op: str, leaf: Linear) -> str | None:
        """A sum against zero: what is added on the one side, what is taken off on the other."""
        constant = leaf.constant
        factors: list[tuple[int, Exact]] = []
        for variable, coefficient in leaf.terms:
            row = None if self.space.values[variable] is None else self.space.row(variable)
            if row is None:
                return None
            constant += coefficient * row[0]
            factors.append((variable, coefficient * row[1]))
        scale = lcm(*(Fraction(number).denominator for number in (constant, *(factor for _, factor in factors))))
        terms = [(variable, int(factor * scale)) for variable, factor in factors]
        constant = int(constant * scale)
        sides = [([(v, sign * f) for v, f in terms if sign * f > 0], max(sign * constant, 0)) for sign in (1, -1)]
        width = max(1, *((more + sum(f * self.last(v) for v, f in side)).bit_length() for side, more in sides))
        if width > WIDEST:
            return None
        one, other = (self._sum(side, more, width) for side, more in sides)
        return COMPARED[op].format(one=one, other=other)

    def _sum(self, terms: Iterable[tuple[int, int]], constant: int, width: int) -> str:
        parts = [f"(_ bv{constant} {width})"] if constant else []
        for variable, factor in terms:
            symbol = self.symbol(variable)
            more = width - self.width(variable)
            wider = f"((_ zero_extend {more}) {symbol})" if more else symbol
            parts.append(wider if factor == 1 else f"(bvmul (_ bv{factor} {width}) {wider})")
        if not parts:
            return f"(_ bv0 {width})"
        return parts[0] if len(parts) == 1 else f"(bvadd {' '.join(parts)})"
