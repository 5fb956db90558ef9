"""a table has no row, or no column, for some keys

## What it does
Looks for keys that rules look up, in some situation, and that no row or no column of the table holds: a value of an enum or a scale,
`none`, a number below, above or between the rows. Of a table that no rule looks up, it takes all keys that its parameters may have.
Numbers between two rows that are ranges are reported in any case.

## Why it matters
A reader who looks up such a key finds nothing; an answer that needs it is *undetermined*. Usually it is a mistake, but printed tables have
gaps too.

## Example
```case
enum card: copper, silver, gold
fact card: card
value fare: 0..9

case 8.1 "Fares"
  table by_card(c: card): 0..9
    | copper | 5 |
    | gold   | 2 |
  fare is by_card(card)
```

## Use instead
```diff
     | copper | 5 |
+    | silver | 3 |
     | gold   | 2 |
```

Where the source says "anything else", end the table with a row `otherwise`.

## Limits
If the source has the gap, keep it, write a `reading` with the ways to fill it, and `accepts hole_in_table because "…"`. Where an example
expects `no row` of the answer or the table, the gap is known, and nothing is reported; nor of a table in a case of which a part is not
held. A look-up for each of many things is not looked into. What a `total` question looks up is reported as RW340.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.situations import situation_note, witness_json
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind, location_of
from rulewright.core.missing_keys import is_between_ranges, is_in_parameters, missing_keys, missing_text
from rulewright.engines.interpreter.answer import Why
from rulewright.semantics import terms
from rulewright.semantics.model import Table
from rulewright.syntax import nodes

CHECK = Check("RW213", "hole-in-table", Severity.WARNING, reads_verdicts=True)
HELP = (
    "add what is missing, and let the parameter take it; if the source does not have it either, write a reading that fills it, or an "
    "example that expects `no row`"
)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    core, reported = check_input.core, set[tuple[str, str]]()
    expected = {
        expectation.about.question
        for example in core.examples
        for expectation in example.then
        if expectation.why == Why.NO_ROW and isinstance(expectation.about, terms.Ask | terms.AskVerdict)
    }
    not_held = {str(clause.case) for clause in check_input.edition_index.provisions if isinstance(clause.node, nodes.NotHeld)}
    for finding in findings_of_kind(check_input, FindingKind.HOLE_IN_TABLE):
        table, rule = core.tables[finding.rules[0]], finding.rules[1]
        is_known = table.case in not_held or not expected.isdisjoint((finding.question, table.question))
        if (table.id, finding.why) not in reported and finding.situation is not None and not is_known:
            reported.add((table.id, finding.why))
            yield CHECK.finding(
                finding.why,
                [*_table_label(table), Label(location_of(check_input, finding.question, rule), "looked up here")],
                help=HELP,
                notes=(situation_note(finding.situation),),
                cases=finding.cases,
                witness=witness_json(finding),
            )
    for table in core.tables.values():
        is_known = not table.held or not table.rows or table.case in not_held
        if not is_known and table.question not in check_input.book_index.uses.in_rules.calls | expected:
            for axis, missing in missing_keys(core, table):
                in_domain = [keys for keys in missing if is_in_parameters(core, table, axis, keys) and not is_between_ranges(axis, keys)]
                if in_domain:
                    message = missing_text(core, table, axis, in_domain)
                    yield CHECK.finding(message, _table_label(table), help=HELP, cases=[table.case])


def _table_label(table: Table) -> list[Label]:
    return [Label(table.location)] if table.location is not None else []
