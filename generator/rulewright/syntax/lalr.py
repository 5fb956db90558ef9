"""The parser's table: made by Lark from the annotated grammar, kept as plain data.

Lark is needed only to make it, which takes half a second. So the table is kept (`rulewright.base.store`) in the user's cache folder under
the content of the grammar and of this file, and the versions of Lark and Python. A cache that cannot be written, or that holds nonsense,
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
_PART = "grammar"


class Rule(NamedTuple):
    """What a reduction does: takes so many values and makes one of them by the callback of this name.

    `goto` is the state to go on with, by the state below. `nones` are the places (in the order of insertion) at which None stands for
    an optional
    piece that is not there, `spliced` the places of values that are lists of children themselves (of `x*` and the like). A rule without a
    callback is such a list; one that `passes` hands its only value on.
    """

    size: int
    callback: str
    goto: dict[int, int]
    nones: tuple[int, ...]
    spliced: tuple[int, ...]
    passes: bool


class Table(NamedTuple):
    """`actions`: for each state and terminal the state to go on with, or `~n` for a reduction by rule n.

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
    """The table of a grammar's text, kept or made."""
    return Store(cache_folder()).keep(_PART, _key(source), lambda: table_of(build(source)))


def is_kept(source: str) -> bool:
    """Whether there is a table on disk; it may still turn out to be nonsense."""
    return Store(cache_folder()).has(_PART, _key(source))


def _key(source: str) -> str:
    return digest([source.encode(), Path(__file__).read_bytes(), library_version("lark").encode(), sys.version.encode()])


def build(source: str, debug: bool = False) -> Lark:
    """Lark's parser for a grammar's text; with `debug` Lark logs its conflicts, of which there must be none."""
    from lark import Lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """Lark's parser is never run, only its table is taken."""

        def __init__(self, conf: Any) -> None:
            self.conf = conf

        def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
            return iter(())

    settings: dict[str, Any] = {"lexer": NoLexer, "keep_all_tokens": True, "maybe_placeholders": True, "debug": debug}
    return Lark(source, parser="lalr", start=list(STARTS), **settings)


def table_of(made: Lark) -> Table:
    """Lark's table as plain data."""
    from lark.parsers.lalr_analysis import Shift

    frontend: Any = made.parser
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
    rules = [_rule(rule, gotos) for rule in numbers]
    ends = {start: parse_table.end_states[start] for start in STARTS}
    for end in ends.values():
        table[end]["$END"] = end
    return Table(table, rules, {start: parse_table.start_states[start] for start in STARTS}, ends, *_terminals(made))


def _rule(rule: Any, gotos: dict[str, dict[int, int]]) -> Rule:
    origin = rule.origin.name
    size = len(rule.expansion)
    spliced = tuple(at for at, symbol in enumerate(rule.expansion) if not symbol.is_term and symbol.name.startswith("_"))
    nones: list[int] = []
    at = 0
    for empty in rule.options.empty_indices:
        if empty:
            nones.append(at)
        else:
            at += 1
    callback = "" if origin.startswith("_") else str(rule.alias or origin)  # plain text: Lark's would need Lark to be read again
    passes = size == 1 and not nones and not spliced and rule.options.expand1 and not rule.alias
    return Rule(size, callback, gotos.get(origin, {}), tuple(nones), spliced, passes)


def _terminals(made: Lark) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    keywords: dict[str, str] = {}
    signs: dict[str, str] = {}
    patterns: dict[str, str] = {}
    for terminal in made.terminals:
        text = str(terminal.pattern.value)
        if terminal.pattern.type == "re":
            patterns[terminal.name] = text
        elif re.fullmatch(r"\w+", text):
            keywords[text] = terminal.name
        else:
            signs[text] = terminal.name
    return keywords, signs, patterns
