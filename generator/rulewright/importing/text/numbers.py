"""The number that a heading, a paragraph or an item of a list gives to a clause: `## Article 1`, `**2.1** …`, `- A1a) …`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rulewright.rulebook.case_numbers import Numbering, roman_value

_WORD = (
    r"(?:Articles?|Art\.|Rules?|Sections?|Sects?\.|Sec\.|Laws?|Clauses?|Cases?|Regulations?|Paragraphs?|Para\.|Chapters?|Parts?|Schedules?"
    r"|Annex|Appendix|Title|By-?laws?|Standing Orders?)"
)
_POINTS = r"(?:[./]\w+\+*)*"
_DIGITS = rf"(?:§ ?)?(?:\d+(?:[a-z]\d+)*[A-Za-z]?|[A-Z]\d+(?:[a-z]\d*)*)\+*{_POINTS}"
_LETTERED = rf"[A-Z]\+*(?:\.\d\w*\+*){_POINTS}"
_NUMBER = rf"(?:{_DIGITS}|{_LETTERED})"
_LONE = r"(?:[IVXLC]+|[A-Z])"
_END = r"(?=[\s.):\]–—-]|$)"
_GAP = r"(?:[.):]+(?=\s|$)|\s*[–—-](?=\s)|(?=\s)|$)\s*"

_AFTER_WORD = re.compile(rf"{_WORD}\s+(?:No\.\s*)?(?P<number>{_NUMBER}|{_LONE}){_END}{_GAP}", re.IGNORECASE | re.ASCII)
_BRACKETED = re.compile(rf"[\[(](?P<number>{_NUMBER})[\])][.:]?\s+", re.ASCII)
_STRONG = re.compile(rf"(?P<number>{_DIGITS}|{_LETTERED}){_END}{_GAP}", re.ASCII)
_WEAK = re.compile(rf"(?P<number>{_LONE}|\d+){_END}{_GAP}", re.ASCII)
_MARKED = re.compile(r"^(\*{1,3})(?P<inside>[^*]+)\1(?P<after>.*)$", re.DOTALL)
_ATTRIBUTES = re.compile(r"\s*\{(?P<attributes>[^{}]*)\}\s*$")
_OWN_ID = "case-"
_CASE = re.compile(r"§?\w+\+*(?:[./]\w+\+*)*", re.ASCII)

_IN_TEXT = re.compile(
    r"(?P<number>\d+(?:\.\d+)+[A-Za-z]?\d*"
    r"|[A-Z]\d+(?:[a-z]\d*)*|[A-Z](?:\.\d+)+|\d+[A-Z]|§ ?\d+[a-z]?(?:\.\d+)*)(?P<end>[.):]*)(?=\*|\s|$)",
    re.ASCII,
)
_AFTER_WORD_IN_TEXT = re.compile(rf"{_WORD}\s+(?P<number>{_NUMBER})(?:[.:]\s+|\s+[–—-]\s+)", re.ASCII)
_IN_ITEM = re.compile(r"(?P<number>[A-Z]?\d+(?:[a-z]+\d*)*\+*)\)\s+", re.ASCII)
LONGEST_TITLE = 90
"""The most letters of a line that is the title of a clause without a sign of it."""


class NumberedHead(NamedTuple):
    """The number that a line begins with, empty for none, and the words after it.

    `is_sure` is False for a number that only its neighbours can show to be one, such as the 2 of `2 Movement`.
    """

    number: str
    words: str
    is_sure: bool = True
    is_chapter: bool = False
    anchor: str = ""


def read_heading(line: str) -> NumberedHead:
    """Return the number and the title of a heading."""
    words, attributes = line, ""
    if (match := _ATTRIBUTES.search(line)) is not None:
        words, attributes = line[: match.start()], match["attributes"]
    names = attributes.split()
    anchor = next((name[1:] for name in names if name.startswith("#")), "")
    is_chapter = ".chapter" in names
    if anchor.startswith(_OWN_ID) and _CASE.fullmatch(anchor.removeprefix(_OWN_ID)):
        return NumberedHead(anchor.removeprefix(_OWN_ID), words, is_chapter=is_chapter, anchor=anchor)
    if is_chapter:
        return NumberedHead("", words, is_chapter=True, anchor=anchor)
    emphasis = _MARKED.match(words)
    plain = emphasis["inside"] if emphasis is not None and not emphasis["after"].strip() else words
    for pattern in (_AFTER_WORD, _BRACKETED, _STRONG, _WEAK):
        if (head := pattern.match(plain)) is not None:
            number = head["number"].replace(" ", "")
            sure = pattern is not _WEAK and not (pattern is _STRONG and number.isdigit() and not _is_closed(plain, head))
            return NumberedHead(number, plain[head.end() :].strip(), sure, anchor=anchor)
    return NumberedHead("", words.strip(), anchor=anchor)


def _is_closed(words: str, head: re.Match[str]) -> bool:
    """Return True if a sign follows the number, as in `1. Licence`, or nothing."""
    return words[head.end("number") : head.end()].strip() != "" or head.end() == len(words)


def own_heading(number: str, title: str, attributes: str = "") -> str:
    """Return the heading of a case, which is read as this number and this title, as a line in the form of the language."""
    for plain in (f"{number} {title}".strip(), f"{number}. {title}".strip()):
        head = read_heading(plain)
        if (head.number, head.words, head.is_sure) == (number, title, True) and not attributes:
            return plain
    return f"{title} {{#{_OWN_ID}{number}{attributes}}}".strip()


def confirm_numbers(heads: Sequence[NumberedHead]) -> list[bool]:
    """Return which heads of one level have numbers: those that are sure, and those that count on from one another."""
    counted = [head for head in heads if head.number]
    values = [_size(head.number, [each.number for each in counted]) for head in counted]
    in_order = len(counted) > 1 and all(low is not None and high is not None and low < high for low, high in pairwise(values))
    return [bool(head.number) and (head.is_sure or in_order) for head in heads]


def _size(number: str, others: Sequence[str]) -> int | None:
    if number.isdigit():
        return int(number)
    roman = roman_value(number)
    if roman is not None and any(len(other) > 1 for other in others if other.isalpha()):
        return roman
    return ord(number) if len(number) == 1 else None


def read_text_head(line: str, *, in_list: bool = False) -> NumberedHead | None:
    """Return the number with which a paragraph or an item of a list begins a clause, and the rest of its words; None if it has none."""
    star = line[: len(line) - len(line.lstrip("*"))]
    plain = line[len(star) :]
    match = (_IN_ITEM.match(plain) if in_list else None) or _AFTER_WORD_IN_TEXT.match(plain)
    if match is None:
        match = _BRACKETED.match(plain) or _IN_TEXT.match(plain)
        if match is None or not _begins_clause(match, plain[match.end() :]):
            return None
    words = plain[match.end() :]
    if star:
        words = words.lstrip().removeprefix(star).lstrip(" .:") if words.lstrip().startswith(star) else f"{star}{words.lstrip()}"
    return NumberedHead(match["number"].replace(" ", ""), words.strip())


def _begins_clause(match: re.Match[str], following: str) -> bool:
    """Return True if a sign ends the number, or a capital letter follows one with points: `2.5 miles` begins no clause."""
    first = re.sub(r"^[*_\s“‘(\[]+", "", following)[:1]
    return bool(match.groupdict().get("end")) or (
        (match.re is _BRACKETED or "." in match["number"] or "§" in match["number"]) and not first.islower()
    )


def split_title(words: str) -> tuple[str, str]:
    """Return the title with which the words of a clause begin, set apart by emphasis, and the rest; an empty title if there is none."""
    marked = _MARKED.match(words)
    if marked is None or len(marked["inside"]) > LONGEST_TITLE:
        return "", words
    if len(marked[1]) == 1 and marked["inside"][-1:] not in ".:" and marked["after"][:1] not in (".", ":", ""):
        return "", words
    return marked["inside"].strip().rstrip(".:").rstrip(), marked["after"].lstrip(" .:–—")


def counts_by_section(numbers: Sequence[str]) -> bool:
    """Return True if numbers are in the order of the file when 2.10 comes after 2.9, and not when its digits are an outline."""

    def breaks(numbering: Numbering) -> int:
        return sum(numbering.sort_key(low) > numbering.sort_key(high) for low, high in pairwise(numbers))

    return any(re.fullmatch(r"§?\d+\.\d\d+.*", number) for number in numbers) and breaks(Numbering(by_section=True)) <= breaks(Numbering())
