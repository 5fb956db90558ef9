"""an example gives something on which nothing that it asks for depends

## What it does
Takes each thing that an example gives, or that a background gives to several, and looks whether an answer that is asked for can depend on
it: whether a rule, a table or a group on the way to that answer reads it.

## Why it matters
Whoever wrote the example held that it matters. Mostly the condition that reads it was left out of a rule, or reads another fact by mistake.

## Example
```of mud
+record unit
+  tired: yes/no
+verdict rest(u: unit)
+
+case 8.7 "Rest"
+  "Tired units may rest in mud."
+  may rest(u) when weather is mud
+
+  example "a tired unit in mud"
+    given u.tired, weather is mud
+    then permitted rest(u)
```

## Use instead
```diff
-  may rest(u) when weather is mud
+  may rest(u) when u.tired and weather is mud
```

## Limits
Looked at by name: what another unit of the same kind is asked for counts as read. A background counts as idle only in what none of its
examples depends on. An example that shows that something does *not* matter is right, and is accepted:
`accepts idle_given at "phasing is france" because "…"`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, Judged
from rulewright.checks.tried import Given, Tried, names_in
from rulewright.decision.encode.cone import Cones
from rulewright.diagnostics import Diagnostic, Label, Severity
from rulewright.language import nodes
from rulewright.language.text import text_of
from rulewright.source import Location

CHECK = Check("RW432", "idle-given", Severity.WARNING, Judged.BOOK, by_absence=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    read = _Read(given)
    idle: dict[Location, tuple[Tried, Given]] = {}
    used: set[Location] = set()
    for one in given.whole.tried:
        needs = read.by(one)
        for fact in one.given if needs is not None else ():
            if needs is not None and needs.isdisjoint(fact.names):
                idle.setdefault(fact.location, (one, fact))
            else:
                used.add(fact.location)
    for location, (one, fact) in idle.items():
        if location not in used:
            yield CHECK.finding(
                f"nothing that `{one.example.title}` asks for depends on `{text_of(fact.node)}`",
                [Label(location)],
                help="look for the condition that should read it; where there is none, take it out",
                cases=[one.number],
            )


class _Read:
    """By each question, the names of the facts, questions and groups on which its answers can depend, in whatever edition."""

    def __init__(self, given: CheckInput) -> None:
        self._given = given
        self._cones = {edition: Cones(here.core) for edition, here in given.everywhere.items()}
        self._known: dict[str, frozenset[str]] = {}

    def by(self, one: Tried) -> frozenset[str] | None:
        """What the answers depend on that an example asks for; None where it asks for something that is not resolved."""
        needs = set(one.asked)
        for name in one.asked:
            needs |= self._of(name)
        for option in one.example.options:
            needs |= self._of_option(option)
        return frozenset(needs)

    def _of(self, name: str) -> frozenset[str]:
        if name not in self._known:
            found: set[str] = set()
            for edition, cones in self._cones.items():
                core = self._given.everywhere[edition].core
                if name in core.questions:
                    cone = cones.of(core.questions[name])
                    found |= cone.questions | cone.groups | {fact.rpartition(".")[2] for fact in cone.facts}
            self._known[name] = frozenset(found | self._of_group(name))
        return self._known[name]

    def _of_group(self, name: str) -> frozenset[str]:
        groups = (one.node for one in self._given.book.declarations if isinstance(one.node, nodes.Group) and one.node.name == name)
        return frozenset[str]().union(*(names_in(group) for group in groups))

    def _of_option(self, name: str) -> frozenset[str]:
        options = (placed.block for placed in self._given.book.front_blocks if isinstance(placed.block, nodes.Option))
        return frozenset[str]().union(*(names_in(one) for one in options if one.name == name))
