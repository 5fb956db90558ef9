"""Acceptances (`accepts FINDING at "WORDS" with CASE because "…"`): an accepted finding becomes `info`, with the reason as a note."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput, CheckScope, at_node
from rulewright.checks.indexes.edition_index import clause_number
from rulewright.rulebook.model import Origin
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

UNUSED = Check("RW499", "unused-accepts", Severity.WARNING, CheckScope.BOOK)
ACCEPTED_FINDING_NAMES = {"contradiction": ("contradiction", "option-clash")}
"""Names of the findings that an `accepts` covers, where it covers more than the finding of its own name."""
LAYERS_BELOW = ("RW0", "RW1", "RW2")


@dataclass(frozen=True, slots=True)
class Acceptance:
    """An `accepts` line: the finding's name (with hyphens), the case that contains the line, and the cases it names."""

    name: str
    case: str
    cases: frozenset[str]
    line: nodes.Accepts
    origin: Origin

    def matches(self, finding: Diagnostic) -> bool:
        """Return True if the finding is about this case or in its text, cites the words of `at`, and is about all cases of `with`."""
        if finding.severity is Severity.ERROR and finding.code.startswith(LAYERS_BELOW):
            return False
        if self.line.words is not None and f"`{self.line.words}`" not in finding.message:
            return False
        return self.cases <= set(finding.cases) and (self.case in finding.cases or self._holds_text_of(finding))

    def _holds_text_of(self, finding: Diagnostic) -> bool:
        path, first = self.origin.place.path, self.origin.place.first_line
        last = first - 1 + max(node.span.end_line for node in descendants(self.origin.block))
        return any(label.location.path == path and first <= label.location.line <= last for label in finding.labels)


def collect_acceptances(inputs: Mapping[str, CheckInput]) -> list[Acceptance]:
    """Return the `accepts` lines of the book, without duplicates across editions."""
    acceptances_by_key: dict[tuple[object, ...], Acceptance] = {}
    for check_input in inputs.values():
        for clause, line, origin in check_input.edition_index.lines_in_force():
            if isinstance(line, nodes.Accepts):
                cases = frozenset(ref.number for ref in line.cases)
                name = line.finding.replace("_", "-")
                key = (name, origin.place, line.span)
                acceptances_by_key.setdefault(key, Acceptance(name, clause_number(clause), cases, line, origin))
    return list(acceptances_by_key.values())


def apply_accepts(findings: Iterable[Diagnostic], inputs: Mapping[str, CheckInput], depth: Depth | None) -> list[Diagnostic]:
    """Return the findings with accepted ones turned to `info`, and report unused `accepts` lines.

    `depth` is the depth to which all checks ran; None if some did not run, so that no `accepts` can be called unused.
    """
    accepted = collect_acceptances(inputs)
    if not accepted:
        return list(findings)
    by_name: dict[str, list[Acceptance]] = {}
    for acceptance in accepted:
        for name in ACCEPTED_FINDING_NAMES.get(acceptance.name, (acceptance.name,)):
            by_name.setdefault(name, []).append(acceptance)
    matched_ids: set[int] = set()
    result: list[Diagnostic] = []
    for finding in findings:
        fitting = [acceptance for acceptance in by_name.get(finding.name, ()) if acceptance.matches(finding)]
        matched_ids.update(id(acceptance) for acceptance in fitting)
        result.append(_as_accepted(finding, fitting[0]) if fitting else finding)
    if depth is not None:
        undecided_cases, deeper_names = _undecided_cases(inputs), _names_below(depth)
        unused = [acceptance for acceptance in accepted if id(acceptance) not in matched_ids and acceptance.name not in deeper_names]
        result.extend(
            _report_unused(acceptance)
            for acceptance in unused
            if acceptance.name not in ACCEPTED_FINDING_NAMES or undecided_cases.isdisjoint({acceptance.case, *acceptance.cases})
        )
    return result


def _undecided_cases(inputs: Mapping[str, CheckInput]) -> set[str]:
    """Return the cases with rules that were not fully decided; an unmatched `accepts` in one of them is no evidence that it is unused."""
    cases: set[str] = set()
    for check_input in inputs.values():
        if check_input.verdicts is None:
            cases.update(rule.case for rule in check_input.core.written_rules())
            continue
        cases.update(undecided.case for undecided in check_input.verdicts.unsure)
        undecided_questions = {undecided.question for undecided in check_input.verdicts.unsure if not undecided.rule}
        cases.update(rule.case for rule in check_input.core.written_rules() if rule.question in undecided_questions)
    return cases


def _names_below(depth: Depth) -> set[str]:
    """Return the names of the findings that are reported only at a depth greater than `depth`."""
    from rulewright.checks.registry import check_modules

    return {module.CHECK.name for module in check_modules() if module.CHECK.depth > depth}


def _as_accepted(finding: Diagnostic, acceptance: Acceptance) -> Diagnostic:
    return replace(
        finding, severity=Severity.INFO, accepted=True, notes=(*finding.notes, f"accepted in {acceptance.case}: {acceptance.line.because}")
    )


def _report_unused(acceptance: Acceptance) -> Diagnostic:
    from rulewright.checks.registry import registry

    entries_by_name = {entry.name: entry for entry in registry().values()}
    entry = entries_by_name.get(acceptance.name)
    if entry is None:
        message = f"`{acceptance.line.finding}` is not the name of any finding"
        help = did_you_mean(acceptance.name, entries_by_name).replace("-", "_")
    else:
        with_cases = f" with {', '.join(sorted(acceptance.cases))}" if acceptance.cases else ""
        at_words = f" at `{acceptance.line.words}`" if acceptance.line.words is not None else ""
        message = f"{acceptance.case} accepts `{acceptance.name}`{at_words}{with_cases}, and there is no such finding"
        below = entry.severity is Severity.ERROR and entry.code.startswith(LAYERS_BELOW)
        help = (
            "an error in reading a file, applying amendments or resolving a name cannot be accepted"
            if below
            else "remove the line, or name the cases and the words that the finding names"
        )
    return UNUSED.finding(message, [at_node(acceptance.origin, acceptance.line)], help=help, cases=[acceptance.case])
