"""The cone of a question: all that its answers can depend on; and what the one world must have in which all questions are asked.

Conditions on one bound variable are told exactly by as many things as there are collections over their kind; beyond `MOST_THINGS`, and
where a number is made of a collection, a situation with more things may do what none of those tried does: then what was not found is not
proved not to be there, and the question says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.base.keywords import Comparison, Gather
from rulewright.base.memo import kept
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.world import MOST_THINGS, UNTOLD_PLACES, Needs
from rulewright.semantics import terms, types
from rulewright.semantics.groups import kind_run_over, kinds_gone_through
from rulewright.semantics.model import Question, Table
from rulewright.semantics.terms import Term


@dataclass(slots=True)
class Cone:
    """What a question depends on, by name; `chains`: the kinds of things between which links are followed; `limits`: why it is
    not proved that what was not found does not exist.

    `made_of_all`: those of the limits by which even two conditions that come to the same formula may differ, as "at most 40 units" and
    "at most 41" do where three are tried.
    """

    questions: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)
    collections: list[terms.Some | terms.Every | terms.Gathered] = field(default_factory=list)
    chains: set[str] = field(default_factory=set)
    compared: list[tuple[Term, Term]] = field(default_factory=list)
    """What is held to be the same, or not."""
    supposed: set[str] = field(default_factory=set)
    """The facts and questions of which something is supposed."""
    limits: tuple[str, ...] = ()
    made_of_all: tuple[str, ...] = ()
    many: frozenset[str] = frozenset()
    """The kinds of things of which more than are tried may matter."""
    told_apart: frozenset[str] = frozenset()
    """The kinds of which it matters whether two things are one: what is not told apart holds of one thing as of two that are alike."""


class Cones:
    """The cones of a core's questions, each worked out from the terms that bear on it."""

    def __init__(self, core: Core) -> None:
        self.core = core

    def of(self, question: Question) -> Cone:
        """The cone of a question."""
        return self._of(question.name)

    @kept
    def _of(self, asked: str) -> Cone:
        cone = Cone()
        waiting = [asked]
        while waiting:
            name = waiting.pop()
            if name in cone.questions:
                continue
            cone.questions.add(name)
            for term in self._terms(name):
                waiting.extend(self._visit(cone, term))
        for statement in self.core.impossible:
            self._visit(cone, statement.when)
        cone.told_apart = frozenset(self._told_apart(cone))
        made_of_all, run_over = self._made_of_all(cone), self._run_over(cone, self.core.questions[asked])
        cone.made_of_all = tuple(sorted(made_of_all))
        cone.limits = tuple(sorted({**made_of_all, **run_over}))
        cone.many = frozenset([*made_of_all.values(), *run_over.values()])
        return cone

    def needs(self) -> Needs:
        """What the one world of all questions must have."""
        return self._needs

    @cached_property
    def _needs(self) -> Needs:
        core = self.core
        counted = set(self._gone_through())
        counted |= {fact.type.record for fact in core.facts.values() if isinstance(fact.type, types.Thing)}
        things = dict.fromkeys(counted, MOST_THINGS)
        for question in core.questions.values():
            kinds = [param.type.record for param in question.params if isinstance(param.type, types.Thing)]
            for kind in kinds:
                things[kind] = max(things.get(kind, 0), kinds.count(kind))
        return Needs(things, frozenset(counted), self._places(), self._one_or_two())

    def needs_of_arguments(self) -> Needs:
        """What a world must have in which no things are named but the arguments of a question."""
        needs = self.needs()
        things = dict.fromkeys(needs.things, 0)
        for question in self.core.questions.values():
            for kind, count in Counter(param.type.record for param in question.params if isinstance(param.type, types.Thing)).items():
                things[kind] = max(things[kind], count)
        return Needs(things, frozenset(things), needs.places, needs.one_or_two)

    def _one_or_two(self) -> dict[str, frozenset[str]]:
        """By question the kinds of which it has several arguments and tells them apart."""
        found: dict[str, frozenset[str]] = {}
        for question in self.core.questions.values():
            kinds = Counter(param.type.record for param in question.params if isinstance(param.type, types.Thing))
            several = {kind for kind, count in kinds.items() if count > 1}
            if several and (apart := several & self.of(question).told_apart):
                found[question.name] = frozenset(apart)
        return found

    def _gone_through(self) -> Iterator[str]:
        """The kinds of things that some term goes through, or between which it follows links."""
        roots = [term for name in self.core.questions for term in self._terms(name)]
        roots += [statement.when for statement in self.core.impossible]
        roots += [group.with_ for group in self.core.groups.values() if group.with_ is not None]
        for root in roots:
            yield from kinds_gone_through(root, self.core.groups)

    @kept
    def _terms(self, name: str) -> tuple[Term, ...]:
        """The terms that bear directly on a question."""
        return tuple(self._list_terms(name))

    def _list_terms(self, name: str) -> Iterator[Term]:
        on = self.core.on[name]
        yield from on.terms()
        for table in dict.fromkeys(rule.table for rule in on.stated() if rule.table is not None):
            yield from _cells(self.core.tables[table])

    def _told_apart(self, cone: Cone) -> Iterator[str]:
        """The kinds of which things are compared or counted, and those of facts that are never of one thing twice."""
        for one in cone.compared:
            kinds = [kind for side in one if (kind := self._thing_of(side)) is not None]
            if len(kinds) == len(one):
                yield from [kind for kind in kinds if kind] or self.core.records
        for gathered in cone.collections:
            if isinstance(gathered, terms.Gathered) and gathered.gather not in (Gather.GREATEST, Gather.LEAST):
                kind = kind_run_over(gathered.domain.over, self.core.groups)
                yield from () if kind is None else (kind,)
        apart = [self.core.facts[name].params for name in cone.facts if name in cone.supposed or self.core.facts[name].never_of_itself]
        for params in [*apart, *(self.core.questions[name].params for name in cone.questions & cone.supposed)]:
            yield from (param.type.record for param in params if isinstance(param.type, types.Thing))

    def _thing_of(self, term: Term) -> str | None:
        """The kind of thing that a term stands for; empty where it may be one of any kind, None where it is no thing."""
        kind: types.Type | None
        match term:
            case terms.Var():
                return ""
            case terms.FactOf(fact=name):
                kind = self.core.facts[name].type
            case terms.Ask(question=name):
                kind = self.core.questions[name].type
            case terms.Gathered(gather=Gather.ONLY):
                return kind_run_over(term.domain.over, self.core.groups)
            case _:
                return None
        return kind.record if isinstance(kind, types.Thing) else None

    def _visit(self, cone: Cone, term: Term) -> Iterator[str]:
        """Notes what a term reads; gives the questions that it asks."""
        asked: list[str] = []
        waiting = [term]
        while waiting:
            for found in terms.walk(waiting.pop()):
                match found:
                    case terms.FactOf(fact=fact):
                        cone.facts.add(fact)
                    case (
                        terms.Ask(question=name) | terms.AskVerdict(question=name) | terms.Barred(question=name) | terms.UpTo(question=name)
                    ):
                        asked.append(name)
                    case terms.Some() | terms.Every() | terms.Gathered():
                        cone.collections.append(found)
                        if isinstance(found.domain.over, terms.Members):
                            waiting.extend(self._group(cone, found.domain.over.group))
                    case terms.Linked(record=kind):
                        cone.chains.add(kind)
                    case terms.InGroup(group=group):
                        waiting.extend(self._group(cone, group))
                    case terms.AsIf(supposed=supposed):
                        cone.supposed.add(supposed.fact if isinstance(supposed, terms.FactOf) else supposed.question)
                    case terms.Compare(op=Comparison.IS | Comparison.IS_NOT):
                        cone.compared.append((found.left, found.right))
                    case terms.InSet():
                        cone.compared += [(found.of, low) for low, high in found.members if high is None]
                    case _:
                        pass
        return iter(asked)

    def _group(self, cone: Cone, name: str) -> Iterable[Term]:
        if name in cone.groups:
            return ()
        cone.groups.add(name)
        with_ = self.core.groups[name].with_
        return () if with_ is None else (with_,)

    # ---- what the world must have ---------------------------------------------------------------------------------------------------

    def _made_of_all(self, cone: Cone) -> dict[str, str]:
        """What is made of all things of a kind, however many there are, each with the kind."""
        found: dict[str, str] = {}
        for one in cone.collections:
            kind = kind_run_over(one.domain.over, self.core.groups)
            if kind is not None and isinstance(one, terms.Gathered):
                made = "one is picked out" if one.gather is Gather.ONLY else "a number is made"
                found[f"{made} of every {kind} that there is, and no more than {MOST_THINGS} are tried"] = kind
        for kind in sorted(cone.chains):
            found[f"links may lead through every {kind} that there is, and no more than {MOST_THINGS} are tried"] = kind
        return found

    def _run_over(self, cone: Cone, question: Question) -> dict[str, str]:
        """The kinds over which more conditions run than things of them are tried, each by what is said of it."""
        kinds = [kind for one in cone.collections if (kind := kind_run_over(one.domain.over, self.core.groups)) is not None]
        wanted = Counter([*kinds, *cone.chains])
        wanted.update(type_of.record for fact in cone.facts if isinstance(type_of := self.core.facts[fact].type, types.Thing))
        for param in question.params:
            if isinstance(param.type, types.Thing) and param.type.record in wanted:
                wanted[param.type.record] += 1
        return {
            f"more conditions run over every {kind} than the {MOST_THINGS} that are tried": kind
            for kind, n in wanted.items()
            if n > MOST_THINGS
        }

    def _places(self) -> dict[str, tuple[str, ...]]:
        """The places of each map that rules name, and some that they do not."""
        found: dict[str, tuple[str, ...]] = {}
        constants = {
            str(term.value)
            for name in self.core.questions
            for root in self._terms(name)
            for term in terms.walk(root)
            if isinstance(term, terms.Const)
        }
        constants |= {head for rule in self.core.stated() for head in rule.heads if isinstance(head, str)}
        for name, spans in self.core.maps.items():
            named = sorted(one for one in constants if _is_place(one, spans))
            others = [end for span in spans for end in span if end not in named]
            found[name] = (*named, *dict.fromkeys(others[:UNTOLD_PLACES]))
        return found


def _is_place(name: str, spans: Iterable[tuple[str, str]]) -> bool:
    return any(len(low) == len(name) and low <= name <= high for low, high in spans)


def _cells(table: Table) -> Iterator[Term]:
    for row in table.rows:
        yield from (cell for cell in row.cells if cell is not None)
