"""Asks a core a question: the reference interpreter. What every form means is decided in the manual's page on meaning; this carries it
out.

>>> answer = ask(core, "allowance(u)", {"u.arm": "cavalry", "weather": "mud", "printed_allowance(u)": 7})
>>> answer.status, answer.value, answer.unit
(<Status.ANSWERED: 'answered'>, 5, 'MP')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from operator import is_
from typing import Any

from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Pick
from rulewright.base.memo import Lately
from rulewright.base.runtime import nests_deep
from rulewright.core.model import Core
from rulewright.core.query import Status, Switches
from rulewright.core.wording import fact_text, unit_of
from rulewright.engines.interpreter.anonymous import OpenWorld, Things
from rulewright.engines.interpreter.answer import Answer, ReadingOutcome
from rulewright.engines.interpreter.answer_bounds import ends_of
from rulewright.engines.interpreter.answer_ranges import answers_over
from rulewright.engines.interpreter.assumptions import Assumed, assuming
from rulewright.engines.interpreter.default_values import Usual, usual_of
from rulewright.engines.interpreter.explanation import (
    answer_of,
    answers_of,
    assumptions,
    missing_facts,
    overruled,
    reading_outcome,
    status_of,
    undetermined_of,
    whatever_is_unknown,
)
from rulewright.engines.interpreter.explore import Found, Inquiry
from rulewright.engines.interpreter.plan import Machine
from rulewright.engines.interpreter.possibility import passes_of
from rulewright.engines.interpreter.query_inputs import (
    Names,
    PreparedQuestion,
    argument,
    check_between_two,
    check_switches,
    note_things,
    question_named,
    read_answer,
    read_value,
    simple_call,
    world_of,
)
from rulewright.engines.interpreter.questions import Reach
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.step_budget import Steps
from rulewright.engines.interpreter.unknown import Open
from rulewright.engines.interpreter.value_classes import Sensitivity
from rulewright.semantics import types
from rulewright.semantics.model import FactDecl
from rulewright.semantics.terms import FactKey, Term

__all__ = ["Engine", "WrongInput", "ask", "engine_of"]

_OFF = Switches()
_MOST_FRAMES = 10_000
_OPEN_BY_READINGS = (Status.UNDETERMINED, Status.MISSING)
_UNDER_A_CHOICE, _LEAST = 300, 20
"""So many passes are made under each choice of a reading; where facts are missing, under all of them together, but no fewer for each."""

Respond = Callable[[Inquiry], Answer]
"""Answers one question about a situation, without a look at readings."""


class Engine:
    """A core with all that is worked out once and kept: compiled rules, frames of questions, sensitivity.

    `like`: the engine of a core that has most of the same questions.
    """

    def __init__(self, core: Core, like: Engine | None = None) -> None:
        self.core = core
        self._like = like
        self.machine = Machine(core)
        self._sensitivity: Sensitivity | None = None
        self._prepared: dict[Any, PreparedQuestion] = {}
        self._values: dict[Any, Any] = {}
        self._switches: dict[Any, Switches] = {}
        self._reach: Reach | None = None
        self._facts_read: dict[str | Term, frozenset[str]] = {}
        self._usual: Usual | None = None

    def reach(self) -> Reach:
        """Which facts each question can depend on."""
        self._reach = self._reach or Reach(self.core)
        return self._reach

    def usual(self) -> Usual:
        """What the core says is usual."""
        if self._usual is None:
            self._usual = usual_of(self.core, self.reach)
        return self._usual

    def sensitivity(self) -> Sensitivity:
        """How finely the core looks at facts."""
        if self._sensitivity is None:
            self._sensitivity = Sensitivity(self.core, None if self._like is None else self._like.sensitivity())
        return self._sensitivity

    def sensitivity_with(self, term: Term) -> Sensitivity:
        """The same, with a question's own term looked at too."""
        return self.sensitivity().with_terms((term,))

    def open_world(self, prepared: PreparedQuestion, things: Things) -> OpenWorld:
        """The world of a question in which there may be things that were not named."""
        return OpenWorld(self.core, lambda: self._read(prepared), things)

    def _read(self, prepared: PreparedQuestion) -> frozenset[str]:
        """The facts that a question reads, and all that it asks."""
        key = prepared.question if prepared.free is None else prepared.free
        found = self._facts_read.get(key)
        if found is None:
            met = self.reach().of(prepared.question) if prepared.free is None else self.reach().of_term(prepared.free)
            found = self._facts_read[key] = frozenset(met)
        return found

    def prepared(self, question: str, names: tuple[str, ...], world: str | Mapping[str, str] | None) -> PreparedQuestion:
        """A question and the names of its facts, read once."""
        key = (question, names, world if isinstance(world, str | None) else tuple(world.items()))
        found = self._prepared.get(key)
        if found is None:
            if len(self._prepared) > _MOST_FRAMES:
                self._prepared.clear()
            found = self._prepared[key] = _prepare(self.core, question, names, world)
        return found

    def value(self, fact: FactKey, is_fact: bool, given: Any) -> Any:
        """A given value, as the core has it."""
        key = (fact[0], given.__class__, given)
        try:
            return self._values[key]
        except KeyError:
            core = self.core
            if is_fact:
                found = read_value(core, core.facts[fact[0]].type, given, fact[0])
            else:
                found = read_answer(core, core.questions[fact[0]], given)
            if len(self._values) < 100_000:
                self._values[key] = found
            return found
        except TypeError as error:
            raise WrongInput(f"`{given}` is not a value of `{fact[0]}`") from error

    def switches(self, options: Iterable[str], readings: Mapping[str, str], scenario: str | None, games: Iterable[str] | None) -> Switches:
        """The switches, checked once."""
        key = (tuple(options), tuple(readings.items()), scenario, None if games is None else tuple(games))
        found = self._switches.get(key)
        if found is None:
            found = self._switches[key] = check_switches(self.core, key[0], readings, scenario, key[3])
        return found


_ENGINES: Lately[Core, Engine] = Lately(8, same=is_)
"""The engines of the cores asked last: a run of examples asks one core thousands of times."""


def engine_of(core: Core, like: Engine | None = None) -> Engine:
    """The engine of a core, made when first asked for; `like` is that of a core that has most of the same questions."""
    return _ENGINES.of(core) or _ENGINES.keep(core, Engine(core, like))


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
    budget: int | None = None,
) -> Answer:
    """The answer to a question such as `allowance(u)`, with its argument.

    `facts` gives facts, and answers that are to be taken as given, by name (`u.arm`, `weather`, `distance(u, t)`), as texts in the language
    (`7 MP`, `cavalry`, `yes`) or plain values. Things are those that the question, the facts and `world` (`u, v: unit; h: hex`) name;
    unless the world is `closed`, a fact that is not given may also have one that was not named as its value. With `assume_usual` a fact
    that is not given has its usual value, if it has one, and the answer says which of these it rests on. With `over` it is answered for
    every value of these facts as well, which are not given; with `ends` it says the least or the greatest that it can be. A `brief`
    answer is made without the answers that went into it, and lists every assumption that was looked at. Raises `WrongInput` for what the
    core has not, for a value outside its domain, and for what takes more steps than the `budget` allows.
    """
    engine = engine_of(core)
    given = facts or {}
    if options or readings or scenario is not None or games is not None:
        switches = engine.switches(options, readings or {}, scenario, games)
    else:
        switches = _OFF
    looked_over = tuple(over)
    prepared = engine.prepared(question, (*given, *looked_over), world)
    known: dict[FactKey, Any] = {}
    fixed: dict[FactKey, Any] = {}
    for (key, is_fact), text in zip(prepared.keys[: len(given)], given.values(), strict=True):
        value = engine.value(key, is_fact, text)
        if is_fact:
            check_between_two(core, key, value, known)
        (known if is_fact else fixed)[key] = value
    things = _with_values(core, prepared, known) if prepared.names_things else prepared.things
    name, args = prepared.question, prepared.args
    inquiry = Inquiry(
        engine.machine, switches, known, fixed, things, lambda s: s.result(name, args).value, engine.sensitivity,
        budget=passes_of(budget), open_world=None if closed else engine.open_world(prepared, things), steps=Steps(budget),
    )  # fmt: skip
    if prepared.free is not None:
        inquiry = free_inquiry(engine, inquiry, prepared.free)
    if core.impossible and inquiry.is_impossible({}) is True:
        raise WrongInput("no such situation is possible: the book says so")
    if switches.options:
        check_options(engine, inquiry)
    as_given, keys = inquiry, _not_given(prepared, looked_over, known)
    inquiry, assumed = assuming(inquiry, engine.usual, frozenset(keys), brief=brief) if assume_usual else (inquiry, {})
    if prepared.free is None:
        answer = answer_for(engine, inquiry, name, args, brief=brief)
    else:
        answer = free_answer(engine, inquiry, prepared.question, prepared.unit, with_readings=True, brief=brief)
    if assume_usual:
        under_choices = [*(one for reading in answer.readings for _, one in reading.outcomes), *filter(None, [answer.as_played])]
        listed = (*assumptions(core, assumed), *(one for answer_under in under_choices for one in answer_under.assumed))
        answer = replace(answer, assumed=tuple(dict.fromkeys(listed)))
    if keys:
        answer = replace(answer, over=answers_over(as_given, keys, prepared.unit, engine.usual if assume_usual else None))
    if wanted := tuple(ends):
        found = ends_of(inquiry, prepared.kind, prepared.unit, question)
        answer = replace(
            answer, least=found.get(Pick.LEAST) if Pick.LEAST in wanted else None,
            most=found.get(Pick.GREATEST) if Pick.GREATEST in wanted else None,
        )  # fmt: skip
    return answer


def _not_given(prepared: PreparedQuestion, names: tuple[str, ...], known: Mapping[FactKey, Any]) -> tuple[FactKey, ...]:
    """The facts of these names, over which answers are asked for."""
    found: list[FactKey] = []
    for name, (key, is_fact) in zip(names, prepared.keys[len(prepared.keys) - len(names) :], strict=True):
        if not is_fact:
            raise WrongInput(f"`{name}` is what rules answer; answers are shown over a fact, a die or a choice")
        if key in known or key in found:
            raise WrongInput(f"`{name}` is {'given' if key in known else 'named'} already: its values cannot be gone through")
        found.append(key)
    return tuple(found)


def free_inquiry(engine: Engine, base: Inquiry, term: Term) -> Inquiry:
    """The same situation, asked for a term."""
    code = engine.machine.compiler.compile(term)
    return replace(base, goal=lambda s: code(s, ()), sensitivity=partial(engine.sensitivity_with, term), passes=0, spent=False)


def free_answer(
    engine: Engine, inquiry: Inquiry, text: str, unit: str | None = None, *, with_readings: bool = False, brief: bool = False
) -> Answer:
    """The answer to what is no plain question: status and value, with the answers that went into it inside."""

    def respond(under: Inquiry) -> Answer:
        return free_answer(engine, under, text, unit, brief=brief)

    found = inquiry.answer()
    core = engine.core
    value = _final(found)
    status = status_of(value)
    inner = answers_of(core, found.situation.frame, found.situation, brief=brief)
    answer = Answer(
        core.book,
        core.edition,
        text,
        status,
        value if status is Status.ANSWERED else None,
        unit if status is Status.ANSWERED else None,
        because=tuple(reason for one in inner[:1] for reason in one.because),
        missing=missing_facts(core, found.missing, inquiry.things, others=inquiry.open_world is not None),
        left=left_of(inquiry, found),
        conflict=next((one.conflict for one in inner if one.conflict), ()),
        undetermined=undetermined_of(value, found.situation),
        not_held=tuple(dict.fromkeys(case for one in inner for case in one.not_held)),
        inner=() if brief else inner,
        overruled=overruled(core, found.situation, inquiry.facts),
    )
    return _read_every_way(engine, inquiry, found, answer, respond) if with_readings else answer


def answer_for(
    engine: Engine, inquiry: Inquiry, name: str, args: tuple[Any, ...], *, with_readings: bool = True, brief: bool = False
) -> Answer:
    """The answer of an inquiry into a question."""

    def respond(under: Inquiry) -> Answer:
        return answer_for(engine, under, name, args, with_readings=False, brief=brief)

    found = inquiry.answer()
    core = engine.core
    result = found.situation.result(name, args)
    value = _final(found)
    answer = answer_of(core, result, found.situation, value, brief=brief)
    if found.missing:
        missing = missing_facts(core, found.missing, inquiry.things, others=inquiry.open_world is not None)
        answer = replace(answer, missing=missing, left=left_of(inquiry, found))
    said = overruled(core, found.situation, inquiry.facts)
    if said:
        answer = replace(answer, overruled=said)
    if found.leaves:
        answer = whatever_is_unknown(core, answer, found.leaves, (name, args), inquiry.facts)
    return _read_every_way(engine, inquiry, found, answer, respond) if with_readings else answer


def left_of(inquiry: Inquiry, found: Found) -> str:
    """Why it is not known of every missing fact whether it matters, and what can be done; empty where all was gone through."""
    if not found.is_spent:
        return ""
    core = inquiry.machine.core
    things = [fact for fact, _ in found.missing if isinstance(core.facts[fact[0]].type, types.Thing)]
    done = "give more facts"
    if things and inquiry.open_world is not None:
        done = f"name {fact_text(core, things[0])} and give what is asked of it, give more facts, say `--closed` if nothing else is there"
    return f"more can be so than was gone through, so other facts may matter too: {done}, or allow more with `--budget N`"


def _final(found: Found) -> Any:
    if found.outcome is None:
        value = found.value
        return Open(value.conflict, value.whys, tuple(fact for fact, _ in found.missing) or value.facts, value.readings)
    return found.value


def _read_every_way(engine: Engine, inquiry: Inquiry, found: Found, answer: Answer, respond: Respond) -> Answer:
    """The answer, with what it is under each choice of the open readings that it met, and as it is played."""
    is_open = found.value.__class__ is Open and found.value.readings
    if not found.readings and not is_open:
        return answer
    names = _met(engine.core, found)
    choices = sum(len(engine.core.readings[name].choices) for name in names) if found.outcome is None else 1
    inquiry = replace(inquiry, budget=max(_UNDER_A_CHOICE // max(choices, 1), _LEAST))
    readings = _readings(engine, inquiry, names, respond)
    played = _as_played(engine, inquiry, readings, respond) if readings and answer.status in _OPEN_BY_READINGS else None
    if played is not None and played.status is answer.status is Status.MISSING:
        played = None  # facts are missing under the choices in play too
    return replace(answer, readings=readings, as_played=played)


def _met(core: Core, found: Found) -> tuple[str, ...]:
    """The open readings that were met, those alone that matter where it is for them, in the order of the book."""
    names = set(found.readings)
    if found.value.__class__ is Open and found.value.readings:
        names = set(found.value.readings) if found.outcome is not None else names | found.value.readings
    return tuple(reading for reading in core.readings if reading in names)


def _readings(engine: Engine, inquiry: Inquiry, names: tuple[str, ...], respond: Respond) -> tuple[ReadingOutcome, ...]:
    """Open readings, each with the outcome under each of its choices."""
    core = engine.core
    listed: list[ReadingOutcome] = []
    for reading in names:
        outcomes = [(one.name, _chosen(engine, inquiry, {reading: one.name}, respond)) for one in core.readings[reading].choices]
        listed.append(reading_outcome(core, reading, tuple(outcomes)))
    return tuple(listed)


def _as_played(engine: Engine, inquiry: Inquiry, readings: tuple[ReadingOutcome, ...], respond: Respond) -> Answer | None:
    """The answer under the choices in play of these readings; None where one has no such choice."""
    in_play = {one.reading: one.in_play for one in readings if one.in_play is not None}
    if len(in_play) < len(readings):
        return None
    if len(readings) == 1:
        return dict(readings[0].outcomes)[in_play[readings[0].reading]]
    return _chosen(engine, inquiry, in_play, respond)


def _chosen(engine: Engine, inquiry: Inquiry, choices: Mapping[str, str], respond: Respond) -> Answer:
    """The answer of an inquiry under some choices of readings; what is usual is assumed anew, for other facts may count there."""
    chosen = tuple(sorted({**dict(inquiry.switches.readings), **choices}.items()))
    switches = replace(inquiry.switches, readings=chosen)
    under = replace(inquiry, switches=switches, usual=None, passes=0, spent=False)
    assumed: Assumed = {}
    if inquiry.usual is not None:
        under, assumed = assuming(under, engine.usual, inquiry.usual.withheld)
    answer = respond(under)
    return replace(answer, assumed=assumptions(engine.core, assumed)) if assumed else answer


def check_options(engine: Engine, inquiry: Inquiry) -> None:
    """An option whose condition is false is a wrong command."""
    for name in inquiry.switches.options:
        option = engine.core.options[name]
        if option.needs is None:
            continue
        code = engine.machine.compiler.compile(option.needs)
        situation = Situation(
            engine.machine.selection(inquiry.switches),
            inquiry.facts,
            inquiry.fixed,
            inquiry.things,
            inquiry.open_world,
            steps=inquiry.steps,
        )
        if code(situation, ()) is False:
            raise WrongInput(f"the option `{name}` needs {option.needs_text}")


# ---- reading the question and the names of facts -----------------------------------------------------------------------------------------


def _prepare(core: Core, question: str, names: tuple[str, ...], world: str | Mapping[str, str] | None) -> PreparedQuestion:
    things = world_of(core, world)
    call = simple_call(question)
    free: tuple[Term, types.Type] | None = None
    name, args = question.strip(), ()
    if call is None:
        from rulewright.engines.interpreter.query_expressions import read_free_question

        term, kind, things = read_free_question(core, question, things)
        free = (term, kind)
    else:
        name = call[0]
        asked = question_named(core, name)
        note_things(things, asked.params, call[1], name)
        args = tuple(argument(core, param, text) for param, text in zip(asked.params, call[1], strict=True))
    reader = Names(core, things)
    reader.narrow(names)
    keys: list[tuple[FactKey, bool]] = []
    for text in names:
        found, inner, decl = reader.of(text)
        values = tuple(argument(core, param, arg) for param, arg in zip(decl.params, inner, strict=True))
        keys.append((decl.key(values) if isinstance(decl, FactDecl) else (found, values), isinstance(decl, FactDecl)))
    names_things = any(is_fact and isinstance(core.facts[fact].type, types.Thing) for (fact, _), is_fact in keys)
    prepared = PreparedQuestion(name, args, _by_kind(things), tuple(keys), names_things)
    if free is None:
        prepared.kind = core.questions[name].type
        prepared.unit = unit_of(core.questions[name])
    else:
        prepared.free, prepared.kind = free
        prepared.unit = types.unit_of_type(free[1])
    return prepared


def _by_kind(things: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name, record in things.items():
        found.setdefault(record, []).append(name)
    return {record: tuple(names) for record, names in found.items()}


def _with_values(core: Core, prepared: PreparedQuestion, known: Mapping[FactKey, Any]) -> dict[str, tuple[str, ...]]:
    """The things, with those that stand only as the values of facts."""
    kinds = {name: record for record, names in prepared.things.items() for name in names}
    for (name, _), value in known.items():
        kind = core.facts[name].type
        if isinstance(kind, types.Thing) and value is not None and kinds.setdefault(value, kind.record) != kind.record:
            raise WrongInput(f"`{value}` is a {kinds[value]}, but a {kind.record} is expected")
    return _by_kind(kinds)
