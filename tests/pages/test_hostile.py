"""A rulebook that means harm: whatever it says, its pages show it and do not obey it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pages.books import CHAPTER, FRONT, LEDGER, GivenBook, campaign, pages_of, tree_of
from pages.browser import opened
from pages.test_escape import NASTY, Seen
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import Rulebook
from rulewright.site import build_site
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.search.search_index import search_scripts
from rulewright.syntax import nodes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ELEMENTS = frozenset(
    [
        "a",
        "b",
        "button",
        "caption",
        "code",
        "dd",
        "defs",
        "del",
        "desc",
        "details",
        "div",
        "dl",
        "dt",
        "em",
        "g",
        "h1",
        "h2",
        "h3",
        "h4",
        "i",
        "input",
        "ins",
        "kbd",
        "label",
        "li",
        "mark",
        "marker",
        "nav",
        "noscript",
        "ol",
        "option",
        "p",
        "path",
        "pre",
        "rect",
        "section",
        "select",
        "small",
        "span",
        "strong",
        "style",
        "summary",
        "svg",
        "table",
        "tbody",
        "td",
        "text",
        "textarea",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
    ]
)
LINK = (
    r"(?:[\w./-]+\.html|rules\.(?:json|txt)|feed\.xml)?"
    r"(?:#(?:[\w.-]*|q=[\w.%&=+*~-]+|case=[\w.%~-]+))?"
)
"""Where a page may lead: to a page or file of the site, to a place in it, a question, or a case of one's own copy."""


def spoiled(node: object, text: str, path: str = "") -> object:
    """The node with `text` at the end of everything in it that a person may write freely: titles, prose, phrases, reasons."""
    if isinstance(node, tuple):
        return tuple(spoiled(one, text, path) for one in node)
    if not isinstance(node, nodes.Node):
        return node
    changed: dict[str, Any] = {}
    for name in type(node).__dataclass_fields__:
        value = getattr(node, name)
        if name in ("title", "text", "phrase", "because", "printed", "read", "asks", "publisher", "dated", "known", "new") and isinstance(
            value, str
        ):
            changed[name] = value + " " + text
        elif name in ("about", "credit", "tries", "also") and isinstance(value, tuple):
            changed[name] = tuple(one + " " + text if isinstance(one, str) else one for one in value)
        elif isinstance(value, tuple | nodes.Node) and name != "span":
            changed[name] = spoiled(value, text)
    return replace(node, **changed)


@cache
def whole_tree() -> nodes.SyntaxTree:
    return tree_of({"rulebook.case": FRONT, "movement.case": CHAPTER})


def hostile(text: str) -> GivenBook:
    """The campaign with the text everywhere, in its ledger, findings and tags too."""
    tree = nodes.SyntaxTree("x", tuple(replace(one, block=spoiled(one.block, text)) for one in whole_tree().blocks))  # type: ignore[arg-type]
    book, _ = build_rulebook(tree, ledger=LEDGER, slug="campaign")
    ledger = tuple(replace(row, summary=row.summary + text, section=row.section + text, locator=text) for row in book.ledger)
    finding = Diagnostic(
        "RW302",
        "dangling-reference",
        Severity.ERROR,
        f"`{text}` {text}",
        (Label(Location(text, 1, 1, 1, 2), text),),
        text,
        (text,),
        edition=text,
        cases=(text,),
        witness={"facts": {text: text}, "answers": [{"case": text, "value": text}]},
        example=text,
    )
    return GivenBook(replace(book, ledger=ledger), diagnostics=(finding,))


def renamed(book: Rulebook, text: str) -> Rulebook:
    """Case numbers are hostile too: not to be had from a file, but a book may come from elsewhere."""
    view = book.views["errata"]
    cases = {key: replace(case, number=case.number + text, first_number=case.first_number + text) for key, case in view.cases.items()}
    return replace(book, views={**book.views, "errata": replace(view, cases=cases, readings={}, rulings={})})


def assert_harmless(page: str, text: str) -> None:
    """Only elements and attributes of ours, and addresses that lead nowhere else."""
    for name, attributes in Seen(re.sub(r"^---\n.*?\n---\n", "", page, flags=re.DOTALL)).elements:
        assert name in ELEMENTS, (name, text)
        assert name != "input" or attributes["type"] in ("radio", "checkbox", "text"), text
        for key, value in attributes.items():
            assert not key.startswith("on"), (key, text)
            if key in ("href", "src"):
                assert re.fullmatch(LINK, value or ""), (value, text)


texts = st.one_of(st.sampled_from(NASTY), st.text(alphabet="<>&\"'`*_[](){}#!|\\/-=:; abz\n\x00\u202e", max_size=30))


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(texts)
def test_no_page_obeys_its_text(text: str) -> None:
    for page in pages_of(hostile(text)).values():
        assert_harmless(page, text)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(texts)
def test_no_page_obeys_a_case_number(text: str) -> None:
    given_book = campaign()
    given_book.book = renamed(given_book.book, text)
    for page in pages_of(given_book).values():
        assert_harmless(page, text)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(texts)
def test_search_data_ends_no_script(text: str) -> None:
    for _, script in search_scripts([BookOfSite(hostile(text))], []):
        assert "<" not in script and "\u2028" not in script


def test_the_text_is_still_shown() -> None:
    seen = Seen(pages_of(hostile("<img src=x onerror=alert(1)>"))["movement"])
    assert "<img src=x onerror=alert(1)>" in seen.text


@pytest.fixture(scope="module")
def hostile_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    text = " ".join(one.replace("\n", " ") for one in NASTY if one != "rwblock0rwblock").replace("alert(1)", "(window.pwned=1)")
    out = tmp_path_factory.mktemp("hostile") / "out"
    build_site([hostile(text)], out)
    return out


def test_the_theme_escapes_too(hostile_site: Path) -> None:
    given = campaign()
    given.diagnostics = hostile("plain").diagnostics
    plain = build_site([given], hostile_site.parent / "plain").index.parent
    for path in sorted(hostile_site.glob("campaign/*.html")):
        ours, theirs = Seen(path.read_text(encoding="utf-8")), Seen((plain / "campaign" / path.name).read_text(encoding="utf-8"))
        for name in ("script", "style", "img", "iframe", "form", "input", "link", "meta", "base", "object"):
            assert _count(ours, name) == _count(theirs, name), (path.name, name)
        assert _titles(ours) == _titles(theirs), path.name
        for name, attributes in ours.elements:
            assert not [key for key in attributes if key.startswith("on")], (path.name, name, attributes)
            assert "javascript:" not in (attributes.get("href") or ""), path.name


def _titles(page: Seen) -> int:
    """The titles of a page that are not the full words of a label that the graph shows shortened."""
    names = ["", *(name for name, _ in page.elements)]
    return sum(name == "title" and before != "text" for before, name in pairwise(names))


def _count(page: Seen, name: str) -> int:
    return sum(one == name for one, _ in page.elements)


@pytest.mark.browser
def test_a_browser_runs_nothing_of_it(hostile_site: Path, browser: Browser) -> None:
    with opened(browser) as page:
        for path in sorted(hostile_site.glob("campaign/*.html")):
            page.goto(path.as_uri())
            assert page.evaluate("window.pwned") is None, path.name
        page.evaluate("() => window.rulewright.load()")
        page.keyboard.press("/")
        page.get_by_role("searchbox").fill("allowance")
        page.locator(".rw-search-results a").first.wait_for()
        assert page.evaluate("window.pwned") is None
        assert page.locator(".rw-search-results script, .rw-search-results img").count() == 0
