"""no rule says what a value is for one of a fact's values

## What it does
Looks for values whose rules all ask for the same fact, or for the same argument, and of whose enum or scale some values are in none of
them. There the value is silent.

## Why it matters
The rules go through the values of a list, and one was forgotten; or the source is silent about it, and that is worth knowing.

## Example
```case
enum zone: old_town, station, garden, outer
fact zone: zone "the zone"
value allowed: 0..480 "the minutes that are allowed"

case 6.1 "Minutes"
  allowed is 30 when zone is old_town
  allowed is 60 when zone is station
  allowed is 180 when zone is outer
```

## Use instead
```diff
   allowed is 180 when zone is outer
+  allowed is 90 when zone is garden
```

## Limits
Judged by the conditions `is`, `is not` and `in`; not where an `impossible` speaks of the fact, and not for enums with more than 30 values,
or if half of the values or more are in no rule. Of a value that is `total` RW332 reports every gap.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.keywords import Comparison
from rulewright.base.prose_lists import listing
from rulewright.base.records import record
from rulewright.checks.common.check import Check, CheckInput
from rulewright.core.model import Address, Core, CoreQuestion
from rulewright.semantics import terms
from rulewright.semantics.model import Free, Question, QuestionKind
from rulewright.semantics.types import Enumerated, Type

CHECK = Check("RW342", "uncovered-value", Severity.INFO, reports_absence=True, ignores_prose=True)
ROSTER = 30


@record
class Uncovered:
    """Values of an enum for which no rule says what a question is: the fact or argument that has them, by its name."""

    question: Question
    subject: str
    values: tuple[str, ...]
    cases: tuple[str, ...]


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for uncovered in uncovered_values(check_input.core):
        question = uncovered.question
        values = listing([f"`{value}`" for value in uncovered.values], "or")
        yield CHECK.finding(
            f"no rule says what `{question.name}` is where `{uncovered.subject}` is {values}",
            [Label(question.location)] if question.location is not None else [],
            help="write the rule, or declare the value with an `otherwise`",
            cases=uncovered.cases,
        )


def uncovered_values(core: Core) -> Iterator[Uncovered]:
    """Yield the values of enums for which no rule says what a value is, though its rules go through the others."""
    impossible = {term for statement in core.impossible for term in terms.walk(statement.when)}
    for core_question in core.on.values():
        question = core_question.question
        addresses = [address for rule in core_question.rules if rule.stage == 0 for address in rule.addresses]
        if (
            question.kind is QuestionKind.VALUE
            and question.otherwise is None
            and not question.total
            and addresses
            and not core_question.absent
        ):
            for subject, covered in _values_by_subject(core, core_question, addresses).items():
                kind = _type_of(core, question, subject)
                values = core.enums[kind.name].values if isinstance(kind, Enumerated) else ()
                missing = tuple(value for value in values if value not in covered)
                if missing and 2 * len(missing) < len(values) <= ROSTER and subject not in impossible:
                    cases = tuple(dict.fromkeys(address.rule.case for address in addresses))
                    yield Uncovered(question, _name_of(core, question, subject), missing, cases)


Values = dict[terms.Term, frozenset[terms.Plain]]
"""The values that a fact or an argument has where a condition holds, for those that it restricts."""


def _values_by_subject(core: Core, core_question: CoreQuestion, addresses: list[Address]) -> Values:
    return reduce(_values_in_any, (_values_of_address(core, core_question.question, address) for address in addresses))


def _values_of_address(core: Core, question: Question, address: Address) -> Values:
    fixed: Values = {
        terms.Var(slot, question.params[slot].name): frozenset((head,))
        for slot, head in enumerate(address.rule.heads)
        if not isinstance(head, Free)
    }
    return reduce(_values_in_all, (_values_in(core, question, part.term) for part in address.rule.parts), fixed)


def _values_in(core: Core, question: Question, condition: terms.Term) -> Values:
    """Return the values that a condition leaves to the facts and arguments that it tests."""
    match condition:
        case terms.And(parts=parts):
            return reduce(_values_in_all, (_values_in(core, question, part) for part in parts))
        case terms.Or(parts=parts):
            return reduce(_values_in_any, (_values_in(core, question, part) for part in parts))
        case terms.Compare(op=Comparison.IS | Comparison.IS_NOT as op, left=subject, right=terms.Const(value=value)):
            return _listed_values(core, question, subject, (value,), op is Comparison.IS_NOT)
        case terms.InSet(of=subject, members=members, negated=negated):
            values = [low.value for low, high in members if isinstance(low, terms.Const) and high is None]
            return _listed_values(core, question, subject, tuple(values), negated) if len(values) == len(members) else {}
        case _:  # open: other conditions may hold for every value
            return {}


def _listed_values(core: Core, question: Question, subject: terms.Term, values: tuple[terms.Plain, ...], negated: bool) -> Values:
    kind = _type_of(core, question, subject)
    if not isinstance(kind, Enumerated):
        return {}
    return {subject: frozenset(core.enums[kind.name].values).difference(values) if negated else frozenset(values)}


def _values_in_all(first: Values, second: Values) -> Values:
    return (
        {subject: first.get(subject, values) & values for subject, values in (first | second).items()}
        if first and second
        else first or second
    )


def _values_in_any(first: Values, second: Values) -> Values:
    return {subject: values | second[subject] for subject, values in first.items() if subject in second}


def _type_of(core: Core, question: Question, subject: terms.Term) -> Type | None:
    match subject:
        case terms.FactOf(fact=fact):
            return core.facts[fact].type
        case terms.Var(slot=slot) if slot < len(question.params):
            return question.params[slot].type
        case _:  # open: an answer, an amount, a member of a collection
            return None


def _name_of(core: Core, question: Question, subject: terms.Term) -> str:
    match subject:
        case terms.FactOf(fact=fact, args=args):
            names = [_name_of(core, question, arg) for arg in args]
            return f"{names[0]}.{fact.rpartition('.')[2]}" if "." in fact else f"{fact}({', '.join(names)})" if names else fact
        case terms.Var(name=name):
            return name
        case _:  # open: what an argument is worked out from
            return "its argument"
