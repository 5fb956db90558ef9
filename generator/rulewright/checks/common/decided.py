"""What was decided of an edition, for the checks that tell it: findings by kind, the texts they are about, and words that recur."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.verdicts.findings import Finding, Kind
from rulewright.analysis.verdicts.verdict_keys import name_of
from rulewright.base.diagnostics import Label
from rulewright.base.prose_lists import listing
from rulewright.base.source import Location
from rulewright.checks.common.check import CheckInput
from rulewright.semantics.model import Override, Question, Rule, SetAside

NOWHERE = Location("", 0, 0, 0, 0)


def of_kind(given: CheckInput, kind: Kind) -> Iterator[Finding]:
    """The findings of a kind."""
    return (found for found in (given.decided.findings if given.decided is not None else ()) if found.kind is kind)


def question_of(given: CheckInput, name: str) -> Question:
    return given.core.questions[name]


def asked(found: Finding, given: CheckInput) -> str:
    """The question with its arguments, as in the situation if there is one."""
    if found.situation is not None:
        return found.situation.question
    question = question_of(given, found.question)
    names = ", ".join(param.name for param in question.params)
    return f"{question.name}({names})" if names else question.name


def rule_of(given: CheckInput, question: str, id: str) -> Rule | None:
    """The rule of that id about a question; None where it names a statement of precedence."""
    return next(_stated(given, question, id), None)


def halves(given: CheckInput, question: str, id: str) -> int:
    """How many rules of a question have this id: a definition (`p means C`) is two, `p when C` and `not p when not C`."""
    return sum(1 for _ in _stated(given, question, id))


def _stated(given: CheckInput, question: str, id: str) -> Iterator[Rule]:
    on = given.core.on.get(question)
    return (rule for rule in (() if on is None else on.stated()) if rule.id == id)


def statement_of(given: CheckInput, name: str) -> Override | SetAside | None:
    """The statement of precedence of that name (`keys.name_of`) or, where a rule has only one, of that id."""
    core = given.core
    statements: tuple[Override | SetAside, ...] = (*core.overrides.values(), *core.asides.values())
    return next((one for one in statements if name in (name_of(one), one.id)), None)


def place_of(given: CheckInput, question: str, id: str) -> Location:
    """Where a rule or a statement of precedence is written."""
    found = rule_of(given, question, id) or statement_of(given, id)
    return NOWHERE if found is None or found.location is None else found.location


def label(given: CheckInput, question: str, id: str, text: str = "") -> Label:
    return Label(place_of(given, question, id), text)


def speakers(found: Finding) -> tuple[str, ...]:
    """Who says what is said: the cases, or the rules where they are of one case, or of a ruling or a reading on it."""
    apart = len({said.case for said in found.said}) == len(found.said)
    return tuple(said.case if apart and said.who.startswith(f"{said.case}.") else said.who for said in found.said)


def says(value: str) -> str:
    """What a rule says, as the end of `8.1 says that `q` …`."""
    match value:
        case "yes":
            return "holds"
        case "no":
            return "does not hold"
        case _:  # open: any other value
            return f"is {value}"


def each(cases: tuple[str, ...]) -> str:
    """`14.3 and 14.7`."""
    return listing(cases, "and")
