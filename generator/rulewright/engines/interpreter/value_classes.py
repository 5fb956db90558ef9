"""Which values of a fact are the same to every condition and effect: of each such class, one value is enough to try.

A fact that is only ever compared with constants falls into the classes that these constants cut; one that is handed to a question is cut as
that question cuts its argument; one that is used in any other way is tried value by value.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias, assert_never, overload

from rulewright.base.numerals import plain_number
from rulewright.core.model import Core, CoreQuestion
from rulewright.semantics import terms, types
from rulewright.semantics.model import AnyKey, Free, From, OneOf
from rulewright.semantics.terms import Plain, Term

Use: TypeAlias = tuple[str, str | int, int]
"""("fact", name, 0), or ("question" or "group", name, slot) for a parameter."""
MOST_NUMBERS = 10**15
"""A range of more numbers is taken for one without an end."""

ALL_APART = types.YesNo | types.Thing
"""Types of facts no two of whose values are taken for one another, however little a core looks at them."""


class Looks:
    """How finely some terms look at facts and arguments. `every` holds those that they look at value by value."""

    def __init__(self) -> None:
        self.cuts: dict[Use, set[Plain]] = {}
        self.every: set[Use] = set()
        self.links: dict[Use, set[Use]] = {}

    def add(self, other: Looks) -> None:
        """Look as finely as other terms do, too."""
        for use, cuts in other.cuts.items():
            self.cuts.setdefault(use, set()).update(cuts)
        self.every |= other.every
        for use, links in other.links.items():
            self.links.setdefault(use, set()).update(links)

    def visit(self, term: Term, home: str, slots: int) -> None:
        """Look at a term in a question with so many arguments."""
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

    def _use(self, term: Term, home: str, slots: int) -> Use | None:
        if isinstance(term, terms.FactOf):
            return ("fact", term.fact, 0)
        if isinstance(term, terms.Var) and term.slot < slots:
            return ("question", home, term.slot)
        return None

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

    def heads(self, question: str, heads: tuple[Plain | Free, ...]) -> None:
        """Look at the arguments that are written in the head of a rule."""
        for slot, head in enumerate(heads):
            if not isinstance(head, Free):
                self.cuts.setdefault(("question", question, slot), set()).add(head)


class Sensitivity(Looks):
    """How finely a core looks at each fact; a question that another core has as well is not looked at again."""

    def __init__(self, core: Core, like: Sensitivity | None = None) -> None:
        super().__init__()
        self.core = core
        self._of: dict[str, tuple[CoreQuestion, Looks]] = {}
        for name, on in core.on.items():
            known = None if like is None else like._of.get(name)
            self._of[name] = known if known is not None and known[0] is on else (on, _looks_of(on))
            self.add(self._of[name][1])
        for term in _terms_of_all(core):
            self.visit(term, "", 0)
        self._tables_and_ends()
        self._spread()

    def with_terms(self, extra: Iterable[Term]) -> Sensitivity:
        """The same, with the terms of a question or an example looked at too."""
        found = Sensitivity.__new__(Sensitivity)
        Looks.__init__(found)
        found.core, found._of = self.core, self._of
        found.add(self)
        for term in extra:
            found.visit(term, "", 0)
        found._spread()
        return found

    # ---- collecting -----------------------------------------------------------------------------------------------------------------

    def _tables_and_ends(self) -> None:
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

    def firsts(self, fact: str, domain: Sequence[Any]) -> Sequence[Any]:
        """One value of each class of a domain, the first: all of them where no two are the same to every condition and effect."""
        return domain if self._tells_all_apart(fact) else [group[0] for group in self._classes(fact, domain)]

    def groups(self, fact: str, domain: Sequence[Any]) -> list[Sequence[Any]]:
        """The values of a domain, those together that are the same to every condition and effect."""
        return [[value] for value in domain] if self._tells_all_apart(fact) else self._classes(fact, domain)

    def _tells_all_apart(self, fact: str) -> bool:
        return ("fact", fact, 0) in self.every or isinstance(self.core.facts[fact].type, ALL_APART)

    def _classes(self, fact: str, domain: Sequence[Any]) -> list[Sequence[Any]]:
        cuts = self.cuts.get(("fact", fact, 0), set())
        if not isinstance(self.core.facts[fact].type, types.Numeric):
            return _grouped(domain, lambda value: value if value in cuts or value is None else _OTHER)
        points = sorted(Fraction(cut) for cut in cuts if isinstance(cut, int | Fraction) and not isinstance(cut, bool))
        places = {0, len(domain)}
        places.update(place(domain, point) for point in points for place in (bisect_left, bisect_right))
        return [domain[first:last] for first, last in pairwise(sorted(places))]


_OTHER = object()


def _grouped(domain: Iterable[Any], name: Any) -> list[Sequence[Any]]:
    found: dict[Any, list[Any]] = {}
    for value in domain:
        found.setdefault(name(value), []).append(value)
    return list(found.values())


def _looks_of(on: CoreQuestion) -> Looks:
    """How finely the rules of a question look at facts and at its arguments."""
    found, name = Looks(), on.question.name
    for term in on.terms():
        found.visit(term, name, len(on.question.params))
    for rule in on.stated():
        found.heads(rule.question, rule.heads)
    for absent in on.absent:
        found.heads(name, absent.clause.heads)
    return found


def _terms_of_all(core: Core) -> Iterator[Term]:
    """The terms of a core that stand in no question."""
    yield from (group.with_ for group in core.groups.values() if group.with_ is not None)
    yield from (impossible.when for impossible in core.impossible)


def domain_of(core: Core, fact: str, things: dict[str, tuple[str, ...]]) -> Sequence[Any]:
    """Every value that a fact can have, given the things that there are; empty where there is no end of them."""
    return domain_of_type(core, core.facts[fact].type, things)


def domain_of_type(core: Core, kind: types.Type, things: dict[str, tuple[str, ...]]) -> Sequence[Any]:
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


def numbers_of(kind: types.Numeric) -> Sequence[int | Fraction]:
    """Every number of a range, in order; empty where it has no end, or as good as none.

    They are not made before they are looked at: there may be billions.
    """
    if kind.low is None or kind.high is None:
        return ()
    step = Fraction(kind.step or 1)
    count = int((kind.high - kind.low) / step) + 1
    if count > MOST_NUMBERS:
        return ()
    if step == 1 and isinstance(kind.low, int) and isinstance(kind.high, int):
        return range(kind.low, kind.high + 1)
    return _Fractions(Fraction(kind.low), step, range(count))


class _Fractions(Sequence[int | Fraction]):
    """What `range` is for whole numbers: the numbers `low + step * place`, whole ones as integers."""

    def __init__(self, low: Fraction, step: Fraction, places: range) -> None:
        self._low = low
        self._step = step
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> int | Fraction: ...
    @overload
    def __getitem__(self, place: slice) -> _Fractions: ...
    def __getitem__(self, place: int | slice) -> int | Fraction | _Fractions:
        if isinstance(place, slice):
            return _Fractions(self._low, self._step, self._places[place])
        return plain_number(self._low + self._step * self._places[place])
