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
Where the text has words for both ends or for none, or the rules of the case take both, nothing is said. A floor (*never less than 1*, *a
minimum of 1*) is for the greatest, a cap (*no more than 6*, *up to 6*) for the least. A rule that turns the order
round (the least of what is counted down; the fastest has the least time) is accepted with its reason:
`accepts extreme_differs because "…"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.keywords import Gather, OfTwo, Pick
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.accounts import Account
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

CHECK = Check("RW356", "extreme-differs", Severity.WARNING, CheckScope.BOOK)
GREAT = "(?:high|great|larg|bigg|long|strong|farth|furth|fast|late)"
SMALL = "(?:low|small|few|short|weak|near|close|slow|earli)"
NUMBER = r"(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten)\b)"
DENIED = r"\b(?:no|not|nor|never|neither|without|cannot|\w+n't)\b[^.,;:()\d]{0,40}?\b"
"""A denial, and the words up to what it denies."""


def _compile_words(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def _chosen_words(stems: str) -> re.Pattern[str]:
    """Return the pattern of what is chosen, of two or of many: `the lower of both`, `whichever is lower`, `lowest`."""
    return _compile_words(rf"\b(?:the|whichever\b[^.,;:]{{0,20}} is(?: the)?) {stems}e?r\b(?! than {NUMBER})|\b{stems}e?st\b")


def _limit_words(denied: str, alternative: str, plain: str, denied_stems: str, alternative_stems: str) -> re.Pattern[str]:
    """Return the pattern of a limit: what is denied (`no fewer`, `never below`), left over (`or more`), or plain (`at least`)."""
    return _compile_words(rf"{DENIED}(?:{denied}|{denied_stems}e?r)\b|\bor (?:{alternative}|{alternative_stems}e?r)\b|\b(?:{plain})\b")


FLOOR = _limit_words("less|below|under", "more|over|above", "at (?:the )?(?:very )?least|minimum|floor", SMALL, GREAT)
CAP = _limit_words(
    r"more|above|over|beyond|exceed\w*",
    "less|below|under",
    r"at (?:the )?(?:very )?most|up to|maximum|ceiling|cap(?:ped)?|limit(?:ed|s)?",
    GREAT,
    SMALL,
)
NO_EXTREME = _compile_words(
    rf"{FLOOR.pattern}|{CAP.pattern}|\bno longer\b|\bsooner or later\b|\b(?:no|not|nor|never)(?: \w+)? the (?:{GREAT}|{SMALL})e?st\b"
    rf"|\b(?:{GREAT}|{SMALL})e?r (?:than {NUMBER}|by )"
)
"""Words that choose no extreme: those of limits, and comparisons with a number."""
OF_GREATEST = _compile_words(rf"\b{GREAT}(?:e?r|e?st)\b|(?<!at )\bmost\b")
OF_LEAST = _compile_words(rf"\b{SMALL}(?:e?r|e?st)\b|(?<!at )\bleast\b")
OPPOSITE = {Pick.GREATEST: Pick.LEAST, Pick.LEAST: Pick.GREATEST}
OF_EXTREME = {
    Pick.GREATEST: (OF_GREATEST, OF_LEAST, _chosen_words(SMALL), FLOOR),
    Pick.LEAST: (OF_LEAST, OF_GREATEST, _chosen_words(GREAT), CAP),
}
"""For each extreme its words, those of the other, those by which the other is chosen, and those of a limit that means it."""


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for account in check_input.book_index.accounts.all:
        picks_of_rules = {pick for rule in account.rules for pick, _ in _picks_of_rule(rule)}
        for rule in account.rules if len(picks_of_rules) == 1 else ():
            for pick, node in _picks_of_rule(rule):
                if _names_opposite(pick, node, _texts_of_rule(account, rule)):
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


def _is_limited(node: nodes.Node) -> bool:
    """Return True if a rule picks between an amount and a number: a floor or a cap."""
    operands = node.args if isinstance(node, nodes.PickOf) else (node.left, node.right) if isinstance(node, nodes.Pair) else ()
    return any(isinstance(operand, nodes.Number) for operand in operands)


def _texts_of_rule(account: Account, rule: nodes.Rule) -> list[str]:
    """Return the texts of a rule: in its case, its choice or its statements."""
    tags = {tag.name for tag in rule.tags}
    texts = [sentence.text for sentence in account.sentences]
    texts += [row.summary for row in account.rows if row.item in tags]
    return [*texts, getattr(account.block, "title", None) or "", *account.titles]


def _names_opposite(pick: Pick, node: nodes.Node, texts: Iterable[str]) -> bool:
    """Return True if texts name the other extreme than the one that a rule picks, and nowhere this one.

    Of a floor or a cap, only what chooses is looked at: `what is lower counts as 1` is for the greatest.
    """
    own_words, other_words, choosing_words, limit_words = OF_EXTREME[pick]
    may_limit = isinstance(node, nodes.PickOf | nodes.Pair)
    if any(own_words.search(text) or (may_limit and limit_words.search(text)) for text in texts):
        return False
    accusing_words = choosing_words if _is_limited(node) else other_words
    return any(accusing_words.search(NO_EXTREME.sub(" ", text)) for text in texts)
