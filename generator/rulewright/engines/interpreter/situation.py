"""One situation: what is known of the facts, and the answers worked out in it. Here a question's rules are weighed against each other."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any, assert_never

from rulewright.engines.interpreter import combine, precedence
from rulewright.engines.interpreter.anonymous import OpenWorld, Unnamed, values_of
from rulewright.engines.interpreter.claims import Way, Weighed, WeighedStage, independent
from rulewright.engines.interpreter.default_values import ABSENT, Usual
from rulewright.engines.interpreter.evaluation import Result
from rulewright.engines.interpreter.fixpoint import State, settle
from rulewright.engines.interpreter.kleene import Code, both, opposite
from rulewright.engines.interpreter.plan import LiveAddress, LiveAside, Plan, Selection
from rulewright.engines.interpreter.step_budget import Steps
from rulewright.engines.interpreter.unknown import SILENT, Open, join, join_all, not_held
from rulewright.semantics.model import QuestionKind, TableVerb
from rulewright.semantics.terms import FactKey


class Situation:
    """Facts, fixed answers and the things there are. `facts` holds what is known; asking for another gives an `Open` that names it."""

    __slots__ = (
        "_before", "_changed", "_children", "_unknown", "facts", "fixed", "frame", "memo", "open_world", "reads", "rows", "selection",
        "steps", "things", "usual",
    )  # fmt: skip

    def __init__(
        self,
        selection: Selection,
        facts: dict[FactKey, Any],
        fixed: dict[FactKey, Any],
        things: dict[str, tuple[str, ...]],
        open_world: OpenWorld | None = None,
        usual: Usual | None = None,
        steps: Steps | None = None,
    ) -> None:
        self.selection = selection
        self.steps = steps or Steps()
        self.usual = usual
        self.open_world = open_world
        self.facts = facts
        self.fixed = fixed
        self.things = things
        self.memo: dict[tuple[str, tuple[Any, ...]], Result] = {}
        self.frame: list[Result] = []
        self.reads: set[FactKey] = set()
        self.rows: list[tuple[str, int]] = []
        self._children: dict[Any, Situation] = {}
        self._unknown: dict[FactKey, Any] = {}
        self._before: dict[tuple[str, tuple[Any, ...]], Result] = {}
        self._changed: set[FactKey] = set()

    def follows(self, other: Situation) -> None:
        """Take over answers of another situation when they are asked for: those that looked at no fact that has another value here.

        It must be the same in everything but its facts.
        """
        self._before = other.memo
        self._changed = {key for key, _ in self.facts.items() ^ other.facts.items()}

    def follows_none(self) -> None:
        """Take over nothing any more: what the other has need not be kept."""
        self._before, self._changed = {}, set()

    def unknown(self, key: FactKey) -> Any:
        """What a fact that is not known is taken for: its usual value where that is assumed, else open; a fact of `none` has no value."""
        found = self._unknown.get(key, ABSENT)
        if found is ABSENT:
            assumed = ABSENT if self.usual is None or None in key[1] else self.usual.of(key)
            found = self._unknown[key] = assumed if assumed is not ABSENT else SILENT if None in key[1] else Open(facts=(key,))
        return found

    def supposing(self, is_fact: bool, key: FactKey, value: Any) -> Situation:
        """The same situation with one fact or answer set."""
        name = (is_fact, key, value)
        found = self._children.get(name)
        if found is None:
            facts = {**self.facts, key: value} if is_fact else self.facts
            fixed = self.fixed if is_fact else {**self.fixed, key: value}
            found = self._children[name] = Situation(self.selection, facts, fixed, self.things, self.open_world, self.usual, self.steps)
        found.frame, found.reads = self.frame, self.reads
        return found

    def results(self) -> list[Result]:
        """Every answer worked out here, also under suppositions."""
        found = list(self.memo.values())
        for child in self._children.values():
            found.extend(child.results())
        return found

    def all_rows(self) -> list[tuple[str, int]]:
        """Every row of a table that was looked up here, also under suppositions."""
        found = list(self.rows)
        for child in self._children.values():
            found.extend(child.all_rows())
        return found

    # ---- things -----------------------------------------------------------------------------------------------------------------------

    def members_of_kind(self, record: str) -> list[tuple[str, Any]]:
        """Return the things of a kind, each with True if it is there, or an `Open` if that depends on the value of a fact."""
        named: list[tuple[str, Any]] = [(thing, True) for thing in self.things.get(record, ())]
        sources = () if self.open_world is None else self.open_world.sources(record)
        if not sources:
            return named
        self.reads.update(sources)
        entered = dict.fromkeys(value for key in sources if isinstance(value := self.facts.get(key), Unnamed))
        named.extend((thing, True) for thing in entered)
        unknown = tuple(key for key in sources if key not in self.facts and self.unknown(key).__class__ is Open)
        if unknown:
            named.append((values_of(record, self.facts)[-1], Open(facts=unknown)))
        return named

    def is_of_kind(self, record: str, thing: str) -> bool:
        """Return True if a thing is of a kind."""
        return isinstance(thing, Unnamed) or thing in self.things.get(record, ())

    # ---- questions --------------------------------------------------------------------------------------------------------------------

    def result(self, name: str, args: tuple[Any, ...]) -> Result:
        """The answer to a question, worked out once."""
        key = (name, args)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._as_before(key) or self._answer(name, args)
        self.reads |= found.reads
        self.frame.append(found)
        return found

    def _as_before(self, key: tuple[str, tuple[Any, ...]]) -> Result | None:
        found = self._before.get(key)
        return found if found is not None and found.reads.isdisjoint(self._changed) else None

    def up_to(self, name: str, args: tuple[Any, ...], stage: int) -> Any:
        """A value as it is after a stage."""
        key = (f"{name} up to {stage}", args)
        found = self.memo.get(key)
        if found is None:
            found = self._answer(name, args, stage)
            self.memo[key] = found
        self.reads |= found.reads
        self.frame.append(found)
        return found.value

    def _answer(self, name: str, args: tuple[Any, ...], last: int | None = None) -> Result:
        plan = self.selection.plan(name)
        result = Result(plan, args)
        if (name, args) in self.fixed and last is None:
            result.value = self.fixed[(name, args)]
            result.fixed = True
            return result
        if _outside(plan, args):
            result.value = SILENT
            return result
        frame, self.frame = self.frame, result.inner
        reads, self.reads = self.reads, result.reads
        try:
            self._weigh(result, last)
        finally:
            self.frame = frame
            self.reads = reads
        return result

    def _weigh(self, result: Result, last: int | None) -> None:
        plan = result.plan
        asides = self._asides(result) if plan.asides else ()
        match plan.question.kind:
            case QuestionKind.VERDICT:
                combine.verdict(self, result, self.stage(result, 0, asides))
            case QuestionKind.PREDICATE:
                combine.predicate(self, result, self.stage(result, 0, asides))
            case QuestionKind.VALUE | QuestionKind.TABLE:
                combine.value(self, result, asides, last)
            case _:
                assert_never(plan.question.kind)

    # ---- conditions -------------------------------------------------------------------------------------------------------------------

    def _asides(self, result: Result) -> tuple[tuple[LiveAside, Any], ...]:
        """The settings-aside on this question that are in force (True) or open."""
        live = result.plan.asides
        conditions = [self.in_force(one.when, one.maybe, result.args) for one in live]
        attackers = [[(other, True, 0) for other in one.attackers] for one in live]
        settled = settle(conditions, attackers)
        found = tuple(
            (one, True if state is State.STANDS else settled.reasons[index])
            for index, (one, state) in enumerate(zip(live, settled.states, strict=True))
            if state in {State.STANDS, State.OPEN}
        )
        result.asides = found
        return found

    def in_force(self, when: Code | None, maybe: Open | None, args: tuple[Any, ...]) -> Any:
        """Whether a statement is in force: what its `when` is, and open where its reading is."""
        value: Any = True if when is None else when(self, args)
        return value if maybe is None else both(value, maybe)

    def _condition(self, weighed: Weighed, args: tuple[Any, ...]) -> Any:
        """Whether all conditions of a rule hold: those of one of its addresses. None where it is not about these arguments."""
        found: Any = None
        for address in weighed.live.addresses:
            if address.guards and any(args[slot] != value for slot, value in address.guards):
                continue
            if found is None:
                weighed.address = address
            value = self._parts(weighed, address, args)
            if value is True:
                return True
            if found is None or found is False:
                found = value
            elif value is not False:
                found = join(found, value)
        return found

    def _parts(self, weighed: Weighed, address: LiveAddress, args: tuple[Any, ...]) -> Any:
        """Whether all conditions at one address hold; notes the first that is false."""
        opened = address.maybe
        for number, part in enumerate(address.parts):
            value = part(self, args)
            if value is True:
                continue
            if value is False:
                if weighed.address is address:
                    weighed.first_false = number
                return False
            opened = value if opened is None else join(opened, value)
        return True if opened is None else opened

    def _aside(self, weighed: Weighed, asides: tuple[tuple[LiveAside, Any], ...], condition: Any) -> Any:
        """The condition, or what a setting-aside makes of it."""
        number = weighed.live.number
        for aside, active in asides:
            if number in aside.targets:
                if active is True:
                    weighed.by, weighed.why = aside, "set aside"
                    return False
                condition = active if condition is True else join(condition, active)
        return condition

    def stage(self, result: Result, number: int, asides: tuple[tuple[LiveAside, Any], ...], before: Any = None) -> WeighedStage:
        """The rules of a stage that are about these arguments, each with how it stands; `before` is the value that roundings are given."""
        plan = result.plan.stages[number]
        self.steps.take(1 + len(plan.rules))
        args = result.args
        found: list[Weighed] = []
        conditions: list[Any] = []
        for live in plan.rules:
            weighed = Weighed(live, number)
            condition = self._condition(weighed, args)
            if condition is None:
                continue
            if asides and condition is not False:
                condition = self._aside(weighed, asides, condition)
                if condition is False:
                    weighed.state = State.BEATEN
            if condition is False and weighed.state is not State.BEATEN:
                weighed.state = State.FALSE
            elif condition is not False and condition is not True:
                weighed.state, weighed.opened = State.OPEN, condition
            if condition is not False and weighed.address.effect is not None:
                self._effect(result, weighed, weighed.address.effect)
                if weighed.state is State.FALSE:
                    condition = False
            found.append(weighed)
            conditions.append(condition)
        result.weighed.extend(found)
        if plan.edges and len(found) > 1:

            def stand(rules: list[Weighed], value: Any) -> tuple[Way, ...]:
                return precedence.stand(plan, rules, conditions, lambda when, maybe: self.in_force(when, maybe, args), value)

            several = before.__class__ is Open and any(edge.precedence.on_clash for edge in plan.edges)
            ways = stand(found, before)
            return WeighedStage(found, ways, (lambda value: stand([copy(one) for one in found], value)) if several else None)
        return WeighedStage(found, (independent(found),))

    def _effect(self, result: Result, weighed: Weighed, effect: Code) -> None:
        """Works out the effect.

        A table in which nothing stands at these keys does not speak, and its silence is that of a case not held.
        """
        if weighed.live.core.verb is not TableVerb.LOOK_UP:
            weighed.effect = effect(self, result.args)
            return
        before = len(self.rows)
        weighed.effect = effect(self, result.args)
        if len(self.rows) > before:
            weighed.row = self.rows[-1][1]
        if weighed.effect.__class__ is Open:
            weighed.state = State.FALSE
            result.held_back = True

    # ---- silence ----------------------------------------------------------------------------------------------------------------------

    def silence(self, result: Result, stage: WeighedStage, stands: Iterable[Weighed], default: Any) -> Any:
        """What silence means, where just these rules stand: undetermined where text is missing, else `default`."""
        opened: list[Open] = []
        for case, active in self.missing_text(result, stands):
            if active is True:
                opened.append(not_held(case))
            else:
                opened.append(active if active.facts or active.readings else not_held(case))
        if result.held_back:
            opened.extend(one.effect for one in stage.weighed if one.live.core.verb is TableVerb.LOOK_UP and one.effect.__class__ is Open)
        if result.plan.question.not_held:
            opened.append(not_held(None))
        if not opened:
            return default
        return join_all(opened)

    def missing_text(self, result: Result, stands: Iterable[Weighed]) -> list[tuple[str, Any]]:
        """The cases without text that bear on this question: unless their condition is false, or a rule that stands goes before them."""
        found: list[tuple[str, Any]] = []
        standing = {one.live.number for one in stands}
        for live in result.plan.absent:
            if live.guards and any(result.args[slot] != value for slot, value in live.guards):
                continue
            active = self.in_force(live.when, live.maybe, result.args)
            for aside, on in result.asides:
                if live.number in aside.absent:
                    active = both(active, opposite(on))
            for number, when, maybe in live.overriders:
                if number in standing:
                    active = both(active, opposite(self.in_force(when, maybe, result.args)))
            if active is not False:
                found.append((live.absent.clause.case, active))
        return found


def _outside(plan: Plan, args: tuple[Any, ...]) -> bool:
    """Whether an argument is no value of its parameter: a number beyond the range, `none` where there must be something."""
    for slot, low, high in plan.bounds:
        value = args[slot]
        if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
            return True
    return None in args and any(args[slot] is None for slot in plan.never_none)
