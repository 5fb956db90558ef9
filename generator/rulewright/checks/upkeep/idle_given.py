"""an example gives something on which nothing that it asks for depends

## What it does
Takes each thing that an example gives, or that a background gives to several, and looks whether an answer that is asked for can depend on
it: whether a rule, a table or a group on the way to that answer reads it.

## Why it matters
Whoever wrote the example held that it matters. Mostly the condition that reads it was left out of a rule, or reads another fact by mistake.

## Example
```case
enum weather: clear, mud
fact weather: weather
record unit
  tired: yes/no
verdict rest(u: unit)

case 8.7 "Rest"
  "Tired units may rest in mud."
  may rest(u) when weather is mud

  example "a tired unit in mud"
    given u.tired, weather is mud
    then permitted rest(u)
```

## Use instead
```diff
-  may rest(u) when weather is mud
+  may rest(u) when u.tired and weather is mud
```

## Limits
Looked at by name: what another unit of the same kind is asked for counts as read. A background counts as idle only in what none of its
examples depends on. An example that shows that something has no effect is right: say so by `does not matter`, or accept it:
`accepts idle_given because "…"`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.clauses import body
from rulewright.checks.indexes.tested_values import Given, Tried, names_in
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

CHECK = Check("RW432", "idle-given", Severity.WARNING, Judged.BOOK, by_absence=True, of_rules_alone=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    needs = _Needs(given)
    idle: dict[Location, tuple[Tried, Given]] = {}
    used: set[Location] = set()
    for one in given.whole.tried:
        wanted = needs.of(one)
        for fact in one.given:
            names = fact.names & needs.known
            if names and wanted.isdisjoint(names):
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


class _Needs:
    """What the outcome of an example can depend on, by name, in whatever edition."""

    def __init__(self, given: CheckInput) -> None:
        book = given.book
        self._everywhere = given.everywhere.values()
        cores = [here.core for here in self._everywhere]
        self.known = frozenset(name.rpartition(".")[2] for core in cores for name in (*core.facts, *core.questions, *core.groups))
        """The names of what can be given; all others are those of things and values."""
        self._groups = {one.node.name: names_in(one.node) for one in book.declarations if isinstance(one.node, nodes.Group)}
        self._options = {one.block.name: names_in(one.block) for one in book.front_blocks if isinstance(one.block, nodes.Option)}
        lines = [line for placed in book.clauses for line in body(placed.block) if isinstance(line, nodes.DoesNotMatter)]
        self._without_effect = [(names_in(line.what), {call.name for call in line.questions}) for line in lines]

    def of(self, one: Tried) -> frozenset[str]:
        found = set(one.asked).union(*(self._options.get(option, ()) for option in one.example.options))
        for name in one.asked:
            found |= self._groups.get(name, frozenset())
            found |= frozenset[str]().union(*(here.read_for(name) for here in self._everywhere))
        for names, questions in self._without_effect:
            if not questions.isdisjoint(one.asked):
                found |= names
        return frozenset(found)
