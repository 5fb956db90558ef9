"""What every check is made of: its `Check` (code, name, severity), the `CheckInput` that it reads, and helpers to point at texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.checks.indexes.book_index import BookIndex
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.rulebook.model import CaseInForce, EditionView, Origin, Provision, ReadingInForce, Rulebook

if TYPE_CHECKING:
    from rulewright.analysis.verdicts.findings import Decided
    from rulewright.core.model import Core
    from rulewright.syntax import nodes


class Judged(StrEnum):
    """EDITION: run once for each edition, and a finding that holds in all of them is reported once. BOOK: run once, over all editions."""

    EDITION = "edition"
    BOOK = "book"


@dataclass(frozen=True, slots=True)
class Check:
    """The identity of one check. A code never dies and never changes its meaning; the name says what was found, not how to cure it."""

    code: str
    name: str
    severity: Severity
    judged: Judged = Judged.EDITION
    by_absence: bool = False  # it finds that something is not there: not judged while parts of the book cannot be read
    depth: Depth = Depth.ERRORS  # how deep rules are looked into where it is found
    of_verdicts: bool = False  # it is told what was decided; all others find the same whatever that is
    of_rules_alone: bool = False  # no word of prose bears on it, nor on where it points to: kept while only such words are edited

    def finding(
        self,
        message: str,
        labels: Iterable[Label],
        *,
        help: str = "",
        notes: tuple[str, ...] = (),
        cases: Iterable[str] = (),
        severity: Severity | None = None,
        example: str = "",
        witness: dict[str, Any] | None = None,
    ) -> Diagnostic:
        """One finding of this check; the runner adds the book and the edition. `severity` only where it is milder than the check's own."""
        return Diagnostic(
            code=self.code,
            name=self.name,
            severity=severity or self.severity,
            message=message,
            labels=tuple(labels),
            help=help,
            notes=notes,
            cases=tuple(dict.fromkeys(cases)),
            example=example,
            witness=witness,
        )


class CheckInput:
    """All that a check may read: the book, one edition of it with its core and what was decided of it, the index of every edition."""

    def __init__(
        self,
        book: Rulebook,
        edition: str,
        whole: BookIndex,
        everywhere: Mapping[str, EditionIndex],
        decided: Decided | None = None,
    ) -> None:
        self.book = book
        self.edition = edition
        self.whole = whole
        self.everywhere = everywhere
        self.decided = decided
        """What was decided of the edition's rules; None where errors come first, and for a check that is not `of_verdicts`."""

    @property
    def view(self) -> EditionView:
        return self.book.views[self.edition]

    @property
    def here(self) -> EditionIndex:
        """The index of the edition that is judged (for a check of the whole book: of the default edition)."""
        return self.everywhere[self.edition]

    @property
    def core(self) -> Core:
        """The rules of the edition; those that could not be resolved are left out."""
        return self.here.core


class CheckModule(Protocol):
    """What the file of a check offers."""

    CHECK: Check

    def find(self, given: CheckInput, /) -> Iterator[Diagnostic]: ...


def at_node(origin: Origin, node: nodes.Node, text: str = "") -> Label:
    """A label on a node of the clause that `origin` names."""
    return Label(origin.place.at(node.span), text)


def at_provision(provision: Provision, text: str = "") -> Label:
    return Label(provision.location, text)


def at_head(thing: CaseInForce | ReadingInForce, text: str = "") -> Label:
    """A label on the first line of a case or reading: its heading."""
    return Label(heading_location(thing.origin), text)


def heading_location(origin: Origin) -> Location:
    """Where a clause's heading stands: the first line of its block."""
    whole = origin.place.at(origin.block.span)
    if whole.end_line == whole.line:
        return whole
    return Location(whole.path, whole.line, whole.column, whole.line, whole.column + _heading_width(origin))


def _heading_width(origin: Origin) -> int:
    """How many columns to underline of a heading whose block goes on: its first word and number, which every heading has."""
    return len(origin.kind.value) + 1 + len(origin.number)
