"""an amendment changes the words of a case and none of its rules, or its rules and none of its words

## What it does
Looks at each amendment whose words are here: whether it acts on the text of a case that has rules and brings or changes none, and whether
it brings rules to a case that has a text and neither acts on that nor adds to it.

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
from rulewright.checks.indexes.clauses import clause_numbers
from rulewright.syntax import nodes

CHECK = Check("RW355", "half-amended", Severity.WARNING, CheckScope.BOOK)
PROSE = (nodes.Prose, nodes.Step)
RULES = (nodes.Rule, nodes.Table)
ON_WORDS = (nodes.Strikes, nodes.StrikesFrom, nodes.Inserts, nodes.ReplacesWords, nodes.ReplacesTail, nodes.Appends)
CHANGING = (nodes.Strikes, nodes.StrikesFrom, nodes.Inserts, nodes.ReplacesWords, nodes.ReplacesTail)
"""Acts that change existing words; `appends` leaves them as they are."""
ON_RULES = (*RULES, nodes.Relation, nodes.Setup, nodes.NotHeld, nodes.DoesNotMatter, nodes.DeletesPart, nodes.Redirects)
ON_BOTH = (
    nodes.ReplacesCase,
    nodes.DeletesCase,
    nodes.Extends,
    nodes.Confirms,
    nodes.Withdraws,
    nodes.Renames,
    nodes.CorrectsPiece,
    nodes.CorrectsCell,
    nodes.AddsRow,
    nodes.DeletesRow,
)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    has_rules, has_text = _first_rules_and_texts(check_input)
    for clause in check_input.book.clauses:
        block = clause.block
        if not isinstance(block, nodes.Amendment) or any(isinstance(line, ON_BOTH) for line in block.body):
            continue
        cases = clause_numbers(block)
        words = next((line for line in block.body if isinstance(line, CHANGING) and line.words_held and line.held_there), None)
        rules = next((line for line in block.body if isinstance(line, RULES)), None)
        on_rules = any(isinstance(line, ON_RULES) for line in block.body)
        on_words = any(isinstance(line, (*ON_WORDS, *PROSE)) for line in block.body)
        if words is not None and not on_rules and any(case in has_rules for case in cases):
            yield _report_half(
                clause, words, cases, has_rules, "the words of {} and none of its rules", "write the rule as the new words have it"
            )
        elif rules is not None and not on_words and any(case in has_text for case in cases):
            help = "write the words that the amendment brings, or the act by which it changes those that are there"
            yield _report_half(clause, rules, cases, has_text, "the rules of {} and none of its words", help)


LineOfClause = tuple[nodes.Placed, nodes.Node]


def _report_half(
    clause: nodes.Placed, line: nodes.Node, cases: tuple[str, ...], first_lines: dict[str, LineOfClause], change: str, help: str
) -> Diagnostic:
    """Return the finding on a line of an amendment; `change` describes the half that it changes of the first case with the other half."""
    case = next(case for case in cases if case in first_lines)
    labels = [Label(clause.place.location_of(line.span)), _label_of_line(first_lines[case], "goes on saying what it said")]
    return CHECK.finding(f"this amendment changes {change.format(case)}", labels, help=help, cases=cases)


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
