"""The crowded question put to z3, pair by pair with assumptions: what the decisions are held against, in time and in verdict.

Encoded from the boxes that the question was drawn from and not from the program, so that a mistake in reading the program would show.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from benchmarks.decision_books import SIZES, Box


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The pairs (by place) that can stand together and disagree; the processor seconds that this took; pairs asked, and not known."""

    clashing: frozenset[tuple[int, int]]
    seconds: float
    asked: int
    unknown: int


def verdicts(boxes: Sequence[Box]) -> Verdicts:
    """One solver that knows all rules and who goes before whom; each pair is one `check` that assumes that both stand."""
    import z3

    solver, standing = _standing(z3, boxes)
    found, unknown, asked = set(), 0, 0
    start = time.process_time()
    for one, other in combinations(range(len(boxes)), 2):
        if boxes[one].value == boxes[other].value:
            continue
        asked += 1
        told = solver.check(standing[one], standing[other])
        if told == z3.sat:
            found.add((one, other))
        elif told == z3.unknown:
            unknown += 1
    return Verdicts(frozenset(found), time.process_time() - start, asked, unknown)


def _standing(z3: Any, boxes: Sequence[Box]) -> tuple[Any, list[Any]]:
    """A solver with a Boolean a rule: its condition holds and no rule that stands goes before it."""
    solver = z3.SolverFor("QF_LIA")
    facts = [z3.Int(f"f{number}") for number in range(len(SIZES))]
    solver.add(*[z3.And(fact >= 0, fact < size) for fact, size in zip(facts, SIZES, strict=True)])
    standing = [z3.Bool(f"stands{place}") for place in range(len(boxes))]
    beaten: dict[int, list[Any]] = {}
    for place, box in enumerate(boxes):
        for target in box.beats:
            beaten.setdefault(target, []).append(standing[place])
    for place, box in enumerate(boxes):
        condition = [_allowed(z3, facts[fact], values) for fact, values in sorted(box.sides.items())]
        if box.sum_at_least is not None:
            condition.append(z3.Sum([facts[fact] for fact in box.sum_at_least[0]]) >= box.sum_at_least[1])
        solver.add(standing[place] == z3.And(*condition, *[z3.Not(attacker) for attacker in beaten.get(place, ())]))
    return solver, standing


def _allowed(z3: Any, fact: Any, values: frozenset[int]) -> Any:
    """A range as two bounds, a set as alternatives, which is what z3 likes best of each."""
    low, high = min(values), max(values)
    if len(values) == high - low + 1:
        return z3.And(fact >= low, fact <= high)
    return z3.Or(*[fact == value for value in sorted(values)])
