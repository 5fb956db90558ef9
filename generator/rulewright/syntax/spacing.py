"""How the words of one statement stand on a line, and how a long line goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rulewright.syntax.tokens import Token

# A deeper line that begins with one of these, or follows a comma, goes on the line above.
JOINING = frozenset({"AND", "OR", "WHEN", "UNLESS", "BECAUSE", "WITH", "OVER", "AMONG"})
OPERANDS = frozenset({"NAME", "NUMBER", "FRACTION", "DOTTED_NUMBER", "MONTH_DATE", "STRING", "RPAR", "RBRACE", "YES", "NO", "NONE"})
TIGHT_AFTER = frozenset({"LPAR", "LBRACE", "DOT"})
TIGHT_BEFORE = frozenset({"RPAR", "RBRACE", "COMMA", "COLON", "SEMICOLON", "DOT", "DOTS"})


class Statement(NamedTuple):
    """One line of the language, however many lines of text it takes: its depth, its terminals in canonical words, its tags, its place."""

    depth: int
    tokens: tuple[Token, ...]
    tags: tuple[Token, ...]
    first_line: int
    last_line: int


class Piece(NamedTuple):
    """Some signs that stand together; `rank` says how well a new line may begin with them: 0 best, NEVER not at all."""

    text: str
    rank: int


NEVER = 9


def pieces_of(tokens: tuple[Token, ...]) -> list[Piece]:
    """The terminals of a statement as pieces that stand one blank apart, in canonical words."""
    pieces: list[Piece] = []
    depth = 0
    for at, token in enumerate(tokens):
        words = _words(token)
        rank = break_rank(depth, token.type in JOINING, at > 0 and tokens[at - 1].type == "COMMA") if at else NEVER
        depth += (token.type in ("LPAR", "LBRACE")) - (token.type in ("RPAR", "RBRACE"))
        if at and not _apart(tokens, at):
            pieces[-1] = Piece(pieces[-1].text + words[0], pieces[-1].rank)
        else:
            pieces.append(Piece(words[0], rank))
        pieces.extend(Piece(word, 0) for word in words[1:])
    return pieces


def break_rank(depth: int, joining: bool, after_comma: bool) -> int:
    """How well a line breaks here: before a joining word or after a comma, and the better the fewer brackets are open."""
    if not joining and not after_comma:
        return NEVER
    return min(depth * 2 + (not joining and depth > 0), NEVER - 1)


def _words(token: Token) -> list[str]:
    """The written form of a terminal: a quotation word by word, a date with one blank between its words."""
    if token.type == "MONTH_DATE":
        return [" ".join(token.value.split())]
    return f'"{token.value}"'.split(" ") if token.type == "STRING" else [token.value]


def _apart(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether a blank stands before a terminal."""
    before, this = tokens[at - 1], tokens[at]
    if before.type == "DOTS":
        return this.type in ("BY", "IN") or (this.type in ("NAME", "STRING") and _is_open_range(tokens, at))
    if before.type in TIGHT_AFTER or this.type in TIGHT_BEFORE:
        return False
    if before.type == "MINUS":
        return at > 1 and tokens[at - 2].type in OPERANDS
    if this.type == "LPAR":
        return before.type != "NAME"
    return not _in_yes_no(tokens, at)


def _in_yes_no(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether a terminal is the sign or the second word of the type `yes/no`."""
    end = at + 1 if tokens[at].type == "SLASH" else at
    return [token.type for token in tokens[max(end - 3, 0) : end + 1]] == ["COLON", "YES", "SLASH", "NO"]


def _is_open_range(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether what is after `..` stands behind a range without an end: the measure of `0.. MP`, the phrase of `0.. "points"`."""
    start = at - 2
    while start > 0 and tokens[start].type in ("NUMBER", "DOTTED_NUMBER", "MINUS"):
        start -= 1
    return start < at - 2 and tokens[start].type == "COLON"


def wrapped(pieces: list[Piece], depth: int, room: int) -> list[str]:
    """The pieces as lines of at most `room` columns where that is possible.

    A paragraph goes on two blanks deeper; any other line four, so that what goes on is not taken for what stands under it.
    """
    margin = "  " * depth
    deeper = margin + ("  " if pieces[0].text.startswith('"') else "    ")
    line = margin + " ".join(piece.text for piece in pieces)
    if len(line) <= room:
        return [line]
    lines: list[str] = []
    rest, start = pieces, margin
    while (at := _break(rest, start, room)) is not None:
        lines.append(start + " ".join(piece.text for piece in rest[:at]))
        rest, start = rest[at:], deeper
    return [*lines, start + " ".join(piece.text for piece in rest)]


def _break(pieces: list[Piece], start: str, room: int) -> int | None:
    """Where to break a line: at the best place of its second half, the last of equals, else at the last place before it, else after it."""
    length = len(start) - 1
    best: int | None = None
    for at, piece in enumerate(pieces):
        if at and piece.rank < NEVER:
            if length > room:
                best = at if best is None else best
            elif best is None or piece.rank <= pieces[best].rank or length < room // 2:
                best = at
        if length > room and best is not None:
            return best
        length += 1 + len(piece.text)
    return best if length > room else None


def aligned_rows(statements: list[Statement]) -> dict[int, str]:
    """Every table row, by its line, with its cells in columns: numbers to the right, words to the left."""
    found: dict[int, str] = {}
    group: list[Statement] = []
    for statement in [*statements, None]:
        if statement is not None and statement.tokens[0].type == "ROW":
            group.append(statement)
        elif group:
            found.update(_aligned(group))
            group = []
    return found


def _aligned(group: list[Statement]) -> dict[int, str]:
    texts = align([_cells(row) for row in group])
    return {statement.first_line: text for statement, text in zip(group, texts, strict=True)}


def align(rows: list[list[str]]) -> list[str]:
    """Rows of cells as lines with their cells in columns: numbers to the right, words to the left; the first row may be a heading."""
    if not rows:
        return []
    columns = [[row[at] for row in rows if at < len(row)] for at in range(max(len(row) for row in rows))]
    widths = [max(len(cell) for cell in column) for column in columns]
    numeric = [len(column) > 1 and all(_is_number(cell) for cell in column[1:]) for column in columns]
    lines = []
    for row in rows:
        parts = [cell.rjust(widths[at]) if numeric[at] else cell.ljust(widths[at]) for at, cell in enumerate(row)]
        lines.append("| " + " | ".join(parts) + " |")
    return lines


def _cells(row: Statement) -> list[str]:
    return [" ".join(cell.replace("\xa0", " ").split()) for cell in row.tokens[0].value[1:-1].split("|")]


def _is_number(cell: str) -> bool:
    return cell in ("", "-") or cell.replace("/", "").replace("-", "").isdigit()
