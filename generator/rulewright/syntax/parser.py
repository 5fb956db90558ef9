"""Parsing of text to a syntax tree, block by block, so that a mistake never hides another block.

Lark and the grammar are imported on the first parse, so that a warm command, which parses nothing, does not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Place, Source, Span
from rulewright.base.workers import Parcel
from rulewright.syntax import nodes
from rulewright.syntax.blocks import split_blocks
from rulewright.syntax.simple_questions import read_simple
from rulewright.syntax.syntax_errors import SENTENCES, Fault, make_fault

if TYPE_CHECKING:
    from rulewright.syntax.recovery import Parsed

MAX_FILE = 20_000_000  # characters
MAX_FAULTS = 500  # of one file


# The blocks of a file and its diagnostics.
ParsedSource: TypeAlias = tuple[tuple[nodes.Placed, ...], tuple[Diagnostic, ...]]


class LanguageError(Exception):
    """Raised for a single expression that cannot be parsed, with its `diagnostics`."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("; ".join(diagnostic.message for diagnostic in diagnostics))
        self.diagnostics = diagnostics


def parse_source(source: Source, read: Callable[[str], Parsed] | None = None) -> ParsedSource:
    """Return the blocks of a file and all its diagnostics; a faulty statement is left out, the rest of its block stays.

    `read` replaces `parse_text` as the parser of a block: a memoizing one, for a file that is parsed again at every keystroke.
    """
    from rulewright.syntax.recovery import parse_text

    read_block = read or parse_text
    chapter = Path(source.path).stem
    blocks: list[nodes.Placed] = []
    diagnostics: list[Diagnostic] = []
    if len(source.text) > MAX_FILE:
        fault = make_fault("large file", Span(1, 1, 1, 1), str(len(source.text)), str(MAX_FILE))
        return (), (_diagnostic(fault, Place(source.path, 1)),)
    path = source.path
    for first_line, text in split_blocks(source.text):
        if len(diagnostics) > MAX_FAULTS:
            diagnostics.append(_diagnostic(make_fault("many faults", Span(1, 1, 1, 1), str(MAX_FAULTS)), Place(path, first_line)))
            break
        block, faults = read_block(text)
        if block is not None:
            blocks.append(nodes.Placed(block, Place(path, first_line), chapter))
        elif _awaits_block(diagnostics, first_line):
            diagnostics.pop()  # the line that belongs under it has lost its indentation, which is reported now
        if faults:
            place = Place(path, first_line)
            diagnostics.extend(_with_refused_names(fault, place, text, is_lost=block is None) for fault in faults)
    if not blocks and not diagnostics:
        diagnostics.append(_diagnostic(make_fault("empty file", Span(1, 1, 1, 1)), Place(source.path, 1)))
    return tuple(blocks), tuple(diagnostics)


def _awaits_block(diagnostics: list[Diagnostic], line: int) -> bool:
    """Return True if the last diagnostic is that lines must follow, directly above this line."""
    if not diagnostics or diagnostics[-1].message != SENTENCES["lost block"].message:
        return False
    return line - diagnostics[-1].labels[0].location.line <= 2


def parse_folder(folder: Path, display_path: str = "") -> tuple[nodes.SyntaxTree, tuple[Diagnostic, ...]]:
    """Return the tree of the `.case` files of a folder (without sub-folders), by name, and their diagnostics.

    `display_path` replaces the folder's path in locations.
    """
    files = sorted(path for path in folder.glob("*.case") if path.is_file()) if folder.is_dir() else []
    if not files:
        key = "no files" if folder.is_dir() else "no folder"
        fault = _diagnostic(make_fault(key, Span(1, 1, 1, 1), display_path or str(folder)), Place(display_path or str(folder), 1))
        return nodes.SyntaxTree(str(folder), ()), (fault,)
    read = [read_source(path, f"{display_path.rstrip('/')}/{path.name}" if display_path else str(path)) for path in files]
    return tree_of(str(folder), read, parse_source)


def tree_of(
    name: str, read: Iterable[tuple[Source | None, tuple[Diagnostic, ...]]], parsed: Callable[[Source], ParsedSource]
) -> tuple[nodes.SyntaxTree, tuple[Diagnostic, ...]]:
    """Return the files of a book as one tree with sorted diagnostics; `read` are the decoded files, each with its decoding errors."""
    blocks: list[nodes.Placed] = []
    diagnostics: list[Diagnostic] = []
    for source, problems in read:
        diagnostics.extend(problems)
        if source is not None:
            source_blocks, source_diagnostics = parsed(source)
            blocks.extend(source_blocks)
            unreadable = {label.location.line for problem in problems for label in problem.labels}
            diagnostics.extend(diagnostic for diagnostic in source_diagnostics if diagnostic.labels[0].location.line not in unreadable)
    return nodes.SyntaxTree(name, tuple(blocks)), tuple(sorted(diagnostics, key=lambda diagnostic: diagnostic.sort_key))


def parse_sources(sources: Sequence[Source]) -> list[Parcel[ParsedSource]]:
    """Parse several files, as a task for a worker."""
    return [Parcel(parse_source(source)) for source in sources]


def read_source(path: Path, display_path: str) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """Return a file as text, or None, with diagnostics; bytes that are not UTF-8 are replaced and reported once per line."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        return None, unreadable_file(display_path, problem.strerror or "no reason given")
    return decode_source(display_path, data)


def unreadable_file(display_path: str, reason: str) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a file that cannot be read."""
    return (_diagnostic(make_fault("unreadable", Span(1, 1, 1, 1), reason), Place(display_path, 1)),)


def decode_source(display_path: str, data: bytes) -> tuple[Source, tuple[Diagnostic, ...]]:
    """Return the bytes of a file as text with diagnostics, like `read_source`."""
    place = Place(display_path, 1)
    faults = islice(_bad_bytes(data), MAX_FAULTS)
    return source_of(display_path, data.decode("utf-8", "replace")), tuple(_diagnostic(fault, place) for fault in faults)


def source_of(display_path: str, text: str) -> Source:
    """Return a text as a source, with line ends `\\n` and without a byte order mark."""
    return Source(display_path, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


def _bad_bytes(data: bytes) -> Iterator[Fault]:
    try:
        data.decode("utf-8")
        return
    except UnicodeDecodeError:
        pass
    for number, line in enumerate(data.splitlines(), 1):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as problem:
            column = len(line[: problem.start].decode("utf-8", "replace")) + 1
            yield make_fault("bytes", Span(number, column, number, column + 1), f"0x{line[problem.start]:02x}")


def parse_expression(text: str, display_path: str = "<expression>") -> nodes.Expr:
    """Parse one condition or expression, such as a question on the command line. Raises `LanguageError`."""
    simple = read_simple(text)
    if simple is not None:
        return simple
    from rulewright.syntax.recovery import parse_statement

    expr: nodes.Expr | None
    expr, faults = parse_statement(text, "expr")
    if expr is None:
        raise LanguageError(tuple(_diagnostic(fault, Place(display_path, 1)) for fault in faults))
    return expr


def _with_refused_names(fault: Fault, place: Place, text: str, *, is_lost: bool) -> Diagnostic:
    """Return the diagnostic of a fault of a block, with the names that its line would declare; all those of a block that is lost."""
    from rulewright.syntax.refused_names import find_refused_names

    diagnostic = _diagnostic(fault, place)
    if diagnostic.severity is not Severity.ERROR:
        return diagnostic
    lines = range(1, text.count("\n") + 2) if is_lost else (fault.span.line,)
    return replace(diagnostic, refused_names=tuple(dict.fromkeys(find_refused_names(text, lines))))


def _diagnostic(fault: Fault, place: Place) -> Diagnostic:
    says = fault.says
    return Diagnostic(says.code, says.name, says.severity, says.message, (Label(place.location_of(fault.span)),), says.help)
