"""State of a fold -> view of an edition: cases in the order of the book, readings resolved, rulings applied to readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulewright.base.diagnostics import Diagnostic, Label
from rulewright.base.enablement import Scope
from rulewright.rulebook import faults
from rulewright.rulebook.case_numbers import Numbering
from rulewright.rulebook.cases import Clause
from rulewright.rulebook.clauses import Content, assign_addresses, line_name, merge_scopes
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
from rulewright.rulebook.renaming import rename_reading
from rulewright.rulebook.rewrite import rewrite_node
from rulewright.rulebook.targets import owning_case
from rulewright.syntax import nodes


def build_view(
    edition: nodes.Edition, state: State, readings: Sequence[Clause], numbering: Numbering
) -> tuple[EditionView, tuple[Diagnostic, ...]]:
    """Return the view of one edition, with its cases in the order of their numbers, and its faults."""
    in_order = sorted(state.cases.values(), key=lambda case: numbering.sort_key(case.number))
    groups: dict[ClauseKind, dict[CaseId, CaseInForce]] = {kind: {} for kind in ClauseKind}
    for case in in_order:
        groups[case.kind][case.id] = case
    joined = {}
    for clause in readings:
        reading = _build_reading(clause, state) if clause.origin.source in edition.sources else None
        if reading is not None:
            joined[reading.name] = _renamed_since(reading, edition, state)
    findings = _note_rulings(joined, groups[ClauseKind.RULING], readings)
    view = EditionView(
        edition=edition,
        cases=groups[ClauseKind.CASE],
        rulings=groups[ClauseKind.RULING],
        scenarios=groups[ClauseKind.SCENARIO],
        readings=joined,
        renumbered=state.renumbered,
        parts_amended=state.parts,
        numbering=numbering,
        renamings=state.renamings,
    )
    return view, (*findings, *_duplicate_names(view))


def _duplicate_names(view: EditionView) -> Iterator[Diagnostic]:
    """Yield a fault for two lines of a case (or of a choice of a reading) with the same name, or a name that is another line's address."""
    first_by_name: dict[tuple[str, str], Provision] = {}
    for provision in view.provisions_in_force():
        number = provision.id.text.rpartition(".")[0]
        name = line_name(provision) or (provision.positional_address or provision.id.text).rpartition(".")[2]
        first = first_by_name.setdefault((number, name), provision)
        if first is not provision and not (isinstance(first.node, nodes.Table) and isinstance(provision.node, nodes.Table)):
            yield faults.named_twice(number, name, first, provision)


def _build_reading(clause: Clause, state: State) -> ReadingInForce | None:
    """Return the reading in this edition; None if one of its cases does not exist yet, or all of them are deleted."""
    block = clause.origin.block
    assert isinstance(block, nodes.Reading)
    moved = {old: new for old, new in state.renumbered.items() if old not in state.cases}
    if moved:
        block = rewrite_node(block, moved)
    targets = [_find_case(ref.number, state.cases) for ref in block.on]
    live_cases = [case for case in targets if case is not None and not case.deleted]
    if not live_cases or None in targets:
        return None
    outer = live_cases[0].scope
    cases = tuple(dict.fromkeys(case.id for case in live_cases))
    content = clause.content if not moved else _renumber_content(clause.content, moved)
    provisions = list(
        _number_provisions(
            block.name, content.formal, clause.origin, cases, merge_scopes(outer, replace(content.scope, reading=block.name))
        )
    )
    choices = tuple(line for line in block.body if isinstance(line, nodes.ReadingChoice))
    text = list(content.text)
    for choice in choices:
        scope = merge_scopes(outer, replace(content.scope, reading=block.name, choice=choice.name))
        formal: tuple[Formal, ...] = (*choice.rules, *choice.relations)
        provisions.extend(_number_provisions(f"{block.name}.{choice.name}", formal, clause.origin, cases, scope))
    return ReadingInForce(
        name=block.name,
        cases=cases,
        title=block.title,
        text=tuple(text),
        choices=choices,
        provisions=tuple(provisions),
        origin=clause.origin,
        examples=content.examples,
        other=content.other,
    )


def _renamed_since(reading: ReadingInForce, edition: nodes.Edition, state: State) -> ReadingInForce:
    """Return a reading in the words of an edition: with what its own source and later ones rename throughout."""
    first = edition.sources.index(reading.origin.source)
    for renaming in state.renamings:
        if edition.sources.index(renaming.origin.source) >= first:
            reading = rename_reading(reading, renaming.renames.pairs)
    return reading


def _find_case(number: str, cases: Mapping[str, CaseInForce]) -> CaseInForce | None:
    if number in cases:
        return cases[number]
    owner_number = owning_case(number, cases)
    return cases[owner_number] if owner_number is not None else None


def _renumber_content(content: Content, moved: Mapping[str, str]) -> Content:
    text = tuple(replace(paragraph, text=rewrite_node(nodes.Prose(paragraph.text), moved).text) for paragraph in content.text)
    return replace(content, text=text, formal=rewrite_node(content.formal, moved))


def _number_provisions(
    number: str, formal: Sequence[Formal], origin: Origin, cases: tuple[CaseId, ...], scope: Scope
) -> tuple[Provision, ...]:
    blank = RuleId("")
    return assign_addresses(number, tuple(Provision(blank, cases[0], node, origin, scope, cases[1:]) for node in formal))


def _note_rulings(
    readings: dict[str, ReadingInForce], rulings: Mapping[CaseId, CaseInForce], clauses: Sequence[Clause]
) -> tuple[Diagnostic, ...]:
    """Record in `readings` which choices rulings settle; report contradicting rulings, and unknown readings and choices."""
    findings: list[Diagnostic] = []
    settlements: dict[str, tuple[str, Provision]] = {}
    names = {clause.origin.number for clause in clauses}
    for ruling in rulings.values():
        for provision in ruling.provisions:
            node = provision.node
            if not isinstance(node, nodes.Settles):
                continue
            reading = readings.get(node.reading)
            if reading is None:
                if node.reading not in names:
                    findings.append(faults.unknown_name("reading", node.reading, names, provision.location))
                continue
            choices = [choice.name for choice in reading.choices]
            if node.choice not in choices:
                findings.append(faults.unknown_name("choice", node.choice, choices, provision.location))
            elif node.reading in settlements and settlements[node.reading][0] != node.choice:
                findings.append(_conflicting_rulings(node, provision, settlements[node.reading][1]))
            else:
                settlements[node.reading] = (node.choice, provision)
                readings[node.reading] = replace(reading, settled_as=node.choice, settled_by=ruling.number)
    return tuple(findings)


def _conflicting_rulings(node: nodes.Settles, second: Provision, first: Provision) -> Diagnostic:
    labels = (Label(second.location, f"as `{node.choice}`"), Label(first.location, "and otherwise here"))
    message = f"two rulings settle reading `{node.reading}` differently"
    return faults.error(
        "RW123", "settled-twice", message, labels, "move one of the rulings to a source that the edition does not contain, or remove one"
    )
