"""an option that changes nothing

## What it does
Lists options of the front page that no case, scenario or set-up line names with `option`.

## Why it matters
Players would choose it and nothing would change.

## Example
```case
option ney "Marshal Ney rule"

case 8.1 "Movement"
  "Units move."
```

## Use instead
```case
option ney "Marshal Ney rule"

case 8.1 "Movement"
  option ney
  "Marshal Ney moves twice."
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.clauses import body_lines
from rulewright.syntax import nodes

CHECK = Check("RW410", "unused-option", Severity.WARNING, CheckScope.BOOK, reports_absence=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    if not check_input.book.options:
        return
    named_options = {
        line.name for clause in check_input.book.clauses for line in body_lines(clause.block) if isinstance(line, nodes.InOption)
    }
    for front_block in check_input.book.front_blocks:
        option = front_block.block
        if (
            isinstance(option, nodes.Option)
            and option.name not in named_options
            and option.name not in check_input.book_index.uses.in_rules.calls
        ):
            yield CHECK.finding(
                f"the option `{option.name}` changes nothing",
                [Label(front_block.place.location_of(option.span))],
                help=f"write `option {option.name}` in the cases that apply only with it",
            )
