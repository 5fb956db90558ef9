"""A site of one's own in the browser: its bar in any colour, the page that one is on, no network, no such page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interfaces.cli.ferry import write_book
from pages.books import CHAPTER, FRONT, campaign, pages_of
from pages.browser import Scheme, opened, served
from pages.test_pages import words
from rulewright.site import SiteSettings, build_site
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.content import book_pages
from rulewright.site.html.marks import mark_changes
from rulewright.site.output.looks import Looks
from rulewright.workspace.open_book import load

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PRIMARIES = ("black", "indigo", "teal", "deep orange", "yellow", "white")
ICONS = """() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255).map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
  const light = (colour) => { const [r, g, b] = channels(colour); return .2126 * r + .7152 * g + .0722 * b; };
  const bar = light(getComputedStyle(document.querySelector('.rw-header')).backgroundColor);
  return Array.from(document.querySelectorAll('.rw-header svg')).filter((one) => one.checkVisibility()).map((one) => {
    const ink = light(getComputedStyle(one).fill);
    return [one.closest('button, a, span').className, Math.round(10 * (Math.max(bar, ink) + .05) / (Math.min(bar, ink) + .05)) / 10];
  });
}"""


@pytest.fixture(scope="module")
def dressed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The campaign with a logo of the theme's icons and a colour, whose style sheet the tests change."""
    theme = {"palette": {"primary": "black"}, "icon": {"logo": "material/sword-cross"}}
    settings = SiteSettings({"theme": theme, "site_url": "https://example.org/rules/of/war/"})
    return build_site([campaign()], tmp_path_factory.mktemp("dressed") / "out", settings=settings).index.parent


@pytest.mark.browser
@pytest.mark.parametrize("primary", PRIMARIES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_icon_of_the_bar_is_seen_on_it(dressed: Path, browser: Browser, primary: str, scheme: Scheme) -> None:
    (dressed / "assets/palette.css").write_text(Looks.of_theme({"palette": {"primary": primary}}).style_sheet(), "utf-8")
    for width, expected in ((390, 4), (1280, 3)):  # menu, logo, magnifier, light or dark
        with opened(browser, width=width, scheme=scheme) as page:
            page.goto((dressed / "campaign/movement.html").as_uri())
            page.evaluate("(name) => { document.body.dataset.mdColorPrimary = name; }", primary.replace(" ", "-"))
            icons = page.evaluate(ICONS)
            assert len(icons) == expected and all(ratio >= 3 for _, ratio in icons), (width, icons)


def test_the_navigation_marks_the_page_that_one_is_on(dressed: Path) -> None:
    marked = {}
    for path in sorted(dressed.glob("campaign/*.html")):
        menu = path.read_text("utf-8").partition('id="rw-pages"')[2].partition("</nav>")[0]
        marked[path.stem] = [link.split(">")[1].split("<")[0] for link in menu.split("<a ") if 'aria-current="page"' in link]
    moved = {"rule", "since-printed"}
    assert all(len(names) == 1 for page, names in marked.items() if page not in moved)
    assert marked["movement"] == ["8 Movement"] and marked["print-printed"] == marked["print-errata"] == ["The whole book, to print"]


@pytest.mark.browser
def test_a_site_of_one_book_is_kept_from_its_opening_page(dressed: Path, browser: Browser) -> None:
    with served(dressed) as home, opened(browser, home=home) as page:
        page.goto(home)
        page.locator("html[data-rw-kept=campaign]").wait_for(state="attached")
        page.context.set_offline(True)
        page.goto(home + "campaign/movement.html")
        assert "Mud takes" in page.locator("article").inner_text()


def test_a_page_that_is_not_there_has_the_frame_of_the_site_from_any_address(dressed: Path) -> None:
    page = (dressed / "404.html").read_text("utf-8")
    assert "There is no such page" in page and 'href="/rules/of/war/assets/rulewright.css"' in page
    assert 'href="/rules/of/war/campaign/movement.html"' in page and "javascripts" not in page


def test_the_letters_that_stand_in_for_a_font_that_a_device_lacks_are_of_its_sort() -> None:
    sheet = Looks.of_theme({"font": {"text": "EB Garamond"}}).style_sheet()
    assert '--rw-serif:"EB Garamond","Source Serif 4",Georgia,serif' in sheet
    assert '--md-text-font:"EB Garamond","Source Sans 3",system-ui,sans-serif' in sheet


def test_a_mark_of_a_change_leaves_out_the_comma_that_stays() -> None:
    assert [(each.mark, each.words) for each in mark_changes("A unit has 4, or more.", "A unit has 5, or more.")] == [
        ("", "A unit has "), ("del", "4"), ("ins", "5"), ("", ", "), ("", "or more."),
    ]  # fmt: skip
    assert [each.words for each in mark_changes("Mud, or", "Mud; or") if each.mark] == ["Mud,", "Mud;"], "the sign itself is another"
    changed = CHAPTER.replace("Mud takes 2 MP, `always`.", "Mud takes 2, `always`.")
    page = pages_of(campaign(changed.replace('replaces "2 MP" with "3 MP"', 'replaces "2," with "3,"')))["movement"]
    assert "Mud takes <del>2</del> <ins>3</ins>, <code>always</code>" in page


def test_a_site_whose_editions_are_not_compared_says_so(tmp_path: Path) -> None:
    site_book = BookOfSite(load(str(write_book(tmp_path / "ferry")), cache=False), compare=False)
    pages = {page.path: page.markdown for page in book_pages(site_book)}
    assert "this build has not compared the editions" in pages["ferry/amendments.md"]
    assert "this build has not compared" not in pages_of(campaign())["amendments"]


def test_steps_are_counted_in_their_number() -> None:
    from pages.test_play import DECLARED, RULES

    index = words(pages_of(campaign(CHAPTER + RULES, FRONT + DECLARED))["index"])
    assert "Turn 4 steps" in index
