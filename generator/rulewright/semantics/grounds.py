"""Predicates of which only one ground is known: the text says one way into a state, in a case whose own words are not held."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.keywords import Verb
from rulewright.semantics.model import Free, NotHeld, Program, Question, Rule


def questions_of_grounds(program: Program) -> Iterator[tuple[Question, Rule]]:
    """Yield the predicates of which only one ground is known, each with its rule, which is of a case whose own words are not held.

    No `means` closes them, and neither the predicate nor a case is said to be `not held` for it, nor their silence to be undetermined.
    """
    questions_not_held = {absent.question for absent in program.not_held}
    rules_by_question: dict[str, list[Rule]] = {}
    for rule in program.rules:
        rules_by_question.setdefault(rule.question, []).append(rule)
    for name, rules in rules_by_question.items():
        question = program.questions[name]
        if question.default_answer is not False or question.not_held or name in questions_not_held:
            continue
        if len(rules) == 1 and rules[0].case in program.unheld_cases and rules[0].verb is Verb.YES and rules[0].parts:
            yield question, rules[0]


def implied_not_held(program: Program) -> tuple[NotHeld, ...]:
    """Return the missing clauses that these predicates imply: where no ground is known, the base rule may give one."""
    first = len(program.not_held)
    return tuple(
        NotHeld(
            first + number,
            rule.case,
            rule.case,
            rule.about,
            question.name,
            tuple(Free(param.name) for param in question.params),
            None,
            rule.scope,
            location=rule.location,
            tags=(),
        )
        for number, (question, rule) in enumerate(questions_of_grounds(program))
    )


def is_implied(clause: NotHeld) -> bool:
    """Return True if a missing clause is implied, and not written in the book: it has no number of its own."""
    return clause.id == clause.case
