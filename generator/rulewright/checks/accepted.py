"""`accepts FINDING at "WORDS" with CASE because "…"`: what the encoder knows of becomes `info`, with the reason as a note."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput, Judged, at_node
from rulewright.checks.indexes.edition_index import clause_number
from rulewright.rulebook.model import Origin
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

UNUSED = Check("RW499", "unused-accepts", Severity.WARNING, Judged.BOOK)
REACHES = {"contradiction": ("contradiction", "option-clash")}
"""What an `accepts` of a name reaches, where it is more than the finding of that name."""
LAYERS_BELOW = ("RW0", "RW1", "RW2")


@dataclass(frozen=True, slots=True)
class Acceptance:
    """One `accepts` line: the finding's name (with hyphens), the case it stands in, the cases it names."""

    name: str
    inside: str
    cases: frozenset[str]
    line: nodes.Accepts
    origin: Origin

    def meets(self, found: Diagnostic) -> bool:
        """Whether the finding is about this case, or in its text, cites the words of `at`, and is about every case that `with` names."""
        if found.severity is Severity.ERROR and found.code.startswith(LAYERS_BELOW):
            return False
        if self.line.words is not None and f"`{self.line.words}`" not in found.message:
            return False
        return self.cases <= set(found.cases) and (self.inside in found.cases or self._holds_text_of(found))

    def _holds_text_of(self, found: Diagnostic) -> bool:
        path, first = self.origin.place.path, self.origin.place.first_line
        last = first - 1 + max(node.span.end_line for node in descendants(self.origin.block))
        return any(label.location.path == path and first <= label.location.line <= last for label in found.labels)


def acceptances(given: Mapping[str, CheckInput]) -> list[Acceptance]:
    """Every `accepts` of the book, each once."""
    found: dict[tuple[object, ...], Acceptance] = {}
    for here in given.values():
        for clause, line, origin in here.here.lines():
            if isinstance(line, nodes.Accepts):
                cases = frozenset(ref.number for ref in line.cases)
                name = line.finding.replace("_", "-")
                key = (name, origin.place, line.span)
                found.setdefault(key, Acceptance(name, clause_number(clause), cases, line, origin))
    return list(found.values())


def apply_accepts(findings: Iterable[Diagnostic], given: Mapping[str, CheckInput], depth: Depth | None) -> list[Diagnostic]:
    """Findings with the accepted ones turned to `info`; where all checks to a `depth` ran, an `accepts` of theirs that met none is one."""
    accepted = acceptances(given)
    if not accepted:
        return list(findings)
    by_name: dict[str, list[Acceptance]] = {}
    for acceptance in accepted:
        for name in REACHES.get(acceptance.name, (acceptance.name,)):
            by_name.setdefault(name, []).append(acceptance)
    met: set[int] = set()
    result: list[Diagnostic] = []
    for finding in findings:
        fitting = [a for a in by_name.get(finding.name, ()) if a.meets(finding)]
        met.update(id(a) for a in fitting)
        result.append(_as_accepted(finding, fitting[0]) if fitting else finding)
    if depth is not None:
        unsure, deeper = _not_looked_into(given), _names_below(depth)
        idle = [a for a in accepted if id(a) not in met and a.name not in deeper]
        result.extend(_unused(a) for a in idle if a.name not in REACHES or unsure.isdisjoint({a.inside, *a.cases}))
    return result


def _not_looked_into(given: Mapping[str, CheckInput]) -> set[str]:
    """The cases with rules of which not everything could be decided: that an `accepts` of theirs meets nothing means nothing."""
    found: set[str] = set()
    for here in given.values():
        if here.decided is None:
            found.update(rule.case for rule in here.core.stated())
            continue
        found.update(left.case for left in here.decided.unsure)
        whole = {left.question for left in here.decided.unsure if not left.rule}
        found.update(rule.case for rule in here.core.stated() if rule.question in whole)
    return found


def _names_below(depth: Depth) -> set[str]:
    """The names of findings that come to light only where rules are looked into deeper."""
    from rulewright.checks.registry import check_modules

    return {module.CHECK.name for module in check_modules() if module.CHECK.depth > depth}


def _as_accepted(found: Diagnostic, by: Acceptance) -> Diagnostic:
    return replace(found, severity=Severity.INFO, accepted=True, notes=(*found.notes, f"accepted in {by.inside}: {by.line.because}"))


def _unused(idle: Acceptance) -> Diagnostic:
    from rulewright.checks.registry import registry

    known = {entry.name: entry for entry in registry().values()}
    entry = known.get(idle.name)
    if entry is None:
        message = f"`{idle.line.finding}` is not the name of any finding"
        help = did_you_mean(idle.name, known).replace("-", "_")
    else:
        others = ", ".join(sorted(idle.cases))
        at = f" at `{idle.line.words}`" if idle.line.words is not None else ""
        message = f"{idle.inside} accepts `{idle.name}`{at}{' with ' + others if others else ''}, and there is no such finding"
        below = entry.severity is Severity.ERROR and entry.code.startswith(LAYERS_BELOW)
        help = (
            "an error in reading a file, applying amendments or resolving a name cannot be accepted"
            if below
            else "remove the line, or name the cases and the words that the finding names"
        )
    return UNUSED.finding(message, [at_node(idle.origin, idle.line)], help=help, cases=[idle.inside])
