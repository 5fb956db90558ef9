"""a rule uses a word that means something else in its case

## What it does
Where the book says `word control means friendly in 6.62`, looks for rules of 6.62 that still say `control`.

## Why it matters
The source uses one word for two things. The declaration says that in these cases the other thing is meant, so a formal rule with the
first name says what the case does not mean.

## Example
```case
record town
predicate control(t: town)
predicate friendly(t: town)
verdict supply(t: town)
word control means friendly in 6.62

case 6.1 "Control"
  control(t) when friendly(t)

case 6.62 "Supply"
  may supply(t) when control(t)
```

## Use instead
```diff
 case 6.62 "Supply"
-  may supply(t) when control(t)
+  may supply(t) when friendly(t)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, at_node
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

CHECK = Check("RW313", "displaced-word", Severity.WARNING)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for declared in check_input.book.declarations:
        word = declared.node
        if not isinstance(word, nodes.Word):
            continue
        for ref in word.cases:
            for provision in check_input.edition_index.addresses.provisions_of_case(ref.number):
                for node in descendants(provision.node):
                    if isinstance(node, nodes.Call | nodes.Field) and node.name == word.name:
                        yield CHECK.finding(
                            f"`{word.name}` means `{word.means}` in {ref.number}",
                            [at_node(provision.origin, node), Label(declared.place.location_of(word.span), "said here")],
                            help=f"write `{word.means}`",
                            cases=[ref.number],
                        )
