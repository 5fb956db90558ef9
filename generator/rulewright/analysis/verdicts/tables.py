"""Look-ups of tables by the rules of one question: reachable rows, and keys without a row."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import Finding, FindingKind, Witness
from rulewright.analysis.verdicts.gaps import is_undetermined
from rulewright.analysis.verdicts.rules import Statements
from rulewright.core.missing_keys import Keys, is_between_ranges, is_in_parameters, missing_text
from rulewright.core.model import Core
from rulewright.core.tables import TableAxis
from rulewright.engines.interpreter.answer import Why
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.solver.questions.lookups import Lookup
from rulewright.engines.solver.questions.question import BudgetExhausted, EncodedRule, NotAnalysable
from rulewright.semantics import terms
from rulewright.semantics.model import QuestionKind, Rule, Table, TableVerb, is_last_row


def table_of_question(core: Core, question: str) -> Table | None:
    """Return the table of a question, if its body has text."""
    if core.questions[question].kind is not QuestionKind.TABLE:
        return None
    ids = [rule.table for rule in core.on[question].written_rules() if rule.verb is TableVerb.LOOK_UP and rule.table is not None]
    table = core.tables[ids[0]] if len(ids) == 1 else None
    return table if table is not None and table.held and table.rows else None


def calls_in_rule(rule: Rule) -> Iterator[terms.Ask]:
    """Yield the calls of other questions in a rule."""
    for root in (*(part.term for part in rule.parts), *(() if rule.effect is None else (rule.effect,))):
        for term in terms.walk(root):
            if isinstance(term, terms.Ask):
                yield term


def judge_tables(context: Context, statements: Statements) -> None:
    """Record the rows that the question's rules can reach, and report the keys without a row that they look up."""
    for live in context.formulas.rules:
        for ask in calls_in_rule(live.rule):
            table = table_of_question(context.core, ask.question)
            if table is not None:
                _judge_lookup(context, statements, live, ask, table)


def _judge_lookup(context: Context, statements: Statements, live: EncodedRule, ask: terms.Ask, table: Table) -> None:
    slots = len(context.question.params)
    if any(isinstance(inner, terms.Var) and inner.slot >= slots for arg in ask.args for inner in terms.walk(arg)):
        statements.unsure.add(name_of_table(table))  # called inside a collection: for any of many things
        return
    try:
        lookup = Lookup(context.formulas, ask, table)
        for place, region in lookup.rows:
            name = name_of_row(table, place)
            if name not in statements.effective and lookup.can_be_reached(region):
                statements.effective.add(name)
        statements.effective.add(name_of_table(table))
        if context.formulas.limits and any(name_of_row(table, place) not in statements.effective for place in range(len(table.rows))):
            statements.unsure.add(name_of_table(table))  # a row may be reached among more things
    except (BudgetExhausted, NotAnalysable) as refusal:
        statements.unsure.add(name_of_table(table))
        context.note_undecided(live, f"which rows of {table.id} it reaches: {refusal}")
        return
    try:
        _report_missing_keys(context, live, table, lookup, context.question.total and ask is live.rule.effect)
    except (BudgetExhausted, NotAnalysable) as refusal:
        context.note_undecided(live, f"whether it asks {table.id} for keys that are not there: {refusal}")


def _report_missing_keys(context: Context, live: EncodedRule, table: Table, lookup: Lookup, is_total: bool) -> None:
    """Report the keys that the rule looks up and that no row, or no column, holds. Raises `BudgetExhausted`, `NotAnalysable`."""
    reasons = {(Why.NO_ROW, table.case), (Why.THROUGH_NONE, live.rule.case)}
    missing: dict[TableAxis, tuple[Witness, list[Keys]]] = {}
    for axis, keys, region in lookup.missing_regions(live):
        if not is_total and is_between_ranges(axis, keys):
            continue
        outside = () if is_in_parameters(context.core, table, axis, keys) else ((Why.SILENT, None),)
        shows = partial(_is_undetermined_by, frozenset((*reasons, *outside)))
        if axis in missing:
            missing[axis][1].extend([keys] if context.is_shown_somewhere(region, shows) else [])
        elif (shown_witness := context.find_witness_somewhere(region, shows)) is not None:
            missing[axis] = shown_witness[0], [keys]
    for axis, (situation, shown_keys) in missing.items():
        context.report_finding(
            FindingKind.TABLE_GAP if is_total else FindingKind.HOLE_IN_TABLE,
            (table.id, live.rule.id),
            (table.case, live.rule.case),
            situation,
            why=missing_text(context.core, table, axis, shown_keys),
            answers=Doubts(gap=is_total),
        )


def _is_undetermined_by(reasons: frozenset[tuple[Why, str | None]], result: Evaluation) -> bool:
    return is_undetermined(result) and not reasons.isdisjoint(result.value.whys)


def name_of_table(table: Table) -> str:
    return f"table {table.id}"


def name_of_row(table: Table, place: int) -> str:
    return f"row {place} of {table.id}"


def tables_on(core: Core, question: str) -> set[str]:
    """Return the names of the tables that a question's rules look up: without analysis their reachable rows are unknown."""
    called = (ask.question for rule in core.on[question].written_rules() for ask in calls_in_rule(rule))
    return {name_of_table(table) for name in called if (table := table_of_question(core, name)) is not None}


def unreached_rows(core: Core, effective: set[str], unsure: set[str]) -> Iterator[Finding]:
    """Yield findings for rows that no rule of the book can reach, of tables that rules look up."""
    for rule in core.written_rules():
        if rule.verb is not TableVerb.LOOK_UP or rule.table is None:
            continue
        table = core.tables[rule.table]
        if name_of_table(table) not in effective or name_of_table(table) in unsure:
            continue
        for place, row in enumerate(table.rows):
            fills_cells = is_last_row(row.keys) and any(None in other.cells for other in table.rows)
            if not fills_cells and name_of_row(table, place) not in effective:
                yield Finding(FindingKind.UNREACHABLE_ROW, rule.question, (rule.id, row.text), (table.case,))
