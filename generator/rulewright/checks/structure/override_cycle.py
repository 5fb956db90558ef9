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
  allowance(u) is 4 MP when weather is not clear
```

## Limits
A circle that no situation reaches, since its conditions exclude each other (one holds in mud, the other in snow), is lawful and `info`.
Where that could not be decided, and where settings-aside stand in the circle, it is a `warning`, by the names of the rules alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, at_node
from rulewright.checks.conditions import conditions_of, exclude
from rulewright.checks.cycles import cycles
from rulewright.checks.decided import each, of_kind, statement_of
from rulewright.checks.edition_index import Edge
from rulewright.checks.situations import example_of, shown_in, witness_of
from rulewright.decision.judge.findings import Finding, Kind
from rulewright.diagnostics import Diagnostic, Label, Severity
from rulewright.language import nodes
from rulewright.language.nodes import RelationKind

CHECK = Check("RW304", "override-cycle", Severity.ERROR)
HELP = "take one of them out, or give them conditions that exclude each other"


def find(given: CheckInput) -> Iterator[Diagnostic]:
    reached = list(of_kind(given, Kind.OVERRIDE_CYCLE))
    for found in reached:
        yield _reached(given, found)
    causes = _causes(given)
    successors: dict[str, list[str]] = defaultdict(list)
    for attacker, defender in causes:
        successors[attacker].append(defender)
    for cycle in cycles(successors):
        if not any(set(cycle) <= set(found.rules) for found in reached):
            yield _by_name(given, cycle, [causes[pair] for pair in zip(cycle, [*cycle[1:], cycle[0]], strict=True)])


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


def _by_name(given: CheckInput, cycle: list[str], on: list[Edge]) -> Diagnostic:
    """A circle by the names of the rules, which no situation is known to reach."""
    numbers = tuple(dict.fromkeys(str(edge.provision.case) for edge in on))
    apart = _exclude_each_other(on, given.whole.values) or _decided(given, cycle, on)
    return CHECK.finding(
        _message(numbers),
        [at_node(edge.provision.origin, edge.relation, f"{edge.provision.case} {edge.kind.value} {edge.ref.number}") for edge in on],
        help="their conditions exclude each other, so it does no harm" if apart else HELP,
        cases=numbers,
        severity=Severity.INFO if apart else Severity.WARNING,
    )


def _message(numbers: tuple[str, ...]) -> str:
    who = each(numbers) if len(numbers) > 1 else f"rules of {numbers[0]}"
    return f"{who} take precedence over one another"


def _decided(given: CheckInput, cycle: list[str], on: list[Edge]) -> bool:
    """Whether all that bears on a circle was decided, so that it is known that no situation reaches it."""
    if given.decided is None or any(edge.kind is RelationKind.SETS_ASIDE for edge in on):
        return False
    here = given.here
    questions = {slot.question for address in cycle for slot in here.slots_of(here.by_address[address])}
    return not any(left.question in questions and left.rule in ("", *cycle) for left in given.decided.not_analysed)


def _causes(given: CheckInput) -> dict[tuple[str, str], Edge]:
    """Which rule goes before which, and by what statement. A `sets aside` is a vertex of its own: it acts without a rule."""
    here = given.here
    found: dict[tuple[str, str], Edge] = {}
    setting_aside: dict[str, list[str]] = defaultdict(list)
    for edge in here.edges:
        if edge.kind is RelationKind.SETS_ASIDE:
            setting_aside[edge.provision.case.number].append(edge.provision.id.text)
    for edge in here.edges:
        if edge.kind is RelationKind.SETS_ASIDE:
            own = edge.provision.id.text
            reached = [p.id.text for p in edge.defenders] + setting_aside.get(edge.ref.number, [])
            found.update({(own, other): edge for other in reached if other != own})
            continue
        for attacker in edge.attackers:
            slots = here.slots_of(attacker)
            for defender in edge.defenders:
                if defender.id != attacker.id and slots & here.slots_of(defender):
                    found[attacker.id.text, defender.id.text] = edge
    return found


def _exclude_each_other(on: list[Edge], values: frozenset[str]) -> bool:
    together: list[nodes.Expr] = []
    for edge in on:
        rules = [p.node for p in edge.attackers if isinstance(p.node, nodes.Rule)]
        if len(rules) == 1:
            together.extend(conditions_of(rules[0]))
        if edge.relation.when is not None:
            together.append(edge.relation.when)
    return exclude(together, values)
