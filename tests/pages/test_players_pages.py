"""What players come for: the first page, the menu, one page of what changed, rulings by date, one line over each page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.books import CHAPTER, FRONT, campaign, pages_of
from pages.browser import opened
from pages.test_pages import words
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.content import book_contents
from rulewright.site.front import as_of
from rulewright.site.nav import nav_of_book

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DOORS = re.compile(r'<nav class="rw-doors".*?</nav>')


def doors_of(index: str) -> list[tuple[str, str]]:
    doors = DOORS.search(index)
    return re.findall(r'<a href="([^"]*)"><b>([^<]*)</b>', doors[0]) if doors else []


def test_the_first_page_has_large_buttons_for_what_the_book_has() -> None:
    assert doors_of(pages_of(campaign())["index"]) == [
        ("ask.html", "Ask"), ("charts.html", "Charts"), ("amendments.html", "What changed"),
    ]  # fmt: skip
    bare = 'rulebook campaign "The Campaign"\n  numbering decimal\n\nsource printed "Rules"\n\nedition printed "As printed" = printed\n'
    pages = pages_of(campaign('case 8.1 "All"\n  "Nobody asks."\n', bare))
    assert doors_of(pages["index"]) == [] and set(pages) == {"index", "movement", "cases", "rule", "coverage", "print-printed"}


def test_what_is_for_editors_is_not_shown_to_players() -> None:
    index = pages_of(campaign())["index"]
    for_editors = re.findall(r'<div class="rw-editor">.*', index)[0]
    assert "examples" in for_editors and "How much of it is here" in for_editors
    for_players = index.replace(for_editors, "")
    assert "examples</span>" not in for_players and "findings" not in for_players and "coverage.html" not in for_players
    assert "data-rw-view" in for_players, "the first page has the switch, too"


def test_the_menu_begins_with_the_pages_of_players_and_ends_with_those_of_editors() -> None:
    (content,) = book_contents([BookOfSite(campaign())], lambda *_: None)
    menu = nav_of_book(content)
    groups = {name: [next(iter(page)) for page in pages] for entry in menu[1:] for name, pages in entry.items()}
    assert list(groups) == ["At the table", "Chapters", "Across the book", "For editors"]
    assert groups["At the table"] == ["Ask the rules", "Charts", "What changed", "Scenarios and options"]
    assert groups["For editors"] == ["Coverage", "How the cases are connected"]
    listed = [page for pages in groups.values() for page in pages]
    assert len(listed) == len(set(listed)) and "All cases" in listed


@pytest.mark.parametrize(
    ("dates", "said"),
    [
        (("1813", "March 1st, 1996"), "As of March 1st, 1996; nothing newer is known."),
        (("1813", None), "As of 1813; nothing newer is known."),
        ((None, "soon"), ""),
    ],
)
def test_a_book_says_once_as_of_when_it_is(dates: tuple[str | None, str | None], said: str) -> None:
    front = FRONT.replace('  dated "1813"\n', f'  dated "{dates[0]}"\n' if dates[0] else "")
    front = front.replace("  amends printed\n", "  amends printed\n" + (f'  dated "{dates[1]}"\n' if dates[1] else ""), 1)
    assert as_of(BookOfSite(campaign(front=front))) == said
    pages = pages_of(campaign(front=front))
    assert [name for name, page in pages.items() if "nothing newer is known" in page] == (["index"] if said else [])


def test_a_source_that_is_newer_and_no_part_of_the_edition_is_named() -> None:
    front = FRONT.replace("edition printed ", 'source draft "Draft"\n  amends printed\n  dated "2020"\n\nedition printed ', 1)
    assert as_of(BookOfSite(campaign(front=front))) == "As of 1813; newer, and no part of it: Draft (2020)."


# ---- what changed ----------------------------------------------------------------------------------------------------------------------


def test_few_entries_are_open_and_many_are_folded_by_chapter() -> None:
    assert '<details class="rw-fold rw-more rw-changed-fold" open>' in pages_of(campaign())["amendments"]
    many = "".join(f'\ncase 9.{number} "New" new in errata\n  "New words."\n' for number in range(1, 11))
    page = pages_of(campaign(CHAPTER + many))["amendments"]
    assert '<details class="rw-fold rw-more rw-changed-fold">' in page and 'rw-changed-fold" open' not in page


def test_an_amendment_that_reaches_below_is_told_once_at_its_case() -> None:
    further = '\namend 8.1 and below in errata as clarification\n  appends "And gladly."\n'
    page = pages_of(campaign(CHAPTER + further))["amendments"]
    heads = [words(head) for head in re.findall(r"<h3>(.*?)</h3>", page)]
    assert "8.1 and below Allowance" in heads and not any(head.startswith("8.11") for head in heads)
    assert "8.2 Weather" in heads, "what reaches no other case has its number alone"


def test_rulings_are_folded_at_their_case_and_listed_by_date() -> None:
    pages = pages_of(campaign())
    fold = re.search(r'<details class="rw-fold rw-rulings"[^>]*><summary>(.*?)</summary>', pages["movement"])
    assert fold is not None and words(fold[1]) == "1 ruling"
    later = FRONT.replace("edition printed ", 'source faq "Answers"\n  amends printed\n  dated "1815"\n\nedition printed ', 1).replace(
        "= printed + errata", "= printed + errata + faq"
    )
    chapter = CHAPTER + '\nruling Q2 on 8.2 in faq\n  asks "And in snow?"\n  answers "As well."\n'
    index = pages_of(campaign(chapter, later))["cases"]
    rulings = index[index.index("{#rulings") :]
    assert words(rulings).index("And in snow?") < words(rulings).index("May a unit in reserve forage?")
    assert "And in snow? Answers, 1815" in words(rulings)


@pytest.mark.browser
def test_the_page_of_what_changed_may_leave_out_what_an_edition_has_already(tmp_path: Path, browser: Browser) -> None:
    from rulewright.site import build_site

    front = FRONT.replace(
        'edition printed "As printed" = printed\n',
        'source leaflet "Leaflet"\n  amends printed\n\nedition printed "As printed" = printed\n'
        'edition leaflet "With the leaflet" = printed + leaflet\n',
    ).replace("= printed + errata", "= printed + leaflet + errata")
    chapter = CHAPTER + '\namend 8.1 in leaflet as clarification\n  appends "So it is."\n'
    site = build_site([campaign(chapter, front)], tmp_path / "out").index.parent
    with opened(browser) as page:
        page.goto((site / "campaign/since-leaflet.html").as_uri())
        page.wait_for_url("**/campaign/amendments.html")
        heads = page.locator(".rw-since-list h3:visible")
        heads.first.wait_for()
        assert not any("Allowance" in head for head in heads.all_inner_texts())
        assert page.locator(".rw-since").inner_text() == "5 of 6 entries"
        page.get_by_label("Edition to read").select_option("since printed")
        assert any("Allowance" in head for head in heads.all_inner_texts())


# ---- the line over each page -----------------------------------------------------------------------------------------------------------


@pytest.mark.browser
def test_the_line_over_a_page_is_one_line_on_a_phone(manual_site: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844, touch=True) as page:
        for name in ("movement", "charts", "glossary", "amendments", "findings", "precedence"):
            page.goto((manual_site / f"decided/{name}.html").as_uri())
            banner = page.locator(".rw-banner")
            assert banner.bounding_box()["height"] <= 46, name  # type: ignore[index]
            more = page.get_by_role("button", name="More", exact=True)
            assert not page.get_by_role("link", name="All cases").first.is_visible() or name == "cases"
            more.tap()
            assert more.get_attribute("aria-expanded") == "true" and banner.get_by_role("link", name="All cases").is_visible()


@pytest.mark.browser
def test_a_book_on_paper_has_its_contents_in_two_columns(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/print-errata.html").as_uri())
        page.emulate_media(media="print")
        assert page.locator(".rw-contents").evaluate("(one) => getComputedStyle(one).columnCount") == "2"
