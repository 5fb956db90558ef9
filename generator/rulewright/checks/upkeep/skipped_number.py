"""between two cases a number is skipped

## What it does
Looks for one or two numbers that no edition has, between cases of one section that are held: 1.3, where there are 1.1, 1.2 and 1.4. At
least three cases must be there for each number that is not.

## Why it matters
A case may have been forgotten. If the source skips the number, the book can say so.

## Example
```case
case 1.1 "Order"
  "The first player begins."

case 1.2 "Turns"
  "Then the second moves."

case 1.4 "End"
  "The game ends after ten turns."
```

## Use instead
```diff
+case 1.3 "Weather"
+  not held
+
 case 1.4 "End"
```

## Limits
A source of which the front page says `not held` is looked at no further: the book has those of its cases that amendments touch. A number
that some edition has, or had before it was renumbered, is not skipped. Letters are not looked at. If the source itself skips the number,
write `accepts skipped_number because "…"` in the case after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput, CheckScope, at_head
from rulewright.rulebook.model import CaseInForce

CHECK = Check("RW436", "skipped-number", Severity.INFO, CheckScope.BOOK, reports_absence=True)
MOST_SKIPPED = 2
LEAST_CASES = 3
"""The cases that a section must have for each number that it skips; else it may count by other steps than one."""


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for section in _cases_by_section(check_input).values():
        holes = [(earlier, later) for earlier, later in pairwise(sorted(section, key=lambda entry: entry[0])) if later[0] - earlier[0] > 1]
        if sum(later[0] - earlier[0] - 1 for earlier, later in holes) * LEAST_CASES <= len(section):
            for (low, lower_case), (high, upper_case) in holes:
                numbers = [f"{upper_case.number[: -len(str(high))]}{number}" for number in range(low + 1, high)]
                if high - low <= MOST_SKIPPED + 1 and not check_input.book_index.texts.known_numbers.intersection(numbers):
                    yield CHECK.finding(
                        f"there is no {listing(numbers, 'and')} between {lower_case.number} and {upper_case.number}",
                        [at_head(upper_case)],
                        help=f"if its text is not here, write `case {numbers[0]}` with the line `not held`; if the source has no such "
                        f'number, `accepts skipped_number because "…"` in {upper_case.number}',
                        cases=[upper_case.number, lower_case.number],
                    )


def _cases_by_section(check_input: CheckInput) -> dict[str, list[tuple[int, CaseInForce]]]:
    """Return the cases of sources that are held whole, by the number that they are parts of, each with its place there."""
    book, sections = check_input.book, defaultdict[str, list[tuple[int, CaseInForce]]](list)
    for case in check_input.view.cases.values():
        section = next(book.numbering.parent_numbers(case.number), "")
        place = case.number[len(section) :].lstrip("./")
        if section and place.isdecimal() and str(int(place)) == place and case.held and book.sources[case.source].held:
            sections[section].append((int(place), case))
    return sections
