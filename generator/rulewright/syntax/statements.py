"""Splitting a well-formed block into statements, for the formatter."""

from __future__ import annotations

from rulewright.syntax.grammar import load_grammar
from rulewright.syntax.spacing import Statement
from rulewright.syntax.tokens import Token


def statements_of(text: str) -> list[Statement]:
    """Return the statements of a block in order, each with its terminals and tags. The block must be free of errors."""
    grammar = load_grammar()
    canonical = {name: word for word, name in grammar.lexer.keywords.items()} | {name: sign for sign, name in grammar.lexer.signs.items()}
    statements: list[Statement] = []
    depth = 0
    tokens: list[Token] = []
    tags: list[Token] = []
    for token in grammar.terminals_of(text):
        if token.type == "_INDENT":
            depth += 1
        elif token.type == "_DEDENT":
            depth -= 1
        elif token.type == "TAG":
            tags.append(token)
        elif token.type == "_NEWLINE":
            last = tags[-1] if tags else tokens[-1]
            statements.append(Statement(depth, tuple(tokens), tuple(tags), tokens[0].line, max(last.end_line, tokens[-1].end_line)))
            tokens, tags = [], []
        else:
            token.value = canonical.get(token.type, token.value)
            tokens.append(token)
    return statements
