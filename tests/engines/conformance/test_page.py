"""The script of the pages gives the interpreter's answers: on every example of the books, and whole answers on small books."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from engines.interpreter import tournament
from engines.interpreter.test_argument import WORK
from rulewright.core.codec import core_json
from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, Declined, Outcome, Plain, Query, Status, Switches
from rulewright.core.wording import Wording, larger_measures
from rulewright.engines.conformance.kit import make_kit
from rulewright.engines.conformance.run import difference_lines, run_kit
from rulewright.engines.interpreter.answer import Answer, answer_json
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.page import engine as page
from rulewright.engines.page.engine import PARTS, SCRIPTS, PageEngine, answering, script_files
from rulewright.engines.page.packed import pack_documents
from rulewright.engines.registry import is_there
from rulewright.engines.solver import engine as solver
from rulewright.semantics.model import Fix
from rulewright.site.asking.scripts import source_files
from rulewright.site.wording.book_wording import measure_forms
from rulewright.workspace.open_book import load
from semantics.small import core_of
from shipped import some_first

pytestmark = pytest.mark.skipif(not is_there("page"), reason="quickjs-ng is not installed")

MARCH = """
measure MP "movement points"
enum ground: clear, mud, snow
enum arm: foot, horse
record unit
  arm: arm
  leader: unit or none
fact weather: ground
  usually clear
  asks "What is the weather?"
fact tired(u: unit): yes/no
  usually no
fact road: yes/no
impossible when road and weather is snow
option ney "Ney"
value allowance(u: unit): 0..20 MP
  base is the one
  changes plus the sum
verdict march(u: unit) "{u} marches"
  otherwise permitted
predicate led(u: unit)
value share(u: unit): 0..20 by 1/6 MP
  one is the one

case 8.1 "Marches" in printed
  allowance(u) is 7 MP when u.arm is horse
  allowance(u) is 4 MP when u.arm is foot
case 8.2 "Mud" in printed
  take 2 MP from allowance(u) when weather is mud
  take 1 MP from allowance(u) when tired(u)
  may not march(u) when allowance(u) is less than 3 MP
case 8.3 "Roads" in errata
  may march(u) when road
    overrides 8.2
case 8.4 "Leaders" in printed
  led(u) when some unit l with (u.leader is l and l.arm is horse)
reading tie on 8.4 "A tie"
  choice first "the first" in play: add 1 MP to allowance(u) when led(u)
  choice second "the second": add 2 MP to allowance(u) when led(u)
case 8.5 "Ney" in printed
  option ney
  must march(u)
  need not march(u) when tired(u)
case 8.6 "Shares" in printed
  share(u) is allowance(u) / 6
case 8.7 "Advice" in printed
  should march(u) when road
  should not march(u) when tired(u) or allowance(u) is less than 3 MP
"""


@pytest.fixture(scope="module")
def march() -> Core:
    return core_of(MARCH)


@pytest.fixture(scope="module")
def engine(march: Core) -> PageEngine:
    return PageEngine(march)


def outcome(core: Core, name: str, *given: Fix, args: tuple[Plain, ...] = ()) -> Outcome | Declined:
    return answering(core)(Query(AskedQuestion(name, args), {}, given, Switches()))


# ---- the same as the interpreter ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some_first("war-in-europe"))
def test_examples_of_the_books(name: str) -> None:
    """Every example in every edition that has it, with the argument."""
    asked = 0
    for core in load(name).cores.values():
        run = run_kit("page", core, make_kit(core, 0))
        assert not run.declined
        assert not run.differences, "\n".join(difference_lines(core, run.differences[0]))
        asked += run.question_count
    assert asked


GIVEN: list[dict[str, Any]] = [
    {},
    {"u.arm": "horse"},
    {"u.arm": "horse", "weather": "mud"},
    {"u.arm": "foot", "weather": "mud", "tired(u)": True},
    {"u.arm": "foot", "weather": "mud", "tired(u)": True, "road": True},
    {"u.arm": "foot", "road": True},
    {"u.arm": "horse", "u.leader": "l", "l.arm": "horse"},
    {"u.arm": "horse", "u.leader": None, "weather": "clear"},
]


@pytest.mark.parametrize("given", GIVEN, ids=str)
@pytest.mark.parametrize(("usual", "options"), [(True, ()), (False, ("ney",))])
def test_whole_answers(march: Core, engine: PageEngine, given: dict[str, Any], usual: bool, options: tuple[str, ...]) -> None:
    """With the argument, what is missing, what was assumed and what readings come to; things may be there that were not named."""
    for question in ("allowance", "march", "led", "share"):
        for readings in ({}, {"tie": "second"}):
            wanted = answer_json(ask(march, f"{question}(u)", given, options=options, readings=readings, assume_usual=usual, premises=True))
            query = {
                "asked": {"question": question, "args": ["u"]},
                "things": {"unit": ["u", *(["l"] if "l.arm" in given else [])]},
                "given": [as_given(name, value) for name, value in given.items()],
                "switches": {"options": list(options), "readings": readings},
                "assumeUsual": usual,
            }
            assert alike(engine.ask(query), wanted) == wanted


def as_given(name: str, value: Any) -> dict[str, Any]:
    """`u.arm` as the fact `unit.arm` of `u`."""
    thing, dot, field = name.partition(".")
    if dot:
        return {"name": f"unit.{field}", "args": [thing], "value": value}
    plain, _, inside = name.partition("(")
    return {"name": plain, "args": [inside.removesuffix(")")] if inside else [], "value": value}


def alike(found: Any, wanted: Any) -> Any:
    """What was found without what the page has besides."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return {name: alike(found[name], one) for name, one in wanted.items()}
    if isinstance(wanted, list) and isinstance(found, list) and len(found) == len(wanted):
        return [alike(one, other) for one, other in zip(found, wanted, strict=True)]
    return found


@pytest.mark.parametrize("given", [1, 4, 5, 33, 700])
def test_dates_of_turns(given: int) -> None:
    """By months, parts of months and weeks."""
    calendars = {
        "month": "September 1939",
        "half month": "II September 1939",
        "quarter month": "III September 1939",
        "week": "3 September 1939",
    }
    declared = [f'calendar c{number} "C"\n  turn 1 is {first}, by {period}\n' for number, (period, first) in enumerate(calendars.items())]
    values = "".join(f"value v{number}: 1..900 turn in c{number}\n" for number in range(len(calendars)))
    rules = "".join(f"  v{number} is t\n" for number in range(len(calendars)))
    core = core_of(f'measure turn "turns"\n{"".join(declared)}fact t: 1..900 turn\n{values}case 1.1 "A" in printed\n{rules}')
    script = PageEngine(core)
    for number in range(len(calendars)):
        wanted = answer_json(ask(core, f"v{number}", {"t": given}))
        assert wanted["date"]
        query = {"asked": {"question": f"v{number}", "args": []}, "given": [{"name": "t", "args": [], "value": given}]}
        assert alike(script.ask(query), wanted) == wanted


@pytest.mark.parametrize("first", ["I January", "III March"])
@pytest.mark.parametrize("turn", [1, 7, 48])
def test_turns_of_any_year(first: str, turn: int) -> None:
    """The date of a turn in the answer, and where the question names one."""
    core = core_of(
        f'calendar year "the year"\n  turn 1 is {first}, by quarter month\nvalue v(t: 1..48 in year): 1..96 "what follows {{t}}"\n'
        'value w(t: 1..48 in year): 1..48 in year "{t}"\ncase 1.1 "A" in printed\n  v(t) is t + 1\n  w(t) is t\n'
    )
    for question in ("v", "w"):
        wanted = answer_json(ask(core, f"{question}({turn})"))
        assert ("date" in wanted) == (question == "w")
        query = {"asked": {"question": question, "args": [turn]}, "things": {}, "given": []}
        found = PageEngine(core).ask(query)
        assert alike(found, wanted) == wanted
        assert found["phrase"] == ask(core, f"{question}({turn})").phrase and str(turn) not in found["phrase"].split()


@pytest.mark.parametrize(("first", "second", "said"), [("q", "q", "q shows the same square"), ("q", "r", "q shows r")])
def test_a_thing_that_is_named_twice(first: str, second: str, said: str) -> None:
    core = core_of(
        'record square\nvalue seen(r: square, q: square): 0..9 "the side that {q} shows {r}"\ncase 1.1 "A" in printed\n  seen(r, q) is 2\n'
    )
    asked = {"question": "seen", "args": [second, first]}
    found = PageEngine(core).ask({"asked": asked, "things": {"square": ["q", "r"]}, "given": []})
    assert found["phrase"] == ask(core, f"seen({second}, {first})").phrase == f"the side that {said}"


@pytest.mark.parametrize("usual", [True, False])
def test_what_a_tournament_rests_on(usual: bool) -> None:
    """Also where there is too much to find out what can be done without: after as many steps as the interpreter takes."""
    core, facts = tournament.book(3), tournament.known(4, 3, usual=usual)
    paged = PageEngine(core)
    for question in tournament.QUESTIONS:
        whole = ask(core, question, facts, assume_usual=True, premises=True)
        wanted = answer_json(whole)
        query = tournament.as_query(question, facts, switches={"options": [], "readings": {}}, assumeUsual=True)
        answer = paged.ask(query)
        assert alike(answer, wanted) == wanted
        assert bool(wanted["assumed"]) is usual
        assert inside(answer) == [(one.question, [reason.rule for reason in one.because]) for one in in_order(whole)]


def in_order(answer: Answer) -> Iterator[Answer]:
    yield answer
    for inner in answer.inner:
        yield from in_order(inner)


def inside(answer: Any) -> list[tuple[str, list[str]]]:
    """The answers that went into one, as often as they did, each with the rules that stood."""
    here = (answer["question"], [reason["rule"] for reason in answer["because"]])
    return [here, *(one for inner in answer["inner"] for one in inside(inner))]


# ---- numbers, names and ends -------------------------------------------------------------------------------------------------------------


def test_numbers_are_exact() -> None:
    """Beyond what JavaScript's own numbers hold, and where they have no end behind the dot."""
    core = core_of(
        """
value large: 0..
value third: 0.. by 1/3
case 1.1 "Large" in printed
  large is 900719925474099 * 31
case 1.2 "Small" in printed
  third is 900719925474099 * 31 / 3 + 1 / 3
"""
    )
    for name, value in (("large", 900719925474099 * 31), ("third", Fraction(900719925474099 * 31 + 1, 3))):
        found = outcome(core, name)
        assert isinstance(found, Outcome)
        assert (found.value, found.value.__class__) == (value, value.__class__)


def test_names_of_the_script_are_names_like_others() -> None:
    core = core_of(
        """
enum valueof: tostring, constructor
fact hasownproperty: valueof
predicate constructor
case 1.1 "A" in printed
  constructor when hasownproperty is constructor
"""
    )
    found = outcome(core, "constructor", Fix("hasownproperty", (), "constructor"))
    assert isinstance(found, Outcome)
    assert found.value is True
    assert outcome(core, "tostring") == Declined("the book has no `tostring`")


def test_every_question_ends() -> None:
    """A condition over a thousand million numbers is declined, not gone through; so is what nests too deeply."""
    core = core_of(
        """
fact f(n: 0..1000000000): yes/no
predicate p
case 1.1 "A" in printed
  p when some n from 0 to 1000000000 with f(n)
"""
    )
    assert outcome(core, "p") == Declined("this question takes too many steps")
    deep = core_of('value v(n: 0..5000): 0..5000\ncase 1.1 "A" in printed\n  v(0) is 0\n  v(n) is v(n - 1) + 1 when n is at least 1\n')
    found = outcome(deep, "v", args=(5000,))
    assert found == Declined("this question is nested too deeply: too many questions contain one another")
    shallow = outcome(deep, "v", args=(50,))
    assert isinstance(shallow, Outcome)
    assert shallow.value == 50


def test_what_does_not_fit_is_refused(engine: PageEngine) -> None:
    import quickjs

    asked = {"question": "allowance", "args": ["u"]}
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"given": [{"name": "weather", "args": [], "value": "hail"}]}, "`hail` is not a value of `weather`"),
        ({"switches": {"options": ["murat"]}}, "there is no option `murat`"),
        ({"switches": {"readings": {"tie": "third"}}}, "there is no choice `third`"),
        ({"switches": {"scenario": "1812"}}, "there is no scenario `1812`"),
    ]
    for query, sentence in wrong:
        with pytest.raises(quickjs.JSException, match=sentence):
            engine.ask({"asked": asked, **query})


# ---- the files ---------------------------------------------------------------------------------------------------------------------------


def test_every_file_of_the_engine_is_loaded() -> None:
    folder = script_files()[0].parent
    assert sorted(path.stem for path in folder.glob("*.js")) == sorted(SCRIPTS)


def test_the_engine_is_plain_script() -> None:
    """It runs from `file://` under a strict policy: no module, nothing made of text, no request, no page."""
    for path in script_files():
        text = re.sub(r"/\*[\s\S]*?\*/|//.*", "", path.read_text("utf-8"))
        for word in ("import ", "export ", "eval(", "Function(", "fetch(", "XMLHttpRequest", "document.", "window.", "innerHTML"):
            assert word not in text, (path.name, word)


def test_without_an_interpreter_every_question_is_declined(march: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "find_spec", lambda name: None)
    assert outcome(march, "allowance", args=("u",)) == page.NOT_INSTALLED


WIDE = """
fact income: 0..999999999999
fact money: 0..9999999 by 1/100
fact wages: 0..5000
fact size: 0..999999999999999 by 1/1000
verdict pay
predicate rich
value tax: 0..
case 1.1
  may not pay when income is 0
  may pay when income is at least 1 and money is at least 1/2 and money is less than 3/4
  rich when size is at least 5
  tax is wages + 1 when income is more than 7
  tax is 3 when income is at most 7
"""


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        ("pay", {}), ("pay", {"income": 0}), ("pay", {"income": 7}), ("pay", {"money": 1}), ("rich", {}), ("tax", {}),
        ("tax", {"income": 3}), ("tax", {"income": 8}), ("tax", {"wages": 2}),
    ],
)  # fmt: skip
def test_ranges_of_millions_are_cut_alike(question: str, facts: dict[str, Any]) -> None:
    same_in_page(core_of(WIDE), question, facts)


FAR_UP = """
fact money: 0..9999
fact flag: yes/no
value levy: 0..9999
predicate flown
predicate never
impossible when flag and levy is less than 5000
case 1.1
  levy is money
  flown when flag
  never when flag and levy is less than 5000
"""


@pytest.mark.parametrize("question", ["flown", "never"])
def test_what_is_possible_far_up_in_a_facts_values_is_possible_in_both(question: str) -> None:
    same_in_page(core_of(FAR_UP), question, {})


TWO_REASONS = """
scale level: low, mid, high
fact flag: yes/no
value wild: 0..3
value quiet: 0..3
value grade: level
predicate told
case 1.1
  wild is 1
  wild is 2
  told when {term}
"""


@pytest.mark.parametrize(
    "term",
    [
        "wild is at least quiet", "quiet is at least wild", "wild is quiet", "quiet is wild", "wild + quiet is 1", "quiet - wild is 1",
        "wild / quiet is 1", "quiet * wild is 1", "the larger of wild and quiet is 2", "the smaller of quiet and wild is 2",
        "quiet in wild..3", "wild in quiet..3", "shifted(grade, wild) is low", "quiet is wild + 1", "wild is quiet + 1",
    ],
)  # fmt: skip
def test_what_is_open_for_two_reasons_is_so_for_both_whichever_is_named_first(term: str) -> None:
    """`quiet` has no answer, and `wild` has two, which are a conflict."""
    core = core_of(TWO_REASONS.format(term=term))
    assert ask(core, "told").status is Status.CONFLICT
    same_in_page(core, "told", {})
    solved = solver.answering(core)(Query(AskedQuestion("told", ()), {}, (), Switches()))
    assert isinstance(solved, Outcome) and solved.status is Status.CONFLICT


def same_in_page(core: Core, question: str, facts: dict[str, Any]) -> None:
    """The page answers as the interpreter does."""
    wanted = answer_json(ask(core, question, facts))
    query = {"asked": {"question": question, "args": []}, "things": {}, "given": [as_given(name, value) for name, value in facts.items()]}
    answer = PageEngine(core).ask({**query, "switches": {"options": [], "readings": {}}, "assumeUsual": False})
    assert alike(answer, wanted) == wanted


def test_what_the_calculator_says_of_the_engine_is_there_without_the_unknown() -> None:
    """Every name that its scripts take from the engine is in what is loaded first; what is unknown is thrown until the rest is loaded."""
    import quickjs

    context = quickjs.Context()
    for part in ("engine", "engine-argument"):
        for path in script_files(part):
            context.eval(path.read_text("utf-8"))
    used = {name for path in source_files("ask") for name in re.findall(r"\bR\.(\w+)", path.read_text("utf-8"))}
    assert {"Engine", "Unknown", "unitText"} <= used
    assert [name for name in sorted(used) if context.eval(f"Rulewright.{name} === undefined")] == []


MEASURES = """
measure day "day"
measure week "week"
  is 7 day
measure fortnight "fortnight"
  is 2 week
measure month "month"
  is 30 day
measure moon "moon"
  is 3.5 week
"""


def test_amounts_are_said_in_larger_measures_as_ask_says_them() -> None:
    import quickjs

    core = core_of(MEASURES)
    wording = Wording({}, {}, larger=larger_measures(core, measure_forms(core)))
    assert wording.in_larger_measure("60", "day") == " (2 months)" and wording.in_larger_measure("33", "day") == " (1 month 3 days)"
    assert wording.in_larger_measure("4", "week") == " (2 fortnights)" and "month" not in wording.larger
    context = quickjs.Context()
    context.eval("var rulewrightAsk = {}")
    for path in (*script_files("engine"), *(path for path in source_files("ask") if path.name == "words.js")):
        context.eval(path.read_text("utf-8"))
    context.eval(f"const words = Object.create(rulewrightAsk.Words.prototype); words.words = {json.dumps({'larger': wording.larger})}")
    said = context.eval("(text, unit) => words.inLarger(text, unit)")
    for number in (*map(str, range(75)), "-14", "6.5", "7.0", "30.25", "45.50", "31/2", "many"):
        for unit in core.measures:
            assert said(number, unit) == wording.in_larger_measure(number, unit), (number, unit)


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (["decided by judge"], "Open: the judge decides."),
        (["decided by head_judge", "decided by head_judge"], "Open: the head judge decides."),
        (["decided by judge", "decided by delegate"], "Not known yet: it depends on what is asked next."),
        (["decided by judge", None], "Not known yet: it depends on what is asked next."),
        (["on the map"], "Not known yet: it depends on what is asked next."),
    ],
)
def test_the_calculator_says_who_decides(found: list[str | None], sentence: str) -> None:
    import quickjs

    context = quickjs.Context()
    context.eval("var rulewrightAsk = {}")
    for path in (*script_files("engine"), *(path for path in source_files("ask") if path.name in {"words.js", "argument.js"})):
        context.eval(path.read_text("utf-8"))
    context.set("answer", json.dumps({"status": "missing", "missing": [{"found": place} for place in found]}))
    assert context.eval("rulewrightAsk.sentence(null, JSON.parse(answer))") == sentence


KNOWN = {"u.arm": "horse", "weather": "mud", "tired(u)": False, "road": False}


def in_page(core: Core, parts: list[str], query: dict[str, Any]) -> Any:
    """The answer of some parts of the engine, or the name of what they throw."""
    import quickjs

    context = quickjs.Context()
    for part in parts:
        for path in script_files(part):
            context.eval(path.read_text("utf-8"))
    context.set("given", json.dumps(pack_documents({"core": core_json(core)})))
    context.set("query", json.dumps(query))
    return json.loads(
        context.eval("""(() => {
          const engine = new Rulewright.Engine(Rulewright.unpacked(Rulewright.read(given))("core"));
          try {
            return JSON.stringify(engine[engine.ask ? "ask" : "outcome"](Rulewright.read(query)));
          } catch (thrown) {
            return JSON.stringify(thrown instanceof Rulewright.Unknown ? "unknown" : `${thrown}`);
          }
        })()""")
    )


@pytest.mark.parametrize("closed", [True, False])
def test_what_is_known_is_answered_without_the_unknown(march: Core, closed: bool) -> None:
    """By the first part alone, and with the argument by the second; the third is asked for where a fact is not known or a reading is open."""
    query: dict[str, Any] = {
        "asked": {"question": "allowance", "args": ["u"]}, "things": {"unit": ["u"]}, "switches": {"readings": {"tie": "first"}},
        "given": [as_given(name, value) for name, value in {**KNOWN, "u.leader": None}.items()], "closed": closed, "assumeUsual": True,
    }  # fmt: skip
    assert in_page(march, ["engine"], query) == {"status": "answered", "value": 5}
    first = in_page(march, ["engine", "engine-argument"], query)
    whole = in_page(march, list(PARTS), query)
    assert whole["status"] == "answered" and whole["because"]
    assert first == whole if closed else first in (whole, "unknown")
    fewer: list[list[Any]] = [query["given"][1:], []]
    for given in fewer:
        assert in_page(march, ["engine"], {**query, "given": given}) == "unknown"
        assert in_page(march, ["engine", "engine-argument"], {**query, "given": given}) == "unknown"
        assert in_page(march, list(PARTS), {**query, "given": given})["status"] == "missing"


def test_the_argument_has_what_is_so_whatever_is_not_given() -> None:
    """As the interpreter's: what one try of the unknown shows is no part of it."""
    core = core_of(WORK)
    paged = PageEngine(core)
    for given in ({}, {"engineer": True}, {"by_rail": False, "done": 0}, {"by_rail": False, "done": 0, "engineer": True}):
        facts = {"unit.engineer" if name == "engineer" else name: value for name, value in given.items()}
        for name in ("work", "limit"):
            query = {"asked": {"question": name, "args": ["u"]}, "things": {"unit": ["u"]}, "closed": True}
            found = paged.ask({**query, "given": [{"name": fact, "args": ["u"], "value": value} for fact, value in facts.items()]})
            called = {"u.engineer" if fact == "unit.engineer" else f"{fact}(u)": value for fact, value in facts.items()}
            answer = ask(core, f"{name}(u)", called, closed=True)
            assert found["status"] == answer.status
            for part in ("because", "inapplicable", "opened", "inner"):
                assert len(found[part]) == len(getattr(answer, part)), (name, given, part)
            assert [one["rule"] for one in found["opened"]] == [one.rule for one in answer.opened]


STATUSES = """
option fog "Fog"
scenario 20.1 "Winter"
  "A winter."
  eager(u) is 3
record unit
  lost: yes/no
fact mud: yes/no
fact owl(u: unit): yes/no
  usually no
value allowance: 1..9
value twice: 0..99
verdict peek(u: unit)
verdict look(u: unit)
value eager(u: unit): 0..9
predicate seen(u: unit)

case 2.1 "Allowance"
  allowance is 1
  take 2 from allowance when mud
  twice is 2 * allowance

case 5.1 "Fog"
  option fog
  may not peek(u) when not u.lost
  seen(u) when owl(u)

case 5.2 "Looking"
  may look(u) when may not peek(u)
"""


@pytest.mark.parametrize(
    ("question", "facts", "why"),
    [
        ("allowance", {"mud": True}, None),
        ("twice", {"mud": True}, None),
        ("peek(u)", {"u.lost": False}, "option off"),
        ("peek(u)", {"u.lost": True}, "silent"),
        ("peek(u)", {}, "option off"),
        ("look(u)", {"u.lost": False}, "option off"),
        ("look(u)", {"u.lost": True}, "silent"),
        ("eager(u)", {}, "no scenario"),
    ],
)
def test_what_stops_an_answer_is_told_apart_as_by_the_interpreter(question: str, facts: dict[str, Any], why: str | None) -> None:
    core = core_of(STATUSES)
    wanted = answer_json(ask(core, question, facts, closed=True))
    assert (wanted["undetermined"] or {}).get("why") == why and (why is not None or wanted["status"] == "out of range")
    name, _, args = question.partition("(")
    given = [as_given(fact, value) for fact, value in facts.items()]
    query = {"asked": {"question": name, "args": ["u"] if args else []}, "things": {"unit": ["u"]} if args else {}, "given": given}
    assert alike(PageEngine(core).ask({**query, "closed": True}), wanted) == wanted


OUTLIVED = """
fact tired: yes/no
verdict march "the unit marches"
verdict rest "the unit rests"

case 4.1 "Marching" in printed
  may march

case 4.2 "Resting" in printed
  may rest when may not march

ruling Q1 on 4.1 in printed
  asks "May a tired unit march?"
  answers "No."
  out: may not march when any of
    a. tired
    overrides 4.1

amend 4.1 in errata as change
  replaces the case
  may march
"""


@pytest.mark.parametrize(("edition", "tired", "found"), [("after", True, True), ("after", False, False), ("before", True, False)])
def test_a_ruling_whose_case_has_changed_since_is_told_with_what_rests_on_it(edition: str, tired: bool, found: bool) -> None:
    core = core_of(OUTLIVED, edition)
    for question in ("march", "rest"):
        answer = ask(core, question, {"tired": tired}, closed=True)
        at_hand = answer if question == "march" else answer.inner[0]
        assert [each.clause for each in at_hand.outlived] == ["Q1"] * found
        query = {"asked": {"question": question, "args": []}, "things": {}, "given": [as_given("tired", tired)], "closed": True}
        assert alike(PageEngine(core).ask(query), answer_json(answer)) == answer_json(answer)
    free = ask(core, "may rest and not tired", {"tired": tired}, closed=True)
    assert not free.outlived or found
