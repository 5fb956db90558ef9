"""Three-valued truths of formulas in the box of a search."""

from __future__ import annotations

from rulewright.base.limits import MAX_HEIGHT
from rulewright.engines.solver.formula.leaves import Reach, Reaches, reach_of, variables
from rulewright.engines.solver.formula.named_numbers import definition_cases, listed_between, places_between
from rulewright.engines.solver.formula.space import BOTH, EITHER, HARD, LITERAL, Formula, bits
from rulewright.engines.solver.search.box_search import Search

Values = dict[Formula, bool | None]


def true_in_box(search: Search, formula: Formula, memo: dict[Formula, bool]) -> bool:
    """Return True if a formula is known to hold in all points of the box; False means unknown. `memo` caches what this returned.

    It visits far less than the three-valued truth: a conjunction is left at the first part that is not known to hold.
    """
    space = search.space
    kinds, parts_of, box = space.kinds, space.parts, search.box
    kind, parts = kinds[formula], parts_of[formula]
    if kind == LITERAL:
        variable, mask = parts
        return box[variable] & mask != 0 and not box[variable] & ~mask
    known_truth = search.truths.get(formula)
    if known_truth is not None or not space.support[formula] & search.touched:
        return known_truth is True
    if kind == HARD:
        truth = search.atom_truth(formula) is True
    elif space.height[formula] > MAX_HEIGHT:
        truth = value_in_box(search, formula, {}) is True
    else:
        deciding = kind == EITHER
        truth = not deciding
        for part in parts:
            if kinds[part] == LITERAL:  # a call for each would cost more than all the rest
                variable, mask = parts_of[part]
                is_true = box[variable] & mask != 0 and not box[variable] & ~mask
            else:
                is_true = memo[part] if part in memo else true_in_box(search, part, memo)
            if is_true is deciding:
                truth = deciding
                break
    memo[formula] = truth
    return truth


def value_in_box(search: Search, formula: Formula, memo: Values) -> bool | None:
    """Return a formula's three-valued truth in the box; None means unknown. `memo` caches truths."""
    space = search.space
    if space.height[formula] <= MAX_HEIGHT:
        return _shallow_value(search, formula, memo)
    pending = [formula]
    visited = {formula}
    for subformula in pending:
        for part in space.parts[subformula]:
            if part in visited or part in memo or space.kinds[part] < BOTH or part in search.truths:
                continue
            if space.support[part] & search.touched:
                visited.add(part)
                pending.append(part)
    for subformula in sorted(visited):
        memo[subformula] = _shallow_value(search, subformula, memo)
    return memo[formula]


def narrow_names(search: Search, support: int, memo: Values, names: dict[int, Reach]) -> None:
    """Narrow the names that some variables (bits) depend on to the numbers that their definitions allow in the box.

    `memo` caches truths, `names` the reaches of names. The caller restores the box.
    """
    space = search.space
    for name in bits(space.dependencies_of(support) & space.name_bits):
        if name not in names:
            names[name] = _reach_of_name(search, name, memo)
        low, high = names[name]
        if space.values[name] is None:
            search.reaches[name] = places_between(space, name, low, high)
            search.touched |= 1 << name
        else:
            search.touched |= max(search.cut_variable(name, listed_between(space, name, low, high)), 0)


def _reach_of_name(search: Search, name: int, memo: Values) -> Reach:
    """Return the reach of a name in the box, from the ways that may hold; a name without such a way is not used."""
    space = search.space
    reaches: list[Reach] = []
    for guard, leaf in definition_cases(space, name):
        holds = value_in_box(search, guard, memo)
        if holds is not False:
            box = {variable: search.box[variable] for variable in variables(leaf) if variable not in space.wide_bounds}
            reach = reach_of(leaf, Reaches(space, box | search.numbers, search.reaches))
            if holds:
                return reach
            reaches.append(reach)
    lows, highs = [low for low, _ in reaches if low is not None], [high for _, high in reaches if high is not None]
    return min(lows) if lows and len(lows) == len(reaches) else None, max(highs) if highs and len(highs) == len(reaches) else None


def _shallow_value(search: Search, formula: Formula, memo: Values) -> bool | None:
    space = search.space
    kind, parts = space.kinds[formula], space.parts[formula]
    if kind == LITERAL:
        variable, mask = parts
        domain = search.box[variable]
        return False if not domain & mask else None if domain & ~mask else True
    known_truth = search.truths.get(formula)
    if known_truth is not None or not space.support[formula] & search.touched:
        return known_truth
    if formula in memo:
        return memo[formula]
    if kind == HARD:
        truth = search.atom_truth(formula)
    else:
        deciding = kind == EITHER
        truth = not deciding
        for part in parts:
            part_truth = _shallow_value(search, part, memo)
            if part_truth is deciding:
                truth = deciding
                break
            if part_truth is None:
                truth = None
    memo[formula] = truth
    return truth
