"""What is said of the name at a place: a case's text in force, a fact's values and where it is found, a question with its rules.

Of a word of the language it is what the manual says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulewright.analysis.dependencies.model import EdgeKind, incoming
from rulewright.base.errors import WrongInput
from rulewright.engines.interpreter.questions import facts
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.keywords import explained_at
from rulewright.interfaces.lsp.names import Name, NameKind, Use
from rulewright.interfaces.lsp.navigation import tag_at
from rulewright.interfaces.lsp.said import code, coded, words
from rulewright.rulebook.model import CaseInForce, ReadingInForce
from rulewright.syntax import nodes
from rulewright.syntax.formatter import text_of

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.interfaces.api.manual import Explained

MOST = 12
"""So many rules or places are listed."""


def hover(draft: Draft, path: str, line: int, column: int) -> tuple[str, Use | None] | None:
    """What is said, as Markdown, and the name that it is said of; None where there is nothing to say."""
    use = draft.names.at(path, line, column)
    if use is None:
        tag = tag_at(draft, path, line, column)
        row = next((one for one in draft.loaded.book.ledger if one.item == tag), None) if tag else None
        if row is not None:
            return f"**{words(row.item)}** {words(row.kind)}, {words(row.section)}\n\n{words(row.summary)}", None
        explained = explained_at(draft, path, line, column)
        return (_of_language(explained), None) if explained is not None else None
    text = "\n\n".join(filter(None, _said(draft, use.name)))
    return (text, use) if text else None


def _of_language(found: Explained) -> str:
    """What the manual says of a word of the language, without a heading as large as a page's."""
    return f"**{found.word}**\n" + found.markdown().partition("\n")[2].rstrip()


def _said(draft: Draft, name: Name) -> Iterator[str]:
    match name.kind:
        case NameKind.CASE:
            yield from case_text(draft, name.text)
        case NameKind.RULE | NameKind.CHOICE:
            yield from _rule(draft, name.text)
        case NameKind.FACT | NameKind.FIELD:
            yield _declared(draft, name)
            yield from _fact(draft, name)
        case NameKind.QUESTION:
            yield _declared(draft, name)
            yield from _question(draft, name.text)
        case NameKind.THING:
            yield f"{coded(name.text)}: a thing that this line speaks of"
        case NameKind.KIND | NameKind.VALUE | NameKind.MEASURE | NameKind.OPTION | NameKind.TERM:
            yield _declared(draft, name)
        case NameKind.SOURCE | NameKind.EDITION | NameKind.GAME | NameKind.BACKGROUND | NameKind.STAGE:
            yield f"{name.kind} {coded(name.text)}"


def _declared(draft: Draft, name: Name) -> str:
    """The declaration of a name, as it is written."""
    found = draft.names.declared.declarations.get(name)
    if found is None:
        return ""
    node, _ = found
    match node:
        case nodes.Term():
            return f"**{words(node.name)}**: {words(node.text)}"
        case nodes.EnumValue():
            return f"{coded(name.text.partition('.')[0])}: {coded(node.name)}" + (f", {words(node.title)}" if node.title else "")
        case nodes.Table():
            return code(text_of(nodes.Table(node.name, node.params, node.type, (), node.phrase)))
        case nodes.Option():
            return code(text_of(node))
        case _:  # open: every other declaration is shown as it is written
            lines = text_of(node).split("\n")  # type: ignore[arg-type]
            return code("\n".join([*lines[:MOST], *(["  …"] if len(lines) > MOST else [])]))


def _core(draft: Draft) -> Core | None:
    return draft.loaded.core() if draft.loaded.editions else None


def _fact(draft: Draft, name: Name) -> Iterator[str]:
    """The values of a fact in words, where it is found, and which cases read it."""
    core = _core(draft)
    if core is None or name.text not in core.facts:
        return
    info = dict(zip(core.facts, facts(core), strict=True))[name.text]
    yield words(f"values: {info.domain}" + (f" {info.unit}" if info.unit and info.unit not in info.domain else ""))
    if info.found:
        yield words(f"found {info.found}")
    if info.usual is not None:
        yield words(f"usually {info.usual}")
    graph = draft.loaded.graph()
    key = f"fact:{name.text}"
    if key in graph:
        readers = dict.fromkeys(edge.by for edge in incoming(graph, key, [EdgeKind.USES]))
        if readers:
            yield "read by " + listed(readers)


def _question(draft: Draft, name: str) -> Iterator[str]:
    """The rules on a question in the order of the book."""
    core = _core(draft)
    if core is None or name not in core.questions:
        return
    rules = [rule for rule in core.stated() if rule.question == name]
    if rules:
        more = f"\n- and {len(rules) - MOST} more" if len(rules) > MOST else ""
        yield "\n".join(f"- {rule.id}: {coded(rule.says)}" for rule in rules[:MOST]) + more


def listed(words: Iterable[str]) -> str:
    """Words one after another, the first of them where they are many."""
    found = list(words)
    return ", ".join(found[:MOST]) + (f" and {len(found) - MOST} more" if len(found) > MOST else "")


def case_text(draft: Draft, number: str) -> Iterator[str]:
    """A case as it is in force in the last edition: its text, its rules, what bears on it, its history."""
    from rulewright.interfaces.api.cases import show_case

    loaded = draft.loaded
    if not loaded.editions:
        return
    try:
        shown = show_case(loaded, loaded.editions[-1], number)
    except WrongInput:
        return
    found = shown.found
    if isinstance(found, ReadingInForce):
        settled = f"settled as {coded(found.settled_as)}" if found.settled_as else "open"
        yield f"**{words(found.name)}** {words(found.title)} ({settled})"
    else:
        yield _heading(found)
    paragraphs = [f"~~{words(one.text)}~~" if one.struck else words(one.text) for one in found.text]
    yield "\n\n".join(paragraphs)
    if found.provisions:
        yield code("\n".join(_first_line(one.node) for one in found.provisions[:MOST]))
    if isinstance(found, CaseInForce):
        yield "\n".join(f"- {entry.origin.source}: {words(', '.join(entry.acts) or entry.origin.kind)}" for entry in found.history)
    yield "\n".join(f"- {words} {listed(dict.fromkeys(one.number for one in there))}" for words, there in shown.bears_on.items())


def _heading(case: CaseInForce) -> str:
    marks = [mark for mark, is_so in (("deleted", case.deleted), ("its words are not held here", not case.held)) if is_so]
    return f"**{case.number}** {words(case.title or '')}" + (f" ({', '.join(marks)})" if marks else "")


def _first_line(node: nodes.AnyNode) -> str:
    return text_of(node).split("\n")[0]


def _rule(draft: Draft, address: str) -> Iterator[str]:
    """A rule by its address: what it says, and what goes before it or gives way to it."""
    from rulewright.rulebook.addresses import Addresses

    loaded = draft.loaded
    for edition in reversed(loaded.editions):
        reached = Addresses(loaded.book.views[edition]).find(address)
        if reached is not None and reached.provisions:
            yield "\n".join(code(text_of(one.node)) for one in reached.provisions[:MOST])
            yield from overridden(draft, edition, tuple(str(one.id) for one in reached.provisions))
            return


def overridden(draft: Draft, edition: str, addresses: tuple[str, ...]) -> Iterator[str]:
    """What overrides some rules, and what they override."""
    from rulewright.analysis.dependencies.queries import precedence

    graph = precedence(draft.loaded.graph(edition))
    for address in addresses:
        key = f"rule:{address}"
        if key not in graph:
            continue
        before = [one.partition(":")[2] for one in graph.predecessors(key)]
        after = [one.partition(":")[2] for one in graph.successors(key)]
        if before:
            yield f"overridden by {listed(before)}"
        if after:
            yield f"overrides {listed(after)}"
