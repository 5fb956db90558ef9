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

from rulewright.analysis.dependencies.queries import OVERRIDING, precedence
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.keywords import Verb
from rulewright.checks.common.check import Check, CheckInput, at_provision
from rulewright.checks.common.conditions import conditions_of, exclude
from rulewright.syntax import nodes
from rulewright.syntax.nodes import long_forms

if TYPE_CHECKING:
    import networkx

CHECK = Check("RW306", "override-chain", Severity.INFO, of_rules_alone=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    import networkx

    here = given.here
    graph = precedence(here.graph, OVERRIDING)
    settled = precedence(here.graph)
    reported: set[tuple[str, ...]] = set()
    for first in graph:
        if not _says(given, first, {Verb.NEED_NOT}):
            continue
        for last in networkx.descendants_at_distance(graph, first, 2):
            if not _is_open(given, settled, first, last):
                continue
            for middle in (one for one in graph.successors(first) if graph.has_edge(one, last) and _says(given, one, {Verb.MUST})):
                cases = tuple(str(here.at(key).case) for key in (first, middle, last))
                if len(set(cases)) < 3 or cases in reported:
                    continue
                reported.add(cases)
                high, low = graph.edges[first, middle]["edge"], graph.edges[middle, last]["edge"]
                yield CHECK.finding(
                    f"{cases[0]} takes away the duty of {cases[1]} only: what {cases[2]} forbids stays permitted",
                    [Label(high.location), Label(low.location), at_provision(here.at(last))],
                    help=f"if that is meant, say `may …` and `overrides {cases[2]}` in {cases[0]}; if not, say `may not …` there",
                    cases=cases,
                )


def _says(given: CheckInput, key: str, verbs: Set[Verb]) -> bool:
    node = given.here.at(key).node
    return isinstance(node, nodes.Rule) and all(form.verb in verbs for form in long_forms(node.verb))


def _is_open(given: CheckInput, settled: networkx.DiGraph[str], first: str, last: str) -> bool:
    """Whether the last of a chain is a bar, and nothing keeps it and the first apart."""
    if settled.has_edge(first, last) or settled.has_edge(last, first) or not _says(given, last, {Verb.MAY_NOT}):
        return False
    one, other = given.here.at(first).node, given.here.at(last).node
    assert isinstance(one, nodes.Rule)
    assert isinstance(other, nodes.Rule)
    return not exclude([*conditions_of(one), *conditions_of(other)], given.whole.values)
