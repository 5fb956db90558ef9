"""a number of the text or of a rule is in no other account of the same matter

## What it does
Reads the numbers of the prose, in words and in figures (`two`, `2`, `one-half`, `double`), and holds them against the statement of the
ledger that the sentence is about and against the rules. Then the numbers of each rule against the statements and the prose of its case.

## Why it matters
A statement, its prose and its rule say one thing three times. Where a number is in one of them alone, somebody mistyped it, or the other
two forgot it.

## Example
```of mud
-  "Mud takes two points from every unit."
-  take 2 MP from allowance(u) when weather is mud
+  "Mud takes three points from every unit."
+  take 2 MP from allowance(u) when weather is mud  @EX-001
```
```ledger
EX-001,Movement,8.6,rule,In mud each unit has 2 MP less,,yes,modifier,
```

## Use instead
```diff
 case 8.6 "Mud"
-  "Mud takes three points from every unit."
+  "Mud takes two points from every unit."
```

## Limits
0 and 1 are no numbers here, since `one`, `a` and `no` are said of everything; nor are years, days, dice (`1d6`), numbers of cases and what
a text counts of itself (`two exceptions`, `all three`). A number that another sentence of the case has too may be taken for that one. A
case without a statement is compared with its rules alone, and what is found there is a note. A number that is right is accepted by what is
written: `accepts number_differs at "three" because "…"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.numerals import number_text
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.accounts import Account, Accounts, Sentence, row_values
from rulewright.checks.indexes.figures import NO_WITNESS, Figure, figures, is_year, own_figures, values_said
from rulewright.checks.indexes.ledgers import at_row
from rulewright.checks.indexes.sentence_words import written_numbers
from rulewright.rulebook.model import LedgerRow
from rulewright.syntax import nodes

CHECK = Check("RW350", "number-differs", Severity.WARNING, Judged.BOOK)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    accounts = given.whole.accounts
    for account in accounts.all:
        family = accounts.family(account)
        for sentence in account.sentences:
            yield from _of_sentence(given, accounts, account, family, sentence)
        yield from _of_rules(given, account, family)


# ---- the prose ---------------------------------------------------------------------------------------------------------------------


def _of_sentence(
    given: CheckInput, accounts: Accounts, account: Account, family: Sequence[Account], sentence: Sentence
) -> Iterator[Diagnostic]:
    said = own_figures(sentence.text)
    if not said:
        return
    near = [] if account.is_reading or sentence.is_note else accounts.nearest(sentence.text, family)
    elsewhere = _all_of(_anywhere(one, account) for one in family)
    if sentence.is_note:
        elsewhere |= account.in_examples
    if not elsewhere and not any(one.rows for one in family):
        return
    heard = _all_of(one.untagged | one.in_title for one in family)
    heard |= _all_of(row_values(row) | accounts.in_lines_of(row) for row in near)
    for figure in said:
        if figure.values & (heard if near else elsewhere):
            continue
        unsaid = [(row, one) for row in near for one in figures(row.summary) if not one.values & values_said(sentence.text)]
        if not figure.values & elsewhere or unsaid:
            yield _of_figure(given, account, family, sentence, figure, unsaid, near)


def _all_of(several: Iterable[frozenset[Fraction]]) -> frozenset[Fraction]:
    return frozenset[Fraction]().union(*several)


def _anywhere(one: Account, account: Account) -> frozenset[Fraction]:
    """The numbers that a clause of the family vouches for; the prose of others does for a reading and a note."""
    found = one.in_statements | one.in_rules | one.in_title
    return found | one.in_text if account.is_reading and one is not account else found


def _of_figure(
    given: CheckInput,
    account: Account,
    family: Sequence[Account],
    sentence: Sentence,
    figure: Figure,
    unsaid: Sequence[tuple[LedgerRow, Figure]],
    near: Sequence[LedgerRow],
) -> Diagnostic:
    where = account.cases[0]
    labels = [account.at(sentence.line, f"`{figure.written}` here")]
    if unsaid:
        row, other = unsaid[0]
        message = f"the text of {where} says `{figure.written}` where `@{row.item}` says `{other.written}`"
        labels.append(at_row(given.book, row, f"`{other.written}` here"))
    else:
        message = f"`{figure.written}` in the text of {where} is in no statement and no rule of it"
        labels += [at_row(given.book, row, "the statement nearest to it") for row in near[:1]]
    witnessed = any(one.rows for one in family)
    return CHECK.finding(
        message,
        labels,
        help="write the number that the source has; where all are right, accept it with the reason",
        cases=account.cases,
        severity=None if witnessed else Severity.INFO,
    )


# ---- the rules ---------------------------------------------------------------------------------------------------------------------


def _of_rules(given: CheckInput, account: Account, family: Sequence[Account]) -> Iterator[Diagnostic]:
    witnesses = family if account.is_reading else (account,)
    if not any(one.rows for one in witnesses):
        return
    heard = _all_of(one.in_statements | one.in_text | one.in_title for one in witnesses)
    for rule in account.rules:
        for number in dict.fromkeys(written_numbers(rule)):
            value = abs(number.value)
            if value in NO_WITNESS or is_year(value) or heard & {value, value * 100, value / 100, 1 / value}:
                continue
            written = number_text(value)
            yield CHECK.finding(
                f"`{written}` in a rule of {account.cases[0]} is in no statement and no text of it",
                [account.at(number if number.span.line else rule, f"`{written}` here"), *_statements(given, account, rule)],
                help="write the number that the source has, or say in the text where it comes from",
                cases=account.cases,
            )


def _statements(given: CheckInput, account: Account, rule: nodes.Rule) -> list[Label]:
    rows = {row.item: row for row in account.rows}
    return [at_row(given.book, rows[tag.name], "its statement") for tag in rule.tags if tag.name in rows]
