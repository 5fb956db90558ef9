"""Runs the examples of a core.

What is given, what must follow, and where it does not, a sentence that says what came instead and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never

from rulewright.analysis.touched import Touched, touched_by
from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Expected
from rulewright.base.prose_lists import listing
from rulewright.base.runtime import nests_deep
from rulewright.base.source import Location
from rulewright.base.workers import Parcel
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.core.wording import fact_text, with_unit
from rulewright.engines.interpreter.answer import Answer, Why
from rulewright.engines.interpreter.ask import Engine, answer_for, check_options, engine_of, free_answer, free_inquiry
from rulewright.engines.interpreter.explore import Found, Inquiry, given_by
from rulewright.engines.interpreter.query_inputs import check_switches
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.step_budget import Steps
from rulewright.engines.interpreter.unknown import Open
from rulewright.semantics import terms
from rulewright.semantics.model import Example, Expectation
from rulewright.semantics.terms import Plain, Term


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """How an example came out. `message` is empty where it passed. `touched` are the parts of the core that were looked at."""

    title: str
    case: str
    edition: str
    passed: bool
    message: str
    location: Location | None
    tags: tuple[str, ...]
    touched: frozenset[Touched] = frozenset()


def run_examples(core: Core, budget: int | None = None) -> tuple[ExampleResult, ...]:
    """Every example of a core, in its order."""
    return tuple(run_example(core, example, budget) for example in core.examples)


def run_examples_of(cores: Sequence[Parcel[Core]], budget: int | None = None) -> list[ExampleResult]:
    """The same of several, for a worker."""
    return [result for core in cores for result in run_examples(core.value, budget)]


@nests_deep
def run_example(core: Core, example: Example, budget: int | None = None) -> ExampleResult:
    """One example: it passes where everything that it says must follow does, found out within the budget."""
    engine = engine_of(core)
    watched: list[Situation] = []
    try:
        base = _inquiry(engine, example, watched, budget)
        messages = [message for then in example.then if (message := _check(engine, base, then))]
        if not example.then:
            messages = ["the example says nothing that should follow"]
    except WrongInput as wrong:
        messages = [wrong.message]
    touched = touched_by(core, watched)
    return ExampleResult(
        example.title, example.case, core.edition, not messages, "; ".join(messages), example.location, example.tags, touched
    )


@nests_deep
def passes(core: Core, example: Example) -> bool:
    """Whether an example passes, as `run_example` would find, without finding out what is missing where it does not."""
    engine = engine_of(core)
    try:
        base = _inquiry(engine, example, [])
        base.watched, base.last = None, {}
        return bool(example.then) and all(_holds(engine, base, then) for then in example.then)
    except WrongInput:
        return False


def _holds(engine: Engine, base: Inquiry, then: Expectation) -> bool:
    wanted: dict[str, Any] = {"holds": ("answered", True), "conflict": ("conflict",), "undetermined": ("undetermined",)}
    wanted |= {word: ("answered", word) for word in ("permitted", "forbidden", "required")}
    if then.expected in wanted and _question(engine, base, then.about).certain() != wanted[then.expected]:
        return False
    return then.expected not in {"undetermined", "missing"} or not _check(engine, base, then)


def _inquiry(engine: Engine, example: Example, watched: list[Situation], budget: int | None = None) -> Inquiry:
    """The situation of an example, with no question yet."""
    core = engine.core
    switches = check_switches(core, example.options, dict(example.readings), example.scenario, None)
    facts, fixed, narrowed = given_by(engine.machine, example.given)
    things: dict[str, tuple[str, ...]] = {}
    for name, record in example.world:
        things[record] = (*things.get(record, ()), name)
    inquiry = Inquiry(
        engine.machine,
        switches,
        facts,
        fixed,
        things,
        lambda s: None,
        engine.sensitivity,
        narrowed=narrowed,
        watched=watched,
        steps=Steps(budget),
    )
    if core.impossible and inquiry.is_impossible({}) is True:
        raise WrongInput("no such situation is possible: the book says so")
    check_options(engine, inquiry)
    return inquiry


# ---- expectations ------------------------------------------------------------------------------------------------------------------------


def _check(engine: Engine, base: Inquiry, then: Expectation) -> str:
    """What is wrong with an expectation; empty where it holds."""
    if then.expected is Expected.HOLDS:
        return _check_condition(engine, base, then)
    answer = _answer(engine, base, then.about)
    got = _got(answer)
    expected = f"expected `{then.text}`"
    match then.expected:
        case Expected.PERMITTED | Expected.FORBIDDEN | Expected.REQUIRED:
            return "" if answer.status is Status.ANSWERED and answer.value == then.expected else f"{expected}, but {got}"
        case Expected.CONFLICT:
            return "" if answer.status is Status.CONFLICT else f"{expected}, but {got}"
        case Expected.MISSING:
            names = {fact.fact for fact in answer.missing if fact.certain}
            lacking = [fact for fact in then.lacks if fact not in names]
            if answer.status is not Status.MISSING:
                return f"{expected}, but {got}"
            return f"{expected}, but {listing(f'`{fact}`' for fact in lacking)} does not matter; {got}" if lacking else ""
        case Expected.UNDETERMINED:
            return _check_undetermined(then, answer, f"{expected}, but {got}")
        case _:
            assert_never(then.expected)


def _check_undetermined(then: Expectation, answer: Answer, message: str) -> str:
    if answer.status is not Status.UNDETERMINED or answer.undetermined is None:
        return message
    if then.reading is not None and then.reading not in {reading.reading for reading in answer.readings}:
        return f"{message}, and the reading `{then.reading}` does not decide it"
    wanted = {"silent": Why.SILENT, "not held": Why.NOT_HELD, "tie": Why.TIE}.get(then.why or "")
    if wanted is not None and answer.undetermined.why is not wanted:
        return message
    return ""


def _check_condition(engine: Engine, base: Inquiry, then: Expectation) -> str:
    found = free_inquiry(engine, base, then.about).answer()
    if found.outcome == ("answered", True):
        return ""
    expected = f"expected `{then.text}`"
    if isinstance(then.about, terms.Compare) and isinstance(then.about.left, terms.Ask):
        return f"{expected}, but {_got(_answer(engine, base, then.about.left))}"
    asked = then.about.of if isinstance(then.about, terms.Not) else then.about
    if isinstance(asked, terms.Ask | terms.AskVerdict):
        return f"{expected}, but {_got(_answer(engine, base, asked))}"
    return f"{expected}, but {_got_condition(engine.core, found)}"


def _got_condition(core: Core, found: Found) -> str:
    if found.outcome is None:
        return f"this depends on {listing((f'`{fact_text(core, fact)}`' for fact, _ in found.missing), 'and')}, not given"
    return {"answered": "it is false", "conflict": "rules are in conflict"}.get(found.outcome[0], "it is undetermined")


def _answer(engine: Engine, base: Inquiry, about: Term) -> Answer:
    """The answer to the question of an expectation."""
    asked = _instance(engine, base, about)
    if asked is None:
        return free_answer(engine, free_inquiry(engine, base, about), "")
    return answer_for(engine, _question(engine, base, about), *asked)


def _question(engine: Engine, base: Inquiry, about: Term) -> Inquiry:
    """The inquiry into an expectation."""
    asked = _instance(engine, base, about)
    if asked is None:
        return free_inquiry(engine, base, about)
    name, args = asked
    return replace(base, goal=lambda s: s.result(name, args).value, passes=0, spent=False)


def _instance(engine: Engine, base: Inquiry, about: Term) -> tuple[str, tuple[Any, ...]] | None:
    """The question and arguments that an expectation is about; None where it is a condition, or an argument is not known."""
    if not isinstance(about, terms.Ask | terms.AskVerdict):
        return None
    codes = [engine.machine.compiler.compile(arg) for arg in about.args]
    situation = Situation(engine.machine.selection(base.switches), base.facts, base.fixed, base.things)
    args = tuple(code(situation, ()) for code in codes)
    return None if any(arg.__class__ is Open for arg in args) else (about.question, args)


def _got(answer: Answer) -> str:
    """What came out, and by which rules, as the end of a sentence."""
    match answer.status:
        case Status.ANSWERED:
            rules = listing((reason.rule for reason in answer.because), "and")
            by = f" by {rules}" if rules else ", since no rule says otherwise"
            return f"it is {_said(answer, answer.value)}{by}{_closest(answer)}"
        case Status.CONFLICT:
            rules = listing((clash.rule for clash in answer.conflict if clash.rule), "and")
            for outside in answer.conflict:
                if not outside.rule and outside.says:
                    return f"it is {_said(answer, outside.value)} by {rules}, and {outside.says}"
            return f"{rules} are in conflict" if rules else "rules are in conflict"
        case Status.MISSING:
            return f"it depends on {listing((f'`{fact.fact}`' for fact in answer.missing), 'and')}, not given"
        case Status.UNDETERMINED:
            why = answer.undetermined
            reason = "" if why is None else f" ({why.why}{f', {why.case}' if why.case else ''})"
            return f"it is undetermined{reason}{_closest(answer)}"


def _said(answer: Answer, value: Plain) -> str:
    return with_unit(value, answer.unit, decimal=answer.decimal, date=answer.date)


def _closest(answer: Answer) -> str:
    """The rules that did not apply, where few did not."""
    if len(answer.inapplicable) > 3:
        return ""
    parts = [f"{one.rule} needs `{one.first_false}`" for one in answer.inapplicable if one.first_false]
    return f"; {listing(parts, 'and')}" if parts else ""
