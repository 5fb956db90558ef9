"""The formatter: one canonical layout of the language.

A file is formatted statement by statement from its own words, so nothing is reordered or lost: two spaces per level, one space between
words, comparisons in words instead of signs, quotations and long lines wrapped at 120 columns, tags in their column, tables aligned, at
most one blank line. A comment at the margin belongs to the block that follows it; any other stays with its line.
`parse(format_source(x)) == parse(x)`, and formatting is idempotent. A file with errors is returned unchanged.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rulewright.syntax.blocks import split_blocks
from rulewright.syntax.nodes import AnyNode
from rulewright.syntax.printer import source_text
from rulewright.syntax.spacing import Statement, align_table_rows, split_pieces, wrap_pieces

__all__ = ["format_source", "text_of"]

WIDTH = 120
TAG_COLUMN = 80
COMMENT_COLUMN = 100
STANDALONE_KEYWORDS = frozenset({"case", "amend", "ruling", "reading", "scenario", "chapter"})

# A row or a quotation is matched as a whole, so that a `#` inside it does not begin a comment.
COMMENTS = re.compile(r'(?m)^ *\|[^\n#@]*\||"[^"]*"|“[^”]*”|(#[^\n]*)')


def text_of(node: AnyNode) -> str:
    """Return any node as source in canonical words and layout.

    A condition, an expression or a part of a rule takes one line, any other node as many as it needs.
    """
    return source_text(node)


class Comment(NamedTuple):
    """A comment: its line (from 1, in its block), its column (from 0), its text; `on_own_line` if only blanks precede it."""

    line: int
    column: int
    text: str
    on_own_line: bool


class Piece(NamedTuple):
    """Formatted lines of a block's statements or of a comment; `blank_before` if the author had a blank line before them."""

    lines: list[str]
    blank_before: bool
    standalone: bool = False  # a blank line belongs before and after it
    comment: bool = False


def format_source(text: str) -> str:
    """Return the text in canonical layout; unchanged if it has errors. Line ends become `\\n`."""
    from rulewright.base.diagnostics import Severity
    from rulewright.syntax.parser import parse_source, source_of

    source = source_of("", text)
    blocks, diagnostics = parse_source(source)
    if not blocks or any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics):
        return text
    pieces: list[Piece] = []
    lines = source.text.split("\n")
    for block in split_blocks(source.text):
        pieces.extend(_block_pieces(block.text, lines[block.first_line - 2 :] if block.first_line > 1 else ["x", *lines]))
    return _join_pieces(pieces)


def _join_pieces(pieces: list[Piece]) -> str:
    """Return the text of all pieces, separated by a blank line where the author had one and around standalone blocks."""
    lines: list[str] = []
    for index, piece in enumerate(pieces):
        if index and (piece.blank_before or _needs_blank_line(pieces, index)):
            lines.append("")
        lines.extend(piece.lines)
    return "\n".join(lines) + "\n"


def _needs_blank_line(pieces: list[Piece], index: int) -> bool:
    """Return True if a blank line belongs before a piece: around a standalone block, before the comments directly above it."""
    previous, current = pieces[index - 1], pieces[index]
    if previous.comment:
        return False
    while current.comment and index + 1 < len(pieces) and not pieces[index + 1].blank_before:
        index += 1
        current = pieces[index]
    return previous.standalone or current.standalone


def _block_pieces(text: str, source: list[str]) -> list[Piece]:
    """Return the pieces of a block: comments before it, its statements, and comments at the margin after it.

    `source` are the lines of the file from the line above the block.
    """
    from rulewright.syntax.statements import statements_of

    statements = statements_of(text)
    comments = _find_comments(text)
    first, last = statements[0].first_line, statements[-1].last_line
    leading = [comment for comment in comments if comment.line < first]
    trailing = [comment for comment in comments if comment.line > last]
    at_margin = next((index for index, comment in enumerate(trailing) if comment.column == 0), len(trailing))
    inner = [comment for comment in comments if first <= comment.line <= last]
    body = _body_lines(statements, inner, trailing[:at_margin], source)
    piece = Piece(body, _has_blank_above(source, first), statements[0].tokens[0].value in STANDALONE_KEYWORDS)
    margin = [Piece([comment.text], _has_blank_above(source, comment.line), comment=True) for comment in (*leading, *trailing[at_margin:])]
    return [*margin[: len(leading)], piece, *margin[len(leading) :]]


def _find_comments(text: str) -> list[Comment]:
    comments = []
    for match in COMMENTS.finditer(text):
        if match[1] is not None:
            start = text.rfind("\n", 0, match.start()) + 1
            line = text.count("\n", 0, match.start()) + 1
            comments.append(Comment(line, match.start() - start, match[1].rstrip(), not text[start : match.start()].strip()))
    return comments


def _has_blank_above(source: list[str], line: int) -> bool:
    return not source[line - 1].strip()


def _body_lines(statements: list[Statement], comments: list[Comment], tail: list[Comment], source: list[str]) -> list[str]:
    """Return the lines of a block: the statements with the comments above them and at their ends; `tail` follows the last one."""
    rows = align_table_rows(statements)
    lines: list[tuple[str, str]] = []  # (text, comment at its end)
    pending = list(comments)
    for statement in statements:
        preceding = [comment for comment in pending if comment.line < statement.first_line]
        inline = [comment for comment in pending if statement.first_line <= comment.line <= statement.last_line]
        pending = [comment for comment in pending if comment.line > statement.last_line]
        margin = "  " * statement.depth
        for comment in preceding:
            _add_blank_line(lines, source, comment.line)
            lines.append((margin + comment.text, ""))
        _add_blank_line(lines, source, statement.first_line)
        lines.extend((margin + comment.text, "") for comment in inline[:-1])
        text = _statement_lines(statement, rows)
        lines.extend((line, "") for line in text[:-1])
        lines.append((text[-1], inline[-1].text if inline else ""))
    depth = max(statements[-1].depth, 1)
    for comment in tail:
        _add_blank_line(lines, source, comment.line)
        lines.append(("  " * max(1, min(comment.column // 2, depth)) + comment.text, ""))
    return _attach_comments(lines)


def _add_blank_line(lines: list[tuple[str, str]], source: list[str], line: int) -> None:
    """Append a blank line if the author had one before `line`."""
    if lines and _has_blank_above(source, line):
        lines.append(("", ""))


def _statement_lines(statement: Statement, rows: dict[int, str]) -> list[str]:
    tags = " ".join(tag.value for tag in statement.tags)
    width = WIDTH - len(tags) - 2 if tags else WIDTH
    row = rows.get(statement.first_line)
    margin = "  " * statement.depth
    lines = [margin + row] if row is not None else wrap_pieces(split_pieces(statement.tokens), statement.depth, width)
    if tags:
        lines[-1] = lines[-1].ljust(TAG_COLUMN - 2) + "  " + tags
    return lines


def _attach_comments(lines: list[tuple[str, str]]) -> list[str]:
    """Return lines with the comments at their ends; comments of adjacent lines share one column."""
    texts: list[str] = []
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and lines[end][1]:
            end += 1
        group = lines[start : end or start + 1] if end > start else lines[start : start + 1]
        short = [len(text) for text, _ in group if len(text) <= COMMENT_COLUMN]
        column = max(short, default=0)
        for text, comment in group:
            texts.append(f"{text.ljust(column)}  {comment}" if comment else text)
        start += len(group)
    return texts
