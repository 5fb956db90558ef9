"""Which rules of one stage go before which in all situations at once, and which of them can stand together.

What goes before what is worked out by the same lines with things open and with everything chosen: the first gives the reasons why it is open which
rules stand, the second the ways in which they can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations, product
from typing import Any

from engines.solver.plain import main_part, touched
from engines.solver.situations import Bits, Situations, Spread, TooMany
from rulewright.base.keywords import Verb
from rulewright.semantics import model as p

Item = tuple[str, int, str]  # ("rule", uid, part) or ("aside", uid, "")
Pair = tuple[int, int]
Ways = list[tuple[Bits, dict[Item, Bits]]]
"""In the first situations the items can stand as told together; a situation is under every way in which they can."""

MOST_CHOICES, MOST_TRIED = 6, 300
"""A stage with more open parts than this, or with cycles that take more trying, is left to other tests."""
OTHERWISE, CARRIED, KIND = "otherwise", "carried", "kind"
"""Why a rule goes before another: an `otherwise` rule gives way; a chain of statements carries; what is forbidden generally is so of a kind."""


@dataclass(frozen=True)
class Spoken:
    """A line of the policy, the first but `stated` that speaks about two rules; `early` if it comes before `stated`; and where it does."""

    line: p.PolicyLine
    strong: int
    early: bool
    where: Bits


@dataclass
class Precedence:
    """The rules of one stage of an instance and all that is said about them.

    `stated` by pair: what puts the first before the second. `clash` and `lines` by pair, the smaller uid first. `aside`: where a setting-aside
    takes a rule out, by the setting-aside and the rule. `always_carries`: chains carry between any two rules, not only where the two clash.
    """

    situations: Situations
    rules: list[p.Rule]
    condition: dict[int, Spread]
    stated: dict[Pair, Spread]
    clash: dict[Pair, Spread]
    lines: dict[Pair, list[Spoken]]
    aside: dict[Pair, Spread]
    always_carries: bool
    by_uid: dict[int, p.Rule] = field(init=False)

    def __post_init__(self) -> None:
        self.by_uid = {rule.uid: rule for rule in self.rules}
        self._before: dict[Pair, tuple[Spread, Spread]] | None = None

    # ---- the ways in which rules can stand -------------------------------------------------------------------------------------------

    def choices(self) -> Iterator[tuple[Bits, Precedence]]:
        """With nothing open, in every way, and where there is that way: a choice for each condition, statement about a pair, clash, rule set aside.

        A clash that no line of the policy looks at makes no difference, and stays open.
        """
        opened: list[tuple[str, Any, Spread]] = []
        for name in ("condition", "stated", "clash", "aside"):
            opened += [(name, key, spread) for key, spread in getattr(self, name).items() if spread.open]
        opened = [(name, key, spread) for name, key, spread in opened if name != "clash" or self.lines.get(key)]
        if len(opened) > MOST_CHOICES:
            raise TooMany(f"{len(opened)} things are open")
        for picks in product((True, False), repeat=len(opened)):
            where = self.situations.all
            chosen: dict[str, Any] = {name: dict(getattr(self, name)) for name in ("condition", "stated", "clash", "aside")}
            for (name, key, spread), pick in zip(opened, picks, strict=True):
                chosen[name][key] = self.situations.truth(spread.true | (spread.open if pick else 0))
                where &= self.situations.all if pick else spread.open
            if where:
                yield where, replace(self, **chosen)

    def ways(self) -> Ways:
        """The ways in which the rules of the stage can stand together."""
        found: Ways = []
        for where, chosen in self.choices():
            own = {item: spread.true for item, spread in chosen.own().items()}
            arrows = [(a, b, force.true) for a, b, force in chosen.arrows()]
            taken = {item: bits for item, bits in chosen.taken_out().items() if bits}
            found += labelled(where, {item: bits & ~taken.get(item, 0) for item, bits in own.items()}, arrows)
        return found

    # ---- what goes before what -------------------------------------------------------------------------------------------------------

    def own(self) -> dict[Item, Spread]:
        """The condition of every part of every rule."""
        return {("rule", rule.uid, part): self.condition[rule.uid] for rule in self.rules for part in touched(rule)}

    def taken_out(self) -> dict[Item, Bits]:
        """Where settings-aside surely take parts of rules out."""
        found: dict[Item, Bits] = {}
        for (_, uid), force in self.aside.items():
            for part in touched(self.by_uid[uid]):
                found["rule", uid, part] = found.get(("rule", uid, part), 0) | force.true
        return found

    def arrows(self) -> Iterator[tuple[Item, Item, Spread]]:
        """What defeats what if it stands, and where."""
        for one, other in permutations(self.rules, 2):
            yield from ((a, b, self.goes_before(one, other)) for a, b in arrow(one, other))

    def goes_before(self, one: p.Rule, other: p.Rule) -> Spread:
        """Where a rule goes before another: the first line of the policy that speaks about the two decides."""
        both, negation, either = self.situations.conjunction, self.situations.negation, self.situations.disjunction
        if one.otherwise != other.otherwise:
            return self.situations.always(other.otherwise)
        found = either(self.stated_or_carried(one.uid, other.uid))
        if forbids_generally(one, other):
            found = either([found, self.by_kind(one, other)])
        for spoken in self.spoken(one.uid, other.uid):
            speaks = self.speaks(spoken, one.uid, other.uid)
            strong, weak = (one, other) if spoken.strong == one.uid else (other, one)
            if forbids_generally(weak, strong):
                continue  # no line of the policy goes before that
            if spoken.strong == one.uid:
                back = [] if spoken.early else [negation(either(self.stated_or_carried(other.uid, one.uid)))]
                found = either([found, both([speaks, *back])])
            elif spoken.early:
                found = both([found, negation(speaks)])
        return found

    def by_kind(self, bar: p.Rule, leave: p.Rule) -> Spread:
        """Where what forbids the general action goes before what a kind of it may: where no statement puts them in the opposite order."""
        opposite = [self.situations.disjunction(self.stated_or_carried(leave.uid, bar.uid)), self.not_yielding(leave.uid, bar.uid)]
        return self.situations.negation(self.situations.conjunction(opposite))

    def spoken(self, a: int, b: int) -> list[Spoken]:
        """The lines of the policy about two rules of one rank."""
        same_rank = self.by_uid[a].otherwise == self.by_uid[b].otherwise
        return self.lines.get((min(a, b), max(a, b)), []) if same_rank else []

    def speaks(self, spoken: Spoken, a: int, b: int) -> Spread:
        """Where a line decides about two rules: where they clash."""
        return self.situations.conjunction([self.situations.truth(spoken.where), self.clash[min(a, b), max(a, b)]])

    def not_yielding(self, a: int, b: int) -> Spread:
        """Where no earlier line of the policy puts the two in the opposite order: there statements count."""
        negation = self.situations.negation
        early = [self.speaks(spoken, a, b) for spoken in self.spoken(a, b) if spoken.early and spoken.strong != a]
        return self.situations.conjunction([negation(one) for one in early])

    def stated_or_carried(self, a: int, b: int) -> tuple[Spread, Spread]:
        """Where a statement puts a rule before another, and where a chain of statements does."""
        if self._before is None:
            self._before = self._all_before()
        return self._before[a, b]

    def _all_before(self) -> dict[Pair, tuple[Spread, Spread]]:
        both = self.situations.conjunction
        nowhere = self.situations.always(False)
        stated = {pair: one for pair, one in self.stated.items() if (one.true or one.open) and not self._backwards(*pair)}
        links = {pair: both([spread, self.not_yielding(*pair)]) for pair, spread in stated.items()}
        links = {pair: link for pair, link in links.items() if link.true or link.open}
        chains = self._chains(links)
        found = {}
        for a, b in permutations(self.by_uid, 2):
            carried = nowhere if self._backwards(a, b) else chains.get((a, b), nowhere)
            if carried is not nowhere and not self.always_carries:
                carried = both([self.clash[min(a, b), max(a, b)], carried])
            found[a, b] = (stated.get((a, b), nowhere), carried)
        return found

    def _backwards(self, a: int, b: int) -> bool:
        """An `otherwise` rule never goes before an ordinary one."""
        return self.by_uid[a].otherwise and not self.by_uid[b].otherwise

    def _chains(self, links: Mapping[Pair, Spread]) -> dict[Pair, Spread]:
        """Where a chain leads from one rule to another: its statements hold, and every rule between has its condition and is not set aside."""
        both, either, negation = self.situations.conjunction, self.situations.disjunction, self.situations.negation
        alive = {
            uid: both([self.condition[uid], *(negation(force) for (_, target), force in self.aside.items() if target == uid)])
            for uid in self.by_uid
        }
        found: dict[Pair, Spread] = {}
        for a in dict.fromkeys(a for a, _ in links):
            leads = self._leads({pair: link for pair, link in links.items() if a not in pair}, alive)  # no chain comes back to its start
            for (start, middle), first in links.items():
                for b in self.by_uid:
                    if start == a and (middle, b) in leads:
                        before = [found[a, b]] if (a, b) in found else []
                        found[a, b] = either([*before, both([first, alive[middle], leads[middle, b]])])
        return found

    def _leads(self, links: Mapping[Pair, Spread], alive: Mapping[int, Spread]) -> dict[Pair, Spread]:
        """Where one step or more leads from one rule to another."""
        both, either = self.situations.conjunction, self.situations.disjunction
        leads = dict(links)
        for middle in self.by_uid:
            onto = [(a, link) for (a, b), link in leads.items() if b == middle]
            onward = [(b, link) for (a, b), link in leads.items() if a == middle]
            for (a, first), (b, second) in product(onto, onward):
                if a != b:
                    leads[a, b] = either([both([first, alive[middle], second]), *([leads[a, b]] if (a, b) in leads else [])])
        return leads

    def arguments(self) -> Iterator[tuple[Item, Item, Spread, Any]]:
        """What defeats what, one by one, with the line, `otherwise` or `carried`; statements are left to those who know them."""
        both, negation = self.situations.conjunction, self.situations.negation
        for one, other in permutations(self.rules, 2):
            if one.otherwise != other.otherwise:
                yield from ((a, b, self.situations.always(True), OTHERWISE) for a, b in arrow(one, other) if other.otherwise)
                continue
            carried = both([self.stated_or_carried(one.uid, other.uid)[1], self.not_yielding(one.uid, other.uid)])
            yield from ((a, b, carried, CARRIED) for a, b in arrow(one, other))
            back = negation(self.situations.disjunction(self.stated_or_carried(other.uid, one.uid)))
            if forbids_generally(one, other):
                yield from ((a, b, self.by_kind(one, other), KIND) for a, b in arrow(one, other))
            elsewhere = [negation(self.by_kind(other, one))] if forbids_generally(other, one) else []
            for spoken in self.spoken(one.uid, other.uid):
                if spoken.strong == one.uid:
                    force = both([self.speaks(spoken, one.uid, other.uid), *([] if spoken.early else [back]), *elsewhere])
                    yield from ((a, b, force, spoken.line) for a, b in arrow(one, other))


def forbids_generally(one: p.Rule, other: p.Rule) -> bool:
    """Whether a rule forbids a general action, and the other permits or requires a kind of it."""
    return one.through is not None and other.verb in (Verb.MAY, Verb.MUST)


def arrow(one: p.Rule, other: p.Rule) -> list[tuple[Item, Item]]:
    """One rule before another: before all of it, or only before its requirement where a `need not` is one of the two."""
    if Verb.NEED_NOT in (one.verb, other.verb):
        return [(("rule", one.uid, "requirement"), ("rule", other.uid, "requirement"))]
    return [(("rule", one.uid, main_part(one)), ("rule", other.uid, part)) for part in touched(other)]


# ---- labelling with nothing open ---------------------------------------------------------------------------------------------------------


@dataclass
class Labels:
    """Where items stand and where they do not, in some situations."""

    where: Bits
    stands: dict[Item, Bits]
    out: dict[Item, Bits]

    def left(self, item: Item) -> Bits:
        return self.where & ~(self.stands[item] | self.out[item])

    def within(self, where: Bits, fixed: Iterable[Item] = (), stands: bool = False) -> Labels:
        """The same in fewer situations, some items fixed there."""
        found = Labels(where, *({item: bits & where for item, bits in part.items()} for part in (self.stands, self.out)))
        for item in fixed:
            (found.stands if stands else found.out)[item] |= where
        return found

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.where, *self.stands.values(), *self.out.values())


def labelled(where: Bits, own: dict[Item, Bits], arrows: list[tuple[Item, Item, Bits]]) -> Ways:
    """What stands where: what can be settled is settled; of what is left on a cycle, each rule is tried both ways.

    A rule is tried as a whole, with both its parts, except where what is left goes before one of them only.
    """
    found: Ways = []
    tried: set[tuple[Any, ...]] = set()
    waiting = [Labels(where, dict.fromkeys(own, 0), {item: where & ~bits for item, bits in own.items()})]
    while waiting:
        labels = waiting.pop()
        propagate(labels, arrows)
        if labels.key in tried:
            continue
        tried.add(labels.key)
        if len(tried) > MOST_TRIED:
            raise TooMany("too many ways of trying cycles")
        done = labels.where
        left = {item: bits for item in own if (bits := labels.left(item))}
        among = [(a, b, here) for a, b, force in arrows if (here := force & left.get(a, 0) & left.get(b, 0))]
        before = {item: all_before(bits, among, item) for item, bits in left.items()}
        for item, here in left.items():
            done &= ~here
            for other, bits in before[item].items():
                here &= ~bits | before[other].get(item, 0)  # a cycle is tried when all that goes before it is settled
            for together, parts in as_one(here, item, left, {(a, b): force for a, b, force in among}):
                waiting += [labels.within(together, parts, stands) for stands in (True, False) if together]
        if done:
            found.append((done, labels.within(done).stands))
    return found


def as_one(
    where: Bits, item: Item, left: Mapping[Item, Bits], forces: Mapping[tuple[Item, Item], Bits]
) -> Iterator[tuple[Bits, tuple[Item, ...]]]:
    """A part of a rule with the other part, where that is left too and the same goes before both; elsewhere by itself."""
    for other in left:
        if other[:2] == item[:2] and other != item:
            apart = ~left[other]
            for attacker in left:
                apart |= forces.get((attacker, item), 0) ^ forces.get((attacker, other), 0)
            yield where & ~apart, (item, other)
            where &= apart
    yield where, (item,)


def all_before(where: Bits, arrows: list[tuple[Item, Item, Bits]], start: Item) -> dict[Item, Bits]:
    """What goes before an item that is left there, and where, by way of these arrows."""
    found: dict[Item, Bits] = {}
    changed = True
    while changed:
        changed = False
        for attacker, target, force in arrows:
            reached = found.get(target, 0) | (where if target == start else 0)
            more = reached & force & ~found.get(attacker, 0)
            if more:
                found[attacker] = found.get(attacker, 0) | more
                changed = True
    return found


def propagate(labels: Labels, arrows: list[tuple[Item, Item, Bits]]) -> None:
    """Settles what can be settled until nothing changes."""
    into: dict[Item, list[tuple[Item, Bits]]] = {item: [] for item in labels.stands}
    for attacker, target, force in arrows:
        if force and target in into:
            into[target].append((attacker, force))
    changed = True
    while changed:
        changed = False
        for item, attackers in into.items():
            left = labels.left(item)
            if not left:
                continue
            beaten = waiting = 0
            for attacker, force in attackers:
                beaten |= labels.stands[attacker] & force
                waiting |= labels.left(attacker) & force
            labels.out[item] |= left & beaten
            labels.stands[item] |= left & ~beaten & ~waiting
            changed = changed or bool(left & (beaten | ~waiting))


def pairs_of(rules: list[p.Rule]) -> Iterator[tuple[p.Rule, p.Rule]]:
    """Every two rules, the smaller uid first."""
    yield from combinations(sorted(rules, key=lambda rule: rule.uid), 2)
