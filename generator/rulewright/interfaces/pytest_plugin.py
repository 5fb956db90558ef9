"""`pytest --rulewright BOOK`: each example of a rulebook is a test, and so is each finding of severity error, which fails.

pytest imports this module at every start, so nothing else of the package is imported before the option is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulewright.base.source import Location
    from rulewright.interfaces.api.book import Book


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option and the setting."""
    group = parser.getgroup("rulewright", "rulebooks")
    help = "test these rulebooks as well, by name or folder; without one those of the setting `rulewright_books`, or the one in this folder"
    group.addoption("--rulewright", nargs="*", action="extend", metavar="BOOK", help=help)
    parser.addini("rulewright_books", "the rulebooks that `--rulewright` tests", type="args", default=[])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the tests of the books; being first, they are chosen from by `-k` like all others."""
    names: list[str] | None = config.getoption("--rulewright")
    if names is None:
        return
    from rulewright.base.errors import Error
    from rulewright.interfaces.api.book import load

    for name in dict.fromkeys(names or config.getini("rulewright_books") or ["."]):
        try:
            book = load(name)
        except Error as fault:
            raise pytest.UsageError("\n  ".join((fault.message, *fault.hints))) from None
        collector = BookTests.from_parent(session, name=book.name, nodeid=book.name, book=book)
        report = session.ihook.pytest_make_collect_report(collector=collector)
        session.ihook.pytest_collectreport(report=report)  # so that they are counted, and a fault of collecting is told
        items.extend(report.result if report.passed else ())


class BookTests(pytest.Collector):
    """The tests of one book: its errors, or one test that there are none, and its examples in each edition."""

    def __init__(self, *, book: Book, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._book = book

    def collect(self) -> Iterator[BookTest]:
        """Check the book for errors and run its examples; yield a test for each."""
        errors = self._book._loaded.errors
        for number, error in enumerate(errors, 1):
            text = "\n".join((error.message + error.edition_text, *error.further_notes, *filter(None, [error.help])))
            location = error.labels[0].location if error.labels else None
            name = f"check: {error.code} {error.name} ({number} of {len(errors)})"
            yield BookTest.from_parent(self, name=name, location=location, failure=f"{error.code} {error.name}: {text}")
        if not errors:
            yield BookTest.from_parent(self, name="check: no errors", location=None, failure="")
        for result in self._book.test().results:
            name = f"{result.case}: {result.title} ({result.edition})"
            yield BookTest.from_parent(self, name=name, location=result.location, failure=result.message)


class BookFailure(Exception):
    """A failure of a test of a book: what pytest shows of it is the sentence alone."""


class BookTest(pytest.Item):
    """A test of a book with its outcome: `failure` is the sentence on what is wrong, empty if it passes."""

    def __init__(self, *, location: Location | None, failure: str, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._place = location
        self._failure = failure
        self.funcargs: dict[str, Any] = {}  # plugins look for it in every item

    def runtest(self) -> None:
        """Fail if the example or the book did."""
        if self._failure:
            raise BookFailure(self._failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the sentence with its place, and no traceback."""
        if not isinstance(excinfo.value, BookFailure):
            return super().repr_failure(excinfo, style)
        return f"{self._place.path}:{self._place.line}: {self._failure}" if self._place else self._failure

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the file, the line counted from 0, and the name with its book, of which pytest changes no dots."""
        title = f"{self.parent.name} {self.name}" if self.parent else self.name
        return (Path(self._place.path), self._place.line - 1, title) if self._place else (self.path, None, title)
