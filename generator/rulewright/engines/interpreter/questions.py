"""The questions of a book, each with its domain and the facts that its answer can depend on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from rulewright.core.dependence import Dependence
from rulewright.core.model import Core
from rulewright.core.wording import NO_DOMAIN, DomainInfo, HasDomain, domain_of, fact_source_text, typed_text
from rulewright.semantics import model as p
from rulewright.semantics.types import Enumerated, NoneType, Numeric, PlaceOf, Thing, Type, YesNo, type_text, unit_of_type


@dataclass(frozen=True, slots=True)
class FactInfo(HasDomain):
    """A fact as a person gives it: `name` as written (`u.arm`, `distance(u, t)`), its domain in words, its unit or None.

    `takes` is its domain as data, `asks` how to ask a person for it. `usual` is its default as one writes it; `found` is its place in
    play (`on the map`), empty if undeclared.
    """

    name: str
    kind: str
    domain: str
    unit: str | None
    phrase: str
    asks: str
    usual: str | None = None
    found: str = ""
    takes: DomainInfo = NO_DOMAIN


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
class QuestionInfo(HasDomain):
    """A question: `name` with its parameters (`allowance(u)`), the domain of the answer, its facts, and the cases with rules on it.

    `takes` is the domain of the answer as data, `arguments` has the domain of each parameter.
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
    takes: DomainInfo = NO_DOMAIN


def list_questions(core: Core) -> tuple[QuestionInfo, ...]:
    """Return the questions of the edition that some rule answers, in the order of the vocabulary."""
    dependence = Dependence(core)
    return tuple(_question_info(core, question, dependence) for question in core.questions.values())


def questions_json(core: Core) -> dict[str, Any]:
    """Return the questions, facts and switches of a core as a document."""
    return {
        "book": core.book,
        "edition": core.edition,
        "questions": [question_json(question) for question in list_questions(core)],
        "facts": [fact_json(fact) for fact in list_facts(core)],
        **switches_json(core.options.values(), core.readings.values()),
    }


def switches_json(options: Iterable[p.Option], readings: Iterable[p.Reading]) -> dict[str, Any]:
    """Return the entries `options` and `readings` of such a document."""
    return {
        "options": [{"option": option.name, "title": option.title, "needs": option.needs_text} for option in options],
        "readings": [
            {"reading": r.name, "title": r.title, "on": list(r.on), "choices": [c.name for c in r.choices], "in_play": r.in_play}
            for r in readings
        ],
    }


def question_json(q: QuestionInfo) -> dict[str, Any]:
    """Return an entry of `questions` in the document of `questions --format json`."""
    return {
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


def fact_json(f: FactInfo) -> dict[str, Any]:
    """Return an entry of `facts` in the document of `questions --format json`."""
    return {
        "fact": f.name,
        "kind": f.kind,
        "domain": f.domain,
        "unit": f.unit,
        "meaning": f.phrase,
        "asks": f.asks,
        "usual": f.usual,
        "found": f.found or None,
    }


def list_facts(core: Core) -> tuple[FactInfo, ...]:
    """Return the facts of the edition, in the order of its vocabulary."""
    return tuple(_fact_info(core, declared) for declared in core.facts.values())


def _question_info(core: Core, question: p.Question, dependence: Dependence) -> QuestionInfo:
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
        takes=domain_of(core, YesNo() if question.kind is p.QuestionKind.PREDICATE else question.type),
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
    return FactInfo(
        name=signature(declared.name, declared.params),
        kind=declared.kind,
        domain=domain_text(core.enums, declared.type),
        unit=unit_of_type(declared.type),
        phrase=declared.phrase or "",
        asks=declared.asks or "",
        usual=None if declared.usual is None else typed_text(core, declared.type, declared.usual.value),
        found=fact_source_text(declared),
        takes=domain_of(core, declared.type),
    )


def signature(name: str, params: tuple[p.Param, ...]) -> str:
    """Return a name with its parameters, as it can be asked: `distance(u, t)`; `unit.arm` and what has no parameters alone."""
    return f"{name}({', '.join(param.name for param in params)})" if params and "." not in name else name


def domain_text(enums: Mapping[str, p.Enum], kind: Type) -> str:
    """Return a domain as people read it: `clear, mud, snow`, `0..40 SP`, `yes/no`, `unit`."""
    if isinstance(kind, Enumerated) and kind.name in enums:
        return ", ".join(enums[kind.name].values) + (", none" if kind.or_none else "")
    return type_text(kind)


def _answer_domain(core: Core, question: p.Question) -> str:
    if question.kind is p.QuestionKind.VERDICT:
        return "permitted, forbidden, required"
    return domain_text(core.enums, question.type if question.type is not None else YesNo())
