"""The built site in Chromium, opened from the disk: search, links, accessibility, phone, dark, no network."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from pages.books import campaign
from pages.browser import opened, served, until, violations
from pages.test_accessible import pages_of
from rulewright.base.resources import shipped_books

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser


def first_hits(page: Any, book: str, queries: list[str]) -> list[str]:
    """The address of the first hit of each query, as the dialog ranks them."""
    found: list[str] = page.evaluate(
        """async ([book, queries]) => {
             await window.rulewright.load();
             return queries.map((query) => (window.rulewright.find(query, book)[0] || {u: ''}).u);
           }""",
        [book, queries],
    )
    return found


def test_a_number_typed_into_the_search_leads_to_its_case(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/index.html").as_uri())
        page.keyboard.press("/")
        page.get_by_role("searchbox").fill("8.11")
        page.locator(".rw-search-results a").first.wait_for()
        assert "8.11" in page.locator(".rw-search-results a").first.inner_text()
        page.keyboard.press("Enter")
        page.wait_for_url("**/campaign/movement.html#case-8.11")
        assert page.locator('[id="case-8.11"]').is_visible()
        assert page.locator("dialog.rw-search").count() == 0 or not page.locator("dialog.rw-search").is_visible()


def test_whoever_comes_back_from_a_result_finds_the_results_again(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        for start in ("campaign/index.html", "campaign/movement.html"):  # a result on another page, and one on the same
            page.goto((site_folder / start).as_uri())
            page.keyboard.press("/")
            assert page.get_by_role("searchbox").input_value() == ""
            page.get_by_role("searchbox").fill("mud")
            page.locator(".rw-search-results a[href*='movement.html#case']").first.click()
            page.wait_for_url("**/campaign/movement.html#case-*")
            assert not page.locator("dialog.rw-search").is_visible()
            page.go_back()
            page.locator("dialog.rw-search").wait_for()
            assert page.get_by_role("searchbox").input_value() == "mud"
            page.locator(".rw-search-results a").first.wait_for()
            page.locator(".rw-search-close").click()
            until(page, "history.state === null")
            page.reload()
            page.locator("h1").first.wait_for()
            assert page.locator("dialog.rw-search").count() == 0


def test_a_reference_is_followed_to_its_case(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/glossary.html").as_uri())
        page.locator("dd a.rw-ref", has_text="8.2").first.click()
        page.wait_for_url("**/campaign/movement.html#case-8.2")
        top = page.locator('[id="case-8.2"]').bounding_box()
        assert top is not None and 0 <= top["y"] < 300, "the case is at the top of the window, below the header"


def test_resting_on_a_reference_shows_its_case(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/glossary.html").as_uri())
        page.locator("dd a.rw-ref", has_text="8.2").first.hover()
        preview = page.locator(".rw-preview")
        preview.wait_for()
        assert preview.inner_text().split("\n\n")[0].startswith("8.2 Weather") and "Mud takes 3 MP" in preview.inner_text()
        page.mouse.move(5, 5)
        preview.wait_for(state="detached")


def test_a_reference_that_the_keyboard_comes_to_shows_its_case(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/glossary.html").as_uri())
        link = page.locator("dd a.rw-ref", has_text="8.2").first
        link.evaluate("(one) => { one.focus({focusVisible: true}); }")
        page.locator(".rw-preview").wait_for()
        assert link.get_attribute("aria-describedby") == "rw-preview"
        page.keyboard.press("Escape")
        assert page.locator(".rw-preview").count() == 0 and link.get_attribute("aria-describedby") is None


def test_a_finger_held_on_a_reference_shows_its_case_and_a_tap_follows_it(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844, touch=True) as page:
        page.goto((site_folder / "campaign/glossary.html").as_uri())
        link = page.locator("dd a.rw-ref", has_text="8.2").first
        link.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
        page.locator(".rw-preview").wait_for()
        link.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
        link.dispatch_event("click", {"bubbles": True, "cancelable": True})
        assert page.url.endswith("glossary.html") and "Mud takes 3 MP" in page.locator(".rw-preview").inner_text()
        link.tap()
        page.wait_for_url("**/campaign/movement.html#case-8.2")


def test_the_search_knows_every_spelling_and_the_words_of_people(site_folder: Path, browser: Browser) -> None:
    wanted = {
        "8.2": "case-8.2",
        "[8.2]": "case-8.2",
        "case 8.2": "case-8.2",
        "8,2": "case-8.2",
        "8-2": "case-8.2",
        "08.2": "case-8.2",
        "8.2.1": "case-8.2",
        "8.2.1.b": "case-8.2",
        "8.2a": "case-8.2",
        " 8.11 ": "case-8.11",
        "q1": "ruling-Q1",
        "weather": "case-8.2",
        "forage": "case-8.4",
        "allowance": "case-8.1",
        "ground": "case-8.3",
        "oob": "case-8.2",
        "Provisions": "case-8.2",
        "leader goes": "case-8.11",
        "mud leaders": "case-8.2",
    }
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        found = first_hits(page, "campaign", list(wanted))
    assert {query: hit.partition("#")[2] for query, hit in zip(wanted, found, strict=True)} == wanted


def test_what_is_typed_before_the_search_is_there_is_found_when_it_is(site_folder: Path, browser: Browser) -> None:
    held: list[Route] = []
    with served(site_folder) as home, opened(browser, home=home) as page:
        page.route("**/search/site.js", lambda route: held.append(route))  # a slow network: every other part is there before it
        page.goto(home + "campaign/index.html")
        with page.expect_request("**/search/site.js"):
            page.keyboard.press("/")
        until(page, "window.rulewrightFind && window.rulewrightBook")
        page.get_by_role("searchbox").fill("mud")
        assert page.locator(".rw-search-results a").count() == 0
        held[0].continue_()
        page.locator(".rw-search-results a").first.wait_for()


def test_a_hit_that_has_the_keyboard_keeps_it_when_more_is_found(manual_site: Path, browser: Browser) -> None:
    held: list[Route] = []
    with served(manual_site) as home, opened(browser, home=home) as page:
        page.route("**/search/book-campaign.js", lambda route: held.append(route))
        page.goto(home + "checks/index.html")
        with page.expect_request("**/search/book-campaign.js"):
            page.keyboard.press("/")
        page.get_by_role("searchbox").fill("check")
        page.locator(".rw-search-results a").nth(1).wait_for()
        page.keyboard.press("ArrowDown")
        focused = page.evaluate("document.activeElement.href")
        held[0].continue_()
        until(page, "window.rulewrightSearch.campaign")
        page.wait_for_timeout(100)
        assert page.evaluate("document.activeElement.href") == focused


def test_where_nothing_is_found_there_is_somewhere_else_to_look(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.locator("[data-rw-search]").last.click()
        page.get_by_role("searchbox").fill("zeppelins")
        page.get_by_text("Nothing found: the book does not speak of “zeppelins”.", exact=True).wait_for()
        ways = page.locator(".rw-search-else a")
        assert ways.all_inner_texts() == ["all cases", "all questions", "all terms"] and not violations(page)
        ways.first.click()
        page.wait_for_url("**/campaign/cases.html")


def test_small_words_are_not_marked_as_what_was_looked_for(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.keyboard.press("/")
        page.get_by_role("searchbox").fill("how far does each unit move as it")
        page.locator(".rw-search-results mark").first.wait_for()
        marked = {one.lower() for one in page.locator(".rw-search-results mark").all_inner_texts()}
        assert "moves" in marked and not marked & {"as", "it", "its", "far"}


def test_the_switches_of_a_page_share_a_line_on_a_phone(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        assert page.locator(".rw-banner").bounding_box()["height"] <= 46, "closed, it is one line"  # type: ignore[index]
        page.get_by_role("button", name="More", exact=True).click()
        choice, view = page.get_by_label("Edition to read"), page.locator("button[data-rw-view]")
        first, second = choice.bounding_box(), view.bounding_box()
        assert first is not None and second is not None and first["y"] == second["y"] and first["height"] >= 24 <= second["height"]
        choice.select_option("since printed")
        said, second = page.locator(".rw-since").bounding_box(), view.bounding_box()
        assert said is not None and second is not None and said["y"] >= second["y"] + second["height"]


def test_an_address_that_is_damaged_names_nothing(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri() + "#case-%E0%A4%A")
        assert page.locator('[id="case-8.2"]').is_visible()


def test_arrows_walk_through_the_hits_and_escape_closes(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/index.html").as_uri())
        page.locator("[data-rw-search]").last.click()
        page.get_by_role("searchbox").fill("8")
        page.locator(".rw-search-results a").nth(1).wait_for()
        page.get_by_role("status").filter(has_text=re.compile("results$")).wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement === document.querySelectorAll('.rw-search-results a:not(.rw-search-ask)')[1]")
        page.keyboard.press("Escape")
        assert not page.locator("dialog.rw-search").is_visible()


def test_examples_of_the_manual_have_colours(manual_site: Path, browser: Browser) -> None:
    """Where this fails, rulewright was installed before it had a lexer: `make setup` installs it anew."""
    with opened(browser) as page:
        page.goto((manual_site / "language/ferry.html").as_uri())
        example = page.locator(".highlight code", has_text="case 9.1").first
        colours = [example.locator(f"span.{name}").first.evaluate("(one) => getComputedStyle(one).color") for name in ("k", "nl", "s", "n")]
        assert len(set(colours)) == len(colours)
        assert example.get_attribute("tabindex") == "0", "a box that scrolls is reachable by keyboard"


def test_a_phone_needs_no_sideways_scrolling(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844) as page:
        for name in pages_of(site_folder):
            page.goto((site_folder / name).as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, name


def test_light_and_dark_follow_the_device_and_the_button(site_folder: Path, browser: Browser) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    with opened(browser, scheme="dark") as page:
        page.goto((site_folder / "index.html").as_uri())
        dark = page.evaluate(colour)
        page.get_by_role("button", name="Go light").click()
        assert page.evaluate(colour) != dark
        page.goto((site_folder / "campaign/index.html").as_uri())
        assert page.evaluate(colour) != dark, "the choice is kept from page to page"


def test_the_drawer_of_a_phone_leads_to_every_section(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.locator("[data-rw-drawer]").click()
        page.get_by_role("link", name="Glossary").click()
        page.wait_for_url("**/campaign/glossary.html")


def test_print_leaves_out_what_paper_cannot_use(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.emulate_media(media="print")
        assert not page.locator(".rw-header").is_visible() and not page.locator(".md-sidebar--primary").is_visible()
        assert page.locator('[id="case-8.2"]').is_visible()


_LOOK = "one => [getComputedStyle(one).color, getComputedStyle(one).textDecorationLine]"


def test_the_cheat_sheet_is_both_sides_of_one_sheet_of_paper(manual_site: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((manual_site / "writing/cheat-sheet.html").as_uri())
        page.emulate_media(media="print")
        assert page.locator(".rw-cheat td a").first.evaluate(_LOOK) == page.locator(".rw-cheat td").first.evaluate(_LOOK)
        front, back = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    for side in (front, back):
        assert [round(float(length) / 72 * 25.4) for length in (side.mediabox.width, side.mediabox.height)] == [210, 297]
    assert front.extract_text().startswith("All forms")
    assert " ".join(back.extract_text().split()).endswith("is the day asked a day of the edition")


@pytest.mark.parametrize(
    ("names", "cases"),
    [((), 60), pytest.param(shipped_books(), 200, marks=pytest.mark.thorough)],
    ids=["synthetic", "all"],
)
def test_every_case_of_every_book_is_the_first_hit_of_its_number(
    names: Sequence[str], cases: int, tmp_path: Path, browser: Browser
) -> None:
    """A synthetic book and the shipped ones; `Movement (5)` and `movement.5` are one number."""
    from benchmarks.synthetic import write_book

    from pages.books import GivenBook
    from rulewright.site import build_site
    from rulewright.site.book.book_data import BookOfSite
    from rulewright.workspace.open_book import load

    loaded = [load(name) for name in names] + [load(str(write_book(tmp_path / "synthetic", cases)))]
    given = [GivenBook(one.book, one.name) for one in loaded] + [campaign()]
    report = build_site(given, tmp_path / "out")
    missed: dict[str, str] = {}
    with opened(browser) as page:
        page.goto(report.index.as_uri())
        for one in given:
            of = BookOfSite(one)
            wanted = {}
            for case in of.view.all_cases():
                address = of.addresses.address_of_case(case.number)
                assert address is not None
                for spelling in (
                    case.number,
                    of.printed_number(case.number),
                    of.printed_number(case.number).replace("(", "").replace(")", ""),
                ):
                    wanted[spelling] = f"{of.folder}/{address.href_from()}"
            hits = first_hits(page, of.folder, list(wanted))
            missed.update({query: hit for (query, right), hit in zip(wanted.items(), hits, strict=True) if hit != right})
    assert not missed


def test_a_player_does_not_see_ledger_items_and_an_editor_is_remembered(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.locator('[id="case-8.1"] + .rw-case-body .rw-fold > summary').click()
        tag = page.locator('[id="case-8.1"] + .rw-case-body .rw-tags').first
        assert not tag.is_visible()
        page.get_by_role("button", name="Editor’s view").click()
        assert tag.is_visible()
        page.goto((site_folder / "campaign/glossary.html").as_uri())
        assert page.get_by_role("button", name="Editor’s view").get_attribute("aria-pressed") == "true"


def test_the_text_of_an_earlier_edition_takes_the_place_of_the_one_in_force(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.get_by_label("Edition to read").select_option(label="As it was: As printed")
        body = page.locator('[id="case-8.2"] + .rw-case-body')
        assert not body.locator(".rw-now").is_visible() and body.locator(".rw-earlier").is_visible()
        assert not page.locator('[id="case-8.7"] + .rw-case-body .rw-now').is_visible(), "it was not there yet"
        assert page.locator('[id="case-8.1"] + .rw-case-body .rw-now').is_visible(), "it is as it was"
        page.reload()
        assert body.locator(".rw-earlier").is_visible(), "it is remembered"
        page.get_by_role("button", name="More", exact=True).click()
        assert page.locator(".rw-banner").inner_text().startswith("The Campaign · Edition As printed, 1813 · 1 open reading"), "it is named"
        page.get_by_label("Edition to read").select_option(value="")
        assert body.locator(".rw-now").is_visible() and not body.locator(".rw-earlier").is_visible()
        assert "Edition With errata" in page.locator(".rw-banner").inner_text()


def test_the_tables_rules_and_rulings_of_an_earlier_edition_take_the_place_of_those_in_force(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        body = page.locator('[id="case-8.4"] + .rw-case-body')
        tables, rules = body.locator(".rw-table:has(caption):visible"), body.locator(".rw-rules > li")
        body.locator(".rw-rulings > summary").click()
        assert "cavalry 5" in " ".join(tables.inner_text().split()) and body.locator(".rw-ruling").is_visible()
        page.get_by_label("Edition to read").select_option(label="As it was: As printed")
        assert "cavalry 4 now 5" in " ".join(tables.inner_text().split()) and tables.count() == 1
        assert not body.locator(".rw-rulings").is_visible(), "it is of the errata"
        body.locator(".rw-past > .rw-fold > summary").click()
        assert body.locator(".rw-past > .rw-fold > summary").inner_text() == "1 rule and 1 related case"
        assert [one.is_visible() for one in rules.all()].count(True) == 1, "the rule about leaders came later"
        page.get_by_label("Edition to read").select_option(label="What changed since As printed")
        assert tables.count() == 2 and body.locator(".rw-rules > li.rw-new-since:visible").count() == 1
        page.get_by_label("Edition to read").select_option(value="")
        assert tables.count() == 1 and body.locator(".rw-new-since, .rw-until-then").count() == 0


def test_a_case_asks_in_the_edition_that_is_read(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.get_by_label("Edition to read").select_option(label="As it was: As printed")
        page.locator('[id="case-8.4"] + .rw-case-body .rw-asks a:visible').first.click()
        played = page.locator(".rw-calculator [data-fold=settings] > summary")
        assert "Played with edition “As printed”" in played.inner_text()


def test_what_changed_since_an_edition_is_marked_and_counted(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.get_by_label("Edition to read").select_option(label="What changed since As printed")
        assert page.locator(".rw-since").inner_text() == "4 of 8 cases here changed"
        assert page.locator(".rw-case-body.rw-changed-since").count() == 4


def test_an_address_into_something_folded_opens_it(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri() + "#rule-8.2.1")
        assert page.locator('[id="rule-8.2.1"]').is_visible()


def test_without_scripts_the_index_of_cases_is_a_link_away(manual_site: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for name, index in (
        ("campaign/movement.html", "/campaign/cases.html"),
        ("campaign/index.html", "/campaign/cases.html"),
        ("checks/index.html", "/index.html"),
    ):
        page.goto((manual_site / name).as_uri())
        page.locator("a.rw-search-button").click()
        page.wait_for_url(f"**{index}")
    context.close()


def test_results_are_under_headings_by_kind(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.locator("[data-rw-search]").first.click()
        page.get_by_role("searchbox").fill("mud xyzzy")
        page.locator(".rw-search-group", has_text="Amendments").wait_for()
        page.locator("dialog [role=status]", has_text="The book does not speak of “xyzzy”.").wait_for()
        results = page.get_by_role("list", name="Amendments").get_by_role("link")
        assert {kind.split(" · ")[0] for kind in results.locator(".rw-search-kind").all_inner_texts()} == {"Amendment"}
        assert (
            page.get_by_role("list", name="Rules", exact=True).get_by_role("link").first.locator(".rw-search-kind b").inner_text() == "Case"
        )
        page.get_by_role("group", name="Go to").get_by_role("button", name="Amendments").click()
        assert results.first.evaluate("(link) => link === document.activeElement")
        assert not violations(page) and page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_search_says_what_can_be_typed_and_how_it_was_read(site_folder: Path, browser: Browser) -> None:
    """With a number as the book has it; the page that a site of one book begins with is that book's."""
    with opened(browser, width=390, height=844) as page:
        for start in ("index.html", "campaign/index.html"):
            page.goto((site_folder / start).as_uri())
            page.keyboard.press("/")
            page.get_by_text("Ask in your own words. Or type a number as the book has it, such as 8.3, or the words").wait_for()
            assert page.get_by_role("searchbox").get_attribute("placeholder") == "A question, 8.3, or words"
            page.get_by_role("searchbox").fill("infentry forrage")
            page.get_by_text("“infentry” read as “infantry”, “forrage” read as “forage”").wait_for()
            assert page.locator(".rw-search-results mark").first.inner_text().lower() in ("forage", "forages", "infantry")
            assert not violations(page)


def test_the_labels_of_rows_stay_in_view_on_a_phone(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844, touch=True) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        box = page.locator(".rw-table:has(tbody th) .rw-scroll").first
        box.evaluate("(one) => { one.style.width = '9rem'; one.scrollLeft = 60; }")
        assert box.evaluate("(one) => one.scrollLeft") == 60
        edge = box.evaluate("(one) => one.getBoundingClientRect().left")
        for cell in ("tbody th", "thead th"):
            assert box.locator(cell).first.evaluate("(one) => one.getBoundingClientRect().left") == pytest.approx(edge, abs=1)
