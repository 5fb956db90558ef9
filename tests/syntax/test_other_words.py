"""Words that people write for those of the language: the odd ones are named, and whoever writes what is advised in their place is understood."""

from __future__ import annotations

import re

import pytest

from rulewright.base.diagnostics import Diagnostic
from rulewright.syntax.other_words import CHANGES, ONLY_WHEN, OTHER_WORDS, SIGN_HELP, OtherWords
from rulewright.syntax.parser import parse_source, source_of

RULES = [
    ("may go(m) when m.age is under 18 or m.student", "is under", "may go(m) when m.age is less than 18 or m.student"),
    ("may go(m) when m.age is below 18 SP", "is below", "may go(m) when m.age is less than 18 SP"),
    ("may go(m) when day is before 31 March", "is before", "may go(m) when day is less than 31 March"),
    ("may go(m) when day is after 31 March", "is after", "may go(m) when day is more than 31 March"),
    ("may go(m) when m.age is over limit", "is over", "may go(m) when m.age is more than limit"),
    ("may go(m) when m.age is not under 18", "is not under", "may go(m) when m.age is at least 18"),
    ("may go(m) when m.age is no less than 18", "is no less than", "may go(m) when m.age is at least 18"),
    ("may go(m) when m.age is not more than 18", "is not more than", "may go(m) when m.age is at most 18"),
    ("may go(m) when day is not after 31 March", "is not after", "may go(m) when day is at most 31 March"),
    ("may go(m) when m.age is up to 18", "is up to", "may go(m) when m.age is at most 18"),
    ("fee(m) is not more than 250", "is not more than", "fee(m) is at most 250"),
    ("may go(m) when m.age is not at least 18", "is not at least", "may go(m) when m.age is less than 18"),
    ("may go(m) when m.age is not at most 18", "is not at most", "may go(m) when m.age is more than 18"),
    ("may go(m) when m.age is exactly 18", "is exactly", "may go(m) when m.age is 18"),
    ("may go(m) when m.age is equal to 18", "is equal to", "may go(m) when m.age is 18"),
    ("may go(m) when hour is from 10 to 12", "is from 10 to", "may go(m) when hour is between 10 and 12"),
    ("may go(m) when m.age equals 18", "equals", "may go(m) when m.age is 18"),
    ("may go(m) when m.role equals role_of(g)", "equals", "may go(m) when m.role is role_of(g)"),
    ("may go(m) when weather isn't mud", "isn't", "may go(m) when weather is not mud"),
    ("may go(m) when weather does not equal mud", "does not equal", "may go(m) when weather is not mud"),
    ("may go(m) when m.age exceeds 18", "exceeds", "may go(m) when m.age is more than 18"),
    ("tax is price minus load", "minus", "tax is price - load"),
    ("tax is 5 minus 3", "minus", "tax is 5 - 3"),
    ("tax is price(m) plus load", "plus", "tax is price(m) + load"),
    ("tax is price divided by 4", "divided by", "tax is price / 4"),
    ("tax is price multiplied by 4", "multiplied by", "tax is price * 4"),
    ("tax is 5 EUR times played(g)", "times", "tax is 5 EUR * played(g)"),
    ("tax is (price / 4) times load", "times", "tax is (price / 4) * load"),
    ("may go except when hot", "except when", "may go unless hot"),
    ("may go(m) when wet except m.old", "except", "may go(m) when wet unless m.old"),
    ("may go(m) while m.team", "while", "may go(m) when m.team"),
    ("may go(m) provided that m.team", "provided that", "may go(m) when m.team"),
    ("fee(m) is 3 whenever m.team", "whenever", "fee(m) is 3 when m.team"),
    ("may go(m) when some unit v where v.wet", "where", "may go(m) when some unit v with v.wet"),
    ("fee(m) is the number of units v such that (v.wet)", "such that", "fee(m) is the number of units v with (v.wet)"),
    ("may go(m) where m.team", "where", "may go(m) when m.team"),
    ("must not go when hot", "must not", "may not go when hot"),
    ("shall not go(m)", "shall not", "may not go(m)"),
    ("mustn't go(m) when hot", "mustn't", "may not go(m) when hot"),
    ("wet(m) when must not go(m)", "must not", "wet(m) when may not go(m)"),
    ("may book(m, c) only when m.team", "only when", "may book(m, c) when and only when m.team"),
    ("must go(m) only if m.team and m.old", "only if", "must go(m) when and only when m.team and m.old"),
]
OUTCOMES = [
    ("then not required go(m)", "not required", "then not must go(m)"),
    ("then need not go(m)", "need not", "then not must go(m)"),
    ("then not permitted go(m)", "not permitted", "then forbidden go(m)"),
    ("then prohibited go(m)", "prohibited", "then forbidden go(m)"),
    ("then not forbidden go(m)", "not forbidden", "then permitted go(m)"),
    ("then optional go(m)", "optional", "then permitted go(m)"),
    ("then mandatory go(m)", "mandatory", "then required go(m)"),
]
EVERY = [*((line, words, instead, "") for line, words, instead in RULES), *((*row, '  example "e"\n  ') for row in OUTCOMES)]


def _findings(line: str, above: str = "") -> tuple[Diagnostic, ...]:
    return parse_source(source_of("x.case", f'case 8.6 "Weather"\n{above}  {line}\n'))[1]


@pytest.mark.parametrize(("line", "words", "instead", "above"), EVERY)
def test_what_is_advised_can_be_put_in_the_place_of_the_odd_words(line: str, words: str, instead: str, above: str) -> None:
    (found,) = _findings(line, above)
    assert found.message == f"the language has no `{words}`"
    advised = re.match(r"write `([^`]+)`", found.help)
    assert advised is not None
    location, before = found.labels[0].location, 4 if above else 2
    followed = line[: location.column - 1 - before] + advised[1] + line[location.end_column - 1 - before :]
    assert followed == instead
    assert _findings(followed, above) == ()


@pytest.mark.parametrize("row", (ONLY_WHEN, *OTHER_WORDS), ids=lambda row: row.words.pattern)
def test_every_row_of_the_table_is_followed(row: OtherWords) -> None:
    assert any(row.words.search(line) for line, *_ in EVERY)


@pytest.mark.parametrize("word", CHANGES)
def test_a_line_that_changes_an_amount_is_said_in_the_words_of_the_language(word: str) -> None:
    (found,) = _findings(f"{word} fee when hot")
    assert (found.message, found.help) == (f"no line of the language begins with `{word}`", f"write `{CHANGES[word]}`")


@pytest.mark.parametrize("sign", SIGN_HELP)
def test_a_sign_that_the_language_does_not_have_is_said_in_words(sign: str) -> None:
    (found,) = _findings(f"fee is 3 {sign} 4")
    assert (found.message, found.help) == (f"the language has no `{sign}`", SIGN_HELP[sign])


@pytest.mark.parametrize(
    ("line", "message", "help_"),
    [
        ("may go(m) when wagon weather is mud", "`and` is missing before `weather`", "write `and`, or `or`"),
        ("may go(m) when wagon m.town(m).size in {3, 4}", "`and` is missing before `m`", "write `and`, or `or`"),
        ("may go(m) when weather mud", "`is` is missing before `mud`", ""),
        ("may go(m) when weather mud or weather is snow", "`is` is missing before `mud`", ""),
        ("may go(m) when nether wet nor dry", "`nether` is not expected here: did you mean `neither`?", ""),
        ("may only go(m) when m.age is 3 when day is sunday", "`may only` has one condition, and `when` begins another", "write `may only … when a and b`, or `may not … when b unless a`"),
        ("may only go(m) when m.team unless hot", "`may only` has one condition, and `unless` begins another", "write `may only … when a and not b`, or `… when a or b`"),
        ("may only go(m) unless hot unless wet", "`may only` has one condition, and `unless` begins another", "write `may not … when …` with the whole condition"),
        ("cannot go when hot", "no line of the language begins with `cannot`", "write `may not`"),
        ("cannot go(m) when hot and dry", "no line of the language begins with `cannot`", "write `may not`"),
        ("can units march in mud", "no line of the language begins with `can`", "prose is written in quotation marks"),
    ],
)  # fmt: skip
def test_what_is_missing_is_named(line: str, message: str, help_: str) -> None:
    (found,) = _findings(line)
    assert (found.message, found.help) == (message, help_)


@pytest.mark.parametrize(
    "line",
    [
        "may go(m) when m.place is above",
        "tax is minus + plus",
        "may go(m) when over and under",
        "fee(m) is times(m)",
        "may go(m) when equals is exactly",
        "then_permitted(m) when allowed",
    ],
)
def test_these_words_are_names_where_a_name_stands(line: str) -> None:
    assert _findings(line) == ()
