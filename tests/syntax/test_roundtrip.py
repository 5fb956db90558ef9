"""Trees of every form, made at random: print, parse, format; nothing is lost, and formatting is at rest after once."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.syntax import nodes
from rulewright.syntax.formatter import format_source, text_of
from rulewright.syntax.parser import parse_expression, parse_source, source_of
from rulewright.syntax.recovery import parse_text
from rulewright.syntax.traversal import descendants
from syntax import trees

_SETTINGS = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


@_SETTINGS
@given(trees.expressions)
def test_an_expression_is_read_as_it_is_written(node: nodes.Expr) -> None:
    assert parse_expression(text_of(node)) == node


@_SETTINGS
@given(trees.blocks)
def test_a_block_is_read_as_it_is_printed(block: nodes.Block) -> None:
    printed = text_of(block)
    parsed = parse_text(printed)
    assert parsed.faults == ()
    assert parsed.block == block
    assert format_source(printed) == printed + "\n"


_comments = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), max_size=12).map(lambda text: f"# {text}".rstrip())
_noise = st.lists(st.tuples(st.integers(0, 200), st.sampled_from(["end", "above", "margin", "blank"]), _comments), max_size=8)


@_SETTINGS
@given(st.lists(trees.blocks, min_size=1, max_size=3), _noise)
def test_formatting_keeps_tree_and_comments_and_is_at_rest(blocks: list[nodes.Block], noise: list[tuple[int, str, str]]) -> None:
    text = _noisy("\n".join(text_of(block) for block in blocks), noise)
    placed, diagnostics = parse_source(source_of("x.case", text))
    assert diagnostics == ()
    assert [one.block for one in placed] == blocks
    formatted = format_source(text)
    again, problems = parse_source(source_of("x.case", formatted))
    assert problems == ()
    assert [one.block for one in again] == blocks
    assert format_source(formatted) == formatted
    for _, _, comment in noise:
        assert formatted.count(comment) >= text.count(comment)


def _noisy(text: str, noise: list[tuple[int, str, str]]) -> str:
    """The text with comments and blank lines put in where they may stand: never inside a quotation."""
    lines = text.split("\n")
    quotes = 0
    free = []
    for number, line in enumerate(lines):
        if quotes % 2 == 0:
            free.append(number)
        quotes += 0 if line.lstrip().startswith("|") and quotes % 2 == 0 else line.count('"')
        if quotes % 2 and number in free:
            free.remove(number)
    for place, how, comment in noise:
        if not free:
            break
        at = free[place % len(free)]
        if how == "end":
            lines[at] = f"{lines[at]}  {comment}" if "#" not in lines[at] else lines[at]
        elif how == "blank":
            lines[at] = f"\n{lines[at]}"
        else:
            margin = "" if how == "margin" else lines[at].split("\n")[-1][: len(lines[at]) - len(lines[at].lstrip(" "))]
            lines[at] = f"{margin}{comment}\n{lines[at]}"
    return "\n".join(lines) + "\n"


UNWRITTEN = nodes.YesNo | nodes.Range | nodes.Rank
"""What a status or a die comes to is written in neither, and the order of a choice by no line of its own."""


def test_what_is_in_a_block_is_printed_in_the_same_words_by_itself() -> None:
    source = (Path(__file__).parent / "fixtures" / "every_form.case").read_text("utf-8")
    kinds: set[type] = set()
    for placed in parse_source(source_of("x.case", source))[0]:
        whole = set(re.findall(r"\w+", text_of(placed.block)))
        for node in descendants(placed.block):
            if not isinstance(node, UNWRITTEN):
                kinds.add(type(node))
                said = text_of(node)  # type: ignore[arg-type]
                assert set(re.findall(r"\w+", said)) <= whole, node
                assert re.search(r"\w", said) or isinstance(node, nodes.Cell) or node == nodes.Quoted("-"), (
                    "an empty cell alone has no word"
                )
    assert len(kinds) > 100


def test_a_keyword_with_a_capital_is_read_as_the_keyword() -> None:
    read = 0
    source = (Path(__file__).parent / "fixtures" / "every_form.case").read_text("utf-8")
    for text in re.split(r"\n\n(?=\S)", source):
        wanted = [one.block for one in parse_source(source_of("x.case", text))[0]]
        for word in re.finditer("[a-z]{2,}", text):
            capital = text[: word.start()] + word[0].capitalize() + text[word.end() :]
            placed, diagnostics = parse_source(source_of("x.case", capital))
            if [one.code for one in diagnostics] == ["RW017"]:
                assert [one.block for one in placed] == wanted, capital
                read += 1
    assert read > 500
