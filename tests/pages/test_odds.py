"""Odds: which tables are thrown on follows from the core, and every share is what trying all throws with the interpreter gives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pages.books import campaign, case_of, pages_of
from pages.browser import Scheme, opened, violations
from rulewright.analysis.odds.shares import NO_ENTRY, Outcome, QuestionOdds, TableOdds, comparison_holds, odds_of_questions, odds_of_table
from rulewright.analysis.odds.thrown import DiceFlow, Throw
from rulewright.base import resources
from rulewright.base.limits import MAX_BARS
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.answer import Answer, Stretch
from rulewright.engines.interpreter.ask import ask
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import From, Key, OneOf, Table
from rulewright.workspace.open_book import load
from written import tree_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FRONT = """\
rulebook dicey "Dice"

source printed "Rules booklet"
edition printed = printed

enum result: hold, back "driven back", rout
enum ground: open, woods
record unit
  arm: 0..3 "the arm of {it}"
  losses: 0..9 "the losses of {it}"
die fate(u: unit): 2d6 "the dice of {u}"
die luck(u: unit): 1d6 "the luck of {u}"
die storm: 1d6 "the storm"
fact ratio(u: unit): 1..4 "the ratio of {u}"
fact ground(u: unit): ground "the ground of {u}"
fact picked(u: unit): 1..6 "the number picked for {u}"
value outcome(u: unit): result "the outcome of {u}"
value after(u: unit): result "the morale of {u}"
value total(u: unit): -9..20 "the total of {u}"
value needed(u: unit): 1..9 "what {u} needs"
predicate hits(u: unit) "{u} hits"
predicate hits_with(u: unit, n: 1..6) "{n} is enough for {u}"
predicate wet "it rains"
value choice_of(u: unit): result "the choice of {u}"
value read_at(u: unit, n: 2..12): result "what {u} reads at {n}"
"""
CHAPTER = """\
case 1.1 "Results"
  table crt(sum: 2..12, ratio: 1..4): result "the result"
    columns ratio
    |       | 1    | 2, 3 | 4..  |
    | 2..4  | rout | back | hold |
    | 5..8  | back | hold | -    |
    | 9..11 | hold | hold | hold |
  outcome(u) is read_at(u, fate(u))
  read_at(u, n) is crt(n, ratio(u))

case 1.2 "Picked, not thrown"
  table die_table(die: 1..6): result "the choice"
    | 1..3 | hold |
    | 4..6 | rout |
  choice_of(u) is die_table(picked(u))

case 1.3 "To hit"
  table score(ground: ground): 1..9 "the number needed"
    | open  | 4 |
    | woods | 6 |
  needed(u) is score(ground(u))
  total(u) is luck(u)
  add 1 to total(u) when u.arm is 2
  hits(u) means total(u) is at least needed(u)

case 1.4 "Morale"
  after(u) is hold when luck(u) is more than u.losses
  after(u) is back when luck(u) is u.losses
  after(u) is rout when luck(u) is less than u.losses

case 1.5 "Rain"
  wet means storm in {5, 6}
"""


def core_of(chapter: str = CHAPTER) -> Core:
    book, _ = build_rulebook(tree_of({"rulebook.case": FRONT, "a.case": chapter}), ledger=None, slug="dicey")
    program, wrong = resolve(book, "printed")
    assert not wrong, wrong
    return lower(program)


def table_named(core: Core, name: str) -> Table:
    return next(one for one in core.tables.values() if one.question == name)


def odds_named(name: str) -> TableOdds | None:
    core = core_of()
    return odds_of_table(core, DiceFlow(core), table_named(core, name))


# ---- which ---------------------------------------------------------------------------------------------------------------------------


def test_a_table_is_thrown_on_where_a_die_reaches_its_keys_and_never_for_its_name() -> None:
    core = core_of()
    throws = DiceFlow(core)
    assert throws.slots["crt", 0] == Throw(((2, 6),)), "by way of another question"
    assert ("crt", 1) not in throws.slots
    assert not any(question == "die_table" for question, _ in throws.slots) and odds_named("die_table") is None


def test_a_table_is_compared_with_a_throw_that_something_may_change() -> None:
    core = core_of()
    (against,) = DiceFlow(core).comparisons.values()
    assert against.throw == Throw(((1, 6),), changed=True) and against.comparison.value == "is at least"
    unchanged = CHAPTER.replace("  add 1 to total(u) when u.arm is 2\n", "")
    assert [one.throw.changed for one in DiceFlow(core_of(unchanged)).comparisons.values()] == [False]


def test_a_die_that_is_taken_from_something_is_no_throw() -> None:
    turned = CHAPTER.replace("total(u) is luck(u)", "total(u) is 7 - luck(u)")
    assert not DiceFlow(core_of(turned)).comparisons


# ---- how much ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "total", "chance"), [(((2, 6),), 7, "1/6"), (((1, 10),), 3, "1/10"), (((1, 4), (2, 6)), 3, "1/144")])
def test_a_sum_has_the_chance_of_its_throws(dice: tuple[tuple[int, int], ...], total: int, chance: str) -> None:
    chances = Throw(dice).chances()
    faces = [range(1, sides + 1) for many, sides in dice for _ in range(many)]
    counted = Counter(sum(one) for one in product(*faces))
    whole = sum(counted.values())
    assert chances == {one: Fraction(count, whole) for one, count in counted.items()} and chances[total] == Fraction(chance)


def test_the_shares_of_a_results_table() -> None:
    odds = odds_named("crt")
    assert odds is not None and odds.outcomes == ("rout", "back", "hold", NO_ENTRY)
    assert [[str(one) for one in bar.shares] for bar in odds.bars] == [
        ["1/6", "5/9", "1/4", "1/36"],
        ["0", "1/6", "29/36", "1/36"],
        ["0", "0", "5/12", "7/12"],
    ]


def test_the_shares_of_a_score() -> None:
    odds = odds_named("score")
    assert odds is not None and [(bar.number, bar.shares) for bar in odds.bars] == [(4, (Fraction(1, 2),)), (6, (Fraction(1, 6),))]


def test_the_shares_of_questions() -> None:
    core = core_of()
    found = {one.question: one for one in odds_of_questions(core, DiceFlow(core))}
    assert set(found) == {"after", "wet"}
    after = found["after"]
    assert after.fact == "unit.losses" and after.outcomes == ("hold", "back", "rout")
    said = {bar.keys[0].values: [str(one) for one in bar.shares] for bar in after.bars if isinstance(bar.keys[0], Stretch)}
    assert said[(0, 0)] == ["1", "0", "0"] and said[(2, 2)] == ["2/3", "1/6", "1/6"] and said[(7, 9)] == ["0", "0", "1"]
    assert found["wet"].fact is None and [bar.shares for bar in found["wet"].bars] == [(Fraction(2, 3), Fraction(1, 3))]


# ---- against brute force -------------------------------------------------------------------------------------------------------------


def faces_of(throw: Throw) -> Iterator[int]:
    """The sum of every way in which the dice can fall."""
    return (sum(one) for one in product(*(range(1, sides + 1) for many, sides in throw.dice for _ in range(many))))


def members(key: Key | Stretch) -> Any:
    """A value of a key, not the first."""
    match key:
        case OneOf(values=values) | Stretch(values=values):
            return values[-1]
        case From(low=low, high=high):
            return high if high is not None else low
        case _:  # open: `any` stands for whatever nothing else names
            return None


def tried(core: Core, odds: TableOdds, table: Table) -> Iterator[tuple[dict[Outcome, Fraction], dict[Outcome, Fraction]]]:
    """For each bar: its shares, and those that are counted."""
    question = core.questions[table.question]
    options = [rule.scope.option for rule in core.on[table.question].written_rules() if rule.scope.option]
    thrown = next(slot for slot in range(len(question.params)) if slot not in odds.params)
    for bar in odds.bars:
        given = {slot: members(key) for slot, key in zip(odds.params, bar.keys, strict=True)}
        counted: Counter[Outcome] = Counter()
        falls = list(faces_of(odds.throw))
        for total in falls:
            args = [total if slot == thrown else given[slot] for slot in range(len(question.params))]
            answer = ask(core, f"{table.question}({', '.join(str(one) for one in args)})", options=options)
            counted[answer.value if answer.status.value == "answered" else NO_ENTRY] += 1
        shares = {one: share for one, share in zip(odds.outcomes, bar.shares, strict=True) if share}
        yield shares, {one: Fraction(count, len(falls)) for one, count in counted.items()}


def compared(odds: TableOdds) -> Iterator[tuple[Fraction, Fraction]]:
    assert odds.comparison is not None
    for bar in odds.bars:
        assert bar.number is not None
        falls = list(faces_of(odds.throw))
        yield bar.shares[0], Fraction(sum(comparison_holds(odds.comparison, total, bar.number) for total in falls), len(falls))


def asked(core: Core, odds: QuestionOdds) -> Iterator[tuple[dict[Outcome, Fraction], dict[Outcome, Fraction]]]:
    """The same of a question: each bar at its last value, with every face given."""
    on = core.on[odds.question]
    names = [param.name for param in on.question.params]
    args = f"({', '.join(names)})" if names else ""
    (die,) = DiceFlow(core).dice_read(odds.question)
    (scenario,) = {rule.scope.scenario for rule in on.written_rules()}
    readings = {one.name: one.in_play for one in core.readings.values() if one.in_play is not None and one.settled_as is None}
    for bar in odds.bars:
        given: dict[str, Any] = {}
        if odds.fact is not None:
            given[f"{names[0]}.{odds.fact.rpartition('.')[2]}"] = members(bar.keys[0])
        counted: Counter[Outcome] = Counter()
        falls = list(faces_of(odds.throw))
        for total in falls:
            answer: Answer = ask(
                core, f"{odds.question}{args}", {**given, f"{die}{args}": total}, readings=readings, scenario=scenario, closed=True
            )
            counted[answer.value] += 1
        shares = {one: share for one, share in zip(odds.outcomes, bar.shares, strict=True) if share}
        yield shares, {one: Fraction(count, len(falls)) for one, count in counted.items()}


SHOWN = {
    "armee-du-nord": ["ney_table"],
    "la-grande-armee": ["ansbach_resists"],
    "leipzig": [],
    "leipzig-lite": ["bombardment_score", "to_hit", "morale_result"],
    "war-in-europe": [],
}


@pytest.mark.parametrize("name", ["dicey", *resources.shipped_books()])
def test_every_share_is_what_all_throws_give(name: str) -> None:
    core = core_of() if name == "dicey" else load(name).core()
    throws = DiceFlow(core)
    shown = []
    for table in core.tables.values():
        odds = odds_of_table(core, throws, table)
        if odds is not None:
            shown.append(table.question)
            pairs = compared(odds) if odds.comparison is not None else tried(core, odds, table)
            assert all(share == counted for share, counted in pairs)
            assert 0 < len(odds.bars) <= MAX_BARS
    for question in odds_of_questions(core, throws):
        shown.append(question.question)
        assert all(share == counted for share, counted in asked(core, question))
    assert name == "dicey" or shown == SHOWN[name]


@pytest.mark.parametrize("name", resources.shipped_books())
def test_every_thrown_table_with_cells_is_drawn(name: str) -> None:
    core = load(name).core()
    throws = DiceFlow(core)
    thrown = {question for question, _ in throws.slots}
    for table in core.tables.values():
        if table.held and (table.question in thrown or table.id in throws.comparisons):
            assert odds_of_table(core, throws, table) is not None, table.id


# ---- on the page ---------------------------------------------------------------------------------------------------------------------


class Bars(HTMLParser):
    """The widths of the parts of each bar, by their shades; the rest left out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.bars: list[dict[str, float]] = []
        self.styled = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given: Mapping[str, str | None] = dict(attrs)
        self.styled += "style" in given
        if given.get("preserveaspectratio"):
            self.bars.append({})
        elif tag == "rect" and given.get("class") != "rw-share-rest" and given.get("width") != "12":
            self.bars[-1][str(given["class"])] = float(given["width"] or 0)


def page() -> str:
    return pages_of(campaign(CHAPTER, FRONT))["movement"]


def test_a_bar_is_as_wide_as_its_share_and_the_numbers_are_text() -> None:
    results = case_of(page(), "1.1")
    bars = Bars(results)
    assert not bars.styled and [sum(one.values()) for one in bars.bars] == pytest.approx([600] * 3, abs=0.05)
    assert bars.bars[0]["rw-share-0"] == pytest.approx(100) and len(bars.bars[1]) == 3
    for said in (
        "Odds of a throw of 2d6<",
        '<th scope="row">2, 3</th>',
        '<th scope="row">4 or more</th>',
        "Driven back",
        "No entry",
        "29/36",
    ):
        assert said in results, said
    assert "rw-odds" not in case_of(page(), "1.2")


def test_a_throw_that_is_changed_says_so_and_a_question_is_asked_in_words() -> None:
    assert "Odds of a throw of 1d6, before anything is added to it or taken from it" in case_of(page(), "1.3")
    morale = case_of(page(), "1.4")
    assert "What is the morale of the unit? Odds of a throw of 1d6" in morale and "The losses of the unit" in morale
    assert ">always<" in morale and 'class="rw-nothing">–<' in morale


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_a_chart_can_be_read_by_everybody(tmp_path: Path, browser: Browser, scheme: Scheme, width: int) -> None:
    head = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'><title>Odds</title>"
    style = (resources.site_folder() / "assets" / "rulewright.css").as_uri()
    shown = "".join(re.findall(r'<div class="rw-table rw-odds">.*?</table></div></div>', page()))
    kind = "slate" if scheme == "dark" else "default"
    (tmp_path / "odds.html").write_text(
        f"{head}<link rel=stylesheet href={style}><link rel=stylesheet href=ink.css><body data-md-color-scheme={kind}><main class=md-typeset><h1>Odds</h1>{shown}",
        encoding="utf-8",
    )
    (tmp_path / "ink.css").write_text("html { font-size: 20px } body { color: var(--rw-ink) }", encoding="utf-8")  # as the theme does
    with opened(browser, width=width, scheme=scheme) as window:
        window.goto((tmp_path / "odds.html").as_uri())
        assert not violations(window)
        assert window.locator(".rw-odds").count() == 4
        assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")
        dark, light = (window.locator(f".rw-share-{at}").first.evaluate("one => getComputedStyle(one).fill") for at in (0, 7))
        assert dark != light
