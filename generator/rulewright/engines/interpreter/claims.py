"""The rules of one stage of an answer, as they were weighed against each other, and the ways in which they may stand together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulewright.base.records import record
from rulewright.engines.interpreter.fixpoint import State
from rulewright.engines.interpreter.plan import LiveAddress, LiveRule
from rulewright.engines.interpreter.unknown import Open


class Weighed:
    """One rule in one answer.

    How it stands, its effect, the number of its first false condition, and what beat it (rule or setter, why).
    """

    by: Any = None
    cycle = False
    address: LiveAddress
    """The first of its addresses that is there and about these arguments."""
    effect: Any = None
    excused: State | None = None
    """Of a `must` that a `need not` goes before: how its requirement stands; `state` is then how its permission does."""
    first_false = -1
    opened: Open | None = None
    row: int | None = None
    state = State.STANDS
    why = ""

    def __init__(self, live: LiveRule, stage: int) -> None:
        self.live = live
        self.stage = stage
        self.address = live.addresses[0]

    def stands(self) -> Any:
        """Whether it stands: True, False, or why that is open."""
        return self.opened if self.state is State.OPEN else self.state is State.STANDS


@record
class Way:
    """One way in which the rules of a stage may stand: these do, and each of those may or may not, whatever the others do.

    `required` are the rules, by identity, whose requirement stands, `perhaps_required` those whose requirement may: a `must` that a `need
    not` goes before keeps its permission.
    """

    stands: tuple[Weighed, ...]
    may: tuple[Weighed, ...]
    required: frozenset[int]
    perhaps_required: frozenset[int] = frozenset()


@dataclass(slots=True)
class WeighedStage:
    """The rules of a stage that are about the arguments, and the ways in which they may stand together."""

    weighed: list[Weighed]
    ways: tuple[Way, ...]
    of_value: Callable[[Any], tuple[Way, ...]] | None = None
    """Of roundings that are given several values: the ways in which they may stand together with each."""

    def ways_with(self, before: Any) -> tuple[Way, ...]:
        """The ways in which the rules may stand together where the value so far is this one."""
        return self.ways if self.of_value is None else self.of_value(before)


def independent(weighed: list[Weighed]) -> Way:
    """The one way where no open rule depends on another: each may stand or not by itself."""
    stands = tuple(one for one in weighed if one.state is State.STANDS)
    may = tuple(one for one in weighed if one.state is State.OPEN)
    required = frozenset(id(one) for one in stands if one.excused in {None, State.STANDS})
    perhaps = frozenset(id(one) for one in (*stands, *may) if (one.excused or one.state) is State.OPEN)
    return Way(stands, may, required, perhaps)
