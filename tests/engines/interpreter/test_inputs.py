"""What people and programs hand in: questions, facts, worlds, switches; and the sentence each wrong one is answered with."""

from __future__ import annotations

import pickle
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from rulewright.base.resources import shipped_books
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import answer_json
from rulewright.engines.interpreter.ask import WrongInput, ask, engine_of, fill_parameters
from rulewright.engines.interpreter.questions import signature
from rulewright.interfaces.api.book import load
from semantics.small import core_of

BOOK = """
measure MP "movement point"
enum weather: clear, mud, snow
enum arm: infantry, cavalry
map europe "Europe": A0101..A6050
game big "Big"
game small_game "Small"
record unit "a unit"
  arm: arm
  reserve: yes/no
  town: town or none
  at: europe
record town "a town"
  arm: arm
  big: yes/no
  size: 0..9
status dispersed of unit
  lasts "1 turn"
fact weather: weather
fact players: 1..4
fact half: 0..9 by 1/2
fact printed_allowance(u: unit): 0..20 MP "what the counter of {u} shows"
  asks "What does the counter of {u} show?"
fact near(u: unit, t: town): yes/no
option ney "Ney" needs players in {2, 3}
option foch "Foch"
option petain "Petain"
at most one of foch, petain
value allowance(u: unit): 0..20 MP "the allowance of {u}"
verdict rest(u: unit)
verdict fire(u: unit, t: town)
value spot(u: unit): europe
value steps: 0..40
impossible for u: unit when u.arm is cavalry and u.reserve
case 1.1
  allowance(u) is printed_allowance(u)
  take 2 MP from allowance(u) when weather is mud
  take 1 MP from allowance(u) when u.dispersed
  may rest(u) when not u.reserve
  may not fire(u, t) when not near(u, t) or may not rest(u)
  spot(u) is u.at
case 1.2
  applies to big
  steps is 7
case 1.3
  applies to small_game
  steps is 9
scenario 9.1 "A day"
  add 1 MP to allowance(u)
reading r on 1.1 "How"
  "Open."
  choice one
  choice two: take 1 MP from allowance(u)
"""
BASE = {"printed_allowance(u)": "7 MP", "weather": "clear", "u.dispersed": "no"}
TAKEN = {"readings": {"r": "one"}}


def value(question: str, facts: dict[str, Any], **more: Any) -> Any:
    answer = ask(core_of(BOOK), question, facts, **more)
    return answer.value if answer.status is Status.ANSWERED else answer.status.value


@pytest.mark.parametrize("seven", ["7 MP", "7", " 7MP", 7, "7/1 MP", Fraction(7)])
def test_numbers_come_as_text_or_plainly(seven: Any) -> None:
    assert value("allowance(u)", {**BASE, "printed_allowance(u)": seven}, **TAKEN) == 7


@pytest.mark.parametrize(("given", "wanted"), [("yes", 6), (True, 6), ("true", 6), ("no", 7), (False, 7)])
def test_yes_and_no(given: Any, wanted: int) -> None:
    assert value("allowance( u )", {**BASE, "u.dispersed": given}, **TAKEN) == wanted


def test_places_fractions_and_things_that_are_values() -> None:
    assert value("spot(u)", {"u.at": "A0203"}) == "A0203"
    assert value("rest(u)", {"u.town": "t", "t.big": "yes", "u.reserve": "no"}) == "permitted"
    assert value("rest(u)", {"u.town": "none", "u.reserve": "no"}) == "permitted"
    assert value("rest(u)", {"half": "3/2", "u.reserve": "no"}) == "permitted"


@pytest.mark.parametrize(("word", "wanted"), [("may", "missing"), ("may not", "forbidden"), (False, "forbidden"), ("required", "missing")])
def test_verdicts_may_be_given(word: Any, wanted: str) -> None:
    assert value("fire(u, t)", {"rest(u)": word}) == wanted


WRONG = [
    ("alowance(u)", {}, {}, "there is no question `alowance`", ("allowance",)),
    ("weather", {}, {}, "`weather` is a fact: it is given, not asked", None),
    ("allowance", {}, {}, "`allowance` takes 1 argument, and 0 were given; write `allowance(u)`", ()),
    ("allowance(u)", {"wether": "mud"}, {}, "there is no fact `wether`", ("weather",)),
    ("allowance(u)", {"weather": "mudd"}, {}, "`mudd` is not a value of `weather`, which is clear, mud or snow", ("mud",)),
    ("allowance(u)", {"printed_allowance(u)": "21 MP"}, {}, "`21 MP` is not a value of `printed_allowance`, which is 0..20 MP", ()),
    ("allowance(u)", {"printed_allowance(u)": "7 hex"}, {}, "`7 hex` is in hex, but MP is expected", ()),
    ("allowance(u)", {"printed_allowance(u)": "1/0"}, {}, "`1/0` is not a value of `printed_allowance`, which is 0..20 MP", ()),
    ("allowance(u)", {"printed_allowance(u)": "3/2"}, {}, "`3/2` is not a value of `printed_allowance`, which is 0..20 MP", ()),
    ("allowance(u)", {"printed_allowance(u)": True}, {}, "`True` is not a value of `printed_allowance`, which is 0..20 MP", ()),
    ("allowance(u)", {"printed_allowance(u)": "much"}, {}, "`much` is not a value of `printed_allowance`, which is 0..20 MP", ()),
    ("allowance(u)", {"printed_allowance(u)": [7]}, {}, "`[7]` is not a value of `printed_allowance`", ()),
    ("allowance(u)", {"u.reserve": "maybe"}, {}, "`maybe` is not a value of `unit.reserve`, which is yes or no", ()),
    ("allowance(u)", {"u.reserve": 3}, {}, "`3` is not a value of `unit.reserve`, which is yes or no", ()),
    ("allowance(u)", {"u.at": "Z9"}, {}, "`Z9` is not a value of `unit.at`, which is a place of europe", ()),
    ("allowance(u)", {"u.arn": "cavalry"}, {}, "nothing has a field `arn`, as in `u.arn`", ("u.arm",)),
    ("allowance(u)", {"u.town": "u"}, {}, "`u` is a unit, but a town is expected", ()),
    ("allowance(u)", {"near(t, u)": "yes"}, {}, "`u` is a unit, but a town is expected", ()),
    ("allowance(u)", {"x.arm": "cavalry"}, {}, "`x` may be a unit or a town; say which with `world`", ()),
    ("allowance(u)", {"u..arm": "cavalry"}, {}, "`u..arm` names no fact", ()),
    ("allowance(u)", {"rest(u)": "perhaps"}, {}, "`perhaps` is not a verdict; write permitted, forbidden or required", ()),
    ("allowance(u)", {}, {"options": ("nay",)}, "there is no option `nay`", ("ney",)),
    ("allowance(u)", {}, {"options": ("foch", "petain")}, "at most one of `foch` and `petain` may be chosen", ()),
    ("allowance(u)", {"players": 1}, {"options": ("ney",)}, "the option `ney` needs players in {2, 3}", ()),
    ("allowance(u)", {}, {"readings": {"q": "one"}}, "there is no reading `q`", ()),
    ("allowance(u)", {}, {"readings": {"r": "tow"}}, "`r` has no choice `tow`; its choices are one and two", ("two",)),
    ("allowance(u)", {}, {"scenario": "9.2"}, "there is no scenario `9.2`", ("9.1",)),
    ("allowance(u)", {}, {"games": ("bigg",)}, "there is no game `bigg`", ("big",)),
    ("allowance(u)", {}, {"world": "v"}, "`v` does not say what kind of things these are; write `u, v: unit`", ()),
    ("allowance(u)", {}, {"world": "v: ship"}, "there is no kind of thing `ship`", ()),
    ("allowance(u)", {"u.arm": "cavalry", "u.reserve": "yes"}, {}, "no such situation is possible: the book says so", ()),
    ("allowance(u) is at least", {}, {}, None, ()),
    ("u.arm is mud", {}, {}, None, ()),
    ("nobody(u) is 3", {}, {}, None, ()),
    ("x.arm is cavalry", {}, {}, "`x` may be a unit or a town; say which with `world`", ()),
]  # fmt: skip


@pytest.mark.parametrize(("question", "facts", "more", "message", "suggestions"), WRONG)
def test_wrong_input_is_a_sentence(
    question: str, facts: dict[str, Any], more: dict[str, Any], message: str | None, suggestions: Any
) -> None:
    with pytest.raises(WrongInput) as caught:
        ask(core_of(BOOK), question, facts, **more)
    assert message is None or caught.value.message == message
    assert suggestions is None or caught.value.suggestions == suggestions
    assert str(caught.value)


def test_a_kind_is_told_by_all_that_is_said_of_a_thing() -> None:
    assert value("rest(u)", {"x.arm": "cavalry", "x.size": 3, "u.reserve": "no"}) == "permitted"
    assert value("rest(u)", {"x.arm": "cavalry", "near(u, x)": "yes", "u.reserve": "no"}) == "permitted"
    assert value("rest(u)", {"x.arm": "cavalry", "u.reserve": "no"}, world={"x": "units"}) == "permitted"
    assert value("rest(u)", {"u.reserve": "no"}, world="a, b: towns; c: unit;") == "permitted"


def test_questions_may_be_more_than_a_name() -> None:
    assert value("allowance(u) is at least 5 MP", BASE, **TAKEN) is True
    assert value("allowance(u) + 2 MP", BASE, **TAKEN) == 9
    assert value("may rest(u)", {"u.reserve": "no"}) is True
    assert value("allowance(u) up to base", BASE) == 7
    assert value("some unit v with v.reserve", {"u.reserve": "yes"}) is True
    answer = ask(core_of(BOOK), "allowance(u) is at least 5 MP", {"printed_allowance(u)": 7, "u.dispersed": "no"}, **TAKEN)  # type: ignore[arg-type]
    assert answer.value is True
    missing = ask(core_of(BOOK), "allowance(u) is at least 6 MP", {"printed_allowance(u)": 7, "u.dispersed": "no"}, **TAKEN)  # type: ignore[arg-type]
    assert [fact.fact for fact in missing.missing] == ["weather"]
    both = ask(core_of(BOOK), "allowance(u) + 1 MP", BASE, **TAKEN)  # type: ignore[arg-type]
    assert (both.value, both.unit, both.inner[0].value) == (8, "MP", 7)


def test_games_and_scenarios_are_switches() -> None:
    assert value("steps", {}) == "conflict"
    assert value("steps", {}, games=("big",)) == 7
    assert value("allowance(u)", BASE, scenario="9.1", **TAKEN) == 8


def test_facts_say_how_to_ask_for_them() -> None:
    answer = ask(core_of(BOOK), "allowance(u)", {"weather": "clear"}, readings={"r": "one"})
    assert answer.phrase == "the allowance of u"
    by_name = {fact.fact: fact for fact in answer.missing}
    assert by_name["printed_allowance(u)"].asks == "What does the counter of u show?"
    assert by_name["u.dispersed"].domain == "yes or no"


def test_an_answer_as_json() -> None:
    found = answer_json(ask(core_of(BOOK), "allowance(u)", BASE, readings={"r": "one"}))
    assert (found["status"], found["value"], found["unit"]) == ("answered", 7, "MP")
    assert found["because"][0]["says"] == "allowance(u) is printed_allowance(u)"
    assert found["inapplicable"][0]["first_false"] == "weather is mud"
    assert found["undetermined"] is None


def test_a_program_can_be_kept_and_answers_the_same() -> None:
    first = core_of(BOOK)
    second = pickle.loads(pickle.dumps(first))
    assert ask(first, "allowance(u)", BASE, readings={"r": "two"}) == ask(second, "allowance(u)", BASE, readings={"r": "two"})


def test_engines_are_kept_but_not_for_ever() -> None:
    several = [core_of(BOOK) for _ in range(10)]
    engines = [engine_of(one) for one in several]
    assert engine_of(several[-1]) is engines[-1]
    assert engine_of(several[5]) is engines[5]
    assert engine_of(several[0]) is not engines[0]


def test_asking_imports_nothing_heavy() -> None:
    heavy = "{'lark', 'networkx', 'rulewright.rulebook', 'rulewright.syntax.nodes', 'hypothesis'}"
    code = f"import sys, rulewright.engines.interpreter.ask; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("name", "given", "fits"),
    [
        ("players", 1, True), ("players", 4, True), ("players", 0, False), ("players", 5, False), ("players", "2.5", False),
        ("half", 0, True), ("half", "9", True), ("half", "0.5", True), ("half", "1/4", False), ("half", "9.5", False), ("half", "-0.5", False),
        ("printed_allowance(u)", "0 MP", True), ("printed_allowance(u)", "20 MP", True), ("printed_allowance(u)", 21, False),
    ],
)  # fmt: skip
def test_a_number_is_in_its_domain_and_on_its_steps(name: str, given: Any, fits: bool) -> None:
    facts = {**BASE, name: given}
    if fits:
        ask(core_of(BOOK), "allowance(u)", facts, **TAKEN)  # type: ignore[arg-type]
    else:
        with pytest.raises(WrongInput, match=f"is not a value of `{name.split('(')[0]}`"):
            ask(core_of(BOOK), "allowance(u)", facts, **TAKEN)  # type: ignore[arg-type]


def test_a_document_has_only_what_was_asked_for() -> None:
    """What is least and most, over what it was asked, and a date are there only where they say something."""
    plain = answer_json(ask(core_of(BOOK), "allowance(u)", BASE, **TAKEN))  # type: ignore[arg-type]
    assert {"date", "over", "least", "most"} & set(plain) == set()
    assert plain["as_played"] is None and plain["steps"] and plain["overruled"] == []


READ_TWO_WAYS = """
record unit "a unit"
fact shaken(u: unit): yes/no
verdict stand(u: unit) "{u} stands fast"
case 1.1
  must stand(u) when shaken(u)
reading how on 1.1 "How"
  choice always "always" in play
  choice never "never"
    may not stand(u) when shaken(u)
      overrides 1.1
"""


@pytest.mark.parametrize("question", ["stand(u)", "must stand(u)", "may stand(u)"])
def test_what_is_open_is_said_as_it_is_played_however_it_is_asked(question: str) -> None:
    answer = ask(core_of(READ_TWO_WAYS), question, {"shaken(u)": "yes"})
    assert answer.status is Status.UNDETERMINED and answer.as_played is not None
    assert answer.as_played.value == ("required" if question == "stand(u)" else True)
    [reading] = answer.readings
    assert (reading.reading, reading.in_play) == ("how", "always")
    assert dict(reading.outcomes)["never"].value == ("forbidden" if question == "stand(u)" else False)


MISSING_UNDER_ONE = """
record unit "a unit"
measure MP "movement points"
fact shaken(u: unit): yes/no
value pace(u: unit): 0..9 MP "the pace of {u}"
case 1.1
  pace(u) is 4 MP
case 1.2
  pace(u) is 2 MP when shaken(u)
    overrides 1.1
reading how on 1.2 "How"
  choice counted "it counts"{counted}
  choice never "it never counts"{never}
    sets aside 1.2
"""


@pytest.mark.parametrize(("in_play", "played"), [("never", 4), ("counted", None), ("", None)])
def test_where_facts_are_missing_in_other_readings_alone_it_is_said_how_it_is_played(in_play: str, played: int | None) -> None:
    marks = {name: " in play" if name == in_play else "" for name in ("counted", "never")}
    answer = ask(core_of(MISSING_UNDER_ONE.format(u="{u}", **marks)), "pace(u)")
    assert answer.status is Status.MISSING and answer.readings
    assert (None if answer.as_played is None else answer.as_played.value) == played


LISTED = """
enum formation: division_2_5 "a 2-5 division", corps "a corps", other
record unit "a unit"
  whole: yes/no
fact size: 0..9
value size_of(f: formation): 0..9 "the size of the {f}"
verdict break_into(u: unit, f: formation) "{u} breaks into {f}"
value cost(n: 0..9): 0..9
case 1.1
  may break_into(u, f) when u.whole and f is corps
  size_of(f) is 2 when f is not other
  cost(n) is n when n is at least 2
"""


def test_a_call_as_it_is_listed_lacks_its_arguments_and_takes_them_by_name() -> None:
    core = core_of(LISTED)
    listed = ask(core, "break_into(u, f)", {"u.whole": "yes"})
    assert [(fact.fact, fact.domain) for fact in listed.missing] == [("f", "division_2_5, corps or other")]
    assert ask(core, "break_into(u, f)", {"u.whole": "yes", "f": "corps"}).value == "permitted"
    assert [fact.fact for fact in ask(core, "cost(n)").missing] == ["n"]
    assert ask(core, "cost(n)", {"n": 3}).value == 3
    with pytest.raises(WrongInput, match="`tail` is not a value of `f`"):
        ask(core, "break_into(u, tail)")


@pytest.mark.parametrize("book", shipped_books())
def test_every_question_can_be_asked_as_it_is_listed(book: str) -> None:
    loaded = load(book)
    core = loaded._loaded.core(loaded.edition(None))
    for question in core.questions.values():
        call, _, unfilled = fill_parameters(core, signature(question.name, question.params), {})
        assert unfilled or engine_of(core).prepare_question(call, (), None)


def test_values_in_a_phrase_have_their_titles_and_no_article_twice() -> None:
    core = core_of(LISTED)
    assert ask(core, "break_into(u, division_2_5)").phrase == "u breaks into a 2-5 division"
    assert ask(core, "size_of(corps)").phrase == "the size of a corps"
    assert ask(core, "size_of(other)").phrase == "the size of the other"
