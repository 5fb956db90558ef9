"""What the editor can do about a finding that has one remedy, and about a rule without a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.places import around, block_at, end_of
from rulewright.syntax import nodes

if TYPE_CHECKING:
    from rulewright.rulebook.model import Provision

_MEANT = re.compile(r"did you mean (.*)\?")
_QUOTED = re.compile(r"`([^`]+)`")
CONTRADICTION = "contradiction"
SETTLED = {CONTRADICTION: ("overrides",), "overlap": ("restates", "besides", "overrides"), "equal-terms": ("restates", "besides")}
"""What one of two rules can say of the other, by the name of the finding about them."""
EITHER_WAY = "overrides"
"""What the first can say of the second as well as the second of the first; else the later one speaks of the earlier."""
UNTESTED = "untested-case"
BUDGET = 20_000
"""So many nodes of the search a missing example may take."""


@record
class Problem:
    """A finding that the client shows: its places, and what the server has noted with it."""

    at: Location
    others: tuple[Location, ...]
    name: str
    message: str
    help: str
    example: str

    @classmethod
    def of(cls, at: Location, others: Iterable[Location], data: Mapping[str, Any]) -> Problem:
        """From the data that went out with the finding."""
        texts = (str(data.get(key) or "") for key in ("name", "message", "help", "example"))
        return cls(at, tuple(others), *texts)


@record
class Action:
    """Something to do: what it is called, and the words to write at their places. `whole` where it takes away the finding."""

    title: str
    edits: tuple[tuple[Location, str], ...]
    whole: bool = True


def actions(draft: Draft, problem: Problem) -> Iterator[Action]:
    """What can be done about a finding."""
    yield from _meant(draft, problem)
    if problem.name in SETTLED:
        yield from _between(draft, problem)
    if problem.example:
        yield from _example(draft, problem, problem.example, "write this situation as an example", whole=False)
    if problem.name == UNTESTED:
        yield from _missing_example(draft, problem)


def _meant(draft: Draft, problem: Problem) -> Iterator[Action]:
    """Each word that may have been meant, in place of the one that is written."""
    found, wrong = _MEANT.search(problem.help), _QUOTED.search(problem.message)
    if found is None or wrong is None:
        return
    for word in _QUOTED.findall(found[1]):
        for at in _spots(draft, problem.at, wrong[1]):
            yield Action(f"write `{word}` for `{wrong[1]}`", ((at, word),))


def _spots(draft: Draft, within: Location, word: str) -> Iterator[Location]:
    """The one place of a word in a place; none where it is there more than once."""
    lines = draft.sources[within.path].split("\n")
    found: list[Location] = []
    for number in range(within.line, within.end_line + 1):
        for one in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", lines[number - 1]):
            inside = number > within.line or one.start() + 1 >= within.column
            if inside and (number < within.end_line or one.end() + 1 <= within.end_column):
                found.append(Location(within.path, number, one.start() + 1, number, one.end() + 1))
    if len(found) == 1:
        yield found[0]


def _between(draft: Draft, problem: Problem) -> Iterator[Action]:
    """What one rule can say of the other: that it overrides it, whichever of the two; that it restates it, or counts next to it."""
    there = [_provision(draft, at) for at in (problem.at, *problem.others)]
    rules = [one for one in there if one is not None and isinstance(one.node, nodes.Rule)]
    if len(rules) != 2:
        return
    earlier, later = sorted(rules, key=lambda one: one.location)
    for word in SETTLED[problem.name]:
        for over, under in ((later, earlier), (earlier, later)) if word == EITHER_WAY else ((later, earlier),):
            line = f"{word} {under.id}"
            yield Action(f"{over.id} {line}", (_under(draft, over, line),))


def _provision(draft: Draft, at: Location) -> Provision | None:
    """The line that is at a place, in the last edition that has it."""
    for view in reversed(list(draft.loaded.book.views.values())):
        found = next((one for one in view.provisions() if (one.location.path, one.location.line) == (at.path, at.line)), None)
        if found is not None:
            return found
    return None


def _under(draft: Draft, provision: Provision, line: str) -> tuple[Location, str]:
    """A line to write below a rule and what is under it."""
    at = provision.location
    last = provision.origin.place.first_line - 1 + end_of(provision.node)
    text = draft.sources[at.path].split("\n")
    margin = len(text[at.line - 1]) - len(text[at.line - 1].lstrip(" ")) + 2
    end = len(text[last - 1]) + 1
    return Location(at.path, last, end, last, end), f"\n{' ' * margin}{line}"


def _example(draft: Draft, problem: Problem, example: str, title: str, *, whole: bool) -> Iterator[Action]:
    """An example at the end of the case that a finding is about."""
    placed = block_at(draft, problem.at.path, problem.at.line)
    if placed is None or not isinstance(placed.block, nodes.Case | nodes.Ruling | nodes.Scenario | nodes.Amendment):
        return
    last = placed.place.first_line - 1 + end_of(placed.block)
    end = len(draft.sources[problem.at.path].split("\n")[last - 1]) + 1
    lines = "".join(f"\n{line}" for line in example.rstrip("\n").split("\n"))
    at = Location(problem.at.path, last, end, last, end)
    yield Action(title, ((at, "\n" + lines),), whole)


def _missing_example(draft: Draft, problem: Problem) -> Iterator[Action]:
    """An example that would fail without the case that none reaches: the smallest situation in which its answer would be another."""
    from rulewright.analysis.comparison.impact import needed_in
    from rulewright.analysis.situations import example_in

    placed = block_at(draft, problem.at.path, problem.at.line)
    if placed is None or not isinstance(placed.block, nodes.Case):
        return
    number = placed.block.number
    situation = needed_in(draft.loaded.program(), number, BUDGET)
    if situation is not None:
        example = example_in(situation, f"as {number} has it")
        yield from _example(draft, problem, example, "write the missing example", whole=True)


def naming(draft: Draft, path: str, line: int) -> Action | None:
    """A name for the rule at a line, if it has none."""
    from rulewright.rulebook.rule_names import Naming

    placed = block_at(draft, path, line)
    rule = next((one for one in around(placed, line) if isinstance(one, nodes.Rule)), None) if placed is not None else None
    if placed is None or rule is None or rule.name is not None:
        return None
    at = placed.place.at(rule.span)
    provision = _provision(draft, at)
    named = Naming(draft.loaded.book.views).named(provision).before if provision is not None else None
    if named is None:
        return None
    return Action(f"name this rule `{named}`", ((Location(path, at.line, at.column, at.line, at.column), f"{named}: "),), whole=False)
