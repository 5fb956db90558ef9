"""How a defect is noticed: the book is checked with it, and what is found is set against what is found without it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.sown.kinds import BY_CHECK, Noticed
from benchmarks.sown.text import Book, Sown, Stretch
from rulewright.analysis.examples import is_passing
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.store import CachingStore
from rulewright.interfaces.cli.findings import worth_showing
from rulewright.workspace.inputs import Inputs
from rulewright.workspace.open_book import OpenBook, load_inputs

BY_POSITION = re.compile(r"\.\d+\b")
"""A rule without a name is shown by its position in its case, which a line before it changes."""
QUOTED = re.compile(r"`([^`]+)`")

Said = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a defect. `by` are the codes of what notices it; `only_with_all`: no default finding changes, a hidden note does."""

    sown: Sown
    noticed: Noticed
    by: tuple[str, ...]
    only_with_all: bool


class Judge:
    """A book whose results are kept, so that a defect costs only what it changes."""

    def __init__(self, book: Book, folder: Path) -> None:
        self.book = book
        self.store = CachingStore(folder / book.name)
        clean = self._loaded(book.inputs).diagnostics
        self.clean_shown = Counter(_said(one) for one in _shown(clean))
        self.clean = Counter(_said(one) for one in clean)
        self.false_alarms = [one for one in clean if one.severity is not Severity.INFO]

    def judged(self, sown: Sown) -> Judged:
        """What is found in the texts alone comes first: where that is at the right place, nothing has to be decided."""
        inputs, stretches = self.book.with_defect(sown)
        loaded = self._loaded(inputs)
        noticed, by = self._noticed(loaded.findings_in_texts, sown, stretches)
        if noticed is not Noticed.PLACE:
            noticed, by = self._noticed(loaded.diagnostics, sown, stretches)
        if noticed is Noticed.PLACE:
            return Judged(sown, noticed, by, only_with_all=False)
        if noticed is Noticed.NOTHING and self._example_fails(loaded, sown):
            noticed = Noticed.EXAMPLE
        hidden = noticed not in BY_CHECK and Counter(_said(one) for one in loaded.diagnostics) != self.clean
        return Judged(sown, noticed, by, hidden)

    def _noticed(self, found: Sequence[Diagnostic], sown: Sown, stretches: Sequence[Stretch]) -> tuple[Noticed, tuple[str, ...]]:
        new, gone = self._difference(_shown(found))
        there = [one for one in new if _in_place(one, sown, stretches)]
        serious = [one for one in there if one.severity is not Severity.INFO]
        return _first(
            (Noticed.PLACE, [one.code for one in serious]),
            (Noticed.NOTE, [one.code for one in there]),
            (Noticed.OTHER, [*(one.code for one in new), *(code for code, _ in gone)]),
        )

    def _loaded(self, inputs: Inputs) -> OpenBook:
        return load_inputs(self.book.name, inputs, self.store)

    def _difference(self, found: Sequence[Diagnostic]) -> tuple[list[Diagnostic], list[Said]]:
        """What is said that was not said before, and what is not said any more."""
        left = Counter(self.clean_shown)
        new: list[Diagnostic] = []
        for one in found:
            if left[_said(one)] > 0:
                left[_said(one)] -= 1
            else:
                new.append(one)
        return new, list(left.elements())

    def _example_fails(self, loaded: OpenBook, sown: Sown) -> bool:
        """Whether any example fails; those of the case that was changed are the likeliest."""
        every = [(core, example) for core in loaded.cores.values() for example in core.examples]
        every.sort(key=lambda one: one[1].case not in sown.names)
        return any(not is_passing(core, example) for core, example in every)


def _first(*ways: tuple[Noticed, list[str]]) -> tuple[Noticed, tuple[str, ...]]:
    return next(((noticed, tuple(dict.fromkeys(by))) for noticed, by in ways if by), (Noticed.NOTHING, ()))


def _shown(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What `check` shows without `--all`."""
    serious = [one for one in found if one.severity is not Severity.INFO]
    return [*serious, *worth_showing([one for one in found if one.severity is Severity.INFO])[0]]


def _said(found: Diagnostic) -> Said:
    return found.code, BY_POSITION.sub("", found.message)


def _in_place(found: Diagnostic, sown: Sown, stretches: Sequence[Stretch]) -> bool:
    """Whether a finding is in a block that was changed, or names its case."""
    return not sown.names.isdisjoint(_names(found)) or any(
        stretch.meets(label.location.path, label.location.line, label.location.end_line) for label in found.labels for stretch in stretches
    )


def _names(found: Diagnostic) -> Iterator[str]:
    yield from found.cases
    yield from QUOTED.findall(found.message)
