"""Text to syntax tree: block by block, so that one mistake never hides another block.

Lark and the grammar are imported when something is really read, so that a warm command, which reads nothing, need not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rulewright.base.diagnostics import Diagnostic, Label
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


# What a file says and what is wrong with it.
ParsedSource: TypeAlias = tuple[tuple[nodes.Placed, ...], tuple[Diagnostic, ...]]


class LanguageError(Exception):
    """A single expression that cannot be read; `diagnostics` say why."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("; ".join(diagnostic.message for diagnostic in diagnostics))
        self.diagnostics = diagnostics


def parse_source(source: Source, read: Callable[[str], Parsed] | None = None) -> ParsedSource:
    """Every block of a file that can be read, and every fault in it; a faulty statement is left out, the rest of its block stays.

    `read` reads a block where not `parse_text` does: one that remembers blocks, for a file that is read again at every keystroke.
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
        elif _waits_for_lines(diagnostics, first_line):
            diagnostics.pop()  # the line that should have stood under it has lost its indentation, and that is reported now
        if faults:
            place = Place(path, first_line)
            diagnostics.extend(_diagnostic(fault, place) for fault in faults)
    if not blocks and not diagnostics:
        diagnostics.append(_diagnostic(make_fault("empty file", Span(1, 1, 1, 1)), Place(source.path, 1)))
    return tuple(blocks), tuple(diagnostics)


def _waits_for_lines(diagnostics: list[Diagnostic], line: int) -> bool:
    """Whether the last thing said is that lines must follow, directly above this line."""
    if not diagnostics or diagnostics[-1].message != SENTENCES["lost block"].message:
        return False
    return line - diagnostics[-1].labels[0].location.line <= 2


def parse_folder(folder: Path, shown: str = "") -> tuple[nodes.SyntaxTree, tuple[Diagnostic, ...]]:
    """Every `.case` file of a folder (not of its sub-folders), by name; `shown` stands before a file's name when its path is shown."""
    files = sorted(path for path in folder.glob("*.case") if path.is_file()) if folder.is_dir() else []
    if not files:
        key = "no files" if folder.is_dir() else "no folder"
        fault = _diagnostic(make_fault(key, Span(1, 1, 1, 1), shown or str(folder)), Place(shown or str(folder), 1))
        return nodes.SyntaxTree(str(folder), ()), (fault,)
    read = [read_source(path, f"{shown.rstrip('/')}/{path.name}" if shown else str(path)) for path in files]
    return tree_of(str(folder), read, parse_source)


def tree_of(
    name: str, read: Iterable[tuple[Source | None, tuple[Diagnostic, ...]]], parsed: Callable[[Source], ParsedSource]
) -> tuple[nodes.SyntaxTree, tuple[Diagnostic, ...]]:
    """The files of a book as one tree; `read` has each file with what was found while it was decoded."""
    blocks: list[nodes.Placed] = []
    diagnostics: list[Diagnostic] = []
    for source, problems in read:
        diagnostics.extend(problems)
        if source is not None:
            placed, found = parsed(source)
            blocks.extend(placed)
            unreadable = {label.location.line for problem in problems for label in problem.labels}
            diagnostics.extend(one for one in found if one.labels[0].location.line not in unreadable)
    return nodes.SyntaxTree(name, tuple(blocks)), tuple(sorted(diagnostics, key=lambda one: one.sort_key))


def parse_sources(sources: Sequence[Source]) -> list[Parcel[ParsedSource]]:
    """Several files, for a worker."""
    return [Parcel(parse_source(source)) for source in sources]


def read_source(path: Path, shown: str) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """A file as text; bytes that are no UTF-8 are reported, once a line, and replaced."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        return None, not_read(shown, problem.strerror or "no reason given")
    return decoded(shown, data)


def not_read(shown: str, reason: str) -> tuple[Diagnostic, ...]:
    """What is reported of a file that cannot be read."""
    return (_diagnostic(make_fault("unreadable", Span(1, 1, 1, 1), reason), Place(shown, 1)),)


def decoded(shown: str, data: bytes) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The bytes of a file as text, in the same way."""
    place = Place(shown, 1)
    faults = islice(_bad_bytes(data), MAX_FAULTS)
    return source_of(shown, data.decode("utf-8", "replace")), tuple(_diagnostic(fault, place) for fault in faults)


def source_of(shown: str, text: str) -> Source:
    """A text as a source: line ends are `\\n`, and there is no byte order mark."""
    return Source(shown, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


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


def parse_expression(text: str, shown: str = "<expression>") -> nodes.Expr:
    """One condition or expression, such as a question on the command line. Raises `LanguageError`."""
    simple = read_simple(text)
    if simple is not None:
        return simple
    from rulewright.syntax.recovery import parse_statement

    expr: nodes.Expr | None
    expr, faults = parse_statement(text, "expr")
    if expr is None:
        raise LanguageError(tuple(_diagnostic(fault, Place(shown, 1)) for fault in faults))
    return expr


def _diagnostic(fault: Fault, place: Place) -> Diagnostic:
    says = fault.says
    return Diagnostic(says.code, says.name, says.severity, says.message, (Label(place.at(fault.span)),), says.help)
