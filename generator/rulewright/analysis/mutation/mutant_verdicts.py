"""Classification of slips: the examples first, the solver if none of them fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from rulewright.analysis.comparison.amendments import without_examples
from rulewright.analysis.comparison.answer_change import Change, answered_first, was_answered
from rulewright.analysis.comparison.core_difference import CoreComparison, QuestionDifference, RefusalsByNeeds
from rulewright.analysis.comparison.replay import outcome_in
from rulewright.analysis.examples import is_passing, run_example
from rulewright.analysis.mutation.model import DistinguishingSituation, Fate, SlipResult
from rulewright.analysis.mutation.mutate import Slip, find_slips, slip_line, with_line
from rulewright.analysis.situations import example_text
from rulewright.analysis.touched import Touched
from rulewright.analysis.verdicts.witness import NotShown, Witnesses
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.limits import MAX_SLIP_LETTERS
from rulewright.base.memo import memoize_method
from rulewright.base.source import Location
from rulewright.core.dependence import Dependence
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.ask import engine_of
from rulewright.engines.solver.cone import Cones
from rulewright.rulebook import refold_editions
from rulewright.rulebook.model import Provision, Rulebook
from rulewright.semantics.dependence import called_questions
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import Example, Override, Program, SetAside
from rulewright.semantics.read_examples import examples_of
from rulewright.semantics.rule_cache import RuleCache
from rulewright.semantics.rule_replacement import RuleReplacement
from rulewright.semantics.terms import Term, questions_in
from rulewright.syntax import nodes


class SlipJudge:
    """One edition of a book, prepared for classifying its slips one after another."""

    def __init__(self, book: Rulebook, edition: str, budget: int) -> None:
        self._book_with_examples = book
        clauses = tuple(without_examples(clause) for clause in book.clauses)
        self.book = refold_editions(replace(book, clauses=clauses, editions={edition: book.editions[edition]}))
        self.view = self.book.views[edition]
        self.edition = edition
        self.budget = budget
        whole_program, _ = resolve(book, edition)
        self.rules_read = RuleCache()
        self.program, diagnostics = resolve(self.book, edition, rule_cache=self.rules_read)
        self.baseline_errors = _error_keys(diagnostics)
        self._rule_replacement = RuleReplacement(self.book, edition, self.program)
        self.core = lower(self.program)
        self.slips = find_slips(self.view, self.program)
        self.examples = list(_passing_examples(lower(whole_program), whole_program.examples))
        self._cones = Cones(self.core)
        self._engine = engine_of(self.core)
        self._reach = Dependence(self.core)
        self._refused: RefusalsByNeeds = {}
        self._questions_by_line = _questions_of_lines(self.program)
        self._rules_of_lines = _rules_of_lines(self.program)

    # ---- which questions a slip is about ----------------------------------------------------------------------------------------------

    def questions_of(self, slip: Slip) -> tuple[str, ...]:
        """Return the questions affected by the line of a slip."""
        return tuple(self._questions_by_line.get(slip.line.address, ()))

    def changed_program(self, slip: Slip) -> tuple[Program, str] | None:
        """Return the program of the edition with a slip and the changed words; None if the book would be rejected with every form."""
        for form in slip.change.forms:
            program, diagnostics = self._resolve_with_line(slip.provision, form.node)
            if not _error_keys(diagnostics) - self.baseline_errors:
                return program, form.now
        return None

    def _resolve_with_line(self, provision: Provision, node: nodes.Node | None) -> tuple[Program, tuple[Diagnostic, ...]]:
        """Resolve the program with a line replaced or removed; usually only that line has to be read."""
        resolved = self._rule_replacement.replace_rule(provision, node) if isinstance(node, nodes.Rule) else None
        if resolved is not None and not _error_keys(resolved[1]) & self.baseline_errors:
            return resolved
        view = with_line(self.view, provision, node)
        return resolve(replace(self.book, views={self.edition: view}), self.edition, rule_cache=self.rules_read)

    def core_of(self, program: Program) -> Core:
        """Return the core of the edition with a slip; most questions are shared with the unchanged core."""
        core = lower(program, (self.program, self.core))
        engine_of(core, self._engine)
        return core

    # ---- examples ---------------------------------------------------------------------------------------------------------------------

    def noticing_example(self, slip: Slip, core: Core) -> str | None:
        """Return the title of an example that passes in the book and fails with the slip, or None."""
        traces = self._slip_traces(slip)
        reaching = [(example, touched) for example, touched in self.examples if traces & touched]
        reaching.sort(key=lambda pair: (pair[0].case != slip.line.case, len(pair[1])))
        parts = (self._narrow_to_questions(example, frozenset(self.questions_of(slip))) for example, _ in reaching)
        return next((f"{example.case}: {example.title}" for example in parts if example.then and not is_passing(core, example)), None)

    def noticing_example_elsewhere(self, slip: Slip) -> str | None:
        """Return the title of an example of another edition that fails with the slip, if the line is in force there, too; or None."""
        for other in self._judges_of_other_editions:
            provision = other.provisions_by_location.get(slip.provision.location)
            if provision is None or provision.node != slip.provision.node:
                continue
            same_slip = replace(slip, provision=provision, line=slip_line(provision))
            changed = other.changed_program(same_slip) if other.questions_of(same_slip) else None
            title = None if changed is None else other.noticing_example(same_slip, other.core_of(changed[0]))
            if title is not None:
                return f"{title} (edition {other.edition})"
        return None

    @cached_property
    def _judges_of_other_editions(self) -> tuple[SlipJudge, ...]:
        """The other editions that examples are pinned to."""
        book = self._book_with_examples
        names = [name for name in book.editions if name != self.edition and next(examples_of(book, name), None) is not None]
        return tuple(SlipJudge(book, name, self.budget) for name in names)

    @cached_property
    def provisions_by_location(self) -> dict[Location, Provision]:
        """The lines in force, by their place in the book."""
        return {provision.location: provision for provision in self.view.provisions_in_force()}

    def _narrow_to_questions(self, example: Example, names: frozenset[str]) -> Example:
        """Return an example with only the expectations that depend on some questions."""
        framed = [fix.narrow for fix in example.given if fix.narrow is not None]
        if not names.isdisjoint(self._framing_questions) or any(not names.isdisjoint(self._questions_read_by(term)) for term in framed):
            return example
        return replace(
            example,
            then=tuple(expectation for expectation in example.then if not names.isdisjoint(self._questions_read_by(expectation.about))),
        )

    @cached_property
    def _framing_questions(self) -> frozenset[str]:
        """The questions that decide which situations are possible."""
        needs = [option.needs for option in self.core.options.values() if option.needs is not None]
        return frozenset().union(
            *(self._questions_read_by(term) for term in (*(statement.when for statement in self.core.impossible), *needs))
        )

    @memoize_method
    def _questions_read_by(self, term: Term) -> frozenset[str]:
        """Return the questions that a term asks, directly or through others."""
        return frozenset().union(
            *(self._reach.called_questions(question.question) for question in called_questions(term, self.core.groups))
        )

    def _slip_traces(self, slip: Slip) -> frozenset[Touched]:
        """Return the trace marks of the slip: its rules, or the questions whose precedence it changes."""
        uids = self._rules_of_lines.get(slip.line.address, ())
        if uids and isinstance(slip.provision.node, nodes.Rule) and not slip.provision.node.relations:
            return frozenset(("rule", uid) for uid in uids)
        return frozenset(("question", name) for name in self.questions_of(slip))

    # ---- answers ----------------------------------------------------------------------------------------------------------------------

    def compare_questions(self, slip: Slip, core: Core) -> tuple[QuestionDifference, ...]:
        """Compare the questions of the line in the book and with the slip, up to the first with an answer that differs.

        If none of them differs, no question that depends on them differs either.
        """
        differences: list[QuestionDifference] = []
        for name in self.questions_of(slip):
            differences.append(self._compare_question(name, core))
            if any(map(was_answered, differences[-1].changes)):
                break
        return tuple(differences)

    def _compare_question(self, name: str, core: Core) -> QuestionDifference:
        names = {*_questions_reached(self._cones, name), *_questions_reached(Cones(core), name)}
        comparing = CoreComparison(_restrict_core(self.core, names), _restrict_core(core, names), self.budget, refused=self._refused)
        try:
            return comparing.verdict_on(name, was_answered)
        except NotShown as fault:
            return QuestionDifference(name, reason=str(fault))


def judge_range(edition: SlipJudge, places: range) -> Iterator[SlipResult]:
    """Yield the results of the slips in a range of indexes; slips with which the book would be rejected are left out.

    A situation that distinguishes one slip from the book is tried on the following slips, so that one example serves for several.
    """
    counterexamples: list[tuple[Change, str]] = []
    for slip in edition.slips[places.start : places.stop]:
        changed = edition.changed_program(slip) if edition.questions_of(slip) else None
        if changed is not None:
            program, now = changed
            yield _judge_slip(edition, slip, edition.core_of(program), now, counterexamples)


def _judge_slip(edition: SlipJudge, slip: Slip, core: Core, now: str, counterexamples: list[tuple[Change, str]]) -> SlipResult:
    bare = SlipResult(slip.change.kind, slip.line, slip.change.was, now, Fate.NOTICED)
    noticing_title = edition.noticing_example(slip, core) or edition.noticing_example_elsewhere(slip)
    if noticing_title is not None:
        return replace(bare, noticed_by=noticing_title)
    for change, example in counterexamples:
        with_slip = None if change.question not in core.questions else outcome_in(Witnesses(core), change.point)
        if with_slip is not None and with_slip != change.outcome_before:
            counterexample = DistinguishingSituation(
                change.full_situation, change.outcome_before.text, with_slip.text, example, first=False
            )
            return replace(bare, fate=Fate.UNNOTICED, counterexample=counterexample)
    verdicts = edition.compare_questions(slip, core)
    best = answered_first([change for verdict in verdicts for change in verdict.changes])
    if best is not None:
        example = example_text(replace(best.full_situation, outcome=best.outcome_before.text), _example_title(slip, now))
        counterexamples.append((best, example))
        counterexample = DistinguishingSituation(
            best.full_situation, best.outcome_before.text, best.outcome_after.text, example, first=True
        )
        return replace(bare, fate=Fate.UNNOTICED, counterexample=counterexample)
    reason = next((verdict.reason for verdict in verdicts if verdict.reason is not None), None)
    return replace(bare, fate=Fate.EQUAL if reason is None else Fate.NOT_DECIDED, reason=reason)


def _example_title(slip: Slip, now: str) -> str:
    """Return the title of an example for a slip: the words as written, and as changed."""
    words = f"{slip.line.address}: {slip.change.was}{f', not {now}' if now else ''}".replace('"', "")
    return words if len(words) <= MAX_SLIP_LETTERS else f"{words[: MAX_SLIP_LETTERS - 2].rstrip()} …"


def _error_keys(diagnostics: tuple[Diagnostic, ...]) -> frozenset[tuple[str, str]]:
    return frozenset((diagnostic.code, diagnostic.message) for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR)


def _passing_examples(core: Core, examples: Iterable[Example]) -> Iterator[tuple[Example, frozenset[Touched]]]:
    """Yield the examples that pass, with the trace marks of their runs."""
    for example in examples:
        result = run_example(core, example)
        if result.passed:
            yield example, result.touched


def _rules_of_lines(program: Program) -> dict[str, set[int]]:
    """Return the rules by address of their line, inherited bars included."""
    uids_by_line: dict[str, set[int]] = {}
    lines_by_uid = {rule.uid: rule.written_at for rule in program.rules}
    for rule in program.rules:
        uids_by_line.setdefault(rule.written_at, set()).add(rule.uid)
        if rule.through is not None and rule.through.rule in lines_by_uid:
            uids_by_line.setdefault(lines_by_uid[rule.through.rule], set()).add(rule.uid)
    return uids_by_line


def _questions_of_lines(program: Program) -> dict[str, dict[str, None]]:
    """Return the questions affected by each line, by address."""
    questions_by_line: dict[str, dict[str, None]] = {}
    question = {rule.uid: rule.question for rule in program.rules}
    for address, uids in _rules_of_lines(program).items():
        questions_by_line.setdefault(address, {}).update(dict.fromkeys(question[uid] for uid in sorted(uids)))
    statements: tuple[Override | SetAside, ...] = (*program.overrides, *program.set_asides)
    for statement in statements:
        questions_by_line.setdefault(statement.id, {}).update(dict.fromkeys(contest.question for contest in statement.on))
    return questions_by_line


def _questions_reached(cones: Cones, name: str) -> set[str]:
    """Return the questions that a question depends on, and those that `impossible` statements depend on."""
    core = cones.core
    groups = [group.with_ for group in core.groups.values() if group.with_ is not None]
    condition_questions = (
        {question for term in (*(item.when for item in core.impossible), *groups) for question in questions_in(term)}
        if core.impossible
        else set()
    )
    return set().union(
        *(cones.cone_of_question(core.questions[question_name]).questions for question_name in (name, *sorted(condition_questions)))
    )


def _restrict_core(core: Core, names: set[str]) -> Core:
    """Restrict a core to some questions; `names` must include their dependences."""
    question_names = [name for name in core.questions if name in names]
    return replace(
        core,
        questions={name: core.questions[name] for name in question_names},
        on={name: core.on[name] for name in question_names},
        tables={name: table for name, table in core.tables.items() if table.question in names},
        examples=(),
        does_not_matter=(),
    )
