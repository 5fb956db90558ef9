"""A page a check, from the check's own file, and the list of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.checks.explain import explain
from rulewright.checks.registry import Entry, registry
from rulewright.site.case.badges import badge
from rulewright.site.case.page import Page, page
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
    yield page("checks/index.md", "Checks", _list())
    for code in registry():
        explained = explain(code)
        title, _, body = explained.markdown().partition("\n")
        head = f"---\ntitle: {code} {explained.entry.name}\n---\n{title}\n"
        yield Page(f"checks/{code.lower()}.md", f"{code} {explained.entry.name}", head + _FENCE.sub(_fenced, body))


def _fenced(found: re.Match[str]) -> str:
    """A block of code by itself, the name of its file above it: Markdown knows no names on the line that opens a block."""
    language, name, code = found.groups()
    said = f"`{name}`:\n\n" if name else ""
    return f"\n{said}```{language}\n{code}```\n"


def _list() -> Iterator[Html | str]:
    yield el("p", "What rulewright looks for in a rulebook. A code never changes its meaning and is never used again.", cls="rw-intro")
    entries = list(registry().values())
    for prefix, title in GROUPS:
        some = [one for one in entries if one.code.startswith(prefix)]
        if some:
            yield f"## {title}"
            yield el("ul", *(_line(one) for one in some), cls="rw-list rw-checks")


def _line(one: Entry) -> Html:
    link = el("a", f"{one.code} {one.name}", href=f"{one.code.lower()}.html")
    return el("li", link, " ", badge(one.severity.value, f"severity-{one.severity.value}"), el("span", coded(one.summary), cls="rw-from"))
