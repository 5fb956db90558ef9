"""Two editions of a book in meaning: how answers differ, and what each amendment between them does, the later edition compared with itself
without that amendment.

>>> found = meaning(book, "printed", "errata")
>>> [(one.number, one.word) for one in found.amendments]
[('8.6', 'changes'), ('14.43', 'none')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from weakref import WeakKeyDictionary

from rulewright.analysis.comparison.core_difference import (
    Change,
    Comparing,
    Differences,
    Effect,
    KnownDifferences,
    QuestionDifference,
    differences,
    outcome_in,
)
from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.base.limits import USUAL
from rulewright.base.memo import kept
from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.base.workers import Parcel, Workers
from rulewright.core.lower import lower
from rulewright.rulebook import refold
from rulewright.rulebook.clauses import origin_of
from rulewright.rulebook.model import ClauseKind, EditionView, Origin, Rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.rule_cache import RulesRead
from rulewright.syntax import nodes

ORDER = (Effect.CONFLICT, Effect.CHANGES, Effect.OPENS, Effect.SETTLES)
"""The gravest first."""


@record
class AmendmentEffect:
    """What an amendment, a ruling or a case of a later source does to answers.

    `number` is the case that is amended, or the ruling's or new case's own; `verdicts` are of the questions whose rules it touches, each
    with the situations in which the answer changes (before: without it). `added` are questions that cannot be asked without it.
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
        """What it does, the gravest first; empty where it does nothing that was found."""
        found = {change.effect for verdict in self.verdicts for change in verdict.changes}
        return tuple(effect for effect in ORDER if effect in found)

    @property
    def not_analysed(self) -> tuple[tuple[str, str], ...]:
        return tuple((verdict.question, verdict.reason) for verdict in self.verdicts if verdict.reason is not None)

    @property
    def word(self) -> str:
        """Its class in one word: an effect, `adds` (questions, and nothing else), `none` (proved), or `not decided`."""
        if self.effects:
            return self.effects[0].value
        if self.added:
            return "adds"
        return "not decided" if self.not_analysed else "none"


@dataclass(slots=True)
class Meaning:
    """Two editions compared.

    `causes`, for each of `differences.changes` in its order: the amendments (their places in `amendments`) without any one of which the
    answer in that situation would be another.
    """

    differences: Differences
    amendments: tuple[AmendmentEffect, ...] = ()
    causes: tuple[tuple[int, ...], ...] = ()


def meaning(book: Rulebook, before: str, after: str, budget: int = USUAL, done: Callable[[str, int, int], object] | None = None) -> Meaning:
    """Two editions of a book, question by question, and every amendment, ruling and case of the sources that only the later one has.

    `budget`: nodes of the search for one effect on one question. `done` is called with what is being done, how much of it is done and of
    how much. Raises `NotShown`.
    """
    return EditionComparison(book, before, after, budget).result(done)


class EditionComparison:
    """The same handed out to workers: the questions when this is made; the amendments, each tried on every change, by `result`.

    `known` has verdicts of earlier comparisons of the same budget, and gets those that are new.
    """

    def __init__(
        self,
        book: Rulebook,
        before: str,
        after: str,
        budget: int = USUAL,
        workers: Workers | None = None,
        known: KnownDifferences | None = None,
    ) -> None:
        self.wanted = list(_between(book, before, after))
        self.workers = workers or Workers()
        self.known: KnownDifferences = {} if known is None else known
        self._setting = Parcel(Setting(book, before, after, budget, dict(self.known)))
        (self._differences,) = self.workers.submit_all([partial(differences_of, self._setting)])

    def result(self, done: Callable[[str, int, int], object] | None = None) -> Meaning:
        """What is found; `done` and the faults are those of `meaning`."""
        report = done or (lambda what, count, of: None)
        report("questions", 0, 1)
        found, compared = self._differences.result()
        self.known.update(compared)
        changes = Parcel(found.changes)
        works = [partial(effect_of_clause, self._setting, number, changes) for number, _ in self.wanted]
        amendments: list[AmendmentEffect] = []
        causes: list[list[int]] = [[] for _ in found.changes]
        for (_, origin), pending in zip(self.wanted, self.workers.submit_all(works), strict=True):
            report("amendments", len(amendments), len(self.wanted))
            verdicts, added, places, compared = pending.result()
            self.known.update(compared)
            for place in places:
                causes[place].append(len(amendments))
            title = getattr(origin.block, "title", None)
            amendments.append(
                AmendmentEffect(origin.kind, origin.number, origin.source, title, _place(origin), origin.amendment_kind, verdicts, added)
            )
        return Meaning(found, tuple(amendments), tuple(tuple(one) for one in causes))


def placed(book: Rulebook, before: str, after: str, found: Meaning) -> Meaning:
    """The comparison of a book with the same rules, each clause at the place that it has in this one."""
    origins = [origin for _, origin in _between(book, before, after)]
    there = tuple(replace(one, location=_place(origin)) for one, origin in zip(found.amendments, origins, strict=True))
    return replace(found, amendments=there)


def _place(origin: Origin) -> Location:
    return origin.place.at(origin.block.span)


@record
class Setting:
    """A book, the two editions of it that are compared, the budget, and what is known of earlier comparisons."""

    book: Rulebook
    before: str
    after: str
    budget: int
    known: dict[str, QuestionDifference]


_trials: WeakKeyDictionary[Parcel[Setting], Trial] = WeakKeyDictionary()
"""Of the settings that this process has worked in."""


def _trial(setting: Parcel[Setting]) -> Trial:
    found = _trials.get(setting)
    if found is None:
        found = _trials[setting] = Trial(setting.value.book, setting.value.after, setting.value.budget)
    return found


def differences_of(setting: Parcel[Setting]) -> tuple[Differences, KnownDifferences]:
    """The questions of two editions compared, and the verdicts by their keys, for a worker."""
    trial, known = _trial(setting), Consulted(setting.value.known)
    before = lower(resolve(setting.value.book, setting.value.before)[0])
    return differences(before, trial.core, None, trial.budget, known=known), known.asked


def effect_of_clause(
    setting: Parcel[Setting], number: int, changes: Parcel[tuple[Change, ...]]
) -> tuple[tuple[QuestionDifference, ...], tuple[str, ...], tuple[int, ...], KnownDifferences]:
    """What the clause of a place in the book does, the questions that it brings, the places of the changes that it causes, and the
    verdicts by their keys."""
    trial, known = _trial(setting), Consulted(setting.value.known)
    without = trial.without(number, known)
    verdicts, added = trial.effect(without)
    return verdicts, added, tuple(trial.causes(without, changes.value)), known.asked


class Consulted(dict[str, QuestionDifference]):
    """Verdicts that are known when a work begins; `asked` has those that it asked for, new ones among them.

    What the process has found in other works is not among them, as another process would not know of it.
    """

    def __init__(self, known: KnownDifferences) -> None:
        super().__init__(known)
        self.asked: dict[str, QuestionDifference] = {}

    def __getitem__(self, key: str) -> QuestionDifference:
        found = self.asked[key] = super().__getitem__(key)
        return found


class Trial:
    """One edition, and the same with one clause taken out after the other."""

    def __init__(self, book: Rulebook, edition: str, budget: int) -> None:
        clauses = tuple(without_examples(placed) for placed in book.clauses)
        self.book = refold(replace(book, clauses=clauses, editions={edition: book.editions[edition]}))
        self.edition = edition
        self.budget = budget
        self.read = RulesRead()
        self.core = lower(resolve(self.book, edition, read=self.read)[0])
        self.prints = Fingerprints(self.core)

    def without(self, number: int, known: KnownDifferences) -> Comparing | None:
        """The edition without the clause of that place, to be compared with the edition; None where that is the same.

        `known` has verdicts by their keys, and gets those that are new.
        """
        clauses = self.book.clauses
        slim = refold(replace(self.book, clauses=(*clauses[:number], *clauses[number + 1 :])))
        if formal(slim.views[self.edition]) == formal(self.book.views[self.edition]):
            return None
        return Comparing(lower(resolve(slim, self.edition, read=self.read)[0]), self.core, self.budget, self.prints, known=known)

    def touched(self, without: Comparing) -> list[str]:
        """The questions whose own rules a clause touches; if there are none, those that depend on anything that it touches."""
        there = without.sides.before.core.questions
        both = [name for name in self.core.questions if name in there]
        return [name for name in both if not without.sides.same_rules(name)] or [name for name in both if not without.sides.same(name)]

    def effect(self, without: Comparing | None) -> tuple[tuple[QuestionDifference, ...], tuple[str, ...]]:
        """What a clause does: verdicts on the questions whose own rules it touches, and the questions that it brings.

        Where all of these are equal, so is all that depends on them.
        """
        if without is None:
            return (), ()
        there = without.sides.before.core.questions
        verdicts = [without.verdict(name) for name in self.touched(without)]
        return tuple(verdicts), tuple(name for name in self.core.questions if name not in there)

    def causes(self, without: Comparing | None, changes: Sequence[Change]) -> Iterator[int]:
        """The places of the changes whose later answer is another without the clause."""
        if without is None:
            return
        side = without.sides.before
        touched = self.touched(without)
        for place, change in enumerate(changes):
            there = change.question in side.core.questions
            if there and self.cone(change.question).isdisjoint(touched):
                continue
            if not there or outcome_in(side.witnesses, change.point) != change.after:
                yield place

    @kept
    def cone(self, name: str) -> frozenset[str]:
        """The questions that a question of the edition depends on."""
        return frozenset(self.prints.cones.of(self.core.questions[name]).questions)


def _between(book: Rulebook, before: str, after: str) -> Iterator[tuple[int, Origin]]:
    """The clauses of the sources that only the later edition has, each with its place in the book; readings are none."""
    sources = set(book.editions[after].sources) - set(book.editions[before].sources)
    first = next(iter(book.sources))
    for number, placed in enumerate(book.clauses):
        origin = origin_of(placed, first)
        if origin.source in sources and origin.kind is not ClauseKind.READING:
            yield number, origin


def without_examples(placed: nodes.Placed) -> nodes.Placed:
    """A clause without its examples, which bear on no answer."""
    block = placed.block
    if not isinstance(block, nodes.ClauseBlock):
        return placed
    kept = tuple(line for line in block.body if not isinstance(line, nodes.Example | nodes.Background))
    return placed if len(kept) == len(block.body) else replace(placed, block=replace(block, body=kept))


def formal(view: EditionView) -> object:
    """All of an edition that bears on answers: two views with the same have the same core."""
    provisions = [(one.id, one.case, one.node, one.scope, one.origin.kind, one.origin.source, one.also_of) for one in view.provisions()]
    cases = [(case.id, case.held, case.deleted, case.scope, case.on, [line for line, _ in case.other]) for case in view.every_case()]
    readings = [(one.name, one.on, one.choices, one.settled_as, [line for line, _ in one.other]) for one in view.readings.values()]
    return provisions, cases, readings
