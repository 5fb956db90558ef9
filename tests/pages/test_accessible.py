"""What axe-core finds on the pages of a site, in every state that a reader can put them in: nothing.

Which pages are looked at is read from the site that was built: of the pages of books the fullest of each name, and as few others as have every
element, class and role that any page has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.browser import Scheme, opened, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

_ELEMENT = re.compile(r"<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>")
_SAID = re.compile(r'(?:class|role|type)="([^"]*)"')
_COLOUR_OF_CODE = re.compile(r"[a-z][a-z0-9]?")
LOOKS = ("color-contrast", "link-in-text-block", "scrollable-region-focusable")
"""The rules whose outcome depends on colours and on the width of the window; the others are tried once in each state."""
PHONE, DESK = (390, 844), (1440, 900)
SCHEMES: tuple[Scheme, Scheme] = ("light", "dark")
EACH = [(size, scheme) for size in (PHONE, DESK) for scheme in SCHEMES]


def kinds(path: Path) -> set[str]:
    """What a page is made of: its elements, each with its classes, role and type. Colours of code are one kind."""
    found: set[str] = set()
    for name, attributes in _ELEMENT.findall(path.read_text(encoding="utf-8")):
        said = " ".join(_SAID.findall(attributes)).split()
        found.update((name, *(f"{name} {one}" for one in said if not _COLOUR_OF_CODE.fullmatch(one))))
    return found


def pages_of(site: Path) -> list[str]:
    """Of the pages of books the fullest of each name, of the others as few as have every kind of element; of those with as many new ones the
    lightest is taken."""
    made_of = {path.relative_to(site).as_posix(): kinds(path) for path in sorted(site.rglob("*.html"))}
    size = {name: (site / name).stat().st_size for name in made_of}
    fullest: dict[str, str] = {}
    for name in made_of:
        stem = name.rpartition("/")[2]
        if (site / name).with_name("ask-data.js").is_file() and len(made_of[name]) > len(made_of.get(fullest.get(stem, ""), ())):
            fullest[stem] = name
    taken = [*fullest.values()]
    left = set().union(*made_of.values()) - set().union(*(made_of[name] for name in taken))
    while left:
        best = max(made_of, key=lambda name: (len(made_of[name] & left), -size[name], name))
        taken.append(best)
        left -= made_of[best]
    return sorted(taken)


@pytest.fixture(scope="module")
def site(manual_site: Path) -> Path:
    return manual_site


def test_every_kind_of_page_is_looked_at(site: Path) -> None:
    """Those that say something of their own, whatever their names; not one for each check and each page of the manual."""
    names = pages_of(site)
    stems = {name.rpartition("/")[2].removesuffix(".html") for name in names}
    assert {"movement", "graph", "findings", "play", "precedence", "changes-printed-errata", "coverage", "own-copy", "ask"} <= stems
    assert {"index.html", "checks/index.html"} <= {*names} and "rw-odds" in "".join((site / name).read_text("utf-8") for name in names)
    assert len(names) < len(list(site.rglob("*.html"))) / 4


# ---- states ------------------------------------------------------------------------------------------------------------------------------


def still(page: Page) -> None:
    """Colours change at once: half way they are those of neither."""
    page.evaluate(
        """() => {
             const sheet = new CSSStyleSheet();
             sheet.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important }");
             document.adoptedStyleSheets = [sheet];
           }"""
    )


def unfolded(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def views(page: Page, *, every: bool) -> Iterator[str]:
    """What a reader can have the open page show, one after the other; each is left before the next."""
    more = page.locator("[data-rw-more]:visible")
    if more.count():
        yield "one line over the page"
        more.click()
    view = page.locator("button[data-rw-view]")
    if view.count():
        view.first.click()
        unfolded(page)
        yield "the editor's view"
        view.first.click()
    editions = page.locator("select[data-rw-editions]")
    if every and editions.count():
        for value in editions.locator("option").evaluate_all("(all) => all.map((one) => one.value).filter(Boolean)"):
            editions.select_option(value)
            unfolded(page)
            yield value
        editions.select_option("")
    page.emulate_media(media="print")
    yield "on paper"
    page.emulate_media(media="screen")


def found_in(page: Page, where: str, *, windows: Iterable[tuple[tuple[int, int], Scheme]] = (EACH[0], EACH[3])) -> Iterator[str]:
    """What is found as the page is, in windows of some sizes and colours; by all rules in the first of them."""
    for at, ((width, height), scheme) in enumerate(windows):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        yield from (f"{where}, {width}, {scheme}: {one}" for one in violations(page, LOOKS if at else ()))


@pytest.mark.parametrize("windows", [EACH[:1], pytest.param(EACH, marks=pytest.mark.thorough)], ids=["one", "four"])
def test_nothing_is_found_on_any_kind_of_page_in_any_view(
    site: Path, browser: Browser, windows: Sequence[tuple[tuple[int, int], Scheme]]
) -> None:
    found: list[str] = []
    with opened(browser) as page:
        for name in pages_of(site)[:: 1 if len(windows) == len(EACH) else 2]:
            page.goto((site / name).as_uri())
            still(page)
            unfolded(page)
            found += found_in(page, name, windows=windows)
            schemes = SCHEMES if len(windows) == len(EACH) else SCHEMES[1:]
            for view in views(page, every=len(windows) == len(EACH)):
                found += [f"{name}, {view}: {one}" for scheme in schemes for one in in_colours(page, scheme)]
    assert not found


def in_colours(page: Page, scheme: Scheme) -> list[str]:
    page.emulate_media(color_scheme=scheme)
    return violations(page, LOOKS)


def test_nothing_is_found_in_what_is_opened_on_a_page(site_folder: Path, browser: Browser) -> None:
    """A case that is rested on, a calculator in its case, the search with what is pinned and with results."""
    found: list[str] = []
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        still(page)
        page.locator("article a.rw-ref").first.evaluate("(one) => one.focus({focusVisible: true})")
        page.locator(".rw-preview").wait_for()
        found += violations(page)
        page.keyboard.press("Escape")
        page.locator(".rw-asks a[href*='#q=']").first.click()
        page.locator(".rw-calculator .rw-ask-answer[aria-busy=false] .rw-answer").wait_for()
        unfolded(page)
        found += found_in(page, "a calculator in its case")
        page.get_by_role("button", name="Pin 8.1", exact=True).click()
        page.keyboard.press("/")
        page.get_by_role("heading", name="Pinned").wait_for()
        found += found_in(page, "the search, with what is pinned")
        page.get_by_role("searchbox").last.fill("mud")
        page.locator(".rw-search-results a").first.wait_for()
        found += found_in(page, "the search, with results")
    assert not found


@pytest.mark.parametrize("state", ["q=allowance&a=u", "q=allowance&a=u&f=unit.arm~u~cavalry&f=printed_allowance~u~7", "q=forage&a=u&a=t"])
def test_nothing_is_found_in_a_calculator(site_folder: Path, browser: Browser, state: str) -> None:
    """Facts that are missing, an answer with an open reading, a question whose arguments are named."""
    with opened(browser) as page:
        page.goto(f"{(site_folder / 'campaign/ask.html').as_uri()}#{state}")
        page.locator(".rw-calculator .rw-ask-answer[aria-busy=false] .rw-answer").wait_for()
        still(page)
        unfolded(page)
        assert list(found_in(page, state)) == []
