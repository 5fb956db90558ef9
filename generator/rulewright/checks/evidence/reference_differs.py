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
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.accounts import Account
from rulewright.checks.indexes.clauses import clause_numbers
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

CHECK = Check("RW360", "reference-differs", Severity.WARNING, Judged.BOOK)
REFERENCE = re.compile(r"\[([^\]]+)\]")
SEPARATOR = re.compile(r"[;,\s]+")
ORDERING = (RelationKind.OVERRIDES, RelationKind.SETS_ASIDE, RelationKind.EXCEPT)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    known = {number for placed in given.book.clauses if isinstance(placed.block, nodes.Case) for number in clause_numbers(placed.block)}
    for account in given.whole.accounts.all:
        relations = [part for line in account.formal for part in descendants(line) if isinstance(part, nodes.Relation)]
        named = _named(account) & known
        taken = {_case(ref.number, known) for line in account.formal for ref in descendants(line) if isinstance(ref, nodes.CaseRef)}
        left = sorted(named - taken - set(account.cases))
        targets = [(relation, ref) for relation in relations if relation.kind in ORDERING for ref in relation.targets]
        unsaid = [(relation, ref) for relation, ref in targets if _case(ref.number, known) not in named | set(account.cases)]
        if len(unsaid) == 1:
            relation, target = unsaid[0]
            meant = next((number for number in left if _near(number, target.number)), None)
            if meant is not None:
                yield CHECK.finding(
                    f"{account.cases[0]} {relation.kind} `{target.number}`, of which its text does not speak; it names {meant}",
                    [account.at(target)],
                    help=f"write {meant} where that is meant, or accept it with the reason",
                    cases=account.cases,
                )


def _named(account: Account) -> set[str]:
    """The cases in the prose, and in the `refs` and words of the statements."""
    found = {reference for sentence in account.sentences for reference in REFERENCE.findall(sentence.text)}
    for row in account.rows:
        found.update(word.strip(".()[]") for word in SEPARATOR.split(f"{row.refs} {row.summary}"))
    return found


def _case(number: str, known: set[str]) -> str:
    """The case of an address: `9.13` of `9.13.leaving`."""
    whole = number
    while whole and whole not in known:
        whole = whole.rpartition(".")[0]
    return whole or number


def _near(one: str, other: str) -> bool:
    """Whether two cases are of one chapter."""
    return one.partition(".")[0] == other.partition(".")[0]
