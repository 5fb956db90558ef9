"""Data model of mutation testing: slips, their fates, and the figures of an edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rulewright.analysis.verdicts.findings import Witness
from rulewright.base.records import record
from rulewright.base.source import Location

ENOUGH_PERCENT_NOTICED = 95
"""The percentage of answer-changing slips that the examples should notice."""


class SlipKind(StrEnum):
    """The kind of change; the value is its display text."""

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
    """The result for a slip."""

    NOTICED = "noticed"
    """An example fails."""
    UNNOTICED = "unnoticed"
    """No example fails, and a situation is known in which an answer differs."""
    EQUAL = "equal"
    """Proved: no answer differs in any situation."""
    NOT_DECIDED = "not decided"
    """No example fails, and the budget did not suffice to decide whether an answer can differ."""


@record
class Line:
    """The line of a slip: its address, its case, its text without nested lines, and its location."""

    address: str
    case: str
    text: str
    location: Location


@record
class DistinguishingSituation:
    """A situation that distinguishes the book from the book with the slip: the answer, and the answer with the slip.

    `example` is a block to paste. `first` is True if it was found for this slip, False if for an earlier one.
    """

    situation: Witness
    answer: str
    with_slip: str
    example: str
    first: bool


@record
class SlipResult:
    """A slip with its result: the words as written and as changed; `by` is the example that notices it.

    `counterexample` is set if no example notices it, `reason` if it is not decided.
    """

    kind: SlipKind
    line: Line
    was: str
    now: str
    fate: Fate
    noticed_by: str | None = None
    counterexample: DistinguishingSituation | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class SlipResults:
    """The slips of an edition with their results, in the order of its lines."""

    edition: str
    results: tuple[SlipResult, ...]

    @property
    def counts(self) -> Mapping[Fate, int]:
        """The number of slips of each fate."""
        by_fate = Counter(slip.fate for slip in self.results)
        return {fate: by_fate[fate] for fate in Fate}

    @property
    def percent_noticed(self) -> int:
        """The percentage, rounded down, of answer-changing slips that an example notices; 100 if there are none."""
        noticed, unnoticed = self.counts[Fate.NOTICED], self.counts[Fate.UNNOTICED]
        return 100 * noticed // (noticed + unnoticed) if noticed + unnoticed else 100

    def with_fate(self, fate: Fate) -> tuple[SlipResult, ...]:
        """Return the slips of one fate."""
        return tuple(slip for slip in self.results if slip.fate is fate)

    def counts_by_kind(self) -> Mapping[SlipKind, Mapping[Fate, int]]:
        """Return the number of slips by kind and fate; kinds without slips are left out."""
        counts_by_kind: dict[SlipKind, Counter[Fate]] = {kind: Counter() for kind in SlipKind}
        for slip in self.results:
            counts_by_kind[slip.kind][slip.fate] += 1
        return {kind: {fate: count[fate] for fate in Fate} for kind, count in counts_by_kind.items() if count}
