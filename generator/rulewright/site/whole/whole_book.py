"""A book of one edition as one text: title, contents, chapters, glossary, the list of tables and the index.

It is put together from the built pages of the chapters, so that it says what they say. Every id in it is there once, and a link to a
chapter's page is one within the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.html.escape import Html
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.whole.edition_tree import classes_of, headings_of, keep_edition, read_article, text_of

GLOSSARY = "glossary"
_NAMES = {GLOSSARY: "Glossary"}
_LOWER_LEVEL = {"h2": "h3", "h3": "h4", "h4": "h5", "h5": "h6"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents, of the list of tables or of the index: words, and the places that they lead to, each with its label."""

    words: str
    places: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter, or the glossary, as HTML without its heading."""

    anchor: str
    title: str
    number: str
    html: Html


@dataclass(frozen=True, slots=True)
class WholeBook:
    """A book of one edition as one text."""

    title: str
    edition: str
    sections: tuple[Section, ...]
    tables: tuple[Entry, ...]
    index: tuple[Entry, ...]


@dataclass
class _ChapterTree:
    """A section while it is put together: the page that it is from, and its tree."""

    page: str
    title: str
    number: str
    article: Element
    ids: dict[str, str] = field(default_factory=dict)
    """The ids of its page -> those in the whole text."""

    @property
    def anchor(self) -> str:
        return f"chapter-{self.page}"


class BuiltPages:
    """The pages of a book as they were built, each read once for all editions."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._articles: dict[str, Element | None] = {}

    def copy_article(self, name: str) -> Element | None:
        """Return a tree of one's own of the article of a page; None if there is no such page."""
        if name not in self._articles:
            path = self._folder / f"{name}.html"
            self._articles[name] = read_article(path.read_text(encoding="utf-8")) if path.is_file() else None
        return deepcopy(self._articles[name])


def gather_book(site_book: BookOfSite, pages: BuiltPages, edition: str) -> WholeBook:
    """Put a book of an edition together from the built pages of its chapters."""
    chapters = list(_read_chapters(site_book, pages, edition))
    _make_ids_unique(chapters)
    tables = tuple(_list_tables(chapters))
    index = tuple(_make_index(chapters))
    _link_within(chapters)
    _lower_headings(chapters)
    return WholeBook(
        site_book.title,
        site_book.edition_title(edition),
        tuple(Section(chapter.anchor, chapter.title, chapter.number, _inner_html(chapter.article)) for chapter in chapters),
        tables,
        index,
    )


def _read_chapters(site_book: BookOfSite, pages: BuiltPages, edition: str) -> Iterable[_ChapterTree]:
    """Yield the chapters that have something in the edition, then the glossary."""
    for stem, name in site_book.addresses.chapters.items():
        number, title = chapter_title(site_book, stem)
        if (article := pages.copy_article(name)) is not None:
            _take_heading(article)
            keep_edition(article, edition)
            if text_of(article):
                yield _ChapterTree(name, title, number, article)
    if (glossary := pages.copy_article(GLOSSARY)) is not None:
        terms = next((element for element in glossary.iter("dl") if "rw-glossary" in classes_of(element)), None)
        if terms is not None:
            article = Element("article")
            article.append(terms)
            keep_edition(article, edition)
            yield _ChapterTree(GLOSSARY, _NAMES[GLOSSARY], "", article)


def _take_heading(article: Element) -> None:
    heading = article.find("h1")
    if heading is not None:
        article.remove(heading)


# ---- links -------------------------------------------------------------------------------------------------------------------------


def _make_ids_unique(chapters: Iterable[_ChapterTree]) -> None:
    """Give an id that an earlier chapter has, too, the name of its page in front."""
    used_ids: set[str] = set()
    for chapter in chapters:
        used_ids.add(chapter.anchor)
        for element in chapter.article.iter():
            if (name := element.get("id")) is not None:
                whole_name = name if name not in used_ids else f"{chapter.page}--{name}"
                used_ids.add(whole_name)
                chapter.ids[name] = whole_name
                element.set("id", whole_name)


def _link_within(chapters: Iterable[_ChapterTree]) -> None:
    """Turn links to pages of the text into links within it; a link to what the edition does not have is words alone."""
    by_page = {f"{chapter.page}.html": chapter for chapter in chapters}
    for chapter in by_page.values():
        for link in chapter.article.iter("a"):
            page, _, place = link.get("href", "").partition("#")
            goal = by_page.get(page) if page else chapter
            if goal is None:
                if page.partition(":")[0] in {"http", "https"} or not link.get("href"):
                    continue
                link.attrib.pop("href")
            elif not place or place in goal.ids:
                link.set("href", f"#{goal.ids[place] if place else goal.anchor}")
            else:
                link.attrib.pop("href")


def _lower_headings(chapters: Iterable[_ChapterTree]) -> None:
    """Put the headings of cases a level lower: those of chapters come between them and the title of the book."""
    for chapter in chapters:
        for element in chapter.article.iter():
            element.tag = _LOWER_LEVEL.get(element.tag, element.tag)


# ---- tables and index --------------------------------------------------------------------------------------------------------------


def _list_tables(chapters: Iterable[_ChapterTree]) -> Iterable[Entry]:
    """Yield the tables of cases in their order, by their captions."""
    for chapter in chapters:
        for caption, anchor in _tables_in(chapter):
            yield Entry(caption, ((chapter.number or chapter.title, anchor),))


def _tables_in(chapter: _ChapterTree) -> Iterable[tuple[str, str]]:
    for element in chapter.article.iter("div"):
        caption = element.find(".//caption") if "rw-table" in classes_of(element) and element.get("id") else None
        if caption is not None and (words := text_of(caption)):
            yield words, element.get("id", "")


def _make_index(chapters: Iterable[_ChapterTree]) -> Iterable[Entry]:
    """Yield titles of cases, captions of tables and terms in the order of the alphabet, each with its numbers."""
    places: dict[str, dict[tuple[str, str], None]] = {}
    for chapter in chapters:
        for heading in headings_of(chapter.article):
            number = next((text_of(part) for part in heading if "rw-number" in classes_of(part)), "")
            words = text_of(heading).removeprefix(number).strip()
            if words and (anchor := heading.get("id")):
                places.setdefault(words, {})[number, anchor] = None
        for term in chapter.article.iter("dt"):
            if chapter.page == GLOSSARY and (anchor := term.get("id")):
                places.setdefault(text_of(term), {})[_NAMES[GLOSSARY], anchor] = None
        for caption, anchor in _tables_in(chapter):
            places.setdefault(caption, {})["table", anchor] = None
    for words, some in sorted(places.items(), key=_alphabetical):
        yield Entry(words, tuple(some))


def _alphabetical(entry: tuple[str, Mapping[tuple[str, str], None]]) -> tuple[str, str]:
    words = entry[0].lstrip("“\"'").casefold()
    for article in ("the ", "a ", "an "):
        words = words.removeprefix(article)
    return words, entry[0]


def _inner_html(article: Element) -> Html:
    """The content of the article on one line."""
    parts = [_escaped_text(article.text), *(tostring(child, encoding="unicode", method="html") for child in article)]
    return Html(" ".join("".join(parts).split("\n")).strip())


def _escaped_text(text: str | None) -> str:
    element = Element("i")
    element.text = text
    return tostring(element, encoding="unicode", method="html")[3:-4]
