"""Verdicts on single rules and statements of one question: dead rules, hidden repeals, idle overrides, redundant rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.analysis.verdicts.verdict_keys import statement_name
from rulewright.base.keywords import Verb
from rulewright.base.limits import MAX_RULES_APART
from rulewright.core.model import PrecedenceKind
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.solver.questions.omission import rules_without_effect
from rulewright.engines.solver.questions.question import NOWHERE, BudgetExhausted, EncodedRule, Region
from rulewright.engines.solver.questions.statements import Statement, find_defeats, find_effects
from rulewright.semantics.model import Override, SetAside, TableVerb


def judge_dead(context: Context) -> None:
    """Report rules that stand in no situation: their conditions never hold, or something always goes before them.

    An inherited bar is judged where it is written.
    """
    formulas = context.formulas
    regions = {live.core.number: formulas.standing_at_all(live) for live in formulas.rules if live.rule.through is None}
    answers = formulas.which_can_hold(regions.values())
    for live in formulas.rules:
        answer = answers[regions[live.core.number]] if live.core.number in regions else True
        why = answer if isinstance(answer, str) else ""
        if not answer:
            try:
                _judge_dead(context, live)
            except BudgetExhausted as spent:
                why = spent.reason
        if why:
            context.note_undecided(live, f"whether it can stand: {why}")


def _judge_dead(context: Context, live: EncodedRule) -> None:
    """Report a rule that stands nowhere."""
    formulas = context.formulas
    stands, condition = formulas.standing_at_all(live), live.condition.yes
    context.dead.add(live.core.number)
    if context.core.is_settled_against(live.rule.scope):
        return  # that is what the ruling is for
    if formulas.can_hold(formulas.without(formulas.either(stands, formulas.status_of(live).no))):
        return  # it may stand: what it asks is undetermined
    if not formulas.is_proved(stands):
        if not formulas.opaque_reasons(stands):
            _judge_among_more(context, live)
        return
    if not formulas.can_hold(condition):
        if live.rule.parts:
            context.report_finding(FindingKind.DEAD_RULE, (live.rule.id,), (live.rule.case,), why="its conditions never hold together")
        return
    if live.rule.verb is TableVerb.LOOK_UP and not formulas.can_hold(live.effective_condition.yes):
        return  # the table holds no reachable cell: a table without its text is no dead rule
    if _is_needed_link(context, live):
        return
    rule_defeats = list(find_defeats(formulas, live))
    for statement, regions in _regions_by_statement((statement, region) for _, statement, region in rule_defeats):
        if not formulas.can_hold(formulas.both(condition, formulas.without(formulas.either(*regions)))):
            cases = (statement.case, live.rule.case)
            context.report_finding(FindingKind.HIDDEN_REPEAL, (statement.id, live.rule.id), cases, authors=(statement_name(statement),))
            return
    context.report_finding(
        FindingKind.DEAD_RULE,
        (live.rule.id,),
        (live.rule.case,),
        authors=dict.fromkeys(provision for provision, _, region in rule_defeats if formulas.can_hold(condition, region)),
        why="wherever its conditions hold, another goes before it",
    )


def _is_needed_link(context: Context, live: EncodedRule) -> bool:
    """Return True if a chain of statements leads over a rule without which answers differ, or may differ, which is noted.

    So does one from an amount that does not count beside a better one of its kind.
    """
    edges = context.formulas.stages[live.rule.stage].attack_edges
    keeps = any(edge.winner == live.index and edge.statement is not None for edge in edges)
    loses = any(edge.target == live.index and (edge.statement is not None or edge.kind is PrecedenceKind.BEST) for edge in edges)
    if not keeps or not loses:
        return False
    for _, _, why in rules_without_effect(context.formulas, [live]):
        if why:
            context.note_undecided(live, f"whether a chain needs it: {why}")
        return bool(why)
    return True


def _judge_among_more(context: Context, live: EncodedRule) -> None:
    """Report a rule that does not stand among any number of things, either; note it if that is undecided."""
    worlds, limit = context.worlds, context.formulas.limits[0]
    abstraction = None if worlds is None else worlds.deep_abstraction()
    if worlds is None or abstraction is None:
        context.note_undecided(live, limit)
        return
    counterpart = abstraction.formulas.rule_numbered(live.core.number)
    try:
        if counterpart is not None and not abstraction.formulas.can_hold(abstraction.formulas.standing_at_all(counterpart)):
            _judge_dead(abstraction, counterpart)
            context.findings += abstraction.findings
            abstraction.findings.clear()
        elif not any(is_shown_standing(crowd, live) for crowd in worlds.crowd_contexts()):
            context.note_undecided(live, limit)
    except BudgetExhausted as spent:
        context.note_undecided(live, f"whether it can stand: {spent.reason}")


def is_shown_standing(context: Context, live: EncodedRule) -> bool:
    """Return True if the interpreter shows a situation in which a rule, or its requirement, stands. Raises `BudgetExhausted`."""
    counterpart = context.formulas.rule_numbered(live.core.number)
    if counterpart is None:
        return False
    return context.is_shown_somewhere(
        context.formulas.standing_at_all(counterpart), lambda result: _stands_in_evaluation(result, counterpart)
    )


def _stands_in_evaluation(result: Evaluation, live: EncodedRule) -> bool:
    return any(
        ClaimStatus.STANDS in (claim.status, claim.requirement_status) for claim in result.claims if claim.live.number == live.core.number
    )


def _regions_by_statement(effects: Iterable[tuple[Statement | None, Region]]) -> Iterator[tuple[Statement, list[Region]]]:
    """Yield each statement of some effects with the regions of all of them."""
    regions: dict[tuple[type, int], tuple[Statement, list[Region]]] = {}
    for statement, region in effects:
        if statement is not None:
            regions.setdefault((statement.__class__, statement.uid), (statement, []))[1].append(region)
    yield from regions.values()


# ---- redundant rules ---------------------------------------------------------------------------------------------------------------------


def judge_redundant(context: Context) -> None:
    """Report rules whose removal changes no answer."""
    formulas = context.formulas
    if len(formulas.rules) > MAX_RULES_APART:
        context.note_undecided(None, f"which of its rules are redundant: there are more than {MAX_RULES_APART:,}")
        return
    rules = [live for live in formulas.rules if live.core.number not in context.dead and _is_one_of_its_own(context, live)]
    for live, differ, why in rules_without_effect(formulas, rules):
        if why:
            context.note_undecided(live, f"whether it is redundant: {why}")
        else:
            _report_redundant(context, live, differ)


def _report_redundant(context: Context, live: EncodedRule, differ: Region) -> None:
    """Report a rule without which the answer is the same in all situations that are tried."""
    if context.formulas.is_proved(differ, context.formulas.standing_region(live)):
        context.report_finding(FindingKind.REDUNDANT_RULE, (live.rule.id,), (live.rule.case,))
    elif context.formulas.limits:
        context.note_undecided(live, context.formulas.limits[0])
    else:
        context.note_undecided(live, f"whether it is redundant: {context.formulas.opaque_reasons(differ)[0]}")


def _is_one_of_its_own(context: Context, live: EncodedRule) -> bool:
    """Return True if a rule may be redundant: it may stand, and no other rule or line is there for it."""
    if live.is_restated or live.rule.through is not None or context.formulas.standing_region(live) == NOWHERE:
        return False
    if live.rule.verb not in (Verb.NO, Verb.MAY_NOT, Verb.NEED_NOT):
        return True
    # The `not p when not C` of a line `p means C`, or similar: that half is often redundant.
    others = [other.rule for other in context.formulas.rules if other.rule.stage == live.rule.stage]
    return not any(other.verb is not live.rule.verb and other.written_at == live.rule.written_at for other in others)


# ---- statements of precedence ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Statements:
    """The overrides and settings-aside of a core by name, with effect or undecided: a statement without effect anywhere is idle."""

    effective: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)

    def record_effects(self, context: Context) -> None:
        """Record the statements that have an effect on this question, or may: an unknown effect (on a cycle, say) is not idle."""
        formulas = context.formulas
        parts: dict[str, list[Region]] = {}
        for statement, region in find_effects(formulas):
            parts.setdefault(statement_name(statement), []).append(region)
        regions = {name: formulas.either(*parts[name]) for name in parts if name not in self.effective}
        answers = formulas.which_can_hold(regions.values())
        for name, region in regions.items():
            if answers[region] is True:
                self.effective.add(name)
            elif answers[region] or not all(map(formulas.is_proved, parts[name])):
                self.unsure.add(name)

    def record_unbounded_effects(self, context: Context, names: Iterable[str]) -> None:
        """Record the statements on a question that may have an effect among any number of things."""
        candidates = {name for name in names if name not in self.effective and name not in self.unsure}
        if not candidates or not context.formulas.limits or context.worlds is None:
            return
        abstraction = context.worlds.deep_abstraction()
        if abstraction is None:
            self.unsure |= candidates
            return
        for statement, region in find_effects(abstraction.formulas):
            name = statement_name(statement)
            if name in candidates and name not in self.unsure and abstraction.formulas.holds_shortly(region, 1) is not False:
                self.unsure.add(name)

    def is_idle(self, statement: Override | SetAside) -> bool:
        """Return True if a statement about some rule is proved to have no effect."""
        name = statement_name(statement)
        if name in self.effective or name in self.unsure:
            return False
        if isinstance(statement, SetAside) and statement.setters:
            return False
        return not any(target.not_held for target in statement.on)
