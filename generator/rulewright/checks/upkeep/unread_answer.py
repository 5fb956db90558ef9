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
from rulewright.analysis.dependencies.model import EdgeKind, VertexKind, edges, incoming, vertex
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.prose_lists import listing
from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.checks.indexes.likeness import ROOT, Words, likeness, words_of
from rulewright.semantics.model import FactDecl, Param, Question
from rulewright.semantics.types import Numeric, Type, YesNo, open_ended, type_text

CHECK = Check("RW431", "unread-answer", Severity.WARNING, Judged.BOOK, by_absence=True, of_rules_alone=True)
ALIKE = 0.6

Kind: TypeAlias = tuple[str, ...]


@record
class Named:
    """A question or a fact as it is compared: by what kind of value it has of what kinds of things, and by its words."""

    name: str
    kind: Kind
    words: Words
    location: Location


@record
class Pair:
    """An answer and a fact like it, and in one edition the cases that give the one and those that ask for the other."""

    answer: Named
    fact: Named
    given_in: tuple[str, ...]
    asked_in: tuple[str, ...]


def find(given: CheckInput) -> Iterator[Diagnostic]:
    read = {name for here in given.everywhere.values() for name in _read_elsewhere(here)}
    found = (pair for here in given.everywhere.values() for pair in _pairs(here, read))
    for pair in {(pair.answer.name, pair.fact.name): pair for pair in found}.values():
        yield _finding(pair)


def _finding(pair: Pair) -> Diagnostic:
    answer, fact = pair.answer.name, pair.fact.name
    return CHECK.finding(
        f"`{answer}` is read by no other case, though `{fact}` is asked for",
        [Label(pair.answer.location), Label(pair.fact.location, "a fact of like name")],
        help=f"read `{answer}` in {listing(pair.asked_in, 'and')}, or let a rule say what `{fact}` is",
        cases=[*pair.given_in, *pair.asked_in],
    )


# ---- who reads what ------------------------------------------------------------------------------------------------------------------


def _read_elsewhere(here: EditionIndex) -> Iterator[str]:
    """The questions that a case reads which is not the only one that answers them."""
    given_in, read_in = _all_cases(here, (EdgeKind.DEFINES,)), _all_cases(here, (EdgeKind.USES, EdgeKind.TESTS))
    for question in here.core.questions.values():
        givers, readers = given_in[_key(question.name)], read_in[_key(question.name)]
        if givers and readers and len(givers | readers) > 1:
            yield question.name


def _all_cases(here: EditionIndex, kinds: tuple[EdgeKind, ...]) -> Mapping[str, set[str]]:
    """For each vertex the cases of what has edges to it: in one walk, as nearly every question is asked about."""
    found: dict[str, set[str]] = defaultdict(set)
    for edge in edges(here.graph, kinds):
        found[edge.head].add(here.graph.nodes[edge.tail]["case"] or edge.tail)
    return found


def _given_in(here: EditionIndex, question: str) -> tuple[str, ...]:
    return _cases(here, _key(question), (EdgeKind.DEFINES,))


def _asked_in(here: EditionIndex, fact: str, answer: str) -> tuple[str, ...]:
    """The cases that ask for a fact where the answer could be read instead; none if the answer itself depends on the fact."""
    import networkx

    below = networkx.descendants(here.dependence, _key(answer)) if _key(answer) in here.dependence else set()
    if fact not in here.graph or fact in below:
        return ()
    readers = [edge.tail for edge in incoming(here.graph, fact, [EdgeKind.USES]) if edge.tail not in below]
    return tuple(dict.fromkeys(case for case in (vertex(here.graph, reader).case for reader in readers) if case))


def _cases(here: EditionIndex, key: str, kinds: tuple[EdgeKind, ...]) -> tuple[str, ...]:
    """The cases of what has edges to a vertex; what belongs to no case stands for itself."""
    if key not in here.graph:
        return ()
    tails = (vertex(here.graph, edge.tail) for edge in incoming(here.graph, key, kinds))
    return tuple(dict.fromkeys(tail.case or tail.key for tail in tails))


def _key(question: str) -> str:
    return f"{VertexKind.QUESTION.value}:{question}"


# ---- what is like what ---------------------------------------------------------------------------------------------------------------


def _pairs(here: EditionIndex, read: set[str]) -> Iterator[Pair]:
    facts = _by_kind_and_root(here)
    for question in here.core.questions.values():
        answer = None if question.name in read | here.core.facts.keys() else _of_question(question)
        if answer is None or not (given_in := _given_in(here, question.name)):
            continue
        for key, fact in _near(answer, facts):
            asked_in = _asked_in(here, key, question.name) if likeness(answer.words, fact.words) >= ALIKE else ()
            if asked_in:
                yield Pair(answer, fact, given_in, asked_in)


def _by_kind_and_root(here: EditionIndex) -> Mapping[tuple[Kind, str], Mapping[str, Named]]:
    """Facts that no rule decides, by vertex, under their kind and the beginning of each word of the name: what is alike shares one."""
    found: dict[tuple[Kind, str], dict[str, Named]] = defaultdict(dict)
    for fact in here.core.facts.values():
        named = None if not fact.kind.is_seen or fact.name in here.core.questions else _of_fact(fact)
        if named is not None:
            for word in named.words.of_name:
                found[named.kind, word[:ROOT]][f"{VertexKind.FACT.value}:{name_of_fact(fact)}"] = named
    return found


def _near(answer: Named, facts: Mapping[tuple[Kind, str], Mapping[str, Named]]) -> Iterable[tuple[str, Named]]:
    near: dict[str, Named] = {}
    for word in sorted(answer.words.of_name):
        near.update(facts.get((answer.kind, word[:ROOT]), {}))
    return near.items()


def _of_question(question: Question) -> Named | None:
    words = words_of(question.name, question.phrase)
    if question.location is None:  # a set-up brings it
        return None
    return Named(question.name, _kind(question.type, question.params, words), words, question.location)


def _of_fact(fact: FactDecl) -> Named | None:
    own = fact.name.rpartition(".")[2]
    words = words_of(own, fact.phrase)
    return None if fact.location is None else Named(own, _kind(fact.type, fact.params, words), words, fact.location)


def _kind(value: Type | None, params: Iterable[Param], words: Words) -> Kind:
    """What a value is and of what; leave and duty are of one kind, whether a verdict or a yes or no says them."""
    ought = value is None or (isinstance(value, YesNo) and words.ought)
    return ("ought" if ought or value is None else _plain(value), *sorted(_plain(param.type) for param in params))


def _plain(kind: Type) -> str:
    """A type without the ends of its range, or its *none*."""
    return type_text(open_ended(kind) if isinstance(kind, Numeric) else kind).removesuffix(" or none")
