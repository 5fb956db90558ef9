"""What may be wrong with a question, as far as that is not settled yet."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.base.records import record

Pair: TypeAlias = frozenset[int]
"""The numbers of two rules."""
Pairs: TypeAlias = frozenset[Pair]


@record
class Doubts:
    """What may be found of a question: pairs of rules that may contradict each other, a circle that may be reached, a situation in which it
    may not be answered, an answer that may be outside its range."""

    pairs: Pairs = frozenset()
    circle: bool = False
    gap: bool = False
    outside: bool = False

    def __bool__(self) -> bool:
        return bool(self.pairs) or self.circle or self.gap or self.outside

    def without(self, other: Doubts) -> Doubts:
        """The doubts that another has not."""
        return Doubts(
            self.pairs - other.pairs,
            self.circle and not other.circle,
            self.gap and not other.gap,
            self.outside and not other.outside,
        )

    def shared_with(self, other: Doubts) -> Doubts:
        """The doubts that both have."""
        return Doubts(self.pairs & other.pairs, self.circle and other.circle, self.gap and other.gap, self.outside and other.outside)

    def joined_with(self, other: Doubts) -> Doubts:
        """The doubts that one or the other has."""
        return Doubts(self.pairs | other.pairs, self.circle or other.circle, self.gap or other.gap, self.outside or other.outside)


NO_DOUBT = Doubts()
