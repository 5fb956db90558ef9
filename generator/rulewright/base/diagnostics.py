"""The one type of diagnostics, for every layer.

A diagnostic has a stable code (`RW…`, listed in `rulewright.checks.registry`), a severity, one sentence, labels that point at texts, and
help that says what to do. Its presentation (terminal, JSON, SARIF, Markdown) is decided elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import field
from enum import StrEnum
from typing import Any

from rulewright.base.records import record
from rulewright.base.source import Location

IN_EDITIONS = re.compile(r"in the editions (?P<names>.*)", re.DOTALL)
"""The note that names the editions of a diagnostic of several."""

CANNOT_BE_SAID = "the page “What still cannot be said” of the manual has more"
"""Ends the help of what is refused because the language has no form for it."""


class Severity(StrEnum):
    """`error`: the book contradicts itself or does not hold together; `warning`: worth a look; `info`: good to know."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@record
class Label:
    """A text that a diagnostic is about, with a remark on it (may be empty)."""

    location: Location
    text: str = ""


@record
class Diagnostic:
    """One diagnostic. `message`: lower case, no full stop, the reader's own text in backticks. `cases`: numbers as the book shows them."""

    code: str
    name: str
    severity: Severity
    message: str
    labels: tuple[Label, ...] = ()
    help: str = ""
    notes: tuple[str, ...] = ()
    book: str = ""
    edition: str = ""
    cases: tuple[str, ...] = ()
    witness: dict[str, Any] | None = field(default=None, compare=False)
    example: str = ""
    accepted: bool = False
    """True if the book itself accepts it, with a reason; it is then informational."""
    follows: str = ""
    """The diagnostic it is a consequence of, by code and location; empty if it has a cause of its own."""
    refused_names: tuple[str, ...] = field(default=(), compare=False)
    """The names that the text it is about would declare, if it could be read."""
    fingerprint: str = field(default="", compare=False)
    """A short name by which a later check knows it again, though lines, numbers of cases and addresses by place change."""
    in_baseline: bool = field(default=False, compare=False)
    """True if a baseline has it; it then does not count."""

    @property
    def edition_names(self) -> tuple[str, ...]:
        """The editions that it is true of; empty if it is true of all."""
        noted = next((match for note in self.notes if (match := IN_EDITIONS.fullmatch(note)) is not None), None)
        return tuple(re.findall("`([^`]*)`", noted["names"])) if noted is not None else (self.edition,) if self.edition else ()

    @property
    def edition_text(self) -> str:
        """Text after the message where it is not true of all editions: `  (edition errata)`."""
        editions = self.edition_names
        return f"  (edition{'s' if len(editions) > 1 else ''} {', '.join(editions)})" if editions else ""

    @property
    def further_notes(self) -> tuple[str, ...]:
        """Notes without the one that names the editions."""
        return tuple(note for note in self.notes if IN_EDITIONS.fullmatch(note) is None)

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """The key by which diagnostics are sorted: location, then code, never the order of discovery."""
        first = self.labels[0].location if self.labels else Location("", 0, 0, 0, 0)
        return (self.book, first, self.code, self.message)
