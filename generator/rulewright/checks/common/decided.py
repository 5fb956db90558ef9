"""Access to the verdicts on an edition for the checks that report them: findings by kind, their locations, recurring phrases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rulewright.analysis.verdicts.findings import Finding, FindingKind
from rulewright.analysis.verdicts.verdict_keys import statement_name
from rulewright.base.diagnostics import Label
from rulewright.base.prose_lists import listing
from rulewright.base.source import Location
from rulewright.checks.common.check import CheckInput
from rulewright.core.model import PrecedenceKind
from rulewright.semantics.model import Override, Question, Rule, SetAside

NOWHERE = Location("", 0, 0, 0, 0)


def findings_of_kind(check_input: CheckInput, kind: FindingKind) -> Iterator[Finding]:
    """Yield the solver's findings of one kind; none if nothing was decided."""
    return (finding for finding in (check_input.verdicts.findings if check_input.verdicts is not None else ()) if finding.kind is kind)


def question_of(check_input: CheckInput, name: str) -> Question:
    return check_input.core.questions[name]


def question_text(finding: Finding, check_input: CheckInput) -> str:
    """Return the question with its arguments, from the finding's situation if it has one, else with the parameter names."""
    if finding.situation is not None:
        return finding.situation.question
    question = question_of(check_input, finding.question)
    names = ", ".join(param.name for param in question.params)
    return f"{question.name}({names})" if names else question.name


def rule_of(check_input: CheckInput, question: str, id: str) -> Rule | None:
    """Return the rule with this id on a question; None if the id names a statement of precedence."""
    return next(_rules_with_id(check_input, question, id), None)


def count_rules_with_id(check_input: CheckInput, question: str, id: str) -> int:
    """Count the rules on a question with this id: a definition (`p means C`) is two, `p when C` and `not p when not C`."""
    return sum(1 for _ in _rules_with_id(check_input, question, id))


def _rules_with_id(check_input: CheckInput, question: str, id: str) -> Iterator[Rule]:
    question_rules = check_input.core.on.get(question)
    return (rule for rule in (() if question_rules is None else question_rules.written_rules()) if rule.id == id)


def statement_of(check_input: CheckInput, name: str) -> Override | SetAside | None:
    """Return the statement of precedence of that name (`verdict_keys.name_of`) or, for a rule's only one, of that id."""
    core = check_input.core
    statements: tuple[Override | SetAside, ...] = (*core.overrides.values(), *core.asides.values())
    return next((statement for statement in statements if name in (statement_name(statement), statement.id)), None)


def location_of(check_input: CheckInput, question: str, id: str) -> Location:
    """Return the location of a rule or a statement of precedence; `NOWHERE` if it has none."""
    statement = rule_of(check_input, question, id) or statement_of(check_input, id)
    return NOWHERE if statement is None or statement.location is None else statement.location


def label_of(check_input: CheckInput, question: str, id: str, text: str = "") -> Label:
    return Label(location_of(check_input, question, id), text)


def editions_without(check_input: CheckInput, finding: Finding) -> tuple[str, ...]:
    """Return the editions in which what a finding is about is in force, and the same is not proved of it: there it is needed."""
    location = _location_of_subject(check_input, finding)
    editions = [check_input.input_of_edition(edition) for edition in check_input.edition_indexes]
    return tuple(
        other.edition
        for other in editions
        if _is_in_force(other, location)
        and not any(_location_of_subject(other, counterpart) == location for counterpart in findings_of_kind(other, finding.kind))
    )


def has_its_time_elsewhere(check_input: CheckInput, finding: Finding) -> bool:
    """Return True if an answer depends on the day asked, and what a finding is about has an effect on the days of another edition."""
    names = check_input.edition_indexes[check_input.edition].names_read_for(finding.question)
    return any(fact.day_asked and fact.name in names for fact in check_input.core.facts.values()) and bool(
        editions_without(check_input, finding)
    )


def why_rule_stays(check_input: CheckInput, finding: Finding) -> str:
    """Return why the rule that a finding is about is not simply to be taken out, as a clause; empty if nothing would be lost with it."""
    needing = editions_without(check_input, finding)
    if needing:
        return f"in {listing((f'`{edition}`' for edition in needing), 'and')} it is needed"
    rule = rule_of(check_input, finding.question, finding.rules[-1])
    if rule is None:
        return ""
    alike = sum(_location_of_subject(check_input, other) == rule.location for other in findings_of_kind(check_input, finding.kind))
    if rule.label or sum(other.location == rule.location for other in check_input.core.written_rules()) > alike:
        return "the line says more than that"
    if any(aside.id == rule.id for aside in check_input.core.asides.values()):
        return "it sets something aside"
    links = [precedence for precedence in check_input.core.on[finding.question].precedence if precedence.kind is PrecedenceKind.STATED]
    numbers = {core_rule.number for core_rule in check_input.core.on[finding.question].rules if rule.uid in core_rule.uids}
    is_link = all(any(numbers & set(side) for side in sides) for sides in ([p.by for p in links], [p.targets for p in links]))
    return "a chain leads over it to what it overrides" if is_link else ""


def _location_of_subject(check_input: CheckInput, finding: Finding) -> Location:
    """Return the location of the idle statement or of the rule that a finding is about."""
    subject = finding.authors[0] if finding.kind is FindingKind.IDLE_OVERRIDE else finding.rules[-1]
    return location_of(check_input, finding.question, subject)


def _is_in_force(check_input: CheckInput, location: Location) -> bool:
    core = check_input.core
    clauses: Iterator[Rule | Override | SetAside] = chain(core.written_rules(), core.overrides.values(), core.asides.values())
    return any(clause.location == location for clause in clauses)


def speaker_names(finding: Finding) -> tuple[str, ...]:
    """Return the names of the disagreeing parties: their cases, or their rules if they share a case or belong to a ruling or a reading."""
    in_separate_cases = len({statement.case for statement in finding.statements}) == len(finding.statements)
    return tuple(
        statement.case if in_separate_cases and statement.who.startswith(f"{statement.case}.") else statement.who
        for statement in finding.statements
    )


def effect_phrase(value: str) -> str:
    """Return a rule's effect as the end of the sentence `8.1 says that `q` …`."""
    match value:
        case "yes":
            return "holds"
        case "no":
            return "does not hold"
        case _:  # open: any other value
            return f"is {value}"


def join_cases(cases: tuple[str, ...]) -> str:
    """Join the numbers of cases into a phrase: `14.3 and 14.7`."""
    return listing(cases, "and")
