"""The LALR parser: Lark's table with our own lexer and node builders.

The parse loop is our own because Lark's looks up every callback by its rule, which takes as long as everything else together, and because a
warm start then does not import Lark at all.
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
from rulewright.syntax.lalr import Rule, Table, is_on_disk, load_table
from rulewright.syntax.lexer import WordLexer
from rulewright.syntax.tokens import Token, stack_after

_END = Token("$END", "", 0, 0, 0, 0)


class Builder(FrontPage, Vocabulary, Cases, Rules, Expressions):
    """The callbacks of the grammar: one method per rule or alias."""


class Unexpected(Exception):
    """Raised for a terminal that the parser does not accept."""


class Grammar:
    """A parser for blocks and for single expressions."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lexer = WordLexer(table)
        self._pass_states: dict[tuple[int, int, str], int] = {}
        builder = Builder()
        self._rules = [(rule.size, None if rule.passes else _callback_of(rule, builder), rule.goto) for rule in table.rules]

    def parse(self, text: str, start: str = "start") -> Any:
        """Return the node of a text. Raises `Unexpected`, `LayoutError` or `BuildError`."""
        actions, rules, pass_states = self.table.actions, self._rules, self._pass_states
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
                    states[-1] = pass_states.get(key) or self._pass_on(key)
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
        """Return the state after a chain of reductions that only pass a value on (an amount is a condition); memoized."""
        state, below, name = key
        while (move := self.table.actions[state].get(name, 0)) < 0 and self._rules[~move][1] is None:
            state = self._rules[~move][2][below]
        self._pass_states[key] = state
        return state

    def terminals_of(self, text: str) -> Iterator[Token]:
        """Yield the terminals of a block that has no errors."""
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

    def tokens_with_stacks(self, text: str, start: str = "start") -> Iterator[tuple[Token, list[int]]]:
        """Yield the terminals of a text, each with the parser's stack before it, up to and including the first that is not accepted."""
        states = [self.table.starts[start]]
        for token in self.lexer.lex(text, states, start == "start"):
            yield token, list(states)
            next_stack = stack_after(self.table, states, token.type)
            if next_stack is None:
                return
            states[:] = next_stack
        yield _END, list(states)


def _callback_of(rule: Rule, builder: Builder) -> Callable[[list[Any]], Any]:
    """Return the callback of a rule, wrapped so that its children have fixed positions."""
    if not rule.callback:
        return _extend_list if rule.spliced == (0,) else _with_placeholders(rule, lambda children: children)
    callback: Callable[[list[Any]], Any] = getattr(builder, rule.callback)
    return _with_placeholders(rule, callback) if rule.nones or rule.spliced else callback


def _extend_list(children: list[Any]) -> list[Any]:
    """Extend a list, the first child, in place by the other children."""
    items: list[Any] = children[0]
    items.extend(children[1:])
    return items


def _with_placeholders(rule: Rule, callback: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
    """Wrap a callback so that missing optional children are None and lists among the children are inlined."""
    nones = rule.nones[::-1]
    lists = tuple(position + sum(none <= position for none in rule.nones) for position in rule.spliced)[::-1]

    def call_with_placeholders(children: list[Any]) -> Any:
        for position in nones:
            children.insert(position, None)
        for position in lists:
            children[position : position + 1] = children[position]
        return callback(children)

    return call_with_placeholders


@cache
def load_grammar() -> Grammar:
    """Return the grammar of the installed language."""
    return Grammar(load_table(_grammar_text()))


def has_table() -> bool:
    """Return True if the table of the installed language need not be built, so that loading the grammar is fast."""
    return is_on_disk(_grammar_text())


def make_table() -> None:
    """Build and cache the table, as a task for a worker; without a writable cache it will be built again."""
    load_table(_grammar_text())


def _grammar_text() -> str:
    return grammar_file().read_text(encoding="utf-8")
