"""One question has one answer: an example says what `ask --closed --assume-nothing` says in its world, on drawn books.

And what is certain whatever is not known is found to be certain, though whole answers that rules ask for are open.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import drawn
from rulewright.analysis.examples import run_examples
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import ask
from semantics.small import core_of

WORDS = """
precedence
  stated
  never over may
record hex
  depot: yes/no
record unit
  leader: yes/no
  rank: 0..3
  hex: hex
  boss: unit or none
record battle
  place: hex
  night: yes/no
fact near(h: hex, k: hex): yes/no
  symmetric
fact late: yes/no
predicate fed(u: unit)
predicate met(h: hex)
value load(u: unit): 0..99
verdict attack(u: unit, b: battle)
"""
FACTS = ("u.leader", "b.night", "late")
HEXES = ("u.hex", "b.place")


def condition(rng: Random) -> str:
    return rng.choice(
        (
            "u.leader",
            "not b.night",
            "late",
            "near(u.hex, b.place)",
            "fed(u)",
            "not fed(u)",
            "met(b.place)",
            "u.hex is b.place",
            "u.hex.depot",
            "(u.boss is not none and u.boss.rank is 3)",
            "load(u) is at least 2",
            "(some unit w with (w.boss is u and w.rank is 1))",
        )
    )


def conditions(rng: Random) -> str:
    return f" {rng.choice(('and', 'or'))} ".join(condition(rng) for _ in range(rng.choice((1, 1, 2))))


def drawn_book(rng: Random) -> str:
    lines = [
        WORDS,
        "case 1.1",
        "  fed(u) means u.hex.depot or some hex d with (d.depot and near(u.hex, d))",
        "  met(h) means some unit e with (e.hex is h and e.leader)",
        "  load(u) is the sum of w.rank over units w with (w.boss is u)",
        f"  usual: may attack(u, b) when {conditions(rng)}",
        f"  {rng.choice(('never: may never', 'bar: may not'))} attack(u, b) when {conditions(rng)}",
        "case 1.2",
        f"  hungry: {rng.choice(('may not', 'must', 'need not', 'may'))} attack(u, b) when {conditions(rng)}",
        "    overrides 1.1" if rng.random() < 0.7 else "",
        f"  led: sets aside 1.2.hungry when {conditions(rng)}" if rng.random() < 0.6 else "",
        "case 1.3",
        f"  late: {rng.choice(('may not', 'may'))} attack(u, b) when {conditions(rng)}",
        f"    overrides {rng.choice(('1.1', '1.2'))}",
    ]
    return "\n".join(line for line in lines if line)


def drawn_facts(rng: Random) -> dict[str, str]:
    found = {name: rng.choice(("yes", "no")) for name in FACTS if rng.random() < 0.5}
    found |= {name: rng.choice(("h", "k")) for name in HEXES if rng.random() < 0.3}
    return found


def in_example(facts: dict[str, str], expected: str) -> str:
    plain = {"yes": "{}", "no": "not {}"}
    given_facts = [plain[value].format(name) if value in plain else f"{name} is {value}" for name, value in facts.items()]
    under = f"    given {', '.join(given_facts)}\n" if given_facts else ""
    return f'\n  example "e"\n    world u: unit; b: battle\n{under}    then {expected} attack(u, b)\n'


def expectation(answer: Answer) -> str:
    return str(answer.value) if answer.status is Status.ANSWERED else answer.status.value


@settings(max_examples=max(drawn.BOOKS, 40), deadline=None, suppress_health_check=list(HealthCheck), derandomize=not drawn.OTHERS_EACH_TIME)
@given(st.randoms(use_true_random=False))
@pytest.mark.meaning("world.closed")
def test_an_example_says_what_is_answered_in_its_world(rng: Random) -> None:
    text, facts = drawn_book(rng), drawn_facts(rng)
    core = core_of(text + "\n")
    closed = ask(core, "attack(u, b)", facts, closed=True)
    (result,) = run_examples(core_of(text + in_example(facts, expectation(closed))))
    assert result.passed, (result.message, closed.status, closed.value, facts, text)
    others = {"permitted", "forbidden", "missing", "undetermined", "conflict"} - {expectation(closed)}
    (other,) = run_examples(core_of(text + in_example(facts, sorted(others)[0])))
    assert not other.passed
    opened = ask(core, "attack(u, b)", facts)
    if opened.status is Status.ANSWERED:  # whatever else there is, so also where there is nothing else
        assert (closed.status, closed.value) == (opened.status, opened.value), (facts, text)


NEVER = (
    WORDS
    + """
case 1.1
  fed(u) means u.hex.depot or some hex d with (d.depot and near(u.hex, d))
  may attack(u, b) when near(u.hex, b.place)
  never: may never attack(u, b) when u.leader
case 1.2
  hungry: may not attack(u, b) when not fed(u)
    overrides 1.1
  led: sets aside 1.2.hungry when u.boss is not none and u.boss.rank is 3
"""
)


@pytest.mark.parametrize("closed", [False, True])
def test_what_every_way_forbids_is_forbidden(closed: bool) -> None:
    """Though what would override the bar is open, and open whether that is set aside."""
    answer = ask(core_of(NEVER), "attack(u, b)", {"u.leader": "yes"}, closed=closed)
    assert (answer.status, answer.value, answer.missing) == (Status.ANSWERED, "forbidden", ())


def test_a_sum_that_could_only_forbid_more_is_not_asked_for() -> None:
    """What each item costs is a number out of hundreds, and who has it is anybody."""
    core = core_of(
        """
record person
  age: 0..120
record item
  rare: yes/no
  price: 0..500 by 0.05
  borrower: person or none
value owed(p: person): 0..9999 by 0.05
verdict borrow(p: person, i: item)
case 1
  owed(p) is the sum of i.price over items i with (i.borrower is p)
  usual: may borrow(p, i) when not i.rare
  rare: may not borrow(p, i) when i.rare
case 2
  debt: may not borrow(p, i) when owed(p) is more than 10
    overrides 1
"""
    )
    answer = ask(core, "borrow(p, i)", {"i.rare": "yes", "p.age": 30})
    assert (answer.status, answer.value, answer.missing) == (Status.ANSWERED, "forbidden", ())
    assert [fact.fact for fact in ask(core, "borrow(p, i)", {"i.rare": "no", "i.borrower": "p"}).missing] == ["i.price"]
