"""an edition lays its sources over one another in an order that they cannot have

## What it does
Looks at the line of each edition: whether a source comes before one that it amends, or one of a later date before one of an earlier, and
whether the edition is in force before the latest of its sources was published.

## Why it matters
What amends is carried out upon what is not there yet. Everything in the edition then looks wrong, and the one wrong line looks right.

## Example
```case rulebook.case
rulebook example "Example"

source printed "Rules"
  dated "1974"

source errata "Errata"
  amends printed
  dated "March 1976"

edition all = errata + printed
```
```case
case 8.6 "Mud"
  "Mud slows everyone."
```

## Use instead
```diff rulebook.case
-edition all = errata + printed
+edition all = printed + errata
```

## Limits
A date is read as a year, a month and a day, as far as they are given, and compared as far as both are; what dates alone say is a warning.
A source without a date has its place only by what it amends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations

from rulewright.base.dates import MONTHS
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.rulebook.model import Rulebook
from rulewright.syntax import nodes

CHECK = Check("RW326", "edition-order", Severity.ERROR, CheckScope.BOOK)
YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
MONTH = re.compile(rf"\b({'|'.join(MONTHS)})\b", re.IGNORECASE)
DAY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)")
ISO = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")

DateParts = tuple[int, ...]
"""A year, with its month and day if they are known."""


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    book = check_input.book
    blocks_by_edition = {
        front_block.block.name: front_block for front_block in book.front_blocks if isinstance(front_block.block, nodes.Edition)
    }
    amended = {name: _amended_sources(book, name) for name in book.sources}
    dates = {name: _date_parts(source.dated) for name, source in book.sources.items()}
    for name, edition in book.editions.items():
        problem = _order_problem(book, edition, amended, dates)
        if problem and name in blocks_by_edition:
            message, sources, severity = problem
            front_block = blocks_by_edition[name]
            yield CHECK.finding(
                message,
                [Label(front_block.place.location_of(front_block.block.span), "in this order"), *_at_sources(book, sources)],
                help="write the sources in the order in which they came out: what amends after what it amends",
                severity=severity,
            )


def _order_problem(
    book: Rulebook, edition: nodes.Edition, amended: Mapping[str, set[str]], dates: Mapping[str, DateParts]
) -> tuple[str, tuple[str, ...], Severity] | None:
    """Return the first defect of the order: message, sources and severity; a warning if it rests on dates, which may be disputed."""
    sources = [book.sources[name] for name in edition.sources if name in book.sources]
    places = {source.name: place for place, source in enumerate(sources)}
    for place, first in enumerate(sources):
        later = sorted(places[name] for name in amended[first.name] if places.get(name, -1) > place)
        for second in (sources[later_place] for later_place in later):
            if first.name not in amended[second.name]:
                return (
                    f"the edition `{edition.name}` lays `{second.name}` over `{first.name}`, which amends it",
                    (first.name, second.name),
                    Severity.ERROR,
                )
    for first, second in combinations([source for source in sources if dates[source.name]], 2):
        if _is_later(dates[first.name], dates[second.name]):
            message = f"the edition `{edition.name}` lays `{second.name}` of {second.dated} over `{first.name}` of {first.dated}"
            return message, (first.name, second.name), Severity.WARNING
    for source in sources:
        if _is_later(dates[source.name], _date_parts(edition.since)):
            message = f"the edition `{edition.name}` is in force from {edition.since}, and its source `{source.name}` is of {source.dated}"
            return message, (source.name,), Severity.WARNING
    return None


def _amended_sources(book: Rulebook, source: str) -> set[str]:
    """Return the sources that a source amends, directly or through others."""
    amended: set[str] = set()
    pending = [source]
    while pending:
        declared = book.sources.get(pending.pop())
        new = set(declared.amends) - amended if declared is not None else set()
        amended |= new
        pending += new
    return amended


def _date_parts(text: str | None) -> DateParts:
    """Return the date in a text, as far as it is given; empty without a year."""
    if text is None:
        return ()
    if iso := ISO.search(text):
        return tuple(map(int, iso.groups()))
    year, month = YEAR.search(text), MONTH.search(text)
    if year is None:
        return ()
    if month is None:
        return (int(year[1]),)
    month_number = [month_name.casefold() for month_name in MONTHS].index(month[1].casefold()) + 1
    day = DAY.search(text.replace(year[1], " "))
    return (int(year[1]), month_number, *([int(day[1])] if day else []))


def _is_later(first: DateParts, second: DateParts) -> bool:
    """Return True if the first is later, compared to the precision that both have."""
    length = min(len(first), len(second))
    return first[:length] > second[:length]


def _at_sources(book: Rulebook, names: tuple[str, ...]) -> list[Label]:
    blocks = {front_block.block.name: front_block for front_block in book.front_blocks if isinstance(front_block.block, nodes.SourceDecl)}
    return [Label(blocks[name].place.location_of(blocks[name].block.span)) for name in names if name in blocks]
