"""a case overrides a second, the second a third, and nothing is said of the first and the third

## What it does
Looks for A `overrides` B and B `overrides` C where A says `need not` of what C says may or may not be, and no statement of precedence
stands between the two.

## Why it matters
Where A, B and C all apply, a chain of overrides mostly carries its precedence: A goes before C as well, and nothing need be said. It does
not where A and C can both stand. `need not` takes away a duty only, so it clashes with neither `may` nor `may not`: A takes B out,
and C, which B had overridden, stands again beside A. Here a guard that need not march may not march either, for the bar of 7.1 is back.

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
  overrides 7.1, 7.2
  need not march(u) when u.elite
  may march(u) when u.elite
```

## Limits
Judged by what the rules say, not yet by when: the conditions of A and C may exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from rulewright.checks.base import Check, CheckInput, at_provision
from rulewright.checks.conditions import conditions_of, exclude
from rulewright.diagnostics import Diagnostic, Label, Severity
from rulewright.graph.queries import OVERRIDING, precedence
from rulewright.language import nodes
from rulewright.language.nodes import long_forms
from rulewright.words import Verb

if TYPE_CHECKING:
    import networkx

CHECK = Check("RW306", "override-chain", Severity.INFO)
PERMISSION = frozenset({Verb.MAY, Verb.MAY_NOT})
"""What touches only the permission, so that `need not` stands beside it."""


def find(given: CheckInput) -> Iterator[Diagnostic]:
    import networkx

    here = given.here
    graph = precedence(here.graph, OVERRIDING)
    settled = precedence(here.graph)
    told: set[tuple[str, ...]] = set()
    for first in graph:
        if not _says(given, first, {Verb.NEED_NOT}):
            continue
        for last in networkx.descendants_at_distance(graph, first, 2):
            if not _comes_back(given, settled, first, last):
                continue
            for middle in (one for one in graph.successors(first) if graph.has_edge(one, last)):
                cases = tuple(str(here.at(key).case) for key in (first, middle, last))
                if len(set(cases)) < 3 or cases in told:
                    continue
                told.add(cases)
                high, low = graph.edges[first, middle]["edge"], graph.edges[middle, last]["edge"]
                yield CHECK.finding(
                    f"{cases[0]} overrides {cases[1]}, which overrides {cases[2]}, and nothing is said of {cases[0]} and {cases[2]}",
                    [Label(high.location), Label(low.location), at_provision(here.at(last))],
                    help=f"where {cases[1]} falls {cases[2]} stands again; if it should not, say `overrides {cases[2]}` in {cases[0]}",
                    cases=cases,
                )


def _says(given: CheckInput, key: str, verbs: Set[Verb]) -> bool:
    node = given.here.at(key).node
    return isinstance(node, nodes.Rule) and all(form.verb in verbs for form in long_forms(node.verb))


def _comes_back(given: CheckInput, settled: networkx.DiGraph[str], first: str, last: str) -> bool:
    """Whether the last of a chain speaks of what the first leaves open, and nothing keeps the two apart."""
    if settled.has_edge(first, last) or settled.has_edge(last, first) or not _says(given, last, PERMISSION):
        return False
    one, other = given.here.at(first).node, given.here.at(last).node
    assert isinstance(one, nodes.Rule)
    assert isinstance(other, nodes.Rule)
    return not exclude([*conditions_of(one), *conditions_of(other)], given.whole.values)
