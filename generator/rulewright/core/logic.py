"""The protocol of an engine's truths, through which what is written once serves every engine.

A truth is true, false or undecided, and an undecided one keeps its reasons. Their logic is Kleene's: a false part makes a conjunction
false, a true part makes a disjunction true, else what is undecided propagates.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Logic(Protocol[T]):
    """The truths of one engine: those of one situation, or those of all situations as formulas."""

    @property
    def true(self) -> T: ...
    @property
    def false(self) -> T: ...
    @property
    def circular_truth(self) -> T:
        """The truth that waits for itself: undecided, by conflict."""
        ...

    def conjunction_of(self, parts: Iterable[T]) -> T:
        """Return the conjunction; the reasons of undecided parts are merged in their order."""
        ...

    def disjunction_of(self, parts: Iterable[T]) -> T: ...
    def negate_truth(self, truth: T) -> T: ...
    def is_true(self, truth: T) -> bool:
        """Return True if a truth is known to be true, in all situations."""
        ...

    def is_false(self, truth: T) -> bool: ...
    def is_decided(self, truth: T) -> bool:
        """Return True if a truth is known to be true or false, in each situation."""
        ...

    def are_same(self, first: T, second: T) -> bool:
        """Return True if two truths are known to be the same, with the same reasons."""
        ...

    def fill_undecided(self, truth: T, filling: T) -> T:
        """Return the truth, and where it is undecided the filling."""
        ...
