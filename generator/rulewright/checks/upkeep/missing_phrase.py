"""answers have no words for some facts or questions

## What it does
Lists values, verdicts and predicates that are declared without a phrase, and facts and fields that have neither a phrase nor a question
that asks for them.

## Why it matters
Pages, arguments and interviews use phrases. Where there is none, players read `distance(u, t)` instead of *the distance from the corps
to Linz*.

## Example
```case
record unit "a unit"
  tired: yes/no
verdict move(u: unit)

case 8.1 "Movement"
  may move(u) when not u.tired
```

## Use instead
```case
record unit "a unit"
  tired: yes/no "{it} is tired"
verdict move(u: unit) "{u} moves"

case 8.1 "Movement"
  may move(u) when not u.tired
```

## Limits
One finding per book, and none for a book without any phrase at all: such a book is still being sketched.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.syntax import nodes

CHECK = Check("RW416", "missing-phrase", Severity.INFO, Judged.BOOK)
SHOWN = 5


def find(given: CheckInput) -> Iterator[Diagnostic]:
    spoken, mute = _by_phrase(given)
    if not mute or not spoken:
        return
    names = [f"`{name}`" for name, _ in mute]
    listed = ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
    yield CHECK.finding(
        f"{len(names)} declaration{'s have' if len(names) > 1 else ' has'} no phrase: {listed}",
        [Label(at) for _, at in mute[:SHOWN]],
        help='put it after the declaration: `fact weather: weather "the weather"`',
    )


def _by_phrase(given: CheckInput) -> tuple[int, list[tuple[str, Location]]]:
    """How many declarations have a phrase, and the name and place of each that has none."""
    spoken, mute = 0, []
    for declared in given.book.declarations:
        node = declared.node
        said: list[tuple[str, str | None, nodes.Node]] = []
        match node:
            case nodes.Record():
                said = [(f"{node.name}.{one.name}", one.phrase or one.asks, one) for one in node.fields]
                said.append((node.name, node.title or "-", node))
            case nodes.Fact():
                said = [(node.name, node.phrase or node.asks, node)]
            case nodes.Value() | nodes.Verdict() | nodes.Predicate():
                said = [(node.name, node.phrase, node)]
            case _:  # open: other declarations need no phrase
                continue
        spoken += sum(1 for name, phrase, _ in said if phrase and phrase != "-")
        mute += [(name, declared.place.at(at.span)) for name, phrase, at in said if not phrase]
    return spoken, mute
