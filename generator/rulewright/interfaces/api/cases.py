"""Cases of an edition: the table of contents, and a case with the clauses that bear on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulewright.base.documents.versions import with_schema
from rulewright.base.errors import WrongInput
from rulewright.base.records import fields_json, record

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.queries import Neighbour
    from rulewright.rulebook.model import CaseInForce, ReadingInForce
    from rulewright.workspace.open_book import OpenBook


@record
class Contents:
    """The cases, scenarios and rulings of an edition in the order of the book, and its open questions of interpretation."""

    book: str
    edition: str
    cases: tuple[CaseInForce, ...]
    readings: tuple[ReadingInForce, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the document of `show --format json` without a case."""
        return with_schema(
            "show",
            {
                "book": self.book,
                "edition": self.edition,
                "contents": [fields_json(case, "number", "title", "kind", "chapter", "held", "deleted", "new") for case in self.cases],
                "readings": [
                    {"name": reading.name, "title": reading.title, "on": [case.number for case in reading.cases]}
                    for reading in self.readings
                ],
            },
        )


@record
class ShownCase:
    """A case as in force, or a reading, and its neighbours by relation: those that it refers to or overrides, those that amend it."""

    book: str
    edition: str
    found: CaseInForce | ReadingInForce
    bears_on: Mapping[str, tuple[Neighbour, ...]]

    def to_json(self) -> dict[str, Any]:
        """Return the document of `show --format json`."""
        from rulewright.rulebook.export_json import case_json, reading_json
        from rulewright.rulebook.model import ReadingInForce

        clause = self.found
        return with_schema(
            "show",
            {
                "book": self.book,
                "edition": self.edition,
                **({"reading": reading_json(clause)} if isinstance(clause, ReadingInForce) else {"case": case_json(clause)}),
                "bears_on": [
                    {
                        "relation": relation,
                        "case": neighbour.number,
                        **fields_json(neighbour, "label", "by"),
                        **fields_json(neighbour.location, "path", "line"),
                    }
                    for relation, others in self.bears_on.items()
                    for neighbour in others
                ],
            },
        )


def contents_of(loaded: OpenBook, edition: str) -> Contents:
    """Return the table of contents of an existing edition."""
    view = loaded.book.views[edition]
    return Contents(loaded.name, edition, tuple(view.all_cases()), tuple(view.readings.values()))


def show_case(loaded: OpenBook, edition: str, reference: str) -> ShownCase:
    """Return a case, scenario, ruling or reading of an existing edition, with its neighbours. Raises `WrongInput`."""
    from rulewright.analysis.dependencies.queries import find_neighbours

    clause = find_case(loaded, edition, reference)
    name = name_of(clause)
    groups = loaded.load_or_make(f"bears_on.{edition}.{name}", lambda: find_neighbours(loaded.graph(edition), name).groups)
    return ShownCase(loaded.name, edition, clause, groups)


def find_case(loaded: OpenBook, edition: str, reference: str) -> CaseInForce | ReadingInForce:
    """Return the case with a number, in any of its spellings, or the reading of that name. Raises `WrongInput` if there is none."""
    from rulewright.base.suggestions import did_you_mean
    from rulewright.rulebook.case_numbers import match_number

    view = loaded.book.views[edition]
    numbers = [case.number for case in view.all_cases()]
    number = match_number(reference, [*numbers, *view.renumbered, *view.readings])
    if number is not None and number in view.readings:
        return view.readings[number]
    case = view.find_case(number) if number else None
    if case is not None:
        return case
    other_editions = [name for name, other in loaded.book.views.items() if other is not view and other.find_case(reference)]
    hint = f"the edition {other_editions[0]} has it" if other_editions else did_you_mean(reference, [*numbers, *view.readings])
    raise WrongInput(f"`{loaded.name}` has no case `{reference}` in the edition {view.edition.name}", hints=[hint] if hint else [])


def name_of(clause: CaseInForce | ReadingInForce) -> str:
    """Return the number of a case or the name of a reading, its key in the graph."""
    from rulewright.rulebook.model import ReadingInForce

    return clause.name if isinstance(clause, ReadingInForce) else clause.number
