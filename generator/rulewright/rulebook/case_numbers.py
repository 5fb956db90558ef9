"""Numbers of cases: how they are spelled, how they sort, which one is a sub-case of which. All of it is decided here and nowhere else.

Two ways of numbering. *Decimal*, as SPI numbers its rules: the digits after the point are an outline, not a fraction, so `6.11` is the
first sub-case of `6.1` and stands between `6.1` and `6.2`; `8.0` heads chapter 8; `19.4/9` is point 9 of 19.4; `9.9a` a part of 9.9. *By
heading*: `retreat.J` is case (J) under the heading Retreat, headings stand in the order of the front page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

Atom: TypeAlias = tuple[int, int, str]
SortKey: TypeAlias = tuple[Atom, ...]

_DECIMAL = re.compile(r"(\d+)(?:\.(\d+))?([A-Za-z]\w*)?((?:[./]\w+)*)\Z")
_RUNS = re.compile(r"\d+|[^\d_]+|_+")
_POINTS = re.compile(r"([./])(\w+)")

# what may follow a common beginning, in the order in which a book shows it
_AFTER_SLASH, _AFTER_DOT, _LETTER, _DIGIT = 1, 2, 3, 4
_TEXT = 1 << 30  # words stand behind numbers


def sort_key(number: str, headings: Sequence[str] | None = None) -> SortKey:
    """The place of a case in its book; `headings` is the order of the front page where numbering is by heading, else None."""
    decimal = _DECIMAL.match(number)
    if decimal is not None and headings is None:
        return _decimal_key(decimal)
    head, rest = _head(number)
    if headings is not None and head in headings:
        first: Atom = (0, list(headings).index(head), "")
        return (first, *_points_key(rest))
    return ((1, 0, ""), *_natural(head), *_points_key(rest))


def _decimal_key(match: re.Match[str]) -> SortKey:
    whole, outline, letters, points = match.groups()
    atoms: list[Atom] = [(0, int(whole), "")]
    atoms.extend((_DIGIT, int(digit), "") for digit in outline or "")
    if letters:
        atoms.append((_LETTER, 0, letters))
    atoms.extend(_points_key(points))
    return tuple(atoms)


def _points_key(points: str) -> SortKey:
    atoms: list[Atom] = []
    for separator, name in _POINTS.findall(points):
        kind = _AFTER_SLASH if separator == "/" else _AFTER_DOT
        atoms.extend((kind, value, text) for _, value, text in _natural(name))
    return tuple(atoms)


def _natural(name: str) -> SortKey:
    """Numbers by size, letters by length first when they stand alone (`Z` before `AA`), words by the alphabet."""
    if name.isalpha() and len(name) <= 2:
        return ((1, _TEXT, f"{len(name)}{name}"),)
    return tuple((1, int(run), "") if run.isdigit() else (1, _TEXT, run) for run in _RUNS.findall(name))


def _head(number: str) -> tuple[str, str]:
    for at, sign in enumerate(number):
        if sign in "./":
            return number[:at], number[at:]
    return number, ""


def heading_of(number: str) -> str:
    """The first part of a number: `retreat` of `retreat.J`, `8` of `8.6`."""
    return _head(number)[0]


def ancestors(number: str) -> Iterator[str]:
    """The numbers that `number` would be a sub-case of, the nearest first: of `8.61` they are `8.6`, `8.0`, `8`."""
    current = number
    while current:
        shorter = _one_up(current)
        if shorter is None:
            return
        yield shorter
        if _is_whole(shorter) and shorter + ".0" != number:
            yield shorter + ".0"
        current = shorter


def _is_whole(number: str) -> bool:
    return number.isdigit()


def _one_up(number: str) -> str | None:
    match = _DECIMAL.match(number)
    if match is None:
        cut = max(number.rfind("."), number.rfind("/"))
        if cut > 0:
            return number[:cut]
        return None
    whole, outline, letters, points = match.groups()
    if points:
        return number[: max(number.rfind("."), number.rfind("/"))]
    if letters:
        return number[: -len(letters)]
    if outline is None:
        return None
    if outline == "0" or len(outline) == 1:
        return whole
    return number[:-1]


def is_below(number: str, parent: str) -> bool:
    """Whether `number` is a sub-case of `parent`, at any depth; a case is not below itself. `8.6` is below `8` and below `8.0`."""
    return parent in ancestors(number)


def misleading(number: str) -> str | None:
    """`6.1` for `6.10`: the number that people would take it for, where the outline has no such place; else None."""
    match = _DECIMAL.match(number)
    if match is None or match[3] or match[4] or match[2] is None or len(match[2]) < 2 or not match[2].endswith("0"):
        return None
    return number[:-1]


_WRITTEN = re.compile(r"\s*(?:cases?|rules?|no\.?|number|section|paragraph)?\s*[\[(]?\s*(?P<number>[^\])]*?)\s*[\])]?\s*\Z", re.IGNORECASE)
_BY_HEADING = re.compile(r"(?P<head>[A-Za-z][\w' -]*?)\s*[(\[]?\s*(?P<point>\d+\w*|[A-Za-z]{1,2})\s*[)\]]?\Z")


def spellings(text: str) -> tuple[str, ...]:
    """What a person may have meant by `8,6`, `[8.6]`, `case 8.6`, `Movement (5)`: numbers to try, the likeliest first."""
    found = [text.strip()]
    written = _WRITTEN.match(text)
    if written is not None:
        found.append(written["number"])
    found.extend([one.replace(",", ".") for one in found if "," in one])
    heading = _BY_HEADING.match(found[0])
    if heading is not None:
        head = re.sub(r"[^a-z0-9]+", "_", heading["head"].strip().lower()).strip("_")
        found.append(f"{head}.{heading['point']}")
    return tuple(dict.fromkeys(one for one in found if one))


def match_number(text: str, known: Iterable[str]) -> str | None:
    """The number of `known` that `text` spells, or None; capitals do not matter where that is not ambiguous."""
    exact: set[str] = set()
    folded: dict[str, list[str]] = {}
    for number in known:
        exact.add(number)
        folded.setdefault(number.casefold(), []).append(number)
    for spelling in spellings(text):
        if spelling in exact:
            return spelling
        near = folded.get(spelling.casefold(), [])
        if len(near) == 1:
            return near[0]
    return None


def shown(number: str, by_heading: bool) -> str:
    """The number as the book prints it: `8.6`, or `Retreat (J)` for `retreat.J` where numbering is by heading."""
    if not by_heading:
        return number
    head, rest = _head(number)
    if not rest or head.isdigit():
        return number
    name = head.replace("_", " ")
    return f"{name[:1].upper()}{name[1:]} ({rest[1:]})"
