"""Lists of words that Python and the pages share: forms of words, small words, and words of players that mean the same.

They are in `grammar/words.json`, whose schema says what each list is; `grammar/english.txt` has the commonest words of English.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from rulewright.base.resources import common_words_file, words_file


@cache
def word_lists() -> dict[str, Any]:
    """Return the lists by their names."""
    lists: dict[str, Any] = json.loads(words_file().read_text(encoding="utf-8"))
    return lists


def forms_of_words() -> dict[str, str]:
    """Return the forms whose endings do not lead to their word, each with that word: `fought` -> `fight`."""
    return {form: word for word, forms in word_lists()["irregular"].items() for form in forms.split()}


def word_groups(name: str) -> list[list[str]]:
    """Return the groups of `names` (of one thing) or `near` (about the same): each a list of words and phrases."""
    return [group.split("/") for group in word_lists()[name]]


def common_words() -> list[str]:
    """Return the commonest words of English, each in one of its forms."""
    return common_words_file().read_text(encoding="utf-8").split()
