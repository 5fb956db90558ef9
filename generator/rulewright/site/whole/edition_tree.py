"""The text of a built page as one edition has it, for paper: a tree without the parts of other editions and of screens.

It does to the page what `editions.js` does where that edition is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

_VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_FOR_SCREENS = frozenset(
    [
        "rw-banner",
        "rw-neighbours",
        "rw-asks",
        "rw-past",
        "rw-give",
        "rw-open",
        "rw-formal",
        "rw-tags",
        "rw-editor",
        "rw-ledger",
        "rw-history",
        "rw-pin",
        "rw-find",
        "rw-switches",
    ]
)
"""Classes of what acts on a screen, what editors see, and what is folded: the rules behind the words, examples, relations."""
_WAS_NOT_HELD = "The words of that edition are not held."


class _Reader(HTMLParser):
    """Reads the article of a page that we wrote: its elements are closed in their order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.builder = TreeBuilder()
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._depth or tag == "article":
            self.builder.start(tag, {name: value or "" for name, value in attrs})
            if tag in _VOID:
                self.builder.end(tag)
            else:
                self._depth += 1

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag not in _VOID:
            self.builder.end(tag)
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.builder.data(data)


def read_article(page: str) -> Element:
    """The article of a built page as a tree."""
    start, end = page.find("<article"), page.rfind("</article>")
    reader = _Reader()
    reader.feed(page[start:end] + "</article>" if start >= 0 else "<article></article>")
    return reader.builder.close()


def keep_edition(article: Element, edition: str) -> None:
    """Reduce the article to what an edition has of it, as paper shows it."""
    _replace_earlier_texts(article, edition)
    _remove_elements(article, lambda element: not _is_of_edition(element, edition) or not _FOR_SCREENS.isdisjoint(classes_of(element)))
    _remove_absent_cases(article, edition)
    for element in article.iter():
        for name in [name for name in element.attrib if name.startswith(("data-rw-", "data-book", "aria-expanded")) or name == "hidden"]:
            del element.attrib[name]
        if element.tag == "details":
            element.set("open", "")


def classes_of(element: Element) -> frozenset[str]:
    return frozenset(element.get("class", "").split())


def text_of(element: Element) -> str:
    """The words of an element on one line."""
    return " ".join("".join(element.itertext()).split())


def _is_of_edition(element: Element, edition: str) -> bool:
    editions = element.get("data-rw-in")
    return "hidden" not in element.attrib if editions is None else edition in editions.split()


def _lists(element: Element, name: str, edition: str) -> bool:
    return edition in element.get(name, "").split()


def _replace_earlier_texts(article: Element, edition: str) -> None:
    """Put the words that a case had in the edition in the place of those that it has today."""
    for body in article.iter("div"):
        if "rw-case-body" not in classes_of(body):
            continue
        now = next((child for child in body if "rw-now" in classes_of(child)), None)
        earlier = next((details for details in body.iter("details") if details.get("data-rw-edition") == edition), None)
        if earlier is not None:
            words = Element("div", {"class": "rw-then"})
            words.extend([child for child in earlier if child.tag != "summary"])
            for mark in words.iter("mark"):  # a word that is another today: of that the edition said nothing
                mark.tag = "span"
        elif _lists(body, "data-rw-unheld", edition):
            words = Element("p", {"class": "rw-small"})
            words.text = _WAS_NOT_HELD
        else:
            continue
        body.insert(list(body).index(now) if now is not None else 0, words)
        if now is not None:
            words.tail = now.tail
            body.remove(now)


def _remove_absent_cases(article: Element, edition: str) -> None:
    children = list(article)
    for heading, child in zip([None, *children], children, strict=False):
        if "rw-case-body" in classes_of(child) and _lists(child, "data-rw-absent", edition):
            article.remove(child)
            if heading is not None and "rw-case" in classes_of(heading):
                article.remove(heading)


def _remove_elements(parent: Element, is_removed: Callable[[Element], bool]) -> None:
    """Remove the elements below another of which that holds; the text after each stays."""
    previous: Element | None = None
    for child in list(parent):
        if not is_removed(child):
            _remove_elements(child, is_removed)
            previous = child
            continue
        if child.tail and previous is not None:
            previous.tail = (previous.tail or "") + child.tail
        elif child.tail:
            parent.text = (parent.text or "") + child.tail
        parent.remove(child)


def headings_of(article: Element) -> Iterator[Element]:
    """The headings of cases, each with its number in a part of its own."""
    return (element for element in article.iter() if element.tag in {"h2", "h3", "h4"} and "rw-case" in classes_of(element))
