"""One situation: what is known of the facts, and the answers worked out in it. Here a question's rules are weighed against each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias, assert_never

from rulewright.core.model import PrecedenceKind
from rulewright.core.policy import may_clash
from rulewright.interpreter.kleene import Code, both, opposite
from rulewright.interpreter.opened import SILENT, Open, join, join_all, not_held
from rulewright.interpreter.plan import LiveAddress, LiveAside, LiveRule, Plan, Selection, StagePlan
from rulewright.interpreter.standing import MOST_CHOICES, Attack, Settled, State, depend_on_one_another, labellings, settle
from rulewright.interpreter.unnamed import OpenWorld
from rulewright.records import record
from rulewright.semantics.program import QuestionKind, TableVerb
from rulewright.semantics.terms import FactKey
from rulewright.words import Verb


class Weighed:
    """One rule in one answer.

    How it stands, its effect, the number of its first false condition, and what beat it (rule or setter, why).
    """

    by: Any = None
    cycle = False
    address: LiveAddress
    """The first of its addresses that is there and about these arguments."""
    effect: Any = None
    excused: State | None = None
    """Of a `must` that a `need not` goes before: how its requirement stands; `state` is then how its permission does."""
    first_false = -1
    opened: Open | None = None
    row: int | None = None
    state = State.STANDS
    why = ""

    def __init__(self, live: LiveRule, stage: int) -> None:
        self.live = live
        self.stage = stage
        self.address = live.addresses[0]


@record
class Way:
    """One way in which the rules of a stage may stand: these do, and each of those may or may not, whatever the others do.

    `required` are those of either whose requirement does, or may: a `must` that a `need not` goes before keeps its permission.
    """

    stands: tuple[Weighed, ...]
    may: tuple[Weighed, ...]
    required: frozenset[int]

    def requires(self, weighed: Weighed) -> bool:
        """Whether the requirement of a `must` stands with its permission, or may."""
        return id(weighed) in self.required


@dataclass(slots=True)
class WeighedStage:
    """The rules of a stage that are about the arguments, and the ways in which they may stand together."""

    weighed: list[Weighed]
    ways: tuple[Way, ...]


class Result:
    """An answer being worked out. `value` is plain, or an `Open`; `inner` are the answers that were asked for on the way."""

    value: Any = None
    clash = False
    fixed = False
    held_back = False
    over: Any = None
    """A value outside what is declared."""
    asides: tuple[tuple[LiveAside, Any], ...] = ()

    def __init__(self, plan: Plan, args: tuple[Any, ...]) -> None:
        self.plan = plan
        self.args = args
        self.weighed: list[Weighed] = []
        self.inner: list[Result] = []
        self.steps: list[tuple[str, Any]] = []


class Situation:
    """Facts, fixed answers and the things there are. `facts` holds what is known; asking for another gives an `Open` that names it."""

    __slots__ = ("_children", "_unknown", "facts", "fixed", "frame", "memo", "open_world", "rows", "selection", "things")

    def __init__(
        self,
        selection: Selection,
        facts: dict[FactKey, Any],
        fixed: dict[FactKey, Any],
        things: dict[str, tuple[str, ...]],
        open_world: OpenWorld | None = None,
    ) -> None:
        self.selection = selection
        self.open_world = open_world
        self.facts = facts
        self.fixed = fixed
        self.things = things
        self.memo: dict[tuple[str, tuple[Any, ...]], Result] = {}
        self.frame: list[Result] = []
        self.rows: list[tuple[str, int]] = []
        self._children: dict[Any, Situation] = {}
        self._unknown: dict[FactKey, Open] = {}

    def unknown(self, key: FactKey) -> Open:
        """The reason for being open of a fact that is not known; a fact of `none` has no value at all."""
        found = self._unknown.get(key)
        if found is None:
            found = self._unknown[key] = SILENT if None in key[1] else Open(facts=(key,))
        return found

    def supposing(self, is_fact: bool, key: FactKey, value: Any) -> Situation:
        """The same situation with one fact or answer set."""
        name = (is_fact, key, value)
        found = self._children.get(name)
        if found is None:
            facts = {**self.facts, key: value} if is_fact else self.facts
            fixed = self.fixed if is_fact else {**self.fixed, key: value}
            found = self._children[name] = Situation(self.selection, facts, fixed, self.things, self.open_world)
            found.frame = self.frame
        else:
            found.frame = self.frame
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

    # ---- questions --------------------------------------------------------------------------------------------------------------------

    def result(self, name: str, args: tuple[Any, ...]) -> Result:
        """The answer to a question, worked out once."""
        key = (name, args)
        found = self.memo.get(key)
        if found is None:
            found = self._answer(name, args)
            self.memo[key] = found
        self.frame.append(found)
        return found

    def up_to(self, name: str, args: tuple[Any, ...], stage: int) -> Any:
        """A value as it is after a stage."""
        key = (f"{name} up to {stage}", args)
        found = self.memo.get(key)
        if found is None:
            found = self._answer(name, args, stage)
            self.memo[key] = found
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
        try:
            self._weigh(result, last)
        finally:
            self.frame = frame
        return result

    def _weigh(self, result: Result, last: int | None) -> None:
        from rulewright.interpreter import combine

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

    def stage(self, result: Result, number: int, asides: tuple[tuple[LiveAside, Any], ...]) -> WeighedStage:
        """The rules of a stage that are about these arguments, each with how it stands."""
        plan = result.plan.stages[number]
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
            return WeighedStage(found, self._precedence(result, plan, found, conditions))
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

    # ---- precedence -------------------------------------------------------------------------------------------------------------------

    def _precedence(self, result: Result, plan: StagePlan, found: list[Weighed], conditions: list[Any]) -> tuple[Way, ...]:
        """Which of these rules stand, given who goes before whom."""
        met = _Met(self, result, plan, found, conditions)
        attackers = met.attackers()
        nodes = conditions.copy()
        parted = _by_parts(found, nodes, attackers) if plan.excuses else {}
        settled = settle(nodes, attackers)
        for index, weighed in enumerate(found):
            if conditions[index] is not False:
                self._stand(weighed, index, settled, parted, found, plan)
        ways = met.ways() if depend_on_one_another(settled, attackers, parted) else None
        return (independent(found),) if ways is None else ways

    def _stand(self, weighed: Weighed, index: int, settled: Settled, parted: dict[int, int], found: list[Weighed], plan: StagePlan) -> None:
        """Notes how a rule stands, why it is open, and what beat it."""
        weighed.state = settled.states[index]
        weighed.opened = settled.reasons.get(index)
        weighed.cycle = index in settled.cycles
        loser = index
        part = parted.get(index)
        if part is not None:
            weighed.cycle = weighed.cycle or part in settled.cycles
        if part is not None and weighed.live.core.verb is Verb.MUST:
            weighed.excused = settled.states[part]
            if settled.states[part] is State.OPEN and weighed.opened is None:
                weighed.opened = settled.reasons[part]
            loser = index if index in settled.beaten else part
        if loser in settled.beaten:
            by, number = settled.beaten[loser]
            weighed.by = found[by if by < len(found) else _owner(parted, by)]
            weighed.why = plan.edges[number].precedence.why

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


Choice: TypeAlias = "tuple[str, int | frozenset[int]]"
"""Something that may be open: the condition of a rule (its index), a statement about two rules (its edge), a clash of two rules."""


class _Met:
    """The edges between the rules of a stage that are about the arguments, each worked out when it is asked for.

    With `chosen` what is open is taken as it says there; else it is noted in `opened`.
    """

    def __init__(
        self,
        situation: Situation,
        result: Result,
        plan: StagePlan,
        found: list[Weighed],
        conditions: list[Any],
        chosen: Mapping[Choice, bool] | None = None,
    ) -> None:
        self.situation = situation
        self.result = result
        self.plan = plan
        self.found = found
        self.chosen = chosen
        self.opened: dict[Choice, None] = {}
        self.conditions = [self._choose(("held", index), value) for index, value in enumerate(conditions)]
        self.place = {weighed.live.place: index for index, weighed in enumerate(found)}
        self._edges: dict[int, Any] = {}

    def _choose(self, choice: Choice, value: Any) -> Any:
        if value.__class__ is not Open:
            return value
        if self.chosen is not None:
            return self.chosen[choice]
        self.opened[choice] = None
        return value

    def attackers(self) -> list[list[Attack]]:
        """What goes before each rule, or may."""
        found: list[list[Attack]] = [[] for _ in self.found]
        for index, weighed in enumerate(self.found):
            if self.conditions[index] is False:
                continue
            for number in self.plan.into[weighed.live.place]:
                by = self.place.get(self.plan.edges[number].by)
                if by is None or self.conditions[by] is False:
                    continue
                active = self.edge(number)
                if active is not False:
                    found[index].append((by, active, number))
        return found

    def ways(self) -> tuple[Way, ...] | None:
        """Every way in which the rules may stand; None where there are too many to go through."""
        if len(self.opened) > MOST_CHOICES:
            return None
        found: dict[tuple[tuple[bool, ...], tuple[tuple[int, int], ...]], Way] = {}
        for several in product((False, True), repeat=len(self.opened)):
            chosen = dict(zip(self.opened, several, strict=True))
            met = _Met(self.situation, self.result, self.plan, self.found, self.conditions, chosen)
            attackers = met.attackers()
            nodes = met.conditions.copy()
            parted = _by_parts(self.found, nodes, attackers) if self.plan.excuses else {}
            standing = labellings(nodes, [[by for by, _, _ in attacks] for attacks in attackers], parted.values())
            if standing is None:
                return None
            for one in standing:
                found.setdefault((one, tuple(parted.items())), _way(self.found, one, parted))
        return tuple(found.values())

    def edge(self, number: int) -> Any:
        """Whether an edge is in force: True, False or an `Open`."""
        value = self._edges.get(number)
        if value is None:
            value = self._edges[number] = self._edge(number)
        return value

    def _edge(self, number: int) -> Any:
        edge = self.plan.edges[number]
        value = self._choose(("stated", number), self.situation.in_force(edge.when, edge.maybe, self.result.args))
        if edge.precedence.kind is PrecedenceKind.CARRIED:
            value = both(value, self._chain(edge.by, edge.target))
        if edge.precedence.on_clash and value is not False:
            pair = (self.place[edge.by], self.place[edge.target])
            value = both(value, self._choose(("clash", frozenset(pair)), clashes(*[self.found[index] for index in pair])))
        for other in edge.yields_to:
            if value is False:
                break
            value = both(value, opposite(self.edge(other)))
        return value

    def _chain(self, by: int, target: int) -> Any:
        """Whether a chain of stated edges leads from one rule to another by way of rules whose own condition is true."""
        ends, ahead = self._reached(by, target, forward=True)
        if target not in ends:
            return False
        if ends[target] is True:
            return True
        _, behind = self._reached(target, by, forward=False)
        between = {place for place in ahead if place in behind and place not in (by, target)}
        opened = [value for place in sorted(between) if (value := self.conditions[self.place[place]]).__class__ is Open]
        for place in (by, *sorted(between)):
            for after, value in self._steps(place, forward=True):
                if value.__class__ is Open and (after in between or (after == target and place != by)):
                    opened.append(value)
        return join_all(opened)

    def _reached(self, start: int, end: int, *, forward: bool) -> tuple[dict[int, bool], dict[int, bool]]:
        """The places that a chain of two edges or more leads to (or comes from), and those that any edges do; True: for certain.

        No chain goes on from its `end`.
        """
        longer: dict[int, bool] = {}
        any_: dict[int, bool] = {}
        waiting = [(start, True, True)]
        while waiting:
            place, certain, is_start = waiting.pop()
            for after, value in self._steps(place, forward=forward):
                sure = certain and value is True
                fresh = False
                for known in (any_,) if is_start else (any_, longer):
                    if after != start and not known.get(after, False) and (sure or after not in known):
                        known[after] = sure
                        fresh = True
                condition = self.conditions[self.place[after]]
                if fresh and after != end and condition is not False:
                    waiting.append((after, sure and condition is True, False))
        return longer, any_

    def _steps(self, place: int, *, forward: bool) -> Iterator[tuple[int, Any]]:
        """The stated edges from a place, or into it, that are or may be in force."""
        numbers = self.plan.links.get(place, ()) if forward else [one for several in self.plan.links.values() for one in several]
        for number in numbers:
            edge = self.plan.edges[number]
            if not forward and edge.target != place:
                continue
            other = edge.target if forward else edge.by
            if other in self.place and (value := self.edge(number)) is not False:
                yield other, value


def independent(weighed: list[Weighed]) -> Way:
    """The one way where no rule that is open hangs on another: each may stand or not by itself."""
    stands = tuple(one for one in weighed if one.state is State.STANDS)
    may = tuple(one for one in weighed if one.state is State.OPEN)
    required = frozenset(id(one) for one in (*stands, *may) if (one.excused or one.state) in {State.STANDS, State.OPEN})
    return Way(stands, may, required)


def _way(weighed: list[Weighed], labelling: tuple[bool, ...], parted: dict[int, int]) -> Way:
    """A way in which everything is settled."""
    stands = tuple(one for index, one in enumerate(weighed) if labelling[index])
    required = frozenset(id(one) for index, one in enumerate(weighed) if labelling[parted.get(index, index)])
    return Way(stands, (), required)


def _by_parts(found: list[Weighed], conditions: list[Any], attackers: list[list[Attack]]) -> dict[int, int]:
    """Gives the requirement part of each rule that a `need not` goes before a node of its own, for `need not` touches nothing else.

    Everything else that goes before such a rule goes before both its parts; where it goes before a `need not`, its requirement part does.
    """
    parted: dict[int, int] = {}
    for index in range(len(found)):
        whole = attackers[index]
        excuses = [one for one in whole if found[one[0]].live.rule.verb is Verb.NEED_NOT]
        if excuses and found[index].live.rule.verb is not Verb.NEED_NOT:
            attackers[index] = [one for one in whole if one not in excuses]
            parted[index] = len(conditions)
            conditions.append(conditions[index])
            attackers.append(whole)
    for index, weighed in enumerate(found):
        if weighed.live.rule.verb is Verb.NEED_NOT:
            attackers[index] = [(parted.get(by, by), edge, number) for by, edge, number in attackers[index]]
    return parted


def _owner(parted: dict[int, int], part: int) -> int:
    return next(index for index, one in parted.items() if one == part)


def clashes(one: Weighed, other: Weighed) -> Any:
    """Whether two rules of one stage disagree: True, False, or open where an effect is.

    Of two roundings the one that goes before the other may do so also where both make the same of the value: the answer is the same.
    """
    if one.live.core.verb in {Verb.IS, TableVerb.LOOK_UP}:
        for effect in (one.effect, other.effect):
            if effect.__class__ is Open:
                return effect
        return bool(one.effect != other.effect)
    if one.live.core.verb is Verb.ROUNDED:
        return one.live.core.rounding is not other.live.core.rounding
    return may_clash(one.live.rule, other.live.rule)


def _outside(plan: Plan, args: tuple[Any, ...]) -> bool:
    """Whether an argument is no value of its parameter: a number beyond the range, `none` where there must be something."""
    for slot, low, high in plan.bounds:
        value = args[slot]
        if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
            return True
    return None in args and any(args[slot] is None for slot in plan.never_none)
