"""one word stands for two terms of the glossary

## What it does
Compares the names of all terms with the other names that terms give after `also`.

## Why it matters
Whoever follows the word in brackets reads one of two definitions.

## Example
```case
term "rout" "Flight of a unit."
  also "panic"
term "panic" "Flight of an army."

case 10.1 "Flight"
  "A [rout] may end in a [panic]."
```

## Use instead
```case
term "rout" "Flight of a unit."
term "panic" "Flight of an army."

case 10.1 "Flight"
  "A [rout] may end in a [panic]."
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.rulebook.model import Declared
from rulewright.syntax import nodes

CHECK = Check("RW415", "word-of-two-terms", Severity.WARNING, CheckScope.BOOK)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    terms_by_name = {
        declaration.node.name.casefold(): declaration
        for declaration in check_input.book.declarations
        if isinstance(declaration.node, nodes.Term)
    }
    claimed_names: dict[str, Declared] = {}
    for declared in check_input.book.declarations:
        if not isinstance(declared.node, nodes.Term):
            continue
        for name in declared.node.also:
            rival = terms_by_name.get(name.casefold()) or claimed_names.get(name.casefold())
            if rival is not None and rival is not declared:
                yield CHECK.finding(
                    f"`{name}` stands for `{declared.node.name}` and is the name of another term",
                    [
                        Label(declared.place.location_of(declared.node.span)),
                        Label(rival.place.location_of(rival.node.span), "the other term"),
                    ],
                    help="remove it from one of them",
                )
            claimed_names.setdefault(name.casefold(), declared)
