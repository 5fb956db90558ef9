"""Which rules of one stage stand together: every choice of what is open, for each the labelling, and cycles tried both ways.

What goes before what is worked out by the same lines with everything chosen and with things open: the first gives the ways in which rules can
stand, the second the reasons why it is open which of them do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from typing import Any

from engines.interpreter.oracle_policy import Merged, Speaking
from engines.interpreter.oracle_terms import Open, both, either, negated, opened
from engines.solver.situations import TooMany
from rulewright.base.keywords import Verb

Pair = tuple[int, int]
Item = tuple[int, str]  # a part of a rule; a setting-aside
Arrow = tuple[Item, Item, Any]  # the first defeats the second if it stands and the last is true


MOST_CHOICES, MOST_TRIED = 128, 256
"""So many choices of what is open, and so many tries on cycles, are gone through; books of which more are needed are left out."""


@dataclass
class Precedence:
    """The rules of one stage of an instance and all that is said about them, each true, false or open.

    `condition` is false of a rule that is set aside, and open where that is open. `stated` by pair: the first is said to go before the second.
    `clash` by pair, the smaller uid first; `lines`, just so: the line of the policy that speaks of the two. `always_carries`: chains carry
    between any two rules, not only where the two clash.
    """

    rules: list[Merged]
    condition: dict[int, Any]
    stated: dict[Pair, Any]
    clash: dict[Pair, Any]
    lines: dict[Pair, Speaking]
    always_carries: bool
    by_uid: dict[int, Merged] = field(init=False)

    def __post_init__(self) -> None:
        """A rule whose condition is false goes before nothing, and no chain passes by it: it is left out."""
        self.rules = [rule for rule in self.rules if self.condition[rule.uid] is not False]
        self.by_uid = {rule.uid: rule for rule in self.rules}
        self.condition = {rule.uid: self.condition[rule.uid] for rule in self.rules}
        self.stated = {pair: truth for pair, truth in self.stated.items() if self._are_there(pair) and not self._backwards(*pair)}
        self.clash = {pair: truth for pair, truth in self.clash.items() if self._are_there(pair)}

    def _are_there(self, pair: Pair) -> bool:
        return pair[0] in self.by_uid and pair[1] in self.by_uid

    @property
    def key(self) -> tuple[Any, ...]:
        """The same for the same rules of which the same is said."""
        parts: tuple[Mapping[Any, Any], ...] = (self.condition, self.stated, self.clash, self.lines)
        return (self.always_carries, *(tuple(part.items()) for part in parts))

    # ---- what is open, and the choices -----------------------------------------------------------------------------------------------

    def choices(self) -> Iterator[Precedence]:
        """The same with nothing open, in every way: a choice for each condition, then for each statement about two rules, and each clash.

        A clash that no line of the policy looks at makes no difference, and stays open.
        """
        for condition in every_way(self.condition):
            there = replace(self, condition=condition)
            looked_at = {pair: truth for pair, truth in there.clash.items() if pair in self.lines}
            for stated in every_way(there.stated):
                for clash in every_way(looked_at):
                    yield replace(there, stated=stated, clash={**there.clash, **clash})

    def standing(self) -> set[frozenset[Item]]:
        """The sets of parts of rules that can stand together."""
        found: set[frozenset[Item]] = set()
        for number, chosen in enumerate(self.choices()):
            if number > MOST_CHOICES:
                raise TooMany
            found |= labellings(chosen.items(), chosen.arrows())
        return found

    def reasons(self) -> frozenset[str]:
        """Why it is open which rules stand; nothing if it is not. Of the requirement only `must` and `need not` say anything."""
        stands = settled(self.items(), self.arrows())
        silent = {(rule.uid, "requirement") for rule in self.rules if rule.verb in (Verb.MAY, Verb.MAY_NOT)}
        return opened(*(truth for item, truth in stands.items() if item not in silent)).reasons

    # ---- what goes before what -------------------------------------------------------------------------------------------------------

    def items(self) -> dict[Item, Any]:
        return {(rule.uid, part): self.condition[rule.uid] for rule in self.rules for part in touched(rule)}

    def arrows(self) -> Iterator[Arrow]:
        """Pair by pair statements, chains of them, lines of the policy, and ordinary rules before others."""
        before = self._stated_or_carried()
        for one, other in permutations(self.rules, 2):
            yield from self._defeats(one, other, self._goes_before(one, other, before))

    def _goes_before(self, one: Merged, other: Merged, before: dict[Pair, Any]) -> Any:
        """Whether a rule goes before another: the first line of the policy that speaks about the two decides."""
        if one.otherwise != other.otherwise:
            return other.otherwise
        pair, back = (one.uid, other.uid), (other.uid, one.uid)
        line, clash = self._line(pair)
        if forbids_generally(one, other):
            favoured = line is not None and line.early and line.strong == one.uid
            return either(before[pair], favoured, negated(before[back]))
        if line is None or (forbids_generally(other, one) and not (line.early and line.strong == other.uid)):
            return before[pair]
        if line.strong == one.uid:
            return either(before[pair], clash if line.early else both(clash, negated(before[back])))
        return both(before[pair], negated(clash)) if line.early else before[pair]

    def _line(self, pair: Pair) -> tuple[Speaking | None, Any]:
        """The line of the policy that decides about two rules where they clash, and whether they do."""
        key = (min(pair), max(pair))
        return self.lines.get(key), self.clash[key]

    def _stated_or_carried(self) -> dict[Pair, Any]:
        """Whether one rule goes before another by a statement or by a chain of statements."""
        pairs = list(permutations(self.by_uid, 2))
        links = {pair: both(truth, self._not_yielding(pair)) for pair, truth in self.stated.items()}
        found = {}
        for a, b in pairs:
            allowed = not self._backwards(a, b) and (self.always_carries or self.clash[min(a, b), max(a, b)])
            carried = either(*self._chains(a, b, links, {a})) if allowed else False
            found[a, b] = either(self.stated.get((a, b), False), both(carried, allowed))
        return found

    def _backwards(self, a: int, b: int) -> bool:
        """An `otherwise` rule never goes before an ordinary one."""
        return self.by_uid[a].otherwise and not self.by_uid[b].otherwise

    def _not_yielding(self, pair: Pair) -> Any:
        """A statement between two rules is none where an earlier line of the policy puts them in the opposite order."""
        line, clash = self._line(pair)
        return negated(clash) if line and line.early and line.strong != pair[0] else True

    def _chains(self, a: int, b: int, links: dict[Pair, Any], seen: set[int]) -> Iterator[Any]:
        """How far each chain from one rule to another holds: its statements, and the condition of every rule between."""
        for middle in self.by_uid:
            link = links.get((a, middle), False)
            if middle in seen or middle == b or link is False:
                continue
            onward = [links.get((middle, b), False), *self._chains(middle, b, links, {*seen, middle})]
            yield both(link, self.condition[middle], either(*onward))

    @staticmethod
    def _defeats(one: Merged, other: Merged, truth: Any) -> Iterator[Arrow]:
        """All of a rule, if only as a permission; of a `need not` and whatever it meets, the requirement alone."""
        if truth is False:
            return
        if Verb.NEED_NOT in (one.verb, other.verb):
            yield (one.uid, "requirement"), (other.uid, "requirement"), truth
        else:
            yield from (((one.uid, touched(one)[0]), (other.uid, part), truth) for part in touched(other))


def forbids_generally(one: Merged, other: Merged) -> bool:
    """Whether a rule forbids a general action, and the other permits or requires a kind of it."""
    return one.first.through is not None and other.verb in (Verb.MAY, Verb.MUST)


def every_way(part: Mapping[Pair, Any] | Mapping[int, Any]) -> Iterator[dict[Any, Any]]:
    """Each open truth chosen, in every way."""
    for chosen in product(*((True, False) if isinstance(truth, Open) else (truth,) for truth in part.values())):
        yield dict(zip(part, chosen, strict=True))


def touched(rule: Merged) -> tuple[str, ...]:
    """The parts of the answer that a rule speaks about: `need not` only of the requirement, every other verdict of both."""
    if rule.verb in (Verb.MAY, Verb.MAY_NOT, Verb.MUST):
        return ("permission", "requirement")
    return ("requirement",) if rule.verb is Verb.NEED_NOT else ("",)


# ---- labelling -------------------------------------------------------------------------------------------------------------------------


def propagated(own: Mapping[Item, Any], arrows: Iterable[Arrow], label: dict[Item, Any]) -> dict[Item, Any]:
    """What can be settled is settled until nothing changes."""
    label = dict(label)
    into: dict[Item, list[tuple[Item, Any]]] = {item: [] for item in own}
    for attacker, target, truth in arrows:
        if target in into and truth is not False:
            into[target].append((attacker, truth))
    while True:
        before = len(label)
        for item in own:
            if item in label:
                continue
            attacks = [both(label[attacker], truth) for attacker, truth in into[item] if attacker in label]
            if own[item] is False or any(attack is True for attack in attacks):
                label[item] = False
            elif len(attacks) == len(into[item]):
                label[item] = both(own[item], *(negated(attack) for attack in attacks))
        if len(label) == before:
            return label


def settled(own: Mapping[Item, Any], arrows: Iterable[Arrow]) -> dict[Item, Any]:
    """Stands, does not, or open; what never settles is open by conflict."""
    label = propagated(own, arrows, {})
    return {item: label.get(item, Open(frozenset({"conflict"}))) for item in own}


def labellings(own: Mapping[Item, Any], arrows: Iterable[Arrow]) -> set[frozenset[Item]]:
    """What stands, with nothing open: of a cycle that nothing unsettled goes before, each member is tried both ways.

    A rule is tried as a whole: with both its parts, unless a `need not` goes before one of them only.
    """
    arrows = list(arrows)
    found: set[frozenset[Item]] = set()
    tried: set[frozenset[tuple[Item, Any]]] = set()
    waiting: list[dict[Item, Any]] = [{}]
    while waiting:
        label = propagated(own, arrows, waiting.pop())
        key = frozenset(label.items())
        if key in tried:
            continue
        tried.add(key)
        if len(tried) > MOST_TRIED:
            raise TooMany
        left = [item for item in own if item not in label]
        if not left:
            found.add(frozenset(item for item in own if label[item]))
        before = {item: _before(item, set(left), arrows) for item in left}
        first = [item for item in left if all(item in before[other] for other in before[item])]
        waiting += [{**label, **dict.fromkeys(_as_one(item, own, arrows), stands)} for item in first for stands in (True, False)]
    return found


def _as_one(item: Item, own: Iterable[Item], arrows: Iterable[Arrow]) -> list[Item]:
    """A part of a rule, with the other one if the same goes before both."""
    ahead = {part: {by for by, target, truth in arrows if target == part and truth is not False} for part in own if part[0] == item[0]}
    return [part for part, several in ahead.items() if several == ahead[item]]


def _before(start: Item, left: set[Item], arrows: Iterable[Arrow]) -> set[Item]:
    """All that goes before a part, by way of others that are not settled too."""
    ahead: set[Item] = set()
    more = {start}
    while more:
        more = {by for by, target, truth in arrows if target in more and by in left and truth is not False} - ahead
        ahead |= more
    return ahead
