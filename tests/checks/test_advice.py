"""Advice against a verdict is found just where the interpreter answers so in some situation."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from checks.books import findings
from rulewright.base.keywords import Verb
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import ask
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.syntax.parser import parse_folder

FACTS = ("u.tired", "u.elite", "u.led")
WORLD = """\
record unit
  tired: yes/no
  elite: yes/no
  led: yes/no
verdict march(u: unit)

case 8.1 "Marching"
"""


def drawn_book(seed: int) -> str:
    """A book of a few lines on one verdict and the advice about it, each later one before one of the earlier."""
    draw = random.Random(seed)
    lines = []
    for number, verb in enumerate(
        ("may not", "should", *draw.choices(("may", "may not", "must", "need not", "should", "should not"), k=4))
    ):
        conditions = " and ".join(draw.choice(("", "not ")) + fact for fact in draw.sample(FACTS, draw.randint(1, 2)))
        lines.append(f"  r{number}: {verb} march(u) when {conditions}\n")
        if number and draw.random() < 0.6:
            lines.append(f"    overrides 8.1.r{draw.randrange(number)}\n")
    return WORLD + "".join(lines)


def opposed_rules(core: Core, answer: Answer) -> set[tuple[str, str]]:
    """The rules by which an action is forbidden and advised, or required and advised against, in pairs."""
    barring = {rule.first.id for rule in core.on["march"].rules if rule.verb in (Verb.MAY_NOT, Verb.MUST)}
    advice = answer.advice
    assert advice is not None
    if (answer.value, advice.value) not in (("forbidden", "advised"), ("required", "advised_against")):
        return set()
    return {(reason.rule, advised.rule) for reason in answer.because if reason.rule in barring for advised in advice.because}


@pytest.mark.parametrize("seed", range(12))
def test_what_is_found_is_what_is_answered_in_some_situation(seed: int, tmp_path: Path) -> None:
    found = [one for one in findings(drawn_book(seed), tmp_path) if one.name == "advice-against-verdict"]
    book, _ = build_rulebook(parse_folder(tmp_path)[0], ledger=None, slug="book")
    core = lower(resolve(book, next(iter(book.views)))[0])
    expected = set()
    for values in product(("yes", "no"), repeat=3):
        expected |= opposed_rules(core, ask(core, "march(u)", dict(zip(FACTS, values, strict=True)), world={"u": "unit"}))
    reported = set()
    for one in found:
        assert one.witness is not None
        witness = one.witness
        pair = tuple(answer["rule"] for answer in witness["answers"])
        assert pair in opposed_rules(core, ask(core, witness["question"], witness["facts"], world=witness["world"]))
        reported.add(pair)
    assert reported == expected
