"""Two cores in one space: the same facts, things and switches are the same variables, so their answers can be set against each other.

What only one of them knows is handled thus: an option that only one has is off, a reading that only one leaves open is left open there
(the answer is then what all its choices agree on), a fact is taken within the values that both allow. What cannot be matched, such as a
fact in another unit, is a reason not to compare the questions that depend on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b

from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.analysis.verdicts.witness import Witnesses
from rulewright.base.limits import MAX_FORMULAS_OF_PAIR
from rulewright.base.memo import memoize_method
from rulewright.base.prose_lists import listing
from rulewright.base.records import record
from rulewright.core.model import Core
from rulewright.core.switches import Chosen, InScenario
from rulewright.engines.solver.cone import Cone, Cones
from rulewright.engines.solver.encoding.encoder import NO_LIMIT, Encoder, Refusals
from rulewright.engines.solver.encoding.world import World, WorldNeeds
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import Space, TooLarge
from rulewright.engines.solver.formula.symbolic import Algebra
from rulewright.semantics import types
from rulewright.semantics.model import Enum, Param, Question

_EDITION_OF_REASON = re.compile(r"^in the edition `[^`]*`: ")


class Side:
    """One of two compared cores. `core` is the full one; `common` the part that both have.

    A situation may hold a fact of the `other` side only; it has a name and a text here as well.
    """

    def __init__(self, core: Core, common: Core, other: Core, cones: Cones) -> None:
        self.core = core
        self.common = common
        self.cones = cones if common is core else Cones(common)
        self.witnesses = Witnesses(_with_names_of(other, core))


def _with_names_of(other: Core, core: Core) -> Core:
    """Return a core that also names the facts, enums and records of another; the core itself, with its cached engine, if it has all."""
    pairs = ((other.facts, core.facts), (other.enums, core.enums), (other.records, core.records))
    if all(theirs.keys() <= names.keys() for theirs, names in pairs):
        return core
    return replace(
        core,
        facts={**other.facts, **core.facts},
        enums={**other.enums, **core.enums},
        records={**other.records, **core.records},
    )


class Matched:
    """The common part of two cores. `mismatches`: facts, enums and readings that do not match, each with the reason."""

    def __init__(self, old: Core, new: Core) -> None:
        self.before = old
        self.after = new
        self.mismatches: dict[str, str] = {}
        self._enums = self._match_enums()
        self._facts = {name: self._match_fact(name) for name in old.facts if name in new.facts}
        self.readings = frozenset(name for name in old.readings if self._match_reading(name))
        self._options = frozenset(old.options) & frozenset(new.options)
        self.scenarios = tuple(scenario for scenario in old.scenarios if scenario in new.scenarios)
        self._games = tuple(game for game in old.games if game in new.games)

    @property
    def matching_content(self) -> object:
        """The content on which the pairing of two cores depends."""
        facts = {name: kind for name, kind in self._facts.items() if {kind} != {self.before.facts[name].type, self.after.facts[name].type}}
        common = (sorted(self.readings), sorted(self._options), self.scenarios, self._games)
        return sorted(self.mismatches.items()), self._enums, facts, common

    def restrict(self, core: Core) -> Core:
        """Return a core restricted to the common part; statements under an option outside it are never enabled."""
        options = {name: option for name, option in core.options.items() if name in self._options}
        facts = {name: kind for name, kind in self._facts.items() if kind is not None and kind != core.facts[name].type}
        declared = (core.options, core.scenarios, core.games)
        if not self._enums and not facts and declared == (options, self.scenarios, self._games):
            return core
        return replace(
            core,
            enums={**core.enums, **self._enums},
            facts={name: replace(fact, type=facts.get(name, fact.type)) for name, fact in core.facts.items()},
            options=options,
            exclusions=tuple(tuple(option for option in exclusion if option in options) for exclusion in core.exclusions),
            scenarios=self.scenarios,
            games=self._games,
        )

    def common_question(self, name: str) -> Question:
        """Return the question in the form that both cores share. Raises `NotAnalysable`."""
        old, new = self.before.questions[name], self.after.questions[name]
        if len(old.params) != len(new.params) or (old.type is None) != (new.type is None):
            raise NotAnalysable("its arguments or its answer are declared differently")
        params: list[Param] = []
        for earlier, later in zip(old.params, new.params, strict=True):
            kind = self._common_type(earlier.type, later.type)
            if kind is None:
                raise NotAnalysable(f"its argument `{earlier.name}` is of another kind")
            params.append(Param(later.name, kind))
        return replace(new, params=tuple(params))

    # ---- matching -------------------------------------------------------------------------------------------------------------------

    def _match_enums(self) -> dict[str, Enum]:
        enums: dict[str, Enum] = {}
        for name, earlier in self.before.enums.items():
            later = self.after.enums.get(name)
            if later is None or earlier.values == later.values:
                continue
            values = tuple(value for value in earlier.values if value in later.values)
            if not values or earlier.ordered or later.ordered:
                self.mismatches[name] = f"`{name}` has different values"
            else:
                enums[name] = replace(earlier, values=values)
        return enums

    def _match_fact(self, name: str) -> types.Type | None:
        old, new = self.before.facts[name], self.after.facts[name]
        # The day asked has no day in common: both editions are asked on the days of the later one.
        kind = new.type if old.day_asked and new.day_asked else self._common_type(old.type, new.type)
        if kind is None or [param.type for param in old.params] != [param.type for param in new.params]:
            self.mismatches[name] = f"`{name}` is declared differently"
            return None
        return kind

    def _common_type(self, earlier: types.Type, later: types.Type) -> types.Type | None:
        """Return the type of the values that both types have; None if there is none."""
        match earlier, later:
            case types.Numeric(), types.Numeric():
                if earlier.unit != later.unit or earlier.step != later.step:
                    return None
                low = max((end for end in (earlier.low, later.low) if end is not None), default=None)
                high = min((end for end in (earlier.high, later.high) if end is not None), default=None)
                return None if low is not None and high is not None and low > high else types.Numeric(low, high, earlier.unit, earlier.step)
            case types.Enumerated(), types.Enumerated():
                is_same = earlier.name == later.name and earlier.name not in self.mismatches
                return types.Enumerated(earlier.name, earlier.or_none and later.or_none) if is_same else None
            case types.Thing(), types.Thing():
                return types.Thing(earlier.record, earlier.or_none and later.or_none) if earlier.record == later.record else None
            case types.PlaceOf(), types.PlaceOf():
                is_same = earlier.map == later.map and self.before.maps.get(earlier.map) == self.after.maps.get(earlier.map)
                return types.PlaceOf(earlier.map, earlier.or_none and later.or_none) if is_same else None
            case _:  # open: types of two kinds, or two that have no parts
                return earlier if earlier == later else None

    def _match_reading(self, name: str) -> bool:
        old, new = self.before.readings[name], self.after.readings.get(name)
        if new is None or old.settled_as is not None or new.settled_as is not None:
            return False
        if [choice.name for choice in old.choices] == [choice.name for choice in new.choices]:
            return True
        self.mismatches[name] = f"the reading `{name}` has different choices"
        return False


@record
class DeclarationDifference:
    """A declaration of only one core, or one with different content: a fact, an enum, an option, a reading or a scenario.

    `before` and `after` are its values in words; empty if that core does not have it.
    """

    kind: str
    name: str
    text_before: str
    text_after: str


def unlike_declarations(old: Core, new: Core) -> Iterator[DeclarationDifference]:
    """Yield the declarations that differ between the two cores."""
    for kind, declared in (
        ("enum", _enum_texts),
        ("fact", _fact_texts),
        ("option", _option_texts),
        ("reading", _open_reading_texts),
        ("scenario", _scenario_texts),
    ):
        earlier, later = declared(old), declared(new)
        for name in dict.fromkeys((*later, *earlier)):
            if earlier.get(name) != later.get(name):
                yield DeclarationDifference(kind, name, earlier.get(name, ""), later.get(name, ""))


def _enum_texts(core: Core) -> dict[str, str]:
    return {name: listing(enum.values) for name, enum in core.enums.items()}


def _fact_texts(core: Core) -> dict[str, str]:
    return {name: "the day asked" if fact.day_asked else types.type_text(fact.type) for name, fact in core.facts.items()}


def _option_texts(core: Core) -> dict[str, str]:
    return dict.fromkeys(core.options, "on or off")


def _open_reading_texts(core: Core) -> dict[str, str]:
    """Return the unsettled readings with their choices."""
    open_ = {name: reading for name, reading in core.readings.items() if reading.settled_as is None}
    return {name: listing([choice.name for choice in reading.choices]) for name, reading in open_.items()}


def _scenario_texts(core: Core) -> dict[str, str]:
    return dict.fromkeys(core.scenarios, "played or not")


class Sides:
    """Two cores in comparison, question by question."""

    def __init__(self, old: Core, new: Core, after_prints: Fingerprints | None = None) -> None:
        self.matched = Matched(old, new)
        self.prints = (Fingerprints(old), after_prints or Fingerprints(new))
        self.before = Side(old, self.matched.restrict(old), new, self.prints[0].cones)
        self.after = Side(new, self.matched.restrict(new), old, self.prints[1].cones)
        self._encoders: tuple[Encoder, Encoder] | None = None
        self._refusals: Refusals = {}

    def is_same(self, name: str) -> bool:
        """Return True if both cores have a question, and all that it depends on is the same on both sides."""
        is_shared = all(name in side.core.questions for side in self.pair)
        return is_shared and self.prints[0].fingerprint_of(name) == self.prints[1].fingerprint_of(name)

    def key_of(self, name: str, *further: str) -> str:
        """Return a digest of all that a comparison of a shared question depends on; `further` keys are part of it."""
        key = self._pairing_digest.copy()
        keys = [*(prints.keys.key_of(name) for prints in self.prints), *further]
        key.update(repr((keys, sorted(self.needs.mergeable_kinds.get(name, ())))).encode())
        return key.hexdigest()

    @memoize_method
    def content_key_of(self, name: str) -> str:
        """Return a digest of the content of a shared question on both sides, as far as its answers depend on it.

        Comparisons with the same later core and the same digest find the same: the cases of rules and the names of editions aside.
        """
        switches = self.prints[0].switches_of(name) | self.prints[1].switches_of(name)
        readings = sorted({switch.reading for switch in switches if isinstance(switch, Chosen)} & self.matched.readings)
        scenarios = self.matched.scenarios if any(isinstance(switch, InScenario) for switch in switches) else ()
        needs = self.needs
        world = (needs.things, sorted(needs.optional_kinds), needs.places, sorted(needs.mergeable_kinds.get(name, ())))
        content = ([prints.fingerprint_of(name) for prints in self.prints], readings, scenarios, world)
        return blake2b(repr(content).encode(), digest_size=16).hexdigest()

    def prefix_of_reason(self, core: Core) -> str:
        """Return the words before a reason that names the edition of one side, if the two are of different ones."""
        return "" if self._is_one_edition else f"in the edition `{core.edition}`: "

    def reason_between(self, reason: str) -> str:
        """Return a reason of another comparison, without the edition that it names if both sides here are of one."""
        return _EDITION_OF_REASON.sub("", reason, count=1) if self._is_one_edition else reason

    @property
    def _is_one_edition(self) -> bool:
        return self.before.core.edition == self.after.core.edition

    @cached_property
    def _pairing_digest(self) -> blake2b:
        """A digest of the content that affects every comparison."""
        needs, editions = self.needs, [side.core.edition for side in self.pair]
        content = (editions, self.matched.matching_content, needs.things, sorted(needs.optional_kinds), needs.places)
        return blake2b(repr(content).encode(), digest_size=16)

    def has_same_rules(self, name: str) -> bool:
        """Return True if the question's own rules, and the content that affects every question, are the same on both sides."""
        earlier, later = self.prints
        return earlier.own_digest(name) == later.own_digest(name) and earlier.general_digest() == later.general_digest()

    def encoders(self) -> tuple[Encoder, Encoder]:
        """Return the encoders of both sides, in one space; new ones when it has grown large. Raises `NotAnalysable`."""
        encoders = self._encoders
        if encoders is None or len(encoders[0].space.kinds) > MAX_FORMULAS_OF_PAIR:
            encoders = self._encoders = self._build_encoders()
        return encoders

    @cached_property
    def needs(self) -> WorldNeeds:
        """The needs of the world of both."""
        return join_needs(self.before.cones.world_needs(), self.after.cones.world_needs())

    def find_refusals(self, name: str) -> Refusals:
        """Return the refusals of the earlier core on the way to the answer to a shared question, found in a space of its own."""
        with suppress(NotAnalysable, TooLarge):
            encoder_before, _ = self._build_encoders()
            with suppress(NotAnalysable, TooLarge):
                encoder_before.encode_answer(name, encoder_before.world.question_arguments(self.matched.common_question(name)))
            return encoder_before.portable_refusals()
        return {}

    def reset_with_refusals(self, refusals: Refusals) -> None:
        """Drop the encoders, and refuse known parts of the earlier core, and of the later one if they are the same."""
        self._refusals = refusals
        self._encoders = None

    def _build_encoders(self) -> tuple[Encoder, Encoder]:
        space = Space(NO_LIMIT)
        worlds = [World(side.common, Algebra(space), self.needs) for side in (self.before, self.after)]
        if worlds[0].things != worlds[1].things:
            raise NotAnalysable("the same names mean different things on the two sides")
        encoder_before, encoder_after = (
            Encoder(side.common, world, name) for side, world, name in zip(self.pair, worlds, ("before", "after"), strict=True)
        )
        encoder_before.add_refusals(self._refusals)
        return encoder_before, encoder_after

    @property
    def pair(self) -> tuple[Side, Side]:
        return self.before, self.after

    def mismatch_of(self, name: str) -> str | None:
        """Return the reason why a shared question cannot be compared: a dependency that does not match; None if there is none."""
        for side in self.pair:
            cone = side.cones.cone_of_question(side.common.questions[name])
            names = set(cone.facts)
            names |= {kind.name for fact in cone.facts if isinstance(kind := side.core.facts[fact].type, types.Enumerated)}
            for called in cone.questions:
                kinds = [param.type for param in side.core.questions[called].params]
                names |= {kind.name for kind in kinds if isinstance(kind, types.Enumerated)}
                names |= {rule.scope.reading for rule in side.core.on[called].written_rules() if rule.scope.reading is not None}
            mismatching = sorted(names & set(self.matched.mismatches))
            if mismatching:
                return self.matched.mismatches[mismatching[0]]
        return None

    def limits_of(self, name: str) -> tuple[str, ...]:
        """Return the reasons why the absence of a difference does not prove equality."""
        return tuple(sorted({limit for cone in self._cones_of(name) for limit in cone.limits}))

    def formula_limits_of(self, name: str) -> tuple[str, ...]:
        """Return those reasons if both sides have the same formula."""
        return tuple(sorted({limit for cone in self._cones_of(name) for limit in cone.aggregation_limits}))

    def _cones_of(self, name: str) -> list[Cone]:
        return [side.cones.cone_of_question(side.common.questions[name]) for side in self.pair]


def join_needs(first: WorldNeeds, second: WorldNeeds) -> WorldNeeds:
    """Return the needs of a world that is large enough for both."""
    things = {kind: max(first.things.get(kind, 0), second.things.get(kind, 0)) for kind in sorted({*first.things, *second.things})}
    places = {name: _merge_places(first.places.get(name, ()), second.places.get(name, ())) for name in {**first.places, **second.places}}
    questions = {*first.mergeable_kinds, *second.mergeable_kinds}
    one_or_two = {name: first.mergeable_kinds.get(name, frozenset()) | second.mergeable_kinds.get(name, frozenset()) for name in questions}
    return WorldNeeds(things, first.optional_kinds | second.optional_kinds, places, one_or_two)


def _merge_places(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))
