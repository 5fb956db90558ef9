"""Kleene's three-valued logic, as an engine writes it down: yes, no, or undecided with what the engine keeps of the reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")
"""A truth: of one situation, or of all at once as formulas."""


class Logic(Protocol[T]):
    """The truths of one engine: a false part makes `and` false, a true part makes `or` true, else what is undecided is handed on."""

    def conjunction_of(self, operands: Iterable[T]) -> T: ...
    def disjunction_of(self, operands: Iterable[T]) -> T: ...
    def negate_truth(self, truth: T) -> T: ...
    def is_true(self, truth: T) -> bool: ...
    def is_false(self, truth: T) -> bool: ...
    def are_same(self, first: T, second: T) -> bool: ...
