"""What each amendment between two editions does to answers: the later edition compared with itself without that amendment.

>>> [(one.number, one.effects) for one in amendment_effects(book, "printed", "errata")]
[('8.6', (Effect.CHANGES,)), ('14.43', ())]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from rulewright.decision.difference import BUDGET_A_QUESTION, Comparing, Effect, Verdict
from rulewright.decision.fingerprint import Fingerprints
from rulewright.language import nodes
from rulewright.records import record
from rulewright.rulebook import refold
from rulewright.rulebook.clauses import origin_of
from rulewright.rulebook.model import ClauseKind, EditionView, Origin, Rulebook
from rulewright.semantics.program import Program
from rulewright.semantics.resolve import resolve
from rulewright.source import Location

ORDER = (Effect.CONFLICT, Effect.CHANGES, Effect.OPENS, Effect.SETTLES)
"""The gravest first."""


@record
class AmendmentEffect:
    """What an amendment, a ruling or a case of a later source does to answers.

    `number` is the case that is amended, or the ruling's or new case's own; `verdicts` are of the questions that its rules touch, each with
    the situations in which the answer changes (before: without it). `added` are questions that cannot be asked without it.
    """

    kind: ClauseKind
    number: str
    source: str
    title: str | None
    location: Location
    acts: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
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
class Trial:
    """One edition, and the same with one clause taken out after the other."""

    book: Rulebook
    edition: str
    budget: int
    program: Program = field(init=False)
    prints: Fingerprints = field(init=False)

    def __post_init__(self) -> None:
        clauses = tuple(_without_examples(placed) for placed in self.book.clauses)
        self.book = refold(replace(self.book, clauses=clauses, editions={self.edition: self.book.editions[self.edition]}))
        self.program = resolve(self.book, self.edition)[0]
        self.prints = Fingerprints(self.program)

    def effect(self, number: int) -> tuple[tuple[Verdict, ...], tuple[str, ...]]:
        """What the clause of that place does: verdicts on the questions that it touches, questions that it brings."""
        clauses = self.book.clauses
        slim = refold(replace(self.book, clauses=(*clauses[:number], *clauses[number + 1 :])))
        if formal(slim.views[self.edition]) == formal(self.book.views[self.edition]):
            return (), ()
        before = resolve(slim, self.edition)[0]
        comparing = Comparing(before, self.program, self.budget, after_prints=self.prints)
        verdicts = [comparing.verdict(name) for name in self.program.questions if name in before.questions]
        added = tuple(name for name in self.program.questions if name not in before.questions)
        return tuple(verdict for verdict in verdicts if not verdict.alike), added


def amendment_effects(
    book: Rulebook, before: str, after: str, budget: int = BUDGET_A_QUESTION, done: Callable[[int, int], object] | None = None
) -> tuple[AmendmentEffect, ...]:
    """Every amendment, ruling and case of the sources that the edition `after` has and `before` has not, in the order of the book.

    `done` is told how many of how many are through.
    """
    wanted = list(_between(book, before, after))
    trial = Trial(book, after, budget)
    found: list[AmendmentEffect] = []
    for number, origin in wanted:
        verdicts, added = trial.effect(number)
        title = getattr(origin.block, "title", None)
        where = origin.place.at(origin.block.span)
        found.append(AmendmentEffect(origin.kind, origin.number, origin.source, title, where, _acts(origin), verdicts, added))
        if done is not None:
            done(len(found), len(wanted))
    return tuple(found)


def _between(book: Rulebook, before: str, after: str) -> Iterator[tuple[int, Origin]]:
    """The clauses of the sources that only the later edition has, each with its place in the book; readings are none."""
    sources = set(book.editions[after].sources) - set(book.editions[before].sources)
    first = next(iter(book.sources))
    for number, placed in enumerate(book.clauses):
        origin = origin_of(placed, first)
        if origin.source in sources and origin.kind is not ClauseKind.READING:
            yield number, origin


def _acts(origin: Origin) -> tuple[str, ...]:
    return (origin.amendment_kind,) if origin.amendment_kind else ()


def _without_examples(placed: nodes.Placed) -> nodes.Placed:
    """A clause without its examples, which bear on no answer."""
    block = placed.block
    if not isinstance(block, nodes.Case | nodes.Amendment | nodes.Ruling | nodes.Reading | nodes.Scenario):
        return placed
    kept = tuple(line for line in block.body if not isinstance(line, nodes.Example))
    return placed if len(kept) == len(block.body) else replace(placed, block=replace(block, body=kept))


def formal(view: EditionView) -> object:
    """All of an edition that bears on answers: two views with the same have the same program."""
    provisions = [(one.id, one.case, one.node, one.scope, one.origin.kind, one.origin.source, one.also_of) for one in view.provisions()]
    cases = [(case.id, case.held, case.deleted, case.scope, case.on, [line for line, _ in case.other]) for case in view.every_case()]
    readings = [(one.name, one.on, one.choices, one.settled_as, [line for line, _ in one.other]) for one in view.readings.values()]
    return provisions, cases, readings
