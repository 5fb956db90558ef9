"""What the resolver says about names, types, units and tables: one place for codes, so that each keeps its name and severity."""

from __future__ import annotations

from dataclasses import dataclass, field

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
    """Something was reported, and what it stood in is left out."""


@dataclass(slots=True)
class Faults:
    """The findings of one edition, as they come up."""

    book: str
    edition: str
    found: list[Diagnostic] = field(default_factory=list)

    def add(
        self,
        code: str,
        message: str,
        *labels: Label | Location | None,
        help: str = "",
        notes: tuple[str, ...] = (),
        cases: tuple[str, ...] = (),
    ) -> None:
        """One finding; bare locations become labels without words."""
        name, severity = CODES[code]
        shown = tuple(label if isinstance(label, Label) else Label(label) for label in labels if label is not None)
        self.found.append(
            Diagnostic(code, name, severity, message, shown, help=help, notes=notes, book=self.book, edition=self.edition, cases=cases)
        )

    def add_once(self, code: str, message: str, *labels: Label | Location | None, help: str = "") -> None:
        """One finding for all the places that make it."""
        if not any(known.code == code and known.message == message for known in self.found):
            self.add(code, message, *labels, help=help)


@dataclass(frozen=True, slots=True)
class At:
    """Where something stands, and where to report what is wrong with it."""

    faults: Faults
    place: Place
    case: str = ""

    def where(self, node: Node) -> Location:
        """The absolute location of a node of this block."""
        return self.place.at(node.span)

    def fail(self, code: str, message: str, node: Node, *, help: str = "", notes: tuple[str, ...] = ()) -> Unresolved:
        """Reports, and returns the exception to raise."""
        self.faults.add(code, message, self.where(node), help=help, notes=notes, cases=(self.case,) if self.case else ())
        return Unresolved()

    @classmethod
    def of(cls, faults: Faults, provision: Provision) -> At:
        """Where a provision stands."""
        return cls(faults, provision.origin.place, str(provision.case))
