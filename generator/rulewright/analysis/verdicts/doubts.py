"""Possible faults of a question that are not settled yet."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.base.records import record

Pair: TypeAlias = frozenset[int]
"""The numbers of two rules."""
Pairs: TypeAlias = frozenset[Pair]


@record
class Doubts:
    """Possible findings on a question: pairs of rules that may contradict each other, a cycle that may be reached, a situation that may be
    unanswered, an answer that may be outside its range."""

    pairs: Pairs = frozenset()
    circle: bool = False
    gap: bool = False
    outside: bool = False

    def __bool__(self) -> bool:
        return bool(self.pairs) or self.circle or self.gap or self.outside

    def minus(self, other: Doubts) -> Doubts:
        """Return the doubts that `other` does not have."""
        return Doubts(
            self.pairs - other.pairs,
            self.circle and not other.circle,
            self.gap and not other.gap,
            self.outside and not other.outside,
        )

    def shared_with(self, other: Doubts) -> Doubts:
        """Return the doubts that both have."""
        return Doubts(self.pairs & other.pairs, self.circle and other.circle, self.gap and other.gap, self.outside and other.outside)

    def joined_with(self, other: Doubts) -> Doubts:
        """Return the doubts that either has."""
        return Doubts(self.pairs | other.pairs, self.circle or other.circle, self.gap or other.gap, self.outside or other.outside)


NO_DOUBT = Doubts()
