"""Templates of pages: values are escaped, indentation says nothing, a site's own come before ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.site.html.escape import Html
from rulewright.site.html.templates import PageTemplateError, Templates, fold_html, packaged_templates


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


def test_a_template_of_ones_own_may_extend_the_one_that_it_overrides(tmp_path: Path) -> None:
    (tmp_path / "rulewright" / "pages").mkdir(parents=True)
    own = tmp_path / "rulewright" / "pages" / "scenarios.html"
    own.write_text('<p class="own">Mine</p>\n\n{% include "original/pages/scenarios.html" %}', "utf-8")
    values = {"scenarios": [], "cases": [(Html("<a>4.1</a>"), "Set-up")], "options": [], "exclusions": []}
    blocks = list(packaged_templates().render_blocks("pages/scenarios.html", **values))
    assert list(Templates((tmp_path,)).render_blocks("pages/scenarios.html", **values)) == ['<p class="own">Mine</p>', *blocks]


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
