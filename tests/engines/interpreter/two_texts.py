"""Measures that convert, dates, moments and paths in a generated book, each drawn with what it is short for: one book, two texts.

`short("1 week", "2")` is a piece of a line that one of the texts has as `1 week` and the other, which knows neither measures nor calendars nor
moments and asks before each path whether it leads anywhere, as `2`. What comes to what is written here by hand and not taken from the code that undoes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

_PIECE = re.compile("⟦([^⟦⟧¦]*)¦([^⟦⟧¦]*)⟧")
_ENTIRE = re.compile(r" when and only when |^may only ")


def short(written: str, out: str) -> str:
    """A piece that differs in the two texts."""
    return f"⟦{written}¦{out}⟧"


def as_written(text: str) -> str:
    """The text with measures and dates."""
    return _PIECE.sub(r"\1", text)


def written_out(text: str) -> str:
    """The text with bare numbers."""
    return _PIECE.sub(r"\2", text)


@dataclass(frozen=True)
class Era:
    """A calendar: the line that begins it, and ways to write its turns from the first on."""

    first: str
    turns: tuple[tuple[str, ...], ...]


ERAS = (
    Era("turn 1 is December 1812, by month", (("December 1812",), ("January 1813",), ("February 1813",))),
    Era("turn 1 is II December 1812, by half month", (("II December 1812",), ("I January 1813",), ("II January 1813",))),
    Era("turn 1 is IV February 1812, by quarter month", (("IV February 1812",), ("I March 1812",), ("II March 1812",))),
    Era("turn 1 is IV February, by quarter month", (("IV February",), ("I March",), ("II March",))),
    Era(
        "turn 1 is 24 February 1812, by week",
        (("24 February 1812", "29 February 1812", "1 March 1812"), ("2 March 1812", "8 March 1812"), ("9 March 1812", "11 March 1812")),
    ),
)
AMOUNTS = {"1 turn": 1, "1 week": 2, "0.5 week": 1, "1.5 week": 3, "3 turn": 3, "2 turn": 2}
"""What an amount is in turns; a week is two of them."""
IN_TURNS = {"": 1, "turn": 1, "week": 2}


class Drawn:
    """The measures, the calendar and the paths of a book, if it has them, and what its conditions and amounts say with them."""

    def __init__(self, rng: Random, *, measures: bool, calendar: bool, paths: bool) -> None:
        self.rng = rng
        self.measures = measures
        self.paths = paths
        self.era = rng.choice(ERAS) if calendar else None

    def vocabulary(self) -> list[str]:
        """The declarations of the measures, the calendar and the two facts that go with them."""
        lines = []
        if self.measures:
            measures = f'measure turn "turn"\nmeasure week "week"\n  is {self.rng.choice(("2 turn", "2.0 turns"))}'
            lines += [short(measures, ""), f"fact waited: 0..3{short(' turn', '')}"]
        if self.era is not None:
            lines += [short(f'calendar war "the war"\n  {self.era.first}', ""), f"fact now: 1..3{short(' in war', '')}"]
        return lines

    def pools(self) -> dict[str, tuple[str, ...]]:
        """What the two facts may be given as."""
        found: dict[str, tuple[str, ...]] = {}
        if self.paths:
            found |= {f"{unit}.chief": ("u", "v", "none", "none") for unit in ("u", "v")}
        if self.measures:
            found["waited"] = (*(short(one, str(turns)) for one, turns in AMOUNTS.items()), "0", "1")
        if self.era is not None:
            found["now"] = (*(self.date(turn) for turn in (1, 2, 3)), "2")
        return found

    def units(self) -> tuple[str, ...]:
        """The units that there are."""
        return ("u", "v")

    def fields(self) -> list[str]:
        """What a unit has besides."""
        return []

    def cases(self) -> str:
        """Rules that no statement of the book reaches."""
        return ""

    def form_conditions(self, unit: str | None) -> list[str]:
        """Conditions with further forms."""
        return []

    def form_amounts(self, unit: str | None) -> list[str]:
        """Amounts with further forms, without a measure."""
        return []

    def date(self, turn: int) -> str:
        assert self.era is not None
        return short(self.rng.choice(self.era.turns[turn - 1]), str(turn))

    def conditions(self) -> list[str]:
        """Conditions on the two facts."""
        rng, found = self.rng, []
        if self.measures:
            one, other = (self.amount(turns) for turns in sorted(rng.sample((1, 2, 3), 2)))
            found += [
                f"waited {rng.choice(('is', 'is not', 'is at least', 'is at most', 'is more than', 'is less than'))} {one}",
                f"waited is between {one} and {other}",
                f"waited in {{{other}, {one}}}",
                f"waited + {one} is {other}",
                f"{short('1 week', '2')} - waited is less than {one}",
                f"{short('the larger of waited and 1 week', 'the larger of waited and 2')} is {other}",
            ]
        if self.era is not None:
            early, late = (self.date(turn) for turn in sorted(rng.sample((1, 2, 3), 2)))
            found += [
                f"now {rng.choice(('is', 'is not', 'is at least', 'is at most', 'is more than', 'is less than'))} {late}",
                f"{early} is less than now",
                f"now is between {early} and {late}",
                f"now in {early}..{late}",
                f"now in {{{late}, {early}}}",
                f"now + 1 is {late}",
                f"{late} - now is 1",
            ]
        return found

    def path_conditions(self, unit: str) -> list[str]:
        """Conditions on the chief of a unit, and on the chief of that one."""
        if not self.paths:
            return []
        rng = self.rng
        found = [f"{unit}.chief is {rng.choice(('none', unit, f'{unit}.chief'))}"]
        for path in (f"{unit}.chief", f"{unit}.chief.chief"):
            is_led = led(path)
            holds = [f"{path}.flag", f"{path}.chief is {rng.choice(('none', unit))}", f"{path}.flag is {unit}.flag", f"{path}.flag is a"]
            found += [short(condition, f"({is_led} and {condition})") for condition in holds]
            denied = (
                (f"not {path}.flag", holds[0]),
                (f"{path}.flag is no", holds[0]),
                (f"{path}.chief is not {unit}", f"{path}.chief is {unit}"),
            )
            found += [short(condition, f"not ({is_led} and {positive})") for condition, positive in denied]
        some = f"some unit z with z.chief is {unit}.chief.chief"
        return [*found, short(f"({some})", f"({led(f'{unit}.chief')} and {some})")]

    def amount(self, turns: int) -> str:
        """So many turns, in one of the measures."""
        return short(self.rng.choice([text for text, one in AMOUNTS.items() if one == turns]), str(turns))

    def amounts(self, unit: str) -> list[str]:
        """Amounts for a number of a unit; without a unit, what two amounts come to when one is divided by the other."""
        if not self.measures:
            return []
        if not unit:
            return [short("waited / 1 week", "waited / 2"), short("1 week / 1 turn", "2")]
        times = IN_TURNS[unit]
        found = [short(text, f"{turns}/{times}" if times > 1 else str(turns)) for text, turns in AMOUNTS.items()]
        return [*found, short("waited", f"waited / {times}"), short("n * 1 week", f"n * {2 // times}")]


def led(path: str) -> str:
    """The condition that a path leads to a unit: no step on it is `none`."""
    steps = path.split(".")
    return " and ".join(f"{'.'.join(steps[: length + 1])} is not none" for length in range(1, len(steps)))


def unmeasured(number: str, unit: str) -> str:
    """A plain number as an amount of a unit."""
    return short(f"{number} * 1 {unit}", number) if unit else number


# ---- moments -------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """The head of a block: `while …`, or `only while …`."""

    condition: str
    only: bool


def takes(text: str) -> bool:
    """Whether a rule may be under `while`: it does not say itself where it does not hold."""
    return not _ENTIRE.search(text)


def gives(text: str) -> bool:
    """Whether a rule is a leave or a duty, which `only while` can limit."""
    return takes(text) and re.match(r"may (?!not|never|always)|must ", text) is not None


def in_block(moment: Moment, named: str, under: list[str]) -> list[str]:
    """A rule, its name before it, in a block of its own."""
    word = "only while" if moment.only else "while"
    return [f"  {word} {moment.condition}", f"    {named}", *(f"      {one}" for one in under)]


def with_condition(moment: Moment, named: str, under: list[str]) -> list[str]:
    """The rule with the moment among its conditions."""
    head, when, condition = named.partition(" when ")
    head = head.removesuffix(" always")
    return [f"  {head} when {moment.condition}{f' and {condition}' if when else ''}", *(f"    {one}" for one in under)]


def outside(moment: Moment, text: str, under: list[str]) -> list[str]:
    """The rule that `only while` says besides: nothing is given outside of the moment."""
    verb, call = text.partition(" when ")[0].split(" ", 1)
    return [f"  {'may not' if verb == 'may' else 'need not'} {call} when not ({moment.condition})", *(f"    {one}" for one in under)]
