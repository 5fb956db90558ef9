"""Hover texts for names: a case's text in force, a fact's values and how it is determined, a question with its rules.

For a keyword, the explanation in the manual.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulewright.analysis.dependencies.model import EdgeKind, incoming_edges
from rulewright.base.errors import WrongInput
from rulewright.engines.interpreter.questions import list_facts
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.keywords import explained_at
from rulewright.interfaces.lsp.names import Name, NameKind, Use
from rulewright.interfaces.lsp.navigation import tag_at
from rulewright.interfaces.lsp.plain import example_text, questions_of_case
from rulewright.interfaces.lsp.said import code_block, inline_code, markdown_text
from rulewright.rulebook.model import CaseInForce, ReadingInForce
from rulewright.syntax import nodes
from rulewright.syntax.formatter import text_of

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.interfaces.api.manual import Explained

MAX_LISTED = 12
"""The number of rules or addresses in a list."""


def hover_text(draft: Draft, path: str, line: int, column: int) -> tuple[str, Use | None] | None:
    """Return the hover text as Markdown, and the name that it describes; None if there is no text."""
    use = draft.names.use_at(path, line, column)
    if use is None:
        tag = tag_at(draft, path, line, column)
        row = next((ledger_row for ledger_row in draft.loaded.book.ledger if ledger_row.item == tag), None) if tag else None
        if row is not None:
            return (
                f"**{markdown_text(row.item)}** {markdown_text(row.kind)}, {markdown_text(row.section)}\n\n{markdown_text(row.summary)}",
                None,
            )
        asked_by_example = example_text(draft.loaded, draft.sources.get(path, ""), path, line, column)
        if asked_by_example is not None:
            return asked_by_example, None
        explained = explained_at(draft, path, line, column)
        return (_keyword_text(explained), None) if explained is not None else None
    text = "\n\n".join(filter(None, _paragraphs(draft, use.name)))
    return (text, use) if text else None


def prepare_hover(snapshot: Draft) -> None:
    """Hover over one name of each kind: whatever that needs of the whole book is then there when the editor does it."""
    first_names: dict[NameKind, Name] = {}
    for name, _ in snapshot.names.uses_by_name():
        first_names.setdefault(name.kind, name)
    for name in first_names.values():
        list(_paragraphs(snapshot, name))


def _keyword_text(explanation: Explained) -> str:
    """Return the manual's explanation of a keyword, with a smaller heading."""
    return f"**{explanation.word}**\n" + explanation.markdown().partition("\n")[2].rstrip()


def _paragraphs(draft: Draft, name: Name) -> Iterator[str]:
    match name.kind:
        case NameKind.CASE:
            yield from case_text(draft, name.text)
            yield from questions_of_case(draft.loaded, name.text)
        case NameKind.RULE | NameKind.CHOICE:
            yield from _rule_paragraphs(draft, name.text)
        case NameKind.FACT | NameKind.FIELD:
            yield _declaration_text(draft, name)
            yield from _fact_paragraphs(draft, name)
        case NameKind.QUESTION:
            yield _declaration_text(draft, name)
            yield from _question_paragraphs(draft, name.text)
        case NameKind.THING:
            yield f"{inline_code(name.text)}: a thing that this line speaks of"
        case NameKind.KIND | NameKind.VALUE | NameKind.MEASURE | NameKind.OPTION | NameKind.TERM:
            yield _declaration_text(draft, name)
        case NameKind.SOURCE | NameKind.EDITION | NameKind.GAME | NameKind.BACKGROUND | NameKind.STAGE:
            yield f"{name.kind} {inline_code(name.text)}"


def _declaration_text(draft: Draft, name: Name) -> str:
    """Return the declaration of a name in source form."""
    declaration = draft.names.declared.declarations.get(name)
    if declaration is None:
        return ""
    node, _ = declaration
    match node:
        case nodes.Term():
            return f"**{markdown_text(node.name)}**: {markdown_text(node.text)}"
        case nodes.EnumValue():
            return f"{inline_code(name.text.partition('.')[0])}: {inline_code(node.name)}" + (
                f", {markdown_text(node.title)}" if node.title else ""
            )
        case nodes.Table():
            return code_block(text_of(nodes.Table(node.name, node.params, node.type, (), node.phrase)))
        case nodes.Option():
            return code_block(text_of(node))
        case _:  # open: every other declaration is shown as it is written
            lines = text_of(node).split("\n")  # type: ignore[arg-type]
            return code_block("\n".join([*lines[:MAX_LISTED], *(["  …"] if len(lines) > MAX_LISTED else [])]))


def _core(draft: Draft) -> Core | None:
    return draft.loaded.core() if draft.loaded.editions else None


def _fact_paragraphs(draft: Draft, name: Name) -> Iterator[str]:
    """Yield the values of a fact in words, how it is determined, and the cases that read it."""
    core = _core(draft)
    if core is None or name.text not in core.facts:
        return
    info = dict(zip(core.facts, list_facts(core), strict=True))[name.text]
    yield markdown_text(f"values: {info.domain}" + (f" {info.unit}" if info.unit and info.unit not in info.domain else ""))
    if info.found:
        yield markdown_text(f"found {info.found}")
    if info.usual is not None:
        yield markdown_text(f"usually {info.usual}")
    graph = draft.loaded.graph()
    key = f"fact:{name.text}"
    if key in graph:
        readers = dict.fromkeys(edge.by for edge in incoming_edges(graph, key, [EdgeKind.USES]))
        if readers:
            yield "read by " + listing_text(readers)


def _question_paragraphs(draft: Draft, name: str) -> Iterator[str]:
    """Yield the rules on a question in the order of the book."""
    core = _core(draft)
    if core is None or name not in core.questions:
        return
    rules = [rule for rule in core.written_rules() if rule.question == name]
    if rules:
        omitted = f"\n- and {len(rules) - MAX_LISTED} more" if len(rules) > MAX_LISTED else ""
        yield "\n".join(f"- {rule.id}: {inline_code(rule.says)}" for rule in rules[:MAX_LISTED]) + omitted


def listing_text(words: Iterable[str]) -> str:
    """Return words joined by commas, cut after the first ones if there are many."""
    items = list(words)
    return ", ".join(items[:MAX_LISTED]) + (f" and {len(items) - MAX_LISTED} more" if len(items) > MAX_LISTED else "")


def case_text(draft: Draft, number: str) -> Iterator[str]:
    """Yield a case in force in the last edition: its text, its rules, its dependents, its history."""
    from rulewright.interfaces.api.cases import show_case

    loaded = draft.loaded
    if not loaded.editions:
        return
    try:
        case_info = show_case(loaded, loaded.editions[-1], number)
    except WrongInput:
        return
    case = case_info.found
    if isinstance(case, ReadingInForce):
        status = f"settled as {inline_code(case.settled_as)}" if case.settled_as else "open"
        yield f"**{markdown_text(case.name)}** {markdown_text(case.title)} ({status})"
    else:
        yield _heading(case)
    paragraphs = [f"~~{markdown_text(paragraph.text)}~~" if paragraph.struck else markdown_text(paragraph.text) for paragraph in case.text]
    yield "\n\n".join(paragraphs)
    if case.provisions:
        yield code_block("\n".join(_first_line(provision.node) for provision in case.provisions[:MAX_LISTED]))
    if isinstance(case, CaseInForce):
        yield "\n".join(f"- {entry.origin.source}: {markdown_text(', '.join(entry.acts) or entry.origin.kind)}" for entry in case.history)
    yield "\n".join(
        f"- {words} {listing_text(dict.fromkeys(referrer.number for referrer in referrers))}"
        for words, referrers in case_info.bears_on.items()
    )


def _heading(case: CaseInForce) -> str:
    marks = [mark for mark, is_so in (("deleted", case.deleted), ("its words are not held here", not case.held)) if is_so]
    return f"**{case.number}** {markdown_text(case.title or '')}" + (f" ({', '.join(marks)})" if marks else "")


def _first_line(node: nodes.AnyNode) -> str:
    return text_of(node).split("\n")[0]


def _rule_paragraphs(draft: Draft, address: str) -> Iterator[str]:
    """Yield a rule by its address: its text, and the rules that override it or that it overrides."""
    from rulewright.rulebook.addresses import Addresses

    loaded = draft.loaded
    for edition in reversed(loaded.editions):
        resolved = Addresses(loaded.book.views[edition]).resolve_address(address)
        if resolved is not None and resolved.provisions:
            yield "\n".join(code_block(text_of(provision.node)) for provision in resolved.provisions[:MAX_LISTED])
            yield from override_paragraphs(draft, edition, tuple(str(provision.id) for provision in resolved.provisions))
            return


def override_paragraphs(draft: Draft, edition: str, addresses: tuple[str, ...]) -> Iterator[str]:
    """Yield the overriders of some rules, and the rules that they override."""
    from rulewright.analysis.dependencies.queries import precedence_graph

    graph = precedence_graph(draft.loaded.graph(edition))
    for address in addresses:
        key = f"rule:{address}"
        if key not in graph:
            continue
        overriders = [vertex.partition(":")[2] for vertex in graph.predecessors(key)]
        overridden_rules = [vertex.partition(":")[2] for vertex in graph.successors(key)]
        if overriders:
            yield f"overridden by {listing_text(overriders)}"
        if overridden_rules:
            yield f"overrides {listing_text(overridden_rules)}"
