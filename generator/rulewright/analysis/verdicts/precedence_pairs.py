"""The pairs of rules with opposite answers, and the principles that settle them: question by question, independently.

The result for a question depends only on its key: it is the same in any company of other questions, and is stored for every edition,
and every later state of the book, in which the question has that key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from contextlib import ExitStack
from functools import partial

from rulewright.analysis.verdicts.clashes import settled_pairs
from rulewright.analysis.verdicts.decide import Decider, OtherWorlds, decider_of
from rulewright.analysis.verdicts.findings import EditionVerdicts, QuestionPairs, SettledPair
from rulewright.analysis.verdicts.unbounded import pairs_among_many, possible_way_keys
from rulewright.analysis.verdicts.verdict_keys import Keys
from rulewright.base.limits import DEFAULT_BUDGET, MAX_QUESTIONS_OF_BATCH
from rulewright.base.runtime import nests_deep
from rulewright.base.workers import Parcel, Workers, split_into_chunks
from rulewright.core.model import Core
from rulewright.engines.solver.questions.question import Effort, NotAnalysable
from rulewright.semantics.model import Question


class PairComputation:
    """The pairs of rules of some editions, in progress: the work is submitted on construction, and `result` waits for it.

    `known` holds results by question key; missing ones are added. They must come from the same `budget`.
    """

    def __init__(self, cores: Mapping[str, Parcel[Core]], known: MutableMapping[str, QuestionPairs], budget: int, workers: Workers) -> None:
        self._known = known
        self._keys: dict[str, dict[str, str]] = {}
        submitted: set[str] = set(known)
        works = []
        for edition, core in cores.items():
            keys, places = _keys_of(core.value)
            self._keys[edition] = keys
            missing = {keys[question]: question for question in sorted(keys, key=places.__getitem__) if keys[question] not in submitted}
            submitted |= set(missing)
            works += [
                partial(settle_batch, cores[edition], batch, budget) for batch in split_into_chunks(missing.items(), MAX_QUESTIONS_OF_BATCH)
            ]
        self._pending = workers.submit_all(works)

    def result(self) -> dict[str, EditionVerdicts]:
        """Return the settled pairs of each edition, waiting for them."""
        for pending in self._pending:
            self._known.update(pending.result())
        self._pending = []
        return {edition: _combine_settled(edition, [self._known[key] for key in keys.values()]) for edition, keys in self._keys.items()}


@nests_deep
def _keys_of(core: Core) -> tuple[dict[str, str], dict[str, int]]:
    """Return the key of each question on which two rules can meet, and the place of each question in the order of calls."""
    keys = Keys(core)
    return {name: keys.key_of(name) for name in _contested_questions(core)}, keys.calling_order()


def _contested_questions(core: Core) -> list[str]:
    """Return the questions on which two rules can meet."""
    return [name for name in core.questions if len(core.on[name].rules) > 1]


@nests_deep
def settle_batch(core: Parcel[Core], batch: Sequence[tuple[str, str]], budget: int) -> dict[str, QuestionPairs]:
    """Return the settled pairs of some questions, given as (key, name), by key: the task of a worker."""
    decider = decider_of(core, budget, names=False)
    decider.solver.forget_encoders()
    return {key: _settle_question(decider, decider.core.questions[name]) for key, name in batch}


@nests_deep
def settle_pairs(core: Core, budget: int = DEFAULT_BUDGET, questions: Iterable[str] | None = None) -> EditionVerdicts:
    """Return the settled pairs of some questions, by default of all, with the undecided ones."""
    decider = Decider(core, budget, names=False)
    selected = None if questions is None else frozenset(questions)
    names_to_settle = [name for name in _contested_questions(core) if selected is None or name in selected]
    return _combine_settled(core.edition, [_settle_question(decider, core.questions[name]) for name in names_to_settle])


def _combine_settled(edition: str, question_pairs: Iterable[QuestionPairs]) -> EditionVerdicts:
    result = EditionVerdicts(edition)
    for pairs in question_pairs:
        result.settled += pairs.pairs
        result.not_analysed += pairs.not_analysed
        result.effort.add(pairs.effort)
    return result


def _settle_question(decider: Decider, question: Question) -> QuestionPairs:
    decider.solver.effort = Effort()
    with ExitStack() as stack:
        result = _settle_pairs(decider, question, OtherWorlds(decider, question, stack))
    result.effort = decider.solver.effort
    return result


def _settle_pairs(decider: Decider, question: Question, worlds: OtherWorlds) -> QuestionPairs:
    """Settle the pairs of one question: first in the shallow abstraction, which may rule out every way without a look at few things."""
    possible_ways = possible_way_keys(worlds)
    if possible_ways is not None and not possible_ways:
        return QuestionPairs()
    pairs: tuple[SettledPair, ...] = ()
    refusal = ""
    try:
        with decider.question_context(question) as context:
            pairs = tuple(settled_pairs(context, possible_ways))
            if not context.formulas.limits:
                return QuestionPairs(pairs)
    except NotAnalysable as refused:
        refusal = refused.reason
    further, undecided = pairs_among_many(
        question.name, pairs, possible_ways, worlds, refusal or decider.solver.cones.cone_of_question(question).limits[0]
    )
    return QuestionPairs((*pairs, *further), tuple(undecided))
