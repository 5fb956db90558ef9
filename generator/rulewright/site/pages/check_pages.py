"""A page a check, from the check's own file, and the list of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.checks.explain import explain
from rulewright.checks.registry import Entry, registry
from rulewright.site.case.badges import badge
from rulewright.site.case.page import Page, make_page
from rulewright.site.html.escape import Html, el
from rulewright.site.pages.findings import coded

GROUPS = (
    ("RW0", "Reading and syntax"),
    ("RW1", "Rulebook, amendments and editions"),
    ("RW2", "Names, types, units and tables"),
    ("RW3", "References, precedence and meaning"),
    ("RW4", "Ledger, coverage and vocabulary"),
)

_FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def check_pages() -> Iterator[Page]:
    """The list first; the pages are our own Markdown, so they pass, apart from how blocks of code begin."""
    yield make_page("checks/index.md", "Checks", _check_list())
    for code in registry():
        explained = explain(code)
        title, _, body = explained.markdown().partition("\n")
        head = f"---\ntitle: {code} {explained.entry.name}\n---\n{title}\n"
        yield Page(f"checks/{code.lower()}.md", f"{code} {explained.entry.name}", head + _FENCE.sub(_fenced_block, body))


def _fenced_block(match: re.Match[str]) -> str:
    """A block of code by itself, the name of its file above it: Markdown knows no names on the line that opens a block."""
    language, name, code = match.groups()
    heading = f"`{name}`:\n\n" if name else ""
    return f"\n{heading}```{language}\n{code}```\n"


def _check_list() -> Iterator[Html | str]:
    yield el("p", "What rulewright looks for in a rulebook. A code never changes its meaning and is never used again.", cls="rw-intro")
    entries = list(registry().values())
    for prefix, title in GROUPS:
        some = [entry for entry in entries if entry.code.startswith(prefix)]
        if some:
            yield f"## {title}"
            yield el("ul", *(_check_line(entry) for entry in some), cls="rw-list rw-checks")


def _check_line(entry: Entry) -> Html:
    link = el("a", f"{entry.code} {entry.name}", href=f"{entry.code.lower()}.html")
    return el(
        "li", link, " ", badge(entry.severity.value, f"severity-{entry.severity.value}"), el("span", coded(entry.summary), cls="rw-from")
    )
