"""Branching over what a `Search` leaves pending: the first box found, or one that costs least."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import ceil, floor

from rulewright.engines.solver.formula.leaves import Linear, evaluate
from rulewright.engines.solver.formula.numbers import NumericAtom, holds
from rulewright.engines.solver.formula.space import LITERAL, Exact, Formula, Space, bits
from rulewright.engines.solver.search.box_search import Mark, Pending, Search, State
from rulewright.engines.solver.search.box_values import true_in_box
from rulewright.engines.solver.search.clauses import Clause, alternatives

SMALLER = 2_000
"""How many nodes the search for a smaller model may take after the first."""
SLIDES = 3
"""How often the wide variables of what is not listed are moved towards where it holds."""
CORNERS = 64
"""How many points of a box are tried where arithmetic is left."""


@dataclass
class Effort:
    """What the questions put to a solver took: how many there were, how many a sampled point answered, nodes, and what was left over."""

    questions: int = 0
    by_sample: int = 0
    nodes: int = 0
    most_nodes: int = 0
    by_corner: int = 0
    to_z3: int = 0

    def add(self, other: Effort) -> None:
        self.questions += other.questions
        self.by_sample += other.by_sample
        self.nodes += other.nodes
        self.most_nodes = max(self.most_nodes, other.most_nodes)
        self.by_corner += other.by_corner
        self.to_z3 += other.to_z3


@dataclass(slots=True)
class ChoicePoint:
    """A branching: the alternatives that are left (the next one last) and how to get back to it."""

    alternatives: list[Formula]
    tried: list[Formula]
    pending: Pending
    hard: list[Formula]
    mark: Mark
    fine: frozenset[Formula]
    """What was pending and satisfied by the spot."""


class Undecided(Exception):
    """The box search gives up: the budget is gone, or arithmetic is left that no corner satisfies."""


class Branching:
    """One run over a search, from a state of it. The search is left as it is at the end: the caller that continues with it undoes that.

    `least` counts the variables that the box restricts; those in `ignored` (bits) cost nothing, those in `kept` (bits) only where the spot
    had to move. With `pointed` (every variable is ignored or kept) what the spot makes true is left undecided, as it costs nothing.
    """

    def __init__(self, search: Search, effort: Effort, budget: int, ignored: int = 0, kept: int = 0, pointed: bool = True) -> None:
        self.search = search
        self.space = search.space
        self.effort = effort
        self.budget = budget
        self.ignored = ignored | kept
        self.kept = kept & ~ignored
        self.pointed = pointed
        self.sparing = False
        self.nodes = 0
        self.best: dict[int, int] | None = None
        self.cost = 1 << 30
        self.choices: list[ChoicePoint] = []

    # ---- runs ----------------------------------------------------------------------------------------------------------------------------

    def reach(self, state: State | None) -> State | None:
        """The first state whose spot satisfies everything; None if there is none. Raises `Undecided`."""
        try:
            while state is not None:
                open_ = self.open(state)
                if open_:
                    self.branch(state, open_)
                elif self.repaired(state):
                    return state
                elif not self.split(state):
                    raise Undecided
                state = self.step()
            return None
        finally:
            self.report()

    def open(self, state: State) -> Pending:
        """What must be branched on: what the spot violates; where boxes count, everything."""
        if not self.pointed:
            return state[0]
        if not self.choices:
            return self.search.violated(state[0])
        # What the spot satisfied at the branching before is still satisfied unless the spot moved in one of its variables.
        choice = self.choices[-1]
        shifted = self.search.shifted(choice.mark)
        fine = choice.fine
        return self.search.violated([clause for clause in state[0] if clause[1] & shifted or clause[0] not in fine])

    def least(self, state: State | None) -> dict[int, int] | None:
        """The box that costs least; None if there is none. Raises `Undecided` if none was found before something gave out."""
        self.sparing = True
        try:
            while state is not None:
                open_ = self.open(state)
                cost = self.price(open_)
                if cost < self.cost:
                    if open_:
                        self.branch(state, open_)
                    else:
                        self.keep(state, cost)
                state = self.step()
        except Undecided:
            if self.best is None:
                raise
        finally:
            self.report()
        return self.best

    def keep(self, state: State, cost: int) -> None:
        """Keep the box of a state, if it is the best so far; where its arithmetic makes it dearer than `cost`, look on in halves of it."""
        mark = self.search.mark()
        if self.repaired(state):
            box, dear = self.box(state), self.price([])
            if dear < self.cost:
                self.best, self.cost = box, dear
                self.budget = min(self.budget, self.nodes + SMALLER)
            self.search.undo(mark)
            if dear > cost:
                self.split(state)
        elif not self.split(state):
            raise Undecided

    def report(self) -> None:
        self.effort.nodes += self.nodes
        self.effort.most_nodes = max(self.effort.most_nodes, self.nodes)

    # ---- steps ---------------------------------------------------------------------------------------------------------------------------

    def branch(self, state: State, open_: Pending) -> None:
        """Choose the open disjunction with the fewest alternatives alive; when sparing, those first that restrict the fewest variables."""
        pending, hard = state
        search = self.search
        fewest = self.alive(open_[0])
        chosen = open_[0]
        for entry in open_[1:]:
            if len(fewest) <= 2:
                break
            alive = self.alive(entry)
            if len(alive) < len(fewest):
                chosen, fewest = entry, alive
        if self.sparing:
            support, free = self.space.support, ~(search.touched | self.ignored)
            fewest.sort(key=lambda part: (support[part] & free).bit_count())
        fewest.reverse()
        rest = [entry for entry in pending if entry is not chosen]
        fine = frozenset(entry[0] for entry in pending).difference(entry[0] for entry in open_)
        self.choices.append(ChoicePoint(fewest, [], rest, hard, search.mark(), fine))

    def alive(self, clause: Clause) -> list[Formula]:
        """The alternatives that the box does not exclude; where boxes count and one holds in all of it, that one alone."""
        search = self.search
        left = [literal for variable, mask, literal in clause[2] if search.box[variable] & mask]
        left += [part for part in clause[3] if search.alive(part)]
        if not self.pointed:
            true = next((part for part in left if true_in_box(search, part)), None)
            return left if true is None else [true]
        return left

    def step(self) -> State | None:
        """The state after the next alternative that can be taken; None if all are exhausted."""
        search, space, choices = self.search, self.space, self.choices
        while choices:
            choice = choices[-1]
            search.undo(choice.mark)
            if not choice.alternatives:
                choices.pop()
                continue
            self.nodes += 1
            if self.nodes > self.budget:
                raise Undecided
            taken = choice.alternatives.pop()
            state = search.push([*choice.tried, taken], choice.pending, choice.hard)
            if space.kind[taken] == LITERAL and not self.sparing:
                # The boxes where it holds have been seen: what follows may leave them out. (But leaving out restricts, which may cost.)
                choice.tried.append(space.negate(taken))
            if state is not None:
                return state
        return None

    def price(self, open_: Pending) -> int:
        """What the box costs, and must still cost: open disjunctions over variables that nothing was paid for cost one each."""
        search = self.search
        paid = search.touched & ~self.ignored | search.moved & self.kept
        cost = paid.bit_count()
        used = paid | (self.ignored & ~self.kept)
        if not self.pointed:
            used |= self.kept  # what else is touched was paid for, or ignored
        for _, support, _, _ in open_:
            if not support & used:
                used |= support
                cost += 1
        return cost

    # ---- arithmetic ----------------------------------------------------------------------------------------------------------------------

    def repaired(self, state: State) -> bool:
        """Whether the spot satisfies the hard atoms, perhaps after it was moved to a corner of the box, and what is pending still holds."""
        pending, hard = state
        search = self.search
        if search.holding(hard):
            return True
        mark = search.mark()
        for point in self.corners(hard):
            search.put(point)
            if search.holding(hard) and not search.violated(pending):
                self.effort.by_corner += 1
                return True
            search.undo(mark)
        return False

    def corners(self, hard: list[Formula]) -> Iterator[Mapping[int, Exact]]:
        """Points at which all of the hard atoms may hold: each moved to where it holds; for what is no sum, the corners of the box."""
        search = self.search
        point: dict[int, Exact] = {}
        spot = search.spot.copy()
        other: list[Formula] = []
        for formula in hard:
            compiled = search.compiled.arithmetic.sum(formula)
            if compiled is None:
                other.append(formula)
            elif not compiled.at(spot):
                for variable, mask in compiled.corner(search.box, spot) or ():
                    spot[variable] = mask
                    point[variable] = mask.bit_length() - 1
        if not other:
            yield point
            return
        yield point | self.slid(other, {variable: mask.bit_length() - 1 for variable, mask in enumerate(spot) if mask})
        variables: set[int] = set()
        for formula in other:
            variables |= search.compiled.arithmetic.atom(formula).variables
        choices = [list(dict.fromkeys(_ends(self.space, search, variable))) for variable in sorted(variables)]
        for chosen in islice(product(*choices), CORNERS):
            yield point | dict(zip(sorted(variables), chosen, strict=True))

    def slid(self, hard: list[Formula], point: dict[int, Exact]) -> dict[int, Exact]:
        """Wide variables moved, one by one, as far as the sums that they are in want it."""
        space, fixed = self.space, self.search.numbers
        place = {variable: space.first(variable) for variable in space.ends} | self.search.place | point | fixed
        moved: dict[int, Exact] = {}
        for formula in hard * SLIDES:
            atom = self.search.compiled.arithmetic.atom(formula)
            if not isinstance(atom, NumericAtom) or not isinstance(atom.leaf, Linear):
                continue
            for variable, factor in atom.leaf.terms:
                total = evaluate(space, atom.leaf, place)
                if total is None or holds(atom.op, total):
                    break
                if variable in space.ends and variable not in fixed:
                    place[variable] = moved[variable] = _slid(place[variable], space.ends[variable], atom.op, total, Fraction(factor))
        return moved

    def split(self, state: State) -> bool:
        """Halve the values of a variable of a hard atom; False if none is left that has two."""
        pending, hard = state
        search, space = self.search, self.space
        variables = {v for formula in hard for v in search.compiled.arithmetic.atom(formula).variables if v not in space.ends}
        sizes = [(-search.box[v].bit_count(), v) for v in sorted(variables) if search.box[v] & (search.box[v] - 1)]
        if not sizes:
            return False
        variable = min(sizes)[1]
        mask = search.box[variable]
        middle = list(bits(mask))[mask.bit_count() // 2]
        upper = mask >> middle << middle
        halves = [space.literal(variable, upper), space.literal(variable, mask ^ upper)]
        if search.spot[variable] & upper:
            halves.reverse()
        self.choices.append(ChoicePoint(halves, [], pending, hard, search.mark(), frozenset(clause[0] for clause in pending)))
        return True

    # ---- the end of a branch -------------------------------------------------------------------------------------------------------------

    def box(self, state: State) -> dict[int, int]:
        """A box around the spot where everything holds: alternatives that the spot makes true are pushed, no other way is possible."""
        pending, hard = state
        search, space = self.search, self.space
        while pending:
            several, rest = alternatives(pending[0]), pending[1:]
            here: dict[Formula, bool] = {}
            if any(true_in_box(search, part) for part in several):
                pending = rest
                continue
            chosen = next(part for part in several if self.at_spot(part, here))
            pushed = search.push([chosen], rest, hard)
            assert pushed is not None, "the spot satisfies it"
            pending, hard = pushed
        for formula in hard:
            self.pin(formula)
        return {v: mask for v, mask in enumerate(search.box) if mask != space.full[v]} | search.numbers | search.place

    def pin(self, formula: Formula) -> None:
        """Cut variables of a hard atom down to the spot, until it holds in all of the box; wide ones are given by their number."""
        search = self.search
        for variable in sorted(search.compiled.arithmetic.atom(formula).variables):
            if search.under(formula):
                return
            if variable in self.space.ends:
                search.place[variable] = int(search.point().get(variable, self.space.first(variable)))
            elif search.box[variable] != search.spot[variable]:
                search.trail.append((variable, search.box[variable], search.spot[variable]))
                search.box[variable] = search.spot[variable]
                search.touched |= 1 << variable

    def at_spot(self, part: Formula, here: dict[Formula, bool]) -> bool:
        if self.space.kind[part] == LITERAL:
            variable, mask = self.space.parts[part]
            return self.search.spot[variable] & mask != 0
        return self.search.holds(part, here)


def _slid(number: Exact, ends: tuple[int | None, int | None], op: str, total: Exact, factor: Fraction) -> int:
    """The nearest number between its ends that makes `total op 0` hold, or as near to that as it can be."""
    wanted = 1 if op in (">", "!=") else 0
    upwards = (factor > 0) is (op != "<=")
    made = int(number) + (ceil if upwards else floor)((wanted - total) / factor)
    low, high = ends
    made = made if low is None else max(low, made)
    return made if high is None else min(high, made)


def _ends(space: Space, search: Search, variable: int) -> list[int]:
    """Places of a variable to try: the lowest and the highest number in the box, and for a wide one some near 0."""
    if variable in space.ends:
        if variable in search.numbers:
            return [search.numbers[variable]]
        low, high = space.ends[variable]
        inside = [number for number in (0, 1, -1) if (low is None or low <= number) and (high is None or number <= high)]
        return [*(() if low is None else (low,)), *(() if high is None else (high,)), *inside]
    left = sorted(bits(search.box[variable]), key=lambda index: space.number(variable, index))
    return [search.spot[variable].bit_length() - 1, left[0], left[-1]]
