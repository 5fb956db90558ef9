"""Every slip of an edition, and the edition with one of them.

A slip is made in a line as the edition has it, whichever source it came with. What no line says (what is impossible, declarations, set-ups)
is left as it is.
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


def sown(view: EditionView, declared: Declarations) -> tuple[Slip, ...]:
    """Every slip of an edition, in the order of its lines: the same for the same book."""
    expressions = Expressions(Values(declared))
    return tuple(
        Slip(provision, line_of(provision), change) for provision in view.provisions() for change in changes_of(provision.node, expressions)
    )


def line_of(provision: Provision) -> Line:
    """A line as it is shown."""
    return Line(provision.id.text, str(provision.case), _text(provision.node), provision.location)


def _text(node: Formal) -> str:
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
    """An edition in which one line is another, or is not there."""
    return replace(
        view,
        cases=_in_cases(view.cases, provision, node),
        rulings=_in_cases(view.rulings, provision, node),
        scenarios=_in_cases(view.scenarios, provision, node),
        readings={
            name: replace(one, provisions=_in(one.provisions, provision, node))
            if any(held is provision for held in one.provisions)
            else one
            for name, one in view.readings.items()
        },
    )


def _in_cases(cases: Mapping[CaseId, CaseInForce], provision: Provision, node: nodes.Node | None) -> dict[CaseId, CaseInForce]:
    found = dict(cases)
    for name, case in cases.items():
        if any(one is provision for one in case.provisions):
            found[name] = replace(case, provisions=_in(case.provisions, provision, node))
    return found


def _in(several: tuple[Provision, ...], provision: Provision, node: nodes.Node | None) -> tuple[Provision, ...]:
    return tuple(_changed(several, provision, node))


def _changed(several: tuple[Provision, ...], provision: Provision, node: nodes.Node | None) -> Iterator[Provision]:
    for one in several:
        if one is not provision:
            yield one
        elif node is not None:
            assert isinstance(node, nodes.Rule | nodes.Table | nodes.Relation)
            yield replace(one, node=node)
