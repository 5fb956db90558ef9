"""Every mistake shows in its docstring a text, the place under it, and the sentence; and that is what is said."""

from __future__ import annotations

import doctest
import inspect
import textwrap
from collections.abc import Callable

import pytest

from rulewright.base.source import Location
from rulewright.syntax import blocks, common_mistakes, node_text, parser_stop, recovery, simple_questions
from rulewright.syntax.grammar import load_grammar
from rulewright.syntax.parser import LanguageError, parse_expression, parse_source, source_of
from rulewright.syntax.parser_stop import describe_accepted
from rulewright.syntax.syntax_errors import SENTENCES


@pytest.mark.parametrize("mistake", common_mistakes.MISTAKES, ids=lambda mistake: mistake.__name__)
def test_a_mistake_is_reported_as_its_docstring_shows(mistake: Callable[..., object]) -> None:
    shown = textwrap.dedent((inspect.getdoc(mistake) or "").split("\n\n", 1)[1]).split("\n")
    at = next(number for number, line in enumerate(shown) if line.strip() and set(line.strip()) == {"^"})
    caret, sentence = shown[at], shown[-1]
    source = "\n".join(shown[:at] + shown[at + 1 : -1]) + "\n"
    _, (found, *more) = parse_source(source_of("x.case", source))
    column = caret.index("^") + 1
    assert found.message == sentence
    assert found.labels[0].location == Location("x.case", at, column, at, column + caret.count("^"))
    assert more == []


@pytest.mark.parametrize(
    ("line", "name", "column"),
    [
        ("fact gro\u0308ße(u: unit): yes/no", "größe", 6),
        ("record unit\n  e\u0301lan: yes/no", "élan", 3),
        ("predicate \u212bs", "\u00c5s", 11),
        ("case 1.1\n  wet(u) when u.no\u0308 is 3", "nö", 17),
    ],
)
def test_a_name_with_letters_in_parts_is_reported_whole(line: str, name: str, column: int) -> None:
    _, (found,) = parse_source(source_of("x.case", f"{line}\n"))
    assert (found.code, found.labels[0].location.column) == ("RW006", column)
    assert found.help == f"write `{name}` with each letter as one sign"


@pytest.mark.parametrize(
    ("line", "sign", "column"),
    [("fact x²(u: unit): yes/no", "²", 7), ("fact größe٣: yes/no", "٣", 11), ('case Größe½ "Size"', "½", 11), ("fact ½: yes/no", "½", 6)],
)
def test_a_sign_that_is_no_letter_is_no_part_of_a_name(line: str, sign: str, column: int) -> None:
    _, (found, *_) = parse_source(source_of("x.case", f"{line}\n"))
    assert (found.message, found.labels[0].location.column) == (f"the language has no `{sign}`", column)


@pytest.mark.parametrize(
    "module", [blocks, recovery, simple_questions, common_mistakes, parser_stop, node_text], ids=lambda module: module.__name__
)
def test_examples_in_docstrings_run(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


@pytest.mark.parametrize("sentence", SENTENCES.values(), ids=lambda sentence: sentence.message[:30])
def test_sentences_have_the_form_of_all_messages(sentence: object) -> None:
    message: str = sentence.message  # type: ignore[attr-defined]
    assert not message.endswith(".")
    assert message[0].islower() or message[0] in "`{"


@pytest.mark.parametrize(
    ("word", "keyword"),
    [
        ("overides", "overrides"),
        ("ovrerides", "overrides"),
        ("overiides", "overrides"),
        ("house", None),
        ("tkae", "take"),
        ("MAY", "may"),
        ("mayy", "may"),
        ("x", None),
    ],
)
def test_near(word: str, keyword: str | None) -> None:
    keywords = ["overrides", "take", "may", "option"]
    assert parser_stop.closest_keyword(word, keywords) == keyword


@pytest.mark.parametrize(
    ("line", "message", "help"),
    [
        ('case 8.6 "Weather" overrides', "found `overrides` where `from`, `in`, `new`, a tag or the end of the line is expected", "`overrides` is a word of the language that does not fit here"),
        ('case 8.6 "Weather" whatever', "found `whatever` where `from`, `in`, `new`, a tag or the end of the line is expected", ""),
        ('case 8.6 "Weather"\n  cost(u) is the larger of price 3 and 4', "found `3` where `and`, `as`, `up`, `(` or `.` is expected", ""),
        ('case 8.6 "Weather"\n  cost(u) is the larger of + 3 and 4', "found `+` where an amount is expected", ""),
        ('case 8.6 "Weather"\n  cost(u) is 1,000 when u.tired', "there is a comma inside `1,000`", "write a number without a comma, and a space after the comma of a list"),
        ('case 8.6 "Weather"\n  cost(u) is 6.2.1 when u.tired', "`6.2.1` is not a number", "a decimal has one dot, `2.5`, and a range two together, `3..5`; the number of a case cannot be written here"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_quoted_whole_and_alone(line: str, message: str, help: str) -> None:
    _, (found,) = parse_source(source_of("x.case", line + "\n"))
    assert (found.message, found.help) == (message, help)


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("(u) + 3", "found `+` where `always`, `is`, `means`, `when` or `if` is expected"),
        (".x + 3", "found `+` where `always`, `is`, `means`, `when` or `if` is expected"),
        (" is + 3", "found `+` where an amount or `rounded` is expected"),
        (" means +", "found `+` where a condition, `all` or `any` is expected"),
        (" 3 MP", "no line here begins with `tak`: did you mean `take`?"),
        (" from x when +", "no line here begins with `tak`: did you mean `take`?"),
    ],
)
def test_what_is_like_a_keyword_is_a_name_where_what_follows_a_name_does(rest: str, message: str) -> None:
    _, (found,) = parse_source(source_of("x.case", f"case 1.1\n  tak{rest}\n"))
    assert found.message == message


def test_everything_that_can_be_expected_has_a_name() -> None:
    table = load_grammar().table
    words = {name: word for word, name in table.keywords.items()}
    named = {name: describe_accepted(frozenset({name}), words) for name in (*table.patterns, *table.signs.values(), *words)}
    assert [name for name, node_text in named.items() if node_text == "something else"] == []
    assert all(named[name] == f"`{sign}`" for sign, name in table.signs.items())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('edition printed "Printed" base', 'found `base` where `=` is expected after `"Printed"`'),
        ("group marked units", "found `units` where `(` or `:` is expected after `marked`"),
        ("enum hue: red green", "found `green` where `formerly`, a quotation, a tag, the end of the line or `,` is expected"),
        ("edition a = b c", "found `c` where `from`, a tag, the end of the line or `+` is expected"),
        ("fact n: 0.5", "the line ends where `..` is expected after `0.5`"),
        ("case 1\n  add 1 q", "the line ends where `to` or `,` is expected after `q`"),
        *[(f"case 1\n  {word} 3", "`is` is missing before `3`") for word in ("can", "cannot", "shall")],
        *[(f"case 1\n  {word} wet(u)", f"no line of the language begins with `{word}`") for word in ("can", "cannot", "shall")],
        *[(f"case 1\n  wet when not {word} unit v", f"`{word} …` needs brackets after `not`") for word in ("some", "every", "no")],
        ("case 1\n  wet when not any unit v", "found `unit` where `number` is expected after `any`"),
        ("case 1\n  wet when not some 3", "`is` is missing before `3`"),
        ("case 1\n  not some unit v", "`some …` needs brackets after `not`"),
        (f"enum hue: red {40 * 'g'}", f"found `{40 * 'g'}` where `formerly`, a quotation, a tag, the end of the line or `,` is expected"),
        (f"enum hue: red {41 * 'g'}", f"found `{37 * 'g'}…` where `formerly`, a quotation, a tag, the end of the line or `,` is expected"),
    ],
)
def test_what_is_missing_is_named(line: str, message: str) -> None:
    _, (found,) = parse_source(source_of("x.case", line + "\n"))
    assert found.message == message


def test_a_tag_behind_an_expression_is_no_part_of_it() -> None:
    assert parse_expression("fog @GA-1") == parse_expression("fog")


def test_what_has_no_brackets_after_not_is_found_where_nothing_comes_before() -> None:
    with pytest.raises(LanguageError, match="`some …` needs brackets after `not`"):
        parse_expression("not some unit v with v.wet")
