"""Which values of a fact are the same to every condition and effect: of each such class, one value is enough to try.

A fact that is only ever compared with constants falls into the classes that these constants cut; one that is handed to a question is cut as
that question cuts its argument; one that is used in any other way is tried value by value.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, TypeAlias, assert_never

from rulewright.core.model import Core
from rulewright.numerals import plain_number
from rulewright.semantics import terms, types
from rulewright.semantics.program import AnyKey, Free, From, OneOf
from rulewright.semantics.terms import Plain, Term

Use: TypeAlias = tuple[str, str | int, int]
"""("fact", name, 0), or ("question" or "group", name, slot) for a parameter."""


class Sensitivity:
    """How finely a core looks at each fact. `every` holds those that it looks at value by value."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.cuts: dict[Use, set[Plain]] = {}
        self.every: set[Use] = set()
        self.links: dict[Use, set[Use]] = {}
        for home, slots, term in _terms_of(core):
            self._visit(term, home, slots)
        self._heads_and_tables()
        self._spread()

    def with_terms(self, extra: Iterable[Term]) -> Sensitivity:
        """The same, with the terms of a question or an example looked at too."""
        found = Sensitivity.__new__(Sensitivity)
        found.core = self.core
        found.cuts = {use: set(cuts) for use, cuts in self.cuts.items()}
        found.every = set(self.every)
        found.links = {use: set(links) for use, links in self.links.items()}
        for term in extra:
            found._visit(term, "", 0)
        found._spread()
        return found

    # ---- collecting -----------------------------------------------------------------------------------------------------------------

    def _use(self, term: Term, home: str, slots: int) -> Use | None:
        if isinstance(term, terms.FactOf):
            return ("fact", term.fact, 0)
        if isinstance(term, terms.Var) and term.slot < slots:
            return ("question", home, term.slot)
        return None

    def _visit(self, term: Term, home: str, slots: int) -> None:
        waiting = [term]
        use = self._use(term, home, slots)
        if use is not None:
            self.every.add(use)
        while waiting:
            found = waiting.pop()
            cut = self._cut(found)
            for child in terms.children(found):
                used = self._use(child, home, slots)
                if used is not None and cut is not None and child is cut[0]:
                    self.cuts.setdefault(used, set()).update(cut[1])
                elif used is not None and not self._linked(found, child, used):
                    self.every.add(used)
                waiting.append(child)

    def _cut(self, term: Term) -> tuple[Term, tuple[Plain, ...]] | None:
        """The side of a comparison that constants cut, and these constants."""
        if isinstance(term, terms.Compare) and term.scale is None:
            if isinstance(term.right, terms.Const):
                return term.left, (term.right.value,)
            if isinstance(term.left, terms.Const):
                return term.right, (term.left.value,)
        if isinstance(term, terms.InSet) and term.scale is None:
            ends = [end for member in term.members for end in member if end is not None]
            if all(isinstance(end, terms.Const) for end in ends):
                return term.of, tuple(end.value for end in ends if isinstance(end, terms.Const))
        return None

    def _linked(self, parent: Term, child: Term, used: Use) -> bool:
        """Notes an argument that is handed on; whether it was one."""
        if not isinstance(parent, terms.Ask | terms.AskVerdict | terms.Barred | terms.UpTo):
            return False
        for slot, arg in enumerate(parent.args):
            if arg is child:
                self.links.setdefault(used, set()).add(("question", parent.question, slot))
        return True

    def _heads_and_tables(self) -> None:
        speaking = [(rule.question, rule.heads) for rule in self.core.stated()]
        speaking += [(name, absent.clause.heads) for name, on in self.core.on.items() for absent in on.absent]
        for question, heads in speaking:
            for slot, head in enumerate(heads):
                if not isinstance(head, Free):
                    self.cuts.setdefault(("question", question, slot), set()).add(head)
        for table in self.core.tables.values():
            keys = [(table.row_slots, row.keys) for row in table.rows] + [(table.column_slots, column) for column in table.columns]
            for slots, several in keys:
                for slot, key in zip(slots, several, strict=True):
                    cuts = self.cuts.setdefault(("question", table.question, slot), set())
                    match key:
                        case OneOf():
                            cuts.update(key.values)
                        case From():
                            cuts.update(end for end in (key.low, key.high) if end is not None)
                        case AnyKey():
                            pass
        for declared in self.core.questions.values():
            for slot, param in enumerate(declared.params):
                if isinstance(param.type, types.Numeric):
                    ends = {end for end in (param.type.low, param.type.high) if end is not None}
                    self.cuts.setdefault(("question", declared.name, slot), set()).update(ends)

    def _spread(self) -> None:
        """What cuts an argument cuts the facts that are handed to it."""
        growing = True
        while growing:
            growing = False
            for use, links in self.links.items():
                for link in links:
                    if link in self.every and use not in self.every:
                        self.every.add(use)
                        growing = True
                    more = self.cuts.get(link, set()) - self.cuts.get(use, set())
                    if more:
                        self.cuts.setdefault(use, set()).update(more)
                        growing = True

    # ---- choosing -------------------------------------------------------------------------------------------------------------------

    def groups(self, fact: str, domain: list[Any]) -> list[list[Any]]:
        """The values of a domain, those together that are the same to every condition and effect."""
        use = ("fact", fact, 0)
        kind = self.core.facts[fact].type
        if use in self.every or isinstance(kind, types.YesNo | types.Thing):
            return [[value] for value in domain]
        cuts = self.cuts.get(use, set())
        if isinstance(kind, types.Numeric):
            points = sorted(Fraction(cut) for cut in cuts if isinstance(cut, int | Fraction) and not isinstance(cut, bool))
            return _grouped(domain, lambda value: (bisect_left(points, value), value in points))
        return _grouped(domain, lambda value: value if value in cuts or value is None else _OTHER)


_OTHER = object()


def _grouped(domain: list[Any], name: Any) -> list[list[Any]]:
    found: dict[Any, list[Any]] = {}
    for value in domain:
        found.setdefault(name(value), []).append(value)
    return list(found.values())


def _terms_of(core: Core) -> Iterator[tuple[str, int, Term]]:
    """Every term of a core, with the question in whose arguments it stands and their number."""
    for name, on in core.on.items():
        for term in on.terms():
            yield name, len(on.question.params), term
    for group in core.groups.values():
        if group.with_ is not None:
            yield "", 0, group.with_
    for impossible in core.impossible:
        yield "", 0, impossible.when


def domain_of(core: Core, fact: str, things: dict[str, tuple[str, ...]]) -> list[Any]:
    """Every value that a fact can have, given the things that there are; empty where there is no end of them."""
    return domain_of_type(core, core.facts[fact].type, things)


def domain_of_type(core: Core, kind: types.Type, things: dict[str, tuple[str, ...]]) -> list[Any]:
    """Every value of a type, given the things that there are; empty where there is no end of them."""
    none: list[Any] = [None] if getattr(kind, "or_none", False) else []
    match kind:
        case types.YesNo():
            return [True, False]
        case types.Enumerated():
            return [*core.enums[kind.name].values, *none]
        case types.Thing():
            return [*things.get(kind.record, ()), *none]
        case types.Numeric():
            return numbers_of(kind)
        case types.PlaceOf() | types.NoneType():
            return []
        case _:
            assert_never(kind)


def numbers_of(kind: types.Numeric) -> list[Any]:
    """Every number of a range, in order; empty where it has no end."""
    if kind.low is None or kind.high is None:
        return []
    if kind.step == 1 and isinstance(kind.low, int) and isinstance(kind.high, int):
        return list(range(kind.low, kind.high + 1))
    step = Fraction(kind.step or 1)
    count = int((kind.high - kind.low) / step)
    numbers = (kind.low + step * index for index in range(count + 1))
    return [plain_number(Fraction(number)) for number in numbers]
