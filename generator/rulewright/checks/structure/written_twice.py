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
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.clauses import body, clause_numbers
from rulewright.checks.structure.equal_terms import ADDING_UP
from rulewright.syntax import nodes

CHECK = Check("RW323", "written-twice", Severity.WARNING, Judged.BOOK)
FOUND_ELSEWHERE = (nodes.Example, nodes.Background, nodes.Table, nodes.Setup, nodes.ReadingChoice)
CALLED = {
    nodes.Rule: "rule",
    nodes.Relation: "statement of precedence",
    nodes.Prose: "paragraph",
    nodes.Commentary: "note",
    nodes.Step: "step",
    **dict.fromkeys(get_args(nodes.Act), "act"),
}
"""What a line is, as a sentence calls it; any other is a line."""


def find(given: CheckInput) -> Iterator[Diagnostic]:
    amendments: dict[Hashable, nodes.Placed] = {}
    for placed in given.book.clauses:
        block = placed.block
        if isinstance(block, nodes.Amendment):
            first = amendments.setdefault(_amendment_key(block), placed)
            if first is not placed:
                number = ", ".join(clause_numbers(block))
                yield _finding(f"the same amendment of {number} stands twice in `{block.source}`", placed, block, first, first.block)
                continue
        yield from _lines_twice(placed, body(block))
        if isinstance(block, nodes.Reading):
            yield from _choices_twice(placed, block)


def _lines_twice(placed: nodes.Placed, lines: Iterable[nodes.BodyLine]) -> Iterator[Diagnostic]:
    seen: dict[Hashable, nodes.BodyLine] = {}
    for line in lines:
        if isinstance(line, FOUND_ELSEWHERE) or (isinstance(line, nodes.Rule) and line.verb in ADDING_UP):
            continue
        first = seen.setdefault(_without_tags(line), line)
        if first is not line:
            definition = isinstance(line, nodes.Rule) and len(nodes.long_forms(line.verb)) > 1
            what = "definition" if definition else CALLED.get(type(line), "line")
            where = ", ".join(clause_numbers(placed.block))
            yield _finding(f"the same {what} stands twice in {where}", placed, line, placed, first)


def _choices_twice(placed: nodes.Placed, reading: nodes.Reading) -> Iterator[Diagnostic]:
    choices = [line for line in reading.body if isinstance(line, nodes.ReadingChoice)]
    for choice in choices:
        yield from _lines_twice(placed, (*choice.rules, *choice.relations, *choice.prose))
    rules = {choice.name: brought(choice) for choice in choices}
    for one, other in combinations(choices, 2):
        if one.title and other.title and one.title.casefold() == other.title.casefold():
            message = f"the choices `{one.name}` and `{other.name}` of the reading `{reading.name}` have the same words"
            yield _finding(message, placed, other, placed, one)
    if all(one == other for one, other in combinations(rules.values(), 2)):
        return
    for one, other in combinations(choices, 2):
        if rules[one.name] and rules[one.name] == rules[other.name]:
            message = f"the choices `{one.name}` and `{other.name}` of the reading `{reading.name}` bring the same rules"
            yield _finding(message, placed, other, placed, one)


def _finding(message: str, placed: nodes.Placed, again: nodes.Node, first_placed: nodes.Placed, first: nodes.Node) -> Diagnostic:
    return CHECK.finding(
        message,
        [Label(placed.place.at(again.span), "here again"), Label(first_placed.place.at(first.span), "here first")],
        help="take one of the two out, or change what was to be different",
        cases=clause_numbers(placed.block),
    )


def _amendment_key(block: nodes.Amendment) -> Hashable:
    return (block.targets, block.source, block.kind, block.part, tuple(map(_without_tags, block.body)))


def brought(choice: nodes.ReadingChoice) -> Counter[nodes.BodyLine]:
    """The rules and statements of a choice, in any order, without their tags."""
    lines: tuple[nodes.BodyLine, ...] = (*choice.rules, *choice.relations)
    return Counter(map(_without_tags, lines))


def _without_tags(line: nodes.BodyLine) -> nodes.BodyLine:
    return replace(line, tags=()) if line.tags else line
