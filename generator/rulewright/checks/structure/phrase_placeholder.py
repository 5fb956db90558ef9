"""a phrase has a place for something that is not a parameter

## What it does
Compares the words in braces in the phrases of facts, values, verdicts, predicates, groups and tables with their parameters. In the
fields of a record and in a status the only place is `{it}`.

## Why it matters
Pages, answers and interviews use these phrases; an unknown placeholder would be shown in braces.

## Example
```case
record unit
record town
verdict forage(u: unit, t: town) "{u} draws forage at {town}"

case 14.43 "Forage"
  may forage(u, t)
```

## Use instead
```case
record unit
record town
verdict forage(u: unit, t: town) "{u} draws forage at {t}"

case 14.43 "Forage"
  may forage(u, t)
```
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Place
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.syntax import nodes

CHECK = Check("RW317", "phrase-placeholder", Severity.WARNING, CheckScope.BOOK)
HOLE = re.compile(r"\{([^{}]*)\}")


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for declared in check_input.book.declarations:
        yield from _check_declaration(declared.node, declared.place)
    for table, place in check_input.book_index.tables.values():
        yield from _check_placeholders(table, table.name, table.phrase, [p.name for p in table.params], place)


def _check_declaration(node: nodes.Node, place: Place) -> Iterator[Diagnostic]:
    match node:
        case nodes.Record():
            for record_field in node.fields:
                for text in (record_field.phrase, record_field.asks):
                    yield from _check_placeholders(record_field, f"{node.name}.{record_field.name}", text, ["it"], place)
        case nodes.Fact():
            for text in (node.phrase, node.asks):
                yield from _check_placeholders(node, node.name, text, [p.name for p in node.params], place)
        case nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
            yield from _check_placeholders(node, node.name, node.phrase, [p.name for p in node.params], place)
        case _:  # open: other declarations have no phrase
            return


def _check_placeholders(node: nodes.Node, name: str, text: str | None, parameters: Iterable[str], place: Place) -> Iterator[Diagnostic]:
    if not text or "{" not in text:
        return
    names = list(parameters)
    for hole in HOLE.findall(text):
        if hole not in names:
            parameter_list = ", ".join(f"`{{{name}}}`" for name in names)
            yield CHECK.finding(
                f"the phrase of `{name}` has a place `{{{hole}}}`, which is not one of its parameters",
                [Label(place.location_of(node.span))],
                help=did_you_mean(hole, names) or (f"it has {parameter_list}" if names else "it has no parameters"),
            )
