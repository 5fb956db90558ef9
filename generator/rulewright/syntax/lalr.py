"""The parser's table: built by Lark from the grammar, cached as plain data.

Lark is needed only to build it, which takes half a second. So the table is cached (`rulewright.base.store`) in the user's cache folder,
keyed by the content of the grammar and of this file and by the versions of Lark and Python. A cache that cannot be written or is corrupt
costs that half second and nothing else.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.base.resources import cache_folder
from rulewright.base.store import Store, digest
from rulewright.base.tool_version import library_version

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("start", "expr")
_STORE_PART = "grammar"


class Rule(NamedTuple):
    """A reduction: `size` values become one by the callback of this name.

    `goto` maps the state below to the next state. `nones` are the positions (in the order of insertion) at which None replaces a missing
    optional child, `spliced` the positions of values that are lists of children themselves (of `x*` and the like). A rule without a
    callback is such a list; a rule that `passes` returns its only value.
    """

    size: int
    callback: str
    goto: dict[int, int]
    nones: tuple[int, ...]
    spliced: tuple[int, ...]
    passes: bool


class Table(NamedTuple):
    """The LALR table: `actions` map a state and a terminal to the next state, or to `~n` for a reduction by rule n.

    `keywords` and `signs` are names of terminals by their text, `patterns` regular expressions by the name of the terminal.
    """

    actions: dict[int, dict[str, int]]
    rules: list[Rule]
    starts: dict[str, int]
    ends: dict[str, int]
    keywords: dict[str, str]
    signs: dict[str, str]
    patterns: dict[str, str]


def load_table(source: str) -> Table:
    """Return the table of a grammar's text, from the cache or newly built."""
    return Store(cache_folder()).load_or_make(_STORE_PART, _cache_key(source), lambda: table_of(build_parser(source)))


def is_cached(source: str) -> bool:
    """Return True if a table is on disk; it may still be corrupt."""
    return Store(cache_folder()).has_result(_STORE_PART, _cache_key(source))


def _cache_key(source: str) -> str:
    return digest([source.encode(), Path(__file__).read_bytes(), library_version("lark").encode(), sys.version.encode()])


def build_parser(source: str, debug: bool = False) -> Lark:
    """Return Lark's parser for a grammar's text; with `debug` Lark logs conflicts, of which there must be none."""
    from lark import Lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """A placeholder: Lark's parser never runs, only its table is used."""

        def __init__(self, conf: Any) -> None:
            self.conf = conf

        def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
            return iter(())

    settings: dict[str, Any] = {"lexer": NoLexer, "keep_all_tokens": True, "maybe_placeholders": True, "debug": debug}
    return Lark(source, parser="lalr", start=list(STARTS), **settings)


def table_of(lark: Lark) -> Table:
    """Return Lark's table as plain data."""
    from lark.parsers.lalr_analysis import Shift

    frontend: Any = lark.parser
    parse_table = frontend.parser._parse_table
    gotos: dict[str, dict[int, int]] = {}
    for state, actions in parse_table.states.items():
        for name, (kind, arg) in actions.items():
            if kind is Shift and not name.isupper():
                gotos.setdefault(name, {})[state] = arg
    numbers: dict[Any, int] = {}
    table: dict[int, dict[str, int]] = {}
    for state, actions in parse_table.states.items():
        moves = table[state] = {}
        for name, (kind, arg) in actions.items():
            if kind is Shift:
                if name.isupper():
                    moves[sys.intern(name)] = arg
            else:
                moves[sys.intern(name)] = ~numbers.setdefault(arg, len(numbers))
    rules = [_rule_of(rule, gotos) for rule in numbers]
    ends = {start: parse_table.end_states[start] for start in STARTS}
    for end in ends.values():
        table[end]["$END"] = end
    return Table(table, rules, {start: parse_table.start_states[start] for start in STARTS}, ends, *_classify_terminals(lark))


def _rule_of(rule: Any, gotos: dict[str, dict[int, int]]) -> Rule:
    origin = rule.origin.name
    size = len(rule.expansion)
    spliced = tuple(position for position, symbol in enumerate(rule.expansion) if not symbol.is_term and symbol.name.startswith("_"))
    nones: list[int] = []
    position = 0
    for empty in rule.options.empty_indices:
        if empty:
            nones.append(position)
        else:
            position += 1
    callback = "" if origin.startswith("_") else str(rule.alias or origin)  # plain text: Lark's own type would need Lark to unpickle
    passes = size == 1 and not nones and not spliced and rule.options.expand1 and not rule.alias
    return Rule(size, callback, gotos.get(origin, {}), tuple(nones), spliced, passes)


def _classify_terminals(lark: Lark) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    keywords: dict[str, str] = {}
    signs: dict[str, str] = {}
    patterns: dict[str, str] = {}
    for terminal in lark.terminals:
        text = str(terminal.pattern.value)
        if terminal.pattern.type == "re":
            patterns[terminal.name] = text
        elif re.fullmatch(r"\w+", text):
            keywords[text] = terminal.name
        else:
            signs[text] = terminal.name
    return keywords, signs, patterns
