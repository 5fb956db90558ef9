"""The forms of conditions and amounts that the first generated books leave out: scales, groups, aggregates, links, suppositions, stages, tables.

A book takes up some of them. Each brings its own words (`vocabulary`, `fields`, `cases`) and what a fact may be given as (`pools`).
"""

from __future__ import annotations

from random import Random

from engines.interpreter.two_texts import Drawn

EVERY_FORM = (
    "scales", "sizes", "groups", "aggregates", "superlatives", "suppositions", "stages", "links", "rounding", "counted", "tables", "following",
    "kinds",
)  # fmt: skip
"""What a book takes up or leaves: a scale and shifts on it, sizes of units, groups of units, numbers and sums over things, the one of several,
`as if`, `up to`, any number of links, roundings and parts in an amount, facts and questions about numbers, tables, facts that rules say, actions
that are kinds of others."""
TAKEN_UP = 5
LEVELS = ("low", "middle", "high")
COMPARED = ("is", "is not", "is at least", "is at most", "is more than", "is less than")


class FormsDrawn(Drawn):
    """The words of the forms that a book has, and conditions and amounts with them."""

    def __init__(self, rng: Random, forms: set[str], *, measures: bool, calendar: bool, paths: bool) -> None:
        super().__init__(rng, measures=measures, calendar=calendar, paths=paths)
        self.forms = forms
        self.of_itself = rng.random() < 0.3

    def has(self, *forms: str) -> bool:
        return self.forms.issuperset(forms)

    # ---- words -----------------------------------------------------------------------------------------------------------------------

    def fields(self) -> list[str]:
        fields = ["  size: 0..2"] if self.has("sizes") else []
        return fields + (["  rank: level or none"] if self.has("scales") else [])

    def vocabulary(self) -> list[str]:
        rng, lines = self.rng, super().vocabulary()
        if self.has("scales"):
            ends = [
                f"  {end}: {'the ' + which}"
                for end, which in (("below the first", "first"), ("above the last", "last"))
                if rng.random() < 0.5
            ]
            lines += [f"scale level: {', '.join(LEVELS)}", *ends, "fact height: level"]
        if self.has("links"):
            lines += ["fact near(x: unit, y: unit): yes/no", "  symmetric", *([] if self.of_itself else ["  never of itself"])]
            lines += ["predicate joined(x: unit, y: unit)"]
        if self.has("groups"):
            lines += ["group flagged: units i with i.flag", f"group others(x: unit): units i with ({self.rival('i', 'x')})"]
        if self.has("counted"):
            lines += ["fact marked(k: 0..2): yes/no", "value count(k: 0..2): 0..9"]
        if self.has("following"):
            lines += ["fact wet: yes/no"]
        return lines

    def rival(self, one: str, other: str) -> str:
        """A condition on two units."""
        picks = [f"{one} is not {other}", f"{one}.flag is {other}.flag"]
        picks += [f"{one}.size is at most {other}.size"] if self.has("sizes") else []
        picks += [f"near({one}, {other})"] if self.has("links") else []
        picks += [f"{one}.chief is {other}"] if self.paths else []
        return self.rng.choice(picks)

    def pools(self) -> dict[str, tuple[str, ...]]:
        units = self.units()
        found = super().pools()
        found |= {f"{unit}.flag": ("yes", "no") for unit in units[2:]}
        if self.paths:
            found |= {f"{unit}.chief": ("u", "v", "none") for unit in units[2:]}
        if self.has("sizes"):
            found |= {f"{unit}.size": ("0", "1", "2") for unit in units}
        if self.has("scales"):
            found |= {"height": LEVELS, **{f"{unit}.rank": (*LEVELS, "none") for unit in units}}
        if self.has("links"):
            pairs = [(one, other) for place, one in enumerate(units) for other in units[place + (not self.of_itself) :]]
            found |= {f"near({one}, {other})": ("yes", "no") for one, other in pairs}
        if self.has("counted"):
            found |= {f"marked({number})": ("yes", "no") for number in range(3)}
        if self.has("following"):
            found["wet"] = ("yes", "no")
        return found

    def units(self) -> tuple[str, ...]:
        return ("u", "v", "t") if self.has("links") else ("u", "v")

    def cases(self) -> str:
        """What no statement of the book reaches: rules on the words above."""
        rng, lines = self.rng, list[str]()
        if self.has("links"):
            lines += ["  joined(x, y) when near(x, y) and " + rng.choice(("y.flag", "not a", "not x.flag"))]
            lines += ["  not joined(x, y) when " + rng.choice(("b and x.flag", "n is 1", "b"))] if rng.random() < 0.5 else []
        if self.has("counted"):
            lines += ["  count(k) is " + rng.choice(("n + k", "k * k", "2 / k"))]
            lines += ["  count(k) is count(k - 1) + 1 when k is at least 1"] if rng.random() < 0.5 else []
            lines += ["    overrides 8.2.1"] if rng.random() < 0.5 and lines[-1].endswith("at least 1") and not self.has("links") else []
        if self.has("following"):
            lines += ["  wet when " + rng.choice(("a and n is 1", "n is 2"))]
            lines += ["  not wet when " + rng.choice(("b", "colour is red"))] if rng.random() < 0.5 else []
        if self.has("tables"):
            lines += self.tables()
        return "\n".join(['case 8.2 "Forms"', '  "What is said of the rest."', *lines]) + "\n" if lines else ""

    def tables(self) -> list[str]:
        """A table by number and colour with rows and cells that are not there, and one by number that is moved to its ends; some end in a last row."""
        rng = self.rng
        rows = [
            f"    | {key} | {rng.choice(('1', '2', '-'))} | {rng.choice(('0', '3'))} |" for key in rng.choice((("0", "1"), ("0..1", "2")))
        ]
        rows += ["    | otherwise | 4 | - |"] if rng.random() < 0.4 else []
        ends = [line for line in ("    below the first: the first", "    above the last: the last") if rng.random() < 0.6]
        lines = ["  table cost(k: 0..2, c: hue): 0..9", "    |  | red, green | blue |", *rows]
        return [
            *lines,
            "  table fee(k: -1..4): 0..9 by 1/2",
            *ends,
            "    | 0..1 | 1/2 |",
            "    | 2 | 4 |",
            *(["    | otherwise | 5 |"] if rng.random() < 0.3 else []),
        ]

    # ---- conditions ------------------------------------------------------------------------------------------------------------------

    def form_conditions(self, unit: str | None) -> list[str]:
        """Some conditions with the forms of the book, on a unit if one is there."""
        rng, found = self.rng, list[str]()
        if self.has("scales"):
            found += self.on_the_scale(unit)
        if self.has("groups"):
            found += self.in_a_group(unit)
        if self.has("links") and unit:
            other = rng.choice((unit, "t"))
            found += [f"(some unit i with any number of {rng.choice(('near', 'joined'))}({unit}, i))"]
            found += [f"(no unit i with (i is not {unit} and any number of joined(i, {unit})))", f"(any number of near({unit}, {unit}))"]
            found += [f"(every unit i with (i is not {unit}) satisfies any number of {rng.choice(('near', 'joined'))}({unit}, i))"] * 2
            found += [f"(some unit i with ({self.rival('i', unit)} and {'not ' if other == 't' else ''}joined({unit}, i)))"]
        if self.has("superlatives"):
            found += self.one_of_several(unit)
        if self.has("counted"):
            found += [
                f"count({rng.choice(('n', '1', 'n + 1'))}) {rng.choice(COMPARED)} {rng.randint(0, 3)}",
                "marked(n)",
                "marked(2)",
                "marked(n + 1)",
            ]
        if self.has("tables"):
            keys = f"{rng.choice(('n', '0'))}, {rng.choice(('colour', 'red'))}"
            found += [f"cost({keys}) is {rng.randint(0, 3)}", f"fee(2 * n - 1) {rng.choice(COMPARED)} 1/2"]
        if self.has("following"):
            found += ["wet", "not wet", "(wet as if (n is 1))" if self.has("suppositions") else "wet"]
        amounts = self.form_amounts(unit)
        if amounts:
            found += [f"({rng.choice(amounts)}) {rng.choice(COMPARED)} {rng.choice(('1', '2', 'n'))}" for _ in range(3)]
            found += [f"({rng.choice(amounts)}) is {rng.choice(('odd', 'even'))}", f"({rng.choice(amounts)}) in {{0..1, 3}}"]
        return found

    def on_the_scale(self, unit: str | None) -> list[str]:
        rng = self.rng
        level, value = rng.choice(LEVELS), rng.choice(("height", f"{unit}.rank")) if unit else "height"
        steps = rng.choice(("1", "-1", "n", "n - 1", "1 - n"))
        found = [
            f"{value} {rng.choice(COMPARED)} {level}",
            f"{value} is between low and {rng.choice(LEVELS[1:])}",
            f"{value} {rng.choice(('in', 'not in'))} {rng.choice(('{low, high}', 'middle..high', '{low, middle..high}'))}",
            f"shifted({value}, {steps}) {rng.choice(COMPARED)} {level}",
            f"overflow({value}, {steps}) {rng.choice(COMPARED)} {rng.randint(0, 1)}",
            f"(the {rng.choice(('greatest', 'least'))} of ({value}, {level})) {rng.choice(COMPARED)} height",
        ]
        if unit:
            found += [f"{unit}.rank is none", f"{unit}.rank {rng.choice(COMPARED)} height"]
        rated = f"(the {rng.choice(('greatest', 'least'))} i.rank over units i with (i.rank is not none{rng.choice(('', ' and i.flag'))}))"
        return [*found, f"{rated} {rng.choice(COMPARED)} {level}", f"(some level l with (l is more than {value} and l is not high))"]

    def in_a_group(self, unit: str | None) -> list[str]:
        rng = self.rng
        group = rng.choice(("flagged", f"others({unit})")) if unit else "flagged"
        found = [
            f"(some unit i among {group} with {self.member('i')})",
            f"(no unit i among {group} with {self.member('i')})",
            f"(every unit i among {group} satisfies {self.member('i')})",
        ]
        if unit:
            thing = f"{unit}.chief" if self.paths and rng.random() < 0.5 else unit
            found += [f"{thing} {rng.choice(('in', 'not in'))} {rng.choice(('flagged', f'others({unit})'))}"] * 2
            found += [f"(some unit i with i in others({thing}))"]
        return found

    def member(self, name: str) -> str:
        """A condition on a unit that is gone through."""
        picks = [f"{name}.flag", f"not {name}.flag", f"({name}.flag or a)"]
        picks += [f"{name}.size {self.rng.choice(COMPARED)} {self.rng.randint(0, 2)}"] * 2 if self.has("sizes") else []
        picks += [f"{name}.rank is {self.rng.choice((*LEVELS, 'none'))}"] if self.has("scales") else []
        picks += [f"({name}.chief is not none and {name}.chief.flag)"] if self.paths else []
        return self.rng.choice(picks)

    def one_of_several(self, unit: str | None) -> list[str]:
        """Conditions on the only unit, and on the one that has the most."""
        rng = self.rng
        only = f"the only unit i with ({self.member('i')})"
        found = [f"({only}).flag"]
        if self.has("sizes"):
            then = rng.choice(("", "", f" then {unit}" if unit else "", " then the greatest (i.size + n)"))
            foremost = f"the unit i with ({self.member('i')}) that has the {rng.choice(('least', 'greatest'))} i.size{then}"
            found += [f"({foremost}).flag", f"({foremost}).size is {rng.randint(0, 2)}"]
            found += [f"{unit} is ({foremost})", f"{unit} is ({foremost}, {unit} if there is none)"] if unit else []
        return [*found, f"{unit} is ({only}, none if there is none)" if unit else f"({only}, none if there is none) is none"]

    # ---- amounts ---------------------------------------------------------------------------------------------------------------------

    def form_amounts(self, unit: str | None) -> list[str]:
        """Some amounts without a measure, whole ones mostly."""
        rng, found = self.rng, list[str]()
        if self.has("rounding"):
            way = rng.choice(("down", "up", "to nearest", "down to 2", "to nearest 1/2"))
            found += [f"n / 2 rounded {way}", "2 - n", "-n + 2", "1/2 for each 2 of n", "50 percent of n", "2 times n"]
            found += [
                f"the {rng.choice(('greatest', 'least'))} of (n, 1, {rng.choice(('2 / n', '2 - n'))})",
                "the difference between n and 1",
            ]
            found += [f"the {rng.choice(('larger', 'smaller'))} of n and 1"]
        if self.has("aggregates"):
            found += self.over_things(unit)
        if self.has("tables"):
            found += ["cost(n, colour)", "fee(n)"]
        if self.has("counted"):
            found += ["count(n)", "the number of k from 0 to 2 with (marked(k))", "the sum of k over k from 0 to 2 with (k is not n)"]
        return found

    def over_things(self, unit: str | None) -> list[str]:
        rng = self.rng
        group = rng.choice(("flagged", f"others({unit})" if unit else "flagged")) if self.has("groups") and rng.random() < 0.5 else ""
        over = f"over i among {group}" if group else f"over units i with ({self.member('i')})"
        found = [
            f"the number of i among {group} with ({self.member('i')})" if group else f"the number of units i with ({self.member('i')})",
            "the number of hue h with (h is not colour)",
        ]
        if self.has("scales"):
            found += [f"the number of different i.rank {over}"]
        if self.has("sizes"):
            end = rng.choice(("greatest", "least"))
            choice = f"the {end} i.size {over}"
            found += [f"the sum of i.size {over}", f"the sum of (i.size + n) {over}", f"the number of different i.size {over}", choice]
            found += [
                f"the sum of the {end} {rng.choice(('n', '2', '1'))} of i.size {over}",
                f"({choice}, {rng.choice(('n', '1'))} if there is none)",
            ]
        return found

    # ---- answers ---------------------------------------------------------------------------------------------------------------------

    def supposition(self, others: list[str]) -> str:
        """What is supposed after `as if`: a fact, or one of the answers that are listed."""
        picks = ["a", "(not b)", "(n is 2)", "(colour is blue)", "(n is 2 - n)", *others]
        picks += ["(height is high)"] if self.has("scales") else []
        picks += ["wet", "(not wet)"] if self.has("following") else []
        picks += ["marked(n)"] if self.has("counted") else []
        return self.rng.choice(picks)
