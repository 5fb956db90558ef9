"""a rule gives way to another case than its text names

## What it does
Looks at each case that a statement of precedence (`overrides`, `sets aside`, `except`) names, and whether the prose of its case, the
`refs` of its statements or their words name it too. Where none of them does, it reports a case of the same chapter that the text refers to
and no line takes up.

## Why it matters
`9.12` for `9.13` is one digit, and the case next to the right one mostly has rules of the same kind.

## Example
```case
record unit
  leader: yes/no
  mounted: yes/no
verdict stack(u: unit)

case 9.1 "Stacking"
  may not stack(u)

case 9.2 "Passing through"
  may not stack(u) when u.mounted and not u.leader

case 9.3 "Leaders"
  "Leaders are free of [9.1]."
  may stack(u) when u.leader
    overrides 9.2
```

## Use instead
```diff
   may stack(u) when u.leader
-    overrides 9.2
+    overrides 9.1
```

## Limits
Where the text names no case that is left over, or is silent on several, nothing is said: many books state no precedence in words. A rule
by its name counts as its case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.keywords import RelationKind
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.accounts import Account
from rulewright.checks.indexes.clauses import case_of_address, clause_numbers
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

CHECK = Check("RW360", "reference-differs", Severity.WARNING, CheckScope.BOOK)
REFERENCE = re.compile(r"\[([^\]]+)\]")
SEPARATOR = re.compile(r"[;,\s]+")
ORDERING = (RelationKind.OVERRIDES, RelationKind.SETS_ASIDE, RelationKind.EXCEPT)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    case_numbers = {
        number for clause in check_input.book.clauses if isinstance(clause.block, nodes.Case) for number in clause_numbers(clause.block)
    }
    for account in check_input.book_index.accounts.all:
        relations = [part for line in account.formal_lines for part in descendants(line) if isinstance(part, nodes.Relation)]
        cited = _cited_cases(account) & case_numbers
        related = {
            case_of_address(ref.number, case_numbers)
            for line in account.formal_lines
            for ref in descendants(line)
            if isinstance(ref, nodes.CaseRef)
        }
        unrelated = sorted(cited - related - set(account.cases))
        targets = [(relation, ref) for relation in relations if relation.kind in ORDERING for ref in relation.targets]
        uncited = [
            (relation, ref) for relation, ref in targets if case_of_address(ref.number, case_numbers) not in cited | set(account.cases)
        ]
        if len(uncited) == 1:
            relation, target = uncited[0]
            likely_case = next((number for number in unrelated if _same_chapter(number, target.number)), None)
            if likely_case is not None:
                yield CHECK.finding(
                    f"{account.cases[0]} {relation.kind} `{target.number}`, of which its text does not speak; it names {likely_case}",
                    [account.label_at(target)],
                    help=f"write {likely_case} where that is meant, or accept it with the reason",
                    cases=account.cases,
                )


def _cited_cases(account: Account) -> set[str]:
    """Return the cases cited in the prose, and in the `refs` and words of the statements."""
    references = {reference for sentence in account.sentences for reference in REFERENCE.findall(sentence.text)}
    for row in account.rows:
        references.update(word.strip(".()[]") for word in SEPARATOR.split(f"{row.refs} {row.summary}"))
    return references


def _same_chapter(first: str, second: str) -> bool:
    """Return True if two cases belong to one chapter."""
    return first.partition(".")[0] == second.partition(".")[0]
