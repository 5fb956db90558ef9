"""What becomes of the slips of books, for people: the figures, then each that no example notices, with an example to paste."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text

from rulewright.analysis.mutation.model import Fate, Judged, Slips
from rulewright.interfaces.cli.common import count
from rulewright.interfaces.cli.terminal import table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from rulewright.workspace.open_book import Loaded


def show_slips(out: Console, loaded: Sequence[Loaded]) -> None:
    """The figures of all books, then the survivors of each."""
    counted = [fate.value for fate in Fate]
    figures = table(out, "book", "edition", "slips", *counted, "noticed of 100", numbers=("slips", *counted, "noticed of 100"))
    for book in loaded:
        slips = book.slips
        numbers = [f"{slips.counts[fate]:,}" for fate in Fate]
        figures.add_row(book.name, slips.edition, f"{len(slips.judged):,}", *numbers, str(slips.of_hundred))
    out.print()
    out.print(figures)
    for book in loaded:
        _show_survivors(out, book.name, book.slips)
        _show_undecided(out, book.name, book.slips)


def _show_survivors(out: Console, book: str, slips: Slips) -> None:
    survivors = slips.of(Fate.UNNOTICED)
    if not survivors:
        return
    out.print(Text(f"\n{book}: {count(len(survivors), 'slip')} that no example notices", "bold underline"), soft_wrap=True)
    for _, several in groupby(survivors, key=lambda one: one.line):
        of_line = list(several)
        _show_line(out, of_line[0])
        for one in of_line:
            _show_slip(out, one)


def _show_line(out: Console, one: Judged) -> None:
    line = one.line
    place = f"{line.location.path}:{line.location.line}"
    out.print()
    out.print(Text.assemble((line.address, "bold"), f"  {line.text}", (f"   {place}", "dim")), soft_wrap=True)


def _show_slip(out: Console, one: Judged) -> None:
    out.print(Text.assemble(("  " + one.kind.value, "yellow"), f": {written(one)}"), soft_wrap=True)
    told = one.told
    if told is None:
        return
    out.print(Text(f"    {told.situation.question} is {told.answer}, and would be {told.with_slip}"), soft_wrap=True)
    if not told.first:
        out.print(Text("    an example above would notice it as well", "dim"), soft_wrap=True)
        return
    for row in told.example.rstrip("\n").split("\n"):
        out.print(Text(f"    {row}", "green"), soft_wrap=True)


def written(one: Judged) -> str:
    """What is written, and what would be instead: `3 hex` for `4 hex`; what is lost by itself."""
    return f"`{one.was}` → `{one.now}`" if one.now else f"`{one.was}`"


def _show_undecided(out: Console, book: str, slips: Slips) -> None:
    undecided = slips.of(Fate.NOT_DECIDED)
    if not undecided:
        return
    out.print(Text(f"\n{book}: {count(len(undecided), 'slip')} of which it is not decided", "bold underline"), soft_wrap=True)
    for one in undecided:
        out.print(Text.assemble((f"  {one.line.address}", "bold"), f"  {one.kind.value}: {written(one)}"), soft_wrap=True)
        out.print(Text(f"    {one.reason}", "dim"), soft_wrap=True)
