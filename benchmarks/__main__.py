"""`python -m benchmarks [--smallest] [NAME…]`: run every benchmark, or those named, and print one table.

With `--smallest` everything is measured once and as small as it can be, and held against no target: it only has to run to its end.
`python -m benchmarks import_sheets FOLDER` measures the import on sheets of one's own, `python -m benchmarks pages FOLDER` a site that is
elsewhere.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from benchmarks.frame import SMALLEST, Row, is_smallest

ORDER = (
    "processes",
    "edits",
    "parse",
    "fold",
    "answers",
    "missing",
    "growth",
    "talk",
    "page_engine",
    "checks",
    "decide",
    "defects",
    "site",
    "pages",
    "editor",
)
"""The modules that are measured, each with `rows()`, in the order of the table."""

WIDTH = 160
"""Columns of the table where it is written to a file or a pipe."""


def collected(names: Sequence[str], out: Console) -> Iterator[Row]:
    """The rows of each module, with a line on standard error while it runs."""
    for name in names:
        start = time.perf_counter()
        out.print(f"measuring {name} …", style="dim", end=" ")
        yield from importlib.import_module(f"benchmarks.{name}").rows()
        out.print(f"{time.perf_counter() - start:.1f} s", style="dim")


def table_of(rows: Sequence[Row]) -> Table:
    """The table that is printed."""
    table = Table(header_style="bold", title="What it must reach, and what it reaches", title_justify="left")
    for heading, justify in (("what", "left"), ("measured", "right"), ("target", "right"), ("", "left"), ("note", "left")):
        table.add_column(heading, justify="right" if justify == "right" else "left")
    for row in rows:
        has_target = row.target is not None and not is_smallest()
        target = f"{'at least' if row.at_least else 'at most'} {row.target:,g} {row.unit}" if has_target else ""
        mark = {True: Text("reached", "green"), False: Text("not reached", "bold red"), None: Text("")}[row.reached if has_target else None]
        table.add_row(row.what, f"{number(row.measured)} {row.unit}", target, mark, row.note)
    return table


def number(value: float) -> str:
    """Three digits that count, thousands parted."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def main(arguments: Sequence[str]) -> int:
    if "--smallest" in arguments:
        os.environ[SMALLEST] = "1"  # before the modules are imported, which look at it
        arguments = [argument for argument in arguments if argument != "--smallest"]
    if arguments and arguments[0] == "import_sheets":  # it measures what is given to it, and nothing that is shipped
        from benchmarks import import_sheets

        return import_sheets.main(arguments[1:])
    progress = Console(stderr=True, highlight=False)
    if arguments and arguments[0] == "pages" and len(arguments) > 1:
        from benchmarks import pages

        rows = list(pages.rows_of(Path(arguments[1])))
    else:
        rows = list(collected(arguments or ORDER, progress))
    out = Console(highlight=False)
    if not out.is_terminal:
        out.width = WIDTH
    out.print(table_of(rows))
    if is_smallest():
        out.print(f"make bench: {len(rows)} measurements of {len(arguments or ORDER)} modules were made, each as small as it can be")
        return 0
    missed = [row.what for row in rows if row.reached is False]
    told = [row for row in rows if row.reached is not None]
    out.print(f"make bench: {len(told) - len(missed)} of {len(told)} targets reached" + (f"; not: {', '.join(missed)}" if missed else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
