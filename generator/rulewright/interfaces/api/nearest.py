"""Words that are no question -> the questions that they may mean.

Each question is looked for in what is written about it: its name, its sentence, what it can be, the titles and the text of the cases that
speak on it, and the facts that it depends on. A word counts by how few of the questions have it, and by where it is written. Much that is
written makes a word count less; that the words begin as such a question does ("may", "how many", "is") makes it count more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.engines.interpreter.questions import QuestionInfo

COMMON = frozenset(
    re.findall(
        r"\w+",
        "a all also am an and any are as at be by can could do does for from get go goes got had has have he her here him his how i if in "
        "into is it its just many may me mine much must my no not now of off on one or other our out over same she should some still the "
        "their them then there this to too under up was we were what when where which who why will with would you your u v t h",
    )
)
"""Words that tell no question from another."""

_NAME, _PHRASE, _TITLE, _TEXT, _DOMAIN, _FACT = 3.0, 2.0, 1.0, 0.5, 0.3, 0.2
"""What a word counts in each place where it is written."""

_LONG = 0.05
"""How much less each further word counts that is in the name or the sentence of a question."""

_OTHER_KIND = 0.8
"""What a question counts that is of another kind than the words ask for."""


def nearest(
    words: str, questions: Sequence[QuestionInfo], titles: Mapping[str, str], texts: Mapping[str, str] | None = None, most: int = 5
) -> tuple[str, ...]:
    """Up to `most` questions that share words with a text, the most alike first. `titles` and `texts` are those of the cases, by number."""
    weights = {question.name: _weights(question, titles, texts or {}) for question in questions}
    spread = Counter(stem for name in weights for stem in weights[name])
    asked, fits = frozenset(_stems(words)), _fitting(words)
    scores: dict[str, float] = {}
    for question in questions:
        found = weights[question.name]
        alike = sum(found[stem] / (found[stem] + 1) * log(1 + len(questions) / spread[stem]) for stem in sorted(asked & found.keys()))
        long = 1 + _LONG * sum(weight >= _PHRASE for weight in found.values())
        scores[question.name] = alike / long * (1 if fits(question) else _OTHER_KIND)
    return tuple(sorted((name for name in scores if scores[name] > 0), key=lambda name: (-scores[name], name))[:most])


def _weights(question: QuestionInfo, titles: Mapping[str, str], texts: Mapping[str, str]) -> dict[str, float]:
    """What each stem counts that is written about a question."""
    found: dict[str, float] = {}
    written = [
        (re.sub(r"[_.]", " ", question.name.partition("(")[0]), _NAME),
        (question.phrase, _PHRASE),
        (" ".join(titles.get(case, "") for case in question.cases), _TITLE),
        (" ".join(texts.get(case, "") for case in question.cases), _TEXT),
        (question.domain, _DOMAIN),
        (" ".join(f"{fact.phrase} {fact.asks}" for fact in question.facts), _FACT),
    ]
    for text, weight in written:
        for stem in set(_stems(text)):
            found[stem] = found.get(stem, 0) + weight
    return found


def _stems(text: str) -> Iterable[str]:
    """The words of a text without their endings."""
    words: Iterable[str] = re.findall(r"[^\W_]+", text.casefold())
    return (re.sub(r"(?<=\w{3})(?:ies|es|ing|ed|s|y|e)$", "", word) for word in words if word not in COMMON)


def _fitting(words: str) -> Callable[[QuestionInfo], bool]:
    """Whether a question is of the kind that words ask for: what is allowed, an amount, or whether something is so."""
    text = words.strip().casefold()
    if re.match(r"(may|can|could|must|have)\b|(do|does)\b.*\bhave to\b", text):
        return lambda question: question.kind == "verdict"
    if re.search(r"\bhow (many|much|far|strong|long|often)\b|\bpercentage\b|\b(which|what) turn\b|\bwhat .*\b(need|cost|add)\b", text):
        return lambda question: question.unit is not None or question.domain[:1].isdigit()
    if re.match(r"(is|are|am|was|were|do|does|did|has|will)\b", text):
        return lambda question: question.kind == "predicate"
    return lambda question: question.kind != "verdict"
