"""The chances of what a throw gives, as exact fractions: each face of a die, and each sum of dice, has its own.

Three things have odds: a line of a table that is thrown on, the numbers of a table that a throw is compared with, and a question whose
answer a die and at most one more fact decide. Cells are found as the interpreter finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from rulewright.analysis.odds.thrown import Against, Throw, Throws
from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Comparison
from rulewright.base.records import record
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Cell, Stretch
from rulewright.engines.interpreter.answer_ranges import IMPOSSIBLE
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.interpreter.questions import Reach
from rulewright.engines.interpreter.tables import Axis
from rulewright.semantics.model import AnyKey, From, Key, Question, Table
from rulewright.semantics.terms import Const, Plain
from rulewright.semantics.types import Enumerated, Thing, YesNo

MOST_OUTCOMES = 8
"""More kinds of results than this are no picture."""
MOST_BARS = 60
_FACTS = 12
"""A question that can depend on more facts is not tried."""
_BUDGET = 400_000


@record
class NoEntry:
    """That the table has nothing there."""


Outcome = Plain | NoEntry
NOTHING = NoEntry()


@record
class Bar:
    """One line: its keys, the number it is compared with (None: no number), and the share of each outcome; what is left is none of them."""

    keys: tuple[Key | Stretch, ...]
    number: int | Fraction | None
    shares: tuple[Fraction, ...]


@record
class TableOdds:
    """What each line of a table gives; `params` are the places of the keys of its bars."""

    throw: Throw
    params: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    bars: tuple[Bar, ...]
    comparison: Comparison | None = None


@record
class QuestionOdds:
    """What a die gives for a question, for each value of one fact, named as it is declared, or at all (`fact` None)."""

    throw: Throw
    question: str
    fact: str | None
    unit: str | None
    outcomes: tuple[Outcome, ...]
    bars: tuple[Bar, ...]


def odds_of_table(core: Core, throws: Throws, table: Table) -> TableOdds | None:
    """The odds of a table that is thrown on, or whose numbers a throw is compared with; None where there are none to show."""
    if not table.held or not table.rows or not _plain(table):
        return None
    params = range(len(core.questions[table.question].params))
    place = next((place for place in params if (table.question, place) in throws.slots), None)
    if place is not None:
        return _thrown_on(table, place, throws.slots[table.question, place])
    against = throws.against.get(table.id)
    return _compared(table, against) if against is not None else None


def _plain(table: Table) -> bool:
    """Whether every cell is a value by itself."""
    return all(cell is None or isinstance(cell, Const) for row in table.rows for cell in row.cells)


# ---- thrown on -----------------------------------------------------------------------------------------------------------------------


def _thrown_on(table: Table, place: int, throw: Throw) -> TableOdds | None:
    look_up, others = _Cells(table), [slot for slot in (*table.row_slots, *table.column_slots) if slot != place]
    kinds = [_keys_of(table, slot) for slot in others]
    if not all(_apart(keys) for keys in kinds):
        return None
    lines: list[tuple[tuple[Key, ...], dict[Outcome, Fraction]]] = []
    for keys in product(*kinds):
        values = {slot: _one_of(key) for slot, key in zip(others, keys, strict=True)}
        found: dict[Outcome, Fraction] = {}
        for total, chance in throw.chances().items():
            outcome = look_up(values | {place: total})
            found[outcome] = found.get(outcome, Fraction(0)) + chance
        if set(found) != {NOTHING}:
            lines.append((keys, found))
    outcomes = _in_order(table, [found for _, found in lines])
    if not lines or len(outcomes) > MOST_OUTCOMES or len(lines) > MOST_BARS:
        return None
    bars = tuple(Bar(keys, None, tuple(found.get(one, Fraction(0)) for one in outcomes)) for keys, found in lines)
    return TableOdds(throw, tuple(others), outcomes, bars)


class _Cells:
    """What a table has at its keys, looked up as the interpreter does."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rows = Axis(table, [row.keys for row in table.rows], table.row_slots)
        self._columns = Axis(table, list(table.columns), table.column_slots) if table.columns else None
        self._params = 1 + max(*table.row_slots, *table.column_slots, 0)

    def __call__(self, values: Mapping[int, Plain]) -> Outcome:
        args = tuple(values.get(slot) for slot in range(self._params))
        row = self._rows.find(args)
        column = 0 if self._columns is None else self._columns.find(args)
        cell = None if row is None or column is None else self._table.rows[row].cells[column]
        return cell.value if isinstance(cell, Const) else NOTHING


def _keys_of(table: Table, slot: int) -> tuple[Key, ...]:
    """The keys of one argument, each once, in the order of the table."""
    if slot in table.row_slots:
        at = table.row_slots.index(slot)
        return tuple(dict.fromkeys(row.keys[at] for row in table.rows))
    at = table.column_slots.index(slot)
    return tuple(dict.fromkeys(column[at] for column in table.columns))


def _apart(keys: Sequence[Key]) -> bool:
    """Whether no value is in two of them, so that one value stands for all of a key."""
    return not any(_meet(one, other) for at, one in enumerate(keys) for other in keys[:at])


def _meet(one: Key, other: Key) -> bool:
    if isinstance(one, AnyKey) or isinstance(other, AnyKey):
        return True
    if isinstance(one, From) and isinstance(other, From):
        below = one.high is not None and other.low is not None and one.high < other.low
        above = one.low is not None and other.high is not None and other.high < one.low
        return not below and not above
    if isinstance(one, From):
        return _meet(other, one)
    if isinstance(other, From):
        low, high = other.low, other.high
        numbers = [value for value in one.values if value is not None and not isinstance(value, str)]
        return any((low is None or low <= value) and (high is None or value <= high) for value in numbers)
    return bool(set(one.values) & set(other.values))


def _one_of(key: Key) -> Plain:
    match key:
        case AnyKey():
            return None
        case From():
            return key.low if key.low is not None else key.high
        case _:  # open: the single values are what is left
            return key.values[0]


def _in_order(table: Table, found: Sequence[Mapping[Outcome, Fraction]]) -> tuple[Outcome, ...]:
    """The outcomes in the order in which the table has them; that there is none comes last."""
    cells = (cell.value for row in table.rows for cell in row.cells if isinstance(cell, Const))
    met = {outcome for one in found for outcome in one}
    return tuple(one for one in dict.fromkeys((*cells, NOTHING)) if one in met)


# ---- compared with -------------------------------------------------------------------------------------------------------------------


def _compared(table: Table, against: Against) -> TableOdds | None:
    """The chance that the throw compares so with the number of each cell; that it does not is the rest."""
    slots = (*table.row_slots, *table.column_slots)
    bars = []
    for row in table.rows:
        for at, cell in enumerate(row.cells):
            if not isinstance(cell, Const):
                continue
            number = cell.value
            if isinstance(number, bool | str) or number is None:
                return None
            share = sum(
                (chance for total, chance in against.throw.chances().items() if holds(against.comparison, total, number)), Fraction(0)
            )
            bars.append(Bar((*row.keys, *(table.columns[at] if table.columns else ())), number, (share,)))
    return TableOdds(against.throw, slots, (True,), tuple(bars), against.comparison) if 0 < len(bars) <= MOST_BARS else None


def holds(comparison: Comparison, total: int, number: int | Fraction) -> bool:
    """Whether a throw compares so with a number."""
    compared: dict[Comparison, Callable[[], bool]] = {
        Comparison.IS: lambda: total == number,
        Comparison.IS_NOT: lambda: total != number,
        Comparison.AT_LEAST: lambda: total >= number,
        Comparison.AT_MOST: lambda: total <= number,
        Comparison.MORE: lambda: total > number,
        Comparison.LESS: lambda: total < number,
    }
    return compared[comparison]()


# ---- a question ----------------------------------------------------------------------------------------------------------------------


def odds_of_questions(core: Core, throws: Throws) -> Iterator[QuestionOdds]:
    """The odds of every question whose own rules read one die, and whose answer that die and at most one more fact decide.

    Of answers that are numbers there is no picture: a throw with something added has as many as the dice have sums. There are no things
    but those that the question names.
    """
    reach = Reach(core)
    for name, on in core.on.items():
        dice = throws.dice_read(name)
        if len(dice) == 1 and isinstance(on.question.type, YesNo | Enumerated) and len(reach.of(name)) <= _FACTS:
            found = _asked(core, throws, on.question, dice[0])
            if found is not None:
                yield found


def _asked(core: Core, throws: Throws, question: Question, die: str) -> QuestionOdds | None:
    names = [param.name for param in question.params]
    if [param.type for param in core.facts[die].params] != [param.type for param in question.params]:
        return None  # the die of another thing
    args = f"({', '.join(names)})" if names else ""
    thrown, asked = f"{die}{args}", f"{question.name}{args}"
    asking = partial(ask, core, asked, closed=True, budget=_BUDGET, **_switches(core, question.name))
    try:
        first = asking(over=(thrown,))
        others = tuple(dict.fromkeys(one.fact for one in first.missing if one.fact != thrown))
        if len(others) > 1 or first.over is None:
            return None
        over = asking(over=(thrown, *others)).over if others else first.over
    except WrongInput:
        return None
    if over is None:
        return None
    fact = _declared(core, question, others[0]) if others else None
    return _of_cells(throws.of_die(die), question, over.cells, fact, over.unit) if fact is not None or not others else None


def _declared(core: Core, question: Question, written: str) -> str | None:
    """The fact that `e.hits` or `distance(u, t)` is one of, as it is declared."""
    of, _, field = written.partition("(")[0].partition(".")
    kinds = {one.name: one.type.record for one in question.params if isinstance(one.type, Thing)}
    name = f"{kinds.get(of)}.{field}" if field else of
    return name if name in core.facts else None


def _switches(core: Core, question: str) -> Mapping[str, Any]:
    """Readings as they are in play; the option and the scenario that all rules of the question are of."""
    scopes = [rule.scope for rule in core.on[question].stated()]
    scenarios, options = {one.scenario for one in scopes}, {one.option for one in scopes}
    return {
        "readings": {one.name: one.in_play for one in core.readings.values() if one.in_play is not None and one.settled_as is None},
        "scenario": scenarios.pop() if len(scenarios) == 1 else None,
        "options": [option for option in options if option is not None] if len(options) == 1 else (),
    }


def _of_cells(throw: Throw, question: Question, cells: Sequence[Cell], fact: str | None, unit: str | None) -> QuestionOdds | None:
    lines: dict[tuple[Stretch, ...], dict[Outcome, Fraction]] = {}
    for cell in cells:
        if cell.status == IMPOSSIBLE:
            continue
        if cell.status != Status.ANSWERED.value:
            return None
        found = lines.setdefault(cell.at[1:], {})
        found[cell.value] = found.get(cell.value, Fraction(0)) + sum(
            (chance for total, chance in throw.chances().items() if _inside(cell.at[0], total)), Fraction(0)
        )
    met = dict.fromkeys(outcome for found in lines.values() for outcome in found)
    if not 2 <= len(met) <= MOST_OUTCOMES or len(lines) > MOST_BARS:
        return None
    bars = tuple(Bar(keys, None, tuple(found.get(one, Fraction(0)) for one in met)) for keys, found in lines.items())
    return QuestionOdds(throw, question.name, fact, unit, tuple(met), bars)


def _inside(stretch: Stretch, total: int) -> bool:
    low, high = stretch.values[0], stretch.values[-1]
    if stretch.in_order and isinstance(low, int) and isinstance(high, int):
        return low <= total <= high
    return total in stretch.values
