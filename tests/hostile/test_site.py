"""Every file of a site built of a book that means harm: found by walking the folder, held to the rule for its kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hostile import harmless
from hostile.conftest import Places
from hostile.texts import MARK
from pages.browser import opened
from rulewright.interfaces.cli.live import Quiet, State

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SPEAK = {".html", ".js", ".json", ".txt", ".xml"}
"""Kinds of files that speak of the book, whatever else does."""


@pytest.fixture(scope="module")
def site(places: Places, tmp_path_factory: pytest.TempPathFactory, run: Callable[..., Any]) -> Path:
    out = tmp_path_factory.mktemp("site") / "site"
    done = run("build", places.book, "--out", out)
    assert done.status == 0, done.out[-2000:]
    return out


@pytest.mark.meaning("principle.harmless")
def test_every_file_of_a_site_is_harmless(site: Path) -> None:
    spoke = [path.suffix for path in harmless.files(site)]
    assert set(spoke) >= SPEAK


def test_the_texts_are_shown_all_the_same(site: Path) -> None:
    shown = " ".join(text for path in site.glob("*/*.html") for inside, text in harmless.Page(path.read_text("utf-8")).texts if not inside)
    for one in (
        "<script>window.pwned=1</script>",
        "[pwned](javascript:window.pwned=1)",
        "{{ config.pwned.__class__.__mro__ }}",
        "=cmd|' /C",
    ):
        assert one in shown


@pytest.mark.browser
def test_a_browser_finds_no_part_of_a_page_that_a_text_has_made(site: Path, browser: Browser) -> None:
    """Nor is anything asked for that is not of the site: `opened` holds that."""
    with opened(browser) as page:
        for path in harmless.files(site):
            if path.suffix == ".html" and path.parent.name != "checks" and path.name != "404.html":  # a server shows it, wherever one is
                page.goto(path.as_uri())
                assert page.evaluate(MADE, MARK) == [], path.name


MADE = """mark => {
  const found = [typeof window[mark]].filter(type => type !== "undefined")
  for (const element of document.querySelectorAll("*")) {
    if (element.localName.includes(mark)) found.push(element.localName)
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on") || name.includes(mark)) found.push(element.localName + " " + name)
      const own = name === "src" && new URL(value, location).href.startsWith(new URL("./", location).href)
      if (/^(script|style|iframe|object|embed|form|base|link)$/.test(element.localName) && value.includes(mark) && !own) found.push(value)
    }
  }
  return found
}"""


@pytest.mark.parametrize("path", ["/<script>window.pwned=1</script>", "/%3Cscript%3Epwned", "/pwned%0d%0aX-Pwned:1", "/..%2f..%2fpwned"])
def test_what_is_served_repeats_no_address(site: Path, path: str) -> None:
    """The answer to an address that means harm does not have it in it as markup, and no line of it is a header."""
    head, _, body = answer(site, path).partition("\r\n\r\n")
    assert head.startswith("HTTP/1.0 404")
    assert MARK not in head.lower()
    harmless.html(body)


def answer(site: Path, path: str) -> str:
    """What the server says, without a network."""
    from io import BytesIO

    class Talk:
        def __init__(self) -> None:
            self.said = BytesIO()

        def makefile(self, mode: str, _: int = 0) -> BytesIO:
            return BytesIO(f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())

        def sendall(self, data: bytes) -> None:
            self.said.write(data)

    talk = Talk()
    Quiet(talk, ("127.0.0.1", 1), None, directory=str(site), state=State())
    return talk.said.getvalue().decode()
