"""The page of scenarios and of cases with set-up lines, and of the options that a game may take."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, book_page
from rulewright.site.case.setup import setup_html
from rulewright.site.html.escape import Html, anchor_id
from rulewright.site.wording.words import join_words, spell_out
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class _Scenario:
    """A scenario by name, with the link to it (empty if no page has it), what it holds, and its table of set-up."""

    name: str
    href: str
    size: str
    anchor: str
    table: Html


@dataclass(frozen=True, slots=True)
class _Option:
    title: str
    name: str
    remarks: str
    tags: tuple[nodes.Tag, ...]


def scenarios_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where the book has neither scenarios nor set-up nor options."""
    with_setup = [case for case in site_book.cases if any(isinstance(line, nodes.Setup) for line, _ in case.other)]
    if not (with_setup or site_book.view.scenarios or site_book.book.options):
        return None
    others = [case for case in site_book.view.cases.values() if any(isinstance(line, nodes.Setup) for line, _ in case.other)]
    blocks = site_book.templates.render_blocks(
        "pages/scenarios.html",
        scenarios=[_make_scenario(site_book, case) for case in site_book.view.scenarios.values()],
        cases=[(writer.case_link(case.number, "scenarios"), case.title or "") for case in others],
        options=[_make_option(site_book, option) for option in site_book.book.options.values()],
        exclusions=[
            (
                join_words([_option_title(site_book, name) for name in exclusion.options], "and"),
                len(exclusion.options),
                exclusion.tags,
            )
            for exclusion in site_book.book.exclusions
        ],
    )
    return book_page(site_book, "scenarios", "Scenarios and options", blocks)


def _make_scenario(site_book: BookOfSite, case: CaseInForce) -> _Scenario:
    """A scenario for the list; the number of one that has only a name says nothing new."""
    numbered = any(ch.isdigit() for ch in case.number) or not case.title
    name = " ".join(filter(None, (site_book.printed_number(case.number) if numbered else "", case.title)))
    address = site_book.addresses.address_of_case(case.number)
    pieces = sum(isinstance(line, nodes.Setup) for line, _ in case.other)
    size = f"{pieces} line{'s' if pieces != 1 else ''} of set-up" if pieces else f"{len(case.provisions)} rules"
    href = address.href_from("scenarios") if address else ""
    return _Scenario(name, href, size, anchor_id("set-up", case.first_number), setup_html(site_book, case, "scenarios"))


def _option_title(site_book: BookOfSite, option: str) -> str:
    option_decl = site_book.book.options.get(option)
    return option_decl.title if option_decl is not None else spell_out(option)


def _make_option(site_book: BookOfSite, option: nodes.Option) -> _Option:
    remarks = []
    if option.needs is not None:
        remarks.append(f"only where {site_book.sentences.condition_text(option.needs)}")
    for exclusion in site_book.book.exclusions:
        if option.name in exclusion.options:
            others = [_option_title(site_book, name) for name in exclusion.options if name != option.name]
            remarks.append(f"not together with {join_words(others, 'or')}")
    if option.by:
        chooser = site_book.sentences.value_name(option.by)
        remarks.append(f"chosen by {chooser if chooser.startswith('the ') else f'the {chooser}'}{' alone' if option.alone else ''}")
    return _Option(option.title, option.name, "; ".join(remarks), option.tags)
