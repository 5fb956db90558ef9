"""The verdicts of the brute force, where they can be read off answers, against the interpreter asked in every situation of very small books."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from drawn import BOOKS
from engines.solver.oracle import Judge, Verdicts
from engines.solver.plain import rounded, touched
from engines.solver.reach import Instance
from engines.solver.replay import outcome_of, replayed
from engines.solver.situations import TooMany, bits_of
from engines.solver.some_books import some_books
from rulewright.base.keywords import Verb
from rulewright.engines.interpreter.answer import Answer
from rulewright.semantics.model import Program, Rule, TableVerb

FEW = 150
DOES = {
    "yes": {Verb.YES},
    "no": {Verb.NO},
    "permitted": {Verb.MAY, Verb.MUST},
    "forbidden": {Verb.MAY_NOT},
    "required": {Verb.MUST},
    "not required": {Verb.NEED_NOT},
}
"""Which half of a rule it is that does something."""
OPPOSITE = [{Verb.MAY, Verb.MAY_NOT}, {Verb.MUST, Verb.MAY_NOT}, {Verb.YES, Verb.NO}]


class ByAnswers:
    """The verdicts on one question, from the interpreter's answers in all its situations."""

    def __init__(self, program: Program, judge: Judge) -> None:
        self.program = program
        self.judge = judge
        self.found = Verdicts(judge.field.question)
        self.answers = {
            (instance.text, bit): self.ask(program, instance, bit) for instance in judge.field.instances for bit in self.places()
        }

    def stood(self, answer: Answer) -> Iterator[tuple[Rule, str]]:
        """The rules that stood, each with what it did; the two halves of a definition have one address, and a restatement does nothing of its own."""
        for reason in answer.because:
            if reason.effect.startswith("restates "):
                continue
            rules = [rule for rule in self.judge.rules.values() if rule.id == reason.rule]
            yield next(rule for rule in rules if len(rules) == 1 or rule.verb in DOES[reason.effect]), reason.effect

    def places(self) -> list[int]:
        return bits_of(self.judge.possible)

    def ask(self, program: Program, instance: Instance, bit: int) -> Answer:
        return replayed(program, self.judge.field, instance, bit)

    def verdicts(self) -> Verdicts:
        stood: set[int] = set()
        options = [key for key, _ in self.judge.truth.situations.dimensions if key[0] == "option"]
        for (_, bit), answer in self.answers.items():
            situation = self.judge.truth.situations.at(bit)
            standing = {self.judge.truth.main_address(rule.uid): effect for rule, effect in self.stood(answer)}
            told = {clash.rule for clash in answer.conflict}
            clashing = {self.judge.truth.main_address(rule.uid) for rule, _ in self.stood(answer) if rule.id in told}
            stood |= set(standing)
            self.found.out_of_range |= answer.out_of_range is not None and answer.out_of_range.question == answer.question
            size = sum(1 for key in options if situation[key])
            for pair in combinations(sorted(standing), 2):
                one, other = (self.judge.rules[uid] for uid in pair)
                if (set(pair) <= clashing and self.round_apart(one, other, answer)) or self.clash(
                    one, other, standing[pair[0]], standing[pair[1]]
                ):
                    self.found.contradictions[pair] = min(size, self.found.contradictions.get(pair, size))
        self.found.standing = stood
        self.found.redundant = {uid for uid in stood if not self.judge.spared(self.judge.rules[uid]) and self.needless(uid)}
        self.readings()
        return self.found

    @staticmethod
    def round_apart(one: Rule, other: Rule, answer: Answer) -> bool:
        """Whether two roundings make different numbers of the value that they were to round."""
        if one.rounding is None or other.rounding is None:
            return False
        before = answer.steps[-1][1]
        return bool(rounded(one.rounding, before) != rounded(other.rounding, before))

    @staticmethod
    def clash(one: Rule, other: Rule, first: str, second: str) -> bool:
        verbs = {one.verb, other.verb}
        if one.stage != other.stage or "open" in (first, second):
            return False
        if verbs <= {Verb.IS, TableVerb.LOOK_UP}:
            return first != second
        if verbs == {Verb.MUST, Verb.NEED_NOT}:
            return "permitted" not in (first, second)  # a `must` of which only the permission stands
        return verbs in OPPOSITE

    def needless(self, uid: int) -> bool:
        """Whether every answer is the same without a rule, in the situations that are possible with it: what is impossible may follow from it."""
        without = replace(self.program, rules=tuple(rule for rule in self.program.rules if rule.uid != uid), impossible=())
        for instance in self.judge.field.instances:
            for bit in self.places():
                if outcome_of(self.ask(without, instance, bit)) != outcome_of(self.answers[(instance.text, bit)]):
                    return False
        return True

    def readings(self) -> None:
        situations = self.judge.truth.situations
        for name in self.judge.own_readings():
            seen: dict[str, set[object]] = {}
            for (text, bit), answer in self.answers.items():
                rest = {key: value for key, value in situations.at(bit).items() if key != ("reading", name)}
                seen.setdefault(f"{text} {rest}", set()).add(outcome_of(answer))
            if any(len(outcomes) > 1 for outcomes in seen.values()):
                self.found.readings.add(name)


def test_verdicts_read_off_answers() -> None:
    compared = 0
    for book in some_books(BOOKS // 2):
        for name in book.program.questions:
            try:
                judge = Judge(book.program, name)
            except TooMany:
                continue
            if not judge.possible or judge.truth.situations.count * len(judge.field.instances) > FEW:
                continue
            try:
                wanted = judge.verdicts()
            except TooMany:
                continue
            found = ByAnswers(book.program, judge).verdicts()
            context = (book.seed, name, book.text)
            assert found.contradictions == wanted.contradictions, context
            assert found.standing == wanted.standing, context
            assert not wanted.standing & (wanted.dead | set(wanted.repealed)), context
            assert found.redundant == wanted.redundant, context
            assert found.readings == wanted.readings, context
            if all(touched(rule) == ("",) for rule in judge.rules.values()):
                assert found.out_of_range == wanted.out_of_range, context
            compared += 1
    assert compared > BOOKS // 10
