"""A reader's own copy of printed text, merged into the cases that are not held (`--with FOLDER`).

The copy is a folder of `.case` files with cases only. Its text, tables, rules and set-up become part of the case of the same number, so
that amendments act on real words and must fit them. For answers the printed case stays not held unless the copy has rules of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulewright.base.diagnostics import Diagnostic, Label
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook import faults
from rulewright.rulebook.assemble import sort_blocks
from rulewright.rulebook.cases import Clause, is_held
from rulewright.rulebook.clauses import content_of
from rulewright.rulebook.model import ClauseKind, Origin
from rulewright.syntax import nodes


def merge_copies(
    clauses: Sequence[Clause], overlay: nodes.SyntaxTree, sources: Mapping[str, nodes.SourceDecl]
) -> tuple[list[Clause], list[Diagnostic]]:
    """Return the clauses with the cases of the copy attached, and a fault for each misplaced block of the copy."""
    by_number = {
        clause.origin.number: index
        for index, clause in reversed(list(enumerate(clauses)))
        if clause.origin.kind in (ClauseKind.CASE, ClauseKind.SCENARIO)
    }
    merged = list(clauses)
    findings: list[Diagnostic] = []
    for copy in sort_blocks(overlay):
        block = copy.block
        if isinstance(block, nodes.Chapter):
            continue
        if not isinstance(block, (nodes.Case, nodes.Scenario)):
            findings.append(
                _misplaced(copy, "a reader's copy holds cases only", "remove this block from the copy; the book itself declares the rest")
            )
            continue
        index = by_number.get(block.number)
        if index is None:
            help = did_you_mean(block.number, by_number) or "the copy is laid over cases that the book knows by number"
            findings.append(_misplaced(copy, f"the book has no case {block.number} to lay this copy over", help))
            continue
        printed = merged[index]
        if printed.copy is not None:
            findings.append(faults.number_used_twice(block.number, printed.copy.origin, _copy_origin(copy, printed)))
        elif is_held(printed.content, sources[printed.origin.source]):
            label = Label(faults.head_of(printed.origin), "the book's own text")
            findings.append(
                _misplaced(
                    copy, f"the text of case {block.number} is held, so no copy is laid over it", "remove this case from the copy", label
                )
            )
        else:
            origin = _copy_origin(copy, printed)
            merged[index] = replace(printed, copy=Clause(origin, content_of(origin), copy.chapter))
    return merged, findings


def _copy_origin(copy: nodes.Placed, printed: Clause) -> Origin:
    block = copy.block
    assert isinstance(block, (nodes.Case, nodes.Scenario))
    return Origin(printed.origin.kind, printed.origin.source, block.number, None, copy.place, block)


def _misplaced(copy: nodes.Placed, message: str, help: str, *labels: Label) -> Diagnostic:
    return faults.error("RW121", "copy-does-not-fit", message, (Label(copy.place.location_of(copy.block.span)), *labels), help)
