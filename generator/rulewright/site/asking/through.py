"""The kinds of things that the answer to a question goes through: what it counts, sums or picks from, or asks whether one is so.

An answer that goes through things is about those that are named. Where none is, it is about none, which a page says and asks for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from rulewright.core.model import Core
from rulewright.semantics import terms
from rulewright.semantics.terms import Term


def kinds_gone_through(core: Core) -> Mapping[str, tuple[str, ...]]:
    """Question -> the kinds of the things that it goes through, itself or in what it asks. Those that go through none are left out."""
    cells: dict[str, list[Term]] = defaultdict(list)
    for table in core.tables.values():
        cells[table.question] += [cell for row in table.rows for cell in row.cells if cell is not None]
    own = {name: _of_terms(core, (*core.on[name].terms(), *cells.get(name, ()))) for name in core.on}
    found: dict[str, tuple[str, ...]] = {}
    for name in own:
        reached: dict[str, None] = {}
        waiting = [name]
        while waiting:
            one = waiting.pop()
            if one not in reached and one in own:
                reached[one] = None
                waiting.extend(own[one][1])
        kinds = dict.fromkeys(kind for one in reached for kind in own[one][0])
        if kinds:
            found[name] = tuple(kinds)
    return found


def _of_terms(core: Core, roots: Iterable[Term]) -> tuple[dict[str, None], dict[str, None]]:
    """The kinds that terms go through, and the questions that they ask; groups are looked into."""
    kinds: dict[str, None] = {}
    questions: dict[str, None] = {}
    groups: set[str] = set()
    waiting = list(roots)
    while waiting:
        root = waiting.pop(0)
        names = terms.names_in(root)
        questions |= dict.fromkeys(names.questions)
        kinds |= dict.fromkeys(_kinds(core, root))
        for name in names.groups:
            condition = core.groups[name].with_
            if name not in groups and condition is not None:
                waiting.append(condition)
            groups.add(name)
    return kinds, questions


def _kinds(core: Core, root: Term) -> Iterator[str]:
    for term in terms.walk(root):
        if isinstance(term, terms.Linked):
            yield term.record
        elif isinstance(term, terms.Some | terms.Every | terms.Gathered):
            over = term.domain.over
            if isinstance(over, terms.Things):
                yield over.record
            elif isinstance(over, terms.Members):
                yield core.groups[over.group].record
