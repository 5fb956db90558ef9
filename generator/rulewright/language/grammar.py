"""The grammar, made into a parser: Lark's LALR table with our lexer and our builders of nodes.

Building the table takes a quarter of a second, so it is kept in the user's cache folder under a name made of the grammar's hash and
Lark's version. A cache that cannot be written, or that holds nonsense, costs that quarter of a second and nothing else.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

import lark
from lark import Lark
from lark.lexer import LexerThread
from lark.parse_tree_builder import ExpandSingleChild
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParseConf, ParserState

from rulewright.language.build_cases import Cases
from rulewright.language.build_expressions import Expressions
from rulewright.language.build_rules import Rules
from rulewright.language.build_vocabulary import FrontPage, Vocabulary
from rulewright.language.lexer import WordLexer
from rulewright.language.tokens import Token
from rulewright.resources import cache_folder, grammar_file

STARTS = ("start", "expr", "world_text")
_SETTINGS: dict[str, Any] = {"parser": "lalr", "lexer": WordLexer, "keep_all_tokens": True, "maybe_placeholders": True}


class Builder(FrontPage, Vocabulary, Cases, Rules, Expressions):
    """Every callback of the grammar: a method for each rule or alias."""


_END: Any = lark.Token("$END", "")


class Unexpected(Exception):
    """A terminal that does not fit."""


# What a state does with a terminal: go on to another state, or make a node of the last so many values (None: a single value passes).
Reduction: TypeAlias = tuple[int, Callable[[list[Any]], Any] | None, dict[int, int]]
Moves: TypeAlias = dict[int, dict[str, "int | Reduction"]]


class Grammar:
    """A parser for blocks, for single expressions and for lists of things."""

    def __init__(self, table: Lark) -> None:
        frontend: Any = table.parser
        self.lark = table
        self.lexer: WordLexer = frontend.lexer
        parse_table = frontend.parser._parse_table
        self._bare = {start: ParseConf(parse_table, {}, start) for start in STARTS}
        self._moves = _moves(parse_table.states, frontend.parser.parser.callbacks)
        for conf in self._bare.values():
            self._moves[conf.end_state]["$END"] = conf.end_state

    def parse(self, text: str, start: str = "start") -> Any:
        """The node that a text is. Raises `Unexpected`, `LayoutError` or `BuildError`."""
        state = self.bare_state(text, start)
        states, values, moves = state.state_stack, state.value_stack, self._moves
        for token in chain(self.tokens(state), (_END,)):
            name = token.type
            while True:
                move = moves[states[-1]].get(name)
                if isinstance(move, int):
                    states.append(move)
                    values.append(token)
                    break
                if move is None:
                    raise Unexpected
                size, callback, goto = move
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

    def tokens(self, state: ParserState[int]) -> Iterator[Token]:
        """The terminals of a state's text, each chosen as the state stands when it is asked for."""
        return self.lexer.lex(state.lexer.state, state)  # type: ignore[arg-type]  # a state made by us has a text

    def bare_state(self, text: str, start: str) -> ParserState[int]:
        """A parser state over a text that builds nothing: for asking what was accepted where."""
        return ParserState(self._bare[start], LexerThread.from_text(self.lexer, text))


def _moves(states: dict[int, dict[str, Any]], callbacks: Any) -> Moves:
    """Lark's table with the callbacks put in: Lark's own loop looks each of them up by its rule, which takes as long as all the rest."""
    goto: dict[str, dict[int, int]] = {}
    for state, actions in states.items():
        for name, (kind, arg) in actions.items():
            if kind is Shift and not name.isupper():
                goto.setdefault(name, {})[state] = arg
    moves: Moves = {}
    for state, actions in states.items():
        moves[state] = {}
        for name, (kind, arg) in actions.items():
            if kind is Shift:
                moves[state][name] = arg
                continue
            callback = callbacks[arg]
            passes = len(arg.expansion) == 1 and isinstance(callback, ExpandSingleChild)
            moves[state][name] = (len(arg.expansion), None if passes else callback, goto.get(arg.origin.name, {}))
    return moves


@cache
def load_grammar() -> Grammar:
    """The grammar of the installed language, from the cache if it is there."""
    source = grammar_file().read_text(encoding="utf-8")
    kept = _cache_file(source)
    table = _from_cache(kept)
    if table is None:
        table = build_table(source)
        _to_cache(kept, table)
    return Grammar(table)


def build_table(source: str, debug: bool = False) -> Lark:
    """The LALR table of a grammar's text; with `debug` Lark logs its conflicts, of which there must be none."""
    return Lark(source, start=list(STARTS), transformer=Builder(), debug=debug, **_SETTINGS)


def _cache_file(source: str) -> Path | None:
    folder = cache_folder()
    if folder is None:
        return None
    words = (source, lark.__version__, ".".join(map(str, sys.version_info[:2])), repr(sorted(map(str, _SETTINGS))))
    return folder / f"grammar-{hashlib.blake2b(chr(0).join(words).encode(), digest_size=12).hexdigest()}.pickle"


def _from_cache(kept: Path | None) -> Lark | None:
    if kept is None:
        return None
    try:
        with kept.open("rb") as file:
            data = pickle.load(file)
        inst: Lark = Lark.__new__(Lark)
        inst._load(data, transformer=Builder())
        return inst
    except Exception as problem:  # whatever a broken pickle may raise: the table can always be built
        if not isinstance(problem, FileNotFoundError):
            logging.getLogger(__name__).info("the kept parser table is not usable: %r", problem)
        return None


def _to_cache(kept: Path | None, table: Lark) -> None:
    if kept is None:
        return
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=kept.parent, prefix=".grammar-")
        with os.fdopen(handle, "wb") as file:
            table.save(file, exclude_options=("transformer",))
        Path(name).replace(kept)
    except OSError:
        return
