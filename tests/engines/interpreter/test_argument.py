"""Every answer carries its argument, on generated books: what won, what was defeated by what, what did not apply, why there is no answer."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.interpreter import generated_books
from engines.interpreter.test_oracle import program_of
from engines.interpreter.two_texts import as_written
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Answer, Why
from rulewright.engines.interpreter.ask import ask
from semantics.small import core_of


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
@pytest.mark.meaning("principle.argument")
def test_every_answer_says_why(rng: Random) -> None:
    generated = generated_books.book(rng, cases=3, statements=rng.randint(1, 5))
    program = program_of(generated.files)
    core = lower(program)
    ids = {rule.id for rule in program.rules} | {aside.id for aside in program.set_asides}
    for certain in (1.0, 0.5):
        facts = generated_books.situation(rng, certain, generated.pools)
        for asked in generated.questions:
            answer = ask(core, asked.call("u"), {name: as_written(value) for name, value in facts.items()}, world="u, v: unit")
            whole(answer, ids, core)
            assert bool(answer.missing) is (answer.status is Status.MISSING)


def whole(answer: Answer, ids: set[str], core: Core) -> None:
    """The parts that an answer must have, by its status; inner answers too."""
    match answer.status:
        case Status.ANSWERED:
            assert answer.value is not None or may_be_none(core, answer), answer
        case Status.CONFLICT:
            assert answer.conflict or answer.opened, answer  # which rules disagree may depend on what is not known
        case Status.OUT_OF_RANGE:
            assert answer.out_of_range is not None or answer.opened, answer  # which result it is may depend on what is not known
        case Status.UNDETERMINED:
            assert answer.undetermined is not None, answer
        case Status.MISSING:
            pass  # of inner answers, only that they hang on something is known
    named = {one.rule for one in answer.because} | {one.rule for one in answer.inapplicable}
    named |= {name for one in answer.defeated for name in (one.rule, one.by)}
    assert named <= ids
    assert all(one.why for one in answer.defeated)
    assert all(one.first_false for one in answer.inapplicable)
    assert all(reason.says and reason.effect and reason.location for reason in answer.because)
    for inner in answer.inner:
        whole(inner, ids, core)


def may_be_none(core: Core, answer: Answer) -> bool:
    """Return True if `none` is an answer to this question, as it is where nothing is advised."""
    declared = core.questions[answer.question.partition("(")[0]].type
    return getattr(declared, "or_none", False) is True


WORK = """
enum side: axis, soviet
enum weather: clear, mud
record unit
  engineer: yes/no
  side: side
fact weather: weather
fact by_rail(u: unit): yes/no
fact done(u: unit): 0..9
verdict work(u: unit)
value limit(u: unit): 0..9

case 6.4
  not held, bears on work(u)
  may not work(u) when u.engineer and by_rail(u)
  may not work(u) when u.engineer and done(u) is at least hexes(u.side, weather)
case 6.5
  table hexes(s: side, w: weather): 0..9
    |        | clear | mud |
    | axis   | 5 | 1 |
    | soviet | 5 | 1 |
  limit(u) is 4 when u.engineer
  limit(u) is 4 when not u.engineer
"""


def test_an_argument_has_no_value_that_nobody_gave() -> None:
    """What is not given is tried, and what one try shows is no part of the argument: neither a cell nor a condition that is false there."""
    core = core_of(WORK)
    answer = ask(core, "work(u)", {"by_rail(u)": False, "done(u)": 0})
    assert answer.status is Status.UNDETERMINED
    assert answer.undetermined is not None
    assert [(one.rule, one.first_false) for one in answer.inapplicable] == [("6.4.1", "by_rail(u)")]
    assert not answer.opened  # whatever is not given, 6.4.2 never stands
    assert not [one for one in answer.inner if one.status is Status.ANSWERED]


def test_an_argument_has_what_is_so_whatever_is_not_given() -> None:
    core = core_of(WORK)
    answer = ask(core, "limit(u)")
    assert answer.value == 4
    assert not answer.because
    assert not answer.inapplicable
    assert [one.rule for one in answer.opened] == ["6.5.1", "6.5.2"]
    given = ask(core, "limit(u)", {"u.engineer": True})
    assert [one.rule for one in given.because] == ["6.5.1"]
    assert not given.opened


ORDER = """
record player "a player"
  score: 0..9
  wins: 0..9
predicate before(p: player, q: player) "{p} is placed before {q}"

case 1.1 "Order"
  "By score, then by wins."
  before(p, q) means any of
    a. p.score is more than q.score
    b. p.score is q.score and p.wins is more than q.wins
"""


def test_a_definition_by_a_list_says_which_item_holds() -> None:
    core = core_of(ORDER)
    equal = {"a.score": 3, "b.score": 3, "a.wins": 2, "b.wins": 1}
    answer = ask(core, "before(a, b)", equal)
    assert (answer.value, [(reason.rule, reason.effect) for reason in answer.because]) == (True, [("1.1.1.b", "yes")])
    assert answer.to_json()["because"][0]["says"] == "before(p, q) when p.score is q.score and p.wins is more than q.wins"
    answer = ask(core, "before(a, b)", {**equal, "b.score": 4})
    assert (answer.value, [reason.rule for reason in answer.because]) == (False, ["1.1.1"])
    assert [rule.rule for rule in answer.inapplicable] == ["1.1.1.a", "1.1.1.b"]


HALVES = """
fact wet: yes/no
fact old: yes/no
fact late: yes/no
verdict go
case 1.1
  may go when and only when wet or old
case 1.2
  may not go when late
    overrides 1.1
"""


def test_a_rule_is_defeated_only_where_its_own_condition_is_known_to_hold() -> None:
    """`when and only when` makes two rules of one address, and at most one of the two holds."""
    core = core_of(HALVES)
    assert [defeat.rule for defeat in ask(core, "go", {"late": "yes"}).defeated] == []
    assert [defeat.rule for defeat in ask(core, "go", {"late": "yes", "wet": "yes"}).defeated] == ["1.1.1"]
    assert ask(core, "go", {"late": "yes"}).value == "forbidden"


ROWS = """
fact size: 0..20
value tax: 0..9
predicate cheap
verdict bar
case 1.1
  table by_size(n: 1..9): 0..9
    | 1..5 | 5 |
    | 6..9 | 2 |
  tax is by_size(size)
  cheap when tax is at most 3
  may bar when cheap
"""


@pytest.mark.parametrize("question", ["tax", "cheap", "bar", "the least of (tax, 3)"])
def test_a_table_that_is_asked_beyond_its_range_has_no_row(question: str) -> None:
    undetermined = ask(core_of(ROWS), question, {"size": 12}).undetermined
    assert undetermined is not None
    assert (undetermined.why, undetermined.case) == (Why.NO_ROW, "1.1")


SETTLED = """
verdict go
case 1.1
  "One goes when it is early."
reading hour on 1.1 "Before or at noon?"
  choice before: may go when 1 is 1
  choice at: may not go when 1 is 1
ruling Q1 on 1.1 in errata
  asks "Before or at noon?"
  answers "Before."
  settles hour as before
"""


def test_a_reading_that_is_taken_against_a_ruling_is_told() -> None:
    core = core_of(SETTLED)
    against = ask(core, "go", readings={"hour": "at"})
    assert against.value == "forbidden"
    assert against.to_json()["against_rulings"] == [{"reading": "hour", "choice": "at", "ruling": "Q1", "settled_as": "before"}]
    assert ask(core, "go", readings={"hour": "before"}).against_rulings == ask(core, "go").against_rulings == ()
    assert ask(core_of(SETTLED, "before"), "go", readings={"hour": "at"}).against_rulings == ()
