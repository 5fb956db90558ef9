"""The parser's table: made by Lark from the annotated grammar, kept as plain data.

Lark is needed only to make it, which takes half a second. So the table is kept in the user's cache folder under a name made of the
grammar's
hash and Lark's version. A cache that cannot be written, or that holds nonsense, costs that half second and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.resources import cache_folder

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("start", "expr")
_FORM = 4  # of the kept table; to be raised when it changes


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
    kept = _kept_file(source)
    table = _from_cache(kept)
    if table is None:
        table = table_of(build(source))
        _to_cache(kept, table)
    return table


def is_kept(source: str) -> bool:
    """Whether there is a table on disk; it may still turn out to be nonsense."""
    kept = _kept_file(source)
    return kept is not None and kept.is_file()


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
        found = table[state] = {}
        for name, (kind, arg) in actions.items():
            if kind is Shift:
                if name.isupper():
                    found[sys.intern(name)] = arg
            else:
                found[sys.intern(name)] = ~numbers.setdefault(arg, len(numbers))
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


# ---- the kept table --------------------------------------------------------------------------------------------------------------------


def _kept_file(source: str) -> Path | None:
    folder = cache_folder()
    if folder is None:
        return None
    words = (source, _lark_version(), ".".join(map(str, sys.version_info[:2])), str(_FORM))
    return folder / f"grammar-{hashlib.blake2b(chr(0).join(words).encode(), digest_size=12).hexdigest()}.pickle"


def _lark_version() -> str:
    """What tells one installed Lark from another without importing it, nor the package metadata, which takes as long."""
    found = find_spec("lark")
    if found is None or found.origin is None:
        return ""
    file = Path(found.origin).stat()
    return f"{found.origin} {file.st_size} {file.st_mtime_ns}"


def _from_cache(kept: Path | None) -> Table | None:
    if kept is None:
        return None
    try:
        found = pickle.loads(kept.read_bytes())
    except Exception:  # whatever a broken file may raise: the table can always be made
        return None
    return found if isinstance(found, Table) else None


def _to_cache(kept: Path | None, table: Table) -> None:
    if kept is None:
        return
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=kept.parent, prefix=".grammar-")
        with os.fdopen(handle, "wb") as file:
            pickle.dump(table, file, protocol=pickle.HIGHEST_PROTOCOL)
        Path(name).replace(kept)
    except OSError:
        return
