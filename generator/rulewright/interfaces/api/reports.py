"""What `check` and `test` find, of one book or, as one document, of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.records import record
from rulewright.engines import REFERENCE

if TYPE_CHECKING:
    from rulewright.analysis.examples import ExampleResult


@record
class CheckReport:
    """Every finding about a book. `not_analysed` are rules and questions of which not everything could be decided, with the reason."""

    book: str
    findings: tuple[Diagnostic, ...]
    not_analysed: tuple[dict[str, str | None], ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that say that the book contradicts itself or does not hold together."""
        return tuple(one for one in self.findings if one.severity is Severity.ERROR)

    def to_json(self) -> dict[str, Any]:
        """The document of `check --format json`."""
        return check_json([self])


@record
class ExampleReport:
    """How every example of a book came out, in every edition where it stands.

    `errors` are those of the book: what cannot be read cannot be tested.
    """

    book: str
    results: tuple[ExampleResult, ...]
    errors: tuple[Diagnostic, ...]

    @property
    def failed(self) -> tuple[ExampleResult, ...]:
        return tuple(one for one in self.results if not one.passed)

    @property
    def passed(self) -> bool:
        """Whether every example passes, of a book without errors."""
        return not self.failed and not self.errors

    def to_json(self) -> dict[str, Any]:
        """The document of `test --format json`."""
        return examples_json([self])


def check_json(reports: Sequence[CheckReport]) -> dict[str, Any]:
    """The document of `check --format json` about several books."""
    from rulewright.base.version import __version__
    from rulewright.checks.export import counts, diagnostic_json

    findings = [found for report in reports for found in report.findings]
    return {
        "rulewright": __version__,
        "books": [report.book for report in reports],
        "findings": [diagnostic_json(found) for found in findings],
        "not_analysed": [{"book": report.book, **left} for report in reports for left in report.not_analysed],
        "counts": counts(findings),
    }


def examples_json(reports: Sequence[ExampleReport]) -> dict[str, Any]:
    """The document of `test --format json` about several books."""
    number = sum(len(report.results) for report in reports)
    failed = [_failure_json(report.book, result) for report in reports for result in report.failed]
    return {"examples": number, "passed": number - len(failed), "failed": failed, "engines": [REFERENCE]}


def _failure_json(book: str, result: ExampleResult) -> dict[str, Any]:
    return {
        "book": book,
        "edition": result.edition,
        "case": result.case,
        "example": result.title,
        "path": result.location.path if result.location else None,
        "line": result.location.line if result.location else None,
        "message": result.message,
        "tags": list(result.tags),
    }
