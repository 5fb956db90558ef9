"""Every two rules that meet with opposite answers, and what settles it: question by question, each by itself.

What is found of a question depends on nothing but what its key names: it is the same whichever questions are looked at with it, and is
kept for every edition, and every later state of the book, in which the question has that key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from contextlib import ExitStack
from functools import partial

from rulewright.analysis.verdicts.clashes import settled_pairs
from rulewright.analysis.verdicts.decide import Decider, OtherWorlds, decider_of
from rulewright.analysis.verdicts.findings import Decided, QuestionSettled, SettledPair
from rulewright.analysis.verdicts.unbounded import pairs_among_many, ways_at_a_glance
from rulewright.analysis.verdicts.verdict_keys import Keys
from rulewright.base.runtime import nests_deep
from rulewright.base.workers import Parcel, Workers, chunks
from rulewright.core.model import Core
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.search.solver import BUDGET, Effort
from rulewright.semantics.model import Question

PIECE = 8
"""So many questions are settled by one worker at a time."""


class Settling:
    """The pairs of rules of some editions being settled: the work is handed out when this is made, and `result` waits for it.

    `known` holds what is settled of questions by their keys; what is missing is added. It must come of the same `budget`.
    """

    def __init__(
        self, cores: Mapping[str, Parcel[Core]], known: MutableMapping[str, QuestionSettled], budget: int, workers: Workers
    ) -> None:
        self._known = known
        self._keys = {edition: _keys_of(core.value) for edition, core in cores.items()}
        seen: set[str] = set(known)
        works = []
        for edition, keys in self._keys.items():
            missing = {key: question for question, key in keys.items() if key not in seen}
            seen |= set(missing)
            works += [partial(settle_piece, cores[edition], piece, budget) for piece in chunks(missing.items(), PIECE)]
        self._pending = workers.submit_all(works)

    def result(self) -> dict[str, Decided]:
        """What is settled in each edition."""
        for pending in self._pending:
            self._known.update(pending.result())
        self._pending = []
        return {edition: _together(edition, [self._known[key] for key in keys.values()]) for edition, keys in self._keys.items()}


@nests_deep
def _keys_of(core: Core) -> dict[str, str]:
    keys = Keys(core)
    return {name: keys.of(name) for name in _questions(core)}


def _questions(core: Core) -> list[str]:
    """The questions on which two rules can meet."""
    return [name for name in core.questions if len(core.on[name].rules) > 1]


@nests_deep
def settle_piece(core: Parcel[Core], piece: Sequence[tuple[str, str]], budget: int) -> dict[str, QuestionSettled]:
    """What is settled of some questions of a core, given as pairs of key and name, by their keys, for a worker."""
    decider = decider_of(core, budget, names=False)
    return {key: _settled(decider, decider.core.questions[name]) for key, name in piece}


def precedence(core: Core, budget: int = BUDGET) -> tuple[SettledPair, ...]:
    """Each pair of rules whose conditions hold together somewhere with opposite answers, and what settles it."""
    return pairs_settled(core, budget).settled


@nests_deep
def pairs_settled(core: Core, budget: int = BUDGET, questions: Iterable[str] | None = None) -> Decided:
    """The same for some questions, or for all, with those that could not be decided."""
    decider = Decider(core, budget, names=False)
    wanted = None if questions is None else frozenset(questions)
    asked = [name for name in _questions(core) if wanted is None or name in wanted]
    return _together(core.edition, [_settled(decider, core.questions[name]) for name in asked])


def _together(edition: str, settled: Iterable[QuestionSettled]) -> Decided:
    found = Decided(edition)
    for one in settled:
        found.settled += one.pairs
        found.not_analysed += one.not_analysed
        found.effort.add(one.effort)
    return found


def _settled(decider: Decider, question: Question) -> QuestionSettled:
    decider.begin()
    decider.effort = Effort()
    with ExitStack() as stack:
        settled = _pairs_of(decider, question, OtherWorlds(decider, question, stack))
    settled.effort = decider.effort
    return settled


def _pairs_of(decider: Decider, question: Question, elsewhere: OtherWorlds) -> QuestionSettled:
    """First it is asked at a glance which ways of settling there may be at all: few things need not be looked at for others."""
    glanced = ways_at_a_glance(elsewhere)
    if glanced is not None and not glanced:
        return QuestionSettled()
    found: tuple[SettledPair, ...] = ()
    refusal = ""
    try:
        with decider.context(question) as context:
            found = tuple(settled_pairs(context, glanced))
            if not context.limits:
                return QuestionSettled(found)
    except NotAnalysable as refused:
        refusal = refused.reason
    more, left = pairs_among_many(question.name, found, glanced, elsewhere, refusal or decider.cones.of(question).limits[0])
    return QuestionSettled((*found, *more), tuple(left))
