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
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

CHECK = Check("RW318", "example-cannot-fail", Severity.WARNING, Judged.BOOK, of_rules_alone=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    decided = given.whole.gathered.in_rules.heads  # also what a rule says of a fact or a field
    asked = given.whole.questions.keys() | given.whole.tables.keys() | given.whole.worked_out | decided
    for number, example, placed in given.whole.examples:
        behind = given.whole.backgrounds.behind(example, placed.block, placed.place)
        why = _why(example, [*example.given, *(fact for level in behind for one in level for fact in one.node.given)], asked, decided)
        if why:
            yield CHECK.finding(
                f"the example `{example.title}` {why}",
                [Label(placed.place.at(example.span))],
                help="let it say `then` what the rules of the case make of its facts",
                cases=[number],
            )


def _why(example: nodes.Example, facts: list[nodes.Expr], asked: set[str], decided: set[str]) -> str:
    if not example.then:
        return "expects nothing"
    open_ones = [then for then in example.then if then.expected is not Expected.HOLDS or then.about not in facts]
    if not open_ones:
        return "expects what it gives"
    if any(_depends(then, asked, decided) for then in open_ones):
        return ""
    return "asks nothing that a rule decides"


def _depends(then: nodes.Then, asked: set[str], decided: set[str]) -> bool:
    if then.expected is not Expected.HOLDS:
        return True
    return any(_is_decided(node, asked, decided) for node in descendants(then.about))


def _is_decided(node: nodes.Node, asked: set[str], decided: set[str]) -> bool:
    match node:
        case nodes.Call():
            return node.name in asked
        case nodes.Field():
            return node.name in decided
        case _:  # open: of all other nodes, only a question about a verdict has an answer of rules
            return isinstance(node, nodes.Asks)
