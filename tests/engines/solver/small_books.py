"""Small random rulebooks for the decision procedure, as text: every form that can make a contradiction, a gap, a dead rule, or none of them.

Few facts with few values, so that all situations can be looked at. A book takes up some of the forms only: what is left out keeps it small.
Measures, dates and moments are drawn as `two_texts` has them; what they come to is undone before the core, and held there against a text without.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Literal

from engines.interpreter.generated_books import POLICIES, Kind
from engines.interpreter.two_texts import Drawn, Moment, as_written, gives, in_block, takes

HUES = ("red", "green", "blue")
FORMS = (
    "options", "scenario", "reading", "impossible", "total", "table", "things", "sums", "asides", "otherwise", "deep", "repeats", "unheld",
    "policy", "amendment", "stages", "arguments", "strength", "chief", "ruling", "pair", "group", "suppose", "scale", "blocks", "chains", "divisors", "shaky", "late", "agreeing",
    "kinds", "ties", "exclusive", "follows", "links", "foremost", "roundings", "measures", "calendar", "moments",
)  # fmt: skip
BY_OPTION = "option rule over general rule"
MORE_POLICIES = (*POLICIES, "scenario rule over general rule", BY_OPTION)

Param = Literal["unit", "other", "hue", "step"]
PARAMS: tuple[Param, ...] = ("unit", "hue", "step")
"""`other` is drawn only next to `unit`."""
VARIABLES: dict[Param, str] = {"unit": "x", "other": "z", "hue": "c", "step": "k"}


@dataclass
class Asked:
    """A question, with what its arguments are of."""

    name: str
    kind: Kind
    params: tuple[Param, ...]
    long: bool
    deep: bool

    @property
    def variables(self) -> dict[Param, str]:
        """The variables of a rule's head, by what they are."""
        return {param: VARIABLES[param] for param in self.params}

    def call(self, given: Mapping[Param, str]) -> str:
        return f"{self.name}({', '.join(given[param] for param in self.params)})" if self.params else self.name


@dataclass
class Line:
    """A rule of a case with what stands under it."""

    text: str
    asked: Asked
    under: list[str]
    moment: Moment | None = None


class Author:
    """Writes one book; every choice comes from `rng`."""

    def __init__(self, rng: Random, size: int = 3) -> None:
        self.rng = rng
        self.size = size
        self.forms = {form for form in FORMS if rng.random() < 0.35}
        self.drawn = Drawn(rng, measures=self.has("measures"), calendar=self.has("calendar"), paths=False)
        self.cases = [f"{1 + i // 2}.{1 + i % 2}" for i in range(rng.randint(2, 4))]
        self.scope: dict[str, str] = {}
        self.questions: list[Asked] = []
        self.bodies: dict[str, list[Line]] = {number: [] for number in self.cases}
        self.relations: dict[str, list[tuple[str, str]]] = {number: [] for number in self.cases}  # the word, and what it names
        self.later: list[tuple[str, Asked]] = []  # the cases on which amendments, rulings and the reading have rules, with the question
        self.sources = {number: rng.choice(("base", "base", "later")) for number in self.cases}
        self.options = ["mist"] + (["tide"] if rng.random() < 0.4 else []) if self.forms & {"options", "roundings"} else []
        self.scenarios = ["7.1"] + (["7.2"] if rng.random() < 0.3 else []) if "scenario" in self.forms else []

    def open_or(self, given: dict[Param, str]) -> str:
        """A condition on facts, or one that asks a question without an answer, or for a divisor that can be zero."""
        if self.has("shaky") and self.chance(0.35):
            return self.rng.choice(("unsure", "not unsure"))
        if self.has("divisors") and self.chance(0.25):
            return self.rng.choice(("2 / depth is 1", "2 / depth is at least 2"))
        return self.plain(given)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def has(self, form: str) -> bool:
        return form in self.forms

    # ---- conditions ------------------------------------------------------------------------------------------------------------------

    def path_conditions(self, unit: str) -> list[str]:
        """Conditions on the chief of a unit, and on the chief of that one, which there may not be."""
        path = self.rng.choice((f"{unit}.chief", f"{unit}.chief.chief"))
        found = [
            f"{path}.flag",
            f"not {path}.flag",
            f"{path}.flag is no",
            f"{path}.strength is at least {self.rng.randint(0, 1)}",
            f"{path}.strength is not 1",
            f"{path}.strength in 0..1",
            f"{path}.chief is {unit}",
            f"{path}.chief is not none",
        ]
        found += [f"{path} in marked", f"{path} not in marked"] if self.has("group") else []
        return found + ([f"near({unit}, {path})", f"any number of near({path}, {unit})"] if self.has("ties") else [])

    def plain(self, given: dict[Param, str]) -> str:
        """A condition on facts alone."""
        rng = self.rng
        picks = [
            ["fog", "not fog", "rain"],
            [f"colour is {rng.choice(HUES)}", "colour in {red, blue}", f"colour is not {rng.choice(HUES)}"],
            [f"depth is at least {rng.randint(1, 2)}", "depth is 1", "depth in 0..1", f"depth is less than {rng.randint(1, 2)}"],
        ]
        if self.has("sums"):
            picks.append(
                [
                    f"load is at least {rng.randint(1, 4)}",
                    "load is more than depth",
                    f"depth + load is at least {rng.randint(2, 5)}",
                    "2 * depth is load",
                    "load - depth is less than 1",
                    f"depth * load is at most {rng.randint(0, 4)}",
                    "load / 2 rounded down is depth",
                    "load is between 1 and 2",
                ]
            )
        if self.has("measures") or self.has("calendar"):
            picks.append([as_written(one) for one in self.drawn.conditions()])
        if "unit" in given:
            picks += [[f"{given['unit']}.flag", f"not {given['unit']}.flag"]] * 2
            if self.has("strength"):
                picks.append([f"{given['unit']}.strength is at least 1", f"{given['unit']}.strength is more than depth"])
            if self.has("chief"):
                picks.append([f"{given['unit']}.chief is none", f"{given['unit']}.chief is not none", *self.path_conditions(given["unit"])])
                picks.append([f"{given['unit']}.chief is {given['other']}"] if "other" in given else ["fog"])
            if self.has("group"):
                picks.append([f"{given['unit']} in marked", f"{given['unit']} not in marked"])
        if "unit" in given and self.has("ties"):
            one, two = given["unit"], given.get("other", given["unit"])
            picks.append([f"near({one}, {two})", f"not near({two}, {one})", f"near({two}, {one})"])
            picks.append(
                [f"(some unit y with near(y, {one}))", f"(every unit y satisfies near({one}, y))"] if self.has("things") else ["fog"]
            )
        if "unit" in given and self.has("ties") and self.has("links"):
            one, two = given["unit"], given.get("other", given["unit"])
            picks.append(
                [f"any number of near({one}, {two})", f"not any number of near({two}, {one})", f"any number of tied({one}, {two})"]
            )
        if "unit" in given and self.has("foremost"):
            one, most = given["unit"], rng.choice(("greatest", "least"))
            tied = rng.choice(("", " then the greatest y.chief.strength", f" then {one}.chief", " then the least y.strength"))
            among = rng.choice(("unit y", "unit y with (y.flag)", f"unit y with (y is not {one})"))
            first = rng.choice(("strength", "chief.strength"))
            picks.append([f"{one} is the {among} that has the {most} y.{first}{tied}", f"(the only {among}).flag"])
        if self.has("scale"):
            picks.append([f"size is at least {rng.choice(('low', 'middle', 'high'))}", "size in middle..high", "size is low"])
            picks.append(["shifted(size, 1) is high", "shifted(size, -depth) is low", "overflow(size, depth) is at least 1"])
        if "other" in given:
            picks += [[f"{given['other']}.flag", f"{given['other']}.flag is {given.get('unit', given['other'])}.flag"]] * 2
        if "hue" in given:
            picks += [[f"{given['hue']} is {rng.choice(HUES)}", f"{given['hue']} in {{green, blue}}", f"colour is {given['hue']}"]]
        if "step" in given:
            picks += [
                [f"{given['step']} is at least {rng.randint(1, 2)}", f"{given['step']} is depth", f"{given['step']} + depth is at most 2"]
            ]
        if self.has("group") and self.chance(0.3):
            return rng.choice(
                (
                    "(some y among marked with not y.flag)",
                    "the number of y among marked with (y.flag) is 1",
                    "(every y among marked satisfies y.flag)",
                )
            )
        if self.has("things") and self.chance(0.4):
            with_ = rng.choice(("y.flag", "not y.flag", *([f"y.flag is {given['unit']}.flag"] if "unit" in given else [])))
            picks = [
                [f"(some unit y with {with_})", f"(every unit y satisfies {with_})", f"(no unit y with ({with_}))"],
                [f"the number of units y with ({with_}) is at least {rng.randint(1, 3)}"],
                [
                    f"the sum of the {rng.choice(('greatest', 'least'))} {rng.choice(('1', '2', 'depth'))} of y.strength over units y "
                    f"with ({with_}) is at least {rng.randint(1, 3)}"
                ]
                if self.has("strength")
                else ["fog"],
            ]
        return rng.choice(rng.choice(picks))

    def argument(self, param: Param, given: dict[Param, str], inner: str) -> str:
        match param:
            case "unit":
                return given.get("unit", inner)
            case "other":
                return given.get("other", given.get("unit", inner))
            case "hue":
                return self.rng.choice([*HUES, "colour", *([given["hue"]] * 3 if "hue" in given else [])])
            case "step":
                return self.rng.choice(["0", "1", "depth", *([given["step"]] * 3 if "step" in given else [])])

    def asking(self, asked: Asked, given: dict[Param, str]) -> str:
        """A condition on the answer of an earlier question."""
        free = bool({"unit", "other"} & set(asked.params)) and ("unit" not in given or (self.has("things") and self.chance(0.3)))
        inner: dict[Param, str] = {} if not free else {"unit": "y"}
        args = {param: self.argument(param, {**given, **inner}, "y") for param in asked.params}
        about = self.about(asked, asked.call(args))
        if free:
            word = self.rng.choice(("some unit y with", "every unit y satisfies", "no unit y with"))
            return f"({word} ({about}))"
        return about

    def about(self, asked: Asked, call: str) -> str:
        """What a condition asks of an answer; now and then of the answer as if a fact or another answer were different."""
        told = self.told(asked, call)
        if not self.has("suppose") or not self.chance(0.4):
            return told
        earlier = [one for one in self.questions if one.name < asked.name and not one.params and one.kind == "predicate"]
        picks = ["fog", "(not fog)", "depth is 1", "colour is red", *(one.name for one in earlier)]
        return f"(({told}) as if {self.rng.choice(picks)})".replace("as if depth is 1", "as if (depth is 1)").replace(
            "as if colour is red", "as if (colour is red)"
        )

    def told(self, asked: Asked, call: str) -> str:
        match asked.kind:
            case "predicate":
                return self.rng.choice((call, f"not {call}"))
            case "verdict":
                return self.rng.choice((f"may {call}", f"may not {call}", f"must {call}"))
            case "number":
                if asked.long and self.has("suppose") and self.chance(0.3):
                    call = f"({call} up to {self.rng.choice(('base', 'changes', 'factors'))})"
                if self.chance(0.25):
                    return f"{call} {self.rng.choice(('is', 'is at least', 'is less than', 'is not'))} {self.number(asked)}"
                return self.rng.choice((f"{call} is at least {self.rng.randint(1, 4)}", f"{call} is {self.rng.randint(0, 4)}"))
            case "colour":
                return self.rng.choice((f"{call} is red", f"{call} in {{green, blue}}", f"{call} is colour"))

    def number(self, asked: Asked) -> str:
        """Another number to compare with."""
        others = [one.name for one in self.questions if one.kind == "number" and not one.params and one.name < asked.name]
        return self.rng.choice(["depth", "depth + 1", *others, *others])

    def condition(self, asked: Asked, depth: int = 0) -> str:
        earlier = [
            one
            for one in self.questions[: self.questions.index(asked)]
            if not {"unit", "other"} & set(one.params) or self.has("things") or "unit" in asked.params
        ]
        if depth < 2 and self.chance(0.3):
            word = self.rng.choice((" and ", " or "))
            return "(" + word.join(self.condition(asked, depth + 1) for _ in range(2)) + ")"
        if asked.deep and earlier and self.chance(0.5):
            return self.asking(self.rng.choice(earlier), asked.variables)
        return self.open_or(asked.variables)

    # ---- rules -----------------------------------------------------------------------------------------------------------------------

    def head(self, asked: Asked) -> str:
        """A rule is about every argument, or now and then about one value of one."""
        given = dict(asked.variables)
        if "hue" in given and self.chance(0.15):
            given["hue"] = self.rng.choice(HUES)
        if "step" in given and self.chance(0.15):
            given["step"] = str(self.rng.randint(0, 2))
        return asked.call(given)

    def rule(self, asked: Asked, *, otherwise: bool = False) -> str:
        call = self.head(asked)
        fixed = {param: name for param, name in asked.variables.items() if name not in call}
        seen = Asked(asked.name, asked.kind, tuple(one for one in asked.params if one not in fixed), asked.long, asked.deep)
        condition = self.condition_of(asked, seen)
        when = f" when {condition}" if self.chance(0.85) else ""
        if when and not otherwise and self.has("blocks") and self.chance(0.3):
            when = self.block(asked, seen)
        match asked.kind:
            case "predicate":
                if when.startswith(" when (") and self.chance(0.15):
                    return f"{call} means {condition}"
                word = self.rng.choice(("", "", "not "))
                return f"{word}{call}{when}" if when else f"{call} always"
            case "verdict":
                if when.startswith(" when ") and self.chance(0.2):
                    return f"{self.rng.choice(('may', 'must'))} {call} when and only when{when.removeprefix(' when')}"
                words = ("may", "may not", "must", "need not", "may never", "may always", "may only")
                return f"{self.rng.choice(words)} {call}{when or ' when fog'}"
            case "colour":
                effect = self.rng.choice([*HUES, *HUES, "colour", *(["c"] if "hue" in seen.params else [])])
                return f"{call} is {effect}{' otherwise' if otherwise else ''}{when}"
            case "number":
                return self.numeric(asked, seen, call, when, otherwise)

    def block(self, asked: Asked, seen: Asked) -> str:
        """A list of conditions: all of them, or each a ground of its own."""
        items = [f"\n  {label}. {self.condition_of(asked, seen)}" for label in ("a", "b")]
        word = self.rng.choice(("when any of", "when any of", "when all of", *(() if asked.kind == "predicate" else ("unless any of",))))
        return f" {word}{''.join(items)}"

    def condition_of(self, asked: Asked, seen: Asked) -> str:
        place = self.questions.index(asked)
        self.questions[place] = seen
        found = self.condition(seen)
        self.questions[place] = asked
        return found

    def amount(self, seen: Asked) -> str:
        rng = self.rng
        picks = [str(rng.randint(0, 3)), str(rng.randint(1, 3)), "depth"]
        if self.has("sums"):
            picks += ["load", "depth + load", "load - depth", "2 * depth", "load / 2 rounded down", "the greatest of (depth, load)"]
            picks += ["the smaller of depth and load", "the difference between depth and load", "the larger of depth and (load - 1)"]
            picks += ["load / depth"] if self.chance(0.2) else []
        picks += ["2 / depth", "1 / depth"] if self.has("divisors") else []
        picks += [as_written(one) for one in self.drawn.amounts("")]
        if "step" in seen.params:
            picks += ["k", "k"]
        if "unit" in seen.params and self.has("strength"):
            picks += ["x.strength"] * 2
        if self.has("table") and not seen.name.startswith("t"):
            picks += ["to_hit(depth)", "to_hit(load)" if self.has("sums") else "to_hit(1)"]
        numbers = [one for one in self.questions[: self.questions.index(seen)] if one.kind == "number" and not one.params]
        if seen.deep and numbers and self.chance(0.4):
            picks += [f"{rng.choice(numbers).name} + 1", rng.choice(numbers).name] * 2
        return rng.choice(picks)

    def numeric(self, asked: Asked, seen: Asked, call: str, when: str, otherwise: bool) -> str:
        place = self.questions.index(asked)
        self.questions[place] = seen
        amount, other = self.amount(seen), self.rng.randint(1, 3)
        self.questions[place] = asked
        if otherwise:
            return f"{call} is {amount} otherwise{when}"
        picks = [f"{call} is {amount}"] * 3 + [f"add {other} to {call}", f"take {other} from {call}", f"add {amount} to {call}"]
        if asked.long:
            picks += [f"multiply {call} by {other}", f"{call} is at most {amount}", f"{call} is at least {other}"]
            picks += [f"{call} is rounded {self.rng.choice(('down', 'up', 'to nearest'))}", f"multiply {call} by 1/2"]
        return self.rng.choice(picks) + when

    def round_twice(self, asked: Asked) -> None:
        """Two or all ways of rounding one value, which now and then give the same; each may override the one before."""
        if asked.long and len(asked.params) < 2:
            call = asked.call(asked.variables)
            before: str | None = None
            for way in self.rng.sample(("down", "up", "to nearest"), self.rng.choice((2, 3, 3))):
                case = self.rng.choice(self.cases)
                text = f"{call} is rounded {way}" + (f" when {self.open_or(asked.variables)}" if self.chance(0.5) else "")
                under = [f"overrides {before}{self.when_of(asked)}"] if before is not None and self.chance(0.5) else []
                self.bodies[case].append(Line(text, asked, under))
                before = f"{case}.{called(len(self.bodies[case]))}"
            self.bodies[self.rng.choice(self.cases)].append(Line(f"multiply {call} by 0.5", asked, []))

    def agree(self, asked: Asked) -> None:
        """A statement that may be open, between two rules of which the policy says the same."""
        case, call = self.rng.choice(self.cases), asked.call(asked.variables)
        self.bodies[case].append(Line(f"may {call} when {self.open_or(asked.variables)}", asked, []))
        line = Line(f"may never {call} when {self.plain(asked.variables)}", asked, [])
        line.under.append(f"overrides {case}.{called(len(self.bodies[case]))} when {self.open_or({})}")
        self.bodies[self.rng.choice(self.cases)].append(line)

    def targets(self, here: str) -> str:
        """What a statement names: another case, or one rule of it."""
        other = self.rng.choice([number for number in self.cases if number != here])
        lines = self.bodies[other]
        return f"{other}.{called(self.rng.randint(1, len(lines)))}" if lines and self.chance(0.3) else other

    def when_of(self, asked: Asked | None) -> str:
        return f" when {self.open_or({} if asked is None else asked.variables)}" if self.chance(0.4) else ""

    def reached(self, target: str, seen: frozenset[str] = frozenset()) -> list[Asked]:
        """The questions that a setting-aside of a case reaches, through the settings-aside in it too."""
        found = [line.asked for line in self.bodies[target]] + [one for case, one in self.later if case == target]
        inner = [(word, case_of(text)) for word, text in self.relations[target] if word == "sets aside"]
        inner += [(text.split()[0], case_of(text)) for line in self.bodies[target] for text in line.under if text.startswith("sets aside")]
        return found + [one for _, case in inner if case not in seen | {target} for one in self.reached(case, seen | {target})]

    def relation(self, here: str, word: str, target: str) -> str:
        """A statement of a whole case; a variable in its condition meets the one unit of every question that it reaches."""
        reached = self.reached(case_of(target)) + (self.reached(here) if word != "sets aside" else [])
        typed = bool(reached) and all({"unit", "other"} & set(asked.params) == {"unit"} for asked in reached)
        if typed and self.chance(0.7):
            return f"{word} {target} when {self.rng.choice(('w.flag', 'not w.flag', 'w.flag and fog'))}"
        return f"{word} {target}{self.when_of(None)}"

    def link(self, asked: Asked) -> None:
        """Rules on one question, each of which goes before the next."""
        while len(found := [(case, line) for case in self.cases for line in self.bodies[case] if line.asked is asked]) < 3:
            self.bodies[self.rng.choice(self.cases)].append(Line(self.rule(asked), asked, []))
        chain = self.rng.sample(found, self.rng.randint(3, min(4, len(found))))
        for (_, line), (case, below) in pairwise(chain):
            place = next(index for index, one in enumerate(self.bodies[case], 1) if one is below)
            line.under.append(f"overrides {case}.{called(place)}{self.when_of(self.seen(line))}")

    def fill(self) -> None:
        """Rules for every question, spread over the cases."""
        for asked in self.questions:
            for _ in range(self.rng.randint(1, self.size + 1)):
                number = self.rng.choice(self.cases)
                weak = self.has("otherwise") and asked.kind in ("number", "colour") and self.chance(0.3)
                line = Line(self.rule(asked, otherwise=weak), asked, [])
                self.bodies[number].append(line)
                if self.has("repeats") and self.chance(0.3):
                    self.repeat(line, number)
        for number in self.cases:
            for line in self.bodies[number]:
                if self.chance(0.25):
                    alone = self.has("asides") and not line.asked.params and not line.asked.deep
                    word = "sets aside" if alone and self.chance(0.3) else "overrides"
                    line.under.append(f"{word} {self.targets(number)}{self.when_of(self.seen(line))}")
            if self.chance(0.5 if self.has("asides") else 0.3):
                words = ("overrides", "except") + (("sets aside", "sets aside") if self.has("asides") else ())
                word = self.rng.choice(words)
                self.relations[number].append((word, self.targets(number)))

    @staticmethod
    def seen(line: Line) -> Asked | None:
        """The question of a line whose head leaves all arguments free."""
        return line.asked if all(name in line.text for name in line.asked.variables.values()) and not line.asked.params else None

    def repeat(self, line: Line, number: str) -> None:
        """The same rule in other cases: restated, each time the one before; said to stand beside; or just repeated."""
        word = self.rng.choice(("restates", "restates", "besides", ""))
        others = [one for one in self.cases if one != number and (word == "restates" or self.scope.get(one) == self.scope.get(number))]
        at = f"{number}.{called(len(self.bodies[number]))}"
        for case in self.rng.sample(others, min(len(others), self.rng.choice((1, 1, 2, 3)) if word == "restates" else 1)):
            self.bodies[case].append(Line(line.text, line.asked, [f"{word} {at}"] if word else []))
            at = f"{case}.{called(len(self.bodies[case]))}"

    # ---- the book --------------------------------------------------------------------------------------------------------------------

    def write(self) -> dict[str, str]:
        for number in self.cases[1:]:
            if self.options and self.chance(0.6 if self.has("roundings") else 0.4):
                self.scope[number] = f"option {self.rng.choice(self.options)}"
            elif self.scenarios and self.chance(0.3):
                self.scope[number] = f"scenario {self.rng.choice(self.scenarios)}"
        for index in range(self.rng.randint(1, 3)):
            kind: Kind = self.rng.choice(("predicate", "verdict", "number", "colour", "verdict" if self.has("kinds") else "number"))
            params: list[Param] = [one for one in PARAMS if self.chance(0.3) and (one == "unit" or self.has("arguments"))][:2]
            params += ["other"] if "unit" in params and self.has("pair") and self.chance(0.5) else []
            long = kind == "number" and self.has("stages") and self.chance(0.6)
            self.questions.append(Asked(f"q{index}", kind, tuple(params), long, self.has("deep") and index > 0 and self.chance(0.7)))
        if self.has("roundings"):
            self.questions.append(Asked(f"q{len(self.questions)}", "number", (), True, False))
        self.fill()
        if self.has("chains"):
            self.link(self.rng.choice(self.questions))
        for asked in self.questions if any(self.has(form) for form in ("blocks", "chains", "roundings")) else ():
            self.round_twice(asked)
        for asked in self.questions if self.has("agreeing") else ():
            if asked.kind == "verdict":
                self.agree(asked)
        if self.has("moments"):
            self.place_moments()
        apart = {"readings.case": self.reading()} if self.has("reading") else {}
        added = self.added()
        return {"rulebook.case": self.front(), "vocabulary.case": self.vocabulary(), "rules.case": self.rules(added), **apart}

    def place_moments(self) -> None:
        """Puts rules under a moment, some of them under `only while`."""
        for line in (line for number in self.cases for line in self.bodies[number]):
            if takes(line.text) and " means " not in line.text and "\n" not in line.text and self.chance(0.4):
                alone = not any(one.startswith("restates") for one in line.under)
                line.moment = Moment(self.plain({}), only=alone and gives(line.text) and self.chance(0.6))

    def front(self) -> str:
        lines = ['rulebook small "Small"', "  numbering decimal", "", 'source base "Base"', 'source later "Later"', "  amends base", ""]
        lines += ["edition whole = base + later", ""]
        for name in self.options:
            lines.append(f'option {name} "Option {name}"' + (f" needs {self.plain_needs()}" if self.chance(0.3) else ""))
        if len(self.options) > 1 and self.chance(0.4):
            lines.append(f"at most one of {', '.join(self.options)}")
        if any(self.has(form) for form in ("policy", "agreeing", "roundings")):
            chosen = self.rng.sample(MORE_POLICIES, self.rng.randint(1, 3))
            if self.has("roundings") and BY_OPTION not in chosen:
                chosen.insert(self.rng.randint(0, len(chosen)), BY_OPTION)
            if self.has("agreeing"):
                chosen = ["never over may", *(line for line in chosen if line != "never over may")]
            if self.has("late"):
                chosen = [*(line for line in chosen if line != "stated"), "stated"]
            lines += ["precedence", *(f"  {line}" for line in chosen)]
        return "\n".join(lines) + "\n"

    def plain_needs(self) -> str:
        return self.rng.choice(("fog", "depth is at least 1", "colour in {red, green}"))

    def vocabulary(self) -> str:
        lines = [
            "enum hue: red, green, blue", "fact fog: yes/no", "fact rain: yes/no", "fact depth: 0..2", "fact load: 0..4", "fact colour: hue", "",
            'record unit "a unit"', "  flag: yes/no", "    usually no", "  strength: 0..2", "  chief: unit or none", "",
        ]  # fmt: skip
        lines += [as_written(one) for one in self.drawn.vocabulary()]
        if self.has("scale"):
            lines += ["scale size: low, middle, high", *(["  above the last: the last"] if self.chance(0.5) else []), "fact size: size"]
        if self.has("exclusive"):
            word = self.rng.choice(("exactly one of", "at most one of"))
            lines.append(f"{word} {self.rng.choice(('fog, rain', 'x.flag, fog, rain for x: unit', 'x.flag, x.strength is 2 for x: unit'))}")
        if self.has("ties"):
            lines += ["predicate tied(x: unit, z: unit)"] if self.has("links") else []
            lines += ["fact near(x: unit, z: unit): yes/no", *(line for line in ("  symmetric", "  never of itself") if self.chance(0.7))]
        if self.has("group"):
            lines += [f"group marked: units y{' with y.flag' if self.chance(0.5) else ''}"]
        if self.has("impossible"):
            lines += [f"impossible when {self.plain({})} and {self.plain({})}"]
            lines += (
                [f"impossible for x: unit when {self.rng.choice(('x.flag and fog', 'rain', 'x.strength is more than depth'))}"]
                if self.chance(0.3)
                else []
            )
        lines += ["predicate unsure"] if self.has("shaky") else []
        for asked in self.questions:
            lines += self.declaration(asked)
        return "\n".join(lines) + "\n"

    def declaration(self, asked: Asked) -> list[str]:
        types = {"unit": "x: unit", "other": "z: unit", "hue": "c: hue", "step": "k: 0..2"}
        params = f"({', '.join(types[param] for param in asked.params)})" if asked.params else ""
        total = ["  total"] if self.has("total") and self.chance(0.7) else []
        otherwise = self.chance(0.25)
        match asked.kind:
            case "predicate":
                return [f"predicate {asked.name}{params}", *(["  otherwise undetermined", *total] if otherwise else [])]
            case "verdict":
                words = [f"  otherwise {self.rng.choice(('forbidden', 'permitted'))}"] if otherwise else []
                return [f"verdict {asked.name}{params}", *words, *total, *self.kind_of(asked)]
            case "colour":
                return [f"value {asked.name}{params}: hue", *([f"  otherwise {self.rng.choice(HUES)}"] if otherwise else []), *total]
            case "number":
                return self.number_declared(asked, params, otherwise, total)

    def kind_of(self, asked: Asked) -> list[str]:
        """Earlier actions of which this one is a kind: of the same things, and of no more else."""
        earlier = [one for one in self.questions[: self.questions.index(asked)] if one.kind == "verdict"]
        fitting = [one for one in earlier if set(asked.params) - {"hue", "step"} == set(one.params) - {"hue", "step"}]
        fitting = [one for one in fitting if set(one.params) <= set(asked.params)]
        return [f"  is a kind of {one.call(one.variables)}" for one in fitting if self.has("kinds") and self.chance(0.7)]

    def number_declared(self, asked: Asked, params: str, otherwise: bool, total: list[str]) -> list[str]:
        ends = self.rng.choice(("-99..99", "-99..99", "0..4", "0..6", "0..99 by 0.5"))
        lines = [f"value {asked.name}{params}: {ends}"]
        if asked.long:
            lines += [self.rng.choice(("  base is the one", "  base is the one", "  base is the one")), "  changes plus the sum"]
            lines += [f"  factors times the {self.rng.choice(('product', 'greatest', 'least'))}"]
            lines += self.rng.sample(("  cap at most", "  floor at least", "  whole rounded"), 3)
        earlier = [one.name for one in self.questions[: self.questions.index(asked)] if one.kind == "number" and not one.params]
        picks = ["0", "1", "2", "depth", "depth - 1", *(["load"] if self.has("sums") else []), *(earlier if self.has("deep") else [])]
        default = self.rng.choice(picks)
        return lines + ([f"  otherwise {default}"] if otherwise else []) + total

    def rules(self, added: list[str]) -> str:
        lines = []
        for number in self.cases:
            lines += [f'case {number} "Case {number}" in {self.sources[number]}', f'  "What case {number} says."']
            lines += [f"  {self.scope[number]}"] if number in self.scope else []
            for index, line in enumerate(self.bodies[number], 1):
                name = "" if called(index).isdigit() else f"{called(index)}: "
                lines += in_block(line.moment, name + line.text, line.under) if line.moment else in_case(name + line.text, line.under)
            lines += [*(f"  {self.relation(number, word, target)}" for word, target in self.relations[number]), ""]
        for number in self.scenarios:
            lines += [
                f'scenario {number} "Scenario {number}"',
                '  "What happens here."',
                indented(self.rule(self.rng.choice(self.questions)), 2),
            ]
            lines += [f"    overrides {self.rng.choice(self.cases)}"] if self.chance(0.4) else []
            lines.append("")
        lines += added
        if self.has("unheld"):
            asked = self.rng.choice(self.questions)
            lines += ['case 9.1 "Not held" in base', f"  not held, bears on {asked.call(asked.variables)}{self.when_of(None)}", ""]
        if self.has("follows"):
            lines += [
                'case 8.3 "What follows"',
                '  "Some facts follow from others."',
                f"  x.flag when {self.rng.choice(('fog', 'colour is red'))}",
            ]
            lines += [f"  not x.flag when {self.rng.choice(('rain', 'depth is 1'))}"] if self.chance(0.5) else []
            lines += ["    overrides 8.3.1"] if lines[-1].startswith("  not") and self.chance(0.5) else []
            lines += [*(["  x.strength is 2 when x.flag"] if self.chance(0.4) else []), ""]
        if self.has("links") and self.has("ties"):
            lines += ['case 8.4 "Ties"', '  "Some are tied."', "  tied(x, z) when near(x, z) and z.flag"]
            lines += [*(["  not tied(x, z) when x.flag and rain"] if self.chance(0.4) else []), ""]
        if self.has("table"):
            lines += self.table()
        if self.has("shaky"):
            lines += ['case 8.2 "Unsure"', '  "It is not settled."', "  unsure when fog", "  not unsure when rain", ""]
        return "\n".join(lines)

    def added(self) -> list[str]:
        """What an amendment and a ruling add."""
        lines = []
        if self.has("amendment"):
            asked = self.rng.choice(self.questions)
            self.later.append((self.cases[0], asked))
            lines += [f"amend {self.cases[0]} in later as addition", "  adds", indented(self.rule(asked), 2), ""]
        if self.has("ruling"):
            number = self.rng.choice(self.cases)
            lines += [f"ruling Q1 on {number} in later", '  asks "Is it so?"', '  answers "It is."']
            if self.has("reading") and self.chance(0.3):
                lines.append("  settles r1 as alpha")
            else:
                asked = self.rng.choice(self.questions)
                self.later.append((number, asked))
                lines.append(indented(self.rule(asked), 2))
            lines.append("")
        return lines

    def table(self) -> list[str]:
        lines = ['case 8.1 "A table"', "  table to_hit(way: 0..4): 0..4"]
        lines += ["    below the first: the first"] if self.chance(0.2) else []
        lines += ["    above the last: the last"] if self.chance(0.2) else []
        rows = self.rng.choice((("0", "1..2", "3.."), ("0, 1", "2"), ("0..1", "2..3", "4"), ("1", "2..3"), ("any",)))
        return [*lines, *(f"    | {row} | {self.rng.choice(('0', '1', '2', '-'))} |" for row in rows), ""]

    def reading(self) -> str:
        asked = self.rng.choice(self.questions)
        self.later.append((self.cases[0], asked))
        lines = [f'reading r1 on {self.cases[0]} "A reading"', '  "The text leaves it open."']
        for choice in ("alpha", "beta", "gamma")[: self.rng.choice((2, 2, 3))]:
            lines.append(f"  choice {choice}")
            known = [
                (case, index, line)
                for case in self.cases
                for index, line in enumerate(self.bodies[case], 1)
                if line.asked is asked and not (line.moment and line.moment.only)
            ]
            if known and self.has("repeats") and self.chance(0.4):
                case, index, line = self.rng.choice(known)
                lines += [indented(line.text, 4), f"      restates {case}.{called(index)}"]
            elif self.chance(0.85):
                lines.append(indented(self.rule(asked), 4))
                lines += [f"      overrides {self.cases[0]}"] if self.chance(0.3) else []
        return "\n".join(lines) + "\n"


def case_of(target: str) -> str:
    """The case of `1.1`, `1.1.2` or `sets aside 1.1.2 when …`."""
    found = re.search(r"\b\d\.\d", target)
    assert found is not None, target
    return found[0]


def called(index: int) -> str:
    """How a rule is addressed in its case: every third has a name, the others are known by their place."""
    return str(index) if index % 3 else f"n{index}"


def in_case(text: str, under: list[str]) -> list[str]:
    """A rule of a case, its name before it."""
    return [indented(text, 2), *(f"    {one}" for one in under)]


def indented(text: str, depth: int) -> str:
    """The lines of a rule, so many blanks deeper."""
    return "\n".join(" " * depth + line for line in text.split("\n"))


def book(rng: Random, size: int = 3) -> dict[str, str]:
    """The files of a book."""
    return Author(rng, size).write()
