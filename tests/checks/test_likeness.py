"""How much alike two names are, by their words and those of their phrases."""

from __future__ import annotations

import pytest

from rulewright.checks.indexes.likeness import likeness, words_of


@pytest.mark.parametrize(
    ("phrase", "ought"),
    [
        ("{u} moves", False),
        ("{u} may move", True),
        ("{u} must move", True),
        ("{u} can move", True),
        ("{u} has to move", True),
        ("{u} needs a move", True),
        ("{u} is allowed to move", True),
        ("{u} is free to move", True),
    ],
)
def test_words_that_say_what_ought_to_be_are_told_from_the_others(phrase: str, ought: bool) -> None:
    found = words_of("mv", phrase)
    assert found.ought is ought
    assert found.of_phrase <= {"moves", "move"}


SMALL = (
    "a an and as at be been by for from had has have in into is it its of on one or that the their they to was were which with"
    " may must can need needs needed required allowed able free forbidden"
)


@pytest.mark.parametrize("word", SMALL.split())
def test_small_words_do_not_make_two_names_alike(word: str) -> None:
    found = words_of(f"town_{word}", f"{word} {{u}} enters")
    assert sorted(found.of_name) == ["town"] and sorted(found.of_phrase) == ["enters"]


def test_forms_of_a_word_are_one_word() -> None:
    entry, attack = words_of("entry", "{u} enters"), words_of("attack", "{u} attacks")
    assert likeness(entry, words_of("enter", None)) == 1
    assert likeness(entry, attack) == 0
    assert likeness(words_of("enter_town", None), words_of("enter", None)) == 2 / 3
