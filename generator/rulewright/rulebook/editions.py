"""State of a fold -> view of an edition: cases in the order of the book, readings joined to them, rulings counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from rulewright.base.diagnostics import Diagnostic, Label
from rulewright.base.enablement import Scope
from rulewright.rulebook import faults
from rulewright.rulebook.case_numbers import SortKey
from rulewright.rulebook.cases import Clause
from rulewright.rulebook.clauses import Content, addressed, called, within
from rulewright.rulebook.fold import State
from rulewright.rulebook.model import (
    CaseId,
    CaseInForce,
    ClauseKind,
    EditionView,
    Formal,
    Origin,
    Provision,
    ReadingInForce,
    RuleId,
)
from rulewright.rulebook.rewrite import node_after
from rulewright.rulebook.targets import owner
from rulewright.syntax import nodes


def view_of(
    edition: nodes.Edition, state: State, readings: Sequence[Clause], order: Callable[[str], SortKey]
) -> tuple[EditionView, tuple[Diagnostic, ...]]:
    """One edition, and what its rulings do to readings; `order` is the place of a number in the book."""
    in_order = sorted(state.cases.values(), key=lambda case: order(case.number))
    groups: dict[ClauseKind, dict[CaseId, CaseInForce]] = {kind: {} for kind in ClauseKind}
    for case in in_order:
        groups[case.kind][case.id] = case
    joined = {}
    for clause in readings:
        reading = _reading(clause, state) if clause.origin.source in edition.sources else None
        if reading is not None:
            joined[reading.name] = reading
    findings = _note_rulings(joined, groups[ClauseKind.RULING], readings)
    view = EditionView(
        edition=edition,
        cases=groups[ClauseKind.CASE],
        rulings=groups[ClauseKind.RULING],
        scenarios=groups[ClauseKind.SCENARIO],
        readings=joined,
        renumbered=state.renumbered,
        parts_amended=state.parts,
    )
    return view, (*findings, *_named_twice(view))


def _named_twice(view: EditionView) -> Iterator[Diagnostic]:
    """Two lines of one case, or of one choice of a reading, that have one name, or the address of another line for a name."""
    known: dict[tuple[str, str], Provision] = {}
    for provision in view.provisions():
        number = provision.id.text.rpartition(".")[0]
        name = called(provision) or (provision.by_place or provision.id.text).rpartition(".")[2]
        first = known.setdefault((number, name), provision)
        if first is not provision and not (isinstance(first.node, nodes.Table) and isinstance(provision.node, nodes.Table)):
            yield faults.named_twice(number, name, first, provision)


def _reading(clause: Clause, state: State) -> ReadingInForce | None:
    """The reading as this edition has it; None where one of its cases has not come yet, or all of them are deleted."""
    block = clause.origin.block
    assert isinstance(block, nodes.Reading)
    moved = {old: new for old, new in state.renumbered.items() if old not in state.cases}
    if moved:
        block = node_after(block, moved)
    there = [_case_at(ref.number, state.cases) for ref in block.on]
    on = [case for case in there if case is not None and not case.deleted]
    if not on or None in there:
        return None
    outer = on[0].scope
    cases = tuple(dict.fromkeys(case.id for case in on))
    content = clause.content if not moved else _content_after(clause.content, moved)
    provisions = list(
        _numbered(block.name, content.formal, clause.origin, cases, within(outer, replace(content.scope, reading=block.name)))
    )
    choices = tuple(line for line in block.body if isinstance(line, nodes.ReadingChoice))
    text = list(content.text)
    for choice in choices:
        scope = within(outer, replace(content.scope, reading=block.name, choice=choice.name))
        formal: tuple[Formal, ...] = (*choice.rules, *choice.relations)
        provisions.extend(_numbered(f"{block.name}.{choice.name}", formal, clause.origin, cases, scope))
    return ReadingInForce(
        name=block.name,
        on=cases,
        title=block.title,
        text=tuple(text),
        choices=choices,
        provisions=tuple(provisions),
        origin=clause.origin,
        examples=content.examples,
        other=content.other,
    )


def _case_at(number: str, cases: Mapping[str, CaseInForce]) -> CaseInForce | None:
    if number in cases:
        return cases[number]
    whole = owner(number, cases)
    return cases[whole] if whole is not None else None


def _content_after(content: Content, moved: Mapping[str, str]) -> Content:
    text = tuple(replace(one, text=node_after(nodes.Prose(one.text), moved).text) for one in content.text)
    return replace(content, text=text, formal=node_after(content.formal, moved))


def _numbered(number: str, formal: Sequence[Formal], origin: Origin, cases: tuple[CaseId, ...], scope: Scope) -> tuple[Provision, ...]:
    blank = RuleId("")
    return addressed(number, tuple(Provision(blank, cases[0], node, origin, scope, cases[1:]) for node in formal))


def _note_rulings(
    readings: dict[str, ReadingInForce], rulings: Mapping[CaseId, CaseInForce], known: Sequence[Clause]
) -> tuple[Diagnostic, ...]:
    """Notes which readings rulings settle; two that settle one reading in two ways, or name none that there is, are findings."""
    findings: list[Diagnostic] = []
    settled: dict[str, tuple[str, Provision]] = {}
    names = {clause.origin.number for clause in known}
    for ruling in rulings.values():
        for provision in ruling.provisions:
            node = provision.node
            if not isinstance(node, nodes.Settles):
                continue
            reading = readings.get(node.reading)
            if reading is None:
                if node.reading not in names:
                    findings.append(faults.unknown("reading", node.reading, names, provision.location))
                continue
            choices = [choice.name for choice in reading.choices]
            if node.choice not in choices:
                findings.append(faults.unknown("choice", node.choice, choices, provision.location))
            elif node.reading in settled and settled[node.reading][0] != node.choice:
                findings.append(_settled_twice(node, provision, settled[node.reading][1]))
            else:
                settled[node.reading] = (node.choice, provision)
                readings[node.reading] = replace(reading, settled_as=node.choice)
    return tuple(findings)


def _settled_twice(node: nodes.Settles, second: Provision, first: Provision) -> Diagnostic:
    labels = (Label(second.location, f"as `{node.choice}`"), Label(first.location, "and otherwise here"))
    message = f"two rulings settle reading `{node.reading}` differently"
    return faults.error(
        "RW123", "settled-twice", message, labels, "move one of the rulings to a source that the edition does not contain, or remove one"
    )
