"""What the rules of one question ask of tables: rows that are reached, and keys that no row holds where the question must be answered."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import Finding, Kind
from rulewright.analysis.verdicts.rules import Statements
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.core.model import Core
from rulewright.engines.interpreter.evaluation import Result
from rulewright.engines.interpreter.unknown import Open
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula
from rulewright.engines.solver.formula.symbolic import Value
from rulewright.engines.solver.search.solver import Spent
from rulewright.semantics import terms
from rulewright.semantics.model import QuestionKind, Rule, Table, TableVerb


def table_asked(core: Core, question: str) -> Table | None:
    """The table that a question is, if it is one whose body is held."""
    if core.questions[question].kind is not QuestionKind.TABLE:
        return None
    ids = [rule.table for rule in core.on[question].stated() if rule.verb is TableVerb.LOOK_UP and rule.table is not None]
    table = core.tables[ids[0]] if len(ids) == 1 else None
    return table if table is not None and table.held and table.rows else None


def asks_of(rule: Rule) -> Iterator[terms.Ask]:
    """Every question that a rule asks as a value."""
    for root in (*(part.term for part in rule.parts), *(() if rule.effect is None else (rule.effect,))):
        for found in terms.walk(root):
            if isinstance(found, terms.Ask):
                yield found


def judge_tables(context: Context, seen: Statements) -> None:
    """Notes the rows that the question's rules can reach, and finds keys without a row where the question is `total`."""
    for live in context.lives():
        for ask in asks_of(live.rule):
            table = table_asked(context.core, ask.question)
            if table is not None:
                _judge(context, seen, live, ask, table)


def _judge(context: Context, seen: Statements, live: EncodedRule, ask: terms.Ask, table: Table) -> None:
    slots = len(context.question.params)
    if any(isinstance(inner, terms.Var) and inner.slot >= slots for arg in ask.args for inner in terms.walk(arg)):
        seen.unsure.add(name_of_table(table))  # asked inside a collection: for any of many things
        return
    try:
        args, found = _places(context, ask, table)
        for where, place in found:
            name = name_of_row(table, place)
            if name not in seen.biting and context.solver.possible(where, _possible(context, where)):
                seen.biting.add(name)
        seen.biting.add(name_of_table(table))
        if context.limits and any(name_of_row(table, place) not in seen.biting for place in range(len(table.rows))):
            seen.unsure.add(name_of_table(table))  # a row may be reached where there are more things
        if context.question.total and ask is live.rule.effect:
            _judge_gap(context, live, table, args, context.space.either(*[where for where, _ in found]))
    except (Spent, NotAnalysable) as refusal:
        seen.unsure.add(name_of_table(table))
        context.leave(live, f"which rows of {table.id} it reaches: {refusal}")


def _places(context: Context, ask: terms.Ask, table: Table) -> tuple[tuple[Value, ...], list[tuple[Formula, int]]]:
    """The keys that a question asks a table for, and the rows that hold them, each with where."""
    args = tuple(context.encoder.terms.value(arg, context.env) for arg in ask.args)
    return args, list(context.encoder.tables.places(table, [row.keys for row in table.rows], table.row_slots, args))


def _possible(context: Context, formula: Formula) -> Formula:
    """What is possible of what a formula depends on: keys whose cells are alike have left no trace in the rule's effect."""
    encoder = context.encoder
    return encoder.possible(context.space.variables_of(formula))


def _judge_gap(context: Context, live: EncodedRule, table: Table, args: tuple[Value, ...], covered: Formula) -> None:
    """Keys that no row holds, where the rule stands."""
    space = context.space
    stands = context.standing(live).stands
    answer = context.algebra.as_value(context.encoder.answer(context.question.name, context.env))
    undetermined = space.both(context.algebra.open(answer), space.negate(answer.bad))
    bare = space.both(stands, *[context.algebra.defined(value) for value in args], space.negate(covered), undetermined)
    box = None if bare == FALSE else context.small(bare)
    if box is None:
        return
    try:
        situation, _ = context.show(bare, box, _undetermined)
    except NotShown as fault:
        context.excused(bare, live, "", fault)
        return
    context.find(Kind.TABLE_GAP, (table.id, live.rule.id), (table.case, live.rule.case), situation, answers=Doubts(gap=True))


def _undetermined(result: Result) -> bool:
    value = result.value
    return value.__class__ is Open and not value.conflict and not value.facts and not value.readings


def name_of_table(table: Table) -> str:
    return f"table {table.id}"


def name_of_row(table: Table, place: int) -> str:
    return f"row {place} of {table.id}"


def tables_on(core: Core, question: str) -> set[str]:
    """The tables that a question's rules ask, by name: of one that is not analysed, nobody knows which rows."""
    asked = (ask.question for rule in core.on[question].stated() for ask in asks_of(rule))
    return {name_of_table(table) for name in asked if (table := table_asked(core, name)) is not None}


def unreached(core: Core, biting: set[str], unsure: set[str]) -> Iterator[Finding]:
    """Rows that no rule of the book can reach, of tables that rules ask."""
    for rule in core.stated():
        if rule.verb is not TableVerb.LOOK_UP or rule.table is None:
            continue
        table = core.tables[rule.table]
        if name_of_table(table) not in biting or name_of_table(table) in unsure:
            continue
        for place, row in enumerate(table.rows):
            if name_of_row(table, place) not in biting:
                yield Finding(Kind.UNREACHABLE_ROW, rule.question, (rule.id, row.text), (table.case,))
