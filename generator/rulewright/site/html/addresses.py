"""Addresses of a rulebook on the site: one page a chapter, an anchor a case; both outlive a renumbering.

All pages of a book lie in one folder, so an address within a book is `page.html#anchor`, which works from a disk as from a server.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from rulewright.rulebook.case_numbers import Numbering
from rulewright.rulebook.model import CaseInForce, EditionView, Rulebook
from rulewright.site.html.escape import anchor_id, file_name
from rulewright.syntax import nodes

OWN_PAGES = frozenset(
    {
        "index",
        "cases",
        "glossary",
        "readings",
        "scenarios",
        "findings",
        "precedence",
        "coverage",
        "graph",
        "amendments",
        "ask",
        "own-copy",
        "play",
        "charts",
        "rule",
    }
)
CHARTS = "charts"
"""The page of the tables, which prints as a card of one page."""
RULE = "rule"
"""The address by which links from outside name a rule; the page of all cases leads on from there."""
CHANGES, SHEET, PRINT = "changes-", "since-", "print-"


@dataclass(frozen=True, slots=True)
class Address:
    """A page of the book's folder, without its ending, and an anchor on it."""

    page: str
    anchor: str

    def href_from(self, seen_from: str = "") -> str:
        """The link from another page of the same folder (only the anchor if it is the same page)."""
        return f"#{self.anchor}" if self.page == seen_from else f"{self.page}.html#{self.anchor}"


class Addresses:
    """Addresses of one book in one edition. Anchors are made of the number that a case had first, so a renumbering does not move it."""

    def __init__(self, book: Rulebook, view: EditionView) -> None:
        self.folder = file_name(book.slug)
        self._view = view
        self.chapters = _chapter_pages(book, view)
        self._cases: dict[str, Address] = {}
        self._cases_by_origin: dict[tuple[str, str], Address] = {}
        self.further: dict[str, list[str]] = {}
        """Anchor of a case -> those of the other numbers that it has had, where nothing else has them: each leads to the case as well."""
        self._terms: dict[str, Address] = {}
        self._readings = {name: Address("readings", anchor_id("reading", name)) for view in book.views.values() for name in view.readings}
        self._place_cases(book.numbering)
        self._place_terms(book)

    def _place_cases(self, numbering: Numbering) -> None:
        taken_anchors: set[tuple[str, str]] = set()
        for case in (*self._view.cases.values(), *self._view.scenarios.values(), *self._view.rulings.values()):
            kind = "ruling" if case.id in self._view.rulings else "case"
            page = self.chapters[case.chapter]
            if kind == "ruling":
                home = self._view.find_case(self.home_of_ruling(case))
                page = self.chapters[home.chapter] if home is not None else page
            name = _reserve_anchor(anchor_id(kind, case.first_number), page, taken_anchors)
            address = Address(page, name)
            self._cases[case.number] = self._cases_by_origin[case.first_number, case.source] = address
            self._cases.setdefault(case.first_number, address)
            self._cases.setdefault(case.id.number, address)
            self._cases.setdefault(numbering.display(case.number), address)
        for number, address in self._cases.items():
            name = anchor_id(address.anchor.partition("-")[0], number)
            if self._view.find_case(number) is not None and (address.page, name) not in taken_anchors:
                taken_anchors.add((address.page, name))
                self.further.setdefault(address.anchor, []).append(name)

    def _place_terms(self, book: Rulebook) -> None:
        taken_anchors: set[tuple[str, str]] = set()
        for declared in book.declarations:
            if isinstance(declared.node, nodes.Term):
                address = Address("glossary", _reserve_anchor(anchor_id("term", declared.node.name.casefold()), "glossary", taken_anchors))
                for name in (declared.node.name, *declared.node.also):
                    self._terms.setdefault(name.casefold(), address)

    def address_of_case(self, number: str) -> Address | None:
        """Of a case, ruling or scenario by its number in force, its first one or as printed; of a rule or table, that of its case."""
        address = self._cases.get(number)
        if address is None:
            address = self._cases.get(self._view.renumbered.get(number, ""))
        if address is None and "." in number and (home := self.case_number(number)) is not None:
            return self._cases.get(home)
        return address

    def address_of(self, case: CaseInForce) -> Address | None:
        """Of a case of any edition, whatever its number was in it."""
        return self._cases_by_origin.get((case.first_number, case.source))

    def case_number(self, reference: str) -> str | None:
        """The number in force of the case that a reference means: itself, or without the rule's part (`14.43.b` -> `14.43`)."""
        return number_in(self._view, reference)

    def address_of_term(self, name: str) -> Address | None:
        """Of a term by its name or a synonym; capitals and a plural `s` do not matter."""
        folded = name.casefold()
        return self._terms.get(folded) or (self._terms.get(folded[:-1]) if folded.endswith("s") else None)

    def address_of_reading(self, name: str) -> Address | None:
        """Of a reading of any edition: one page has them all."""
        return self._readings.get(name)

    def home_of_ruling(self, ruling: CaseInForce) -> str:
        """The number in force of the first case that a ruling is on and that is there; ``""`` if none is."""
        block = ruling.origin.block
        for target in block.on if isinstance(block, nodes.Ruling) else ():
            number = self.case_number(target.number)
            if number is not None:
                return number
        return ""


def number_in(view: EditionView, reference: str) -> str | None:
    """The number in an edition of the case that a reference means: itself, or without the rule's part (`14.43.b` -> `14.43`)."""
    while reference:
        case = view.find_case(reference)
        if case is not None:
            return case.number
        cut = max(reference.rfind("."), reference.rfind("/"))
        reference = reference[:cut] if cut > 0 else ""
    return None


def rule_name(number: str, edition: str = "") -> str:
    """The name of a rule in links: its number, and the edition in which that is its number: `8.2@printed`."""
    return f"{number}@{edition}" if edition else number


def rule_link(number: str, edition: str = "") -> str:
    """The link to a rule from outside of the site, which names no page of a chapter: `rule.html#8.2@printed`."""
    return f"{RULE}.html#{quote(rule_name(number, edition), safe='/@')}"


def changes_page_name(old: str, new: str) -> str:
    """The page of what changed from one edition to another; no chapter's page has a name that begins like it."""
    return f"{CHANGES}{file_name(old)}-{file_name(new)}"


def sheet_page_name(edition: str) -> str:
    """The address of what changed since an edition, now on the page of amendments; no chapter's page has a name that begins like it."""
    return f"{SHEET}{file_name(edition)}"


def print_page_name(edition: str) -> str:
    """The page that has the whole book of an edition, for paper; no chapter's page has a name that begins like it."""
    return f"{PRINT}{file_name(edition)}"


def _reserve_anchor(name: str, page: str, taken_anchors: set[tuple[str, str]]) -> str:
    """The anchor, with a number behind it where two names come down to the same one."""
    free, count = name, 2
    while (page, free) in taken_anchors:
        free, count = f"{name}-{count}", count + 1
    taken_anchors.add((page, free))
    return free


def _sort_chapters(stems: Iterable[str]) -> list[str]:
    """Files that begin with a number (`07-sea`, `12-battles`) by number and name, the others after them as they come."""

    def sort_key(stem: str) -> tuple[bool, int, str]:
        digits = re.match(r"\d+", stem)
        return (digits is None, int(digits[0]) if digits else 0, stem if digits else "")

    return sorted(stems, key=sort_key)


def _chapter_pages(book: Rulebook, view: EditionView) -> Mapping[str, str]:
    """Chapter (file stem) -> page, in the order in which the book shows its cases; a name of ours gives way by `chapter-`."""
    pages: dict[str, str] = {}
    taken_names = set(OWN_PAGES)
    stems = [case.chapter for case in (*view.cases.values(), *view.scenarios.values(), *view.rulings.values())]
    for stem in _sort_chapters(dict.fromkeys((*stems, *book.chapters))):
        name = file_name(stem)
        while name in taken_names or name.startswith((CHANGES, SHEET, PRINT)):
            name = f"chapter-{name}"
        taken_names.add(name)
        pages[stem] = name
    return pages
