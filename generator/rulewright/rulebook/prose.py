"""References in prose: `[9.13]`, `[9.13.besieged]`, `cases 5.2 to 5.4`, `9.11 and 9.13`, and terms such as `[zone of control]`.

In brackets a case number is always a reference, and so it is after the word case, rule, section or paragraph and in the list that
follows. A bare `9.13` is one only where the book has such a case, for `2.5` may also be a quantity.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from rulewright.rulebook.case_numbers import sort_key


@dataclass(frozen=True, slots=True)
class ProseReference:
    """A number in a text, from `start` up to `end`. `last` is set where it begins a range, `cases 5.2 to 5.4`: up to and with 5.4."""

    start: int
    end: int
    number: str
    last: str | None = None
    bare: bool = False

    def numbers(self, book: Iterable[str], headings: Sequence[str] | None = None) -> tuple[str, ...]:
        """What it refers to: the number itself, or both ends of a range and whatever of `book` stands between them."""
        if self.last is None:
            return (self.number,)
        low, high = sort_key(self.number, headings), sort_key(self.last, headings)
        between = [one for one in book if low <= sort_key(one, headings) <= high]
        return tuple(dict.fromkeys([self.number, *sorted(between, key=lambda one: sort_key(one, headings)), self.last]))


@dataclass(frozen=True, slots=True)
class ProseTerm:
    """`[zone of control]`: a word in brackets that is no case number."""

    start: int
    end: int
    name: str


_PART = r"(?:\.(?:[a-z]\w*|\d+))*"  # a rule by name or place, a ground
_NUMBER = rf"(?:\d+\.\d+[a-z]?(?:/\d+)?|[A-Za-z][A-Za-z_]*\.\w+|\d+/\d+){_PART}"
_DECIMAL = rf"\d+\.\d+[a-z]?(?:/\d+)?{_PART}"
_BRACKET = re.compile(r"\[(?P<inside>[^\[\]\n]{1,80})\]")
_LIST = re.compile(
    rf"\b(?:[Cc]ases?|[Rr]ules?|[Ss]ections?|[Pp]aragraphs?)\s+(?P<list>{_DECIMAL}(?:\s*(?:,|and|or|to|through|-|–)\s*(?:and\s+)?{_DECIMAL})*)"
)
_BARE = re.compile(rf"(?<![\w.,/\-\[]){_DECIMAL}(?![\w/%])")
_ITEM = re.compile(rf"(?P<number>{_NUMBER})(?:\s*(?:to|through|–|-)\s*(?P<last>{_NUMBER}))?")
_IN_BRACKET = re.compile(rf"(?:cases?\s+)?{_ITEM.pattern}\Z", re.IGNORECASE)
_PLAIN = re.compile(r"[A-Za-z0-9_]+(?:[./][A-Za-z0-9_]+)*\Z")


def references(text: str, known: Container[str]) -> tuple[ProseReference, ...]:
    """Every reference to a case in `text`, from left to right. `known` holds the numbers of the book: it decides about bare numbers and
    about bracketed ones without a point, such as `[Q10]`."""
    if "." not in text and "[" not in text and "/" not in text:
        return ()
    named: list[ProseReference] = []
    taken: list[tuple[int, int]] = []
    for match in _BRACKET.finditer(text):
        named.extend(_bracketed(match, known))
        taken.append(match.span())
    for match in _LIST.finditer(text):
        if not _inside(match.start("list"), taken):
            start = match.start("list")
            named.extend(_items(match["list"], start))
            taken.append(match.span())
    for match in _BARE.finditer(text):
        if not _inside(match.start(), taken) and match[0] in known:
            named.append(ProseReference(match.start(), match.end(), match[0], bare=True))
    return tuple(sorted(named, key=lambda one: one.start))


def terms(text: str, known: Container[str]) -> tuple[ProseTerm, ...]:
    """Every bracketed word that is no reference to a case."""
    if "[" not in text:
        return ()
    return tuple(
        ProseTerm(match.start("inside"), match.end("inside"), match["inside"])
        for match in _BRACKET.finditer(text)
        if not _bracketed(match, known) and not _is_link(text, match)
    )


def _is_link(text: str, match: re.Match[str]) -> bool:
    """Markdown's own `[text](address)` is neither a term nor a reference."""
    return text[match.end() : match.end() + 1] == "("


def _bracketed(match: re.Match[str], known: Container[str]) -> list[ProseReference]:
    inside, start = match["inside"], match.start("inside")
    if _is_link(match.string, match):
        return []
    found: list[ProseReference] = []
    at = 0
    for part in re.split(r"(\s*(?:,|;|\band\b|\bor\b)\s*)", inside):
        item = _IN_BRACKET.match(part)
        if item is not None:
            found.append(ProseReference(start + at + item.start("number"), start + at + item.end(), item["number"], item["last"]))
        elif part in known and _PLAIN.match(part):
            found.append(ProseReference(start + at, start + at + len(part), part))
        at += len(part)
    return found


def _items(listed: str, start: int) -> list[ProseReference]:
    return [ProseReference(start + one.start(), start + one.end(), one["number"], one["last"]) for one in _ITEM.finditer(listed)]


def _inside(at: int, taken: list[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in taken)


def redirected(text: str, old: str, new: str) -> str:
    """`text` with every mention of case `old` turned into `new`, in brackets or bare, and in addresses (`14.43.b`)."""
    if old not in text:
        return text
    whole = re.compile(rf"(?<![\w.]){re.escape(old)}(?![\w/]{'' if '.' in old else '|[.]'})")
    pieces: list[str] = []
    at = 0
    for one in references(text, {old}):
        pieces.append(text[at : one.start])
        pieces.append(whole.sub(lambda _: new, text[one.start : one.end]))
        at = one.end
    pieces.append(text[at:])
    return "".join(pieces)
