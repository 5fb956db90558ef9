"""a statement permits, and its rule or its prose forbids or requires, or the other way round

## What it does
Holds the `shape` that the ledger gives a statement (permission, prohibition, obligation) against the verbs of the rules with its tag, and
against the verb of the sentence of the prose that is nearest to it.

## Why it matters
`may` where the source has *must*, and *may not* above a `may`, are errors that nothing else shows: the book holds together and says
something else.

## Example
```case
record unit
  mounted: yes/no
verdict forage(u: unit)

case 14.1 "Foraging"
  "Mounted units may not forage."
  may forage(u) when u.mounted   @EX-001
```
```ledger
EX-001,Supply,14.1,rule,Foraging is closed to mounted units,,yes,prohibition,
```

## Use instead
```diff
-  may forage(u) when u.mounted   @EX-001
+  may not forage(u) when u.mounted   @EX-001
```

## Limits
Rules of values and of yes or no have no such verb. What is forbidden in one rule and permitted in another of the same statement is both. A
sentence is compared only where it is plainly nearer to one statement than to all others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from enum import StrEnum
from typing import assert_never

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.keywords import Verb
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.accounts import AS_NEAR, Account, Accounts, Sentence
from rulewright.checks.indexes.clauses import TagUse, clause_numbers
from rulewright.checks.indexes.ledgers import at_row
from rulewright.rulebook.model import LedgerRow
from rulewright.syntax import nodes

CHECK = Check("RW351", "verb-differs", Severity.WARNING, Judged.BOOK)


class Mood(StrEnum):
    """What a statement, a rule or a sentence does with an action."""

    PERMITS = "permits"
    FORBIDS = "forbids"
    REQUIRES = "requires"


OF_SHAPE = {"permission": Mood.PERMITS, "prohibition": Mood.FORBIDS, "obligation": Mood.REQUIRES}
OF_VERB = {Verb.MAY: Mood.PERMITS, Verb.NEED_NOT: Mood.PERMITS, Verb.MAY_NOT: Mood.FORBIDS, Verb.MUST: Mood.REQUIRES}
PERMITTING = re.compile(r"\b(may|can|free to|allowed to|able to|need not)\b", re.IGNORECASE)
FORBIDDING = re.compile(
    r"\b(may|can|must|could|shall) ?(not|never)\b|\bcannot\b|\bnever\b|\b(is|are) (not allowed|not permitted|forbidden)\b", re.IGNORECASE
)
REQUIRING = re.compile(r"\b(must|has to|have to|needs? to|is to|are to)\b", re.IGNORECASE)
TURNING = re.compile(
    r"\b(not|cannot|never|no|none|nor|neither|only|unless|without|except\w*|nothing|nobody|until|once|forbid\w*|limit\w*|at most|too|few\w*"
    r"|closed|stops?|ends?|lose\w*|lost|out of)\b",
    re.IGNORECASE,
)
"""Words that may turn the sense of another; where one of them is in the sentence, it permits and requires nothing for certain."""
NEAR = 0.5
"""A sentence that shares fewer words with a statement is not taken for it."""


def find(given: CheckInput) -> Iterator[Diagnostic]:
    accounts = given.whole.accounts
    rules = _rules(given)
    for item, uses in rules.items():
        row = accounts.rows.get(item)
        if row is not None and row.shape in OF_SHAPE:
            yield from _of_rules(given, row, uses)
    for account in accounts.all:
        if account.rows and not account.is_reading:
            for sentence in account.sentences:
                if not sentence.is_question and not sentence.is_note:
                    yield from _of_sentence(given, accounts, account, sentence, rules)


def _rules(given: CheckInput) -> dict[str, list[tuple[TagUse, frozenset[Mood]]]]:
    """By statement, the rules with its tag and what they do; those of choices and examples are not the source's own."""
    found: dict[str, list[tuple[TagUse, frozenset[Mood]]]] = defaultdict(list)
    for use in given.whole.gathered.tags:
        if isinstance(use.owner, nodes.Rule) and not use.in_example and use.choice is None:
            moods = frozenset(OF_VERB[one.verb] for one in nodes.long_forms(use.owner.verb) if one.verb in OF_VERB)
            found[use.tag.name].append((use, moods))
    return found


def _of_rules(given: CheckInput, row: LedgerRow, uses: list[tuple[TagUse, frozenset[Mood]]]) -> Iterator[Diagnostic]:
    """One finding where the rules do not do what the statement does, at the first that does not."""
    meant = OF_SHAPE[row.shape]
    moods = [does for _, does in uses if does]
    wrong = next((use for use, does in uses if does and not _fits(meant, does, moods)), None)
    if wrong is None:
        return
    does = _each(next(moods_of for use, moods_of in uses if use is wrong))
    yield CHECK.finding(
        f"`@{row.item}` {meant}, and its rule {does}",
        [Label(wrong.place.at(wrong.owner.span), f"this {does}"), at_row(given.book, row, f"this {meant}: its shape is {row.shape}")],
        help="give the rule the verb of its statement, or the statement the shape that it has",
        cases=clause_numbers(wrong.clause),
    )


def _fits(meant: Mood, does: frozenset[Mood], moods: list[frozenset[Mood]]) -> bool:
    """Whether a rule may belong to a statement, given what all of its rules do.

    A prohibition has its exceptions and a permission its limits, but neither obliges to anything. What must be done is often said by what
    may not; of rules that only permit and only require, those that permit are out of place.
    """
    every = frozenset[Mood]().union(*moods)
    match meant:
        case Mood.PERMITS | Mood.FORBIDS:
            return meant in every and does != {Mood.REQUIRES}
        case Mood.REQUIRES:
            return every not in ({Mood.PERMITS}, {Mood.PERMITS, Mood.REQUIRES}) or Mood.REQUIRES in does
        case _:
            assert_never(meant)


def _of_sentence(
    given: CheckInput, accounts: Accounts, account: Account, sentence: Sentence, rules: dict[str, list[tuple[TagUse, frozenset[Mood]]]]
) -> Iterator[Diagnostic]:
    does = _mood(sentence.text)
    row = _plainly_nearest(sentence.text, account, accounts)
    if does is None or row is None or row.shape not in OF_SHAPE:
        return
    meant = OF_SHAPE[row.shape]
    ruled = set[Mood]().union(*(moods for _, moods in rules.get(row.item, ())))
    if does is meant or does in ruled or does is _mood(row.summary) or {does, meant} == {Mood.FORBIDS, Mood.REQUIRES}:
        return
    if does is Mood.FORBIDS and TURNING.search(row.summary):
        return
    yield CHECK.finding(
        f"the text of {account.cases[0]} {does} what `@{row.item}` {meant}",
        [account.at(sentence.line, f"this {does}"), at_row(given.book, row, f"this {meant}: its shape is {row.shape}")],
        help="write the sentence as the source has it",
        cases=account.cases,
    )


def _mood(text: str) -> Mood | None:
    """What a sentence does for certain."""
    if FORBIDDING.search(text):
        return Mood.FORBIDS
    if TURNING.search(text):
        return None
    permits, requires = PERMITTING.search(text), REQUIRING.search(text)
    if bool(permits) == bool(requires):
        return None
    return Mood.PERMITS if permits else Mood.REQUIRES


def _plainly_nearest(sentence: str, account: Account, accounts: Accounts) -> LedgerRow | None:
    ranked = accounts.ranked(sentence, account.rows)
    if not ranked or ranked[0][0] < NEAR or (len(ranked) > 1 and ranked[1][0] > AS_NEAR * ranked[0][0]):
        return None
    return ranked[0][1]


def _each(moods: frozenset[Mood]) -> str:
    return " and ".join(sorted(moods))
