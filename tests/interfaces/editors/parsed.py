"""What the parser says that each sign of a `.case` file is: what every colouring is held against."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from rulewright.base.resources import rules_folder
from rulewright.interfaces.editors.colours import Colour
from rulewright.syntax.blocks import split_blocks
from rulewright.syntax.grammar import load_grammar
from rulewright.syntax.tokens import Token

_COLOURS = {
    "STRING": Colour.TEXT,
    "TAG": Colour.TAG,
    "ROW": Colour.ROW,
    "CASE": Colour.REFERENCE,
    "LABEL": Colour.REFERENCE,
    "NAME": Colour.NAME,
    **dict.fromkeys(("NUMBER", "FRACTION", "DOTTED_NUMBER", "DICE", "DATE", "MONTH_DATE"), Colour.NUMBER),
}
SAME = {Colour.PLACEHOLDER: Colour.TEXT, Colour.LINK: Colour.TEXT}
"""What has colours of its own in a text is part of it all the same."""


def case_files() -> list[Path]:
    """Every file of the shipped books."""
    return sorted(rules_folder().rglob("*.case"))


@cache
def parsed(text: str) -> tuple[Colour | None, ...]:
    """The colour of every sign of a text; None for signs and blanks."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    found: list[Colour | None] = [None] * len(text)
    for first_line, token in _tokens(text):
        colour = _colour(token)
        begin = starts[first_line + token.line - 2] + token.column - 1
        end = starts[first_line + token.end_line - 2] + token.end_column - 1
        if colour is not None:
            found[begin:end] = [colour] * (end - begin)
    for at, line in enumerate(lines):
        for place, sign in enumerate(line):
            if sign == "#" and found[starts[at] + place] is None:
                found[starts[at] + place : starts[at + 1] - 1] = [Colour.COMMENT] * (len(line) - place)
                break
    return tuple(found)


def _tokens(text: str) -> Iterator[tuple[int, Token]]:
    for block in split_blocks(text):
        yield from ((block.first_line, token) for token in load_grammar().terminals_of(block.text))


def _colour(token: Token) -> Colour | None:
    if token.type in _COLOURS:
        return _COLOURS[token.type]
    return Colour.KEYWORD if load_grammar().table.keywords.get(token.value) == token.type else None


def differences(text: str, shown: Sequence[Colour | None]) -> list[str]:
    """The words that are shown in another colour than the parser says, each with its place."""
    said, lines = parsed(text), text.split("\n")
    found = []
    for word in re.finditer(r"\w+", text):
        here = {SAME.get(one, one) if one else None for one in shown[word.start() : word.end()]}
        if here != set(said[word.start() : word.end()]):
            line = text.count("\n", 0, word.start())
            found.append(f"{line + 1}: `{word[0]}` is {said[word.start()]}, shown as {here}: {lines[line].strip()[:90]}")
    return found
