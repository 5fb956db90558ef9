"""What a formula is in all of a search's box: true, false, or neither for certain."""

from __future__ import annotations

from rulewright.engines.solver.formula.leaves import Reach, Reaches, reach_of, variables
from rulewright.engines.solver.formula.named_numbers import listed_between, places_between, ways_of
from rulewright.engines.solver.formula.space import BOTH, EITHER, HARD, LITERAL, Formula, bits
from rulewright.engines.solver.search.box_search import DEEP, Search

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
            if part in visited or part in here or space.kind[part] < BOTH or part in search.known:
                continue
            if space.support[part] & search.touched:
                visited.add(part)
                waiting.append(part)
    for found in sorted(visited):
        here[found] = _value(search, found, here)
    return here[formula]


def narrow_names(search: Search, support: int, here: Values, names: dict[int, Reach]) -> None:
    """Leave each name that some variables (bits) depend on the numbers that its ways leave it in the box.

    `here` as in `value`, and `names` in the same way, with the least and the greatest number. The box is put back by the caller.
    """
    space = search.space
    for name in bits(space.bearing(support) & space.named):
        if name not in names:
            names[name] = _reach_of_name(search, name, here)
        low, high = names[name]
        if space.values[name] is None:
            search.reaches[name] = places_between(space, name, low, high)
            search.touched |= 1 << name
        else:
            search.touched |= max(search.cut(name, listed_between(space, name, low, high)), 0)


def _reach_of_name(search: Search, name: int, here: Values) -> Reach:
    """The least and the greatest number that a name's ways leave it; where none of them is taken, nobody asks what it is."""
    space = search.space
    found: list[Reach] = []
    for where, leaf in ways_of(space, name):
        holds = value(search, where, here)
        if holds is not False:
            box = {variable: search.box[variable] for variable in variables(leaf) if variable not in space.ends}
            reach = reach_of(leaf, Reaches(space, box | search.numbers, search.reaches))
            if holds:
                return reach
            found.append(reach)
    lows, highs = [low for low, _ in found if low is not None], [high for _, high in found if high is not None]
    return min(lows) if lows and len(lows) == len(found) else None, max(highs) if highs and len(highs) == len(found) else None


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
