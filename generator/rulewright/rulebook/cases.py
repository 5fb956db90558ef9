"""Clauses -> cases as written in their own blocks, before any amendment: the input of the fold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulewright.rulebook.clauses import Content, assign_addresses, build_provisions, merge_scopes
from rulewright.rulebook.model import CaseId, CaseInForce, ClauseKind, HistoryEntry, Origin, Provision
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sheet, its body sorted. `chapter` is the stem of its file."""

    origin: Origin
    content: Content
    chapter: str
    copy: Clause | None = None  # a reader's own copy of the printed text


def build_case(clause: Clause, source: nodes.SourceDecl) -> CaseInForce:
    """Build a case or scenario from its own block."""
    origin, content = clause.origin, clause.content
    block = origin.block
    assert isinstance(block, (nodes.Case, nodes.Scenario))
    number = CaseId(block.number)
    new = isinstance(block, nodes.Case) and block.new
    amending = bool(source.amends)
    case = CaseInForce(
        id=number,
        number=block.number,
        first_number=block.number,
        title=block.title,
        chapter=clause.chapter,
        source=origin.source,
        held=is_held(content, source),
        new=new,
        deleted=False,
        scope=content.scope,
        text=content.text,
        provisions=assign_addresses(block.number, build_provisions(content, origin, number, content.scope)),
        history=(HistoryEntry(origin, ("new case" if origin.kind is ClauseKind.CASE else "new scenario",), True),)
        if new or amending
        else (),
        examples=content.examples,
        other=content.other,
        origin=origin,
        kind=origin.kind,
    )
    if clause.copy is None:
        return case
    return merge_copy(case, clause.copy)


def is_held(content: Content, source: nodes.SourceDecl) -> bool:
    """Return True if a case is held: it is not marked `not held`, and its source is held or it has text of its own."""
    if any(isinstance(node, nodes.NotHeld) and not node.held for node in content.formal):
        return False
    return source.held or any(not paragraph.commentary for paragraph in content.text)


def empty_case(case: CaseInForce, *, deleted: bool) -> CaseInForce:
    """Return the case with its text struck and its rules, examples and other lines removed."""
    text = tuple(paragraph if paragraph.struck else replace(paragraph, struck=True) for paragraph in case.text)
    return replace(case, text=text, provisions=(), examples=(), other=(), deleted=deleted)


def replace_case(case: CaseInForce, clause: Clause, source: nodes.SourceDecl) -> CaseInForce:
    """Return the case with a new text under its old number: `replaces the case by 12.77, 12.78` and `case 12.77 new in errata`."""
    new = build_case(clause, source)
    struck = empty_case(case, deleted=False)
    return replace(new, first_number=case.first_number, title=new.title or case.title, text=struck.text + new.text, history=case.history)


def build_ruling(clause: Clause, ruled_cases: Sequence[CaseInForce]) -> CaseInForce:
    origin, content = clause.origin, clause.content
    number = origin.number
    cases = tuple(case.id for case in ruled_cases)
    scope = merge_scopes(ruled_cases[0].scope, content.scope)
    provisions = build_provisions(content, origin, cases[0], scope, (*cases[1:], CaseId(number)))
    return CaseInForce(
        id=CaseId(number),
        number=number,
        first_number=number,
        title=None,
        chapter=clause.chapter,
        source=origin.source,
        held=True,
        new=False,
        deleted=False,
        scope=scope,
        text=content.text,
        provisions=assign_addresses(number, provisions),
        history=(),
        examples=content.examples,
        other=content.other,
        origin=origin,
        kind=ClauseKind.RULING,
        ruled_cases=cases,
    )


def merge_copy(case: CaseInForce, copy: Clause) -> CaseInForce:
    """Merge the reader's copy into a printed case: its text becomes held; tables of the copy replace printed tables of the same name."""
    content, origin = copy.content, copy.origin
    tables = {node.name for node in content.formal if isinstance(node, nodes.Table)}
    has_rules = any(isinstance(node, nodes.Rule) for node in content.formal)
    printed = tuple(
        provision
        for provision in case.provisions
        if not (isinstance(provision.node, nodes.Table) and provision.node.name in tables)
        and not (has_rules and isinstance(provision.node, nodes.NotHeld) and not provision.node.held)
    )
    brought = build_provisions(content, origin, CaseId(case.number), merge_scopes(case.scope, content.scope))
    return replace(
        case,
        title=case.title or origin.block.title if isinstance(origin.block, nodes.Case) else case.title,
        held=True,
        text=case.text + content.text,
        provisions=assign_addresses(case.number, printed + brought),
        examples=case.examples + content.examples,
        other=case.other + content.other,
    )


def find_line(case: CaseInForce, part: str) -> Provision | None:
    """Return the line of a case at an address within it: the line of that name, else the line at that position."""
    address = f"{case.number}.{part}"
    by_name = next((provision for provision in case.provisions if provision.id.text == address), None)
    return by_name or next((provision for provision in case.provisions if provision.positional_address == address), None)


def find_enclosing_line(case: CaseInForce, part: str) -> Provision | None:
    """Return the line of a case at an address within it, which may be the address of a ground of the line."""
    return find_line(case, part) or find_line(case, part.rpartition(".")[0])
