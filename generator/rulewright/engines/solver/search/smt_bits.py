"""Formulas in bit vectors, the fastest theory for solvers; sums of finite variables are encoded on demand, other arithmetic never."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TypeAlias

from rulewright.base.limits import MAX_SUM_BITS
from rulewright.engines.solver.formula.leaves import Linear
from rulewright.engines.solver.formula.linearize import is_whole
from rulewright.engines.solver.formula.numbers import NumericAtom
from rulewright.engines.solver.formula.space import Atom, Exact, Space
from rulewright.engines.solver.search.smt import Text

Bound: TypeAlias = tuple[Exact, bool]
"""A number, and True if the bound includes it."""

COMPARED = {"<=": "(bvule {one} {other})", ">": "(bvugt {one} {other})", "=": "(= {one} {other})", "!=": "(not (= {one} {other}))"}


class Bits(Text):
    """Formulas in bit vectors: a variable is the index of its value. A comparison is a free proposition until it is defined.

    `propositions` has for each comparison the name of its proposition, and False if it is the negation. `bounds` has, for each sum, the
    names of its upper bounds; `expressible` has the defined propositions, with False for those that bits cannot express.
    """

    def __init__(self, space: Space) -> None:
        super().__init__(space)
        self.propositions: dict[Atom, tuple[str, bool]] = {}
        self.bounds: dict[Hashable, dict[Bound, str]] = {}
        self.ordered_bounds: set[tuple[str, str]] = set()
        self.expressible: dict[str, bool] = {}

    def width(self, variable: int) -> int:
        return max(self.last_index(variable).bit_length(), 1)

    def declare(self, variable: int, name: str) -> None:
        last, width = self.last_index(variable), self.width(variable)
        self.lines.append(f"(declare-const {name} (_ BitVec {width}))")
        if last + 1 < 1 << width:
            self.lines.append(f"(assert (bvule {name} (_ bv{last} {width})))")

    def index(self, variable: int, index: int) -> str:
        return f"(_ bv{index} {self.width(variable)})"

    def ordered(self, lower: str, upper: str) -> str:
        return f"(bvule {lower} {upper})"

    def atom(self, atom: Atom) -> str:
        proposition = self.propositions.get(atom)
        if proposition is None:
            proposition = self.propositions[atom] = self._proposition(atom)
        name, holds = proposition
        return name if holds else f"(not {name})"

    def _proposition(self, atom: Atom) -> tuple[str, bool]:
        opposite = self.propositions.get(atom.opposite())
        if opposite is not None:
            return opposite[0], not opposite[1]
        terms, limit, holds = self._at_most(atom) or ((atom,), (0, True), True)
        bounds = self.bounds.setdefault(terms, {})
        if limit not in bounds:
            bounds[limit] = f"a{sum(map(len, self.bounds.values()))}"
            self.lines.append(f"(declare-const {bounds[limit]} Bool)")
        return bounds[limit], holds

    def _at_most(self, atom: Atom) -> tuple[Hashable, Bound, bool] | None:
        """Normalize a comparison to an upper bound of a sum with a positive first coefficient, or to the negation of one."""
        if not isinstance(atom, NumericAtom) or not isinstance(atom.leaf, Linear) or atom.op not in ("<=", ">"):
            return None
        terms, constant = atom.leaf.terms, atom.leaf.constant
        if terms[0][1] > 0:
            return terms, (-constant, True), atom.op == "<="
        # -s + c <= 0 denies s < c, which of whole numbers is s <= c - 1.
        limit = (constant - 1, True) if is_whole(self.space, atom.leaf) else (constant, False)
        return tuple([(variable, -factor) for variable, factor in terms]), limit, atom.op == ">"

    def order_bounds(self) -> None:
        """Add the implications between bounds of one sum, once: at most 3 implies at most 5."""
        for bounds in self.bounds.values():
            pairs = list(pairwise([bounds[limit] for limit in sorted(bounds)]))
            self.lines += [f"(assert (=> {lower} {upper}))" for lower, upper in pairs if (lower, upper) not in self.ordered_bounds]
            self.ordered_bounds.update(pairs)

    def define_proposition(self, atom: Atom) -> None:
        """Define a proposition, if bits can express it."""
        assert isinstance(atom, NumericAtom)
        name, holds = self.propositions[atom]
        meaning = self._compared(atom.op, atom.leaf) if isinstance(atom.leaf, Linear) else None
        self.expressible[name] = meaning is not None
        if meaning is not None:
            self.lines.append(f"(assert (= {name if holds else f'(not {name})'} {meaning}))")

    def _compared(self, op: str, leaf: Linear) -> str | None:
        """Return a comparison of a sum with zero: positive terms on one side, negative on the other; None if bits cannot express it."""
        constant = leaf.constant
        factors: list[tuple[int, Exact]] = []
        for variable, coefficient in leaf.terms:
            row = None if self.space.values[variable] is None else self.space.arithmetic_progression(variable)
            if row is None:
                return None
            constant += coefficient * row[0]
            factors.append((variable, coefficient * row[1]))
        scale = lcm(*(Fraction(number).denominator for number in (constant, *(factor for _, factor in factors))))
        terms = [(variable, int(factor * scale)) for variable, factor in factors]
        constant = int(constant * scale)
        sides = [([(v, sign * f) for v, f in terms if sign * f > 0], max(sign * constant, 0)) for sign in (1, -1)]
        width = max(1, *((offset + sum(f * self.last_index(v) for v, f in side)).bit_length() for side, offset in sides))
        if width > MAX_SUM_BITS:
            return None
        positive_side, negative_side = (self._sum(side, offset, width) for side, offset in sides)
        return COMPARED[op].format(one=positive_side, other=negative_side)

    def _sum(self, terms: Iterable[tuple[int, int]], constant: int, width: int) -> str:
        parts = [f"(_ bv{constant} {width})"] if constant else []
        for variable, factor in terms:
            symbol = self.symbol(variable)
            extra_bits = width - self.width(variable)
            extended = f"((_ zero_extend {extra_bits}) {symbol})" if extra_bits else symbol
            parts.append(extended if factor == 1 else f"(bvmul (_ bv{factor} {width}) {extended})")
        if not parts:
            return f"(_ bv0 {width})"
        return parts[0] if len(parts) == 1 else f"(bvadd {' '.join(parts)})"
