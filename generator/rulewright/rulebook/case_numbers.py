"""Case numbers: their spelling, their order and the sub-case relation, defined in this module only.

There are two schemes. *Decimal*, as SPI numbers its rules: the digits after the point are an outline, not a fraction, so `6.11` is the
first sub-case of `6.1` and comes between `6.1` and `6.2`; `8.0` heads chapter 8; `19.4/9` is point 9 of 19.4; `9.9a` a part of 9.9. *By
heading*: `retreat.J` is case (J) under the heading Retreat; headings have the order of the front page.
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

# the kinds of atom after a common prefix, in sort order
_AFTER_SLASH, _AFTER_DOT, _LETTER, _DIGIT = 1, 2, 3, 4
_TEXT = 1 << 30  # words sort after numbers


def sort_key(number: str, headings: Sequence[str] | None = None) -> SortKey:
    """Return the sort key of a case number; `headings` is the order of the front page if numbering is by heading, else None."""
    decimal = _DECIMAL.match(number)
    if decimal is not None and headings is None:
        return _decimal_key(decimal)
    head, points = _split_heading(number)
    if headings is not None and head in headings:
        first: Atom = (0, list(headings).index(head), "")
        return (first, *_points_key(points))
    return ((1, 0, ""), *_natural_key(head), *_points_key(points))


def _decimal_key(match: re.Match[str]) -> SortKey:
    integer, outline, letters, points = match.groups()
    atoms: list[Atom] = [(0, int(integer), "")]
    atoms.extend((_DIGIT, int(digit), "") for digit in outline or "")
    if letters:
        atoms.append((_LETTER, 0, letters))
    atoms.extend(_points_key(points))
    return tuple(atoms)


def _points_key(points: str) -> SortKey:
    atoms: list[Atom] = []
    for separator, name in _POINTS.findall(points):
        kind = _AFTER_SLASH if separator == "/" else _AFTER_DOT
        atoms.extend((kind, value, text) for _, value, text in _natural_key(name))
    return tuple(atoms)


def _natural_key(name: str) -> SortKey:
    """Return a natural sort key: numbers by size, one or two letters by length first (`Z` before `AA`), words alphabetically."""
    if name.isalpha() and len(name) <= 2:
        return ((1, _TEXT, f"{len(name)}{name}"),)
    return tuple((1, int(run), "") if run.isdigit() else (1, _TEXT, run) for run in _RUNS.findall(name))


def _split_heading(number: str) -> tuple[str, str]:
    for position, sign in enumerate(number):
        if sign in "./":
            return number[:position], number[position:]
    return number, ""


def heading_of(number: str) -> str:
    """Return the first part of a number: `retreat` of `retreat.J`, `8` of `8.6`."""
    return _split_heading(number)[0]


def parent_numbers(number: str) -> Iterator[str]:
    """Yield the numbers of which `number` is a sub-case, the nearest first: of `8.61` they are `8.6`, `8.0`, `8`."""
    current = number
    while current:
        shorter = _parent_number(current)
        if shorter is None:
            return
        yield shorter
        if _is_integer(shorter) and shorter + ".0" != number:
            yield shorter + ".0"
        current = shorter


def _is_integer(number: str) -> bool:
    return number.isdigit()


def _parent_number(number: str) -> str | None:
    match = _DECIMAL.match(number)
    if match is None:
        cut = max(number.rfind("."), number.rfind("/"))
        if cut > 0:
            return number[:cut]
        return None
    integer, outline, letters, points = match.groups()
    if points:
        return number[: max(number.rfind("."), number.rfind("/"))]
    if letters:
        return number[: -len(letters)]
    if outline is None:
        return None
    if outline == "0" or len(outline) == 1:
        return integer
    return number[:-1]


def is_below(number: str, parent: str) -> bool:
    """Return True if `number` is a sub-case of `parent`, at any depth; a case is not below itself. `8.6` is below `8` and below `8.0`."""
    return parent in parent_numbers(number)


def misreading_of(number: str) -> str | None:
    """Return `6.1` for `6.10`: the number it would be mistaken for, since an outline has no digit 0; else None."""
    match = _DECIMAL.match(number)
    if match is None or match[3] or match[4] or match[2] is None or len(match[2]) < 2 or not match[2].endswith("0"):
        return None
    return number[:-1]


_SPELLED = re.compile(r"\s*(?:cases?|rules?|no\.?|number|section|paragraph)?\s*[\[(]?\s*(?P<number>[^\])]*?)\s*[\])]?\s*\Z", re.IGNORECASE)
_BY_HEADING = re.compile(r"(?P<head>[A-Za-z][\w' -]*?)\s*[(\[]?\s*(?P<point>\d+\w*|[A-Za-z]{1,2})\s*[)\]]?\Z")


def number_spellings(text: str) -> tuple[str, ...]:
    """Return the possible readings of `8,6`, `[8.6]`, `case 8.6`, `Movement (5)` as numbers, the likeliest first."""
    candidates = [text.strip()]
    match = _SPELLED.match(text)
    if match is not None:
        candidates.append(match["number"])
    candidates.extend([candidate.replace(",", ".") for candidate in candidates if "," in candidate])
    heading = _BY_HEADING.match(candidates[0])
    if heading is not None:
        head = re.sub(r"[^a-z0-9]+", "_", heading["head"].strip().lower()).strip("_")
        candidates.append(f"{head}.{heading['point']}")
    return tuple(dict.fromkeys(candidate for candidate in candidates if candidate))


def match_number(text: str, numbers: Iterable[str]) -> str | None:
    """Return the number in `numbers` that `text` spells, or None; case is ignored if that is not ambiguous."""
    exact: set[str] = set()
    folded: dict[str, list[str]] = {}
    for number in numbers:
        exact.add(number)
        folded.setdefault(number.casefold(), []).append(number)
    for spelling in number_spellings(text):
        if spelling in exact:
            return spelling
        matches = folded.get(spelling.casefold(), [])
        if len(matches) == 1:
            return matches[0]
    return None


def display_number(number: str, by_heading: bool) -> str:
    """Return the number as the book prints it: `8.6`, or `Retreat (J)` for `retreat.J` if numbering is by heading."""
    if not by_heading:
        return number
    head, point = _split_heading(number)
    if not point or head.isdigit():
        return number
    name = head.replace("_", " ")
    return f"{name[:1].upper()}{name[1:]} ({point[1:]})"
