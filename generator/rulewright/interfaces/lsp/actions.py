"""Code actions: the remedy of a finding, and a name for a rule without one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.places import block_at, enclosing_nodes, end_of
from rulewright.syntax import nodes

if TYPE_CHECKING:
    from rulewright.rulebook.model import Provision

_SUGGESTION = re.compile(r"did you mean (.*)\?")
_QUOTED = re.compile(r"`([^`]+)`")
CONTRADICTION = "contradiction"
RELATIONS_BY_FINDING = {
    CONTRADICTION: ("overrides",),
    "overlap": ("restates", "besides", "overrides"),
    "equal-terms": ("restates", "besides"),
}
"""The statements that settle two rules, by the name of the finding about them."""
SYMMETRIC_RELATION = "overrides"
"""The statement that either rule may make about the other; otherwise the later one refers to the earlier."""
UNTESTED = "untested-case"
BUDGET = 20_000
"""The number of search nodes for a missing example."""


@record
class Problem:
    """A diagnostic from the client: its locations, and the server's data in it."""

    location: Location
    others: tuple[Location, ...]
    name: str
    message: str
    help: str
    example: str

    @classmethod
    def of(cls, location: Location, others: Iterable[Location], data: Mapping[str, Any]) -> Problem:
        """Return the problem of a diagnostic, from the data that was sent with it."""
        texts = (str(data.get(key) or "") for key in ("name", "message", "help", "example"))
        return cls(location, tuple(others), *texts)


@record
class Action:
    """A code action: its title, and the replacements at their locations. `resolves` is True if it resolves the finding."""

    title: str
    edits: tuple[tuple[Location, str], ...]
    resolves: bool = True


def actions_for(draft: Draft, problem: Problem) -> Iterator[Action]:
    """Yield the code actions for a finding."""
    yield from _suggestion_actions(draft, problem)
    if problem.name in RELATIONS_BY_FINDING:
        yield from _relation_actions(draft, problem)
    if problem.example:
        yield from _example_action(draft, problem, problem.example, "write this situation as an example", resolves=False)
    if problem.name == UNTESTED:
        yield from _missing_example(draft, problem)


def _suggestion_actions(draft: Draft, problem: Problem) -> Iterator[Action]:
    """Yield an action for each suggested word, in place of the written one."""
    suggestion, written_word = _SUGGESTION.search(problem.help), _QUOTED.search(problem.message)
    if suggestion is None or written_word is None:
        return
    for word in _QUOTED.findall(suggestion[1]):
        for location in _unique_location(draft, problem.location, written_word[1]):
            yield Action(f"write `{word}` for `{written_word[1]}`", ((location, word),))


def _unique_location(draft: Draft, region: Location, word: str) -> Iterator[Location]:
    """Yield the location of a word in a region if it occurs there exactly once."""
    lines = draft.sources[region.path].split("\n")
    locations: list[Location] = []
    for number in range(region.line, region.end_line + 1):
        for occurrence in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", lines[number - 1]):
            is_after_start = number > region.line or occurrence.start() + 1 >= region.column
            if is_after_start and (number < region.end_line or occurrence.end() + 1 <= region.end_column):
                locations.append(Location(region.path, number, occurrence.start() + 1, number, occurrence.end() + 1))
    if len(locations) == 1:
        yield locations[0]


def _relation_actions(draft: Draft, problem: Problem) -> Iterator[Action]:
    """Yield the statements that one of two rules can make about the other: an override in both directions, a restatement, or `besides`."""
    provisions = [_provision_at(draft, location) for location in (problem.location, *problem.others)]
    rules = [provision for provision in provisions if provision is not None and isinstance(provision.node, nodes.Rule)]
    if len(rules) != 2:
        return
    earlier, later = sorted(rules, key=lambda rule: rule.location)
    for word in RELATIONS_BY_FINDING[problem.name]:
        for winner, loser in ((later, earlier), (earlier, later)) if word == SYMMETRIC_RELATION else ((later, earlier),):
            line = f"{word} {loser.id}"
            yield Action(f"{winner.id} {line}", (_insertion_below(draft, winner, line),))


def _provision_at(draft: Draft, location: Location) -> Provision | None:
    """Return the statement at a location, in the last edition that has it."""
    for view in reversed(list(draft.loaded.book.views.values())):
        provision = next(
            (
                candidate
                for candidate in view.provisions_in_force()
                if (candidate.location.path, candidate.location.line) == (location.path, location.line)
            ),
            None,
        )
        if provision is not None:
            return provision
    return None


def _insertion_below(draft: Draft, provision: Provision, line: str) -> tuple[Location, str]:
    """Return the insertion of a line below a rule and its sub-lines."""
    location = provision.location
    last = provision.origin.place.first_line - 1 + end_of(provision.node)
    text = draft.sources[location.path].split("\n")
    margin = len(text[location.line - 1]) - len(text[location.line - 1].lstrip(" ")) + 2
    end = len(text[last - 1]) + 1
    return Location(location.path, last, end, last, end), f"\n{' ' * margin}{line}"


def _example_action(draft: Draft, problem: Problem, example: str, title: str, *, resolves: bool) -> Iterator[Action]:
    """Yield the insertion of an example at the end of the case of a finding."""
    placed_block = block_at(draft, problem.location.path, problem.location.line)
    if placed_block is None or not isinstance(placed_block.block, nodes.Case | nodes.Ruling | nodes.Scenario | nodes.Amendment):
        return
    last = placed_block.place.first_line - 1 + end_of(placed_block.block)
    end = len(draft.sources[problem.location.path].split("\n")[last - 1]) + 1
    lines = "".join(f"\n{line}" for line in example.rstrip("\n").split("\n"))
    insertion = Location(problem.location.path, last, end, last, end)
    yield Action(title, ((insertion, "\n" + lines),), resolves)


def _missing_example(draft: Draft, problem: Problem) -> Iterator[Action]:
    """Yield an example that would fail without the untested case: the smallest situation in which its answer would differ."""
    from rulewright.analysis.comparison.impact import witness_of_need
    from rulewright.analysis.situations import example_text

    placed_block = block_at(draft, problem.location.path, problem.location.line)
    if placed_block is None or not isinstance(placed_block.block, nodes.Case):
        return
    number = placed_block.block.number
    situation = witness_of_need(draft.loaded.program(), number, BUDGET)
    if situation is not None:
        example = example_text(situation, f"as {number} has it")
        yield from _example_action(draft, problem, example, "write the missing example", resolves=True)


def naming_action(draft: Draft, path: str, line: int) -> Action | None:
    """Return an action that names the rule at a line, if it has no name."""
    from rulewright.rulebook.rule_names import LineNames

    placed_block = block_at(draft, path, line)
    rule = (
        next((node for node in enclosing_nodes(placed_block, line) if isinstance(node, nodes.Rule)), None)
        if placed_block is not None
        else None
    )
    if placed_block is None or rule is None or rule.name is not None:
        return None
    location = placed_block.place.location_of(rule.span)
    provision = _provision_at(draft, location)
    rule_name = LineNames(draft.loaded.book.views).address_of_line(provision).name_to_write if provision is not None else None
    if rule_name is None:
        return None
    return Action(
        f"name this rule `{rule_name}`",
        ((Location(path, location.line, location.column, location.line, location.column), f"{rule_name}: "),),
        resolves=False,
    )
