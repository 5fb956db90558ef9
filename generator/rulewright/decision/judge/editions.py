"""The editions of a book decided together: a question that is the same in two of them, or was decided before, is decided once.

What is to be decided is cut into pieces of so many questions, which share what was laid out. Which processes decide them, and in which
order, changes nothing of what is found: a piece knows nothing of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from itertools import groupby

from rulewright.beside import Line, beside
from rulewright.core.model import Core
from rulewright.decision.judge.decide import Decider, questions_of, together
from rulewright.decision.judge.findings import Decided, Verdict
from rulewright.decision.judge.keys import Keys
from rulewright.decision.solve.solver import BUDGET
from rulewright.records import record

PIECE = 64
"""So many questions share an encoder; more of them would not be quicker."""


@record
class Wanted:
    """A question of an edition, and the key of its verdict."""

    edition: str
    question: str
    key: str


def decide_editions(
    cores: Mapping[str, Core], known: MutableMapping[str, Verdict], budget: int = BUDGET, two_cores: bool = False
) -> dict[str, Decided]:
    """What is decided of each edition. `known` holds verdicts by their keys; it is given those that it lacks.

    `budget` is how many nodes of the search one question to the solver may take; `known` must come of the same.
    """
    wanted = [one for edition, core in cores.items() for one in _wanted(edition, core)]
    lacking = list({one.key: one for one in reversed(wanted) if one.key not in known}.values())[::-1]
    pieces = list(_pieces(lacking))
    known.update(_on_two_cores(cores, pieces, budget) if two_cores else _decide(cores, pieces, budget))
    return {edition: together(core, [known[one.key] for one in wanted if one.edition == edition]) for edition, core in cores.items()}


def _wanted(edition: str, core: Core) -> Iterator[Wanted]:
    keys = Keys(core)
    for question in questions_of(core):
        yield Wanted(edition, question.name, keys.of(question.name))


def _pieces(wanted: Iterable[Wanted]) -> Iterator[list[Wanted]]:
    """Questions of one edition that are decided one after the other, those of one piece together."""
    for _, of_edition in groupby(wanted, key=lambda one: one.edition):
        several = list(of_edition)
        yield from (several[start : start + PIECE] for start in range(0, len(several), PIECE))


def _on_two_cores(cores: Mapping[str, Core], pieces: Sequence[list[Wanted]], budget: int) -> dict[str, Verdict]:
    if not 1 < len(pieces) <= Line.MOST:
        return _decide(cores, pieces, budget)
    line = Line(len(pieces))
    received = beside(lambda: _decide(cores, (pieces[place] for place in line.back()), budget))
    found = _decide(cores, (pieces[place] for place in line.front()), budget)
    found |= received() or {}
    line.close()
    # What a child had taken that died.
    return found | _decide(cores, [piece for piece in pieces if piece[0].key not in found], budget)


def _decide(cores: Mapping[str, Core], pieces: Iterable[Sequence[Wanted]], budget: int) -> dict[str, Verdict]:
    """The verdicts of these questions, by their keys."""
    found: dict[str, Verdict] = {}
    deciders: dict[str, Decider] = {}
    for piece in pieces:
        edition = piece[0].edition
        if edition not in deciders:
            deciders[edition] = Decider(cores[edition], budget)
        decider = deciders[edition]
        decider.begin()
        found |= {one.key: decider.verdict(decider.core.questions[one.question]) for one in piece}
    return found
