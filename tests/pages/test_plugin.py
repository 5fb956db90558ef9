"""The MkDocs plugin in a folder that is not ours, with Material's own frame: strict, links and directives, templates of the folder's own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import rulewright
from interfaces.cli.ferry import write_book
from pages.books import campaign
from patience import PATIENCE
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.content import book_contents
from rulewright.site.directives import Directives
from rulewright.site.output.spare import OURS, sheet_in_other_frame
from rulewright.site.references import References

SETTINGS = """\
site_name: Club night
theme:
  name: material
  font: false
  custom_dir: overrides
  palette: {primary: teal}
plugins:
  - search
  - rulewright:
      books: [ferry]
nav:
  - index.md
  - Tonight: play/tonight.md
  - The rules: ferry/
"""
PAGES = {
    "docs/index.md": "# Club night\n\nIt is [mud][1.2], not [snow][ferry 1.3]. [1.2][]\n\n::: books\n",
    "docs/play/tonight.md": "---\ntitle: Tonight\n---\n# Tonight\n\n::: case 1.2\n\n::: ask allowance\n\n```\n::: case 9.9\n[9.9][]\n```\n",
    "overrides/rulewright/pages/coverage.html": '<p class="club">Counted by the club.</p>\n',
    "overrides/rulewright/pages/glossary.html": '<p class="club">Our words.</p>\n\n{% include "original/pages/glossary.html" %}\n',
    "overrides/rulewright/parts/shown-case.html": '<div class="rw-book rw-shown club">{{ number }}{{ body }}</div>\n',
}


@pytest.fixture(scope="module")
def plugin_path(tmp_path_factory: pytest.TempPathFactory, root: Path) -> str:
    """A path on which the plugin is found as an installed package has it, by what `pyproject.toml` says."""
    entries = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["mkdocs.plugins"]
    info = tmp_path_factory.mktemp("installed") / "rulewright_here-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rulewright-here\nVersion: 0\n", "utf-8")
    lines = ["[mkdocs.plugins]", *(f"{name} = {place}" for name, place in entries.items()), ""]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    return os.pathsep.join([str(Path(rulewright.__file__).parents[1]), str(info.parent)])


def club_folder(folder: Path) -> Path:
    write_book(folder / "ferry")
    for name, text in {"mkdocs.yml": SETTINGS, **PAGES}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def run_mkdocs(folder: Path, path: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": path, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    return subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, check=False, timeout=PATIENCE)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, plugin_path: str) -> Path:
    folder = club_folder(tmp_path_factory.mktemp("club"))
    done = run_mkdocs(folder, plugin_path)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    return folder / "site"


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_pages_of_the_book_stand_in_the_frame_of_the_site(club: Path) -> None:
    crossing = text_of(club / "ferry/crossing.html")
    assert 'class="md-header' in crossing and "rw-header" not in crossing and "Content-Security-Policy" not in crossing
    assert '<div class="rw-book">' in crossing and 'id="case-1.2"' in crossing
    assert 'href="../assets/rulewright.css"' in crossing and (club / "ferry/ask-data.js").is_file()
    assert "ferry/crossing.html" in text_of(club / "search/search_index.json")
    assert not (club / "offline.js").exists() and not (club / "assets/fonts").exists()


def test_links_lead_to_cases_and_their_titles_are_said(club: Path) -> None:
    home = text_of(club / "index.html")
    assert '<a href="ferry/crossing.html#case-1.2" title="1.2 Mud">mud</a>' in home
    assert home.count('href="ferry/crossing.html#case-1.3"') == 1 and 'href="ferry/index.html"' in home


def test_directives_show_what_they_name_and_code_is_left_alone(club: Path) -> None:
    tonight = text_of(club / "play/tonight/index.html")
    shown = tonight.partition('<div class="rw-book rw-shown club">')[2]
    assert "Mud takes" in shown and 'href="../../ferry/ask.html#q=allowance"' in shown
    assert "::: case 9.9" in tonight and tonight.count(' id="rule-1.2') == 0


def test_templates_of_the_site_come_before_ours(club: Path) -> None:
    assert "Counted by the club." in text_of(club / "ferry/coverage.html")
    assert '<p class="club">Our words.</p>' in text_of(club / "ferry/glossary.html")


def test_a_case_that_is_not_there_is_a_warning_with_page_and_line(tmp_path: Path, plugin_path: str) -> None:
    folder = club_folder(tmp_path)
    (folder / "docs/play/tonight.md").write_text("---\ntitle: Tonight\n---\n# Tonight\n\nSee [8.77][].\n\n::: cases 1.2\n", "utf-8")
    done = run_mkdocs(folder, plugin_path)
    assert done.returncode != 0
    assert "'play/tonight.md', line 6: there is no case or term `8.77` in “The Ferry”" in done.stderr
    assert "'play/tonight.md', line 8: there is no directive `cases`" in done.stderr


def test_a_book_with_errors_stops_the_build_and_they_are_named(tmp_path: Path, plugin_path: str) -> None:
    folder = club_folder(tmp_path)
    chapter = folder / "ferry/crossing.case"
    chapter.write_text(chapter.read_text("utf-8") + '\ncase 1.2 "Twice"\n', "utf-8")
    done = run_mkdocs(folder, plugin_path)
    assert done.returncode != 0 and re.search(r"crossing\.case:\d+: RW\d+", done.stderr) and "Traceback" not in done.stderr


# ---- words and lines ----------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def directives() -> Directives:
    return Directives(book_contents([BookOfSite(campaign())], lambda *_: None))


@pytest.mark.parametrize(
    ("markdown", "definition"),
    [
        ("[8.2][]", '[8.2]: ../campaign/movement.md#case-8.2 "8.2 Weather"'),
        ("[mud][campaign 8.2]", '[campaign 8.2]: ../campaign/movement.md#case-8.2 "8.2 Weather"'),
        ("[in][the Campaign 8.2]", '[the Campaign 8.2]: ../campaign/movement.md#case-8.2 "8.2 Weather"'),
        ("[supply][]", '[supply]: ../campaign/glossary.md#term-supply "supply"'),
    ],
)
def test_a_label_is_defined_by_the_case_or_term_that_it_means(directives: Directives, markdown: str, definition: str) -> None:
    expanded, problems = directives.expand_page("play/aids.md", "play/aids.html", markdown)
    assert not problems and expanded.splitlines()[-1] == definition


@pytest.mark.parametrize(
    "markdown", ["`[9.9][]`", "    [9.9][]", "[9.9]", "[9.9][]\n\n[9.9]: elsewhere.md", "\\[9.9][]", "~~~\n[9.9][]\n~~~"]
)
def test_what_is_no_reference_is_left_as_it_is(directives: Directives, markdown: str) -> None:
    assert directives.expand_page("aids.md", "aids.html", markdown) == (markdown, [])


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("::: case 9.9", "there is no case or term `9.9`"),
        ("::: case supply", "is a term"),
        ("::: case", "says nothing of which"),
        ("::: table nowhere", "there is no table `nowhere`"),
        ("::: ask nothing", "there is no question `nothing`"),
        ("::: rule 8.2", "there are `case`, `table`, `ask` and `books`"),
    ],
)
def test_a_directive_that_shows_nothing_says_why(directives: Directives, line: str, problem: str) -> None:
    expanded, ((number, message),) = directives.expand_page("aids.md", "aids.html", f"# Aids\n\n{line}\n")
    assert number == 3 and problem in message and line in expanded


def test_a_number_that_two_books_have_needs_the_book() -> None:
    books = [BookOfSite(campaign()), BookOfSite(campaign(slug="second"))]
    message = References(books).resolve_label("8.2")
    assert isinstance(message, str) and "`[campaign 8.2][]`, `[second 8.2][]`" in message
    assert not isinstance(References(books).resolve_label("second 8.2"), str)


def test_in_another_frame_no_rule_of_ours_touches_what_is_not_ours(root: Path) -> None:
    sheet = sheet_in_other_frame((root / "site/assets/rulewright.css").read_text("utf-8"))
    for head in re.findall(r"(?:^|[{}])([^{}@]+)\{", sheet):
        for selector in re.split(r",(?![^(]*\))", head):
            assert OURS in selector or selector.strip().startswith((":root", "[data-md-color-scheme", "from", "to")) or "%" in selector, (
                selector
            )
    for body in re.findall(r"""\[data-md-color-scheme(?:="slate")?\]\s*\{([^{}]*)\}""", sheet):
        assert all(part.strip().startswith("--rw-") for part in body.split(";") if part.strip()), body


def test_in_another_frame_our_colours_need_no_palette_in_its_settings(root: Path) -> None:
    sheet = sheet_in_other_frame((root / "site/assets/rulewright.css").read_text("utf-8"))
    colours = [body for head, body in re.findall(r"(?:^|[{}])([^{}@]+)\{([^{}]*)\}", sheet) if ":root" in head]
    assert any("--rw-line:" in body for body in colours) and any("--rw-link:var(" in body for body in colours)
