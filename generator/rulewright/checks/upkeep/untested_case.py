"""no example reaches a case that has rules

## What it does
From what every example asks, follows the rules to all questions that the answer may depend on. A case with rules, tables or precedences of
its own, none of which is about such a question, is reported.

## Why it matters
Nobody has tried the case. If a rule was never run, nobody knows whether it says what was meant.

## Example
```of allowance
```

## Use instead
```diff
   allowance(u) is printed(u)
+
+  example "as printed"
+    given printed(u) is 7 MP
+    then allowance(u) is 7 MP
```

## Limits
Reached is less than exercised: whether the outcome of an example depends on the case is measured by `rulewright coverage`, which removes
each part in turn and runs the examples again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from rulewright.analysis.dependencies.model import VertexKind, vertices
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput, Judged, at_head
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.rulebook.model import CaseInForce
from rulewright.semantics.model import Override, SetAside

CHECK = Check("RW404", "untested-case", Severity.WARNING, Judged.BOOK, by_absence=True, of_rules_alone=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    tested: set[str] = set()
    executable: dict[str, CaseInForce] = {}
    for here in given.everywhere.values():
        reached, stated = _reached(here), _stated(here)
        for clause in here.clauses:
            if not isinstance(clause, CaseInForce) or clause.deleted:
                continue
            bearing = {slot.question for provision in clause.provisions for slot in here.slots_of(provision)}
            bearing.update(*(stated.get(provision.id.text, ()) for provision in clause.provisions))
            if bearing:
                executable.setdefault(clause.number, clause)
                if not reached.isdisjoint(bearing):
                    tested.add(clause.number)
    for number, clause in executable.items():
        if number not in tested:
            yield CHECK.finding(
                f"no example reaches {number}",
                [at_head(clause)],
                help="add an example that asks what this case is about",
                cases=[number],
            )


def _reached(here: EditionIndex) -> set[str]:
    """The questions that the answers of some example depend on."""
    import networkx

    examples = [one.key for one in vertices(here.graph, [VertexKind.EXAMPLE])]
    reached = chain.from_iterable(networkx.bfs_layers(here.dependence, examples))
    question = f"{VertexKind.QUESTION.value}:"
    return {key.removeprefix(question) for key in reached if key.startswith(question)}


def _stated(here: EditionIndex) -> dict[str, set[str]]:
    """For each statement of precedence, by address, the questions on which it reaches a rule."""
    found: dict[str, set[str]] = defaultdict(set)
    statements: tuple[Override | SetAside, ...] = (*here.core.overrides.values(), *here.core.asides.values())
    for statement in statements:
        found[statement.id].update(on.question for on in statement.on if on.targets)
    return found
