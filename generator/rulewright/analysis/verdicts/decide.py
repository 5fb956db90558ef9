"""All that the rules of one edition lead to, question by question: contradictions, gaps, dead rules and the rest, each shown or proved.

>>> decided = decide(core)
>>> [finding.rules for finding in decided.findings if finding.kind is Kind.CONTRADICTION]
[('14.3.1', '14.7.2')]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from weakref import WeakKeyDictionary

from rulewright.analysis.verdicts.answers import choices_on, judge_choices, judge_range, judge_readings, readings_on
from rulewright.analysis.verdicts.clashes import judge_contradictions, judge_overlaps, may_overlap
from rulewright.analysis.verdicts.context import Context, Elsewhere
from rulewright.analysis.verdicts.cycles import judge_cycles
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import Decided, Finding, Kind, NotAnalysed, QuestionVerdict
from rulewright.analysis.verdicts.gaps import judge_gap, judge_value_gap
from rulewright.analysis.verdicts.rules import Statements, judge_dead, judge_redundant
from rulewright.analysis.verdicts.tables import judge_tables, tables_on, unreached
from rulewright.analysis.verdicts.unbounded import (
    SHARE_OF_STEPS,
    doubts_in,
    every_doubt,
    is_shown_to_stand,
    settle_doubts,
    settle_elsewhere,
)
from rulewright.analysis.verdicts.verdict_keys import name_of
from rulewright.analysis.verdicts.witness import NotShown, Witnesses
from rulewright.base.runtime import nests_deep
from rulewright.base.workers import Parcel
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.abstract_encoder import AbstractEncoder
from rulewright.engines.solver.encoding.abstract_world import SHARES, AbstractWorld
from rulewright.engines.solver.encoding.answers import Asked
from rulewright.engines.solver.encoding.cone import Cones
from rulewright.engines.solver.encoding.crowd_world import CROWDS, Crowd, CrowdWorld
from rulewright.engines.solver.encoding.encoder import NO_LIMIT, Encoder
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import TRUE, Space, TooLarge
from rulewright.engines.solver.formula.symbolic import Algebra, support_with_numbers
from rulewright.engines.solver.search.solver import BUDGET, Effort, Solver
from rulewright.semantics.model import Override, Question, SetAside

MOST_VARIABLES, MOST_SHARED = 1_500, 60_000
"""An encoder with more variables or formulas than this is left for a new one: its numbers would grow long."""
MOST_IN_A_CROWD = 100_000
"""A question that takes more formulas than this, with all that it asks, is not looked into in a crowd."""
MOST_FAILURES = 3
"""So often a situation of an abstraction may not be shown before it is given up."""


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
        self.needs_of_arguments = self.cones.needs_of_arguments()
        self.witnesses = Witnesses(core)
        self.effort = Effort()
        self._encoders: dict[Hashable, Encoder] = {}

    def begin(self) -> None:
        """Forget what was encoded: what comes now does not depend on what was asked before."""
        self._encoders.clear()

    def encoder(self, of: Hashable = None, make: Callable[[], Encoder] | None = None) -> Encoder:
        """The encoder in use for a kind of world (that of few things, if none is said); a new one when it has grown large."""
        found = self._encoders.get(of)
        if found is None or len(found.space.keys) > MOST_VARIABLES or len(found.space.kind) > MOST_SHARED:
            found = self._encoders[of] = make() if make else Encoder(self.core, self.needs, names=self.names)
        return found

    def context(self, question: Question) -> AbstractContextManager[Context]:
        """The context in which a question is judged, among few things. Raises `NotAnalysable`."""
        return self.context_in(question, self.encoder())

    def abstraction(self, question: Question, *, shallow: bool) -> Encoder:
        """An encoder for any number of things; for one question, as what others bring in would only be in the way."""
        return AbstractEncoder(self.core, self.needs_of_arguments, question, shallow=shallow)

    def crowd(self, question: Question, crowd: Crowd) -> Encoder:
        """The encoder for a crowd of things of the kinds of which many may matter to a question."""
        kinds = self.cones.of(question).many
        return self.encoder((crowd, kinds), lambda: self._crowded(crowd, kinds))

    def _crowded(self, crowd: Crowd, kinds: frozenset[str]) -> Encoder:
        arguments = self.needs_of_arguments.things
        needs = self.needs.with_so_many({kind: max(arguments[kind] + crowd.more, crowd.fewest) for kind in sorted(kinds)})
        world = CrowdWorld(self.core, Algebra(Space(NO_LIMIT), names=self.names), needs, arguments)
        return Encoder(self.core, world, most=MOST_IN_A_CROWD)

    @contextmanager
    def context_in(self, question: Question, encoder: Encoder, most: int = 0) -> Iterator[Context]:
        """The context in which a question is judged in the world of an encoder, of many things where none stands for more than `most`.

        Raises `NotAnalysable`.
        """
        env = encoder.world.arguments(question)
        try:
            asked = encoder.laid_out(question.name, env)
        except TooLarge:
            raise NotAnalysable(f"`{question.name}` can come about in too many ways") from None
        frame_holds = encoder.world.frame(question)
        about = _variables_of(encoder, asked)
        match encoder.world:
            case CrowdWorld():
                within = encoder.world.at_most(most)
            case AbstractWorld() if most:
                within = encoder.world.shared_by(most)
            case _:  # open: among few things every situation is looked at
                within = TRUE
        given = encoder.space.both(within, frame_holds, encoder.possible(about))
        solver = Solver(encoder.space, self.budget, given)
        try:
            yield Context(self.core, question, self.cones.of(question), encoder, env, asked, solver, self.witnesses, shared_by=most)
        finally:
            self.effort.add(solver.effort)

    @nests_deep
    def verdicts(
        self, question: Question, depths: Collection[Depth] = tuple(Depth), errors: QuestionVerdict | None = None
    ) -> list[QuestionVerdict]:
        """All that is decided of one question, a verdict a depth; `errors` is what was decided of it at the first, if that was before.

        With errors come the verdicts of other depths at which it takes no more than a glance to know all.
        """
        before, self.effort = self.effort, Effort()
        found: list[QuestionVerdict] = []
        with ExitStack() as stack:
            elsewhere = OtherWorlds(self, question, stack)
            try:
                if errors is None:
                    errors = self._find_errors(question, elsewhere)
                    found += [errors, *self._glance_at_notes(question, elsewhere, errors)]
                known = {verdict.depth for verdict in found}
                for depth in (Depth.ALL, Depth.NOTES):  # the first has situations, which depend on what was looked at before
                    if depth in depths and depth not in known:
                        found.append(self._find_notes(question, elsewhere, depth, errors))
            except NotShown as fault:
                raise NotShown(f"`{question.name}` in the edition `{self.core.edition}`: {fault}") from None
        effort, self.effort = self.effort, before
        self.effort.add(effort)
        found[0].effort.add(effort)
        return found

    def _find_errors(self, question: Question, elsewhere: OtherWorlds) -> QuestionVerdict:
        """The verdict on a question as far as errors and warnings go."""
        statements = Statements()
        doubts = elsewhere.doubts()
        try:
            context = elsewhere.among_few()
            _judge(context, statements, doubts)
            settle_doubts(context, doubts, elsewhere)
            _note_holes(context, elsewhere)
        except NotAnalysable as refusal:
            findings, left = _judge_elsewhere(question, doubts, elsewhere, refusal.reason)
            unsure = statements.unsure | statements_on(self.core, question.name) | tables_on(self.core, question.name)
            apart = choices_on(self.core, question.name)
            biting = frozenset(statements.biting)
            return QuestionVerdict(question.name, Depth.ERRORS, findings, left, biting, frozenset(unsure), apart=apart, is_refused=True)
        findings, left = context.take_results()
        apart = choices_on(self.core, question.name) if left or context.limits else frozenset(judge_choices(context))
        return QuestionVerdict(
            question.name,
            Depth.ERRORS,
            findings,
            left,
            frozenset(statements.biting),
            frozenset(statements.unsure),
            apart=apart,
            dead=frozenset(context.dead),
        )

    def _glance_at_notes(self, question: Question, elsewhere: OtherWorlds, errors: QuestionVerdict) -> Iterator[QuestionVerdict]:
        """The verdicts of the depths at which a glance is enough, now that the question is encoded."""
        if errors.is_refused:
            yield from (QuestionVerdict(question.name, depth) for depth in (Depth.NOTES, Depth.ALL))
            return
        context = elsewhere.among_few()
        with context.at_a_glance(), suppress(NotAnalysable):
            if not may_overlap(context) and not readings_on(self.core, question.name):
                yield QuestionVerdict(question.name, Depth.ALL)
            judge_redundant(context)
            if not context.left:
                yield QuestionVerdict(question.name, Depth.NOTES, *context.take_results())
        context.take_results()

    def _find_notes(self, question: Question, elsewhere: OtherWorlds, depth: Depth, errors: QuestionVerdict) -> QuestionVerdict:
        """The notes on a question that a depth adds."""
        try:
            context = elsewhere.among_few()
        except NotAnalysable as refusal:
            return QuestionVerdict(question.name, depth, (), (NotAnalysed(question.name, "", "", refusal.reason),))
        context.dead = set(errors.dead)
        with context.sparingly():
            try:
                (judge_redundant if depth is Depth.NOTES else _judge_further)(context)
            except NotAnalysable as refusal:
                context.leave(None, refusal.reason)
        return QuestionVerdict(question.name, depth, *context.take_results())


_deciders: WeakKeyDictionary[Parcel[Core], dict[tuple[int, bool], Decider]] = WeakKeyDictionary()
"""Of the cores of which something was decided in this process, by budget and names."""


def decider_of(core: Parcel[Core], budget: int, *, names: bool = True) -> Decider:
    """The decider of a core in this process, made when it is first asked for."""
    known = _deciders.setdefault(core, {})
    found = known.get((budget, names))
    if found is None:
        found = known[budget, names] = Decider(core.value, budget, names=names)
    return found


class OtherWorlds(Elsewhere):
    """One question in each kind of world, looked into when it is asked for."""

    def __init__(self, decider: Decider, question: Question, stack: ExitStack) -> None:
        self._decider = decider
        self._question = question
        self._stack = stack
        self._among_few: Context | None = None
        self._anywhere: Context | None = None
        self._looked_anywhere = False

    def doubts(self) -> Doubts:
        """All that may be wrong with the question, as far as a shallow look tells."""
        doubts = every_doubt(self._decider.core, self._question)
        context = self.at_a_glance()
        return doubts if context is None else doubts_in(context, doubts)

    def among_few(self) -> Context:
        """The question among few things. Raises `NotAnalysable`."""
        if self._among_few is None:
            self._among_few = self._stack.enter_context(self._decider.context(self._question))
            self._among_few.elsewhere = self
        return self._among_few

    def at_a_glance(self) -> Context | None:
        return self._in(self._decider.abstraction(self._question, shallow=True))

    def anywhere(self) -> Context | None:
        if not self._looked_anywhere:
            self._anywhere, self._looked_anywhere = self._in(self._decider.abstraction(self._question, shallow=False)), True
        return self._anywhere

    def crowds(self, shared_by: int | None = None) -> Iterator[Context]:
        if (anywhere := self.anywhere()) is not None:
            yield from self._shared(anywhere.encoder, shared_by)
        for crowd in CROWDS if shared_by is None else ():
            encoder = self._decider.crowd(self._question, crowd)
            for most in crowd.steps:
                context = self._in(encoder, most)
                if context is None:
                    break
                yield context

    def _shared(self, encoder: Encoder, shared_by: int | None) -> Iterator[Context]:
        """The question in an abstraction where sums are shared by more and more things, as long as what is found there is mostly shown."""
        assert isinstance(encoder.world, AbstractWorld)
        failures = 0
        for most in SHARES if shared_by is None else (shared_by,):
            context = self._in(encoder, most)
            if context is not None:
                yield context
                failures += bool(context.left)
            if failures == MOST_FAILURES or not encoder.world.adds_up:
                break

    def _in(self, encoder: Encoder, most: int = 0) -> Context | None:
        with suppress(NotAnalysable):
            return self._stack.enter_context(self._decider.context_in(self._question, encoder, most))
        return None


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
    verdicts = [verdict for question in asked for verdict in decider.verdicts(question)]
    return together(decider.core, verdicts, whole=wanted is None)


def together(core: Core, verdicts: Sequence[QuestionVerdict], whole: bool = True) -> Decided:
    """The verdicts on the questions of a core as one; where they are all there (`whole`), with the statements that bite on none."""
    findings = [finding for verdict in verdicts for finding in verdict.findings]
    apart = {pair for verdict in verdicts for pair in verdict.apart}
    unsure = [left for verdict in verdicts if verdict.depth is Depth.ERRORS for left in verdict.not_analysed]
    if whole:
        seen = Statements(
            {name for verdict in verdicts for name in verdict.biting}, {name for verdict in verdicts for name in verdict.unsure}
        )
        findings += _idle(core, seen)
        findings += unreached(core, seen.biting, seen.unsure)
    else:
        seen_of = {verdict.question for verdict in verdicts}
        left_out = [question.name for question in questions_of(core) if question.name not in seen_of]
        apart |= {pair for name in left_out for pair in choices_on(core, name)}
        unsure += [NotAnalysed(name, "", "", "it was not looked into") for name in left_out]
    effort = Effort()
    for verdict in verdicts:
        effort.add(verdict.effort)
    left = tuple(dict.fromkeys(one for verdict in verdicts for one in verdict.not_analysed))
    return Decided(core.edition, tuple(sorted(findings, key=_order)), (), left, effort, tuple(sorted(apart)), tuple(unsure))


def _judge(context: Context, statements: Statements, doubts: Doubts) -> None:
    if doubts.pairs:
        judge_contradictions(context, doubts.pairs)
    if doubts.circle:
        judge_cycles(context)
    judge_dead(context)
    statements.look(context)
    statements.look_anywhere(context, statements_on(context.core, context.question.name))
    if doubts.gap:
        judge_gap(context)
    if doubts.outside:
        _judge_range(context)
    judge_tables(context, statements)
    if doubts.gap:
        judge_value_gap(context)


def _judge_range(context: Context) -> None:
    """Look for a value outside its range; where it may be made of many things, z3 is asked less for what is only worth a warning."""
    steps = context.solver.z3_steps
    context.solver.z3_steps = steps // SHARE_OF_STEPS if context.limits else steps
    judge_range(context)
    context.solver.z3_steps = steps


def _judge_further(context: Context) -> None:
    """Look for the notes that come by the dozen and ask for nothing to be mended."""
    judge_overlaps(context)
    judge_readings(context)


def _judge_elsewhere(
    question: Question, doubts: Doubts, elsewhere: OtherWorlds, refusal: str
) -> tuple[tuple[Finding, ...], tuple[NotAnalysed, ...]]:
    """What is found of a question that is not looked into among few things, and what is left."""
    anywhere = elsewhere.anywhere()
    if anywhere is None:
        return (), (NotAnalysed(question.name, "", "", refusal),)
    settle_elsewhere(anywhere, doubts, elsewhere, refusal)
    return tuple(anywhere.findings), tuple(anywhere.left)


def _note_holes(context: Context, elsewhere: OtherWorlds) -> None:
    """Note each rule with a condition that was not looked into, unless it is shown to stand in some situation."""
    for stage in context.stages:
        for live, standing in zip(stage.rules, stage.standing, strict=True):
            reasons = context.encoder.reasons(standing.stands)
            if reasons and not is_shown_to_stand(live, elsewhere):
                for reason in reasons:
                    context.leave(live, reason)


def statements_on(core: Core, question: str) -> set[str]:
    """The statements of precedence that speak on a question, by name."""
    on = core.on[question]
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
