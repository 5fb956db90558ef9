"""The body of a clause sorted for the fold: text, formal statements, examples, acts and enablement; and the addresses of provisions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import assert_never

from rulewright.base.enablement import Scope
from rulewright.rulebook.days_in_force import source_in_force
from rulewright.rulebook.model import (
    CaseId,
    ClauseKind,
    Formal,
    Origin,
    Paragraph,
    Provision,
    RuleId,
)
from rulewright.syntax import nodes

NOWHERE = Scope()
THROUGHOUT = "throughout"
"""What an amendment of the whole book has in place of the numbers of cases."""


@dataclass(frozen=True, slots=True)
class Content:
    """The body of one clause, sorted by kind of line."""

    text: tuple[Paragraph, ...]
    formal: tuple[Formal, ...]
    examples: tuple[tuple[nodes.Example, Origin], ...]
    other: tuple[tuple[nodes.BodyLine, Origin], ...]
    acts: tuple[nodes.Act, ...]
    scope: Scope


def origin_of(placed_block: nodes.Placed, first_source: str) -> Origin:
    """Return the origin of a clause. A case, scenario or reading without a source belongs to the first source of the book."""
    block = placed_block.block
    match block:
        case nodes.Case():
            return Origin(ClauseKind.CASE, source_in_force(block, first_source), block.number, None, placed_block.place, block)
        case nodes.Scenario():
            return Origin(ClauseKind.SCENARIO, block.source or first_source, block.number, None, placed_block.place, block)
        case nodes.Amendment():
            number = ", ".join(ref.number for ref in block.targets) or THROUGHOUT
            return Origin(ClauseKind.AMENDMENT, source_in_force(block, first_source), number, block.kind, placed_block.place, block)
        case nodes.Ruling():
            return Origin(ClauseKind.RULING, block.source, block.number, None, placed_block.place, block)
        case nodes.Reading():
            return Origin(ClauseKind.READING, block.source or first_source, block.name, None, placed_block.place, block)
        case _:
            raise TypeError(f"{type(block).__name__} is no clause")


def content_of(origin: Origin) -> Content:
    """Sort the lines of a clause by kind. The choices of a reading are not examined here."""
    text: list[Paragraph] = []
    formal: list[Formal] = []
    examples: list[tuple[nodes.Example, Origin]] = []
    other: list[tuple[nodes.BodyLine, Origin]] = []
    acts: list[nodes.Act] = []
    option: str | None = None
    scenario: str | None = origin.block.number if isinstance(origin.block, nodes.Scenario) else None
    games: tuple[str, ...] = ()
    for line in origin.block.body:
        match line:
            case nodes.Prose():
                text.append(Paragraph(line.text, origin, tags=line.tags, node=line))
            case nodes.Commentary():
                text.append(Paragraph(line.text, origin, commentary=True, tags=line.tags, node=line))
            case nodes.Step():
                text.append(Paragraph(line.text, origin, step=line.label, tags=line.tags, node=line))
            case nodes.Rule() | nodes.Table() | nodes.Relation() | nodes.NotHeld() | nodes.DoesNotMatter() | nodes.Settles():
                formal.append(line)
            case nodes.Example():
                examples.append((line, origin))
            case nodes.AmendingAct():
                acts.append(line)
            case nodes.InOption():
                option = line.name
            case nodes.InScenario():
                scenario = line.number
            case nodes.AppliesTo():
                games += line.games
            case nodes.ReadingChoice() | nodes.Background():
                pass  # read elsewhere: with the reading, and with the examples of the clause
            case (
                nodes.Component()
                | nodes.Reads()
                | nodes.Accepts()
                | nodes.Refers()
                | nodes.Setup()
                | nodes.AsksQuestion()
                | nodes.Answers()
            ):
                other.append((line, origin))
            case _:
                assert_never(line)
    scope = NOWHERE if option is None and scenario is None and not games else Scope(option, scenario, games)
    return Content(tuple(text), tuple(formal), tuple(examples), tuple(other), tuple(acts), scope)


def merge_scopes(outer: Scope, inner: Scope) -> Scope:
    """Return the scope of a clause on a case: its own switches, and those of the case for the fields it leaves empty."""
    if inner == NOWHERE:
        return outer
    return Scope(
        inner.option or outer.option,
        inner.scenario or outer.scenario,
        inner.games or outer.games,
        inner.reading or outer.reading,
        inner.choice or outer.choice,
    )


def build_provisions(
    content: Content, origin: Origin, case: CaseId, scope: Scope, also_of: tuple[CaseId, ...] = ()
) -> tuple[Provision, ...]:
    """Return the formal statements of a clause as provisions with blank addresses; `assign_addresses` fills them in."""
    blank = RuleId("")
    return tuple(Provision(blank, case, node, origin, scope, also_of) for node in content.formal)


def assign_addresses(number: str, provisions: tuple[Provision, ...]) -> tuple[Provision, ...]:
    """Return the provisions with their addresses in `number`, in this order.

    A named line is addressed by its name, `9.11.besieged`; a table has its own name. Other lines are addressed by position: a rule by its
    ordinal among the rules, named ones included, so that neither other lines nor names shift it; the rest by the word of their kind,
    `9.11.overrides`, from the second on `9.11.overrides_2`. If numbers of the source serve as names, `9.11.3`, an unnamed rule is
    `9.11.rule_4`, so that no number is a position.
    """
    rule_prefix = "rule_" if any((line_name(provision) or "").isdigit() for provision in provisions) else ""
    kind_counts = Counter(_kind_word(provision.node) for provision in provisions)
    ordinals: Counter[str] = Counter()
    addresses: set[str] = set()
    numbered: list[Provision] = []
    for provision in provisions:
        word, name = _kind_word(provision.node), line_name(provision)
        ordinals[word] += 1
        place = f"{number}.{_position_part(word, ordinals[word], rule_prefix)}"
        text = f"{number}.{name}" if name else place
        if not isinstance(provision.node, nodes.Table):
            text = _free_address(text, addresses)
        addresses.add(text)
        by_place = place if _is_addressed_by_place(provision.node, name, kind_counts[word], rule_prefix) else None
        if (provision.id.text, provision.positional_address) != (text, by_place):
            provision = replace(provision, id=RuleId(text), positional_address=by_place)
        numbered.append(provision)
    return tuple(numbered)


def tag_names(block: nodes.Block) -> list[str]:
    """Return the tags of a clause: its own and those of its lines."""
    names = [tag.name for tag in getattr(block, "tags", ())]
    for line in getattr(block, "body", ()):
        names.extend(tag.name for tag in getattr(line, "tags", ()))
        for inner in (*getattr(line, "guards", ()), *getattr(line, "rows", ())):
            names.extend(tag.name for tag in getattr(inner, "tags", ()))
            names.extend(tag.name for item in getattr(inner, "items", ()) for tag in item.tags)
    return names


def line_name(provision: Provision) -> str | None:
    """Return the name of a line in its case, its own or that of the table; None if it is addressed by position only."""
    match provision.node:
        case nodes.Rule() | nodes.Relation() | nodes.NotHeld() | nodes.DoesNotMatter() | nodes.Table():
            return provision.node.name
        case nodes.Settles():
            return None
        case _:
            assert_never(provision.node)


def without_name(node: Formal) -> Formal:
    """Return a line without its name, for display after its address."""
    match node:
        case nodes.Rule() | nodes.Relation() | nodes.NotHeld() | nodes.DoesNotMatter():
            return node if node.name is None else replace(node, name=None)
        case nodes.Table() | nodes.Settles():
            return node
        case _:
            assert_never(node)


def _kind_word(node: Formal) -> str:
    """Return the word by which an unnamed line is addressed; empty for a rule, which has only its ordinal."""
    match node:
        case nodes.Rule():
            return ""
        case nodes.Table():
            return "table"
        case nodes.Relation(kind=kind):
            return kind.value.replace(" ", "_")
        case nodes.NotHeld(held=held):
            return "bears_on" if held else "not_held"
        case nodes.DoesNotMatter():
            return "does_not_matter"
        case nodes.Settles():
            return "settles"
        case _:
            assert_never(node)


def _is_addressed_by_place(node: Formal, name: str | None, same_kind_count: int, rule_prefix: str) -> bool:
    """Return True if a line is addressed by position: by an ordinal within its kind, which a line inserted before it would change."""
    match node:
        case nodes.Table():
            return False
        case nodes.Rule():
            return not (name and rule_prefix)
        case _:  # open: the only line of its kind in a case is addressed by the word of the kind, without a position
            return same_kind_count > 1


def _position_part(word: str, ordinal: int, rule_prefix: str) -> str:
    if not word:
        return f"{rule_prefix}{ordinal}"
    return word if ordinal == 1 else f"{word}_{ordinal}"


def _free_address(address: str, addresses: set[str]) -> str:
    """Return the address, with a number appended if another line has it already (a fault that `named_twice` reports)."""
    free, count = address, 2
    while free in addresses:
        free, count = f"{address}_{count}", count + 1
    return free
