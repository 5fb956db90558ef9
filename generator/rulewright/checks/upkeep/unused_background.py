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
from rulewright.checks.common.check import Check, CheckInput, Judged

CHECK = Check("RW430", "unused-background", Severity.WARNING, Judged.BOOK, by_absence=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    backgrounds = given.whole.backgrounds
    behind = (backgrounds.behind(example, placed.block, placed.place) for _, example, placed in given.whole.examples)
    used = {id(one.node) for levels in behind for level in levels for one in level}
    for one in backgrounds.every():
        if id(one.node) not in used:
            name = f"`{one.node.name}` " if one.node.name else ""
            yield CHECK.finding(
                f"the background {name}stands behind no example",
                [Label(one.place.at(one.node.span))],
                help="write `with background` and its name in an example, or remove it" if name else "remove it",
            )
