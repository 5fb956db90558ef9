"""Lines that the editor shows above lines: an example with its result, how often a question is asked, what overrides a rule, an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from rulewright.analysis.dependencies.model import EdgeKind, edges
from rulewright.analysis.dependencies.queries import STATED
from rulewright.base.keywords import FactKind
from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.interfaces.lsp.asking import answer, asked_in
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.hover import listed
from rulewright.syntax import nodes


class LensKind(StrEnum):
    EXAMPLE = "example"
    ASKED = "asked"
    OVERRIDDEN = "overridden"
    ANSWER = "answer"


@record
class Lens:
    """A line to show above a place; its words are worked out when it comes into view. `about` names what it speaks of."""

    kind: LensKind
    at: Location
    about: str


def lenses(draft: Draft, path: str) -> Iterator[Lens]:
    """The lines to show in a file."""
    for placed in draft.blocks:
        if placed.place.path == path:
            yield from _of_block(placed)
    for asked in asked_in(draft.sources.get(path, "")):
        yield Lens(LensKind.ANSWER, Location(path, asked.line, asked.column, asked.line, asked.end_column), asked.words)
    yield from _overridden(draft, path)


def _of_block(placed: nodes.Placed) -> Iterator[Lens]:
    block, place = placed.block, placed.place
    match block:
        case nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
            yield Lens(LensKind.ASKED, place.at(block.span), block.name)
        case nodes.Fact():
            if block.kind is not FactKind.STATUS:
                yield Lens(LensKind.ASKED, place.at(block.span), block.name)
        case nodes.Case() | nodes.Amendment() | nodes.Ruling() | nodes.Reading() | nodes.Scenario():
            for line in block.body:
                if isinstance(line, nodes.Example):
                    yield Lens(LensKind.EXAMPLE, place.at(line.span), line.title)
        case _:  # open: nothing is shown at other blocks
            pass


def _overridden(draft: Draft, path: str) -> Iterator[Lens]:
    """The rules of a file that something overrides, each once."""
    if not draft.loaded.editions:
        return
    graph = draft.loaded.graph()
    by: dict[Location, list[str]] = {}
    for edge in edges(graph, STATED):
        over, under = (edge.head, edge.tail) if edge.kind is EdgeKind.EXCEPTS else (edge.tail, edge.head)
        at = graph.nodes[under]["location"]
        if at.path == path and under.startswith("rule:"):
            by.setdefault(at, []).append(over.partition(":")[2])
    for at, over_it in by.items():
        yield Lens(LensKind.OVERRIDDEN, at, listed(dict.fromkeys(over_it)))


def said(draft: Draft, kind: LensKind, at: Location, about: str) -> str:
    """What a line says."""
    match kind:
        case LensKind.EXAMPLE:
            return result_of(draft, at)
        case LensKind.ASKED:
            return _asked(draft, about)
        case LensKind.OVERRIDDEN:
            return f"overridden by {about}"
        case LensKind.ANSWER:
            return answer(draft, about)[0]


def result_of(draft: Draft, at: Location) -> str:
    """How the example at a place comes out, in each edition where it comes out otherwise."""
    from rulewright.analysis.examples import run_example

    found: dict[str, list[str]] = {}
    for edition in draft.loaded.editions:
        core = draft.loaded.core(edition)
        for example in core.examples:
            if example.location is not None and (example.location.path, example.location.line) == (at.path, at.line):
                done = run_example(core, example)
                found.setdefault("passes" if done.passed else f"fails: {done.message}", []).append(edition)
    if not found:
        return "run example: it cannot be read yet"
    return "; ".join(one if len(found) == 1 else f"{one} ({', '.join(where)})" for one, where in found.items())


def _asked(draft: Draft, name: str) -> str:
    """In how many lines a fact or question is used, and in how many cases."""
    called = draft.names.declared.called(name)
    uses = [one for one in draft.names.uses(called) if not one.declares] if called is not None else []
    files = Counter(one.at.path for one in uses)
    return f"asked in {len(uses)} places of {len(files)} files" if len(files) > 1 else f"asked in {len(uses)} places"
