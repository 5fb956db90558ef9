"""A small program as rules that any system can hold: one thing of each kind, no collections, precedence worked out beforehand.

What a peer gets is a fair reading: overrides as order or priority, options left off, scales as numbers. What has no such form raises
`NoSuchForm`, and the mutant is told as one that the peer cannot express.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter

from rulewright.base.enablement import Scope
from rulewright.base.keywords import Verb
from rulewright.semantics import model as p
from rulewright.semantics import terms as t
from rulewright.semantics.model import TableVerb
from rulewright.semantics.types import Thing


class NoSuchForm(Exception):
    """This cannot be said without collections, supposals or conditional precedence."""


@dataclass(frozen=True, slots=True)
class PlainRule:
    """`parts` hold together; `unless` sets it aside. Rules of a higher `rank` go first; `beaten_by` are rules that it yields to."""

    rule: p.Rule
    parts: tuple[t.Term, ...]
    unless: tuple[t.Term, ...]
    rank: int
    beaten_by: tuple[p.Rule, ...]


@dataclass(frozen=True, slots=True)
class Plain:
    """`questions` in an order in which each comes after those that it asks; `rules` by question, the strongest first."""

    program: p.Program
    questions: tuple[p.Question, ...]
    rules: Mapping[str, tuple[PlainRule, ...]]
    places: Mapping[str, int]

    def at(self, question: str, stage: int) -> tuple[PlainRule, ...]:
        """The rules of one stage."""
        return tuple(rule for rule in self.rules.get(question, ()) if rule.rule.stage == stage)


def plain(program: p.Program) -> Plain:
    """The program with its options off. Raises `NoSuchForm`."""
    rules = [rule for rule in program.rules if rule.scope == Scope() and rule.verb is not TableVerb.LOOK_UP]
    beats = _beats(program, rules)
    ranks = _ranks(rules, beats)
    aside = _set_aside(program)
    by_uid = {rule.uid: rule for rule in rules}
    by_question: dict[str, list[PlainRule]] = {}
    for rule in rules:
        beaten = tuple(by_uid[uid] for uid, targets in beats.items() if rule.uid in targets)
        ready = PlainRule(rule, tuple(part.term for part in rule.parts), tuple(aside.get(rule.uid, ())), ranks[rule.uid], beaten)
        by_question.setdefault(rule.question, []).append(ready)
    strongest_first = {name: tuple(sorted(found, key=lambda ready: -ready.rank)) for name, found in by_question.items()}
    places = {value: place for enum in program.enums.values() if enum.ordered for place, value in enumerate(enum.values)}
    return Plain(program, tuple(_in_order(program, strongest_first)), strongest_first, places)


def _in_order(program: p.Program, rules: Mapping[str, Sequence[PlainRule]]) -> Iterator[p.Question]:
    questions = {name: found for name, found in program.questions.items() if found.kind is not p.QuestionKind.TABLE}
    asked: dict[str, set[str]] = {}
    for name, question in questions.items():
        kinds = [param.type.record for param in question.params if isinstance(param.type, Thing)]
        if len(kinds) != len(set(kinds)):
            raise NoSuchForm(f"{name} is about two things of one kind")
        terms = [term for ready in rules.get(name, ()) for term in (*ready.parts, *ready.unless, *_effect(ready))]
        asked[name] = {other for term in terms for other in t.questions_in(term) if other in questions}
    return (questions[name] for name in TopologicalSorter(asked).static_order())


def _effect(ready: PlainRule) -> tuple[t.Term, ...]:
    return () if ready.rule.effect is None else (ready.rule.effect,)


def _set_aside(program: p.Program) -> dict[int, list[t.Term]]:
    found: dict[int, list[t.Term]] = {}
    for statement in program.set_asides:
        for on in statement.on:
            for uid in on.targets:
                found.setdefault(uid, []).append(t.Const(True) if on.when is None else on.when)
    return found


def _beats(program: p.Program, rules: Sequence[p.Rule]) -> dict[int, set[int]]:
    """Who goes before whom: what is stated, then the lines of the policy for pairs that clash and of which nothing is stated."""
    beats: dict[int, set[int]] = {rule.uid: set() for rule in rules}
    for statement in program.overrides:
        for on in statement.on:
            if on.when is not None:
                raise NoSuchForm(f"{statement.id} overrides under a condition")
            for by in on.by:
                if by in beats:
                    beats[by] |= {uid for uid in on.targets if uid in beats}
    lines = [line.text for line in program.policy]
    for one in rules:
        for other in rules:
            if one.question != other.question or one.verb is other.verb or other.uid in beats[one.uid] or one.uid in beats[other.uid]:
                continue
            never = "never over may" in lines and one.force == "never" and other.verb is Verb.MAY
            later = "later source over earlier source" in lines and program.sources.index(one.source) > program.sources.index(other.source)
            if never or (later and other.force != "never"):
                beats[one.uid].add(other.uid)
    return beats


def _ranks(rules: Sequence[p.Rule], beats: Mapping[int, set[int]]) -> dict[int, int]:
    """One more than the highest of those that it beats; of equals the book's order decides, as in a table that takes the first row."""
    ranks: dict[int, int] = {}
    for uid in TopologicalSorter(beats).static_order():
        ranks[uid] = 1 + max((ranks[target] for target in beats[uid]), default=0)
    return ranks
