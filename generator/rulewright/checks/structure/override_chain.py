"""a `need not` overrides a `must` that overrides a bar, and nothing is said of the first and the bar

## What it does
Looks for A `overrides` B and B `overrides` C where A says `need not`, B `must` and C `may not`, and no statement of precedence stands
between A and C.

## Why it matters
`need not` takes away a duty only. Where A, B and C all apply, the permission that comes with the `must` of B stays, and goes before the
bar of C as before: here an elite guard need not march, and still may. Readers may expect that the bar is back.

## Example
```case
record unit
  guard: yes/no
  elite: yes/no
verdict march(u: unit)

case 7.1 "At night"
  may not march(u)

case 7.2 "Guards"
  overrides 7.1
  must march(u) when u.guard

case 7.3 "Elite"
  overrides 7.2
  need not march(u) when u.elite
```

## Use instead
```diff
 case 7.3 "Elite"
-  overrides 7.2
+  overrides 7.1, 7.2
   need not march(u) when u.elite
+  may march(u) when u.elite
```

## Limits
Judged by what the rules say, not yet by when: the conditions of A and C may exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from rulewright.analysis.dependencies.queries import OVERRIDING, precedence_graph
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.keywords import Verb
from rulewright.checks.common.check import Check, CheckInput, at_provision
from rulewright.checks.common.conditions import are_contradictory, conditions_of
from rulewright.syntax import nodes
from rulewright.syntax.nodes import long_forms

if TYPE_CHECKING:
    import networkx

CHECK = Check("RW306", "override-chain", Severity.INFO, ignores_prose=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    import networkx

    edition_index = check_input.edition_index
    graph = precedence_graph(edition_index.graph, OVERRIDING)
    full_graph = precedence_graph(edition_index.graph)
    reported: set[tuple[str, ...]] = set()
    for first in graph:
        if not _has_only_verbs(check_input, first, {Verb.NEED_NOT}):
            continue
        for last in networkx.descendants_at_distance(graph, first, 2):
            if not _is_unprotected_bar(check_input, full_graph, first, last):
                continue
            for middle in (
                candidate
                for candidate in graph.successors(first)
                if graph.has_edge(candidate, last) and _has_only_verbs(check_input, candidate, {Verb.MUST})
            ):
                cases = tuple(str(edition_index.provision_of_vertex(key).case) for key in (first, middle, last))
                if len(set(cases)) < 3 or cases in reported:
                    continue
                reported.add(cases)
                high, low = graph.edges[first, middle]["edge"], graph.edges[middle, last]["edge"]
                yield CHECK.finding(
                    f"{cases[0]} takes away the duty of {cases[1]} only: what {cases[2]} forbids stays permitted",
                    [Label(high.location), Label(low.location), at_provision(edition_index.provision_of_vertex(last))],
                    help=f"if that is meant, say `may …` and `overrides {cases[2]}` in {cases[0]}; if not, say `may not …` there",
                    cases=cases,
                )


def _has_only_verbs(check_input: CheckInput, key: str, verbs: Set[Verb]) -> bool:
    node = check_input.edition_index.provision_of_vertex(key).node
    return isinstance(node, nodes.Rule) and all(form.verb in verbs for form in long_forms(node.verb))


def _is_unprotected_bar(check_input: CheckInput, full_graph: networkx.DiGraph[str], first: str, last: str) -> bool:
    """Return True if the last rule of a chain forbids, and neither precedence nor conditions separate it from the first."""
    if full_graph.has_edge(first, last) or full_graph.has_edge(last, first) or not _has_only_verbs(check_input, last, {Verb.MAY_NOT}):
        return False
    first_rule, last_rule = (
        check_input.edition_index.provision_of_vertex(first).node,
        check_input.edition_index.provision_of_vertex(last).node,
    )
    assert isinstance(first_rule, nodes.Rule)
    assert isinstance(last_rule, nodes.Rule)
    return not are_contradictory([*conditions_of(first_rule), *conditions_of(last_rule)], check_input.book_index.value_names)
