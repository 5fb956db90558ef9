"""What a reference reaches in one edition: a case with all that counts as part of it, a rule, a table, a ground, a reading's choice.

`8.6` is the case: its own rules with those of amendments, rulings and readings on it, joint heads too. `8.6.in_mud` is its rule of that
name, `8.6.2` its second rule, whether or not it has a name, `combat.3.to_hit` its table, `14.43.1.b` ground b of its first rule, `14.43.b`
the same where no other rule of the case has a ground b; `H_42` is a reading, `H_42.carry_on` one of its choices, `Q10` a ruling.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.case_numbers import ancestors
from rulewright.rulebook.model import CaseInForce, EditionView, Provision
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class Reached:
    """What a reference reaches. `case` is the case, scenario or ruling it is in, None for a reading. `ground` is the label of the one
    ground meant; `whole` tells a whole case or reading from a part of it; `by_place`: the address counts lines, and means another when
    one is put before it."""

    number: str
    provisions: tuple[Provision, ...]
    case: CaseInForce | None = None
    ground: str | None = None
    whole: bool = False
    by_place: bool = False

    @property
    def deleted(self) -> bool:
        return self.case is not None and self.case.deleted


class Addresses:
    """The addresses of one edition, indexed once."""

    def __init__(self, view: EditionView) -> None:
        self.view = view
        self._of_case: dict[str, list[Provision]] = defaultdict(list)
        self._parts: dict[str, tuple[tuple[Provision, ...], str | None]] = {}
        self._places: set[str] = set()
        self._below: dict[str, list[str]] = defaultdict(list)
        for provision in view.provisions():
            for case in dict.fromkeys((provision.case, *provision.also_of)):
                self._of_case[case.number].append(provision)
            self._parts[provision.id.text] = ((provision,), None)
        self._index_places()
        self._index_choices()
        self._index_grounds()
        for case_in_force in view.every_case():
            for up in ancestors(case_in_force.number):
                self._below[up].append(case_in_force.number)

    def _index_places(self) -> None:
        """A rule that has a name is found by its place too, so that a name given to it breaks no address."""
        for provision in self.view.provisions():
            if provision.by_place is not None:
                reached, _ = self._parts.setdefault(provision.by_place, ((provision,), None))
                if reached[0] is provision:
                    self._places.add(provision.by_place)

    def _index_choices(self) -> None:
        """A choice of a reading reaches all that it brings."""
        for reading in self.view.readings.values():
            for choice in reading.choices:
                brought = tuple(one for one in reading.provisions if one.scope.choice == choice.name)
                self._parts.setdefault(f"{reading.name}.{choice.name}", (brought, None))

    def _index_grounds(self) -> None:
        short: dict[str, list[tuple[Provision, str]]] = defaultdict(list)
        for provision in self.view.provisions():
            whole = provision.id.text.rsplit(".", 1)[0]
            for label in grounds(provision.node):
                self._parts[f"{provision.id.text}.{label}"] = ((provision,), label)
                short[f"{whole}.{label}"].append((provision, label))
                if provision.by_place in self._places:
                    self._parts.setdefault(f"{provision.by_place}.{label}", ((provision,), label))
                    self._places.add(f"{provision.by_place}.{label}")
        for address, found in short.items():
            if len(found) == 1:
                self._parts.setdefault(address, ((found[0][0],), found[0][1]))

    def find(self, number: str, *, and_below: bool = False) -> Reached | None:
        """What `number` reaches, None if there is no such thing in this edition. A deleted case is found, with nothing to reach."""
        case = self.view.find(number)
        if case is not None:
            reached = list(self._of_case.get(case.number, ()))
            if and_below:
                reached.extend(one for lower in self._below.get(number, ()) for one in self._of_case.get(lower, ()))
            return Reached(case.number, _each_once(reached), case, whole=True)
        if and_below and number in self._below:
            under = [one for lower in self._below[number] for one in self._of_case.get(lower, ())]
            return Reached(number, _each_once(under), whole=True)
        if number in self.view.readings:
            return Reached(number, self.view.readings[number].provisions, whole=True)
        part = self._parts.get(number)
        if part is None:
            return None
        provisions, ground = part
        case = self.view.find(provisions[0].case.number) if provisions else None
        return Reached(number, provisions, case, ground, by_place=number in self._places)

    def below(self, number: str) -> tuple[str, ...]:
        """The sub-cases of a number, at any depth, in the order of the book."""
        return tuple(self._below.get(number, ()))

    def of_case(self, number: str) -> tuple[Provision, ...]:
        """All that counts as part of a case: its own provisions, joint ones, and those of rulings and readings on it."""
        return tuple(self._of_case.get(number, ()))

    def known(self) -> Iterator[str]:
        """Everything that has an address."""
        for case in self.view.every_case():
            yield case.number
        yield from self.view.readings
        yield from self._parts

    def hint(self, number: str) -> str:
        """A "did you mean" for a reference that reaches nothing."""
        return did_you_mean(number, self.known())


def _each_once(provisions: list[Provision]) -> tuple[Provision, ...]:
    """By address, in order: to compare whole rules would cost more than all the rest."""
    return tuple({one.id.text: one for one in provisions}.values())


def grounds(node: nodes.Node) -> tuple[str, ...]:
    """The labels of the conditions of a rule, in order."""
    if not isinstance(node, nodes.Rule):
        return ()
    return tuple(item.label for guard in node.guards for item in guard.items if item.label)
