"""What is to be done to texts that are not held."""

from __future__ import annotations

import pytest

from rulebook.books import build
from rulewright.rulebook.worklist import unheld_cases

BOOK = {
    "rulebook.case": 'rulebook example "Example"\nsource printed "Rules"\nedition printed = printed\n',
    "cases.case": 'case 8.1 "Known"\n  not held\n',
    "others.case": 'case 9.1 "Of a source that the book has not" in lost\n  not held\n',
}


def test_a_case_of_a_source_that_the_book_has_not_is_left_out() -> None:
    book, _ = build(BOOK)
    assert [one.number for one in unheld_cases(book)] == ["8.1"]


DELETED = {
    "rulebook.case": (
        'rulebook example "Example"\nsource printed "Rules"\nsource errata "Errata"\n'
        "edition printed = printed\nedition now = printed + errata\n"
    ),
    "cases.case": 'case 8.1 "Known"\n  not held\n',
    "errata.case": "amend 8.1 in errata as deletion\n  deletes the case\n",
}
ANEW = {**DELETED, "new.case": 'case 8.1 "Another" in errata\n  "Words."\n'}


@pytest.mark.parametrize(("files", "editions"), [(DELETED, ["printed", "now"]), (ANEW, ["printed"])])
def test_nothing_is_to_be_done_where_another_case_has_the_number_now(files: dict[str, str], editions: list[str]) -> None:
    book, _ = build(files)
    (one,) = unheld_cases(book)
    assert list(one.work) == editions
