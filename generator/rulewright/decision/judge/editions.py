"""The editions of a book decided together: a question that is the same in two of them, or was decided before, is decided once.

What is to be decided is cut into pieces of so many questions, which share what was encoded. Which processes decide them, and in which
order, changes nothing of what is found: a piece knows nothing of the others.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from functools import partial
from itertools import groupby
from weakref import WeakKeyDictionary

from rulewright.core.model import Core
from rulewright.decision.judge.decide import Decider, pairs_settled, questions_of, together
from rulewright.decision.judge.findings import Decided, QuestionVerdict
from rulewright.decision.judge.keys import Keys
from rulewright.decision.solve.solver import BUDGET
from rulewright.records import record
from rulewright.runtime import nests_deep
from rulewright.workers import Parcel, Workers, chunks

PIECE = 64
"""So many questions share an encoder; more of them would not be quicker."""


@record
class Wanted:
    """A question of an edition, and the key of its verdict."""

    edition: str
    question: str
    key: str


class Deciding:
    """The editions of a book being decided: the work is handed out when this is made, and `result` waits for it.

    `known` holds verdicts by their keys; the missing ones are added. `budget` is how many nodes of the search one question to the
    solver may take; `known` must come of the same.
    """

    def __init__(
        self,
        cores: Mapping[str, Parcel[Core]],
        known: MutableMapping[str, QuestionVerdict],
        budget: int = BUDGET,
        workers: Workers | None = None,
    ) -> None:
        self.cores = cores
        self.known = known
        self.wanted = [one for edition, core in cores.items() for one in _wanted(edition, core.value)]
        missing = list({one.key: one for one in reversed(self.wanted) if one.key not in known}.values())[::-1]
        groups = [(edition, list(several)) for edition, several in groupby(missing, key=lambda one: one.edition)]
        works = [partial(decide_piece, cores[edition], piece, budget) for edition, several in groups for piece in chunks(several, PIECE)]
        self._pending = (workers or Workers()).submit_all(works)

    def result(self) -> dict[str, Decided]:
        """What is decided of each edition."""
        for pending in self._pending:
            self.known.update(pending.result())
        self._pending = []
        return {
            edition: together(core.value, [self.known[one.key] for one in self.wanted if one.edition == edition])
            for edition, core in self.cores.items()
        }


@nests_deep
def _wanted(edition: str, core: Core) -> list[Wanted]:
    keys = Keys(core)
    return [Wanted(edition, question.name, keys.of(question.name)) for question in questions_of(core)]


_deciders: WeakKeyDictionary[Parcel[Core], Decider] = WeakKeyDictionary()
"""Of the cores of which a piece was decided in this process."""


@nests_deep
def decide_piece(core: Parcel[Core], piece: Sequence[Wanted], budget: int) -> dict[str, QuestionVerdict]:
    """The verdicts on some questions of a core by their keys, for a worker."""
    decider = _deciders.get(core)
    if decider is None or decider.budget != budget:
        decider = _deciders[core] = Decider(core.value, budget)
    decider.begin()
    return {one.key: decider.verdict(decider.core.questions[one.question]) for one in piece}


def decide_editions(cores: Mapping[str, Core], known: MutableMapping[str, QuestionVerdict], budget: int = BUDGET) -> dict[str, Decided]:
    """The same, in this process."""
    return Deciding({edition: Parcel(core) for edition, core in cores.items()}, known, budget).result()


def settle_edition(core: Parcel[Core], budget: int = BUDGET) -> Decided:
    """Every two rules of an edition that meet with opposite answers, and what settles it, for a worker."""
    return pairs_settled(core.value, budget)
