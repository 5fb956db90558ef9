"""a rule takes the greatest where its text takes the least, or the other way round

## What it does
Looks at each `greatest`, `least`, `larger` and `smaller` of a rule, and at the words of its case and of the statements with its tags:
`highest`, `more`, `nearest`, `fewest` and the like. It reports a rule whose end is named nowhere there while the other one is.

## Why it matters
The two words are written alike and mean the opposite. Every type fits, and the book holds together.

## Example
```case
record unit
  steps: 1..4
record stack
value pace(s: stack): 1..4
group units_in(s: stack): units u with u.steps is at least 1

case 8.2 "Stacks"
  "A stack moves with the lowest number of steps that one of its units has."
  pace(s) is the greatest u.steps over units u among units_in(s)
```

## Use instead
```diff
-  pace(s) is the greatest u.steps over units u among units_in(s)
+  pace(s) is the least u.steps over units u among units_in(s)
```

## Limits
Where the text has words for both ends or for none, or the rules of the case take both, nothing is said. A rule that turns the order
round (the least of what is counted down; the fastest has the least time) is accepted with its reason:
`accepts extreme_differs because "…"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.keywords import Gather, OfTwo, Pick
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.accounts import Account
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

CHECK = Check("RW356", "extreme-differs", Severity.WARNING, CheckScope.BOOK)
OF_GREATEST = re.compile(
    r"\b(?:high|great|larg|bigg|long|strong|farth|furth|fast|late)(?:er|est|r|st)\b|(?<!at )\bmost\b|\bmaximum\b", re.IGNORECASE
)
OF_LEAST = re.compile(r"\b(?:low|small|few|short|weak|near|close|slow|earli)(?:er|est|r|st)\b|(?<!at )\bleast\b|\bminimum\b", re.IGNORECASE)
OPPOSITE = {Pick.GREATEST: Pick.LEAST, Pick.LEAST: Pick.GREATEST}


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for account in check_input.book_index.accounts.all:
        picks_of_rules = {pick for rule in account.rules for pick, _ in _picks_of_rule(rule)}
        for rule in account.rules if len(picks_of_rules) == 1 else ():
            for pick, node in _picks_of_rule(rule):
                picks_of_text = _picks_of_text(account, rule)
                if OPPOSITE[pick] in picks_of_text and pick not in picks_of_text:
                    yield CHECK.finding(
                        f"a rule of {account.cases[0]} takes the {pick}, and its text speaks of the {OPPOSITE[pick]}",
                        [account.label_at(node, f"the {pick}")],
                        help=f"write the {OPPOSITE[pick]}, or accept it with the reason",
                        cases=account.cases,
                    )


def _picks_of_rule(rule: nodes.Rule) -> Iterator[tuple[Pick, nodes.Node]]:
    for node in descendants(rule):
        match node:
            case nodes.PickOf() | nodes.Rank():
                yield node.pick, node
            case nodes.Aggregate() if node.gather in (Gather.GREATEST, Gather.SUM_OF_GREATEST):
                yield Pick.GREATEST, node
            case nodes.Aggregate() if node.gather in (Gather.LEAST, Gather.SUM_OF_LEAST):
                yield Pick.LEAST, node
            case nodes.Pair() if node.word is not OfTwo.DIFFERENCE:
                yield (Pick.GREATEST if node.word is OfTwo.LARGER else Pick.LEAST), node
            case _:  # open: no other node picks an extreme
                continue


def _picks_of_text(account: Account, rule: nodes.Rule) -> set[Pick]:
    """Return the extremes that the text of a rule names: in its case, its choice or its statements."""
    tags = {tag.name for tag in rule.tags}
    texts = [sentence.text for sentence in account.sentences]
    texts += [row.summary for row in account.rows if row.item in tags]
    texts += [getattr(account.block, "title", None) or "", *account.titles]
    ends = ((Pick.GREATEST, OF_GREATEST), (Pick.LEAST, OF_LEAST))
    return {pick for pick, words in ends if any(words.search(text) for text in texts)}
