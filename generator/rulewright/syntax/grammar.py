"""The grammar at work: Lark's table with our lexer and our builders of nodes.

The loop is our own because Lark's looks up every callback by its rule, which takes as long as all the rest, and because with it a warm
start needs no Lark at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import Any

from rulewright.base.resources import grammar_file
from rulewright.syntax.build_cases import Cases
from rulewright.syntax.build_expressions import Expressions
from rulewright.syntax.build_rules import Rules
from rulewright.syntax.build_vocabulary import FrontPage, Vocabulary
from rulewright.syntax.lalr import Rule, Table, is_kept, load_table
from rulewright.syntax.lexer import WordLexer
from rulewright.syntax.tokens import Token, stack_after

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
        self._passed: dict[tuple[int, int, str], int] = {}
        builder = Builder()
        self._rules = [(rule.size, None if rule.passes else _callback(rule, builder), rule.goto) for rule in table.rules]

    def parse(self, text: str, start: str = "start") -> Any:
        """The node that a text is. Raises `Unexpected`, `LayoutError` or `BuildError`."""
        actions, rules, passed = self.table.actions, self._rules, self._passed
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
                    key = (states[-1], states[-2], name)
                    states[-1] = passed.get(key) or self._pass_on(key)
                elif size:
                    children = values[-size:]
                    del states[-size:], values[-size:]
                    values.append(callback(children))
                    states.append(goto[states[-1]])
                else:
                    values.append(callback([]))
                    states.append(goto[states[-1]])
        return values[0]

    def _pass_on(self, key: tuple[int, int, str]) -> int:
        """The state after all reductions in a row that only hand a value on (an amount is a condition), worked out once."""
        state, below, name = key
        while (move := self.table.actions[state].get(name, 0)) < 0 and self._rules[~move][1] is None:
            state = self._rules[~move][2][below]
        self._passed[key] = state
        return state

    def terminals(self, text: str) -> Iterator[Token]:
        """The terminals of a block that is known to be free of errors."""
        actions, rules = self.table.actions, self.table.rules
        states = [self.table.starts["start"]]
        for token in self.lexer.lex(text, states, True):
            yield token
            while (move := actions[states[-1]][token.type]) < 0:
                rule = rules[~move]
                if rule.size:
                    del states[-rule.size :]
                states.append(rule.goto[states[-1]])
            states.append(move)

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
    if not rule.callback:
        return _grown if rule.spliced == (0,) else _put_in(rule, lambda children: children)
    made: Callable[[list[Any]], Any] = getattr(builder, rule.callback)
    return _put_in(rule, made) if rule.nones or rule.spliced else made


def _grown(children: list[Any]) -> list[Any]:
    """One more item of a list: the list is its first child, and grows in place."""
    found: list[Any] = children[0]
    found.extend(children[1:])
    return found


def _put_in(rule: Rule, made: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
    """A callback that is given None for each piece that is not there, and the items of lists in their place."""
    nones = rule.nones[::-1]
    lists = tuple(at + sum(none <= at for none in rule.nones) for at in rule.spliced)[::-1]

    def called(children: list[Any]) -> Any:
        for at in nones:
            children.insert(at, None)
        for at in lists:
            children[at : at + 1] = children[at]
        return made(children)

    return called


@cache
def load_grammar() -> Grammar:
    """The grammar of the installed language."""
    return Grammar(load_table(_annotated()))


def has_table() -> bool:
    """Whether the table of the installed language is kept, so that loading the grammar is quick."""
    return is_kept(_annotated())


def make_table() -> None:
    """Make the table and keep it, for a worker; where nothing can be kept it will be made again."""
    load_table(_annotated())


def _annotated() -> str:
    return grammar_file().read_text(encoding="utf-8")
