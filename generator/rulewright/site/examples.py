"""Worked examples next to their case, each with what it was run for and how it came out."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language import nodes
from rulewright.rulebook.model import Origin
from rulewright.site.badges import tags_html
from rulewright.site.escape import EMPTY, Html, el, join, text
from rulewright.site.given import BookOfSite
from rulewright.site.words import listed, worded


def examples_html(of: BookOfSite, examples: Iterable[tuple[nodes.Example, Origin]]) -> Html:
    """The examples of one clause as a list; nothing if it has none."""
    items = [_example(of, example, origin) for example, origin in examples]
    return el("ul", *items, cls="rw-examples") if items else EMPTY


def _example(of: BookOfSite, example: nodes.Example, origin: Origin) -> Html:
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
    parts: list[Html] = [el("b", example.title), mark, where]
    if given:
        parts.append(el("span", el("i", "Given "), text(given)))
    parts.append(el("span", el("i", "then "), text(then), "."))
    parts.append(tags_html((*example.tags, *(tag for one in example.then for tag in one.tags))))
    parts.extend(el("span", _message(one), cls="rw-failure") for one in failed)
    return el("li", join(parts, " "))


def _where(of: BookOfSite, example: nodes.Example) -> Html:
    """Edition, scenario, options and readings that the example sets."""
    said = []
    if example.edition:
        said.append(f"edition {worded(example.edition)}")
    if example.scenario:
        said.append(f"scenario {of.number(example.scenario)}")
    said.extend(f"option {worded(option)}" for option in example.options)
    said.extend(f"reading {worded(name)} as {worded(choice)}" for name, choice in example.readings)
    return el("span", "; ".join(said), cls="rw-from") if said else EMPTY


def _message(result: object) -> str:
    """What went wrong, in the words of the run."""
    return str(getattr(result, "message", "")) or "its result is not what it says"
