"""The pages of the manual on the site that has them, and what a site without them does not have."""

from __future__ import annotations

from pathlib import Path


def test_a_table_of_a_hand_written_page_is_reachable_by_keyboard(manual_site: Path) -> None:
    page = (manual_site / "language/meaning.html").read_text(encoding="utf-8")
    assert page.count("<table>") == page.count('<div class="rw-scroll" tabindex="0" role="group" aria-label="Table"><table>') > 0


def test_comments_for_the_tests_of_the_manual_do_not_reach_the_pages(manual_site: Path) -> None:
    for path in (manual_site / "language").glob("*.html"):
        assert "<!-- prelude" not in path.read_text(encoding="utf-8"), path.name


def test_findings_and_commands_lead_to_the_manual_where_it_is(manual_site: Path, site_folder: Path) -> None:
    """A site of a book alone greets its players with no commands of a tool that they do not have."""
    for path, has_manual in ((manual_site, True), (site_folder, False)):
        assert (
            "$ rulewright" in _text(path / "campaign/index.html") or "rulewright ask" in _text(path / "campaign/index.html")
        ) == has_manual
        assert ("rulewright ask" in _text(path / "campaign/ask.html")) == has_manual
        assert (path / "checks/index.html").is_file() == has_manual
    assert 'href="../checks/' in _text(manual_site / "decided/findings.html")


def test_every_page_of_the_manual_is_in_the_navigation_of_its_section(manual_site: Path, root: Path) -> None:
    for folder in ("language", "writing", "project"):
        shown = _text(next(iter(sorted((manual_site / folder).glob("*.html")))))
        missing = [path.stem for path in (root / "site/pages" / folder).glob("*.md") if f'href="{path.stem}.html"' not in shown]
        assert not missing, folder


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
