"""What a slip is, what becomes of it, and the figures of a book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rulewright.analysis.verdicts.findings import Witness
from rulewright.base.records import record
from rulewright.base.source import Location

ENOUGH = 95
"""So many of a hundred slips that change an answer an example should notice."""


class SlipKind(StrEnum):
    """What is changed; the value is how people read it."""

    BOUND = "a bound one off"
    VALUE = "another value"
    VERB = "another verb"
    CONDITION = "a condition lost"
    UNLESS = "an `unless` lost"
    EXTREME = "the other extreme"
    PRECEDENCE = "a precedence lost"
    CELLS = "two cells swapped"
    ROW = "a row lost"


class Fate(StrEnum):
    """What becomes of a slip."""

    NOTICED = "noticed"
    """An example fails."""
    UNNOTICED = "unnoticed"
    """No example fails, and a situation is shown in which an answer is another."""
    EQUAL = "equal"
    """Proved: no answer is another in any situation."""
    NOT_DECIDED = "not decided"
    """No example fails, and whether an answer can be another was not found out within the budget."""


@record
class Line:
    """Where a slip is: the address of the line, its case, its text without what is under it, and its place."""

    address: str
    case: str
    text: str
    location: Location


@record
class Told:
    """A situation that tells the book from the book with the slip: the answer as it is, and as it would be.

    `example` is a block to paste. `first`: whether it was made for this slip; else for an earlier one, which it notices as well.
    """

    situation: Witness
    answer: str
    with_slip: str
    example: str
    first: bool


@record
class Judged:
    """One slip: what was written and what would be instead; `by` the example that notices it, `told` where none does.

    `reason` says why it is not decided.
    """

    kind: SlipKind
    line: Line
    was: str
    now: str
    fate: Fate
    by: str | None = None
    told: Told | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Slips:
    """All slips of an edition, in the order of its lines."""

    edition: str
    judged: tuple[Judged, ...]

    @property
    def counts(self) -> Mapping[Fate, int]:
        """How many slips have each fate."""
        found = Counter(one.fate for one in self.judged)
        return {fate: found[fate] for fate in Fate}

    @property
    def of_hundred(self) -> int:
        """Of a hundred slips that are known to change an answer, how many an example notices; 100 where there are none."""
        noticed, unnoticed = self.counts[Fate.NOTICED], self.counts[Fate.UNNOTICED]
        return 100 * noticed // (noticed + unnoticed) if noticed + unnoticed else 100

    def of(self, fate: Fate) -> tuple[Judged, ...]:
        """The slips of one fate."""
        return tuple(one for one in self.judged if one.fate is fate)

    def of_kind(self) -> Mapping[SlipKind, Mapping[Fate, int]]:
        """How many slips of each kind have each fate; kinds of which there are none are left out."""
        found: dict[SlipKind, Counter[Fate]] = {kind: Counter() for kind in SlipKind}
        for one in self.judged:
            found[one.kind][one.fate] += 1
        return {kind: {fate: count[fate] for fate in Fate} for kind, count in found.items() if count}
