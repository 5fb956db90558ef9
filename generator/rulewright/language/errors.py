"""From a place where the parser could not go on to a sentence."""

from __future__ import annotations

from lark import UnexpectedToken

from rulewright.language.faults import Fault
from rulewright.language.grammar import Grammar
from rulewright.source import Span


def explain(grammar: Grammar, text: str, start: str) -> Fault:
    """The fault in a text that does not parse."""
    state = grammar.bare_state(text, start)
    try:
        for token in state.lexer.lex(state):
            state.feed_token(token)
    except UnexpectedToken as problem:
        found = problem.token
        span = Span(found.line, found.column, found.end_line, found.end_column)
        return Fault("RW012", "syntax", f"`{found.value}` does not fit here", span)
    raise AssertionError("a text that does not parse has a place where it does not")
