"""What of an argument was shown: each answer that went into others in full once, and reasons that many answers share once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

from rulewright.core.query import Status
from rulewright.core.wording import with_unit
from rulewright.engines.interpreter.answer import Answer

_MOST_DEEP = 40
"""Deeper than this no answer is shown with what went into it."""
_MANY = 3
"""Where so many answers to one question have the same reasons, these are shown with the first of them."""


class Shown:
    """What was shown so far of the argument of an answer."""

    def __init__(self, whole: Answer) -> None:
        self._reasons = {id(one): _reasons(one) for one in all_answers(whole)}
        count = Counter(self._reasons.values())
        self._shared = {reasons for reasons, times in count.items() if times >= _MANY}
        self._told: dict[Hashable, Answer] = {}
        self._shown: set[int] = set()

    def note(self, answer: Answer, depth: int) -> bool:
        """Notes that an answer is shown; False where it is too deep, so that what went into it is to be shown elsewhere."""
        reasons = self._reasons[id(answer)]
        if reasons in self._shared:
            self._told.setdefault(reasons, answer)
        if depth > _MOST_DEEP:
            return False
        self._shown.add(id(answer))
        return True

    def before(self, answer: Answer) -> bool:
        """Whether an answer was shown before."""
        return id(answer) in self._shown

    def like(self, answer: Answer) -> Answer | None:
        """The answer with which the reasons of another were shown, where many share them."""
        return self._told.get(self._reasons[id(answer)])

    def tells_more(self, answer: Answer) -> bool:
        """Whether something went into an answer that was not shown before."""
        return not all(map(self.before, inner_answers(answer)))


def inner_answers(answer: Answer) -> list[Answer]:
    """The answers that went into an answer: into one that is settled, those that are; what is open does not matter to it."""
    settled = answer.status is Status.ANSWERED
    return [one for one in answer.inner if not settled or one.status is Status.ANSWERED]


def all_answers(answer: Answer) -> Iterator[Answer]:
    """An answer and all that went into it, each once."""
    found = {id(answer): answer}
    waiting = [answer]
    while waiting:
        one = waiting.pop()
        yield one
        further = {id(inner): inner for inner in one.inner if id(inner) not in found}
        found.update(further)
        waiting += further.values()


def _reasons(answer: Answer) -> Hashable:
    """What two answers to one question have in common that have the same reasons, whatever they are asked of and come to."""
    if answer.status is not Status.ANSWERED or len(answer.steps) > 1 or answer.opened or answer.not_held or answer.overruled:
        return id(answer)
    name = answer.question.partition("(")[0]
    said = with_unit(answer.value, answer.unit, decimal=answer.decimal)
    alone = len(answer.because) == 1
    because = tuple((one.rule, one.says, "" if alone and one.effect == said else one.effect) for one in answer.because)
    return name, because, answer.defeated, answer.inapplicable
