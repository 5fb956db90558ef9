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

from rulewright.analysis.situations import situation_note, witness_json
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.findings import Finding, FindingKind
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import effect_phrase, findings_of_kind, join_cases, label_of, question_text, rule_of, speaker_names

CHECK = Check("RW336", "overlap", Severity.INFO, depth=Depth.ALL, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for pair in _overlaps_by_cases(check_input).values():
        overlap, *others = pair
        assert overlap.situation is not None
        further = (f"and of {_describe_others(others)}",) if others else ()
        question, effect = question_text(overlap, check_input), effect_phrase(overlap.statements[0].value)
        yield CHECK.finding(
            f"{join_cases(speaker_names(overlap))} both say that `{question}` {effect}",
            [label_of(check_input, overlap.question, statement.who, statement.value) for statement in overlap.statements],
            help="say `restates` or `besides` in one of them, or which goes first",
            notes=(situation_note(overlap.situation), *further),
            cases=overlap.cases,
            witness=witness_json(overlap),
        )


def _overlaps_by_cases(check_input: CheckInput) -> dict[frozenset[str], list[Finding]]:
    """Group overlaps by their cases, without choices of readings, which may well repeat another case: the reading asks about that."""
    opposed = {
        finding.rules for kind in (FindingKind.CONTRADICTION, FindingKind.OPTION_CLASH) for finding in findings_of_kind(check_input, kind)
    }
    pairs: dict[frozenset[str], list[Finding]] = defaultdict(list)
    for finding in findings_of_kind(check_input, FindingKind.OVERLAP):
        if finding.rules not in opposed and not any(_is_of_choice(check_input, finding, rule) for rule in finding.rules):
            pairs[frozenset(finding.cases)].append(finding)
    return pairs


def _is_of_choice(check_input: CheckInput, finding: Finding, id: str) -> bool:
    rule = rule_of(check_input, finding.question, id)
    return rule is not None and rule.scope.reading is not None


def _describe_others(others: list[Finding]) -> str:
    """Return a phrase for further overlaps: `march(u), and in 3 more pairs of rules`."""
    questions = list(dict.fromkeys(f"`{finding.question}`" for finding in others))
    return f"{listing(questions, 'and')}, in {len(others)} more pair{'s' if len(others) > 1 else ''} of rules"
