"""One type for everything that rulewright has to say about a rulebook, whatever layer found it.

A finding has a stable code (`RW…`, listed in `rulewright.checks.registry`), a severity, one sentence, labels that point at texts, and
help that says what to do. How it is shown (terminal, JSON, SARIF, Markdown) is not decided here.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Any

from rulewright.base.records import record
from rulewright.base.source import Location


class Severity(StrEnum):
    """`error`: the book contradicts itself or does not hold together; `warning`: worth a look; `info`: to be known."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@record
class Label:
    """A text that a finding is about, and what is to be said of it (may be empty)."""

    location: Location
    text: str = ""


@record
class Diagnostic:
    """One finding. `message`: lower case, no full stop, the reader's own text in backticks. `cases`: numbers as the book shows them."""

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
    """Whether the book itself accepts it, with a reason; it is then only to be known."""
    follows: str = ""
    """The finding that it follows from, by its code and place; empty where it has a cause of its own."""

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """Findings are shown by place, then code: never in the order in which they happened to be found."""
        first = self.labels[0].location if self.labels else Location("", 0, 0, 0, 0)
        return (self.book, first, self.code, self.message)
