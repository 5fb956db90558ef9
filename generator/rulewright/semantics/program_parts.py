"""The parts of a program that carry tags, and programs with one part removed.

A *part* is the encoding of a statement of a source in one place: a rule (with all its heads, both halves of a definition), a labelled
condition, a statement of precedence, a row of a table, a case that is not held. Coverage removes a part to prove that an example needs it.
A rule that restates another is one rule under two addresses: both are removed together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from rulewright.semantics import model as p

Trace: TypeAlias = tuple[str, int | str | tuple[str, int]]
"""A trace of an evaluation step: `("rule", uid)`, `("override", uid)`, `("row", (table id, row index))` …"""


class PartKind(StrEnum):
    RULE = "rule"
    CONDITION = "condition"
    OVERRIDE = "override"
    SET_ASIDE = "setting aside"
    NOT_HELD = "case not held"
    TABLE = "table"
    ROW = "table row"
    STAGE = "stage"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a program: its kind, the id shown to people, its tags, the uids of its rules or of itself, and its position in the program.

    `traces` are those that the run of an example leaves when it evaluates the part; empty for kinds that leave none.
    """

    kind: PartKind
    id: str
    tags: tuple[str, ...]
    uids: frozenset[int]
    position: tuple[int | str, ...] = ()
    traces: frozenset[Trace] = frozenset()


def tagged_parts(program: p.Program) -> tuple[Part, ...]:
    """Return the parts that carry a tag."""
    return tuple(part for part in _all_parts(program) if part.tags)


def _all_parts(program: p.Program) -> Iterator[Part]:
    yield from _rule_parts(program)
    for override in program.overrides:
        yield Part(PartKind.OVERRIDE, override.id, override.tags, frozenset({override.uid}), traces=_trace_set("override", [override.uid]))
    for aside in program.set_asides:
        yield Part(PartKind.SET_ASIDE, aside.id, aside.tags, frozenset({aside.uid}), traces=_trace_set("set aside", [aside.uid]))
    for absent in program.not_held:
        yield Part(PartKind.NOT_HELD, absent.id, absent.tags, frozenset({absent.uid}), traces=_trace_set("not held", [absent.uid]))
    for name, table in program.tables.items():
        traces = _trace_set("question", [table.question])
        yield Part(PartKind.TABLE, table.id, table.tags, frozenset(), (name,), traces)
        for index, row in enumerate(table.rows):
            yield Part(PartKind.ROW, f"{table.id} row {row.text}", row.tags, frozenset(), (name, index), traces)
    for name, question in program.questions.items():
        for index, stage in enumerate(question.stages):
            yield Part(PartKind.STAGE, f"{name} at {stage.name}", stage.tags, frozenset(), (name, index), _trace_set("question", [name]))
    for index, impossible in enumerate(program.impossible):
        yield Part(PartKind.IMPOSSIBLE, impossible.says, impossible.tags, frozenset(), (index,))


def _trace_set(word: str, names: Iterable[int | str]) -> frozenset[Trace]:
    return frozenset((word, name) for name in names)


def _rule_parts(program: p.Program) -> Iterator[Part]:
    """Yield the rules by address, as one part each, and their tagged conditions."""
    by_id: dict[str, list[p.Rule]] = {}
    for rule in program.rules:
        if rule.table is None:
            by_id.setdefault(rule.id, []).append(rule)
    restating: dict[int, set[int]] = {}
    for rule in program.rules:
        for first in rule.restates:
            restating.setdefault(first, set()).add(rule.uid)
    for name, rules in by_id.items():
        own_uids = {rule.uid for rule in rules}
        uids = set(own_uids)
        uids |= {first for rule in rules for first in rule.restates}
        uids |= {other for uid in tuple(uids) for other in restating.get(uid, ())}
        tags = tuple(dict.fromkeys(tag for rule in rules for tag in rule.tags))
        yield Part(PartKind.RULE, name, tags, frozenset(uids), traces=_trace_set("rule", uids))
        for index in range(max(len(rule.parts) for rule in rules)):
            tagged = [rule.parts[index] for rule in rules if index < len(rule.parts) and rule.parts[index].tags]
            if tagged:
                yield Part(
                    PartKind.CONDITION,
                    f"{name}.{tagged[0].label}",
                    tagged[0].tags,
                    frozenset(own_uids),
                    (index,),
                    _trace_set("rule", own_uids),
                )


def without_part(program: p.Program, part: Part) -> p.Program:
    """Return the program with one part removed."""
    match part.kind:
        case PartKind.RULE:
            return _without_rules(program, part.uids)
        case PartKind.CONDITION:
            return replace(program, rules=tuple(_without_condition(r, part) if r.uid in part.uids else r for r in program.rules))
        case PartKind.OVERRIDE:
            return replace(program, overrides=tuple(o for o in program.overrides if o.uid not in part.uids))
        case PartKind.SET_ASIDE:
            set_asides = tuple(s for s in program.set_asides if s.uid not in part.uids)
            return replace(program, set_asides=tuple(replace(s, setters=_remaining_uids(s.setters, part.uids)) for s in set_asides))
        case PartKind.NOT_HELD:
            return replace(program, not_held=tuple(n for n in program.not_held if n.uid not in part.uids))
        case PartKind.TABLE:
            name = str(part.position[0])
            return replace(program, tables={**program.tables, name: replace(program.tables[name], rows=(), held=False)})
        case PartKind.ROW:
            name, index = str(part.position[0]), int(part.position[1])
            table = program.tables[name]
            return replace(program, tables={**program.tables, name: replace(table, rows=table.rows[:index] + table.rows[index + 1 :])})
        case PartKind.STAGE:
            return _without_stage(program, str(part.position[0]), int(part.position[1]))
        case PartKind.IMPOSSIBLE:
            position = int(part.position[0])
            return replace(program, impossible=program.impossible[:position] + program.impossible[position + 1 :])


def _remaining_uids(uids: tuple[int, ...], removed: frozenset[int]) -> tuple[int, ...]:
    return tuple(uid for uid in uids if uid not in removed)


def _without_rules(program: p.Program, removed: frozenset[int]) -> p.Program:
    overrides = tuple(
        replace(
            o,
            on=tuple(
                replace(effect, by=_remaining_uids(effect.by, removed), targets=_remaining_uids(effect.targets, removed)) for effect in o.on
            ),
        )
        for o in program.overrides
    )
    asides = tuple(
        replace(s, on=tuple(replace(effect, targets=_remaining_uids(effect.targets, removed)) for effect in s.on))
        for s in program.set_asides
    )
    return replace(program, rules=tuple(r for r in program.rules if r.uid not in removed), overrides=overrides, set_asides=asides)


def _without_condition(rule: p.Rule, part: Part) -> p.Rule:
    index = int(part.position[0])
    return replace(rule, parts=rule.parts[:index] + rule.parts[index + 1 :])


def _without_stage(program: p.Program, name: str, index: int) -> p.Program:
    """Return the program without a stage and its rules; later stages move up."""
    question = program.questions[name]
    removed = frozenset(rule.uid for rule in program.rules if rule.question == name and rule.stage == index)
    reduced = _without_rules(program, removed)
    renumbered = tuple(
        replace(rule, stage=rule.stage - 1) if rule.question == name and rule.stage > index else rule for rule in reduced.rules
    )
    stages = question.stages[:index] + question.stages[index + 1 :]
    return replace(reduced, rules=renumbered, questions={**reduced.questions, name: replace(question, stages=stages)})
