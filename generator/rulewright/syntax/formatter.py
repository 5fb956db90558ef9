"""The one layout of the language.

A file is laid out statement by statement from its own words, so nothing is reordered or lost: two blanks a level, one blank between words,
spoken comparisons for signs, quotations and long lines wrapped at 120 columns, tags in their column, tables aligned, at most one blank
line. A comment at the margin belongs to the block that follows it; any other stays with its line. `parse(format_source(x)) == parse(x)`,
and formatting twice changes nothing more. A file with errors is left as it is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rulewright.syntax.blocks import split_blocks
from rulewright.syntax.nodes import AnyNode
from rulewright.syntax.printer import source_text
from rulewright.syntax.spacing import Statement, aligned_rows, pieces_of, wrapped

__all__ = ["format_source", "text_of"]

WIDTH = 120
TAG_COLUMN = 80
COMMENT_COLUMN = 100
STANDS_ALONE = frozenset({"case", "amend", "ruling", "reading", "scenario", "chapter"})

# A row or a quotation is passed over, so that what is left of `#` is surely code.
COMMENTS = re.compile(r'(?m)^ *\|[^\n#@]*\||"[^"]*"|“[^”]*”|(#[^\n]*)')


def text_of(node: AnyNode) -> str:
    """Any node as source in canonical words and layout: one line for a condition, an expression or a part of a rule, else as many as it
    takes.
    """
    return source_text(node)


class Comment(NamedTuple):
    """A comment: its line (from 1, in its block), the blanks before it, its text; `alone` if nothing stands before it."""

    line: int
    column: int
    text: str
    alone: bool


class Piece(NamedTuple):
    """Some finished lines: a block's comments or statements, with whether a blank line stood before them."""

    lines: list[str]
    blank_before: bool
    alone: bool = False  # a blank line belongs before and after it
    comment: bool = False


def format_source(text: str) -> str:
    """The text in the one layout; unchanged if it has errors. Line ends become `\\n`."""
    from rulewright.base.diagnostics import Severity
    from rulewright.syntax.parser import parse_source, source_of

    source = source_of("", text)
    placed, diagnostics = parse_source(source)
    if not placed or any(one.severity is Severity.ERROR for one in diagnostics):
        return text
    pieces: list[Piece] = []
    lines = source.text.split("\n")
    for block in split_blocks(source.text):
        pieces.extend(_block(block.text, lines[block.first_line - 2 :] if block.first_line > 1 else ["x", *lines]))
    return _stacked(pieces)


def _stacked(pieces: list[Piece]) -> str:
    """All pieces of a file, parted by a blank line where the author had one and round the blocks that stand alone."""
    lines: list[str] = []
    for at, piece in enumerate(pieces):
        if at and (piece.blank_before or _apart(pieces, at)):
            lines.append("")
        lines.extend(piece.lines)
    return "\n".join(lines) + "\n"


def _apart(pieces: list[Piece], at: int) -> bool:
    """Whether a blank line belongs before a piece: at the first comment of those that stand directly on a block that stands alone."""
    before, this = pieces[at - 1], pieces[at]
    if before.comment:
        return False
    while this.comment and at + 1 < len(pieces) and not pieces[at + 1].blank_before:
        at += 1
        this = pieces[at]
    return before.alone or this.alone


def _block(text: str, source: list[str]) -> list[Piece]:
    """The comments before a block, the block, and the comments at the margin after it; `source` begins with the line above the block."""
    from rulewright.syntax.statements import statements_of

    statements = statements_of(text)
    comments = _comments_of(text)
    first, last = statements[0].first_line, statements[-1].last_line
    before = [comment for comment in comments if comment.line < first]
    after = [comment for comment in comments if comment.line > last]
    at_margin = next((at for at, comment in enumerate(after) if comment.column == 0), len(after))
    inside = [comment for comment in comments if first <= comment.line <= last]
    body = _body(statements, inside, after[:at_margin], source)
    piece = Piece(body, _blank_above(source, first), statements[0].tokens[0].value in STANDS_ALONE)
    margin = [Piece([comment.text], _blank_above(source, comment.line), comment=True) for comment in (*before, *after[at_margin:])]
    return [*margin[: len(before)], piece, *margin[len(before) :]]


def _comments_of(text: str) -> list[Comment]:
    found = []
    for match in COMMENTS.finditer(text):
        if match[1] is not None:
            start = text.rfind("\n", 0, match.start()) + 1
            line = text.count("\n", 0, match.start()) + 1
            found.append(Comment(line, match.start() - start, match[1].rstrip(), not text[start : match.start()].strip()))
    return found


def _blank_above(source: list[str], line: int) -> bool:
    return not source[line - 1].strip()


def _body(statements: list[Statement], inside: list[Comment], tail: list[Comment], source: list[str]) -> list[str]:
    """The lines of a block: every statement with the comments that stand above it and at its end."""
    rows = aligned_rows(statements)
    lines: list[tuple[str, str]] = []  # text, comment at its end
    waiting = list(inside)
    for statement in statements:
        above = [comment for comment in waiting if comment.line < statement.first_line]
        own = [comment for comment in waiting if statement.first_line <= comment.line <= statement.last_line]
        waiting = [comment for comment in waiting if comment.line > statement.last_line]
        margin = "  " * statement.depth
        for comment in above:
            _space(lines, source, comment.line)
            lines.append((margin + comment.text, ""))
        _space(lines, source, statement.first_line)
        lines.extend((margin + comment.text, "") for comment in own[:-1])
        text = _laid_out(statement, rows)
        lines.extend((line, "") for line in text[:-1])
        lines.append((text[-1], own[-1].text if own else ""))
    depth = max(statements[-1].depth, 1)
    for comment in tail:
        _space(lines, source, comment.line)
        lines.append(("  " * max(1, min(comment.column // 2, depth)) + comment.text, ""))
    return _with_comments(lines)


def _space(lines: list[tuple[str, str]], source: list[str], line: int) -> None:
    """A blank line, if the author had one here."""
    if lines and _blank_above(source, line):
        lines.append(("", ""))


def _laid_out(statement: Statement, rows: dict[int, str]) -> list[str]:
    tags = " ".join(tag.value for tag in statement.tags)
    room = WIDTH - len(tags) - 2 if tags else WIDTH
    row = rows.get(statement.first_line)
    margin = "  " * statement.depth
    lines = [margin + row] if row is not None else wrapped(pieces_of(statement.tokens), statement.depth, room)
    if tags:
        lines[-1] = lines[-1].ljust(TAG_COLUMN - 2) + "  " + tags
    return lines


def _with_comments(lines: list[tuple[str, str]]) -> list[str]:
    """Lines with the comments at their ends, those of neighbouring lines in one column."""
    found: list[str] = []
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and lines[end][1]:
            end += 1
        group = lines[at : end or at + 1] if end > at else lines[at : at + 1]
        short = [len(text) for text, _ in group if len(text) <= COMMENT_COLUMN]
        column = max(short, default=0)
        for text, comment in group:
            found.append(f"{text.ljust(column)}  {comment}" if comment else text)
        at += len(group)
    return found
