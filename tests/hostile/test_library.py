"""What the library gives of a book that means harm: every method of a book is called, and what it gives is JSON and text as they should be.

The methods are read from the class: one that is not in `CALLS` fails here.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

import rulewright
from hostile import harmless
from hostile.conftest import Places
from hostile.texts import MARK, TEXTS
from rulewright import Book

CALLS: Mapping[str, Callable[[Book], Any]] = {
    "ask": lambda book: book.ask("go_0", {"how": TEXTS[0]}),
    "check": lambda book: book.check(),
    "contents": lambda book: book.contents(),
    "core": lambda book: book.core(),
    "diff": lambda book: book.diff("printed", "errata"),
    "diff_with": lambda book: book.diff_with(book),
    "find_questions": lambda book: book.find_questions(TEXTS[0]),
    "edition": lambda book: book.edition(),
    "graph": lambda book: book.graph(),
    "link": lambda book: book.link("2.1"),
    "questions": lambda book: book.questions(),
    "situation": lambda book: book.situation({"how": "plain"}).ask("go_0"),
    "show": lambda book: book.show("2.1"),
    "table": lambda book: list(book.table("go_0", [{"how": "plain"}, {"how": TEXTS[0]}])),
    "test": lambda book: book.test(),
    "why_not": lambda book: book.why_not("go_0", "permitted", {"how": "plain"}),
}
QUIET = {"test"}
"""All examples pass, and of those only the number is given."""


@pytest.fixture(scope="module")
def book(places: Places) -> Book:
    return rulewright.load(places.book)


def test_every_method_is_called() -> None:
    public = {name for name, _ in inspect.getmembers(Book, inspect.isfunction) if not name.startswith("_")}
    assert public == set(CALLS), "say in CALLS how it is called"


@pytest.mark.parametrize("name", CALLS)
def test_what_a_method_gives_is_json(book: Book, name: str) -> None:
    given = CALLS[name](book)
    assert repr(given)
    if not hasattr(given, "to_json"):
        return
    written = json.dumps(given.to_json(), allow_nan=False, ensure_ascii=False)
    assert MARK in written or name in QUIET
    assert json.loads(written) == json.loads(json.dumps(given.to_json()))
    written.encode()


@pytest.mark.parametrize("word", [*TEXTS[::5], "pwned\n::error::pwned"])
def test_what_is_wrong_is_said_in_sentences_that_quote_the_word(book: Book, word: str) -> None:
    for call in (lambda: book.show(word), lambda: book.ask("go_0", {"how": word + "x"}), lambda: rulewright.load(word)):
        with pytest.raises(rulewright.Error) as fault:
            call()
        assert fault.value.message
        harmless.json_text(json.dumps([fault.value.message, *fault.value.hints]))
