"""All that the rules of one edition lead to, question by question: contradictions, gaps, dead rules and the rest, each shown or proved.

>>> decided = decide(core)
>>> [finding.rules for finding in decided.findings if finding.kind is Kind.CONTRADICTION]
[('14.3.1', '14.7.2')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial

from rulewright.core.model import Core
from rulewright.decision.encode.answers import Asked
from rulewright.decision.encode.cone import Cones
from rulewright.decision.encode.encoder import Encoder
from rulewright.decision.encode.world import possible
from rulewright.decision.formula.given_up import NotAnalysable
from rulewright.decision.formula.space import TooLarge
from rulewright.decision.formula.symbolic import support_with_numbers
from rulewright.decision.judge.answers import choices_on, judge_range, judge_readings, readings_on
from rulewright.decision.judge.clashes import judge_contradictions, judge_overlaps, settled_pairs
from rulewright.decision.judge.context import Context
from rulewright.decision.judge.cycles import judge_cycles
from rulewright.decision.judge.findings import Decided, Finding, Kind, NotAnalysed, QuestionVerdict, SettledPair
from rulewright.decision.judge.gaps import judge_gap
from rulewright.decision.judge.keys import name_of
from rulewright.decision.judge.rules import Statements, judge_dead, judge_redundant
from rulewright.decision.judge.tables import judge_tables, tables_on, unreached
from rulewright.decision.judge.witness import NotShown, Witnesses
from rulewright.decision.solve.solver import BUDGET, Effort, Solver
from rulewright.runtime import nests_deep
from rulewright.semantics.program import Override, Question, SetAside

MOST_VARIABLES, MOST_SHARED = 1_500, 60_000
"""An encoder with more variables or formulas than this is left for a new one: its numbers would grow long."""


class Decider:
    """Decides the questions of one core, each when it is asked for. `budget` is how many nodes one satisfiability question may take.

    `names`: whether names may stand for amounts that come about in too many ways to list.
    """

    def __init__(self, core: Core, budget: int = BUDGET, *, names: bool = True) -> None:
        self.core = core
        self.names = names
        self.budget = budget
        self.cones = Cones(core)
        self.needs = self.cones.needs()
        self.witnesses = Witnesses(core)
        self.effort = Effort()
        self._encoder: Encoder | None = None
        self._with_more: dict[frozenset[str], Encoder] = {}

    def begin(self) -> None:
        """Forget what was encoded: what comes now does not depend on what was asked before."""
        self._encoder = None
        self._with_more.clear()

    def encoder(self) -> Encoder:
        """The encoder in use; a new one when it has grown large."""
        found = self._encoder
        if found is None or len(found.space.keys) > MOST_VARIABLES or len(found.space.kind) > MOST_SHARED:
            found = self._encoder = Encoder(self.core, self.needs, names=self.names)
        return found

    @contextmanager
    def context(self, question: Question) -> Iterator[Context]:
        """The context in which a question is judged. Raises `NotAnalysable`."""
        with self._context(question, self.encoder()) as context:
            context.with_more = partial(self._context_with_more, question)
            yield context

    @contextmanager
    def _context_with_more(self, question: Question) -> Iterator[Context]:
        """The same with more things of the kinds of which a number is made. Raises `NotAnalysable`."""
        kinds = self.cones.of(question).numbered
        encoder = self._with_more.get(kinds)
        if encoder is None or len(encoder.space.kind) > MOST_SHARED:
            encoder = self._with_more[kinds] = Encoder(self.core, self.needs.with_more(kinds), names=self.names)
        with self._context(question, encoder) as context:
            yield context

    @contextmanager
    def _context(self, question: Question, encoder: Encoder) -> Iterator[Context]:
        env = encoder.world.arguments(question)
        try:
            asked = encoder.laid_out(question.name, env)
            statements = encoder.statements()
        except TooLarge:
            raise NotAnalysable(f"`{question.name}` can come about in too many ways") from None
        frame_holds = encoder.world.frame(question)
        about = _variables_of(encoder, asked)
        given = encoder.space.both(frame_holds, possible(encoder.world, statements, about))
        solver = Solver(encoder.space, self.budget, given)
        try:
            yield Context(self.core, question, self.cones.of(question), encoder, env, asked, solver, self.witnesses)
        finally:
            self.effort.add(solver.effort)

    @nests_deep
    def verdict(self, question: Question) -> QuestionVerdict:
        """All that is decided of one question."""
        statements = Statements()
        before, self.effort = self.effort, Effort()
        try:
            with self.context(question) as context:
                _judge(context, statements)
            findings, left = tuple(context.findings), tuple(context.left)
            whole = not left and not context.cone.limits
            apart = frozenset(context.apart) if whole else choices_on(self.core, question.name)
        except NotShown as fault:
            raise NotShown(f"`{question.name}` in the edition `{self.core.edition}`: {fault}") from None
        except NotAnalysable as refusal:
            findings, left = (), (NotAnalysed(question.name, "", "", refusal.reason),)
            apart = choices_on(self.core, question.name)
            statements.unsure |= _statements_on(self, question.name) | tables_on(self.core, question.name)
        effort, self.effort = self.effort, before
        self.effort.add(effort)
        return QuestionVerdict(question.name, findings, left, frozenset(statements.biting), frozenset(statements.unsure), effort, apart)


def questions_of(core: Core) -> list[Question]:
    """The questions of which something may be found."""
    return [question for question in core.questions.values() if core.on[question.name].rules or question.total]


def _variables_of(encoder: Encoder, asked: Asked) -> set[int]:
    """The variables that a question's rules, effects, statements of precedence and silence depend on."""
    of = encoder.space.variables_of
    found: set[int] = set()
    truths = [setter.active for setter in asked.setters]
    values = [live.effect for stage in asked.stages for live in stage.rules if live.effect is not None]
    with suppress(NotAnalysable):
        values.append(encoder.answers.silence(asked, asked.stages[0]))
    for value in values:
        found |= support_with_numbers(encoder.space, value)
    for stage in asked.stages:
        truths += [edge.active for edge in stage.edges]
        for live, standing in zip(stage.rules, stage.standing, strict=True):
            truths += [live.condition, live.held]
            found |= of(standing.stands)
    for truth in {(truth.yes, truth.no): truth for truth in truths}.values():
        found |= of(truth.yes) | of(truth.no)
    return found


def decide(core: Core, budget: int = BUDGET, questions: Iterable[str] | None = None) -> Decided:
    """Everything about one edition; `questions` names those to look at, else all are."""
    return decide_with(Decider(core, budget), questions)


def decide_with(decider: Decider, questions: Iterable[str] | None = None) -> Decided:
    wanted = None if questions is None else frozenset(questions)
    asked = [question for question in questions_of(decider.core) if wanted is None or question.name in wanted]
    return together(decider.core, [decider.verdict(question) for question in asked], whole=wanted is None)


def together(core: Core, verdicts: Sequence[QuestionVerdict], whole: bool = True) -> Decided:
    """The verdicts on the questions of a core as one; where they are all there (`whole`), with the statements that bite on none."""
    findings = [finding for verdict in verdicts for finding in verdict.findings]
    if whole:
        seen = Statements(
            {name for verdict in verdicts for name in verdict.biting}, {name for verdict in verdicts for name in verdict.unsure}
        )
        findings += _idle(core, seen)
        findings += unreached(core, seen.biting, seen.unsure)
    effort = Effort()
    for verdict in verdicts:
        effort.add(verdict.effort)
    left = tuple(one for verdict in verdicts for one in verdict.not_analysed)
    apart = tuple(sorted({pair for verdict in verdicts for pair in verdict.apart}))
    return Decided(core.edition, tuple(sorted(findings, key=_order)), (), left, effort, apart)


def _judge(context: Context, statements: Statements) -> None:
    judge_contradictions(context)
    judge_cycles(context)
    judge_dead(context)
    statements.look(context)
    judge_gap(context)
    judge_range(context)
    judge_tables(context, statements)
    with context.sparingly():
        _judge_notes(context)
    _note_holes(context)


def _judge_notes(context: Context) -> None:
    """What is worth a note only."""
    judge_overlaps(context)
    judge_redundant(context)
    own = readings_on(context.core, context.question.name)
    if not own:
        return
    try:
        outcome = context.algebra.as_value(context.encoder.answer(context.question.name, context.env))
    except NotAnalysable as refusal:
        context.leave(None, refusal.reason)
    else:
        judge_readings(context, outcome, own)


def _note_holes(context: Context) -> None:
    """Each rule with a condition that was not looked into."""
    for stage in context.stages:
        for live, standing in zip(stage.rules, stage.standing, strict=True):
            for reason in context.encoder.reasons(standing.stands):
                context.leave(live, reason)


def _statements_on(decider: Decider, question: str) -> set[str]:
    core, on = decider.core, decider.core.on[question]
    return {name_of(core.overrides[uid]) for uid in on.statements()} | {name_of(core.asides[aside.statement]) for aside in on.asides}


def _idle(core: Core, seen: Statements) -> Iterator[Finding]:
    """Statements that bite on no question."""
    statements: tuple[Override | SetAside, ...] = (*core.overrides.values(), *core.asides.values())
    for statement in statements:
        if seen.idle(statement):
            name = next((on.question for on in statement.on if on.targets), "")
            cases = (statement.case, *statement.cases)
            yield Finding(Kind.IDLE_OVERRIDE, name, (statement.id,), cases, by=(name_of(statement),))


def _order(finding: Finding) -> tuple[object, ...]:
    return (finding.kind.value, finding.question, finding.rules)


def precedence(core: Core, budget: int = BUDGET) -> tuple[SettledPair, ...]:
    """Each pair of rules whose conditions hold together somewhere with opposite answers, and what settles it."""
    return pairs_settled(core, budget).settled


@nests_deep
def pairs_settled(core: Core, budget: int = BUDGET, questions: Iterable[str] | None = None) -> Decided:
    """The same for some questions, or for all, with those that could not be decided."""
    decider = Decider(core, budget, names=False)
    found: list[SettledPair] = []
    left: list[NotAnalysed] = []
    wanted = core.questions if questions is None else {name: core.questions[name] for name in questions}
    for question in wanted.values():
        if len(core.on[question.name].rules) < 2:
            continue
        try:
            with decider.context(question) as context:
                found += settled_pairs(context)
        except NotAnalysable as refusal:
            left.append(NotAnalysed(question.name, "", "", refusal.reason))
    return Decided(core.edition, (), tuple(found), tuple(left), decider.effort)
