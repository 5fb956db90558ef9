"""The registry of diagnostic codes, with name, severity, summary and page; read from the files next to this one.

A check's file is its entry: those in `structure/`, `meaning/`, `evidence/` and `upkeep/` carry `CHECK` and `find`, `pages/*.md` describe
codes of the lower layers. It is loaded on first use.
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
    """A code. `summary` is one sentence; `page` the Markdown of its sections; `module` the check's module, or None for lower layers."""

    code: str
    name: str
    severity: Severity
    summary: str
    page: str
    module: str | None


class UnknownCode(LookupError):
    """Lookup of a code or name that does not exist; `suggestions` are those that resemble it."""

    def __init__(self, code: str, suggestions: tuple[str, ...]) -> None:
        super().__init__(f"there is no check `{code}`")
        self.suggestions = suggestions


@cache
def check_modules() -> tuple[CheckModule, ...]:
    """Return the modules of all checks, sorted by code."""
    modules: list[CheckModule] = []
    for package in (structure, meaning, evidence, upkeep):
        for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            modules.append(cast("CheckModule", importlib.import_module(info.name)))
    return tuple(sorted(modules, key=lambda module: module.CHECK.code))


@cache
def registry() -> Mapping[str, Entry]:
    """Return the entries by code, in order."""
    entries = [_entry_of_module(module) for module in check_modules()]
    entries += [
        entry for page in files("rulewright.checks").joinpath("pages").iterdir() if (entry := _entry_of_page(page.read_text("utf-8")))
    ]
    return {entry.code: entry for entry in sorted(entries, key=lambda entry: entry.code)}


def find_entry(code_or_name: str) -> Entry:
    """Return the entry of a code (`RW304`, `rw304`) or a name (`override-cycle`). Raises `UnknownCode`."""
    query = code_or_name.strip()
    entries = registry()
    if query.upper() in entries:
        return entries[query.upper()]
    for entry in entries.values():
        if entry.name == query.lower().replace("_", "-"):
            return entry
    from rulewright.base.suggestions import closest_names

    raise UnknownCode(query, closest_names(query, [*entries, *(e.name for e in entries.values())]))


def _entry_of_module(module: CheckModule) -> Entry:
    check = module.CHECK
    summary, _, page = (module.__doc__ or "").partition("\n")
    return Entry(check.code, check.name, check.severity, summary.strip(), page.strip() + "\n", getattr(module, "__name__", None))


def _entry_of_page(text: str) -> Entry | None:
    """Parse a page, which begins `# RW012 no-front-page (error)` with its summary on a line of its own; None for any other file."""
    head = PAGE_HEAD.match(text)
    if head is None:
        return None
    return Entry(head["code"], head["name"], Severity(head["severity"]), head["summary"], text[head.end() :].strip() + "\n", None)
