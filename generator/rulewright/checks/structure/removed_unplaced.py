"""a piece is removed that was never set up

## What it does
Reports `removes piece` in a scenario whose set-up, up to that line, has no such piece.

## Why it matters
The line does nothing. Most often the piece has another name in the set-up.

## Example
```case
scenario 19.32 "The campaign of 1809"
  place french_depot "French depot" at vienna
  removes piece french_depots
```

## Use instead
```case
scenario 19.32 "The campaign of 1809"
  place french_depot "French depot" at vienna
  removes piece french_depot
```

## Limits
Scenarios whose printed set-up is not held are left out: the piece may be on the printed chart.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput, at_node
from rulewright.checks.common.setups import setup_lines_by_scenario
from rulewright.rulebook.model import CaseInForce
from rulewright.syntax.nodes import SetupKind

CHECK = Check("RW316", "removed-unplaced", Severity.WARNING)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for number, lines in setup_lines_by_scenario(check_input.edition_index).items():
        clause = check_input.edition_index.find_clause(number)
        if isinstance(clause, CaseInForce) and not clause.held:
            continue
        pieces: set[str] = set()
        for line, origin in lines:
            if line.kind is not SetupKind.REMOVES:
                pieces.add(line.piece)
            elif line.piece in pieces:
                pieces.discard(line.piece)
            else:
                yield CHECK.finding(
                    f"`{line.piece}` is removed in {number}, where it is not set up",
                    [at_node(origin, line)],
                    help=did_you_mean(line.piece, pieces),
                    cases=[number],
                )
