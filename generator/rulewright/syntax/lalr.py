"""The parser's table: built by Lark from the grammar, kept as plain data.

Lark is needed only to build it, which takes a second or two. So an installation carries the table, under the content of the grammar and of
this file and the version of Lark; where these have changed since, it is built and cached (`rulewright.base.store`) in the user's cache
folder. A table that is corrupt, or cannot be written, costs that time and nothing else.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.base.packing import DamagedError, pack, unpack
from rulewright.base.resources import cache_folder, carried_table
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
    """Return the table of a grammar's text: that of the installation, from the cache, or newly built."""
    key = _table_key(source)
    carried = _read_carried(key)
    if carried is not None:
        with suppress(DamagedError):
            table: Table = unpack(carried)
            return table
    return Store(cache_folder()).load_or_make(_STORE_PART, key, lambda: table_of(build_parser(source)))


def is_on_disk(source: str) -> bool:
    """Return True if a table need not be built; it may still be corrupt."""
    key = _table_key(source)
    return _read_carried(key) is not None or Store(cache_folder()).has_result(_STORE_PART, key)


def carried_form(source: str) -> bytes:
    """Return the table of a grammar's text as an installation carries it: a line with its key, then the packed table."""
    return _table_key(source).encode() + b"\n" + pack(table_of(build_parser(source)))


def _read_carried(key: str) -> bytes | None:
    """Return the packed table that the installation carries; None if it carries none, or that of another grammar."""
    try:
        carried_key, _, table = carried_table().read_bytes().partition(b"\n")
    except OSError:
        return None
    return table if carried_key == key.encode() else None


def _table_key(source: str) -> str:
    return digest([source.encode(), Path(__file__).read_bytes(), library_version("lark").encode()])


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
    numbered_states = _number_states(parse_table)
    gotos: dict[str, dict[int, int]] = {}
    numbers: dict[Any, int] = {}
    table: dict[int, dict[str, int]] = {}
    for state, number in numbered_states.items():
        moves = table[number] = {}
        for name, (kind, arg) in sorted(parse_table.states[state].items()):
            if kind is not Shift:
                moves[sys.intern(name)] = ~numbers.setdefault(arg, len(numbers))
            elif name.isupper():
                moves[sys.intern(name)] = numbered_states[arg]
            else:
                gotos.setdefault(name, {})[number] = numbered_states[arg]
    rules = [_rule_of(rule, gotos) for rule in numbers]
    starts, ends = (
        {start: numbered_states[of_start[start]] for start in STARTS} for of_start in (parse_table.start_states, parse_table.end_states)
    )
    for end in ends.values():
        table[end]["$END"] = end
    return Table(table, rules, starts, ends, *_classify_terminals(lark))


def _number_states(parse_table: Any) -> dict[int, int]:
    """Return a number for each state, by the way that leads to it: Lark's own are other ones each time."""
    from lark.parsers.lalr_analysis import Shift

    numbers = {parse_table.start_states[start]: number for number, start in enumerate(STARTS)}
    pending = list(numbers)
    for state in pending:
        for _, (kind, arg) in sorted(parse_table.states[state].items()):
            if kind is Shift and arg not in numbers:
                numbers[arg] = len(numbers)
                pending.append(arg)
    return numbers


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
