"""References of an author's page to cases and terms of the rulebooks of its site: `[4.2][]`, `[the ford][4.2]`, `[BOOK 4.2][]`,
`[supply][]`.

Markdown has them: all that is added to a page are the definitions of the labels that it uses, so that what a link may be stays MkDocs' own.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rulewright.base.suggestions import did_you_mean
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.html.addresses import Address
from rulewright.site.html.escape import clean_line

Problem: TypeAlias = tuple[int, str]
"""A line of a page, counted from 1, and what is wrong in it."""
_USE = re.compile(r"(?<!\\)\[((?:[^\[\]\\]|\\.)+)\]\[([^\[\]]*)\]")
_DEFINITION = re.compile(r"^ {0,3}\[([^\[\]]+)\]:", re.MULTILINE)
_CODE = re.compile(r"(`+).+?\1")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Target:
    """A case or term that a label means, with the page that has it."""

    site_book: BookOfSite
    address: Address
    title: str
    number: str = ""
    """The number of the case in force; empty for a term."""

    def link_from(self, page: str) -> str:
        """The link to its page from another page of Markdown."""
        path = posixpath.relpath(f"{self.site_book.folder}/{self.address.page}.md", posixpath.dirname(page) or ".")
        return f"{path}#{self.address.anchor}"


class References:
    """The labels of cases and terms of the rulebooks of a site."""

    def __init__(self, books: Sequence[BookOfSite]) -> None:
        self._books = books

    def resolve_label(self, label: str) -> Target | str:
        """The target of a label, or a sentence on why it has none."""
        words = " ".join(label.split())
        for site_book in self._books:
            for name in dict.fromkeys((site_book.folder, site_book.book.slug, site_book.title)):
                if words.casefold().startswith(f"{name.casefold()} "):
                    remainder = words[len(name) + 1 :]
                    return _target_in(site_book, remainder) or _format_absence([site_book], remainder)
        targets = [target for site_book in self._books if (target := _target_in(site_book, words)) is not None]
        if len(targets) > 1:
            folders = ", ".join(f"`[{target.site_book.folder} {words}][]`" for target in targets)
            return f"`{words}` is in more than one book: write one of {folders}"
        return targets[0] if targets else _format_absence(self._books, words)

    def define_labels(self, page: str, markdown: str) -> tuple[str, list[Problem]]:
        """Return the definitions of the labels that a page uses, and what is wrong with the others."""
        defined = {_fold_label(label) for label in _DEFINITION.findall(markdown)}
        definitions, problems = [], []
        for line, label in _labels_used(markdown):
            if _fold_label(label) in defined:
                continue
            target = self.resolve_label(label)
            if isinstance(target, str):
                problems.append((line, target))
                continue
            defined.add(_fold_label(label))
            definitions.append(f'[{label}]: {target.link_from(page)} "{clean_line(target.title).replace(chr(34), chr(39))}"')
        return "\n".join(definitions), problems


def lines_outside_code(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield (number from 1, line) of the lines that are not in a fenced block of code."""
    fence = ""
    for number, line in enumerate(markdown.split("\n"), 1):
        mark = _FENCE.match(line)
        if mark is not None and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        elif not fence:
            yield number, line


def _labels_used(markdown: str) -> Iterator[tuple[int, str]]:
    for number, line in lines_outside_code(markdown):
        if line.startswith("    "):
            continue
        for text, label in _USE.findall(_CODE.sub("", line)):
            yield number, label or text


def _fold_label(label: str) -> str:
    return " ".join(label.split()).casefold()


def _target_in(site_book: BookOfSite, label: str) -> Target | None:
    number = site_book.addresses.case_number(label)
    address = site_book.addresses.address_of_case(label)
    if number is not None and address is not None:
        case = site_book.view.find_case(number)
        title = f"{site_book.printed_number(number)} {case.title or '' if case is not None else ''}".strip()
        return Target(site_book, address, title, number)
    if (term := site_book.addresses.address_of_term(label)) is not None:
        return Target(site_book, term, label)
    return None


def _format_absence(books: Sequence[BookOfSite], label: str) -> str:
    titles = " or ".join(f"“{site_book.title}”" for site_book in books)
    numbers = [case.number for site_book in books for case in site_book.cases]
    suggestion = did_you_mean(label, numbers)
    return f"there is no case or term `{label}` in {titles}" + (f": {suggestion}" if suggestion else "")
