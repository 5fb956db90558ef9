"""Words -> statements: sentences, what is between semicolons, points of a list, bullets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.importing.numbers import NUMBER

SHORT = frozenset(
    [
        "i.e",
        "e.g",
        "etc",
        "vs",
        "nos",
        "st",
        "mr",
        "mrs",
        "dr",
        "lt",
        "col",
        "gen",
        "capt",
        "cav",
        "inf",
        "art",
        "div",
        "bde",
        "bn",
        "inc",
        "ltd",
        "co",
        "p",
        "pp",
        "pg",
        "fig",
        "approx",
        "sept",
        "oct",
        "nov",
        "dec",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "cf",
        "ref",
        "ed",
        "vol",
        "hvy",
        "hq",
        "dept",
    ]
)
"""Words that a full stop shortens; a sentence does not end there."""

END = re.compile(r"([.!?…]+[\"”'’)\]*_]*)\s+(?=[\"“'‘(\[*_]*[A-Z0-9])|(;)\s+|(?<=[.:;)!?])\s+(?=\*\s[A-Z])")
POINT = re.compile(r"(?:(?<=[.:;!?)])\s+)\(?(?:\d{1,2}[.)]|[a-h]\))\s+(?=[\"“(*]*[A-Z])|^\(?(?:\d{1,2}[.)]|[a-h]\))\s+(?=\S)")
CASE_ALONE = re.compile(rf"\s*[(\[]{NUMBER}[)\]][.\s]*$")
"""A case in brackets that ends an entry is no statement by itself."""

FEW = 4
"""Fewer words than these are no statement by themselves."""

NOW = re.compile(r"[*_\s]*(?:now|new(?: text| wording)?|revised(?: text)?|replacement)\b[*_]*:", re.IGNORECASE)
"""What a text is now is one statement with what it was."""

ASIDE = re.compile(r"(?<=\w)\s+(?=(?:NOTE|Note|EXAMPLE|Example):\s)")
"""A note or an example begins a statement even where the full stop before it is lost."""


def pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """The statements between two offsets, in order: where each begins and ends, and its number in a list, empty where it has none."""
    cuts = sorted({start, *_points(text, start, end), *_ends(text, start, end)})
    cuts = [cut for cut in cuts if cut == start or not CASE_ALONE.match(text, cut, end)]
    for begin, stop in zip(cuts, [*cuts[1:], end], strict=True):
        words = text[begin:stop]
        if not re.search(r"\w", words):
            continue
        left = begin + len(words) - len(words.lstrip())
        point = re.match(r"\(?(\d{1,2}|[a-h](?=\)))[.)]\s", text[left:stop])
        yield left, begin + len(words.rstrip()), point[1] if point else ""


def _points(text: str, start: int, end: int) -> Iterator[int]:
    """Where points of a list begin: each number is one more than the one before, so that a figure in a sentence is none."""
    next_one = ""
    for found in POINT.finditer(text, start, end):
        label = re.sub(r"\W", "", found[0])
        if found.start() == start or label in ("1", "a", next_one) or not next_one:
            next_one = str(int(label) + 1) if label.isdigit() else chr(ord(label) + 1)
            yield found.start() + len(found[0]) - len(found[0].lstrip())


def _ends(text: str, start: int, end: int) -> Iterator[int]:
    for found in END.finditer(text, start, end):
        before = re.search(r"[\w.]*$", text[max(start, found.start() - 12) : found.start()])
        word = (before[0] if before else "").casefold()
        if (found[2] and not _parted(text, start, found, end)) or NOW.match(text, found.end(), end):
            continue
        if text[found.start() - 1 : found.start()].isspace() and found[1] == ".":
            continue  # dots with spaces between, or one that has slipped
        short = (
            found[1] is not None
            and found[1].startswith(".")
            and (word in SHORT or (word == "no" and text[found.end()].isdigit()) or _initial(word) or _number_of_list(text, start, found))
        )
        if not short:
            yield found.end()
    for found in ASIDE.finditer(text, start, end):
        yield found.end()


def _parted(text: str, start: int, found: re.Match[str], end: int) -> bool:
    """Whether a semicolon parts two statements: outside of brackets, with several words on either side."""
    before = re.split(r"[.!?]\s", text[max(start, found.start() - 300) : found.start()])[-1]
    after = re.split(r"[.!?;]\s", text[found.end() : min(end, found.end() + 300)])[0]
    return before.count("(") <= before.count(")") and len(before.split()) >= FEW and len(after.split()) >= FEW


def _initial(word: str) -> bool:
    """A letter alone, or several with full stops (`n.y`)."""
    return bool(re.fullmatch(r"[a-z](?:\.[a-z])*", word))


def _number_of_list(text: str, start: int, found: re.Match[str]) -> bool:
    """`4.` at the beginning of a point is no sentence."""
    return bool(re.search(r"(?:^|[.:;!?)]\s+)\(?\d{1,2}$", text[max(start, found.start() - 8) : found.start()]))
