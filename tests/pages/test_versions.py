"""A page holds what every edition has: what is not in all of them carries the names of those that have it, and only today's is shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.books import CHAPTER, FRONT, campaign, case_of, pages_of
from pages.browser import opened
from pages.test_decided_pages import decided
from pages.test_odds import FRONT as FRONT_OF_ODDS
from rulewright.analysis.verdicts.findings import NotAnalysed
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.site import build_site
from rulewright.site.book.book_data import BookOfSite, is_found_in
from rulewright.site.case.case import CaseWriter
from rulewright.site.pages.findings import findings_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RULES = """\
chapter 8.0 "Movement"

case 8.1 "Allowance"
  in_mud: take 2 MP from allowance(u) when weather is mud
  allowance(u) is printed_allowance(u)

case 8.2 "Snow"
  take 1 MP from allowance(u) when weather is snow
  table cost(weather: weather, arm: arm): 0..9 MP
    |       | infantry | cavalry |
    | clear | 1        | 1       |
    | mud   | 2        | 3       |

case 8.3 "Leaders"
  overrides 8.1
  allowance(u) is 20 MP when u.arm is leader

amend 8.1.in_mud in errata as correction
  deletes the part
  in_mud: take 4 MP from allowance(u) when weather is mud

amend 8.2 in errata as correction
  corrects cost row "mud" column "infantry" from 2 to 4
  take 1 MP from allowance(u) when weather is snow and u.arm is cavalry

amend 8.3 in errata as clarification
  example "a leader"
    given u.arm is leader, weather is clear
    then allowance(u) is 20 MP
"""


def page(front: str = FRONT, chapter: str = RULES) -> str:
    return pages_of(campaign(chapter, front))["movement"]


def test_a_rule_that_was_another_is_there_for_its_edition_with_its_words_marked() -> None:
    case = case_of(page(), "8.1")
    was = case[case.index('<li id="was-printed-8.1.in_mud" data-rw-in="printed" hidden>') :]
    assert "<mark>2</mark> movement points are taken" in was[: was.index("</li>")]
    assert "Is another today." in was[: was.index("</li>")]
    assert '<li id="rule-8.1.in_mud" data-rw-in="errata"><p>4 movement points' in case
    assert case.count('id="rule-8.1.in_mud"') == 1, "an address is that of today's rule"
    assert case.count("is its printed allowance") == 1, "what is in both is there once, though it is counted otherwise"
    assert '<li id="rule-8.1.1"><p>The movement allowance' in case


def test_a_rule_that_came_later_is_not_in_the_earlier_edition() -> None:
    case = case_of(page(), "8.2")
    later = case[case.index("<li ", case.index("is cavalry") - 400) :]
    assert 'data-rw-in="errata"' in later[: later.index(">")]


def test_a_table_that_was_another_marks_its_cells_and_says_what_they_are_now() -> None:
    case = case_of(page(), "8.2")
    assert '<div id="rule-8.2.cost" class="rw-table" data-rw-in="errata">' in case
    was = case[case.index('<div id="was-printed-8.2.cost" class="rw-table" data-rw-in="printed" hidden>') :]
    was = was[: was.index("</table>")]
    assert "<td><mark>2</mark> <small>now 4</small></td>" in was and was.count("<mark>") == 1


def test_the_line_of_what_is_folded_counts_what_the_edition_has() -> None:
    case = case_of(page(), "8.2")
    assert '<span data-rw-in="errata">2 rules</span><span data-rw-in="printed" hidden>1 rule</span>' in case
    case = case_of(page(), "8.3")
    assert "1 rule, 1 example, 1 note and 1 related case" in case and '<ul class="rw-examples">' in case
    assert 'data-rw-in="errata"' in case[: case.index('<ul class="rw-examples">')]


def test_what_yields_to_a_rule_says_so_in_the_editions_that_have_both() -> None:
    assert "Overridden by" in case_of(page(), "8.1")
    later = RULES.replace(
        "amend 8.3 in", 'case 8.4 "Marshals" new in errata\n  overrides 8.3\n  allowance(u) is 30 MP when u.reserve\n\namend 8.3 in'
    )
    assert '<p class="rw-yields" data-rw-in="errata">Overridden by' in case_of(page(chapter=later), "8.3")


def test_a_case_that_only_an_earlier_edition_has_is_on_the_page_for_it() -> None:
    front = FRONT.replace(
        'edition errata "With errata" = printed + errata', 'edition draft = printed + errata\nedition errata "Final" = printed'
    )
    shown = page(front, RULES + '\ncase 8.9 "Rockets" new in errata\n  "A rocket flies."\n')
    gone = shown[shown.index('<div hidden data-rw-in="draft">') :]
    assert "Rockets" in gone and "A rocket flies." in gone and "{#case-8.9" not in shown


def test_a_finding_is_of_the_editions_that_it_names() -> None:
    def found(edition: str, *notes: str) -> Diagnostic:
        return Diagnostic("RW301", "contradiction", Severity.INFO, "no", (), notes=("accepted in 8.1: so", *notes), edition=edition)

    everywhere, late = found(""), found("errata")
    two = found("errata", "in the editions `draft`, `errata`")
    assert is_found_in(everywhere, "printed") and is_found_in(late, "errata") and not is_found_in(late, "printed")
    assert is_found_in(two, "draft") and not is_found_in(two, "printed")
    given = campaign()
    given.diagnostics = (everywhere, late, Diagnostic("RW353", "name-differs", Severity.INFO, "no", (), notes=("accepted in 8.1: so",)))
    of = BookOfSite(given)
    assert (len(of.accepted_contradictions("errata")), len(of.accepted_contradictions("printed"))) == (2, 1)
    pages = pages_of(given)
    assert 'data-accepted="1 accepted contradiction"' in pages["movement"] and ">2 accepted contradictions</a>" in pages["movement"]
    assert "<b>2</b> <span>accepted contradictions</span>" in pages["index"]
    page = pages["findings"]
    assert "## Accepted contradictions {#accepted}" in page and "## Other findings accepted {#accepted-others}" in page
    assert '<p data-rw-in="errata">2 accepted contradictions. ' in page and "1 accepted contradiction. " in page
    assert page.count('class="rw-box rw-finding rw-finding-info"') == 3, "each finding is written once"
    assert page.count('rw-finding-info" data-rw-in="errata"') == 1, "only what not all editions have carries the names of those that do"


def test_the_page_of_findings_says_what_is_found_in_the_edition_that_is_read() -> None:
    def found(message: str, edition: str, severity: Severity = Severity.WARNING, *notes: str) -> Diagnostic:
        return Diagnostic("RW301", "contradiction", severity, message, (), notes=notes, edition=edition)

    given = campaign(front=FRONT.replace("edition errata", "edition draft = printed\nedition errata"))
    two = found("of two", "errata", Severity.WARNING, "in the editions `draft`, `errata`")
    given.diagnostics = (found("of all", ""), two, found("of one", "printed", Severity.INFO))
    given.undecided_questions = ((NotAnalysed("forage", "", "", "too much"), ("printed",)),)
    page = pages_of(given)["findings"]
    assert '<p data-rw-in="errata draft">2 warnings. ' in page and '<p data-rw-in="printed" hidden>1 warning. ' in page
    assert '<div class="rw-box rw-finding rw-finding-warning" data-rw-in="errata draft">' in page
    assert "not in “As printed”" in page and "in the editions" not in page
    assert '<h2 id="info" data-rw-in="printed" hidden>For information</h2>' in page
    of = BookOfSite(given)
    alone = findings_page(of, CaseWriter(of))
    assert alone is not None and "errors that no check has found.</p>" in alone.markdown, "a site without our manual"
    assert '<h2 id="not-analysed" data-rw-in="printed" hidden>' in page and "{#warning}" in page


# ---- what is worked out of an edition ------------------------------------------------------------------------------------------------

SETTLED = """\
chapter 8.0 "Movement"

case 8.1 "Allowance"
  allowance(u) is printed_allowance(u)

case 8.3 "Leaders"
  overrides 8.1
  fast: allowance(u) is 20 MP when u.arm is leader

case 8.4 "Forage"
  near: may forage(u, t) when distance(u, t) is at most 3 hex

case 8.5 "In reserve"
  never: may not forage(u, t) when u.reserve

amend 8.3.fast in errata as correction
  deletes the part
  fast: allowance(u) is 30 MP when u.arm is leader

amend 8.5 in errata as clarification
  overrides 8.4
"""
NO_POLICY = FRONT.replace("  never over may\n", "")


@pytest.fixture(scope="module")
def settled() -> dict[str, str]:
    return pages_of(decided(campaign(SETTLED, NO_POLICY)))


def test_a_rule_yields_in_each_edition_to_the_rule_of_that_edition(settled: dict[str, str]) -> None:
    yielding = case_of(settled["movement"], "8.1")
    rule = yielding[yielding.index('<li id="rule-8.1.1"') :]
    now = '<p class="rw-relation rw-yields">Overridden by <a href="#rule-8.3.fast" class="rw-ref">8.3.fast</a>.</p>'
    was = now.replace("#rule-8.3.fast", "#was-printed-8.3.fast")
    assert f'<div data-rw-in="errata">{now}</div><div data-rw-in="printed" hidden>{was}</div>' in rule
    assert '<li id="was-printed-8.3.fast" data-rw-in="printed" hidden>' in settled["movement"]
    forage = case_of(settled["movement"], "8.4")
    assert re.search(r'<div data-rw-in="errata"><p class="rw-relation rw-yields">Overridden by <a href="#rule-8\.5\.never"', forage)
    assert forage.count("rw-relation rw-yields") == 1, "as printed, nothing goes before it"


def test_cases_disagree_as_their_edition_has_it_and_a_contradiction_leads_to_its_situation(settled: dict[str, str]) -> None:
    case = case_of(settled["movement"], "8.4")
    lines = dict(re.findall(r'<div data-rw-in="(\w+)"[^>]*><dt>Disagrees with</dt><dd>(.*?)</dd>', case))
    assert "settled by a statement of the book" in lines["errata"] and 'href="precedence.html#pairs-forage"' in lines["errata"]
    assert "which nothing settles" in lines["printed"] and 'href="precedence.html#open-forage"' in lines["printed"]


def test_which_rule_goes_first_is_there_for_each_edition(settled: dict[str, str]) -> None:
    page = settled["precedence"]
    assert '<h2 id="contradictions" data-rw-in="printed" hidden>Pairs that nothing settles</h2>' in page
    was = page[page.index('<tbody id="open-forage" data-rw-in="printed" hidden>') :]
    assert "The unit is in reserve" in was[: was.index("</tbody>")], "with a situation"
    now = page[page.index('<tbody id="pairs-forage" data-rw-in="errata">') :]
    assert 'href="movement.html#rule-8.5.never"' in now[: now.index("</tbody>")]
    both = page[page.index('<tbody id="pairs-allowance">') :].partition('<tbody id="')[2].partition('<tbody id="')[0]
    rows = dict(re.findall(r'<tr data-rw-in="(\w+)".*?href="movement.html#([^"]*)"', both))
    assert rows == {"errata": "rule-8.3.fast", "printed": "was-printed-8.3.fast"}


def test_every_rule_that_is_named_is_where_its_link_leads(settled: dict[str, str]) -> None:
    """Those of readings and of earlier editions too."""
    reading = '\nreading H_1 on 8.1 "Reserves"\n  choice slow in play\n    overrides 8.1\n    allowance(u) is 5 MP when u.reserve\n  choice free\n'
    pages = pages_of(decided(campaign(SETTLED + reading, NO_POLICY)))
    assert "H_1.slow.1" in pages["precedence"]
    for name, page in (*pages.items(), *settled.items()):
        for path, anchor in re.findall(r'href="([\w-]*)(?:\.html)?#((?:rule|was|pairs|open)-[^"]*)"', page):
            there = (settled if page is settled.get(name) else pages)[path or name]
            assert f'id="{anchor}"' in there, (name, path, anchor)


def test_an_edition_in_which_nothing_meets_says_so() -> None:
    later = 'chapter 8.0 "Movement"\n\ncase 8.1 "Allowance"\n  allowance(u) is printed_allowance(u)\n\n'
    later += 'case 8.3 "Leaders" new in errata\n  overrides 8.1\n  allowance(u) is 20 MP when u.arm is leader\n'
    page = pages_of(decided(campaign(later, FRONT)))["precedence"]
    assert '<p class="rw-note" data-rw-in="printed" hidden>In this edition no two rules' in page


def test_a_rule_of_a_reading_is_on_the_page_of_readings() -> None:
    of = BookOfSite(campaign())
    link = CaseWriter(of).rule_link("H_1.no_mud.1", "movement")
    assert link == '<a href="readings.html#rule-H_1.no_mud.1" class="rw-ref">“Mud and leaders”, read as “Leaders ignore mud”</a>'
    assert 'id="rule-H_1.no_mud.1"' in pages_of(campaign())["readings"]


ODDS = """\
chapter 1.0 "Fire"

case 1.1 "To hit"
  table score(ground: ground): 1..9 "the number needed"
    | open  | 4 |
    | woods | 6 |
  needed(u) is score(ground(u))
  total(u) is luck(u)
  hits(u) means total(u) is at least needed(u)

case 1.2 "Rain"
  wet means storm in {5, 6}

case 1.3 "Marksmen" new in errata
  add 1 to total(u) when u.arm is 2

amend 1.2.1 in errata as correction
  deletes the part
  wet means storm is 6
"""


def test_odds_are_those_of_the_edition_even_where_the_table_is_the_same() -> None:
    front = FRONT_OF_ODDS.replace(
        "edition printed = printed",
        'source errata "Errata"\n  amends printed\nedition printed = printed\nedition errata = printed + errata',
    )
    page = pages_of(campaign(ODDS, front))["movement"]
    hit, rain = case_of(page, "1.1"), case_of(page, "1.2")
    assert (
        hit.count("<caption>Odds of a throw of 1d6</caption>") == 1 and hit.count("Odds of a throw of 1d6, before anything is added") == 1
    )
    said = dict(re.findall(r'<div data-rw-in="(\w+)"[^>]*><div class="rw-table rw-odds">.*?<caption>Odds of a throw of 1d6([^<]*)<', hit))
    assert said == {"errata": ", before anything is added to it or taken from it", "printed": ""}
    shares = dict(re.findall(r'<div data-rw-in="(\w+)"[^>]*><div class="rw-table rw-odds">.*?<td>(\d/\d)', rain))
    assert shares == {"errata": "5/6", "printed": "2/3"}


READ = (
    SETTLED
    + """
reading R_1 on 8.1 in draft "Leaders in mud"
  "The text does not say."
  choice as_printed in play
  choice faster "Leaders ignore mud"
    quick: allowance(u) is at least 20 MP when u.arm is leader
"""
)
DRAFT = FRONT.replace(
    'edition errata "With errata" = printed + errata',
    'source draft "Draft"\n  amends printed\n\nedition draft "As drafted" = printed + draft\nedition errata "With errata" = printed + errata',
)


def test_a_reading_of_an_earlier_edition_has_its_rules_at_their_own_addresses() -> None:
    of = BookOfSite(campaign(READ, DRAFT))
    pages = pages_of(campaign(READ, DRAFT))
    page = pages["readings"]
    assert '<h2 id="reading-R_1" data-rw-in="draft" hidden>Leaders in mud</h2>' in page
    assert '<li id="was-draft-R_1.faster.quick">' in page and 'id="rule-R_1' not in page
    assert '<p class="rw-note" data-rw-in="errata printed">No reading is written down for this edition.</p>' in page
    box = case_of(pages["movement"], "8.1")
    assert '<div data-rw-in="draft" hidden><details class="rw-box rw-reading rw-fold">' in box
    assert '<a href="readings.html#reading-R_1" class="rw-ref">R 1</a>' in box
    link = CaseWriter(of).rule_link("R_1.faster.quick", "movement")
    assert link == '<a href="readings.html#was-draft-R_1.faster.quick" class="rw-ref">“Leaders in mud”, read as “Leaders ignore mud”</a>'


@pytest.mark.browser
def test_a_reader_of_an_earlier_edition_sees_what_goes_before_what_in_it(tmp_path: Path, browser: Browser) -> None:
    site = build_site([decided(campaign(SETTLED, NO_POLICY))], tmp_path / "out").index.parent
    with opened(browser, width=390, height=844) as window:
        window.goto((site / "campaign/movement.html").as_uri())
        window.get_by_label("Edition to read").select_option("as printed")
        window.evaluate("document.querySelectorAll('details.rw-fold').forEach((one) => { one.open = true; })")
        rule = window.locator('[id="rule-8.1.1"]')
        rule.get_by_role("link", name="8.3.fast").click()
        target = window.locator('[id="was-printed-8.3.fast"]')
        assert target.is_visible() and "20 movement points" in target.inner_text()
        assert not window.locator('[id="rule-8.3.fast"]').is_visible()
        window.get_by_role("link", name="which nothing settles").first.click()
        window.wait_for_url("**/precedence.html#open-forage")
        row = window.locator('[id="open-forage"]')
        assert row.is_visible() and row.get_by_text("nothing", exact=True).is_visible()
        window.get_by_label("Edition to read").select_option("")
        assert not row.is_visible() and window.locator('[id="pairs-forage"]').is_visible()


@pytest.mark.browser
def test_what_an_edition_does_not_have_is_not_offered_there(tmp_path: Path, browser: Browser) -> None:
    """Neither the questions of its rules nor a reading of it."""
    later = '\ncase 8.97 "Later" new in errata\n  allowance(u) is 20 MP when u.arm is horse_artillery\n'
    later += '\nreading H_7 on 8.97 "How late"\n  choice late "late" in play\n  choice early "early"\n'
    site = build_site([decided(campaign(CHAPTER + later))], tmp_path / "out").index.parent
    with opened(browser, width=390, height=844) as window:
        window.goto((site / "campaign/movement.html").as_uri())
        body = window.locator('[id="case-8.97"] + .rw-case-body')
        assert body.locator(".rw-asks").is_visible() and body.get_by_text("How late").is_visible()
        window.get_by_label("Edition to read").select_option("as printed")
        assert body.inner_text() == ""
        assert not body.locator(".rw-asks, .rw-reading").first.is_visible()


@pytest.mark.browser
def test_a_reader_of_an_earlier_edition_sees_what_is_found_in_it(tmp_path: Path, browser: Browser) -> None:
    given = campaign()
    given.diagnostics = tuple(
        Diagnostic("RW301", "contradiction", Severity.WARNING, f"found in {where or 'all'}", (), edition=where)
        for where in ("", "printed", "errata")
    )
    site = build_site([given], tmp_path / "out").index.parent
    with opened(browser, width=390, height=844) as window:
        window.goto((site / "campaign/findings.html").as_uri())
        shown = window.locator(".rw-finding:visible")
        assert "2 warnings." in window.locator("article").inner_text()
        assert [one.locator("p").nth(1).inner_text() for one in shown.all()] == ["Found in all.", "Found in errata."]
        window.get_by_label("Edition to read").select_option("as printed")
        assert [one.locator("p").nth(1).inner_text() for one in shown.all()] == ["Found in all.", "Found in printed."]


@pytest.mark.browser
def test_what_an_edition_has_not_is_not_listed_beside_the_page(tmp_path: Path, browser: Browser) -> None:
    given = campaign()
    given.diagnostics = (
        Diagnostic("RW301", "contradiction", Severity.WARNING, "found in all", ()),
        Diagnostic("RW301", "contradiction", Severity.INFO, "found in errata", (), edition="errata"),
    )
    site = build_site([given], tmp_path / "out").index.parent
    with opened(browser) as window:
        window.goto((site / "campaign/findings.html").as_uri())
        beside = window.locator(".md-nav--secondary")
        assert beside.get_by_role("link", name="Warnings").is_visible() and beside.get_by_role("link", name="For information").is_visible()
        window.get_by_label("Edition to read").select_option("as printed")
        assert (
            beside.get_by_role("link", name="Warnings").is_visible() and not beside.get_by_role("link", name="For information").is_visible()
        )
