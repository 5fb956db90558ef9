"""One block as the fold sees it: its text, its formal statements, its examples, its acts and when it is in force."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from rulewright.language import nodes
from rulewright.rulebook.model import (
    CaseId,
    ClauseKind,
    Formal,
    Origin,
    Paragraph,
    Provision,
    RuleId,
    Scope,
)

ClauseBlock: TypeAlias = nodes.Case | nodes.Amendment | nodes.Ruling | nodes.Reading | nodes.Scenario
NOWHERE = Scope()


@dataclass(frozen=True, slots=True)
class Content:
    """The body of one clause, sorted by what its lines are. `act_texts` come from the acts' own words, not from here."""

    text: tuple[Paragraph, ...]
    formal: tuple[Formal, ...]
    examples: tuple[tuple[nodes.Example, Origin], ...]
    other: tuple[tuple[nodes.BodyLine, Origin], ...]
    acts: tuple[nodes.Act, ...]
    scope: Scope


def origin_of(placed: nodes.Placed, first_source: str) -> Origin:
    """Where a clause comes from. A case, scenario or reading without a source is of the book's first."""
    block = placed.block
    match block:
        case nodes.Case():
            return Origin(ClauseKind.CASE, block.source or first_source, block.number, None, placed.place, block)
        case nodes.Scenario():
            return Origin(ClauseKind.SCENARIO, block.source or first_source, block.number, None, placed.place, block)
        case nodes.Amendment():
            number = ", ".join(one.number for one in block.targets)
            return Origin(ClauseKind.AMENDMENT, block.source, number, block.kind, placed.place, block)
        case nodes.Ruling():
            return Origin(ClauseKind.RULING, block.source, block.number, None, placed.place, block)
        case nodes.Reading():
            return Origin(ClauseKind.READING, block.source or first_source, block.name, None, placed.place, block)
        case _:
            raise TypeError(f"{type(block).__name__} is no clause")


def content_of(origin: Origin) -> Content:
    """Sorts the lines of a clause. The choices of a reading are not looked into here."""
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
            case nodes.ReadingChoice():
                pass
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


def within(outer: Scope, inner: Scope) -> Scope:
    """The scope of a clause on a case: its own switches where it names any, the case's for the rest."""
    if inner == NOWHERE:
        return outer
    return Scope(
        inner.option or outer.option,
        inner.scenario or outer.scenario,
        inner.games or outer.games,
        inner.reading or outer.reading,
        inner.choice or outer.choice,
    )


def provisions_of(content: Content, origin: Origin, case: CaseId, scope: Scope, also_of: tuple[CaseId, ...] = ()) -> tuple[Provision, ...]:
    """The formal statements of a clause, with addresses that `addressed` will make final."""
    blank = RuleId("")
    return tuple(Provision(blank, case, node, origin, scope, also_of) for node in content.formal)


def addressed(number: str, provisions: tuple[Provision, ...]) -> tuple[Provision, ...]:
    """The same provisions under their addresses in `number`, in this order.

    Rules alone are counted, so that no other line moves a rule's number. A table is addressed by its name. Everything else has a word
    for an address: `9.11.overrides`, `9.11.not_held`, from the second on `9.11.not_held_2`.
    """
    numbered: list[Provision] = []
    words: dict[str, int] = {}
    ordinal = 0
    for provision in provisions:
        match provision.node:
            case nodes.Rule():
                ordinal += 1
                text = f"{number}.{ordinal}"
            case nodes.Table(name=name):
                text = f"{number}.{name}"
            case nodes.Relation(kind=kind):
                text = _worded(number, kind.value.replace(" ", "_"), words)
            case nodes.NotHeld(held=held):
                text = _worded(number, "bears_on" if held else "not_held", words)
            case nodes.DoesNotMatter():
                text = _worded(number, "does_not_matter", words)
            case nodes.Settles():
                text = _worded(number, "settles", words)
            case _:
                assert_never(provision.node)
        if provision.id.text == text:
            numbered.append(provision)
        else:
            numbered.append(replace(provision, id=RuleId(text)))
    return tuple(numbered)


def _worded(number: str, word: str, words: dict[str, int]) -> str:
    words[word] = count = words.get(word, 0) + 1
    return f"{number}.{word}" if count == 1 else f"{number}.{word}_{count}"
