"""Rules that somebody decides on: they are rules with a choice among their conditions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulewright.core.codec import core_json
from rulewright.core.query import Status
from rulewright.engines.interpreter.ask import ask
from rulewright.interfaces.api.answer_words import outcome
from semantics.small import codes, core_of

WORDS = """
record attempt
  old: yes/no
fact late(a: attempt): yes/no
fact hurt(a: attempt): yes/no
{choices}
predicate dns(a: attempt)
value penalty(a: attempt, of: 0..3): -9..9
verdict stop(a: attempt)
  otherwise permitted
"""
RULES = """
case 1.1
  forfeit: dns(a) when late(a) unless hurt(a){forfeit}
  saved: not dns(a){saved}
    overrides 1.1.forfeit
  dear: add 2 to penalty(a, n) when late(a){dear}
  basic: penalty(a, n) is n
case 1.2
  halt: may not stop(a){halt}
  as_well: may stop(a) when hurt(a)
    overrides 1.2.halt
"""
CHOICES = """choice forfeit(a: attempt): yes/no by judge "the judge decides on forfeit for {a}"
choice saved(a: attempt): yes/no by judge "the judge decides on saved for {a}"
choice dear(a: attempt, of: 0..3): yes/no by head_judge "the head judge decides on dear for {a} and {of}"
choice halt(a: attempt): yes/no by judge "the judge decides on halt for {a}"
"""
DECIDED = WORDS.format(choices="") + RULES.format(
    forfeit=" if the judge so decides",
    saved=" if the judge so decides",
    dear=" if the head_judge so decides",
    halt=" if the judge so decides",
)
WRITTEN_OUT = WORDS.format(choices=CHOICES) + RULES.format(
    forfeit=" when forfeit(a)", saved=" when saved(a)", dear=" when dear(a, n)", halt=" when halt(a)"
)


def without_words(document: Any) -> Any:
    """A document of a core without what is quoted of the book, and where it stands."""
    if isinstance(document, list):
        return [without_words(part) for part in document]
    if isinstance(document, dict):
        return {key: without_words(part) for key, part in document.items() if key not in ("text", "says", "location", "parts_text")}
    return document


def test_a_decision_is_a_choice_that_is_a_condition_of_its_rule() -> None:
    decided, written_out = (without_words(core_json(core_of(book))) for book in (DECIDED, WRITTEN_OUT))
    assert decided["questions"] == written_out["questions"]
    assert decided["facts"] == written_out["facts"]


@pytest.mark.parametrize(
    ("question", "facts", "said"),
    [
        ("dns(a)", {"late(a)": "yes", "hurt(a)": "no", "forfeit(a)": "yes", "saved(a)": "no"}, "yes"),
        ("dns(a)", {"late(a)": "yes", "hurt(a)": "no", "forfeit(a)": "no"}, "no"),
        ("dns(a)", {"late(a)": "no"}, "no"),
        ("dns(a)", {"late(a)": "yes", "hurt(a)": "no"}, "open, the judge decides"),
        ("dns(a)", {"hurt(a)": "no"}, "facts are missing"),
        ("penalty(a, 2)", {"late(a)": "yes"}, "open, the head judge decides"),
        ("penalty(a, 2)", {"late(a)": "yes", "dear(a, 2)": "yes"}, "4"),
        ("penalty(a, 2)", {"late(a)": "no"}, "2"),
        ("stop(a)", {"hurt(a)": "yes"}, "permitted"),
        ("stop(a)", {"hurt(a)": "no"}, "open, the judge decides"),
        ("stop(a)", {"hurt(a)": "no", "halt(a)": "yes"}, "forbidden"),
    ],
)
def test_what_depends_on_a_decision_is_open_until_it_is_made(question: str, facts: dict[str, str], said: str) -> None:
    assert outcome(ask(core_of(DECIDED), question, facts)) == said


def test_the_argument_says_who_decides() -> None:
    answer = ask(core_of(DECIDED), "dns(a)", {"late(a)": "yes", "hurt(a)": "no", "forfeit(a)": "no"})
    assert [rule.first_false for rule in answer.inapplicable if rule.rule == "1.1.forfeit"] == ["the judge so decides"]
    missing = ask(core_of(DECIDED), "dns(a)", {"late(a)": "yes", "hurt(a)": "no"})
    assert missing.status is Status.MISSING
    assert {(fact.fact, fact.found) for fact in missing.missing} == {("forfeit(a)", "decided by judge"), ("saved(a)", "decided by judge")}
    assert outcome(replace(missing, missing=(*missing.missing, replace(missing.missing[0], found="")))) == "facts are missing"


def test_rules_of_one_name_share_the_decision() -> None:
    book = (
        DECIDED
        + "case 1.3\n  forfeit: add 1 to penalty(a, 3) when dns(a)\ncase 1.4\n  forfeit: dns(a) when hurt(a) if the judge so decides\n"
    )
    facts = {"late(a)": "no", "hurt(a)": "yes", "forfeit(a)": "yes", "saved(a)": "no"}
    assert ask(core_of(book), "dns(a)", facts).value is True


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("dns(a) when late(a) if the judge so decides", "RW201"),
        ("late: dns(a) if the judge so decides", "RW218"),
        ("forfeit: dns(a) if the delegate so decides", "RW218"),
        ("forfeit: may stop(a) if the judge so decides", ""),
        ("forfeit: add 1 to penalty(a, 1) if the judge so decides", "RW218"),
    ],
)
def test_a_decision_has_a_name_of_its_own(line: str, code: str) -> None:
    found = codes(DECIDED + f"case 1.5\n  {line}\n")
    assert found[:1] == ([code] if code else [])
