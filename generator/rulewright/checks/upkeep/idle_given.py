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
`accepts idle_given because "…"`. Nothing is said of an example `as usual`: what it gives is how its situation differs from the usual one.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.clauses import body_lines
from rulewright.checks.indexes.tested_values import GivenFact, TestedExample, names_in
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

CHECK = Check("RW432", "idle-given", Severity.WARNING, CheckScope.BOOK, reports_absence=True, ignores_prose=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    needs = _OutcomeNeeds(check_input)
    idle: dict[Location, tuple[TestedExample, GivenFact]] = {}
    used_locations: set[Location] = set()
    for example in check_input.book_index.tested_examples:
        if not example.asked_names:
            continue
        needed = needs.needs_of(example)
        for fact in example.given_facts:
            names = fact.names & needs.can_be_given
            if names and needed.isdisjoint(names) and not example.example.as_usual:
                idle.setdefault(fact.location, (example, fact))
            else:
                used_locations.add(fact.location)
    for location, (example, fact) in idle.items():
        if location not in used_locations:
            yield CHECK.finding(
                f"nothing that `{example.example.title}` asks for depends on `{text_of(fact.node)}`",
                [Label(location)],
                help="look for the condition that should read it; where there is none, take it out",
                cases=[example.number],
            )


class _OutcomeNeeds:
    """Names on which the outcome of an example can depend, in any edition."""

    def __init__(self, check_input: CheckInput) -> None:
        book = check_input.book
        self._edition_indexes = check_input.edition_indexes.values()
        cores = [index.core for index in self._edition_indexes]
        self.can_be_given = frozenset(name.rpartition(".")[2] for core in cores for name in (*core.facts, *core.questions, *core.groups))
        """The names of facts, questions and groups, which can be given; all other names are of things and values."""
        self._groups = {
            declared.node.name: names_in(declared.node) for declared in book.declarations if isinstance(declared.node, nodes.Group)
        }
        self._options = {
            front_block.block.name: names_in(front_block.block)
            for front_block in book.front_blocks
            if isinstance(front_block.block, nodes.Option)
        }
        lines = [line for clause in book.clauses for line in body_lines(clause.block) if isinstance(line, nodes.DoesNotMatter)]
        self._without_effect = [(names_in(line.what), {call.name for call in line.questions}) for line in lines]

    def needs_of(self, example: TestedExample) -> frozenset[str]:
        names_needed = set(example.asked_names).union(*(self._options.get(option, ()) for option in example.example.options))
        for name in example.asked_names:
            names_needed |= self._groups.get(name, frozenset())
            for index in self._edition_indexes:
                names_needed |= frozenset[str]().union(*map(index.names_read_for, index.questions_named(name)))
        for names, questions in self._without_effect:
            if not questions.isdisjoint(example.asked_names):
                names_needed |= names
        return frozenset(names_needed)
