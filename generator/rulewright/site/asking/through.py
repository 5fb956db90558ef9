"""The kinds of things that the answer to a question goes through: what it counts, sums or picks from, or asks whether one is so.

An answer that goes through things is about those that are named. Where none is, it is about none, which a page says and asks for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from rulewright.core.model import Core
from rulewright.semantics.groups import quantified_kinds, reachable_terms
from rulewright.semantics.terms import Term


def kinds_by_question(core: Core) -> Mapping[str, tuple[str, ...]]:
    """Question -> the kinds of the things that it goes through, itself or in what it asks. Those that go through none are left out."""
    cells: dict[str, list[Term]] = defaultdict(list)
    for table in core.tables.values():
        cells[table.question] += [cell for row in table.rows for cell in row.cells if cell is not None]
    direct_kinds = {name: _of_terms(core, (*core.on[name].conditions_and_effects(), *cells.get(name, ()))) for name in core.on}
    result: dict[str, tuple[str, ...]] = {}
    for name in direct_kinds:
        visited: dict[str, None] = {}
        pending = [name]
        while pending:
            current = pending.pop()
            if current not in visited and current in direct_kinds:
                visited[current] = None
                pending.extend(direct_kinds[current][1])
        kinds = dict.fromkeys(kind for question in visited for kind in direct_kinds[question][0])
        if kinds:
            result[name] = tuple(kinds)
    return result


def _of_terms(core: Core, roots: Iterable[Term]) -> tuple[dict[str, None], dict[str, None]]:
    """The kinds that terms go through, and the questions that they ask; groups are looked into."""
    kinds: dict[str, None] = {}
    questions: dict[str, None] = {}
    for term, names in reachable_terms(roots, core.groups):
        questions |= dict.fromkeys(names.questions)
        kinds |= dict.fromkeys(quantified_kinds(term, core.groups))
    return kinds, questions
