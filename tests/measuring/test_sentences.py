"""The sentences of the five books are as short as they must be, and none has a turn that no person would say."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.sentences import MOST_AT_NINETY, MOST_IN_MEDIAN, Sentence, all_sentences, clumsy_counts, count_words, draw, percentile, rows

NEVER = ("there is some", "such that", "the corps is the corps", "not not")


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    return all_sentences()


def test_a_line_is_short_enough_to_be_read_once(sentences: list[Sentence]) -> None:
    assert len(sentences) > 1_400
    lines = [count_words(line) for sentence in sentences for line in sentence.lines]
    assert percentile(lines, 0.5) <= MOST_IN_MEDIAN and percentile(lines, 0.9) <= MOST_AT_NINETY


def test_no_sentence_is_said_as_a_formula(sentences: list[Sentence]) -> None:
    counts = clumsy_counts(sentences)
    assert {name: counts[name] for name in NEVER} == dict.fromkeys(NEVER, 0)
    texts = [sentence.text for sentence in sentences]
    assert not [text for text in texts if any(sign < " " for sign in text)], "no mark is left in a sentence"
    assert not [text for text in texts if ",," in text or " ," in text or "  " in text or "the the " in text]


BOOK = """
rulebook march "March"
source rules "Rules"
edition rules = rules

record unit "a unit"
  tired: yes/no "{it} is tired"
verdict march(u: unit) "{u} marches"

case 1 "March"
  may march(u) when not u.tired
  bears on march(u)

  example "one"
    given not u.tired
    then permitted march(u)
"""


def test_the_same_sentences_are_drawn_again(tmp_path: Path) -> None:
    (tmp_path / "rulebook.case").write_text(BOOK.lstrip(), encoding="utf-8")
    drawn = draw([tmp_path], 5, 1)
    assert drawn == draw([tmp_path], 5, 1)
    everything = {
        "The unit may march when it is not tired", "Bears on whether the unit may march", "Given: unit u is not tired. Then: unit u may march",
        "May the unit march?", "Is the unit tired?",
    }  # fmt: skip
    assert everything >= {text for text in drawn if text[0].isupper()}  # a line of an answer begins with a name or a word


def test_words_are_counted_without_the_letters_of_lists() -> None:
    assert count_words("the unit may go when: (a) it is routed; and (b) it is here") == 12
    assert percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9) == 10 and percentile([], 0.5) == 0
    row = next(iter(rows([Sentence("book", "1.1.1", ("The unit rests",))])))
    assert row.measured == 3 and row.reached
