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
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.accounts import MIN_SHARE_OF_BEST_SCORE, Account, Accounts, Sentence
from rulewright.checks.indexes.clauses import TagUse, clause_numbers
from rulewright.checks.indexes.ledgers import at_row
from rulewright.rulebook.model import LedgerRow
from rulewright.syntax import nodes

CHECK = Check("RW351", "verb-differs", Severity.WARNING, CheckScope.BOOK)


class Mood(StrEnum):
    """The deontic mood of a statement, a rule or a sentence."""

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
"""Words that may reverse the sense of others; a sentence with one of them permits and requires nothing for certain."""
MIN_LIKENESS = 0.5
"""Minimal score of a statement that a sentence is taken to be about."""


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    accounts = check_input.book_index.accounts
    rules = _moods_by_statement(check_input)
    for item, tag_uses in rules.items():
        row = accounts.rows.get(item)
        if row is not None and row.shape in OF_SHAPE:
            yield from _check_rules(check_input, row, tag_uses)
    for account in accounts.all:
        if account.rows and not account.is_reading:
            for sentence in account.sentences:
                if not sentence.is_question and not sentence.is_note:
                    yield from _check_sentence(check_input, accounts, account, sentence, rules)


def _moods_by_statement(check_input: CheckInput) -> dict[str, list[tuple[TagUse, frozenset[Mood]]]]:
    """Return, by statement, the rules with its tag and their moods; rules of choices and examples are not the source's own."""
    moods_by_item: dict[str, list[tuple[TagUse, frozenset[Mood]]]] = defaultdict(list)
    for tag_use in check_input.book_index.uses.tags:
        if isinstance(tag_use.owner, nodes.Rule) and not tag_use.in_example and tag_use.choice is None:
            moods = frozenset(OF_VERB[verb_form.verb] for verb_form in nodes.long_forms(tag_use.owner.verb) if verb_form.verb in OF_VERB)
            moods_by_item[tag_use.tag.name].append((tag_use, moods))
    return moods_by_item


def _check_rules(check_input: CheckInput, row: LedgerRow, tag_uses: list[tuple[TagUse, frozenset[Mood]]]) -> Iterator[Diagnostic]:
    """Yield one finding if the moods of the rules do not fit the statement, at the first rule that does not."""
    mood = OF_SHAPE[row.shape]
    moods = [rule_moods for _, rule_moods in tag_uses if rule_moods]
    misfit = next((tag_use for tag_use, rule_moods in tag_uses if rule_moods and not _may_belong(mood, rule_moods, moods)), None)
    if misfit is None:
        return
    moods_phrase = _joined_moods(next(moods_of for tag_use, moods_of in tag_uses if tag_use is misfit))
    yield CHECK.finding(
        f"`@{row.item}` {mood}, and its rule {moods_phrase}",
        [
            Label(misfit.place.location_of(misfit.owner.span), f"this {moods_phrase}"),
            at_row(check_input.book, row, f"this {mood}: its shape is {row.shape}"),
        ],
        help="give the rule the verb of its statement, or the statement the shape that it has",
        cases=clause_numbers(misfit.clause),
    )


def _may_belong(mood: Mood, rule_moods: frozenset[Mood], moods: list[frozenset[Mood]]) -> bool:
    """Return True if a rule may belong to a statement, given the moods of all of the statement's rules.

    A prohibition has its exceptions and a permission its limits, but neither obliges to anything. What must be done is often said by what
    may not; of rules that only permit and only require, those that permit are out of place.
    """
    all_moods = frozenset[Mood]().union(*moods)
    match mood:
        case Mood.PERMITS | Mood.FORBIDS:
            return mood in all_moods and rule_moods != {Mood.REQUIRES}
        case Mood.REQUIRES:
            return all_moods not in ({Mood.PERMITS}, {Mood.PERMITS, Mood.REQUIRES}) or Mood.REQUIRES in rule_moods
        case _:
            assert_never(mood)


def _check_sentence(
    check_input: CheckInput,
    accounts: Accounts,
    account: Account,
    sentence: Sentence,
    rules: dict[str, list[tuple[TagUse, frozenset[Mood]]]],
) -> Iterator[Diagnostic]:
    sentence_mood = _mood_of(sentence.text)
    row = _nearest_row(sentence.text, account, accounts)
    if sentence_mood is None or row is None or row.shape not in OF_SHAPE:
        return
    row_mood = OF_SHAPE[row.shape]
    rule_moods = set[Mood]().union(*(moods for _, moods in rules.get(row.item, ())))
    if (
        sentence_mood is row_mood
        or sentence_mood in rule_moods
        or sentence_mood is _mood_of(row.summary)
        or {sentence_mood, row_mood} == {Mood.FORBIDS, Mood.REQUIRES}
    ):
        return
    if sentence_mood is Mood.FORBIDS and TURNING.search(row.summary):
        return
    yield CHECK.finding(
        f"the text of {account.cases[0]} {sentence_mood} what `@{row.item}` {row_mood}",
        [
            account.label_at(sentence.line, f"this {sentence_mood}"),
            at_row(check_input.book, row, f"this {row_mood}: its shape is {row.shape}"),
        ],
        help="write the sentence as the source has it",
        cases=account.cases,
    )


def _mood_of(text: str) -> Mood | None:
    """Return the mood of a sentence if it is certain, else None."""
    if FORBIDDING.search(text):
        return Mood.FORBIDS
    if TURNING.search(text):
        return None
    permits, requires = PERMITTING.search(text), REQUIRING.search(text)
    if bool(permits) == bool(requires):
        return None
    return Mood.PERMITS if permits else Mood.REQUIRES


def _nearest_row(sentence: str, account: Account, accounts: Accounts) -> LedgerRow | None:
    scored_rows = accounts.rank_rows(sentence, account.rows)
    if (
        not scored_rows
        or scored_rows[0][0] < MIN_LIKENESS
        or (len(scored_rows) > 1 and scored_rows[1][0] > MIN_SHARE_OF_BEST_SCORE * scored_rows[0][0])
    ):
        return None
    return scored_rows[0][1]


def _joined_moods(moods: frozenset[Mood]) -> str:
    return " and ".join(sorted(moods))
