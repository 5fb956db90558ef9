"""Words -> statements: sentences, clauses between semicolons, points of a list, bullets."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from rulewright.importing.sheet.labels import trailing_label
from rulewright.importing.sheet.numbers import NUMBER

SHORT = frozenset(
    re.findall(
        r"\S+",
        "i.e e.g etc vs nos st mr mrs dr lt col gen capt cav inf art div bde bn inc ltd co p pp pg fig approx sept oct nov dec "
        "jan feb mar apr jun jul aug cf ref ed vol hvy hq dept sec abs para",
    )
)
"""Abbreviations: a full stop after one does not end a sentence."""

END = re.compile(r"([.!?…]+[\"”'’)\]*_]*)\s+(?=[\"“'‘(\[*_]*[A-Z0-9])|(;)\s+|(?<=[.:;)!?])\s+(?=\*\s[A-Z])")
POINT = re.compile(r"(?:(?<=[.:;!?)])\s+)\(?(?:\d{1,2}[.)]|[a-h]\))\s+(?=[\"“(*]*[A-Z])|^\(?(?:\d{1,2}[.)]|[a-h]\))\s+(?=\S)")
CASE_ALONE = re.compile(rf"\s*[(\[]{NUMBER}[)\]][.*_\s]*$")
"""A case in brackets that ends an entry is no statement by itself."""

ASIDE_ALONE = re.compile(r"\s*[(\[](?:(?:[Pp]ages?|p\.) [\d,& –-]+|[\w ,.]{0,24}\b(?:19|20)\d\d)[)\]][.\s]*$")
"""A page, or a date, in brackets at the end."""

REFERENCE_ALONE = re.compile(
    rf"\s*[(\[]?(?:See|see|Cf\.?)\s+(?:also\s+)?(?:(?:rules?|cases?|sections?|§)\s*)?{NUMBER}(?:(?:,| and| or|,? &) {NUMBER})*[)\]]?[.\s]*"
)
"""`See 2.7.` is no statement by itself either."""

QUOTED = re.compile(r"\"[^\"]{1,600}\"|“[^“”]{1,600}”")
"""Words that the sheet quotes: what ends a sentence in them ends no statement."""

NO_END = re.compile(r"\s*(?:i\.e\.|e\.g\.|that is\b|(?:it|they) should\b|and\b|or\b|but\b|\([a-z0-9]{1,3}\)\s)", re.IGNORECASE)
"""The words after a semicolon that go on with the sentence before it."""

MIN_WORDS = 4
"""The least number of words of a statement of its own."""

NOW = re.compile(r"[*_\s]*(?:now|with|to read|by|new(?: text| wording)?|revised(?: text)?|replacement)\b[*_]*:", re.IGNORECASE)
"""The beginning of a new text, which forms one statement with the old text."""

NEW_WORDS = re.compile(
    r"[*_\s]*(?:(?:(?:it|this|that|they) )?(?:should|ought to|must|shall)(?: instead)? (?:read|say|be)\b|"
    r"correct(?:ed)?(?: to| text| wording)?:)"
    r"[*_]*:?\s*[\"“]",
    re.IGNORECASE,
)
"""After quoted words, the words that take their place: `It should read "…"`."""

ASIDE = re.compile(r"(?<=\w)(?<!['’]s)\s+(?=(?:NOTE|Note|EXAMPLE|Example):\s)")
"""The start of a note or an example, which begins a statement even if the full stop before it is lost."""


def split_statements(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield the statements between two offsets, in order: start, end, and number in a list, empty if it has none."""
    cuts = sorted({start, *_point_starts(text, start, end), *_sentence_ends(text, start, end)})
    quoted = [(match.start(), match.end()) for match in QUOTED.finditer(text, start, end)]
    starts = [first for first, _ in quoted]
    cuts = [cut for cut in cuts if cut == start or not (_is_no_statement(text, cut, end) or _is_inside(cut, starts, quoted))]
    cuts = _without_references(text, cuts, end)
    for begin, stop in zip(cuts, [*cuts[1:], end], strict=True):
        words = text[begin:stop]
        if not re.search(r"\w", words):
            continue
        first = begin + len(words) - len(words.lstrip())
        point = re.match(r"\(?(\d{1,2}|[a-h](?=\)))[.)]\s", text[first:stop])
        yield first, begin + len(words.rstrip()), point[1] if point else ""


def _is_inside(offset: int, starts: list[int], ranges: list[tuple[int, int]]) -> bool:
    """Return True if an offset lies inside of one of the ranges, which are in order."""
    index = bisect_left(starts, offset) - 1
    return index >= 0 and offset < ranges[index][1]


def _is_no_statement(text: str, start: int, end: int) -> bool:
    """Return True for a case or a label in brackets at the end."""
    label = trailing_label(text, start - 1, end)
    return (
        CASE_ALONE.match(text, start, end) is not None
        or ASIDE_ALONE.match(text, start, end) is not None
        or (label is not None and not text[start : label[1]].strip())
    )


def _without_references(text: str, cuts: list[int], end: int) -> list[int]:
    """Return the cuts but for those before a sentence that only refers to another case."""
    stops = [*cuts[1:], end]
    return [
        cut
        for index, (cut, stop) in enumerate(zip(cuts, stops, strict=True))
        if index == 0 or not REFERENCE_ALONE.fullmatch(text, cut, stop)
    ]


def _point_starts(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the starts of list items: each number is one more than the one before, so that a figure in a sentence does not count."""
    next_label = ""
    for match in POINT.finditer(text, start, end):
        label = re.sub(r"\W", "", match[0])
        if match.start() == start or label in ("1", "a", next_label):
            next_label = str(int(label) + 1) if label.isdigit() else chr(ord(label) + 1)
            yield match.start() + len(match[0]) - len(match[0].lstrip())


def _sentence_ends(text: str, start: int, end: int) -> Iterator[int]:
    for match in END.finditer(text, start, end):
        prefix = re.search(r"[\w.]*$", text[max(start, match.start() - 12) : match.start()])
        word = (prefix[0] if prefix else "").casefold()
        if (match[2] and not _separates_statements(text, start, match, end)) or NOW.match(text, match.end(), end):
            continue
        if _ends_quoted(text, match) and NEW_WORDS.match(text, match.end(), end):
            continue
        if text[match.start() - 1 : match.start()].isspace() and match[1] == ".":
            continue  # dots with spaces between, or one that has slipped
        short = (
            match[1] is not None
            and match[1].startswith(".")
            and (
                word in SHORT or (word == "no" and text[match.end()].isdigit()) or _is_initials(word) or _is_list_number(text, start, match)
            )
        )
        if not short:
            yield match.end()
    for match in ASIDE.finditer(text, start, end):
        yield match.end()


def _ends_quoted(text: str, match: re.Match[str]) -> bool:
    """Return True if quoted words end where a sentence ends, with the full stop in them or after them."""
    return re.search(r"[\"”]", text[match.start() - 1 : match.end()]) is not None


def _separates_statements(text: str, start: int, match: re.Match[str], end: int) -> bool:
    """Return True if a semicolon separates two statements: outside of brackets, with several words on either side."""
    if NO_END.match(text, match.end(), end):
        return False
    preceding = re.split(r"[.!?]\s", text[max(start, match.start() - 300) : match.start()])[-1]
    following = re.split(r"[.!?;]\s", text[match.end() : min(end, match.end() + 300)])[0]
    return preceding.count("(") <= preceding.count(")") and len(preceding.split()) >= MIN_WORDS and len(following.split()) >= MIN_WORDS


def _is_initials(word: str) -> bool:
    """Return True for a single letter, or several with full stops (`n.y`)."""
    return bool(re.fullmatch(r"[a-z](?:\.[a-z])*", word))


def _is_list_number(text: str, start: int, match: re.Match[str]) -> bool:
    """Return True if the full stop belongs to a list number at the beginning of an item, such as `4.`."""
    return bool(re.search(r"(?:^|[.:;!?)]\s+)\(?\d{1,2}$", text[max(start, match.start() - 8) : match.start()]))
