"""The names that lines would declare that cannot be read; their uses are not wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulewright.base.names import NAME
from rulewright.syntax.parser_stop import closest_keyword

_QUOTED = re.compile(r'"[^"]*"?|#.*')
_NAME = re.compile(NAME)
_LISTS = ("enum", "scale")
"""Declarations that declare their values, too."""
_CLAUSES = ("case", "amend", "ruling", "scenario", "chapter", "background", "rulebook")
_NAMELESS = (*_CLAUSES, "impossible", "precedence", "term", "at", "exactly")
"""Blocks that declare no name."""
_IN_CLAUSES = ("table", "choice")
"""Lines of clauses and readings that do."""


def find_refused_names(text: str, refused: Iterable[int]) -> Iterator[str]:
    """Yield the names that some lines of a block, numbered from 1, would declare: its own, of values, of fields, stages and tables.

    >>> list(find_refused_names('enum arm: foot, horse "on %"', [1])), list(find_refused_names("record unit\\n  arm: %", [2]))
    (['arm', 'foot', 'horse'], ['arm'])
    """
    lines = text.split("\n")
    block = _words_of(lines[0])[:1]
    keyword = closest_keyword(block[0], [*_LISTS, *_NAMELESS, "reading"]) if block else None
    for number in refused:
        words = _words_of(lines[number - 1]) if number <= len(lines) else []
        if number == 1:
            yield from () if keyword in _NAMELESS else words[1:] if keyword in _LISTS else words[1:2]
        elif keyword in _CLAUSES or keyword == "reading":
            yield from words[1:2] if words[:1] and words[0] in _IN_CLAUSES else ()
        else:
            yield from words if keyword in _LISTS else words[:1]


def _words_of(line: str) -> list[str]:
    return _NAME.findall(_QUOTED.sub("", line))
