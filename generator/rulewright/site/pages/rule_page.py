"""The page that links from outside go to: a rule by its number in an edition, and the page that has it now."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.html.addresses import RULE, rule_name


def rule_page(site_book: BookOfSite, writer: CaseWriter) -> Page:
    rules = list(_named_rules(site_book))
    sample = next((name for name, *_ in rules), "")
    return rendered_page(site_book, writer, RULE, "A rule by its number", rules=rules, sample=rule_name(sample, site_book.edition))


def _named_rules(site_book: BookOfSite) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield (name in links, number as printed, title, edition, address): numbers of today, then those that meant another case before."""
    addresses = site_book.addresses
    addresses_by_number: dict[str, str] = {}
    for case in site_book.view.all_cases():
        address = addresses.address_of(case)
        if address is not None:
            addresses_by_number[case.number] = address.href_from()
            yield case.number, site_book.printed_number(case.number), case.title or "", "", address.href_from()
    for edition, view in site_book.book.views.items():
        for case in view.all_cases():
            address = addresses.address_of(case)
            if address is not None and addresses_by_number.get(case.number) != address.href_from():
                number, title = site_book.book.numbering.display(case.number), site_book.edition_title(edition)
                yield rule_name(case.number, edition), number, case.title or "", title, address.href_from()
