"""The page of scenarios and of cases with set-up lines, and of the options that a game may take."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import tags_html
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.case.setup import setup_html
from rulewright.site.html.escape import Html, anchor, el, join
from rulewright.site.wording.words import listed, worded
from rulewright.syntax import nodes


def scenarios_page(of: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where the book has neither scenarios nor set-up nor options."""
    with_setup = [case for case in of.cases if any(isinstance(line, nodes.Setup) for line, _ in case.other)]
    if not (with_setup or of.view.scenarios or of.book.options):
        return None
    return book_page(of, "scenarios", "Scenarios and options", _parts(of, writer))


def _parts(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    if of.view.scenarios:
        yield Heading(2, "Scenarios", "scenarios")
        rows = []
        for case in of.view.scenarios.values():
            pieces = sum(isinstance(line, nodes.Setup) for line, _ in case.other)
            small = f"{pieces} line{'s' if pieces != 1 else ''} of set-up" if pieces else f"{len(case.provisions)} rules"
            rows.append(el("li", _link(of, case), el("span", small, cls="rw-from")))
        yield el("ul", *rows, cls="rw-list")
    for case in of.view.scenarios.values():
        if table := setup_html(of, case, "scenarios"):
            yield Heading(3, f"{_named(of, case)}: set-up", anchor("set-up", case.first_number))
            yield table
    others = [case for case in of.view.cases.values() if any(isinstance(line, nodes.Setup) for line, _ in case.other)]
    if others:
        yield Heading(2, "Set-up in cases", "set-up")
        yield el("ul", *(el("li", writer.case_link(case.number, "scenarios"), " ", case.title or "") for case in others), cls="rw-list")
    if of.book.options:
        yield Heading(2, "Options", "options")
        yield el("ul", *(_option(of, option) for option in of.book.options.values()), cls="rw-list")
        for exclusion in of.book.exclusions:
            titles = listed([_title(of, one) for one in exclusion.options], "and")
            words = f"{titles} exclude each other." if len(exclusion.options) == 2 else f"Of {titles}, at most one is in use."
            yield el("p", words, tags_html(exclusion.tags))
        some = next(iter(of.book.options))
        yield el("p", "A question is asked with an option by ", el("code", f"--option {some}"), ".", cls="rw-small")


def _link(of: BookOfSite, case: CaseInForce) -> Html:
    """The number and title of a scenario, leading to it; the number of one that has only a name says nothing new."""
    address = of.addresses.case(case.number)
    return el("a", el("b", _named(of, case)), href=address.href("scenarios")) if address else el("b", _named(of, case))


def _named(of: BookOfSite, case: CaseInForce) -> str:
    numbered = any(ch.isdigit() for ch in case.number) or not case.title
    return " ".join(filter(None, (of.number(case.number) if numbered else "", case.title)))


def _title(of: BookOfSite, option: str) -> str:
    found = of.book.options.get(option)
    return found.title if found is not None else worded(option)


def _option(of: BookOfSite, option: nodes.Option) -> Html:
    said = []
    if option.needs is not None:
        said.append(f"only where {of.sentences.condition(option.needs)}")
    for exclusion in of.book.exclusions:
        if option.name in exclusion.options:
            said.append(f"not together with {listed([_title(of, one) for one in exclusion.options if one != option.name], 'or')}")
    if option.by:
        by = of.sentences.value_name(option.by)
        said.append(f"chosen by {by if by.startswith('the ') else f'the {by}'}{' alone' if option.alone else ''}")
    return el(
        "li",
        el("b", option.title),
        " ",
        el("code", option.name),
        join([el("span", "; ".join(said), cls="rw-from")]) if said else None,
        tags_html(option.tags),
    )
