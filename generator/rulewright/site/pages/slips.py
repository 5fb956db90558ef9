"""The part of the page of coverage on slips: how many an example would notice, and each that none would."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from rulewright.analysis.mutation.model import ENOUGH_PERCENT_NOTICED, Fate, Line, SlipResult, SlipResults


@dataclass(frozen=True, slots=True)
class SlipFigures:
    """The figures of slips, a row for each kind and one for all, and the mutants to look at: those unnoticed by their line."""

    unnoticed: int
    percent_noticed: int
    verdict: str
    fates: list[str]
    rows: list[tuple[str, list[int]]]
    lines: list[tuple[Line, list[SlipResult]]]
    undecided: tuple[SlipResult, ...]


def count_slips(slips: SlipResults) -> SlipFigures:
    counted = [*((kind.value.replace("`", ""), counts) for kind, counts in slips.counts_by_kind().items()), ("all", slips.counts)]
    return SlipFigures(
        slips.counts[Fate.UNNOTICED],
        slips.percent_noticed,
        "enough" if slips.percent_noticed >= ENOUGH_PERCENT_NOTICED else f"it should be {ENOUGH_PERCENT_NOTICED}",
        [fate.value for fate in Fate],
        [(name, [counts[fate] for fate in Fate]) for name, counts in counted],
        [(line, list(mutants)) for line, mutants in groupby(slips.with_fate(Fate.UNNOTICED), key=lambda mutant: mutant.line)],
        tuple(slips.with_fate(Fate.NOT_DECIDED)),
    )
