"""The state of the table: chosen on the page of switches, kept on the device, heeded by questions, cases and the turn, sent as a link or QR code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import pytest

from pages.books import CHAPTER, FRONT, campaign, pages_of
from pages.browser import opened, violations
from pages.test_play import DECLARED, RULES
from rulewright.site import build_site
from rulewright.site.asking.scripts import shipped_script, source_script

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WORDS = """
option fog "Fog on the river"
option mist "Mist on the river"
at most one of fog, mist
fact turn: 1..9 "the Game-Turn"
value pace(u: unit): 0..20 MP "the pace of {u}"
value burden(u: unit): 0..9 MP "the burden of {u}"
"""
CASES = """
scenario 8.40 "The flood"
  add 2 MP to pace(u)

scenario 8.401 "The drought"

case 8.41 "Pace"
  pace(u) is 4 MP when turn is at least 3
  pace(u) is 2 MP when turn is less than 3

case 8.42 "Fog"
  option fog
  take 1 MP from pace(u)

case 8.43 "Boats"
  not held, bears on burden(u)

case 8.44 "Burden"
  burden(u) is 5 MP when u.arm is infantry
  burden(u) is 7 MP when u.arm is not infantry

reading H_2 on 8.44 "Leaders"
  choice as_others in play
  choice nothing "A leader carries less": take 6 MP from burden(u) when u.arm is leader
"""
KEY = "rulewright-table-campaign"
PACE = "ask.html#q=pace&a=u"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    book = campaign(CHAPTER + RULES + CASES, FRONT + DECLARED + WORDS)
    return build_site([book], tmp_path_factory.mktemp("table") / "out").index.parent / "campaign"


@pytest.fixture
def page(site: Path, browser: Browser) -> Iterator[Page]:
    with opened(browser, width=390, height=844, touch=True) as page:
        page.goto((site / "scenarios.html").as_uri())
        yield page


def switch(page: Page, kind: str, value: str) -> Any:
    return page.locator(f"[data-rw-switch='{kind}'][value='{value}']")


def go(page: Page, site: Path, address: str) -> None:
    page.goto("about:blank")  # a page that is open already would only move within itself
    page.goto(f"{site.as_uri()}/{address}")


def kept(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate(f"localStorage.getItem('{KEY}') || '{{}}'"))
    return found


def answer(page: Page) -> str:
    page.locator(".rw-ask-answer[aria-busy=false] .rw-answer").wait_for()
    return page.locator(".rw-answer").first.inner_text()


def line(page: Page) -> str:
    return page.locator(".rw-state-is").inner_text()


# ---- the page of switches ----------------------------------------------------------------------------------------------------------------


def test_each_switch_says_what_it_changes_and_no_command_is_told() -> None:
    text = pages_of(campaign(CHAPTER + RULES + CASES, FRONT + DECLARED + WORDS))["scenarios"]
    assert "--option" not in text
    fog = text[text.index('value="fog"') : text.index('value="mist"')]
    assert (
        'href="movement.html#case-8.42"' in fog and "What is the pace of the unit?" in fog and "not together with Mist on the river" in fog
    )
    assert "changes no answer" in text[text.index('value="mist"') :].partition("</li>")[0]
    flood = text[text.index('value="8.40"') :].partition("</li>")[0]
    assert "It gives other answers to" in flood and "What is the pace of the unit?" in flood
    assert 'value="H_1~no_mud"' in text and 'href="readings.html#' in text
    assert "What is the burden of the unit?" in text[text.index('value="H_2~nothing"') :].partition("</li>")[0]


def test_a_book_without_anything_to_choose_has_no_such_page() -> None:
    plain = FRONT.replace('option ney "Marshal Ney rule"\n', "")
    chapter = CHAPTER.replace("  option ney\n", "").partition("reading H_1")[0]
    assert "scenarios" not in pages_of(campaign(chapter, plain))


@pytest.mark.browser
def test_what_is_chosen_is_kept_shown_on_each_page_and_heeded(page: Page, site: Path) -> None:
    switch(page, "s", "8.40").check()
    switch(page, "o", "mist").check()
    switch(page, "o", "fog").check()
    assert not switch(page, "o", "mist").is_checked(), "one that it excludes is off"
    page.locator("[data-rw-switch=turn]").fill("3")
    page.locator("[data-rw-switch=turn]").blur()
    assert kept(page)["options"] == ["fog"] and kept(page)["turn"] == 3 and kept(page)["scenario"] == "8.40"
    page.reload()
    assert switch(page, "s", "8.40").is_checked() and switch(page, "o", "fog").is_checked()
    for name in ("index", "movement", "play", "ask", "glossary"):
        go(page, site, f"{name}.html")
        assert line(page) == "Turn 3 · 8.40 The flood · Fog on the river", name
        assert page.locator(".rw-state").evaluate("(one) => one.getBoundingClientRect().height") <= 48, "it is one line"
    go(page, site, PACE)
    assert answer(page) == "The pace of the unit is 5 movement points."
    assert "of your table" in page.get_by_role("group", name="What is the Game-Turn?").inner_text()


@pytest.mark.browser
def test_cases_of_options_and_scenarios_that_are_not_played_are_marked(page: Page, site: Path) -> None:
    go(page, site, "movement.html")
    assert page.locator(".rw-not-played").count() == 0, "nothing is chosen"
    go(page, site, "scenarios.html")
    switch(page, "s", "8.401").check()
    go(page, site, "movement.html")
    assert page.locator(".rw-unplayed").count() == page.locator(".rw-not-played").count() > 2
    assert violations(page) == []
    body = page.locator("[id='case-8.42'] + .rw-case-body")
    assert body.inner_text().startswith("Not played at this table.")
    assert page.locator("[id='case-8.40'] + .rw-case-body.rw-not-played").count() == 1
    page.evaluate("rulewrightTable.keep('campaign', {options: ['fog', 'ney'], scenario: '8.40', readings: {H_1: 'no_mud'}})")
    assert page.locator(".rw-not-played").count() == page.locator("[id='case-8.401'] + .rw-not-played").count() == 1
    assert page.locator("[data-rw-choice='H_1 no_mud'] .rw-played-so").count() == 1
    assert page.locator("[data-rw-choice='H_1 as_printed'] .rw-played-so").count() == 0


@pytest.mark.browser
def test_a_house_rule_is_heeded_as_one_of_the_readings(page: Page, site: Path) -> None:
    page.locator(".rw-choose-fold summary").tap()
    switch(page, "r", "H_2~nothing").check()
    page.locator("[data-rw-switch=house]").fill("No <b>beer</b>.\n\nTea at four.")
    assert line(page) == "3 house rules"
    go(page, site, "ask.html#q=burden&a=u&f=unit.arm~u~leader")
    assert answer(page) == "The burden of the unit is 1 movement point."
    assert page.locator(".rw-ask-readings").inner_text() == "", "it is no choice of this question alone"
    assert "r=H_2%7Enothing" in (page.locator(".rw-ask-link").get_attribute("href") or "")
    assert "1 house rule" in page.locator(".rw-ask-settings").inner_text()


@pytest.mark.browser
def test_a_whole_situation_is_asked_as_it_is_and_the_table_can_be_taken(page: Page, site: Path) -> None:
    """A link of another player holds what he plays; it is said that the table here does not."""
    switch(page, "o", "fog").check()
    go(page, site, f"{PACE}&f=turn~3&e=errata&w=1")
    assert answer(page) == "The pace of the unit is 4 movement points."
    assert "Your table plays it otherwise." in page.locator(".rw-ask-settings").inner_text()
    page.get_by_role("button", name="Ask it as your table plays").tap()
    assert answer(page) == "The pace of the unit is 3 movement points."
    assert "otherwise" not in page.locator(".rw-ask-settings").inner_text()


@pytest.mark.browser
def test_the_table_is_cleared_and_that_is_taken_back(page: Page) -> None:
    switch(page, "o", "fog").check()
    before = kept(page)
    page.locator(".rw-state").get_by_role("button", name="Clear").tap()
    assert kept(page) == {} and not switch(page, "o", "fog").is_checked()
    page.locator(".rw-state").get_by_role("button", name="Undo").tap()
    assert kept(page) == before and switch(page, "o", "fog").is_checked()


@pytest.mark.browser
@pytest.mark.parametrize(
    "value",
    ["", "null", "[]", "{", '{"options": 3, "scenario": {}, "turn": "<b>", "readings": [1], "ticked": "x", "before": 1, "said": [{}]}',
     '{"options": ["gone", "fog"], "scenario": "99", "readings": {"H_1": "gone", "H_2": "x"}, "said": ["<b>x</b>"], "turn": 12}'],
)  # fmt: skip
def test_whatever_the_device_has_kept_the_pages_work(page: Page, site: Path, value: str) -> None:
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", [KEY, value])
    for name in ("scenarios", "movement", "play"):
        go(page, site, f"{name}.html")
        assert page.locator(".rw-state b b").count() == 0
    go(page, site, f"{PACE}&f=turn~3")
    assert answer(page) == f"The pace of the unit is {3 if 'fog' in value else 4} movement points."


@pytest.mark.browser
def test_the_page_can_be_used_by_all(page: Page) -> None:
    switch(page, "o", "fog").check()
    page.evaluate("location.hash = '#table=&s=8.40&turn=2'")
    page.locator("[data-rw-given] h2").wait_for()
    assert violations(page) == []
    heights = page.locator(".rw-state button, .rw-state a:visible, .rw-given button, .rw-send button, .rw-choose label")
    assert min(heights.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")) >= 44


# ---- a link ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.browser
def test_a_link_shows_what_it_would_set_and_sets_it_with_one_tap(page: Page, site: Path) -> None:
    switch(page, "o", "fog").check()
    mine = kept(page)
    go(
        page,
        site,
        "scenarios.html#table=&e=printed&s=8.40&o=mist&o=fog&o=boats&s=99&r=H_1~no_mud&r=H_9~x&turn=4&turn=soon&house=Tea%3Cb%3E&z=1",
    )
    box = page.locator("[data-rw-given]")
    said = box.inner_text()
    assert "Nothing of it is set yet" in said and kept(page) == mine
    assert all(
        words in said for words in ("8.40 The flood", "Mist on the river", "Mud and leaders: Leaders ignore mud", "Tea<b>", "As printed")
    )
    left_out = box.locator(".rw-small").inner_text()
    assert left_out == (
        "Not in this book, and left out: option “Fog on the river”, which is not played together with another one of the link; "
        "option “boats”; scenario “99”; reading “H_9~x”; turn “soon”; field “z”."
    )
    page.get_by_role("button", name="Take it over").tap()
    table = kept(page)
    assert (table["scenario"], table["options"], table["readings"], table["turn"], table["house"]) == (
        "8.40", ["mist"], {"H_1": "no_mud"}, 4, "Tea<b>",
    )  # fmt: skip
    assert line(page).startswith("Turn 4 · 8.40 The flood · Mist on the river · 2 house rules")
    assert page.locator("[data-rw-editions]").input_value() == "as printed" and "#" not in page.url
    box.get_by_role("button", name="Undo").tap()
    assert kept(page) == mine and page.locator("[data-rw-editions]").input_value() == ""


@pytest.mark.browser
def test_ones_own_state_is_kept_where_a_link_is_not_taken(page: Page, site: Path) -> None:
    switch(page, "o", "fog").check()
    mine = kept(page)
    go(page, site, "scenarios.html#table=&s=8.40")
    page.get_by_role("button", name="Keep mine").tap()
    assert kept(page) == mine and page.locator("[data-rw-given]").is_hidden() and "#" not in page.url
    page.reload()
    assert page.locator("[data-rw-given]").is_hidden()


@pytest.mark.browser
def test_the_link_of_one_table_sets_another_alike(page: Page, site: Path, browser: Browser) -> None:
    switch(page, "s", "8.40").check()
    switch(page, "o", "ney").check()
    page.locator("[data-rw-switch=house]").fill("Ours & “yours” = all; 50 %")
    link = page.locator("[data-rw-link]").get_attribute("href") or ""
    assert parse_qs(link[1:], keep_blank_values=True)["e"] == ["errata"]
    with opened(browser) as other:
        other.goto(f"{(site / 'scenarios.html').as_uri()}{link}")
        other.get_by_role("button", name="Take it over").click()
        assert kept(other) == kept(page)
        other.goto("about:blank")
        other.goto(f"{(site / 'scenarios.html').as_uri()}{link}")
        assert "set so already" in other.locator("[data-rw-given]").inner_text()


# ---- the QR code -------------------------------------------------------------------------------------------------------------------------

CODES = Path(__file__).parent / "qr_codes.json"
"""Codes that another program drew: text, mask and rows, each row of modules as a number in hexadecimal."""


def test_codes_are_drawn_as_another_program_draws_them() -> None:
    quickjs = pytest.importorskip("quickjs")
    for script in (source_script("qr"), shipped_script("qr")):
        context = quickjs.Context()
        context.eval(script)
        modules = context.eval("(text, mask) => JSON.stringify(rulewrightCode.modules(text, mask < 0 ? null : mask))")
        for code in json.loads(CODES.read_text("utf-8")):
            rows = [hex(int("".join("1" if dark else "0" for dark in row), 2)) for row in json.loads(modules(code["text"], code["mask"]))]
            assert rows == code["rows"], (code["text"], code["mask"])
            best = json.loads(modules(code["text"], -1))
            assert best in [json.loads(modules(code["text"], mask)) for mask in range(8)]
        assert modules("x" * 1274, -1) == "null" and len(json.loads(modules("x" * 1273, -1))) == 117


@pytest.mark.browser
def test_a_code_is_drawn_when_it_is_asked_for(page: Page) -> None:
    assert page.locator("script[src*='qr.js']").count() == 0
    button = page.get_by_role("button", name="Show as QR code")
    button.tap()
    code = page.locator(".rw-code")
    code.wait_for()
    drawn = "[...document.querySelectorAll('.rw-code path')].map((one) => one.getAttribute('d'))[0].split('M').length - 1"
    dark = "rulewrightCode.modules(document.querySelector('[data-rw-link]').href).flat().filter(Boolean).length"
    assert page.evaluate(drawn) == page.evaluate(dark) > 200
    button.tap()
    assert code.count() == 0
    page.locator("[data-rw-switch=house]").fill("é" * 900)
    button.tap()
    assert "too long" in page.locator("[data-rw-code]").inner_text()


# ---- the turn ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.browser
def test_the_first_turn_is_taken_back_even_after_a_reload_and_a_tick(page: Page, site: Path) -> None:
    go(page, site, "play.html")
    for _ in range(3):
        page.locator("[data-rw-turn-next]").tap()
    page.locator("#phase-movement .rw-tick").tap()
    page.locator("[data-rw-turn-first]").tap()
    page.locator("[data-rw-turn-first]").tap()  # a second tap changes nothing
    page.locator("#phase-supply_phase .rw-tick").tap()
    page.reload()
    assert line(page) == "Turn 1"
    page.get_by_role("button", name="Back to turn 4").tap()
    assert page.locator("[data-rw-turn-number]").inner_text() == "4" and line(page) == "Turn 4"
    assert page.locator("[data-rw-turn] > li:has(input:checked)").evaluate_all("(all) => all.map((one) => one.id)") == ["phase-movement"]
    assert page.locator("[data-rw-turn-undo]").is_hidden()


@pytest.mark.browser
def test_another_turn_begins_without_ticks_wherever_it_is_set(page: Page, site: Path) -> None:
    go(page, site, "play.html")
    page.locator("#phase-movement .rw-tick").tap()
    go(page, site, "scenarios.html")
    turn = page.locator("[data-rw-switch=turn]")
    assert turn.input_value() == "1"
    turn.fill("soon")
    turn.blur()
    assert turn.input_value() == "1" and kept(page)["ticked"] == {"errata": ["phase-movement"]}
    turn.fill("6")
    turn.blur()
    assert "ticked" not in kept(page)
    go(page, site, "play.html")
    assert page.locator("[data-rw-turn-number]").inner_text() == "6" and page.locator("[data-rw-turn] input:checked").count() == 0
