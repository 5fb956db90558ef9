"""Worked examples next to their case, each with what it was run for and how it came out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rulewright.base.source import Place
from rulewright.rulebook.model import Origin
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import tags_html
from rulewright.site.case.calculator_links import open_example
from rulewright.site.case.versions import C, Marks, Versions
from rulewright.site.html.escape import EMPTY, Html, el, join, text
from rulewright.site.wording.words import as_choice, listed, worded
from rulewright.syntax import nodes

Written: TypeAlias = tuple[nodes.Example, Origin]


def examples_of_versions(of: BookOfSite, versions: Versions[C]) -> Html:
    """The examples of one clause or reading as a list, each in the editions that have it, those of one block after what they all take for
    granted; nothing if it has none."""
    parts = versions.parts(lambda version, _: version.examples, lambda one: one[1].place.at(one[0].span))
    return _blocks(of, ((one.what, versions.marks(one.editions)) for one in parts))


def _blocks(of: BookOfSite, examples: Iterable[tuple[Written, Marks]]) -> Html:
    blocks: dict[Place, list[tuple[Written, Marks]]] = {}
    for written, marks in examples:
        blocks.setdefault(written[1].place, []).append((written, marks))
    parts: list[Html] = []
    for there in blocks.values():
        granted = _granted(of, there[0][0][1])
        alike = all(marks == there[0][1] for _, marks in there)
        items = el("ul", *(_example(of, *one, {} if alike else marks) for one, marks in there), cls="rw-examples")
        parts.append(el("div", granted, items, **there[0][1]) if alike and there[0][1] else join([granted, items]))
    return join(parts)


def _granted(of: BookOfSite, origin: Origin) -> Html:
    """What all examples of a block take for granted, unless one of them says something else."""
    shared = [one.node for level in of.backgrounds.of_all(origin.block, origin.place) for one in level]
    said = [said for node in shared for said in (*of.sentences.givens(node.given), *_switches(of, node))]
    return el("p", el("i", "Unless an example says otherwise: "), listed(said, "and"), ".", cls="rw-from") if said else EMPTY


def _example(of: BookOfSite, example: nodes.Example, origin: Origin, marks: Marks) -> Html:
    results = of.results_of(example, origin)
    failed = [one for one in results if not one.passed]
    if not results:
        mark = el("span", "not run", cls="rw-mark rw-mark-none")
    elif failed:
        mark = el("span", "fails", cls="rw-mark rw-mark-fails")
    else:
        mark = el("span", "holds", cls="rw-mark rw-mark-holds")
    givens, thens = of.sentences.example(example)
    given, then = listed(givens, "and"), listed(thens, "and")
    where = _where(of, example)
    parts: list[Html | None] = [el("b", example.title), mark, where]
    if given:
        parts.append(el("span", el("i", "Given "), text(given)))
    parts.append(el("span", el("i", "then "), text(then), "."))
    parts.append(tags_html((*example.tags, *(tag for one in example.then for tag in one.tags))))
    parts.extend(el("span", _message(one), cls="rw-failure") for one in failed)
    parts.append(open_example(of, example, origin))
    return el("li", join(parts, " "), **marks)


def _where(of: BookOfSite, example: nodes.Example) -> Html:
    """Edition, backgrounds, scenario, options and readings that the example sets."""
    said = [f"edition {worded(example.edition)}"] if example.edition else []
    for name in example.backgrounds:
        shared = of.backgrounds.named.get(name)
        if shared is not None:
            parts = [*of.sentences.givens(shared.node.given), *_switches(of, shared.node)]
            said.append(f"{shared.node.title or worded(name)} ({listed(parts, 'and')})")
    said.extend(_switches(of, example))
    return el("span", "; ".join(said), cls="rw-from") if said else EMPTY


def _switches(of: BookOfSite, node: nodes.Example | nodes.Background) -> list[str]:
    """Scenario, options and readings that an example or a background sets."""
    said = [f"scenario {of.number(node.scenario)}"] if node.scenario else []
    said.extend(f"option {worded(option)}" for option in node.options)
    said.extend(f"reading {worded(name)} {as_choice(choice)}" for name, choice in node.readings)
    return said


def _message(result: object) -> str:
    """What went wrong, in the words of the run."""
    return str(getattr(result, "message", "")) or "its result is not what it says"
