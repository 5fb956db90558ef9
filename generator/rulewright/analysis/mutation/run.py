"""All slips of an edition, handed out to workers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import TypeAlias
from weakref import WeakKeyDictionary

from rulewright.analysis.mutation.model import Judged, Slips
from rulewright.analysis.mutation.mutant_verdicts import Judge, judge
from rulewright.analysis.mutation.mutate import sown
from rulewright.base.workers import Parcel, Workers
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.elaborate import resolve

Setting: TypeAlias = tuple[Rulebook, str, int]
"""A book, the edition that is tried, and the budget."""
CHUNK = 24
"""So many slips, unless those of one case are more, are judged by one worker."""


class Slipping:
    """The slips of an edition, handed out when this is made, those of a case together; `result` waits for them."""

    def __init__(self, book: Rulebook, edition: str, budget: int, workers: Workers) -> None:
        self.edition = edition
        places = [slip.line.case for slip in sown(book.views[edition], resolve(book, edition)[0])]
        runs = [list(run) for _, run in groupby(range(len(places)), key=lambda place: places[place])]
        spans = [range(run[0], run[-1] + 1) for run in runs]
        work = partial(judge_slips, Parcel((book, edition, budget)))
        self._judged = workers.map_chunks(work, spans, CHUNK, len)

    def result(self) -> Slips:
        """What becomes of every slip."""
        return Slips(self.edition, tuple(one for several in self._judged() for one in several))


_judges: WeakKeyDictionary[Parcel[Setting], Judge] = WeakKeyDictionary()
"""Of the editions whose slips were judged in this process."""


def judge_slips(setting: Parcel[Setting], spans: Sequence[range]) -> list[tuple[Judged, ...]]:
    """What becomes of the slips of some cases, for a worker."""
    edition = _judges.get(setting)
    if edition is None:
        edition = _judges[setting] = Judge(*setting.value)
    return [tuple(judge(edition, span)) for span in spans]
