"""From the place where the parser could not go on to a sentence.

The word at which the parser stops is often not the mistake, and by then it has drawn conclusions that hide what it would have accepted. So
the block is read once more up to that word, and what is accepted there is asked before any conclusion. Then the known mistakes of
`rulewright.syntax.common_mistakes` are tried, the most telling first; the last one always has a sentence.
"""

from __future__ import annotations

from rulewright.syntax.common_mistakes import MISTAKES, misspelt_first_word
from rulewright.syntax.grammar import Grammar
from rulewright.syntax.parser_stop import Stop
from rulewright.syntax.syntax_errors import Fault, LayoutError
from rulewright.syntax.tokens import Token, stack_after

LAYOUT = frozenset({"_NEWLINE", "_INDENT", "_DEDENT"})


def explain(grammar: Grammar, text: str, start: str) -> tuple[Fault, int]:
    """The fault in a text that does not parse, and the first line of its statement."""
    stop = find_stop(grammar, text, start)
    for mistake in MISTAKES:
        fault = mistake(stop)
        if fault is not None:
            return fault, min(stop.first.line, fault.span.line) if stop.bad.type != "_INDENT" else fault.span.line
    raise AssertionError("the last mistake always has a sentence")


def explain_layout(grammar: Grammar, text: str, start: str) -> Fault | None:
    """What is wrong with a text that the lexer gave up on, if the word that its line begins with says more than the lexer does."""
    stop = find_stop(grammar, text, start)
    return misspelt_first_word(stop) if stop.statement else None


def find_stop(grammar: Grammar, text: str, start: str) -> Stop:
    """Where reading stops, and what was accepted there."""
    read: list[tuple[Token, list[int]]] = []
    broken: Token | None = None
    try:
        read.extend(grammar.tokens(text, start))
    except LayoutError as problem:
        broken = Token("", "", problem.span.line, problem.span.column, problem.span.end_line, problem.span.end_column)
    stacks = [stack for _, stack in read]
    tokens = [token for token, _ in read]
    if broken is None:
        bad = tokens.pop()
    else:
        bad = broken
        stacks.append((stack_after(grammar.table, stacks[-1], tokens[-1].type) or stacks[-1]) if stacks else [grammar.table.starts[start]])
    if bad.type == "$END":
        last = tokens[-1] if tokens else Token("", "", 1, 1, 1, 1)
        bad = Token("_NEWLINE", "", last.end_line, last.end_column, last.end_line, last.end_column)
    begin = _statement_start(tokens)
    words = {name: word for word, name in grammar.lexer.keywords.items()}

    def accepted_at(at: int) -> frozenset[str]:
        names = grammar.table.actions[stacks[at][-1]]
        return frozenset(name for name in names if name.isupper() and stack_after(grammar.table, stacks[at], name))

    def accepts_under(name: str) -> bool:
        stack = stack_after(grammar.table, stacks[-1], "_INDENT")
        return stack is not None and stack_after(grammar.table, stack, name) is not None

    return Stop(bad, tokens, tokens[begin:], text.split("\n"), words, accepted_at(-1), accepted_at, accepts_under, begin)


def _statement_start(tokens: list[Token]) -> int:
    at = len(tokens)
    while at and tokens[at - 1].type not in LAYOUT:
        at -= 1
    return at
