"""Generated names for unnamed lines: from the words of the rule, unique in its case, independent of the order of the lines.

`may retreat_before(u, b) when defends(u, b)` is `may_retreat_before`; if another rule of the case has the same effect, as many words of
the condition are added as distinguish the two: `may_retreat_before_defends`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from itertools import count, takewhile
from typing import TypeAlias, assert_never

from rulewright.base.keywords import RelationKind, Verb
from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.rulebook.addresses import ground_labels
from rulewright.rulebook.clauses import line_name
from rulewright.rulebook.model import EditionView, Provision
from rulewright.syntax import nodes
from rulewright.syntax.node_text import rule_head
from rulewright.syntax.traversal import walk_nodes

WORDS = 4
"""The maximum number of words of a condition in a name."""

Spellings: TypeAlias = tuple[str, ...]


@record
class LineAddress:
    """The address of a line by name. `before` is the name to write before it, None if it needs none; `place` its address by position."""

    name_to_write: str | None
    address: str
    positional_address: str

    def replace_positional(self, number: str) -> str:
        """Return the address by name for one by position, which may be the address of a ground."""
        return self.address + number[len(self.positional_address) :]


class LineNames:
    """The names of the lines of all editions of a book; unnamed lines get a generated name."""

    def __init__(self, views: Mapping[str, EditionView]) -> None:
        self._assigned: dict[str, dict[Location, str]] = {}  # generated names of unnamed lines, by case
        self._single_line_choices: set[str] = set()  # choices with a single line
        self._lines: dict[str, dict[Location, nodes.Node]] = defaultdict(dict)
        self._taken_names: dict[str, set[str]] = defaultdict(set)
        for view in views.values():
            for provision in (*view.provisions_in_force(), *(part.provision for part in view.parts_amended)):
                self._note_provision(provision)
            for reading in view.readings.values():
                self._taken_names[reading.name].update(choice.name for choice in reading.choices)
                single_choices = (choice for choice in reading.choices if len(choice.rules) + len(choice.relations) == 1)
                self._single_line_choices.update(f"{reading.name}.{choice.name}" for choice in single_choices)

    def _note_provision(self, provision: Provision) -> None:
        case = parent_address(provision)
        name = line_name(provision)
        self._taken_names[case].update(ground_labels(provision.node))
        if name is not None:
            self._taken_names[case].add(name)
        else:
            self._lines[case].setdefault(provision.location, provision.node)

    def has_line(self, provision: Provision) -> bool:
        """Return False for a rule that is written on no line of a case, such as that of a set-up."""
        return line_name(provision) is not None or provision.location in self._lines.get(parent_address(provision), ())

    def address_of_line(self, provision: Provision) -> LineAddress:
        """Return the address of a line by name. The single line of a choice is addressed by the name of the choice."""
        case, place = parent_address(provision), provision.positional_address or provision.id.text
        if line_name(provision) is not None:
            return LineAddress(None, provision.id.text, place)
        if case in self._single_line_choices:
            return LineAddress(None, case, place)
        name = self.name_of_line(provision)
        return LineAddress(name, f"{case}.{name}", place)

    def name_of_line(self, provision: Provision) -> str:
        """Return the name of a line, or the name generated for it."""
        case = parent_address(provision)
        if case not in self._assigned:
            lines = {location: candidate_names(node) for location, node in self._lines[case].items()}
            self._assigned[case] = _assign_names(lines, self._taken_names[case])
        return line_name(provision) or self._assigned[case][provision.location]


def _assign_names(lines: Mapping[Location, Spellings], reserved: Set[str]) -> dict[Location, str]:
    """Return a name for each line of a case: as many of its words as distinguish it from all others, else a number is appended."""
    assigned: dict[Location, str] = {}
    used_names = set(reserved)
    for location in sorted(lines, key=lambda location: (location.path, location.line, location.column)):
        others = [words for other_location, words in lines.items() if other_location != location]
        spelling = lines[location]
        distinct_names = (
            _shorten(spelling, word_count)
            for word_count in range(WORDS + 1)
            if all(_shorten(spelling, word_count) != _shorten(words, word_count) for words in others)
        )
        name = next((candidate for candidate in distinct_names if candidate not in used_names), spelling[-1])
        numbered = (f"{name}_{number}" for number in count(2))
        assigned[location] = name if name not in used_names else next(candidate for candidate in numbered if candidate not in used_names)
        used_names.add(assigned[location])
    return assigned


def _shorten(names: Spellings, word_count: int) -> str:
    """Return the name with `word_count` words of the condition, or with all words if there are fewer."""
    return names[min(word_count, len(names) - 1)]


def parent_address(provision: Provision) -> str:
    """Return the address of the case, ruling, reading or choice that contains a line."""
    return provision.id.text.rpartition(".")[0]


def candidate_names(node: nodes.Node) -> Spellings:
    """Return candidate names for a line, from the shortest to the one with most words."""
    match node:
        case nodes.Rule():
            start = _effect_name(node)
            words = list(_words_of(node, _variable_names(node)))
        case nodes.Relation(kind=kind, targets=targets):
            start = "_".join([_KINDS.get(kind, kind.value.replace(" ", "_")), *(_identifier_part(ref.number) for ref in targets[:1])])
            words = [_identifier_part(ref.number) for ref in targets[1:]]
        case nodes.NotHeld(bears_on=questions) | nodes.DoesNotMatter(questions=questions):
            start = "not_held_here" if isinstance(node, nodes.NotHeld) else "no_matter"
            words = [question.name for question in questions]
        case _:  # open: lines addressed by a word or a name of their own need none
            return (type(node).__name__.lower(),)
    return tuple("_".join([start, *words[:word_count]]) for word_count in range(min(len(words), WORDS) + 1))


_KINDS = {RelationKind.SETS_ASIDE: "aside", RelationKind.OVERRIDES: "over", RelationKind.EXCEPT: "but"}
"""The keywords themselves begin lines, or are the addresses of unnamed lines."""
_CHANGES: dict[str, str] = {Verb.ADD: "more", Verb.TAKE: "less", Verb.MULTIPLY: "times"}


def _effect_name(rule: nodes.Rule) -> str:
    """Return the verb and the question of a rule as a name, without its condition."""
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
            verb = takewhile(lambda word: question not in re.split(r"\W", word), rule_head(rule).split(" "))
            return "_".join([*verb, question])
        case _:
            assert_never(rule.verb)


def _variable_names(rule: nodes.Rule) -> frozenset[str]:
    """Return the names of the variables of a rule."""
    arguments = [arg for head in rule.heads for arg in (head.args if isinstance(head, nodes.Call) else (head.of,))]
    argument_names = {arg.name for arg in arguments if isinstance(arg, nodes.Call)}
    return frozenset(
        argument_names | {node.variable for guard in rule.guards for node in walk_nodes(guard) if isinstance(node, nodes.Binder)}
    )


def _words_of(rule: nodes.Rule, variables: frozenset[str]) -> Iterator[str]:
    """Yield the distinct words of a rule's condition, in the order of writing."""
    yielded: set[str] = set()
    for guard in rule.guards:
        if guard.unless and not yielded:
            yield "unless"
        for node in walk_nodes(guard):
            if isinstance(node, nodes.Call | nodes.Field) and node.name not in variables | yielded:
                yielded.add(node.name)
                yield node.name


def _identifier_part(number: str) -> str:
    return number.replace(".", "_").replace("/", "_")
