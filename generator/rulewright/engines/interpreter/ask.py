"""Asks a core a question: the reference interpreter. What every form means is decided in the manual's page on meaning; this carries it
out.

>>> answer = ask(core, "allowance(u)", {"u.arm": "cavalry", "weather": "mud", "printed_allowance(u)": 7})
>>> answer.status, answer.value, answer.unit
(<Status.ANSWERED: 'answered'>, 5, 'MP')
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from operator import is_
from typing import Any, NamedTuple

from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Pick
from rulewright.base.limits import (
    MAX_EVALUATIONS_KEPT,
    MAX_PASSES_OF_CHOICES,
    MAX_QUESTIONS_READ,
    MAX_SENSITIVITIES_KEPT,
    MIN_PASSES_PER_CHOICE,
)
from rulewright.base.memo import LruCache
from rulewright.base.prose_lists import listing
from rulewright.base.runtime import nests_deep
from rulewright.base.stopping import Watch
from rulewright.core.dependence import Dependence
from rulewright.core.model import Core
from rulewright.core.query import Status, Switches
from rulewright.core.wording import call_text, domain_of, domain_text, fact_text, unit_of, value_text
from rulewright.engines.interpreter.anonymous import OpenWorld, Things
from rulewright.engines.interpreter.answer import Answer, Assumption, MissingFact, ReadingOutcome, SettledReading
from rulewright.engines.interpreter.answer_bounds import bounds_of_answer
from rulewright.engines.interpreter.answer_ranges import answers_over
from rulewright.engines.interpreter.assumptions import AssumedInquiry, with_assumptions
from rulewright.engines.interpreter.default_values import ABSENT, DefaultValues, collect_defaults
from rulewright.engines.interpreter.explanation import (
    answer_of,
    answers_of,
    common_explanation,
    find_common_overruled,
    find_overruled,
    list_assumptions,
    missing_facts,
    reading_outcome,
    status_of,
    undetermined_of,
)
from rulewright.engines.interpreter.explore import Inquiry, InquiryResult
from rulewright.engines.interpreter.fact_memo import AnswerMemo, EvaluationMemo
from rulewright.engines.interpreter.former_names import PresentNames
from rulewright.engines.interpreter.plan import Machine
from rulewright.engines.interpreter.possibility import max_passes
from rulewright.engines.interpreter.premises import asked_fact, find_premises, without_own_assumption
from rulewright.engines.interpreter.query_inputs import (
    NameReader,
    PreparedQuestion,
    check_between_two,
    check_switches,
    find_question,
    is_value,
    parse_world,
    read_answer,
    read_argument,
    read_value,
    record_thing_kinds,
    simple_call,
)
from rulewright.engines.interpreter.step_budget import StepBudget
from rulewright.engines.interpreter.stipulations import heed_stipulations
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.interpreter.value_classes import QuestionCuts, Sensitivity
from rulewright.semantics import types
from rulewright.semantics.model import FactDecl, Param
from rulewright.semantics.terms import FactKey, Term

__all__ = ["Engine", "WrongInput", "ask", "engine_of"]

_OFF = Switches()
_STATUSES_BY_READINGS = (Status.UNDETERMINED, Status.MISSING)

Respond = Callable[[Inquiry], Answer]
"""A function that answers an inquiry without trying readings."""


class Engine:
    """A core with its memos: compiled rules, prepared questions, sensitivity.

    `sibling`: the engine of a core that shares most of its questions.
    """

    def __init__(self, core: Core, sibling: Engine | None = None) -> None:
        self.core = core
        self._like = sibling
        self.machine = Machine(core)
        self._cuts: dict[Switches, QuestionCuts] = {}
        self._sensitivity: dict[tuple[str | Term, Switches], Sensitivity] = {}
        self._prepared: dict[Any, PreparedQuestion] = {}
        self._values: dict[Any, Any] = {}
        self._switches: dict[Any, Switches] = {}
        self._reach: Dependence | None = None
        self._facts_read: dict[str | Term, frozenset[str]] = {}
        self._usual: DefaultValues | None = None
        self.evaluations = EvaluationMemo(MAX_EVALUATIONS_KEPT)

    def dependence(self) -> Dependence:
        """Return the dependences of questions."""
        self._reach = self._reach or Dependence(self.core)
        return self._reach

    def default_values(self) -> DefaultValues:
        """Return the default values that the core declares."""
        if self._usual is None:
            self._usual = collect_defaults(self.core, self.dependence)
        return self._usual

    def dependence_under(self, switches: Switches) -> Dependence:
        """Return the dependences of questions where what these switches exclude is left out."""
        return self._cuts_under(switches).dependence

    def _cuts_under(self, switches: Switches) -> QuestionCuts:
        cuts = self._cuts.get(switches)
        if cuts is None:
            dependence = Dependence(self.core, self.machine.specialize(switches).may_be_enabled)
            cuts = self._cuts[switches] = QuestionCuts(dependence, None if self._like is None else self._like._cuts_under(switches))
        return cuts

    def sensitivity(self, goal: str | Term, switches: Switches) -> Sensitivity:
        """Return how all that a question or a term depends on tells the values of facts apart; memoized."""
        key = (goal, switches)
        if key not in self._sensitivity:
            if len(self._sensitivity) > MAX_SENSITIVITIES_KEPT:
                self._sensitivity.clear()
            self._sensitivity[key] = self._cuts_under(switches).sensitivity_of(goal)
        return self._sensitivity[key]

    def open_world(self, prepared: PreparedQuestion, things: Things) -> OpenWorld:
        """Return the open world of a question, in which anonymous things may exist."""
        return OpenWorld(self.core, lambda: self.facts_read_by(prepared), things)

    def facts_read_by(self, prepared: PreparedQuestion) -> frozenset[str]:
        """Return the facts that a question reads, directly or through the questions it calls."""
        key = prepared.question if prepared.free_term is None else prepared.free_term
        names = self._facts_read.get(key)
        if names is None:
            facts = (
                self.dependence().facts_of_question(prepared.question)
                if prepared.free_term is None
                else self.dependence().reach_of_term(prepared.free_term).facts
            )
            names = self._facts_read[key] = facts
        return names

    def prepare_question(self, question: str, names: tuple[str, ...], world: str | Mapping[str, str] | None) -> PreparedQuestion:
        """Parse a question and the names of its facts; memoized."""
        key = (question, names, world if isinstance(world, str | None) else tuple(world.items()))
        prepared = self._prepared.get(key)
        if prepared is None:
            if len(self._prepared) > MAX_QUESTIONS_READ:
                self._prepared.clear()
            prepared = self._prepared[key] = _read_question(self.core, question, names, world)
        return prepared

    def read_given_value(self, fact: FactKey, is_fact: bool, raw_value: Any) -> Any:
        """Read a given value as a value of the core; memoized."""
        key = (fact[0], raw_value.__class__, raw_value)
        try:
            return self._values[key]
        except KeyError:
            core = self.core
            if is_fact:
                value = read_value(core, core.facts[fact[0]].type, raw_value, fact[0])
            else:
                value = read_answer(core, core.questions[fact[0]], raw_value)
            if len(self._values) < 100_000:
                self._values[key] = value
            return value
        except TypeError as error:
            raise WrongInput(f"`{raw_value}` is not a value of `{fact[0]}`") from error

    def read_switches(
        self, options: Iterable[str], readings: Mapping[str, str], scenario: str | None, games: Iterable[str] | None
    ) -> Switches:
        """Check the switches; memoized."""
        key = (tuple(options), tuple(readings.items()), scenario, None if games is None else tuple(games))
        switches = self._switches.get(key)
        if switches is None:
            switches = self._switches[key] = check_switches(self.core, key[0], readings, scenario, key[3])
        return switches


_ENGINES: LruCache[Core, Engine] = LruCache(8, equal=is_)
"""The engines of the cores used last: a run of examples asks one core thousands of times."""


def engine_of(core: Core, sibling: Engine | None = None) -> Engine:
    """Return the engine of a core, built on first use; `sibling` is the engine of a core that shares most of its questions."""
    return _ENGINES.get(core) or _ENGINES.put(core, Engine(core, sibling))


@nests_deep
def ask(
    core: Core,
    question: str,
    facts: Mapping[str, Any] | None = None,
    *,
    world: str | Mapping[str, str] | None = None,
    options: Iterable[str] = (),
    readings: Mapping[str, str] | None = None,
    scenario: str | None = None,
    games: Iterable[str] | None = None,
    closed: bool = False,
    assume_usual: bool = False,
    over: Iterable[str] = (),
    ends: Iterable[Pick] = (),
    brief: bool = False,
    premises: bool = False,
    budget: int | None = None,
    watch: Watch | None = None,
    memo: AnswerMemo | None = None,
) -> Answer:
    """Return the answer to a question such as `allowance(u)`, with its explanation.

    `facts` gives facts, and answers to take as given, by name (`u.arm`, `weather`, `distance(u, t)`), as texts in the language (`7 MP`,
    `cavalry`, `yes`) or plain values. Things are those that the question, the facts and `world` (`u, v: unit; h: hex`) name; unless the
    world is `closed`, an unknown fact may also have an anonymous thing as its value. With `assume_usual` an unknown fact has its default,
    if it has one, and the answer lists the defaults that it depends on. With `over` the answer also covers each value of these facts, which
    must not be given; with `ends` it states its least or greatest possible value. A `brief` answer omits its inner answers.
    With `premises` the answer states what it rests on. Raises `WrongInput` for names that the core lacks, for a
    value outside its domain, and for more steps than the `budget` allows. The `watch` may end it before, with `Stopped`. Answers are taken
    from the `memo` where they are in it, and stored there.
    """
    try:
        question_read = read_question(
            core, question, facts, world=world, options=options, readings=readings, scenario=scenario, games=games, closed=closed,
            assume_usual=assume_usual, over=over, ends=ends, brief=brief, premises=premises, budget=budget, watch=watch,
        )  # fmt: skip
    except OpenParameters as error:
        missing = tuple(MissingFact(param.name, domain_text(core, param.type), takes=domain_of(core, param.type)) for param in error.params)
        return Answer(core.book, core.edition, error.question, Status.MISSING, missing=missing)
    advice = core.questions[question_read.prepared.question].advice if question_read.prepared.free_term is None else None
    answer = question_read.work_out() if memo is None or advice is not None else question_read.recall_or_work_out(memo)
    if advice is not None:
        call = call_text(advice, question_read.prepared.args, core.questions[advice].params)
        asked_advice = ask(
            core, call, question_read.given_facts, world=world, options=options, readings=readings, scenario=scenario, games=games,
            closed=closed, assume_usual=assume_usual, brief=brief, premises=premises, budget=budget, watch=watch,
        )  # fmt: skip
        answer = replace(answer, advice=asked_advice)
    return replace(answer, renamed=question_read.renamed) if question_read.renamed else answer


class OpenParameters(WrongInput):
    """A question has parameters of which no value is given."""

    def __init__(self, question: str, params: tuple[Param, ...]) -> None:
        names = listing([f"`{param.name}`" for param in params], "and")
        super().__init__(f"`{question}` leaves {names} open", hints=["give a value, as a fact of that name or in its place"])
        self.question, self.params = question, params


def read_question(
    core: Core,
    question: str,
    facts: Mapping[str, Any] | None,
    *,
    world: str | Mapping[str, str] | None = None,
    options: Iterable[str] = (),
    readings: Mapping[str, str] | None = None,
    scenario: str | None = None,
    games: Iterable[str] | None = None,
    closed: bool = False,
    assume_usual: bool = False,
    over: Iterable[str] = (),
    ends: Iterable[Pick] = (),
    brief: bool = False,
    premises: bool = False,
    budget: int | None = None,
    watch: Watch | None = None,
) -> AskedQuestion:
    """Return a question as `ask` takes it, read and ready to be answered. Raises `WrongInput`."""
    engine = engine_of(core)
    present = PresentNames(core.former_names)
    question, given_facts, world = present.in_text(question), present.in_facts(facts or {}), present.in_world(world)
    question, given_facts, unfilled = fill_parameters(core, question, given_facts)
    if unfilled:
        raise OpenParameters(question, unfilled)
    options, over_names = present.in_names(options), tuple(present.in_names(over))
    if options or readings or scenario is not None or games is not None:
        switches = engine.read_switches(options, readings or {}, scenario, games)
    else:
        switches = _OFF
    prepared = engine.prepare_question(question, (*given_facts, *over_names), world)
    known_facts, fixed = _read_given(engine, prepared, given_facts)
    keys = _keys_to_vary(prepared, over_names, known_facts)
    things = _things_with_values(core, prepared, known_facts) if prepared.names_things else prepared.things
    inquiry = Inquiry(
        engine.machine, switches, known_facts, fixed, things,
        budget=max_passes(budget), open_world=None if closed else engine.open_world(prepared, things), steps=StepBudget(budget, watch),
        evaluations=engine.evaluations,
    )  # fmt: skip
    renamed = tuple(present.renamed.items())
    return AskedQuestion(engine, question, prepared, inquiry, given_facts, renamed, keys, assume_usual, tuple(ends), brief, premises)


class AskedQuestion(NamedTuple):
    """A question that is read, with the inquiry into it: what is known and the switches. `keys` are facts that its answer ranges over.

    `renamed` are the former names in it, each with the present one.
    """

    engine: Engine
    text: str
    prepared: PreparedQuestion
    base: Inquiry
    given_facts: Mapping[str, Any]
    renamed: tuple[tuple[str, str], ...]
    keys: tuple[FactKey, ...]
    assume_usual: bool
    ends: tuple[Pick, ...]
    brief: bool
    premises: bool

    def recall_or_work_out(self, memo: AnswerMemo) -> Answer:
        """Return the answer in the memo of a situation that agrees on all that it looked at, or else work it out and store it."""
        facts, is_open = self.base.facts, self.base.open_world is not None
        memo_key = (
            self.text, self.keys, self.ends, is_open, self.assume_usual, self.brief, self.premises, self.base.steps.limit,
            self._always_looked_at(),
        )  # fmt: skip
        answers = memo.of_context((self.base.switches, tuple(self.base.things.items())))
        by_facts = answers.get(memo_key)
        answer = None if by_facts is None else by_facts.find_result(lambda key: facts.get(key, ABSENT))
        if answer is None:
            looked_at: set[FactKey] = set()
            answer = self._replace(base=replace(self.base, looked_at=looked_at)).work_out()
            memo.store_result(answers, memo_key, looked_at, lambda key: facts.get(key, ABSENT), answer)
        return answer

    def _always_looked_at(self) -> Hashable:
        """Return what is given of facts on which the answer may depend without a trace: those that statements of what is impossible read.

        If something is given that rules answer, they are all facts that the question can read: any of them may overrule it.
        """
        engine, facts, fixed = self.engine, self.base.facts, self.base.fixed
        if self.base.switches.options:  # they may need facts
            return frozenset(facts.items()), frozenset(fixed.items())
        names = set(engine.machine.impossible_statements().group_of if engine.core.impossible else ())
        if fixed or any(name in engine.core.questions for name, _ in facts):
            names |= engine.facts_read_by(self.prepared)
        return frozenset(entry for entry in facts.items() if entry[0][0] in names), frozenset(fixed.items())

    def start(self) -> tuple[Inquiry, AssumedInquiry]:
        """Return the inquiry, and the same with what is assumed. Raises `WrongInput` if no such situation is possible."""
        engine, prepared = self.engine, self.prepared
        inquiry = heed_stipulations(self.base, engine.sensitivity)
        if prepared.free_term is None:
            inquiry = question_inquiry(engine, inquiry, prepared.question, prepared.args)
        else:
            inquiry = free_inquiry(engine, inquiry, prepared.free_term)
        if engine.core.impossible and inquiry.is_impossible({}) is True:
            raise WrongInput("no such situation is possible: the book says so")
        if inquiry.switches.options:
            check_options(engine, inquiry)
        if not self.assume_usual:
            return inquiry, AssumedInquiry(inquiry, {})
        return inquiry, with_assumptions(inquiry, engine.default_values, frozenset(self.keys))

    def work_out(self) -> Answer:
        """Return the answer."""
        engine, prepared, core = self.engine, self.prepared, self.engine.core
        inquiry_without_defaults, assumed_inquiry = self.start()
        inquiry = assumed_inquiry.inquiry
        if prepared.free_term is None:
            answer = answer_for(engine, inquiry, prepared.question, prepared.args, brief=self.brief)
        else:
            answer = free_answer(engine, inquiry, prepared.question, prepared.unit, with_readings=True, brief=self.brief)
        if self.assume_usual:
            answer = replace(answer, assumed=_assumed_throughout(core, assumed_inquiry, answer))
        if self.premises:
            answer = _with_premises(engine, assumed_inquiry, answer)
        if against_rulings := _readings_against_rulings(core, inquiry.switches):
            answer = replace(answer, against_rulings=against_rulings)
        if (fact := asked_fact(core, prepared)) is not None:
            answer = without_own_assumption(assumed_inquiry, answer, fact)
        if self.keys:
            load_defaults = engine.default_values if self.assume_usual else None
            heed_facts = partial(heed_stipulations, sensitivity_of=engine.sensitivity)
            answer = replace(answer, over=answers_over(inquiry_without_defaults, self.keys, prepared.unit, load_defaults, heed_facts))
        if self.ends:
            bounds = bounds_of_answer(inquiry, prepared.kind, prepared.unit, self.text)
            answer = replace(
                answer, least=bounds.get(Pick.LEAST) if Pick.LEAST in self.ends else None,
                most=bounds.get(Pick.GREATEST) if Pick.GREATEST in self.ends else None,
            )  # fmt: skip
        return answer


def fill_parameters(core: Core, question: str, facts: dict[str, Any]) -> tuple[str, dict[str, Any], tuple[Param, ...]]:
    """Return a call with the values that are given for parameters in place of their names, the other facts, and the parameters without one.

    So `break_into(u, f)` can be asked as it is listed, with `f=corps`. The name of a thing is a value of its own.
    """
    call = simple_call(question)
    declared = None if call is None else core.questions.get(call[0])
    if call is None or declared is None or len(call[1]) != len(declared.params):
        return question, facts, ()
    open_params = [
        param
        for param, text in zip(declared.params, call[1], strict=True)
        if text == param.name and not isinstance(param.type, types.Thing) and not is_value(core, param.type, text)
    ]
    values = {param.name: value_text(facts[param.name]) for param in open_params if param.name in facts}
    if values:
        question = f"{call[0]}({', '.join(values.get(text, text) for text in call[1])})"
        facts = {name: value for name, value in facts.items() if name not in values or name in core.facts}
    return question, facts, tuple(param for param in open_params if param.name not in values)


def _read_given(
    engine: Engine, prepared: PreparedQuestion, given_facts: Mapping[str, Any]
) -> tuple[dict[FactKey, Any], dict[FactKey, Any]]:
    """Return the facts that are given, and the answers that are to be taken as given. Raises `WrongInput`."""
    known_facts: dict[FactKey, Any] = {}
    fixed: dict[FactKey, Any] = {}
    for (key, is_fact), text in zip(prepared.keys[: len(given_facts)], given_facts.values(), strict=True):
        value = engine.read_given_value(key, is_fact, text)
        if is_fact:
            check_between_two(engine.core, key, value, known_facts)
        (known_facts if is_fact else fixed)[key] = value
    return known_facts, fixed


def _readings_against_rulings(core: Core, switches: Switches) -> tuple[SettledReading, ...]:
    """Return the readings that the switches take otherwise than a ruling settles them."""
    choices = ((core.readings[name], choice) for name, choice in switches.readings)
    return tuple(
        SettledReading(reading.name, choice, reading.settled_by or "", reading.settled_as)
        for reading, choice in choices
        if reading.settled_as is not None and reading.settled_as != choice
    )


def _assumed_throughout(core: Core, assumed_inquiry: AssumedInquiry, answer: Answer) -> tuple[Assumption, ...]:
    """Return the assumptions of an answer and of those inside it: under each choice of a reading, and as it is played."""
    inner = [choice_answer for reading in answer.readings for _, choice_answer in reading.outcomes]
    if answer.as_played is not None:
        inner.append(answer.as_played)
    outermost = list_assumptions(core, assumed_inquiry.assumed)
    return tuple(dict.fromkeys((*outermost, *(assumption for inner_answer in inner for assumption in inner_answer.assumed))))


def _keys_to_vary(prepared: PreparedQuestion, names: tuple[str, ...], known_facts: Mapping[FactKey, Any]) -> tuple[FactKey, ...]:
    """Return the keys of these facts, over which the answer is computed."""
    keys: list[FactKey] = []
    for name, (key, is_fact) in zip(names, prepared.keys[len(prepared.keys) - len(names) :], strict=True):
        if not is_fact:
            raise WrongInput(f"`{name}` is what rules answer; answers are shown over a fact, a die or a choice")
        if key in known_facts or key in keys:
            raise WrongInput(f"`{name}` is {'given' if key in known_facts else 'named'} already: its values cannot be gone through")
        keys.append(key)
    return tuple(keys)


def question_inquiry(engine: Engine, base: Inquiry, name: str, args: tuple[Any, ...]) -> Inquiry:
    """Return the same inquiry with a question as its goal."""
    sensitivity = partial(engine.sensitivity, name, base.switches)
    return replace(base, goal=lambda s: s.evaluate(name, args).value, sensitivity=sensitivity, passes=0, spent=False)


def free_inquiry(engine: Engine, base: Inquiry, term: Term) -> Inquiry:
    """Return the same inquiry with a term as its goal."""
    code = engine.machine.compiler.compile_term(term, 0)
    return replace(base, goal=lambda s: code(s, ()), sensitivity=partial(engine.sensitivity, term, base.switches), passes=0, spent=False)


def free_answer(
    engine: Engine, inquiry: Inquiry, text: str, unit: str | None = None, *, with_readings: bool = False, brief: bool = False
) -> Answer:
    """Return the answer to a question that is an expression: status and value, with the answers it depends on inside."""

    def respond(branch_inquiry: Inquiry) -> Answer:
        return free_answer(engine, branch_inquiry, text, unit, brief=brief)

    result = inquiry.find_answer()
    core, assignment = engine.core, {**inquiry.facts, **inquiry.fixed}
    value = _final_value(result)
    status = status_of(value)
    inner = answers_of(core, result.situation.frame, result.situation, brief=brief)
    answer = Answer(
        core.book,
        core.edition,
        text,
        status,
        value if status is Status.ANSWERED else None,
        unit if status is Status.ANSWERED else None,
        because=tuple(reason for inner_answer in inner[:1] for reason in inner_answer.because),
        missing=missing_facts(core, result.missing, inquiry.things, allows_unnamed=inquiry.open_world is not None),
        left=incompleteness_note(inquiry, result),
        conflict=next((inner_answer.conflict for inner_answer in inner if inner_answer.conflict), ()),
        undetermined=undetermined_of(value, result.situation, result.situation.frame),
        not_held=tuple(dict.fromkeys(case for inner_answer in inner for case in inner_answer.not_held)),
        outlived=tuple(dict.fromkeys(each for inner_answer in inner for each in inner_answer.outlived)),
        out_of_range=next((inner_answer.out_of_range for inner_answer in inner if inner_answer.out_of_range), None)
        if status is Status.OUT_OF_RANGE
        else None,
        inner=() if brief else inner,
        overruled=find_common_overruled(core, result.leaves or (result.situation,), assignment),
    )
    return _answer_all_readings(engine, inquiry, result, answer, respond) if with_readings else answer


def answer_for(
    engine: Engine, inquiry: Inquiry, name: str, args: tuple[Any, ...], *, with_readings: bool = True, brief: bool = False
) -> Answer:
    """Return the answer of an inquiry into a question."""

    def respond(branch_inquiry: Inquiry) -> Answer:
        return answer_for(engine, branch_inquiry, name, args, with_readings=False, brief=brief)

    result = inquiry.find_answer()
    core, assignment = engine.core, {**inquiry.facts, **inquiry.fixed}
    evaluation = result.situation.evaluate(name, args)
    value = _final_value(result)
    answer = answer_of(core, evaluation, result.situation, value, brief=brief)
    if result.missing:
        missing = missing_facts(core, result.missing, inquiry.things, allows_unnamed=inquiry.open_world is not None)
        answer = replace(answer, missing=missing, left=incompleteness_note(inquiry, result))
    overruled_facts = find_overruled(core, result.situation, assignment)
    if overruled_facts:
        answer = replace(answer, overruled=overruled_facts)
    if result.leaves:
        answer = common_explanation(core, answer, result.leaves, (name, args), assignment)
    return _answer_all_readings(engine, inquiry, result, answer, respond) if with_readings else answer


def incompleteness_note(inquiry: Inquiry, result: InquiryResult) -> str:
    """Return the note on an incomplete search for missing facts, with a remedy; empty if the search was complete."""
    if not result.is_spent:
        return ""
    core = inquiry.machine.core
    things = [fact for fact, _ in result.missing if isinstance(core.facts[fact[0]].type, types.Thing)]
    done = "give more facts"
    if things and inquiry.open_world is not None:
        done = f"name {fact_text(core, things[0])} and give what is asked of it, give more facts, say `--closed` if nothing else is there"
    return f"there are more possibilities than were tried, so other facts may matter too: {done}, or allow more with `--budget N`"


def _final_value(result: InquiryResult) -> Any:
    if result.outcome is None:
        value = result.value
        facts = tuple(fact for fact, _ in result.missing) or value.facts
        return Unknown(value.conflict, value.whys, facts, value.readings, value.out_of_range)
    return result.value


def _answer_all_readings(engine: Engine, inquiry: Inquiry, result: InquiryResult, answer: Answer, respond: Respond) -> Answer:
    """Return the answer with its outcomes under each choice of the open readings it met, and as played."""
    is_open = result.value.__class__ is Unknown and result.value.readings
    if not result.readings and not is_open:
        return answer
    names = _readings_met(engine.core, result)
    choices = sum(len(engine.core.readings[name].choices) for name in names) if result.outcome is None else 1
    inquiry = replace(inquiry, budget=max(MAX_PASSES_OF_CHOICES // max(choices, 1), MIN_PASSES_PER_CHOICE))
    readings = _reading_outcomes(engine, inquiry, names, respond)
    played = _answer_as_played(engine, inquiry, readings, respond) if readings and answer.status in _STATUSES_BY_READINGS else None
    if played is not None and played.status is answer.status is Status.MISSING:
        played = None  # facts are missing under the choices in play too
    return replace(answer, readings=readings, as_played=played)


def _readings_met(core: Core, result: InquiryResult) -> tuple[str, ...]:
    """Return the open readings met, in the order of the book; only those that matter if the answer is open by readings."""
    names = set(result.readings)
    if result.value.__class__ is Unknown and result.value.readings:
        names = set(result.value.readings) if result.outcome is not None else names | result.value.readings
    return tuple(reading for reading in core.readings if reading in names)


def _reading_outcomes(engine: Engine, inquiry: Inquiry, names: tuple[str, ...], respond: Respond) -> tuple[ReadingOutcome, ...]:
    """Return the open readings, each with its outcome under each choice."""
    core = engine.core
    reading_outcomes: list[ReadingOutcome] = []
    for reading in names:
        outcomes = [
            (choice.name, _answer_under_choices(engine, inquiry, {reading: choice.name}, respond))
            for choice in core.readings[reading].choices
        ]
        reading_outcomes.append(reading_outcome(core, reading, tuple(outcomes)))
    return tuple(reading_outcomes)


def _answer_as_played(engine: Engine, inquiry: Inquiry, readings: tuple[ReadingOutcome, ...], respond: Respond) -> Answer | None:
    """Return the answer under the choices in play of these readings; None if one has no such choice."""
    in_play = {reading.reading: reading.in_play for reading in readings if reading.in_play is not None}
    if len(in_play) < len(readings):
        return None
    if len(readings) == 1:
        return dict(readings[0].outcomes)[in_play[readings[0].reading]]
    return _answer_under_choices(engine, inquiry, in_play, respond)


def _answer_under_choices(engine: Engine, inquiry: Inquiry, choices: Mapping[str, str], respond: Respond) -> Answer:
    """Return the answer under some choices of readings."""
    branch_inquiry, assumed, _ = _inquiry_under_choices(engine, inquiry, choices)
    answer = respond(branch_inquiry)
    return replace(answer, assumed=list_assumptions(engine.core, assumed)) if assumed else answer


def _inquiry_under_choices(engine: Engine, inquiry: Inquiry, choices: Mapping[str, str]) -> AssumedInquiry:
    """Return the inquiry under some choices of readings; defaults are assumed again, since other facts may be consulted there."""
    branch_inquiry = replace(inquiry, switches=inquiry.switches.with_readings(choices), defaults=None, passes=0, spent=False)
    if inquiry.defaults is None:
        return AssumedInquiry(branch_inquiry, {})
    return with_assumptions(branch_inquiry, engine.default_values, inquiry.defaults.withheld)


def _with_premises(engine: Engine, assumed_inquiry: AssumedInquiry, answer: Answer) -> Answer:
    """Return the answer with its premises, and those of the answer as it is played."""
    played = answer.as_played
    if played is not None:
        in_play = {reading.reading: reading.in_play for reading in answer.readings if reading.in_play is not None}
        under_choices = _inquiry_under_choices(engine, assumed_inquiry.inquiry, in_play)
        played = replace(played, rests_on=find_premises(under_choices, played.outcome))
    return replace(answer, rests_on=find_premises(assumed_inquiry, answer.outcome), as_played=played)


def check_options(engine: Engine, inquiry: Inquiry) -> None:
    """Refuse an option whose condition is false. Raises `WrongInput`."""
    for name in inquiry.switches.options:
        option = engine.core.options[name]
        if option.needs is None:
            continue
        code = engine.machine.compiler.compile_term(option.needs, 0)
        situation = inquiry.build_situation({}, inquiry.switches)
        if code(situation, ()) is False:
            raise WrongInput(f"the option `{name}` needs {option.needs_text}")


def check_fact_names(core: Core, question: str, names: Iterable[str], world: str | Mapping[str, str] | None) -> None:
    """Check that a question exists, and that all these names are facts of things that it or the world names, or open parameters of it.

    Raises `WrongInput`.
    """
    present = PresentNames(core.former_names)
    things = parse_world(core, present.in_world(world))
    facts = present.in_facts(dict.fromkeys(names, ""))
    call = simple_call(present.in_text(question))
    if call is not None:
        declared = find_question(core, call[0])
        record_thing_kinds(core, things, declared.params, call[1], call[0])
        _, facts, _ = fill_parameters(core, present.in_text(question), facts)
    reader = NameReader(core, things)
    reader.infer_thing_kinds(facts)
    for name in facts:
        reader.resolve_name(name)


# ---- reading the question and the names of facts -----------------------------------------------------------------------------------------


def _read_question(core: Core, question: str, names: tuple[str, ...], world: str | Mapping[str, str] | None) -> PreparedQuestion:
    things = parse_world(core, world)
    call = simple_call(question)
    free: tuple[Term, types.Type] | None = None
    name, args = question.strip(), ()
    if call is None:
        from rulewright.engines.interpreter.query_expressions import read_free_question

        term, kind, things = read_free_question(core, question, things)
        free = (term, kind)
    else:
        name = call[0]
        declaration = find_question(core, name)
        record_thing_kinds(core, things, declaration.params, call[1], name)
        args = tuple(read_argument(core, param, text) for param, text in zip(declaration.params, call[1], strict=True))
    reader = NameReader(core, things)
    reader.infer_thing_kinds(names)
    keys: list[tuple[FactKey, bool]] = []
    for text in names:
        target, arg_texts, decl = reader.resolve_name(text)
        values = tuple(read_argument(core, param, arg) for param, arg in zip(decl.params, arg_texts, strict=True))
        keys.append((decl.key(values) if isinstance(decl, FactDecl) else (target, values), isinstance(decl, FactDecl)))
    names_things = any(is_fact and isinstance(core.facts[fact].type, types.Thing) for (fact, _), is_fact in keys)
    prepared = PreparedQuestion(name, args, _group_by_kind(things), tuple(keys), names_things)
    if free is None:
        prepared.kind = core.questions[name].type
        prepared.unit = unit_of(core.questions[name])
    else:
        prepared.free_term, prepared.kind = free
        prepared.unit = types.unit_of_type(free[1])
    return prepared


def _group_by_kind(things: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    names_by_kind: dict[str, list[str]] = {}
    for name, record in things.items():
        names_by_kind.setdefault(record, []).append(name)
    return {record: tuple(names) for record, names in names_by_kind.items()}


def _things_with_values(core: Core, prepared: PreparedQuestion, known_facts: Mapping[FactKey, Any]) -> dict[str, tuple[str, ...]]:
    """Return the things, with those that occur only as the values of facts."""
    kinds = {name: record for record, names in prepared.things.items() for name in names}
    for (name, _), value in known_facts.items():
        kind = core.facts[name].type
        if isinstance(kind, types.Thing) and value is not None and kinds.setdefault(value, kind.record) != kind.record:
            raise WrongInput(f"`{value}` is a {kinds[value]}, but a {kind.record} is expected")
    return _group_by_kind(kinds)
