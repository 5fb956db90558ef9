"""What can be asked of a book: every question with its domain, and the facts that its answer can depend on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from rulewright.core.model import Core
from rulewright.core.wording import found_text, typed_text
from rulewright.semantics import model as p
from rulewright.semantics import terms
from rulewright.semantics.groups import kinds_gone_through, terms_reached
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Enumerated, NoneType, Numeric, PlaceOf, Thing, Type, YesNo, type_text, unit_of_type


@dataclass(frozen=True, slots=True)
class FactInfo:
    """A fact as a person gives it: `name` as it is written (`u.arm`, `distance(u, t)`), its domain in words, its unit or None.

    `usual` is what is assumed where it is not given, as one writes it; `found` where a player sees it (`on the map`), empty if unsaid.
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
    """What an argument of a question can be: `kind` as it is declared (`weather`, `unit`, `0..9 hex`), and `domain` in words.

    `values` are all that there are where the book lists them, each with its title or its own name; None of things, which the reader
    names, of places and of numbers.
    """

    name: str
    kind: str
    domain: str
    values: tuple[tuple[str, str], ...] | None = None


@dataclass(frozen=True, slots=True)
class QuestionInfo:
    """A question: `name` with its parameters (`allowance(u)`), the domain of the answer in words, the facts that it can depend on, and
    the cases that speak on it. `arguments` says of each parameter what can be put there."""

    name: str
    kind: str
    domain: str
    unit: str | None
    phrase: str
    params: tuple[tuple[str, str], ...]
    facts: tuple[FactInfo, ...]
    cases: tuple[str, ...]
    arguments: tuple[ArgumentInfo, ...] = ()


def questions(core: Core) -> tuple[QuestionInfo, ...]:
    """Every question of the edition on which some rule speaks, in the order in which the vocabulary declares them."""
    reach = Reach(core)
    return tuple(_info(core, question, reach) for question in core.questions.values())


def questions_json(core: Core) -> dict[str, Any]:
    """The document of `questions --format json`."""
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
                    {"name": one.name, "kind": one.kind, "domain": one.domain, "values": one.values and [value for value, _ in one.values]}
                    for one in q.arguments
                ],
                "facts": [fact.name for fact in q.facts],
                "cases": list(q.cases),
            }
            for q in questions(core)
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
            for f in facts(core)
        ],
        "options": [{"option": option.name, "title": option.title, "needs": option.needs_text} for option in core.options.values()],
        "readings": [
            {"reading": r.name, "title": r.title, "on": list(r.on), "choices": [c.name for c in r.choices], "in_play": r.in_play}
            for r in core.readings.values()
        ],
    }


def facts(core: Core) -> tuple[FactInfo, ...]:
    """Every fact of the edition, in the order of its vocabulary."""
    return tuple(_fact(core, declared) for declared in core.facts.values())


class Reach:
    """Which facts each question can depend on, each question looked at once: through conditions, effects, groups and precedence."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self._near: dict[str, tuple[set[str], set[str]]] = {}
        self._tables: dict[str, list[p.Table]] = {}
        for table in core.tables.values():
            self._tables.setdefault(table.question, []).append(table)

    def of(self, question: str) -> set[str]:
        """The facts met on the way from a question to everything that it asks."""
        return {fact for met in self.asked(question) for fact in self._read(met)[0]}

    def asked(self, question: str) -> set[str]:
        """The question itself, and all that are asked on the way to its answer."""
        seen = {question}
        waiting = [question]
        while waiting:
            asked = self._read(waiting.pop())[1]
            waiting.extend(asked - seen)
            seen |= asked
        return seen

    def of_term(self, term: Term) -> set[str]:
        """The same for a condition or amount that is asked by itself."""
        found, asked = self._named_in([term])
        return found.union(*(self.of(name) for name in asked))

    def goes_through(self, term: Term) -> bool:
        """Whether a condition, or anything that is asked on the way to it, depends on which things there are."""
        asked = {question for name in self._named_in([term])[1] for question in self.asked(name)}
        terms_met = [term, *(one for name in asked for one in self._terms(name))]
        return any(True for one, _ in terms_reached(terms_met, self.core.groups) for _ in kinds_gone_through(one, self.core.groups))

    def cases(self, question: str) -> tuple[str, ...]:
        """The cases that speak of a question: of rules, of statements of precedence, without words that are held, of tables."""
        core, on = self.core, self.core.on[question]
        cases = [rule.case for rule in on.stated()] + [core.overrides[uid].case for uid in on.statements()]
        cases += [core.asides[aside.statement].case for aside in on.asides] + [absent.clause.case for absent in on.absent]
        return tuple(dict.fromkeys([*cases, *(table.case for table in self._tables.get(question, ()))]))

    def _read(self, question: str) -> tuple[set[str], set[str]]:
        """The facts that the rules and tables on a question name, and the questions that they ask."""
        found = self._near.get(question)
        if found is None:
            found = self._near[question] = self._named_in(self._terms(question))
        return found

    def _terms(self, question: str) -> list[Term]:
        """The terms of the rules and tables on a question."""
        cells = [cell for table in self._tables.get(question, ()) for row in table.rows for cell in row.cells if cell is not None]
        on = self.core.on.get(question)
        return [*(on.terms() if on is not None else ()), *cells]

    def _named_in(self, roots: Iterable[Term]) -> tuple[set[str], set[str]]:
        """The facts that terms read and the questions that they ask, through groups too."""
        facts: set[str] = set()
        asked: set[str] = set()
        groups: set[str] = set()
        waiting = list(roots)
        while waiting:
            for term in terms.walk(waiting.pop()):
                match term:
                    case terms.FactOf(fact=name):
                        facts.add(name)
                    case (
                        terms.Ask(question=name) | terms.AskVerdict(question=name) | terms.Barred(question=name) | terms.UpTo(question=name)
                    ):
                        asked.add(name)
                    case _:  # open: what else there is names groups or nothing
                        waiting.extend(self._groups(term, groups))
        return facts, asked

    def _groups(self, term: Term, seen: set[str]) -> list[Term]:
        """The conditions of the groups that a term runs over, each group once."""
        names: list[str] = []
        if isinstance(term, terms.InGroup):
            names.append(term.group)
        elif isinstance(term, terms.Some | terms.Every | terms.Gathered) and isinstance(term.domain.over, terms.Members):
            names.append(term.domain.over.group)
        found = []
        for name in names:
            if name not in seen:
                seen.add(name)
                condition = self.core.groups[name].with_
                if condition is not None:
                    found.append(condition)
        return found


def _info(core: Core, question: p.Question, reach: Reach) -> QuestionInfo:
    met = reach.of(question.name)
    return QuestionInfo(
        name=signature(question.name, question.params),
        kind=question.kind.value,
        domain=_answer_domain(core, question),
        unit=unit_of_type(question.type),
        phrase=question.phrase or "",
        params=tuple((param.name, type_text(param.type)) for param in question.params),
        facts=tuple(_fact(core, declared) for name, declared in core.facts.items() if name in met),
        cases=reach.cases(question.name),
        arguments=tuple(_argument(core, param) for param in question.params),
    )


def _argument(core: Core, param: p.Param) -> ArgumentInfo:
    """What can be put in the place of a parameter."""
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


def _fact(core: Core, declared: p.FactDecl) -> FactInfo:
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
        found=found_text(declared),
    )


def signature(name: str, params: tuple[p.Param, ...]) -> str:
    """`distance(u, t)`; a name without parameters stands alone."""
    return f"{name}({', '.join(param.name for param in params)})" if params else name


def domain_text(enums: Mapping[str, p.Enum], kind: Type) -> str:
    """A domain as people read it: `clear, mud, snow`, `0..40 SP`, `yes/no`, `unit`."""
    if isinstance(kind, Enumerated) and kind.name in enums:
        return ", ".join(enums[kind.name].values) + (", none" if kind.or_none else "")
    return type_text(kind)


def _answer_domain(core: Core, question: p.Question) -> str:
    if question.kind is p.QuestionKind.VERDICT:
        return "permitted, forbidden, required"
    return domain_text(core.enums, question.type if question.type is not None else YesNo())
