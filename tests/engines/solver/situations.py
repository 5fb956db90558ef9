"""All situations of a small book at once: each is one bit of a number, and whatever is true of some of them is the number of those bits.

A *spread* says of every situation which value an expression has there, or why it has none. Working on spreads is enumeration and nothing
else: a `|` or `&` of two numbers looks at every situation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

Bits = int
SILENT = object()
"""What work on plain values gives where it has no value."""


class TooMany(Exception):
    """There is too much to look at all of it."""


@dataclass(frozen=True)
class Spread:
    """Which situations give which value; in those of `conflict` and `undetermined` there is none, for that reason (or for both).

    `zero` are those of `undetermined` where a divisor is zero in the expression itself, not in the answer of a question that it asks.
    """

    values: dict[Any, Bits]
    conflict: Bits = 0
    undetermined: Bits = 0
    zero: Bits = 0

    def of(self, value: Any) -> Bits:
        """The situations with that value."""
        return self.values.get(value, 0)

    @property
    def true(self) -> Bits:
        return self.values.get(True, 0)

    @property
    def false(self) -> Bits:
        return self.values.get(False, 0)

    @property
    def open(self) -> Bits:
        return self.conflict | self.undetermined


@dataclass(frozen=True)
class Together:
    """The keys of what is one dimension together; its values are those of all of them."""

    keys: tuple[Any, ...]


@dataclass
class Situations:
    """The product of some dimensions, each a key with its values."""

    dimensions: Sequence[tuple[Any, Sequence[Any]]]
    spreads: dict[Any, Spread] = field(init=False)
    count: int = field(init=False)
    all: Bits = field(init=False)

    def __post_init__(self) -> None:
        self.count = 1
        strides = []
        for _, values in self.dimensions:
            strides.append(self.count)
            self.count *= len(values)
        self.all = (1 << self.count) - 1
        self.spreads = {}
        for (key, values), stride in zip(self.dimensions, strides, strict=True):
            period = stride * len(values)
            repeat = self.all // ((1 << period) - 1)
            block = ((1 << stride) - 1) * repeat
            for name, several in by_key(key, values):
                spread: dict[Any, Bits] = {}
                for index, value in enumerate(several):
                    spread[value] = spread.get(value, 0) | block << (stride * index)
                self.spreads[name] = Spread(spread)

    def at(self, bit: int) -> dict[Any, Any]:
        """The situation of a bit: the value of every dimension."""
        found: dict[Any, Any] = {}
        for key, values in self.dimensions:
            bit, index = divmod(bit, len(values))
            found.update((name, several[index]) for name, several in by_key(key, values))
        return found

    # ---- spreads ---------------------------------------------------------------------------------------------------------------------

    def always(self, value: Any) -> Spread:
        return Spread({value: self.all})

    def truth(self, true: Bits, conflict: Bits = 0, undetermined: Bits = 0) -> Spread:
        """True there, open there, false elsewhere."""
        return Spread({True: true, False: self.all & ~(true | conflict | undetermined)}, conflict, undetermined)

    def negation(self, of: Spread) -> Spread:
        return Spread({True: of.false, False: of.true}, of.conflict, of.undetermined, of.zero)

    def conjunction(self, parts: Iterable[Spread]) -> Spread:
        """Kleene: a false part makes it false, else an open one opens it."""
        true, false, conflict, undetermined, zero = self.all, 0, 0, 0, 0
        for part in parts:
            true &= part.true
            false |= part.false
            conflict |= part.conflict
            undetermined |= part.undetermined
            zero |= part.zero
        return Spread({True: true, False: false}, conflict & ~false, undetermined & ~false, zero & ~false)

    def disjunction(self, parts: Iterable[Spread]) -> Spread:
        return self.negation(self.conjunction([self.negation(part) for part in parts]))

    def lift(self, work: Callable[..., Any], *parts: Spread) -> Spread:
        """`work` on the values of every situation; where a part has none, there is none."""
        rows: list[tuple[tuple[Any, ...], Bits]] = [((), self.all)]
        conflict = undetermined = zero = 0
        for part in parts:
            conflict |= part.conflict
            undetermined |= part.undetermined
            zero |= part.zero
            rows = [((*before, value), bits & where) for before, bits in rows for value, where in part.values.items() if bits & where]
        values: dict[Any, Bits] = {}
        for row, bits in rows:
            value = work(*row)
            if value is SILENT:
                undetermined |= bits
            else:
                values[value] = values.get(value, 0) | bits
        return Spread(values, conflict, undetermined, zero)


def by_key(key: Any, values: Sequence[Any]) -> list[tuple[Any, Sequence[Any]]]:
    """A dimension, or each key of several that are one together, with its values."""
    if not isinstance(key, Together):
        return [(key, values)]
    return [(name, [value[place] for value in values]) for place, name in enumerate(key.keys)]


def first_bit(bits: Bits) -> int:
    """The number of the lowest bit."""
    return (bits & -bits).bit_length() - 1


def bits_of(bits: Bits) -> list[int]:
    """The numbers of all bits."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
