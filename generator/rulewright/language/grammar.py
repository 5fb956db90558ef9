"""The grammar at work: Lark's table with our lexer and our builders of nodes.

The loop is our own because Lark's looks up every callback by its rule, which takes as long as all the rest, and because with it a warm
start needs no Lark at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import Any

from rulewright.language.build_cases import Cases
from rulewright.language.build_expressions import Expressions
from rulewright.language.build_rules import Rules
from rulewright.language.build_vocabulary import FrontPage, Vocabulary
from rulewright.language.lexer import WordLexer
from rulewright.language.table import Rule, Table, load_table
from rulewright.language.tokens import Token, stack_after
from rulewright.resources import grammar_file

_END = Token("$END", "", 0, 0, 0, 0)


class Builder(FrontPage, Vocabulary, Cases, Rules, Expressions):
    """Every callback of the grammar: a method for each rule or alias."""


class Unexpected(Exception):
    """A terminal that does not fit."""


class Grammar:
    """A parser for blocks, for single expressions and for lists of things."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lexer = WordLexer(table)
        builder = Builder()
        self._rules = [(rule.size, None if rule.passes else _callback(rule, builder), rule.goto) for rule in table.rules]

    def parse(self, text: str, start: str = "start") -> Any:
        """The node that a text is. Raises `Unexpected`, `LayoutError` or `BuildError`."""
        actions, rules = self.table.actions, self._rules
        states = [self.table.starts[start]]
        values: list[Any] = []
        for token in chain(self.lexer.lex(text, states, start == "start"), (_END,)):
            name = token.type
            while True:
                move = actions[states[-1]].get(name)
                if move is None:
                    raise Unexpected
                if move >= 0:
                    states.append(move)
                    values.append(token)
                    break
                size, callback, goto = rules[~move]
                if callback is None:
                    states[-1] = goto[states[-2]]
                elif size:
                    children = values[-size:]
                    del states[-size:], values[-size:]
                    values.append(callback(children))
                    states.append(goto[states[-1]])
                else:
                    values.append(callback([]))
                    states.append(goto[states[-1]])
        return values[0]

    def tokens(self, text: str, start: str = "start") -> Iterator[tuple[Token, list[int]]]:
        """The terminals of a text and the parser's stack before each, until one does not fit (that one is given too)."""
        states = [self.table.starts[start]]
        for token in self.lexer.lex(text, states, start == "start"):
            yield token, list(states)
            after = stack_after(self.table, states, token.type)
            if after is None:
                return
            states[:] = after
        yield _END, list(states)


def _callback(rule: Rule, builder: Builder) -> Callable[[list[Any]], Any]:
    """The callback of a rule, with its children put in order before it."""
    made: Callable[[list[Any]], Any] = getattr(builder, rule.callback) if rule.callback else list
    if not rule.nones and not rule.spliced:
        return made
    if not rule.spliced:
        nones = rule.nones

        def with_nones(children: list[Any]) -> Any:
            for at in reversed(nones):
                children.insert(at, None)
            return made(children)

        return with_nones
    return _splicing(rule, made)


def _splicing(rule: Rule, made: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
    spliced, nones = frozenset(rule.spliced), rule.nones

    def with_lists(children: list[Any]) -> Any:
        flat: list[Any] = []
        for at, child in enumerate(children):
            flat.extend([None] * nones.count(at))
            if at in spliced:
                flat.extend(child)
            else:
                flat.append(child)
        flat.extend([None] * nones.count(len(children)))
        return made(flat)

    return with_lists


@cache
def load_grammar() -> Grammar:
    """The grammar of the installed language."""
    return Grammar(load_table(grammar_file().read_text(encoding="utf-8")))
