"""Two cores in one space: the same facts, things and switches are the same variables, so their answers can be set against each other.

What only one of them knows is handled thus: an option that only one has is off, a reading that only one leaves open is left open there
(the answer is then what all its choices agree on), a fact is taken within the values that both allow. What cannot be matched, such as a
fact in another unit, is a reason not to compare the questions that depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b

from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.analysis.verdicts.witness import Witnesses
from rulewright.base.prose_lists import listing
from rulewright.base.records import record
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.cone import Cone, Cones
from rulewright.engines.solver.encoding.encoder import NO_LIMIT, Encoder, Refusals
from rulewright.engines.solver.encoding.world import Needs, World
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import Space, TooLarge
from rulewright.engines.solver.formula.symbolic import Algebra
from rulewright.semantics import types
from rulewright.semantics.model import Enum, Param, Question

MOST_SHARED = 10_000
"""Encoders whose space has more formulas than this are left for new ones."""


class Side:
    """One of two cores that are compared. `core` is the whole one; `within` the one cut down to what both know.

    A situation may hold a fact that only the `other` side knows; it is named and shown here as well.
    """

    def __init__(self, core: Core, within: Core, other: Core, cones: Cones) -> None:
        self.core = core
        self.within = within
        self.cones = cones if within is core else Cones(within)
        self.witnesses = Witnesses(_naming_all_of(other, core))


def _naming_all_of(other: Core, core: Core) -> Core:
    """A core in which the facts, enums and records of another have names too; the core itself, whose engine is made, where it has them."""
    pairs = ((other.facts, core.facts), (other.enums, core.enums), (other.records, core.records))
    if all(theirs.keys() <= own.keys() for theirs, own in pairs):
        return core
    return replace(
        core,
        facts={**other.facts, **core.facts},
        enums={**other.enums, **core.enums},
        records={**other.records, **core.records},
    )


class Matched:
    """What two cores have in common. `strange`: facts, enums and readings that do not match, each with the reason."""

    def __init__(self, before: Core, after: Core) -> None:
        self.before = before
        self.after = after
        self.strange: dict[str, str] = {}
        self._enums = self._match_enums()
        self._facts = {name: self._match_fact(name) for name in before.facts if name in after.facts}
        self.readings = frozenset(name for name in before.readings if self._match_reading(name))
        self._options = frozenset(before.options) & frozenset(after.options)
        self._scenarios = tuple(one for one in before.scenarios if one in after.scenarios)
        self._games = tuple(one for one in before.games if one in after.games)

    @property
    def everything(self) -> object:
        """All that bears on how two cores are laid side by side."""
        facts = {name: kind for name, kind in self._facts.items() if {kind} != {self.before.facts[name].type, self.after.facts[name].type}}
        common = (sorted(self.readings), sorted(self._options), self._scenarios, self._games)
        return sorted(self.strange.items()), self._enums, facts, common

    def within(self, core: Core) -> Core:
        """A core cut down to what both know; what stands under an option that is not among its options is never there."""
        options = {name: option for name, option in core.options.items() if name in self._options}
        facts = {name: kind for name, kind in self._facts.items() if kind is not None and kind != core.facts[name].type}
        declared = (core.options, core.scenarios, core.games)
        if not self._enums and not facts and declared == (options, self._scenarios, self._games):
            return core
        return replace(
            core,
            enums={**core.enums, **self._enums},
            facts={name: replace(fact, type=facts.get(name, fact.type)) for name, fact in core.facts.items()},
            options=options,
            exclusions=tuple(tuple(one for one in several if one in options) for several in core.exclusions),
            scenarios=self._scenarios,
            games=self._games,
        )

    def question(self, name: str) -> Question:
        """The question as both can be asked it. Raises `NotAnalysable`."""
        before, after = self.before.questions[name], self.after.questions[name]
        if len(before.params) != len(after.params) or (before.type is None) != (after.type is None):
            raise NotAnalysable("its arguments or its answer are declared differently")
        params: list[Param] = []
        for one, other in zip(before.params, after.params, strict=True):
            kind = self._match(one.type, other.type)
            if kind is None:
                raise NotAnalysable(f"its argument `{one.name}` is of another kind")
            params.append(Param(other.name, kind))
        return replace(after, params=tuple(params))

    # ---- matching -------------------------------------------------------------------------------------------------------------------

    def _match_enums(self) -> dict[str, Enum]:
        found: dict[str, Enum] = {}
        for name, one in self.before.enums.items():
            other = self.after.enums.get(name)
            if other is None or one.values == other.values:
                continue
            values = tuple(value for value in one.values if value in other.values)
            if not values or one.ordered or other.ordered:
                self.strange[name] = f"`{name}` has different values"
            else:
                found[name] = replace(one, values=values)
        return found

    def _match_fact(self, name: str) -> types.Type | None:
        before, after = self.before.facts[name], self.after.facts[name]
        kind = self._match(before.type, after.type)
        if kind is None or [one.type for one in before.params] != [one.type for one in after.params]:
            self.strange[name] = f"`{name}` is declared differently"
            return None
        return kind

    def _match(self, one: types.Type, other: types.Type) -> types.Type | None:
        """The type of the values that both types have; None where there is none."""
        match one, other:
            case types.Numeric(), types.Numeric():
                if one.unit != other.unit or one.step != other.step:
                    return None
                low = max((end for end in (one.low, other.low) if end is not None), default=None)
                high = min((end for end in (one.high, other.high) if end is not None), default=None)
                return None if low is not None and high is not None and low > high else types.Numeric(low, high, one.unit, one.step)
            case types.Enumerated(), types.Enumerated():
                same = one.name == other.name and one.name not in self.strange
                return types.Enumerated(one.name, one.or_none and other.or_none) if same else None
            case types.Thing(), types.Thing():
                return types.Thing(one.record, one.or_none and other.or_none) if one.record == other.record else None
            case types.PlaceOf(), types.PlaceOf():
                same = one.map == other.map and self.before.maps.get(one.map) == self.after.maps.get(one.map)
                return types.PlaceOf(one.map, one.or_none and other.or_none) if same else None
            case _:  # open: types of two kinds, or two that have no parts
                return one if one == other else None

    def _match_reading(self, name: str) -> bool:
        before, after = self.before.readings[name], self.after.readings.get(name)
        if after is None or before.settled_as is not None or after.settled_as is not None:
            return False
        if [one.name for one in before.choices] == [one.name for one in after.choices]:
            return True
        self.strange[name] = f"the reading `{name}` has different choices"
        return False


@record
class Unlike:
    """Something that only one core declares, or each in another way: a fact, an enum, an option, a reading or a scenario.

    `before` and `after` are its values in words; empty where that core does not have it.
    """

    kind: str
    name: str
    before: str
    after: str


def unlike(before: Core, after: Core) -> Iterator[Unlike]:
    """What the two cores declare in different ways."""
    for kind, declared in (("enum", _enums), ("fact", _facts), ("option", _options), ("reading", _readings), ("scenario", _scenarios)):
        one, other = declared(before), declared(after)
        for name in dict.fromkeys((*other, *one)):
            if one.get(name) != other.get(name):
                yield Unlike(kind, name, one.get(name, ""), other.get(name, ""))


def _enums(core: Core) -> dict[str, str]:
    return {name: listing(enum.values) for name, enum in core.enums.items()}


def _facts(core: Core) -> dict[str, str]:
    return {name: types.type_text(fact.type) for name, fact in core.facts.items()}


def _options(core: Core) -> dict[str, str]:
    return dict.fromkeys(core.options, "on or off")


def _readings(core: Core) -> dict[str, str]:
    """The readings that are open."""
    open_ = {name: reading for name, reading in core.readings.items() if reading.settled_as is None}
    return {name: listing([choice.name for choice in reading.choices]) for name, reading in open_.items()}


def _scenarios(core: Core) -> dict[str, str]:
    return dict.fromkeys(core.scenarios, "played or not")


class Sides:
    """Two cores laid side by side, question by question."""

    def __init__(self, before: Core, after: Core, after_prints: Fingerprints | None = None) -> None:
        self.matched = Matched(before, after)
        self.prints = (Fingerprints(before), after_prints or Fingerprints(after))
        self.before = Side(before, self.matched.within(before), after, self.prints[0].cones)
        self.after = Side(after, self.matched.within(after), before, self.prints[1].cones)
        self._encoders: tuple[Encoder, Encoder] | None = None
        self._refusals: Refusals = {}

    def same(self, name: str) -> bool:
        """Whether a question is one of both, and all that it depends on the same on both sides."""
        there = all(name in side.core.questions for side in self.both)
        return there and self.prints[0].of(name) == self.prints[1].of(name)

    def key(self, name: str) -> str:
        """A digest of all that a comparison of a question of both depends on."""
        key = self._around.copy()
        key.update(repr(([prints.keys.of(name) for prints in self.prints], sorted(self.needs.one_or_two.get(name, ())))).encode())
        return key.hexdigest()

    @cached_property
    def _around(self) -> blake2b:
        """A digest of what a comparison of any question depends on."""
        needs, editions = self.needs, [side.core.edition for side in self.both]
        around = (editions, self.matched.everything, needs.things, sorted(needs.counted), needs.places)
        return blake2b(repr(around).encode(), digest_size=16)

    def same_rules(self, name: str) -> bool:
        """Whether the question's own rules are the same on both sides, and what bears on every question."""
        one, other = self.prints
        return one.own(name) == other.own(name) and one.general() == other.general()

    def encoders(self) -> tuple[Encoder, Encoder]:
        """The encoders of both sides, in one space; new ones when it has grown large. Raises `NotAnalysable`."""
        found = self._encoders
        if found is None or len(found[0].space.kind) > MOST_SHARED:
            found = self._encoders = self._made()
        return found

    @cached_property
    def needs(self) -> Needs:
        """What the world of both must have."""
        return joined(self.before.cones.needs(), self.after.cones.needs())

    def refused(self, name: str) -> Refusals:
        """What the core before refuses on the way to the answer to a question of both, which is tried in a space of its own."""
        with suppress(NotAnalysable, TooLarge):
            before, _ = self._made()
            with suppress(NotAnalysable, TooLarge):
                before.answer(name, before.world.arguments(self.matched.question(name)))
            return before.refusals()
        return {}

    def refuse(self, refusals: Refusals) -> None:
        """Begin anew, and refuse what is known to be refused of the core before, and of that after where it is the same."""
        self._refusals = refusals
        self._encoders = None

    def _made(self) -> tuple[Encoder, Encoder]:
        space = Space(NO_LIMIT)
        worlds = [World(side.within, Algebra(space), self.needs) for side in (self.before, self.after)]
        if worlds[0].things != worlds[1].things:
            raise NotAnalysable("the same names mean different things on the two sides")
        before, after = (
            Encoder(side.within, world, name) for side, world, name in zip(self.both, worlds, ("before", "after"), strict=True)
        )
        before.refuse(self._refusals)
        return before, after

    @property
    def both(self) -> tuple[Side, Side]:
        return self.before, self.after

    def strange(self, name: str) -> str | None:
        """Why a question of both is not compared: what it depends on does not match."""
        for side in self.both:
            cone = side.cones.of(side.within.questions[name])
            used = set(cone.facts)
            used |= {kind.name for fact in cone.facts if isinstance(kind := side.core.facts[fact].type, types.Enumerated)}
            for asked in cone.questions:
                kinds = [param.type for param in side.core.questions[asked].params]
                used |= {kind.name for kind in kinds if isinstance(kind, types.Enumerated)}
                used |= {rule.scope.reading for rule in side.core.on[asked].stated() if rule.scope.reading is not None}
            found = sorted(used & set(self.matched.strange))
            if found:
                return self.matched.strange[found[0]]
        return None

    def limits(self, name: str) -> tuple[str, ...]:
        """Why no difference found is not equality proved."""
        return tuple(sorted({limit for cone in self._cones_of(name) for limit in cone.limits}))

    def made_of_all(self, name: str) -> tuple[str, ...]:
        """The same where both sides come to one formula."""
        return tuple(sorted({limit for cone in self._cones_of(name) for limit in cone.made_of_all}))

    def _cones_of(self, name: str) -> list[Cone]:
        return [side.cones.of(side.within.questions[name]) for side in self.both]


def joined(one: Needs, other: Needs) -> Needs:
    """A world that is large enough for both."""
    things = {kind: max(one.things.get(kind, 0), other.things.get(kind, 0)) for kind in sorted({*one.things, *other.things})}
    places = {name: _merged(one.places.get(name, ()), other.places.get(name, ())) for name in {**one.places, **other.places}}
    questions = {*one.one_or_two, *other.one_or_two}
    one_or_two = {name: one.one_or_two.get(name, frozenset()) | other.one_or_two.get(name, frozenset()) for name in questions}
    return Needs(things, one.counted | other.counted, places, one_or_two)


def _merged(one: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *other)))
