"""Small random rulebooks as text: facts, a kind of thing, questions that ask one another, rules and everything that can go before them.

Written out as `.case` text on purpose: the parser, the fold and the resolver are on the way to every answer that is compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

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


@dataclass(frozen=True)
class Asked:
    """A question of the book; `deep` if its rules ask other questions (their conditions can be open)."""

    name: str
    kind: str  # predicate, verdict, number, colour
    has_unit: bool
    deep: bool

    def call(self, variable: str) -> str:
        return f"{self.name}({variable})" if self.has_unit else self.name


@dataclass
class Generated:
    """The files of a book, the questions to ask, the reading in it (or none) with its choices."""

    files: dict[str, str]
    questions: list[Asked]
    reading: str | None


class Author:
    """Writes one book; every choice comes from `rng`."""

    def __init__(self, rng: Random, cases: int = 4, statements: int = 4) -> None:
        self.rng = rng
        self.cases = [f"{1 + i // 2}.{1 + i % 2}" for i in range(rng.randint(2, cases))]
        self.statements = statements
        self.questions: list[Asked] = []
        self.bodies: dict[str, list[str]] = {number: [] for number in self.cases}
        self.sources = {number: rng.choice(("base", "base", "later")) for number in self.cases}

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

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
        return self.rng.choice(picks)

    def asking(self, asked: Asked, unit: str | None) -> str:
        """A condition on the answer of an earlier question."""
        if asked.has_unit and (unit is None or self.chance(0.3)):
            word = self.rng.choice(("some unit y with", "every unit y satisfies", "no unit y with"))
            return f"({word} ({self.about(asked, 'y')}))"
        return self.about(asked, unit or "")

    def about(self, asked: Asked, unit: str) -> str:
        call = asked.call(unit)
        match asked.kind:
            case "predicate":
                return self.rng.choice((call, f"not {call}"))
            case "verdict":
                return self.rng.choice((f"may {call}", f"may not {call}", f"must {call}"))
            case "number":
                return self.rng.choice((f"{call} is at least {self.rng.randint(1, 4)}", f"{call} is {self.rng.randint(0, 4)}"))
            case _:
                return self.rng.choice((f"{call} is red", f"{call} in {{green, blue}}"))

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
                return f"{self.rng.choice(('may', 'may not', 'must', 'need not', 'may never', 'may always', 'may only'))} {call}{when or ' when a'}"
            case "colour":
                return f"{call} is {self.rng.choice(FACTS['colour'])}{' otherwise' if otherwise else ''}{when}"
        return self.numeric(asked, call, when, otherwise)

    def numeric(self, asked: Asked, call: str, when: str, otherwise: bool) -> str:
        if otherwise:
            return f"{call} is {self.rng.randint(0, 4)} otherwise{when}"
        amount = self.rng.randint(1, 3)
        picks = [f"{call} is {self.rng.choice((str(amount), str(amount), 'n'))}"] * 2 + [
            f"add {amount} to {call}",
            f"take {amount} from {call}",
        ]
        if asked.name.endswith("long"):
            picks += [f"multiply {call} by {amount}", f"{call} is at most {amount + 2}", f"{call} is at least {amount}"]
        return self.rng.choice(picks) + when

    def relation(self, here: str) -> str:
        others = [number for number in self.cases if number != here]
        word = self.rng.choice(("overrides", "overrides", "sets aside", "except"))
        when = f" when {self.plain(None)}" if self.chance(0.5) else ""
        return f"{word} {self.rng.choice(others)}{when}"

    # ---- the book ------------------------------------------------------------------------------------------------------------------

    def write(self) -> Generated:
        for index in range(self.rng.randint(2, 4)):
            kind = self.rng.choice(("predicate", "verdict", "number", "colour", "number"))
            name = f"q{index}{'long' if kind == 'number' and self.chance(0.4) else ''}"
            self.questions.append(Asked(name, kind, self.chance(0.4), index > 0 and self.chance(0.6)))
        for asked in self.questions:
            for _ in range(self.rng.randint(1, self.statements)):
                number = self.rng.choice(self.cases)
                plainly = not asked.deep and asked.kind in ("number", "colour") and self.chance(0.2)
                self.bodies[number].append(f"  {self.rule(asked, otherwise=plainly)}")
                if len(self.cases) > 1 and self.chance(0.2):
                    when = f" when {self.plain('x' if asked.has_unit else None)}" if self.chance(0.5) else ""
                    self.bodies[number].append(f"    overrides {self.rng.choice([n for n in self.cases if n != number])}{when}")
        for number in self.cases:
            if self.chance(0.35):
                self.bodies[number].append(f"  {self.relation(number)}")
        reading = self.reading()
        return Generated(
            {"rulebook.case": self.front(), "vocabulary.case": self.vocabulary(), "rules.case": self.rules(), **reading},
            self.questions,
            "r1" if reading else None,
        )

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
        if self.chance(0.6):
            lines += ["precedence", *(f"  {line}" for line in self.rng.sample(POLICIES, self.rng.randint(1, 3)))]
        return "\n".join(lines) + "\n"

    def vocabulary(self) -> str:
        lines = [
            "enum hue: red, green, blue",
            "fact a: yes/no",
            "fact b: yes/no",
            "fact n: 0..2",
            "fact colour: hue",
            "",
            'record unit "a unit"',
            "  flag: yes/no",
            "",
        ]
        for asked in self.questions:
            params = "(x: unit)" if asked.has_unit else ""
            match asked.kind:
                case "predicate":
                    lines.append(f"predicate {asked.name}{params}")
                case "verdict":
                    lines.append(f"verdict {asked.name}{params}")
                    if self.chance(0.3):
                        lines.append(f"  otherwise {self.rng.choice(('forbidden', 'permitted'))}")
                case "colour":
                    lines.append(f"value {asked.name}{params}: hue")
                case _:
                    lines.append(f"value {asked.name}{params}: {self.rng.choice(('-99..99', '-99..99', '0..4'))}")
                    if asked.name.endswith("long"):
                        lines += [
                            "  base is the one",
                            "  changes plus the sum",
                            f"  factors times the {self.rng.choice(('product', 'greatest', 'least'))}",
                        ]
                        lines += self.rng.sample(("  cap at most", "  floor at least"), 2)
                    if self.chance(0.3):
                        lines.append(f"  otherwise {self.rng.randint(0, 2)}")
        return "\n".join(lines).replace("-99..99", "-99..99") + "\n"

    def rules(self) -> str:
        lines = []
        for number in self.cases:
            lines += [f'case {number} "Case {number}" in {self.sources[number]}', f'  "What case {number} says."', *self.bodies[number], ""]
        if self.chance(0.3):
            asked = self.rng.choice(self.questions)
            when = f" when {self.plain('x' if asked.has_unit else None)}" if self.chance(0.5) else ""
            lines += ['case 9.1 "Not held" in base', f"  not held, bears on {asked.call('x')}{when}", ""]
        return "\n".join(lines)

    def reading(self) -> dict[str, str]:
        if not self.chance(0.4):
            return {}
        asked = self.rng.choice(self.questions)
        lines = [f'reading r1 on {self.cases[0]} "A reading"', '  "The text leaves it open."']
        for choice in ("one", "two"):
            lines += [f"  choice {choice}", f"    {self.rule(asked)}"]
        return {"readings.case": "\n".join(lines) + "\n"}


def book(rng: Random, cases: int = 4, statements: int = 4) -> Generated:
    return Author(rng, cases, statements).write()


def situation(rng: Random, known: float) -> dict[str, str]:
    """Facts as they are given to `ask`; each is known with the share `known`."""
    pools = {**FACTS, "u.flag": ("yes", "no"), "v.flag": ("yes", "no")}
    return {name: rng.choice(pool) for name, pool in pools.items() if rng.random() < known}
