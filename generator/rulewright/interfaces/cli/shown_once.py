"""A log of the answers shown in an explanation, so that a shared answer and reasons shared by many answers are shown in full only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

from rulewright.core.query import Status
from rulewright.core.wording import with_unit
from rulewright.engines.interpreter.answer import Answer

_MAX_DEPTH = 40
"""Maximum depth at which an answer is shown with the answers that it used."""
_MIN_ANSWERS_SHARING_REASONS = 3
"""Minimum number of answers to one question with equal reasons for which these are shown with the first of them only."""


class ShownAnswers:
    """The answers shown so far within the explanation of one answer."""

    def __init__(self, root: Answer) -> None:
        self._reasons = {id(answer): _reasons_key(answer) for answer in all_answers(root)}
        count = Counter(self._reasons.values())
        self._shared_reasons = {reasons for reasons, times in count.items() if times >= _MIN_ANSWERS_SHARING_REASONS}
        self._first_by_reasons: dict[Hashable, Answer] = {}
        self._shown_ids: set[int] = set()

    def record_shown(self, answer: Answer, depth: int) -> bool:
        """Record that an answer is shown; return False if it is too deep, so that the answers that it used are shown elsewhere."""
        reasons = self._reasons[id(answer)]
        if reasons in self._shared_reasons:
            self._first_by_reasons.setdefault(reasons, answer)
        if depth > _MAX_DEPTH:
            return False
        self._shown_ids.add(id(answer))
        return True

    def was_shown(self, answer: Answer) -> bool:
        """Return True if an answer was recorded as shown."""
        return id(answer) in self._shown_ids

    def answer_with_same_reasons(self, answer: Answer) -> Answer | None:
        """Return the answer that was shown with the reasons of `answer`, if many answers share them; otherwise None."""
        return self._first_by_reasons.get(self._reasons[id(answer)])

    def has_unshown_parts(self, answer: Answer) -> bool:
        """Return True if an answer used some answer that was not shown yet."""
        return not all(map(self.was_shown, inner_answers(answer)))


def inner_answers(answer: Answer) -> list[Answer]:
    """Return the answers that an answer used; for one with a value only those with a value, since the others do not matter to it."""
    is_answered = answer.status is Status.ANSWERED
    return [inner_answer for inner_answer in answer.inner if not is_answered or inner_answer.status is Status.ANSWERED]


def all_answers(answer: Answer) -> Iterator[Answer]:
    """Yield an answer and all answers that it used, transitively and without duplicates."""
    answers_by_id = {id(answer): answer}
    stack = [answer]
    while stack:
        current = stack.pop()
        yield current
        further = {id(inner): inner for inner in current.inner if id(inner) not in answers_by_id}
        answers_by_id.update(further)
        stack += further.values()


def _reasons_key(answer: Answer) -> Hashable:
    """Return a key that is equal for answers to one question with the same reasons, whatever their operands and values."""
    if (
        answer.status is not Status.ANSWERED
        or len(answer.steps) > 1
        or answer.opened
        or answer.not_held
        or answer.outlived
        or answer.overruled
    ):
        return id(answer)
    name = answer.question.partition("(")[0]
    effect = with_unit(answer.value, answer.unit, decimal=answer.decimal)
    is_single = len(answer.because) == 1
    because = tuple((reason.rule, reason.says, "" if is_single and reason.effect == effect else reason.effect) for reason in answer.because)
    return name, because, answer.defeated, answer.inapplicable
