"""Rulebooks made for measuring decisions, as programs in memory: the parser would take most of the time of the large ones.

All are drawn with a seed: same arguments, same book. Rules are boxes (each condition gives some facts a range or a set), as real
rules are: a unit's arm, the weather, a number of hexes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.base.enablement import Scope
from rulewright.base.keywords import Comparison, FactKind, Operator, RelationKind, StageVerb, Verb
from rulewright.semantics import model as p
from rulewright.semantics import terms as t
from rulewright.semantics.types import Enumerated, Numeric, Type, YesNo

SIZES = (2, 3, 5, 6, 7, 11, 21, 31, 41, 41)
"""How many values the ten facts of the crowded question have."""


@dataclass
class Draft:
    """A book in the making. `add_rule` numbers rules as a book does: ten to a case."""

    name: str
    facts: dict[str, p.FactDecl]
    enums: dict[str, p.Enum]
    questions: dict[str, p.Question]
    rules: list[p.Rule]
    overrides: list[p.Override]
    options: dict[str, p.Option]

    @classmethod
    def named(cls, name: str) -> Draft:
        return cls(name, {}, {}, {}, [], [], {})

    def fact(self, name: str, values: int) -> t.FactOf:
        """A fact of so many values: yes/no, an enum of up to seven, else a number from 0."""
        kind: Type = Numeric(0, values - 1)
        if values == 2:
            kind = YesNo()
        elif values <= 7:
            kind = Enumerated(f"of_{name}")
            words = tuple(f"{name}_{n}" for n in range(values))
            self.enums[f"of_{name}"] = p.Enum(f"of_{name}", words, {})
        self.facts[name] = p.FactDecl(name, FactKind.FACT, (), kind)
        return t.FactOf(name, ())

    def value(self, name: str, high: int, total: bool = False) -> None:
        """A value from 0 to `high` whose one stage takes one."""
        stages = (p.Stage("base", StageVerb.ONE),)
        self.questions[name] = p.Question(name, p.QuestionKind.VALUE, (), Numeric(0, high), stages, total=total)

    def rule(
        self, question: str, parts: Sequence[t.Term], effect: t.Term | None, verb: Verb = Verb.IS, option: str | None = None
    ) -> p.Rule:
        """A rule in the next place: rules 1 to 10 are case 1, and so on."""
        uid = len(self.rules)
        case, place = str(uid // 10 + 1), uid % 10 + 1
        made = tuple(p.Part(part, "a condition") for part in parts)
        scope = Scope(option=option) if option else Scope()
        rule = p.Rule(uid, f"{case}.{place}", case, question, verb, (), made, effect, 0, f"rule {uid}", scope, "printed", "case", (case,))
        self.rules.append(rule)
        return rule

    def override(self, by: p.Rule, targets: Sequence[p.Rule]) -> None:
        """`by` goes before `targets`, all of one question."""
        on = (p.OverrideOn(by.question, (by.uid,), tuple(rule.uid for rule in targets), (), None),)
        cases = tuple(dict.fromkeys(rule.case for rule in targets))
        self.overrides.append(
            p.Override(
                len(self.overrides),
                by.id,
                RelationKind.OVERRIDES,
                by.case,
                (by.case,),
                cases,
                on,
                "overrides",
                Scope(),
                "printed",
                rule=by.uid,
            )
        )

    def program(self, impossible: Sequence[p.Impossible] = (), exclusions: Sequence[tuple[str, ...]] = ()) -> p.Program:
        return p.Program(
            book=self.name, edition="printed", measures={}, conversions={}, calendars={}, enums=self.enums, records={}, maps={},
            classes={}, facts=self.facts, questions=self.questions, groups={}, impossible=tuple(impossible), rules=tuple(self.rules),
            tables={}, overrides=tuple(self.overrides), set_asides=(), not_held=(), policy=(p.PolicyLine(None, None, "stated"),),
            sources=("printed",), options=self.options, exclusions=tuple(exclusions), games=(), scenarios=(), readings={},
            does_not_matter=(), examples=(),
        )  # fmt: skip


# ---- one crowded question --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """A rule of the crowded question as plain numbers, for whoever puts it to another solver.

    `sides`: fact (by place in SIZES) -> the values that it allows (by place in the fact's domain). `sum_at_least`: some facts whose sum
    is at least a number, a condition that is no box. `beats`: the rules (by place) that it overrides.
    """

    sides: dict[int, frozenset[int]]
    sum_at_least: tuple[tuple[int, ...], int] | None
    value: int
    beats: frozenset[int]


def crowded(rules: int = 400, seed: int = 7) -> tuple[p.Program, tuple[Box, ...]]:
    """One value of many rules over ten facts: a twentieth of the pairs overlap, and an override settles all but a few of them."""
    draw = random.Random(seed)
    boxes = [_box(draw) for _ in range(rules)]
    for later in range(rules):
        over = [before for before in range(later) if boxes[before].value != boxes[later].value and _overlap(boxes[before], boxes[later])]
        boxes[later] = Box(
            boxes[later].sides, boxes[later].sum_at_least, boxes[later].value, frozenset(b for b in over if draw.random() < 0.98)
        )
    draft = Draft.named("crowded")
    facts = [draft.fact(f"f{number}", size) for number, size in enumerate(SIZES)]
    draft.value("worth", 39)
    made = [draft.rule("worth", list(_parts(draft, facts, box)), t.Const(box.value)) for box in boxes]
    for rule, box in zip(made, boxes, strict=True):
        if box.beats:
            draft.override(rule, [made[place] for place in sorted(box.beats)])
    return draft.program(), tuple(boxes)


def _box(draw: random.Random) -> Box:
    sides = {}
    for fact in draw.sample(range(len(SIZES)), draw.randint(5, 8)):
        size = SIZES[fact]
        if size <= 7:
            sides[fact] = frozenset(draw.sample(range(size), draw.randint(1, max(1, size // 2))))
        else:
            width = max(1, int(size * draw.uniform(0.1, 0.35)))
            low = draw.randint(0, size - width)
            sides[fact] = frozenset(range(low, low + width))
    numbers = [fact for fact in range(len(SIZES)) if SIZES[fact] > 7 and fact not in sides]
    total = (
        (tuple(numbers), draw.randint(3, sum(SIZES[fact] for fact in numbers) // 2)) if len(numbers) > 1 and draw.random() < 0.2 else None
    )
    return Box(sides, total, draw.randint(0, 39), frozenset())


def _overlap(one: Box, other: Box) -> bool:
    return all(values & other.sides.get(fact, values) for fact, values in one.sides.items())


def _parts(draft: Draft, facts: Sequence[t.FactOf], box: Box) -> Iterator[t.Term]:
    """The conditions of a rule, as a book has them: ranges as bounds, sets as sets."""
    for fact, values in sorted(box.sides.items()):
        name, low, high = f"f{fact}", min(values), max(values)
        if SIZES[fact] == 2:
            yield facts[fact] if high else t.Not(facts[fact])
        elif SIZES[fact] <= 7:
            words = draft.enums[f"of_{name}"].values
            yield t.InSet(facts[fact], tuple((t.Const(words[value]), None) for value in sorted(values)), False)
        else:
            yield t.Compare(Comparison.AT_LEAST, facts[fact], t.Const(low))
            yield t.Compare(Comparison.AT_MOST, facts[fact], t.Const(high))
    if box.sum_at_least is not None:
        added, least = box.sum_at_least
        yield t.Compare(Comparison.AT_LEAST, _sum([facts[fact] for fact in added]), t.Const(least))


def _sum(addends: Sequence[t.Term]) -> t.Term:
    total = addends[0]
    for addend in addends[1:]:
        total = t.Arithmetic(Operator.ADD, total, addend)
    return total


# ---- books of many questions -----------------------------------------------------------------------------------------------------------

RULES_OF_A_QUESTION = 20


def spread(rules: int, seed: int = 11) -> p.Program:
    """Many questions of twenty rules each, over five facts of its own and two that all share; a fifth of them asks another question.

    Of every twenty rules, eighteen part the values of two facts among them, two are exceptions that override; one question in ten has
    an exception that forgot to.
    """
    draw = random.Random(seed)
    draft = Draft.named("spread")
    shared = [draft.fact("weather", 4), draft.fact("turn", 21)]
    for number in range(rules // RULES_OF_A_QUESTION):
        _question(draft, draw, number, shared)
    return draft.program()


def _question(draft: Draft, draw: random.Random, number: int, shared: Sequence[t.FactOf]) -> None:
    name = f"q{number}"
    arm, strength, tired = draft.fact(f"arm{number}", 6), draft.fact(f"strength{number}", 31), draft.fact(f"tired{number}", 2)
    path, odds = draft.fact(f"path{number}", 41), draft.fact(f"odds{number}", 11)
    draft.value(name, 60, total=True)
    words = draft.enums[f"of_arm{number}"].values
    general = []
    for place in range(18):
        low = (place % 3) * 11
        parts: list[t.Term] = [t.Compare(Comparison.IS, arm, t.Const(words[place // 3]))]
        parts += [t.Compare(Comparison.AT_LEAST, strength, t.Const(low)), t.Compare(Comparison.AT_MOST, strength, t.Const(low + 10))]
        general.append(draft.rule(name, parts, t.Const(place)))
    first: list[t.Term] = [tired, t.Compare(Comparison.AT_LEAST, path, t.Const(draw.randint(5, 30)))]
    if number % 5 == 4:
        first.append(t.Compare(Comparison.AT_LEAST, t.Ask(f"q{number - 1}", ()), t.Const(10)))
    exception = draft.rule(name, first, t.Const(40))
    draft.override(exception, general)
    second = draft.rule(
        name, [t.Compare(Comparison.AT_MOST, odds, shared[1]), t.Compare(Comparison.IS, shared[0], t.Const("weather_1"))], t.Const(50)
    )
    draft.override(second, [exception, *general] if number % 10 else general)


# ---- books built to be hard ------------------------------------------------------------------------------------------------------------


def many_options(options: int = 300, seed: int = 3) -> p.Program:
    """Every rule belongs to an option of its own: hundreds of switches, some excluding others, and clashes under pairs of them."""
    draw = random.Random(seed)
    draft = Draft.named("many_options")
    strength, weather = draft.fact("strength", 41), draft.fact("weather", 5)
    draft.value("march", 60)
    words = draft.enums["of_weather"].values
    for number in range(options):
        draft.options[f"option_{number}"] = p.Option(f"option_{number}", f"Option {number}", None)
        low = draw.randint(0, 35)
        parts: list[t.Term] = [
            t.Compare(Comparison.AT_LEAST, strength, t.Const(low)),
            t.Compare(Comparison.AT_MOST, strength, t.Const(low + draw.randint(0, 5))),
            t.Compare(Comparison.IS, weather, t.Const(draw.choice(words))),
        ]
        draft.rule("march", parts, t.Const(draw.randint(0, 2)), option=f"option_{number}")
    names = list(draft.options)
    return draft.program(exclusions=[tuple(names[start : start + 10]) for start in range(0, options, 30)])


def products(rules: int = 60, seed: int = 5) -> p.Program:
    """Conditions on products of unknown numbers of wide domains, which linear arithmetic does not decide."""
    draw = random.Random(seed)
    draft = Draft.named("products")
    numbers = [draft.fact(f"n{number}", 1_000 + number) for number in range(6)]
    draft.value("worth", 60)
    for _ in range(rules):
        one, two, three, four = draw.sample(numbers, 4)
        left, right = t.Arithmetic(Operator.TIMES, one, two), t.Arithmetic(Operator.TIMES, three, four)
        gap = t.Const(draw.randint(1, 5_000) * 2 + 1)
        parts = [
            t.Compare(
                Comparison.IS,
                t.Arithmetic(
                    Operator.SUBTRACT, t.Arithmetic(Operator.TIMES, left, t.Const(2)), t.Arithmetic(Operator.TIMES, right, t.Const(4))
                ),
                gap,
            ),
            t.Compare(Comparison.MORE, t.Arithmetic(Operator.TIMES, left, one), t.Arithmetic(Operator.TIMES, right, four)),
        ]
        draft.rule("worth", parts, t.Const(draw.randint(0, 5)))
    return draft.program()


def all_overlap(rules: int = 10_000, seed: int = 9) -> p.Program:
    """Rules that nearly all overlap each other and are settled by nothing: fifty million pairs."""
    draw = random.Random(seed)
    draft = Draft.named("all_overlap")
    facts = [draft.fact(f"f{number}", 41) for number in range(4)]
    draft.value("worth", 9)
    for _ in range(rules):
        low = draw.randint(0, 12)
        fact = draw.choice(facts)
        draft.rule("worth", [t.Compare(Comparison.AT_LEAST, fact, t.Const(low))], t.Const(draw.randint(0, 9)))
    return draft.program()
