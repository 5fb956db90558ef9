"""two cases say the same, and neither mentions the other

## What it does
Reports two cases with rules that apply in one situation, with the same answer, where no statement connects them; two cases once, however
many rules of theirs meet.

## Why it matters
The two agree today. When one of them is amended, nobody will think of the other: `restates`, `besides` or `overrides` would be a reminder.

## Example
```case
record unit
  tired: yes/no
  lost: yes/no
verdict move(u: unit)

case 8.1 "Tired units"
  may not move(u) when u.tired

case 8.2 "Lost units"
  may not move(u) when u.lost
```

## Use instead
```diff
 case 8.2 "Lost units"
-  may not move(u) when u.lost
+  may not move(u) when u.lost and not u.tired
```

## Limits
This is a note, not an error: two reasons for the same answer are common. Pairs that contradict each other elsewhere are reported as
contradictions, and rules of the choices of a reading are not looked at. `rulewright check` counts these notes; `--all` shows each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulewright.analysis.situations import shown_in, witness_of
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.findings import Finding, Kind
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import asked, each, label, of_kind, rule_of, says, speakers

CHECK = Check("RW336", "overlap", Severity.INFO, depth=Depth.ALL, of_verdicts=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    for pair in _by_cases(given).values():
        found, *others = pair
        assert found.situation is not None
        more = (f"and of {_others(others)}",) if others else ()
        yield CHECK.finding(
            f"{each(speakers(found))} both say that `{asked(found, given)}` {says(found.said[0].value)}",
            [label(given, found.question, said.who, said.value) for said in found.said],
            help="say `restates` or `besides` in one of them, or which goes first",
            notes=(shown_in(found.situation), *more),
            cases=found.cases,
            witness=witness_of(found),
        )


def _by_cases(given: CheckInput) -> dict[frozenset[str], list[Finding]]:
    """The overlaps of each two cases. A choice of a reading may well say what another case says: that is what the reading asks."""
    opposed = {found.rules for kind in (Kind.CONTRADICTION, Kind.OPTION_CLASH) for found in of_kind(given, kind)}
    pairs: dict[frozenset[str], list[Finding]] = defaultdict(list)
    for found in of_kind(given, Kind.OVERLAP):
        if found.rules not in opposed and not any(_of_choice(given, found, rule) for rule in found.rules):
            pairs[frozenset(found.cases)].append(found)
    return pairs


def _of_choice(given: CheckInput, found: Finding, id: str) -> bool:
    rule = rule_of(given, found.question, id)
    return rule is not None and rule.scope.reading is not None


def _others(others: list[Finding]) -> str:
    """`march(u), and in 3 more pairs of rules`."""
    questions = list(dict.fromkeys(f"`{found.question}`" for found in others))
    return f"{listing(questions, 'and')}, in {len(others)} more pair{'s' if len(others) > 1 else ''} of rules"
