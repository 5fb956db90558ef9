"""What a formula is in all of a search's box: true, false, or neither for certain."""

from __future__ import annotations

from rulewright.decision.formula.space import BOTH, EITHER, HARD, LITERAL, Formula
from rulewright.decision.solve.search import DEEP, Search

Values = dict[Formula, bool | None]


def true_in_box(search: Search, formula: Formula) -> bool:
    """Whether a formula holds in every point of the box; False says nothing."""
    return value(search, formula, {}) is True


def value(search: Search, formula: Formula, here: Values) -> bool | None:
    """Its three-valued value under the box; None says nothing. `here` remembers."""
    space = search.space
    if space.height[formula] <= DEEP:
        return _value(search, formula, here)
    waiting = [formula]
    visited = {formula}
    for found in waiting:
        for part in space.parts[found]:
            if space.kind[part] >= BOTH and part not in visited and part not in search.known:
                visited.add(part)
                waiting.append(part)
    for found in sorted(visited):
        here[found] = _value(search, found, here)
    return here[formula]


def _value(search: Search, formula: Formula, here: Values) -> bool | None:
    space = search.space
    kind, parts = space.kind[formula], space.parts[formula]
    if kind == LITERAL:
        variable, mask = parts
        there = search.box[variable]
        return False if not there & mask else None if there & ~mask else True
    known = search.known.get(formula)
    if known is not None or not space.support[formula] & search.touched:
        return known
    if formula in here:
        return here[formula]
    if kind == HARD:
        found = search.under(formula)
    else:
        deciding = kind == EITHER
        found = not deciding
        for part in parts:
            inside = _value(search, part, here)
            if inside is deciding:
                found = deciding
                break
            if inside is None:
                found = None
    here[formula] = found
    return found
