"""Runs the examples of a core: expectations under given facts.

A failed expectation yields a sentence with the actual result and its reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from rulewright.analysis.touched import Touched, touched_parts
from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Expected
from rulewright.base.prose_lists import listing
from rulewright.base.records import record
from rulewright.base.runtime import nests_deep
from rulewright.base.source import Location
from rulewright.base.workers import Parcel
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.core.wording import Wording, fact_text, larger_measures, value_text, with_unit
from rulewright.engines.interpreter.answer import SAYS_NOTHING, Answer, Overruled, Why
from rulewright.engines.interpreter.ask import Engine, answer_for, check_options, engine_of, free_answer, free_inquiry, question_inquiry
from rulewright.engines.interpreter.assumptions import assume_defaults
from rulewright.engines.interpreter.explanation import find_common_overruled
from rulewright.engines.interpreter.explore import Inquiry, InquiryResult, collect_given_facts
from rulewright.engines.interpreter.query_inputs import check_switches
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.step_budget import StepBudget
from rulewright.engines.interpreter.stipulations import heed_stipulations
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.semantics import terms
from rulewright.semantics.model import Example, Expectation, FactDecl
from rulewright.semantics.terms import Term


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """The result of an example. `message` is empty if it passed. `touched` are the parts of the core that it used."""

    title: str
    case: str
    edition: str
    passed: bool
    message: str
    location: Location | None
    tags: tuple[str, ...]
    touched: frozenset[Touched] = frozenset()


def run_examples(core: Core, budget: int | None = None) -> tuple[ExampleResult, ...]:
    """Run the examples of a core, in their order."""
    return tuple(run_example(core, example, budget) for example in core.examples)


def run_examples_of(cores: Sequence[Parcel[Core]], budget: int | None = None) -> list[ExampleResult]:
    """Run the examples of several cores, for a worker."""
    return [result for core in cores for result in run_examples(core.value, budget)]


@nests_deep
def run_example(core: Core, example: Example, budget: int | None = None) -> ExampleResult:
    """Run one example: it passes if its expectations are met within the budget."""
    engine = engine_of(core)
    watched: list[Situation] = []
    try:
        run = _ExampleRun(engine, _build_inquiry(engine, example, watched, budget), example.as_usual)
        messages = [message for then in example.then if (message := _check_expectation(run, then))]
        if not example.then:
            messages = ["the example says nothing that should follow"]
    except WrongInput as wrong:
        messages = [wrong.message]
    touched = touched_parts(core, watched)
    return ExampleResult(
        example.title, example.case, core.edition, not messages, "; ".join(messages), example.location, example.tags, touched
    )


@nests_deep
def is_passing(core: Core, example: Example) -> bool:
    """Return True if an example passes, as `run_example` would find, without the search for missing facts."""
    engine = engine_of(core)
    try:
        base = _build_inquiry(engine, example, [])
        base.observed, base.last = None, None if example.as_usual else {}
        run = _ExampleRun(engine, base, example.as_usual)
        return bool(example.then) and all(_is_expectation_met(run, then) for then in example.then)
    except WrongInput:
        return False


@nests_deep
def find_overruled_givens(core: Core, example: Example) -> tuple[Overruled, ...]:
    """Return the answers that an example gives and the rules contradict; empty where the example cannot be run.

    Facts are not among them: an example may give what is seen, to show that the rules work out something else.
    """
    if all(fix.name in core.facts for fix in example.given):
        return ()
    engine = engine_of(core)
    try:
        inquiry = _build_inquiry(engine, example, [])
    except WrongInput:
        return ()
    situation = inquiry.build_situation({}, inquiry.switches)
    overruled: list[Overruled] = []
    for key, answer in inquiry.fixed.items():
        if not situation.evaluate(*key).is_fixed:
            result = question_inquiry(engine, inquiry, *key).find_answer()
            overruled += find_common_overruled(core, result.leaves or (result.situation,), {key: answer})
    return tuple(overruled)


@record
class _ExampleRun:
    """An example being run: its inquiry without a goal, and whether facts that are not given have their usual values."""

    engine: Engine
    base: Inquiry
    as_usual: bool

    def assume_usual_values(self, inquiry: Inquiry) -> Inquiry:
        """Return an inquiry into an expectation, with the usual values if the example has them."""
        return assume_defaults(inquiry, self.engine.default_values) if self.as_usual else inquiry


def _is_expectation_met(run: _ExampleRun, then: Expectation) -> bool:
    outcomes: dict[str, Any] = {"holds": ("answered", True), "undetermined": ("undetermined",)}
    outcomes |= {word: (word,) for word in ("conflict", "out of range")}
    outcomes |= {word: ("answered", word) for word in ("permitted", "forbidden", "required")}
    if then.expected in outcomes and _inquiry_of(run, then.about).common_outcome() != outcomes[then.expected]:
        return False
    return then.expected not in {"undetermined", "missing"} or not _check_expectation(run, then)


def _build_inquiry(engine: Engine, example: Example, watched: list[Situation], budget: int | None = None) -> Inquiry:
    """Return the inquiry of an example, without a goal. Raises `WrongInput` for an impossible situation."""
    core = engine.core
    switches = check_switches(core, example.options, dict(example.readings), example.scenario, None)
    facts, fixed, narrowed = collect_given_facts(engine.machine, example.given)
    things: dict[str, tuple[str, ...]] = {}
    for name, kind in example.world:
        things[kind] = (*things.get(kind, ()), name)
    inquiry = Inquiry(
        engine.machine,
        switches,
        facts,
        fixed,
        things,
        conditions_by_fact=narrowed,
        observed=watched,
        steps=StepBudget(budget),
    )
    inquiry = heed_stipulations(inquiry, engine.sensitivity)
    if core.impossible and inquiry.is_impossible({}) is True:
        raise WrongInput("no such situation is possible: the book says so")
    check_options(engine, inquiry)
    return inquiry


# ---- expectations ------------------------------------------------------------------------------------------------------------------------


def _check_expectation(run: _ExampleRun, then: Expectation) -> str:
    """Return the failure of an expectation as a sentence; empty if it is met."""
    if then.expected is Expected.HOLDS:
        return _check_condition(run, then)
    answer = _answer_expectation(run, then.about)
    result = _result_text(run, answer)
    expected = f"expected `{then.text}`"
    match then.expected:
        case Expected.PERMITTED | Expected.FORBIDDEN | Expected.REQUIRED:
            return "" if answer.status is Status.ANSWERED and answer.value == then.expected else f"{expected}, but {result}"
        case Expected.CONFLICT:
            hint = f"; write `then out of range {then.text.removeprefix('conflict ')}`" if answer.status is Status.OUT_OF_RANGE else ""
            return "" if answer.status is Status.CONFLICT else f"{expected}, but {result}{hint}"
        case Expected.OUT_OF_RANGE:
            return "" if answer.status is Status.OUT_OF_RANGE else f"{expected}, but {result}"
        case Expected.MISSING:
            names = {fact.fact for fact in answer.missing if fact.certain}
            lacking = [fact for fact in then.lacks if fact not in names]
            if answer.status is not Status.MISSING:
                return f"{expected}, but {result}"
            return f"{expected}, but {listing(f'`{fact}`' for fact in lacking)} does not matter; {result}" if lacking else ""
        case Expected.UNDETERMINED:
            return _check_undetermined(then, answer, f"{expected}, but {result}")
        case _:
            assert_never(then.expected)


def _check_undetermined(then: Expectation, answer: Answer, message: str) -> str:
    if answer.status is not Status.UNDETERMINED or answer.undetermined is None:
        return message
    if then.reading is not None and then.reading not in {reading.reading for reading in answer.readings}:
        return f"{message}, and the reading `{then.reading}` does not decide it"
    reasons = {Why.SILENT.value: SAYS_NOTHING}.get(then.why or "", {then.why})
    if then.why is not None and answer.undetermined.why not in reasons:
        return message
    return ""


def _check_condition(run: _ExampleRun, then: Expectation) -> str:
    result = run.assume_usual_values(free_inquiry(run.engine, run.base, then.about)).find_answer()
    if result.outcome == ("answered", True):
        return ""
    expected = f"expected `{then.text}`"
    if isinstance(then.about, terms.Compare) and isinstance(then.about.left, terms.Ask):
        return f"{expected}, but {_result_text(run, _answer_expectation(run, then.about.left))}"
    call = then.about.of if isinstance(then.about, terms.Not) else then.about
    if isinstance(call, terms.Ask | terms.AskVerdict):
        return f"{expected}, but {_result_text(run, _answer_expectation(run, call))}"
    return f"{expected}, but {_condition_result_text(run, result)}"


def _condition_result_text(run: _ExampleRun, result: InquiryResult) -> str:
    if result.outcome is None:
        return f"this {_dependence_text(run, [fact_text(run.engine.core, fact) for fact, _ in result.missing])}"
    words = {"answered": "it is false", "conflict": "rules are in conflict", "out of range": "a result is out of its range"}
    return words.get(result.outcome[0], "it is undetermined")


def _dependence_text(run: _ExampleRun, facts: Sequence[str]) -> str:
    """Return the facts that are not given, as the end of a sentence; for those with a usual value, how the example would assume it."""
    declarations = [] if run.as_usual else [(fact, _declaration_of(run.engine.core, fact)) for fact in facts]
    usual = [f"`usually {value_text(declared.usual.value)}` of `{fact}`" for fact, declared in declarations if declared and declared.usual]
    hint = f"; {listing(usual, 'and')} {'is' if len(usual) == 1 else 'are'} assumed only in an `example … as usual`" if usual else ""
    return f"depends on {listing((f'`{fact}`' for fact in facts), 'and')}, not given{hint}"


def _declaration_of(core: Core, fact: str) -> FactDecl | None:
    """Return the declaration of a fact by its text: of `status of unit` for `u.status`, of `next_to` for `next_to(a, b)`."""
    name = fact.partition("(")[0].rpartition(".")[2]
    return next((declared for declared in core.facts.values() if declared.name.rpartition(".")[2] == name), None)


def _answer_expectation(run: _ExampleRun, about: Term) -> Answer:
    """Return the answer to the question of an expectation."""
    call, inquiry = _called_question(run, about), _inquiry_of(run, about)
    return free_answer(run.engine, inquiry, "") if call is None else answer_for(run.engine, inquiry, *call)


def _inquiry_of(run: _ExampleRun, about: Term) -> Inquiry:
    """Return the inquiry into an expectation."""
    call = _called_question(run, about)
    return run.assume_usual_values(
        free_inquiry(run.engine, run.base, about) if call is None else question_inquiry(run.engine, run.base, *call)
    )


def _called_question(run: _ExampleRun, about: Term) -> tuple[str, tuple[Any, ...]] | None:
    """Return the question and operands of an expectation; None if it is a condition, or an operand is unknown."""
    if not isinstance(about, terms.Ask | terms.AskVerdict):
        return None
    codes = [run.engine.machine.compiler.compile_term(arg, 0) for arg in about.args]
    situation = run.base.build_situation({}, run.base.switches)
    args = tuple(code(situation, ()) for code in codes)
    return None if any(arg.__class__ is Unknown for arg in args) else (about.question, args)


def _result_text(run: _ExampleRun, answer: Answer) -> str:
    """Return the actual result and the rules behind it, as the end of a sentence."""
    match answer.status:
        case Status.ANSWERED:
            rules = listing((reason.rule for reason in answer.because), "and")
            rules_text = f" by {rules}" if rules else ", since no rule says otherwise"
            return f"it is {_value_text(run.engine.core, answer)}{rules_text}{_inapplicable_text(answer)}"
        case Status.CONFLICT:
            rules = listing((clash.rule for clash in answer.conflict if clash.rule), "and")
            return f"{rules} are in conflict" if rules else "rules are in conflict"
        case Status.OUT_OF_RANGE:
            return _out_of_range_text(answer)
        case Status.MISSING:
            return f"it {_dependence_text(run, [fact.fact for fact in answer.missing])}"
        case Status.UNDETERMINED:
            why = answer.undetermined
            reason = "" if why is None else f" ({why.why}{f', {why.case}' if why.case else ''})"
            return f"it is undetermined{reason}{_inapplicable_text(answer)}"


def _out_of_range_text(answer: Answer) -> str:
    """Return the result that is out of its range, with its range, as the end of a sentence."""
    outside = answer.out_of_range
    if outside is None:
        return "it is out of its range"
    value = with_unit(outside.value, outside.unit, decimal=outside.decimal)
    if outside.question != answer.question:
        return f"it is worked out from `{outside.question}`, which is {value} and is declared as {outside.declared}"
    rules = listing((reason.rule for reason in answer.because), "and")
    return f"it is {value}{f' by {rules}' if rules else ''}, out of its range: it is declared as {outside.declared}"


def _value_text(core: Core, answer: Answer) -> str:
    """Return a value as the book writes it, and what it is in larger measures: `330 second (5 minute 30 second)`."""
    names = {name: (name, name) for name in core.measures}
    wording = Wording({}, {}, units=names, larger=larger_measures(core, names))
    return wording.with_unit_in_words(with_unit(answer.value, answer.unit, decimal=answer.decimal, date=answer.date))


def _inapplicable_text(answer: Answer) -> str:
    """Return the conditions that the inapplicable rules lack, if these are few."""
    if len(answer.inapplicable) > 3:
        return ""
    parts = [f"{inapplicable.rule} needs `{inapplicable.first_false}`" for inapplicable in answer.inapplicable if inapplicable.first_false]
    return f"; {listing(parts, 'and')}" if parts else ""
