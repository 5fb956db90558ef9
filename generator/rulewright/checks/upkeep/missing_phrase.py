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
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.syntax import nodes

CHECK = Check("RW416", "missing-phrase", Severity.INFO, CheckScope.BOOK)
MAX_SHOWN = 5


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    phrase_count, unphrased = _split_by_phrase(check_input)
    if not unphrased or not phrase_count:
        return
    names = [f"`{name}`" for name, _ in unphrased]
    name_list = ", ".join(names[:MAX_SHOWN]) + (f" and {len(names) - MAX_SHOWN} more" if len(names) > MAX_SHOWN else "")
    yield CHECK.finding(
        f"{len(names)} declaration{'s have' if len(names) > 1 else ' has'} no phrase: {name_list}",
        [Label(location) for _, location in unphrased[:MAX_SHOWN]],
        help='put it after the declaration: `fact weather: weather "the weather"`',
    )


def _split_by_phrase(check_input: CheckInput) -> tuple[int, list[tuple[str, Location]]]:
    """Return the number of declarations with a phrase, and the name and location of each one without."""
    phrase_count, unphrased = 0, []
    for declared in check_input.book.declarations:
        node = declared.node
        phrases: list[tuple[str, str | None, nodes.Node]] = []
        match node:
            case nodes.Record():
                phrases = [
                    (f"{node.name}.{record_field.name}", record_field.phrase or record_field.asks, record_field)
                    for record_field in node.fields
                ]
                phrases.append((node.name, node.title or "-", node))
            case nodes.Fact():
                phrases = [(node.name, node.phrase or node.asks, node)]
            case nodes.Value() | nodes.Verdict() | nodes.Predicate():
                phrases = [(node.name, node.phrase, node)]
            case _:  # open: other declarations need no phrase
                continue
        phrase_count += sum(1 for name, phrase, _ in phrases if phrase and phrase != "-")
        unphrased += [(name, declared.place.location_of(phrased_node.span)) for name, phrase, phrased_node in phrases if not phrase]
    return phrase_count, unphrased
