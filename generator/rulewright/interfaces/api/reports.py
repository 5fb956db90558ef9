"""Reports of `check` and `test` on a book, and their JSON documents for one book or several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.documents.versions import with_schema
from rulewright.base.records import fields_json, record
from rulewright.engines.registry import REFERENCE

if TYPE_CHECKING:
    from rulewright.analysis.examples import ExampleResult
    from rulewright.checks.baseline import FixedFinding


@record
class CheckReport:
    """The findings about a book. `not_analysed` are rules and questions that could not be fully decided, with the reason."""

    book: str
    findings: tuple[Diagnostic, ...]
    not_analysed: tuple[dict[str, str | None], ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings with the severity error."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.ERROR)

    def to_json(self) -> dict[str, Any]:
        """Return the document of `check --format json`."""
        return check_json([self])


@record
class UnreadBook:
    """A book that could not be opened: its name as typed, what is wrong in one sentence, and what to do."""

    book: str
    message: str
    hints: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return an entry of `errors`."""
        return fields_json(self, "book", "message", "hints")


@record
class ExampleReport:
    """The results of the examples of a book, in the editions to which they belong.

    `errors` are those in its texts: a statement that cannot be read cannot be tested. Those of its rules together are found by a check.
    """

    book: str
    results: tuple[ExampleResult, ...]
    errors: tuple[Diagnostic, ...]

    @property
    def failed(self) -> tuple[ExampleResult, ...]:
        return tuple(result for result in self.results if not result.passed)

    @property
    def passed(self) -> bool:
        """True if all examples pass and the texts have no errors."""
        return not self.failed and not self.errors

    def to_json(self) -> dict[str, Any]:
        """Return the document of `test --format json`."""
        return examples_json([self])


def check_json(
    reports: Sequence[CheckReport], unread: Sequence[UnreadBook] = (), fixed: Sequence[FixedFinding] | None = None
) -> dict[str, Any]:
    """Return the document of `check --format json` about several books; `fixed` are those of a baseline, None if there is none."""
    from rulewright.base.version import __version__
    from rulewright.checks.export import count_by_severity, diagnostic_json

    findings = [finding for report in reports for finding in report.findings]
    return with_schema(
        "check",
        {
            "rulewright": __version__,
            "books": [report.book for report in reports],
            "findings": [diagnostic_json(finding) for finding in findings],
            "not_analysed": [{"book": report.book, **entry} for report in reports for entry in report.not_analysed],
            "counts": count_by_severity(findings),
            "errors": [book.to_json() for book in unread],
            **({} if fixed is None else {"fixed": [finding.to_json() for finding in fixed]}),
        },
    )


def examples_json(reports: Sequence[ExampleReport], unread: Sequence[UnreadBook] = ()) -> dict[str, Any]:
    """Return the document of `test --format json` about several books."""
    from rulewright.checks.export import diagnostic_json

    results = [(report.book, result) for report in reports for result in report.results]
    failed = [_result_json(book, result) for book, result in results if not result.passed]
    return with_schema(
        "test",
        {
            "examples": len(results),
            "passed": len(results) - len(failed),
            "failed": failed,
            "engines": [REFERENCE],
            "passing": [_result_json(book, result) for book, result in results if result.passed],
            "findings": [diagnostic_json(finding) for report in reports for finding in report.errors],
            "errors": [book.to_json() for book in unread],
        },
    )


def _result_json(book: str, result: ExampleResult) -> dict[str, Any]:
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
