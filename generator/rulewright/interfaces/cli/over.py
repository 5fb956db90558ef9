"""Answers over unknown facts as text for people: a line per range of values, or a table of two facts; the least and greatest amounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rulewright.core.query import Status
from rulewright.core.wording import NO_WORDING, Wording
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.answer_ranges import IMPOSSIBLE
from rulewright.interfaces.api.answer_words import COLOURS, parts_of, text_of_parts
from rulewright.interfaces.api.value_words import value_text
from rulewright.interfaces.cli.answers import show_answer
from rulewright.interfaces.cli.terminal import make_table

if TYPE_CHECKING:
    from rulewright.engines.interpreter.answer import Assumption, Cell, End, Over, Stretch

_STATUS_WORDS = {
    Status.CONFLICT.value: "conflict",
    Status.OUT_OF_RANGE.value: "out of range",
    Status.UNDETERMINED.value: "undetermined",
    Status.MISSING.value: "other facts are missing",
    IMPOSSIBLE: "cannot occur",
}


def show_over(out: Console, answer: Answer, words: Wording) -> None:
    """Print the answers over facts and the least and greatest amounts; before them the answer itself, unless it only lacks facts."""
    if answer.status is not Status.MISSING:
        show_answer(out, answer, words)
    else:
        heading = Text.assemble((answer.phrase or answer.question, "bold"), (f"   {answer.book}, edition {answer.edition}", "dim"))
        out.print(heading, soft_wrap=not out.is_terminal)
    if answer.over is not None:
        _show_cells(out, answer.over, answer.decimal)
        _show_missing(out, answer, answer.over)
    if answer.least is not None:
        _show_end(out, "at least", answer.least, answer.decimal)
    if answer.most is not None:
        _show_end(out, "at most", answer.most, answer.decimal)
    if answer.status is Status.MISSING and (answer.least is not None or answer.most is not None):
        _show_assumed(out, answer.assumed)


def _show_cells(out: Console, over: Over, decimal: int) -> None:
    answer_table = _one_fact_table(out, over, decimal) if len(over.facts) == 1 else _two_facts_table(out, over, decimal)
    out.print(answer_table)
    _show_assumed(out, over.assumed)


def _show_assumed(out: Console, assumed: tuple[Assumption, ...]) -> None:
    for assumption in assumed:
        out.print(Text(text_of_parts(parts_of(assumption, NO_WORDING)), "dim"), soft_wrap=not out.is_terminal)


def _one_fact_table(out: Console, over: Over, decimal: int) -> Table:
    answer_table = make_table(out, over.facts[0], "the answer")
    for cell in over.cells:
        answer_table.add_row(Text(_stretch_text(cell.at[0])), _cell_text(cell, over.unit, decimal))
    return answer_table


def _two_facts_table(out: Console, over: Over, decimal: int) -> Table:
    """Return a table of two facts: rows for the fact with more ranges, columns for the other."""
    first, second = (list(dict.fromkeys(cell.at[place] for cell in over.cells)) for place in (0, 1))
    row_fact, column_fact = (1, 0) if len(second) > len(first) else (0, 1)
    cells = {(cell.at[row_fact], cell.at[column_fact]): cell for cell in over.cells}
    lines, columns = (second, first) if row_fact else (first, second)
    headings = [f"{over.facts[column_fact]}: {_stretch_text(column)}" for column in columns]
    answer_table = make_table(out, over.facts[row_fact], *headings)
    for line in lines:
        answer_table.add_row(Text(_stretch_text(line)), *(_cell_text(cells[line, column], over.unit, decimal) for column in columns))
    return answer_table


def _show_missing(out: Console, answer: Answer, over: Over) -> None:
    """Print the missing facts, without those that the answers range over."""
    others = [fact.fact for fact in answer.missing if fact.fact not in over.facts]
    if others and any(cell.status == Status.MISSING.value for cell in over.cells):
        out.print(Text(f"missing: {', '.join(others)}", COLOURS[Status.MISSING]), soft_wrap=not out.is_terminal)


def _cell_text(cell: Cell, unit: str | None, decimal: int) -> Text:
    if cell.status == Status.ANSWERED.value:
        return Text(value_text(cell.value, unit, decimal=decimal), COLOURS[Status.ANSWERED])
    why = f" ({cell.undetermined.why})" if cell.undetermined is not None else ""
    return Text(_STATUS_WORDS[cell.status] + why, "dim" if cell.status == IMPOSSIBLE else COLOURS[Status(cell.status)])


def _stretch_text(stretch: Stretch) -> str:
    """Return a range of values as text: `1 to 16 hex`, `33 to 34 turn (May 1942 to June 1942)`, `mud, snow`."""
    value_texts = [value_text(value, None, decimal=stretch.decimal) for value in stretch.values]
    if not stretch.in_order:
        return ", ".join(value_texts)
    last = value_text(stretch.values[-1], stretch.unit, decimal=stretch.decimal)
    counted = last if stretch.values[0] == stretch.values[-1] else f"{value_texts[0]} to {last}"
    dates = " to ".join(dict.fromkeys(stretch.dates))
    return f"{counted} ({dates})" if dates else counted


def _show_end(out: Console, words: str, end: End, decimal: int) -> None:
    """Print a least or greatest amount: `at most 12 MP, where weather is clear`."""
    facts = " and ".join(f"{name} is {value}" for name, value in end.facts)
    line = Text.assemble(f"{words} ", (value_text(end.value, end.unit, decimal=decimal), "bold green"), f", where {facts}" if facts else "")
    if not end.certain:
        line.append("; not every situation was gone through, so it may be " + ("less" if words == "at least" else "more"), "yellow")
    out.print(line, soft_wrap=not out.is_terminal)
