"""a declaration that no rule uses

## What it does
Lists facts, records, fields, groups, measures, calendars, enums and classes that nothing in force mentions: no rule, table, option,
set-up line and no other declaration that is itself used. Examples do not count.

## Why it matters
The interview would never ask for such a fact, and whoever reads the vocabulary looks for a rule that is not there. Often the rule uses
another name for the same thing.

## Example
```of movement
```

## Use instead
```diff
 case 8.1 "Movement"
-  may move(u)
+  may move(u) when weather is not mud
```

## Limits
Judged by names: a field counts as used where any record's field of that name is. A fact that is read only by a case whose text is not held
should be declared `not held`, and is then left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.book_index import Uses
from rulewright.rulebook.model import Declared
from rulewright.syntax import nodes

CHECK = Check("RW407", "unused-vocabulary", Severity.WARNING, Judged.BOOK, by_absence=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    uses = given.whole.gathered.in_rules
    for declared in given.book.declarations:
        node = declared.node
        if isinstance(node, nodes.Record):
            for one in node.fields:
                if not one.not_held and one.name not in uses.fields and one.name not in uses.calls:
                    yield _finding(declared, one, f"the field `{one.name}` of `{node.name}`")
        kind = _unused(node, uses)
        if kind:
            yield _finding(declared, node, kind)


def _unused(node: nodes.Node, uses: Uses) -> str:
    """What it is, in words, if nothing uses it; else nothing."""
    match node:
        case nodes.Fact() if not node.not_held and node.name not in uses.calls and node.name not in uses.fields:
            return f"the {node.kind.value} `{node.name}`"
        case nodes.Group() if node.name not in uses.calls:
            return f"the group `{node.name}`"
        case nodes.Measure() if node.name not in uses.units:
            return f"the measure `{node.name}`"
        case nodes.Calendar() if node.name not in uses.calendars:
            return f"the calendar `{node.name}`"
        case nodes.Class() if node.name not in uses.calls and node.name not in uses.words:
            return f"the class `{node.name}`"
        case nodes.Enum() | nodes.Scale() if node.name not in uses.types:
            return f"the {'enum' if isinstance(node, nodes.Enum) else 'scale'} `{node.name}`"
        case nodes.Record() if node.name not in uses.types and node.name + "s" not in uses.types:
            return f"the record `{node.name}`"
        case _:  # open: it is used, or cannot be
            return ""


def _finding(declared: Declared, node: nodes.Node, what: str) -> Diagnostic:
    return CHECK.finding(
        f"{what} is used by no rule",
        [Label(declared.place.at(node.span))],
        help="remove it, or declare it `not held` if the rule that uses it is" if isinstance(node, nodes.Fact) else "remove it",
    )
