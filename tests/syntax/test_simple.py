"""What is read without the grammar is read as the grammar reads it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.syntax.grammar import load_grammar
from rulewright.syntax.parser import LanguageError, parse_expression
from rulewright.syntax.recovery import parse_statement
from rulewright.syntax.simple_questions import read_simple

_words = st.sampled_from(
    [
        *sorted(load_grammar().table.keywords),
        "u",
        "weather",
        "x_1",
        "_",
        "3",
        "12",
        "1/2",
        "(",
        ")",
        "(",
        ")",
        ",",
        ".",
        " ",
        "+",
        '"a"',
        "-",
    ]
)


@settings(max_examples=1500, deadline=None)
@given(st.lists(_words, max_size=9), st.sampled_from(["", " "]))
def test_simple_is_what_the_grammar_reads(words: list[str], between: str) -> None:
    text = between.join(words)
    simple = read_simple(text)
    if simple is not None:
        node, faults = parse_statement(text, "expr")
        assert faults == ()
        assert node == simple
        assert repr_with_spans(node) == repr_with_spans(simple)


def repr_with_spans(node: object) -> str:
    """A node with every place in it."""
    if isinstance(node, tuple):
        return f"({', '.join(map(repr_with_spans, node))})"
    if hasattr(node, "__dataclass_fields__") and hasattr(node, "span"):
        parts = ", ".join(repr_with_spans(getattr(node, name)) for name in node.__dataclass_fields__ if name != "span")
        return f"{type(node).__name__}[{node.span}]({parts})"
    return repr(node)


@pytest.mark.parametrize("text", ["weather", "u.arm", "allowance(u)", " cost( u.a , f(3 hex), 12 ) .x "])
def test_quick_questions_are_simple(text: str) -> None:
    assert read_simple(text) is not None


@pytest.mark.parametrize("text", ["12 hex", "cost(u, 3 hex, v)", "u.arm.x", "f( 12 , g(u).x )", "  w"])
def test_what_is_simple_has_the_places_that_the_grammar_gives(text: str) -> None:
    node, faults = parse_statement(text, "expr")
    assert faults == ()
    assert repr_with_spans(read_simple(text)) == repr_with_spans(node)


@pytest.mark.parametrize("text", ["", "f()", "f(u", "a b", "not a", "3 percent of a", "1/2", "f(u))", "u.", ".", "a" * 300])
def test_the_rest_is_not(text: str) -> None:
    assert read_simple(text) is None


def test_a_quick_question_loads_neither_lark_nor_the_grammar() -> None:
    program = (
        "import sys; from rulewright.syntax.parser import parse_expression; parse_expression('allowance(u)');"
        "print([name for name in sys.modules if name.startswith('lark') or name == 'rulewright.syntax.grammar'])"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_what_cannot_be_read_says_why() -> None:
    with pytest.raises(LanguageError) as caught:
        parse_expression("f(x")
    assert [one.code for one in caught.value.diagnostics] == ["RW005"]
    assert "is not closed" in str(caught.value)
