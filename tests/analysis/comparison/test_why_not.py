"""The smallest change that makes an answer another, against every way to change what was given of small books."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from drawn import BOOKS
from engines.solver.some_books import read, some_books
from rulewright.analysis.comparison.why_not import EncodedSituation, WhyNot, why_not
from rulewright.base.errors import WrongInput
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import TooLarge
from rulewright.engines.solver.search.solver import BudgetExhausted
from rulewright.semantics.model import Override, Question, QuestionKind, SetAside
from rulewright.semantics.terms import names_in
from rulewright.semantics.types import Enumerated, Numeric, Thing
from semantics.small import core_of

FACTS = {
    "fog": ("yes", "no"),
    "rain": ("yes", "no"),
    "depth": ("0", "1", "2"),
    "colour": ("red", "green", "blue"),
    "load": ("0", "1", "2", "3", "4"),
}
UNIT = {"x.flag": ("yes", "no"), "x.strength": ("0", "1", "2"), "x.chief": ("none", "x")}


def situations(core: Core, question: Question) -> tuple[str, dict[str, tuple[str, ...]]]:
    """A question with arguments, and every fact that can be given, with its values."""
    facts = dict(FACTS)
    args: list[str] = []
    for param in question.params:
        match param.type:
            case Thing():
                args.append("x")
                facts |= UNIT
            case Enumerated():
                args.append("red")
            case _:
                args.append("1")
    if "size" in core.facts:
        facts["size"] = ("low", "middle", "high")
    if "waited" in core.facts:
        facts["waited"] = ("0 turn", "1 turn", "1 week", "3 turn")
    if "now" in core.facts:
        facts["now"] = ("1", "2", "3")
    return (f"{question.name}({', '.join(args)})" if args else question.name), facts


def outcome(core: Core, call: str, facts: dict[str, str]) -> str | None:
    """The answer as it is typed; None where the situation is not possible."""
    try:
        answer = ask(core, call, facts)
    except WrongInput:
        return None
    if answer.status.value != "answered":
        return answer.status.value
    return {True: "yes", False: "no"}[answer.value] if isinstance(answer.value, bool) else str(answer.value)


def after(given: dict[str, str], found: WhyNot) -> dict[str, str]:
    return {**given, **{one.fact: one.new for one in found.changes}, **dict(found.facts)}


def wanted_of(question: Question) -> list[str]:
    answers = {QuestionKind.VERDICT: ["permitted", "forbidden", "required"], QuestionKind.PREDICATE: ["yes", "no"]}.get(question.kind)
    if answers is None:
        answers = ["1", "3"] if isinstance(question.type, Numeric) else ["red", "green"]
    return [*answers, "conflict", "undetermined"]


def test_all_facts_given() -> None:
    """Where everything is given, the number of changes is the least there is, and what none can bring about is said so."""
    compared = decided = 0
    for book in some_books(max(16, BOOKS // 30), first=9_000):
        rng = Random(book.seed)
        core = lower(book.program)
        for question in core.questions.values():
            if sum(isinstance(param.type, Thing) for param in question.params) > 1:
                continue
            call, facts = situations(core, question)
            given = {name: rng.choice(values) for name, values in facts.items()}
            if outcome(core, call, given) is None:
                continue
            wanted = rng.choice(wanted_of(question))
            found = why_not(core, call, wanted, given)
            compared += 1
            if found.possible is None:
                continue
            decided += 1
            number = _least(core, call, given, facts, wanted)
            assert (number is not None) is found.possible, (book.seed, call, given, wanted, found, book.text)
            if number is not None:
                assert len(found.changes) == number, (book.seed, call, given, wanted, found, book.text)
                assert outcome(core, call, after(given, found)) == wanted
                for other in found.others:
                    assert outcome(core, call, after(given, other)) == wanted
    assert compared > 20
    assert decided > compared * 0.8


def _least(core: Core, call: str, given: dict[str, str], facts: dict[str, tuple[str, ...]], wanted: str) -> int | None:
    """How many of the given facts must change, all being given; None if nothing helps. Facts that no rule reads are left alone."""
    read_ = {name: values for name, values in facts.items() if name.split(".")[-1] in _read(core)}
    kept = {name: value for name, value in given.items() if name not in read_}

    def full(some: dict[str, str]) -> dict[str, str]:
        return {**kept, **some}

    names = sorted(read_)
    for count in range(len(names) + 1):
        for several in combinations(names, count):
            for values in product(*[[value for value in facts[name] if value != given[name]] for name in several]):
                if outcome(core, call, full({**{n: given[n] for n in names}, **dict(zip(several, values, strict=True))})) == wanted:
                    return count
    return None


def _read(core: Core) -> set[str]:
    roots: list[Any] = [part.term for rule in core.written_rules() for part in rule.parts]
    roots += [rule.effect for rule in core.written_rules() if rule.effect is not None]
    statements: list[Override | SetAside] = [*core.overrides.values(), *core.asides.values()]
    roots += [on.when for one in statements for on in one.on if on.when is not None]
    roots += [one.when for one in core.impossible] + [one.with_ for one in core.groups.values() if one.with_ is not None]
    roots += [
        question.otherwise
        for question in core.questions.values()
        if question.otherwise is not None and not isinstance(question.otherwise, str)
    ]
    return {name.split(".")[-1] for root in roots for name in names_in(root).facts}


BRIDGE = {
    "rulebook.case": 'rulebook small "Small"\n  numbering decimal\n\nsource base "Base"\n\nedition whole = base\n\noption ice "Ice" needs frost\n',
    "vocabulary.case": """\
fact frost: yes/no
fact depth: 0..40
fact ships: 0..100000
enum hue: red, green, blue
record unit "a unit"
  flag: yes/no
value load: 0..9
verdict pass(u: unit)
predicate near(u: unit, v: unit)
predicate twice
""",
    "rules.case": """\
case 1.1 "Passing"
  "Passing."
  may pass(u) when u.flag and depth is at most 10
  may not pass(u) when depth is more than 10
  may pass(u) when depth is more than 10 and frost
    overrides 1.1.2
  load is 1 when ships is at least 100
  load is 2 when ships is less than 100
  near(u, v) when u.flag and some unit w with (w.flag and w is not u)
  must pass(u) when load is 9

case 1.2 "Ice"
  "Ice."
  option ice
  may pass(u)
    overrides 1.1

reading slope on 1.1 "How"
  choice up
    twice when frost
  choice down
    twice when not frost
""",
}


@pytest.fixture(scope="module")
def bridge() -> Core:
    program, errors = read(BRIDGE)
    assert not errors
    return lower(program)


def changes(found: WhyNot) -> dict[str, tuple[str, str]]:
    return {one.fact: (one.old, one.new) for one in found.changes}


def test_the_nearest_number(bridge: Core) -> None:
    found = why_not(bridge, "pass(u)", "permitted", {"u.flag": "yes", "depth": "30", "frost": "no"})
    assert found.possible
    assert {frozenset(changes(one).items()) for one in (found, *found.others)} == {
        frozenset({("depth", ("30", "10"))}),
        frozenset({("frost", ("no", "yes"))}),
    }


def test_a_number_without_end(bridge: Core) -> None:
    assert changes(why_not(bridge, "load", "1", {"ships": "7"})) == {"ships": ("7", "100")}
    assert changes(why_not(bridge, "load", "2", {"ships": "5000"})) == {"ships": ("5000", "99")}


def test_facts_not_given_are_free_and_told(bridge: Core) -> None:
    found = why_not(bridge, "pass(u)", "permitted", {"depth": "5"})
    assert found.possible
    assert not found.changes
    assert dict(found.facts) == {"u.flag": "yes"}


def test_what_no_change_brings_about(bridge: Core) -> None:
    assert why_not(bridge, "load", "5", {"ships": "7"}).possible is False
    assert why_not(bridge, "load", "conflict", {"ships": "7"}).possible is False


def test_answers_that_were_given_change_too(bridge: Core) -> None:
    assert changes(why_not(bridge, "pass(u)", "required", {"load": "3", "depth": "5"})) == {"load": ("3", "9")}


def test_only_the_things_that_are_named(bridge: Core) -> None:
    assert why_not(bridge, "near(u, v)", "yes", {"u.flag": "no", "v.flag": "yes"}).possible is True
    assert why_not(bridge, "near(u, u)", "yes", {"u.flag": "no"}).possible is False
    assert why_not(bridge, "near(u, u)", "yes", {"u.flag": "no"}, world="u, v: unit").possible is True


def test_switches_stay(bridge: Core) -> None:
    assert why_not(bridge, "twice", "undetermined", {"frost": "yes"}).possible is True
    assert why_not(bridge, "twice", "undetermined", {"frost": "yes"}, readings={"slope": "up"}).possible is False
    assert changes(why_not(bridge, "twice", "yes", {"frost": "yes"}, readings={"slope": "down"})) == {"frost": ("yes", "no")}
    assert changes(why_not(bridge, "pass(u)", "forbidden", {"depth": "30", "frost": "yes"})) == {"frost": ("yes", "no")}
    assert why_not(bridge, "pass(u)", "forbidden", {"depth": "30", "frost": "yes"}, options=["ice"]).possible is False


def test_questions_in_words(bridge: Core) -> None:
    assert changes(why_not(bridge, "load is 1 and frost", "yes", {"ships": "7", "frost": "yes"})) == {"ships": ("7", "100")}


def test_a_value_that_the_question_cannot_have(bridge: Core) -> None:
    with pytest.raises(WrongInput):
        why_not(bridge, "pass(u)", "purple", {})
    with pytest.raises(WrongInput):
        why_not(bridge, "load", "12", {})


FRACTIONS = """
fact strength: 0..5000 by 1/2
value given_strength: 0..5000 by 1/4
value half: 0..5000 by 1/8
predicate strong
case 1.1
  half is strength / 2
  strong when given_strength is more than 3/2
case 1.2
  given_strength is strength
"""


def test_fractions_with_too_many_values_to_list() -> None:
    book = core_of(FRACTIONS)
    found = why_not(book, "half", "3/4", {"strength": "5"})
    assert (found.possible, [(one.old, one.new) for one in found.changes]) == (True, [("5", "3/2")])
    found = why_not(book, "strong", "yes", {"given_strength": "1/4"})
    assert [(one.fact, one.new) for one in found.changes] == [("given_strength", "7/4")]
    assert why_not(book, "half", "1/8", {"strength": "5"}).possible is False


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (BudgetExhausted("given up"), "given up"),
        (NotAnalysable("cannot be said"), "cannot be said"),
        (TooLarge(), "the question can come about in too many ways"),
    ],
)
def test_what_is_not_decided_is_no_answer_and_the_reason_is_given(fault: Exception, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    book = core_of("fact fog: yes/no\nverdict pass\ncase 1.1\n  may pass when not fog\n  may not pass when fog\n")

    def giving_up(*_: Any, **__: Any) -> Any:
        raise fault

    monkeypatch.setattr(EncodedSituation, "find", giving_up)
    assert why_not(book, "pass", "permitted", {"fog": "yes"}) == WhyNot("permitted", None, reason=reason)
