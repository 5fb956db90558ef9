"""Answers over what is not known, for people: a line for each stretch of values, or a table of two facts; the least and the greatest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rulewright.core.query import Status
from rulewright.core.wording import Wording
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.answer_ranges import IMPOSSIBLE
from rulewright.interfaces.cli.answers import COLOURS, show_answer, value_text
from rulewright.interfaces.cli.terminal import table

if TYPE_CHECKING:
    from rulewright.engines.interpreter.answer import Assumption, Cell, End, Over, Stretch

_SAID = {
    Status.CONFLICT.value: "conflict",
    Status.UNDETERMINED.value: "undetermined",
    Status.MISSING.value: "other facts are missing",
    IMPOSSIBLE: "cannot occur",
}


def show_over(out: Console, answer: Answer, words: Wording) -> None:
    """What was asked over facts, and the ends. The answer itself comes first, unless it is only that facts are missing."""
    if answer.status is not Status.MISSING:
        show_answer(out, answer, words)
    else:
        asked = Text.assemble((answer.phrase or answer.question, "bold"), (f"   {answer.book}, edition {answer.edition}", "dim"))
        out.print(asked, soft_wrap=not out.is_terminal)
    if answer.over is not None:
        _show_cells(out, answer.over, answer.decimal)
        _show_missing(out, answer, answer.over)
    if answer.least is not None:
        _show_end(out, "at least", answer.least, answer.decimal)
    if answer.most is not None:
        _show_end(out, "at most", answer.most, answer.decimal)
    if answer.status is Status.MISSING and (answer.least is not None or answer.most is not None):
        _show_assumed(out, answer.assumed)


def _show_cells(out: Console, over: Over, decimal: bool) -> None:
    shown = _one_fact(out, over, decimal) if len(over.facts) == 1 else _two_facts(out, over, decimal)
    out.print(shown)
    _show_assumed(out, over.assumed)


def _show_assumed(out: Console, assumed: tuple[Assumption, ...]) -> None:
    for one in assumed:
        said = f"assumed: {one.fact} is {value_text(one.value, one.unit, decimal=one.decimal, date=one.date)}"
        out.print(Text(said, "dim"), soft_wrap=not out.is_terminal)


def _one_fact(out: Console, over: Over, decimal: bool) -> Table:
    shown = table(out, over.facts[0], "the answer")
    for cell in over.cells:
        shown.add_row(Text(_stretch(cell.at[0])), _cell(cell, over.unit, decimal))
    return shown


def _two_facts(out: Console, over: Over, decimal: bool) -> Table:
    """The fact with more stretches has the lines, and the other the columns."""
    first, second = (list(dict.fromkeys(cell.at[place] for cell in over.cells)) for place in (0, 1))
    down, across = (1, 0) if len(second) > len(first) else (0, 1)
    cells = {(cell.at[down], cell.at[across]): cell for cell in over.cells}
    lines, columns = (second, first) if down else (first, second)
    heads = [f"{over.facts[across]}: {_stretch(column)}" for column in columns]
    shown = table(out, over.facts[down], *heads)
    for line in lines:
        shown.add_row(Text(_stretch(line)), *(_cell(cells[line, column], over.unit, decimal) for column in columns))
    return shown


def _show_missing(out: Console, answer: Answer, over: Over) -> None:
    """The facts that are missing, other than those that the answers are shown over."""
    others = [one.fact for one in answer.missing if one.fact not in over.facts]
    if others and any(cell.status == Status.MISSING.value for cell in over.cells):
        out.print(Text(f"missing: {', '.join(others)}", COLOURS[Status.MISSING]), soft_wrap=not out.is_terminal)


def _cell(cell: Cell, unit: str | None, decimal: bool) -> Text:
    if cell.status == Status.ANSWERED.value:
        return Text(value_text(cell.value, unit, decimal=decimal), COLOURS[Status.ANSWERED])
    why = f" ({cell.undetermined.why})" if cell.undetermined is not None else ""
    return Text(_SAID[cell.status] + why, "dim" if cell.status == IMPOSSIBLE else COLOURS[Status(cell.status)])


def _stretch(stretch: Stretch) -> str:
    """`1 to 16 hex`, `33 to 34 turn (May 1942 to June 1942)`, `mud, snow`."""
    said = [value_text(value, None, decimal=stretch.decimal) for value in stretch.values]
    if not stretch.in_order:
        return ", ".join(said)
    last = value_text(stretch.values[-1], stretch.unit, decimal=stretch.decimal)
    counted = last if stretch.values[0] == stretch.values[-1] else f"{said[0]} to {last}"
    dates = " to ".join(dict.fromkeys(stretch.dates))
    return f"{counted} ({dates})" if dates else counted


def _show_end(out: Console, words: str, end: End, decimal: bool) -> None:
    """`at most 12 MP, where weather is clear`."""
    facts = " and ".join(f"{name} is {value}" for name, value in end.facts)
    said = Text.assemble(f"{words} ", (value_text(end.value, end.unit, decimal=decimal), "bold green"), f", where {facts}" if facts else "")
    if not end.certain:
        said.append("; not every situation was gone through, so it may be " + ("less" if words == "at least" else "more"), "yellow")
    out.print(said, soft_wrap=not out.is_terminal)
