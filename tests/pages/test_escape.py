"""Whatever text comes in, it comes out as text: in HTML, in attributes, in Markdown, in script data."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from html.parser import HTMLParser

import markdown as python_markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.site.html.escape import (
    anchor_id,
    attributes_html,
    escape_markdown,
    escape_preformatted,
    escape_text,
    file_name,
    script_data,
    yaml_scalar,
)

NASTY = [
    "<script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    '" onmouseover="alert(1)',
    "' onfocus='alert(1)",
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(1))",
    "![x](x)",
    "</script><!--",
    "&lt;b&gt;",
    "*a* **b** _c_ `d` ~~e~~",
    "# not a heading",
    "{: onclick=alert(1) }",
    "{#id .class}",
    "a | b",
    "\u202egnp.exe",
    "nul\x00here",
    "line\u2028end",
    "\ud800 alone",
    "```\nfence",
    "<!-- rulebooks -->",
    "{{ config }} {% include 'x' %}",
    "rwblock0rwblock",
    "1. one",
    "[ref]: http://example.org",
    "*[HTML]: x",
]
anything = st.one_of(st.sampled_from(NASTY), st.text(max_size=60), st.lists(st.sampled_from(NASTY), min_size=2, max_size=3).map(" ".join))
marks = st.text(alphabet="<>&\"'`*_[](){}#!|\\/-=: ab\n", max_size=40)


class Seen(HTMLParser):
    """The elements, attributes and text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.comments: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


def shown(plain: str) -> str:
    """What a page may show of a text: the same, but for signs that no page may hold."""
    return html.unescape(escape_text(plain))


@given(st.one_of(anything, marks))
def test_text_of_a_body_makes_no_element(plain: str) -> None:
    seen = Seen(f"<p>{escape_text(plain)}</p>")
    assert [name for name, _ in seen.elements] == ["p"]
    assert not seen.comments
    assert seen.text == shown(plain)


@given(st.one_of(anything, marks))
def test_text_of_an_attribute_stays_in_it(plain: str) -> None:
    seen = Seen(f"<a{attributes_html({'title': plain, 'href': '#'})}>x</a>")
    assert seen.elements == [("a", {"title": shown(plain), "href": "#"})]


@given(st.one_of(anything, marks))
def test_text_in_a_heading_of_markdown_is_only_text(plain: str) -> None:
    page = python_markdown.markdown(
        f"## {escape_markdown(plain)} x {{#id}}", extensions=["attr_list", "toc", "tables", "md_in_html", "def_list"]
    )
    seen = Seen(page)
    assert seen.elements == [("h2", {"id": "id"})]
    wanted = " ".join(re.sub(r"[^\S ]|\ufffd", " ", shown(plain).replace("\ufffd", " ")).split())
    assert " ".join(seen.text.replace("\ufffd", " ").split()) == f"{wanted} x".strip()


@given(st.one_of(anything, marks))
def test_script_data_is_the_same_data_and_ends_no_script(plain: str) -> None:
    written = script_data({"x": [plain, {plain: 1}]})
    assert "<" not in written and ">" not in written and "\u2028" not in written
    readable = plain.encode("utf-8", "replace").decode()
    assert json.loads(written) == {"x": [readable, {readable: 1}]}


@given(st.one_of(anything, marks))
def test_the_head_of_a_page_is_one_yaml_line(plain: str) -> None:
    import yaml as pyyaml

    written = yaml_scalar(plain)
    assert "\n" not in written
    assert isinstance(pyyaml.safe_load(f"title: {written}")["title"], str)


@given(st.one_of(anything, marks))
def test_names_of_files_and_anchors_are_plain(plain: str) -> None:
    assert re.fullmatch(r"[a-z0-9_-]+", file_name(plain))
    anchor = anchor_id("case", plain)
    assert anchor.startswith("case-")
    assert all(unicodedata.category(sign)[0] in "LN" or sign in "._-" for sign in anchor), (
        "letters and digits of any alphabet, no other sign"
    )


@pytest.mark.parametrize("plain", NASTY)
def test_preformatted_text_is_one_line_of_source(plain: str) -> None:
    written = escape_preformatted(plain + "\n  second")
    assert "\n" not in written
    assert html.unescape(written) == shown(plain.split("\n")[0]) + "\n" + "\n".join([*plain.split("\n")[1:], "  second"])


def test_attributes_are_written_with_a_blank_before_each_and_absent_ones_left_out() -> None:
    assert attributes_html({"cls": "a<b", "data_rw_search": True, "hidden": False, "title": None}) == ' class="a&lt;b" data-rw-search'
    assert attributes_html({}) == ""
