"""Explanation of syntax errors: from the point at which the parser stopped to a message.

The terminal at which the parser stops is often not the mistake, and by then reductions hide what it would have accepted. So the block is
parsed once more up to that terminal, and the accepted terminals are computed before any reduction. Then the detectors of
`rulewright.syntax.common_mistakes` run, the most specific first; the last one always returns a fault.
"""

from __future__ import annotations

from rulewright.syntax.common_mistakes import MISTAKES, misspelt_first_word, other_words
from rulewright.syntax.grammar import Grammar
from rulewright.syntax.parser_stop import Stop
from rulewright.syntax.syntax_errors import Fault, LayoutError
from rulewright.syntax.tokens import Token, stack_after

LAYOUT = frozenset({"_NEWLINE", "_INDENT", "_DEDENT"})


def explain(grammar: Grammar, text: str, start: str) -> tuple[Fault, int]:
    """Return the fault in a text that does not parse, and the first line of its statement."""
    stop = find_stop(grammar, text, start)
    for mistake in MISTAKES:
        fault = mistake(stop)
        if fault is not None:
            return fault, min(stop.first.line, fault.span.line) if stop.bad.type != "_INDENT" else fault.span.line
    raise AssertionError("the last mistake always has a sentence")


def explain_layout(grammar: Grammar, text: str, start: str) -> Fault | None:
    """Return a better fault than the lexer's for a text that it rejected, if a word before it is misspelt or none of the language."""
    stop = find_stop(grammar, text, start)
    return other_words(stop) or misspelt_first_word(stop) if stop.statement else None


def find_stop(grammar: Grammar, text: str, start: str) -> Stop:
    """Return the point at which the parser stops, with the terminals accepted there."""
    steps: list[tuple[Token, list[int]]] = []
    broken: Token | None = None
    try:
        steps.extend(grammar.tokens_with_stacks(text, start))
    except LayoutError as problem:
        broken = Token("", "", problem.span.line, problem.span.column, problem.span.end_line, problem.span.end_column)
    stacks = [stack for _, stack in steps]
    tokens = [token for token, _ in steps]
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

    def accepted_at(position: int) -> frozenset[str]:
        names = grammar.table.actions[stacks[position][-1]]
        return frozenset(name for name in names if name.isupper() and stack_after(grammar.table, stacks[position], name))

    def accepts_under(name: str) -> bool:
        stack = stack_after(grammar.table, stacks[-1], "_INDENT")
        return stack is not None and stack_after(grammar.table, stack, name) is not None

    def begins_under(head: str) -> frozenset[str]:
        line_end = [stack for token, stack in grammar.tokens_with_stacks(head) if token.type == "_NEWLINE"][-1]
        deeper = stack_after(grammar.table, stack_after(grammar.table, line_end, "_NEWLINE") or [], "_INDENT") or []
        return frozenset(name for name in grammar.table.actions[deeper[-1]] if stack_after(grammar.table, deeper, name))

    def reads_with(token: Token, word: str) -> bool:
        edited = list(lines)
        line = edited[token.line - 1]
        edited[token.line - 1] = line[: token.column - 1] + word + line[token.end_column - 1 :]
        try:
            *_, (last, _) = grammar.tokens_with_stacks("\n".join(edited), start)
        except LayoutError as problem:
            return problem.span.line > token.line
        return last.type == "$END" or last.line > token.line

    lines = text.split("\n")
    return Stop(bad, tokens, tokens[begin:], lines, words, accepted_at(-1), accepted_at, accepts_under, begins_under, reads_with, begin)


def _statement_start(tokens: list[Token]) -> int:
    start = len(tokens)
    while start and tokens[start - 1].type not in LAYOUT:
        start -= 1
    return start
