"""A site of one's own: its name, opening page, colours, logo, fonts, footer and further pages, by the keys of Material's users."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.books import CHAPTER, FRONT, campaign, folder_of
from pages.browser import opened, served, violations
from rulewright.site import SiteError, SiteSettings, build_site
from rulewright.site.output.looks import COLOURS, DARK, LIGHT, Looks, bar_and_ink, colour_named, contrast_ratio, readable_on
from rulewright.site.output.settings import read_settings, settings_of_book, settings_without_book

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SETTINGS = """\
site_name: The Campaign at our table
site_description: Our rules, as we play them.
copyright: Rules by their author, under CC BY 4.0.
theme:
  logo: shield.svg
  palette:
    scheme: slate
    primary: teal
    accent: "#b05"
  font:
    text: Georgia
extra:
  generator: false
extra_css:
  - table.css
nav:
  - Welcome: index.md
  - Rules: campaign/
  - aids.md
"""
SHIELD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'


@pytest.fixture(scope="module")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The campaign with everything that an author may set, and files that are nobody's business."""
    book = folder_of(tmp_path_factory.mktemp("own") / "campaign", campaign())
    for name, text in {
        "mkdocs.yml": SETTINGS,
        "index.md": "# Welcome\n\nBegin with [8.2][], or see [the aids](aids.md).\n",
        "aids.md": "# Aids\n\n![A shield](shield.svg)\n\n::: case 8.2\n\n::: ask allowance\n",
        "shield.svg": SHIELD,
        "table.css": ".rw-footer { letter-spacing: 0; }\n",
        "README.md": "# For who works on it\n",
        "scan-of-the-booklet.pdf": "not to be published",
        "build/left.md": "# Left\n",
    }.items():
        (book / name).parent.mkdir(exist_ok=True)
        (book / name).write_text(text, "utf-8")
    return build_site([campaign()], book / "build" / "site", settings=settings_of_book(book)).index.parent


def page_of(site: Path, name: str) -> str:
    return (site / name).read_text(encoding="utf-8")


def test_without_settings_it_is_the_book_s_and_nothing_of_the_tool_but_one_line(site_folder: Path) -> None:
    pages = [path.read_text("utf-8") for path in site_folder.rglob("*.html")]
    shown = [re.sub(r'="[^"]*"', "", page) for page in pages]
    assert all(page.count("Rulewright") == 1 and "Made with Rulewright." in page for page in shown)
    assert not any(re.search(r"rulewright", re.sub("Made with Rulewright.", "", page)) for page in shown)
    assert json.loads(page_of(site_folder, "manifest.webmanifest"))["name"] == "The Campaign"
    assert "ulewright" not in page_of(site_folder, "manifest.webmanifest")
    home = page_of(site_folder, "index.html")
    assert "<title>The Campaign</title>" in home and 'href="campaign/movement.html"' in home
    assert not (site_folder / "checks").exists() and not (site_folder / "language").exists()


def test_every_key_is_seen_on_the_pages(own_site: Path) -> None:
    home, movement = page_of(own_site, "index.html"), page_of(own_site, "campaign/movement.html")
    assert "<title>Welcome – The Campaign at our table</title>" in home and 'content="Our rules, as we play them."' in home
    assert "<title>8 Movement – The Campaign – The Campaign at our table</title>" in movement
    assert "Rules by their author" in movement and "Rulewright" not in re.sub(r'="[^"]*"', "", movement)
    assert '<img src="../shield.svg" alt="" class="rw-logo">' in movement and 'href="../table.css"' in movement
    sheet = page_of(own_site, "assets/palette.css")
    assert "--rw-bar:" in sheet and '--md-text-font:"Georgia"' in sheet
    assert 'data-rw-scheme="slate"' in movement, "the palette has one scheme, for every device"
    manifest = json.loads(page_of(own_site, "manifest.webmanifest"))
    assert manifest["name"] == "The Campaign at our table" and manifest["theme_color"] == "#008476"


def test_what_is_published_is_pages_and_what_they_show(own_site: Path) -> None:
    assert (own_site / "aids.html").is_file() and (own_site / "shield.svg").is_file()
    listed = {path.name for path in own_site.rglob("*")}
    assert not listed & {
        "README.html",
        "scan-of-the-booklet.pdf",
        "left.html",
        "rulebook.case",
        "movement.case",
        "ledger.csv",
        "mkdocs.yml",
    }


def test_the_navigation_is_the_author_s(own_site: Path) -> None:
    nav = re.search(r'<nav class="rw-nav".*?</nav>', page_of(own_site, "aids.html"), re.DOTALL)
    assert nav is not None
    words = [unescape(word) for word in re.findall(r">([^<>\n]+)<", nav[0])]
    assert words[:3] == ["Welcome", "Rules", "Overview"] and words[-1] == "Aids"


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_read_below_a_path_and_offline_and_nothing_is_in_the_way_of_anyone(own_site: Path, browser: Browser, scheme: str) -> None:
    with served(own_site) as home, opened(browser, width=390, height=844, home=home, scheme=scheme) as page:  # type: ignore[arg-type]
        for name in ("index.html", "aids.html", "campaign/movement.html"):
            page.goto(home + name)
            assert violations(page) == [], name
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator("html[data-rw-kept=campaign]").wait_for(state="attached")
        page.context.set_offline(True)
        page.goto(home + "aids.html")
        assert "Mud takes" in page.locator("article").inner_text()


@pytest.mark.browser
def test_a_question_opens_in_place_on_a_page_of_the_author_s_from_a_disk(own_site: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((own_site / "aids.html").as_uri())
        page.locator(".rw-shown .rw-asks a").last.click()
        page.locator(".rw-calculator").wait_for()
        links = page.locator(".rw-calculator a.rw-ref").evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
        assert all(link.startswith("campaign/") for link in links)


@pytest.mark.parametrize("name", COLOURS)
def test_every_colour_of_the_theme_can_be_read(name: str) -> None:
    colour = colour_named(name)
    assert colour is not None
    bar, ink = bar_and_ink(colour)
    assert contrast_ratio(bar, ink) >= 4.5
    for backgrounds, end in ((LIGHT, (0, 0, 0)), (DARK, (255, 255, 255))):
        assert all(contrast_ratio(readable_on(colour, backgrounds, end), background) >= 4.5 for background in backgrounds)


def test_words_of_settings_never_leave_the_style_sheet() -> None:
    looks = Looks.of_theme({"font": {"text": 'A"}body{display:none}/*', "code": "B"}, "palette": {"primary": "url(x)"}})
    assert "{display" not in looks.style_sheet() and looks.primary is None
    assert "&lt;" in Looks().letter_mark("<b>") or ">B<" in Looks().letter_mark("<b>")


def test_settings_that_cannot_be_read_are_named_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "mkdocs.yml"
    for text, reason in (("site_name: [", "cannot be read"), ("- a list", "has no settings"), ("site_url: 7\n", "`site_url`")):
        file.write_text(text, "utf-8")
        with pytest.raises(SiteError, match=reason):
            build_site([campaign()], tmp_path / "out", settings=read_settings(file))
    assert not (tmp_path / "out").exists()


def test_without_a_book_the_settings_of_the_folder_are_taken_if_they_name_the_plugin(tmp_path: Path, root: Path) -> None:
    file = tmp_path / "mkdocs.yml"
    file.write_text("site_name: Another\nplugins: [search]\n", "utf-8")
    assert settings_without_book(tmp_path).file == (root / "mkdocs.yml").resolve()
    file.write_text("site_name: Ours\nplugins:\n  - rulewright:\n      books: [one, leipzig]\n", "utf-8")
    assert settings_without_book(tmp_path).book_names == (str(tmp_path / "one"), "leipzig")


def test_several_books_have_a_card_each_on_the_start_page(tmp_path: Path) -> None:
    books = (campaign(), campaign(CHAPTER, FRONT.replace("rulebook campaign", "rulebook second"), "second"))
    site = build_site(books, tmp_path / "out", settings=SiteSettings({"site_name": "Two games"})).index.parent
    home = page_of(site, "index.html")
    assert "<title>Two games</title>" in home and home.count('class="rw-card"') == 2
    assert (site / "second/movement.html").is_file() and not (site / "checks").exists()
