"""Every word of the language with the place that explains it, from the grammar and from where each is explained."""

from __future__ import annotations

from itertools import groupby
from posixpath import relpath

from rulewright.interfaces.api.manual import explain_word, language_words


def _link(word: str) -> str:
    explained = explain_word(word)
    assert explained is not None, word
    return f"[`{word}`]({relpath(explained.address.replace('.html', '.md'), 'language')})"


def make() -> str:
    letters = groupby(sorted(language_words()), key=lambda word: word[0])
    return "\n\n".join(f"**{letter.upper()}** {', '.join(map(_link, words))}" for letter, words in letters)
