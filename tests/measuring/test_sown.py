"""Defects that are sown in the books are where they say they are, are drawn alike for one seed, and are told apart by how they are noticed."""

from __future__ import annotations

import pytest
from benchmarks.sown.draw import PLACES, drawn, places
from benchmarks.sown.judge import Judge
from benchmarks.sown.kinds import Kind, Noticed
from benchmarks.sown.text import Book, Sown, Splice

from rulewright.base.resources import book_folder

NOWHERE = {Kind.UNLESS_LOST, Kind.OPTION_TWICE}
"""Kinds that have no place in the book that is looked at."""


@pytest.fixture(scope="module")
def book() -> Book:
    return Book("leipzig", book_folder("leipzig"))


@pytest.fixture(scope="module")
def war() -> Book:
    return Book("war-in-europe", book_folder("war-in-europe"))


def test_every_kind_has_what_finds_its_places() -> None:
    assert set(PLACES) == set(Kind)


@pytest.mark.parametrize("kind", sorted(set(Kind) - NOWHERE))
def test_a_defect_changes_the_block_that_it_names(kind: Kind, book: Book, war: Book) -> None:
    for sown in drawn(kind, (book, war), 3, seed=3):
        where = book if sown.book == book.name else war
        inputs, stretches = where.with_defect(sown)
        changed = {path for path, data in inputs.files if data.decode() != where.files[path]}
        assert changed == {one.path for one in sown.splices}, "it changes its own files, and each of them"
        assert sown.was != sown.now
        assert stretches or kind is Kind.CASE_LOST, "only a block that is gone has no place"


def test_a_seed_draws_the_same_defects_and_another_one_others(book: Book) -> None:
    assert drawn(Kind.CONJUNCT, [book], 5, seed=3) == drawn(Kind.CONJUNCT, [book], 5, seed=3)
    assert drawn(Kind.CONJUNCT, [book], 5, seed=3) != drawn(Kind.CONJUNCT, [book], 5, seed=4)


def test_arguments_that_are_alike_and_cells_with_one_value_are_not_exchanged(book: Book, war: Book) -> None:
    every = [*places(Kind.SWAPPED, [book], 1), *places(Kind.CELLS, [war], 1)]
    assert every and all(sown.was != sown.now for sown in every)


def test_where_two_files_are_changed_each_has_its_place(book: Book) -> None:
    path, other = book.cases[:2]
    text = book.files[path]
    at = text.index("case ")
    sown = book.sown(Kind.MOVED, (Splice(path, at, at, "# here\n"), Splice(other, 0, 0, "# there\n")), frozenset())
    first, second = book.with_defect(sown)[1]
    assert (first.path, first.first) == (path, text.count("\n", 0, at) + 1)
    assert (second.path, second.first) == (other, 1)


@pytest.fixture(scope="module")
def judge(war: Book, tmp_path_factory: pytest.TempPathFactory) -> Judge:
    return Judge(war, tmp_path_factory.mktemp("kept"))


def _sown(book: Book, kind: Kind, was: str, now: str) -> Sown:
    """The defect that something that is written once in the book is something else."""
    path, at = next((path, text.index(was)) for path, text in book.files.items() if was in text)
    return book.sown(kind, (Splice(path, at, at + len(was), now),), frozenset())


def test_without_a_defect_nothing_is_wrong_and_nothing_noticed(judge: Judge, war: Book) -> None:
    assert not judge.false_alarms
    path = war.cases[0]
    same = war.sown(Kind.PROSE, (Splice(path, 0, 0, "# a remark\n"),), frozenset())
    assert judge.judged(same).noticed is Noticed.NOTHING


def test_a_defect_is_noticed_at_its_place(judge: Judge, war: Book) -> None:
    judged = judge.judged(_sown(war, Kind.MISSPELT, "support_strength(u) is u.attack when", "support_strength(u) is u.attak when"))
    assert judged.noticed is Noticed.PLACE and judged.by


def test_a_defect_that_only_an_example_notices(judge: Judge, war: Book) -> None:
    judged = judge.judged(_sown(war, Kind.CONJUNCT, "is 1 MP when u.moves_mechanized and x.river", "is 1 MP when u.moves_mechanized"))
    assert judged.noticed is Noticed.EXAMPLE
