"""The theme's style sheets without what no page has, and what a page weighs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.site.asking.scripts import lean_script
from rulewright.site.output.spare import drop_unused_rules, lean_sheet

USED = frozenset({"a", "b"})
LIGHT = 46_000  # bytes: the scripts that every page loads
PAGE = 300_000  # bytes: a page with all that it loads at once, letters too


@pytest.mark.parametrize(
    ("css", "kept"),
    [
        (".a{x:1}.c{x:1}", ".a{x:1}"),
        (".a,.c,.b .c,p{x:1}", ".a,p{x:1}"),
        (".a:not(.c):is(.d,.e){x:1}", ".a:not(.c):is(.d,.e){x:1}"),
        ("[href='.c,']>.a{x:1}", "[href='.c,']>.a{x:1}"),
        ("@media print{.c{x:1}.a{x:1}}@media screen{.c{x:1}}", "@media print{.a{x:1}}"),
        ("@supports (x:1){@media print{.c{x:1}}}", ""),
        ("@keyframes c{0%{x:1}to{x:2}}@font-face{x:url(.c)}", "@keyframes c{0%{x:1}to{x:2}}@font-face{x:url(.c)}"),
        ('@charset "U;}";.a{content:"}.c{"}.c{content:"{"}p{x:1}', '@charset "U;}";.a{content:"}.c{"}p{x:1}'),
        (":root{--x:url('data:image/svg+xml;<svg class=\"c\"/>')}.c{x:1}", ":root{--x:url('data:image/svg+xml;<svg class=\"c\"/>')}"),
        ("/*.c{}*/.a{x:1}", ".a{x:1}"),
        (".c\\:d{x:1}.a:hover{x:1}", ".a:hover{x:1}"),
    ],
)
def test_a_rule_stays_if_its_classes_are_used(css: str, kept: str) -> None:
    assert drop_unused_rules(css, USED) == kept


def test_nothing_is_lost_where_all_is_used(site_folder: Path) -> None:
    for path in (site_folder / "assets/stylesheets").glob("*.css"):
        css = path.read_text(encoding="utf-8")
        assert drop_unused_rules(css, frozenset(re.findall(r"[\w-]+", css))) == css and css.count("{") == css.count("}") > 20


def test_a_page_and_its_scripts_are_light(site_folder: Path) -> None:
    page = site_folder / "campaign/movement.html"
    html = page.read_text(encoding="utf-8")
    scripts = sum((page.parent / one).stat().st_size for one in re.findall(r'<script src="([^"]+)"', html))
    sheets = sum((page.parent / one).stat().st_size for one in re.findall(r'rel="stylesheet" href="([^"]+)"', html))
    letters = sum(one.stat().st_size for one in (site_folder / "assets/fonts").glob("*-normal.woff2"))
    assert scripts < LIGHT
    assert scripts + sheets + letters + len(html.encode()) < PAGE


def test_a_script_that_pages_load_can_be_read_without_its_comments_and_indentation(root: Path) -> None:
    """A text that goes over lines would lose its indentation, so none does."""
    quickjs = pytest.importorskip("quickjs")
    for path in (*(root / "site/assets").glob("*.js"), *(root / "site/assets").glob("*/open.js")):
        script = path.read_text("utf-8")
        lean = lean_script(script)
        assert len(lean) < len(script) and not re.search(r"^[ \t]|^/\*", lean, re.MULTILINE), path.name
        code = [line.split(" //")[0] for line in lean.splitlines()]
        assert not [line for line in code if line.count("`") % 2 and "/*" not in line], path.name
        quickjs.Context().eval("(script) => void new Function(script)")(lean)


def test_a_comment_beside_code_is_left_alone() -> None:
    script = "  /* one */ var a = 1;\n  /* two\n     lines */\n\n  var b = 2; /* three */\n"
    assert lean_script(script) == "/* one */ var a = 1;\nvar b = 2; /* three */\n"


@pytest.mark.parametrize(
    ("css", "lean"),
    [
        ("/* a */\n.a :hover,\n  .b > p { x: 1 2; y: calc(1px + 2px); }\n", ".a :hover,.b > p{x:1 2;y:calc(1px + 2px)}"),
        ('.a::before { content: "a: b; { c }  d"; }', '.a::before{content:"a: b; { c }  d"}'),
        ("@media (max-width: 1em) and (hover) {\n  .a { x: url(a b; c) }\n}", "@media (max-width:1em) and (hover){.a{x:url(a b; c)}}"),
    ],
)
def test_a_sheet_of_ours_loses_comments_and_spaces_that_part_nothing(css: str, lean: str) -> None:
    assert lean_sheet(css) == lean
