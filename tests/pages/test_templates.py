"""Templates of pages: values are escaped, indentation says nothing, a site's own come before ours."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pages.books import campaign
from rulewright.base.resources import site_folder
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.html.escape import Html
from rulewright.site.html.templates import Heading, PageTemplateError, Templates, fold_html, packaged_templates


def own_templates(folder: Path, **files: str) -> Templates:
    (folder / "rulewright" / "parts").mkdir(parents=True)
    for name, text in files.items():
        (folder / "rulewright" / f"{name}.html").write_text(text, "utf-8")
    return Templates((folder,))


def test_what_a_template_shows_is_escaped_unless_it_is_html(tmp_path: Path) -> None:
    templates = own_templates(tmp_path, piece='<p title="{{ text }}">{{ text }}{{ html }}{{ nothing }}</p>')
    shown = templates.render_html("piece.html", text="<b>`'\u202e", html=Html("<i>it</i>"), nothing=None)
    assert shown == '<p title="&lt;b&gt;&#96;&#39;\ufffd">&lt;b&gt;&#96;&#39;\ufffd<i>it</i></p>'


def test_line_ends_between_tags_say_nothing() -> None:
    assert (
        fold_html("<ul>\n  <li>a\n  b</li>\n\n  <li><b>c</b> <i>d</i></li>\n</ul>\n") == "<ul><li>a b</li><li><b>c</b> <i>d</i></li></ul>"
    )


def test_headings_and_blank_lines_divide_a_page_into_blocks(tmp_path: Path) -> None:
    templates = own_templates(tmp_path, page='<p>\n  one\n</p>\n{{ heading(2, "A *b*", "a") }}\n<p>two</p>\n\n<p>three</p>\n')
    assert list(templates.render_blocks("page.html")) == ["<p> one </p>", "## A &#42;b&#42; {#a}", "<p>two</p>", "<p>three</p>"]


def test_a_blank_line_within_an_element_ends_no_block(tmp_path: Path) -> None:
    text = "<div>\n\n  <div>a</div>\n\n  <p>b</p>\n</div>\n\n<p>c</p>\n\n<ul><li>d</li>\n\n</ul>"
    templates = own_templates(tmp_path, page=text)
    assert list(templates.render_blocks("page.html")) == ["<div><div>a</div><p>b</p></div>", "<p>c</p>", "<ul><li>d</li></ul>"]


def test_a_template_of_ones_own_may_extend_the_one_that_it_overrides(tmp_path: Path) -> None:
    (tmp_path / "rulewright" / "pages").mkdir(parents=True)
    own = tmp_path / "rulewright" / "pages" / "scenarios.html"
    own.write_text('<p class="own">Mine</p>\n\n{% include "original/pages/scenarios.html" %}', "utf-8")
    values = {
        "scenarios": [],
        "cases": [(Html("<a>4.1</a>"), "Set-up")],
        "games": [],
        "options": [],
        "exclusions": [],
        "readings": [],
        "has_turn": False,
    }
    blocks = list(packaged_templates().render_blocks("pages/scenarios.html", **values))
    assert list(Templates((tmp_path,)).render_blocks("pages/scenarios.html", **values)) == ['<p class="own">Mine</p>', *blocks]


def test_a_file_of_macros_may_change_one_and_hand_on_the_others(tmp_path: Path) -> None:
    """As the manual has it: the examples of its page on templates are files of overrides."""
    manual = (site_folder() / "pages" / "writing" / "templates.md").read_text("utf-8")
    examples = re.findall(r"```jinja\n(.*?)```", manual, re.DOTALL)
    (tmp_path / "rulewright" / "parts").mkdir(parents=True)
    for name, text in zip(("case", "macros"), examples, strict=True):
        (tmp_path / "rulewright" / "parts" / f"{name}.html").write_text(text, "utf-8")
    templates = Templates((tmp_path,))
    badge = packaged_templates().render_macro("parts/macros.html", "badge", "new case")
    assert (
        badge == '<span class="rw-badge rw-badge-new">new case</span>' == templates.render_macro("parts/macros.html", "badge", "new case")
    )
    assert templates.render_macro("parts/macros.html", "tags", ["s1"]) == ""
    site_book = BookOfSite(campaign(), templates=templates)
    case = site_book.view.find_case("8.1")
    assert case is not None
    body = CaseWriter(site_book).case_body(replace(case, held=False), "movement")
    assert body.startswith('<p class="my-note">Bring your own copy of the rules.</p><div class="rw-case-body')
    assert "rw-tags" not in body


def test_a_value_of_ours_is_read_by_its_names_alone(tmp_path: Path) -> None:
    templates = own_templates(
        tmp_path, piece="{{ heading.title }} {{ heading.to_markdown() }}", bad="{{ heading.__class__ }}", format="{{ html.format(1) }}"
    )
    heading = Heading(2, "A", "a")
    assert templates.render_html("piece.html", heading=heading) == "A ## A {#a}"
    with pytest.raises(PageTemplateError):
        templates.render_html("bad.html", heading=heading)
    with pytest.raises(PageTemplateError):
        templates.render_html("format.html", html=Html("{0.__class__}"))


def test_filters_write_attributes_messages_and_counts(tmp_path: Path) -> None:
    text = "<p{{ marks | attributes }}>{{ message | sentence }} {{ 1 | plural('entry', 'entries') }}, {{ 2 | plural('case') }}</p>"
    marks = {"data_rw_in": 'a"b', "hidden": True, "title": None, "lang": False}
    shown = own_templates(tmp_path, piece=text).render_html("piece.html", marks=marks, message="never `<b>` here")
    assert shown == '<p data-rw-in="a&quot;b" hidden>Never <code>&lt;b&gt;</code> here. 1 entry, 2 cases</p>'


def test_a_heading_that_a_value_brings_is_a_block_of_its_own(tmp_path: Path) -> None:
    templates = own_templates(tmp_path, page="<p>one</p>{{ above }}<p>two</p>")
    blocks = list(templates.render_blocks("page.html", above=Heading(2, "A", "a", editions="old")))
    assert blocks == ["<p>one</p>", '## A {#a data-rw-in="old"}', "<p>two</p>"]


def test_pages_share_badges_tags_and_tables(tmp_path: Path) -> None:
    text = (
        '{% from "parts/macros.html" import badge, table, tags %}{{ badge("new case") }}{{ badge("<b>", "held") }}{{ tags(none) }}'
        '{% call table(["A"], "B", "c", {"hidden": true}) %}<tbody></tbody>{% endcall %}'
    )
    assert own_templates(tmp_path, piece=text).render_html("piece.html") == (
        '<span class="rw-badge rw-badge-new">new case</span><span class="rw-badge rw-badge-held">&lt;b&gt;</span>'
        '<div class="rw-table c" hidden><div class="rw-scroll" tabindex="0" role="group" aria-label="B"><table><thead><tr>'
        '<th scope="col">A</th></tr></thead><tbody></tbody></table></div></div>'
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{ absent }}", "'absent' is undefined"),
        ("one\n{% if %}", ":2: "),
        ("{{ ''.__class__.__mro__ }}", "unsafe"),
    ],
)
def test_a_template_that_goes_wrong_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(PageTemplateError, match=r"bad\.html") as raised:
        own_templates(tmp_path, bad=text).render_html("bad.html")
    assert message in str(raised.value)
