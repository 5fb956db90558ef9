"""Results of `check` and `test` as JUnit XML, which CI servers can show.

A book is a suite. For `check` each finding is a case, which fails if it is an error; for `test` each example in each edition is a case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.source import Location
from rulewright.checks.export import plain_path

if TYPE_CHECKING:
    from rulewright.checks.baseline import FixedFinding
    from rulewright.interfaces.api.reports import CheckReport, ExampleReport, UnreadBook

NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def check_junit(reports: Sequence[CheckReport], unread: Sequence[UnreadBook] = (), fixed: Sequence[FixedFinding] = ()) -> str:
    """Return the findings of books as XML. A book without findings has one case that passes, one that cannot be opened an error."""
    suites = ElementTree.Element("testsuites", name="rulewright check")
    for report in reports:
        suite = _add_suite(suites, report.book, report.findings)
        if not report.findings:
            ElementTree.SubElement(suite, "testcase", classname=_xml_text(report.book), name="no findings")
        _set_counts(suite)
        gone = [finding.sentence for finding in fixed if finding.book == report.book]
        if gone:
            ElementTree.SubElement(suite, "system-out").text = _xml_text("\n".join(gone))
    _add_unread(suites, unread)
    return _serialize_suites(suites)


def examples_junit(reports: Sequence[ExampleReport], unread: Sequence[UnreadBook] = ()) -> str:
    """Return the examples of books as XML. An error of a book is a case that fails: what cannot be read cannot be tested."""
    suites = ElementTree.Element("testsuites", name="rulewright test")
    for report in reports:
        suite = _add_suite(suites, report.book, report.errors)
        for result in report.results:
            name = f"{result.title} ({result.edition})"
            case = ElementTree.SubElement(suite, "testcase", classname=_xml_text(f"{report.book}.{result.case}"), name=_xml_text(name))
            _set_location(case, result.location)
            if not result.passed:
                ElementTree.SubElement(case, "failure", type="example", message=_xml_text(result.message)).text = _xml_text(result.message)
        _set_counts(suite)
    _add_unread(suites, unread)
    return _serialize_suites(suites)


def _add_unread(suites: ElementTree.Element, unread: Iterable[UnreadBook]) -> None:
    """Add a suite with an error for each book that could not be opened."""
    for book in unread:
        suite = _add_suite(suites, book.book, ())
        case = ElementTree.SubElement(suite, "testcase", classname=_xml_text(book.book), name="the book can be opened")
        text = "\n".join((book.message, *book.hints))
        ElementTree.SubElement(case, "error", type="book", message=_xml_text(book.message)).text = _xml_text(text)
        _set_counts(suite)


def _add_suite(suites: ElementTree.Element, book: str, findings: Iterable[Diagnostic]) -> ElementTree.Element:
    """Add the suite of a book, with a case for each finding, and return it."""
    suite = ElementTree.SubElement(suites, "testsuite", name=_xml_text(book))
    for finding in findings:
        _add_finding(suite, finding)
    return suite


def _add_finding(suite: ElementTree.Element, finding: Diagnostic) -> None:
    location = finding.labels[0].location if finding.labels else None
    place = f"{location.path}:{location.line}: " if location else ""
    case = ElementTree.SubElement(
        suite, "testcase", classname=_xml_text(f"{finding.book}.{finding.code}"), name=_xml_text(f"{place}{finding.code} {finding.name}")
    )
    _set_location(case, location)
    message = "\n".join(filter(None, (finding.message + finding.edition_text, *finding.further_notes, finding.help)))
    if finding.in_baseline:
        ElementTree.SubElement(case, "skipped", message="in the baseline").text = _xml_text(f"{finding.severity.value}: {message}")
    elif finding.severity is Severity.ERROR:
        ElementTree.SubElement(case, "failure", type=finding.code, message=_xml_text(finding.message)).text = _xml_text(message)
    else:
        ElementTree.SubElement(case, "system-out").text = _xml_text(f"{finding.severity.value}: {message}")


def _set_location(case: ElementTree.Element, location: Location | None) -> None:
    if location is not None:
        case.set("file", _xml_text(plain_path(location.path)))
        case.set("line", str(location.line))


def _set_counts(suite: ElementTree.Element) -> None:
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    for counted, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(counted, str(sum(case.find(tag) is not None for case in cases)))


def _xml_text(text: str) -> str:
    """Return a text with the characters that XML cannot hold replaced."""
    return NOT_IN_XML.sub("\ufffd", text)


def _serialize_suites(suites: ElementTree.Element) -> str:
    ElementTree.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suites, encoding="unicode")
