"""Words that are no question -> the questions that they may mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.interpreter.questions import QuestionInfo

COMMON = frozenset(
    re.findall(
        r"\w+",
        "a an and any are as at be by can do does for from had has have how i if in into is it its many may much must no not of off on or "
        "out over the their them then there this to under up was were what when where which who why will with u v t h",
    )
)
"""Words that tell no question from another."""


def nearest(words: str, questions: Sequence[QuestionInfo], titles: dict[str, str], most: int = 3) -> tuple[str, ...]:
    """Up to `most` questions that share words with a text, the most alike first. `titles` are those of the cases that speak on them.

    A word counts by how few of the questions have it, and most where it is in the question's own name.
    """
    asked = _stems(words)
    own = {question.name: _stems(question.name.partition("(")[0]) for question in questions}
    also = {
        question.name: _stems(" ".join((question.phrase, *(titles.get(case, "") for case in question.cases)))) for question in questions
    }
    spread = Counter(stem for name in own for stem in own[name] | also[name])
    scores = {name: sum((2 if stem in own[name] else 1) / spread[stem] for stem in asked & (own[name] | also[name])) for name in own}
    return tuple(sorted((name for name in scores if scores[name] > 0), key=lambda name: (-scores[name], name))[:most])


def _stems(text: str) -> set[str]:
    """The words of a text without their endings."""
    words: Iterable[str] = re.findall(r"[^\W_]+", text.casefold())
    return {re.sub(r"(?<=\w{3})(?:ies|es|ing|ed|s|y|e)$", "", word) for word in words if word not in COMMON}
