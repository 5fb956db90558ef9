"""Cases of an edition: the table of contents, and one case with what bears on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulewright.base.errors import WrongInput
from rulewright.base.records import fields_json, record

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.queries import Neighbour
    from rulewright.rulebook.model import CaseInForce, ReadingInForce
    from rulewright.workspace.open_book import Loaded


@record
class Contents:
    """The cases, scenarios and rulings of an edition in the order of the book, and its open questions of interpretation."""

    book: str
    edition: str
    cases: tuple[CaseInForce, ...]
    readings: tuple[ReadingInForce, ...]

    def to_json(self) -> dict[str, Any]:
        """The document of `show --format json` without a case."""
        return {
            "book": self.book,
            "edition": self.edition,
            "contents": [fields_json(case, "number", "title", "kind", "chapter", "held", "deleted", "new") for case in self.cases],
            "readings": [{"name": one.name, "title": one.title, "on": [case.number for case in one.on]} for one in self.readings],
        }


@record
class ShownCase:
    """A case as it is in force, or a reading, and by relation what bears on it: what it refers to, overrides, what amends it."""

    book: str
    edition: str
    found: CaseInForce | ReadingInForce
    bears_on: Mapping[str, tuple[Neighbour, ...]]

    def to_json(self) -> dict[str, Any]:
        """The document of `show --format json`."""
        from rulewright.rulebook.export_json import case_json, reading_json
        from rulewright.rulebook.model import ReadingInForce

        clause = self.found
        return {
            "book": self.book,
            "edition": self.edition,
            **({"reading": reading_json(clause)} if isinstance(clause, ReadingInForce) else {"case": case_json(clause)}),
            "bears_on": [
                {"relation": relation, "case": one.number, **fields_json(one, "label", "by"), **fields_json(one.location, "path", "line")}
                for relation, others in self.bears_on.items()
                for one in others
            ],
        }


def contents(loaded: Loaded, edition: str) -> Contents:
    """The table of contents of an edition that is there."""
    view = loaded.book.views[edition]
    return Contents(loaded.name, edition, tuple(view.every_case()), tuple(view.readings.values()))


def show_case(loaded: Loaded, edition: str, wanted: str) -> ShownCase:
    """The case, scenario, ruling or reading of that name in an edition that is there; raises `WrongInput`."""
    from rulewright.analysis.dependencies.queries import neighbours

    found = find_case(loaded, edition, wanted)
    name = name_of(found)
    groups = loaded.keep(f"bears_on.{edition}.{name}", lambda: neighbours(loaded.graph(edition), name).groups)
    return ShownCase(loaded.name, edition, found, groups)


def find_case(loaded: Loaded, edition: str, wanted: str) -> CaseInForce | ReadingInForce:
    """What has that number, in any of its spellings, or that name; raises `WrongInput` where nothing has."""
    from rulewright.base.suggestions import did_you_mean
    from rulewright.rulebook.case_numbers import match_number

    view = loaded.book.views[edition]
    known = [case.number for case in view.every_case()]
    number = match_number(wanted, [*known, *view.renumbered, *view.readings])
    if number is not None and number in view.readings:
        return view.readings[number]
    case = view.find(number) if number else None
    if case is not None:
        return case
    elsewhere = [name for name, other in loaded.book.views.items() if other is not view and other.find(wanted)]
    hint = f"the edition {elsewhere[0]} has it" if elsewhere else did_you_mean(wanted, [*known, *view.readings])
    raise WrongInput(f"`{loaded.name}` has no case `{wanted}` in the edition {view.edition.name}", hints=[hint] if hint else [])


def name_of(found: CaseInForce | ReadingInForce) -> str:
    """The number of a case or the name of a reading: what the graph knows it by."""
    from rulewright.rulebook.model import ReadingInForce

    return found.name if isinstance(found, ReadingInForce) else found.number
