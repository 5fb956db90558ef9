"""The editions of a book decided together: a question that is the same in two of them, or was decided before, is decided once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping

from rulewright.beside import beside
from rulewright.decision.decide import Decider, together
from rulewright.decision.findings import Decided, Verdict
from rulewright.decision.keys import Keys
from rulewright.decision.solve import BUDGET
from rulewright.records import record
from rulewright.semantics.program import Program

FEW = 12
"""So many questions, or fewer, are not worth a second process."""


@record
class Wanted:
    """A question of an edition, and the key of its verdict."""

    edition: str
    question: str
    key: str


def decide_editions(
    programs: Mapping[str, Program], known: MutableMapping[str, Verdict], budget: int = BUDGET, two_cores: bool = False
) -> dict[str, Decided]:
    """What is decided of each edition. `known` holds verdicts by their keys; it is given those that it lacks.

    `budget` is how many nodes of the search one question to the solver may take; `known` must come of the same.
    """
    wanted = [one for edition, program in programs.items() for one in _wanted(edition, program)]
    lacking = list({one.key: one for one in reversed(wanted) if one.key not in known}.values())[::-1]
    if two_cores and len(lacking) > FEW:
        received = beside(lambda: _decide(programs, lacking[1::2], budget))
        known.update(_decide(programs, lacking[::2], budget))
        known.update(received() or _decide(programs, lacking[1::2], budget))
    else:
        known.update(_decide(programs, lacking, budget))
    return {
        edition: together(program, [known[one.key] for one in wanted if one.edition == edition]) for edition, program in programs.items()
    }


def _wanted(edition: str, program: Program) -> Iterator[Wanted]:
    keys = Keys(program)
    for question in program.questions.values():
        if keys.index.rules.get(question.name) or question.total:
            yield Wanted(edition, question.name, keys.of(question.name))


def _decide(programs: Mapping[str, Program], wanted: list[Wanted], budget: int) -> dict[str, Verdict]:
    """The verdicts of these questions, by their keys."""
    found: dict[str, Verdict] = {}
    for edition in dict.fromkeys(one.edition for one in wanted):
        program = programs[edition]
        decider = Decider(program, budget)
        found |= {one.key: decider.verdict(program.questions[one.question]) for one in wanted if one.edition == edition}
    return found
