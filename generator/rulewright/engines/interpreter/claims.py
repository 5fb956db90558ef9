"""Claims of a stage after the contest, and their consistent labellings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rulewright.base.records import record
from rulewright.engines.interpreter.plan import LiveAddress, LiveRule
from rulewright.engines.interpreter.unknown import Unknown


class ClaimStatus(Enum):
    """Status of a claim. FALSE: its guard is false; DEFEATED: another claim defeats it."""

    STANDS = 1
    OPEN = 2
    FALSE = 3
    DEFEATED = 4


class Claim:
    """A rule in a contest, with its status, effect, first false condition and winner.

    `winner` is the rule or suspension that defeats it.
    """

    winner: Any = None
    is_cyclic = False
    address: LiveAddress
    """The first enabled address whose head matches the operands."""
    effect: Any = None
    requirement_status: ClaimStatus | None = None
    """Status of the requirement of a `must` that a `need not` attacks; `status` is then the status of its permission."""
    holds = False
    """Its own condition is known to be true, whatever goes before it."""
    first_false = -1
    unknown: Unknown | None = None
    row: int | None = None
    column: int | None = None
    status = ClaimStatus.STANDS
    defeat_reason = ""

    def __init__(self, live: LiveRule, stage: int) -> None:
        self.live = live
        self.stage = stage
        self.address = live.addresses[0]

    def acceptance(self) -> Any:
        """Return True, False or the reason of being undecided."""
        return self.unknown if self.status is ClaimStatus.OPEN else self.status is ClaimStatus.STANDS


@record
class Labelling:
    """One consistent choice of statuses: accepted claims, and undecided ones that vary independently.

    `required` are the claims, by identity, whose requirement is accepted, `possibly_required` those whose requirement is undecided: a
    `must` that a `need not` attacks keeps its permission.
    """

    accepted: tuple[Claim, ...]
    undecided: tuple[Claim, ...]
    required: frozenset[int]
    possibly_required: frozenset[int] = frozenset()


@dataclass(slots=True)
class StageClaims:
    """The claims of a stage whose heads match the operands, and their consistent labellings."""

    claims: list[Claim]
    labellings: tuple[Labelling, ...]
    labellings_by_value: Callable[[Any], tuple[Labelling, ...]] | None = None
    """The labellings for one running value, for roundings with several possible inputs."""

    def labellings_for(self, running_value: Any) -> tuple[Labelling, ...]:
        """Return the labellings for this running value."""
        return self.labellings if self.labellings_by_value is None else self.labellings_by_value(running_value)


def independent_labelling(claims: list[Claim]) -> Labelling:
    """Return the single labelling of claims that do not depend on one another: each undecided one varies by itself."""
    accepted = tuple(claim for claim in claims if claim.status is ClaimStatus.STANDS)
    undecided = tuple(claim for claim in claims if claim.status is ClaimStatus.OPEN)
    required = frozenset(id(claim) for claim in accepted if claim.requirement_status in {None, ClaimStatus.STANDS})
    possibly_required = frozenset(
        id(claim) for claim in (*accepted, *undecided) if (claim.requirement_status or claim.status) is ClaimStatus.OPEN
    )
    return Labelling(accepted, undecided, required, possibly_required)
