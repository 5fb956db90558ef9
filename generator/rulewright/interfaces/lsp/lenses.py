"""Code lenses: the result of an example, the number of calls of a question, the overriders of a rule, an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum

from rulewright.analysis.dependencies.model import EdgeKind, edges_of_kinds
from rulewright.analysis.dependencies.queries import STATED
from rulewright.base.keywords import FactKind
from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.interfaces.lsp.asking import answer_question, questions_in
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.hover import listing_text
from rulewright.syntax import nodes


class LensKind(StrEnum):
    EXAMPLE = "example"
    ASKED = "asked"
    OVERRIDDEN = "overridden"
    ANSWER = "answer"


@record
class Lens:
    """A code lens at a location; its title is computed when it becomes visible. `subject` names what it is about."""

    kind: LensKind
    location: Location
    subject: str


def lenses_of_file(draft: Draft, path: str) -> Iterator[Lens]:
    """Yield the code lenses of a file."""
    for placed_block in draft.blocks:
        if placed_block.place.path == path:
            yield from _block_lenses(placed_block)
    for question in questions_in(draft.sources.get(path, "")):
        yield Lens(LensKind.ANSWER, Location(path, question.line, question.column, question.line, question.end_column), question.words)
    yield from _override_lenses(draft, path)


def _block_lenses(placed_block: nodes.Placed) -> Iterator[Lens]:
    block, place = placed_block.block, placed_block.place
    match block:
        case nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
            yield Lens(LensKind.ASKED, place.location_of(block.span), block.name)
        case nodes.Fact():
            if block.kind is not FactKind.STATUS:
                yield Lens(LensKind.ASKED, place.location_of(block.span), block.name)
        case nodes.Case() | nodes.Amendment() | nodes.Ruling() | nodes.Reading() | nodes.Scenario():
            for line in block.body:
                if isinstance(line, nodes.Example):
                    yield Lens(LensKind.EXAMPLE, place.location_of(line.span), line.title)
        case _:  # open: nothing is shown at other blocks
            pass


def _override_lenses(draft: Draft, path: str) -> Iterator[Lens]:
    """Yield a lens for each rule of a file that something overrides."""
    if not draft.loaded.editions:
        return
    graph = draft.loaded.graph()
    overriders: dict[Location, list[str]] = {}
    for edge in edges_of_kinds(graph, STATED):
        winner, loser = (edge.head, edge.tail) if edge.kind is EdgeKind.EXCEPTS else (edge.tail, edge.head)
        location = graph.nodes[loser]["location"]
        if location.path == path and loser.startswith("rule:"):
            overriders.setdefault(location, []).append(winner.partition(":")[2])
    for location, over_it in overriders.items():
        yield Lens(LensKind.OVERRIDDEN, location, listing_text(dict.fromkeys(over_it)))


def lens_title(draft: Draft, kind: LensKind, location: Location, subject: str) -> str:
    """Return the title of a lens."""
    match kind:
        case LensKind.EXAMPLE:
            return result_of(draft, location)
        case LensKind.ASKED:
            return _usage_count(draft, subject)
        case LensKind.OVERRIDDEN:
            return f"overridden by {subject}"
        case LensKind.ANSWER:
            return answer_question(draft, subject)[0]


def is_example_line(sources: Mapping[str, str], path: str, number: int) -> bool:
    """Return True if the text of a line of a file begins an example, even one that cannot be read yet."""
    lines = sources.get(path, "").split("\n")
    return number <= len(lines) and lines[number - 1].split()[:1] == ["example"]


def result_of(draft: Draft, location: Location) -> str:
    """Return the result of the example at a location, with the editions if they differ."""
    from rulewright.analysis.examples import run_example

    editions_by_result: dict[str, list[str]] = {}
    for edition in draft.loaded.editions:
        core = draft.loaded.core(edition)
        for example in core.examples:
            if example.location is not None and (example.location.path, example.location.line) == (location.path, location.line):
                run = run_example(core, example)
                editions_by_result.setdefault("passes" if run.passed else f"fails: {run.message}", []).append(edition)
    if not editions_by_result:
        return "run example: it cannot be read yet"
    return "; ".join(
        result if len(editions_by_result) == 1 else f"{result} ({', '.join(editions)})" for result, editions in editions_by_result.items()
    )


def _usage_count(draft: Draft, name: str) -> str:
    """Return the number of uses of a fact or question, and of files with one."""
    name_called = draft.names.declared.callable_name(name)
    uses = [use for use in draft.names.uses(name_called) if not use.declares] if name_called is not None else []
    files = Counter(use.location.path for use in uses)
    return f"asked in {len(uses)} places of {len(files)} files" if len(files) > 1 else f"asked in {len(uses)} places"
