"""The search of the pages in an embedded JavaScript interpreter, with the data that a build writes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rulewright.base.resources import site_folder
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.page import Page
from rulewright.site.search.search_index import search_scripts

PARTS = (
    "vendor/minisearch/minisearch",
    "find/numbers",
    "find/stems",
    "find/words",
    "find/spelling",
    "find/book",
    "find/find",
)


class Search:
    """Some books and pages, ready to be searched."""

    def __init__(self, books: Iterable[BookOfSite], pages: Iterable[Page] = ()) -> None:
        import quickjs

        self._context = quickjs.Context()
        self._context.eval("var window = globalThis;")
        lists, *data = (script for _, script in search_scripts(books, pages))
        parts = ((site_folder() / "assets" / f"{name}.js").read_text("utf-8") for name in PARTS)
        for script in (lists, *parts, *data):
            self._context.eval(script)
        self._context.eval(
            """
            var ready = {};
            rulewrightSearch.site.books.concat(rulewrightSearch.site.pages ? [{folder: ""}] : []).forEach(function (book) {
              ready[book.folder] = rulewrightBook.index(rulewrightBook.ready(book.folder, rulewrightSearch[book.folder]));
            });
            function asked(text, here) { return JSON.stringify(rulewrightFind(text, here, ready, rulewrightSearch.site.books)); }
            function taken(word, here) {
              return JSON.stringify([].concat.apply([], rulewrightBook.byWords(ready[here], word).parts.map(function (part) { return part.read || []; })));
            }
            function numbered(text, here) {
              var found = rulewrightFind.byNumber(ready[here], text);
              return found.length ? found[0].entry.n[0] : "";
            }
            """
        )
        self._asked = self._context.get("asked")
        self._taken = self._context.get("taken")
        self._numbered = self._context.get("numbered")
        self._stem = self._context.eval("rulewrightWords.stemOf")

    def asked(self, text: str, here: str | None = None) -> dict[str, Any]:
        """Groups of entries, and the words that were dropped; on the page that the site begins with, where `here` is no book."""
        found: dict[str, Any] = json.loads(self._asked(text, here))
        return found

    def found(self, text: str, here: str | None = None) -> list[dict[str, Any]]:
        """Every entry in the order in which it is shown."""
        return [entry for group in self.asked(text, here)["groups"] for entry in group["entries"]]

    def numbers(self, text: str, here: str | None = None) -> list[str]:
        """The numbers of the cases that are found, best first."""
        return [entry["n"][0] for entry in self.found(text, here) if "n" in entry]

    def numbered(self, text: str, here: str) -> str:
        """The number of the case that a number leads to; quicker than to look for words as well."""
        return str(self._numbered(text, here))

    def taken(self, word: str, here: str) -> list[dict[str, Any]]:
        """What a word that the book has not is taken for."""
        words: list[dict[str, Any]] = json.loads(self._taken(word, here))
        return words

    def stem(self, word: str) -> str:
        return str(self._stem(word))
