"""Small random rulebooks about wide numbers, as text: money, shares, roundings, sums, quotients, tables, with bounds that nearly meet.

A book has one or two facts of hundreds or thousands of values, a few small ones, and two or three questions. Its bounds are drawn from few numbers
and those next to them, so that rules end where others begin, overlap in one value, or leave one out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from random import Random

GROUNDS = ("open", "wood", "marsh")
FORMS = (
    "two",
    "dice",
    "small",
    "table",
    "inner",
    "otherwise",
    "total",
    "changes",
    "limits",
    "whole",
    "zero",
    "asides",
    "impossible",
    "ratio",
)
POLICIES = ("may not over may", "may over may not", "must over need not", "never over may")


@dataclass(frozen=True)
class Wide:
    """A wide fact, with the numbers that roundings of it are to multiples of: few of them divide one another's multiples."""

    name: str
    low: Fraction
    high: Fraction
    step: Fraction
    parts: tuple[int, ...]

    @property
    def type(self) -> str:
        return f"{written(self.low)}..{written(self.high)}" + (f" by {written(self.step)}" if self.step != 1 else "")


def written(number: Fraction | int) -> str:
    """A number as the language writes it."""
    exact = Fraction(number)
    return str(exact.numerator) if exact.denominator == 1 else f"{exact.numerator}/{exact.denominator}"


def wide(rng: Random, name: str, second: bool) -> Wide:
    several: list[tuple[int, int, int | Fraction]] = (
        [(0, 99, 1), (-50, 50, 1), (1, 100, 1), (0, 40, Fraction(1, 2)), (0, 199, 1)]
        if second
        else [
            (0, 9999, 1), (-5000, 5000, 1), (1, 12_000, 1), (0, 2000, Fraction(1, 4)), (0, 100, Fraction(1, 100)), (0, 65_535, 1),
            (-300, 300, Fraction(1, 3)), (0, 1_000_000, 1), (100, 4000, 1), (0, 5000, 5), (0, 999, 1), (-10, 10, Fraction(1, 100)),
        ]
    )  # fmt: skip
    low, high, step = rng.choice(several)
    return Wide(
        name, Fraction(low), Fraction(high), Fraction(step), rng.choice(((2, 4), (3, 6), (5, 10), (2, 3), (10,), (7,), (4,), (3,), (20,)))
    )


class Author:
    """Writes one book; every choice comes from `rng`."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.forms = {form for form in FORMS if rng.random() < 0.3}
        self.facts = [wide(rng, "money", second=False)] + ([wide(rng, "debt", second=True)] if "two" in self.forms else [])
        self.marks = {fact.name: self._marks(fact) for fact in self.facts}
        self.cases = [f"{1 + i // 2}.{1 + i % 2}" for i in range(rng.randint(2, 3))]
        self.bodies: dict[str, list[str]] = {number: [] for number in self.cases}
        self.under: list[tuple[str, str]] = []  # the case of each rule, and its question
        kinds = [rng.choice(("value", "value", "value", "verdict", "predicate")) for _ in range(rng.choice((1, 1, 2)))]
        self.questions = [(f"q{place}", kind) for place, kind in enumerate(kinds)]

    def has(self, form: str) -> bool:
        return form in self.forms

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def _marks(self, fact: Wide) -> list[Fraction]:
        """Three numbers of a fact that its bounds are at or next to."""
        places = int((fact.high - fact.low) / fact.step)
        drawn = [fact.low + self.rng.randint(0, places) * fact.step for _ in range(2)]
        return sorted([*drawn, fact.low + self.rng.choice((0, places // 2, places)) * fact.step])

    # ---- amounts -----------------------------------------------------------------------------------------------------------------------

    def bound(self, fact: Wide) -> Fraction:
        """A number at a mark, or next to one."""
        found = self.rng.choice(self.marks[fact.name]) + self.rng.choice((0, 0, 0, 1, -1)) * fact.step
        return min(max(found, fact.low), fact.high)

    def small(self) -> str:
        """An amount of few values."""
        picks = [str(self.rng.randint(1, 9))]
        if self.has("dice"):
            picks += ["d", "d", "2 * d"]
        if self.has("small"):
            picks += ["n", "n", "n + 1"]
        return self.rng.choice(picks)

    def unary(self, fact: Wide) -> str:
        """An amount that follows from one wide fact."""
        rng, name = self.rng, fact.name
        part = rng.choice(fact.parts)
        way = rng.choice(("down", "up", "to nearest"))
        picks = [
            f"{name} / {part} rounded {way}",
            f"{name} / {part} rounded {way}",
            f"{rng.choice((2, 3))} * {name}",
            f"{name} / {rng.choice((2, 3, 4))}",
            f"{rng.choice((20, 50, 150, 10))} percent of {name}",
            f"({rng.choice((50, 25, 20))} percent of {name}) rounded {way}",
            f"{rng.choice(('2/3', '1/2', '3/4'))} of {name}",
            f"{name} - {written(self.bound(fact))}",
            f"the larger of {name} and {written(self.bound(fact))}",
            f"the difference between {name} and {written(self.bound(fact))}",
            f"the least of ({name}, {written(self.bound(fact))}, {self.small()})",
            f"{name} * {self.small()}",
            f"{name} + {self.small()}",
        ]
        if self.has("zero"):
            picks += [f"{name} / m"] * 3
        return rng.choice(picks)

    def amount(self) -> str:
        """An amount of any kind but a quotient of two wide ones."""
        rng = self.rng
        fact = rng.choice(self.facts)
        picks = [fact.name, self.unary(fact), self.unary(fact), self.small(), written(self.bound(fact))]
        if len(self.facts) == 2:
            one, two = self.facts
            picks += [
                f"{one.name} + {two.name}", f"{one.name} - 2 * {two.name}", f"3 * {two.name}",
                f"the greatest of ({one.name}, {two.name}, {self.small()})",
                f"({one.name} + {two.name}) / {rng.choice(one.parts)} rounded down",
            ]  # fmt: skip
        if self.has("table"):
            picks += [self.looked_up()] * 2
        if self.has("inner"):
            picks += ["levy", "levy + 1", "2 * levy"]
        return rng.choice(picks)

    def looked_up(self) -> str:
        key = self.rng.choice(("money", "money", f"money / {self.rng.choice(self.facts[0].parts)} rounded down"))
        return f"price({key}, d)" if self.has("dice") else f"price({key})"

    # ---- conditions --------------------------------------------------------------------------------------------------------------------

    def plain(self) -> str:
        """One condition."""
        rng = self.rng
        fact = rng.choice(self.facts)
        low, high = sorted((self.bound(fact), self.bound(fact)))
        compared = rng.choice(("is at least", "is at most", "is more than", "is less than"))
        picks = [
            f"{fact.name} {compared} {written(self.bound(fact))}",
            f"{fact.name} {compared} {written(self.bound(fact))}",
            f"{fact.name} is between {written(low)} and {written(high)}",
            f"{fact.name} in {written(low)}..{written(high)}",
            f"{fact.name} is {written(self.bound(fact))}",
            f"{fact.name} is not {written(self.bound(fact))}",
            f"{self.unary(fact)} {compared} {written(self.bound(fact))}",
            f"{self.unary(fact)} is {fact.name}",
            f"{self.amount()} {compared} {self.amount()}",
            rng.choice(("flag", "not flag")),
            rng.choice((f"ground is {rng.choice(GROUNDS)}", "ground in {open, wood}")),
        ]
        if len(self.facts) == 2:
            one, two = (fact.name for fact in self.facts)
            picks += [
                f"{one} {compared} {two}", f"{one} + {two} {compared} {written(self.bound(fact))}",
                f"2 * {one} is 3 * {two} + 1", f"{one} - {two} in {written(low)}..{written(high)}",
            ]  # fmt: skip
            if self.has("ratio"):
                ratio = rng.choice((f"{one} / {two}", f"{two} / {one}", f"({one} / {two}) rounded {rng.choice(('down', 'up'))}"))
                picks += [f"{ratio} {compared} {rng.choice(('2', '3', '3/2', '1/2'))}"] * 4
        elif self.has("ratio"):
            picks += [f"{rng.randint(100, 9000)} / money {compared} {rng.choice(('2', '5', '3/2'))}"] * 2
        if self.has("dice"):
            picks += [f"d {compared} {rng.randint(1, 6)}"]
        if self.has("zero"):
            picks += ["2 / m is at least 1"]
        return rng.choice(picks)

    def condition(self) -> str:
        match self.rng.randrange(6):
            case 0 | 1 | 2:
                return self.plain()
            case 3 | 4:
                return f"{self.plain()} and {self.plain()}"
            case _:
                return f"({self.plain()} or {self.plain()})"

    def when(self) -> str:
        return "" if self.chance(0.12) else f" {self.rng.choice(('when', 'when', 'when', 'unless'))} {self.condition()}"

    # ---- lines -------------------------------------------------------------------------------------------------------------------------

    def rule(self, name: str, kind: str) -> str:
        rng = self.rng
        if kind == "verdict":
            return f"{rng.choice(('may', 'may', 'may not', 'may not', 'must', 'need not', 'may never'))} {name}{self.when()}"
        if kind == "predicate":
            return f"{'not ' if self.chance(0.35) else ''}{name} when {self.condition()}"
        if self.has("changes") and self.chance(0.35):
            return rng.choice((f"add {self.amount()} to {name}", f"take {self.amount()} from {name}")) + self.when()
        if self.has("limits") and self.chance(0.35):
            return f"{name} is {rng.choice(('at most', 'at least'))} {self.amount()}{self.when()}"
        if self.has("whole") and self.chance(0.3):
            return f"{name} is rounded {rng.choice(('down', 'up', 'to nearest'))}{self.when()}"
        if self.has("otherwise") and self.chance(0.2):
            return f"{name} is {self.amount()} otherwise"
        return f"{name} is {self.amount()}{self.when()}"

    def statement(self, before: list[tuple[str, str]]) -> list[str]:
        """What stands under a rule: it goes before earlier ones."""
        if not before or not self.chance(0.45):
            return []
        when = f" when {self.condition()}" if self.chance(0.35) else ""
        targets = self.rng.sample([address for address, _ in before], min(len(before), self.rng.choice((1, 1, 2))))
        word = "sets aside" if self.has("asides") and self.chance(0.4) else "overrides"
        return [f"    {word} {', '.join(sorted(targets))}{when}"]

    def cases_text(self) -> list[str]:
        """All rules, each in a case."""
        written_so_far: list[tuple[str, str]] = []
        counts = dict.fromkeys(self.cases, 0)
        for name, kind in self.questions:
            for _ in range(self.rng.choice((2, 3, 3, 4, 5))):
                case = self.rng.choice(self.cases)
                counts[case] += 1
                before = [one for one in written_so_far if one[1] == name]
                self.bodies[case] += [f"  {self.rule(name, kind)}", *self.statement(before)]
                written_so_far.append((f"{case}.{counts[case]}", name))
        found: list[str] = []
        for case in self.cases:
            found += [f'case {case} "Case {case}"', '  "Its words."', *self.bodies[case], ""]
        return found

    def declared(self) -> list[str]:
        main = self.facts[0]
        lines = [f"fact {fact.name}: {fact.type}" for fact in self.facts]
        lines += ["fact flag: yes/no", f"enum ground: {', '.join(GROUNDS)}", "fact ground: ground"]
        lines += ["die d: 1d6"] if self.has("dice") else []
        lines += ["fact n: 0..3"] if self.has("small") else []
        lines += ["fact m: 0..2"] if self.has("zero") else []
        for name, kind in self.questions:
            if kind == "value":
                lines += self.value(name)
            elif kind == "verdict":
                lines += [f"verdict {name}"] + (["  otherwise forbidden"] if self.has("otherwise") and self.chance(0.5) else [])
                lines += ["  total"] if self.has("total") and self.chance(0.5) else []
            else:
                lines += [f"predicate {name}"] + (["  otherwise undetermined"] if self.has("otherwise") and self.chance(0.5) else [])
        if self.has("inner"):
            lines += [f"value levy: {written(main.low - 10)}..{written(main.high * 2 + 10)} by 1/12"]
        if self.has("impossible"):
            lines += [f"impossible when {self.condition()}"]
        return lines

    def value(self, name: str) -> list[str]:
        rng, main = self.rng, self.facts[0]
        reach = (main.high - main.low) * rng.choice((Fraction(1, 2), 1, 1, 2, 4))
        low = int(rng.choice((main.low, main.low - reach, Fraction(0))))
        high = int(max(main.high, Fraction(0)) + rng.choice((Fraction(0), reach)))
        step = rng.choice(("", "", " by 1/2", " by 1/100", f" by 1/{12 * main.step.denominator}"))
        lines = [f"value {name}: {low}..{max(high, low + 1)}{step}"]
        stages = [
            ("changes", "  changes plus the sum"),
            ("limits", "  cap at most"),
            ("limits", "  floor at least"),
            ("whole", "  whole rounded"),
        ]
        if any(self.has(form) for form, _ in stages):
            lines += ["  base is the one", *(line for form, line in stages if self.has(form))]
        lines += [f"  otherwise {rng.randint(0, 9)}"] if self.has("otherwise") and self.chance(0.3) else []
        lines += ["  total"] if self.has("total") else []
        return lines

    def inner(self) -> list[str]:
        """A value that other rules ask for."""
        main = self.facts[0]
        mark = written(self.bound(main))
        rest = self.rng.choice((f"when money is less than {mark}", f"when money is at most {mark}", "otherwise"))
        lines = [
            f"  levy is {self.unary(main)} when money is at least {mark}",
            f"  levy is {self.rng.choice(('1', 'money', '2 * money'))} {rest}",
        ]
        return ['case 8.1 "A levy"', '  "It is due."', *lines, ""]

    def table(self) -> list[str]:
        main = self.facts[0]
        low, high = int(min(main.low, Fraction(0))), int(main.high)
        cuts = sorted({int(self.bound(main)) for _ in range(self.rng.randint(2, 4))})
        keys = [f"{one}..{two - self.rng.choice((1, 1, 1, 0 if two == one + 1 else 2))}" for one, two in pairwise(cuts)]
        keys = [key for key in keys if int(key.split("..")[0]) <= int(key.split("..")[1])]
        keys = ([f"{low}..{cuts[0] - 1}"] if cuts[0] > low and self.chance(0.7) else []) + keys
        keys += [f"{cuts[-1]}.."] if self.chance(0.7) or not keys else []
        step = "" if main.step == 1 else f" by {written(main.step)}"
        cells = [str(number) for number in range(9)] + ["-"]
        heads = ("1", "2..4", "5, 6") if self.has("dice") else ()
        params = f"sum: {low}..{high}{step}" + (", throw: 1..6" if heads else "")
        lines = [f"  table price({params}): 0..9"] + (["    columns throw", f"    |  | {' | '.join(heads)} |"] if heads else [])
        for key in keys:
            lines.append(f"    | {key} | {' | '.join(self.rng.choice(cells) for _ in heads or ('',))} |")
        return ['case 8.2 "Prices"', '  "A table."', *lines, ""]

    def book(self) -> str:
        lines = ['rulebook wide "Wide"', "  numbering decimal", 'source base "Base"', "edition whole = base"]
        if self.chance(0.5):
            lines += ["precedence", "  stated", *(f"  {line}" for line in self.rng.sample(POLICIES, self.rng.randint(1, 2)))]
        lines += [*self.declared(), ""]
        cases = self.cases_text()
        lines += cases
        text = "\n".join(cases) + "\n".join(lines)
        if "price(" in text:
            lines += self.table()
        if self.has("inner"):
            lines += self.inner()
        return "\n".join(lines) + "\n"


def book(rng: Random) -> dict[str, str]:
    """One book, as files."""
    return {"rulebook.case": Author(rng).book()}
