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
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.book_index import NameUses
from rulewright.rulebook.model import Declared
from rulewright.syntax import nodes

CHECK = Check("RW407", "unused-vocabulary", Severity.WARNING, CheckScope.BOOK, reports_absence=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    uses = check_input.book_index.uses.in_rules
    for declared in check_input.book.declarations:
        node = declared.node
        if isinstance(node, nodes.Record):
            for record_field in node.fields:
                if not record_field.not_held and record_field.name not in uses.fields and record_field.name not in uses.calls:
                    yield _report_unused(declared, record_field, f"the field `{record_field.name}` of `{node.name}`")
        kind = _describe_unused(node, uses)
        if kind:
            yield _report_unused(declared, node, kind)


def _describe_unused(node: nodes.Node, uses: NameUses) -> str:
    """Return a phrase for a declaration that nothing uses, else an empty string."""
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
        case _:  # open: it is used, or is of a kind that is never used
            return ""


def _report_unused(declared: Declared, node: nodes.Node, subject: str) -> Diagnostic:
    return CHECK.finding(
        f"{subject} is used by no rule",
        [Label(declared.place.location_of(node.span))],
        help="remove it, or declare it `not held` if the rule that uses it is" if isinstance(node, nodes.Fact) else "remove it",
    )
