"""The set-up lines of an edition, by the scenario (or case) they belong to, in the order in which they came into force."""

from __future__ import annotations

from collections import defaultdict

from rulewright.checks.indexes.edition_index import EditionIndex, clause_number
from rulewright.rulebook.model import Origin
from rulewright.syntax import nodes


def set_ups(here: EditionIndex) -> dict[str, list[tuple[nodes.Setup, Origin]]]:
    """Number of the scenario -> its lines."""
    found: dict[str, list[tuple[nodes.Setup, Origin]]] = defaultdict(list)
    for clause, line, origin in here.lines():
        if isinstance(line, nodes.Setup):
            found[clause_number(clause)].append((line, origin))
    return dict(found)
