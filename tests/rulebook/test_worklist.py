"""What is to be done to texts that are not held."""

from __future__ import annotations

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
