"""Every two rules that meet with opposite answers, and what settles it, worked out in pieces of so many questions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rulewright.core.model import Core
from rulewright.decision.judge.decide import settle
from rulewright.decision.judge.editions import PIECE
from rulewright.decision.judge.findings import Decided
from rulewright.decision.solve.solver import Effort
from rulewright.workers import Parcel, Workers


class Settling:
    """The pairs of one edition, or of some of its questions: handed out when this is made; `result` waits for them."""

    def __init__(self, core: Parcel[Core], questions: Sequence[str] | None, workers: Workers) -> None:
        self.edition = core.value.edition
        wanted = list(core.value.questions) if questions is None else questions
        self._found = workers.map_chunks(partial(settle_piece, core), wanted, PIECE)

    def result(self) -> Decided:
        found = self._found()
        effort = Effort()
        for one in found:
            effort.add(one.effort)
        settled = tuple(pair for one in found for pair in one.settled)
        return Decided(self.edition, (), settled, tuple(left for one in found for left in one.not_analysed), effort)


def settle_piece(core: Parcel[Core], questions: Sequence[str]) -> list[Decided]:
    """The pairs of some questions, for a worker."""
    return [settle(core.value, questions=questions)]
