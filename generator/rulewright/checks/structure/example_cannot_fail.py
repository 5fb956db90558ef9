"""an example holds whatever the rules say

## What it does
Lists examples that expect nothing, or only things that follow from what they give: no `then` asks a value, a verdict, a predicate or a
table.

## Why it matters
An example is a test. One that cannot fail tests nothing, and yet makes its case look tested.

## Example
```of allowance
   allowance(u) is printed(u)
+
+  example "as printed"
+    given printed(u) is 7 MP
+    then printed(u) is 7 MP
```

## Use instead
```diff
     given printed(u) is 7 MP
-    then printed(u) is 7 MP
+    then allowance(u) is 7 MP
```

## Limits
Judged by what the example asks, not by testing whether a change to the rules would make it fail: `rulewright coverage` does that.
An example that gives the very answer that it expects is found too.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.keywords import Expected
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

CHECK = Check("RW318", "example-cannot-fail", Severity.WARNING, CheckScope.BOOK, ignores_prose=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    decided_names = check_input.book_index.uses.in_rules.heads  # includes the facts and fields that rules define
    askable_names = (
        check_input.book_index.questions.keys()
        | check_input.book_index.tables.keys()
        | check_input.book_index.built_in_functions
        | decided_names
    )
    for number, example, clause in check_input.book_index.examples_in_clauses:
        background_levels = check_input.book_index.backgrounds.levels_of_example(example, clause.block, clause.place)
        reason = _reason_it_cannot_fail(
            example,
            [*example.given, *(fact for level in background_levels for background in level for fact in background.node.given)],
            askable_names,
            decided_names,
        )
        if reason:
            yield CHECK.finding(
                f"the example `{example.title}` {reason}",
                [Label(clause.place.location_of(example.span))],
                help="let it say `then` what the rules of the case make of its facts",
                cases=[number],
            )


def _reason_it_cannot_fail(example: nodes.Example, facts: list[nodes.Expr], askable_names: set[str], decided_names: set[str]) -> str:
    if not example.then:
        return "expects nothing"
    open_expectations = [
        expectation for expectation in example.then if expectation.expected is not Expected.HOLDS or expectation.about not in facts
    ]
    if not open_expectations:
        return "expects what it gives"
    if any(_depends_on_rules(expectation, askable_names, decided_names) for expectation in open_expectations):
        return ""
    return "asks nothing that a rule decides"


def _depends_on_rules(expectation: nodes.Then, askable_names: set[str], decided_names: set[str]) -> bool:
    if expectation.expected is not Expected.HOLDS:
        return True
    return any(_is_decided(node, askable_names, decided_names) for node in descendants(expectation.about))


def _is_decided(node: nodes.Node, askable_names: set[str], decided_names: set[str]) -> bool:
    match node:
        case nodes.Call():
            return node.name in askable_names
        case nodes.Field():
            return node.name in decided_names
        case _:  # open: of all other nodes, rules decide only a question about a verdict
            return isinstance(node, nodes.Asks | nodes.Advised)
