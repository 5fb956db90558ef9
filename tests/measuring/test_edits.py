"""Edits of rules after which a check is measured: the same for one seed, of one line of one rule, and the book can be read with them."""

from __future__ import annotations

from collections import Counter

from benchmarks.edits import ALWAYS, SEED, Edit, Readable, conditions_turned, drawn, edited_rules, edits_of, numbers_changed

from rulewright.base.resources import book_folder, shipped_books
from rulewright.workspace.open_book import load


def test_numbers_are_changed_where_they_are_values() -> None:
    assert list(numbers_changed("  1. price(u) is 3/2 point * 10 when u.hex is B2825, overrides 8.6.1  @GA-011b")) == [
        "  1. price(u) is 5/2 point * 10 when u.hex is B2825, overrides 8.6.1  @GA-011b",
        "  1. price(u) is 3/2 point * 11 when u.hex is B2825, overrides 8.6.1  @GA-011b",
    ]
    assert not list(numbers_changed('  corrects "2 points" on 14-2a'))


def test_the_first_condition_is_turned() -> None:
    turned = {
        "  may march when u.arm is cavalry and it is mud": "  may march when u.arm is not cavalry and it is mud",
        "  may march when u.arm is not cavalry": "  may march when u.arm is cavalry",
        "  may march when not tired": "  may march when tired",
    }
    for was, now in turned.items():
        assert list(conditions_turned(was)) == [now]
    for line in ("  arm is cavalry", '  "he goes when it is mud"', "  may march when tired(u) is at least"):
        assert not list(conditions_turned(line))


def test_the_same_seed_draws_the_same_edits() -> None:
    books = ("leipzig", "leipzig-lite")
    first = drawn(books, 4, SEED)
    assert first == drawn(books, 4, SEED)
    assert first[0] == ALWAYS
    assert len(set(first)) == 4
    assert first != drawn(books, 4, SEED + 1)
    for edit in first:
        text = (book_folder(edit.book) / edit.name).read_text("utf-8")
        before, after = text.split("\n"), edit.apply_to(text).split("\n")
        assert [number for number, pair in enumerate(zip(before, after, strict=True), 1) if pair[0] != pair[1]] == [edit.line]


def test_an_edit_that_leaves_a_book_unreadable_is_known() -> None:
    lines = (book_folder(ALWAYS.book) / ALWAYS.name).read_text("utf-8").split("\n")
    readable = Readable([ALWAYS.book])
    assert readable.is_so_with(ALWAYS)
    for now in ("  formed_points(d) is 3/2 point * (", "  formed_points(d) is nowhere(d)"):
        assert not readable.is_so_with(Edit(ALWAYS.book, ALWAYS.name, ALWAYS.line, lines[ALWAYS.line - 1], now))


def test_every_book_has_rules_with_edits() -> None:
    """So each has its share."""
    found = Counter[str]()
    for name in shipped_books():
        book = load(name)
        found[name] = sum(any(edits_of(name, rule, book)) for rule in edited_rules(book))
    assert all(found[name] > 50 for name in shipped_books())
