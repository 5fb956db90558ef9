"""The page of scenarios and of cases with set-up lines, and of the options that a game may take."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language import nodes
from rulewright.site.badges import tags_html
from rulewright.site.case import CaseWriter
from rulewright.site.escape import Html, el, join
from rulewright.site.given import BookOfSite
from rulewright.site.page import Heading, Page, banner, page
from rulewright.site.words import listed, worded


def scenarios_page(of: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where the book has neither scenarios nor set-up nor options."""
    with_setup = [case for case in of.cases if any(isinstance(line, nodes.Setup) for line, _ in case.other)]
    if not (with_setup or of.view.scenarios or of.book.options):
        return None
    return page(f"{of.folder}/scenarios.md", "Scenarios and options", _parts(of, writer))


def _parts(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    yield banner(of)
    if of.view.scenarios:
        yield Heading(2, "Scenarios", "scenarios")
        rows = []
        for case in of.view.scenarios.values():
            pieces = sum(isinstance(line, nodes.Setup) for line, _ in case.other)
            small = f"{pieces} line{'s' if pieces != 1 else ''} of set-up" if pieces else f"{len(case.provisions)} rules"
            rows.append(
                el("li", writer.case_link(case.number, "scenarios"), " ", el("b", case.title or ""), el("span", small, cls="rw-from"))
            )
        yield el("ul", *rows, cls="rw-list")
    others = [case for case in of.view.cases.values() if any(isinstance(line, nodes.Setup) for line, _ in case.other)]
    if others:
        yield Heading(2, "Set-up in cases", "set-up")
        yield el("ul", *(el("li", writer.case_link(case.number, "scenarios"), " ", case.title or "") for case in others), cls="rw-list")
    if of.book.options:
        yield Heading(2, "Options", "options")
        yield el("ul", *(_option(of, option) for option in of.book.options.values()), cls="rw-list")
        for exclusion in of.book.exclusions:
            yield el("p", "At most one of ", listed([worded(one) for one in exclusion.options], "and"), ".", tags_html(exclusion.tags))


def _option(of: BookOfSite, option: nodes.Option) -> Html:
    said = []
    if option.needs is not None:
        said.append(f"needs {of.sentences.condition(option.needs)}")
    if option.by:
        said.append(f"chosen by {worded(option.by)}{' alone' if option.alone else ''}")
    return el(
        "li",
        el("b", option.title),
        " ",
        el("code", option.name),
        join([el("span", "; ".join(said), cls="rw-from")]) if said else None,
        tags_html(option.tags),
    )
