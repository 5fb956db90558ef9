"""The difference between two editions in answers: how they change, and the effect of each amendment, found by a comparison of the later
edition with itself without that amendment.

>>> found = compare_meanings(book, "printed", "errata")
>>> [(one.number, one.word) for one in found.amendments]
[('8.6', 'changes'), ('14.43', 'none')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias
from weakref import WeakKeyDictionary

from rulewright.analysis.comparison.answer_change import Change, Effect
from rulewright.analysis.comparison.core_difference import (
    CoreComparison,
    Differences,
    KnownDifferences,
    Precedent,
    QuestionDifference,
    compare_questions,
)
from rulewright.analysis.comparison.replay import PairReplay, outcome_in
from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.base.limits import DEFAULT_BUDGET
from rulewright.base.memo import memoize_method
from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.base.workers import Parcel, Workers
from rulewright.core.lower import lower
from rulewright.rulebook import refold_editions
from rulewright.rulebook.clauses import origin_of
from rulewright.rulebook.model import ClauseKind, EditionView, Origin, Rulebook
from rulewright.rulebook.renaming import is_throughout
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.rule_cache import RuleCache
from rulewright.syntax import nodes

ORDER = (Effect.CONFLICT, Effect.OUT_OF_RANGE, Effect.CHANGES, Effect.OPENS, Effect.SETTLES)
"""The gravest first."""


@record
class AmendmentEffect:
    """The effect of an amendment, a ruling or a case of a later source on answers.

    `number` is the amended case, or the ruling's or new case's own; `verdicts` are those of the questions whose rules it touches, each with
    the situations in which the answer changes (before: without it). `added` are questions that exist only with it.
    """

    kind: ClauseKind
    number: str
    source: str
    title: str | None
    location: Location
    amendment_kind: str | None = None
    verdicts: tuple[QuestionDifference, ...] = ()
    added: tuple[str, ...] = ()

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects, the gravest first; empty if none was found."""
        effects = {change.effect for verdict in self.verdicts for change in verdict.changes}
        return tuple(effect for effect in ORDER if effect in effects)

    @property
    def not_analysed(self) -> tuple[tuple[str, str], ...]:
        return tuple((verdict.question, verdict.reason) for verdict in self.verdicts if verdict.reason is not None)

    @property
    def word(self) -> str:
        """The class in one word: an effect, `adds` (questions, and nothing else), `none` (proved), or `not decided`."""
        if self.effects:
            return self.effects[0].value
        if self.added:
            return "adds"
        return "not decided" if self.not_analysed else "none"


@dataclass(slots=True)
class Meaning:
    """The comparison of two editions.

    `causes` has, for each of `differences.changes` in its order, the indices in `amendments` of those without any one of which the answer
    in that situation would differ.
    """

    differences: Differences
    amendments: tuple[AmendmentEffect, ...] = ()
    causes: tuple[tuple[int, ...], ...] = ()


def compare_meanings(
    book: Rulebook, old_edition: str, new_edition: str, budget: int = DEFAULT_BUDGET, done: Callable[[str, int, int], object] | None = None
) -> Meaning:
    """Compare two editions of a book by question, and judge every amendment, ruling and case of the sources that only the later one has.

    `budget`: search nodes for one effect on one question. `done` is called with the name of the step, its progress and its total. Raises
    `NotShown`.
    """
    return EditionComparison(book, old_edition, new_edition, budget).result(done)


class EditionComparison:
    """The comparison of two editions by workers: the questions on construction; the amendments, each tried on every change, by `result`.

    `known` has verdicts of earlier comparisons with the same budget; new ones are added.
    """

    def __init__(
        self,
        book: Rulebook,
        old_edition: str,
        new_edition: str,
        budget: int = DEFAULT_BUDGET,
        workers: Workers | None = None,
        known: KnownDifferences | None = None,
    ) -> None:
        self.clauses = list(_clauses_between(book, old_edition, new_edition))
        self.workers = workers or Workers()
        self.known: KnownDifferences = {} if known is None else known
        self._setting = Parcel(Setting(book, old_edition, new_edition, budget, dict(self.known)))
        (self._differences,) = self.workers.submit_all([partial(differences_of, self._setting)])

    def result(self, done: Callable[[str, int, int], object] | None = None) -> Meaning:
        """Return the comparison, waiting for it; `done` and the exceptions are those of `compare_meanings`."""
        report = done or (lambda what, count, total: None)
        report("questions", 0, 1)
        difference, precedents, compared = self._differences.result()
        self.known.update(compared)
        first_found = Parcel((difference.changes, precedents))
        works = [partial(effect_of_clause, self._setting, number, first_found) for number, _ in self.clauses]
        amendments: list[AmendmentEffect] = []
        causes: list[list[int]] = [[] for _ in difference.changes]
        for (_, origin), pending in zip(self.clauses, self.workers.submit_all(works), strict=True):
            report("amendments", len(amendments), len(self.clauses))
            verdicts, added, places, compared = pending.result()
            self.known.update(compared)
            for place in places:
                causes[place].append(len(amendments))
            title = getattr(origin.block, "title", None)
            amendments.append(
                AmendmentEffect(
                    origin.kind, origin.number, origin.source, title, _clause_location(origin), origin.amendment_kind, verdicts, added
                )
            )
        return Meaning(difference, tuple(amendments), tuple(tuple(places) for places in causes))


def rebase_comparison(book: Rulebook, old_edition: str, new_edition: str, comparison: Meaning) -> Meaning:
    """Return the comparison of a book with the same rules, with the locations of its clauses in this one."""
    origins = [origin for _, origin in _clauses_between(book, old_edition, new_edition)]
    amendments = tuple(
        replace(amendment, location=_clause_location(origin)) for amendment, origin in zip(comparison.amendments, origins, strict=True)
    )
    return replace(comparison, amendments=amendments)


def _clause_location(origin: Origin) -> Location:
    return origin.place.location_of(origin.block.span)


@record
class Setting:
    """A book, the two editions that are compared, the budget, and the verdicts of earlier comparisons."""

    book: Rulebook
    old_edition: str
    new_edition: str
    budget: int
    known: dict[str, QuestionDifference]


_trials: WeakKeyDictionary[Parcel[Setting], Trial] = WeakKeyDictionary()
"""The trials of this process, by setting."""


def _trial_of(setting: Parcel[Setting]) -> Trial:
    trial = _trials.get(setting)
    if trial is None:
        trial = _trials[setting] = Trial(setting.value.book, setting.value.new_edition, setting.value.budget)
    return trial


Precedents: TypeAlias = dict[str, Precedent]
"""The verdicts on the two editions by question, without those on questions that are the same in both."""


def differences_of(setting: Parcel[Setting]) -> tuple[Differences, Precedents, KnownDifferences]:
    """Compare the questions of two editions; return the differences, the precedents for the amendments, and the verdicts by key: the task
    of a worker."""
    trial, store = _trial_of(setting), Consulted(setting.value.known)
    old_core = lower(resolve(setting.value.book, setting.value.old_edition)[0])
    comparison = CoreComparison(old_core, trial.core, trial.budget, trial.prints, known=store)
    differences = compare_questions(comparison)
    precedents = {verdict.question: comparison.precedent_of(verdict) for verdict in differences.verdicts if not verdict.alike}
    return differences, precedents, store.consulted_verdicts


def effect_of_clause(
    setting: Parcel[Setting], number: int, first_found: Parcel[tuple[tuple[Change, ...], Precedents]]
) -> tuple[tuple[QuestionDifference, ...], tuple[str, ...], tuple[int, ...], KnownDifferences]:
    """Return the effect of the clause at an index of the book: verdicts, new questions, the indices of the changes that it causes, and the
    verdicts by key. `first_found`: the changes between the editions, and the precedents."""
    trial, store = _trial_of(setting), Consulted(setting.value.known)
    changes, precedents = first_found.value
    comparison = trial.compare_without(number, store, precedents)
    verdicts, added = trial.effect_of_clause(comparison)
    return verdicts, added, tuple(trial.caused_changes(comparison, changes)), store.consulted_verdicts


class Consulted(dict[str, QuestionDifference]):
    """A store of verdicts known at the beginning of a task; `consulted_verdicts` has those that it read, including new ones.

    Verdicts that the process found in other tasks are absent, as another process would not know them.
    """

    def __init__(self, known: KnownDifferences) -> None:
        super().__init__(known)
        self.consulted_verdicts: dict[str, QuestionDifference] = {}

    def __getitem__(self, key: str) -> QuestionDifference:
        verdict = self.consulted_verdicts[key] = super().__getitem__(key)
        return verdict


class Trial:
    """One edition, compared with itself without one clause at a time."""

    def __init__(self, book: Rulebook, edition: str, budget: int) -> None:
        clauses = tuple(without_examples(clause) for clause in book.clauses)
        self.book = refold_editions(replace(book, clauses=clauses, editions={edition: book.editions[edition]}))
        self.edition = edition
        self.budget = budget
        self.read = RuleCache()
        self.core = lower(resolve(self.book, edition, rule_cache=self.read)[0])
        self.prints = Fingerprints(self.core)

    def compare_without(self, number: int, known: KnownDifferences, precedents: Precedents) -> CoreComparison | None:
        """Return the comparison of the edition without one clause with the edition; None if they are the same.

        `known` has verdicts by key; new ones are added. `precedents` are those of the comparison with the earlier edition.
        """
        clauses = self.book.clauses
        slim = refold_editions(replace(self.book, clauses=(*clauses[:number], *clauses[number + 1 :])))
        if formal_content(slim.views[self.edition]) == formal_content(self.book.views[self.edition]):
            return None
        core = lower(resolve(slim, self.edition, rule_cache=self.read)[0])
        return CoreComparison(core, self.core, self.budget, self.prints, known=known, precedents=precedents)

    def touched_questions(self, comparison: CoreComparison) -> list[str]:
        """Return the questions whose own rules a clause touches; if there are none, those that depend on a declaration that it touches."""
        earlier_questions = comparison.sides.before.core.questions
        shared = [name for name in self.core.questions if name in earlier_questions]
        return [name for name in shared if not comparison.sides.has_same_rules(name)] or [
            name for name in shared if not comparison.sides.is_same(name)
        ]

    def effect_of_clause(self, comparison: CoreComparison | None) -> tuple[tuple[QuestionDifference, ...], tuple[str, ...]]:
        """Return the effect of a clause: verdicts on the questions whose own rules it touches, and the questions that it adds.

        If all of these are equal, so are all that depend on them.
        """
        if comparison is None:
            return (), ()
        earlier_questions = comparison.sides.before.core.questions
        verdicts = [comparison.verdict_on(name) for name in self.touched_questions(comparison)]
        return tuple(verdicts), tuple(name for name in self.core.questions if name not in earlier_questions)

    def caused_changes(self, comparison: CoreComparison | None, changes: Sequence[Change]) -> Iterator[int]:
        """Yield the indices of the changes whose later answer differs without the clause."""
        if comparison is None:
            return
        side = comparison.sides.before
        touched = self.touched_questions(comparison)
        for place, change in enumerate(changes):
            exists = change.question in side.core.questions
            if exists and self.cone_of(change.question).isdisjoint(touched):
                continue
            if not exists:
                yield place
                continue
            outcome = outcome_in(side.witnesses, change.point)
            if outcome is None:  # without the clause an answer may ask for more than the situation was made for
                question = comparison.sides.after.core.questions[change.question]
                outcome = outcome_in(side.witnesses, PairReplay(comparison.sides, question).with_usual_facts(change.point))
            if outcome != change.outcome_after:
                yield place

    @memoize_method
    def cone_of(self, name: str) -> frozenset[str]:
        """Return the questions on which a question of the edition depends."""
        return frozenset(self.prints.cones.cone_of_question(self.core.questions[name]).questions)


def _clauses_between(book: Rulebook, old_edition: str, new_edition: str) -> Iterator[tuple[int, Origin]]:
    """Yield (index, clause) for each clause of the sources that only the later edition has, without readings and renamed terms."""
    sources = set(book.editions[new_edition].sources) - set(book.editions[old_edition].sources)
    first = next(iter(book.sources))
    for number, clause in enumerate(book.clauses):
        origin = origin_of(clause, first)
        if origin.source in sources and origin.kind is not ClauseKind.READING and not is_throughout(origin):
            yield number, origin


def without_examples(clause: nodes.Placed) -> nodes.Placed:
    """Return a clause without its examples, which affect no answer."""
    block = clause.block
    if not isinstance(block, nodes.ClauseBlock):
        return clause
    lines = tuple(line for line in block.body if not isinstance(line, nodes.Example | nodes.Background))
    return clause if len(lines) == len(block.body) else replace(clause, block=replace(block, body=lines))


def formal_content(view: EditionView) -> object:
    """Return the content of an edition that affects answers: views with equal content have the same core."""
    provisions = [
        (provision.id, provision.case, provision.node, provision.scope, provision.origin.kind, provision.origin.source, provision.also_of)
        for provision in view.provisions_in_force()
    ]
    cases = [
        (case.id, case.held, case.deleted, case.scope, case.ruled_cases, [line for line, _ in case.other]) for case in view.all_cases()
    ]
    readings = [
        (reading.name, reading.cases, reading.choices, reading.settled_as, [line for line, _ in reading.other])
        for reading in view.readings.values()
    ]
    return provisions, cases, readings
