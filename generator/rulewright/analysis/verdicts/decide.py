"""The verdicts on one edition, question by question: contradictions, gaps, dead rules and the rest, each shown or proved.

>>> decided = decide(core)
>>> [finding.rules for finding in decided.findings if finding.kind is Kind.CONTRADICTION]
[('14.3.1', '14.7.2')]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from itertools import chain
from weakref import WeakKeyDictionary

from rulewright.analysis.verdicts.advice import AdviceJudge
from rulewright.analysis.verdicts.answers import choices_on, judge_choices, judge_range, judge_readings
from rulewright.analysis.verdicts.clashes import judge_contradictions, judge_overlaps
from rulewright.analysis.verdicts.context import Context, QuestionWorlds
from rulewright.analysis.verdicts.cycles import judge_cycles
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import EditionVerdicts, Finding, FindingKind, NotAnalysed, QuestionVerdict
from rulewright.analysis.verdicts.gaps import judge_gap, judge_silence, judge_value_gap
from rulewright.analysis.verdicts.rules import Statements, judge_dead, judge_redundant
from rulewright.analysis.verdicts.tables import judge_tables, tables_on, unreached_rows
from rulewright.analysis.verdicts.unbounded import all_doubts, is_shown_to_stand, remaining_doubts, settle_doubts, settle_in_abstraction
from rulewright.analysis.verdicts.verdict_keys import statement_name
from rulewright.analysis.verdicts.witness import NotShown, Witnesses
from rulewright.base.limits import DEFAULT_BUDGET, MAX_UNSHOWN_WORLDS, Z3_SHARE_OF_WORLD
from rulewright.base.runtime import nests_deep
from rulewright.base.workers import Parcel
from rulewright.core.model import Core
from rulewright.engines.solver.questions.edition import CROWDS, SHARE_COUNTS, EditionSolver
from rulewright.engines.solver.questions.question import Effort, NotAnalysable, QuestionFormulas
from rulewright.semantics.model import Override, OverrideOn, Question, SetAside, SetAsideOn

PARTIAL_LEVELS = (1, 3)
"""The levels of called questions that are encoded to rule out a doubt for any number of things, before all of them are."""


class Decider:
    """Decides the questions of one core on demand. `budget` is the number of nodes that one satisfiability question may take.

    `names`: True if named variables may stand for amounts with too many values to list.
    """

    def __init__(self, core: Core, budget: int = DEFAULT_BUDGET, *, names: bool = True) -> None:
        self.core = core
        self.solver = EditionSolver(core, budget, names=names)
        self.witnesses = Witnesses(core)
        self._advice = AdviceJudge(core, budget, names=names)

    @contextmanager
    def question_context(self, question: Question) -> Iterator[Context]:
        """Return the context in which a question is judged, among few things. Raises `NotAnalysable`."""
        with self.solver.among_few(question) as formulas:
            yield Context(formulas, self.witnesses)

    @nests_deep
    def verdicts(
        self, question: Question, depths: Collection[Depth] = tuple(Depth), errors: QuestionVerdict | None = None
    ) -> list[QuestionVerdict]:
        """Return the verdicts on one question, one for each depth; `errors` is its earlier verdict on errors, if any."""
        earlier, self.solver.effort = self.solver.effort, Effort()
        verdicts: list[QuestionVerdict] = []
        with ExitStack() as stack:
            worlds = OtherWorlds(self, question, stack)
            try:
                if errors is None:
                    errors = self._find_errors(question, worlds)
                    verdicts.append(errors)
                if Depth.ALL in depths:
                    verdicts.append(self._find_notes(question, worlds, errors))
            except NotShown as fault:
                raise NotShown(f"`{question.name}` in the edition `{self.core.edition}`: {fault}") from None
        effort, self.solver.effort = self.solver.effort, earlier
        self.solver.effort.add(effort)
        verdicts[0].effort.add(effort)
        return verdicts

    def _find_errors(self, question: Question, worlds: OtherWorlds) -> QuestionVerdict:
        """Return the verdict of a question on errors and warnings."""
        statements = Statements()
        doubts = worlds.initial_doubts()
        try:
            context = worlds.among_few()
            _judge_errors(context, statements, doubts)
            settle_doubts(context, doubts, worlds)
            _note_holes(context, worlds)
            self._advice.judge_advice(context)
        except NotAnalysable as refusal:
            findings, undecided = _judge_elsewhere(question, doubts, worlds, refusal.reason)
            unsure = statements.unsure | statements_on(self.core, question.name) | tables_on(self.core, question.name)
            differing = choices_on(self.core, question.name)
            effective = frozenset(statements.effective)
            return QuestionVerdict(
                question.name, Depth.ERRORS, findings, undecided, effective, frozenset(unsure), differing_choices=differing, is_refused=True
            )
        findings, undecided = context.take_results()
        differing = choices_on(self.core, question.name) if undecided or context.formulas.limits else frozenset(judge_choices(context))
        return QuestionVerdict(
            question.name,
            Depth.ERRORS,
            findings,
            undecided,
            frozenset(statements.effective),
            frozenset(statements.unsure),
            differing_choices=differing,
            dead=frozenset(context.dead),
        )

    def _find_notes(self, question: Question, worlds: OtherWorlds, errors: QuestionVerdict) -> QuestionVerdict:
        """Return the verdict of a question on notes; nothing more of one that is not analysed among few things."""
        if errors.is_refused:
            return QuestionVerdict(question.name, Depth.ALL)
        context = worlds.among_few()
        context.dead = set(errors.dead)
        with context.formulas.with_note_budget():
            for judge in (judge_overlaps, judge_readings, judge_redundant):
                try:
                    judge(context)
                except NotAnalysable as refusal:
                    context.note_undecided(None, refusal.reason)
        return QuestionVerdict(question.name, Depth.ALL, *context.take_results())


_deciders: WeakKeyDictionary[Parcel[Core], dict[tuple[int, bool], Decider]] = WeakKeyDictionary()
"""The deciders of this process, by core, and by budget and names."""


def decider_of(core: Parcel[Core], budget: int, *, names: bool = True) -> Decider:
    """Return the decider of a core in this process; it is created on first use."""
    deciders = _deciders.setdefault(core, {})
    decider = deciders.get((budget, names))
    if decider is None:
        decider = deciders[budget, names] = Decider(core.value, budget, names=names)
    return decider


class OtherWorlds(QuestionWorlds):
    """One question in each kind of world, encoded on demand."""

    def __init__(self, decider: Decider, question: Question, stack: ExitStack) -> None:
        self._decider = decider
        self._question = question
        self._stack = stack
        self._among_few: Context | None = None
        self._anywhere: Context | None = None
        self._looked_anywhere = False

    def initial_doubts(self) -> Doubts:
        """Return all possible faults of the question that a shallow abstraction does not rule out.

        A question that calls no other, and for which few things are enough, is decided among few things as quickly.
        """
        doubts = all_doubts(self._decider.core, self._question)
        cone = self._decider.solver.cones.cone_of_question(self._question)
        if not doubts or (not cone.limits and cone.questions == {self._question.name}):
            return doubts
        context = self.shallow_abstraction()
        return doubts if context is None else remaining_doubts(context, doubts)

    def among_few(self) -> Context:
        """The question among few things. Raises `NotAnalysable`."""
        if self._among_few is None:
            self._among_few = self._stack.enter_context(self._decider.question_context(self._question))
            self._among_few.worlds = self
        return self._among_few

    def shallow_abstraction(self) -> Context | None:
        return self._context_in(self._decider.solver.abstraction(self._question, 0))

    def deep_abstraction(self) -> Context | None:
        if not self._looked_anywhere:
            self._anywhere, self._looked_anywhere = self._context_in(self._decider.solver.abstraction(self._question)), True
        return self._anywhere

    def deeper_abstractions(self) -> Iterator[Context]:
        for levels in PARTIAL_LEVELS:
            context = self._context_in(self._decider.solver.abstraction(self._question, levels))
            if context is not None:
                yield context
        deep = self.deep_abstraction()
        if deep is not None:
            yield deep

    def crowd_contexts(self, shared_by: int | None = None) -> Iterator[Context]:
        if (abstraction := self.deep_abstraction()) is not None:
            yield from self._shared_sum_contexts(abstraction.formulas, shared_by)
        for crowd in CROWDS if shared_by is None else ():
            for limit in crowd.steps:
                context = self._context_in(self._decider.solver.among_many(self._question, crowd, limit))
                if context is None:
                    break
                yield context

    def _shared_sum_contexts(self, abstraction: QuestionFormulas, shared_by: int | None) -> Iterator[Context]:
        """Yield the question in an abstraction where more and more things share sums, as long as its findings are mostly shown."""
        failures = 0
        for limit in SHARE_COUNTS if shared_by is None else (shared_by,):
            context = self._context_in(self._decider.solver.with_shared_sums(abstraction, limit))
            if context is not None:
                yield context
                failures += bool(context.undecided)
            if failures == MAX_UNSHOWN_WORLDS or not abstraction.has_sums:
                break

    def _context_in(self, world: AbstractContextManager[QuestionFormulas]) -> Context | None:
        with suppress(NotAnalysable):
            return Context(self._stack.enter_context(world), self._decider.witnesses)
        return None


def questions_of(core: Core) -> list[Question]:
    """Return the questions on which there can be findings."""
    return [question for question in core.questions.values() if core.on[question.name].rules or question.total]


def decide(core: Core, budget: int = DEFAULT_BUDGET, questions: Iterable[str] | None = None) -> EditionVerdicts:
    """Decide one edition; `questions` names the questions to decide, by default all."""
    return decide_with(Decider(core, budget), questions)


def decide_with(decider: Decider, questions: Iterable[str] | None = None) -> EditionVerdicts:
    selected = None if questions is None else frozenset(questions)
    decided_questions = [question for question in questions_of(decider.core) if selected is None or question.name in selected]
    verdicts = [verdict for question in decided_questions for verdict in decider.verdicts(question)]
    return combine_verdicts(decider.core, verdicts, is_complete=selected is None)


def combine_verdicts(core: Core, verdicts: Sequence[QuestionVerdict], is_complete: bool = True) -> EditionVerdicts:
    """Combine the verdicts on the questions of a core; with all of them (`is_complete`), add the statements without effect."""
    findings = [finding for verdict in verdicts for finding in verdict.findings]
    differing = {pair for verdict in verdicts for pair in verdict.differing_choices}
    unsure = [entry for verdict in verdicts if verdict.depth is Depth.ERRORS for entry in verdict.not_analysed]
    if is_complete:
        statements = Statements(
            {name for verdict in verdicts for name in verdict.effective}, {name for verdict in verdicts for name in verdict.unsure}
        )
        findings += _find_idle_statements(core, statements)
        findings += unreached_rows(core, statements.effective, statements.unsure)
    else:
        seen_of = {verdict.question for verdict in verdicts}
        skipped = [question.name for question in questions_of(core) if question.name not in seen_of]
        differing |= {pair for name in skipped for pair in choices_on(core, name)}
        unsure += [NotAnalysed(name, "", "", "it was not looked into") for name in skipped]
    effort = Effort()
    for verdict in verdicts:
        effort.add(verdict.effort)
    undecided = tuple(dict.fromkeys(entry for verdict in verdicts for entry in verdict.not_analysed))
    return EditionVerdicts(
        core.edition, tuple(sorted(findings, key=_sort_key)), (), undecided, effort, tuple(sorted(differing)), tuple(unsure)
    )


def _judge_errors(context: Context, statements: Statements, doubts: Doubts) -> None:
    if doubts.pairs:
        judge_contradictions(context, doubts.pairs)
    if doubts.circle:
        judge_cycles(context)
    judge_dead(context)
    statements.record_effects(context)
    statements.record_unbounded_effects(context, statements_on(context.core, context.question.name))
    if doubts.gap:
        judge_gap(context)
    if doubts.outside:
        _judge_range(context)
    judge_tables(context, statements)
    if doubts.gap:
        judge_value_gap(context)
    judge_silence(context)


def _judge_range(context: Context) -> None:
    """Look for a value outside its range; z3 gets fewer steps where a value over many things can only yield a warning."""
    with context.formulas.with_z3_share(Z3_SHARE_OF_WORLD if context.formulas.limits else 1):
        judge_range(context)


def _judge_elsewhere(
    question: Question, doubts: Doubts, worlds: OtherWorlds, refusal: str
) -> tuple[tuple[Finding, ...], tuple[NotAnalysed, ...]]:
    """Return the findings and undecided matters of a question that is not analysed among few things."""
    abstraction = worlds.deep_abstraction()
    if abstraction is None:
        return (), (NotAnalysed(question.name, "", "", refusal),)
    settle_in_abstraction(abstraction, doubts, worlds, refusal)
    return tuple(abstraction.findings), tuple(abstraction.undecided)


def _note_holes(context: Context, worlds: OtherWorlds) -> None:
    """Note the opaque conditions of each rule, unless the rule is shown to stand in some situation."""
    for live in context.formulas.rules:
        reasons = context.formulas.opaque_reasons(context.formulas.standing_region(live))
        if reasons and not is_shown_to_stand(live, chain([context], worlds.crowd_contexts(1))):
            for reason in reasons:
                context.note_undecided(live, reason)


def statements_on(core: Core, question: str) -> set[str]:
    """Return the names of the precedence statements about a question."""
    core_question = core.on[question]
    return {statement_name(core.overrides[uid]) for uid in core_question.override_uids()} | {
        statement_name(core.asides[aside.statement]) for aside in core_question.asides
    }


def _find_idle_statements(core: Core, statements_seen: Statements) -> Iterator[Finding]:
    """Yield a finding for each statement without effect on any question."""
    statements: tuple[Override | SetAside, ...] = (*core.overrides.values(), *core.asides.values())
    settled_rules = {rule.uid for rule in core.written_rules() if core.is_settled_against(rule.scope)}
    for statement in statements:
        if core.is_settled_against(statement.scope) or not any(_sides_left(target, settled_rules) for target in statement.on):
            continue
        if statements_seen.is_idle(statement):
            name = next((target.question for target in statement.on if target.targets), "")
            cases = (statement.case, *statement.cases)
            yield Finding(FindingKind.IDLE_OVERRIDE, name, (statement.id,), cases, authors=(statement_name(statement),))


def _sides_left(target: OverrideOn | SetAsideOn, settled_rules: set[int]) -> bool:
    """Return True if a statement is about rules on both sides, apart from those that a ruling has taken away (`settled_rules`)."""
    sides = (target.by, target.targets) if isinstance(target, OverrideOn) else (target.targets,)
    return not any(map(settled_rules.issuperset, sides))


def _sort_key(finding: Finding) -> tuple[object, ...]:
    return (finding.kind.value, finding.question, finding.rules)
