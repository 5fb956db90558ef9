"""Every code that rulewright can raise, with its name, severity, summary and page; read from the files next to this one.

A check's file is its entry: those in `structure/`, `meaning/`, `witness/` and `upkeep/` carry `CHECK` and `find`, `pages/*.md` describe
codes of the lower layers. Nothing is read before somebody asks, and a single page is found by its code without reading the others.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import cast

from rulewright.base.diagnostics import Severity
from rulewright.checks import evidence, meaning, structure, upkeep
from rulewright.checks.common.check import CheckModule

PAGE_HEAD = re.compile(r"# (?P<code>RW\d{3}) (?P<name>[a-z0-9-]+) \((?P<severity>error|warning|info)\)\n+(?P<summary>[^\n]+)\n")


@dataclass(frozen=True, slots=True)
class Entry:
    """One code. `summary` is one sentence; `page` the Markdown of its sections; `module` the check's module, or None for lower layers."""

    code: str
    name: str
    severity: Severity
    summary: str
    page: str
    module: str | None


class UnknownCode(LookupError):
    """There is no such code or name; `near` are those that look like it."""

    def __init__(self, code: str, near: tuple[str, ...]) -> None:
        super().__init__(f"there is no check `{code}`")
        self.near = near


@cache
def check_modules() -> tuple[CheckModule, ...]:
    """The modules of all checks, by code."""
    found: list[CheckModule] = []
    for package in (structure, meaning, evidence, upkeep):
        for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            found.append(cast("CheckModule", importlib.import_module(info.name)))
    return tuple(sorted(found, key=lambda module: module.CHECK.code))


@cache
def registry() -> Mapping[str, Entry]:
    """Every entry by its code, in order."""
    entries = [_entry_of_module(module) for module in check_modules()]
    entries += [
        entry for page in files("rulewright.checks").joinpath("pages").iterdir() if (entry := _entry_of_page(page.read_text("utf-8")))
    ]
    return {entry.code: entry for entry in sorted(entries, key=lambda entry: entry.code)}


def entry(code_or_name: str) -> Entry:
    """The entry of a code (`RW304`, `rw304`) or a name (`override-cycle`). Raises `UnknownCode`."""
    wanted = code_or_name.strip()
    known = registry()
    if wanted.upper() in known:
        return known[wanted.upper()]
    for found in known.values():
        if found.name == wanted.lower().replace("_", "-"):
            return found
    from rulewright.base.suggestions import closest

    raise UnknownCode(wanted, closest(wanted, [*known, *(e.name for e in known.values())]))


def _entry_of_module(module: CheckModule) -> Entry:
    check = module.CHECK
    summary, _, page = (module.__doc__ or "").partition("\n")
    return Entry(check.code, check.name, check.severity, summary.strip(), page.strip() + "\n", getattr(module, "__name__", None))


def _entry_of_page(text: str) -> Entry | None:
    """A page begins `# RW012 no-front-page (error)`, then its summary on a line of its own; other files next to it are not pages."""
    head = PAGE_HEAD.match(text)
    if head is None:
        return None
    return Entry(head["code"], head["name"], Severity(head["severity"]), head["summary"], text[head.end() :].strip() + "\n", None)
