"""Clauses -> cases as their own blocks give them, before any amendment: what the fold starts from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulewright.rulebook.clauses import Content, addressed, provisions_of, within
from rulewright.rulebook.model import CaseId, CaseInForce, ClauseKind, HistoryEntry, Origin, Provision
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sheet, its body sorted. `chapter` is the stem of its file."""

    origin: Origin
    content: Content
    chapter: str
    copy: Clause | None = None  # a reader's own copy of the printed text


def case_of(clause: Clause, source: nodes.SourceDecl) -> CaseInForce:
    """A case or scenario as its own block gives it."""
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
        held=held_by_itself(content, source),
        new=new,
        deleted=False,
        scope=content.scope,
        text=content.text,
        provisions=addressed(block.number, provisions_of(content, origin, number, content.scope)),
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
    return with_copy(case, clause.copy)


def held_by_itself(content: Content, source: nodes.SourceDecl) -> bool:
    """A case is held unless it says that it is not, or its source is not held and it has no text of its own."""
    if any(isinstance(one, nodes.NotHeld) and not one.held for one in content.formal):
        return False
    return source.held or any(not one.commentary for one in content.text)


def emptied(case: CaseInForce, *, deleted: bool) -> CaseInForce:
    """A case whose text is struck and whose rules, examples and other lines are out of force."""
    text = tuple(one if one.struck else replace(one, struck=True) for one in case.text)
    return replace(case, text=text, provisions=(), examples=(), other=(), deleted=deleted)


def replaced_by(case: CaseInForce, clause: Clause, source: nodes.SourceDecl) -> CaseInForce:
    """The case with a new text under its old number: `replaces the case by 12.77, 12.78` and `case 12.77 new in errata`."""
    new = case_of(clause, source)
    struck = emptied(case, deleted=False)
    return replace(new, first_number=case.first_number, title=new.title or case.title, text=struck.text + new.text, history=case.history)


def ruling_of(clause: Clause, on: Sequence[CaseInForce]) -> CaseInForce:
    origin, content = clause.origin, clause.content
    number = origin.number
    cases = tuple(case.id for case in on)
    scope = within(on[0].scope, content.scope)
    provisions = provisions_of(content, origin, cases[0], scope, (*cases[1:], CaseId(number)))
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
        provisions=addressed(number, provisions),
        history=(),
        examples=content.examples,
        other=content.other,
        origin=origin,
        kind=ClauseKind.RULING,
        on=cases,
    )


def with_copy(case: CaseInForce, copy: Clause) -> CaseInForce:
    """A printed case with the reader's copy of it: the text is held; a table that was not held gives way to the copy's of the same name."""
    content, origin = copy.content, copy.origin
    tables = {one.name for one in content.formal if isinstance(one, nodes.Table)}
    has_rules = any(isinstance(one, nodes.Rule) for one in content.formal)
    kept = tuple(
        one
        for one in case.provisions
        if not (isinstance(one.node, nodes.Table) and one.node.name in tables)
        and not (has_rules and isinstance(one.node, nodes.NotHeld) and not one.node.held)
    )
    brought = provisions_of(content, origin, CaseId(case.number), within(case.scope, content.scope))
    return replace(
        case,
        title=case.title or origin.block.title if isinstance(origin.block, nodes.Case) else case.title,
        held=True,
        text=case.text + content.text,
        provisions=addressed(case.number, kept + brought),
        examples=case.examples + content.examples,
        other=case.other + content.other,
    )


def line_of(case: CaseInForce, part: str) -> Provision | None:
    """The line of a case that an address within it means: the one of that name, else the one at that place."""
    address = f"{case.number}.{part}"
    by_name = next((one for one in case.provisions if one.id.text == address), None)
    return by_name or next((one for one in case.provisions if one.by_place == address), None)


def line_at(case: CaseInForce, part: str) -> Provision | None:
    """The same for an address that may go on to a ground of the line."""
    return line_of(case, part) or line_of(case, part.rpartition(".")[0])
