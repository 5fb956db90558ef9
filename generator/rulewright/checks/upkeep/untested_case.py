"""no example reaches a case that has rules

## What it does
From what every example asks, follows the rules to all questions that the answer may depend on. A case with rules, tables or precedences of
its own, none of which is about such a question, is reported.

## Why it matters
Nobody has tried the case. If a rule was never run, nobody knows whether it says what was meant.

## Example
```of allowance
```

## Use instead
```diff
   allowance(u) is printed(u)
+
+  example "as printed"
+    given printed(u) is 7 MP
+    then allowance(u) is 7 MP
```

## Limits
Reached is less than exercised: whether the outcome of an example depends on the case is measured by `rulewright coverage`, which removes
each part in turn and runs the examples again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from rulewright.analysis.dependencies.model import VertexKind, iter_vertices
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope, at_head
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.rulebook.model import CaseInForce
from rulewright.semantics.model import Override, SetAside

CHECK = Check("RW404", "untested-case", Severity.WARNING, CheckScope.BOOK, reports_absence=True, ignores_prose=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    """Yield a finding for each case with rules that no example reaches in any edition."""
    tested: set[tuple[str, str]] = set()
    executable: dict[tuple[str, str], CaseInForce] = {}
    last_editions: dict[tuple[str, str], str] = {}
    for edition, edition_index in check_input.edition_indexes.items():
        reached_questions, questions_by_statement = _reached_questions(edition_index), _questions_by_statement(edition_index)
        for clause in edition_index.clauses:
            if not isinstance(clause, CaseInForce) or clause.deleted:
                continue
            questions = {slot.question for provision in clause.provisions for slot in edition_index.slots_of(provision)}
            questions.update(*(questions_by_statement.get(provision.id.text, ()) for provision in clause.provisions))
            if questions:
                executable[clause.source, clause.first_number] = clause  # under its number of the last edition that has it
                last_editions[clause.source, clause.first_number] = edition
                if not reached_questions.isdisjoint(questions):
                    tested.add((clause.source, clause.first_number))
    for key, clause in executable.items():
        if key not in tested:
            yield CHECK.finding(
                f"no example reaches {clause.number}",
                [at_head(clause)],
                help=_help_for(check_input, last_editions[key]),
                cases=[clause.number],
            )


def _help_for(check_input: CheckInput, last_edition: str) -> str:
    """Return what to write: an example is run in the default edition, so that of a case which is gone there has to name another."""
    if last_edition == check_input.book.default_edition:
        return "add an example that asks what this case is about"
    return f"it is not in the last edition: an example of it has the line `with edition {last_edition}`"


def _reached_questions(edition_index: EditionIndex) -> set[str]:
    """Return the questions on which the answers of some example depend."""
    import networkx

    examples = [example.key for example in iter_vertices(edition_index.graph, [VertexKind.EXAMPLE])]
    dependencies = chain.from_iterable(networkx.bfs_layers(edition_index.dependence, examples))
    question = f"{VertexKind.QUESTION.value}:"
    return {key.removeprefix(question) for key in dependencies if key.startswith(question)}


def _questions_by_statement(edition_index: EditionIndex) -> dict[str, set[str]]:
    """Return, by address of a statement of precedence, the questions on which it has a target rule."""
    questions_by_address: dict[str, set[str]] = defaultdict(set)
    statements: tuple[Override | SetAside, ...] = (*edition_index.core.overrides.values(), *edition_index.core.asides.values())
    for statement in statements:
        questions_by_address[statement.id].update(attacks.question for attacks in statement.on if attacks.targets)
    return questions_by_address
