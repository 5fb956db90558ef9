"""A page a check, from the check's own file, and the list of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.checks.explain import explain
from rulewright.checks.registry import registry
from rulewright.site.case.page import Page, make_page
from rulewright.site.html.templates import packaged_templates

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
    entries = list(registry().values())
    groups = [(title, some) for prefix, title in GROUPS if (some := [entry for entry in entries if entry.code.startswith(prefix)])]
    yield make_page("checks/index.md", "Checks", packaged_templates().render_blocks("pages/checks.html", groups=groups))
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
