"""What is not decided is said: the search gives up, or the interpreter does not show what was found, now here, now there.

Whatever of its questions it gives up on: what is not found any more is of a question of which a reason is given. And nothing else is found,
only that a rule is not needed of which it is not known any more that it never stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from approved.kept import FOLDER as KEPT
from approved.kept import read as read_kept
from approved.passes import loaded
from engines.solver.some_books import some_books
from rulewright.analysis.verdicts.decide import Decider, decide_with
from rulewright.analysis.verdicts.findings import EditionVerdicts, Finding, FindingKind
from rulewright.analysis.verdicts.witness import NotShown, Witnesses
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.questions import omission
from rulewright.engines.solver.search.solver import BudgetExhausted, Solver

WHY = "given up"
STATEMENTS = {FindingKind.IDLE_OVERRIDE}
"""What is found of a statement is found of all questions together: where one is not decided, nothing is said of it."""
PLACES = 4
"""So many places are tried in a book."""
BOOKS = ("cli-ask-0", "decision-gaps-900", "checks-causes-0", "decision-settled-0", 3001, 3002, 3003, 3005, 3006, 3010)


@cache
def core(name: str | int) -> Core:
    """One of the kept books, or a drawn one."""
    if isinstance(name, int):
        return lower(next(some_books(1, name)).program)
    book = loaded(read_kept(KEPT / f"{name}.txt").files)
    return book.core(book.editions[-1])


@cache
def whole(name: str | int) -> dict[tuple[Any, ...], Finding]:
    return kinds(decide_with(Decider(core(name))))


class Counted:
    """Says of one question at a time, of all that are put, whether it is given up."""

    def __init__(self, at: int) -> None:
        self.at, self.put, self.gave_up = at, 0, False

    def now(self) -> bool:
        self.put += 1
        self.gave_up = self.gave_up or self.put == self.at
        return self.put == self.at


Setting = Callable[[pytest.MonkeyPatch, Counted], None]


def searching(patch: pytest.MonkeyPatch, counted: Counted) -> None:
    """The solver gives up."""
    for name in ("is_satisfiable", "find_model", "find_smallest_model"):
        patch.setattr(Solver, name, _raising(getattr(Solver, name), counted, BudgetExhausted(WHY)))


def showing(patch: pytest.MonkeyPatch, counted: Counted) -> None:
    """Something was left out on the way to a formula, and the interpreter does not show what was found."""
    patch.setattr(Witnesses, "replay", _raising(Witnesses.replay, counted, NotShown("it does not")))
    patch.setattr(Encoder, "opaque_reasons", lambda self, formula: (WHY,))


def at_once(patch: pytest.MonkeyPatch, counted: Counted) -> None:
    """The search gives up on what it is asked of many, and z3 on some of that."""
    patch.setattr(Solver, "satisfiable_with", lambda self, formula, others: [None for _ in others])
    patch.setattr(Solver, "is_satisfiable_shortly", lambda self, formula, *budget: None)
    which = Solver.partition_satisfiable

    def giving_up(self: Solver, several: Any) -> Any:
        found, undecided = which(self, several := list(several))
        gone = {one: WHY for one in several if counted.now()}
        return found - set(gone), undecided | gone

    patch.setattr(Solver, "partition_satisfiable", giving_up)


def comparing(patch: pytest.MonkeyPatch, counted: Counted) -> None:
    """Where the answer is another without a rule cannot be made into a formula."""
    patch.setattr(omission, "_matters_at_a_point", lambda *rule: False)
    patch.setattr(omission, "_outcome_without", _raising(omission._outcome_without, counted, NotAnalysable(WHY)))


def _raising(work: Callable[..., Any], counted: Counted, fault: Exception) -> Callable[..., Any]:
    def tried(*args: Any, **kwargs: Any) -> Any:
        if counted.now():
            raise fault
        return work(*args, **kwargs)

    return tried


def decided(core: Core, setting: Setting, at: int) -> tuple[EditionVerdicts, Counted]:
    counted = Counted(at)
    with pytest.MonkeyPatch.context() as patch:
        setting(patch, counted)
        return decide_with(Decider(core)), counted


def kinds(found: EditionVerdicts) -> dict[tuple[Any, ...], Finding]:
    return {(one.kind, one.question, one.rules, one.authors): one for one in found.findings}


def places(core: Core, setting: Setting) -> Iterator[int]:
    """Some of the places at which it can be given up."""
    _, counted = decided(core, setting, 0)
    return iter(range(1, counted.put + 1, max(1, counted.put // PLACES)))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("setting", [searching, showing, at_once, comparing])
def test_what_is_not_decided_is_said_and_all_else_is_as_it_is(setting: Setting, book: str | int) -> None:
    for at in places(core(book), setting):
        found, counted = decided(core(book), setting, at)
        assert counted.gave_up
        some = kinds(found)
        missing = [one for name, one in whole(book).items() if name not in some and one.kind not in STATEMENTS]
        of = {one.question for one in found.not_analysed if WHY in one.reason}
        assert {one.question for one in missing} <= of, (at, missing, found.not_analysed)
        if setting is not showing:
            more = {name: one for name, one in some.items() if name not in whole(book)}
            of_rules = {(one.rule,) for one in found.not_analysed if WHY in one.reason}
            assert all(one.kind is FindingKind.REDUNDANT_RULE and one.rules in of_rules for one in more.values()), (at, more)
