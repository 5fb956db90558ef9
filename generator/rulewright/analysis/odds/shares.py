"""Odds of the outcomes of a throw, as exact fractions over the sums of the dice.

Odds are computed for a line of a table that is thrown on, for the numbers of a table that a throw is compared with, and for a question
whose answer depends on a die and at most one more fact. Cells are looked up as in the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from rulewright.analysis.odds.thrown import ComparedThrow, DiceFlow, Throw
from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Comparison
from rulewright.base.limits import BUDGET_OF_ODDS, MAX_BARS, MAX_FACTS_OF_ODDS, MAX_OUTCOMES
from rulewright.base.records import record
from rulewright.core.dependence import Dependence
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.core.tables import TableLookUp
from rulewright.engines.interpreter.answer import Cell, Stretch
from rulewright.engines.interpreter.answer_ranges import IMPOSSIBLE
from rulewright.engines.interpreter.ask import ask
from rulewright.semantics.model import AnyKey, From, Key, Question, Table
from rulewright.semantics.terms import Const, Plain
from rulewright.semantics.types import Enumerated, Thing, YesNo


@record
class NoEntry:
    """The outcome for keys without an entry in the table."""


Outcome = Plain | NoEntry
NO_ENTRY = NoEntry()


@record
class Bar:
    """One line: its keys, the number compared with (None: no number), and the share of each outcome; the remainder is none of them."""

    keys: tuple[Key | Stretch, ...]
    number: int | Fraction | None
    shares: tuple[Fraction, ...]


@record
class TableOdds:
    """The odds of each line of a table; `params` are the parameter indexes of the keys of its bars."""

    throw: Throw
    params: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    bars: tuple[Bar, ...]
    comparison: Comparison | None = None


@record
class QuestionOdds:
    """The odds of a question over a die, for each value of one fact (its declared name), or overall (`fact` None)."""

    throw: Throw
    question: str
    fact: str | None
    unit: str | None
    outcomes: tuple[Outcome, ...]
    bars: tuple[Bar, ...]


def odds_of_table(core: Core, throws: DiceFlow, table: Table) -> TableOdds | None:
    """Return the odds of a table that is thrown on or whose numbers are compared with a throw; None if there are none to show."""
    if not table.held or not table.rows or not _has_constant_cells(table):
        return None
    params = range(len(core.questions[table.question].params))
    place = next((place for place in params if (table.question, place) in throws.slots), None)
    if place is not None:
        return _odds_of_thrown_table(table, place, throws.slots[table.question, place])
    compared_throw = throws.comparisons.get(table.id)
    return _odds_of_compared_table(table, compared_throw) if compared_throw is not None else None


def _has_constant_cells(table: Table) -> bool:
    """Return True if all cells are empty or constant."""
    return all(cell is None or isinstance(cell, Const) for row in table.rows for cell in row.cells)


# ---- thrown on -----------------------------------------------------------------------------------------------------------------------


def _odds_of_thrown_table(table: Table, place: int, throw: Throw) -> TableOdds | None:
    look_up, others = _Cells(table), [slot for slot in (*table.row_slots, *table.column_slots) if slot != place]
    kinds = [_axis_keys(table, slot) for slot in others]
    if not all(_are_disjoint(keys) for keys in kinds):
        return None
    lines: list[tuple[tuple[Key, ...], dict[Outcome, Fraction]]] = []
    for keys in product(*kinds):
        values = {slot: _sample_value(key) for slot, key in zip(others, keys, strict=True)}
        shares: dict[Outcome, Fraction] = {}
        for total, chance in throw.chances().items():
            outcome = look_up(values | {place: total})
            shares[outcome] = shares.get(outcome, Fraction(0)) + chance
        if set(shares) != {NO_ENTRY}:
            lines.append((keys, shares))
    outcomes = _order_outcomes(table, [line_shares for _, line_shares in lines])
    if not lines or len(outcomes) > MAX_OUTCOMES or len(lines) > MAX_BARS:
        return None
    bars = tuple(Bar(keys, None, tuple(line_shares.get(outcome, Fraction(0)) for outcome in outcomes)) for keys, line_shares in lines)
    return TableOdds(throw, tuple(others), outcomes, bars)


class _Cells:
    """Look-up of the cells of a table by its keys, as in the interpreter."""

    def __init__(self, table: Table) -> None:
        self._table, self._look_up = table, TableLookUp(table)
        self._params = 1 + max(*table.row_slots, *table.column_slots, 0)

    def __call__(self, values: Mapping[int, Plain]) -> Outcome:
        args = tuple(values.get(slot) for slot in range(self._params))
        row, column = self._look_up.find_cell(args)
        cell = None if row is None or column is None else self._table.rows[row].cells[column]
        return cell.value if isinstance(cell, Const) else NO_ENTRY


def _axis_keys(table: Table, slot: int) -> tuple[Key, ...]:
    """Return the distinct keys of one argument, in the order of the table."""
    if slot in table.row_slots:
        index = table.row_slots.index(slot)
        return tuple(dict.fromkeys(row.keys[index] for row in table.rows))
    index = table.column_slots.index(slot)
    return tuple(dict.fromkeys(column[index] for column in table.columns))


def _are_disjoint(keys: Sequence[Key]) -> bool:
    """Return True if no two keys share a value, so that one value represents its whole key."""
    return not any(_overlap(key, other) for index, key in enumerate(keys) for other in keys[:index])


def _overlap(first: Key, second: Key) -> bool:
    if isinstance(first, AnyKey) or isinstance(second, AnyKey):
        return True
    if isinstance(first, From) and isinstance(second, From):
        below = first.high is not None and second.low is not None and first.high < second.low
        above = first.low is not None and second.high is not None and second.high < first.low
        return not below and not above
    if isinstance(first, From):
        return _overlap(second, first)
    if isinstance(second, From):
        low, high = second.low, second.high
        numbers = [value for value in first.values if value is not None and not isinstance(value, str)]
        return any((low is None or low <= value) and (high is None or value <= high) for value in numbers)
    return bool(set(first.values) & set(second.values))


def _sample_value(key: Key) -> Plain:
    match key:
        case AnyKey():
            return None
        case From():
            return key.low if key.low is not None else key.high
        case _:  # open: the remaining keys are single values
            return key.values[0]


def _order_outcomes(table: Table, distributions: Sequence[Mapping[Outcome, Fraction]]) -> tuple[Outcome, ...]:
    """Return the occurring outcomes in the order of the table; `NOTHING` comes last."""
    cells = (cell.value for row in table.rows for cell in row.cells if isinstance(cell, Const))
    occurring = {outcome for distribution in distributions for outcome in distribution}
    return tuple(outcome for outcome in dict.fromkeys((*cells, NO_ENTRY)) if outcome in occurring)


# ---- compared with -------------------------------------------------------------------------------------------------------------------


def _odds_of_compared_table(table: Table, compared_throw: ComparedThrow) -> TableOdds | None:
    """Return the chance that the comparison of the throw with the number of each cell is true; the remainder is that it is false."""
    slots = (*table.row_slots, *table.column_slots)
    bars = []
    for row in table.rows:
        for column, cell in enumerate(row.cells):
            if not isinstance(cell, Const):
                continue
            number = cell.value
            if isinstance(number, bool | str) or number is None:
                return None
            share = sum(
                (
                    chance
                    for total, chance in compared_throw.throw.chances().items()
                    if comparison_holds(compared_throw.comparison, total, number)
                ),
                Fraction(0),
            )
            bars.append(Bar((*row.keys, *(table.columns[column] if table.columns else ())), number, (share,)))
    return TableOdds(compared_throw.throw, slots, (True,), tuple(bars), compared_throw.comparison) if 0 < len(bars) <= MAX_BARS else None


def comparison_holds(comparison: Comparison, total: int, number: int | Fraction) -> bool:
    """Return True if the comparison of a throw with a number is true."""
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


def odds_of_questions(core: Core, throws: DiceFlow) -> Iterator[QuestionOdds]:
    """Yield the odds of questions whose own rules read one die and whose answer depends on that die and at most one more fact.

    Questions with numeric answers are skipped: a modified throw has as many values as the dice have sums. The world is closed: it has
    only the things named by the question.
    """
    reach = Dependence(core)
    for name, core_question in core.on.items():
        dice = throws.dice_read(name)
        if (
            len(dice) == 1
            and isinstance(core_question.question.type, YesNo | Enumerated)
            and len(reach.facts_of_question(name)) <= MAX_FACTS_OF_ODDS
        ):
            odds = _odds_of_question(core, throws, core_question.question, dice[0])
            if odds is not None:
                yield odds


def _odds_of_question(core: Core, throws: DiceFlow, question: Question, die: str) -> QuestionOdds | None:
    names = [param.name for param in question.params]
    if [param.type for param in core.facts[die].params] != [param.type for param in question.params]:
        return None  # the die belongs to another thing
    args = f"({', '.join(names)})" if names else ""
    thrown, question_text = f"{die}{args}", f"{question.name}{args}"
    ask_question = partial(ask, core, question_text, closed=True, budget=BUDGET_OF_ODDS, **_switches(core, question.name))
    try:
        first = ask_question(over=(thrown,))
        others = tuple(dict.fromkeys(missing_fact.fact for missing_fact in first.missing if missing_fact.fact != thrown))
        if len(others) > 1 or first.over is None:
            return None
        over = ask_question(over=(thrown, *others)).over if others else first.over
    except WrongInput:
        return None
    if over is None:
        return None
    fact = _declared_fact(core, question, others[0]) if others else None
    return _odds_of_cells(throws.throw_of_die(die), question, over.cells, fact, over.unit) if fact is not None or not others else None


def _declared_fact(core: Core, question: Question, fact_text: str) -> str | None:
    """Return the declared name of the fact written as `e.hits` or `distance(u, t)`, or None if there is none."""
    owner, _, field = fact_text.partition("(")[0].partition(".")
    kinds = {param.name: param.type.record for param in question.params if isinstance(param.type, Thing)}
    name = f"{kinds.get(owner)}.{field}" if field else owner
    return name if name in core.facts else None


def _switches(core: Core, question: str) -> Mapping[str, Any]:
    """Return the settings for a question: readings in play; option and scenario if all its rules share one."""
    scopes = [rule.scope for rule in core.on[question].written_rules()]
    scenarios, options = {scope.scenario for scope in scopes}, {scope.option for scope in scopes}
    return {
        "readings": {
            reading.name: reading.in_play
            for reading in core.readings.values()
            if reading.in_play is not None and reading.settled_as is None
        },
        "scenario": scenarios.pop() if len(scenarios) == 1 else None,
        "options": [option for option in options if option is not None] if len(options) == 1 else (),
    }


def _odds_of_cells(throw: Throw, question: Question, cells: Sequence[Cell], fact: str | None, unit: str | None) -> QuestionOdds | None:
    lines: dict[tuple[Stretch, ...], dict[Outcome, Fraction]] = {}
    for cell in cells:
        if cell.status == IMPOSSIBLE:
            continue
        if cell.status != Status.ANSWERED.value:
            return None
        shares = lines.setdefault(cell.at[1:], {})
        shares[cell.value] = shares.get(cell.value, Fraction(0)) + sum(
            (chance for total, chance in throw.chances().items() if _contains_total(cell.at[0], total)), Fraction(0)
        )
    outcomes = dict.fromkeys(outcome for line_shares in lines.values() for outcome in line_shares)
    if not 2 <= len(outcomes) <= MAX_OUTCOMES or len(lines) > MAX_BARS:
        return None
    bars = tuple(
        Bar(keys, None, tuple(line_shares.get(outcome, Fraction(0)) for outcome in outcomes)) for keys, line_shares in lines.items()
    )
    return QuestionOdds(throw, question.name, fact, unit, tuple(outcomes), bars)


def _contains_total(stretch: Stretch, total: int) -> bool:
    low, high = stretch.values[0], stretch.values[-1]
    if stretch.in_order and isinstance(low, int) and isinstance(high, int):
        return low <= total <= high
    return total in stretch.values
