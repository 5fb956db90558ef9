"""Text -> blocks, by its look: blank lines, marks of headings and lists, tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.importing.headings import ALONE, looks_like_heading, names_a_sheet
from rulewright.importing.model import Block, BlockKind
from rulewright.importing.numbers import NUMBER

HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+")
ITEM = re.compile(r"[ \t]*(?:[-*•–·+]|\\-)[ \t]+(?=\S)")
RULE = re.compile(r"[ \t]*(?:[-=*_][ \t]?){3,}[ \t]*|[ \t]*\|[ |:-]*-[ |:-]*")
"""A line across the page, or between the head and the body of a table."""

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
"""A line that begins an entry: by the number of a case, a version, a page, a card, a question on a case."""
ASKED = re.compile(r"[ \t]*[*_]*Q(?:uestion)?\s?\d*\s?[.:]\s")
"""A line that begins a question."""
TITLED = re.compile(
    r"[ \t]*[*_]*(?:Counters?|Maps?|Charts?|Tables?|Victory(?: Conditions)?|Set-?up|Components?|Cards?|Markers?|Pieces)[*_]*:[*_]*\s+"
    r"(?=[\"“(]?[A-Z0-9])"
)
"""A line that begins with a part of the game: `Counters: …`."""
ENDED = re.compile(r"[.!?][)\]\"”]?$|[.!?] ?\[[^\]\n]*\]$")
"""How a line ends after which a title or a question begins an entry, though no blank line stands between."""

WRAPPED = 60
"""A line this long, or longer, may have been broken by a page and not by a writer."""


def blocks_of(text: str) -> tuple[Block, ...]:
    """The blocks of a text. A paragraph that a page broke in two is one block."""
    found: list[Block] = []
    for block in _raw(text):
        last = found[-1] if found else None
        if last is not None and _goes_on(text, last, block):
            found[-1] = Block(last.kind, last.start, block.end)
        else:
            found.append(block)
    return tuple(_with_headings(text, found))


def _raw(text: str) -> Iterator[Block]:
    """Blocks as the lines have them."""
    at, open_at, kind = 0, -1, BlockKind.TEXT
    end = 0
    for line in (*text.split("\n"), ""):
        start, at = at, at + len(line) + 1
        stripped = line.strip()
        own = _own_line(line)
        if open_at >= 0 and (not stripped or own is not None or ITEM.match(line) or _numbered(line, text[open_at:end])):
            yield Block(kind, open_at, end)
            open_at = -1
        if not stripped or RULE.fullmatch(line):
            continue
        left = start + len(line) - len(line.lstrip())
        end = start + len(line.rstrip())
        if own is BlockKind.HEADING:
            mark = HEADING.match(line)
            yield Block(own, start + mark.end() if mark else left, start + len(line.rstrip(" \t#")), marked=True)
        elif own is not None:
            yield Block(own, left, end)
        elif open_at < 0:
            open_at, kind = left, BlockKind.ITEM if ITEM.match(line) else BlockKind.TEXT


def _own_line(line: str) -> BlockKind | None:
    """The kind of a line that is a block by itself."""
    if HEADING.match(line) or ALONE.fullmatch(line):
        return BlockKind.HEADING
    if ("\t" in line.strip(" ") and line.strip()) or BAR_ROW.fullmatch(line):
        return BlockKind.ROW
    return None


def _numbered(line: str, before: str) -> bool:
    """Whether a line begins an entry by its number, title or `Q:`, and is not the rest of the sentence before."""
    last = before[before.rfind("\n") + 1 :].rstrip()
    if (ASKED.match(line) or TITLED.match(line)) and ENDED.search(last):
        return True
    return NUMBERED.match(line) is not None and (len(last) < WRAPPED or last[-1] in '.!?:;)"”')


def _goes_on(text: str, last: Block, block: Block) -> bool:
    """Whether a paragraph is the rest of the one before: that ends a long line without an end, and this begins with a small letter."""
    if block.kind is not BlockKind.TEXT or last.kind not in (BlockKind.TEXT, BlockKind.ITEM):
        return False
    line = text[text.rfind("\n", 0, last.end) + 1 : last.end]
    return len(line) >= WRAPPED and line[-1] not in ".!?:;\"')]" and text[block.start].islower()


def _with_headings(text: str, blocks: list[Block]) -> Iterator[Block]:
    """Paragraphs that look like headings are headings, where something follows."""
    for at, block in enumerate(blocks):
        follows = at + 1 < len(blocks)
        words = text[block.start : block.end]
        if block.kind is BlockKind.TEXT and follows and (looks_like_heading(words) or (at == 0 and names_a_sheet(words))):
            yield Block(BlockKind.HEADING, block.start, block.end)
        else:
            yield block
