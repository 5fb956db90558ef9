"""Names for lines that have none: of the rule's own words, one of a kind in its case, the same whatever order the lines have.

`may retreat_before(u, b) when defends(u, b)` is `may_retreat_before`; where another rule of the case says that too, with as many words of
the condition as tell the two apart: `may_retreat_before_defends`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import fields
from itertools import count, takewhile
from typing import TypeAlias, assert_never

from rulewright.base.keywords import RelationKind, Verb
from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.rulebook.addresses import grounds
from rulewright.rulebook.clauses import called
from rulewright.rulebook.model import EditionView, Provision
from rulewright.syntax import nodes
from rulewright.syntax.node_text import rule_head

WORDS = 4
"""So many words of a condition a name has at most."""

Spellings: TypeAlias = tuple[str, ...]


@record
class Named:
    """How a line is addressed other than by its place. `before` is the name to write before it, None where it needs none."""

    before: str | None
    address: str
    place: str

    def instead_of(self, number: str) -> str:
        """The address to write for one by place, that may go on to a ground."""
        return self.address + number[len(self.place) :]


class Naming:
    """The names of the lines of all editions of a book; for a line without one, the one that it should have."""

    def __init__(self, views: Mapping[str, EditionView]) -> None:
        self._given: dict[str, dict[Location, str]] = {}  # names for the lines without one, by their cases
        self._alone: set[str] = set()  # choices that bring one line
        self._lines: dict[str, dict[Location, nodes.Node]] = defaultdict(dict)
        self._taken: dict[str, set[str]] = defaultdict(set)
        for view in views.values():
            for provision in (*view.provisions(), *(part.provision for part in view.parts_amended)):
                self._note(provision)
            for reading in view.readings.values():
                self._taken[reading.name].update(choice.name for choice in reading.choices)
                alone = (one for one in reading.choices if len(one.rules) + len(one.relations) == 1)
                self._alone.update(f"{reading.name}.{choice.name}" for choice in alone)

    def _note(self, provision: Provision) -> None:
        case = home(provision)
        name = called(provision)
        self._taken[case].update(grounds(provision.node))
        if name is not None:
            self._taken[case].add(name)
        else:
            self._lines[case].setdefault(provision.location, provision.node)

    def named(self, provision: Provision) -> Named:
        """How to address a line. The one line of a choice is reached by the name of the choice."""
        case, place = home(provision), provision.by_place or provision.id.text
        if called(provision) is not None:
            return Named(None, provision.id.text, place)
        if case in self._alone:
            return Named(None, case, place)
        name = self.of(provision)
        return Named(name, f"{case}.{name}", place)

    def of(self, provision: Provision) -> str:
        """The name that a line has, or the one that it should have."""
        case = home(provision)
        if case not in self._given:
            lines = {at: spellings(node) for at, node in self._lines[case].items()}
            self._given[case] = _told_apart(lines, self._taken[case])
        return called(provision) or self._given[case][provision.location]


def _told_apart(lines: Mapping[Location, Spellings], taken: Set[str]) -> dict[Location, str]:
    """A name for each line of a case: with as many of its words as tell it from every other, else with a number."""
    given: dict[Location, str] = {}
    used = set(taken)
    for at in sorted(lines, key=lambda one: (one.path, one.line, one.column)):
        others = [words for other, words in lines.items() if other != at]
        own = lines[at]
        apart = (_short(own, more) for more in range(WORDS + 1) if all(_short(own, more) != _short(one, more) for one in others))
        name = next((one for one in apart if one not in used), own[-1])
        numbered = (f"{name}_{number}" for number in count(2))
        given[at] = name if name not in used else next(one for one in numbered if one not in used)
        used.add(given[at])
    return given


def _short(names: Spellings, more: int) -> str:
    """The spelling with so many words of the condition, or with all that there are."""
    return names[min(more, len(names) - 1)]


def home(provision: Provision) -> str:
    """The case, ruling, reading or choice in which a line has its address."""
    return provision.id.text.rpartition(".")[0]


def spellings(node: nodes.Node) -> Spellings:
    """Names for a line, from its shortest to the one with most words."""
    match node:
        case nodes.Rule():
            start = _said(node)
            words = list(_words_of(node, _variables(node)))
        case nodes.Relation(kind=kind, targets=targets):
            start = "_".join([_KINDS.get(kind, kind.value.replace(" ", "_")), *(_plain(one.number) for one in targets[:1])])
            words = [_plain(one.number) for one in targets[1:]]
        case nodes.NotHeld(bears_on=questions) | nodes.DoesNotMatter(questions=questions):
            start = "not_held_here" if isinstance(node, nodes.NotHeld) else "no_matter"
            words = [one.name for one in questions]
        case _:  # open: what is addressed by a word or a name of its own needs none
            return (type(node).__name__.lower(),)
    return tuple("_".join([start, *words[:more]]) for more in range(min(len(words), WORDS) + 1))


_KINDS = {RelationKind.SETS_ASIDE: "aside", RelationKind.OVERRIDES: "over", RelationKind.EXCEPT: "but"}
"""The words themselves begin lines, or are the addresses of lines without a name."""
_CHANGES: dict[str, str] = {Verb.ADD: "more", Verb.TAKE: "less", Verb.MULTIPLY: "times"}


def _said(rule: nodes.Rule) -> str:
    """What a rule says, without its condition: verb and question."""
    question = rule.heads[0].name
    match rule.verb:
        case Verb.IS:
            return question if not isinstance(rule.effect, nodes.Call) or rule.effect.args else f"{question}_{rule.effect.name}"
        case Verb.ADD | Verb.TAKE | Verb.MULTIPLY:
            return f"{_CHANGES[rule.verb]}_{question}"
        case Verb.AT_MOST | Verb.AT_LEAST:
            return f"{question}_{rule.verb.removeprefix('is ').replace(' ', '_')}"
        case Verb.ROUNDED:
            return f"{question}_rounded"
        case Verb.MAY | Verb.MAY_NOT | Verb.MUST | Verb.NEED_NOT | Verb.YES | Verb.NO | nodes.ShortVerb():
            verb = takewhile(lambda word: re.split(r"\W", word)[0] != question, rule_head(rule).split(" "))
            return "_".join([*verb, question])
        case _:
            assert_never(rule.verb)


def _variables(rule: nodes.Rule) -> frozenset[str]:
    """The names in a rule that stand for things and say nothing of themselves."""
    inside = [arg for head in rule.heads for arg in (head.args if isinstance(head, nodes.Call) else (head.of,))]
    own = {arg.name for arg in inside if isinstance(arg, nodes.Call)}
    return frozenset(own | {node.variable for guard in rule.guards for node in _below(guard) if isinstance(node, nodes.Binder)})


def _words_of(rule: nodes.Rule, variables: frozenset[str]) -> Iterator[str]:
    """The words of a rule's condition, each once, in the order in which they are written."""
    seen: set[str] = set()
    for guard in rule.guards:
        if guard.unless and not seen:
            yield "unless"
        for node in _below(guard):
            if isinstance(node, nodes.Call | nodes.Field) and node.name not in variables | seen:
                seen.add(node.name)
                yield node.name


def _below(node: nodes.Node) -> Iterator[nodes.Node]:
    """A node and all below it, left to right."""
    yield node
    for name in _names_of_fields(node.__class__):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, nodes.Node) and not isinstance(part, nodes.Tag):
                yield from _below(part)


_FIELDS: dict[type, tuple[str, ...]] = {}
"""Of the kinds of nodes that were met."""


def _names_of_fields(kind: type[nodes.Node]) -> tuple[str, ...]:
    found = _FIELDS.get(kind)
    if found is None:
        found = _FIELDS[kind] = tuple(one.name for one in fields(kind))
    return found


def _plain(number: str) -> str:
    return number.replace(".", "_").replace("/", "_")
