"""What `check` and `test` find as JUnit XML, which servers that run tests can show.

A book is a suite. Of `check` each finding is a case, that fails if it is an error; of `test` each example in each edition is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.source import Location

if TYPE_CHECKING:
    from rulewright.interfaces.api.reports import CheckReport, ExampleReport

NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def check_junit(reports: Sequence[CheckReport]) -> str:
    """The findings of books. A book without findings has one case that passes."""
    suites = ElementTree.Element("testsuites", name="rulewright check")
    for report in reports:
        suite = _suite(suites, report.book, report.findings)
        if not report.findings:
            ElementTree.SubElement(suite, "testcase", classname=_text(report.book), name="no findings")
        _count(suite)
    return _written(suites)


def examples_junit(reports: Sequence[ExampleReport]) -> str:
    """The examples of books. An error of a book is a case that fails: what cannot be read cannot be tested."""
    suites = ElementTree.Element("testsuites", name="rulewright test")
    for report in reports:
        suite = _suite(suites, report.book, report.errors)
        for result in report.results:
            name = f"{result.title} ({result.edition})"
            case = ElementTree.SubElement(suite, "testcase", classname=_text(f"{report.book}.{result.case}"), name=_text(name))
            _at(case, result.location)
            if not result.passed:
                ElementTree.SubElement(case, "failure", type="example", message=_text(result.message)).text = _text(result.message)
        _count(suite)
    return _written(suites)


def _suite(suites: ElementTree.Element, book: str, findings: Iterable[Diagnostic]) -> ElementTree.Element:
    """The suite of a book, begun with what was found in it."""
    suite = ElementTree.SubElement(suites, "testsuite", name=_text(book))
    for found in findings:
        _finding(suite, found)
    return suite


def _finding(suite: ElementTree.Element, found: Diagnostic) -> None:
    where = found.labels[0].location if found.labels else None
    place = f"{where.path}:{where.line}: " if where else ""
    case = ElementTree.SubElement(
        suite, "testcase", classname=_text(f"{found.book}.{found.code}"), name=_text(f"{place}{found.code} {found.name}")
    )
    _at(case, where)
    said = "\n".join(filter(None, (found.message, *found.notes, found.help)))
    if found.severity is Severity.ERROR:
        ElementTree.SubElement(case, "failure", type=found.code, message=_text(found.message)).text = _text(said)
    else:
        ElementTree.SubElement(case, "system-out").text = _text(f"{found.severity.value}: {said}")


def _at(case: ElementTree.Element, where: Location | None) -> None:
    if where is not None:
        case.set("file", _text(where.path))
        case.set("line", str(where.line))


def _count(suite: ElementTree.Element) -> None:
    cases = list(_cases(suite))
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    suite.set("errors", "0")


def _cases(suite: ElementTree.Element) -> Iterable[ElementTree.Element]:
    return suite.iter("testcase")


def _text(text: str) -> str:
    """A text without the letters that XML cannot hold."""
    return NOT_IN_XML.sub("\ufffd", text)


def _written(suites: ElementTree.Element) -> str:
    ElementTree.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suites, encoding="unicode")
