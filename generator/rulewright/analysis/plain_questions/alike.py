"""Words that mean about the same in rules of games, as players use one for another. A book adds what its terms are `also` called."""

from __future__ import annotations

from rulewright.analysis.plain_questions.stems import stems_of
from rulewright.analysis.plain_questions.word_lists import word_groups


def _group_stems(name: str) -> list[list[tuple[str, ...]]]:
    """Return the groups of a list as stems; a phrase of small words alone has none and is left out."""
    return [[stems for words in group if (stems := tuple(stems_of(words)))] for group in word_groups(name)]


NOUN_STEMS = tuple(tuple(dict.fromkeys(group)) for group in _group_stems("names"))
"""Words of players for one thing: a book that has one of them alone means it by the others."""

ALIKE_STEMS = tuple(tuple(map(frozenset, group)) for group in _group_stems("near"))
"""The groups as sets of stems: one set for each word or phrase of a group."""
