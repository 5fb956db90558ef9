"""One block as the fold sees it: its text, its formal statements, its examples, its acts and when it is in force."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import assert_never

from rulewright.base.enablement import Scope
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
            case nodes.ReadingChoice() | nodes.Background():
                pass  # found where they are written: in the reading, and behind the clause's examples
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

    What has a name is addressed by it, `9.11.besieged`; a table has its own. All else is addressed by its place: a rule by its number
    among the rules, named ones too, so that no other line and no name moves it; the rest by its word, `9.11.overrides`, from the second on
    `9.11.overrides_2`. Where numbers of the source are names, `9.11.3`, a rule without one is `9.11.rule_4`, so that no number is a place.
    """
    counted = "rule_" if any((called(one) or "").isdigit() for one in provisions) else ""
    words = Counter(_word(one.node) for one in provisions)
    seen: Counter[str] = Counter()
    taken: set[str] = set()
    numbered: list[Provision] = []
    for provision in provisions:
        word, name = _word(provision.node), called(provision)
        seen[word] += 1
        place = f"{number}.{_by_place(word, seen[word], counted)}"
        text = f"{number}.{name}" if name else place
        if not isinstance(provision.node, nodes.Table):
            text = _free(text, taken)
        taken.add(text)
        by_place = place if _is_place(provision.node, name, words[word], counted) else None
        if (provision.id.text, provision.by_place) != (text, by_place):
            provision = replace(provision, id=RuleId(text), by_place=by_place)
        numbered.append(provision)
    return tuple(numbered)


def called(provision: Provision) -> str | None:
    """The name that a line has in its case: its own, or a table's; None where it is known by its place alone."""
    match provision.node:
        case nodes.Rule() | nodes.Relation() | nodes.NotHeld() | nodes.DoesNotMatter() | nodes.Table():
            return provision.node.name
        case nodes.Settles():
            return None
        case _:
            assert_never(provision.node)


def nameless(node: Formal) -> Formal:
    """A line as it is shown where its address stands before it."""
    match node:
        case nodes.Rule() | nodes.Relation() | nodes.NotHeld() | nodes.DoesNotMatter():
            return node if node.name is None else replace(node, name=None)
        case nodes.Table() | nodes.Settles():
            return node
        case _:
            assert_never(node)


def _word(node: Formal) -> str:
    """What a line without a name is addressed by, with its number from the second on; nothing for a rule, which has its number alone."""
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


def _is_place(node: Formal, name: str | None, alike: int, counted: str) -> bool:
    """Whether a line is addressed by its place: by a number among its like, which another line put before it would change."""
    match node:
        case nodes.Table():
            return False
        case nodes.Rule():
            return not (name and counted)
        case _:  # open: a line of a kind of which the case has one is addressed by its word, which says nothing of its place
            return alike > 1


def _by_place(word: str, ordinal: int, counted: str) -> str:
    if not word:
        return f"{counted}{ordinal}"
    return word if ordinal == 1 else f"{word}_{ordinal}"


def _free(address: str, taken: set[str]) -> str:
    """The address, with a number behind it where another line has it already, which is a fault that `named_twice` reports."""
    free, count = address, 2
    while free in taken:
        free, count = f"{address}_{count}", count + 1
    return free
