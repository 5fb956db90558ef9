"""What can bear on a question at all: the facts, switches and kinds of things of everything that its rules can look at.

Leaving the rest out changes no verdict, since nothing that is kept looks at it; it only keeps the number of situations small.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod
from typing import Any

from engines.solver.everywhere import Args
from engines.solver.plain import domain_of
from engines.solver.situations import Bits, Situations, Together, TooMany
from engines.solver.truth import Truth
from rulewright.base.enablement import Scope
from rulewright.semantics import model as p
from rulewright.semantics import terms as t
from rulewright.semantics.types import Thing

THINGS = 3
"""So many things of a kind may exist where something runs over that kind, the arguments among them."""


MOST = 300_000
"""A question with more situations than this is left to other tests."""


@dataclass
class Reach:
    facts: set[str] = field(default_factory=set)
    questions: set[str] = field(default_factory=set)
    options: set[str] = field(default_factory=set)
    readings: set[str] = field(default_factory=set)
    scenarios: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)


def reach_of(program: p.Program, question: str) -> Reach:
    """Everything that bears on a question; whatever says that a situation is impossible, too."""
    found = Reach()
    waiting: list[t.Term] = [one.when for one in program.impossible]
    waiting += [group.with_ for group in program.groups.values() if group.with_ is not None]
    asked = [question]
    while asked or waiting:
        if asked:
            name = asked.pop()
            if name not in found.questions:
                found.questions.add(name)
                waiting.extend(_terms(program, name, found))
            continue
        for term in t.walk(waiting.pop()):
            asked.extend(_noted(program, term, found))
    for name in list(found.options):
        needs = program.options[name].needs
        found.facts |= set() if needs is None else set(t.names_in(needs).facts)
    return found


def _noted(program: p.Program, term: t.Term, found: Reach) -> Iterator[str]:
    match term:
        case t.FactOf(fact=name):
            found.facts.add(name)
            kind = program.facts[name].type
            if isinstance(kind, Thing):
                found.kinds.add(kind.record)
        case t.Ask(question=name) | t.AskVerdict(question=name) | t.Barred(question=name) | t.UpTo(question=name):
            yield name
        case t.Linked(record=kind):
            found.kinds.add(kind)
        case t.Some(domain=domain) | t.Every(domain=domain) | t.Gathered(domain=domain):
            if isinstance(domain.over, t.Things):
                found.kinds.add(domain.over.record)
            if isinstance(domain.over, t.Members):
                found.kinds.add(program.groups[domain.over.group].record)
        case _:
            pass  # no other term names anything itself


def _terms(program: p.Program, name: str, found: Reach) -> Iterator[t.Term]:
    scopes: list[Scope] = []
    for rule in program.rules:
        if rule.question == name:
            scopes.append(rule.scope)
            yield from (part.term for part in rule.parts)
            if rule.effect is not None:
                yield rule.effect
            if rule.table is not None:
                yield from (cell for row in program.tables[rule.table].rows for cell in row.cells if cell is not None)
    statements: list[p.Override | p.SetAside] = [*program.overrides, *program.set_asides]
    for statement in statements:
        for on in statement.on:
            if on.question == name:
                scopes.append(statement.scope)
                yield from () if on.when is None else (on.when,)
    for absent in program.not_held:
        if absent.question == name:
            scopes.append(absent.scope)
            yield from () if absent.when is None else (absent.when,)
    otherwise = program.questions[name].otherwise
    if otherwise is not None and not isinstance(otherwise, str):
        yield otherwise
    for scope in scopes:
        found.options |= set() if scope.option is None else {scope.option}
        found.readings |= set() if scope.reading is None else {scope.reading}
        found.scenarios |= set() if scope.scenario is None else {scope.scenario, *scope.also_in}


@dataclass
class Instance:
    """A question with its arguments: things by the names that they have in `truth`."""

    args: Args
    text: str


@dataclass
class Field:
    """A question in all its situations. `possible` are those that nothing forbids."""

    question: str
    truth: Truth
    instances: list[Instance]
    possible: Bits
    reach: Reach


def field_of(
    program: p.Program,
    question: str,
    most: int = THINGS,
    *,
    arguments: Mapping[str, list[Any]] | None = None,
    together: tuple[tuple[str, ...], list[tuple[Any, ...]]] = ((), []),
) -> Field:
    """All situations of a question with up to `most` things of a kind, and all its instances; raises `TooMany`.

    `arguments`: of some parameters, the values that are enough; `together`: some facts, and the values that they have together.
    """
    reach = reach_of(program, question)
    asked = program.questions[question]
    named: list[tuple[str, str]] = []
    for param in asked.params:
        if isinstance(param.type, Thing):
            named.append((f"{param.type.record}_{len(named)}", param.type.record))
    kinds = sorted(reach.kinds | {record for _, record in named})
    names = {kind: [name for name, record in named if record == kind] for kind in kinds}
    more = {kind: _further(program, kind, len(names[kind]), most) if kind in reach.kinds else [] for kind in kinds}
    dimensions: list[tuple[Any, list[Any]]] = [(("further", kind), list(range(len(more[kind]) + 1))) for kind in kinds if more[kind]]
    everything = {kind: dict.fromkeys([*names[kind], *more[kind]], 0) for kind in kinds}
    dimensions += [(("option", name), [False, True]) for name in sorted(reach.options)]
    dimensions += [(("reading", name), choices_of(program.readings[name])) for name in sorted(reach.readings)]
    dimensions += [(("scenario",), [None, *sorted(reach.scenarios)])] if reach.scenarios else []
    dimensions += [(Together(tuple(("fact", name, ()) for name in together[0])), together[1])] if together[0] else []
    for name in sorted(reach.facts - set(together[0])):
        decl = program.facts[name]
        pools = [[one for one in domain_of(program, param.type, everything) if one is not None] for param in decl.params]
        several = list(dict.fromkeys(tuple(sorted(args, key=str)) if decl.symmetric else args for args in product(*pools)))
        several = [args for args in several if not decl.never_of_itself or args[0] != args[1]]
        dimensions += [(("fact", name, args), domain_of(program, decl.type, everything)) for args in several]
    count = prod(len(values) for _, values in dimensions)
    if count > MOST:
        raise TooMany(f"{question}: {count} situations")
    situations = Situations(dimensions)
    things = {kind: _existing(situations, kind, names[kind], more[kind]) for kind in kinds}
    truth = Truth(program, situations, things)
    pools = [
        things_of if things_of else (arguments or {}).get(param.name) or domain_of(program, param.type, everything)
        for param, things_of in zip(asked.params, _thing_names(asked, named), strict=True)
    ]
    instances = [Instance(args, _call(question, args)) for args in product(*pools)]
    return Field(question, truth, instances, possible(truth, reach), reach)


def _further(program: p.Program, kind: str, named: int, most: int) -> list[str]:
    """Names for things that are no arguments of this question; there is room for as many things as any question has arguments."""
    wanted = [sum(1 for param in one.params if param.type == Thing(kind)) for one in program.questions.values()]
    return [f"{kind}_more_{index}" for index in range(max(most, *wanted) - named)]


def choices_of(reading: p.Reading) -> list[str]:
    """The choices that are open; of a reading that a ruling settles, the one that it takes."""
    return [choice.name for choice in reading.choices if reading.settled_as in (None, choice.name)]


def _thing_names(asked: p.Question, named: list[tuple[str, str]]) -> list[list[str]]:
    """What an argument that is a thing may be: its own thing first, or one of those before it of its kind."""
    names = iter(range(len(named)))
    found: list[list[str]] = []
    for param in asked.params:
        place = next(names) if isinstance(param.type, Thing) else None
        kind = "" if place is None else named[place][1]
        found.append([] if place is None else [named[place][0], *(name for name, record in named[:place] if record == kind)])
    return found


def _existing(situations: Situations, kind: str, names: list[str], more: list[str]) -> dict[str, Bits]:
    found = dict.fromkeys(names, situations.all)
    for index, name in enumerate(more):
        spread = situations.spreads[("further", kind)]
        found[name] = sum(bits for count, bits in spread.values.items() if count > index)
    return found


def _call(question: str, args: Args) -> str:
    texts = ["none" if arg is None else str(arg) for arg in args]
    if "." in question:  # a field that follows from rules
        return f"{texts[0]}.{question.rpartition('.')[2]}"
    return f"{question}({', '.join(texts)})" if texts else question


def possible(truth: Truth, reach: Reach) -> Bits:
    """The situations that can be: no statement forbids them, and their options have what they need and go together."""
    found = truth.situations.all
    for key, spread in truth.situations.spreads.items():
        for names in truth.things.values() if key[0] == "fact" else ():
            for name, where in names.items():  # no fact is a thing that does not exist
                found &= ~(spread.of(name) & ~where)
    program, spreads = truth.program, truth.situations.spreads
    for one in program.impossible:
        pools = [list(truth.things.get(param.type.record, {}).items()) for param in one.params if isinstance(param.type, Thing)]
        for things in product(*pools):
            there = truth.situations.all
            for _, where in things:
                there &= where
            found &= ~(truth.term(one.when, tuple(name for name, _ in things)).true & there)
    for name in reach.options:
        needs = program.options[name].needs
        if needs is not None:
            found &= ~(spreads[("option", name)].true & truth.term(needs, ()).false)
    for together in program.exclusions:
        for first, second in combinations([name for name in together if name in reach.options], 2):
            found &= ~(spreads[("option", first)].true & spreads[("option", second)].true)
    return found
