"""A kit put to an engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.base.records import record
from rulewright.core.codec import core_json, read_core
from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, AskedTerm, Declined, Outcome, Query, Status
from rulewright.core.wording import call_text, fact_text, value_text
from rulewright.engines import answering
from rulewright.engines.conformance.kit import Kit, KitQuestion, kit_json, make_kit, read_kit


@record
class Difference:
    """A question that an engine answers otherwise than the kit says."""

    question: KitQuestion
    got: Outcome


@dataclass(slots=True)
class Run:
    """How an engine did on a kit. `declined`: by reason, how many questions it does not answer."""

    engine: str
    book: str
    edition: str
    asked: int = 0
    differences: list[Difference] = field(default_factory=list)
    declined: Counter[str] = field(default_factory=Counter)

    @property
    def agreed(self) -> int:
        return self.asked - len(self.differences) - self.declined.total()


def run_kit(engine: str, core: Core, kit: Kit) -> Run:
    """An engine on a kit, both by way of their JSON forms, as an engine outside gets them."""
    core, kit = read_core(core_json(core)), read_kit(kit_json(kit))
    answer = answering(engine, core)
    run = Run(engine, kit.book, kit.edition)
    for question in kit.questions:
        got = answer(question.query)
        run.asked += 1
        if isinstance(got, Declined):
            run.declined[got.reason] += 1
        elif not agrees(question.outcome, got):
            run.differences.append(Difference(question, got))
    return run


def run_book(cores: Iterable[Core], engines: Sequence[str], questions: int, seed: int) -> list[Run]:
    """Engines on the kits of all editions of a book, edition by edition."""
    found: list[Run] = []
    for core in cores:
        kit = make_kit(core, questions, seed)
        found += [run_kit(engine, core, kit) for engine in engines]
    return found


def agrees(wanted: Outcome, got: Outcome) -> bool:
    """Whether an outcome is the one that is wanted, as far as both say: status and value, the facts that matter, the argument."""
    if (wanted.status, wanted.value, wanted.value.__class__) != (got.status, got.value, got.value.__class__):
        return False
    if wanted.matter is not None and got.matter is not None and sorted(wanted.matter) != sorted(got.matter):
        return False
    one, other = wanted.argument, got.argument
    if one is None or other is None:
        return True
    return (
        sorted(one.stood) == sorted(other.stood)
        and sorted(defeat.rule for defeat in one.defeated) == sorted(defeat.rule for defeat in other.defeated)
        and sorted(one.inapplicable) == sorted(other.inapplicable)
    )


# ---- for people --------------------------------------------------------------------------------------------------------------------------


def difference_lines(core: Core, difference: Difference) -> Iterator[str]:
    """A difference with its whole situation."""
    question = difference.question
    yield f"question {question.number} ({question.origin}: {question.title})"
    yield from query_lines(core, question.query)
    yield f"expected: {outcome_text(question.outcome)}"
    yield f"got:      {outcome_text(difference.got)}"


def query_lines(core: Core, query: Query) -> Iterator[str]:
    """What is asked, of which things, with what given, under which switches."""
    match query.asked:
        case AskedQuestion(question=name, args=args):
            yield f"asked:    {call_text(name, args)}"
        case AskedTerm(term=term):
            yield f"asked:    {term}"
    things = "; ".join(f"{', '.join(names)}: {kind}" for kind, names in query.things.items() if names)
    if things:
        yield f"things:   {things}"
    for given in query.given:
        name = fact_text(core, (given.name, given.args)) if given.name in core.facts else call_text(given.name, given.args)
        yield f"given:    {name} {'narrowed' if given.narrow is not None else value_text(given.value)}"
    switches = query.switches
    named: list[tuple[str, Any]] = [
        ("options", ", ".join(sorted(switches.options))),
        ("scenario", switches.scenario),
        ("games", ", ".join(sorted(switches.games or ()))),
        ("readings", ", ".join(f"{name} = {choice}" for name, choice in switches.readings)),
    ]
    for name, value in named:
        if value:
            yield f"{name + ':':<9} {value}"


def outcome_text(outcome: Outcome) -> str:
    """An outcome on one line, with the rules that became something."""
    parts = [f"{value_text(outcome.value)}" if outcome.status is Status.ANSWERED else outcome.status.value]
    if outcome.matter:
        parts.append(f"for want of {', '.join(outcome.matter)}")
    if outcome.argument is not None:
        reasons = (
            ("stood", outcome.argument.stood),
            ("defeated", tuple(one.rule for one in outcome.argument.defeated)),
            ("inapplicable", outcome.argument.inapplicable),
        )
        parts += [f"{word} {', '.join(rules)}" for word, rules in reasons if rules]
    return "; ".join(parts)
