"""Every formula that the encoder makes of a rule or an answer is held against the brute force, situation by situation.

`drawn` says how many books.
"""

from __future__ import annotations

from collections.abc import Iterator

from drawn import BOOKS
from engines.solver.bridge import Bridge
from engines.solver.plain import main_part
from engines.solver.reach import Field, Instance, field_of
from engines.solver.situations import Bits, TooMany, first_bit
from engines.solver.some_books import smallest, some_books, text_of
from rulewright.core.lower import lower
from rulewright.engines.solver.cone import Cones
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import Formula
from rulewright.engines.solver.formula.symbolic import Value, restrict_value, support_of
from rulewright.semantics.model import Program, Question, TableVerb
from rulewright.semantics.types import Thing

LIMITS = ("go before one another", "ways of coming about", "too many ways")
"""What an answer may be refused for: its rules are compared all the same, unless one of them asks such an answer."""


def difference(program: Program) -> str:
    """The first formula that holds where it should not, or does not where it should; empty if there is none."""
    core = lower(program)
    encoder = Encoder(core, Cones(core).world_needs())
    for name in program.questions:
        try:
            field = field_of(program, name)
            for instance in field.instances:
                field.truth.outcome(name, instance.args)
        except TooMany:
            continue
        for instance in field.instances:
            if one_thing_twice(core.questions[name], instance) and name not in encoder.world.one_or_two:
                continue
            bridge = Bridge(encoder, field, instance)
            for compared in (in_rules, in_answer):
                try:
                    found = compared(encoder, bridge, field, instance)
                except NotAnalysable as refusal:
                    assert any(limit in refusal.reason for limit in LIMITS), refusal
                    continue
                if found:
                    return f"{instance.text}: {found}"
    return ""


def one_thing_twice(question: Question, instance: Instance) -> bool:
    """Whether an instance has one thing for two arguments; formulas speak of that only where it is told."""
    things = [arg for param, arg in zip(question.params, instance.args, strict=True) if isinstance(param.type, Thing)]
    return len(things) > len(set(things))


def told(field: Field, what: str, apart: Bits) -> str:
    return f"{what} differs at {field.truth.situations.at(first_bit(apart & field.possible))}" if apart & field.possible else ""


def looked_into(encoder: Encoder, value: Value) -> Iterator[Value]:
    """A value with each condition in it that is not looked into taken as it may be: one of these values is what it is."""
    several = [value]
    for variable in sorted(support_of(encoder.space, value) & encoder.holes):
        choices = range(len(encoder.space.values[variable] or ()))
        several = [restrict_value(encoder.space, one, variable, 1 << choice) for one in several for choice in choices]
    yield from several


def apart_from(encoder: Encoder, bridge: Bridge, formula: Formula, wanted: Bits) -> Bits:
    """Where a formula is not what it should be, whatever is not looked into."""
    apart = bridge.all
    for one in looked_into(encoder, Value(((formula, True),))):
        apart &= (bridge.bits(one.cases[0][0]) if one.cases else 0) ^ wanted
    return apart


def in_rules(encoder: Encoder, bridge: Bridge, field: Field, instance: Instance) -> str:
    asked = encoder.encode_question(field.question, encoder.world.question_arguments(encoder.core.questions[field.question]))
    standing = field.truth.standing(field.question, instance.args)
    for stage in asked.stages:
        for live, formulas in zip(stage.rules, stage.statuses, strict=True):
            item = ("rule", live.rule.uid, main_part(live.rule))
            pairs = [("where it stands", formulas.yes, standing.stands.get(item, 0))]
            pairs += [("where it is out", formulas.no, standing.out.get(item, field.truth.situations.all))]
            if item in standing.own and live.rule.verb is not TableVerb.LOOK_UP:
                own = standing.own[item]
                pairs += [("its condition", live.condition.yes, own.true), ("its condition's falseness", live.condition.no, own.false)]
            for what, formula, bits in pairs:
                found = told(field, f"{live.rule.id}: {what}", apart_from(encoder, bridge, formula, bits))
                if found:
                    return found
    return ""


def in_answer(encoder: Encoder, bridge: Bridge, field: Field, instance: Instance) -> str:
    answer = encoder.encode_answer(field.question, encoder.world.question_arguments(encoder.core.questions[field.question]))
    wanted = field.truth.outcome(field.question, instance.args).answer
    apart, differ = bridge.all, set[str]()
    for one in looked_into(encoder, encoder.algebra.as_value(answer)):
        values, conflict = bridge.values(one, list(wanted.values))
        here = conflict ^ wanted.conflict
        for value in {*values, *wanted.values}:
            here |= values.get(value, 0) ^ wanted.of(value)
            differ |= {str(value)} if (values.get(value, 0) ^ wanted.of(value)) & field.possible else set()
        apart &= here
    return told(field, f"the answer ({', '.join(sorted(differ)) or 'a conflict'})", apart)


def test_formulas_hold_where_the_brute_force_says() -> None:
    looked_at = 0
    for book in some_books(BOOKS // 2, first=300_000):
        try:
            found = difference(book.program)
        except TooMany:
            continue
        looked_at += 1
        if found:
            files = smallest(book.files, lambda program: bool(difference(program)))
            raise AssertionError(f"book {book.seed}: {difference(book.program)}\nsmallest that shows one:\n{text_of(files)}")
    assert looked_at >= BOOKS // 4
