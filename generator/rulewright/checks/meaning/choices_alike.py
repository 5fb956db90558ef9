"""choices of a reading give the same answer in every situation

## What it does
Reports two choices of an open reading that bring different rules, or one of which brings some, and under which every question that they
bear on has the same answer in every situation.

## Why it matters
The reading says that players have to agree on something, and nothing depends on it: a rule of a choice is missing or says too little.

## Example
```case
fact tired: yes/no
fact turn: 1..9
value rest: 0..9

case 8.1 "Rest"
  "Tired units rest for two turns."

reading since_when on 8.1 "From which turn on"
  choice from_the_first in play: rest is 2 when tired
  choice from_any: rest is 2 when tired and turn is at least 1
```

## Use instead
```diff
-  choice from_any: rest is 2 when tired and turn is at least 1
+  choice from_any: rest is 2 when tired and turn is at least 2
```

## Limits
Said only where it is proved: not of a reading on a question that could not be decided, or of which not every number of things was tried.
Choices that bring no rules at all, or the same ones, are reported as `reading-without-effect` and `written-twice`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput, at_node
from rulewright.checks.structure.written_twice import rules_of_choice
from rulewright.rulebook.model import ReadingInForce
from rulewright.syntax import nodes

CHECK = Check("RW341", "choices-alike", Severity.WARNING, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for reading in check_input.view.readings.values() if check_input.verdicts is not None else ():
        if reading.settled_as is None and reading.name in check_input.core.readings:
            yield from _check_reading(check_input, reading)


def _check_reading(check_input: CheckInput, reading: ReadingInForce) -> Iterator[Diagnostic]:
    assert check_input.verdicts is not None
    pairs = [(first, second) for first, second in combinations(reading.choices, 2) if rules_of_choice(first) != rules_of_choice(second)]
    alike = [pair for pair in pairs if (reading.name, pair[0].name, pair[1].name) not in check_input.verdicts.differing_choices]
    for choices in _groups_alike(reading, alike):
        are_all_choices = len(choices) == len(reading.choices)
        choices_phrase = "the choices" if are_all_choices else "the choices " + listing([f"`{choice.name}`" for choice in choices], "and")
        yield CHECK.finding(
            f"{choices_phrase} of the reading `{reading.name}` give the same answer in every situation",
            [at_node(reading.origin, choice) for choice in reversed(choices)],
            help="write the rule by which they differ, or take one of them out",
            cases=[reading.name, *(str(case) for case in reading.cases)],
        )


def _groups_alike(
    reading: ReadingInForce, alike: Sequence[tuple[nodes.ReadingChoice, nodes.ReadingChoice]]
) -> list[list[nodes.ReadingChoice]]:
    """Return the connected groups of choices that are alike."""
    groups: list[set[str]] = []
    for first, second in alike:
        overlapping = [group for group in groups if group & {first.name, second.name}]
        groups = [group for group in groups if group not in overlapping] + [{first.name, second.name}.union(*overlapping)]
    return [[choice for choice in reading.choices if choice.name in group] for group in groups]
