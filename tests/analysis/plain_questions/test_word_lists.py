"""The lists of words that Python and the pages share: each group and form is well made, and a word is in one way only."""

from __future__ import annotations

import re
from collections import Counter

from rulewright.analysis.plain_questions.alike import NOUN_STEMS
from rulewright.analysis.plain_questions.for_pages import lists_for_pages
from rulewright.analysis.plain_questions.stems import STOP_WORDS, singular_of, stem_of
from rulewright.analysis.plain_questions.word_lists import common_words, word_groups, word_lists
from rulewright.base.documents.schema import faults_of


def test_the_lists_are_as_their_schema_says() -> None:
    assert faults_of(word_lists(), "words") == []
    assert faults_of({**word_lists(), "names": ["gun"]}, "words"), "a group of one word means nothing"


def test_no_word_is_in_a_list_twice() -> None:
    lists = word_lists()
    forms = [form for forms in lists["irregular"].values() for form in forms.split()]
    for words in ([*lists["small"].split(), *lists["small_in_questions"].split()], forms, lists["numbers"].split(), common_words()):
        assert [word for word, count in Counter(words).items() if count > 1] == []
    assert common_words() == sorted(common_words())
    assert STOP_WORDS.isdisjoint(lists["light"].split())


def test_an_irregular_form_is_needed_and_leads_to_its_word() -> None:
    for word, forms in word_lists()["irregular"].items():
        assert {stem_of(form) for form in forms.split()} == {stem_of(word)}, word
        assert all(singular_of(form) != word for form in forms.split()), word


def test_names_of_one_thing_are_several() -> None:
    assert [group for group, stems in zip(word_groups("names"), NOUN_STEMS, strict=True) if len(stems) < 2] == []


def test_common_words_are_packed_and_unpacked() -> None:
    """Each stem after how many letters it has from the one before, as `spelling.js` reads them."""
    lists = lists_for_pages()
    stems, last = set(), ""
    for part in re.findall(r"\d[a-z]+", lists["common"]):
        last = last[: int(part[0])] + part[1:]
        stems.add(last)
    assert stems == set(map(stem_of, common_words()))
