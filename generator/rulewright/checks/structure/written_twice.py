"""one thing stands twice in its clause

## What it does
Looks in each case, amendment, ruling, scenario and reading for a line that stands there twice: a rule, a definition, a statement of
precedence, an act, a paragraph. Also for two amendments of one source that are the same from head to end, and for two choices of a reading
that bring the same rules or have the same words. Tags are left out of it.

## Why it matters
The second changes nothing. Mostly a line was copied to be changed, and the change was forgotten.

## Example
```case
record unit
  mounted: yes/no
verdict pursue(u: unit)

case 9.1 "Pursuit"
  may pursue(u) when u.mounted
  may pursue(u) when u.mounted
```

## Use instead
```diff
   may pursue(u) when u.mounted
-  may pursue(u) when u.mounted
+  may not pursue(u) when not u.mounted
```

## Limits
Lines are compared as they are written, with the same names of variables. Terms that add up are left to `equal-terms`, examples to
`twin-examples`, and readings of which all choices are alike to `reading-without-effect`. Nothing is compared between two cases: a book
may repeat itself there, and `restates` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import get_args

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.clauses import body_lines, clause_numbers
from rulewright.checks.structure.equal_terms import ADDING_UP
from rulewright.syntax import nodes

CHECK = Check("RW323", "written-twice", Severity.WARNING, CheckScope.BOOK)
OTHER_CHECKS_LINES = (nodes.Example, nodes.Background, nodes.Table, nodes.Setup, nodes.ReadingChoice)
LINE_KINDS = {
    nodes.Rule: "rule",
    nodes.Relation: "statement of precedence",
    nodes.Prose: "paragraph",
    nodes.Commentary: "note",
    nodes.Step: "step",
    **dict.fromkeys(get_args(nodes.Act), "act"),
}
"""The noun for a kind of line in messages; any other kind is a `line`."""


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    amendments: dict[Hashable, nodes.Placed] = {}
    for clause in check_input.book.clauses:
        block = clause.block
        if isinstance(block, nodes.Amendment):
            first = amendments.setdefault(_amendment_key(block), clause)
            if first is not clause:
                number = ", ".join(clause_numbers(block))
                yield _report_repetition(
                    f"the same amendment of {number} stands twice in `{block.source}`", clause, block, first, first.block
                )
                continue
        yield from _check_lines(clause, body_lines(block))
        if isinstance(block, nodes.Reading):
            yield from _check_choices(clause, block)


def _check_lines(clause: nodes.Placed, lines: Iterable[nodes.BodyLine]) -> Iterator[Diagnostic]:
    first_lines: dict[Hashable, nodes.BodyLine] = {}
    for line in lines:
        if isinstance(line, OTHER_CHECKS_LINES) or (isinstance(line, nodes.Rule) and line.verb in ADDING_UP):
            continue
        first = first_lines.setdefault(_without_tags(line), line)
        if first is not line:
            definition = isinstance(line, nodes.Rule) and len(nodes.long_forms(line.verb)) > 1
            line_kind = "definition" if definition else LINE_KINDS.get(type(line), "line")
            numbers = ", ".join(clause_numbers(clause.block))
            yield _report_repetition(f"the same {line_kind} stands twice in {numbers}", clause, line, clause, first)


def _check_choices(clause: nodes.Placed, reading: nodes.Reading) -> Iterator[Diagnostic]:
    choices = [line for line in reading.body if isinstance(line, nodes.ReadingChoice)]
    for choice in choices:
        yield from _check_lines(clause, (*choice.rules, *choice.relations, *choice.prose))
    rules = {choice.name: rules_of_choice(choice) for choice in choices}
    for first, second in combinations(choices, 2):
        if first.title and second.title and first.title.casefold() == second.title.casefold():
            message = f"the choices `{first.name}` and `{second.name}` of the reading `{reading.name}` have the same words"
            yield _report_repetition(message, clause, second, clause, first)
    if all(first == second for first, second in combinations(rules.values(), 2)):
        return
    for first, second in combinations(choices, 2):
        if rules[first.name] and rules[first.name] == rules[second.name]:
            message = f"the choices `{first.name}` and `{second.name}` of the reading `{reading.name}` bring the same rules"
            yield _report_repetition(message, clause, second, clause, first)


def _report_repetition(
    message: str, clause: nodes.Placed, repeated: nodes.Node, first_clause: nodes.Placed, first: nodes.Node
) -> Diagnostic:
    return CHECK.finding(
        message,
        [Label(clause.place.location_of(repeated.span), "here again"), Label(first_clause.place.location_of(first.span), "here first")],
        help="take one of the two out, or change what was to be different",
        cases=clause_numbers(clause.block),
    )


def _amendment_key(block: nodes.Amendment) -> Hashable:
    return (block.targets, block.source, block.since, block.kind, block.part, tuple(map(_without_tags, block.body)))


def rules_of_choice(choice: nodes.ReadingChoice) -> Counter[nodes.BodyLine]:
    """Return the rules and statements of a choice, in any order, without their tags."""
    lines: tuple[nodes.BodyLine, ...] = (*choice.rules, *choice.relations)
    return Counter(map(_without_tags, lines))


def _without_tags(line: nodes.BodyLine) -> nodes.BodyLine:
    return replace(line, tags=()) if line.tags else line
