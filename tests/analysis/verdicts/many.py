"""What is found in generated books about many things, against situations drawn at random: no miss, no false alarm, and `ask` ends.

    cd tests && python -m analysis.verdicts.many --books 2000 [--first 0]

A book is its number; one in which something is wrong is printed with its text, and the run goes on. Each book has half a minute of
processor time and 1 GB: what takes more is printed, too.
"""

from __future__ import annotations

import argparse
import os
import pickle
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from analysis.verdicts.drawn_worlds import Drawer, Drawn, arguments, keys_of, things_of, values_of
from engines.solver import many_books
from engines.solver.some_books import Files, first_taken, text_of
from rulewright.analysis.dependencies.pairs import contradicting_pairs
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import EditionVerdicts, Finding, FindingKind
from rulewright.analysis.verdicts.precedence_pairs import settle_pairs
from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Verb
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.core.wording import fact_text
from rulewright.engines.interpreter.answer import Answer, Why
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.interpreter.claims import Claim, ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.explore import outcome_key
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.semantics.terms import FactKey

SITUATIONS = 70
COMPLETIONS = 12
SECONDS, GIGABYTE = 30, 1 << 30
MOST_IN_RANGE = 3
"""That a number outgrows its range is looked for with so many things."""
SETTLING = (FindingKind.CONTRADICTION, FindingKind.OPTION_CLASH, FindingKind.OVERRIDE_CYCLE)
DEAD = (FindingKind.DEAD_RULE, FindingKind.HIDDEN_REPEAL)
IMPOSSIBLE = "no such situation is possible"
Pair = tuple[str, frozenset[str]]
"""A question and two rules of it."""


@dataclass
class Tally:
    """What came of some books."""

    books: int = 0
    situations: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    not_analysed: int = 0
    excused: int = 0
    asked: int = 0
    misses: list[str] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    slowest: tuple[float, int] = (0.0, -1)
    slowest_asks: tuple[float, int] = (0.0, -1)
    largest: tuple[float, int] = (0.0, -1)

    @property
    def differing(self) -> list[str]:
        """All that is wrong."""
        return [*self.misses, *self.alarms, *self.wrong]

    def add(self, other: Tally) -> None:
        """Take over what came of other books."""
        for name in ("books", "situations", "not_analysed", "excused", "asked"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.seen.update(other.seen)
        self.findings.update(other.findings)
        for name in ("misses", "alarms", "wrong"):
            getattr(self, name).extend(getattr(other, name))
        for name in ("slowest", "slowest_asks", "largest"):
            setattr(self, name, max(getattr(self, name), getattr(other, name)))

    def __str__(self) -> str:
        seen = ", ".join(f"{count:,} {what}" for what, count in sorted(self.seen.items()))
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(self.findings.items()))
        return (
            f"{self.books:,} books, {self.situations:,} situations ({seen}), {self.findings.total():,} findings ({kinds}), "
            f"{self.not_analysed:,} not analysed, which excuse {self.excused:,}; {self.asked:,} questions asked; "
            f"{len(self.misses):,} misses, {len(self.alarms):,} false alarms, {len(self.wrong):,} answers wrong or refused; "
            f"slowest {self.slowest[0]:.1f} s (book {self.slowest[1]}), its questions {self.slowest_asks[0]:.1f} s (book {self.slowest_asks[1]}), "
            f"largest {self.largest[0]:.0f} MB (book {self.largest[1]})"
        )


# ---- what situations show ----------------------------------------------------------------------------------------------------------------


class Shown:
    """What the interpreter shows in some situations of a book, each with the first that shows it."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.clashes: dict[Pair, str] = {}
        self.opposed: dict[Pair, str] = {}
        self.unanswered: dict[str, str] = {}
        self.outside: dict[str, str] = {}
        self.standing: dict[tuple[str, str], str] = {}
        self.deciding: dict[str, str] = {}
        self._pairs = {name: list(contradicting_pairs(on)) for name, on in core.on.items()}
        self._statements = {
            (by, target): [one.id for one in core.overrides.values() for on in one.on if by in on.by and target in on.targets]
            for on in core.on.values() for first in on.rules for second in on.rules
            for by in first.uids for target in second.uids
        }  # fmt: skip

    def look(self, drawn: Drawn) -> None:
        """Note all that a situation shows."""
        for question in self.core.on:
            for args in arguments(self.core, question, drawn.things):
                self._note(question, f"{question}({', '.join(map(str, args))}) with {drawn}", drawn, drawn.result(question, args))

    def _note(self, question: str, where: str, drawn: Drawn, result: Evaluation) -> None:
        weighed = {one.live.number: one for one in result.claims}
        for one, other in self._pairs[question]:
            first, second = weighed.get(one.number), weighed.get(other.number)
            if first is None or second is None or not _opposite(first, second):
                continue
            pair = (question, frozenset((first.live.rule.id, second.live.rule.id)))
            if (first.winner is second or second.winner is first) and all(_is_met(drawn, result, one) for one in (first, second)):
                self.opposed.setdefault(pair, where)
            excusing = Verb.NEED_NOT in (first.live.core.verb, second.live.core.verb)
            states = {
                (one.requirement_status if excusing and one.requirement_status is not None else one.status) for one in (first, second)
            }
            if states == {ClaimStatus.STANDS}:
                self.clashes.setdefault(pair, where)
                self.opposed.setdefault(pair, where)
        for rule in result.claims:
            if ClaimStatus.STANDS in (rule.status, rule.requirement_status):
                self.standing.setdefault((question, rule.live.rule.id), where)
            if rule.status is ClaimStatus.DEFEATED and rule.defeat_reason == "stated":
                named = [name for by in rule.winner.live.core.uids for uid in rule.live.core.uids for name in self._statements[by, uid]]
                if len(named) == 1:
                    self.deciding.setdefault(named[0], where)
        value = result.value
        if self.core.questions[question].total and value.__class__ is Unknown and _is_unanswered(value):
            self.unanswered.setdefault(question, where)
        if result.out_of_range is not None and drawn.size <= MOST_IN_RANGE:
            self.outside.setdefault(question, where)

    def tally(self) -> Counter[str]:
        """How many of each were shown."""
        return Counter(
            {
                "clashes": len(self.clashes),
                "unanswered": len(self.unanswered),
                "rules that stand": len(self.standing),
                "overrides that decide": len(self.deciding),
            }
        )


def _is_met(drawn: Drawn, result: Evaluation, rule: Claim) -> bool:
    """All conditions of a rule are true: what is open can be beaten, too."""
    return any(all(part(drawn.worked_out, result.args) is True for part in address.conditions) for address in rule.live.addresses)


def _is_unanswered(value: Unknown) -> bool:
    """There is no answer, and not for a conflict, or for want of words or of facts."""
    of_text = {Why.NOT_HELD, Why.NO_ROW, Why.EMPTY_CELL, Why.OPEN_READING}
    return not value.conflict and not value.out_of_range and not value.facts and not of_text & {why for why, _ in value.whys}


def _opposite(first: Claim, second: Claim) -> bool:
    """Two rules whose effects may be opposite have effects that are."""
    effects = first.effect, second.effect
    if first.live.core.verb is not Verb.IS or second.live.core.verb is not Verb.IS:
        return True
    return not any(effect.__class__ is Unknown for effect in effects) and effects[0] != effects[1]


# ---- misses and false alarms -------------------------------------------------------------------------------------------------------------


def missed(shown: Shown, decided: EditionVerdicts, settled: EditionVerdicts, tally: Tally) -> Iterator[str]:
    """What situations show and no finding says, nor that it was not analysed."""
    left = Counter(one.question for one in decided.not_analysed)
    found: dict[FindingKind, list[Finding]] = {kind: [one for one in decided.findings if one.kind is kind] for kind in FindingKind}
    contradicting = {(one.question, frozenset(one.rules)) for kind in SETTLING for one in found[kind]}
    circles = {one.question for one in found[FindingKind.OVERRIDE_CYCLE]}
    for pair, where in shown.clashes.items():
        if pair not in contradicting and pair[0] not in circles:
            if left[pair[0]]:
                tally.excused += 1
            else:
                yield f"{' and '.join(sorted(pair[1]))} clash: {where}"
    said = {(one.question, frozenset(one.rules)) for one in settled.settled}
    left_there = {one.question for one in settled.not_analysed}
    for pair, where in shown.opposed.items():
        if pair not in said and pair[0] not in left_there:
            yield f"{' and '.join(sorted(pair[1]))} say the opposite, and `precedence` does not list them: {where}"
    for kind, asked, word in (
        (FindingKind.GAP, shown.unanswered, "is not answered"),
        (FindingKind.OUT_OF_RANGE, shown.outside, "is out of its range"),
    ):
        for question, where in asked.items():
            if not any(one.question == question for one in found[kind]):
                if left[question]:
                    tally.excused += 1
                else:
                    yield f"{question} {word}: {where}"
    dead = {(one.question, one.rules[-1]) for kind in DEAD for one in found[kind]}
    yield from (
        f"{rule} is called dead and stands: {where}" for (question, rule), where in shown.standing.items() if (question, rule) in dead
    )
    idle = {name for one in found[FindingKind.IDLE_OVERRIDE] for name in one.rules}
    yield from (f"the override {name} is called idle and decides: {where}" for name, where in shown.deciding.items() if name in idle)


STATUS = {
    FindingKind.CONTRADICTION: Status.CONFLICT, FindingKind.OPTION_CLASH: Status.CONFLICT, FindingKind.OVERRIDE_CYCLE: Status.CONFLICT,
    FindingKind.OUT_OF_RANGE: Status.OUT_OF_RANGE, FindingKind.GAP: Status.UNDETERMINED,
}  # fmt: skip
"""What is answered where a finding shows itself."""


def false_alarm(core: Core, finding: Finding) -> str:
    """Why the situation of a finding does not show it; empty where it does."""
    case = finding.situation
    if case is None:
        return ""
    try:
        answer = ask(core, case.question, dict(case.facts), world=dict(case.world), closed=True)
    except WrongInput as wrong:
        return f"{finding.kind} {finding.rules}: {case}: {wrong.message}"
    wanted = STATUS.get(finding.kind)
    if wanted is not None and answer.status is not wanted:
        return f"{finding.kind} {finding.rules}: {case}: {answer.status} {answer.value}"
    if finding.kind is FindingKind.OVERLAP and not set(finding.rules) <= {reason.rule for reason in answer.because}:
        return f"{finding.kind} {finding.rules}: {case}: {answer.status} by {sorted(reason.rule for reason in answer.because)}"
    return ""


# ---- questions with facts missing --------------------------------------------------------------------------------------------------------


def said_by(answer: Answer) -> tuple[Any, ...]:
    """What makes an answer the same: status, and value if answered."""
    if answer.status is not Status.ANSWERED:
        return (answer.status.value,)
    return ("answered", Fraction(answer.value) if isinstance(answer.value, int) and not isinstance(answer.value, bool) else answer.value)


def put(core: Core, question: str, args: tuple[Any, ...], facts: dict[FactKey, Any], things: Any, *, closed: bool) -> Answer | str:
    """The answer; why there is none, where the book says that it is no possible situation."""
    names = {name: kind for kind, several in things.items() for name in several}
    text = f"{question}({', '.join(map(str, args))})" if args else question
    given = {fact_text(core, key): "none" if value is None else value for key, value in facts.items()}
    try:
        return ask(core, text, given, world=names, closed=closed)
    except WrongInput as wrong:
        if IMPOSSIBLE in wrong.message:
            return wrong.message
        raise


def answers_wrong(core: Core, drawer: Drawer, tally: Tally) -> Iterator[str]:
    """What `ask` says with facts missing, and completions do not."""
    for question in core.on:
        needed = Counter(param.type.record for param in core.questions[question].params)  # type: ignore[union-attr]
        things = things_of(core, drawer.completed({kind: needed[kind] for kind in core.records}))
        args = next(iter_all := arguments(core, question, things), None)
        args = (
            next((one for one in iter_all if len(set(one)) == len(one)), args) if args is not None and len(set(args)) < len(args) else args
        )
        if args is None:
            continue
        completions = [one for _ in range(COMPLETIONS) if (one := drawer.within(things, 0.0)) is not None]
        for closed in (True, False):
            tally.asked += 1
            yield from _differing(
                put(core, question, args, {}, things, closed=closed), completions, question, args, f"nothing given, closed: {closed}"
            )
        for drawn in completions[:2]:
            yield from _all_but_one(core, drawer, drawn, (question, args), tally)


def _all_but_one(core: Core, drawer: Drawer, drawn: Drawn, asked: tuple[str, tuple[Any, ...]], tally: Tally) -> Iterator[str]:
    """The same with one fact missing, against each of its values."""
    key, kind = drawer.rng.choice(list(keys_of(core, drawn.things)))
    rest = {name: value for name, value in drawn.point.facts.items() if name != key}
    every = [drawer.given({**rest, key: value}, drawn.things) for value in values_of(core, kind, drawn.things)]
    possible = [one for one in every if one is not None]
    for closed in (True, False):
        tally.asked += 1
        answer = put(core, *asked, rest, drawn.things, closed=closed)
        yield from _differing(answer, possible, *asked, f"{key} missing, closed: {closed}, {drawn}")
        if closed and not isinstance(answer, str) and answer.status is Status.MISSING:
            outcomes = {_outcome(one.result(*asked)) for one in possible}
            if len(outcomes) == 1:
                yield f"{asked}: {key} is missing and makes no difference, {outcomes}: {drawn}"


def _outcome(result: Evaluation) -> tuple[Any, ...]:
    status, *value = outcome_key(result.value)
    return (status, *(Fraction(one) if isinstance(one, int) and not isinstance(one, bool) else one for one in value))


def _differing(answer: Answer | str, completions: list[Drawn], question: str, args: tuple[Any, ...], what: str) -> Iterator[str]:
    if isinstance(answer, str):
        if completions:
            yield f"{question}{args}: {what}: called impossible, but {completions[0]} is not"
        return
    if answer.status is Status.MISSING:
        return
    for one in completions:
        outcome = _outcome(one.result(question, args))
        if outcome != said_by(answer):
            yield f"{question}{args}: {what}: {said_by(answer)}, but {outcome} with {one}"
            return


# ---- books -------------------------------------------------------------------------------------------------------------------------------


def drawn_book(number: int) -> tuple[Files, Core]:
    """The book of a number: the first of those drawn with it that the language takes."""
    files, program = first_taken(many_books.book, number)
    return files, lower(program)


def try_book(number: int) -> Tally:
    """What came of the book of that number."""
    files, core = drawn_book(number)
    return judged(core, number, f"\n{text_of(files)}")


def judged(core: Core, number: int, text: str = "") -> Tally:
    """What came of a book."""
    tally = Tally(books=1)
    shown, drawer = Shown(core), Drawer(core, Random(number))
    for drawn in drawer.some(SITUATIONS):
        tally.situations += 1
        shown.look(drawn)
    tally.seen = shown.tally()
    began = time.process_time()
    decided, settled = decide(core), settle_pairs(core)
    tally.slowest = (time.process_time() - began, number)
    tally.findings = Counter(finding.kind.value for finding in decided.findings)
    tally.not_analysed = len(decided.not_analysed)
    tally.misses = [f"book {number}: {one}{text}" for one in missed(shown, decided, settled, tally)]
    tally.alarms = [f"book {number}: {why}{text}" for finding in decided.findings if (why := false_alarm(core, finding))]
    began = time.process_time()
    try:
        tally.wrong = [f"book {number}: {one}{text}" for one in answers_wrong(core, drawer, tally)]
    except WrongInput as wrong:
        tally.wrong = [f"book {number}: {wrong.message}{text}"]
    tally.slowest_asks = (time.process_time() - began, number)
    return tally


def try_book_apart(number: int) -> Tally:
    """The same in a process of its own, with its limits."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        resource.setrlimit(resource.RLIMIT_AS, (GIGABYTE, GIGABYTE))
        try:
            made = try_book(number)
        except BaseException as fault:
            made = Tally(books=1, wrong=[f"book {number}: {fault!r}\n{text_of(drawn_book(number)[0])}"])
        with os.fdopen(writing, "wb") as out:
            pickle.dump(made, out)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as back:
        said = back.read()
    _, status, used = os.wait4(child, 0)
    if status or not said:
        return Tally(
            books=1,
            wrong=[f"book {number}: stopped by {os.WTERMSIG(status)} after {used.ru_utime:.0f} s\n{text_of(drawn_book(number)[0])}"],
        )
    tally: Tally = pickle.loads(said)
    tally.largest = (used.ru_maxrss / 1024, number)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(prog="decision.many", description="hold findings about many things against situations drawn at random")
    parser.add_argument("--books", type=int, default=2_000, help="how many generated books")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    asked = parser.parse_args()
    tally = Tally()
    for number in range(asked.first, asked.first + asked.books):
        one = try_book_apart(number)
        tally.add(one)
        for text in one.differing:
            print(text, flush=True)
        if tally.books % 100 == 0:
            print(tally, flush=True)
    print(tally)
    sys.exit(bool(tally.differing))


if __name__ == "__main__":
    main()
