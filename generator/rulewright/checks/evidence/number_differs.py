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
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.accounts import Account, Accounts, Family, Sentence, row_values
from rulewright.checks.indexes.figures import NO_WITNESS, Figure, figures_in_text, figures_of_subject, is_year, values_in_text
from rulewright.checks.indexes.ledgers import at_row
from rulewright.checks.indexes.sentence_words import written_numbers
from rulewright.rulebook.model import LedgerRow
from rulewright.syntax import nodes

CHECK = Check("RW350", "number-differs", Severity.WARNING, CheckScope.BOOK)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    """Yield findings for numbers of sentences that no statement or rule has, and of rules that no statement or sentence has."""
    accounts = check_input.book_index.accounts
    for account in accounts.all:
        family = accounts.family_of(account)
        for sentence in account.sentences:
            yield from _check_sentence(check_input, accounts, account, family, sentence)
        yield from _check_rules(check_input, account, family)


# ---- the prose ---------------------------------------------------------------------------------------------------------------------


def _check_sentence(
    check_input: CheckInput, accounts: Accounts, account: Account, family: Family, sentence: Sentence
) -> Iterator[Diagnostic]:
    """Yield a finding for each number of a sentence that no statement or rule has, or where the nearest statement has another."""
    text_figures = figures_of_subject(sentence.text)
    if not text_figures:
        return
    nearest_rows = [] if account.is_reading or sentence.is_note else accounts.nearest_rows(sentence.text, family)
    phrases = check_input.book_index.phrases_by_name
    family_numbers = family.numbers | _union(values_in_text(phrases.get(name, "")) for name in family.names_read)
    if account.is_reading:  # the prose of the other clauses counts too
        family_numbers |= _union(member.numbers_in_text for member in family if member is not account)
    if sentence.is_note:
        family_numbers |= account.numbers_in_examples
    if not family_numbers and not family.rows:
        return
    if not account.formal_lines:  # what is said by an example alone, as guidelines do
        family_numbers |= account.numbers_in_examples
    confirmed = family.untagged_numbers | _union(row_values(row) | accounts.numbers_in_lines_of(row) for row in nearest_rows)
    for figure in text_figures:
        if figure.possible_values & (confirmed if nearest_rows else family_numbers):
            continue
        unmatched = [
            (row, row_figure)
            for row in nearest_rows
            for row_figure in figures_in_text(row.summary)
            if not row_figure.is_denied and not row_figure.possible_values & values_in_text(sentence.text)
        ]
        if not figure.possible_values & family_numbers or unmatched:
            yield _report_figure(check_input, account, family, sentence, figure, unmatched, nearest_rows)


def _union(number_sets: Iterable[frozenset[Fraction]]) -> frozenset[Fraction]:
    return frozenset[Fraction]().union(*number_sets)


def _report_figure(
    check_input: CheckInput,
    account: Account,
    family: Family,
    sentence: Sentence,
    figure: Figure,
    unmatched: Sequence[tuple[LedgerRow, Figure]],
    nearest_rows: Sequence[LedgerRow],
) -> Diagnostic:
    case = account.cases[0]
    labels = [account.label_at(sentence.line, f"`{figure.spelling}` here")]
    if unmatched:
        row, row_figure = unmatched[0]
        message = f"the text of {case} says `{figure.spelling}` where `@{row.item}` says `{row_figure.spelling}`"
        labels.append(at_row(check_input.book, row, f"`{row_figure.spelling}` here"))
    else:
        message = f"`{figure.spelling}` in the text of {case} is in no statement and no rule of it"
        labels += [at_row(check_input.book, row, "the statement nearest to it") for row in nearest_rows[:1]]
    return CHECK.finding(
        message,
        labels,
        help="write the number that the source has; where all are right, accept it with the reason",
        cases=account.cases,
        severity=None if family.rows else Severity.INFO,
    )


# ---- the rules ---------------------------------------------------------------------------------------------------------------------


def _check_rules(check_input: CheckInput, account: Account, family: Family) -> Iterator[Diagnostic]:
    witnesses = family.members if account.is_reading else (account,)
    if not any(witness.rows for witness in witnesses):
        return
    confirmed = _union(witness.numbers_in_statements | witness.numbers_in_text | witness.numbers_in_title for witness in witnesses)
    for rule in account.rules:
        for number in dict.fromkeys(written_numbers(rule)):
            value = abs(number.value)
            if value in NO_WITNESS or is_year(value) or confirmed & {value, value * 100, value / 100, 1 / value}:
                continue
            spelling = number_text(value)
            place = f"an amendment of {account.cases[0]}" if isinstance(account.block, nodes.Amendment) else account.cases[0]
            yield CHECK.finding(
                f"`{spelling}` in a rule of {place} is in no statement and no text of it",
                [
                    account.label_at(number if number.span.line else rule, f"`{spelling}` here"),
                    *_statement_labels(check_input, account, rule),
                ],
                help="write the number that the source has, or say in the text where it comes from",
                cases=account.cases,
            )


def _statement_labels(check_input: CheckInput, account: Account, rule: nodes.Rule) -> list[Label]:
    rows = {row.item: row for row in account.rows}
    return [at_row(check_input.book, rows[tag.name], "its statement") for tag in rule.tags if tag.name in rows]
