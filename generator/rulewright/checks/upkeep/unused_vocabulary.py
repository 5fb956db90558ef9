"""a declaration that no rule uses

## What it does
Lists facts, records, fields, groups, measures, calendars, enums and classes that nothing in force mentions: no rule, table, option,
set-up line and no other declaration that is itself used. Examples do not count. What a rule works out is an answer, and is used; a record
is used with any of its fields.

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
    uses, in_examples = check_input.book_index.uses.in_rules, check_input.book_index.uses.in_examples
    for declared in check_input.book.declarations:
        node = declared.node
        if isinstance(node, nodes.Record):
            for record_field in node.fields:
                if not record_field.not_held and not _is_field_used(record_field, uses):
                    yield _report_unused(declared, record_field, f"the field `{record_field.name}` of `{node.name}`", in_examples)
        kind = _describe_unused(node, uses)
        if kind:
            yield _report_unused(declared, node, kind, in_examples)


def _describe_unused(node: nodes.Node, uses: NameUses) -> str:
    """Return a phrase for a declaration that nothing uses, else an empty string."""
    match node:
        case nodes.Fact() if not node.not_held and node.name not in uses.calls | uses.fields | uses.heads:
            return f"the {node.kind.value} `{node.name}`"
        case nodes.Group() if node.name not in uses.calls:
            return f"the group `{node.name}`"
        case nodes.Measure() if node.name not in uses.units:
            return f"the measure `{node.name}`"
        case nodes.Calendar() if node.name not in uses.calendars:
            return f"the calendar `{node.name}`"
        case nodes.Class() if node.name not in uses.calls and node.name not in uses.words:
            return f"the class `{node.name}`"
        case nodes.Enum() | nodes.Scale() if node.name not in uses.types and uses.amount_kinds.isdisjoint(
            value.name for value in node.values
        ):
            return f"the {'enum' if isinstance(node, nodes.Enum) else 'scale'} `{node.name}`"
        case nodes.Record() if not uses.types & {node.name, node.name + "s"} and not any(
            _is_field_used(part, uses) for part in node.fields
        ):
            return f"the record `{node.name}`"
        case _:  # open: it is used, or is of a kind that is never used
            return ""


def _is_field_used(record_field: nodes.FieldDecl, uses: NameUses) -> bool:
    return any(record_field.name in names for names in (uses.fields, uses.calls, uses.heads))


def _report_unused(declared: Declared, node: nodes.Node, subject: str, in_examples: NameUses) -> Diagnostic:
    return CHECK.finding(f"{subject} is used by no rule", [Label(declared.place.location_of(node.span))], help=_help_for(node, in_examples))


def _help_for(node: nodes.Node, in_examples: NameUses) -> str:
    is_given = isinstance(node, nodes.Fact | nodes.FieldDecl) and node.name in in_examples.calls | in_examples.fields
    removal = "remove it here and in the examples" if is_given else "remove it"
    return f"{removal}, or declare it `not held` if the rule that uses it is" if isinstance(node, nodes.Fact) else removal
