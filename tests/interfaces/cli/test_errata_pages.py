"""The pages on errata and on contradictions: the booklet that they amend is the sample, and what they show is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interfaces.cli.told import printed, same, typed
from rulewright.base.resources import site_folder
from rulewright.base.samples import sample_books

PAGES = site_folder() / "pages" / "writing"


def test_the_booklet_of_the_page_on_errata_is_the_one_that_its_examples_are_on() -> None:
    assert f"```rulewright\n{sample_books()['booklet']}```" in (PAGES / "erratum.md").read_text("utf-8")


@pytest.mark.parametrize(("page", "words"), [("erratum", '"Snow takes one point."'), ("contradiction", '"Nobody crosses in snow."')])
def test_what_a_page_shows_is_printed(page: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (PAGES / f"{page}.md").read_text("utf-8")
    amendment = next(one for one in re.findall(r"```rulewright\n(.*?)```", text, re.DOTALL) if words in one)
    (tmp_path / "crossing").mkdir()
    (tmp_path / "crossing" / "rulebook.case").write_text(sample_books()["booklet"], "utf-8")
    (tmp_path / "crossing" / "errata.case").write_text(amendment, "utf-8")
    monkeypatch.chdir(tmp_path)
    shown = list(typed(text))
    assert shown
    for one in shown:
        found = printed(one.command)
        assert same(one.printed, found), "\n".join(found)
