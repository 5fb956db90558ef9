"""the book says that something does not matter, and a rule reads it

## What it does
For each `does not matter: FACT, for QUESTION`, follows the rules of the question, and of every question they use, and checks whether one of
them reads the fact.

## Why it matters
The statement is in the source, and a player will rely on it. Either the rules or the statement is wrong.

## Example
```case
measure SP "strength point"
record unit
  dispersed: yes/no
fact printed(u: unit): 0..40 SP
value defence(u: unit): 0..40 SP

case 6.1 "Defence"
  defence(u) is printed(u)
  take 1 SP from defence(u) when u.dispersed

case 6.2 "Dispersed units"
  does not matter: u.dispersed, for defence(u)
```

## Use instead
```diff
   defence(u) is printed(u)
-  take 1 SP from defence(u) when u.dispersed
```

## Limits
Judged by names: a rule that reads the fact without any effect on the answer is reported as well, and so is one that reads the
same field of another thing of that kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.dependencies.model import VertexKind, vertex_at
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.semantics.model import DoesNotMatter

CHECK = Check("RW320", "matters-after-all", Severity.WARNING, ignores_prose=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for promise in check_input.core.does_not_matter:
        fact, name = _vertex_and_name(check_input, promise)
        for question in promise.questions:
            for reader in _readers_of(check_input, question, fact):
                reader_vertex = vertex_at(check_input.edition_index.graph, reader)
                yield CHECK.finding(
                    f"`{name}` does not matter for `{question}` by {promise.case}, and {reader_vertex.case} reads it",
                    [
                        *([Label(promise.location)] if promise.location is not None else []),
                        Label(reader_vertex.location, f"reads `{name}`"),
                    ],
                    cases=[promise.case, reader_vertex.case],
                )


def _vertex_and_name(check_input: CheckInput, promise: DoesNotMatter) -> tuple[str, str]:
    """Return the vertex of the promised fact, and its name as rules write it, for a field without its record."""
    kind = VertexKind.FACT if promise.fact in check_input.core.facts else VertexKind.QUESTION
    return f"{kind.value}:{promise.fact}", promise.fact.rpartition(".")[2]


def _readers_of(check_input: CheckInput, question: str, fact: str) -> Iterator[str]:
    """Yield the rules that read a fact and on which the answer to a question depends, directly or through other questions."""
    import networkx

    depends = check_input.edition_index.dependence
    question_key = f"{VertexKind.QUESTION.value}:{question}"
    if question_key in depends and fact in depends:
        dependencies = networkx.descendants(depends, question_key)
        yield from (key for key in depends.predecessors(fact) if key in dependencies and key.startswith(VertexKind.RULE.value))
