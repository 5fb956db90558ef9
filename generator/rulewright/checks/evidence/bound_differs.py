"""a bound of a rule is on the other side of its number than in the text

## What it does
Reads bounds in the prose and in the statements of a case: `at least 3`, `3 or more`, `more than 3`, `at most 3`, `less than 3`. Each says
between which two numbers something changes. A rule that compares with the same number and changes on its other side is reported.

## Why it matters
`at most` for `at least` fits every type, and so does `more than` for `at least`. Nobody finds either who does not try that very number.

## Example
```case
record stack
  size: 0..9
verdict move(s: stack)

case 9.1 "Large stacks"
  "A stack of three or more does not move."
  may not move(s) when s.size is at most 3
```

## Use instead
```diff
-  may not move(s) when s.size is at most 3
+  may not move(s) when s.size is at least 3
```

## Limits
`at most 3` and `more than 3` change at the same place and are not told apart here: what the one permits the other forbids. Nothing is said
of a number that the text has without such words or with several, or of which another rule of the case has the side that the text has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.keywords import Comparison, Verb
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.accounts import Account
from rulewright.checks.indexes.figures import CARDINALS
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

CHECK = Check("RW359", "bound-differs", Severity.WARNING, CheckScope.BOOK)
_NUMBER = rf"(?P<number>\b(?:\d+|{'|'.join(CARDINALS)})\b)"
_UP_TO_THREE = r"(?: [A-Za-z]+){0,3}?"
BELOW_IT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:at least|no less than|not less than|no fewer than|less than|fewer than|under|below)(?: the| a)? {_NUMBER}",
        rf"{_NUMBER}{_UP_TO_THREE} or (?:more|better|higher|greater|over|above|later)\b",
    )
)
"""Phrases for a change between the preceding integer and the number itself."""
ABOVE_IT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:at most|more than|up to|as many as|over|above|exceed\w*|beyond|greater than)(?: the| a)? {_NUMBER}",
        rf"{_NUMBER}{_UP_TO_THREE} or (?:less|fewer|lower|under|below|earlier)\b",
    )
)
"""Phrases for a change between the number itself and the next integer."""


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for account in check_input.book_index.accounts.all:
        bounds = {(number, is_after) for rule in account.rules for number, is_after, _ in _compared_numbers(rule)}
        for rule in account.rules:
            texts = _source_texts(account, rule)
            for number, is_after, node in _compared_numbers(rule):
                as_said = number in _numbers_changed_at(texts, is_after) or number not in _numbers_changed_at(texts, not is_after)
                if not as_said and (number, not is_after) not in bounds:
                    yield CHECK.finding(
                        f"a rule of {account.cases[0]} changes {_side(is_after)} {number}, and its text changes {_side(not is_after)} it",
                        [account.label_at(node, f"changes {_side(is_after)} {number}")],
                        help="write the bound as the source has it, or accept it with the reason",
                        cases=account.cases,
                    )


def _side(is_after: bool) -> str:
    return "after" if is_after else "before"


def _source_texts(account: Account, rule: nodes.Rule) -> list[str]:
    tags = {tag.name for tag in rule.tags}
    return [
        *(sentence.text for sentence in account.sentences if not sentence.is_note),
        *(row.summary for row in account.rows if row.item in tags),
    ]


def _compared_numbers(rule: nodes.Rule) -> Iterator[tuple[int, bool, nodes.Node]]:
    """Yield the integers that a rule compares with: (number, True if the change comes after it, node)."""
    if rule.verb in (Verb.AT_LEAST, Verb.AT_MOST) and isinstance(rule.effect, nodes.Number) and rule.effect.value.denominator == 1:
        yield int(rule.effect.value), rule.verb is Verb.AT_MOST, rule.effect
    for part in descendants(rule):
        if isinstance(part, nodes.Compare) and isinstance(part.right, nodes.Number) and part.right.value.denominator == 1:
            is_after = _changes_after(part.comparison)
            if is_after is not None and part.right.value > 1:
                yield int(part.right.value), is_after, part


def _changes_after(comparison: Comparison) -> bool | None:
    match comparison:
        case Comparison.AT_MOST | Comparison.MORE:
            return True
        case Comparison.AT_LEAST | Comparison.LESS:
            return False
        case Comparison.IS | Comparison.IS_NOT:
            return None
        case _:
            assert_never(comparison)


def _numbers_changed_at(texts: list[str], is_after: bool) -> set[int]:
    """Return the numbers after (or before) which something changes according to the texts."""
    numerals = (
        match["number"].lower() for pattern in (ABOVE_IT if is_after else BELOW_IT) for text in texts for match in pattern.finditer(text)
    )
    return {int(number) if number.isdigit() else CARDINALS[number] for number in numerals}
