"""Branching over what a `Search` leaves pending: the first box found, or the one that restricts the fewest variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

from rulewright.decision.formula import LITERAL, Formula, Space
from rulewright.decision.search import Pending, Search, State

SMALLER = 2_000
"""How many nodes the search for a smaller model may take after the first."""
CORNERS = 64
"""How many points of a box are tried where arithmetic is left."""


@dataclass
class Effort:
    """What the questions put to a solver took."""

    questions: int = 0
    nodes: int = 0
    most_nodes: int = 0
    by_corner: int = 0
    to_z3: int = 0

    def add(self, other: Effort) -> None:
        self.questions += other.questions
        self.nodes += other.nodes
        self.most_nodes = max(self.most_nodes, other.most_nodes)
        self.by_corner += other.by_corner
        self.to_z3 += other.to_z3


@dataclass(slots=True)
class Frame:
    """A branching: the alternatives that are left (the next one last) and how to get back to it."""

    alternatives: list[Formula]
    tried: list[Formula]
    pending: Pending
    hard: list[Formula]
    touched: int
    off: int
    mark: int


class Undecided(Exception):
    """The box search gives up: the budget is gone, or arithmetic is left that no corner satisfies."""


class Branching:
    """One run over a search. `ignored` are the variables (bits) that cost nothing when a smallest model is looked for."""

    def __init__(self, search: Search, effort: Effort, budget: int, ignored: int = 0) -> None:
        self.search = search
        self.space = search.space
        self.effort = effort
        self.budget = budget
        self.ignored = ignored
        self.nodes = 0
        self.best: dict[int, int] | None = None
        self.sparing = False
        self.cost = 1 << 30
        self.frames: list[Frame] = []

    # ---- runs ----------------------------------------------------------------------------------------------------------------------------

    def first(self, formula: Formula) -> dict[int, int] | None:
        """The first box found in which the formula holds; None if there is none. Raises `Undecided`."""
        try:
            state = self.start(formula)
            while state is not None:
                if not state[0]:
                    return self.finished(state[1])
                self.branch(state)
                state = self.step()
            return None
        finally:
            self.report()

    def least(self, formula: Formula) -> dict[int, int] | None:
        """The box that costs least; None if there is none. Raises `Undecided` if none was found before something gave out."""
        self.sparing = True
        try:
            state = self.start(formula)
            while state is not None:
                cost = self.price(state[0])
                if cost < self.cost:
                    if state[0]:
                        self.branch(state)
                    else:
                        self.best = self.finished(state[1])
                        self.cost = cost
                        self.budget = min(self.budget, self.nodes + SMALLER)
                state = self.step()
        except Undecided:
            if self.best is None:
                raise
        finally:
            self.report()
        return self.best

    def report(self) -> None:
        self.effort.nodes += self.nodes
        self.effort.most_nodes = max(self.effort.most_nodes, self.nodes)

    def start(self, formula: Formula) -> State | None:
        if any(mask == 0 and self.space.full[v] for v, mask in enumerate(self.search.box)):
            return None
        return self.search.push([formula], [], [])

    # ---- steps ---------------------------------------------------------------------------------------------------------------------------

    def branch(self, state: State) -> None:
        """Choose the disjunction with the fewest alternatives left; when sparing, those first that restrict the fewest new variables."""
        pending, hard = state
        search = self.search
        chosen = min(range(len(pending)), key=lambda place: len(pending[place][1]))
        alternatives = list(pending[chosen][1])
        if self.sparing:
            support, free = self.space.support, ~(search.touched | self.ignored)
            alternatives.sort(key=lambda part: (support[part] & free).bit_count())
        alternatives.reverse()
        rest = pending[:chosen] + pending[chosen + 1 :]
        self.frames.append(Frame(alternatives, [], rest, hard, search.touched, search.off, len(search.trail)))

    def step(self) -> State | None:
        """The state after the next alternative that can be taken; None if all are exhausted."""
        search, space, frames = self.search, self.space, self.frames
        while frames:
            frame = frames[-1]
            search.undo(frame.mark)
            search.touched = frame.touched
            search.off = frame.off
            if not frame.alternatives:
                frames.pop()
                continue
            self.nodes += 1
            if self.nodes > self.budget:
                raise Undecided
            taken = frame.alternatives.pop()
            state = search.push([*frame.tried, taken], frame.pending, frame.hard)
            if space.kind[taken] == LITERAL and not self.sparing:
                # The boxes where it holds have been seen: what follows may leave them out. (But leaving out restricts, which may cost.)
                frame.tried.append(space.negate(taken))
            if state is not None:
                return state
        return None

    def price(self, pending: Pending) -> int:
        """How many variables are restricted, and must still be: disjunctions over variables of their own cost one each."""
        search, support = self.search, self.space.support
        cost = (search.touched & ~self.ignored | search.off).bit_count()
        used = search.touched | self.ignored
        for formula, _ in pending:
            if not support[formula] & used:
                used |= support[formula]
                cost += 1
        return cost

    # ---- the end of a branch -------------------------------------------------------------------------------------------------------------

    def finished(self, hard: list[Formula]) -> dict[int, int]:
        """The box that the search has come to, cut down to a point of the variables in hard atoms that satisfies these."""
        search, space = self.search, self.space
        box = {v: mask for v, mask in enumerate(search.box) if mask != space.full[v]} | search.numbers
        if not hard:
            return box
        atoms = [space.atoms[space.parts[formula][0]] for formula in hard]
        for point in corners(space, box, sorted(frozenset[int]().union(*(atom.variables for atom in atoms)))):
            numbers = {v: space.number(v, index) for v, index in point.items()}
            if all(atom.evaluate(numbers) for atom in atoms):
                self.effort.by_corner += 1
                return box | {v: index if space.values[v] is None else 1 << index for v, index in point.items()}
        raise Undecided


def corners(space: Space, box: Mapping[int, int], variables: list[int]) -> Iterator[dict[int, int]]:
    """Points of a box, at its corners in some variables: the lowest and the highest number of each, and for a wide one some near 0."""
    choices = [list(dict.fromkeys(_ends(space, box, variable))) for variable in variables]
    for chosen in islice(product(*choices), CORNERS):
        yield dict(zip(variables, chosen, strict=True))


def _ends(space: Space, box: Mapping[int, int], variable: int) -> list[int]:
    if space.values[variable] is None:
        if variable in box:
            return [box[variable]]
        low, high = space.ends[variable]
        inside = [number for number in (0, 1, -1) if (low is None or low <= number) and (high is None or number <= high)]
        return [*(() if low is None else (low,)), *(() if high is None else (high,)), *inside]
    mask = box.get(variable, space.full[variable])
    left = [index for index in range(mask.bit_length()) if mask >> index & 1]
    left.sort(key=lambda index: space.number(variable, index))
    return [left[0], left[-1]]
