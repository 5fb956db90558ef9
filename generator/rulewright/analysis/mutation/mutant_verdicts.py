"""What becomes of a slip: the examples first, the solver where none of them fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from rulewright.analysis.comparison.amendments import without_examples
from rulewright.analysis.comparison.core_difference import (
    Change,
    Comparing,
    QuestionDifference,
    Refused,
    answered_first,
    outcome_in,
    was_answered,
)
from rulewright.analysis.examples import passes, run_example
from rulewright.analysis.mutation.model import Fate, Judged, Told
from rulewright.analysis.mutation.mutate import Slip, sown, with_line
from rulewright.analysis.situations import example_in
from rulewright.analysis.touched import Touched
from rulewright.analysis.verdicts.witness import NotShown, Witnesses
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.memo import kept
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.ask import engine_of
from rulewright.engines.interpreter.questions import Reach
from rulewright.engines.solver.encoding.cone import Cones
from rulewright.rulebook import refold
from rulewright.rulebook.model import Provision, Rulebook
from rulewright.semantics.dependence import questions_reached
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import Example, Override, Program, SetAside
from rulewright.semantics.rule_cache import RulesRead
from rulewright.semantics.rule_replacement import AnotherRule
from rulewright.semantics.terms import Term, questions_in
from rulewright.syntax import nodes

MOST_WORDS = 60
"""So many letters of a slip are in the title of its example."""


class Judge:
    """One edition of a book, and what becomes of its slips, one after the other."""

    def __init__(self, book: Rulebook, edition: str, budget: int) -> None:
        clauses = tuple(without_examples(placed) for placed in book.clauses)
        self.book = refold(replace(book, clauses=clauses, editions={edition: book.editions[edition]}))
        self.view = self.book.views[edition]
        self.edition = edition
        self.budget = budget
        whole, _ = resolve(book, edition)
        self.read = RulesRead()
        self.program, found = resolve(self.book, edition, read=self.read)
        self.known = _errors(found)
        self._another = AnotherRule(self.book, edition, self.program)
        self.core = lower(self.program)
        self.slips = sown(self.view, self.program)
        self.examples = list(_passing(lower(whole), whole.examples))
        self._cones = Cones(self.core)
        self._engine = engine_of(self.core)
        self._reach = Reach(self.core)
        self._refused: Refused = {}
        self._on_lines = _questions_of_lines(self.program)
        self._rules_of_lines = _rules_of_lines(self.program)

    # ---- which questions a slip is about ----------------------------------------------------------------------------------------------

    def questions(self, slip: Slip) -> tuple[str, ...]:
        """The questions that the line of a slip speaks on."""
        return tuple(self._on_lines.get(slip.line.address, ()))

    def changed(self, slip: Slip) -> tuple[Program, str] | None:
        """The program of the edition with a slip, and what is written then; None where the book would be refused with all forms of it."""
        for form in slip.change.forms:
            program, found = self._program(slip.provision, form.node)
            if not _errors(found) - self.known:
                return program, form.now
        return None

    def _program(self, provision: Provision, node: nodes.Node | None) -> tuple[Program, tuple[Diagnostic, ...]]:
        """The program with another line, or without it; mostly only that has to be read."""
        quickly = self._another.reads(provision, node) if isinstance(node, nodes.Rule) else None
        if quickly is not None and not _errors(quickly[1]) & self.known:
            return quickly
        view = with_line(self.view, provision, node)
        return resolve(replace(self.book, views={self.edition: view}), self.edition, read=self.read)

    def core_of(self, program: Program) -> Core:
        """The core of the edition with a slip; most questions are those of the edition."""
        core = lower(program, (self.program, self.core))
        engine_of(core, self._engine)
        return core

    # ---- examples ---------------------------------------------------------------------------------------------------------------------

    def noticing(self, slip: Slip, core: Core) -> str | None:
        """The title of an example that passes in the book and fails with the slip."""
        traces = self._traces(slip)
        reaching = [(example, touched) for example, touched in self.examples if traces & touched]
        reaching.sort(key=lambda one: (one[0].case != slip.line.case, len(one[1])))
        parts = (self._depending(example, frozenset(self.questions(slip))) for example, _ in reaching)
        return next((f"{one.case}: {one.title}" for one in parts if one.then and not passes(core, one)), None)

    def _depending(self, example: Example, names: frozenset[str]) -> Example:
        """An example with those of its expectations that depend on some questions."""
        framed = [fix.narrow for fix in example.given if fix.narrow is not None]
        if not names.isdisjoint(self._framing) or any(not names.isdisjoint(self._asked_by(term)) for term in framed):
            return example
        return replace(example, then=tuple(then for then in example.then if not names.isdisjoint(self._asked_by(then.about))))

    @cached_property
    def _framing(self) -> frozenset[str]:
        """The questions on which it depends which situations there can be."""
        needs = [option.needs for option in self.core.options.values() if option.needs is not None]
        return frozenset().union(*(self._asked_by(term) for term in (*(one.when for one in self.core.impossible), *needs)))

    @kept
    def _asked_by(self, term: Term) -> frozenset[str]:
        """The questions that a term asks, and all that are asked on the way to their answers."""
        return frozenset().union(*(self._reach.asked(one.question) for one in questions_reached(term, self.core.groups)))

    def _traces(self, slip: Slip) -> frozenset[Touched]:
        """The marks of an example that reaches what the slip changes: its rules, or a question on which it says who goes first."""
        uids = self._rules_of_lines.get(slip.line.address, ())
        if uids and isinstance(slip.provision.node, nodes.Rule) and not slip.provision.node.relations:
            return frozenset(("rule", uid) for uid in uids)
        return frozenset(("question", name) for name in self.questions(slip))

    # ---- answers ----------------------------------------------------------------------------------------------------------------------

    def compared(self, slip: Slip, core: Core) -> tuple[QuestionDifference, ...]:
        """The line's questions in the book and with the slip. Ends with the first that has another answer where it is answered.

        Where none of them has, nothing that depends on them has either.
        """
        found: list[QuestionDifference] = []
        for name in self.questions(slip):
            found.append(self._verdict(name, core))
            if any(map(was_answered, found[-1].changes)):
                break
        return tuple(found)

    def _verdict(self, name: str, core: Core) -> QuestionDifference:
        names = {*_reached(self._cones, name), *_reached(Cones(core), name)}
        comparing = Comparing(_only(self.core, names), _only(core, names), self.budget, refused=self._refused)
        try:
            return comparing.verdict(name, was_answered)
        except NotShown as fault:
            return QuestionDifference(name, reason=str(fault))


def judge(edition: Judge, places: range) -> Iterator[Judged]:
    """What becomes of some slips, by their places; those that the book would be refused for are left out.

    A situation that tells one of them from the book is tried on those after it, so that one example is written for several.
    """
    shown: list[tuple[Change, str]] = []
    for slip in edition.slips[places.start : places.stop]:
        changed = edition.changed(slip) if edition.questions(slip) else None
        if changed is not None:
            program, now = changed
            yield _judged(edition, slip, edition.core_of(program), now, shown)


def _judged(edition: Judge, slip: Slip, core: Core, now: str, shown: list[tuple[Change, str]]) -> Judged:
    bare = Judged(slip.change.kind, slip.line, slip.change.was, now, Fate.NOTICED)
    by = edition.noticing(slip, core)
    if by is not None:
        return replace(bare, by=by)
    for change, example in shown:
        with_slip = None if change.question not in core.questions else outcome_in(Witnesses(core), change.point)
        if with_slip is not None and with_slip != change.before:
            told = Told(change.situation, change.before.text, with_slip.text, example, first=False)
            return replace(bare, fate=Fate.UNNOTICED, told=told)
    verdicts = edition.compared(slip, core)
    best = answered_first([change for verdict in verdicts for change in verdict.changes])
    if best is not None:
        example = example_in(replace(best.situation, outcome=best.before.text), _title(slip, now))
        shown.append((best, example))
        told = Told(best.situation, best.before.text, best.after.text, example, first=True)
        return replace(bare, fate=Fate.UNNOTICED, told=told)
    reason = next((verdict.reason for verdict in verdicts if verdict.reason is not None), None)
    return replace(bare, fate=Fate.EQUAL if reason is None else Fate.NOT_DECIDED, reason=reason)


def _title(slip: Slip, now: str) -> str:
    """What an example for a slip is called: what is written, and what is not."""
    words = f"{slip.line.address}: {slip.change.was}{f', not {now}' if now else ''}".replace('"', "")
    return words if len(words) <= MOST_WORDS else f"{words[: MOST_WORDS - 2].rstrip()} …"


def _errors(found: tuple[Diagnostic, ...]) -> frozenset[tuple[str, str]]:
    return frozenset((one.code, one.message) for one in found if one.severity is Severity.ERROR)


def _passing(core: Core, examples: Iterable[Example]) -> Iterator[tuple[Example, frozenset[Touched]]]:
    """The examples that pass, each with what its run looked at."""
    for example in examples:
        result = run_example(core, example)
        if result.passed:
            yield example, result.touched


def _rules_of_lines(program: Program) -> dict[str, set[int]]:
    """Address of a line -> its rules, and the bars that are handed down from them."""
    found: dict[str, set[int]] = {}
    written = {rule.uid: rule.written_at for rule in program.rules}
    for rule in program.rules:
        found.setdefault(rule.written_at, set()).add(rule.uid)
        if rule.through is not None and rule.through.rule in written:
            found.setdefault(written[rule.through.rule], set()).add(rule.uid)
    return found


def _questions_of_lines(program: Program) -> dict[str, dict[str, None]]:
    """Address of a line -> the questions that it speaks on."""
    found: dict[str, dict[str, None]] = {}
    question = {rule.uid: rule.question for rule in program.rules}
    for address, uids in _rules_of_lines(program).items():
        found.setdefault(address, {}).update(dict.fromkeys(question[uid] for uid in sorted(uids)))
    statements: tuple[Override | SetAside, ...] = (*program.overrides, *program.set_asides)
    for statement in statements:
        found.setdefault(statement.id, {}).update(dict.fromkeys(on.question for on in statement.on))
    return found


def _reached(cones: Cones, name: str) -> set[str]:
    """The questions that a question depends on, and those that what is impossible does."""
    core = cones.core
    groups = [group.with_ for group in core.groups.values() if group.with_ is not None]
    asked = {one for term in (*(one.when for one in core.impossible), *groups) for one in questions_in(term)} if core.impossible else set()
    return set().union(*(cones.of(core.questions[one]).questions for one in (name, *sorted(asked))))


def _only(core: Core, names: set[str]) -> Core:
    """A core of some questions, with all that they depend on among them."""
    kept = [name for name in core.questions if name in names]
    return replace(
        core,
        questions={name: core.questions[name] for name in kept},
        on={name: core.on[name] for name in kept},
        tables={name: table for name, table in core.tables.items() if table.question in names},
        examples=(),
        does_not_matter=(),
    )
