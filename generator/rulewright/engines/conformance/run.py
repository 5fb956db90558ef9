"""Runs of a kit against an engine."""

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
from rulewright.engines.conformance.kit import Kit, KitQuestion, kit_json, make_kit, read_kit
from rulewright.engines.registry import answering


@record
class Difference:
    """A question on which the outcome of an engine differs from the kit's."""

    question: KitQuestion
    got: Outcome


@dataclass(slots=True)
class Run:
    """The results of an engine on a kit. `declined`: the number of questions that it does not answer, by reason."""

    engine: str
    book: str
    edition: str
    question_count: int = 0
    differences: list[Difference] = field(default_factory=list)
    declined: Counter[str] = field(default_factory=Counter)

    @property
    def agreed(self) -> int:
        return self.question_count - len(self.differences) - self.declined.total()


def run_kit(engine: str, core: Core, kit: Kit) -> Run:
    """Run a kit against an engine, both through their JSON forms, as an external engine gets them."""
    core, kit = read_core(core_json(core)), read_kit(kit_json(kit))
    answer = answering(engine, core)
    run = Run(engine, kit.book, kit.edition)
    for question in kit.questions:
        got = answer(question.query)
        run.question_count += 1
        if isinstance(got, Declined):
            run.declined[got.reason] += 1
        elif not outcomes_agree(question.outcome, got):
            run.differences.append(Difference(question, got))
    return run


def run_book(cores: Iterable[Core], engines: Sequence[str], questions: int, seed: int) -> list[Run]:
    """Run engines against the kits of all editions of a book, edition by edition."""
    runs: list[Run] = []
    for core in cores:
        kit = make_kit(core, questions, seed)
        runs += [run_kit(engine, core, kit) for engine in engines]
    return runs


def outcomes_agree(expected: Outcome, got: Outcome) -> bool:
    """Return True if two outcomes agree as far as both speak: status and value, the facts that matter, the argument."""
    if (expected.status, expected.value, expected.value.__class__) != (got.status, got.value, got.value.__class__):
        return False
    if expected.matter is not None and got.matter is not None and sorted(expected.matter) != sorted(got.matter):
        return False
    expected_argument, actual_argument = expected.argument, got.argument
    if expected_argument is None or actual_argument is None:
        return True
    return (
        sorted(expected_argument.stood) == sorted(actual_argument.stood)
        and sorted(defeat.rule for defeat in expected_argument.defeated) == sorted(defeat.rule for defeat in actual_argument.defeated)
        and sorted(expected_argument.inapplicable) == sorted(actual_argument.inapplicable)
    )


# ---- for people --------------------------------------------------------------------------------------------------------------------------


def difference_lines(core: Core, difference: Difference) -> Iterator[str]:
    """Yield a difference with its complete situation."""
    question = difference.question
    yield f"question {question.number} ({question.origin}: {question.title})"
    yield from query_lines(core, question.query)
    yield f"expected: {outcome_text(question.outcome)}"
    yield f"got:      {outcome_text(difference.got)}"


def query_lines(core: Core, query: Query) -> Iterator[str]:
    """Yield the question, its things, its facts and its switches."""
    match query.asked:
        case AskedQuestion(question=name, args=args):
            yield f"asked:    {call_text(name, args)}"
        case AskedTerm(term=term):
            yield f"asked:    {term}"
    things = "; ".join(f"{', '.join(names)}: {kind}" for kind, names in query.things.items() if names)
    if things:
        yield f"things:   {things}"
    for fact in query.given:
        name = fact_text(core, (fact.name, fact.args)) if fact.name in core.facts else call_text(fact.name, fact.args)
        yield f"given:    {name} {'narrowed' if fact.narrow is not None else value_text(fact.value)}"
    switches = query.switches
    settings: list[tuple[str, Any]] = [
        ("options", ", ".join(sorted(switches.options))),
        ("scenario", switches.scenario),
        ("games", ", ".join(sorted(switches.games or ()))),
        ("readings", ", ".join(f"{name} = {choice}" for name, choice in switches.readings)),
    ]
    for name, value in settings:
        if value:
            yield f"{name + ':':<9} {value}"


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome on one line, with the rules of its argument."""
    parts = [f"{value_text(outcome.value)}" if outcome.status is Status.ANSWERED else outcome.status.value]
    if outcome.matter:
        parts.append(f"for want of {', '.join(outcome.matter)}")
    if outcome.argument is not None:
        reasons = (
            ("stood", outcome.argument.stood),
            ("defeated", tuple(defeat.rule for defeat in outcome.argument.defeated)),
            ("inapplicable", outcome.argument.inapplicable),
        )
        parts += [f"{word} {', '.join(rules)}" for word, rules in reasons if rules]
    return "; ".join(parts)
