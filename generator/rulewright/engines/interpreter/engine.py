"""A query put to the reference interpreter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.base.errors import WrongInput
from rulewright.core.model import Core
from rulewright.core.query import Argument, AskedQuestion, AskedTerm, Declined, Defeated, Outcome, Query, Status
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import Engine, answer_for, check_options, engine_of, free_answer, free_inquiry
from rulewright.engines.interpreter.explore import BUDGET, Inquiry, given_by
from rulewright.engines.interpreter.situation import Situation


class Interpreted:
    """A core in the interpreter; one query may take `budget` passes."""

    def __init__(self, core: Core, budget: int = BUDGET) -> None:
        self.core = core
        self.budget = budget
        self.engine: Engine = engine_of(core)

    def __call__(self, query: Query) -> Outcome | Declined:
        try:
            answer, passes = self.answer(query)
        except WrongInput as wrong:
            return Declined(wrong.message)
        if any(not fact.certain for fact in answer.missing):
            return Declined("it is not proved which facts matter")
        missing = answer.status is Status.MISSING
        return Outcome(
            answer.status,
            answer.value,
            tuple(sorted(fact.fact for fact in answer.missing)) if missing else (),
            _argument(answer) if isinstance(query.asked, AskedQuestion) and passes == 1 else None,
        )

    def answer(self, query: Query) -> tuple[Answer, int]:
        """The interpreter's answer, and how many passes it took. Raises `WrongInput` for what no situation can be."""
        inquiry = self.inquiry(query)
        match query.asked:
            case AskedQuestion(question=name, args=args):
                inquiry.goal = lambda situation: situation.result(name, args).value
                answer = answer_for(self.engine, inquiry, name, args, with_readings=False)
            case AskedTerm(term=term):
                inquiry = replace(free_inquiry(self.engine, inquiry, term), budget=self.budget)
                answer = free_answer(self.engine, inquiry, "")
        return answer, inquiry.passes

    def inquiry(self, query: Query) -> Inquiry:
        """The situation of a query, asked for nothing yet. Raises `WrongInput`."""
        machine, sensitivity = self.engine.machine, self.engine.sensitivity
        facts, fixed, narrowed = given_by(machine, query.given)
        things = dict(query.things)
        found = Inquiry(
            machine, query.switches, facts, fixed, things, _nothing, sensitivity, narrowed=narrowed, budget=self.budget
        )  # fmt: skip
        if self.core.impossible and found.is_impossible({}) is True:
            raise WrongInput("no such situation is possible")
        check_options(self.engine, found)
        return found


def _nothing(situation: Situation) -> Any:
    return None


def _argument(answer: Answer) -> Argument:
    return Argument(
        tuple(reason.rule for reason in answer.because),
        tuple(Defeated(one.rule, one.by, one.why) for one in answer.defeated),
        tuple(one.rule for one in answer.inapplicable),
    )


def answering(core: Core) -> Interpreted:
    """The interpreter, ready for a core."""
    return Interpreted(core)
