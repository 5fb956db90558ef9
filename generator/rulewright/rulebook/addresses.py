"""Resolution of references in one edition: to a case with all its parts, a rule, a table, a ground or a choice of a reading.

`8.6` is the case: its own rules with those of amendments, rulings and readings on it, joint heads included. `8.6.in_mud` is its rule of
that name, `8.6.2` its second rule, named or not, `combat.3.to_hit` its table, `14.43.1.b` ground b of its first rule, `14.43.b` the same
if no other rule of the case has a ground b; `H_42` is a reading, `H_42.carry_on` one of its choices, `Q10` a ruling.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.model import CaseInForce, EditionView, Provision
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class ResolvedReference:
    """A resolved reference.

    `case` is the case, scenario or ruling that contains the target, None for a reading. `ground` is the label of a single ground;
    `is_whole`: the target is a case or reading, not a part of one; `by_place`: the address counts lines, and shifts if a line is inserted
    before.
    """

    number: str
    provisions: tuple[Provision, ...]
    case: CaseInForce | None = None
    ground: str | None = None
    is_whole: bool = False
    by_place: bool = False

    @property
    def is_deleted(self) -> bool:
        return self.case is not None and self.case.deleted


class Addresses:
    """An index of the addresses of one edition."""

    def __init__(self, view: EditionView) -> None:
        self.view = view
        self._provisions_by_case: dict[str, list[Provision]] = defaultdict(list)
        self._parts: dict[str, tuple[tuple[Provision, ...], str | None]] = {}
        self._places: set[str] = set()
        self._sub_cases: dict[str, list[str]] = defaultdict(list)
        for provision in view.provisions_in_force():
            for case in dict.fromkeys((provision.case, *provision.also_of)):
                self._provisions_by_case[case.number].append(provision)
            self._parts[provision.id.text] = ((provision,), None)
        self._index_places()
        self._index_choices()
        self._index_grounds()
        for case_in_force in view.all_cases():
            for up in view.numbering.parent_numbers(case_in_force.number):
                self._sub_cases[up].append(case_in_force.number)

    def _index_places(self) -> None:
        """Index named rules by position too, so that naming a rule breaks no address."""
        for provision in self.view.provisions_in_force():
            if provision.positional_address is not None:
                members, _ = self._parts.setdefault(provision.positional_address, ((provision,), None))
                if members[0] is provision:
                    self._places.add(provision.positional_address)

    def _index_choices(self) -> None:
        """Index choices of readings, each with its provisions."""
        for reading in self.view.readings.values():
            for choice in reading.choices:
                brought = tuple(provision for provision in reading.provisions if provision.scope.choice == choice.name)
                self._parts.setdefault(f"{reading.name}.{choice.name}", (brought, None))

    def _index_grounds(self) -> None:
        short: dict[str, list[tuple[Provision, str]]] = defaultdict(list)
        for provision in self.view.provisions_in_force():
            parent = provision.id.text.rsplit(".", 1)[0]
            for label in ground_labels(provision.node):
                self._parts[f"{provision.id.text}.{label}"] = ((provision,), label)
                short[f"{parent}.{label}"].append((provision, label))
                if provision.positional_address in self._places:
                    self._parts.setdefault(f"{provision.positional_address}.{label}", ((provision,), label))
                    self._places.add(f"{provision.positional_address}.{label}")
        for address, labelled in short.items():
            if len(labelled) == 1:
                self._parts.setdefault(address, ((labelled[0][0],), labelled[0][1]))

    def resolve_address(self, number: str, *, and_below: bool = False) -> ResolvedReference | None:
        """Resolve `number`; return None if this edition has no such address. A deleted case is found, without provisions."""
        case = self.view.find_case(number)
        if case is not None:
            members = list(self._provisions_by_case.get(case.number, ()))
            if and_below:
                members.extend(
                    provision for lower in self._sub_cases.get(number, ()) for provision in self._provisions_by_case.get(lower, ())
                )
            return ResolvedReference(case.number, _unique_provisions(members), case, is_whole=True)
        if and_below and number in self._sub_cases:
            lower_provisions = [provision for lower in self._sub_cases[number] for provision in self._provisions_by_case.get(lower, ())]
            return ResolvedReference(number, _unique_provisions(lower_provisions), is_whole=True)
        if number in self.view.readings:
            return ResolvedReference(number, self.view.readings[number].provisions, is_whole=True)
        part = self._parts.get(number)
        if part is None:
            return None
        provisions, ground = part
        case = self.view.find_case(provisions[0].case.number) if provisions else None
        return ResolvedReference(number, provisions, case, ground, by_place=number in self._places)

    def sub_cases(self, number: str) -> tuple[str, ...]:
        """Return the sub-cases of a number, at any depth, in the order of the book."""
        return tuple(self._sub_cases.get(number, ()))

    def provisions_of_case(self, number: str) -> tuple[Provision, ...]:
        """Return the provisions that count as part of a case: its own, joint ones, and those of rulings and readings on it."""
        return tuple(self._provisions_by_case.get(number, ()))

    def all_addresses(self) -> Iterator[str]:
        """Yield the addresses of the edition."""
        for case in self.view.all_cases():
            yield case.number
        yield from self.view.readings
        yield from self._parts

    def spelling_hint(self, number: str) -> str:
        """Return a "did you mean" hint for an unresolved reference."""
        return did_you_mean(number, self.all_addresses())


def _unique_provisions(provisions: list[Provision]) -> tuple[Provision, ...]:
    """Remove duplicates by address, keeping the order; comparing whole rules would be far too slow."""
    return tuple({provision.id.text: provision for provision in provisions}.values())


def ground_labels(node: nodes.Node) -> tuple[str, ...]:
    """Return the labels of the conditions of a rule, in order."""
    if not isinstance(node, nodes.Rule):
        return ()
    return tuple(item.label for guard in node.guards for item in guard.items if item.label)
