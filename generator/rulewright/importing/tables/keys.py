"""Keys of a decision table as sets: the numbers or values that each key of a column holds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from rulewright.base.key_notations import ALL_KEYS, YES_OR_NO, equal_value, is_key_of_last_row, is_unlike, range_of_key
from rulewright.base.names import NAME
from rulewright.importing.tables.model import DecisionTable, table_fault

_NUMBER = re.compile(rf"(-?\d+(?:\.\d+)?)(?:\s*({NAME}|[€$£%]))?")
_PLAIN_RANGE = re.compile(r"(-?\d+(?:\.\d+)?)?\s*\.\.\s*(-?\d+(?:\.\d+)?)?")
_CALL = re.compile(r"[A-Za-z]\w*\s*\(.*\)|\?")
OPEN_END = 10
"""How many times the greatest number of a column a range goes on that has no end in the table."""

Interval: TypeAlias = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Numbers:
    """The domain of a column of numbers: from `low` to `high` in steps; `open_low` and `open_high` if the table does not say its ends."""

    low: Fraction
    high: Fraction
    step: Fraction
    unit: str
    open_low: bool = False
    open_high: bool = False


@dataclass(frozen=True)
class Values:
    """The domain of a column of words: its values, and further spellings of them, in small letters."""

    values: tuple[str, ...]
    is_yes_no: bool = False
    spellings: Mapping[str, str] = field(default_factory=dict)

    def find(self, word: str) -> str | None:
        """Return the value that a word of the file is, None for none."""
        plain = YES_OR_NO.get(word.casefold(), word).casefold() if self.is_yes_no else word.casefold()
        return next((value for value in self.values if value.casefold() == plain), self.spellings.get(plain))


Domain: TypeAlias = Numbers | Values
KeySet: TypeAlias = tuple[Interval, ...] | tuple[str, ...]
"""What a key holds: ranges of numbers, or values, in the order of the domain; all of them for any."""


def is_any(text: str) -> bool:
    """Return True for a key that holds for all."""
    return text.casefold() in ALL_KEYS or text.casefold() == "any"


def is_anything_else(keys: Sequence[str]) -> bool:
    """Return True for the keys of a row that holds where no other does: `otherwise`, `anything else`."""
    words = [key.casefold() for key in keys]
    return any(word == "otherwise" or is_key_of_last_row(word) for word in words) and all(
        word == "otherwise" or is_key_of_last_row(word) or is_any(word) or not word for word in words
    )


def domain_of(table: DecisionTable, column: int, declared: Domain | None) -> Domain:
    """Return the domain of an input: that which the book declares, or one of all that its keys name. Raises `WrongInput`."""
    texts = [(row.keys[column], row.place) for row in table.rows if not is_any(row.keys[column]) and not is_anything_else(row.keys)]
    for text, place in texts:
        if not text:
            raise table_fault(
                table, place, f"the key of `{table.inputs[column].label}` is empty", "write `-` for any, or the key of the row above again"
            )
        if _CALL.fullmatch(text) and not text.startswith("not"):
            raise table_fault(table, place, f"`{text}` is worked out, and no key", "a key is a value, a list or a range")
    if declared is not None:
        return declared
    listed_values = table.inputs[column].values
    words = [text for text, _ in texts]
    if words and all(_is_numeric(text) for text in words):
        return _numbers_of(table, column, words)
    values = list(dict.fromkeys([*listed_values, *(value for text in words for value in _words_of(text))]))
    yes_no = {YES_OR_NO.get(value.casefold(), value) for value in values}
    if yes_no <= {"yes", "no"}:
        return Values(("yes", "no"), is_yes_no=True)
    return Values(tuple(values))


def _is_numeric(text: str) -> bool:
    """Return True if all parts of a key are numbers or ranges; `2-1` is neither, but odds."""
    if re.fullmatch(r"(\d+)\s*[-–]\s*(\d+)", text) and (numbers := [int(number) for number in re.findall(r"\d+", text)])[0] >= numbers[1]:
        return False
    parts = _list_parts(text)
    return bool(parts) and all(
        _NUMBER.fullmatch(part) or _PLAIN_RANGE.fullmatch(part) or range_of_key(part, Fraction(1)) is not None for part in parts
    )


def _list_parts(text: str) -> list[str]:
    """Return the parts of a list at commas outside of brackets and quotation marks."""
    return [part.strip() for part in re.findall(r'(?:"[^"]*"|[\[(\]][^\[\]()]*[\])\[]|[^,;])+', text) if part.strip()]


def _words_of(text: str) -> list[str]:
    plain = re.fullmatch(r"not\s*\((.*)\)|not\s+(.*)|!=?\s*(.*)", text)
    inner = next(filter(None, plain.groups()), "") if plain else text
    return [(equal_value(part) or part).strip('" ') for part in re.split(r",|;|\s+or\s+", inner) if part.strip()]


def _numbers_of(table: DecisionTable, column: int, texts: Sequence[str]) -> Numbers:
    figures = [figure for text in texts for figure in re.findall(r"-?\d+(?:\.\d+)?", re.sub(r"(?<=\d)\s*[-–—]\s*(?=\d)", "..", text))]
    places = max((len(figure.partition(".")[2]) for figure in figures), default=0)
    step = Fraction(1, 10**places)
    numbers = [Fraction(figure) for figure in figures]
    sets = [interval for text in texts for interval in read_intervals(table, text, "", step)]
    greatest = max([Fraction(1), *(abs(number) for number in numbers)])
    lows, highs = [low for low, _ in sets if low is not None], [high for _, high in sets if high is not None]
    # A side has an end in the table if its last range has both of its ends.
    open_low = len(lows) < len(sets) or min(sets, key=lambda ends: ends[0] or 0)[1] is None
    open_high = len(highs) < len(sets) or max(sets, key=lambda ends: ends[1] or 0)[0] is None
    is_positive = all(end >= 0 for end in (*lows, *highs))
    low = (Fraction(0) if is_positive else -greatest * OPEN_END) if open_low else min(lows)
    high = greatest * OPEN_END if open_high else max(highs)
    units = [match[2] for text in texts if (match := _NUMBER.fullmatch(text)) and match[2]]
    return Numbers(low, high, step, table.inputs[column].unit or (units[0] if units else ""), open_low, open_high)


def read_intervals(table: DecisionTable, text: str, place: str, step: Fraction) -> list[tuple[Fraction | None, Fraction | None]]:
    """Return the ranges of numbers that a key holds, None for no end. Raises `WrongInput`."""
    intervals: list[tuple[Fraction | None, Fraction | None]] = []
    for part in _list_parts(text):
        bare = re.sub(rf"(?<=\d)\s*(?:{NAME}|[€$£%])$", "", part)
        if (number := _NUMBER.fullmatch(part)) is not None:
            intervals.append((Fraction(number[1]), Fraction(number[1])))
        elif (plain := _PLAIN_RANGE.fullmatch(bare)) is not None and bare != "..":
            intervals.append((Fraction(plain[1]) if plain[1] else None, Fraction(plain[2]) if plain[2] else None))
        elif (numbers := range_of_key(part, step)) is not None:
            intervals.append((numbers.low, numbers.high))
        else:
            raise table_fault(table, place, f"`{text}` is no number and no range", "a range is `1..8`, `<= 8`, `[1..8]`, `9+`")
    return intervals


def read_key(table: DecisionTable, column: int, text: str, place: str, domain: Domain) -> KeySet:
    """Return what a key holds. Raises `WrongInput`."""
    if isinstance(domain, Numbers):
        if is_any(text):
            return ((domain.low, domain.high),)
        intervals = read_intervals(table, text, place, domain.step)
        intervals_held = [(domain.low if low is None else low, domain.high if high is None else high) for low, high in intervals]
        for low, high in intervals_held:
            if low > high:
                raise table_fault(table, place, f"the range `{text}` is empty", "write the smaller number first")
            if low < domain.low or high > domain.high:
                ends = f"{float(domain.low):g} to {float(domain.high):g}"
                raise table_fault(table, place, f"`{text}` is outside of what `{table.inputs[column].label}` can be, {ends}")
        return tuple(sorted(intervals_held))
    if is_any(text):
        return domain.values
    unlike = is_unlike(text) and text not in domain.values
    chosen_values: set[str] = set()
    for word in _words_of(text):
        value = domain.find(word)
        if value is None:
            values = ", ".join(domain.values)
            raise table_fault(table, place, f"`{word}` is no value of `{table.inputs[column].label}`", f"its values are {values}")
        chosen_values.add(value)
    return tuple(value for value in domain.values if (value in chosen_values) != unlike)
