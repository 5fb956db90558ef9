"""Distribution of the slips of an edition to workers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import TypeAlias
from weakref import WeakKeyDictionary

from rulewright.analysis.mutation.model import SlipResult, SlipResults
from rulewright.analysis.mutation.mutant_verdicts import SlipJudge, judge_range
from rulewright.analysis.mutation.mutate import find_slips
from rulewright.base.limits import SLIPS_PER_TASK
from rulewright.base.workers import Parcel, Workers
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.elaborate import resolve

Setting: TypeAlias = tuple[Rulebook, str, int]
"""A book, the edition under test, and the budget."""


class SlipJob:
    """The slips of an edition, submitted to workers on construction, by case; `result` waits for them."""

    def __init__(self, book: Rulebook, edition: str, budget: int, workers: Workers) -> None:
        self.edition = edition
        places = [slip.line.case for slip in find_slips(book.views[edition], resolve(book, edition)[0])]
        runs = [list(run) for _, run in groupby(range(len(places)), key=lambda place: places[place])]
        spans = [range(run[0], run[-1] + 1) for run in runs]
        work = partial(judge_slips, Parcel((book, edition, budget)))
        self._results = workers.map_chunks(work, spans, SLIPS_PER_TASK, len)

    def result(self) -> SlipResults:
        """Return the results of all slips, waiting for the workers."""
        return SlipResults(self.edition, tuple(slip for chunk in self._results() for slip in chunk))


_judges: WeakKeyDictionary[Parcel[Setting], SlipJudge] = WeakKeyDictionary()
"""The judges of editions in this process."""


def judge_slips(setting: Parcel[Setting], spans: Sequence[range]) -> list[tuple[SlipResult, ...]]:
    """Return the results of the slips of some cases; runs in a worker."""
    edition = _judges.get(setting)
    if edition is None:
        edition = _judges[setting] = SlipJudge(*setting.value)
    return [tuple(judge_range(edition, span)) for span in spans]
