"""One situation: what is known of the facts, and the answers worked out in it. Here a question's rules are weighed against each other."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.opened import SILENT, Open, join, not_held
from rulewright.interpreter.plan import LiveRule, LiveSetter, Plan, Selection, StagePlan
from rulewright.interpreter.standing import State, settle
from rulewright.semantics.program import QuestionKind, TableVerb
from rulewright.semantics.terms import FactKey
from rulewright.words import Verb


class Weighed:
    """One rule in one answer.

    How it stands, its effect, the number of its first false condition, and what beat it (rule or setter, why).
    """

    by: Any = None
    cycle = False
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


class Result:
    """An answer being worked out. `value` is plain, or an `Open`; `inner` are the answers that were asked for on the way."""

    value: Any = None
    clash = False
    fixed = False
    held_back = False
    over: Any = None
    """A value outside what is declared."""
    setters: tuple[tuple[LiveSetter, Any], ...] = ()

    def __init__(self, plan: Plan, args: tuple[Any, ...]) -> None:
        self.plan = plan
        self.args = args
        self.weighed: list[Weighed] = []
        self.inner: list[Result] = []
        self.steps: list[tuple[str, Any]] = []


class Situation:
    """Facts, fixed answers and the things there are. `facts` holds what is known; asking for another gives an `Open` that names it."""

    __slots__ = ("_children", "_unknown", "facts", "fixed", "frame", "memo", "rows", "selection", "things")

    def __init__(
        self,
        selection: Selection,
        facts: dict[FactKey, Any],
        fixed: dict[FactKey, Any],
        things: dict[str, tuple[str, ...]],
    ) -> None:
        self.selection = selection
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
            found = self._children[name] = Situation(self.selection, facts, fixed, self.things)
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
        setters = self._setters(result) if plan.setters else ()
        kind = plan.question.kind
        if kind is QuestionKind.VERDICT:
            combine.verdict(self, result, self.stage(result, 0, setters))
        elif kind is QuestionKind.PREDICATE:
            combine.predicate(self, result, self.stage(result, 0, setters))
        else:
            combine.value(self, result, setters, last)

    # ---- conditions -------------------------------------------------------------------------------------------------------------------

    def _setters(self, result: Result) -> tuple[tuple[LiveSetter, Any], ...]:
        """The settings-aside on this question that are in force (True) or open."""
        live = result.plan.setters
        conditions: list[Any] = []
        for one in live:
            value = True if one.when is None else one.when(self, result.args)
            if one.maybe is not None and value is not False:
                value = one.maybe if value is True else join(one.maybe, value)
            conditions.append(value)
        attackers = [[(other, True, 0) for other in one.attackers] for one in live]
        states, reasons, _, _ = settle(conditions, attackers)
        found = tuple(
            (one, True if state is State.STANDS else reasons[index])
            for index, (one, state) in enumerate(zip(live, states, strict=True))
            if state in {State.STANDS, State.OPEN}
        )
        result.setters = found
        return found

    def _condition(self, weighed: Weighed, args: tuple[Any, ...]) -> Any:
        """Whether all conditions of a rule hold; notes the first that is false."""
        live = weighed.live
        opened = live.maybe
        for number, part in enumerate(live.parts):
            value = part(self, args)
            if value is True:
                continue
            if value is False:
                weighed.first_false = number
                return False
            opened = value if opened is None else join(opened, value)
        return True if opened is None else opened

    def _aside(self, weighed: Weighed, setters: tuple[tuple[LiveSetter, Any], ...], condition: Any) -> Any:
        """The condition, or what a setting-aside makes of it."""
        uids = weighed.live.uids
        for setter, active in setters:
            if any(uid in setter.targets for uid in uids):
                if active is True:
                    weighed.by, weighed.why = setter, "set aside"
                    return False
                condition = active if condition is True else join(condition, active)
        return condition

    def stage(self, result: Result, number: int, setters: tuple[tuple[LiveSetter, Any], ...]) -> list[Weighed]:
        """The rules of a stage that are about these arguments, each with how it stands.

        Edges on clashing roundings are not weighed here.
        """
        plan = result.plan.stages[number]
        args = result.args
        found: list[Weighed] = []
        conditions: list[Any] = []
        for live in plan.rules:
            if live.guards and any(args[slot] != value for slot, value in live.guards):
                continue
            weighed = Weighed(live, number)
            condition = self._condition(weighed, args)
            if setters and condition is not False:
                condition = self._aside(weighed, setters, condition)
                if condition is False:
                    weighed.state = State.BEATEN
            if condition is False and weighed.state is not State.BEATEN:
                weighed.state = State.FALSE
            elif condition is not False and condition is not True:
                weighed.state, weighed.opened = State.OPEN, condition
            if condition is not False and live.effect is not None:
                self._effect(result, weighed, condition)
                if weighed.state is State.FALSE:
                    condition = False
            found.append(weighed)
            conditions.append(condition)
        result.weighed.extend(found)
        if not plan.simple and len(found) > 1:
            self._precedence(result, plan, found, conditions)
        return found

    def _effect(self, result: Result, weighed: Weighed, condition: Any) -> None:
        """Works out the effect.

        A table in which nothing stands at these keys does not speak, and its silence is that of a case not held.
        """
        live = weighed.live
        assert live.effect is not None
        if live.rule.verb is not TableVerb.LOOK_UP:
            weighed.effect = live.effect(self, result.args)
            return
        before = len(self.rows)
        weighed.effect = live.effect(self, result.args)
        if len(self.rows) > before:
            weighed.row = self.rows[-1][1]
        if weighed.effect.__class__ is Open:
            weighed.state = State.FALSE
            result.held_back = True

    # ---- precedence -------------------------------------------------------------------------------------------------------------------

    def _precedence(self, result: Result, plan: StagePlan, found: list[Weighed], conditions: list[Any]) -> None:
        """Which of these rules stand, given who goes before whom."""
        place = {weighed.live.place: index for index, weighed in enumerate(found)}
        edges: list[Any] = [None] * len(plan.edges)
        attackers: list[list[tuple[int, Any, int]]] = [[] for _ in found]
        for index, weighed in enumerate(found):
            if conditions[index] is False:
                continue
            for number in plan.into[weighed.live.place]:
                by = place.get(plan.edges[number].by)
                if by is None or conditions[by] is False:
                    continue
                active = self._edge(result, plan, number, edges, found, place)
                if active is not False:
                    attackers[index].append((by, active, number))
        parted = _by_parts(found, conditions, attackers) if plan.excuses else {}
        states, reasons, beaten, cycles = settle(conditions, attackers)
        for index, weighed in enumerate(found):
            if conditions[index] is False:
                continue
            weighed.state = states[index]
            weighed.opened = reasons.get(index)
            weighed.cycle = index in cycles
            loser = index
            part = parted.get(index)
            if part is not None:
                weighed.cycle = weighed.cycle or part in cycles
            if part is not None and weighed.live.rule.verb is Verb.MUST:
                weighed.excused = states[part]
                if states[part] is State.OPEN and weighed.opened is None:
                    weighed.opened = reasons[part]
                loser = index if index in beaten else part
            if loser in beaten:
                by, number = beaten[loser]
                weighed.by, weighed.why = found[by if by < len(found) else _owner(parted, by)], plan.edges[number].why

    def _edge(self, result: Result, plan: StagePlan, number: int, edges: list[Any], found: list[Weighed], place: dict[int, int]) -> Any:
        """Whether an edge is in force: True, False or an `Open`."""
        if edges[number] is not None:
            return edges[number]
        edge = plan.edges[number]
        value: Any = True if edge.when is None else edge.when(self, result.args)
        if edge.maybe is not None and value is not False:
            value = edge.maybe if value is True else join(edge.maybe, value)
        if edge.on_clash or edge.unless_clash:
            clash = clashes(found[place[edge.by]], found[place[edge.target]])
            value = _and(value, clash if edge.on_clash else _not(clash))
        for other in edge.yields_to:
            between = plan.edges[other]
            if value is False:
                break
            if between.by in place and between.target in place:
                value = _and(value, _not(self._edge(result, plan, other, edges, found, place)))
        edges[number] = value
        return value

    # ---- silence ----------------------------------------------------------------------------------------------------------------------

    def silence(self, result: Result, weighed: list[Weighed], default: Any) -> Any:
        """What silence means: undetermined where text is missing, else `default`."""
        opened: list[Open] = []
        for case, active in self.missing_text(result, weighed):
            if active is True:
                opened.append(not_held(case))
            else:
                opened.append(active if active.facts or active.readings else not_held(case))
        if result.held_back:
            opened.extend(one.effect for one in weighed if one.live.rule.verb is TableVerb.LOOK_UP and one.effect.__class__ is Open)
        if result.plan.question.not_held:
            opened.append(not_held(None))
        if not opened:
            return default
        found = opened[0]
        for other in opened[1:]:
            found = join(found, other)
        return found

    def missing_text(self, result: Result, weighed: list[Weighed]) -> list[tuple[str, Any]]:
        """The cases without text that bear on this question: unless their condition is false, or a standing rule goes before them."""
        found: list[tuple[str, Any]] = []
        standing = {uid for one in weighed if one.state is State.STANDS for uid in one.live.uids}
        for live in result.plan.not_held:
            if live.guards and any(result.args[slot] != value for slot, value in live.guards):
                continue
            active: Any = True if live.when is None else live.when(self, result.args)
            if live.maybe is not None:
                active = _and(active, live.maybe)
            for setter, on in result.setters:
                if live.clause.uid in setter.not_held:
                    active = _and(active, _not(on))
            for uid, when in live.overriders:
                if uid in standing:
                    active = _and(active, _not(True if when is None else when(self, result.args)))
            if active is not False:
                found.append((live.clause.case, active))
        return found


def _by_parts(found: list[Weighed], conditions: list[Any], attackers: list[list[tuple[int, Any, int]]]) -> dict[int, int]:
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
    """Whether two rules of one stage disagree: True, False, or open where an effect is. Roundings clash by what they make of a value."""
    verbs = {one.live.rule.verb, other.live.rule.verb}
    if verbs <= {Verb.IS, TableVerb.LOOK_UP}:
        for effect in (one.effect, other.effect):
            if effect.__class__ is Open:
                return effect
        return bool(one.effect != other.effect)
    if verbs == {Verb.ROUNDED}:
        return one.live.rule.rounding is not other.live.rule.rounding
    return True


def _outside(plan: Plan, args: tuple[Any, ...]) -> bool:
    """Whether an argument is no value of its parameter: a number beyond the range, `none` where there must be something."""
    for slot, low, high in plan.bounds:
        value = args[slot]
        if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
            return True
    return None in args and any(args[slot] is None for slot in plan.never_none)


def _and(one: Any, other: Any) -> Any:
    if one is False or other is False:
        return False
    if one is True:
        return other
    return one if other is True else join(one, other)


def _not(value: Any) -> Any:
    return value if value.__class__ is Open else not value
