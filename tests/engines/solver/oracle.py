"""What the decision procedure must find in a small rulebook: every verdict by its definition, from all situations there are."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from engines.solver.plain import column_of, main_part, row_of, within
from engines.solver.policy import rank_of
from engines.solver.precedence import CARRIED, KIND, Item
from engines.solver.reach import THINGS, Field, Instance, field_of
from engines.solver.situations import Bits, first_bit
from engines.solver.truth import Standing
from rulewright.base.keywords import Verb
from rulewright.semantics import model as p
from rulewright.semantics import terms as t
from rulewright.semantics.model import TableVerb
from rulewright.semantics.types import Numeric


@dataclass
class Verdicts:
    """All verdicts on one question. Rules and statements by uid; a pair is the smaller uid first."""

    question: str
    contradictions: dict[tuple[int, int], int] = field(default_factory=dict)  # with the number of options of the smallest set
    clash_options: dict[tuple[int, int], set[frozenset[str]]] = field(default_factory=dict)
    out_of_range: bool = False
    gap: bool = False
    undetermined: bool = False  # there is no answer somewhere, for whatever reason but a conflict
    dead: set[int] = field(default_factory=set)
    standing: set[int] = field(default_factory=set)
    repealed: dict[int, set[tuple[str, int]]] = field(default_factory=dict)  # by each of these alone
    forced: set[tuple[str, int]] = field(default_factory=set)  # statements that bite here somewhere
    stated: set[tuple[str, int]] = field(default_factory=set)  # statements that could
    overlaps: set[tuple[int, int]] = field(default_factory=set)
    redundant: set[int] = field(default_factory=set)
    readings: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)  # that rules of the question ask
    rows: set[tuple[str, int]] = field(default_factory=set)  # that they reach
    asks_in_vain: set[int] = field(default_factory=set)  # rules that ask for keys that are not there, whether they stand or not
    table_gaps: set[int] = field(default_factory=set)  # rules that ask for a row that is not there, where the question is to be total
    pairs: dict[tuple[int, int], set[str]] = field(default_factory=dict)  # with the principles that settle it somewhere
    example: dict[Any, str] = field(default_factory=dict)


class Judge:
    """One question, looked at in all its situations."""

    def __init__(self, program: p.Program, question: str, most: int = THINGS, *, field: Field | None = None) -> None:
        self.program = program
        self.field: Field = field_of(program, question, most) if field is None else field
        self.truth = self.field.truth
        self.possible = self.field.possible
        self.rules = {rule.uid: rule for rule in program.rules if rule.question == question}
        self.found = Verdicts(question)

    def verdicts(self) -> Verdicts:
        self.outcomes()
        self.rules_alone()
        self.pairs()
        self.statements()
        self.redundant()
        self.readings()
        self.tables()
        return self.found

    def standing(self, instance: Instance) -> Standing:
        return self.truth.standing(self.field.question, instance.args)

    def about(self, instance: Instance) -> list[p.Rule]:
        return self.truth.rules(self.field.question, instance.args)

    def note(self, key: Any, bits: Bits, instance: Instance) -> None:
        """Keeps the first situation that shows a verdict, for people who read failures."""
        if bits and key not in self.found.example:
            self.found.example[key] = f"{instance.text} in {self.truth.situations.at(first_bit(bits))}"

    # ---- the kinds of verdicts -------------------------------------------------------------------------------------------------------

    def outcomes(self) -> None:
        """Gaps and values outside their range."""
        total = self.program.questions[self.field.question].total
        for instance in self.field.instances:
            outcome = self.truth.outcome(self.field.question, instance.args)
            outside, gap = outcome.outside & self.possible, outcome.gap & self.possible
            self.found.out_of_range |= bool(outside)
            self.found.gap |= bool(gap) and total
            self.found.undetermined |= bool(outcome.answer.undetermined & self.possible) and total
            self.note("out of range", outside, instance)
            if total:
                self.note("gap", gap, instance)

    def rules_alone(self) -> None:
        """Dead rules; and those of which one statement leaves nothing. A rule that is open somewhere may yet stand."""
        for uid, rule in self.rules.items():
            if self.truth.main_address(uid) != uid:
                continue
            if rule.through is not None:
                self.found.standing.add(uid)  # a bar that is handed down is looked at where it is written
                continue
            able: list[tuple[Instance, Bits]] = []
            stands = opened = 0
            for instance in self.field.instances:
                standing = self.standing(instance)
                item = ("rule", uid, main_part(rule))
                if item in standing.own:
                    stands |= standing.stands[item] & self.possible
                    opened |= standing.open(item) & self.possible
                    able.append((instance, standing.own[item].true & self.possible))
            if stands:
                self.found.standing.add(uid)
            elif not opened and (rule.parts or any(own for _, own in able)):
                self.found.dead.add(uid)
                self.found.repealed[uid] = self.repealing(rule, able)
        self.found.repealed = {uid: by for uid, by in self.found.repealed.items() if by}
        self.found.dead -= set(self.found.repealed)

    def repealing(self, rule: p.Rule, able: list[tuple[Instance, Bits]]) -> set[tuple[str, int]]:
        """The statements each of which alone defeats a rule wherever its condition holds; none if that is nowhere."""
        everywhere: set[tuple[str, int]] | None = None
        for instance, own in able:
            if own:
                here = {name for name, bits in self.attacks(instance, ("rule", rule.uid, main_part(rule))).items() if not own & ~bits}
                everywhere = here if everywhere is None else everywhere & here
        return everywhere or set()

    def attacks(self, instance: Instance, item: Item) -> dict[tuple[str, int], Bits]:
        """The statements that defeat a rule, each with where it does."""
        standing = self.standing(instance)
        found: dict[tuple[str, int], Bits] = {}
        for attacker, target, where, why in standing.edges:
            if target == item and isinstance(why, p.Override | p.SetAside):
                name = ("override" if isinstance(why, p.Override) else "aside", why.uid)
                found[name] = found.get(name, 0) | (standing.stands[attacker] & where.true)
        return found

    def pairs(self) -> None:
        """Contradictions, what settles those that are settled, and rules that say the same."""
        apart = self.declared()
        for instance in self.field.instances:
            standing = self.standing(instance)
            for one, other in combinations(self.about(instance), 2):
                clash = self.truth.clash(one, other, instance.args).true
                part = "requirement" if Verb.NEED_NOT in (one.verb, other.verb) else main_part(one)
                items: list[Item] = [("rule", one.uid, part), ("rule", other.uid, part)]
                if not all(item in standing.own for item in items):
                    continue
                pair = (min(one.uid, other.uid), max(one.uid, other.uid))
                able = standing.own[items[0]].true & standing.own[items[1]].true & self.possible
                stand = standing.stands[items[0]] & standing.stands[items[1]] & self.possible
                if stand & clash:
                    self.contradiction(pair, stand & clash, instance)
                if able & clash:
                    self.principles(pair, able & clash, stand & clash, instance)
                same = stand & ~clash & ~self.truth.clash(one, other, instance.args).open
                if one.case != other.case and one.stage == other.stage == 0 and pair not in apart and self.same(one, other, same, instance):
                    self.found.overlaps.add(pair)
                    self.note(("overlap", pair), same, instance)

    def contradiction(self, pair: tuple[int, int], where: Bits, instance: Instance) -> None:
        """Notes a contradiction, with the smallest sets of options under which it shows."""
        for bit_set, options in self.by_options(where):
            size = len(options)
            best = self.found.contradictions.get(pair)
            if best is None or size < best:
                self.found.contradictions[pair] = size
                self.found.clash_options[pair] = {options}
                self.found.example.pop(("contradiction", pair), None)
                self.note(("contradiction", pair), bit_set, instance)
            elif size == best:
                self.found.clash_options[pair].add(options)

    def shown(self, kind: str, rules: tuple[str, ...], instance: Instance) -> Bits:
        """Where a contradiction, an overlap with the same answer, a gap or a value out of its range is to be seen."""
        outcome, standing = self.truth.outcome(self.field.question, instance.args), self.standing(instance)
        if kind == "out-of-range":
            return outcome.outside
        if kind == "gap":
            return outcome.answer.undetermined
        found = 0
        for one, other in combinations(self.about(instance), 2):
            if {one.id, other.id} == set(rules):
                part = "requirement" if Verb.NEED_NOT in (one.verb, other.verb) else main_part(one)
                clash = self.truth.clash(one, other, instance.args)
                stand = standing.stands[("rule", one.uid, part)] & standing.stands[("rule", other.uid, part)]
                found |= stand & (clash.false if kind == "overlap" else clash.true)
        return found

    def by_options(self, where: Bits) -> list[tuple[Bits, frozenset[str]]]:
        """The situations parted by the options that are on."""
        parts: list[tuple[Bits, frozenset[str]]] = [(where, frozenset())]
        for name in sorted(self.field.reach.options):
            on = self.truth.situations.spreads[("option", name)].true
            parts = [
                (bits, chosen)
                for before, options in parts
                for bits, chosen in ((before & ~on, options), (before & on, options | {name}))
                if bits
            ]
        return parts

    def principles(self, pair: tuple[int, int], together: Bits, standing_both: Bits, instance: Instance) -> None:
        """What settles two rules where both their conditions hold and they clash: what is in force between them; or nothing."""
        standing = self.standing(instance)
        found = self.found.pairs.setdefault(pair, set())
        self.note(("pair", pair), together, instance)
        into = [edge for edge in standing.edges if edge[1][0] == "rule" and edge[1][1] in pair]
        between = [edge for edge in into if edge[0][0] == "aside" or edge[0][1] in pair]
        said: dict[tuple[int, int], Bits] = {}  # a line of the policy after `stated` settles nothing where a statement has, or a kind
        gone = 0  # nor where one of the two is set aside
        for attacker, target, force, why in between:
            if isinstance(why, p.SetAside):
                gone |= force.true & standing.stands[attacker]
            if isinstance(why, p.Override) or why in (CARRIED, KIND):
                said[attacker[1], target[1]] = said.get((attacker[1], target[1]), 0) | force.true
        for attacker, target, force, why in between:
            where = together & force.true
            if isinstance(why, p.SetAside):
                found |= {"set aside"} if where & standing.stands[attacker] else set()
            elif isinstance(why, p.PolicyLine):
                early = rank_of(self.program, why) < rank_of(self.program, None)
                before = 0 if early else said.get((attacker[1], target[1]), 0)
                found |= {why.text} if where & ~gone & ~before else set()
            elif where:
                found.add("stated" if isinstance(why, p.Override) else why)
        if standing_both:
            found.add("")

    def declared(self) -> set[tuple[int, int]]:
        """Pairs of rules between which something is said: restates, besides, overrides."""
        found = set()
        for rule in self.rules.values():
            found |= {(rule.uid, other) for other in (*rule.restates, *rule.besides)}
        for statement in self.program.overrides:
            for on in statement.on:
                if on.question == self.field.question:
                    found |= {(a, b) for a in on.by for b in on.targets}
        main = self.truth.main_address
        return {(min(main(a), main(b)), max(main(a), main(b))) for a, b in found}

    def same(self, one: p.Rule, other: p.Rule, where: Bits, instance: Instance) -> bool:
        """Whether two rules, both standing there, somewhere say the same; what is handed down says so of the general action."""
        if one.through is not None or other.through is not None:
            return False
        if one.verb is not other.verb and {one.verb, other.verb} != {Verb.IS, TableVerb.LOOK_UP}:
            return False
        if one.effect is None and one.table is None:
            return bool(where)
        effects = [self.truth.effect(rule, instance.args) for rule in (one, other)]
        return bool(where & self.truth.situations.lift(lambda a, b: a == b, *effects).true)

    def statements(self) -> None:
        """Which statements bite on this question somewhere: both rules could stand there, or what is set aside could.

        The rule that is put first need not stand: where another goes before it, a chain leads on from it.

        A statement bites nowhere that a line of the policy before it decides; where it is open whether it bites, it may. Settings-aside of other settings-aside, and whatever goes before cases that are not held, may bite there.
        """
        statements: list[tuple[str, p.Override | p.SetAside]] = [("override", one) for one in self.program.overrides]
        statements += [("aside", one) for one in self.program.set_asides if not one.setters]
        for word, one in statements:
            if any(on.targets for on in one.on if on.question == self.field.question) and not any(on.not_held for on in one.on):
                self.found.stated.add((word, one.uid))
        for instance in self.field.instances:
            standing = self.standing(instance)
            for attacker, target, where, why in standing.edges:
                if isinstance(why, p.Override | p.SetAside) and target[0] == "rule":
                    if isinstance(why, p.Override):
                        name, there = ("override", why.uid), ~standing.own[attacker].false
                    else:
                        name, there = ("aside", why.uid), ~standing.out[attacker]
                    self.bites(name, self.possible & there & ~where.false & ~standing.own[target].false)

    def bites(self, name: tuple[str, int], where: Bits) -> None:
        if where:
            self.found.forced.add(name)

    def redundant(self) -> None:
        """Rules that stand somewhere and without which every answer would be the same; one that another restates is left out."""
        for uid, rule in self.rules.items():
            if uid not in self.found.standing or self.spared(rule):
                continue
            if not any(self.differs(instance, rule) for instance in self.field.instances):
                self.found.redundant.add(uid)

    def spared(self, rule: p.Rule) -> bool:
        """Whether a rule is never told as redundant: another restates it, it is the second half of a line, or it is handed down."""
        others = [other for other in self.rules.values() if other is not rule]
        denies = rule.verb in (Verb.NO, Verb.MAY_NOT, Verb.NEED_NOT)
        second_half = denies and any(written_at(other) == written_at(rule) and other.verb is not rule.verb for other in others)
        return rule.through is not None or second_half or any(self.truth.main_address(other.uid) == rule.uid for other in others)

    def differs(self, instance: Instance, rule: p.Rule) -> bool:
        with_it = self.truth.outcome(self.field.question, instance.args).answer
        without = self.truth.outcome(self.field.question, instance.args, rule.uid).answer
        differ = (with_it.conflict ^ without.conflict) | (with_it.undetermined ^ without.undetermined)
        for value in {*with_it.values, *without.values}:
            differ |= with_it.of(value) ^ without.of(value)
        self.note(("not redundant", rule.uid), differ & self.possible, instance)
        return bool(differ & self.possible)

    def readings(self) -> None:
        """Readings that this question's own provisions are under, with two choices of different answers in situations otherwise alike."""
        for name in self.own_readings():
            for instance in self.field.instances:
                answer = self.truth.outcome(self.field.question, instance.args).answer
                parts = [*answer.values.values(), answer.conflict, answer.undetermined & ~answer.conflict]
                if any(self.moves(part, name) for part in parts):
                    self.found.readings.add(name)

    def own_readings(self) -> list[str]:
        """The readings that provisions on this question are under."""
        provisions: list[p.Rule | p.Override | p.SetAside | p.NotHeld] = list(self.rules.values())
        provisions += [one for one in self.program.overrides if any(on.question == self.field.question for on in one.on)]
        provisions += [one for one in self.program.set_asides if any(on.question == self.field.question for on in one.on)]
        provisions += [one for one in self.program.not_held if one.question == self.field.question]
        return sorted(self.field.reach.readings & {one.scope.reading for one in provisions})

    def moves(self, part: Bits, reading: str) -> bool:
        """Whether an outcome is there under one choice of a reading and not there under another, all else alike."""
        situations = self.truth.situations
        choices = list(situations.spreads[("reading", reading)].values.values())
        for index, one in enumerate(choices):
            for other in choices[index + 1 :]:
                shift = first_bit(other) - first_bit(one)
                both_possible = self.possible & one & (self.possible >> shift)
                if (part ^ (part >> shift)) & both_possible & one:
                    return True
        return False

    def tables(self) -> None:
        """Which rows the rules reach with what they ask of tables, and where they ask for one that is not there."""
        for instance in self.field.instances:
            for rule in self.about(instance):
                for root in (*(part.term for part in rule.parts), *(() if rule.effect is None else (rule.effect,))):
                    for ask in t.walk(root):
                        if isinstance(ask, t.Ask) and self.program.questions[ask.question].kind is p.QuestionKind.TABLE:
                            self.asked(rule, ask, instance)

    def asked(self, rule: p.Rule, ask: t.Ask, instance: Instance) -> None:
        table = next(self.program.tables[one.table] for one in self.program.rules if one.question == ask.question and one.table is not None)
        given = self.truth.situations.lift(lambda *found: found, *[self.truth.term(arg, instance.args) for arg in ask.args])
        self.found.tables.add(table.id)
        bare = 0
        for args, where in given.values.items():
            place = row_of(table, args)
            if place is not None and where & self.possible:
                self.found.rows.add((table.id, place))
            if place is None or column_of(table, args) is None or not self.takes(ask.question, args):
                bare |= where
        if bare & self.possible:
            self.found.asks_in_vain.add(rule.uid)
        if ask is rule.effect and self.program.questions[self.field.question].total:
            stands = self.standing(instance).stands[("rule", rule.uid, main_part(rule))]
            silent = self.truth.outcome(self.field.question, instance.args).answer.undetermined
            if bare & stands & silent & self.possible:
                self.found.table_gaps.add(rule.uid)

    def takes(self, question: str, args: tuple[Any, ...]) -> bool:
        """Whether arguments are within the ranges of a question's parameters."""
        kinds = [param.type for param in self.program.questions[question].params]
        return all(value is None or not isinstance(kind, Numeric) or within(kind, value) for kind, value in zip(kinds, args, strict=True))


def judge(program: p.Program) -> dict[str, Verdicts]:
    """The verdicts on every question of a program; raises `TooMany`."""
    return {name: Judge(program, name).verdicts() for name in program.questions}


def written_at(rule: p.Rule) -> str:
    """The address of the line that a rule, or a ground of it, stands on."""
    return rule.id.rpartition(".")[0] if rule.label else rule.id
