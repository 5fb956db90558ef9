"""The layout itself, by example."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.base.resources import book_folder, shipped_books
from rulewright.syntax.formatter import format_source, text_of
from rulewright.syntax.parser import parse_source, source_of
from rulewright.syntax.spacing import NO_BREAK, break_rank

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.case"))
SHIPPED = [path for name in shipped_books() for path in sorted(book_folder(name).glob("*.case"))]

BEFORE = """\
#   at the top
measure MP    "movement   point"

fact weather : weather   # the weather
fact   rain: yes / no # whether it rains
case 8.6 "Effects of weather"   new in errata    @GA-1


  "Mud takes 2 MP from the allowance of every leader and unit; snow takes 1 MP, as long as it lies and nobody has cleared the road of it."
  # above the rule
  take 2 MP from allowance( u ) when weather=mud and u.strength>=3 SP   @GA-013b @GA-2   # at its end
# at the margin, inside
  may forage(u,t) when u.nation in {french,russian} and distance(u,t)<=3 hex and friendly(t,side(u)) and not depleted(t) and u.a
  value(u) is -2-- 3*( 4+x )
  g(u) when all of:
    a. h(u)   @GA-3
  table t( a: b ) : 0.. MP
    | head|one|
    |a   , b | 10 |
    | c|5| @GA-4
    # after the last line
# before the next
case 9
"""

AFTER = """\
#   at the top
measure MP "movement point"

fact weather: weather  # the weather
fact rain: yes/no  # whether it rains

case 8.6 "Effects of weather" new in errata                                     @GA-1

  "Mud takes 2 MP from the allowance of every leader and unit; snow takes 1 MP, as long as it lies and nobody has
    cleared the road of it."
  # above the rule
  take 2 MP from allowance(u) when weather is mud and u.strength is at least 3 SP  @GA-013b @GA-2  # at its end
  # at the margin, inside
  may forage(u, t) when u.nation in {french, russian} and distance(u, t) is at most 3 hex and friendly(t, side(u))
      and not depleted(t) and u.a
  value(u) is -2 - -3 * (4 + x)
  g(u) when all of
    a. h(u)                                                                     @GA-3
  table t(a: b): 0.. MP
    | head  | one |
    | a , b |  10 |
    | c     |   5 |                                                             @GA-4
    # after the last line

# before the next
case 9
"""


def test_a_file_is_laid_out() -> None:
    assert format_source(BEFORE) == AFTER


@pytest.mark.parametrize("path", FIXTURES + SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_formatting_real_files_changes_only_their_layout(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    formatted = format_source(text)
    assert [one.block for one in parse_source(source_of("x", formatted))[0]] == [one.block for one in parse_source(source_of("x", text))[0]]
    assert format_source(formatted) == formatted
    if path in FIXTURES:
        assert formatted == text, "a fixture is kept in the layout"


@pytest.mark.parametrize("path", FIXTURES + SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_printed_block_is_laid_out_and_reads_the_same(path: Path) -> None:
    for placed in parse_source(source_of("x", path.read_text(encoding="utf-8")))[0]:
        printed = text_of(placed.block)
        assert [one.block for one in parse_source(source_of("x", printed))[0]] == [placed.block]
        assert format_source(printed) == printed + "\n"


def test_a_choice_has_a_line_of_its_own_only_for_one_rule_or_statement() -> None:
    text = """\
reading slow on 8.2 "Who is slow"
  choice all in play
  choice one: may not move(u)
  choice two: 9.5 goes before 9.13
  choice three "Three"
    "Words of it."
    9.5 goes before 9.13
  choice four
    "Words of it."
    may not move(u)
"""
    (placed,), faults = parse_source(source_of("x", text))
    assert not faults
    assert text_of(placed.block) == text.rstrip("\n")


@pytest.mark.parametrize("said", ["5.1 goes before 8.6", "may march"])
def test_a_choice_with_a_tag_keeps_it_where_it_says_one_thing(said: str) -> None:
    text = f'reading r on 5.1 "Which?"\n  choice one  @S-1\n    {said}\n  choice two\n    {said}\n'
    [placed], findings = parse_source(source_of("x.case", text))
    assert not findings
    printed = text_of(placed.block)
    assert "@S-1" in printed
    assert f"choice two: {said}" in printed


@pytest.mark.parametrize("kind", ['0.. "the points"', '0.. MP "the points"', '-3.. by 1/2 "the points"', '0..9 "the points"', "0.."])
def test_the_phrase_stands_apart_from_a_range_without_an_end(kind: str) -> None:
    text = f"value points: {kind}\n"
    assert format_source(text.replace(' "', '"').replace(":", " : ")) == text


def test_a_file_with_errors_is_left_alone() -> None:
    text = "case   1\n  overides 2\n"
    assert format_source(text) == text
    assert format_source("# nothing\n") == "# nothing\n"


def test_mistakes_with_one_meaning_are_mended() -> None:
    assert format_source("case 1\n  may f(u) If x in 3–5\n") == "case 1\n  may f(u) If x in 3–5\n"
    nearest = "case 1\n  v(u) is the unit x that has the least f(x){} then the greatest g(x)\n"
    assert format_source(nearest.format(",")) == nearest.format("")
    assert format_source("case 1\n  may f(u) if x in 3–5\n  “Text.”\n") == 'case 1\n  may f(u) when x in 3..5\n  "Text."\n'


def test_several_comments_on_one_statement_go_above_it() -> None:
    text = "case 1\n  may f(u) when a  # one\n    # two\n      and b  # three\n"
    assert format_source(text) == "case 1\n  # one\n  # two\n  may f(u) when a and b  # three\n"


def test_a_long_row_stands_on_one_line() -> None:
    cells = " | ".join(f"a, b{number:02}" for number in range(25))
    text = f"case 1\n  table t(a: b): 0..9\n    | {cells} |\n"
    assert format_source(text) == text
    assert text_of(parse_source(source_of("x", text))[0][0].block) + "\n" == text


@pytest.mark.parametrize(
    ("text", "laid_out"),
    [
        ('case 1\n  "x"\n# c\n', 'case 1\n  "x"\n\n# c\n'),
        ('enum a: b\n# c\n\ncase 1\n  "x"\n', 'enum a: b\n# c\n\ncase 1\n  "x"\n'),
        ('enum a: b\n# c\ncase 1\n  "x"\n', 'enum a: b\n\n# c\ncase 1\n  "x"\n'),
        ("enum a: b\n# c\nenum d: e\n", "enum a: b\n# c\nenum d: e\n"),
    ],
)
def test_a_comment_at_the_margin_stays_with_what_it_is_next_to(text: str, laid_out: str) -> None:
    assert format_source(text) == laid_out


def test_a_line_breaks_rather_where_fewer_brackets_are_open_and_within_them_before_a_joining_word() -> None:
    assert break_rank(0, True, False) == break_rank(0, False, True) == 0
    ranks = [break_rank(depth, joining, not joining) for depth in (1, 2, 3) for joining in (True, False)]
    assert ranks == sorted(set(ranks)) and ranks[0] > 0
    assert break_rank(90, True, False) < break_rank(0, False, False) == NO_BREAK


@pytest.mark.parametrize(("value", "written"), [("5 SP", "strength 5 SP"), ("(2 + 3)", "strength(2 + 3)")])
def test_the_strength_of_a_piece_is_printed_as_it_is_laid_out(value: str, written: str) -> None:
    """A name directly before a bracket is written as in a call."""
    text = f'scenario 19.4 "The second campaign"\n  place lannes "Lannes" at B2401 with strength {value}\n'
    [placed], findings = parse_source(source_of("x.case", text))
    assert not findings
    assert text_of(placed.block).endswith(f"with {written}")
    assert format_source(text).endswith(f"with {written}\n")
