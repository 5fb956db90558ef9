"""Root causes of findings: one wrong line is one thing to mend, whatever it breaks.

A consequence keeps its location and its message; it only names its cause (`Diagnostic.follows`), so that a command can show
the cause first and count the rest under it. There are six kinds of causes: an edition whose sources are in the wrong order, from which
every finding of this edition alone follows; a missing declaration, which is reported in full at its first mention; a line that cannot be
read, from which it follows that the rule which it names is not there; such a line of a declaration, so that the value lacks a stage; a
name that is declared twice, so that its uses fit one of the two declarations only; and an act that finds nothing to delete, so that the
line which comes in its place has the name of another.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.names import NAME
from rulewright.checks.indexes.clauses import clause_numbers
from rulewright.rulebook.case_numbers import enclosing_address
from rulewright.rulebook.model import Rulebook
from rulewright.syntax import nodes

EDITION_ORDER = "RW326"
MISSING = frozenset(("RW104", "RW105", "RW106", "RW107", "RW108", "RW109", "RW110", "RW201", "RW302"))
"""Codes of mentions of something undeclared: a source, an edition, an option, a scenario, a game, a reading, a case, a name."""
CASES = frozenset(("RW110", "RW302"))
"""Codes that report a missing case."""
UNREADABLE = "RW0"
DECLARED_TWICE = "RW103"
NOT_IN_TEXT, NAMED_TWICE = "RW113", "RW132"
NO_STAGE = "RW207"
USES = frozenset(("RW201", "RW202", "RW203", "RW216", "RW219"))
"""Codes that report a use of a name which does not fit its declaration."""
CITED = re.compile(r"`([^`]+)`")
_WORD = re.compile(NAME)
RESOLUTION = ("RW10", "RW2", "RW302")
"""Codes of errors in what names mean: of the front page and of rules, and of readings that are not there."""


def with_causes(findings: Sequence[Diagnostic], book: Rulebook | None = None) -> list[Diagnostic]:
    """Return the findings in their order, each consequence with its cause in `follows`; `book` says which lines belong to which case.

    Uses of a name whose own declaration is refused are left out: they are right as soon as it is.
    """
    order = {_edition_of(finding): finding for finding in findings if finding.code == EDITION_ORDER and finding.severity is Severity.ERROR}
    blocks = _Blocks(book)
    findings = _without_uses_of_refused_names(findings, blocks)
    unreadable = _unreadable_lines(findings, blocks)
    refused = _refused_declarations(findings, blocks, book)
    not_deleted = {blocks.block_of(finding): finding for finding in findings if finding.code == NOT_IN_TEXT}
    declared_twice = {_edition_of(finding): finding for finding in findings if finding.code == DECLARED_TWICE}
    first: dict[tuple[str, str, str], Diagnostic] = {}
    result: list[Diagnostic] = []
    for finding in findings:
        cause = order.get(finding.edition) if finding.code != EDITION_ORDER else None
        if cause is None and finding.code in USES:
            cause = declared_twice.get(_edition_of(finding))
        if cause is None and finding.code == NO_STAGE:
            cause = next((refused[name] for name in CITED.findall(finding.message) if name in refused), None)
        if cause is None and finding.code == NAMED_TWICE:
            cause = not_deleted.get(blocks.block_of(finding))
        key = _missing_thing(finding)
        if cause is None and key is not None and key[0] == "case":
            cause = unreadable.get(enclosing_address(key[1]) or "")
        if cause is None and key is not None:
            cause = first.setdefault(key, finding)
        result.append(finding if cause is None or cause is finding else replace(finding, follows=cause_key(cause)))
    return result


def _without_uses_of_refused_names(findings: Sequence[Diagnostic], blocks: _Blocks) -> list[Diagnostic]:
    """Return the findings without those about a name whose own declaration is refused.

    A declaration is refused where it cannot be read, or has an error of its own; of a name of the latter only those are left out that say
    that there is no such name.
    """
    remaining = list(findings)
    unreadable = {name for finding in remaining for name in finding.refused_names}
    refused = set(unreadable)
    while True:
        refused |= {blocks.name_declared_at(finding) for finding in remaining if _is_of_resolution(finding)}
        remaining_findings = [
            finding for finding in remaining if not _is_use_of(finding, refused if finding.code in MISSING - CASES else unreadable)
        ]
        if len(remaining_findings) == len(remaining):
            return remaining_findings
        remaining = remaining_findings


def _is_of_resolution(finding: Diagnostic) -> bool:
    return finding.severity is Severity.ERROR and finding.code.startswith(RESOLUTION)


def _is_use_of(finding: Diagnostic, names: set[str]) -> bool:
    if not _is_of_resolution(finding):
        return False
    cited = CITED.findall(finding.message)
    words = (
        (each.partition(".")[0] for each in cited) if finding.code in CASES else (word for each in cited for word in _WORD.findall(each))
    )
    return not names.isdisjoint(words)


class _Blocks:
    """The blocks of a book by their lines: which clause a finding is in."""

    def __init__(self, book: Rulebook | None) -> None:
        self._starts: dict[str, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
        self._names: dict[tuple[str, int], str] = {}
        if book is not None:
            for entry in (*book.front_blocks, *book.clauses):
                self._starts[entry.place.path].append((entry.place.first_line, clause_numbers(entry.block)))
            for declared in book.declarations:
                self._starts[declared.place.path].append((declared.place.first_line, ()))
                self._names[declared.place.path, declared.place.first_line] = getattr(declared.node, "name", "")
        for in_file in self._starts.values():
            in_file.sort()

    def block_of(self, finding: Diagnostic) -> tuple[str, int, tuple[str, ...]] | None:
        """Return the file and the first line of the block that a finding is in, with the numbers of the cases that it is about."""
        if not finding.labels:
            return None
        location = finding.labels[0].location
        in_file = self._starts.get(location.path, [])
        position = bisect_right(in_file, location.line, key=lambda start: start[0])
        return (location.path, *in_file[position - 1]) if position else None

    def name_declared_at(self, finding: Diagnostic) -> str:
        """Return the name that is declared where a finding is; empty if none is."""
        block = self.block_of(finding)
        return "" if block is None else self._names.get(block[:2], "")


def _unreadable_lines(findings: Iterable[Diagnostic], blocks: _Blocks) -> Mapping[str, Diagnostic]:
    """Return, by the number of a case, the first of its lines that could not be read."""
    result: dict[str, Diagnostic] = {}
    for finding in findings:
        if finding.code.startswith(UNREADABLE) and finding.severity is Severity.ERROR:
            for number in (blocks.block_of(finding) or ("", 0, ()))[2]:
                result.setdefault(number, finding)
    return result


def _refused_declarations(findings: Iterable[Diagnostic], blocks: _Blocks, book: Rulebook | None) -> Mapping[str, Diagnostic]:
    """Return, by the name of a declaration, the first of its lines that could not be read."""
    nodes_by_line = {(declared.place.path, declared.place.first_line): declared.node for declared in (book.declarations if book else ())}
    result: dict[str, Diagnostic] = {}
    for finding in findings:
        node = nodes_by_line.get((blocks.block_of(finding) or ("", 0))[:2])
        if finding.code.startswith(UNREADABLE) and finding.severity is Severity.ERROR and isinstance(node, nodes.Value):
            result.setdefault(node.name, finding)
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
