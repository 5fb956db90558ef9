"""The addresses that the library gives are there on the site."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from pages.books import CHAPTER, FRONT
from rulewright import Book


@pytest.fixture
def book(tmp_path: Path) -> Book:
    folder = tmp_path / "campaign"
    folder.mkdir()
    (folder / "rulebook.case").write_text(FRONT, "utf-8")
    (folder / "movement.case").write_text(CHAPTER, "utf-8")
    return rulewright.load(folder)


def test_every_case_and_reading_is_where_its_link_says(book: Book, site_folder: Path) -> None:
    names = [case.number for case in book.contents().cases] + [reading.name for reading in book.contents().readings]
    assert len(names) > 3
    for name in names:
        page, _, anchor = book.link(name).partition("#")
        assert f'id="{anchor}"' in (site_folder / page).read_text("utf-8"), name


def test_a_question_is_asked_on_the_page_that_its_link_names(book: Book, site_folder: Path) -> None:
    question = book.questions().questions[0].name
    page, _, query = book.link(question).partition("#")
    assert (site_folder / page).is_file()
    assert query == f"q={question.partition('(')[0]}"
