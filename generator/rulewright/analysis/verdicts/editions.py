"""The editions of a book decided together: a question that is the same in two of them, or was decided before, is decided once.

Errors and warnings are decided first, and first of all those of the questions that were edited; notes only as deep as they are asked for.
What is to be decided is cut into pieces of so many questions, which share what was encoded. Which processes decide them, and in which
order, changes nothing of what is found: a piece knows nothing of the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import groupby
from math import ceil
from typing import TypeAlias

from rulewright.analysis.verdicts.decide import decider_of, questions_of, together
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.findings import Decided, QuestionVerdict
from rulewright.analysis.verdicts.verdict_keys import Keys
from rulewright.base.records import record
from rulewright.base.runtime import nests_deep
from rulewright.base.workers import Parcel, Pending, Workers, chunks
from rulewright.core.model import Core
from rulewright.engines.solver.search.solver import BUDGET

PIECE = 12
"""So many questions share an encoder, each with others that it asks; of more of them, pieces would be less even."""
FEWEST_PIECES = 4
"""Into so many pieces the questions of an edition are cut at least, so that several processes have something to do after an edit."""

Known: TypeAlias = Mapping[Depth, MutableMapping[str, QuestionVerdict]]
"""Verdicts of each depth by their keys."""


@record
class Wanted:
    """A question of an edition, the key of its verdicts, that of its own declaration and rules, and its place among those it asks."""

    edition: str
    question: str
    key: str
    own: str
    place: int


@record
class Task:
    """A question of which verdicts are missing at some depths, with the verdict on its errors where that is there."""

    question: str
    key: str
    own: str
    depths: tuple[Depth, ...]
    errors: QuestionVerdict | None = None


@record
class Verdicts:
    """What comes of a piece: verdicts, each with its key."""

    verdicts: tuple[tuple[str, QuestionVerdict], ...]

    def add_to(self, known: Known) -> None:
        """Add them to those that are known."""
        for key, verdict in self.verdicts:
            known[verdict.depth][key] = verdict


def nothing_known() -> Known:
    """Room for the verdicts of each depth."""
    return {depth: {} for depth in Depth}


class Deciding:
    """The editions of a book being decided: `start` hands out the work of a depth, and `result` waits for it.

    `known` holds verdicts by their keys; the missing ones are added. `budget` is how many nodes of the search one question to the
    solver may take; `known` must come of the same.
    """

    def __init__(self, cores: Mapping[str, Parcel[Core]], known: Known, budget: int = BUDGET, workers: Workers | None = None) -> None:
        self.cores = cores
        self.known = known
        self._budget = budget
        self._workers = workers or Workers()
        self._edited: list[Pending[Verdicts]] = []
        self._pending: list[Pending[Verdicts]] = []
        self._started: set[Depth] = set()

    @cached_property
    def wanted(self) -> list[Wanted]:
        """Every question of every edition."""
        return [one for edition, core in self.cores.items() for one in _wanted(edition, core.value)]

    @cached_property
    def _grouped(self) -> list[Wanted]:
        """The same, edition by edition: those that ask one another next to one another."""
        editions = list(self.cores)
        return sorted(self.wanted, key=lambda one: (editions.index(one.edition), one.place))

    def start(self, depth: Depth) -> None:
        """Hand out what is missing of a depth and of those before it; errors come first, and notes wait for them."""
        if Depth.ERRORS not in self._started:
            self._start_errors()
        notes = tuple(one for one in Depth if Depth.ERRORS < one <= depth and one not in self._started)
        if notes:
            self._wait()
            self._started |= set(notes)
            self._pending = self._hand_out(self._missing(notes))

    def _start_errors(self) -> None:
        self._started.add(Depth.ERRORS)
        missing = list(self._missing((Depth.ERRORS,)))
        before = {verdict.own for verdict in self.known[Depth.ERRORS].values()}
        own = {task.own for _, task in missing}
        edited = own - before if before else set()
        self._edited = self._hand_out(one for one in missing if one[1].own in edited)
        self._pending = self._hand_out(one for one in missing if one[1].own not in edited)

    def _missing(self, depths: Collection[Depth]) -> Iterator[tuple[str, Task]]:
        """What is to be decided, each question of each content once, with its edition; by editions, next to what it asks."""
        seen: set[str] = set()
        for one in self._grouped:
            left = tuple(depth for depth in depths if one.key not in self.known[depth])
            if left and one.key not in seen:
                seen.add(one.key)
                errors = None if Depth.ERRORS in left else self.known[Depth.ERRORS][one.key]
                yield one.edition, Task(one.question, one.key, one.own, left, errors)

    def _hand_out(self, tasks: Iterable[tuple[str, Task]]) -> list[Pending[Verdicts]]:
        works = [
            partial(decide_piece, self.cores[edition], piece, self._budget)
            for edition, several in groupby(tasks, key=lambda one: one[0])
            for piece in _cut([task for _, task in several])
        ]
        return self._workers.submit_all(works)

    def _wait(self) -> None:
        self._take(self._edited)
        self._take(self._pending)

    def _take(self, pending: list[Pending[Verdicts]]) -> None:
        for one in pending:
            one.result().add_to(self.known)
        pending.clear()

    def of_edited(self) -> dict[str, Decided] | None:
        """What is decided of the questions that were edited, as far as errors go; None where all of them are looked into together."""
        self.start(Depth.ERRORS)
        if not self._edited or not self._pending:
            return None
        self._take(self._edited)
        return self._together((Depth.ERRORS,), whole=False)

    def of_known(self) -> dict[str, Decided] | None:
        """What is known of errors already; None where nothing is left to be decided of them."""
        return self._together((Depth.ERRORS,), whole=False) if any(self._missing((Depth.ERRORS,))) else None

    def result(self, depth: Depth = Depth.ALL) -> dict[str, Decided]:
        """What is decided of each edition to a depth."""
        self.start(depth)
        self._wait()
        return self._together([one for one in Depth if one <= depth], whole=True)

    def _together(self, depths: Collection[Depth], whole: bool) -> dict[str, Decided]:
        found: dict[str, list[QuestionVerdict]] = {edition: [] for edition in self.cores}
        unlooked: set[str] = set()
        for one in self.wanted:
            found[one.edition] += [self.known[depth][one.key] for depth in depths if whole or one.key in self.known[depth]]
            if any(one.key not in self.known[depth] for depth in Depth):
                unlooked.add(one.edition)
        return {
            edition: replace(together(core.value, found[edition], whole), is_whole=edition not in unlooked)
            for edition, core in self.cores.items()
        }


def _cut(tasks: Sequence[Task]) -> Iterator[Sequence[Task]]:
    """The pieces in which questions of an edition are decided; how many workers there are changes nothing of them."""
    return chunks(tasks, min(PIECE, ceil(len(tasks) / FEWEST_PIECES)))


@nests_deep
def _wanted(edition: str, core: Core) -> list[Wanted]:
    keys = Keys(core)
    places = keys.places_by_asking()
    return [
        Wanted(edition, question.name, keys.of(question.name), keys.own(question.name), places[question.name])
        for question in questions_of(core)
    ]


@nests_deep
def decide_piece(core: Parcel[Core], piece: Sequence[Task], budget: int) -> Verdicts:
    """The verdicts on some questions of a core, for a worker."""
    decider = decider_of(core, budget)
    decider.begin()
    found: list[tuple[str, QuestionVerdict]] = []
    for task in piece:
        for verdict in decider.verdicts(decider.core.questions[task.question], task.depths, task.errors):
            verdict.own = task.own
            found.append((task.key, verdict))
    return Verdicts(tuple(found))


def decide_editions(cores: Mapping[str, Core], known: Known, budget: int = BUDGET) -> dict[str, Decided]:
    """The same, in this process."""
    return Deciding({edition: Parcel(core) for edition, core in cores.items()}, known, budget).result()
