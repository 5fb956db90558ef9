"""cases take precedence over one another in a circle

## What it does
Follows `overrides`, `except` and `sets aside` from rule to rule, on the same question and stage, and reports each circle.

## Why it matters
If all conditions on the circle can hold together, no rule on it stands and none is defeated: the only answer to the question is a conflict.

## Example
```case
measure MP "movement point"
enum weather: clear, mud, snow
record unit
fact weather: weather
value allowance(u: unit): 0..20 MP

case 8.1 "Mud"
  overrides 8.2
  allowance(u) is 3 MP when weather is mud

case 8.2 "Bad weather"
  overrides 8.1
  allowance(u) is 4 MP when weather is not clear
```

## Use instead
```diff
 case 8.2 "Bad weather"
-  overrides 8.1
```

## Limits
A circle that no situation reaches, since its conditions exclude each other (one holds in mud, the other in snow), is lawful and `info`.
Where that could not be decided, and where settings-aside stand in the circle, it is a `warning`, by the names of the rules alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.dependencies.model import Edge
from rulewright.analysis.dependencies.queries import STATED, precedence
from rulewright.analysis.situations import example_of, shown_in, witness_of
from rulewright.analysis.verdicts.findings import Finding, Kind
from rulewright.base.cycles import circular_parts, way_round
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.keywords import RelationKind
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.conditions import conditions_of, exclude
from rulewright.checks.common.decided import each, of_kind, statement_of
from rulewright.checks.indexes.edition_index import Statement
from rulewright.syntax import nodes

CHECK = Check("RW304", "override-cycle", Severity.ERROR, of_verdicts=True, of_rules_alone=True)
HELP = "take one of them out, or give them conditions that exclude each other"


def find(given: CheckInput) -> Iterator[Diagnostic]:
    reached = list(of_kind(given, Kind.OVERRIDE_CYCLE))
    for found in reached:
        yield _reached(given, found)
    graph = precedence(given.here.graph, STATED)
    for part in circular_parts(graph):
        cycle = way_round(graph, part)
        if not any({given.here.at(key).id.text for key in cycle} <= set(found.rules) for found in reached):
            yield _by_name(given, cycle, [graph.edges[pair]["edge"] for pair in zip(cycle, [*cycle[1:], cycle[0]], strict=True)])


def _reached(given: CheckInput, found: Finding) -> Diagnostic:
    """A circle that some situation reaches."""
    assert found.situation is not None
    statements = [statement for name in found.by if (statement := statement_of(given, name)) is not None]
    labels = [Label(one.location, f"{one.case} {one.says}") for one in statements if one.location is not None]
    return CHECK.finding(
        _message(found.cases),
        labels,
        help=HELP,
        notes=(shown_in(found.situation),),
        cases=found.cases,
        example=example_of(found, f"{each(found.cases)} take precedence over one another"),
        witness=witness_of(found),
    )


def _by_name(given: CheckInput, cycle: list[str], edges: list[Edge]) -> Diagnostic:
    """A circle by the names of the rules, which no situation is known to reach."""
    on = [_statement(given, edge) for edge in edges]
    numbers = tuple(dict.fromkeys(str(one.provision.case) for one in on))
    apart = _exclude_each_other(given, cycle, on) or _decided(given, cycle, on)
    return CHECK.finding(
        _message(numbers),
        [Label(one.location, f"{one.provision.case} {one.kind.value} {one.ref.number}") for one in on],
        help="their conditions exclude each other, so it does no harm" if apart else HELP,
        cases=numbers,
        severity=Severity.INFO if apart else Severity.WARNING,
    )


def _message(numbers: tuple[str, ...]) -> str:
    who = each(numbers) if len(numbers) > 1 else f"rules of {numbers[0]}"
    return f"{who} take precedence over one another"


def _decided(given: CheckInput, cycle: list[str], on: list[Statement]) -> bool:
    """Whether all that bears on a circle was decided, so that it is known that no situation reaches it."""
    if given.decided is None or any(one.kind is RelationKind.SETS_ASIDE for one in on):
        return False
    rules = [given.here.at(key) for key in cycle]
    questions = {slot.question for slot in given.here.slots_of_all(rules)}
    names = ("", *(rule.id.text for rule in rules))
    return not any(left.question in questions and left.rule in names for left in given.decided.unsure)


def _statement(given: CheckInput, edge: Edge) -> Statement:
    """The statement that an edge comes from, with the reference in it that reaches the edge's head."""
    named = given.here.at(edge.head).id
    said = [one for one in given.here.statements if one.location == edge.location and one.provision.id.text == edge.by]
    return next((one for one in said if any(p.id == named for p in one.target.provisions)), said[0])


def _exclude_each_other(given: CheckInput, cycle: list[str], on: list[Statement]) -> bool:
    """Whether the conditions of the rules on a circle and those of its statements plainly never hold together."""
    together: list[nodes.Expr] = [one.relation.when for one in on if one.relation.when is not None]
    for key in cycle:
        node = given.here.at(key).node
        if isinstance(node, nodes.Rule):
            together.extend(conditions_of(node))
    return exclude(together, given.whole.values)
