"""Small random rulebooks about many things, as text: counts, sums, least and greatest against bounds, fields that hold a thing of any kind.

Facts have few values, so that situations drawn at random meet what there is to meet. A book takes up some of the forms only.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

FORMS = (
    "team", "teamless", "chief", "hue", "friend", "impossible", "overrides", "asides", "otherwise", "total", "must", "changes", "caps", "nested",
    "sums", "extremes", "counts", "quantifiers", "bosses", "asking", "pair", "policy", "different",
)  # fmt: skip
KINDS = ("predicate", "value", "verdict")
HUES = ("red", "blue", "green")
COMPARED = ("is at least", "is at most", "is more than", "is less than", "is", "is not")
Scope = tuple[tuple[str, str], ...]
"""Variables, each with its kind of thing."""


@dataclass(frozen=True)
class Asked:
    """A question, with the kinds of its arguments."""

    name: str
    kind: str
    scope: Scope

    @property
    def head(self) -> str:
        return self.call([name for name, _ in self.scope])

    def call(self, args: list[str]) -> str:
        return f"{self.name}({', '.join(args)})" if args else self.name


class Author:
    """Writes one book; every choice comes from `rng`."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.forms = {form for form in FORMS if rng.random() < 0.5}
        self.before: list[Asked] = []
        self.rules: list[tuple[str, Asked]] = []

    def has(self, form: str) -> bool:
        return form in self.forms

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    # ---- conditions ------------------------------------------------------------------------------------------------------------------

    def of(self, scope: Scope, kind: str) -> list[str]:
        return [name for name, one in scope if one == kind]

    def about_unit(self, name: str) -> str:
        """A condition on one unit."""
        rng = self.rng
        picks = [f"{name}.fit", f"not {name}.fit", f"{name}.rank {rng.choice(COMPARED)} {rng.randint(0, 3)}"]
        picks += [f"{name}.hue is {rng.choice(HUES)}"] if self.has("hue") else []
        picks += [f"{name}.friend.fit", f"{name}.friend.rank is at least {rng.randint(1, 3)}"] if self.has("friend") else []
        if self.has("team"):
            picks += (
                [f"({name}.team is not none and {name}.team.big)", f"{name}.team is none"] if self.has("teamless") else [f"{name}.team.big"]
            )
        if self.has("bosses"):
            boss = f"{name}.boss"
            picks += [
                f"{boss} is none",
                f"({boss} is not none and {boss}.fit)",
                f"({boss} is not none and {boss}.rank is {rng.randint(0, 3)})",
            ]
            picks += [f"({boss} is not none and {boss}.rank is less than {name}.rank)", f"{boss} is {name}"]
        return rng.choice(picks)

    def about_two(self, one: str, other: str) -> str:
        """A condition on two units."""
        picks = [f"{one} is {other}", f"{one} is not {other}", f"{one}.rank {self.rng.choice(COMPARED[:4])} {other}.rank"]
        picks += [f"{one}.boss is {other}", f"{other}.boss is {one}"] * 2 if self.has("bosses") else []
        picks += [f"{one}.friend is {other}"] if self.has("friend") else []
        picks += [f"{one}.team is {other}.team"] if self.has("team") else []
        return self.rng.choice(picks)

    def earlier(self, scope: Scope) -> list[str]:
        """Conditions that ask an earlier question."""
        found: list[str] = []
        for asked in self.before:
            fitting = [self.of(scope, kind) for _, kind in asked.scope]
            if not all(fitting):
                continue
            call = asked.call([self.rng.choice(names) for names in fitting])
            match asked.kind:
                case "predicate":
                    found += [call, f"not {call}"]
                case "value":
                    found.append(f"{call} {self.rng.choice(COMPARED)} {self.rng.randint(0, 5)}")
                case _:
                    found += [f"may {call}", f"may not {call}"]
        return found

    def plain(self, scope: Scope) -> str:
        """A condition without things that are gone through."""
        units, teams, rng = self.of(scope, "unit"), self.of(scope, "team"), self.rng
        asking = self.earlier(scope) if self.has("asking") else []
        if asking and self.chance(0.3):
            return rng.choice(asking)
        if len(units) > 1 and self.chance(0.4):
            return self.about_two(*rng.sample(units, 2))
        if teams and self.chance(0.5):
            team = rng.choice(teams)
            picks = [f"{team}.big", f"not {team}.big", *(f"{unit}.team is {team}" for unit in units)]
            picks += [f"{team}.chief is {unit}" for unit in units] if self.has("chief") else []
            picks += [f"({team}.chief is not none and {team}.chief.fit)"] if self.has("chief") else []
            return rng.choice(picks)
        if units and self.chance(0.9):
            return self.about_unit(rng.choice(units))
        return rng.choice(("storm", "not storm", f"limit {rng.choice(COMPARED)} {rng.randint(0, 3)}"))

    def within(self, scope: Scope, deep: bool) -> tuple[str, str, Scope, str]:
        """A further thing: its name, its kind, the scope with it, and a condition on it."""
        name = f"x{len(scope)}"
        kind = "team" if self.has("team") and self.chance(0.15) else "unit"
        inner: Scope = (*scope, (name, kind))
        only = ((name, kind),) if self.chance(0.6) else inner
        condition = self.gathered(inner, deep=False) if deep and self.chance(0.25) else self.plain(only)
        if self.chance(0.35):
            condition = f"{condition} {self.rng.choice(('and', 'and', 'or'))} {self.plain(inner)}"
        return name, kind, inner, condition

    def amount_over(self, scope: Scope, deep: bool) -> str:
        """A number over things."""
        name, kind, _, condition = self.within(scope, deep)
        over = f"{kind}s {name} with ({condition})" if self.chance(0.85) else f"{kind}s {name}"
        term = f"{name}.rank" if kind == "unit" else f"{name}.seats"
        asked = [one for one in self.before if one.kind == "value" and [k for _, k in one.scope] == [kind]]
        if asked and self.has("asking") and self.chance(0.3):
            term = self.rng.choice(asked).call([name])
        picks = [f"the number of {over}"] * 2
        picks += [f"the sum of {term} over {over}"] * 3 if self.has("sums") else []
        picks += [f"the {word} {term} over {over}" for word in ("least", "greatest")] if self.has("extremes") else []
        picks += [f"the number of different {name}.rank over {over}"] if self.has("different") and kind == "unit" else []
        return self.rng.choice(picks)

    def gathered(self, scope: Scope, *, deep: bool) -> str:
        """A condition on all things of a kind."""
        rng = self.rng
        if self.has("quantifiers") and self.chance(0.35):
            name, kind, inner, condition = self.within(scope, deep)
            every = f"(every {kind} {name} with ({condition}) satisfies {self.plain(inner)})"
            return rng.choice((f"(some {kind} {name} with ({condition}))", f"(no {kind} {name} with ({condition}))", every))
        amount = self.amount_over(scope, deep)
        other = str(rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5)))
        if self.chance(0.25):
            other = rng.choice((self.amount_over(scope, deep=False), "limit"))
        return f"({amount}) {rng.choice(COMPARED)} ({other})" if " " in other else f"{amount} {rng.choice(COMPARED)} {other}"

    def condition(self, scope: Scope) -> str:
        first = self.gathered(scope, deep=self.has("nested")) if self.chance(0.6) else self.plain(scope)
        if self.chance(0.45):
            second = self.gathered(scope, deep=False) if self.chance(0.3) else self.plain(scope)
            return f"{first} {self.rng.choice(('and', 'and', 'or'))} {second}"
        return first

    # ---- rules -----------------------------------------------------------------------------------------------------------------------

    def effect(self, scope: Scope) -> str:
        units = self.of(scope, "unit")
        picks = [str(self.rng.randint(0, 4)), str(self.rng.randint(0, 4)), "limit", *(f"{unit}.rank" for unit in units)]
        if self.chance(0.3):
            return f"({self.amount_over(scope, deep=False)})"
        return self.rng.choice(picks)

    def rule(self, asked: Asked, first: bool) -> str:
        rng, head = self.rng, asked.head
        when = "" if first and self.chance(0.3) else f" when {self.condition(asked.scope)}"
        if asked.kind == "verdict":
            words = ("may", "may not", "may", "may not", *(("must", "need not") if self.has("must") else ()))
            return f"{rng.choice(words)} {head}{when}"
        if asked.kind == "predicate":
            return f"{'not ' if self.chance(0.3) else ''}{head}{when or ' when storm'}"
        if self.has("changes") and self.chance(0.3):
            return f"add {self.effect(asked.scope)} to {head}{when}"
        if self.has("caps") and self.chance(0.2):
            return f"{head} is at most {rng.randint(1, 5)}{when}"
        if self.has("otherwise") and self.chance(0.2):
            return f"{head} is {self.effect(asked.scope)} otherwise"
        return f"{head} is {self.effect(asked.scope)}{when}"

    def under(self, asked: Asked) -> list[str]:
        """What stands under a rule: it goes before earlier ones."""
        earlier = [address for address, of in self.rules if of is asked]
        if not (self.has("overrides") and earlier and self.chance(0.45)):
            return []
        when = f" when {self.condition(asked.scope)}" if self.chance(0.5) else ""
        word = "sets aside" if self.has("asides") and self.chance(0.3) else "overrides"
        return [f"    {word} {self.rng.choice(earlier)}{when}"]

    def question(self, number: int) -> tuple[list[str], list[str]]:
        """A question: how it is declared, and its case."""
        rng = self.rng
        units: list[Scope] = [(("u", "unit"),), (("u", "unit"),), ()]
        units += [(("u", "unit"), ("v", "unit"))] if self.has("pair") and self.chance(0.4) else []
        units += [(("t", "team"),)] if self.has("team") else []
        asked = Asked(f"q{number}", rng.choice(KINDS), rng.choice(units))
        params = ", ".join(f"{name}: {kind}" for name, kind in asked.scope)
        declared = [f"{asked.kind} {asked.name}{f'({params})' if params else ''}{': 0..600' if asked.kind == 'value' else ''}"]
        if asked.kind == "value" and (self.has("changes") or self.has("caps")):
            declared += ["  base is the one", "  changes plus the sum", "  cap at most"]
        if asked.kind != "predicate":
            declared += (
                [f"  otherwise {'0' if asked.kind == 'value' else 'forbidden'}"] if self.has("otherwise") and self.chance(0.3) else []
            )
            declared += ["  total"] if self.has("total") else []
        lines = [f'case {number}.1 "Case {number}"', '  "Its words."']
        for place in range(1, rng.choice((2, 3, 3, 4, 5)) + 1):
            lines += [f"  {self.rule(asked, place == 1)}", *self.under(asked)]
            self.rules.append((f"{number}.1.{place}", asked))
        self.before.append(asked)
        return declared, [*lines, ""]

    def words(self) -> list[str]:
        lines = ["fact storm: yes/no", "fact limit: 0..3", 'record unit "a unit"', "  fit: yes/no", "  rank: 0..3"]
        lines += ["  hue: hue"] if self.has("hue") else []
        lines += ["  boss: unit or none"] if self.has("bosses") else []
        lines += ["  friend: unit"] if self.has("friend") else []
        lines += [f"  team: team{' or none' if self.has('teamless') else ''}"] if self.has("team") else []
        if self.has("team"):
            lines += ['record team "a team"', "  big: yes/no", "  seats: 0..3", *(["  chief: unit or none"] if self.has("chief") else [])]
        lines += [f"enum hue: {', '.join(HUES)}"] if self.has("hue") else []
        return lines

    def book(self) -> str:
        front = ['rulebook many "Many"', "  numbering decimal", 'source base "Base"', "edition whole = base"]
        front += (
            ["precedence", "  stated", f"  {self.rng.choice(('may not over may', 'may over may not'))}"]
            if self.has("policy") and self.chance(0.3)
            else []
        )
        declared: list[str] = []
        cases: list[str] = []
        for number in range(1, self.rng.choice((2, 2, 3, 4)) + 1):
            more, lines = self.question(number)
            declared += more
            cases += lines
        self.before = []  # what is impossible asks no question
        impossible: list[str] = []
        for _ in range(self.rng.choice((1, 1, 2)) if self.has("impossible") else 0):
            scope: Scope = (("w", "unit"),) if self.chance(0.7) else (("w", "unit"), ("v", "unit"))
            inside = self.plain(scope) if self.chance(0.6) else self.gathered(scope[:1], deep=False)
            named = ", ".join(f"{name}: {kind}" for name, kind in scope)
            impossible.append(f"impossible for {named} when {inside} and {self.plain(scope)}")
        return "\n".join([*front, *self.words(), *declared, *impossible, "", *cases]) + "\n"


def book(rng: Random) -> dict[str, str]:
    """One book, as files."""
    return {"rulebook.case": Author(rng).book()}
