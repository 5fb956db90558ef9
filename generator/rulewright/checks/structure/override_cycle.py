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
Where that could not be decided, and where settings-aside stand in the circle, it is a `warning`, by the names of the rules alone. What can
never be in force together (two choices of a reading, two scenarios, two games) is no circle.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from rulewright.analysis.dependencies.model import Edge
from rulewright.analysis.dependencies.queries import STATED, precedence_graph
from rulewright.analysis.situations import example_for_finding, situation_note, witness_json
from rulewright.analysis.verdicts.findings import Finding, FindingKind
from rulewright.base.cycles import cyclic_components, shortest_cycle
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.enablement import Scope
from rulewright.base.keywords import RelationKind
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.conditions import are_contradictory, conditions_of
from rulewright.checks.common.decided import findings_of_kind, join_cases, statement_of
from rulewright.checks.indexes.edition_index import Statement, can_coexist
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

CHECK = Check("RW304", "override-cycle", Severity.ERROR, reads_verdicts=True, ignores_prose=True)
GOES_BEFORE = " goes before "
HELP = "take one of them out, or give them conditions that exclude each other"


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    findings = list(findings_of_kind(check_input, FindingKind.OVERRIDE_CYCLE))
    for finding in findings:
        yield _report_reached(check_input, finding)
    cycles = {tuple(sorted(cycle)): (cycle, edges) for cycle, edges in _find_cycles(check_input)}
    for cycle, edges in cycles.values():
        if not any(
            {check_input.edition_index.provision_of_vertex(key).id.text for key in cycle} <= set(finding.rules) for finding in findings
        ):
            yield _report_by_name(check_input, cycle, edges)


def _find_cycles(
    check_input: CheckInput, members: Container[str] | None = None, enablements: tuple[Scope, ...] = ()
) -> Iterator[tuple[list[str], list[Edge]]]:
    """Yield circles by name, each with its statements: a shortest one of each group of rules that circles join.

    Where the statements of a group cannot all be in force together (two choices of one reading, two scenarios), it is divided, until they
    can: only `members`, and what can be in force with the `enablements`, is looked at.
    """

    def is_kept(edge: Edge) -> bool:
        return members is None or (
            edge.tail in members
            and edge.head in members
            and all(can_coexist(scope, other) for scope in _scopes_of_edge(check_input, edge) for other in enablements)
        )

    graph = precedence_graph(check_input.edition_index.graph, STATED, is_kept)
    for part in cyclic_components(graph):
        joining = [edge for pair in graph.edges(part) if pair[1] in part for edge in [graph.edges[pair]["edge"]]]
        scopes = dict.fromkeys(scope for edge in joining for scope in _scopes_of_edge(check_input, edge))
        exclusive = [scope for scope in scopes if not all(can_coexist(scope, other) for other in scopes)]
        for scope in exclusive:
            yield from _find_cycles(check_input, part, (*enablements, scope))
        if not exclusive:
            cycle = shortest_cycle(graph, part)
            yield cycle, [graph.edges[pair]["edge"] for pair in zip(cycle, [*cycle[1:], cycle[0]], strict=True)]


def _scopes_of_edge(check_input: CheckInput, edge: Edge) -> list[Scope]:
    """Return the enablements of a statement and of the rules on both sides."""
    rules = [check_input.edition_index.provision_of_vertex(key) for key in (edge.tail, edge.head)]
    return [provision.scope for provision in (_statement_of_edge(check_input, edge).provision, *rules)]


def _report_reached(check_input: CheckInput, finding: Finding) -> Diagnostic:
    """Return the finding on a circle that some situation reaches."""
    assert finding.situation is not None
    statements = [statement for name in finding.authors if (statement := statement_of(check_input, name)) is not None]
    labels = [
        Label(statement.location, statement.says if GOES_BEFORE in statement.says else f"{statement.case} {statement.says}")
        for statement in statements
        if statement.location is not None
    ]
    return CHECK.finding(
        _circle_message(finding.cases),
        labels,
        help=HELP,
        notes=(situation_note(finding.situation),),
        cases=finding.cases,
        example=example_for_finding(finding, f"{join_cases(finding.cases)} take precedence over one another"),
        witness=witness_json(finding),
    )


def _report_by_name(check_input: CheckInput, cycle: list[str], edges: list[Edge]) -> Diagnostic:
    """Return the finding on a circle among the names of rules, which no known situation reaches."""
    statements = [_statement_of_edge(check_input, edge) for edge in edges]
    of_rules = tuple(dict.fromkeys(str(check_input.edition_index.provision_of_vertex(key).case) for key in cycle))
    of_statements = tuple(dict.fromkeys(str(statement.provision.case) for statement in statements))
    numbers = of_rules if len(of_rules) > 1 else of_statements  # a rule of a clause on several cases counts to the first
    harmless = _has_exclusive_conditions(check_input, cycle, statements) or _is_decided(check_input, cycle, statements)
    return CHECK.finding(
        _circle_message(numbers),
        [Label(statement.location, _text_of_statement(statement)) for statement in statements],
        help="their conditions exclude each other, so it does no harm" if harmless else HELP,
        cases=numbers,
        severity=Severity.INFO if harmless else Severity.WARNING,
    )


def _text_of_statement(statement: Statement) -> str:
    """Return what a statement says of the one rule or case that is on the circle."""
    relation = statement.relation
    return text_of(relation) if relation.by else f"{statement.provision.case} {statement.kind.value} {statement.ref.number}"


def _circle_message(numbers: tuple[str, ...]) -> str:
    subject = join_cases(numbers) if len(numbers) > 1 else f"rules of {numbers[0]}"
    return f"{subject} take precedence over one another"


def _is_decided(check_input: CheckInput, cycle: list[str], statements: list[Statement]) -> bool:
    """Return True if the circle's rules were fully decided, so that no situation reaches it."""
    if check_input.verdicts is None or any(statement.kind is RelationKind.SETS_ASIDE for statement in statements):
        return False
    rules = [check_input.edition_index.provision_of_vertex(key) for key in cycle]
    questions = {slot.question for slot in check_input.edition_index.slots_of_all(rules)}
    names = ("", *(rule.id.text for rule in rules))
    return not any(undecided.question in questions and undecided.rule in names for undecided in check_input.verdicts.unsure)


def _statement_of_edge(check_input: CheckInput, edge: Edge) -> Statement:
    """Return the statement of an edge, with its reference to the edge's head."""
    head_id = check_input.edition_index.provision_of_vertex(edge.head).id
    candidates = [
        statement
        for statement in check_input.edition_index.statements
        if statement.location == edge.location and statement.provision.id.text == edge.by
    ]
    return next((statement for statement in candidates if any(p.id == head_id for p in statement.target.provisions)), candidates[0])


def _has_exclusive_conditions(check_input: CheckInput, cycle: list[str], statements: list[Statement]) -> bool:
    """Return True if the conditions of a circle's rules and statements plainly exclude each other."""
    conditions: list[nodes.Expr] = [statement.relation.when for statement in statements if statement.relation.when is not None]
    for key in cycle:
        node = check_input.edition_index.provision_of_vertex(key).node
        if isinstance(node, nodes.Rule):
            conditions.extend(conditions_of(node))
    return are_contradictory(conditions, check_input.book_index.value_names)
