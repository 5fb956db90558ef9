"""two rules say opposite things, but only with certain options

## What it does
Reports what `contradiction` reports, where it arises only with optional rules; with the fewest options that are needed.

## Why it matters
Options are tried one at a time and played together. Players find out in the middle of a game that two of them do not fit together.

## Example
```case rulebook.case
rulebook example "Example"
source printed "Rules"
edition printed = printed
option mud "Mud"
option guard "The Guard never stops"
```

```case
record unit
  guard: yes/no
verdict move(u: unit)

case 8.1 "Mud"
  option mud
  may not move(u)

case 8.2 "The Guard"
  option guard
  must move(u) when u.guard
```

## Use instead
```diff rulebook.case
 option guard "The Guard never stops"
+at most one of mud, guard
```

## Limits
Sets of up to three options are tried for the smallest; a larger set is made smaller one option at a time. `accepts contradiction with CASE
because "…"` covers this finding too.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind, question_of
from rulewright.checks.meaning.contradiction import clash_finding
from rulewright.semantics.advice import is_advice

CHECK = Check("RW330", "option-clash", Severity.ERROR, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for finding in findings_of_kind(check_input, FindingKind.OPTION_CLASH):
        if is_advice(question_of(check_input, finding.question)):
            continue  # a check of its own
        yield clash_finding(CHECK, check_input, finding, f"with {listing((f'`{name}`' for name in finding.options), 'and')}, ")
