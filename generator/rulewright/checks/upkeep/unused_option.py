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
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.clauses import body
from rulewright.syntax import nodes

CHECK = Check("RW410", "unused-option", Severity.WARNING, Judged.BOOK, by_absence=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    if not given.book.options:
        return
    used = {line.name for placed in given.book.clauses for line in body(placed.block) if isinstance(line, nodes.InOption)}
    for placed in given.book.front_blocks:
        option = placed.block
        if isinstance(option, nodes.Option) and option.name not in used and option.name not in given.whole.gathered.in_rules.calls:
            yield CHECK.finding(
                f"the option `{option.name}` changes nothing",
                [Label(placed.place.at(option.span))],
                help=f"write `option {option.name}` in the cases that apply only with it",
            )
