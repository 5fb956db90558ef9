"""Text -> blocks, by layout: blank lines, marks of headings and lists, tabs; and by lines that begin an entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rulewright.importing.names import case_name
from rulewright.importing.readers import read_head
from rulewright.importing.sheet.amending import amending_of
from rulewright.importing.sheet.headings import (
    STANDALONE,
    is_in_capitals,
    is_plain_heading,
    is_sheet_title,
    is_title_case,
    looks_like_heading,
)
from rulewright.importing.sheet.labels import is_change_title
from rulewright.importing.sheet.model import NO_CASES, Block, BlockKind, BookCases
from rulewright.importing.sheet.numbers import MENTION
from rulewright.importing.sheet.old_and_new import OF_BOTH, is_label

LONGEST_TITLE = 75
TITLE_MARKS = re.compile(r"^[*_]*(?:definition of )?|[*_:]*$", re.IGNORECASE)
CODED = re.compile(r"[*_]*[A-Z][\w'’,&! -]{2,50} (?:\([A-Z]{0,3}\d{1,4}\)|\(?#\d{1,4}\)?)[*_]*:?")
"""The name of a card with its code, on a line of its own: `White Sheet (F10)`."""

OWN_HEADING = re.compile(r"\d{1,3}[A-Z]\.?\s+[A-Z][\w'’,& -]{1,60}")
"""The heading of a clause put in between others: `2A. Pets`; in a sheet of questions `2A.` is an answer."""

FENCE = re.compile(r"[ \t]*(?:```|~~~)")
HEADING = re.compile(r"[ \t]*(#{1,6})[ \t]+")
BOLD_LINE = re.compile(r"[ \t]*(\*\*|__)(?!\d)[^*_?!.\n]{2,60}[^*_?!.\n:]:?\1:?[ \t]*")
"""A line in bold letters is a heading, if it is no sentence."""

ITEM = re.compile(r"[ \t]*(?:(?:[-*•–·+]|\\-)[ \t]+(?=\S)|;(?=\d))")
POINT = re.compile(r"[ \t]*\(?(\d{1,2}|[a-z](?=\)))[.)](?:[ \t]+(?=\S)|(?=[A-Z][a-z]))")
RULE = re.compile(r"[ \t]*(?:[-=*_][ \t]?){3,}[ \t]*|[ \t]*[|:-][ |:-]*-[ |:-]*")
"""A horizontal rule, or the line between the head and the body of a table."""

BAR_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*")
PLACE = re.compile(
    r"[ \t]*(?:(?:Event|Scenario|Strategy|Action)\s)?(?:Card|Counter|Event|Hex|Scenario|Chart|Table)\s\w{1,8}"
    r"(?:[:,]\s|\.\s(?=[A-Z])|[ \t]*$)"
)
"""A line that begins with one of several pieces of the game: `Card 54: …`, `Scenario 1. …`."""

LABELLED_LINE = re.compile(
    r"[ \t]*[A-Z][^.!?\n]{2,60}\((?:[Cc]larification|[Cc]orrection|[Aa]ddition|[Oo]mission|[Cc]hange|[Ee]rror|[Nn]ew)s?\)[ \t:]*"
)
"""A line that is a title and a label."""

ANSWER_LINE = re.compile(r"[ \t]*[*_]*(?:\d{1,3}\s?)?(?:\(A\s?#?\d{1,3}\)|A(?:nswer)?\s?#?\d{0,3}\s?(?:[:\]]|(?<=\d)[.)]))[*_]*\s")
TITLED = re.compile(
    r"[ \t]*[*_]*(?:Counters?|Maps?|Charts?|Tables?|Victory(?: Conditions)?|Set-?up|Components?|Cards?|Markers?|Pieces)[*_]*:[*_]*\s+"
    r"(?=[\"“(]?[A-Z0-9])"
)
"""A line that begins with a component of the game: `Counters: …`."""

PARALLEL = re.compile(r"[ \t]*[*_]*[A-Z][^.:!?\n\"“]{1,40}:[ \t]+\S")
"""One of several lines that each begin with a name and a colon."""

ENDED = re.compile(r"[.!?][)\]\"”]?$|[.!?] ?\[[^\]\n]*\]$")
"""The end of a line after which a title or a question begins an entry without a blank line."""

WRAPPED = 60
"""The length from which a line may have been broken by the page and not by the writer."""


def blocks_of(text: str, cases: BookCases = NO_CASES) -> tuple[Block, ...]:
    """Return the blocks of a text. A paragraph that a page broke in two is one block; a line that is the title of a case is a heading."""
    blocks: list[Block] = []
    for block in _split_lines(text, cases):
        last = blocks[-1] if blocks else None
        if last is not None and _continues_block(text, last, block):
            blocks[-1] = replace(last, end=block.end)
        else:
            is_apart = last is None or text.count("\n", last.end, block.start) > 1
            blocks.append(replace(block, is_apart=is_apart))
    return tuple(_mark_headings(text, blocks))


def _split_lines(text: str, cases: BookCases) -> Iterator[Block]:
    """Yield the blocks by lines alone."""
    fence = -1  # where a block of code begins
    offset, open_start, end, kind, point, in_table = 0, -1, 0, BlockKind.TEXT, "", False
    lines = [*text.split("\n"), ""]
    for index, line in enumerate(lines):
        start, offset = offset, offset + len(line) + 1
        if FENCE.match(line) or fence >= 0:
            if open_start >= 0:
                yield Block(kind, open_start, end)
                open_start = -1
            end = start + len(line.rstrip())
            if fence >= 0 and (FENCE.match(line) or index == len(lines) - 1):
                yield Block(BlockKind.CODE, fence, end)
                fence = -1
            elif fence < 0:
                fence = start
            continue
        stripped = line.strip()
        line_kind = _kind_of_own_line(line, lines[index + 1] if index + 1 < len(lines) else "")
        if line_kind is None and (CODED.fullmatch(stripped) or (cases.is_own and open_start < 0 and OWN_HEADING.fullmatch(stripped))):
            line_kind = BlockKind.HEADING
        if line_kind is None and 0 < len(stripped) <= LONGEST_TITLE and case_name(TITLE_MARKS.sub("", stripped)) in cases.by_name:
            line_kind = BlockKind.HEADING
        in_table = "|" in line and (in_table or line_kind is BlockKind.TABLE_HEAD)
        if in_table and line_kind is None:
            line_kind = BlockKind.ROW
        next_point = _next_point(line, point)
        begins = not stripped or line_kind is not None or ITEM.match(line) or next_point
        if open_start >= 0 and (
            begins
            or _begins_entry(line, lines[index + 1 : index + 2], text[max(open_start, end - SIGHT) : end], is_item=kind is BlockKind.ITEM)
            or _is_heading_line(text[max(open_start, end - SIGHT) : end], line, is_apart=index < 2 or not lines[index - 2].strip())
        ):
            yield Block(kind, open_start, end)
            open_start = -1
        if not stripped or RULE.fullmatch(line):
            continue
        point = next_point or point
        first = start + len(line) - len(line.lstrip())
        end = start + len(line.rstrip())
        mark = HEADING.match(line)
        if line_kind is BlockKind.HEADING:
            yield Block(line_kind, start + mark.end() if mark else first, start + len(line.rstrip(" \t#")), len(mark[1]) if mark else 0)
        elif line_kind is not None:
            yield Block(line_kind, first, end)
        elif open_start < 0:
            open_start, kind = first, BlockKind.ITEM if ITEM.match(line) else BlockKind.TEXT


def _kind_of_own_line(line: str, following: str) -> BlockKind | None:
    """Return the kind of a line that is a block by itself, else None."""
    if HEADING.match(line) or STANDALONE.fullmatch(line) or BOLD_LINE.fullmatch(line):
        return BlockKind.HEADING
    if "|" in line and "|" in following and RULE.fullmatch(following):
        return BlockKind.TABLE_HEAD
    if ("\t" in line.strip(" ") and line.strip()) or BAR_ROW.fullmatch(line):
        return BlockKind.ROW
    return None


def _next_point(line: str, last: str) -> str:
    """Return the number of a line in a list if it is the first, or the one after the last number; empty for a figure of a sentence."""
    match = POINT.match(line)
    if match is None:
        return ""
    return match[1] if match[1] in ("1", "a", following_point(last)) else ""


def following_point(point: str) -> str:
    """Return the number after one in a list; empty for none."""
    return str(int(point) + 1) if point.isdigit() else chr(ord(point) + 1) if point else ""


SIGHT = 400
"""How many letters of the block before a line are looked at."""


def _begins_entry(line: str, next_lines: list[str], preceding: str, *, is_item: bool) -> bool:
    """Return True if a line begins an entry by its head, and does not continue the sentence before, which may be of an item."""
    last = preceding[preceding.rfind("\n") + 1 :].rstrip()
    ended = ENDED.search(last) is not None
    if ANSWER_LINE.match(line):
        return True
    if ended and (TITLED.match(line) or LABELLED_LINE.fullmatch(line) or _is_line_in_capitals(line)):
        return True
    if ended and PARALLEL.match(line) and PARALLEL.match(preceding) and not is_label(line, 0, len(line)):
        return True
    if (len(last) >= WRAPPED and last[-1] not in '.!?:;)"”') or (MENTION.search(last) and not is_in_capitals(last)):
        return False
    if PLACE.match(line) or (is_item and is_sheet_title(line)):
        return True
    text = "\n".join((line, *next_lines))
    head = read_head(text, len(line) - len(line.lstrip()), len(text), titles=False)
    if head.question:
        return ended or bool(head.numbers) or preceding.count("\n") == 0
    if head.in_words and not (ended or (len(last) < WRAPPED and line.lstrip(" *_(")[:1].isupper())):
        return False
    return bool(head.numbers or head.page or head.section or head.everywhere or (head.letter and (head.label or ended)))


def _is_heading_line(preceding: str, line: str, *, is_apart: bool) -> bool:
    """Return True if the block before a line is one line in capitals, or after a blank line in title case, and the line is not."""
    begins = line.strip()[:1].isupper() or line.strip()[:1] == "("
    words = preceding.strip()
    if is_apart and begins and "\n" not in words and PLAIN_TITLE.fullmatch(words) and is_title_case(words) and not is_title_case(line):
        return True
    return _is_line_in_capitals(preceding) and begins and not is_in_capitals(line)


def _is_line_in_capitals(words: str) -> bool:
    """Return True for one short line in capitals that ends no sentence."""
    line = words.strip()
    return "\n" not in line and len(line) <= LONGEST_HEADING_LINE and line[-1:] not in ".:;,!?-" and is_in_capitals(line)


LONGEST_HEADING_LINE = 40
PLAIN_TITLE = re.compile(r"[A-Z][a-z]+(?: [A-Za-z'’-]+){0,4}")
"""A line that may be a title: a few words, and nothing else."""


def _continues_block(text: str, last: Block, block: Block) -> bool:
    """Return True if a paragraph continues the one before, which ends in a long, unfinished line, and begins with a small letter."""
    if block.kind is not BlockKind.TEXT or last.kind not in (BlockKind.TEXT, BlockKind.ITEM):
        return False
    line = text[text.rfind("\n", 0, last.end) + 1 : last.end]
    return len(line) >= WRAPPED and line[-1] not in ".!?:;\"')]" and text[block.start].islower()


def _mark_headings(text: str, blocks: list[Block]) -> Iterator[Block]:
    """Turn paragraphs that look like headings into headings, unless nothing follows."""
    in_list = False  # after a colon: the short lines that a sentence announces
    for index, block in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        words = text[block.start : block.end]
        last = blocks[index - 1] if index else None
        is_text = block.kind is BlockKind.TEXT
        in_list = is_text and (in_list or _announces(text, last)) and words[-1] not in ".!?:" and not is_in_capitals(words)
        if is_text and not in_list and following is not None and _is_heading(text, words, block, last, following):
            yield replace(block, kind=BlockKind.HEADING)
        else:
            yield block


def _announces(text: str, block: Block | None) -> bool:
    """Return True if a paragraph ends in a colon, and is no heading."""
    if block is None or block.kind is not BlockKind.TEXT or text[block.end - 1] != ":":
        return False
    return not looks_like_heading(text[block.start : block.end])


def _is_heading(text: str, words: str, block: Block, last: Block | None, following: Block) -> bool:
    """Return True if a paragraph between two blocks is a heading: not one of a list."""
    if is_label(text, block.start, block.end) and not OF_BOTH.fullmatch(words):
        return False
    point, next_point = POINT.match(words), POINT.match(text, following.start, following.end)
    last_point = POINT.match(text, last.start, last.end) if last is not None and last.kind is not BlockKind.HEADING else None
    if point and next_point and next_point[1] == following_point(point[1]):
        return False
    if point and last_point and not block.is_apart and point[1] == following_point(last_point[1]):
        return False
    is_first = last is None
    if looks_like_heading(words) or (
        (is_sheet_title(words) or is_change_title(words)) and (is_first or (block.is_apart and following.is_apart and words[0].isupper()))
    ):
        return amending_of(words) is None
    if not (block.is_apart and following.is_apart and is_plain_heading(words)):
        return False
    head = read_head(text, following.start, following.end, titles=True)
    return bool(head.numbers or head.letter or head.question)
