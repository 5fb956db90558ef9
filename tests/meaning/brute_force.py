"""What brute force says of a question of a kit, where it can go through every situation."""

from __future__ import annotations

from math import prod
from typing import Any

from engines.interpreter import oracle_completions
from engines.interpreter.oracle import Switches
from engines.interpreter.oracle_terms import Outcome
from rulewright.core.query import AskedQuestion, Query
from rulewright.semantics import terms as t
from rulewright.semantics.model import Program

MOST_SITUATIONS = 500


def brute_force(program: Program, query: Query) -> Outcome | None:
    """The outcome; None where there are too many situations."""
    asked = query.asked
    things = {name: kind for kind, names in query.things.items() for name in names}
    given: dict[tuple[str, tuple[Any, ...]], Any] = {(one.name, one.args): one.value for one in query.given}
    term = t.Ask(asked.question, tuple(map(t.Const, asked.args))) if isinstance(asked, AskedQuestion) else asked.term
    read = oracle_completions.facts_read(program, term)
    unknown = [key for key in oracle_completions.instances(program, things) if key[0] in read and key not in given]
    if prod(len(oracle_completions.values_of(program, program.facts[name].type, things)) for name, _ in unknown) > MOST_SITUATIONS:
        return None
    switches = Switches(dict(query.switches.readings), query.switches.options, query.switches.scenario)
    if isinstance(asked, AskedQuestion):
        return oracle_completions.answer(program, asked.question, asked.args, things, given, switches)[0]
    return oracle_completions.answer_of_term(program, asked.term, things, given, switches)[0]
