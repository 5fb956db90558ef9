"""an amendment changes the words of a case and none of its rules, or its rules and none of its words

## What it does
Looks at each amendment whose words are here: whether it acts on the text of a case that has rules and brings or changes none, and whether
it brings rules to a case that has a text and neither acts on that nor adds to it. Another amendment of the same source may do that.

## Why it matters
Words and rules of a case say the same thing twice. Where an erratum reaches one of them alone, the other goes on saying what was printed
before, and *What changed* calls the change a clarification.

## Example
```of mud
-  take 2 MP from allowance(u) when weather is mud
+  mud: take 2 MP from allowance(u) when weather is mud
+
+amend 8.6 in errata as correction
+  replaces "two points" with "three points"
```

## Use instead
```diff
 amend 8.6 in errata as correction
   replaces "two points" with "three points"
+  deeper: take 3 MP from allowance(u) when weather is mud
+    overrides 8.6.mud
```

## Limits
A change that no rule has to follow is accepted: `accepts half_amended because "…"`. Cells, pieces and rows that are corrected are words and
rules in one. A case of which no rule is written, or whose text is not held, is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.clauses import case_of_address, clause_numbers
from rulewright.syntax import nodes

CHECK = Check("RW355", "half-amended", Severity.WARNING, CheckScope.BOOK)
PROSE = (nodes.Prose, nodes.Step)
RULES = (nodes.Rule, nodes.Table)
ON_WORDS = (nodes.Strikes, nodes.StrikesFrom, nodes.Inserts, nodes.ReplacesWords, nodes.ReplacesTail, nodes.Appends)
CHANGING = (nodes.Strikes, nodes.StrikesFrom, nodes.Inserts, nodes.ReplacesWords, nodes.ReplacesTail)
"""Acts that change existing words; `appends` leaves them as they are."""
CHANGING_RULES = (*RULES, nodes.ReplacesInRule)
ON_RULES = (*CHANGING_RULES, nodes.Relation, nodes.Setup, nodes.NotHeld, nodes.DoesNotMatter, nodes.DeletesPart, nodes.Redirects)
CHANGING_BOTH = (
    nodes.ReplacesCase,
    nodes.DeletesCase,
    nodes.Extends,
    nodes.Withdraws,
    nodes.CorrectsPiece,
    nodes.CorrectsCell,
    nodes.AddsRow,
    nodes.DeletesRow,
)
ON_BOTH = (*CHANGING_BOTH, nodes.Confirms, nodes.Renames)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    has_rules, has_text = _first_rules_and_texts(check_input)
    rules_changed, words_changed = _other_halves(check_input, {*has_rules, *has_text})
    for clause in check_input.book.clauses:
        block = clause.block
        if not isinstance(block, nodes.Amendment) or any(isinstance(line, ON_BOTH) for line in block.body):
            continue
        words = next((line for line in block.body if isinstance(line, CHANGING) and line.words_held and line.held_there), None)
        rules = next((line for line in block.body if isinstance(line, CHANGING_RULES)), None)
        if words is not None and not _has_line(block, ON_RULES):
            change, help = "the words of {} and none of its rules", "write the rule as the new words have it"
            yield from _report_half(clause, words, has_rules, rules_changed, change, help)
        elif rules is not None and not _has_line(block, (*ON_WORDS, *PROSE)):
            change = "the rules of {} and none of its words"
            help = "write the words that the amendment brings, or the act by which it changes those that are there"
            yield from _report_half(clause, rules, has_text, words_changed, change, help)


LineOfClause = tuple[nodes.Placed, nodes.Node]
CasesOfSources = set[tuple[str, str]]


def _report_half(
    clause: nodes.Placed, line: nodes.Node, first_lines: dict[str, LineOfClause], changed: CasesOfSources, change: str, help: str
) -> Iterator[Diagnostic]:
    """Yield the finding on a line of an amendment; `change` describes the half that it changes of the first case with the other half.

    There is none if another amendment of the same source changes the other half (`changed`).
    """
    assert isinstance(clause.block, nodes.Amendment)
    cases, source = clause_numbers(clause.block), clause.block.source
    case = next((case for case in cases if case in first_lines), None)
    if case is not None and (source, case) not in changed:
        labels = [Label(clause.place.location_of(line.span)), _label_of_line(first_lines[case], "goes on saying what it said")]
        yield CHECK.finding(f"this amendment changes {change.format(case)}", labels, help=help, cases=cases)


def _other_halves(check_input: CheckInput, cases: set[str]) -> tuple[CasesOfSources, CasesOfSources]:
    """Return the cases of which an amendment of a source changes the rules alone, and the words alone; one that changes both by one act
    is among both.
    """
    rules_changed: CasesOfSources = set()
    words_changed: CasesOfSources = set()
    for block in (clause.block for clause in check_input.book.clauses):
        if isinstance(block, nodes.Amendment):
            changes_both, rules, words = (_has_line(block, kinds) for kinds in (CHANGING_BOTH, ON_RULES, (*ON_WORDS, *PROSE)))
            amended = {(block.source, case_of_address(number, cases)) for number in clause_numbers(block)}
            rules_changed |= amended if changes_both or (rules and not words) else set()
            words_changed |= amended if changes_both or (words and not rules) else set()
    return rules_changed, words_changed


def _has_line(block: nodes.Amendment, kinds: tuple[type[nodes.Node], ...]) -> bool:
    return any(isinstance(line, kinds) for line in block.body)


def _first_rules_and_texts(check_input: CheckInput) -> tuple[dict[str, LineOfClause], dict[str, LineOfClause]]:
    """Return the first rule of each case, and the first paragraph of each case whose text is held."""
    rules: dict[str, LineOfClause] = {}
    text: dict[str, LineOfClause] = {}
    for clause in check_input.book.clauses:
        block = clause.block
        if not isinstance(block, nodes.Case | nodes.Scenario):
            continue
        text_is_held = not any(isinstance(line, nodes.NotHeld) and not line.held for line in block.body)
        for line in block.body:
            if isinstance(line, RULES):
                rules.setdefault(block.number, (clause, line))
            elif isinstance(line, PROSE) and text_is_held:
                text.setdefault(block.number, (clause, line))
    return rules, text


def _label_of_line(line_of_clause: LineOfClause, text: str) -> Label:
    clause, line = line_of_clause
    return Label(clause.place.location_of(line.span), text)
