"""The questions of a book, each with its domain and the facts that its answer can depend on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from rulewright.core.model import Core
from rulewright.core.wording import fact_source_text, typed_text
from rulewright.semantics import model as p
from rulewright.semantics import terms
from rulewright.semantics.groups import quantified_kinds, reachable_terms
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Enumerated, NoneType, Numeric, PlaceOf, Thing, Type, YesNo, type_text, unit_of_type


@dataclass(frozen=True, slots=True)
class FactInfo:
    """A fact as a person gives it: `name` as written (`u.arm`, `distance(u, t)`), its domain in words, its unit or None.

    `usual` is its default as one writes it; `found` is its place in play (`on the map`), empty if undeclared.
    """

    name: str
    kind: str
    domain: str
    unit: str | None
    phrase: str
    asks: str
    usual: str | None = None
    found: str = ""


@dataclass(frozen=True, slots=True)
class ArgumentInfo:
    """The domain of a question's parameter: `kind` as declared (`weather`, `unit`, `0..9 hex`), and `domain` in words.

    `values` are all values if the book enumerates them, each with its title or its own name; None for things, which the reader names, for
    places and for numbers.
    """

    name: str
    kind: str
    domain: str
    values: tuple[tuple[str, str], ...] | None = None


@dataclass(frozen=True, slots=True)
class QuestionInfo:
    """A question: `name` with its parameters (`allowance(u)`), the domain of the answer, its facts, and the cases with rules on it.

    `arguments` has the domain of each parameter.
    """

    name: str
    kind: str
    domain: str
    unit: str | None
    phrase: str
    params: tuple[tuple[str, str], ...]
    facts: tuple[FactInfo, ...]
    cases: tuple[str, ...]
    arguments: tuple[ArgumentInfo, ...] = ()


def list_questions(core: Core) -> tuple[QuestionInfo, ...]:
    """Return the questions of the edition that some rule answers, in the order of the vocabulary."""
    dependence = FactDependence(core)
    return tuple(_question_info(core, question, dependence) for question in core.questions.values())


def questions_json(core: Core) -> dict[str, Any]:
    """Return the document of `questions --format json`."""
    return {
        "book": core.book,
        "edition": core.edition,
        "questions": [
            {
                "question": q.name,
                "kind": q.kind,
                "meaning": q.phrase,
                "domain": q.domain,
                "unit": q.unit,
                "parameters": [
                    {
                        "name": argument.name,
                        "kind": argument.kind,
                        "domain": argument.domain,
                        "values": argument.values and [value for value, _ in argument.values],
                    }
                    for argument in q.arguments
                ],
                "facts": [fact.name for fact in q.facts],
                "cases": list(q.cases),
            }
            for q in list_questions(core)
        ],
        "facts": [
            {
                "fact": f.name,
                "kind": f.kind,
                "domain": f.domain,
                "unit": f.unit,
                "meaning": f.phrase,
                "asks": f.asks,
                "usual": f.usual,
                "found": f.found or None,
            }
            for f in list_facts(core)
        ],
        "options": [{"option": option.name, "title": option.title, "needs": option.needs_text} for option in core.options.values()],
        "readings": [
            {"reading": r.name, "title": r.title, "on": list(r.on), "choices": [c.name for c in r.choices], "in_play": r.in_play}
            for r in core.readings.values()
        ],
    }


def list_facts(core: Core) -> tuple[FactInfo, ...]:
    """Return the facts of the edition, in the order of its vocabulary."""
    return tuple(_fact_info(core, declared) for declared in core.facts.values())


class FactDependence:
    """The facts that each question can depend on: through conditions, effects, groups and precedence; memoized by question."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self._direct_reads: dict[str, tuple[set[str], set[str]]] = {}
        self._tables: dict[str, list[p.Table]] = {}
        for table in core.tables.values():
            self._tables.setdefault(table.question, []).append(table)

    def facts_of_question(self, question: str) -> set[str]:
        """Return the facts that a question and all questions it calls read."""
        return {fact for called in self.called_questions(question) for fact in self._direct_names(called)[0]}

    def called_questions(self, question: str) -> set[str]:
        """Return the question itself and all questions called, directly or through others."""
        visited = {question}
        pending = [question]
        while pending:
            called = self._direct_names(pending.pop())[1]
            pending.extend(called - visited)
            visited |= called
        return visited

    def facts_of_term(self, term: Term) -> set[str]:
        """Return the facts that a condition or amount can depend on."""
        direct_facts, called = self._names_in_terms([term])
        return direct_facts.union(*(self.facts_of_question(name) for name in called))

    def depends_on_things(self, term: Term) -> bool:
        """Return True if a condition, or a question it calls, depends on which things exist."""
        called = {question for name in self._names_in_terms([term])[1] for question in self.called_questions(name)}
        terms_met = [term, *(called_term for name in called for called_term in self._terms_of_question(name))]
        return any(
            True for met_term, _ in reachable_terms(terms_met, self.core.groups) for _ in quantified_kinds(met_term, self.core.groups)
        )

    def cases_of_question(self, question: str) -> tuple[str, ...]:
        """Return the cases that bear on a question: of rules, precedence, suspensions, missing clauses and tables."""
        core, core_question = self.core, self.core.on[question]
        cases = [rule.case for rule in core_question.written_rules()] + [core.overrides[uid].case for uid in core_question.override_uids()]
        cases += [core.asides[aside.statement].case for aside in core_question.asides] + [
            absent.clause.case for absent in core_question.absent
        ]
        return tuple(dict.fromkeys([*cases, *(table.case for table in self._tables.get(question, ()))]))

    def _direct_names(self, question: str) -> tuple[set[str], set[str]]:
        """Return the facts that the rules and tables on a question name, and the questions that they call."""
        names = self._direct_reads.get(question)
        if names is None:
            names = self._direct_reads[question] = self._names_in_terms(self._terms_of_question(question))
        return names

    def _terms_of_question(self, question: str) -> list[Term]:
        """Return the terms of the rules and tables on a question."""
        core_question = self.core.on.get(question)
        return [*(core_question.conditions_and_effects() if core_question is not None else ()), *self._cells_of(question)]

    def _cells_of(self, question: str) -> list[Term]:
        """Return the cells of the tables on a question."""
        return [cell for table in self._tables.get(question, ()) for row in table.rows for cell in row.cells if cell is not None]

    def _names_in_terms(self, roots: Iterable[Term]) -> tuple[set[str], set[str]]:
        """Return the facts that terms read and the questions that they call, through groups too."""
        facts: set[str] = set()
        called: set[str] = set()
        groups: set[str] = set()
        pending = list(roots)
        while pending:
            for term in terms.walk(pending.pop()):
                match term:
                    case terms.FactOf(fact=name):
                        facts.add(name)
                    case (
                        terms.Ask(question=name) | terms.AskVerdict(question=name) | terms.Barred(question=name) | terms.UpTo(question=name)
                    ):
                        called.add(name)
                    case _:  # open: what else there is names groups or nothing
                        pending.extend(self._group_conditions(term, groups))
        return facts, called

    def _group_conditions(self, term: Term, visited: set[str]) -> list[Term]:
        """Return the conditions of the groups that a term ranges over, each group once."""
        names: list[str] = []
        if isinstance(term, terms.InGroup):
            names.append(term.group)
        elif isinstance(term, terms.Some | terms.Every | terms.Gathered) and isinstance(term.domain.over, terms.Members):
            names.append(term.domain.over.group)
        conditions = []
        for name in names:
            if name not in visited:
                visited.add(name)
                condition = self.core.groups[name].with_
                if condition is not None:
                    conditions.append(condition)
        return conditions


def _question_info(core: Core, question: p.Question, dependence: FactDependence) -> QuestionInfo:
    reachable_facts = dependence.facts_of_question(question.name)
    return QuestionInfo(
        name=signature(question.name, question.params),
        kind=question.kind.value,
        domain=_answer_domain(core, question),
        unit=unit_of_type(question.type),
        phrase=question.phrase or "",
        params=tuple((param.name, type_text(param.type)) for param in question.params),
        facts=tuple(_fact_info(core, declared) for name, declared in core.facts.items() if name in reachable_facts),
        cases=dependence.cases_of_question(question.name),
        arguments=tuple(argument_info(core, param) for param in question.params),
    )


def argument_info(core: Core, param: p.Param) -> ArgumentInfo:
    """Return the domain of a parameter."""
    kind, name = param.type, type_text(param.type)
    match kind:
        case Enumerated():
            enum = core.enums[kind.name]
            values = tuple((value, enum.titles.get(value, value)) for value in enum.values) + ((("none", "none"),) if kind.or_none else ())
            return ArgumentInfo(param.name, name, domain_text(core.enums, kind), values)
        case YesNo():
            return ArgumentInfo(param.name, name, name, (("yes", "yes"), ("no", "no")))
        case Thing(record=record):
            return ArgumentInfo(param.name, name, f"any name, for {core.records[record] or f'one of the kind {record}'}")
        case PlaceOf():
            ranges = ", ".join(low if low == high else f"{low}..{high}" for low, high in core.maps[kind.map])
            return ArgumentInfo(param.name, name, f"{ranges} or none" if kind.or_none else ranges)
        case Numeric() | NoneType():
            return ArgumentInfo(param.name, name, name)
        case _:
            assert_never(kind)


def _fact_info(core: Core, declared: p.FactDecl) -> FactInfo:
    kind, *field = declared.name.split(".")
    name = f"{kind}.{field[0]}" if field else signature(declared.name, declared.params)
    return FactInfo(
        name=name,
        kind=declared.kind,
        domain=domain_text(core.enums, declared.type),
        unit=unit_of_type(declared.type),
        phrase=declared.phrase or "",
        asks=declared.asks or "",
        usual=None if declared.usual is None else typed_text(core, declared.type, declared.usual.value),
        found=fact_source_text(declared),
    )


def signature(name: str, params: tuple[p.Param, ...]) -> str:
    """Return a name with its parameters: `distance(u, t)`; without parameters the name alone."""
    return f"{name}({', '.join(param.name for param in params)})" if params else name


def domain_text(enums: Mapping[str, p.Enum], kind: Type) -> str:
    """Return a domain as people read it: `clear, mud, snow`, `0..40 SP`, `yes/no`, `unit`."""
    if isinstance(kind, Enumerated) and kind.name in enums:
        return ", ".join(enums[kind.name].values) + (", none" if kind.or_none else "")
    return type_text(kind)


def _answer_domain(core: Core, question: p.Question) -> str:
    if question.kind is p.QuestionKind.VERDICT:
        return "permitted, forbidden, required"
    return domain_text(core.enums, question.type if question.type is not None else YesNo())
