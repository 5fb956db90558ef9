"""Rewriting of references: numbers of cases are replaced in formal statements and in prose.

Used when a case is renumbered (all references of earlier sources follow it) and when an amendment redirects one reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TypeVar

from rulewright.base.enablement import Scope
from rulewright.rulebook.model import CaseId, CaseInForce, Paragraph, Provision
from rulewright.rulebook.prose import redirect_references
from rulewright.syntax import nodes

N = TypeVar("N")


def rewrite_number(number: str, changed: Mapping[str, str]) -> str:
    """Return the number after renumbering: with `14.43` changed to `14.5`, `14.43.b` becomes `14.5.b`. Only whole dotted parts match."""
    if number in changed:
        return changed[number]
    for position in range(len(number) - 1, 0, -1):
        if number[position] == "." and number[:position] in changed:
            return changed[number[:position]] + number[position:]
    return number


def rewrite_node(node: N, changed: Mapping[str, str]) -> N:
    """Return the node with all references rewritten; the same object if nothing changes."""
    return _rewrite_value(node, changed)  # type: ignore[no-any-return]


def _rewrite_value(value: object, changed: Mapping[str, str]):  # type: ignore[no-untyped-def]  # the result has the type of `value`
    match value:
        case nodes.CaseRef():
            number = rewrite_number(value.number, changed)
            return value if number == value.number else replace(value, number=number)
        case nodes.Prose() | nodes.Commentary() | nodes.Step() | nodes.AsksQuestion() | nodes.Answers():
            text = rewrite_text(value.text, changed)
            return value if text == value.text else replace(value, text=text)
        case nodes.Example():
            if value.scenario is None or value.scenario not in changed:
                return value
            return replace(value, scenario=changed[value.scenario])
        case tuple():
            parts = tuple(_rewrite_value(part, changed) for part in value)
            return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
        case nodes.Node():
            return _rewrite_fields(value, changed)
        case _:  # open: numbers, words and the like
            return value


def _rewrite_fields(node: nodes.Node, changed: Mapping[str, str]) -> nodes.Node:
    new = {}
    for node_field in fields(node):
        value = getattr(node, node_field.name)
        if isinstance(value, (nodes.Node, tuple)):
            rewritten = _rewrite_value(value, changed)
            if rewritten is not value:
                new[node_field.name] = rewritten
    return replace(node, **new) if new else node


def rewrite_text(text: str, changed: Mapping[str, str]) -> str:
    """Return the prose with its references rewritten, all at once, so that two numbers can be swapped."""
    old_numbers = [old for old in changed if old in text]
    for place, old in enumerate(old_numbers):
        text = redirect_references(text, old, f"\x00{place}\x00")
    for place, old in enumerate(old_numbers):
        text = text.replace(f"\x00{place}\x00", changed[old])
    return text


def rewrite_paragraph(paragraph: Paragraph, changed: Mapping[str, str]) -> Paragraph:
    text = rewrite_text(paragraph.text, changed)
    return paragraph if text == paragraph.text else replace(paragraph, text=text)


def rewrite_provision(provision: Provision, changed: Mapping[str, str]) -> Provision:
    node = rewrite_node(provision.node, changed)
    case = _rewrite_case_id(provision.case, changed)
    also_of = tuple(_rewrite_case_id(case_id, changed) for case_id in provision.also_of)
    scope = rewrite_scope(provision.scope, changed)
    if node is provision.node and case is provision.case and also_of == provision.also_of and scope is provision.scope:
        return provision
    return replace(provision, node=node, case=case, also_of=also_of, scope=scope)


def rewrite_scope(scope: Scope, changed: Mapping[str, str]) -> Scope:
    if scope.scenario is None or scope.scenario not in changed:
        return scope
    return replace(scope, scenario=changed[scope.scenario])


def _rewrite_case_id(case: CaseId, changed: Mapping[str, str]) -> CaseId:
    return CaseId(changed[case.number]) if case.number in changed else case


def rewrite_case(case: CaseInForce, changed: Mapping[str, str]) -> CaseInForce:
    """Return the case with its references rewritten; its own number is changed by the fold."""
    text = tuple(rewrite_paragraph(paragraph, changed) for paragraph in case.text)
    provisions = tuple(rewrite_provision(provision, changed) for provision in case.provisions)
    examples = tuple((rewrite_node(example, changed), origin) for example, origin in case.examples)
    other = tuple((rewrite_node(line, changed), origin) for line, origin in case.other)
    scope = rewrite_scope(case.scope, changed)
    ruled_cases = tuple(_rewrite_case_id(case_id, changed) for case_id in case.ruled_cases)
    return replace(case, text=text, provisions=provisions, examples=examples, other=other, scope=scope, ruled_cases=ruled_cases)
