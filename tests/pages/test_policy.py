"""What pages may do: run and load what lies next to them, from a disk and served, and nothing that stands in them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.browser import opened, served
from pages.test_accessible import pages_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
HEARD = """window.refused = [];
document.addEventListener("securitypolicyviolation", (one) => window.refused.push(one.violatedDirective + " " + one.blockedURI))"""


class Inline(HTMLParser):
    """What a page holds that runs or styles without being a file."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.found.append(f"<{tag}>")
        self.found += [f"<{tag} {name}>" for name in given if name == "style" or name.startswith("on")]
        self.found += [
            f"<{tag} {name}={value}>" for name, value in given.items() if (value or "").strip().lower().startswith("javascript:")
        ]


def test_no_page_holds_a_script_a_style_or_a_handler(site_folder: Path) -> None:
    found = {path.name: held for path in site_folder.rglob("*.html") if (held := Inline(path.read_text(encoding="utf-8")).found)}
    assert not found


def test_what_is_inline_would_be_seen() -> None:
    html = '<style></style><script>x</script><script type="application/json">{}</script><p style="a" onclick="b"><a href=" JavaScript:c">'
    assert len(Inline(html).found) == 6


def test_every_page_has_the_policy_before_anything_that_it_loads(site_folder: Path) -> None:
    for path in site_folder.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        policy = POLICY.search(html)
        assert policy is not None and "unsafe" not in policy[1] and policy[1].startswith("default-src 'none'"), path
        assert policy.start() < min(html.index(one) for one in ("<link", "<script")), path


def use(page: Page) -> None:
    """Everything that a script does on a page."""
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill("mud")
    page.locator(".rw-search-results a").first.wait_for()
    page.get_by_role("button", name="Close").click()
    page.locator("[data-rw-scheme]").click()
    page.mouse.wheel(0, 2000)


@pytest.mark.browser
@pytest.mark.parametrize("way", ["disk", "served"])
def test_no_page_comes_up_against_the_policy(site_folder: Path, browser: Browser, way: str) -> None:
    with served(site_folder) as address:
        home = address if way == "served" else site_folder.as_uri() + "/"
        with opened(browser, home=home) as page:
            page.add_init_script(HEARD)
            for name in pages_of(site_folder)[:: 2 if way == "disk" else 4]:
                page.goto(home + name)
                use(page)
                assert page.evaluate("window.refused") == [], name


@pytest.mark.browser
def test_the_policy_stops_what_would_be_written_into_a_page(site_folder: Path, browser: Browser, tmp_path: Path) -> None:
    page_of = site_folder / "campaign/index.html"
    spoiled = tmp_path / "spoiled.html"
    spoiled.write_text(
        page_of.read_text(encoding="utf-8").replace(
            "</article>", "<img src=x onerror='window.pwned = 1'><script>pwned = 1</script></article>"
        ),
        encoding="utf-8",
    )
    page = browser.new_page()
    page.goto(spoiled.as_uri())
    assert page.evaluate("window.pwned") is None
    page.close()
