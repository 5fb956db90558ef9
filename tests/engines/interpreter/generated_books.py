"""Small random rulebooks as text: facts, a kind of thing, questions that ask one another, rules and everything that can go before them.

Written out as `.case` text on purpose: the parser, the fold and the resolver are on the way to every answer that is compared. A book that has
measures, dates, moments, paths or advice is written a second time without them (`two_texts`): both must answer alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import prod
from random import Random
from typing import Literal

from engines.interpreter.every_form import EVERY_FORM, LEVELS, TAKEN_UP, FormsDrawn
from engines.interpreter.two_texts import (
    Drawn,
    Moment,
    as_written,
    gives,
    in_block,
    led,
    outside,
    short,
    takes,
    unmeasured,
    with_condition,
    written_out,
)

FACTS = {"a": ("yes", "no"), "b": ("yes", "no"), "n": ("0", "1", "2"), "colour": ("red", "green", "blue")}
THINGS = {"u": "unit", "v": "unit"}
SLOTS = (*FACTS, "u.flag", "v.flag")

POLICIES = (
    "stated",
    "never over may",
    "always over may not",
    "may not over may",
    "may over may not",
    "later source over earlier source",
    "earlier source over later source",
)
BY_OPTION = "option rule over general rule"
SWITCHED = ("scenario rule over general rule", "general rule over scenario rule", BY_OPTION)
OPTION, SCENARIO = "snow", "20.1"
STAGES = ("base", "changes", "factors", "cap", "floor", "whole")
SHORT = ("measures", "calendar", "moments", "paths", "advice")
ADDRESS = re.compile(r"\b\d\.\d\.\w+")
FORMS = (
    "repeats", "chains", "switches", "shaky", "divisors", "late", "roundings", "typed", "agreeing", "readings", "kinds", "measures", "calendar",
    "moments", "paths",
)  # fmt: skip
"""What a book takes up or leaves: rules with many addresses, chains of overrides, options and scenarios, questions without an answer, divisors
that can be zero, a policy in which `stated` is not first, several ways of rounding, settings-aside by type, statements with which the policy
agrees, two open readings on one question, actions that are kinds of others, measures that convert, turns by their dates, blocks of a moment, units
that may have a chief, actions that are advised or advised against."""


ADVICE = "advice_on_"
ADVISED = ("advised", "advised_against")
Kind = Literal["predicate", "verdict", "number", "colour"]
AnyKind = Kind | Literal["level", "advice"]


@dataclass(frozen=True)
class Asked:
    """A question of the book; `deep` if its rules ask other questions (their conditions can be open). `unit`: what a number is counted in."""

    name: str
    kind: AnyKind
    has_unit: bool
    deep: bool
    unit: str = ""

    def call(self, variable: str) -> str:
        return f"{self.name}({variable})" if self.has_unit else self.name

    def advised(self, variable: str) -> str:
        """The action that an advice is about."""
        return self.call(variable).removeprefix(ADVICE)


@dataclass
class Generated:
    """The files of a book, the questions to ask, the reading in it (or none) with its choices, its options and scenarios.

    `plain` are the files without measures, dates, moments, advice and paths that may lead nowhere; `pools` has what facts can be given as that not every book has.
    """

    files: dict[str, str]
    plain: dict[str, str]
    questions: list[Asked]
    reading: str | None
    options: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    pools: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    things: Mapping[str, str] = field(default_factory=lambda: THINGS)
    every_form: bool = False

    @property
    def world(self) -> str:
        """The things as `ask` is told of them."""
        return f"{', '.join(self.things)}: unit"


@dataclass
class Line:
    """A rule of a case with what stands under it, and the moment at the head of its block."""

    text: str
    asked: Asked
    under: list[str]
    moment: Moment | None = None


class Author:
    """Writes one book; every choice comes from `rng`."""

    def __init__(self, rng: Random, cases: int = 4, statements: int = 4, *, short: bool = False, every_form: bool = False) -> None:
        self.rng = rng
        self.cases = [f"{1 + i // 2}.{1 + i % 2}" for i in range(rng.randint(2, cases))]
        self.statements = statements
        self.questions: list[Asked] = []
        self.bodies: dict[str, list[Line]] = {number: [] for number in self.cases}
        self.relations: dict[str, list[tuple[str, str]]] = {number: [] for number in self.cases}  # the word, the case that it names
        self.on_reading: Asked | None = None
        self.forms = {form for form in FORMS if rng.random() < 0.35}
        if short:
            self.forms |= set(rng.sample(SHORT, 2))
        elif not every_form and rng.random() < 0.35:
            self.forms.add("advice")
        if every_form:
            self.forms |= set(rng.sample(EVERY_FORM, TAKEN_UP))
        self.many_units = 0.9 if self.has("typed") else 0.7 if every_form else 0.4
        self.scope = {number: rng.choice(("", "", f"option {OPTION}", f"scenario {SCENARIO}")) for number in self.cases[1:]}
        if not self.has("switches"):
            self.scope = {}
        self.sources = {number: rng.choice(("base", "base", "later")) for number in self.cases}
        short_forms = {form: self.has(form) for form in ("measures", "calendar", "paths")}
        self.drawn = FormsDrawn(rng, self.forms, **short_forms) if every_form else Drawn(rng, **short_forms)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def has(self, form: str) -> bool:
        return form in self.forms

    # ---- conditions ----------------------------------------------------------------------------------------------------------------

    def plain(self, unit: str | None) -> str:
        """A condition on facts alone."""
        picks = [
            "a",
            "not a",
            "b",
            f"colour is {self.rng.choice(FACTS['colour'])}",
            "colour in {red, blue}",
            f"n is at least {self.rng.randint(1, 2)}",
            "n is 1",
        ]
        if unit:
            picks += [f"{unit}.flag", f"not {unit}.flag"] * 2
            picks += self.drawn.path_conditions(unit)
        if self.has("shaky"):
            picks += ["shaky", "not shaky", "may loose"] * 2
        if self.has("divisors"):
            picks += ["2 / n is 1", "n / n is 1"]
        picks += self.drawn.conditions()
        picks += self.drawn.form_conditions(unit)
        return self.rng.choice(picks)

    def asking(self, asked: Asked, unit: str | None) -> str:
        """A condition on the answer of an earlier question."""
        if asked.has_unit and (unit is None or self.chance(0.3)):
            word = self.rng.choice(("some unit y with", "every unit y satisfies", "no unit y with"))
            return f"({word} ({self.about(asked, 'y')}))"
        if self.has("paths") and asked.has_unit and unit and not asked.unit and self.chance(0.4):
            return self.about_chief(asked, unit)
        return self.about(asked, unit or "")

    def about_chief(self, asked: Asked, unit: str) -> str:
        """A condition on the answer about the chief of a unit, which is false where it has none."""
        path = self.rng.choice((f"{unit}.chief", f"{unit}.chief.chief"))
        condition = self.about(asked, path)
        plain = written_out(condition)
        positive = plain.removeprefix("not ")
        return short(as_written(condition), f"{'not ' if positive != plain else ''}({led(path)} and {positive})")

    def about(self, asked: Asked, unit: str) -> str:
        call = asked.call(unit)
        if self.has("suppositions") and asked.kind not in ("verdict", "advice") and self.chance(0.5):
            call = f"({call}{self.supposition(asked, unit)})"
        elif self.has("stages") and asked.kind == "number" and self.chance(0.5):
            call = f"({call} up to {self.rng.choice(STAGES if asked.name.endswith('long') else STAGES[:2])})"
        match asked.kind:
            case "predicate":
                return self.rng.choice((call, f"not {call}"))
            case "verdict":
                return self.rng.choice((f"may {call}", f"may not {call}", f"must {call}"))
            case "advice":
                return self.advice(asked, unit, self.rng.choice(("is", "is not")))
            case "level":
                return self.rng.choice(
                    (f"{call} is at least middle", f"{call} is height", f"{call} in low..middle", f"shifted({call}, 1) is high")
                )
            case "number":
                others = [f"{call} is at most {amount}" for amount in self.drawn.amounts(asked.unit)] if asked.unit else []
                return self.rng.choice(
                    (f"{call} is at least {self.rng.randint(1, 4)}", f"{call} is {self.rng.randint(0, 4)}", *others[-3:])
                )
            case _:
                return self.rng.choice((f"{call} is red", f"{call} in {{green, blue}}"))

    def advice(self, asked: Asked, unit: str, word: str) -> str:
        """A condition on what is advised: with `is advised`, and as the value that it is short for."""
        value = self.rng.choice(ADVISED)
        return short(f"{asked.advised(unit)} {word} {value.replace('_', ' ')}", f"{asked.call(unit)} {word} {value}")

    def supposition(self, asked: Asked, unit: str) -> str:
        """What is supposed of a question: a fact, or an answer that does not come after it."""
        others = []
        for other in self.questions[: self.questions.index(asked) + 1]:
            call = other.call(unit)
            if unit or not other.has_unit:
                others += {
                    "predicate": [call, f"(not {call})"],
                    "verdict": [f"(may {call})", f"(may not {call})", f"(must {call})"],
                    "number": [f"({call} is {self.rng.randint(0, 4)})"] if not other.unit else [],
                    "colour": [f"({call} is colour)"],
                    "level": [f"({call} is {self.rng.choice(LEVELS)})"],
                    "advice": [f"({self.advice(other, unit, 'is')})"],
                }[other.kind]
        others += [f"{unit}.flag", f"(not {unit}.flag)"] if unit else []
        return f" as if {self.drawn.supposition(others)}" if isinstance(self.drawn, FormsDrawn) else ""

    def condition(self, asked: Asked, depth: int = 0) -> str:
        unit = "x" if asked.has_unit else None
        earlier = self.questions[: self.questions.index(asked)]
        if depth < 2 and self.chance(0.3):
            word = self.rng.choice((" and ", " or "))
            return "(" + word.join(self.condition(asked, depth + 1) for _ in range(2)) + ")"
        if asked.deep and earlier and self.chance(0.5):
            return self.asking(self.rng.choice(earlier), unit)
        return self.plain(unit)

    # ---- rules ---------------------------------------------------------------------------------------------------------------------

    def rule(self, asked: Asked, otherwise: bool = False) -> str:
        call = asked.call("x")
        when = f" when {self.condition(asked)}" if otherwise or self.chance(0.85) else ""
        match asked.kind:
            case "predicate":
                word = self.rng.choice(("", "", "not "))
                return f"{word}{call}{when}" if when else f"{call} always"
            case "verdict":
                if self.chance(0.2):
                    return f"{self.rng.choice(('may', 'must'))} {call} when and only when {when.removeprefix(' when ') or 'a'}"
                return f"{self.rng.choice(('may', 'may not', 'must', 'need not', 'may never', 'may always', 'may only'))} {call}{when or ' when a'}"
            case "advice":
                value = self.rng.choice(ADVISED)
                should = "should" if value == "advised" else "should not"
                return short(f"{should} {asked.advised('x')}", f"{call} is {value}") + (when or " when a")
            case "colour":
                return f"{call} is {self.rng.choice(FACTS['colour'])}{' otherwise' if otherwise else ''}{when}"
            case "level":
                shift = f"shifted(height, {self.rng.choice(('n', '-1', '1 - n'))})"
                value = self.rng.choice((*LEVELS, "height", shift, f"the {self.rng.choice(('least', 'greatest'))} of (height, middle)"))
                return f"{call} is {value}{' otherwise' if otherwise else ''}{when}"
            case "number":
                return self.numeric(asked, call, when, otherwise)

    def numeric(self, asked: Asked, call: str, when: str, otherwise: bool) -> str:
        if otherwise:
            return f"{call} is {self.rng.randint(0, 4)} otherwise{when}"
        amount = self.rng.randint(1, 3)
        plain = (str(amount), "n", *(("2 / n", "1 / n") if self.has("divisors") else (str(amount),)))
        amounts = [*(one if one.isdigit() else unmeasured(one, asked.unit) for one in plain), *self.drawn.amounts(asked.unit)]
        picks = [f"{call} is {self.rng.choice(amounts)}"] * 2 + [
            f"add {amount} to {call}",
            f"take {amount} from {call}",
        ]
        picks += [f"add {self.rng.choice(amounts)} to {call}"] if asked.unit else []
        if (drawn := self.drawn.form_amounts("x" if asked.has_unit else None)) and not asked.unit:
            picks += [f"{call} is ({self.rng.choice(drawn)})", f"add ({self.rng.choice(drawn)}) to {call}"] * 2
            picks += [f"{call} is at most ({self.rng.choice(drawn)})"] if asked.name.endswith("long") else []
        if asked.name.endswith("long"):
            picks += [f"multiply {call} by {amount}", f"{call} is at most {amount + 2}", f"{call} is at least {amount}"]
            picks += [f"multiply {call} by 1/2", f"{call} is rounded {self.rng.choice(('down', 'up', 'to nearest'))}"] * 2
        pick = self.rng.choice(picks)
        kind = f" as {self.rng.choice(FACTS['colour'][:2])}" if pick.startswith(("add ", "take ")) and self.chance(0.4) else ""
        return pick + kind + when

    # ---- what goes before what -----------------------------------------------------------------------------------------------------

    def when_on(self, asked: Asked) -> str:
        """The condition of a statement that is written on a rule."""
        earlier = self.questions[: self.questions.index(asked)]
        unit = "x" if asked.has_unit else None
        if asked.deep and earlier and self.chance(0.2):
            return f" when {self.asking(self.rng.choice(earlier), unit)}"
        return f" when {self.plain(unit)}" if self.chance(0.5) else ""

    def relate(self, here: str) -> None:
        others = [number for number in self.cases if number != here]
        self.relations[here].append((self.rng.choice(("overrides", "overrides", "sets aside", "except")), self.rng.choice(others)))

    def reached(self, target: str, seen: frozenset[str] = frozenset()) -> list[Asked]:
        """The questions that a setting-aside of a case reaches, through the settings-aside in it too."""
        found = [line.asked for line in self.bodies[target]]
        found += [self.on_reading] if self.on_reading and target == self.cases[0] else []
        inner = [case for word, case in self.relations[target] if word == "sets aside" and case not in seen | {target}]
        return found + [asked for case in inner for asked in self.reached(case, seen | {target})]

    def relation(self, here: str, word: str, target: str) -> str:
        """A statement of a whole case; a variable in its condition meets the one unit of every question that it reaches."""
        reached = self.reached(target) + (self.reached(here) if word != "sets aside" else [])
        typed = bool(reached) and all(asked.has_unit for asked in reached)
        when = f" when {self.plain('w' if typed else None)}" if typed or self.chance(0.5) else ""
        return f"  {word} {target}{when}"

    def repeat(self, number: str) -> None:
        """A rule said again in other cases, each time as a second address of the one before; now and then of less."""
        line = self.rng.choice(self.bodies[number])
        at, text = f"{number}.{self.place(number, line)}", line.text
        others = [case for case in self.cases if case != number]
        for case in self.rng.sample(others, self.rng.randint(1, len(others))):
            if " when " in text and " only " not in text and self.chance(0.3):
                text += " and b"
            again = Line(text, line.asked, [f"restates {at}"])
            self.bodies[case].append(again)
            at = f"{case}.{called(len(self.bodies[case]))}"

    def round_twice(self, asked: Asked) -> None:
        """Two or all ways of rounding one value, which now and then give the same; each may override the one before."""
        call, unit = asked.call("x"), "x" if asked.has_unit else None
        before: str | None = None
        for way in self.rng.sample(("down", "up", "to nearest"), self.rng.choice((2, 3, 3))):
            case = self.rng.choice(self.cases)
            under = [f"overrides {before}{self.when_on(asked)}"] if before is not None and self.chance(0.5) else []
            self.bodies[case].append(
                Line(f"{call} is rounded {way}" + (f" when {self.plain(unit)}" if self.chance(0.5) else ""), asked, under)
            )
            before = f"{case}.{called(len(self.bodies[case]))}"
        self.bodies[self.rng.choice(self.cases)].append(Line(f"multiply {call} by 0.5", asked, []))

    def agree(self, asked: Asked) -> None:
        """A statement that may be open, between two rules of which the policy says the same."""
        call, unit = asked.call("x"), "x" if asked.has_unit else None
        case = self.rng.choice(self.cases)
        self.bodies[case].append(Line(f"may {call} when {self.plain(unit)}", asked, []))
        under = [f"overrides {case}.{called(len(self.bodies[case]))}{self.when_on(asked)}"]
        self.bodies[self.rng.choice(self.cases)].append(Line(f"may never {call} when {self.plain(unit)}", asked, under))

    def place(self, number: str, line: Line) -> str:
        return called(next(index for index, found in enumerate(self.bodies[number], 1) if found is line))

    def link(self, asked: Asked) -> None:
        """Rules on one question, each of which goes before the next."""
        while len(found := [(case, line) for case in self.cases for line in self.bodies[case] if line.asked is asked]) < 3:
            self.bodies[self.rng.choice(self.cases)].append(Line(self.rule(asked), asked, []))
        chain = self.rng.sample(found, self.rng.randint(3, min(4, len(found))))
        for (_, line), (case, below) in pairwise(chain):
            line.under.append(f"overrides {case}.{self.place(case, below)}{self.when_on(asked)}")

    # ---- the book ------------------------------------------------------------------------------------------------------------------

    def write(self) -> Generated:
        for index in range(self.rng.randint(2, 4)):
            kind: AnyKind = self.rng.choice(("predicate", "verdict", "number", "colour", "verdict" if self.has("kinds") else "number"))
            if self.has("scales") and self.chance(0.3):
                kind = "level"
            name = f"q{index}{'long' if kind == 'number' and self.chance(0.7 if self.has('roundings') else 0.4) else ''}"
            unit = self.rng.choice(("", "turn", "week")) if kind == "number" and self.has("measures") else ""
            asked = Asked(name, kind, self.chance(self.many_units), index > 0 and self.chance(0.6), unit)
            self.questions.append(asked)
            if kind == "verdict" and self.has("advice"):
                self.questions.append(Asked(ADVICE + name, "advice", asked.has_unit, index > 0 and self.chance(0.6)))
        for asked in self.questions:
            for _ in range(self.rng.randint(1, self.statements)):
                number = self.rng.choice(self.cases)
                weak = asked.kind in ("number", "colour", "level") and self.chance(0.2)
                under = []
                if len(self.cases) > 1 and self.chance(0.2):
                    under.append(f"overrides {self.rng.choice([n for n in self.cases if n != number])}{self.when_on(asked)}")
                self.bodies[number].append(Line(self.rule(asked, otherwise=weak), asked, under))
        for asked in self.questions:
            if self.has("roundings") and asked.name.endswith("long"):
                self.round_twice(asked)
            if self.has("agreeing") and asked.kind == "verdict":
                self.agree(asked)
        if self.has("chains"):
            self.link(self.rng.choice(self.questions))
        if self.has("repeats"):
            for number in [number for number in self.cases if self.bodies[number] and self.chance(0.5)]:
                self.repeat(number)
        reading = self.reading()
        for number in self.cases:
            if self.chance(0.35):
                self.relate(number)
            elif self.has("typed"):
                self.relations[number].append(("sets aside", self.rng.choice([case for case in self.cases if case != number])))
        if self.has("moments"):
            self.place_moments("".join(reading.values()))
        cases, rest = self.rules()
        files = {"rulebook.case": self.front(), "vocabulary.case": self.vocabulary(), **reading, **self.apart()}
        return Generated(
            {path: as_written(text) for path, text in {**files, "rules.case": cases}.items()},
            {path: written_out(text) for path, text in {**files, "rules.case": rest}.items()},
            self.questions,
            "r1" if reading else None,
            (OPTION,) if self.has("switches") else (),
            (SCENARIO,) if self.has("switches") else (),
            self.drawn.pools(),
            dict.fromkeys(self.drawn.units(), "unit"),
            isinstance(self.drawn, FormsDrawn),
        )

    def place_moments(self, reading: str) -> None:
        """Puts rules under a moment; under `only while` none that a statement names, since what it says besides would have no address of its own."""
        lines = [line for number in self.cases for line in self.bodies[number]]
        named = set(ADDRESS.findall("\n".join((reading, *(one for line in lines for one in line.under)))))
        for number in self.cases:
            for index, line in enumerate(self.bodies[number], 1):
                if takes(line.text) and self.chance(0.4):
                    alone = f"{number}.{called(index)}" not in named and not any(one.startswith("restates") for one in line.under)
                    moment = self.plain("x" if line.asked.has_unit else None)
                    line.moment = Moment(moment, only=alone and gives(line.text) and self.chance(0.6))

    def apart(self) -> dict[str, str]:
        """What no statement reaches: questions that have a conflict or no answer, and the scenario."""
        found = {}
        if self.has("shaky"):
            lines = ['case 8.1 "Open"', '  "It is not settled."', "  shaky when a", "  not shaky when b", "  may loose when n is 1"]
            found["open.case"] = "\n".join(lines) + "\n"
        if self.has("switches"):
            found["scenario.case"] = f'scenario {SCENARIO} "A scenario"\n  "What happens here."\n'
        if cases := self.drawn.cases():
            found["forms.case"] = cases
        return found

    def front(self) -> str:
        lines = [
            'rulebook small "Small"',
            "  numbering decimal",
            "",
            'source base "Base"',
            'source later "Later"',
            "  amends base",
            "",
            "edition whole = base + later",
            "",
        ]
        if self.has("switches"):
            lines += [f'option {OPTION} "Snow"', ""]
        lines += self.policy()
        return "\n".join(lines) + "\n"

    def policy(self) -> list[str]:
        known = (*POLICIES, *(SWITCHED if self.has("switches") else ()))
        if self.has("late"):
            chosen = [*self.rng.sample([line for line in known if line != "stated"], self.rng.randint(1, 2)), "stated"]
        elif self.has("agreeing"):
            chosen = ["never over may"]
        elif self.has("roundings") or self.chance(0.6):
            chosen = self.rng.sample(known, self.rng.randint(1, 3))
            if self.has("roundings") and self.has("switches") and BY_OPTION not in chosen:
                chosen.append(BY_OPTION)
        else:
            return []
        return ["precedence", *(f"  {line}" for line in chosen)]

    def vocabulary(self) -> str:
        lines = [
            "enum hue: red, green, blue",
            "fact a: yes/no",
            "  usually no",  # nothing is assumed where answers are compared
            "fact b: yes/no",
            "fact n: 0..2",
            "fact colour: hue",
            "",
            'record unit "a unit"',
            "  flag: yes/no",
            "    usually yes",
            "    found on the counter",
            *(["  chief: unit or none"] if self.has("paths") else []),
            *self.drawn.fields(),
            "",
            *self.drawn.vocabulary(),
        ]
        lines += ["predicate shaky", "verdict loose"] if self.has("shaky") else []
        lines += [short("", f"enum advice: {', '.join(ADVISED)}")] if self.has("advice") else []
        for asked in self.questions:
            params = "(x: unit)" if asked.has_unit else ""
            match asked.kind:
                case "predicate":
                    lines.append(f"predicate {asked.name}{params}")
                    lines += ["  otherwise undetermined"] if self.chance(0.3) else []
                case "verdict":
                    lines.append(f"verdict {asked.name}{params}")
                    lines += self.kind_of(asked)
                    if self.chance(0.3):
                        lines.append(f"  otherwise {self.rng.choice(('forbidden', 'permitted'))}")
                case "advice":
                    lines.append(short("", f"value {asked.name}{params}: advice or none\n  otherwise none"))
                case "colour" | "level":
                    lines.append(f"value {asked.name}{params}: {'hue' if asked.kind == 'colour' else 'level'}")
                case _:
                    unit = short(f" {asked.unit}", "") if asked.unit else ""
                    lines.append(
                        f"value {asked.name}{params}: {self.rng.choice(('-99..99 by 1/8', '-99..99 by 0.125', '0..4', '0..4'))}{unit}"
                    )
                    if asked.name.endswith("long"):
                        lines += [
                            "  base is the one",
                            "  changes plus the sum",
                            f"  factors times the {self.rng.choice(('product', 'greatest', 'least'))}",
                        ]
                        lines += self.rng.sample(("  cap at most", "  floor at least", "  whole rounded"), 3)
                    if self.chance(0.3):
                        zero = self.has("divisors") and self.chance(0.5)
                        lines.append(f"  otherwise {unmeasured('2 / n', asked.unit) if zero else self.rng.randint(0, 2)}")
        return "\n".join(lines) + "\n"

    def kind_of(self, asked: Asked) -> list[str]:
        """Earlier actions of which this one is a kind; one without things has no kinds about things."""
        earlier = [one for one in self.questions[: self.questions.index(asked)] if one.kind == "verdict" and one.has_unit <= asked.has_unit]
        return [f"  is a kind of {one.call('x')}" for one in earlier if self.has("kinds") and self.chance(0.6)]

    def rules(self) -> tuple[str, str]:
        """The cases, and the same with every moment among the conditions of its rules."""
        lines: list[str] = []
        plain: list[str] = []
        for number in self.cases:
            head = [f'case {number} "Case {number}" in {self.sources[number]}', f'  "What case {number} says."']
            head += [f"  {self.scope[number]}"] if self.scope.get(number) else []
            relations = [*(self.relation(number, word, target) for word, target in self.relations[number]), ""]
            lines += [*head, *self.body(number), *relations]
            plain += [*head, *self.plain_body(number), *relations]
        if self.chance(0.3):
            asked = self.rng.choice(self.questions)
            when = f" when {self.plain('x' if asked.has_unit else None)}" if self.chance(0.5) else ""
            absent = ['case 9.1 "Not held" in base', f"  not held, bears on {asked.call('x')}{when}", ""]
            return "\n".join(lines + absent), "\n".join(plain + absent)
        return "\n".join(lines), "\n".join(plain)

    def named(self, number: str) -> list[tuple[str, Line]]:
        """The rules of a case, those that have a name with it."""
        lines = enumerate(self.bodies[number], 1)
        return [(line.text if called(index).isdigit() else f"{called(index)}: {line.text}", line) for index, line in lines]

    def body(self, number: str) -> list[str]:
        found: list[str] = []
        for text, line in self.named(number):
            found += in_block(line.moment, text, line.under) if line.moment else in_case(text, line.under)
        return found

    def plain_body(self, number: str) -> list[str]:
        """Without moments; what `only while` says besides comes last, so that every other rule keeps its place."""
        found: list[str] = []
        for text, line in self.named(number):
            found += with_condition(line.moment, text, line.under) if line.moment else in_case(text, line.under)
        for line in self.bodies[number]:
            if line.moment and line.moment.only:
                found += outside(line.moment, line.text, line.under)
        return found

    def reading(self) -> dict[str, str]:
        if not self.chance(0.4):
            return {}
        asked = self.on_reading = self.rng.choice(self.questions)
        known = [(case, line) for case in self.cases for line in self.bodies[case] if line.asked is asked]
        lines = self.one_reading("r1", asked, known)
        if self.has("readings"):
            lines += ["", *self.one_reading("r2", asked, known)]
        return {"readings.case": "\n".join(lines) + "\n"}

    def one_reading(self, name: str, asked: Asked, known: list[tuple[str, Line]]) -> list[str]:
        """A reading of two choices with a rule each; one that is not `r1` is never chosen."""
        lines = [f'reading {name} on {self.cases[0]} "A reading"', '  "The text leaves it open."']
        for choice in ("one", "two"):
            lines.append(f"  choice {choice}")
            if known and self.has("repeats") and self.chance(0.5):
                case, line = self.rng.choice(known)
                lines += [f"    {line.text}", f"      restates {case}.{self.place(case, line)}"]
            else:
                lines.append(f"    {self.rule(asked)}")
        return lines


def in_case(text: str, under: list[str]) -> list[str]:
    """A rule of a case with what stands under it."""
    return [f"  {text}", *(f"    {one}" for one in under)]


def called(index: int) -> str:
    """How a rule is addressed in its case: every third has a name, the others are known by their place."""
    return str(index) if index % 3 else f"n{index}"


def book(rng: Random, cases: int = 4, statements: int = 4, *, short: bool = False, every_form: bool = False) -> Generated:
    """A book; with `short` one that has measures, dates or moments, with `every_form` one that has some of `EVERY_FORM`."""
    return Author(rng, cases, statements, short=short, every_form=every_form).write()


def situation(rng: Random, known: float, pools: Mapping[str, tuple[str, ...]] | None = None) -> dict[str, str]:
    """Facts as they are given to `ask`, as both texts have them; each is known with the share `known`. `pools` are those of the book.

    A chief is seldom unknown: the ways in which it may turn out multiply all others.
    """
    every = {**FACTS, "u.flag": ("yes", "no"), "v.flag": ("yes", "no"), **(pools or {})}
    share = {name: max(known, 0.9) if name.endswith(".chief") else known for name in every}
    return {name: rng.choice(pool) for name, pool in every.items() if rng.random() < share[name]}


MOST_COMPLETIONS = 48


def situation_of(generated: Generated, rng: Random, known: float) -> dict[str, str]:
    """Facts of a book; of one with `every_form` few enough are unknown for all their values to be gone through."""
    every = {**FACTS, "u.flag": ("yes", "no"), "v.flag": ("yes", "no"), **generated.pools}
    facts = situation(rng, known, generated.pools)
    if not generated.every_form:
        return facts
    unknown = [name for name in every if name not in facts]
    while prod(len(set(every[name])) for name in unknown) > MOST_COMPLETIONS:
        name = unknown.pop(rng.randrange(len(unknown)))
        facts[name] = rng.choice(every[name])
    return facts
