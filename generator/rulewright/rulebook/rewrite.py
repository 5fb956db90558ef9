"""References follow their case: the same nodes with numbers of cases changed, in formal statements and in prose.

Used when a case is renumbered (every reference of earlier sources goes along) and when an amendment redirects one reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TypeVar

from rulewright.base.enablement import Scope
from rulewright.rulebook.model import CaseId, CaseInForce, Paragraph, Provision
from rulewright.rulebook.prose import redirected
from rulewright.syntax import nodes

N = TypeVar("N")


def number_after(number: str, changed: Mapping[str, str]) -> str:
    """`14.43.b` with `14.43` changed to `14.5` is `14.5.b`; only whole parts between points and slashes are looked at."""
    if number in changed:
        return changed[number]
    for at in range(len(number) - 1, 0, -1):
        if number[at] == "." and number[:at] in changed:
            return changed[number[:at]] + number[at:]
    return number


def node_after(node: N, changed: Mapping[str, str]) -> N:
    """The same node with every reference changed; the very same object where nothing changes."""
    return _after(node, changed)  # type: ignore[no-any-return]


def _after(thing: object, changed: Mapping[str, str]):  # type: ignore[no-untyped-def]  # a walk over any node gives back its own kind
    match thing:
        case nodes.CaseRef():
            number = number_after(thing.number, changed)
            return thing if number == thing.number else replace(thing, number=number)
        case nodes.Prose() | nodes.Commentary() | nodes.Step() | nodes.AsksQuestion() | nodes.Answers():
            text = text_after(thing.text, changed)
            return thing if text == thing.text else replace(thing, text=text)
        case nodes.Example():
            if thing.scenario is None or thing.scenario not in changed:
                return thing
            return replace(thing, scenario=changed[thing.scenario])
        case tuple():
            parts = tuple(_after(part, changed) for part in thing)
            return thing if all(new is old for new, old in zip(parts, thing, strict=True)) else parts
        case nodes.Node():
            return _node_after(thing, changed)
        case _:  # open: numbers, words and the like
            return thing


def _node_after(node: nodes.Node, changed: Mapping[str, str]) -> nodes.Node:
    new = {}
    for one in fields(node):
        value = getattr(node, one.name)
        if isinstance(value, (nodes.Node, tuple)):
            after = _after(value, changed)
            if after is not value:
                new[one.name] = after
    return replace(node, **new) if new else node


def text_after(text: str, changed: Mapping[str, str]) -> str:
    """Prose with its references changed, all at once: two numbers can be swapped."""
    found = [old for old in changed if old in text]
    for place, old in enumerate(found):
        text = redirected(text, old, f"\x00{place}\x00")
    for place, old in enumerate(found):
        text = text.replace(f"\x00{place}\x00", changed[old])
    return text


def paragraph_after(paragraph: Paragraph, changed: Mapping[str, str]) -> Paragraph:
    text = text_after(paragraph.text, changed)
    return paragraph if text == paragraph.text else replace(paragraph, text=text)


def provision_after(provision: Provision, changed: Mapping[str, str]) -> Provision:
    node = node_after(provision.node, changed)
    case = _case_after(provision.case, changed)
    also = tuple(_case_after(one, changed) for one in provision.also_of)
    scope = scope_after(provision.scope, changed)
    if node is provision.node and case is provision.case and also == provision.also_of and scope is provision.scope:
        return provision
    return replace(provision, node=node, case=case, also_of=also, scope=scope)


def scope_after(scope: Scope, changed: Mapping[str, str]) -> Scope:
    if scope.scenario is None or scope.scenario not in changed:
        return scope
    return replace(scope, scenario=changed[scope.scenario])


def _case_after(case: CaseId, changed: Mapping[str, str]) -> CaseId:
    return CaseId(changed[case.number]) if case.number in changed else case


def case_after(case: CaseInForce, changed: Mapping[str, str]) -> CaseInForce:
    """A case with its references changed; its own number is the fold's business."""
    text = tuple(paragraph_after(one, changed) for one in case.text)
    provisions = tuple(provision_after(one, changed) for one in case.provisions)
    examples = tuple((node_after(one, changed), origin) for one, origin in case.examples)
    other = tuple((node_after(one, changed), origin) for one, origin in case.other)
    scope = scope_after(case.scope, changed)
    on = tuple(_case_after(one, changed) for one in case.on)
    return replace(case, text=text, provisions=provisions, examples=examples, other=other, scope=scope, on=on)
