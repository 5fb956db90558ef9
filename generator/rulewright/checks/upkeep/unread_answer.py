"""rules give an answer that no other case reads, though a fact like it is asked for

## What it does
Looks for values, verdicts, predicates and tables that only their own cases know: no rule, table or example of another case reads them, in
any edition. Of those it reports each for which a rule elsewhere asks for a fact of like name: with the same kind of value, unit and
arguments, and with most of the words of its name and phrase.

## Why it matters
The book says what the fact is, and still asks the players for it. They look up what the rules work out, or answer something else.

## Example
```case
measure MP "movement point"
record hex
  rough: yes/no
record unit
  hex: hex
fact cost_to_enter(h: hex): 0..9 MP "the cost to enter {h}"
value entry_cost(h: hex): 0..9 MP "the cost of entry into {h}"
verdict move(u: unit, h: hex)

case 8.3 "Cost"
  entry_cost(h) is 2 MP when h.rough
  entry_cost(h) is 1 MP when not h.rough

case 8.4 "Moving"
  may not move(u, h) when cost_to_enter(h) is more than 1 MP
```

## Use instead
```diff
-fact cost_to_enter(h: hex): 0..9 MP "the cost to enter {h}"
 case 8.4 "Moving"
-  may not move(u, h) when cost_to_enter(h) is more than 1 MP
+  may not move(u, h) when entry_cost(h) is more than 1 MP
```

## Limits
Judged by names. A fact on which the answer itself depends is left out; so are dice, choices, and facts that a rule decides
(`cost_to_enter(h) is entry_cost(h)`, which links the two as well). What a unit has to do, or may do, is not like what it does. Where both
are right as they are, `accepts unread_answer with 8.4 because "…"` in the case of the answer says why.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from rulewright.analysis.dependencies.from_core import name_of_fact
from rulewright.analysis.dependencies.model import EdgeKind, VertexKind, edges_of_kinds, incoming_edges, vertex_at
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.prose_lists import listing
from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.checks.indexes.likeness import COMMON_ROOT_LETTERS, NameWords, likeness, words_of
from rulewright.semantics.model import FactDecl, Param, Question
from rulewright.semantics.types import Numeric, Type, YesNo, open_ended, type_text

CHECK = Check("RW431", "unread-answer", Severity.WARNING, CheckScope.BOOK, reports_absence=True, ignores_prose=True)
MIN_LIKENESS = 0.6

DeclarationKind: TypeAlias = tuple[str, ...]


@record
class ComparedDeclaration:
    """A question or a fact in the comparison: its kind (the types of its value and parameters) and its words."""

    name: str
    kind: DeclarationKind
    words: NameWords
    location: Location


@record
class SimilarPair:
    """An answer and a similar fact, with the cases of one edition that define the answer and those that ask for the fact."""

    answer: ComparedDeclaration
    fact: ComparedDeclaration
    answering_cases: tuple[str, ...]
    asking_cases: tuple[str, ...]


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    names_read = {name for edition_index in check_input.edition_indexes.values() for name in _questions_read_elsewhere(edition_index)}
    pairs = (pair for index in check_input.edition_indexes.values() for pair in _pairs_of_edition(index, names_read))
    for pair in {(pair.answer.name, pair.fact.name): pair for pair in pairs}.values():
        yield _report_pair(pair)


def _report_pair(pair: SimilarPair) -> Diagnostic:
    answer, fact = pair.answer.name, pair.fact.name
    return CHECK.finding(
        f"`{answer}` is read by no other case, though `{fact}` is asked for",
        [Label(pair.answer.location), Label(pair.fact.location, "a fact of like name")],
        help=f"read `{answer}` in {listing(pair.asking_cases, 'and')}, or let a rule say what `{fact}` is",
        cases=[*pair.answering_cases, *pair.asking_cases],
    )


# ---- who reads what ------------------------------------------------------------------------------------------------------------------


def _questions_read_elsewhere(edition_index: EditionIndex) -> Iterator[str]:
    """Yield the questions read by a case other than the only one that answers them."""
    cases_answering, cases_reading = (
        _cases_by_vertex(edition_index, (EdgeKind.DEFINES,)),
        _cases_by_vertex(edition_index, (EdgeKind.USES, EdgeKind.TESTS)),
    )
    for question in edition_index.core.questions.values():
        givers, readers = cases_answering[_question_key(question.name)], cases_reading[_question_key(question.name)]
        if givers and readers and len(givers | readers) > 1:
            yield question.name


def _cases_by_vertex(edition_index: EditionIndex, kinds: tuple[EdgeKind, ...]) -> Mapping[str, set[str]]:
    """Return the cases with edges to a vertex, by vertex: in one walk, as nearly all questions are looked up."""
    cases_by_vertex: dict[str, set[str]] = defaultdict(set)
    for edge in edges_of_kinds(edition_index.graph, kinds):
        cases_by_vertex[edge.head].add(edition_index.graph.nodes[edge.tail]["case"] or edge.tail)
    return cases_by_vertex


def _answering_cases(edition_index: EditionIndex, question: str) -> tuple[str, ...]:
    return _cases_with_edges_to(edition_index, _question_key(question), (EdgeKind.DEFINES,))


def _asking_cases(edition_index: EditionIndex, fact: str, answer: str) -> tuple[str, ...]:
    """Return the cases that ask for a fact and could read the answer instead; none if the answer itself depends on the fact."""
    import networkx

    below = (
        networkx.descendants(edition_index.dependence, _question_key(answer))
        if _question_key(answer) in edition_index.dependence
        else set()
    )
    if fact not in edition_index.graph or fact in below:
        return ()
    readers = [edge.tail for edge in incoming_edges(edition_index.graph, fact, [EdgeKind.USES]) if edge.tail not in below]
    return tuple(dict.fromkeys(case for case in (vertex_at(edition_index.graph, reader).case for reader in readers) if case))


def _cases_with_edges_to(edition_index: EditionIndex, key: str, kinds: tuple[EdgeKind, ...]) -> tuple[str, ...]:
    """Return the cases of the vertices with edges to a vertex; a vertex without a case is listed by its key."""
    if key not in edition_index.graph:
        return ()
    tails = (vertex_at(edition_index.graph, edge.tail) for edge in incoming_edges(edition_index.graph, key, kinds))
    return tuple(dict.fromkeys(tail.case or tail.key for tail in tails))


def _question_key(question: str) -> str:
    return f"{VertexKind.QUESTION.value}:{question}"


# ---- what is like what ---------------------------------------------------------------------------------------------------------------


def _pairs_of_edition(edition_index: EditionIndex, names_read: set[str]) -> Iterator[SimilarPair]:
    facts = _facts_by_kind_and_root(edition_index)
    for question in edition_index.core.questions.values():
        answer = None if question.name in names_read | edition_index.core.facts.keys() else _compare_question(question)
        if answer is None or not (answering_cases := _answering_cases(edition_index, question.name)):
            continue
        for key, fact in _facts_like(answer, facts):
            asking_cases = _asking_cases(edition_index, key, question.name) if likeness(answer.words, fact.words) >= MIN_LIKENESS else ()
            if asking_cases:
                yield SimilarPair(answer, fact, answering_cases, asking_cases)


def _facts_by_kind_and_root(edition_index: EditionIndex) -> Mapping[tuple[DeclarationKind, str], Mapping[str, ComparedDeclaration]]:
    """Group the facts that no rule decides, by kind and root of each word of the name; similar declarations share a root."""
    facts: dict[tuple[DeclarationKind, str], dict[str, ComparedDeclaration]] = defaultdict(dict)
    for fact in edition_index.core.facts.values():
        declaration = None if not fact.kind.is_seen or fact.name in edition_index.core.questions else _compare_fact(fact)
        if declaration is not None:
            for word in declaration.words.of_name:
                facts[declaration.kind, word[:COMMON_ROOT_LETTERS]][f"{VertexKind.FACT.value}:{name_of_fact(fact)}"] = declaration
    return facts


def _facts_like(
    answer: ComparedDeclaration, facts: Mapping[tuple[DeclarationKind, str], Mapping[str, ComparedDeclaration]]
) -> Iterable[tuple[str, ComparedDeclaration]]:
    candidates: dict[str, ComparedDeclaration] = {}
    for word in sorted(answer.words.of_name):
        candidates.update(facts.get((answer.kind, word[:COMMON_ROOT_LETTERS]), {}))
    return candidates.items()


def _compare_question(question: Question) -> ComparedDeclaration | None:
    words = words_of(question.name, question.phrase)
    if question.location is None:  # declared by a set-up
        return None
    return ComparedDeclaration(question.name, _kind_of_value(question.type, question.params, words), words, question.location)


def _compare_fact(fact: FactDecl) -> ComparedDeclaration | None:
    own_name = fact.name.rpartition(".")[2]
    words = words_of(own_name, fact.phrase)
    return (
        None
        if fact.location is None
        else ComparedDeclaration(own_name, _kind_of_value(fact.type, fact.params, words), words, fact.location)
    )


def _kind_of_value(value: Type | None, params: Iterable[Param], words: NameWords) -> DeclarationKind:
    """Return the kind of a value and its parameters; permission and duty are one kind, for verdicts and for yes-or-no values."""
    ought = value is None or (isinstance(value, YesNo) and words.ought)
    return ("ought" if ought or value is None else _plain_type_text(value), *sorted(_plain_type_text(param.type) for param in params))


def _plain_type_text(kind: Type) -> str:
    """Return the text of a type without the ends of its range, or its *none*."""
    return type_text(open_ended(kind) if isinstance(kind, Numeric) else kind).removesuffix(" or none")
