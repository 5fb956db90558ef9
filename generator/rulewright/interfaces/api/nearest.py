"""Search for the questions that a text which names none may mean.

The search covers the text about each question: its name, its sentence, its domain, the titles and the text of the cases that answer it,
and the facts that it depends on. A word is weighted by its rarity among the questions, and by where it occurs. Long names and sentences
reduce the score; a first word that fits the kind of question ("may", "how many", "is") raises it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.engines.interpreter.questions import QuestionInfo

STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a all also am an and any are as at be by can could do does for from get go goes got had has have he her here him his how i if in "
        "into is it its just many may me mine much must my no not now of off on one or other our out over same she should some still the "
        "their them then there this to too under up was we were what when where which who why will with would you your u v t h",
    )
)
"""Words that do not distinguish questions."""

_NAME, _PHRASE, _TITLE, _TEXT, _DOMAIN, _FACT = 3.0, 2.0, 1.0, 0.5, 0.3, 0.2
"""The weight of a word in each of the texts about a question."""

_LENGTH_PENALTY_PER_WORD = 0.05
"""The length penalty for each word in the name or the sentence of a question."""

_OTHER_KIND_FACTOR = 0.8
"""The factor for a question of another kind than the words ask for."""


def nearest_questions(
    words: str, questions: Sequence[QuestionInfo], titles: Mapping[str, str], texts: Mapping[str, str] | None = None, limit: int = 5
) -> tuple[str, ...]:
    """Return up to `limit` questions that share words with a text, best first. `titles` and `texts` are those of the cases, by number."""
    weights = {question.name: _stem_weights(question, titles, texts or {}) for question in questions}
    spread = Counter(stem for name in weights for stem in weights[name])
    query_stems, is_asked_kind = frozenset(_word_stems(words)), _kind_filter(words)
    scores: dict[str, float] = {}
    for question in questions:
        question_weights = weights[question.name]
        similarity = sum(
            question_weights[stem] / (question_weights[stem] + 1) * log(1 + len(questions) / spread[stem])
            for stem in sorted(query_stems & question_weights.keys())
        )
        length_penalty = 1 + _LENGTH_PENALTY_PER_WORD * sum(weight >= _PHRASE for weight in question_weights.values())
        scores[question.name] = similarity / length_penalty * (1 if is_asked_kind(question) else _OTHER_KIND_FACTOR)
    return tuple(sorted((name for name in scores if scores[name] > 0), key=lambda name: (-scores[name], name))[:limit])


def _stem_weights(question: QuestionInfo, titles: Mapping[str, str], texts: Mapping[str, str]) -> dict[str, float]:
    """Return the weight of each stem in the texts about a question."""
    weights: dict[str, float] = {}
    weighted_texts = [
        (re.sub(r"[_.]", " ", question.name.partition("(")[0]), _NAME),
        (question.phrase, _PHRASE),
        (" ".join(titles.get(case, "") for case in question.cases), _TITLE),
        (" ".join(texts.get(case, "") for case in question.cases), _TEXT),
        (question.domain, _DOMAIN),
        (" ".join(f"{fact.phrase} {fact.asks}" for fact in question.facts), _FACT),
    ]
    for text, weight in weighted_texts:
        for stem in set(_word_stems(text)):
            weights[stem] = weights.get(stem, 0) + weight
    return weights


def _word_stems(text: str) -> Iterable[str]:
    """Return the words of a text without their endings and without stop words."""
    words: Iterable[str] = re.findall(r"[^\W_]+", text.casefold())
    return (re.sub(r"(?<=\w{3})(?:ies|es|ing|ed|s|y|e)$", "", word) for word in words if word not in STOP_WORDS)


def _kind_filter(words: str) -> Callable[[QuestionInfo], bool]:
    """Return a predicate for questions of the kind that the words ask for: a verdict, an amount, or yes/no."""
    text = words.strip().casefold()
    if re.match(r"(may|can|could|must|have)\b|(do|does)\b.*\bhave to\b", text):
        return lambda question: question.kind == "verdict"
    if re.search(r"\bhow (many|much|far|strong|long|often)\b|\bpercentage\b|\b(which|what) turn\b|\bwhat .*\b(need|cost|add)\b", text):
        return lambda question: question.unit is not None or question.domain[:1].isdigit()
    if re.match(r"(is|are|am|was|were|do|does|did|has|will)\b", text):
        return lambda question: question.kind == "predicate"
    return lambda question: question.kind != "verdict"
