"""The data of the search as scripts that any page can load from a disk: the names of the books, each book, and the pages of none.

They hold entries, not an index: the page makes that when the search is first opened, so that words of a book and of a query go through one
and the same stemmer. What is found, and in which order, is decided in `site/assets/find`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rulewright.analysis.plain_questions.for_pages import lists_for_pages
from rulewright.analysis.plain_questions.stems import plain_text as plain_words
from rulewright.analysis.plain_questions.stems import stem_of, stems_of
from rulewright.analysis.plain_questions.word_lists import word_groups
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.page import Page
from rulewright.site.html.escape import script_data
from rulewright.site.search.page_entries import page_entries
from rulewright.site.search.search_entries import Entry, entries_of, example_number, synonym_groups

_LETTERS = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"[^\W_]+")
_SMALL = frozenset(("the", "a", "of", "in", "and", "at", "du", "de", "la", "le", "l", "der", "die"))


def search_scripts(books: Iterable[BookOfSite], pages: Iterable[Page]) -> Iterator[tuple[str, str]]:
    """(name, text) of each script of `assets/search`."""
    books = list(books)
    yield "words.js", f"window.rulewrightLists={script_data(lists_for_pages())};\n"
    keywords = own_words([site_book.title for site_book in books])
    index_lines = [
        {
            "folder": site_book.folder,
            "title": site_book.title,
            "names": book_names(site_book.title, site_book.folder),
            "words": words,
            "example": example_number(site_book),
        }
        for site_book, words in zip(books, keywords, strict=True)
    ]
    of_pages = list(page_entries(pages))
    folders = sorted({folder for entry in of_pages if (folder := entry["u"].rpartition("/")[0].partition("/")[0])})
    yield "site.js", _script_text("site", {"books": index_lines, "folders": folders, "pages": len(of_pages)})
    if of_pages:
        yield "pages.js", _script_text("", _index_script("", of_pages))
    for site_book in books:
        entries = list(entries_of(site_book))
        data = {"synonyms": [*groups_of_players(entries), *synonym_groups(site_book)], **_index_script(site_book.folder, entries)}
        yield f"book-{site_book.folder}.js", _script_text(site_book.folder, data)


def groups_of_players(entries: Iterable[Entry]) -> list[list[str]]:
    """Return the shared groups of words that mean the same, those alone of which entries of a book have one."""
    fields = [field for entry in entries for field in entry.values()]
    texts = [text for field in fields for text in (field if isinstance(field, list) else [field]) if isinstance(text, str)]
    stems = frozenset(stem_of(word) for word in set(_WORDS.findall(plain_words(" ".join(texts)))))
    groups = (group for name in ("names", "near") for group in word_groups(name))
    return [group for group in groups if any(stems.issuperset(stems_of(phrase)) for phrase in group)]


def _index_script(folder: str, entries: Iterable[Entry]) -> dict[str, object]:
    """The entries, each chapter written once and told by its place, and an address, in the folder, only where it is another than the one
    before: what `ready` in `site/assets/find/book.js` undoes."""
    chapters: dict[object, int] = {}
    rows, last = [], None
    for entry in entries:
        address = entry["u"]
        lean = {name: value for name, value in entry.items() if name != "u" or value != last}
        if "u" in lean:
            lean["u"] = str(address).removeprefix(f"{folder}/") if folder else address
        if "c" in lean:
            lean["c"] = chapters.setdefault(lean["c"], len(chapters))
        rows.append(lean)
        last = address
    return {"chapters": list(chapters), "entries": rows}


def book_names(title: str, folder: str) -> list[str]:
    """Return the names of a book: its title, its folder, its initials with and without small words (`LGA`, `WIE`, `AdN`)."""
    words = _LETTERS.findall(title)
    letters = ["".join(word[0] for word in words), "".join(word[0] for word in words if word.casefold() not in _SMALL)]
    letters.append("".join(word[0] for word in words if word != words[0] or len(word) > 1))
    return list(dict.fromkeys([title.casefold(), folder, *(word.casefold() for word in letters if len(word) > 2)]))


def own_words(titles: Sequence[str]) -> list[list[str]]:
    """Of each title the words that no other title has: `nord`, `europe`, `grande`."""
    each = [list(dict.fromkeys(word for word in _LETTERS.findall(title.casefold()) if word not in _SMALL)) for title in titles]
    frequencies = Counter(word for words in each for word in words)
    return [[word for word in words if frequencies[word] == 1] for words in each]


def _script_text(name: str, data: object) -> str:
    return f"(window.rulewrightSearch=window.rulewrightSearch||{{}})[{script_data(name)}]={script_data(data)};\n"
