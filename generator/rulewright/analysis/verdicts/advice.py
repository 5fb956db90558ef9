"""Verdicts on advice that goes against the verdict it is about: what is advised is forbidden, or what is advised against is required.

The two are answers of two questions. So a further question is put, in a core of its own beside the book's: whether both stand at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.findings import FindingKind, RuleStatement
from rulewright.analysis.verdicts.witness import Witnesses
from rulewright.base.enablement import Scope
from rulewright.base.keywords import VERDICTS, Advice, Comparison, Permission, Verb
from rulewright.base.limits import MIN_CLASHES
from rulewright.base.memo import LazyMapping
from rulewright.core.model import Address, Core, CoreQuestion, CoreRule
from rulewright.core.switches import ALWAYS
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.solver.questions.edition import EditionSolver
from rulewright.engines.solver.questions.point import Point
from rulewright.engines.solver.questions.question import BudgetExhausted, NotAnalysable
from rulewright.semantics import terms
from rulewright.semantics.model import Free, Part, Question, QuestionKind, Rule
from rulewright.semantics.types import YesNo

OPPOSED = (
    (Verb.MAY_NOT, Permission.MAY_NOT, Advice.ADVISED),
    (Verb.MUST, Permission.MUST, Advice.ADVISED_AGAINST),
)
"""The verb of a rule, the verdict that it makes, and the advice that goes against it."""
WHETHER = "whether advice goes against it"


class AdviceJudge:
    """Judges the advice about the verdicts of one core. Nothing is built before a verdict is judged that some clause advises about."""

    def __init__(self, core: Core, budget: int, *, names: bool) -> None:
        self._core = core
        self._budget = budget
        self._names = names

    @cached_property
    def _opposition_solver(self) -> EditionSolver:
        """The solver of the core with the further questions."""
        return EditionSolver(_with_opposition(self._core), self._budget, names=self._names)

    @cached_property
    def _opposition_witnesses(self) -> Witnesses:
        return Witnesses(self._opposition_solver.core)

    def judge_advice(self, context: Context) -> None:
        """Report each pair of rules of a verdict and of the advice about it that stand together and are opposed."""
        if not _opposed_pairs(self._core, context.question):
            return
        solver = self._opposition_solver
        solver.forget_encoders()  # what is found does not depend on the verdicts that were judged before
        try:
            with solver.among_few(solver.core.questions[_opposition_name(context.question)]) as formulas:
                _report_opposed(context, Context(formulas, self._opposition_witnesses))
        except NotAnalysable as refusal:
            context.note_undecided(None, f"{WHETHER}: {refusal.reason}")


def _report_opposed(context: Context, opposition: Context) -> None:
    """Report the opposed pairs, one of each two lines; `opposition` is the question whether both stand at once."""
    formulas = opposition.formulas
    regions = {live.core.number: formulas.standing_region(live) for live in formulas.rules}
    possible = {number: region for number, region in regions.items() if formulas.may_hold(region)}
    reported: set[tuple[str, str]] = set()
    for rule, advising, number in _opposed_pairs(context.core, context.question):
        lines = (rule.first.written_at, advising.first.written_at)
        if lines in reported or number not in possible:
            continue
        if len(reported) == MIN_CLASHES:
            context.note_undecided(None, f"{WHETHER}: the pairs of rules after the first {MIN_CLASHES} were not looked at")
            return
        try:
            region = formulas.both(possible[number], *[formulas.standing_of_called(stating) for stating in (rule, advising)])
            case = opposition.find_witness_somewhere(region, _both_stand(rule, advising))
        except BudgetExhausted as spent:
            context.note_undecided(None, f"{WHETHER}: {spent.reason}")
            continue
        if case is not None and case[0].point is not None:
            _, permission, advice = OPPOSED[number]
            _report_pair(context, (rule, advising), (VERDICTS[permission], advice.value), case[0].point)
            reported.add(lines)


def _report_pair(context: Context, rules: tuple[CoreRule, CoreRule], values: tuple[str, str], shown_at: Point) -> None:
    point = replace(shown_at, question=context.question.name)
    context.report_finding(
        FindingKind.ADVICE_AGAINST_VERDICT,
        [rule.first.id for rule in rules],
        [rule.first.case for rule in rules],
        context.witnesses.with_expected_outcome(context.witness_of(point), point),
        [RuleStatement(rule.first.id, rule.first.case, value) for rule, value in zip(rules, values, strict=True)],
    )


def _opposed_pairs(core: Core, question: Question) -> list[tuple[CoreRule, CoreRule, int]]:
    """Return the rules of a verdict, each with the advice that goes against it, and the place of the two in `OPPOSED`."""
    if question.advice is None:
        return []
    return [
        (rule, advising, number)
        for number, (verb, _, advice) in enumerate(OPPOSED)
        for rule in core.on[question.name].rules
        for advising in core.on[question.advice].rules
        if rule.verb is verb and advising.first.effect == terms.Const(advice.value)
    ]


def _both_stand(*rules: CoreRule) -> Callable[[Evaluation], bool]:
    """Return a test of an evaluation that both questions are answered so, and that these rules stand."""

    def shows_both(result: Evaluation) -> bool:
        evaluations = {inner.plan.question.name: inner for inner in result.subevaluations}
        return result.value is True and all(_is_standing(evaluations[rule.first.question], rule) for rule in rules)

    return shows_both


def _is_standing(result: Evaluation, rule: CoreRule) -> bool:
    claims = [claim for claim in result.claims if claim.live.number == rule.number]
    return any((claim.requirement_status or claim.status) is ClaimStatus.STANDS for claim in claims)


# ---- the further questions ---------------------------------------------------------------------------------------------------------------


def _opposition_name(verdict: Question) -> str:
    """Return a name that no declaration of a book can have."""
    return f"opposed to the advice on {verdict.name}"


def _with_opposition(core: Core) -> Core:
    """Return a core with a further predicate for each verdict that some clause advises about: its rules are as in `OPPOSED`."""
    verdicts = {_opposition_name(verdict): verdict for verdict in core.questions.values() if verdict.advice is not None}
    further = {name: Question(name, QuestionKind.PREDICATE, verdict.params, YesNo()) for name, verdict in verdicts.items()}
    questions = {**core.questions, **further}

    def lower_question(name: str) -> CoreQuestion:
        return CoreQuestion(further[name], _rules_of_opposition(verdicts[name]), (), (), ()) if name in further else core.on[name]

    return replace(core, questions=questions, on=LazyMapping(questions, lower_question))


def _rules_of_opposition(verdict: Question) -> tuple[CoreRule, ...]:
    assert verdict.advice is not None
    args = tuple(terms.Var(slot, param.name) for slot, param in enumerate(verdict.params))
    advice = terms.Ask(verdict.advice, args)
    name, heads = _opposition_name(verdict), tuple(Free(param.name) for param in verdict.params)
    rules = []
    for number, (_, permission, value) in enumerate(OPPOSED):
        parts = (
            Part(terms.AskVerdict(permission, verdict.name, args), ""),
            Part(terms.Compare(Comparison.IS, advice, terms.Const(value.value)), ""),
        )
        rule = Rule(-1 - number, name, "", name, Verb.YES, heads, parts, None, 0, "", Scope(), "", "", ())
        rules.append(CoreRule(number, 0, Verb.YES, None, False, (Address(rule, ALWAYS),)))
    return tuple(rules)
