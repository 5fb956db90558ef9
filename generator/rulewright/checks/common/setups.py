"""The set-up lines of an edition, by the scenario (or case) they belong to, in the order in which they came into force."""

from __future__ import annotations

from collections import defaultdict

from rulewright.checks.indexes.edition_index import EditionIndex, clause_number
from rulewright.rulebook.model import Origin
from rulewright.syntax import nodes


def setup_lines_by_scenario(edition_index: EditionIndex) -> dict[str, list[tuple[nodes.Setup, Origin]]]:
    """Return the set-up lines by the number of their scenario."""
    lines_by_scenario: dict[str, list[tuple[nodes.Setup, Origin]]] = defaultdict(list)
    for clause, line, origin in edition_index.lines_in_force():
        if isinstance(line, nodes.Setup):
            lines_by_scenario[clause_number(clause)].append((line, origin))
    return dict(lines_by_scenario)
