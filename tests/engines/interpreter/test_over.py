"""An answer over the values of facts that are not given, and the least and the greatest that it can be."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from engines.interpreter import generated_books
from engines.interpreter.test_oracle import program_of
from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Pick
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter import answer_ranges
from rulewright.engines.interpreter.answer import Answer, Over, Stretch
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.interpreter.value_classes import fact_domain
from semantics.small import core_of

BOOK = """
measure MP "movement point"
enum weather: clear, mud, snow
scale size: small, middle, large
record unit
  horse: yes/no
fact weather: weather
fact turn: 1..40
fact size: size
fact strength: 0..20 by 1/2
fact ice: yes/no
  usually no
die luck(u: unit): 1d6
fact stores: 0..999
fact far: 0..999
impossible when ice and weather is clear
verdict cross
verdict late
value pace(u: unit): 0..12 MP
value loss(u: unit): 0..99
value grade: size
value load: -999..9999
predicate safe(u: unit)
case 1.1
  may not cross when turn is at most 16
  may cross when turn is more than 16
  may late when turn is at least 10
  may not late when turn is at least 20
  pace(u) is 6 MP when u.horse
  pace(u) is 4 MP otherwise
  take 2 MP from pace(u) when weather in {mud, snow}
  add 1 MP to pace(u) when ice
  loss(u) is luck(u) when size is large
  loss(u) is 2 * luck(u) when size is middle
  grade is middle when turn is at most 5
  grade is large when turn is more than 5
  load is stores - 3 * far
  safe(u) when loss(u) is at most 6
"""


def stretches(over: Over) -> list[tuple[Any, ...]]:
    """Each line of answers over one fact: its values, the status and the value."""
    return [(cell.at[0].values, cell.status, cell.value) for cell in over.cells]


def over_of(core: Core, question: str, facts: dict[str, Any], *names: str, **how: Any) -> Over:
    found = ask(core, question, facts, over=names, **how).over
    assert found is not None
    return found


def test_numbers_with_one_answer_are_one_stretch() -> None:
    core = core_of(BOOK)
    assert stretches(over_of(core, "cross", {}, "turn")) == [((1, 16), "answered", "forbidden"), ((17, 40), "answered", "permitted")]
    late = over_of(core, "late", {}, "turn")
    assert stretches(late) == [((1, 9), "undetermined", None), ((10, 19), "answered", "permitted"), ((20, 40), "conflict", None)]
    assert late.cells[0].undetermined is not None and late.cells[0].undetermined.why == "silent"


def test_values_of_an_enum_are_listed_wherever_they_are() -> None:
    core = core_of(BOOK)
    found = over_of(core, "pace(u)", {"u.horse": True, "ice": False}, "weather")
    assert stretches(found) == [(("clear",), "answered", 6), (("mud", "snow"), "answered", 4)]
    assert (found.facts, found.unit) == (("weather",), "MP")
    assert over_of(core, "cross", {"turn": 3}, "size").cells[0].at == (Stretch(("small", "large"), True),)


def test_two_facts_make_a_table() -> None:
    core = core_of(BOOK)
    found = over_of(core, "pace(u)", {"u.horse": True}, "weather", "ice")
    told = {(cell.at[0].values, cell.at[1].values): (cell.status, cell.value) for cell in found.cells}
    assert told == {
        (("clear",), (True,)): ("impossible", None), (("clear",), (False,)): ("answered", 6),
        (("mud", "snow"), (True,)): ("answered", 5), (("mud", "snow"), (False,)): ("answered", 4),
    }  # fmt: skip


def test_what_is_usual_is_assumed_and_said() -> None:
    core = core_of(BOOK)
    found = over_of(core, "pace(u)", {"u.horse": True}, "weather", assume_usual=True)
    assert stretches(found) == [(("clear",), "answered", 6), (("mud", "snow"), "answered", 4)]
    assert [(one.fact, one.value) for one in found.assumed] == [("ice", False)]
    assert over_of(core, "pace(u)", {"u.horse": True}, "weather").cells[1].status == "missing"


def test_of_what_it_is_shown_over_nothing_is_assumed() -> None:
    answer = ask(core_of(BOOK), "pace(u)", {"u.horse": True, "weather": "mud"}, over=["ice"], assume_usual=True)
    assert (answer.status, answer.assumed) == ("missing", ())
    assert answer.over is not None
    assert stretches(answer.over) == [((True,), "answered", 5), ((False,), "answered", 4)]


def test_decimals_are_said_as_decimals() -> None:
    core = core_of("fact load: 0..3 by 0.5\npredicate heavy\ncase 1.1\n  heavy when load is more than 1.5\n")
    light, heavy = over_of(core, "heavy", {}, "load").cells
    assert (light.at[0].values, light.at[0].decimal, heavy.at[0].to_json()) == ((0, Fraction(3, 2)), True, {"from": 2, "to": 3})


def test_each_thing_has_its_die() -> None:
    core = core_of(BOOK)
    found = over_of(core, "loss(u) + loss(v)", {"size": "large", "luck(u)": 2}, "luck(v)", world="u, v: unit")
    assert [cell.value for cell in found.cells] == [3, 4, 5, 6, 7, 8]
    assert stretches(over_of(core, "safe(u)", {"size": "middle"}, "luck(u)")) == [((1, 3), "answered", True), ((4, 6), "answered", False)]


@pytest.mark.parametrize(
    ("names", "facts", "message"),
    [
        (("turn",), {"turn": 3}, "`turn` is given already"),
        (("turn", "turn"), {}, "`turn` is named already"),
        (("pace(u)",), {}, "`pace(u)` is what rules answer"),
        (("turn", "size", "ice"), {}, "over 2 facts at most"),
        (("stores", "far"), {}, "rules can tell 1000000 values"),
        (("nowhere",), {}, "nowhere"),
    ],
)  # fmt: skip
def test_what_answers_cannot_be_shown_over(names: tuple[str, ...], facts: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongInput, match=message.replace("(", r"\(").replace(")", r"\)")):
        ask(core_of(BOOK), "load", facts, over=names)


def ends(core: Core, question: str, facts: dict[str, Any], **how: Any) -> tuple[Any, Any]:
    found = ask(core, question, facts, ends=tuple(Pick), **how)
    return found.least, found.most


def test_the_least_and_the_greatest_with_what_they_come_of() -> None:
    core = core_of(BOOK)
    least, most = ends(core, "pace(u)", {})
    assert (least.value, dict(least.facts), least.unit, least.certain) == (2, {"u.horse": "no", "weather": "snow", "ice": "no"}, "MP", True)
    assert (most.value, dict(most.facts)) == (6, {"u.horse": "yes", "weather": "clear"})
    least, most = ends(core, "loss(u)", {"size": "middle"})
    assert (least.value, most.value, most.facts) == (2, 12, (("luck(u)", "6"),))
    assert ends(core, "grade", {})[0].value == "middle"
    assert [end.value for end in ends(core, "pace(u)", {}, assume_usual=True)] == [2, 6]


def test_where_there_is_too_much_to_go_through_it_is_not_called_certain() -> None:
    least, most = ends(core_of(BOOK), "load", {})
    assert (least.value, least.certain) == (-2997 + 1998, False) or least.value == -999
    assert (most.value, dict(most.facts), most.certain) == (999, {"stores": "999", "far": "0"}, False)


def test_there_is_no_end_of_what_is_no_amount_and_of_what_has_no_answer() -> None:
    core = core_of(BOOK)
    with pytest.raises(WrongInput, match="`cross` is no amount"):
        ends(core, "cross", {})
    assert ends(core, "loss(u)", {"size": "small"}) == (None, None)


def outcome(answer: Answer) -> tuple[Any, ...]:
    return (answer.status.value, answer.value)


@pytest.mark.parametrize(("values", "each"), [(3, 3000), (40, 1500), (1000, 60), (1500, 50)])
def test_the_passes_that_are_allowed_are_those_of_all_cells_together(values: int, each: int, monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: set[int] = set()
    outcome = answer_ranges._common_outcome
    monkeypatch.setattr(answer_ranges, "_common_outcome", lambda inquiry: budgets.add(inquiry.budget) or outcome(inquiry))  # type: ignore[func-returns-value]
    core = core_of(f"fact turn: 1..{values}\nvalue late: 0..9999\ncase 1.1\n  late is 2 * turn\n")
    ask(core, "late", over=("turn",))
    assert budgets == {each}


@pytest.mark.parametrize("seed", range(12))
def test_it_is_what_is_answered_with_the_value_given(seed: int) -> None:
    """Random books: in every cell the answer that the question has with each of its values given, and no other."""
    rng = Random(seed)
    generated = generated_books.book(rng)
    core = lower(program_of(generated.files))
    for asked in generated.questions[:3]:
        names = rng.sample([*generated_books.FACTS, "u.flag"], rng.choice((1, 2)))
        facts = {name: value for name, value in generated_books.situation(rng, 0.6).items() if name not in names}
        how: dict[str, Any] = {"world": "u, v: unit"}
        over = over_of(core, asked.call("u"), facts, *names, **how)
        domains = [[*fact_domain(core, name if name in core.facts else "unit.flag", {})] for name in names]
        for values in product(*domains):
            cell = next(cell for cell in over.cells if all(map(within, cell.at, values, domains)))
            try:
                given = ask(core, asked.call("u"), {**facts, **dict(zip(names, values, strict=True))}, **how)
            except WrongInput:
                assert cell.status == "impossible"
                continue
            assert (cell.status, cell.value) == outcome(given), (asked.call("u"), facts, names, values, generated.files)


def within(stretch: Stretch, value: Any, domain: list[Any]) -> bool:
    if not stretch.in_order:
        return value in stretch.values
    first, last = (domain.index(end) for end in (stretch.values[0], stretch.values[-1]))
    return first <= domain.index(value) <= last


@pytest.mark.parametrize("seed", range(12))
def test_no_completion_goes_beyond_the_ends(seed: int) -> None:
    """Random books: the least and the greatest of the answers with everything given."""
    rng = Random(1_000 + seed)
    generated = generated_books.book(rng)
    core = lower(program_of(generated.files))
    facts = generated_books.situation(rng, 0.7) | ({"u.chief": "v", "v.chief": "none"} if "unit.chief" in core.facts else {})
    drawn = [name for name in core.facts if not name.startswith("unit.")]  # a book with a calendar has a fact more
    unknown = [name for name in (*drawn, "u.flag", "v.flag") if name not in facts]
    how: dict[str, Any] = {"world": "u, v: unit"}
    for asked in [one for one in generated.questions if one.kind == "number"][:2]:
        found: list[Any] = []
        for values in product(*(fact_domain(core, name if name in core.facts else "unit.flag", {}) for name in unknown)):
            try:
                answer = ask(core, asked.call("u"), {**facts, **dict(zip(unknown, values, strict=True))}, **how)
            except WrongInput:
                continue
            found += [Fraction(answer.value)] if isinstance(answer.value, int | Fraction) else []
        least, most = ends(core, asked.call("u"), facts, **how)
        assert (least and least.certain and least.value, most and most.certain and most.value) == (
            min(found, default=None), max(found, default=None),
        ), (asked.call("u"), facts, generated.files)  # fmt: skip
