"""a background that no example has

## What it does
Lists backgrounds that stand behind no example: a named one that none names, one of a case or of a file without examples.

## Why it matters
What it gives is not even read, so that nobody notices when it is no longer right.

## Example
```case
fact mud: yes/no "there is mud"
predicate slow "units are slow"

background dry "a dry day"
  given not mud

case 8.1 "Mud"
  "Mud makes units slow."
  slow when mud

  example "a dry day"
    given not mud
    then not slow
```

## Use instead
```diff
   example "a dry day"
-    given not mud
+    with background dry
     then not slow
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope

CHECK = Check("RW430", "unused-background", Severity.WARNING, CheckScope.BOOK, reports_absence=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    backgrounds = check_input.book_index.backgrounds
    levels_of_examples = (
        backgrounds.levels_of_example(example, clause.block, clause.place)
        for _, example, clause in check_input.book_index.examples_in_clauses
    )
    used_ids = {id(background.node) for levels in levels_of_examples for level in levels for background in level}
    for background in backgrounds.all_backgrounds():
        if id(background.node) not in used_ids:
            name = f"`{background.node.name}` " if background.node.name else ""
            yield CHECK.finding(
                f"the background {name}stands behind no example",
                [Label(background.place.location_of(background.node.span))],
                help="write `with background` and its name in an example, or remove it" if name else "remove it",
            )
