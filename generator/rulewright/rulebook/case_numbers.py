"""Case numbers: their spelling, their order and the sub-case relation, defined in this module only.

A `Numbering` says how a book counts. *Decimal*, as SPI numbers its rules: the digits after the point are an outline, not a fraction, so
`6.11` is the first sub-case of `6.1` and comes between `6.1` and `6.2`; `8.0` heads chapter 8; `19.4/9` is point 9 of 19.4; `9.9a` a part
of 9.9. *By section*, as most books number since 1990: `6.10` is the tenth section of chapter 6 and comes after `6.9`. *By heading*:
`retreat.J` is case (J) under the heading Retreat; headings have the order of the front page. *By roman*: `IV.3` comes before `IX.1`.
A `§` before a number is part of how it is written, and of nothing else. `A1a+` and `A1a++` are sub-cases of `A1a`, and the first of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rulewright.base.records import record

Atom: TypeAlias = tuple[int, int, str]
SortKey: TypeAlias = tuple[Atom, ...]

_DECIMAL = re.compile(r"(§?\d+)(?:\.(\d+))?([A-Za-z]\w*)?(\+*)(?P<points>(?:[./]\w+\+*)*)\Z")
_RUNS = re.compile(r"\d+|[^\d_]+|_+")
_POINTS = re.compile(r"([./])(\w+\+*)")
_ROMAN = re.compile(r"(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\Z")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}

# the kinds of atom after a common prefix, in sort order
_PLUS, _AFTER_SLASH, _AFTER_DOT, _LETTER, _DIGIT = 0, 1, 2, 3, 4
_TEXT = 1 << 30  # words sort after numbers


@record
class Numbering:
    """The numbering of a book: the order of its cases, and which of them are parts of others.

    `headings` is the order of the headings if they number the cases, else None. `by_section`: the number after the point is counted as a
    whole. `roman` are the numbers whose parts are counted in Roman numerals; the empty text stands for the chapters.
    """

    headings: tuple[str, ...] | None = None
    by_section: bool = False
    roman: frozenset[str] = frozenset()

    @property
    def counts_whole(self) -> bool:
        """True if 10 comes after 9 behind the point of a number, so that no digit of it is an outline."""
        return self.by_section or self.headings is not None

    def sort_key(self, number: str) -> SortKey:
        """Return the place of a case number in the order of the book."""
        decimal = _DECIMAL.match(number)
        if decimal is not None and self.headings is None:
            return self._decimal_key(decimal)
        head, points = _split_heading(number)
        if self.headings is not None and head in self.headings:
            first: Atom = (0, self.headings.index(head), "")
            return (first, *self._points_key(head, points))
        return ((1, 0, ""), *self._part_key(head, ""), *self._points_key(head, points))

    def _decimal_key(self, match: re.Match[str]) -> SortKey:
        integer, outline, letters, pluses, points = match.groups()
        atoms: list[Atom] = [(0, *_size_of(integer.lstrip("§")))]
        if outline and self.by_section:
            atoms.append((_DIGIT, *_size_of(outline)))
        else:
            atoms.extend((_DIGIT, int(digit), "") for digit in outline or "")
        if letters:
            atoms.append((_LETTER, 0, letters))
        if pluses:
            atoms.append((_PLUS, len(pluses), ""))
        atoms.extend(self._points_key(match.string[: match.start("points")], points))
        return tuple(atoms)

    def _points_key(self, parent: str, points: str) -> SortKey:
        atoms: list[Atom] = []
        for separator, name in _POINTS.findall(points):
            kind = _AFTER_SLASH if separator == "/" else _AFTER_DOT
            atoms.extend((_PLUS if of_part == _PLUS else kind, value, text) for of_part, value, text in self._part_key(name, parent))
            parent += separator + name
        return tuple(atoms)

    def _part_key(self, name: str, parent: str) -> SortKey:
        """Return the sort key of one part of a number: a Roman numeral by its value where the parts of `parent` are counted in them."""
        plain = name.rstrip("+")
        pluses: SortKey = () if plain == name else ((_PLUS, len(name) - len(plain), ""),)
        if parent in self.roman and (value := roman_value(plain)) is not None:
            return ((1, value, plain), *pluses)
        return (*_natural_key(plain), *pluses)

    def parent_numbers(self, number: str) -> Iterator[str]:
        """Yield the numbers of which `number` is a sub-case, the nearest first: of `8.61` they are `8.6`, `8.0`, `8`, or `8.0`, `8`."""
        current = number
        while current:
            shorter = self._parent_number(current)
            if shorter is None:
                return
            yield shorter
            if shorter.isdigit() and shorter + ".0" != number:
                yield shorter + ".0"
            current = shorter

    def _parent_number(self, number: str) -> str | None:
        if number.endswith("+"):
            return number.rstrip("+")
        match = _DECIMAL.match(number)
        if match is None:
            return enclosing_address(number)
        integer, outline, letters, _, points = match.groups()
        if points:
            return enclosing_address(number)
        if letters:
            return number[: -len(letters)]
        if outline is None:
            return None
        if outline == "0" or len(outline) == 1 or self.counts_whole:
            return integer
        return number[:-1]

    def is_below(self, number: str, parent: str) -> bool:
        """Return True if `number` is a sub-case of `parent`, at any depth; a case is not below itself. `8.6` is below `8` and `8.0`."""
        return parent in self.parent_numbers(number)

    def misreading_of(self, number: str) -> str | None:
        """Return `6.1` for `6.10`, the number it would be mistaken for where the digits are an outline, which has no digit 0; else None."""
        return None if self.counts_whole else _without_last_zero(number)

    def display(self, number: str) -> str:
        """Return the number as the book prints it: `8.6`, or `Retreat (J)` for `retreat.J` if numbering is by heading."""
        if self.headings is None:
            return number
        head, point = _split_heading(number)
        if not point or head.isdigit():
            return number
        name = head.replace("_", " ")
        return f"{name[:1].upper()}{name[1:]} ({point[1:]})"


def recognize_numbering(scheme: str | None, headings: tuple[str, ...] | None, numbers: Iterable[str]) -> Numbering:
    """Return the numbering of a book with these numbers; `scheme` is what the front page says, None if nothing.

    Where it says nothing, a book that has both 8.9 and 8.10 is numbered by section. Parts are counted in Roman numerals where one of them
    can be nothing else, such as `II` or `iv`.
    """
    distinct = tuple(dict.fromkeys(numbers))
    by_section = scheme == "section" or (scheme is None and headings is None and _counts_past_nine(distinct))
    roman = _parents_of_roman_parts(distinct) | (frozenset({""}) if scheme == "roman" else frozenset())
    return Numbering(headings, by_section, roman)


def _counts_past_nine(numbers: Iterable[str]) -> bool:
    """Return True if some chapter has a section 9 and a section 10."""
    sections: dict[str, set[int]] = defaultdict(set)
    for number in numbers:
        match = _DECIMAL.match(number)
        if match is not None and match[2] is not None:
            sections[match[1]].add(_size_of(match[2])[0])
    return any({9, 10} <= of_chapter for of_chapter in sections.values())


def _parents_of_roman_parts(numbers: Iterable[str]) -> frozenset[str]:
    """Return the numbers whose parts are counted in Roman numerals.

    A part such as `II` or `iv` shows it, unless the parts are double letters, which follow Z: AA, BB.
    """
    parts: dict[str, set[str]] = defaultdict(set)
    for number in numbers:
        decimal = _DECIMAL.match(number)
        head, points = _split_heading(number) if decimal is None else (number[: decimal.start("points")], decimal["points"])
        if decimal is None:
            parts[""].add(head)
        for separator, name in _POINTS.findall(points):
            parts[head].add(name)
            head += separator + name
    return frozenset(parent for parent, names in parts.items() if _are_roman(names))


def _are_roman(names: Iterable[str]) -> bool:
    candidates = [name.upper() for name in names if name.isalpha() and (name.isupper() or name.islower())]
    if "AA" in candidates or "BB" in candidates:
        return False
    return any(len(name) > 1 and set(name) <= set("IVX") and roman_value(name) is not None for name in candidates)


def roman_value(numeral: str) -> int | None:
    """Return the value of a Roman numeral in capitals or small letters, None if it is not one."""
    if not (numeral.isupper() or numeral.islower()) or not _ROMAN.match(numeral.upper()):
        return None
    digits = [_ROMAN_DIGITS[letter] for letter in numeral.upper()]
    return sum(-digit if digit < following else digit for digit, following in zip(digits, [*digits[1:], 0], strict=True))


def _natural_key(name: str) -> SortKey:
    """Return a natural sort key: numbers by size, one or two letters by length first (`Z` before `AA`), words alphabetically."""
    if name.isalpha() and len(name) <= 2:
        return ((1, _TEXT, f"{len(name)}{name}"),)
    return tuple((1, *_size_of(run)) if run.isdecimal() else (1, _TEXT, run) for run in _RUNS.findall(name))


_MOST_DIGITS = 15


def _size_of(digits: str) -> tuple[int, str]:
    """Return a number for comparison: its value, and its digits where it has a zero in front or too many digits for a value."""
    plain = digits.lstrip("0")
    if len(plain) > _MOST_DIGITS:
        return 10**_MOST_DIGITS + len(plain), plain
    return int(digits), digits if digits[0] == "0" and len(digits) > 1 else ""


def _split_heading(number: str) -> tuple[str, str]:
    for position, sign in enumerate(number):
        if sign in "./":
            return number[:position], number[position:]
    return number, ""


def heading_of(number: str) -> str:
    """Return the first part of a number: `retreat` of `retreat.J`, `8` of `8.6`."""
    return _split_heading(number)[0]


def enclosing_address(address: str) -> str | None:
    """Return an address without its last part: `retreat` for `retreat.J`, `19.4` for `19.4/9`; None if it has only one."""
    cut = max(address.rfind("."), address.rfind("/"))
    return address[:cut] if cut > 0 else None


def _without_last_zero(number: str) -> str | None:
    match = _DECIMAL.match(number)
    if match is None or match[3] or match[4] or match["points"] or match[2] is None or len(match[2]) < 2 or not match[2].endswith("0"):
        return None
    return number[:-1]


_SPELLED = re.compile(r"\s*(?:cases?|rules?|no\.?|number|section|paragraph)?\s*[\[(]?\s*(?P<number>[^\])]*?)\s*[\])]?\s*\Z", re.IGNORECASE)
_BY_HEADING = re.compile(r"(?P<head>[A-Za-z][\w' -]*?)\s*[(\[]?\s*(?P<point>\d+\w*|[A-Za-z]{1,2})\s*[)\]]?\Z")
_SECTION_SIGN = re.compile(r"(?:§\s*)?(?=\d)(.*)\Z")


def number_spellings(text: str) -> tuple[str, ...]:
    """Return the possible readings of `8,6`, `[8.6]`, `case 8.6`, `§ 3a`, `Movement (5)` as numbers, the likeliest first."""
    candidates = [text.strip()]
    match = _SPELLED.match(text)
    if match is not None:
        candidates.append(match["number"])
    candidates.extend([candidate.replace(",", ".") for candidate in candidates if "," in candidate])
    heading = _BY_HEADING.match(candidates[0])
    if heading is not None:
        head = re.sub(r"[^a-z0-9]+", "_", heading["head"].strip().lower()).strip("_")
        candidates.append(f"{head}.{heading['point']}")
    digits = [match[1] for candidate in candidates if (match := _SECTION_SIGN.match(candidate))]
    candidates.extend([*digits, *(f"§{number}" for number in digits)])
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
