"""Verdicts on several editions of a book: a question with the same key in two of them, or with a stored verdict, is decided once.

Edited questions are decided first, and each question to the requested depth at once, so that it is encoded once. Questions are decided in
batches that share an encoder. The distribution of batches over processes, and their order, does not affect the findings: a batch does
not depend on any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import cached_property, partial
from itertools import groupby
from typing import TypeAlias

from rulewright.analysis.verdicts.decide import combine_verdicts, decider_of, questions_of
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.elsewhere import verdicts_with_findings_elsewhere
from rulewright.analysis.verdicts.findings import EditionVerdicts, QuestionVerdict
from rulewright.analysis.verdicts.verdict_keys import Keys
from rulewright.base.limits import DEFAULT_BUDGET, MAX_QUESTIONS_OF_BATCH
from rulewright.base.records import record
from rulewright.base.runtime import nests_deep
from rulewright.base.steps import count_step
from rulewright.base.workers import Parcel, Pending, Workers, split_into_chunks
from rulewright.core.model import Core

VerdictStore: TypeAlias = Mapping[Depth, MutableMapping[str, QuestionVerdict]]
"""Verdicts by key, for each depth."""


@record
class QuestionKeys:
    """A question of an edition, the key of its verdicts, the key of its own declaration and rules, and its place in calling order."""

    edition: str
    question: str
    key: str
    own_key: str
    position: int


@record
class Task:
    """A question with the depths at which its verdict is missing, and its verdict on errors if that exists."""

    question: str
    key: str
    own_key: str
    depths: tuple[Depth, ...]
    errors: QuestionVerdict | None = None


@record
class Verdicts:
    """The verdicts of a batch, each with its key."""

    verdicts: tuple[tuple[str, QuestionVerdict], ...]

    def add_to(self, known: VerdictStore) -> None:
        """Add the verdicts to a store of known ones."""
        for key, verdict in self.verdicts:
            known[verdict.depth][key] = verdict


def empty_verdict_store() -> VerdictStore:
    """Return an empty store of verdicts for each depth."""
    return {depth: {} for depth in Depth}


class VerdictComputation:
    """The verdicts on the editions of a book, in progress: `start` submits the work of a depth, and `result` waits for it.

    `known` holds verdicts by key; missing ones are added. `budget` is the number of search nodes for one question to the solver; the
    verdicts in `known` must come from the same budget.
    """

    def __init__(
        self, cores: Mapping[str, Parcel[Core]], known: VerdictStore, budget: int = DEFAULT_BUDGET, workers: Workers | None = None
    ) -> None:
        self.cores = cores
        self.known = known
        self._budget = budget
        self._workers = workers or Workers()
        self._edited: list[Pending[Verdicts]] = []
        self._pending: list[Pending[Verdicts]] = []
        self._started: set[Depth] = set()

    @cached_property
    def questions(self) -> list[QuestionKeys]:
        """The questions of all editions."""
        return [question for edition, core in self.cores.items() for question in _question_keys(edition, core.value)]

    @cached_property
    def _ordered_questions(self) -> list[QuestionKeys]:
        """The questions edition by edition, callers next to the questions that they call."""
        editions = list(self.cores)
        return sorted(self.questions, key=lambda question: (editions.index(question.edition), question.position))

    def start(self, depth: Depth) -> None:
        """Submit the missing verdicts of a depth and of those before it, edited questions first; notes wait for errors that were begun."""
        depths = tuple(level for level in Depth if level <= depth and level not in self._started)
        if not depths:
            return
        self._collect_all()
        self._started |= set(depths)
        missing = list(self._missing_tasks(depths))
        own_keys = {verdict.own_key for verdict in self.known[Depth.ERRORS].values()}
        missing_own_keys = {task.own_key for _, task in missing}
        edited = missing_own_keys - own_keys if own_keys else set()
        self._edited = self._submit(entry for entry in missing if entry[1].own_key in edited)
        self._pending = self._submit(entry for entry in missing if entry[1].own_key not in edited)

    def _missing_tasks(self, depths: Collection[Depth]) -> Iterator[tuple[str, Task]]:
        """Yield (edition, task) for each missing verdict, once for each key; by edition, in calling order."""
        keys: set[str] = set()
        for question in self._ordered_questions:
            missing = tuple(depth for depth in depths if question.key not in self.known[depth])
            if missing and question.key not in keys:
                keys.add(question.key)
                errors = None if Depth.ERRORS in missing else self.known[Depth.ERRORS][question.key]
                yield question.edition, Task(question.question, question.key, question.own_key, missing, errors)

    def _submit(self, tasks: Iterable[tuple[str, Task]]) -> list[Pending[Verdicts]]:
        works = [
            partial(decide_batch, self.cores[edition], batch, self._budget)
            for edition, edition_tasks in groupby(tasks, key=lambda entry: entry[0])
            for batch in _split_batches([task for _, task in edition_tasks])
        ]
        return self._workers.submit_all(works)

    def _collect_all(self) -> None:
        self._collect(self._edited)
        self._collect(self._pending)

    def _collect(self, pending: list[Pending[Verdicts]]) -> None:
        for task in pending:
            task.result().add_to(self.known)
        pending.clear()

    def edited_verdicts(self) -> dict[str, EditionVerdicts] | None:
        """Return the verdicts on errors of the edited questions; None if all questions are decided together."""
        self.start(Depth.ERRORS)
        if not self._edited or not self._pending:
            return None
        self._collect(self._edited)
        return self._combine_known((Depth.ERRORS,), is_complete=False)

    def known_verdicts(self) -> dict[str, EditionVerdicts] | None:
        """Return the known verdicts on errors; None if none is missing."""
        return self._combine_known((Depth.ERRORS,), is_complete=False) if any(self._missing_tasks((Depth.ERRORS,))) else None

    def result(self, depth: Depth = Depth.ALL) -> dict[str, EditionVerdicts]:
        """Return the verdicts on each edition to a depth, waiting for them."""
        self.start(depth)
        self._collect_all()
        return self._combine_known([level for level in Depth if level <= depth], is_complete=True)

    def _combine_known(self, depths: Collection[Depth], is_complete: bool) -> dict[str, EditionVerdicts]:
        verdicts = {depth: self._known_at(depth, is_complete) for depth in depths}
        if len(self.cores) > 1:
            cores = {edition: core.value for edition, core in self.cores.items()}
            verdicts[Depth.ERRORS] = verdicts_with_findings_elsewhere(cores, verdicts[Depth.ERRORS])
        return {
            edition: combine_verdicts(core.value, [verdict for depth in depths for verdict in verdicts[depth][edition]], is_complete)
            for edition, core in self.cores.items()
        }

    def _known_at(self, depth: Depth, is_complete: bool) -> dict[str, list[QuestionVerdict]]:
        """Return the known verdicts to a depth, by edition; all must be known if they are to be complete."""
        verdicts: dict[str, list[QuestionVerdict]] = {edition: [] for edition in self.cores}
        for question in self.questions:
            if is_complete or question.key in self.known[depth]:
                verdicts[question.edition].append(self.known[depth][question.key])
        return verdicts


def _split_batches(tasks: Sequence[Task]) -> Iterator[Sequence[Task]]:
    """Split the questions of an edition into batches; the number of workers has no influence."""
    return split_into_chunks(tasks, MAX_QUESTIONS_OF_BATCH)


@nests_deep
def _question_keys(edition: str, core: Core) -> list[QuestionKeys]:
    keys = Keys(core)
    places = keys.calling_order()
    return [
        QuestionKeys(edition, question.name, keys.verdict_key(question.name), keys.own_key(question.name), places[question.name])
        for question in questions_of(core)
    ]


@nests_deep
def decide_batch(core: Parcel[Core], batch: Sequence[Task], budget: int) -> Verdicts:
    """Return the verdicts on some questions of a core: the task of a worker."""
    decider = decider_of(core, budget)
    decider.solver.forget_encoders()
    verdicts: list[tuple[str, QuestionVerdict]] = []
    for task in batch:
        for verdict in decider.verdicts(decider.core.questions[task.question], task.depths, task.errors):
            verdict.own_key = task.own_key
            verdicts.append((task.key, verdict))
        count_step()
    decider.solver.forget_encoders()
    return Verdicts(tuple(verdicts))


def decide_editions(cores: Mapping[str, Core], store: VerdictStore, budget: int = DEFAULT_BUDGET) -> dict[str, EditionVerdicts]:
    """Return the verdicts on each edition to the last depth, computed in this process."""
    return VerdictComputation({edition: Parcel(core) for edition, core in cores.items()}, store, budget).result()
