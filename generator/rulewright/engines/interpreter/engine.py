"""The reference interpreter as an engine: a query in, an outcome out."""

from __future__ import annotations

from dataclasses import replace

from rulewright.base.errors import WrongInput
from rulewright.core.model import Core
from rulewright.core.query import Argument, AskedQuestion, AskedTerm, Declined, Defeated, Outcome, Query, Status
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import Engine, answer_for, check_options, engine_of, free_answer, free_inquiry, question_inquiry
from rulewright.engines.interpreter.assumptions import assume_defaults
from rulewright.engines.interpreter.explore import MAX_PASSES_PER_INQUIRY, Inquiry, collect_given_facts
from rulewright.semantics.model import Fix


class InterpreterEngine:
    """A core in the interpreter; a query may take `budget` passes."""

    def __init__(self, core: Core, budget: int = MAX_PASSES_PER_INQUIRY) -> None:
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
            _argument_of(answer) if isinstance(query.asked, AskedQuestion) and passes == 1 else None,
        )

    def answer(self, query: Query) -> tuple[Answer, int]:
        """Return the interpreter's answer, and the number of passes. Raises `WrongInput` for an impossible situation."""
        inquiry = self.build_inquiry(query)
        match query.asked:
            case AskedQuestion(question=name, args=args):
                answer = answer_for(self.engine, inquiry, name, args, with_readings=False)
            case AskedTerm():
                answer = free_answer(self.engine, inquiry, "")
        return answer, inquiry.passes

    def give_usual_values(self, query: Query) -> Query:
        """Return a query in which the usual values that its outcome looks at are given. An impossible one is returned unchanged."""
        try:
            inquiry = assume_defaults(self.build_inquiry(query), self.engine.default_values)
        except WrongInput:
            return query
        if inquiry.defaults is None:
            return query
        inquiry.common_outcome()
        keys = sorted(inquiry.defaults.consulted - inquiry.defaults.withheld, key=str)
        return replace(query, given=(*query.given, *(Fix(*key, inquiry.defaults.values[key[0]]) for key in keys)))

    def build_inquiry(self, query: Query) -> Inquiry:
        """Return the inquiry of a query. Raises `WrongInput`."""
        machine = self.engine.machine
        facts, fixed, narrowed = collect_given_facts(machine, query.given)
        things = dict(query.things)
        inquiry = Inquiry(machine, query.switches, facts, fixed, things, conditions_by_fact=narrowed, budget=self.budget)
        if self.core.impossible and inquiry.is_impossible({}) is True:
            raise WrongInput("no such situation is possible")
        check_options(self.engine, inquiry)
        match query.asked:
            case AskedQuestion(question=name, args=args):
                return question_inquiry(self.engine, inquiry, name, args)
            case AskedTerm(term=term):
                return free_inquiry(self.engine, inquiry, term)


def _argument_of(answer: Answer) -> Argument:
    return Argument(
        tuple(reason.rule for reason in answer.because),
        tuple(Defeated(defeat.rule, defeat.by, defeat.why) for defeat in answer.defeated),
        tuple(rule.rule for rule in answer.inapplicable),
    )


def answering(core: Core) -> InterpreterEngine:
    """Return the interpreter as an engine for a core."""
    return InterpreterEngine(core)
