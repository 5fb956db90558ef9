"""Diagnostics of semantic analysis: one table of codes, with a name and a severity for each, and the collector that reports them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location, Place
from rulewright.rulebook.model import Provision
from rulewright.syntax.nodes import Node

CODES: dict[str, tuple[str, Severity]] = {
    "RW201": ("unknown-name", Severity.ERROR),
    "RW202": ("not-a-condition", Severity.ERROR),
    "RW203": ("type-mismatch", Severity.ERROR),
    "RW204": ("unit-mismatch", Severity.ERROR),
    "RW205": ("outside-the-domain", Severity.ERROR),
    "RW206": ("unbound-variable", Severity.ERROR),
    "RW207": ("no-such-stage", Severity.ERROR),
    "RW208": ("stages-out-of-order", Severity.ERROR),
    "RW209": ("circular-definition", Severity.ERROR),
    "RW210": ("row-too-short-or-long", Severity.ERROR),
    "RW211": ("key-out-of-order", Severity.ERROR),
    "RW212": ("overlapping-rows", Severity.ERROR),
    "RW213": ("hole-in-table", Severity.WARNING),
    "RW214": ("cell-outside-the-domain", Severity.ERROR),
    "RW215": ("quantifier-misuse", Severity.ERROR),
    "RW216": ("wrong-number-of-arguments", Severity.ERROR),
    "RW217": ("variable-meets-no-argument", Severity.ERROR),
    "RW218": ("name-declared-twice", Severity.ERROR),
    "RW219": ("wrong-verb", Severity.ERROR),
    "RW220": ("ambiguous-name", Severity.ERROR),
    "RW221": ("restates-something-else", Severity.ERROR),
    "RW222": ("not-a-given", Severity.ERROR),
    "RW223": ("empty-range", Severity.ERROR),
    "RW224": ("fact-and-argument", Severity.ERROR),
}


class Unresolved(Exception):
    """Raised after a diagnostic was reported, to leave out the statement that contains the error."""


@dataclass(slots=True)
class Faults:
    """A collector of the diagnostics of one edition, in the order in which they are reported."""

    book: str
    edition: str
    diagnostics: list[Diagnostic] = field(default_factory=list)
    _positions: dict[tuple[str, str, tuple[Label, ...]], int] = field(default_factory=dict)

    def add(
        self,
        code: str,
        message: str,
        *labels: Label | Location | None,
        help: str = "",
        notes: tuple[str, ...] = (),
        cases: tuple[str, ...] = (),
    ) -> None:
        """Report a diagnostic; bare locations become labels without text.

        What is said already of the same lines is said once, of all its cases: a background is read for each of its examples.
        """
        name, severity = CODES[code]
        as_labels = tuple(label if isinstance(label, Label) else Label(label) for label in labels if label is not None)
        position = self._positions.setdefault((code, message, as_labels), len(self.diagnostics))
        if position < len(self.diagnostics):
            earlier = self.diagnostics[position]
            self.diagnostics[position] = replace(earlier, cases=tuple(dict.fromkeys((*earlier.cases, *cases))))
            return
        self.diagnostics.append(
            Diagnostic(code, name, severity, message, as_labels, help=help, notes=notes, book=self.book, edition=self.edition, cases=cases)
        )

    def add_once(self, code: str, message: str, *labels: Label | Location | None, help: str = "") -> None:
        """Report a diagnostic unless one with the same code and message was reported before."""
        if not any(diagnostic.code == code and diagnostic.message == message for diagnostic in self.diagnostics):
            self.add(code, message, *labels, help=help)


@dataclass(frozen=True, slots=True)
class FaultContext:
    """The place of a statement, with the collector to report its errors to."""

    faults: Faults
    place: Place
    case: str = ""

    def location_of(self, node: Node) -> Location:
        """Return the absolute location of a node of this block."""
        return self.place.location_of(node.span)

    def fail(self, code: str, message: str, node: Node, *, help: str = "", notes: tuple[str, ...] = ()) -> Unresolved:
        """Report an error at a node and return the exception to raise."""
        self.faults.add(code, message, self.location_of(node), help=help, notes=notes, cases=(self.case,) if self.case else ())
        return Unresolved()

    @classmethod
    def of(cls, faults: Faults, provision: Provision) -> FaultContext:
        """Return the context of a provision."""
        return cls(faults, provision.origin.place, str(provision.case))
