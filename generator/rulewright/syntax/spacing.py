"""Spacing and wrapping of the words of a statement, and alignment of table rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rulewright.base.prose_layout import line_starts

if TYPE_CHECKING:
    from rulewright.syntax.tokens import Token

# A deeper line that begins with one of these, or follows a comma, continues the line above.
JOINING = frozenset({"AND", "OR", "WHEN", "UNLESS", "BECAUSE", "WITH", "OVER", "AMONG"})
OPERANDS = frozenset({"NAME", "NUMBER", "FRACTION", "DOTTED_NUMBER", "MONTH_DATE", "STRING", "RPAR", "RBRACE", "YES", "NO", "NONE"})
TIGHT_AFTER = frozenset({"LPAR", "LBRACE", "DOT"})
TIGHT_BEFORE = frozenset({"RPAR", "RBRACE", "COMMA", "COLON", "SEMICOLON", "DOT", "DOTS"})


class Statement(NamedTuple):
    """A statement on one or more lines of text: its depth, its terminals in canonical words, its tags, its location."""

    depth: int
    tokens: tuple[Token, ...]
    tags: tuple[Token, ...]
    first_line: int
    last_line: int


class Piece(NamedTuple):
    """Text without a possible break; `rank` is the cost of a new line before it: 0 is best, NO_BREAK forbids it."""

    text: str
    rank: int


NO_BREAK = 9


def split_pieces(tokens: tuple[Token, ...]) -> list[Piece]:
    """Return the terminals of a statement as pieces separated by one space, in canonical words."""
    pieces: list[Piece] = []
    depth = 0
    for index, token in enumerate(tokens):
        words = _written_words(token)
        rank = break_rank(depth, token.type in JOINING, index > 0 and tokens[index - 1].type == "COMMA") if index else NO_BREAK
        depth += (token.type in ("LPAR", "LBRACE")) - (token.type in ("RPAR", "RBRACE"))
        if index and not _has_space_before(tokens, index):
            pieces[-1] = Piece(pieces[-1].text + words[0], pieces[-1].rank)
        else:
            pieces.append(Piece(words[0], rank))
        pieces.extend(Piece(word, 0) for word in words[1:])
    return pieces


def break_rank(depth: int, joining: bool, after_comma: bool) -> int:
    """Return the cost of a line break: possible before a joining word or after a comma, and lower with fewer open brackets."""
    if not joining and not after_comma:
        return NO_BREAK
    return min(depth * 2 + (not joining and depth > 0), NO_BREAK - 1)


def _written_words(token: Token) -> list[str]:
    """Return the written form of a terminal: a quotation word by word, a date with single spaces."""
    if token.type == "MONTH_DATE":
        return [" ".join(token.value.split())]
    return f'"{token.value}"'.split(" ") if token.type == "STRING" else [token.value]


def _has_space_before(tokens: tuple[Token, ...], index: int) -> bool:
    """Return True if a space belongs before a terminal."""
    previous, current = tokens[index - 1], tokens[index]
    if previous.type == "DOTS":
        return current.type in ("BY", "IN") or (current.type in ("NAME", "STRING") and _is_open_range(tokens, index))
    if previous.type in TIGHT_AFTER or current.type in TIGHT_BEFORE:
        return False
    if previous.type == "MINUS":
        return current.type == "TO" or (index > 1 and tokens[index - 2].type in OPERANDS)  # `from - to 1`: an empty cell
    if current.type == "LPAR":
        return previous.type != "NAME"
    return not _is_in_yes_no(tokens, index)


def _is_in_yes_no(tokens: tuple[Token, ...], index: int) -> bool:
    """Return True if a terminal is the sign or the second word of the type `yes/no`."""
    end = index + 1 if tokens[index].type == "SLASH" else index
    return [token.type for token in tokens[max(end - 3, 0) : end + 1]] == ["COLON", "YES", "SLASH", "NO"]


def _is_open_range(tokens: tuple[Token, ...], index: int) -> bool:
    """Return True if a terminal after `..` follows a range without an end: the measure of `0.. MP`, the phrase of `0.. "points"`."""
    start = index - 2
    while start > 0 and tokens[start].type in ("NUMBER", "DOTTED_NUMBER", "MINUS"):
        start -= 1
    return start < index - 2 and tokens[start].type == "COLON"


def wrap_pieces(pieces: list[Piece], depth: int, width: int) -> list[str]:
    """Return the pieces as lines of at most `width` columns, if possible.

    A paragraph continues two spaces deeper, any other line four, so that a continuation does not look like a nested line. Each item of a
    list in a paragraph has a line of its own, and each row of a table.
    """
    margin = "  " * depth
    first, *others = _layout_lines(pieces)
    continuation = margin + ("  " if pieces[0].text.startswith('"') else "    ")
    lines = _wrap_line(first, margin, continuation, width)
    for line in others:
        is_row = line[0].text.startswith("|")
        lines += (
            [continuation + " ".join(piece.text for piece in line)]
            if is_row
            else _wrap_line(line, continuation, continuation + "  ", width)
        )
    return lines


def _layout_lines(pieces: list[Piece]) -> list[list[Piece]]:
    """Return the pieces of a paragraph by the lines that its list or table needs; those of any other line as one."""
    text = " ".join(piece.text for piece in pieces)
    if not (text.startswith('"') and text.endswith('"')) or text.count('"') != 2:
        return [pieces]
    starts = {start + 1 for start in line_starts(text[1:-1])}
    lines: list[list[Piece]] = [[]]
    position = 0
    for piece in pieces:
        if position in starts and lines[-1]:
            lines.append([])
        lines[-1].append(piece)
        position += len(piece.text) + 1
    return lines


def _wrap_line(pieces: list[Piece], start: str, continuation: str, width: int) -> list[str]:
    line = start + " ".join(piece.text for piece in pieces)
    if len(line) <= width:
        return [line]
    lines: list[str] = []
    remaining = pieces
    while (end := _break_index(remaining, start, width)) is not None:
        lines.append(start + " ".join(piece.text for piece in remaining[:end]))
        remaining, start = remaining[end:], continuation
    return [*lines, start + " ".join(piece.text for piece in remaining)]


def _break_index(pieces: list[Piece], start: str, width: int) -> int | None:
    """Return the index at which to break a line, or None if it fits or cannot be broken.

    It is the last of the best breaks in the second half of the line, else the last break before that, else the first one after the width.
    """
    length = len(start) - 1
    best: int | None = None
    for index, piece in enumerate(pieces):
        if index and piece.rank < NO_BREAK:
            if length > width:
                best = index if best is None else best
            elif best is None or piece.rank <= pieces[best].rank or length < width // 2:
                best = index
        if length > width and best is not None:
            return best
        length += 1 + len(piece.text)
    return best if length > width else None


def align_table_rows(statements: list[Statement]) -> dict[int, str]:
    """Return the text of table rows by their line, with aligned cells: numbers to the right, words to the left."""
    texts_by_line: dict[int, str] = {}
    group: list[Statement] = []
    for statement in [*statements, None]:
        if statement is not None and statement.tokens[0].type == "ROW":
            group.append(statement)
        elif group:
            texts_by_line.update(_align_group(group))
            group = []
    return texts_by_line


def _align_group(group: list[Statement]) -> dict[int, str]:
    texts = align([_cell_texts(row) for row in group])
    return {statement.first_line: text for statement, text in zip(group, texts, strict=True)}


def align(rows: list[list[str]]) -> list[str]:
    """Return rows of cells as aligned lines: numbers to the right, words to the left; the first row may be a heading."""
    if not rows:
        return []
    columns = [[row[index] for row in rows if index < len(row)] for index in range(max(len(row) for row in rows))]
    widths = [max(len(cell) for cell in column) for column in columns]
    numeric = [len(column) > 1 and all(_is_number(cell) for cell in column[1:]) for column in columns]
    lines = []
    for row in rows:
        parts = [cell.rjust(widths[index]) if numeric[index] else cell.ljust(widths[index]) for index, cell in enumerate(row)]
        lines.append("| " + " | ".join(parts) + " |")
    return lines


def _cell_texts(row: Statement) -> list[str]:
    return [" ".join(cell.replace("\xa0", " ").split()) for cell in row.tokens[0].value[1:-1].split("|")]


def _is_number(cell: str) -> bool:
    return cell in ("", "-") or cell.replace("/", "").replace("-", "").isdigit()
