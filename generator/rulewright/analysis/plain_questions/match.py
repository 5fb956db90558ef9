"""Matching of words with the questions of a table: which one is meant, and which facts the words give.

Each question has a score in thousandths: how much of the words it accounts for, and how much of its own phrase the words have. Words count
by how rare they are among the questions, and those before the question itself (`A unit is dispersed: may it move?`) less. The order of the
book decides nothing: of questions that fit about equally well none is taken, and all are candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from rulewright.analysis.plain_questions.asked_part import asked_kind, asked_part
from rulewright.analysis.plain_questions.stems import is_small, plain_text, stem_of
from rulewright.analysis.plain_questions.table import PHRASE_LEVEL, Table
from rulewright.base.limits import MAX_CANDIDATES, MAX_WORDS_OF_TEXT
from rulewright.base.records import record

LEAST_TAKEN, LEAST_LISTED = 560, 200
"""The scores, in thousandths, from which a question is taken, and from which it is a candidate."""

LISTED_SHARE = 45
"""A question is a candidate if it has at least so many percent of the score of the best one."""

CLEARLY_BETTER, BETTER, FAR_BETTER, SAME_AND_MORE = 84, 74, 66, 10
"""A question is taken if the next one has at most so many percent of its score: the fewer of the words are its own, the fewer; so many more
where the next one has only a part of the same words."""

NEARLY_ALL, HALF, SOME = 80, 50, 40
"""How much of the words of the question, or of its own phrase, is meant by that, in percent."""

CONTEXT, VALUE_LEVEL, OPEN, BY_NAME, ASKED_BEFORE = 35, 90, 12, 85, 60
"""In percent: the weight of a word before the question itself; how well a word is accounted for that gives something; what an argument
that the words do not name costs; what a name counts that is not the phrase; a word of the phrase that is in the context alone."""


_TOKEN = re.compile(r"[^\W_]+|[.:;,!?–—](?=[ \t\r\n]|\Z)|[()]")
FITS = {
    "may": {"may": 100, "is": 68, "what": 55, "much": 55},
    "is": {"is": 100, "may": 85, "what": 75, "much": 62},
    "much": {"much": 100, "what": 75, "may": 55, "is": 55},
    "what": {"what": 100, "much": 96, "may": 70, "is": 62},
    "who": {"what": 100, "much": 55, "may": 62, "is": 62},
    "": {"may": 100, "is": 100, "what": 100, "much": 100},
}
"""How well a kind of question fits what the words ask for, in percent."""

_DENIES = frozenset(["not", "no", "non", "never", "without", "neither", "nor"])
_ELSEWHEN = frozenset(["before", "next_stem", "until", "unless", "except", "once", "last", "other", "than", "was", "were"])
"""Words before a state that leave open whether it is so."""


@record
class Word:
    """A word: as it is written, its stem, its place among all words, and whether it is in the question itself; small words have no stem."""

    text: str
    stem: str
    place: int
    is_asked: bool


@record
class ReadValue:
    """A fact that the words give, or an argument: `target` is the name of a fact with its arguments, or the number of an argument."""

    target: tuple[str | int, ...]
    value: str
    places: tuple[int, ...]


@record
class Candidate:
    """A question, how well it fits in thousandths, what the words give, and the words that nothing of it accounts for.

    `margin` is how many percent of its score another may have, if it is to be taken; `own_places` are the places of its own words.
    """

    question: str
    score: int
    values: tuple[ReadValue, ...]
    unread: tuple[str, ...]
    margin: int
    own_places: frozenset[int]


@record
class Match:
    """The candidates, the best first; `is_taken`: the first is clearly meant. `tied_count`: so many others fit as well as the last."""

    candidates: tuple[Candidate, ...]
    is_taken: bool
    tied_count: int = 0


def match_words(table: Table, text: str) -> Match:
    """Return the questions that some words may mean."""
    words, kind = read_words(table, text)
    if not any(word.stem in table["rarity"] for word in words):
        return Match((), False)
    candidates = [candidate for name in table["questions"] if (candidate := _rate_question(table, name, words, kind)).score >= LEAST_LISTED]
    candidates.sort(key=lambda candidate: (-candidate.score, candidate.question))
    candidates = [candidate for candidate in candidates if candidate.score * 100 >= candidates[0].score * LISTED_SHARE]
    top = tuple(candidates[:MAX_CANDIDATES])
    if top and top[0].margin and top[0].score >= LEAST_TAKEN and all(_is_better(top[0], other) for other in top[1:]):
        return Match(top, True)
    return Match(top, False, sum(candidate.score == top[-1].score for candidate in candidates[MAX_CANDIDATES:]))


def _is_better(first: Candidate, other: Candidate) -> bool:
    """Return True if a question fits clearly better than another."""
    margin = first.margin + (SAME_AND_MORE if first.margin and other.own_places < first.own_places else 0)
    return other.score * 100 <= first.score * margin


# ---- the words -------------------------------------------------------------------------------------------------------------------------


def read_words(table: Table, text: str) -> tuple[list[Word], str]:
    """Return the words of a text, and what it asks for: `may`, `is`, `much`, `what`, `who`, or nothing of these."""
    tokens = _TOKEN.findall(plain_text(text))[:MAX_WORDS_OF_TEXT]
    begins, ends = asked_part(tokens)
    words: list[Word] = []
    depth = 0
    for place, token in enumerate(tokens):
        depth = max(depth + (token == "(") - (token == ")"), 0)
        if token[0] not in ".:;,!?–—()":
            words.append(Word(token, "" if is_small(token) else stem_of(token), len(words), begins <= place < ends and depth == 0))
    return _with_terms(table, words), asked_kind(tokens[begins:ends])


def _with_terms(table: Table, words: list[Word]) -> list[Word]:
    """Return the words with those of a term in the place of what the book also calls it."""
    for other, term in table["also"]:
        for run in list(_find_runs(words, other)):
            if not any(word.stem == part for part in term for word in words):
                first = words[run[0]]
                words = [replace(word, stem="") if index in run else word for index, word in enumerate(words)]
                words += [Word(part, part, first.place, first.is_asked) for part in term]
    return words


def _find_runs(words: Sequence[Word], stems: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Yield where these stems follow one another, small words between them left out."""
    full = [index for index, word in enumerate(words) if word.stem]
    for first in range(len(full) - len(stems) + 1):
        run = full[first : first + len(stems)]
        if all(words[index].stem == part for index, part in zip(run, stems, strict=True)):
            yield tuple(run)


# ---- one question ----------------------------------------------------------------------------------------------------------------------


def _rate_question(table: Table, name: str, words: Sequence[Word], kind: str) -> Candidate:
    question = table["questions"][name]
    values, value_places = _read_values(table, question, words)
    asked_share = _asked_by_own(table, question, words, value_places)
    left_open = _count_open(question, words, values)
    phrase = _phrase_share(table, question, words) * max(100 - OPEN * left_open, 0) // 100
    fit = FITS[kind][question["kind"]]
    score = (2 * _accounted_share(table, question, words, value_places) + asked_share + 2 * phrase) * fit // 50
    margin = _required_margin(asked_share, phrase, kind) if fit > 90 and left_open < 2 else 0
    given_places = {index for fact in values for index in fact.places}
    own_places = frozenset(
        word.place for index, word in enumerate(words) if index in value_places or question["levels"].get(word.stem) == PHRASE_LEVEL
    )
    unread = [
        word.text for index, word in enumerate(words) if word.stem and index not in given_places and word.stem not in question["levels"]
    ]
    return Candidate(name, score, tuple(values), tuple(dict.fromkeys(unread)), margin, own_places)


def _required_margin(asked_share: int, phrase: int, kind: str) -> int:
    """Return how many percent of the score of a question another may have, if it is to be taken; 0: it is never taken."""
    if kind == "":
        return FAR_BETTER if asked_share >= NEARLY_ALL and phrase >= SOME else 0
    if asked_share >= HALF and phrase >= SOME:
        return CLEARLY_BETTER if asked_share >= NEARLY_ALL else BETTER
    return FAR_BETTER if phrase >= NEARLY_ALL else 0


def _count_open(question: Mapping[str, Any], words: Sequence[Word], values: Sequence[ReadValue]) -> int:
    """Return how many arguments are values that the words neither give nor name."""
    filled = {fact.target[0] for fact in values}
    word_stems = {word.stem for word in words}
    return sum(slot not in filled and not word_stems & set(stems) for slot, stems in question["open"])


def _word_weight(table: Table, word: Word) -> int:
    rarity: int = table["rarity"].get(word.stem, table["rarest"])
    return rarity * (100 if word.is_asked else CONTEXT)


def _accounted_share(table: Table, question: Mapping[str, Any], words: Sequence[Word], value_places: set[int]) -> int:
    """Return how much of the words a question accounts for, in percent."""
    total = explained = 0
    for index, word in enumerate(words):
        if word.stem:
            weight = _word_weight(table, word)
            total += weight
            explained += weight * max(question["levels"].get(word.stem, 0), VALUE_LEVEL if index in value_places else 0)
    return explained // max(total, 1)


def _asked_by_own(table: Table, question: Mapping[str, Any], words: Sequence[Word], value_places: set[int]) -> int:
    """Return how much of the words of the question itself are of the phrase or the name, or give something, in percent."""
    total = explained = 0
    for index, word in enumerate(words):
        if word.stem and word.is_asked:
            weight = _word_weight(table, word)
            total += weight
            explained += weight * (100 if index in value_places or question["levels"].get(word.stem) == PHRASE_LEVEL else 0)
    return explained // max(total, 1)


def _phrase_share(table: Table, question: Mapping[str, Any], words: Sequence[Word]) -> int:
    """Return how much of the phrase or the name of a question the words have, in percent."""
    return max(_stem_share(table, question["phrase"], words), _stem_share(table, question["name"], words) * BY_NAME // 100)


def _stem_share(table: Table, stems: Sequence[str], words: Sequence[Word]) -> int:
    asked_stems = {word.stem for word in words if word.is_asked}
    all_stems = {word.stem for word in words}
    total: int = sum(table["rarity"][part] for part in stems)
    matched: int = sum(table["rarity"][part] * (100 if part in asked_stems else ASKED_BEFORE if part in all_stems else 0) for part in stems)
    return matched // max(total, 1)


# ---- what the words give ---------------------------------------------------------------------------------------------------------------


def _read_values(table: Table, question: Mapping[str, Any], words: Sequence[Word]) -> tuple[list[ReadValue], set[int]]:
    """Return the facts and arguments that the words give, and the words that name values and states.

    What may be meant of two things, or is said in two ways, gives nothing.
    """
    values_by_target: dict[tuple[str | int, ...], dict[str, tuple[int, ...]]] = {}
    occupied: set[int] = set()
    for run, target, value in (*_values_given(table, question, words), *_states_given(table, question, words)):
        if not occupied & set(run):
            occupied |= set(run)
            if target is not None:
                values_by_target.setdefault(target, {})[value] = run
    values = [
        ReadValue(target, *next(iter(alternatives.items()))) for target, alternatives in values_by_target.items() if len(alternatives) == 1
    ]
    return sorted(values, key=lambda fact: fact.places[0]), occupied


_NamedValue: TypeAlias = tuple[tuple[int, ...], tuple[str | int, ...] | None, str]
"""The places of some words, the fact or the argument that they give, if it is only one, and its value."""


def _values_given(table: Table, question: Mapping[str, Any], words: Sequence[Word]) -> Iterator[_NamedValue]:
    """Yield the values that the words name where a fact or an argument has one of their kind."""
    for stems, enum, value, kind in table["values"]:
        targets = question["values"].get(enum)
        for run in _find_runs(words, stems) if targets is not None else ():
            target = _choose_target(table, targets, words, run)
            nearby = {word.stem for word in words[max(run[0] - 2, 0) : run[-1] + 3]}
            is_own = set(stems) <= set(question["phrase"])
            is_so = not _words_before(words, run[0], 2) & _DENIES and not _words_before(words, run[0], 4) & _ELSEWHEN
            if not is_own and (not kind or nearby & set(kind)):
                yield run, target if is_so else None, value


def _states_given(table: Table, question: Mapping[str, Any], words: Sequence[Word]) -> Iterator[_NamedValue]:
    """Yield the states that the words name: `a dispersed unit`, `a unit, not surrounded,`."""
    for fact, *args in question["states"]:
        stems = table["states"][fact]
        for run in _find_runs(words, stems):
            if not set(stems) <= set(question["phrase"]):
                is_so = not _words_before(words, run[0], 4) & _ELSEWHEN
                yield run, (fact, *args) if is_so else None, "no" if _words_before(words, run[0], 2) & _DENIES else "yes"


def _choose_target(
    table: Table, targets: Sequence[Sequence[str | int]], words: Sequence[Word], run: Sequence[int]
) -> tuple[str | int, ...] | None:
    """Return the only fact that may be meant; of several, that of the thing whose kind follows: `a French unit`."""
    if len(targets) == 1:
        return tuple(targets[0])
    next_stem = words[run[-1] + 1].stem if run[-1] + 1 < len(words) else ""
    owned = [
        target
        for target in targets
        if len(target) == 2 and next_stem and table["kinds"].get(str(target[0]).partition(".")[0], [])[:1] == [next_stem]
    ]
    return tuple(owned[0]) if len(owned) == 1 else None


def _words_before(words: Sequence[Word], index: int, count: int) -> set[str]:
    """Return so many words before one."""
    return {word.text for word in words[max(index - count, 0) : index]}
