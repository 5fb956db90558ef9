"""What is given of questions that rules answer: it stands unless the rules are certain of something else from what else is given."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.analysis.examples import find_overruled_givens
from rulewright.core.codec import core_json
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.page.engine import PageEngine
from semantics.small import core_of

BOOK = """
measure euro "euro"
enum ground: clear, marsh
record unit
  tired: yes/no
  ground: ground
  order: 0..9
  camp: town or none
record town
  held: yes/no
fact cost: 0..9000 euro
fact heavy: yes/no
  usually yes
fact scouted: yes/no
status lost of unit
value support: 0..9000 euro
value most: 0..9
  otherwise 3
value told: 0..9
predicate dear
predicate barred
predicate plain
predicate safe(u: unit)
verdict pay
verdict rest(u: unit)
  otherwise forbidden
verdict push(u: unit)
reading marsh on 1.2 "Whether marsh tires"
  "The text leaves it open."
  choice it_does: u.tired when u.ground is marsh
  choice it_does_not "it does not"
case 1.1
  support is the smaller of cost and 1000 euro
  dear when support is more than 500 euro
  barred when heavy
  may not pay when dear
  may pay when not dear
case 1.2
  lost(u) when u.order is more than 5
  not lost(u) when told is 1
  u.order is 3 when scouted and u.ground in {clear, marsh}
  safe(u) when every town t satisfies t.held
  may push(u) when not u.tired and not lost(u)
  may not push(u) when u.tired or lost(u)
"""
"""`told`, `most` and `plain` have no rules, and `rest` has only what the declaration says."""


def overruled(answer: Answer) -> dict[str, tuple[Any, Any, tuple[str, ...]]]:
    return {one.fact: (one.given, one.value, one.rules) for one in answer.overruled}


@pytest.mark.parametrize(
    ("question", "facts", "value", "differs"),
    [
        ("support", {"cost": 300, "support": 900}, 300, {"support": (900, 300, ("1.1.1",))}),
        ("pay", {"cost": 300, "support": 900}, "permitted", {"support": (900, 300, ("1.1.1",))}),
        ("pay", {"support": 900}, "forbidden", {}),  # nothing is known of the cost
        ("pay", {"support": 900, "dear": False}, "forbidden", {"dear": (False, True, ("1.1.2",))}),
        ("pay", {"cost": 300, "dear": True}, "permitted", {"dear": (True, False, ())}),
        ("pay", {"cost": 300, "pay": "forbidden"}, "permitted", {"pay": ("forbidden", "permitted", ("1.1.5",))}),
        ("barred", {"barred": False}, False, {}),  # it is usually heavy
        ("barred", {"barred": False, "heavy": True}, True, {"barred": (False, True, ("1.1.3",))}),
        ("plain", {"plain": True}, True, {}),  # no rule says what is plain
        ("most", {"most": 5}, 5, {}),  # nor is a default a rule
        ("rest(u)", {"rest(u)": "permitted"}, "permitted", {}),
        ("lost(u)", {"u.lost": True, "u.order": 2}, True, {}),  # whether it was told is undetermined
        ("lost(u)", {"u.lost": False, "u.order": 7}, False, {}),
        ("lost(u)", {"u.lost": False, "u.order": 7, "told": 2}, True, {"u.lost": (False, True, ("1.2.1",))}),
        ("u.order", {"u.order": 4, "scouted": True}, 3, {"u.order": (4, 3, ("1.2.3",))}),  # whatever the ground
        ("u.order", {"u.order": 4}, 4, {}),
        ("safe(u)", {"t.held": True, "safe(u)": False}, False, {}),  # there may be another town
        ("safe(u)", {"t.held": False, "safe(u)": True}, False, {"safe(u)": (True, False, ())}),
    ],
)
@pytest.mark.meaning("given.stands", "given.overruled", "given.kept")
def test_what_is_given_stands_unless_the_rules_are_certain(
    question: str, facts: dict[str, Any], value: Any, differs: dict[str, tuple[Any, Any, tuple[str, ...]]]
) -> None:
    core = core_of(BOOK)
    for closed in (False, True):
        answer = ask(core, question, facts, world="u: unit", assume_usual=True, closed=closed)
        assert (answer.status, answer.value) == (Status.ANSWERED, value)
        assert overruled(answer) == differs


@pytest.mark.meaning("given.certain")
def test_what_several_rules_say_between_them_is_certain() -> None:
    """Which of two bans stands is open, and that one does is not; and a cap decides a value whose base is open."""
    core = core_of(BANS)
    banned = ask(core, "order(r)", {"r.resident": False, "order(r)": "permitted"})
    assert (banned.value, overruled(banned)) == ("forbidden", {"order(r)": ("permitted", "forbidden", ())})
    capped = ask(core, "deposit(r)", {"r.minor": True, "deposit(r)": 5})
    assert (capped.value, list(overruled(capped))) == (0, ["deposit(r)"])


@pytest.mark.meaning("given.each")
def test_two_that_are_given_may_both_give_way() -> None:
    core = core_of("value w: 0..9\nvalue v: 0..9\ncase 1.1\n  w is 2\n  v is w\n")
    answer = ask(core, "v", {"w": 1, "v": 3})
    assert (answer.value, overruled(answer)) == (2, {"w": (1, 2, ("1.1.1",)), "v": (3, 2, ("1.1.2",))})


SUPPOSED = """
fact depot: yes/no
fact bonus: 0..9
predicate supplied
value strength: 0..9
value unfed: 0..9
case 1.1
  supplied when depot
  strength is bonus when supplied
  strength is 2 when not supplied
  unfed is strength as if (not supplied)
"""


def test_a_supposition_goes_before_what_is_given() -> None:
    core = core_of(SUPPOSED)
    answer = ask(core, "unfed", {"supplied": True, "unfed": 4})
    assert (answer.value, overruled(answer)) == (2, {"unfed": (4, 2, ("1.1.4",))})
    given = [{"name": "supplied", "args": [], "value": True}, {"name": "unfed", "args": [], "value": 4}]
    found = PageEngine(core, core_json(core)).ask({"asked": {"question": "unfed", "args": []}, "things": {}, "given": given})
    assert (found["value"], [one["value"] for one in found["overruled"]]) == (2, [2])


BANS = """
record reader
  resident: yes/no
  minor: yes/no
  debt: 0..100
verdict order(r: reader)
value deposit(r: reader): 0..9
  base is the one
  cap at most
case 9.1
  leave: may order(r) when and only when r.resident
  deposit(r) is 5 when r.resident
  deposit(r) is 7 when not r.resident
  deposit(r) is at most 0 when r.minor
case 9.2
  blocked: may not order(r) when r.debt is more than 20
    overrides 9.1
"""


def test_rules_that_contradict_one_another_say_nothing_against_what_is_given() -> None:
    answer = ask(core_of(BOOK), "lost(u)", {"u.lost": False, "u.order": 7, "told": 1})
    assert (answer.value, answer.overruled) == (False, ())


def test_more_facts_never_give_less_of_an_answer() -> None:
    """The towns are named, and nothing is said of who holds them."""
    core = core_of(BOOK)
    for more in ({}, {"a.held": True}, {"a.held": True, "b.held": True}):
        assert ask(core, "safe(u)", {"safe(u)": False, **more}, world="u: unit; a, b, c: town").value is False


@pytest.mark.meaning("given.readings")
def test_a_fact_stands_under_the_choices_under_which_rules_do_not_say_otherwise() -> None:
    core = core_of(BOOK)
    facts = {"u.tired": False, "u.ground": "marsh", "u.lost": False, "u.order": 1}
    answer = ask(core, "push(u)", facts)
    assert answer.status is Status.UNDETERMINED and [one.reading for one in answer.readings] == ["marsh"]
    assert {choice: one.value for choice, one in answer.readings[0].outcomes} == {"it_does": "forbidden", "it_does_not": "permitted"}
    assert overruled(ask(core, "push(u)", facts, readings={"marsh": "it_does"})) == {"u.tired": (False, True, ("marsh.it_does.1",))}
    assert ask(core, "push(u)", {**facts, "u.ground": "clear"}).value == "permitted"


def test_over_the_values_of_a_fact_each_answer_is_as_if_it_were_given() -> None:
    core = core_of(BOOK)
    facts = {"u.order": 4, "u.ground": "clear"}
    cells = ask(core, "u.order", facts, over=["scouted"]).over
    assert cells is not None and [cell.value for cell in cells.cells] == [3, 4]


def test_a_supposition_sets_the_answer() -> None:
    core = core_of(BOOK.replace("  may pay when not dear\n", "  may pay when not dear as if (support is 0 euro)\n"))
    assert ask(core, "pay", {"cost": 400}).value == "permitted"


EXAMPLES = """
  example "cheap"
    given cost is 300 euro, support is 900 euro
    then permitted pay

  example "dear"
    given support is 900 euro
    then forbidden pay

  example "a unit that was told nothing"
    given u.lost, u.order is 2
    then lost(u)

  example "and one that is lost"
    given not u.lost, u.order is 7, told is 2
    then lost(u)
"""


@pytest.mark.meaning("given.overruled")
def test_an_example_that_the_rules_contradict() -> None:
    core = core_of(BOOK + EXAMPLES)
    assert [[one.fact for one in find_overruled_givens(core, example)] for example in core.examples] == [["support"], [], [], []]


@pytest.mark.parametrize(
    "facts",
    [
        {"cost": (300, []), "support": (900, [])},
        {"support": (900, [])},
        {"cost": (300, []), "dear": (True, [])},
        {"dear": (True, []), "pay": ("permitted", [])},
    ],
)
def test_the_page_heeds_it_alike(facts: dict[str, tuple[Any, list[str]]]) -> None:
    core = core_of(BOOK)
    given = [{"name": name, "args": args, "value": value} for name, (value, args) in facts.items()]
    found = PageEngine(core, core_json(core)).ask(
        {"asked": {"question": "pay", "args": []}, "things": {}, "given": given, "assumeUsual": True}
    )
    wanted = ask(core, "pay", {name: value for name, (value, _) in facts.items()}, assume_usual=True)
    assert (found["status"], found["value"]) == (wanted.status, wanted.value)
    assert {one["fact"]: (one["given"], one["value"], tuple(one["rules"])) for one in found["overruled"]} == overruled(wanted)
