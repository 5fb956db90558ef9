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
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.lexer import LexerThread
from lark.parsers.lalr_parser_state import ParseConf, ParserState

from rulewright.language.build_cases import Cases
from rulewright.language.build_expressions import Expressions
from rulewright.language.build_rules import Rules
from rulewright.language.build_vocabulary import FrontPage, Vocabulary
from rulewright.language.lexer import WordLexer
from rulewright.resources import cache_folder, grammar_file

STARTS = ("start", "expr", "world_text")
_SETTINGS: dict[str, Any] = {"parser": "lalr", "lexer": WordLexer, "keep_all_tokens": True, "maybe_placeholders": True}


class Builder(FrontPage, Vocabulary, Cases, Rules, Expressions):
    """Every callback of the grammar: a method for each rule or alias."""


class Grammar:
    """A parser for blocks, for single expressions and for lists of things."""

    def __init__(self, table: Lark) -> None:
        frontend: Any = table.parser
        self.lark = table
        self.lexer: WordLexer = frontend.lexer
        self._table = frontend.parser._parse_table
        self._callbacks = frontend.parser.parser.callbacks
        self._confs = {start: ParseConf(self._table, self._callbacks, start) for start in STARTS}
        self._bare = {start: ParseConf(self._table, {}, start) for start in STARTS}

    def parse(self, text: str, start: str = "start") -> Any:
        """The node that a text is. Raises `lark.UnexpectedToken`, `LayoutError` or `BuildError`."""
        return self._run(text, self._confs[start])

    def _run(self, text: str, conf: ParseConf[int]) -> Any:
        thread = LexerThread.from_text(self.lexer, text)
        state = ParserState(conf, thread)
        feed = state.feed_token
        for token in thread.lex(state):
            feed(token)
        return feed(lark.Token("$END", "", 0, 1, 1), True)

    def bare_state(self, text: str, start: str) -> ParserState[int]:
        """A parser state over a text that builds nothing: for asking what was accepted where."""
        return ParserState(self._bare[start], LexerThread.from_text(self.lexer, text))


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
        os.replace(name, kept)
    except OSError:
        return
