"""Building blocks of a check: its `Check` (code, name, severity), the `CheckInput` that it reads, and helpers that make labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.checks.indexes.book_index import BookIndex
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.rulebook.model import CaseInForce, EditionView, Origin, Provision, ReadingInForce, Rulebook

if TYPE_CHECKING:
    from rulewright.analysis.verdicts.findings import EditionVerdicts
    from rulewright.core.model import Core
    from rulewright.syntax import nodes


class CheckScope(StrEnum):
    """Scope of a run. EDITION: once for each edition; a finding that holds in all is reported once. BOOK: once, over all editions."""

    EDITION = "edition"
    BOOK = "book"


@dataclass(frozen=True, slots=True)
class Check:
    """The identity of a check. A code is never retired and never changes its meaning; the name states the defect, not the remedy."""

    code: str
    name: str
    severity: Severity
    scope: CheckScope = CheckScope.EDITION
    reports_absence: bool = False  # it reports that something is missing: not run while some lines of the book are refused
    depth: Depth = Depth.ERRORS  # the depth of the solver's analysis at which it runs
    reads_verdicts: bool = False  # it receives the verdicts of the solver; the findings of all others do not depend on them
    ignores_prose: bool = False  # neither its findings nor their locations depend on prose: reused while only prose is edited

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
        """Return a diagnostic; the runner adds the book and the edition. Pass `severity` only if it is milder than the check's own."""
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
    """The input of a check: the book, one edition with its core and verdicts, and the indexes of the book and of all editions."""

    def __init__(
        self,
        book: Rulebook,
        edition: str,
        book_index: BookIndex,
        edition_indexes: Mapping[str, EditionIndex],
        verdicts_by_edition: Mapping[str, EditionVerdicts] = MappingProxyType({}),
    ) -> None:
        self.book = book
        self.edition = edition
        self.book_index = book_index
        self.edition_indexes = edition_indexes
        self.verdicts_by_edition = verdicts_by_edition
        """Verdicts on the rules of each edition without errors; empty for a check without `reads_verdicts`."""
        self.verdicts = verdicts_by_edition.get(edition)
        """Verdicts on the edition's rules; None if errors precluded them, and for a check without `reads_verdicts`."""

    def input_of_edition(self, edition: str) -> CheckInput:
        """Return the input of the same check for another edition."""
        return CheckInput(self.book, edition, self.book_index, self.edition_indexes, self.verdicts_by_edition)

    @property
    def view(self) -> EditionView:
        return self.book.views[self.edition]

    @property
    def edition_index(self) -> EditionIndex:
        """The index of the edition under check (for a check of the whole book: of the default edition)."""
        return self.edition_indexes[self.edition]

    @property
    def core(self) -> Core:
        """The core of the edition, without the rules that could not be resolved."""
        return self.edition_index.core


class CheckModule(Protocol):
    """The interface of a check's module."""

    CHECK: Check

    def find(self, check_input: CheckInput, /) -> Iterator[Diagnostic]: ...


def stable_address(check_input: CheckInput, provision: Provision, address: str) -> tuple[str, str]:
    """Return the name to write before the line of a provision, empty if it needs none, and its address, or that of its ground, by name.

    Advice never cites an address by place, which the next line that is inserted would change.
    """
    if not check_input.book_index.naming.has_line(provision):
        return "", address
    line = check_input.book_index.naming.address_of_line(provision)
    return (line.name_to_write or "", line.replace_positional(address) if address.startswith(line.positional_address) else address)


def at_node(origin: Origin, node: nodes.Node, text: str = "") -> Label:
    """A label on a node of the clause that `origin` names."""
    return Label(origin.place.location_of(node.span), text)


def at_provision(provision: Provision, text: str = "") -> Label:
    return Label(provision.location, text)


def at_head(thing: CaseInForce | ReadingInForce, text: str = "") -> Label:
    """A label on the first line of a case or reading: its heading."""
    return Label(heading_location(thing.origin), text)


def heading_location(origin: Origin) -> Location:
    """Return the location of a clause's heading: the first line of its block."""
    block_location = origin.place.location_of(origin.block.span)
    if block_location.end_line == block_location.line:
        return block_location
    return Location(
        block_location.path, block_location.line, block_location.column, block_location.line, block_location.column + _heading_width(origin)
    )


def _heading_width(origin: Origin) -> int:
    """Return the number of columns to underline in a heading that more lines follow: its keyword and number, which every heading has."""
    return len(origin.kind.value) + 1 + len(origin.number)
