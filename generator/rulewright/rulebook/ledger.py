"""`ledger.csv`: every statement that a source makes, one row each. Reading it with errors that say which line and column is wrong."""

from __future__ import annotations

import csv
import io

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.model import LedgerRow

COLUMNS = ("item", "section", "locator", "kind", "summary", "refs", "computable", "shape", "ocr_note", "anchor", "digest", "source")
"""`anchor`, `digest` and `source` are what an import writes: the first words, what the words come to, and whose they are."""

_NEEDED = ("item", "summary", "computable")
_COMPUTABLE = ("yes", "partly", "no")


def read_ledger(text: str, path: str) -> tuple[tuple[LedgerRow, ...], tuple[Diagnostic, ...]]:
    """The rows of a ledger, in order, and what is wrong with it; `path` is shown to people. A row with a fault that matters is left out."""
    reader = csv.reader(io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff"), newline=""))
    findings: list[Diagnostic] = []
    try:
        table = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        return (), (_bad(path, reader.line_num, f"the ledger cannot be read here: {error}"),)
    if not table:
        return (), (_bad(path, 1, "the ledger is empty", f"its first line names the columns: {', '.join(COLUMNS)}"),)
    header = [name.strip() for name in table[0][1]]
    findings.extend(_header_faults(header, path))
    if findings:
        return (), tuple(findings)
    rows: list[LedgerRow] = []
    seen: dict[str, int] = {}
    start = 2
    for end, cells in table[1:]:
        line, start = start, end + 1
        row = _row(header, cells, path, line, seen, findings)
        if row is not None:
            seen[row.item] = row.line
            rows.append(row)
    return tuple(rows), tuple(findings)


def _header_faults(header: list[str], path: str) -> list[Diagnostic]:
    found = [
        _bad(path, 1, f"the ledger has no column `{name}`", f"its columns are {', '.join(COLUMNS)}")
        for name in _NEEDED
        if name not in header
    ]
    for name in header:
        if name not in COLUMNS:
            hint = did_you_mean(name, COLUMNS) or f"the columns of a ledger are {', '.join(COLUMNS)}"
            found.append(_bad(path, 1, f"`{name}` is not a column of a ledger", hint))
    return found


def _row(header: list[str], cells: list[str], path: str, line: int, seen: dict[str, int], findings: list[Diagnostic]) -> LedgerRow | None:
    if not any(cells):
        return None
    if len(cells) != len(header):
        message = f"this row has {len(cells)} cells and the ledger {len(header)} columns"
        findings.append(_bad(path, line, message, "quote a cell that holds a comma"))
        return None
    at = dict(zip(header, map(str.strip, cells), strict=True))
    item, computable = at["item"], at["computable"]
    if not item:
        findings.append(_bad(path, line, "this row has no item"))
    elif item in seen:
        findings.append(_bad(path, line, f"item `{item}` is already on line {seen[item]}"))
    elif computable not in _COMPUTABLE:
        help = "the column `computable` says whether the statement can be worked out"
        findings.append(_bad(path, line, f"`{computable}` is not yes, partly or no", help))
    else:
        return LedgerRow(**{name: at.get(name, "") for name in COLUMNS}, line=line)
    return None


def _bad(path: str, line: int, message: str, help: str = "") -> Diagnostic:
    place = Location(path, line, 1, line, 2)
    return Diagnostic("RW130", "ledger-unreadable", Severity.ERROR, message, (Label(place),), help)
