"""Backgrounds: what examples take for granted, what goes before what, and what is wrong with one."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.analysis.examples import run_examples
from rulewright.base.source import Source
from rulewright.core.model import Core
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source
from semantics.small import FRONT, core_of, resolved

WORDS = """
option fog "Fog"
enum arm: foot, horse, guns
enum weather: clear, mud, snow
record unit
  arm: arm
  tired: yes/no
fact weather: weather
predicate p(u: unit)
"""


def given(core: Core, title: str) -> dict[str, object]:
    """What an example is run with: facts of things by their whole names."""
    example = next(one for one in core.examples if one.title == title)
    return {".".join((*map(str, fix.args), fix.name.rsplit(".", 1)[-1])): fix.value for fix in example.given}


def codes_of(text: str) -> list[tuple[str, int]]:
    """The codes that are reported of a book, each with its line in the text."""
    lines = FRONT.count("\n")
    blocks, findings = parse_source(Source("small.case", FRONT + WORDS + text))
    book, more = build_rulebook(SyntaxTree("small", tuple(blocks)), ledger=None, slug="small")
    _, last = resolve(book, "after")
    start = lines + WORDS.count("\n")
    return sorted({(one.code, one.labels[0].location.line - start) for one in (*findings, *more, *last)})


LEVELS = (
    WORDS
    + """
chapter "Marches"
  background
    given weather is snow, u.arm is guns, u.tired

background battle
  given u.arm is horse

case 1.1
  p(u) when weather is mud
  background
    given weather is mud
  example "bare"
    then p(u)
  example "named"
    with background battle
    then p(u)
  example "own"
    with background battle
    given u.arm is foot, weather is clear, not u.tired
    then not p(u)
case 1.2
  example "elsewhere"
    then not p(u)
"""
)


def test_what_is_nearer_goes_before_what_is_farther() -> None:
    core = core_of(LEVELS)
    assert given(core, "bare") == {"u.arm": "guns", "u.tired": True, "weather": "mud"}
    assert given(core, "named") == {"u.arm": "horse", "u.tired": True, "weather": "mud"}
    assert given(core, "own") == {"u.arm": "foot", "u.tired": False, "weather": "clear"}
    assert given(core, "elsewhere") == {"u.arm": "guns", "u.tired": True, "weather": "snow"}
    assert [result.message for result in run_examples(core)] == [""] * 4


def test_the_order_of_blocks_and_lines_makes_no_difference() -> None:
    front, *blocks = LEVELS.split("\n\n")
    turned = core_of("\n\n".join([front, *reversed(blocks)]))
    below = LEVELS.replace("  background\n    given weather is mud\n", "").replace(
        "case 1.2", "  background\n    given weather is mud\ncase 1.2"
    )
    for core in (turned, core_of(below)):
        assert [given(core, title) for title in ("bare", "named", "own")] == [
            given(core_of(LEVELS), one) for one in ("bare", "named", "own")
        ]


def test_things_options_readings_and_scenarios_are_shared() -> None:
    core = core_of(
        WORDS
        + """
background foggy
  world u, v: unit
  with option fog
  with scenario 20.1
  with reading tie as one

scenario 20.1 "Far"
scenario 20.2 "Near"
reading tie on 1.1 "How?"
  choice one
  choice other
case 1.1
  p(u) when (the number of units x) is 2
  background
    with background foggy
  example "as in the background"
    then p(u)
  example "with one more, elsewhere, otherwise"
    world w: unit
    with scenario 20.2
    with reading tie as other
    then not p(u)
"""
    )
    first, second = core.examples
    assert (first.world, first.options, first.scenario, first.readings) == (
        (("u", "unit"), ("v", "unit")), ("fog",), "20.1", (("tie", "one"),),
    )  # fmt: skip
    assert (len(second.world), second.scenario, second.readings) == (3, "20.2", (("tie", "other"),))
    assert all(result.passed for result in run_examples(core))


def test_an_amendment_has_backgrounds_of_its_own() -> None:
    core = core_of(
        WORDS
        + """
case 1.1
  p(u) when weather is mud
  background
    given weather is mud
  example "of the case"
    then p(u)
amend 1.1 in errata as addition
  adds
  background
    given weather is clear
  example "of the amendment"
    then not p(u)
"""
    )
    assert (given(core, "of the case"), given(core, "of the amendment")) == ({"weather": "mud"}, {"weather": "clear"})


def test_a_narrower_given_replaces_a_wider_one() -> None:
    core = core_of(
        WORDS
        + """
fact strength: 0..9
case 1.1
  p(u) when strength is at least 3
  background
    given strength is at least 5
  example "wide"
    then p(u)
  example "narrow"
    given strength is 1
    then not p(u)
"""
    )
    assert all(result.passed for result in run_examples(core))


def test_a_given_may_name_a_thing_of_the_background() -> None:
    core = core_of(
        """
record division
  hits: 0..9
record unit
  division: division
predicate p(u: unit)
case 1.1
  p(u) when u.division.hits is 3
  background
    given u.division is d
  example "of its division"
    given u.division.hits is 3
    then p(u)
"""
    )
    assert all(result.passed for result in run_examples(core))


def test_faults_are_told_where_the_background_is_written() -> None:
    assert codes_of('background b\n  given u.colour is red\ncase 1.1\n  example "e"\n    with background b\n    then p(u)\n') == [
        ("RW201", 2)
    ]
    assert codes_of('case 1.1\n  background\n    with option mist\n  example "e"\n    then p(u)\n') == [("RW201", 2)]
    assert codes_of('case 1.1\n  example "e"\n    with background b\n    then p(u)\n') == [("RW201", 2)]
    assert codes_of('chapter "C"\n  background\n    with background b\ncase 1.1\n  example "e"\n    then p(u)\n') == [("RW201", 2)]
    assert codes_of("background b\n  given weather is mud\nbackground b\n  given weather is snow\n") == [("RW103", 3)]
    assert codes_of("background b\n  with background c\nbackground c\n  given weather is snow\n") == [("RW015", 2)]


def test_two_backgrounds_that_disagree_leave_it_to_the_example() -> None:
    text = WORDS + "background a\n  given weather is mud\nbackground b\n  given weather is snow\ncase 1.1\n  p(u) when weather is clear\n"
    example = '  example "e"\n    with background a, b\n'
    assert [one.message for one in resolved(text + example + "    then not p(u)\n")[1]] == [
        "two backgrounds of this example give different values to one fact"
    ]
    assert given(core_of(text.replace("is snow", "is mud") + example + "    then not p(u)\n"), "e") == {"weather": "mud"}


@pytest.mark.parametrize("seed", range(25))
def test_any_levels_give_what_the_nearest_of_them_says(seed: int) -> None:
    rng = Random(seed)
    facts = {f"f{number}": ("0", "1", "2") for number in range(5)}
    levels = ("file", "case", "named", "own")
    says = {level: {name: rng.choice(values) for name, values in facts.items() if rng.random() < 0.5} for level in levels}
    lines = {level: f"given {', '.join(f'{name} is {value}' for name, value in said.items())}" for level, said in says.items() if said}
    text = "".join(f"fact {name}: 0..2\n" for name in facts) + "predicate p\n"
    text += f'chapter "C"\n  background\n    {lines["file"]}\n' if "file" in lines else ""
    text += f"background b\n  {lines['named']}\n" if "named" in lines else ""
    text += "case 1.1\n  p when f0 is 1\n" + (f"  background\n    {lines['case']}\n" if "case" in lines else "")
    named, own = "    with background b\n" if "named" in lines else "", f"    {lines['own']}\n" if "own" in lines else ""
    core = core_of(f'{text}  example "e"\n{named}{own}    then missing p\n')
    nearest = {name: value for level in levels for name, value in says[level].items()}
    assert given(core, "e") == {name: int(value) for name, value in nearest.items()}


EVERY_ONE = (
    WORDS
    + """
value ready: 0..9

chapter "Marches"
  background
    given no unit x with x.tired, every unit x satisfies (x.arm is foot and weather is mud)

case 1.1
  ready is the number of units u with (not u.tired and u.arm is foot)
  example "three"
    world a, b, c: unit
    then ready is 3
  example "one of two is tired"
    world a, b: unit
    given b.tired
    then ready is 1
  example "nobody"
    then ready is 0
"""
)


PATHS = """
enum event: blind, plain
record series
  final: yes/no
record round
  event: event
  series: series
  number: 1..9
record attempt
  round: round
predicate p(a: attempt)
predicate q(a: attempt)

background blind
  given a.round.event is blind

case 1.1
  p(a) when a.round.event is blind
  q(a) when a.round.series.final and a.round.number is at least 3
  example "which round it is has not been said"
    given a.round.event is blind
    then p(a)
  example "it has been said"
    given a.round is r, a.round.event in {blind}, a.round.number is at least 2
    then p(a)
  example "two of them, of which one has a name"
    world b_round: round
    given a.round is b_round, a.round.event is plain, b.round.event is not plain
    then not p(a)
    then p(b)
  example "it is said later"
    given a.round.event is blind, a.round is r
    then p(a)
  example "several links, and a bound"
    given a.round.series.final, a.round.number is at least 4
    then q(a)
  example "of every one"
    world a, b: attempt
    given every attempt x satisfies x.round.event is blind
    then p(b)
  example "said in the background"
    with background blind
    then p(a)
  example "of the background"
    with background blind
    given a.round is r
    then p(a)
"""


def test_a_path_is_given_of_a_thing_that_has_no_other_name() -> None:
    lowered = core_of(PATHS)
    assert all(result.passed for result in run_examples(lowered))
    assert [example.world for example in lowered.examples] == [
        (("a", "attempt"), ("a_round", "round")),
        (("a", "attempt"), ("r", "round")),
        (("b_round", "round"), ("a", "attempt"), ("b", "attempt"), ("b_round_", "round")),
        (("a", "attempt"), ("r", "round")),
        (("a", "attempt"), ("a_round", "round"), ("a_round_series", "series")),
        (("a", "attempt"), ("b", "attempt"), ("a_round", "round"), ("b_round", "round")),
        (("a", "attempt"), ("a_round", "round")),
        (("a", "attempt"), ("r", "round")),
    ]
    assert given(lowered, "which round it is has not been said") == {"a.round": "a_round", "a_round.event": "blind"}
    assert given(lowered, "of the background") == {"a.round": "r", "r.event": "blind"}


@pytest.mark.parametrize("line", ["a.round is b.round", "p(a.round)", "a.round.event is wet"])
def test_what_a_path_cannot_mean_is_refused(line: str) -> None:
    text = PATHS + f'  example "refused"\n    given {line}\n    then p(a)\n'
    assert resolved(text)[1] != ()


def test_what_holds_of_every_thing_is_given_of_each_and_names_none() -> None:
    core = core_of(EVERY_ONE)
    assert given(core, "one of two is tired") == {"a.arm": "foot", "b.arm": "foot", "a.tired": False, "b.tired": True, "weather": "mud"}
    assert given(core, "nobody") == {}
    assert [example.world for example in core.examples] == [
        (("a", "unit"), ("b", "unit"), ("c", "unit")),
        (("a", "unit"), ("b", "unit")),
        (),
    ]
    assert all(result.passed for result in run_examples(core))


@pytest.mark.parametrize(
    "line",
    ["some unit x with x.tired", "no unit x with (x.tired and x.arm is foot)", "every unit x with x.tired satisfies x.arm is foot"],
)
def test_what_is_said_of_some_only_is_no_given(line: str) -> None:
    text = f'case 1.1\n  p(u) when u.tired\n  example "e"\n    world a: unit\n    given {line}\n    then p(a)\n'
    assert codes_of(text) == [("RW222", 5)]


def test_a_mistake_in_a_background_is_reported_once_and_says_what_to_say_first() -> None:
    words = WORDS + "record hex\n  depot: yes/no\nfact hex_of(u: unit): hex\n"
    background = 'chapter "C"\n  background\n    given not hex_of(u).depot\n'
    examples = "".join(
        f'case 1.{n}\n  p(u) when weather is mud\n  example "e"\n    then p(u)\n  example "f"\n    then p(u)\n' for n in (1, 2)
    )
    (found,) = resolved(words + background + examples)[1]
    assert found.message == "`not hex_of(u).depot` is about `hex_of(u)`, and which hex that is has not been said"
    assert found.help == "say first which hex `hex_of(u)` is: `hex_of(u) is …`"
    assert found.cases == ("1.1", "1.2")
