"""The addresses that the library gives are there on the site."""

from __future__ import annotations

from pathlib import Path

from pages.books import campaign
from rulewright import Book


def test_every_case_and_reading_is_where_its_link_says(site_folder: Path) -> None:
    book = Book(campaign())
    names = [case.number for case in book.contents().cases] + [reading.name for reading in book.contents().readings]
    assert len(names) > 3
    for name in names:
        page, _, anchor = book.link(name).partition("#")
        assert f'id="{anchor}"' in (site_folder / page).read_text("utf-8"), name


def test_a_question_is_asked_on_the_page_that_its_link_names(site_folder: Path) -> None:
    book = Book(campaign())
    page, _, query = book.link(book.questions().questions[0].name).partition("#")
    assert (site_folder / page).is_file()
    assert query == f"q={book.questions().questions[0].name.partition('(')[0]}"
