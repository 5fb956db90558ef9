"""References in prose: `[9.13]`, `[9.13(b)]`, `cases 5.2 to 5.4`, `9.11 and 9.13`, and terms such as `[zone of control]`.

In brackets a case number is always a reference, and so it is after the word case, rule, section or paragraph and in the list that
follows; in a book of such numbers it is one after *see*, *as in* and the like, too, where a clause ends with it or goes on with *above*,
*for*, *on*. A bare `9.13` is one
only where the book has such a case, for `2.5` may also be a quantity; so are `§3a`, `A.1` and `II.4`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from rulewright.rulebook.case_numbers import Numbering


@dataclass(frozen=True, slots=True)
class ProseReference:
    """A case number in a text, from `start` up to `end`: `14.43.b` for `14.43(b)`.

    `last` is set if it begins a range: 5.4 in `cases 5.2 to 5.4`, inclusive.
    """

    start: int
    end: int
    number: str
    last: str | None = None
    bare: bool = False

    def expand_range(self, book: Iterable[str], numbering: Numbering) -> tuple[str, ...]:
        """Return the numbers referred to: the number itself, or both ends of a range and the numbers of `book` between them."""
        if self.last is None:
            return (self.number,)
        low, high = numbering.sort_key(self.number), numbering.sort_key(self.last)
        range_numbers = [case_number for case_number in book if low <= numbering.sort_key(case_number) <= high]
        return tuple(dict.fromkeys([self.number, *sorted(range_numbers, key=numbering.sort_key), self.last]))


@dataclass(frozen=True, slots=True)
class ProseTerm:
    """`[zone of control]`: a word in brackets that is no case number."""

    start: int
    end: int
    name: str


_PART = r"(?:\.(?:[a-z]\w*|\d+))*"  # a rule by name or place, a ground
_POINT = r"\+*(?:/\d+\+*)?"
_NUMBER = rf"(?:§?\d+\.\d+[a-z]?{_POINT}|§\d+[a-z]?{_POINT}|[A-Za-z][A-Za-z_]*\.\w+\+*|\d+/\d+\+*){_PART}"
_DECIMAL = rf"\d+\.\d+[a-z]?{_POINT}{_PART}"
_SIGNED = rf"§\d+(?:\.\d+)?[a-z]?{_POINT}{_PART}"
_CHAPTER_LETTER = rf"(?:[A-Z]|[IVXLCDM]+)\.\d+[a-z]?{_POINT}{_PART}"
_LETTERS = r"(?:\((?:[a-z]|[ivx]{2,4})\))*"  # grounds, as in 14.43(b)
_BRACKET = re.compile(r"\[(?P<inside>[^\[\]\n]{1,80})\]")
_DECIMALS = rf"(?P<list>{_DECIMAL}{_LETTERS}(?:\s*(?:,|and|or|to|through|-|–)\s*(?:and\s+)?{_DECIMAL}{_LETTERS})*)"
_LIST = re.compile(rf"\b(?:[Cc]ases?|[Rr]ules?|[Ss]ections?|[Pp]aragraphs?)\s+{_DECIMALS}")
_AFTER_SEE = re.compile(
    r"\b(?:[Ss]ee(?:\s+also)?|[Cc]f\.?|[Cc]ompare|(?:[Aa]s|[Dd]escribed|defined|explained|laid\s+down|listed|set\s+out)\s+in|[Aa]s\s+per)\s+"
    rf"(?!\d+\.\d+\.\d{{4}}){_DECIMALS}"
    r"(?=\s*(?:\Z|[)\];:!?–—]|[.,](?!\s*\d))|\s+(?:above|about|below|for|on|too)\b)"
)
_BARE = re.compile(rf"(?<![\w.,/\-\[§])(?:{_DECIMAL}|{_SIGNED}|{_CHAPTER_LETTER})(?![\w/%])")
_ITEM = re.compile(rf"(?P<number>{_NUMBER}{_LETTERS})(?:\s*(?:to|through|–|-)\s*(?P<last>{_NUMBER}{_LETTERS}))?")
_IN_BRACKET = re.compile(rf"(?:cases?\s+)?{_ITEM.pattern}\Z", re.IGNORECASE)
_PLAIN = re.compile(rf"(?P<number>§?\w+\+*(?:[./]\w+\+*)*){_LETTERS}\Z")
_IN_DECIMALS = re.compile(r"\d+\.\d")
_LETTER = re.compile(r"\((\w+)\)")


def find_references(text: str, numbers: Collection[str]) -> tuple[ProseReference, ...]:
    """Return the references to cases in `text`, from left to right.

    `numbers` are the numbers of the book; they decide about bare numbers and about bracketed ones without a point, such as `[Q10]`.
    """
    if "." not in text and "[" not in text and "/" not in text and "§" not in text:
        return ()
    collected: list[ProseReference] = []
    spans: list[tuple[int, int]] = []
    for match in _BRACKET.finditer(text):
        collected.extend(_bracket_references(match, numbers))
        spans.append(match.span())
    after_see = [match for match in _AFTER_SEE.finditer(text) if any(map(_IN_DECIMALS.match, numbers))]
    for match in (*_LIST.finditer(text), *after_see):
        if not _in_spans(match.start("list"), spans):
            start = match.start("list")
            collected.extend(_list_references(match["list"], start))
            spans.append(match.span())
    for match in _BARE.finditer(text):
        if not _in_spans(match.start(), spans) and match[0] in numbers:
            collected.append(ProseReference(match.start(), match.end(), match[0], bare=True))
    return tuple(sorted(collected, key=lambda reference: reference.start))


def find_terms(text: str, numbers: Collection[str]) -> tuple[ProseTerm, ...]:
    """Return the bracketed words that are no references to a case."""
    if "[" not in text:
        return ()
    return tuple(
        ProseTerm(match.start("inside"), match.end("inside"), match["inside"])
        for match in _BRACKET.finditer(text)
        if not _bracket_references(match, numbers) and not _is_link(text, match)
    )


def _is_link(text: str, match: re.Match[str]) -> bool:
    """Return True for a Markdown link, `[text](address)`, which is neither a term nor a reference."""
    return text[match.end() : match.end() + 1] == "("


def _bracket_references(match: re.Match[str], numbers: Collection[str]) -> list[ProseReference]:
    content, start = match["inside"], match.start("inside")
    if _is_link(match.string, match):
        return []
    collected: list[ProseReference] = []
    offset = 0
    for part in re.split(r"(\s*(?:,|;|\band\b|\bor\b)\s*)", content):
        item = _IN_BRACKET.match(part)
        if item is not None:
            collected.append(ProseReference(start + offset + item.start("number"), start + offset + item.end(), *_numbers_of(item)))
        elif (plain := _PLAIN.match(part)) is not None and plain["number"] in numbers:
            collected.append(ProseReference(start + offset, start + offset + len(part), _LETTER.sub(r".\1", part)))
        offset += len(part)
    return collected


def _list_references(list_text: str, start: int) -> list[ProseReference]:
    return [ProseReference(start + item.start(), start + item.end(), *_numbers_of(item)) for item in _ITEM.finditer(list_text)]


def _numbers_of(item: re.Match[str]) -> tuple[str, str | None]:
    """Return the numbers of an item as addresses: `14.43.b` for `14.43(b)`; the last one of a range, or None."""
    return _LETTER.sub(r".\1", item["number"]), None if item["last"] is None else _LETTER.sub(r".\1", item["last"])


def _in_spans(position: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= position < end for start, end in spans)


def redirect_references(text: str, old: str, new: str) -> str:
    """Return `text` with all mentions of case `old` replaced by `new`, in brackets or bare, and in addresses (`14.43.b`)."""
    if old not in text:
        return text
    whole_number = re.compile(rf"(?<![\w.]){re.escape(old)}(?![\w/+]{'' if '.' in old else '|[.]'})")
    pieces: list[str] = []
    offset = 0
    for reference in find_references(text, {old}):
        pieces.append(text[offset : reference.start])
        pieces.append(whole_number.sub(lambda _: new, text[reference.start : reference.end]))
        offset = reference.end
    pieces.append(text[offset:])
    return "".join(pieces)
