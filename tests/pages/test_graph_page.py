"""The picture of how cases are connected: moved and enlarged by mouse, touch and keys; a list in words for who has no scripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.browser import opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGE = "campaign/graph.html"
MOST = 300_000


def view(page: Page) -> list[float]:
    """Left, top, width and height of what is shown."""
    return [float(one) for one in str(page.locator(".rw-picture > .rw-graph").get_attribute("viewBox")).split()]


def test_every_case_is_in_words_and_the_page_is_light(site_folder: Path) -> None:
    html = (site_folder / PAGE).read_text(encoding="utf-8")
    assert len(html.encode()) < MOST
    assert 'refers to <a href="movement.html#case-8.1">8.1</a>' in html
    assert 'overridden by <a href="movement.html#case-8.11">8.11</a>' in html


def test_a_case_leads_to_its_place_in_the_picture(site_folder: Path) -> None:
    assert 'href="graph.html#of-8.1"' in (site_folder / "campaign/movement.html").read_text(encoding="utf-8")
    assert 'id="of-8.1"' in (site_folder / PAGE).read_text(encoding="utf-8")


@pytest.mark.browser
def test_keys_move_it_and_make_it_larger(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / PAGE).as_uri())
        page.locator("[data-rw-graph]").focus()
        first = view(page)
        page.keyboard.press("+")
        larger = view(page)
        assert larger[2] < first[2]
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        moved = view(page)
        assert moved[0] > larger[0] and moved[1] > larger[1] and moved[2] == larger[2]
        page.keyboard.press("-")
        assert view(page)[2] == pytest.approx(first[2])
        page.keyboard.press("0")
        assert view(page) == first


@pytest.mark.browser
def test_a_drag_moves_it_and_follows_no_link(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / PAGE).as_uri())
        before = view(page)
        place = page.locator("[data-n]").first.bounding_box()
        assert place is not None
        x, y = place["x"] + 20, place["y"] + 5
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 60, y + 40, steps=5)
        page.mouse.up()
        after = view(page)
        assert after[0] < before[0] and after[1] < before[1] and after[2] == pytest.approx(before[2])
        assert page.url.endswith(PAGE)


@pytest.mark.browser
def test_a_number_shows_its_neighbours_and_then_leads_to_its_case(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / PAGE).as_uri())
        page.locator("[id='of-8.1']").click()
        assert page.url.endswith(PAGE)
        said = page.locator(".rw-graph-note").inner_text()
        assert "8.11 overrides 8.1" in said and "8.1" in said
        assert page.locator(".rw-picture path.rw-lit").count() == page.locator(".rw-graph-note li").count() > 0
        page.locator("[id='of-8.1']").click()
        assert page.url.endswith("movement.html#case-8.1")


@pytest.mark.browser
def test_an_address_shows_a_case_among_its_neighbours(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.goto((site_folder / PAGE).as_uri() + "#of-8.1")
        assert page.locator("[id='of-8.1'].rw-at").count() == 1
        assert "8.11 overrides 8.1" in page.locator(".rw-graph-note").inner_text()
        page.locator(".rw-graph-note li a").first.click()
        assert page.locator("[id='of-8.1'].rw-at").count() == 0 and page.locator(".rw-at").count() == 1


@pytest.mark.browser
def test_two_fingers_make_it_larger(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844, touch=True) as page:
        page.goto((site_folder / PAGE).as_uri())
        before = view(page)
        page.evaluate(
            """(points) => {
                const svg = document.querySelector(".rw-picture > .rw-graph"), frame = svg.getBoundingClientRect();
                const send = (name, id, x) => svg.dispatchEvent(new PointerEvent(name, {
                    pointerId: id, pointerType: "touch", bubbles: true, clientX: frame.left + x, clientY: frame.top + 100 }));
                svg.setPointerCapture = () => {};  // of a finger that is not there
                for (const [name, id, x] of points) send(name, id, x);
            }""",
            json.loads(
                '[["pointerdown", 1, 150], ["pointerdown", 2, 200], ["pointermove", 1, 100], ["pointermove", 2, 250], ["pointerup", 1, 100],'
                ' ["pointerup", 2, 250]]'
            ),
        )
        assert view(page)[2] < before[2] / 2


@pytest.mark.browser
def test_without_scripts_every_number_is_a_link(site_folder: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site_folder / PAGE).as_uri())
    page.locator("[id='of-8.11']").click()
    assert page.url.endswith("movement.html#case-8.11")
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1440])
def test_its_letters_can_be_read_at_once_and_no_button_covers_what_the_colours_mean(
    site_folder: Path, browser: Browser, width: int
) -> None:
    with opened(browser, width=width, height=844) as page:
        page.goto((site_folder / PAGE).as_uri())
        scale = page.locator(".rw-picture > .rw-graph").evaluate("(one) => one.clientWidth / one.viewBox.baseVal.width")
        assert scale * 14 >= 12.9
        assert page.locator("[data-n]").first.is_visible()
        legend, bar = page.locator(".rw-graph-legend").bounding_box(), page.locator(".rw-graph-bar").bounding_box()
        assert legend is not None and bar is not None and legend["y"] + legend["height"] <= bar["y"]
        colours = page.locator(".rw-graph-legend svg > path:first-child").evaluate_all(
            "(all) => all.map((one) => getComputedStyle(one).stroke)"
        )
        assert len(colours) == len(set(colours)) == 4


@pytest.mark.browser
def test_paper_has_all_of_it_wherever_the_reader_looks(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / PAGE).as_uri())
        page.locator("[data-rw-graph]").focus()
        page.keyboard.press("+")
        page.keyboard.press("ArrowRight")
        read = view(page)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        whole = page.locator("[data-n]").evaluate_all(
            """(rows) => { const all = document.querySelector(".rw-picture > .rw-graph").viewBox.baseVal;
                           return rows.every((row) => { const at = row.getBBox();
                             return at.x >= all.x && at.y >= all.y && at.x + at.width <= all.x + all.width && at.y + at.height <= all.y + all.height; }); }"""
        )
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert whole and view(page) == pytest.approx(read)
