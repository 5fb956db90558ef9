"""Sizes of the manual: each page has its readers, its kind and its budget in its head, and no part is longer than can be read."""

from __future__ import annotations

import pytest

from manual.pages import ManualPage, read_pages, too_long
from rulewright.site.nav import manual_parts
from rulewright.site.output.own_pages import named_in

ALL_WORDS, WORDS_OF_THE_FIRST_HOUR = 45_000, 5_000
KINDS = {"tutorial", "how-to", "reference", "explanation"}
READERS = {"all", "first hour", "rules editors", "authors", "programmers", "engineers of rulewright"}
WRITTEN = read_pages()
by_page = pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)


@by_page
def test_a_page_says_for_whom_it_is_and_keeps_its_budget(page: ManualPage) -> None:
    assert set(str(page.head["reader"]).split(", ")) <= READERS
    assert page.head["kind"] in KINDS
    assert page.words <= page.head["words"]  # type: ignore[operator]


def test_the_manual_keeps_its_budget() -> None:
    assert sum(page.words for page in WRITTEN) <= ALL_WORDS


def test_the_first_hour_keeps_its_budget() -> None:
    (first_part,) = (part["Begin"] for part in manual_parts() if "Begin" in part)
    names = {"index", *(name.removesuffix(".md") for name in named_in(first_part))}
    assert sum(page.words for page in WRITTEN if page.name in names) <= WORDS_OF_THE_FIRST_HOUR


@by_page
def test_no_part_is_too_long(page: ManualPage) -> None:
    assert list(too_long(page)) == []
