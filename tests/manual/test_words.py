"""The page of all words of the language is made from the grammar and from where each word is explained; RULEWRIGHT_REWRITE=1 writes it."""

from __future__ import annotations

import os
from itertools import groupby

from rulewright.base.resources import site_folder
from rulewright.interfaces.api.manual import explain_word, language_words

PAGE = site_folder() / "pages" / "language" / "words.md"
HEAD = """\
---
search:
  exclude: true
---
# Words A to Z

Every word of the language, with the place that explains it; `rulewright explain WORD` prints that, and an editor shows it when you point at a word.

<!-- made from the grammar by tests/manual/test_words.py -->
"""


def _link(word: str) -> str:
    explained = explain_word(word)
    assert explained is not None, word
    return f"[`{word}`]({explained.address.removeprefix('language/').replace('.html', '.md')})"


def made() -> str:
    letters = groupby(sorted(language_words()), key=lambda word: word[0])
    return HEAD + "".join(f"\n**{letter.upper()}** {', '.join(map(_link, words))}\n" for letter, words in letters)


def test_the_page_has_every_word_with_its_place() -> None:
    page = made()
    if os.environ.get("RULEWRIGHT_REWRITE"):
        PAGE.write_text(page, "utf-8")
    assert PAGE.read_text("utf-8") == page, "RULEWRIGHT_REWRITE=1 writes it"
