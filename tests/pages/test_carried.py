"""What a book gives to other programs and readers: JSON, plain text, a feed, and sheets to print."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from pages.books import CHAPTER, FRONT, campaign, pages_of
from pages.browser import Scheme, opened
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.book.source_days import UNDATED, day_of, days_of
from rulewright.site.carried import carried_files
from rulewright.site.carried.feed import ATOM

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LATER = FRONT.replace('  amends printed\n  ledger "ledger.csv"\n', '  amends printed\n  dated "March 2nd, 1814"\n  ledger "ledger.csv"\n')
CONTRAST = """() => {
  const parts = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((one) => one / 255).map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = parts(getComputedStyle(one).backgroundColor);
      if (colour.length === 3 || colour[3] > 0.5) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll("article *")) {
    const said = [...element.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    if (!said || !element.checkVisibility() || element.closest("svg, .rw-mark")) continue;
    const [a, b] = [light(parts(getComputedStyle(element).color)), light(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) found.push(`${contrast.toFixed(2)} ${element.tagName} ${element.className}: ${element.textContent.trim().slice(0, 40)}`);
  }
  return found;
}"""


def files_of(front: str = FRONT, chapter: str = CHAPTER) -> dict[str, str]:
    return dict(carried_files(BookOfSite(campaign(chapter, front))))


def test_the_index_has_every_case_with_its_text_in_force_and_what_changed_it() -> None:
    whole = json.loads(files_of()["rules.json"])
    cases = {case["number"]: case for chapter in whole["chapters"] for case in chapter["cases"]}
    assert set(cases) == {"8.1", "8.11", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "Q1"}
    assert cases["8.2"]["text"] == ["Mud takes 3 MP, always."] and cases["8.2"]["page"] == "movement.html#case-8.2"
    assert cases["8.2"]["history"][0] == {"source": "errata", "kind": "correction", "acts": ["replaces “2 MP” with “3 MP”"]}
    assert (cases["8.5"]["state"], cases["8.6"]["state"], cases["8.7"]["state"]) == ("printed words not here", "deleted", "in force")
    assert cases["Q1"]["text"] == ["Question: May a unit in reserve forage?", "Answer: Never."]
    assert whole["edition"]["name"] == "errata" and whole["chapters"][0]["title"] == "Movement"


def test_the_text_has_every_case_and_table_in_lines_that_fit() -> None:
    said = files_of()["rules.txt"]
    assert said.startswith("The Campaign\n============\nEdition: With errata, made of Rules booklet and Errata.\n")
    assert "\n8.2 Weather\nMud takes 3 MP, always.\n[correction, Errata]\n" in said
    assert "\n8.6 Old (deleted)\n" in said and "Nobody reads this" not in said
    assert "horse artillery" in said and "infantry" in said
    assert all(len(line) <= 78 for line in said.splitlines())


def test_a_feed_is_dated_by_its_sources_and_its_ids_stay() -> None:
    root = ElementTree.fromstring(files_of(LATER)["feed.xml"])
    entries = root.findall(f"{{{ATOM}}}entry")
    dates = [entry.findtext(f"{{{ATOM}}}updated") or "" for entry in entries]
    assert set(dates) == {"1814-03-02T00:00:00Z"} == {root.findtext(f"{{{ATOM}}}updated")}
    assert all(datetime.fromisoformat(one.replace("Z", "+00:00")) for one in dates)
    ids = [entry.findtext(f"{{{ATOM}}}id") for entry in entries]
    assert len(ids) == len(set(ids)) == 5
    more = CHAPTER + '\namend 8.1 in errata as addition\n  appends "And further by road."\n'
    later = ElementTree.fromstring(files_of(LATER, more)["feed.xml"]).findall(f"{{{ATOM}}}entry")
    assert {one.findtext(f"{{{ATOM}}}id") for one in later} > set(ids), "another amendment moves none of them"


def test_a_book_without_amendments_has_no_feed() -> None:
    plain = 'rulebook campaign "The Campaign"\n\nsource printed "Rules"\n\nedition printed "As printed" = printed\n\nprecedence\n  stated\n'
    assert "feed.xml" not in files_of(plain, 'chapter 8.0 "Movement"\n\ncase 8.1 "Allowance"\n  "Far."\n')


@pytest.mark.parametrize(
    ("dated", "day"),
    [
        ("1974", "1974-01-01"),
        ("April 1976", "1976-04-01"),
        ("March 1st, 1996", "1996-03-01"),
        ("31 February 1990", ""),
        ("2016-12-10", "2016-12-10"),
        ("version 4", ""),
    ],
)
def test_a_day_is_read_as_sources_write_it(dated: str, day: str) -> None:
    assert day_of(dated) == day


def test_a_source_without_a_date_has_that_of_the_one_before_it() -> None:
    assert days_of(BookOfSite(campaign())) == {"printed": "1813-01-01", "errata": "1813-01-01"}
    undated = FRONT.replace('  dated "1813"\n', "")
    assert set(days_of(BookOfSite(campaign(front=undated))).values()) == {UNDATED}


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    hostile = "</content><script>alert(1)</script> ]]> &amp; \\u202e"
    files = files_of(chapter=CHAPTER.replace("Snow takes 1 MP.", hostile.replace("\\u202e", "\u202e")))
    root = ElementTree.fromstring(files["feed.xml"])
    assert any("<script>alert(1)</script>" in (one.text or "") for one in root.iter(f"{{{ATOM}}}content"))
    assert not list(root.iter("script")) and "\u202e" not in files["feed.xml"] + files["rules.txt"] + files["rules.json"]
    assert "<script>alert(1)</script>" in json.dumps(json.loads(files["rules.json"]))


def test_they_are_the_same_each_time_and_the_front_page_leads_to_them(site_folder: Path) -> None:
    files = dict(carried_files(BookOfSite(campaign())))
    front = (site_folder / "campaign/index.html").read_text(encoding="utf-8")
    for name in ("rules.json", "rules.txt", "feed.xml", "amendments.html"):
        assert f'href="{name}"' in front and (site_folder / "campaign" / name).is_file()
        if not name.endswith(".html"):
            assert files[name] == (site_folder / "campaign" / name).read_text(encoding="utf-8")


def test_what_changed_is_listed_by_chapter_and_nothing_else() -> None:
    sheet = pages_of(campaign())["amendments"]
    assert sheet.count('<section data-rw-new-since="printed">') == 5 and "## " in sheet and "Movement" in sheet
    assert all(f"case-{number}" in sheet for number in ("8.2", "8.4", "8.6", "8.7")) and "case-8.3" not in sheet
    assert "Mud takes 3 MP" in sheet and "Nobody reads this" not in sheet and "May a unit in reserve forage?" in sheet


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_printed_can_be_read(site_folder: Path, browser: Browser, scheme: Scheme) -> None:
    with opened(browser, scheme=scheme) as page:
        for name in ("movement", "charts", "cases", "index", "amendments", "glossary", "ask", "coverage"):
            page.goto((site_folder / f"campaign/{name}.html").as_uri())
            page.emulate_media(media="print")
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            assert page.evaluate(CONTRAST) == [], name
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
            page.emulate_media(media="screen")


@pytest.mark.browser
def test_on_paper_the_law_is_not_smaller_than_its_rules(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        page.emulate_media(media="print")
        size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
        law = page.locator("p.rw-text").first.evaluate(size)
        assert all(one.evaluate(size) <= law for one in page.locator(".rw-rules p").all())


@pytest.mark.browser
def test_a_dark_screen_prints_to_pages(site_folder: Path, browser: Browser) -> None:
    with opened(browser, scheme="dark") as page:
        page.goto((site_folder / "campaign/amendments.html").as_uri())
        assert page.pdf().startswith(b"%PDF")
