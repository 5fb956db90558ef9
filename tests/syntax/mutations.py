"""Random single edits of rulebook files, such as a hand makes them: the yardstick for messages.

`mutated(text, random)` gives an edited text and the line that was edited. Words, quotation marks, brackets and indentation are edited;
comments are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple

_WORD = re.compile(r"[A-Za-z0-9_]+")


class Edit(NamedTuple):
    """An edited text, the number of the edited line (from 1), what was done, and the line before and after."""

    text: str
    line: int
    kind: str
    before: str
    after: str


def mutated(text: str, random: Random) -> Edit:
    """One edit at a random place."""
    lines = text.split("\n")
    places = [number for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    while True:
        at = random.choice(places)
        kind = random.choice(list(_KINDS))
        after = _KINDS[kind](lines[at], random)
        if after is not None and after != lines[at]:
            return Edit("\n".join([*lines[:at], after, *lines[at + 1 :]]), at + 1, kind, lines[at], after)


def _outside_comment(line: str) -> str:
    """The line up to its comment."""
    inside = False
    for at, sign in enumerate(line):
        if sign == '"':
            inside = not inside
        elif sign == "#" and not inside:
            return line[:at]
    return line


def _words(line: str) -> list[re.Match[str]]:
    """The words that are not in a quotation, where an edit would only change prose."""
    bare = re.sub(r'"[^"]*"?', lambda found: "\0" * len(found[0]), _outside_comment(line))
    return list(_WORD.finditer(bare))


def _drop(line: str, random: Random) -> str | None:
    words = _words(line)
    if not words:
        return None
    word = random.choice(words)
    after = line[: word.start()] + line[word.end() :]
    return after if after.strip() else None


def _double(line: str, random: Random) -> str | None:
    words = _words(line)
    if not words:
        return None
    word = random.choice(words)
    return line[: word.end()] + " " + word[0] + line[word.end() :]


def _swap(line: str, random: Random) -> str | None:
    words = _words(line)
    if len(words) < 2:
        return None
    at = random.randrange(len(words) - 1)
    one, other = words[at], words[at + 1]
    return line[: one.start()] + other[0] + line[one.end() : other.start()] + one[0] + line[other.end() :]


def _misspell(line: str, random: Random) -> str | None:
    words = [word for word in _words(line) if len(word[0]) > 2]
    if not words:
        return None
    word = random.choice(words)
    letters = list(word[0])
    at = random.randrange(len(letters) - 1)
    how = random.choice(("swap", "drop", "double", "change"))
    if how == "swap":
        letters[at], letters[at + 1] = letters[at + 1], letters[at]
    elif how == "drop":
        del letters[at]
    elif how == "double":
        letters.insert(at, letters[at])
    else:
        letters[at] = random.choice("aeiounst")
    return line[: word.start()] + "".join(letters) + line[word.end() :]


def _quote(line: str, random: Random) -> str | None:
    """A quotation mark lost, or one too many."""
    bare = _outside_comment(line)
    marks = [at for at, sign in enumerate(bare) if sign == '"']
    if marks and random.random() < 0.7:
        at = random.choice(marks)
        return line[:at] + line[at + 1 :]
    words = list(_WORD.finditer(bare))
    if not words:
        return None
    at = random.choice(words).start()
    return line[:at] + '"' + line[at:]


def _bracket(line: str, random: Random) -> str | None:
    bare = re.sub(r'"[^"]*"?', lambda found: "\0" * len(found[0]), _outside_comment(line))
    signs = [at for at, sign in enumerate(bare) if sign in "(){}"]
    if signs and random.random() < 0.7:
        at = random.choice(signs)
        return line[:at] + line[at + 1 :]
    words = _words(line)
    if not words:
        return None
    at = random.choice(words).end()
    return line[:at] + random.choice("(){}") + line[at:]


def _indent(line: str, random: Random) -> str | None:
    depth = len(line) - len(line.lstrip(" "))
    wanted = depth + random.choice((-3, -2, -1, 1, 2, 3))
    return None if wanted < 0 else " " * wanted + line.lstrip(" ")


_KINDS: dict[str, Callable[[str, Random], str | None]] = {
    "drop": _drop,
    "double": _double,
    "swap": _swap,
    "misspell": _misspell,
    "quote": _quote,
    "bracket": _bracket,
    "indent": _indent,
}
