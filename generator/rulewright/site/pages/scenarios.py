"""The page of scenarios and of cases with set-up lines, and of the options that a game may take."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import tags_html
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.case.setup import setup_html
from rulewright.site.html.escape import Html, anchor_id, el, join_html
from rulewright.site.wording.words import join_words, spell_out
from rulewright.syntax import nodes


def scenarios_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where the book has neither scenarios nor set-up nor options."""
    with_setup = [case for case in site_book.cases if any(isinstance(line, nodes.Setup) for line, _ in case.other)]
    if not (with_setup or site_book.view.scenarios or site_book.book.options):
        return None
    return book_page(site_book, "scenarios", "Scenarios and options", _page_parts(site_book, writer))


def _page_parts(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    if site_book.view.scenarios:
        yield Heading(2, "Scenarios", "scenarios")
        rows = []
        for case in site_book.view.scenarios.values():
            pieces = sum(isinstance(line, nodes.Setup) for line, _ in case.other)
            small = f"{pieces} line{'s' if pieces != 1 else ''} of set-up" if pieces else f"{len(case.provisions)} rules"
            rows.append(el("li", _case_link(site_book, case), el("span", small, cls="rw-from")))
        yield el("ul", *rows, cls="rw-list")
    for case in site_book.view.scenarios.values():
        if table := setup_html(site_book, case, "scenarios"):
            yield Heading(3, f"{_scenario_name(site_book, case)}: set-up", anchor_id("set-up", case.first_number))
            yield table
    others = [case for case in site_book.view.cases.values() if any(isinstance(line, nodes.Setup) for line, _ in case.other)]
    if others:
        yield Heading(2, "Set-up in cases", "set-up")
        yield el("ul", *(el("li", writer.case_link(case.number, "scenarios"), " ", case.title or "") for case in others), cls="rw-list")
    if site_book.book.options:
        yield Heading(2, "Options", "options")
        yield el("ul", *(_option_item(site_book, option) for option in site_book.book.options.values()), cls="rw-list")
        for exclusion in site_book.book.exclusions:
            titles = join_words([_option_title(site_book, option) for option in exclusion.options], "and")
            words = f"{titles} exclude each other." if len(exclusion.options) == 2 else f"Of {titles}, at most one is in use."
            yield el("p", words, tags_html(exclusion.tags))
        some = next(iter(site_book.book.options))
        yield el("p", "A question is asked with an option by ", el("code", f"--option {some}"), ".", cls="rw-small")


def _case_link(site_book: BookOfSite, case: CaseInForce) -> Html:
    """The number and title of a scenario, leading to it; the number of one that has only a name says nothing new."""
    address = site_book.addresses.address_of_case(case.number)
    return (
        el("a", el("b", _scenario_name(site_book, case)), href=address.href_from("scenarios"))
        if address
        else el("b", _scenario_name(site_book, case))
    )


def _scenario_name(site_book: BookOfSite, case: CaseInForce) -> str:
    numbered = any(ch.isdigit() for ch in case.number) or not case.title
    return " ".join(filter(None, (site_book.printed_number(case.number) if numbered else "", case.title)))


def _option_title(site_book: BookOfSite, option: str) -> str:
    option_decl = site_book.book.options.get(option)
    return option_decl.title if option_decl is not None else spell_out(option)


def _option_item(site_book: BookOfSite, option: nodes.Option) -> Html:
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
    return el(
        "li",
        el("b", option.title),
        " ",
        el("code", option.name),
        join_html([el("span", "; ".join(remarks), cls="rw-from")]) if remarks else None,
        tags_html(option.tags),
    )
