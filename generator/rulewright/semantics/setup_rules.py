"""Set-ups as rules: the starting places, entries and fields of pieces become questions.

The pieces of all set-ups are the values of the enum `piece`. A piece with one place *must* be set up there, one with a choice of places
*may* be set up at each, and *may not* elsewhere: the verdict `set_up(p, h)`. The value `set_up_place(p)` is the place of a piece without
a choice. A piece that comes later has the verdict `enters(p, t, h)`, where `t` is one of the turns that set-ups name, or a turn of the
book's calendar if they give dates. A field such as `strength 5 SP` is the value `set_up_strength(p)`. Places are those of the book's map
if it has exactly one, else those that its set-ups name. The book's own declarations of these names take priority.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm

from rulewright.base.dates import Date, read_date
from rulewright.base.keywords import Comparison, Verb
from rulewright.base.numerals import plain_number
from rulewright.rulebook.model import CaseInForce, Declared, EditionView, Origin, Provision, Rulebook, RuleId
from rulewright.semantics.calendars import Calendar, turn_of
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

PIECE, TURN, SET_UP, ENTERS = "piece", "turn_of_entry", "set_up", "enters"
PLACE = f"{SET_UP}_place"


def with_set_ups(book: Rulebook, view: EditionView) -> tuple[Rulebook, EditionView]:
    """Return the book with questions declared for its set-ups, and the view with their lines as rules; both unchanged without set-ups."""
    lines = [(line, case) for case in view.all_cases() for line, _ in case.other if isinstance(line, nodes.Setup) and not case.deleted]
    if not lines:
        return book, view
    own_names = {getattr(declared.node, "name", "") for declared in book.declarations}
    maps = [declared.node.name for declared in book.declarations if isinstance(declared.node, nodes.Map)]
    declarations = [
        Declared(node, book.front_place, "")
        for node in _setup_declarations([line for line, _ in lines], maps[0] if len(maps) == 1 else None, _only_calendar(book))
        if node.name not in own_names
    ]
    cases = {number: _with_setup_rules(case) for number, case in view.cases.items()}
    scenarios = {number: _with_setup_rules(case) for number, case in view.scenarios.items()}
    return replace(book, declarations=(*book.declarations, *declarations)), replace(view, cases=cases, scenarios=scenarios)


# ---- the vocabulary ------------------------------------------------------------------------------------------------------------------


def _only_calendar(book: Rulebook) -> nodes.Calendar | None:
    """Return the calendar of a book that has exactly one, else None."""
    calendars = [declared.node for declared in book.declarations if isinstance(declared.node, nodes.Calendar)]
    return calendars[0] if len(calendars) == 1 else None


def _setup_declarations(
    lines: list[nodes.Setup], map_name: str | None, calendar: nodes.Calendar | None
) -> Iterator[nodes.Enum | nodes.Verdict | nodes.Value]:
    titles = {line.piece: line.title for line in lines if line.title}
    yield _make_enum(PIECE, [line.piece for line in lines], titles)
    place = map_name or "place"
    if map_name is None:
        yield _make_enum(place, [place_name for line in lines for place_name in line.at], {})
    piece, place_param = nodes.Param("p", nodes.Named(PIECE)), nodes.Param("h", nodes.Named(place))
    yield nodes.Verdict(SET_UP, (piece, place_param), "{p} is set up at {h}")
    if any(_only_place(line) for line in lines):
        yield nodes.Value(PLACE, (piece,), nodes.Named(place), "the place where {p} is set up")
    turns = [line.turn for line in lines if line.turn is not None]
    if turns:
        dates = [date for date in map(read_date, turns) if date is not None]
        if not dates:
            yield _make_enum(TURN, turns, {})
        turn = _turn_range(dates, calendar) if dates else nodes.Named(TURN)
        params = (piece, nodes.Param("t", turn), place_param)
        yield nodes.Verdict(ENTERS, params, "{p} enters in {t} at {h}")
    for name in dict.fromkeys(name for line in lines for name, _ in line.fields):
        values = [value for line in lines for field, value in line.fields if field == name]
        yield from _field_declarations(name, values, piece)


def _turn_range(dates: list[Date], calendar: nodes.Calendar | None) -> nodes.Range:
    """Return the range of turns from the first of the calendar to the last that a set-up names."""
    if calendar is None:
        return nodes.Range(1, None)
    turns = Calendar(calendar.title, calendar.period, calendar.turn, calendar.first.date)
    return nodes.Range(
        turns.turn, max([turns.turn, *(turn_of(turns, date) for date in dates if turns.has_date(date))]), calendar=calendar.name
    )


def _make_enum(name: str, values: list[str], titles: dict[str, str]) -> nodes.Enum:
    return nodes.Enum(name, tuple(nodes.EnumValue(value, titles.get(value)) for value in sorted(set(values))))


def _field_declarations(name: str, values: list[nodes.Expr], piece: nodes.Param) -> Iterator[nodes.Enum | nodes.Value]:
    """Yield the declarations of a field: a number if all its values are numbers, else an enum of the words."""
    numbers = [value for value in values if isinstance(value, nodes.Number)]
    question, phrase = f"{SET_UP}_{name}", f"the {name.replace('_', ' ')} of {{p}} in the set-up"
    if len(numbers) == len(values):
        step = Fraction(1, lcm(*(value.value.denominator for value in numbers)))
        high = plain_number(max(value.value for value in numbers))
        low = plain_number(min(Fraction(0), *(value.value for value in numbers)))
        decimal = any(value.decimal for value in numbers)
        yield nodes.Value(question, (piece,), nodes.Range(low, high, numbers[0].unit, step, decimal), phrase)
        return
    yield _make_enum(f"{question}_told", [text_of(value) for value in values], {})
    yield nodes.Value(question, (piece,), nodes.Named(f"{question}_told"), phrase)


# ---- the rules -----------------------------------------------------------------------------------------------------------------------


def _with_setup_rules(case: CaseInForce) -> CaseInForce:
    lines = [(line, origin) for line, origin in case.other if isinstance(line, nodes.Setup)]
    if not lines or case.deleted:
        return case
    return replace(
        case,
        provisions=(
            *case.provisions,
            *(provision for line, origin in _without_removed(lines) for provision in _setup_provisions(case, line, origin)),
        ),
    )


def _without_removed(lines: list[tuple[nodes.Setup, Origin]]) -> list[tuple[nodes.Setup, Origin]]:
    """Return the lines without those of pieces that a later line removes."""
    remaining: list[tuple[nodes.Setup, Origin]] = []
    for line, origin in lines:
        if line.kind is nodes.SetupKind.REMOVES:
            remaining = [entry for entry in remaining if entry[0].piece != line.piece]
        else:
            remaining.append((line, origin))
    return remaining


def _setup_provisions(case: CaseInForce, line: nodes.Setup, origin: Origin) -> Iterator[Provision]:
    for index, rule in enumerate(_setup_rules(line)):
        suffix = f".{index + 1}" if index else ""
        yield Provision(RuleId(f"{case.number}.{line.piece}{suffix}"), case.id, rule, origin, case.scope)


def _setup_rules(line: nodes.Setup) -> Iterator[nodes.Rule]:
    if line.at:
        verb = Verb.MUST if len(line.at) == 1 else Verb.MAY
        for place_name in line.at:
            yield nodes.Rule(verb, (_rule_head(line, line.turn, place_name),), tags=line.tags, span=line.span)
        yield nodes.Rule(Verb.MAY_NOT, (_rule_head(line, "t", "h"),), guards=(_elsewhere_guard(line),), span=line.span)
    for name, value in line.fields:
        head = nodes.Call(f"{SET_UP}_{name}", (_name_call(line, line.piece),), span=line.span)
        effect = value if isinstance(value, nodes.Number) else _name_call(line, text_of(value))
        yield nodes.Rule(Verb.IS, (head,), effect, tags=line.tags, span=line.span)
    if place := _only_place(line):  # last, so that the addresses of the others do not change
        yield nodes.Rule(
            Verb.IS, (nodes.Call(PLACE, (_name_call(line, line.piece),), span=line.span),), _name_call(line, place), span=line.span
        )


def _only_place(line: nodes.Setup) -> str | None:
    """Return the place of a piece that starts on the map and has a single place, else None."""
    return line.at[0] if len(line.at) == 1 and line.turn is None else None


def _name_call(line: nodes.Setup, name: str) -> nodes.Call:
    return nodes.Call(name, span=line.span)


def _rule_head(line: nodes.Setup, turn: str | None, place: str) -> nodes.Call:
    if line.turn is None or turn is None:
        return nodes.Call(SET_UP, (_name_call(line, line.piece), _name_call(line, place)), span=line.span)
    return nodes.Call(ENTERS, (_name_call(line, line.piece), _turn_expression(line, turn), _name_call(line, place)), span=line.span)


def _turn_expression(line: nodes.Setup, turn: str) -> nodes.Expr:
    """Return the expression of a turn, by its name or by its date."""
    date = read_date(turn)
    return _name_call(line, turn) if date is None else nodes.MonthDate(date, span=line.span)


def _elsewhere_guard(line: nodes.Setup) -> nodes.Guard:
    """Return the guard that `h` is none of the places of a piece, or `t` not its turn."""
    members = tuple(nodes.Member(_name_call(line, place), span=line.span) for place in line.at)
    condition: nodes.Expr = nodes.In(_name_call(line, "h"), members, braces=True, negated=True, span=line.span)
    if line.turn is not None:
        other_turn = nodes.Compare(Comparison.IS_NOT, _name_call(line, "t"), _turn_expression(line, line.turn), span=line.span)
        condition = nodes.Or((other_turn, condition), span=line.span)
    return nodes.Guard(False, nodes.GuardForm.PLAIN, (nodes.Item("", condition, span=line.span),), span=line.span)
