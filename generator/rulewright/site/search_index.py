"""The data of the search: an entry for every case, term, reading, question, check and page, as a script that any page can load from a disk.

How entries are ranked is decided in `site/assets/search.js`: a number first, then titles, synonyms, then text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.language import nodes
from rulewright.rulebook.model import CaseInForce
from rulewright.site.badges import source_title
from rulewright.site.case_index import first_question
from rulewright.site.escape import script_data
from rulewright.site.given import BookOfSite, kind_of
from rulewright.site.page import Page
from rulewright.site.words import worded

Entry = dict[str, Any]
TEXT_LIMIT = 600  # characters of a case's text that can be found by a word in it
_MARKUP = re.compile(r"[\[\]*`]")
_HEADING = re.compile(r"^(#{1,3}) +(.+?)(?: +\{[^}]*\})?$", re.MULTILINE)


def search_script(books: Iterable[BookOfSite], pages: Iterable[Page]) -> str:
    """The text of `assets/search-data.js`. Keys: k kind, b book, u address, n numbers, t title, s synonyms, x text, m small print."""
    books = list(books)
    data = {
        "books": {of.folder: of.title for of in books},
        "entries": [entry for of in books for entry in _of_book(of)] + [_of_page(page) for page in pages],
    }
    return f"window.rulewrightSearch={script_data(data)};\n"


def _of_book(of: BookOfSite) -> Iterator[Entry]:
    synonyms = _synonyms(of)
    for case in of.view.every_case():
        yield _of_case(of, case, synonyms.get(case.number, []))
    for declared in of.book.declarations:
        match declared.node:
            case nodes.Term():
                address = of.addresses.term(declared.node.name)
                yield _entry(
                    "term",
                    of,
                    address.href() if address else "glossary.html",
                    declared.node.name,
                    list(declared.node.also),
                    declared.node.text,
                )
            case nodes.Value() | nodes.Verdict() | nodes.Predicate():
                phrase = (declared.node.phrase or "").replace("{", "").replace("}", "")
                yield _entry("question", of, "questions.html", worded(declared.node.name), [declared.node.name], phrase)
            case _:  # open: other declarations are found by their cases
                pass
    for reading in of.view.readings.values():
        reading_address = of.addresses.reading(reading.name)
        text = " ".join(paragraph.text for paragraph in reading.text)
        yield _entry("reading", of, reading_address.href() if reading_address else "readings.html", reading.title, [reading.name], text)


def _of_case(of: BookOfSite, case: CaseInForce, synonyms: list[str]) -> Entry:
    address = of.addresses.case(case.number)
    href = address.href() if address is not None else "cases.html"
    text = " ".join(paragraph.text for paragraph in case.text if not paragraph.struck)
    entry = _entry(kind_of(case), of, href, case.title or first_question(case), synonyms, text)
    entry["n"] = list(dict.fromkeys((of.number(case.number), case.number, case.first_number, of.number(case.first_number))))
    entry["m"] = "deleted" if case.deleted else "text not held" if not case.held else source_title(of, case.source) if case.new else ""
    return entry


def _entry(kind: str, of: BookOfSite, href: str, title: str, synonyms: list[str], text: str) -> Entry:
    folded = " ".join(_MARKUP.sub("", text).split())
    return {"k": kind, "b": of.folder, "u": f"{of.folder}/{href}", "t": title, "s": synonyms, "x": folded[:TEXT_LIMIT]}


def _synonyms(of: BookOfSite) -> dict[str, list[str]]:
    """Number of a case -> names and synonyms of the terms that are said to stand in it, and the words that mean another there."""
    words_of: dict[str, list[str]] = {}
    for declared in of.book.declarations:
        node = declared.node
        if isinstance(node, nodes.Term):
            words, cases = [node.name, *node.also], node.cases
        elif isinstance(node, nodes.Word):
            words, cases = [worded(node.name), worded(node.means)], node.cases
        else:
            continue
        for ref in cases:
            number = of.addresses.case_number(ref.number)
            if number is not None:
                words_of.setdefault(number, []).extend(words)
    return words_of


def _of_page(page: Page) -> Entry:
    """A page that belongs to no book: its title, and its headings as further names."""
    headings = [found[2] for found in _HEADING.finditer(page.markdown)]
    return {
        "k": "page",
        "b": "",
        "u": page.path.removesuffix(".md") + ".html",
        "t": page.title,
        "s": [_MARKUP.sub("", one) for one in headings if one != page.title],
        "x": "",
    }
