"""a case is named that is not there

## What it does
Looks at every number of a case that a rulebook names: in `overrides`, `sets aside`, `except`, `restates`, `besides`, `as in`,
`refers to`, in the places of terms and words, and in prose, whether in brackets (`[9.13]`, `[5.2] to [5.4]`) or spoken
(`cases 5.2 to 5.4`). Each is looked up in its own edition: a case that the errata add does not exist for the printed text.

## Why it matters
A reader who follows the reference finds nothing, and a precedence that names a missing case has no effect.

## Example
```case
case 5.1 "Order"
  "Units move by [5.4], in the order of cases 5.2 to 5.3."

case 5.2 "First"
  "The first player moves."
```

## Use instead
```case
case 5.1 "Order"
  "Units move by [5.2], in the order of cases 5.2 to 5.3."

case 5.2 "First"
  "The first player moves."

case 5.3 "Second"
  not held
```

## Limits
In prose without brackets only numbers after the word *case*, *rule*, *section* or *paragraph* are looked up, and of a range its two ends.
The numbers of chapters and of headings that have sub-cases count as cases, even if no case has that number. Vocabulary belongs to no
source: what it names must exist in some edition.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput
from rulewright.checks.mentions import Mention, meant
from rulewright.diagnostics import Diagnostic, Label, Severity
from rulewright.language import nodes
from rulewright.source import Location, Place

CHECK = Check("RW302", "dangling-reference", Severity.ERROR)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    here = given.here
    for mention in given.mentions:
        if not _is_there(given, mention):
            number = mention.number
            help = meant(here, number) or f"if its text is not held, declare it: `case {number}` with the line `not held`"
            yield CHECK.finding(
                f"{mention.clause} {mention.how} `{number}`, and there is no such case",
                [mention.label("not in this edition" if _elsewhere(given, number) else "")],
                help=help,
                cases=[mention.clause],
            )
    yield from _in_vocabulary(given)


def _is_there(given: CheckInput, mention: Mention) -> bool:
    if mention.number in given.here.by_number:
        return True
    if mention.ref is not None:
        return given.here.target(mention.ref) is not None
    return given.here.is_there(mention.number)


def _elsewhere(given: CheckInput, number: str) -> bool:
    return any(index.is_there(number) or index.addresses.find(number) is not None for index in given.everywhere.values())


def _in_vocabulary(given: CheckInput) -> Iterator[Diagnostic]:
    """Vocabulary belongs to no edition: a case that any edition has is there, and the same is said of it in all."""
    latest = given.everywhere[given.book.default_edition]
    for declared in given.book.declarations:
        node = declared.node
        if not isinstance(node, nodes.Term | nodes.Word):
            continue
        named = [(ref.number, declared.place.at(ref.span)) for ref in node.cases]
        if isinstance(node, nodes.Term):
            named += [(number, _of(declared.place, node)) for number in given.here.prose(node.text).cases]
        for number, at in named:
            if not _elsewhere(given, number):
                message = f"`{node.name}` is said of `{number}`, and there is no such case"
                yield CHECK.finding(message, [Label(at)], help=meant(latest, number))


def _of(place: Place, node: nodes.Term) -> Location:
    return place.at(node.span)
