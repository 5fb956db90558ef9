"""Unknown facts and open readings by brute force: every completion, under every choice of every reading that is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from engines.interpreter.oracle import NONE_ON, Switches, World
from engines.interpreter.oracle_standing import Item
from engines.interpreter.oracle_terms import CONFLICT, OUT_OF_RANGE, UNDETERMINED, Args, FactKey, Open, Outcome, fact_key
from engines.solver.situations import TooMany
from rulewright.semantics import model as p
from rulewright.semantics import terms as t
from rulewright.semantics.types import Enumerated, Numeric, Thing, Type, YesNo

MOST_WAYS = 128
"""In so many different ways the same rules may be open in the situations of one question."""
Ask = Callable[[World], Outcome]
"""What is asked of one situation with everything known and chosen."""


def instances(program: p.Program, things: Mapping[str, str]) -> list[FactKey]:
    """Every fact of every thing, or of every number; one that is symmetric once, and none that is never so."""
    found: dict[FactKey, None] = {}
    for fact in program.facts.values():
        for args in product(*(values_of(program, param.type, things) for param in fact.params)):
            if not (fact.never_of_itself and args[0] == args[1]):
                found[fact_key(fact, args)] = None
    return list(found)


def facts_read(program: p.Program, asked: t.Term) -> frozenset[str]:
    """The names of all facts that anything reads that can bear on what is asked."""
    facts: set[str] = set()
    names: set[str] = set()
    waiting = [asked]
    while waiting:
        found = t.names_in(waiting.pop())
        facts.update(found.facts)
        for name in {*found.questions, *found.groups} - names:
            names.add(name)
            waiting += terms_about(program, name)
    return frozenset(facts)


def terms_about(program: p.Program, name: str) -> Iterator[t.Term]:
    """Every condition and amount that bears on a question or a group."""
    if name in program.groups:
        yield from (term for term in [program.groups[name].with_] if term is not None)
        return
    about: list[t.Term | str | None] = [program.questions[name].otherwise]
    for rule in program.rules:
        if rule.question == name:
            about += [rule.effect, *(part.term for part in rule.parts)]
    about += [on.when for override in program.overrides for on in override.on]  # which of them bear on it is not looked into
    about += [on.when for aside in program.set_asides for on in aside.on]
    about += [absent.when for absent in program.not_held if absent.question == name]
    about += [cell for table in program.tables.values() if table.question == name for row in table.rows for cell in row.cells]
    yield from (term for term in about if term is not None and not isinstance(term, str))


def values_of(program: p.Program, kind: Type, things: Mapping[str, str]) -> list[Any]:
    """Every value of a type."""
    none = [None] if getattr(kind, "or_none", False) else []
    if isinstance(kind, YesNo):
        return [True, False]
    if isinstance(kind, Enumerated):
        return [*program.enums[kind.name].values, *none]
    if isinstance(kind, Thing):
        return [*(name for name, record in things.items() if record == kind.record), *none]
    assert isinstance(kind, Numeric) and kind.low is not None and kind.high is not None
    step = Fraction(kind.step or 1)
    return [kind.low + step * index for index in range(int((kind.high - kind.low) / step) + 1)]


def in_one_world(world: World, ask: Ask) -> Outcome:
    """The outcome with everything known and chosen. It is out of range where it is a conflict only if results out of range are conflicts."""
    outcome = ask(world)
    if outcome != CONFLICT:
        return outcome
    return CONFLICT if ask(replace(world, beyond=UNDETERMINED, ways={}, known={}, supposing={})) == CONFLICT else OUT_OF_RANGE


def certain(world: World, ask: Ask) -> Outcome:
    """The outcome with everything known; open readings in every way."""
    switches = world.switches
    still = [reading for reading in world.program.readings.values() if reading.name not in switches.choices]
    outcomes = set()
    for picks in product(*([choice.name for choice in reading.choices] for reading in still)):
        choices = {**switches.choices, **{reading.name: pick for reading, pick in zip(still, picks, strict=True)}}
        outcomes.add(in_one_world(replace(world, switches=replace(switches, choices=choices), known={}, supposing={}), ask))
    return outcomes.pop() if len(outcomes) == 1 else UNDETERMINED


def answer(
    program: p.Program,
    question: str,
    args: Args,
    things: Mapping[str, str],
    given: Mapping[FactKey, Any],
    switches: Switches = NONE_ON,
) -> tuple[Outcome, frozenset[FactKey]]:
    """The outcome with some facts unknown, and the facts that matter (none unless something is missing)."""
    asked = t.Ask(question, tuple(map(t.Const, args)))
    return answer_to(lambda world: world.ask(question, args), World(program, things, given, switches), facts_read(program, asked))


def answer_of_term(
    program: p.Program, term: t.Term, things: Mapping[str, str], given: Mapping[FactKey, Any], switches: Switches = NONE_ON
) -> tuple[Outcome, frozenset[FactKey]]:
    """The same of a condition or an amount."""

    def ask(world: World) -> Outcome:
        value = world.term(term, ())
        if isinstance(value, Open):
            return CONFLICT if "conflict" in value.reasons else UNDETERMINED
        return ("answered", Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else value)

    return answer_to(ask, World(program, things, given, switches), facts_read(program, term))


def answer_to(ask: Ask, given: World, read: frozenset[str]) -> tuple[Outcome, frozenset[FactKey]]:
    """The outcome with the facts of a world given and all others unknown, and the facts that matter; only some are read at all."""
    program, things = given.program, given.things
    pools = {key: values_of(program, program.facts[key[0]].type, things) for key in instances(program, things) if key not in given.facts}
    unread = {key: pool[0] for key, pool in pools.items() if key[0] not in read}
    unknown = [key for key in pools if key not in unread]
    table: dict[tuple[Any, ...], Outcome] = {}
    ways: dict[Any, set[frozenset[Item]]] = {}
    for values in product(*(pools[key] for key in unknown)):
        facts = {**given.facts, **unread, **dict(zip(unknown, values, strict=True))}
        table[values] = certain(replace(given, facts=facts, ways=ways), ask)
        if len(ways) > MOST_WAYS:
            raise TooMany
    if len(set(table.values())) == 1:
        return next(iter(table.values())), frozenset()
    mattering = set()
    for place, key in enumerate(unknown):
        groups: dict[tuple[Any, ...], set[Outcome]] = {}
        for values, outcome in table.items():
            groups.setdefault((*values[:place], *values[place + 1 :]), set()).add(outcome)
        if any(len(group) > 1 for group in groups.values()):
            mattering.add(key)
    return ("missing", None), frozenset(mattering)
