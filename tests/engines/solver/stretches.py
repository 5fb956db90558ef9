"""Questions about wide numbers: of thousands of values, as many as tell apart everything that is looked at, and a proof that these are enough.

`reach.field_of` lists every situation. One fact of ten thousand values makes that too many, two of them make it a hundred million. But whatever is
said of a situation follows from comparisons: of the two sides of a condition, of keys with the rows of a table, of what rules say with one another,
of the value after each stage with limits and with its range. Situations in which all comparisons come out alike (which have one *pattern*) are
alike, so one of each pattern is enough.

Each number that is compared is *one of some amounts* (one for each argument of `the greatest of`, for each cell of a table, for each rule that may
give the value), and every two amounts that could be compared are. An amount is a whole number worked out of the place of a value among those of
its fact, over a constant. With sums, differences and products with constants it is `c + a * i + b * j`, whatever the places i and j are. Rounded to
multiples of n, it is that on all places that leave the same rest when they are divided by n. So the places i are parted by their rests, for each
value of the other fact; on a stretch of those with one rest the difference of two amounts is `c + a * i`, and where that has one sign at both ends,
it has that sign between them. A stretch whose ends have one pattern has no other; another stretch is halved. Where nothing is rounded, the places
next to where a difference is 0 are looked at instead.

Nothing of the decision procedure is used. What is not of this form (a product of two wide facts) is not judged, and raises `TooMany`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from math import gcd, lcm, prod
from typing import Any, TypeAlias

from engines.solver.plain import domain_of, ends
from engines.solver.reach import Field, Reach, field_of, reach_of
from engines.solver.situations import TooMany
from rulewright.base.keywords import Operator, Rounding, StageVerb, Verb
from rulewright.semantics import model as p
from rulewright.semantics import terms as t
from rulewright.semantics.model import TableVerb
from rulewright.semantics.types import Numeric

WIDE = 64
"""A number with more values than this is looked at by stretches."""
FEW = 6
"""So many amounts are compared two by two; of more, it is found out how they are ordered."""
MOST_AMOUNTS, MOST_LOOKS, MOST_TOGETHER = 60, 40_000, 500
"""A question that takes more than this (amounts that a number can be, places looked at, settings of its other numbers) is left to other books."""

Place: TypeAlias = tuple[int, ...]
Pattern: TypeAlias = tuple[Any, ...]
PLACES = ("i", "j")


@dataclass(frozen=True)
class Amount:
    """A way to work out a number: the whole number `text`, worked out of the places, over `over`.

    `parts`: where it is a constant and a multiple of each place, these. Else it is that on places of one rest on division by `periods`.
    `inside`: of what is rounded, the amount before, and how.
    """

    text: str
    over: int
    periods: Place
    parts: tuple[int, ...] | None
    inside: tuple[Amount, Rounding] | None = None

    @property
    def constant(self) -> Fraction | None:
        return None if self.parts is None or any(self.parts[1:]) else Fraction(self.parts[0], self.over)


def plain(parts: Sequence[int], over: int) -> Amount:
    """A constant and a multiple of each place, over a number that is not 0."""
    common = gcd(over, *parts) * (1 if over > 0 else -1)
    kept = tuple(part // common for part in parts)
    words = [str(kept[0]), *(f"{part} * {name}" for part, name in zip(kept[1:], PLACES, strict=False) if part)]
    return Amount(f"({' + '.join(words)})", over // common, (1,) * (len(kept) - 1), kept)


def added(one: Amount, other: Amount, times: int = 1) -> Amount:
    """One and so many times the other."""
    over = lcm(one.over, other.over)
    a, b = over // one.over, times * over // other.over
    if one.parts is not None and other.parts is not None:
        return plain([a * x + b * y for x, y in zip(one.parts, other.parts, strict=True)], over)
    periods = tuple(map(lcm, one.periods, other.periods))
    return Amount(f"({a} * {one.text} + {b} * {other.text})", over, periods, None)


def scaled(one: Amount, by: Fraction) -> Amount:
    if one.parts is not None:
        return plain([part * by.numerator for part in one.parts], one.over * by.denominator)
    return Amount(f"({by.numerator} * {one.text})", one.over * by.denominator, one.periods, None)


def multiplied(one: Amount, other: Amount) -> Amount:
    for a, b in ((one, other), (other, one)):
        if b.constant is not None:
            return scaled(a, b.constant)
    raise TooMany("a product of two wide facts")


def rounded(one: Amount, rounding: Rounding) -> Amount:
    over = one.over
    if over == 1:
        return one
    text = {
        Rounding.DOWN: f"({one.text} // {over})",
        Rounding.UP: f"(-(-{one.text} // {over}))",
        Rounding.NEAREST: f"((2 * {one.text} + {over}) // {2 * over})",
    }[rounding]
    found = Amount(text, 1, rests(one, over), None, (one, rounding))
    return found if one.constant is None else plain([eval(text), *(0 for _ in one.periods)], 1)


def rests(one: Amount, over: int) -> Place:
    """On places of one rest on division by these, the whole part of a number over `over` is a constant and a multiple of each place."""
    if one.parts is not None:
        return tuple(over // gcd(over, part) for part in one.parts[1:])
    return tuple(period * over for period in one.periods)


@dataclass(frozen=True)
class Quotient:
    """A number over a wide one, rounded or not. It is compared with constants only."""

    above: Amount
    below: Amount
    rounding: Rounding | None = None

    def against(self, bound: Fraction) -> Iterator[tuple[Amount, Amount]]:
        """What is compared where the quotient is compared with a number: the number multiplied out. Rounded, it is one of whole numbers."""
        bounds = {bound}
        if self.rounding is Rounding.NEAREST:
            bounds = {whole + Fraction(1, 2) for whole in range(int(bound) - 2, int(bound) + 3)}
        elif self.rounding is not None:
            bounds = {Fraction(whole) for whole in range(int(bound) - 2, int(bound) + 3)}
        yield from ((self.above, scaled(self.below, one)) for one in sorted(bounds))


Way: TypeAlias = Amount | Quotient


@dataclass
class Watch:
    """Everything that is compared for a question, under one setting of the facts that are not wide.

    `groups`: the amounts in each are compared with one another. `wholes`: amounts of which it counts whether they are multiples of a step.
    """

    program: p.Program
    small: Mapping[str, Any]
    wide: Mapping[str, Numeric]
    groups: dict[tuple[Amount, ...], None] = field(default_factory=dict)
    wholes: dict[tuple[Amount, Fraction], None] = field(default_factory=dict)
    _ways: dict[t.Term, tuple[Way, ...] | None] = field(default_factory=dict)
    _values: dict[str, tuple[Way, ...]] = field(default_factory=dict)

    # ---- what a number can be ----------------------------------------------------------------------------------------------------------

    def number(self, value: int | Fraction) -> Amount:
        exact = Fraction(value)
        return plain([exact.numerator, *(0 for _ in self.wide)], exact.denominator)

    def ways(self, term: t.Term) -> tuple[Way, ...] | None:
        """All that a number can be, none where a divisor is zero; None of what is no number."""
        if term not in self._ways:
            found = self._worked_out(term)
            if found is not None and len(found) > MOST_AMOUNTS:
                raise TooMany(f"{len(found)} amounts")
            self._ways[term] = None if found is None else tuple(dict.fromkeys(found))
        return self._ways[term]

    def amounts(self, term: t.Term) -> tuple[Amount, ...]:
        """The same of what can be added and multiplied."""
        found = self.ways(term)
        assert found is not None, term
        return only_amounts(found)

    def _worked_out(self, term: t.Term) -> Sequence[Way] | None:
        match term:
            case t.Const(value=value):
                return [self.number(value)] if isinstance(value, int | Fraction) and not isinstance(value, bool) else None
            case t.FactOf(fact=name):
                if name in self.wide:
                    return [self._fact(name)]
                return [self.number(self.small[name])] if is_number(self.small[name]) else None
            case t.Minus(of=of):
                return [scaled(one, Fraction(-1)) for one in self.amounts(of)]
            case t.Arithmetic(operator=operator, left=left, right=right):
                return list(self._arithmetic(operator, left, right))
            case t.Rounded(of=of, rounding=rounding):
                return [
                    Quotient(one.above, one.below, rounding) if isinstance(one, Quotient) else rounded(one, rounding)
                    for one in self.ways(of) or ()
                ]
            case t.PickOf(args=args, scale=None):
                found = [one for arg in args for one in self.amounts(arg)]
                self.compare(found)
                return found
            case t.Ask(question=name, args=args):
                question = self.program.questions[name]
                if question.kind is p.QuestionKind.TABLE:
                    return self._looked_up(name, args)
                return self.values(name) if question.kind is p.QuestionKind.VALUE else None
            case _:
                raise TooMany(f"{type(term).__name__} is not of this form")

    def _fact(self, name: str) -> Amount:
        kind = self.wide[name]
        low, step = Fraction(kind.low or 0), Fraction(kind.step or 1)
        over = lcm(low.denominator, step.denominator)
        return plain([int(low * over), *(int(step * over) if one == name else 0 for one in self.wide)], over)

    def _arithmetic(self, operator: Operator, left: t.Term, right: t.Term) -> Iterator[Way]:
        for one, other in product(self.amounts(left), self.amounts(right)):
            match operator:
                case Operator.ADD:
                    yield added(one, other)
                case Operator.SUBTRACT:
                    yield added(one, other, -1)
                case Operator.TIMES:
                    yield multiplied(one, other)
                case Operator.DIVIDED:
                    by = other.constant
                    if by is None:
                        self.compare([other, self.number(0)])
                        yield Quotient(one, other)
                    elif by != 0:
                        yield scaled(one, 1 / by)

    def _looked_up(self, name: str, args: tuple[t.Term, ...]) -> Sequence[Way]:
        table = next(self.program.tables[one.table] for one in self.program.rules if one.question == name and one.table is not None)
        for place, slots in enumerate(table.row_slots):
            keys = self.ways(args[slots])
            bounds = {end for row in table.rows for end in ends_of(row.keys[place])}
            if keys is not None and bounds:
                self.against(keys, [self.number(bound) for bound in sorted(bounds)])
        if table.columns:
            for place, slot in enumerate(table.column_slots):
                keys = self.ways(args[slot])
                bounds = {end for column in table.columns for end in ends_of(column[place])}
                if keys is not None and bounds:
                    self.against(keys, [self.number(bound) for bound in sorted(bounds)])
        for key, param in zip(args, self.program.questions[name].params, strict=True):
            if isinstance(param.type, Numeric):
                found = [self.number(end) for end in (param.type.low, param.type.high) if end is not None]
                self.against(self.ways(key) or (), found)
        cells = [cell for row in table.rows for cell in row.cells if cell is not None]
        return [one for cell in cells for one in self.ways(cell) or ()]

    # ---- what is compared --------------------------------------------------------------------------------------------------------------

    def compare(self, amounts: Iterable[Amount]) -> None:
        """These are compared with one another."""
        group = tuple(dict.fromkeys(amounts))
        if len(group) > FEW:
            self.groups[group] = None
            return
        for one, other in combinations(group, 2):
            if other.constant is None:
                one, other = other, one
            if one.constant is None and other.constant is not None and one.inside is not None:
                before, rounding = one.inside
                for pair in Quotient(before, self.number(1), rounding).against(other.constant):
                    self.groups[pair] = None
            elif one.constant is None:
                self.groups[one, other] = None

    def against(self, ones: Iterable[Way], others: Iterable[Way]) -> None:
        """Each of the first is compared with each of the others."""
        for one, other in product(ones, tuple(others)):
            if isinstance(one, Amount) and isinstance(other, Amount):
                self.compare([one, other])
                continue
            quotient, bound = (one, other) if isinstance(one, Quotient) else (other, one)
            assert isinstance(quotient, Quotient)
            if isinstance(bound, Quotient) or bound.constant is None:
                raise TooMany("a quotient of wide numbers beside another wide number")
            for pair in quotient.against(bound.constant):
                self.compare(pair)

    def look(self, term: t.Term) -> None:
        """Everything that a condition compares."""
        for one in t.walk(term):
            match one:
                case t.Compare(left=left, right=right):
                    sides = self.ways(left), self.ways(right)
                    if sides[0] is not None and sides[1] is not None:
                        self.against(sides[0], sides[1])
                case t.InSet(of=of, members=members):
                    found = self.ways(of)
                    bounds = [end for member in members for end in member if end is not None]
                    for bound in bounds if found is not None else ():
                        self.against(found or (), self.ways(bound) or ())
                case _:
                    pass  # other terms compare nothing themselves

    def question(self, name: str) -> None:
        """Everything that is compared to answer a question."""
        for rule in self.program.rules:
            if rule.question == name:
                for part in rule.parts:
                    self.look(part.term)
                if rule.effect is not None:
                    self.look(rule.effect)
                    self.ways(rule.effect)
        statements: list[p.Override | p.SetAside] = [*self.program.overrides, *self.program.set_asides]
        for on in (on for statement in statements for on in statement.on if on.question == name):
            if on.when is not None:
                self.look(on.when)
        if self.program.questions[name].kind is p.QuestionKind.VALUE:
            self.values(name)

    # ---- what a value can be -----------------------------------------------------------------------------------------------------------

    def values(self, name: str) -> tuple[Way, ...]:
        """What the answer of a value can be, whichever of its rules stand."""
        if name not in self._values:
            asked = self.program.questions[name]
            rules = [rule for rule in self.program.rules if rule.question == name]
            told = self._said([rule for rule in rules if rule.stage == 0])
            found = [one for several in told for one in several]
            if asked.stages and asked.stages[0].verb is StageVerb.SUM:
                found = sums([self.number(0)], told)
            if asked.otherwise is not None and not isinstance(asked.otherwise, str):
                found += self.amounts(asked.otherwise)
            self.compare(found)
            for place, stage in enumerate(asked.stages[1:], 1):
                found = self._after(stage.verb, found, [rule for rule in rules if rule.stage == place])
                if len(found) > MOST_AMOUNTS:
                    raise TooMany(f"{len(found)} values of {name}")
            self._in_range(asked.type, found)
            self._values[name] = tuple(found)
        return self._values[name]

    def _said(self, rules: Sequence[p.Rule]) -> list[list[Amount]]:
        """What each of some rules says; what it takes away, below zero."""
        found = []
        for rule in rules:
            if rule.verb is TableVerb.LOOK_UP or rule.effect is None:
                continue
            sign = Fraction(-1 if rule.verb is Verb.TAKE else 1)
            found.append([scaled(one, sign) for one in self.amounts(rule.effect)])
        return found

    def _after(self, verb: StageVerb, before: list[Amount], rules: Sequence[p.Rule]) -> list[Amount]:
        told = self._said(rules)
        flat = [one for several in told for one in several]
        match verb:
            case StageVerb.SUM:
                return sums(before, told)
            case StageVerb.PRODUCT:
                found = list(before)
                for several in told:
                    found += [multiplied(one, other) for one in found for other in several]
                return list(dict.fromkeys(found))
            case StageVerb.GREATEST | StageVerb.LEAST:
                self.compare(flat)
                return list(dict.fromkeys([*before, *(multiplied(one, other) for one in before for other in flat)]))
            case StageVerb.AT_MOST | StageVerb.AT_LEAST:
                self.compare([*before, *flat])
                return list(dict.fromkeys([*before, *flat]))
            case StageVerb.ROUNDED:
                assert all(rule.step is None for rule in rules), "no stretches of steps"
                ways = {rule.rounding for rule in rules if rule.rounding is not None}
                found = list(before)
                for one in before:
                    several = [rounded(one, way) for way in sorted(ways)]
                    self.compare([one, *several])
                    found += several
                return list(dict.fromkeys(found))
            case StageVerb.ONE:
                raise AssertionError("the base of a value comes first")

    def _in_range(self, kind: Any, found: list[Amount]) -> None:
        assert isinstance(kind, Numeric)
        self.compare([*found, *(self.number(end) for end in (kind.low, kind.high) if end is not None)])
        if kind.step is not None:
            self.wholes.update(((one, Fraction(kind.step)), None) for one in found if one.constant is None)

    # ---- the pattern -------------------------------------------------------------------------------------------------------------------

    def periods(self) -> Place:
        """All amounts are a constant and a multiple of each place, on places of one rest on division by these."""
        found = [one.periods for group in self.groups for one in group]
        found += [rests(one, over) for one, over, _ in self._steps()]
        return tuple(lcm(*(one[index] for one in found)) for index in range(len(self.wide)))

    def _steps(self) -> Iterator[tuple[Amount, int, int]]:
        """Of amounts that are to be multiples of a step: the amount, by what its whole number times another has to be divisible."""
        for one, step in self.wholes:
            over, times = one.over * step.numerator, step.denominator
            common = gcd(over, times)
            if over != common:
                yield one, over // common, times // common

    def lines(self) -> list[tuple[int, ...]] | None:
        """The differences of amounts that are compared, where the first place counts; None if one of them is of another form."""
        found: dict[tuple[int, ...], None] = {}
        for group in self.groups:
            for one, other in combinations(group, 2):
                parts = added(one, other, -1).parts
                if parts is None:
                    return None
                if parts[1]:
                    found[parts] = None
        return None if any(True for _ in self._steps()) else list(found)

    def text(self) -> str:
        """The pattern as an expression of the places."""
        signs: dict[str, None] = {}
        for group in self.groups:
            if len(group) == 2:
                apart = added(group[0], group[1], -1)
                signs[f"((d := {apart.text}) > 0) - (d < 0)"] = None
            elif len(group) > 2:
                over = lcm(*(one.over for one in group))
                signs[f"ranks(({', '.join(f'{over // one.over} * {one.text}' for one in group)}))"] = None
        signs.update((f"{times} * {one.text} % {over} == 0", None) for one, over, times in self._steps())
        return f"({', '.join(signs)},)" if signs else "()"


def only_amounts(ways: Iterable[Way]) -> tuple[Amount, ...]:
    found = []
    for one in ways:
        if isinstance(one, Quotient):
            raise TooMany("a quotient by a wide number that is not only compared")
        found.append(one)
    return tuple(found)


def is_number(value: Any) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def ends_of(key: p.Key) -> list[int | Fraction]:
    """The numbers that a key of a table is compared with."""
    if isinstance(key, p.OneOf):
        return [one for one in key.values if is_number(one)]  # type: ignore[misc]
    return [] if isinstance(key, p.AnyKey) else [one for one in ends(key) if one is not None]


def sums(before: Sequence[Amount], told: Sequence[Sequence[Amount]]) -> list[Amount]:
    """Each of the first, with what any of several rules add."""
    found = list(before)
    for several in told:
        found += [added(one, other) for one in found for other in several]
        if len(found) > MOST_AMOUNTS:
            raise TooMany(f"{len(found)} sums")
    return list(dict.fromkeys(found))


def ranks(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """How several numbers compare: of each, how many different ones are less."""
    order = {number: place for place, number in enumerate(sorted(set(numbers)))}
    return tuple([order[number] for number in numbers])


# ---- places of every pattern -------------------------------------------------------------------------------------------------------------


class Looking:
    """Looks at places, and keeps one of every pattern."""

    def __init__(self, look: Callable[..., Pattern]) -> None:
        self.look = look
        self.seen: dict[Place, Pattern] = {}
        self.found: dict[Pattern, Place] = {}

    def at(self, place: Place) -> Pattern:
        if place not in self.seen:
            if len(self.seen) > MOST_LOOKS:
                raise TooMany("many stretches")
            self.seen[place] = self.look(*place)
            self.found.setdefault(self.seen[place], place)
        return self.seen[place]

    def row(self, size: int, period: int, rest: Place) -> None:
        """Halves what has two patterns at its ends, of the places of each rest, in one value of the other fact."""
        for first in range(min(period, size)):
            waiting = [(0, (size - 1 - first) // period)]
            while waiting:
                low, high = waiting.pop()
                ends = (self.at((first + low * period, *rest)), self.at((first + high * period, *rest)))
                if ends[0] != ends[1] and high - low > 1:
                    middle = (low + high) // 2
                    waiting += [(low, middle), (middle, high)]

    def roots(self, size: int, lines: Iterable[tuple[int, ...]], rest: Place) -> None:
        """Looks next to where each difference is 0: nowhere else does one begin to have another sign."""
        places = {0, size - 1}
        for constant, slope, *others in lines:
            root = -(constant + sum(a * b for a, b in zip(others, rest, strict=True))) // slope
            places.update((root - 1, root, root + 1, root + 2))
        for place in places:
            if 0 <= place < size:
                self.at((place, *rest))


def patterns(look: Callable[..., Pattern], sizes: Place, periods: Place, lines: Sequence[tuple[int, ...]] | None) -> dict[Pattern, Place]:
    """Every pattern that there is, each with a place. `lines`: all differences that count, if each is a constant and multiples of the places."""
    rows = range(sizes[1]) if len(sizes) == 2 else (None,)
    if lines is None and len(rows) * min(periods[0], sizes[0]) * 2 > MOST_LOOKS:
        raise TooMany("many rests")
    looking = Looking(look)
    for row in rows:
        rest = () if row is None else (row,)
        if lines is None:
            looking.row(sizes[0], periods[0], rest)
        else:
            looking.roots(sizes[0], lines, rest)
    return looking.found


def wide_facts(program: p.Program, reach: Reach) -> dict[str, Numeric]:
    """The facts that are looked at by stretches; at most two."""
    found = {}
    for name in sorted(reach.facts):
        kind = program.facts[name].type
        if isinstance(kind, Numeric) and size_of(kind) > WIDE:
            if program.facts[name].params:
                raise TooMany(f"{name} of each thing")
            found[name] = kind
    if len(found) > len(PLACES):
        raise TooMany("three wide facts")
    return dict(sorted(found.items(), key=lambda one: -size_of(one[1])))


def size_of(kind: Numeric) -> int:
    """How many values a type of numbers has."""
    assert kind.low is not None and kind.high is not None
    return int((kind.high - kind.low) / Fraction(kind.step or 1)) + 1


def value_at(kind: Numeric, place: int) -> int | Fraction:
    """The value in a place, as `plain.domain_of` has it."""
    assert kind.low is not None
    return kind.low + place * (1 if kind.step is None else kind.step)


@dataclass
class Stretches:
    """The places of a question's wide facts that are enough, and how to see which of them is like another place."""

    wide: dict[str, Numeric]
    places: list[Place]
    looks: dict[tuple[Any, ...], Callable[..., Pattern]]
    small: list[str]

    def like(self, small: Mapping[str, Any], place: Place) -> Place:
        """The place, of those that are kept, whose pattern a place has."""
        look = self.looks[tuple(small[name] for name in self.small)]
        wanted = look(*place)
        return next(one for one in self.places if look(*one) == wanted)

    @property
    def points(self) -> list[tuple[Any, ...]]:
        return [tuple(value_at(kind, at) for kind, at in zip(self.wide.values(), place, strict=True)) for place in self.places]


def stretches(program: p.Program, question: str) -> Stretches:
    """The places of the wide facts of a question that are enough under every setting of its other facts."""
    reach = reach_of(program, question)
    wide = wide_facts(program, reach)
    small = sorted(
        name
        for name in reach.facts
        if name not in wide and isinstance(program.facts[name].type, Numeric) and not program.facts[name].params
    )
    others = {name: None for name in reach.facts if name not in wide and name not in small}
    pools = [domain_of(program, program.facts[name].type, {}) for name in small]
    if prod(map(len, pools)) > MOST_TOGETHER:
        raise TooMany("many settings")
    sizes = tuple(size_of(kind) for kind in wide.values())
    known: dict[str, Callable[..., Pattern]] = {}
    found = Stretches(wide, [], {}, small)
    for values in product(*pools):
        watch = Watch(program, {**others, **dict(zip(small, values, strict=True))}, wide)
        for name in sorted(reach.questions):
            watch.question(name)
        for one in program.impossible:
            watch.look(one.when)
        text = watch.text()
        if text not in known:
            look = known[text] = eval(f"lambda {', '.join(PLACES[: len(wide)])}: {text}", {"ranks": ranks})
            there = {look(*place) for place in found.places}
            found.places += [
                place for pattern, place in patterns(look, sizes, watch.periods(), watch.lines()).items() if pattern not in there
            ]
        found.looks[values] = known[text]
    return found


def wide_field(program: p.Program, question: str) -> Field:
    """A question in one situation of every pattern; raises `TooMany`."""
    reach = reach_of(program, question)
    wide = wide_facts(program, reach)
    arguments = {
        param.name: telling(program, question, place)
        for place, param in enumerate(program.questions[question].params)
        if is_wide(param.type)
    }
    if not wide:
        return field_of(program, question, arguments=arguments)
    return field_of(program, question, arguments=arguments, together=(tuple(wide), stretches(program, question).points))


def is_wide(kind: Any) -> bool:
    return isinstance(kind, Numeric) and kind.low is not None and kind.high is not None and size_of(kind) > WIDE


def telling(program: p.Program, question: str, place: int) -> list[int | Fraction]:
    """Arguments of a table that tell its rows apart: the ends of its keys, and what is next to them."""
    table = next((program.tables[one.table] for one in program.rules if one.question == question and one.table is not None), None)
    kind = program.questions[question].params[place].type
    if table is None or not isinstance(kind, Numeric) or place not in table.row_slots:
        raise TooMany("a wide argument")
    assert kind.low is not None and kind.high is not None
    step = kind.step or 1
    bounds = {end for row in table.rows for end in ends_of(row.keys[table.row_slots.index(place)])}
    near = {kind.low, kind.high, *(bound + by for bound in bounds for by in (-step, 0, step))}
    return sorted(one for one in near if kind.low <= one <= kind.high)
