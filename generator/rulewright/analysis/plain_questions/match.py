"""Matching of words with the questions of a table: which one is meant, and which facts the words give.

Each question has a score in thousandths: how much of the words it accounts for, and how much of its own phrase the words have. Words count
by how rare they are among the questions, and those before the question itself (`A unit is dispersed: may it move?`) less. The order of the
book decides nothing: of questions that fit about equally well none is taken, and all are candidates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.analysis.plain_questions.given import NamedRuns, ReadValue, find_named_runs, read_values
from rulewright.analysis.plain_questions.stems import DENIALS, LIGHT_STEMS
from rulewright.analysis.plain_questions.table import ALIKE_LEVEL, PHRASE_LEVEL, Table
from rulewright.analysis.plain_questions.words import Word, read_words
from rulewright.base.limits import MAX_CANDIDATES
from rulewright.base.records import record

LEAST_TAKEN, LEAST_LISTED = 600, 200
"""The scores, in thousandths, from which a question is taken, and from which it is a candidate."""

LISTED_SHARE = 45
"""A question is a candidate if it has at least so many percent of the score of the best one."""

NEXT_SHARES = (82, 90, 94)
"""A question is taken if no other has more than so many percent of its score: where the other leaves as many words unread as it does, one
more, or several more. Against one that leaves fewer unread, or all if the words are no question, it is `FAR_BETTER`."""

FAR_BETTER, MOST_UNREAD = 60, 2
"""How near one that reads more words may be, in percent; how many words a question may leave unread and be taken."""

READ_SHARE = 60
"""A way to ask a question is read, and may be taken, if the words have so many percent of it."""

UNREAD_COST, MOST_COUNTED = 4, 6
"""What an unread word costs a candidate among the others, in percent of its score; so many are counted."""

CONTEXT, VALUE_LEVEL, OPEN, BY_NAME, ASKED_BEFORE = 35, 90, 12, 85, 60
"""In percent: the weight of a word before the question itself; how well a word is accounted for that gives something; what an argument
that the words do not name costs; what a name counts that is not the phrase; a word of the phrase that is in the context alone."""


FITS = {
    "may": {"may": 100, "is": 68, "what": 55, "much": 55},
    "is": {"is": 100, "may": 85, "what": 75, "much": 62},
    "much": {"much": 100, "what": 75, "may": 55, "is": 55},
    "what": {"what": 100, "much": 96, "may": 70, "is": 62},
    "when": {"may": 96, "is": 90, "much": 75, "what": 62},
    "who": {"what": 100, "much": 55, "may": 62, "is": 62},
    "": {"may": 100, "is": 100, "what": 100, "much": 100},
}
"""How well a kind of question fits what the words ask for, in percent."""


@record
class Candidate:
    """A question, how well it fits in thousandths, what the words give, the words that nothing of it accounts for, and how much of the
    best way to ask it the words have, in percent.
    """

    question: str
    score: int
    values: tuple[ReadValue, ...]
    unread: tuple[str, ...]
    phrase: int


@record
class Match:
    """The candidates, the best first; `is_taken`: the first is clearly meant. `tied_count`: so many others fit as well as the last.

    `doubt` says why none is taken, empty if one is.
    """

    candidates: tuple[Candidate, ...]
    is_taken: bool
    tied_count: int = 0
    doubt: str = ""


def match_words(table: Table, text: str) -> Match:
    """Return the questions that some words may mean."""
    words, kind = read_words(table, text)
    if not any(word.stem in table["rarity"] for word in words):
        return Match((), False)
    runs = find_named_runs(table, words)
    rated = (_rate_question(table, name, words, kind, runs) for name in table["questions"])
    candidates = [candidate for candidate in rated if candidate.score >= LEAST_LISTED]
    candidates.sort(key=lambda candidate: (-rank_of(candidate), candidate.question))
    candidates = [candidate for candidate in candidates if candidate.score * 100 >= candidates[0].score * LISTED_SHARE]
    top = tuple(candidates[:MAX_CANDIDATES])
    if not top:
        return Match((), False)
    doubt = _doubt_of(top, kind, sum(word.is_full for word in words))
    if not doubt:
        return Match(top, True)
    return Match(top, False, sum(candidate.score == top[-1].score for candidate in candidates[MAX_CANDIDATES:]), doubt)


def rank_of(candidate: Candidate) -> int:
    """Return by what candidates are sorted: the score, less something for each word that is not read."""
    return candidate.score * (100 - UNREAD_COST * min(len(candidate.unread), MOST_COUNTED))


def _doubt_of(candidates: Sequence[Candidate], kind: str, count: int) -> str:
    """Return why the first of some questions is not clearly the one that so many words mean; empty if it is.

    What asks nothing must be read to its end.
    """
    first, *others = candidates
    most_unread = min(MOST_UNREAD, 2 * count // 3) if kind else 0
    if len(first.unread) > most_unread:
        return "too many of the words are not read"
    if first.score < LEAST_TAKEN or first.phrase < READ_SHARE:
        return "none fits the words well enough"
    rivals = sum(not _is_better(first, other, kind) for other in others)
    return f"{rivals + 1} questions fit about equally well" if rivals else ""


def _is_better(first: Candidate, other: Candidate, kind: str) -> bool:
    """Return True if a question fits clearly better than another, or reads all words where the other does not."""
    more_unread = len(other.unread) - len(first.unread)
    if more_unread < 0 or kind == "":
        return other.score * 100 <= first.score * FAR_BETTER
    return (more_unread > 0 and not first.unread) or other.score * 100 <= first.score * NEXT_SHARES[min(more_unread, len(NEXT_SHARES) - 1)]


# ---- one question ----------------------------------------------------------------------------------------------------------------------


def _rate_question(table: Table, name: str, words: Sequence[Word], kind: str, runs: NamedRuns) -> Candidate:
    question = table["questions"][name]
    values, value_places = read_values(table, question, words, runs)
    asked_share = _asked_by_own(table, question, words, value_places)
    left_open = _count_open(question, words, values)
    phrase = _phrase_share(table, question, words) * max(100 - OPEN * left_open, 0) // 100
    fit = FITS[kind][question["kind"]]
    score = (2 * _accounted_share(table, question, words, value_places) + asked_share + 2 * phrase) * fit // 50
    given_places = {index for fact in values for index in fact.places}
    own_stems = _read_stems(table, question, words)
    unread = [word.text for index, word in enumerate(words) if index not in given_places and not _is_read(table, question, own_stems, word)]
    unread += ["when"] if kind == "when" and question["kind"] in ("may", "is") else []  # whether it may be is no answer to when
    return Candidate(name, score, tuple(values), tuple(dict.fromkeys(unread)), phrase)


def _is_read(table: Table, question: Mapping[str, Any], own_stems: set[str], word: Word) -> bool:
    """Return True for a word of the question itself, or one that says nothing alone; what is only in the text of a case is not read."""
    if word.number or word.text in DENIALS:
        return False
    if not word.stem or word.stem in LIGHT_STEMS or word.stem in table["nouns"]:
        return True
    return word.stem in own_stems or question["levels"].get(word.stem) == ALIKE_LEVEL


def _read_stems(table: Table, question: Mapping[str, Any], words: Sequence[Word]) -> set[str]:
    """Return the stems of the ways to ask a question that the words have for the most part, and of the measure of its answer."""
    ways = (question["phrase"], question["name"], *question["others"])
    return {*question["measure"], *(stem for stems in ways if _stem_share(table, stems, words) >= READ_SHARE for stem in stems)}


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
    by_phrase = max(_stem_share(table, phrase, words) for phrase in (question["phrase"], *question["others"]))
    return max(by_phrase, _stem_share(table, question["name"], words) * BY_NAME // 100)


def _stem_share(table: Table, stems: Sequence[str], words: Sequence[Word]) -> int:
    asked_stems = {word.stem for word in words if word.is_asked}
    all_stems = {word.stem for word in words}
    total: int = sum(table["rarity"][part] for part in stems)
    matched: int = sum(table["rarity"][part] * (100 if part in asked_stems else ASKED_BEFORE if part in all_stems else 0) for part in stems)
    return matched // max(total, 1)
