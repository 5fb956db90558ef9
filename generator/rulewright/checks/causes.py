"""Root causes of findings: one wrong line is one thing to mend, whatever it breaks.

A consequence keeps its location and its message; it only names its cause (`Diagnostic.follows`), so that a command can show
the cause first and count the rest under it. There are two kinds of causes: an edition whose sources are in the wrong order, from which
every finding of this edition alone follows; and a missing declaration, which is reported in full at its first mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulewright.base.diagnostics import Diagnostic, Severity

EDITION_ORDER = "RW326"
MISSING = frozenset(("RW104", "RW105", "RW106", "RW107", "RW108", "RW109", "RW110", "RW201", "RW302"))
"""Codes of mentions of something undeclared: a source, an edition, an option, a scenario, a game, a reading, a case, a name."""
CASES = frozenset(("RW110", "RW302"))
"""Codes that report a missing case."""
CITED = re.compile(r"`([^`]+)`")


def with_causes(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings in their order, each consequence with its cause in `follows`."""
    order = {_edition_of(finding): finding for finding in findings if finding.code == EDITION_ORDER and finding.severity is Severity.ERROR}
    first: dict[tuple[str, str, str], Diagnostic] = {}
    result: list[Diagnostic] = []
    for finding in findings:
        cause = order.get(finding.edition) if finding.code != EDITION_ORDER else None
        key = _missing_thing(finding)
        if cause is None and key is not None:
            cause = first.setdefault(key, finding)
        result.append(finding if cause is None or cause is finding else replace(finding, follows=cause_key(cause)))
    return result


def cause_key(cause: Diagnostic) -> str:
    """Return the key of a cause, its code and location: `RW326 rules/weir/rulebook.case:12`."""
    location = cause.labels[0].location if cause.labels else None
    return cause.code if location is None else f"{cause.code} {location.path}:{location.line}"


def consequences_by_cause(findings: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    """Group the consequences by the key of their cause."""
    result: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        if finding.follows:
            result.setdefault(finding.follows, []).append(finding)
    return result


def _edition_of(finding: Diagnostic) -> str:
    cited = CITED.search(finding.message)
    return cited[1] if cited is not None else ""


def _missing_thing(finding: Diagnostic) -> tuple[str, str, str] | None:
    """Return (kind, name, edition) of the missing thing that a finding reports; for a case, the number it cites last."""
    if finding.code not in MISSING:
        return None
    if finding.code in CASES:
        number = finding.cases[0] if finding.code == "RW110" and finding.cases else (CITED.findall(finding.message) or [""])[-1]
        return ("case", number, finding.edition)
    return (finding.code, _edition_of(finding), finding.edition)
