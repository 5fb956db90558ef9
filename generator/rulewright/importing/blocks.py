"""Text -> blocks, by layout: blank lines, marks of headings and lists, tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.importing.headings import STANDALONE, is_sheet_title, looks_like_heading
from rulewright.importing.model import Block, BlockKind
from rulewright.importing.numbers import NUMBER

HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+")
ITEM = re.compile(r"[ \t]*(?:[-*•–·+]|\\-)[ \t]+(?=\S)")
RULE = re.compile(r"[ \t]*(?:[-=*_][ \t]?){3,}[ \t]*|[ \t]*\|[ |:-]*-[ |:-]*")
"""A horizontal rule, or the line between the head and the body of a table."""

BAR_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*")
NUMBERED = re.compile(
    rf"[ \t]*[*_]*\[?{NUMBER}[\]:.)]?[*_]*\s+(?:[-–—]\s+)?[\"“(\[*]?(?:[A-Z]|v\d)"  # 8.32 Ferries, 5.1 - Q:
    rf"|[ \t]*[*_]*{NUMBER}(?:\s*(?:,|&|and)\s*{NUMBER})*(?: ?\([a-z\d ]{{1,20}}\)|, [A-Za-z][\w ]{{2,30}})?:\s"  # 2.6, bullet 3: …
    rf"|[ \t]*{NUMBER} (?:has|have|is|was) (?:been )?(?:removed|deleted|replaced|cancelled|renumbered)\b"
    rf"|[ \t]*[*_]*§\s*\d|[ \t]*\({NUMBER}(?:\[\w+\])?\)\s"
    r"|[ \t]*[*_]*[Vv]\d+(?:\.\d+)*[*_]*:\s|[ \t]*(?:[Pp]age|[Pp]g\.|p\.)\s?\d+[,:. ]"
    r"|[ \t]*(?:(?:Event|Scenario|Strategy|Action)\s)?(?:Card|Counter|Event|Hex|Scenario|Chart|Table)\s\w{1,8}[:,]\s|[ \t]*Q\s?\("
    rf"|[ \t]*[*_]*(?:NEW|New)[.:!]?[*_]*[.:!]?\s+(?:{NUMBER}|§|Rule|Case)"
    r"|[ \t]*(?:\(?\d{1,2}[.)]\s+)?[*_]*(?:Rules?|Cases?|Sections?)\s\d+(?:\.\d+)*[a-z]?[*_]*(?:[:,]|\s+(?:[-–—(\[\"“]|[A-Z]))"
)
"""A line that begins an entry: with the number of a case, a version, a page, a card, a question on a case."""
QUESTION_LINE = re.compile(r"[ \t]*[*_]*Q(?:uestion)?\s?\d*\s?[.:]\s")
"""A line that begins a question."""
TITLED = re.compile(
    r"[ \t]*[*_]*(?:Counters?|Maps?|Charts?|Tables?|Victory(?: Conditions)?|Set-?up|Components?|Cards?|Markers?|Pieces)[*_]*:[*_]*\s+"
    r"(?=[\"“(]?[A-Z0-9])"
)
"""A line that begins with a component of the game: `Counters: …`."""
ENDED = re.compile(r"[.!?][)\]\"”]?$|[.!?] ?\[[^\]\n]*\]$")
"""The end of a line after which a title or a question begins an entry without a blank line."""

WRAPPED = 60
"""The length from which a line may have been broken by the page and not by the writer."""


def blocks_of(text: str) -> tuple[Block, ...]:
    """Return the blocks of a text. A paragraph that a page broke in two is one block."""
    blocks: list[Block] = []
    for block in _split_lines(text):
        last = blocks[-1] if blocks else None
        if last is not None and _continues_block(text, last, block):
            blocks[-1] = Block(last.kind, last.start, block.end)
        else:
            blocks.append(block)
    return tuple(_mark_headings(text, blocks))


def _split_lines(text: str) -> Iterator[Block]:
    """Yield the blocks by lines alone."""
    offset, open_start, kind = 0, -1, BlockKind.TEXT
    end = 0
    for line in (*text.split("\n"), ""):
        start, offset = offset, offset + len(line) + 1
        stripped = line.strip()
        line_kind = _kind_of_own_line(line)
        if open_start >= 0 and (not stripped or line_kind is not None or ITEM.match(line) or _begins_entry(line, text[open_start:end])):
            yield Block(kind, open_start, end)
            open_start = -1
        if not stripped or RULE.fullmatch(line):
            continue
        first = start + len(line) - len(line.lstrip())
        end = start + len(line.rstrip())
        if line_kind is BlockKind.HEADING:
            mark = HEADING.match(line)
            yield Block(line_kind, start + mark.end() if mark else first, start + len(line.rstrip(" \t#")), marked=True)
        elif line_kind is not None:
            yield Block(line_kind, first, end)
        elif open_start < 0:
            open_start, kind = first, BlockKind.ITEM if ITEM.match(line) else BlockKind.TEXT


def _kind_of_own_line(line: str) -> BlockKind | None:
    """Return the kind of a line that is a block by itself, else None."""
    if HEADING.match(line) or STANDALONE.fullmatch(line):
        return BlockKind.HEADING
    if ("\t" in line.strip(" ") and line.strip()) or BAR_ROW.fullmatch(line):
        return BlockKind.ROW
    return None


def _begins_entry(line: str, preceding: str) -> bool:
    """Return True if a line begins an entry by its number, title or `Q:`, and does not continue the sentence before."""
    last = preceding[preceding.rfind("\n") + 1 :].rstrip()
    if (QUESTION_LINE.match(line) or TITLED.match(line)) and ENDED.search(last):
        return True
    return NUMBERED.match(line) is not None and (len(last) < WRAPPED or last[-1] in '.!?:;)"”')


def _continues_block(text: str, last: Block, block: Block) -> bool:
    """Return True if a paragraph continues the one before, which ends in a long, unfinished line, and begins with a small letter."""
    if block.kind is not BlockKind.TEXT or last.kind not in (BlockKind.TEXT, BlockKind.ITEM):
        return False
    line = text[text.rfind("\n", 0, last.end) + 1 : last.end]
    return len(line) >= WRAPPED and line[-1] not in ".!?:;\"')]" and text[block.start].islower()


def _mark_headings(text: str, blocks: list[Block]) -> Iterator[Block]:
    """Turn paragraphs that look like headings into headings, unless nothing follows."""
    for index, block in enumerate(blocks):
        follows = index + 1 < len(blocks)
        words = text[block.start : block.end]
        if block.kind is BlockKind.TEXT and follows and (looks_like_heading(words) or (index == 0 and is_sheet_title(words))):
            yield Block(BlockKind.HEADING, block.start, block.end)
        else:
            yield block
