"""a piece is set up twice in one scenario

## What it does
Goes through the set-up of each scenario in its order, amendments included, and reports a piece that is placed, or enters, while it is
already there; `removes piece` takes it away first.

## Why it matters
A piece is in one place. Two lines for it are an error in the chart, or an amendment that forgot to remove the old line.

## Example
```case
scenario 19.32 "The campaign of 1809"
  place french_depot "French depot" at vienna
  place french_depot "French depot" at linz
```

## Use instead
```case
scenario 19.32 "The campaign of 1809"
  place french_depot "French depot" at vienna
  removes piece french_depot
  place french_depot "French depot" at linz
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput, at_node
from rulewright.checks.common.setups import setup_lines_by_scenario
from rulewright.rulebook.model import Origin
from rulewright.syntax import nodes
from rulewright.syntax.nodes import SetupKind

CHECK = Check("RW315", "placed-twice", Severity.ERROR)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for number, lines in setup_lines_by_scenario(check_input.edition_index).items():
        lines_by_piece: dict[str, tuple[nodes.Setup, Origin]] = {}
        for line, origin in lines:
            if line.kind is SetupKind.REMOVES:
                lines_by_piece.pop(line.piece, None)
                continue
            if line.piece in lines_by_piece:
                first, first_origin = lines_by_piece[line.piece]
                yield CHECK.finding(
                    f"`{line.piece}` is set up twice in {number}",
                    [at_node(origin, line, "here it is set up again"), at_node(first_origin, first, "here first")],
                    help=f"say `removes piece {line.piece}` first, or amend the line with `corrects`",
                    cases=[number],
                )
            lines_by_piece[line.piece] = (line, origin)
