"""Enumeration of the slips of an edition, and the edition with one of them.

A slip changes a line as it is in the edition, regardless of its source. Anything outside lines (`impossible` statements, declarations,
set-ups) is left unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulewright.analysis.mutation.change import Change
from rulewright.analysis.mutation.expression_mutations import Expressions
from rulewright.analysis.mutation.line_mutations import changes_of
from rulewright.analysis.mutation.model import Line
from rulewright.analysis.mutation.value_mutations import Values
from rulewright.base.records import record
from rulewright.rulebook.model import CaseId, CaseInForce, EditionView, Formal, Provision
from rulewright.semantics.model import Declarations
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of


@record
class Slip:
    """One change of one line in force."""

    provision: Provision
    line: Line
    change: Change


def find_slips(view: EditionView, declared: Declarations) -> tuple[Slip, ...]:
    """Return the slips of an edition, in the order of its lines; the result is deterministic."""
    expressions = Expressions(Values(declared))
    return tuple(
        Slip(provision, slip_line(provision), change)
        for provision in view.provisions_in_force()
        for change in changes_of(provision.node, expressions)
    )


def slip_line(provision: Provision) -> Line:
    """Return the line of a provision, for display."""
    return Line(provision.id.text, str(provision.case), _line_text(provision.node), provision.location)


def _line_text(node: Formal) -> str:
    match node:
        case nodes.Rule():
            return text_of(replace(node, relations=(), notes=(), tags=()))
        case nodes.Relation():
            return text_of(node)
        case nodes.Table():
            return f"table {node.name}"
        case _:  # open: other lines have no slips
            return ""


def with_line(view: EditionView, provision: Provision, node: nodes.Node | None) -> EditionView:
    """Return the edition with one line replaced by `node`, or removed if `node` is None."""
    return replace(
        view,
        cases=_replace_in_cases(view.cases, provision, node),
        rulings=_replace_in_cases(view.rulings, provision, node),
        scenarios=_replace_in_cases(view.scenarios, provision, node),
        readings={
            name: replace(reading, provisions=_replace_in(reading.provisions, provision, node))
            if any(line is provision for line in reading.provisions)
            else reading
            for name, reading in view.readings.items()
        },
    )


def _replace_in_cases(cases: Mapping[CaseId, CaseInForce], provision: Provision, node: nodes.Node | None) -> dict[CaseId, CaseInForce]:
    changed_cases = dict(cases)
    for name, case in cases.items():
        if any(case_line is provision for case_line in case.provisions):
            changed_cases[name] = replace(case, provisions=_replace_in(case.provisions, provision, node))
    return changed_cases


def _replace_in(provisions: tuple[Provision, ...], provision: Provision, node: nodes.Node | None) -> tuple[Provision, ...]:
    return tuple(_replaced_lines(provisions, provision, node))


def _replaced_lines(provisions: tuple[Provision, ...], provision: Provision, node: nodes.Node | None) -> Iterator[Provision]:
    for case_line in provisions:
        if case_line is not provision:
            yield case_line
        elif node is not None:
            assert isinstance(node, nodes.Rule | nodes.Table | nodes.Relation)
            yield replace(case_line, node=node)
