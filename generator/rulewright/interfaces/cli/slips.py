"""Results of mutation testing as text for people: the figures, then the mutants that no example notices, with examples to paste."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text

from rulewright.analysis.mutation.model import Fate, SlipResult, SlipResults
from rulewright.interfaces.cli.common import format_count
from rulewright.interfaces.cli.terminal import make_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from rulewright.workspace.open_book import OpenBook


def show_slips(out: Console, loaded: Sequence[OpenBook]) -> None:
    """Print the figures of all books, then the surviving mutants of each."""
    counted = [fate.value for fate in Fate]
    figures = make_table(out, "book", "edition", "slips", *counted, "noticed of 100", numbers=("slips", *counted, "noticed of 100"))
    for book in loaded:
        slips = book.slips
        numbers = [f"{slips.counts[fate]:,}" for fate in Fate]
        figures.add_row(book.name, slips.edition, f"{len(slips.results):,}", *numbers, str(slips.percent_noticed))
    out.print()
    out.print(figures)
    for book in loaded:
        _show_survivors(out, book.name, book.slips)
        _show_undecided(out, book.name, book.slips)


def _show_survivors(out: Console, book: str, slips: SlipResults) -> None:
    survivors = slips.with_fate(Fate.UNNOTICED)
    if not survivors:
        return
    out.print(Text(f"\n{book}: {format_count(len(survivors), 'slip')} that no example notices", "bold underline"), soft_wrap=True)
    for _, slips_of_line in groupby(survivors, key=lambda slip: slip.line):
        line_slips = list(slips_of_line)
        _show_line(out, line_slips[0])
        for slip in line_slips:
            _show_slip(out, slip)


def _show_line(out: Console, slip: SlipResult) -> None:
    line = slip.line
    place = f"{line.location.path}:{line.location.line}"
    out.print()
    out.print(Text.assemble((line.address, "bold"), f"  {line.text}", (f"   {place}", "dim")), soft_wrap=True)


def _show_slip(out: Console, slip: SlipResult) -> None:
    out.print(Text.assemble(("  " + slip.kind.value, "yellow"), f": {change_text(slip)}"), soft_wrap=True)
    demonstration = slip.counterexample
    if demonstration is None:
        return
    out.print(
        Text(f"    {demonstration.situation.question} is {demonstration.answer}, and would be {demonstration.with_slip}"), soft_wrap=True
    )
    if not demonstration.first:
        out.print(Text("    an example above would notice it as well", "dim"), soft_wrap=True)
        return
    for row in demonstration.example.rstrip("\n").split("\n"):
        out.print(Text(f"    {row}", "green"), soft_wrap=True)


def change_text(slip: SlipResult) -> str:
    """Return the change of a mutant: the source text and its replacement, or only the text that it removes."""
    return f"`{slip.was}` → `{slip.now}`" if slip.now else f"`{slip.was}`"


def _show_undecided(out: Console, book: str, slips: SlipResults) -> None:
    undecided = slips.with_fate(Fate.NOT_DECIDED)
    if not undecided:
        return
    out.print(Text(f"\n{book}: {format_count(len(undecided), 'slip')} of which it is not decided", "bold underline"), soft_wrap=True)
    for slip in undecided:
        out.print(Text.assemble((f"  {slip.line.address}", "bold"), f"  {slip.kind.value}: {change_text(slip)}"), soft_wrap=True)
        out.print(Text(f"    {slip.reason}", "dim"), soft_wrap=True)
