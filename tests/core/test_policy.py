"""Of which two rules a line of the policy speaks: by source, only of rules about the same case."""

from __future__ import annotations

import pytest

from rulewright.engines.interpreter.ask import ask
from semantics.small import core_of

HEAD = "verdict move\ncase 8.1\n  may move\ncase 8.2\n  not held\n"
SAME = HEAD + "amend 8.1 in errata as addition\n  may not move\n"
OTHER = HEAD + "case 8.3 new in errata\n  may not move\n"


def status(text: str, policy: str) -> str:
    answer = ask(core_of(text, policy=policy), "move")
    return str(answer.value or answer.status.value)


@pytest.mark.parametrize(
    ("policy", "same", "other"),
    [
        ("  stated", "conflict", "conflict"),
        ("  later source over earlier source", "forbidden", "conflict"),
        ("  earlier source over later source", "permitted", "conflict"),
        ("  later source over earlier source\n  may over may not", "forbidden", "permitted"),
        ("  may over may not\n  later source over earlier source", "permitted", "permitted"),
        ("  may not over may", "forbidden", "forbidden"),
        ("  errata over printed", "forbidden", "forbidden"),
    ],
)
def test_the_first_line_that_speaks_of_two_rules_decides(policy: str, same: str, other: str) -> None:
    assert (status(SAME, policy), status(OTHER, policy)) == (same, other)


CARDS = """\
rulebook cards "Cards"
  numbering decimal
source printed "Rules"
source cards "Cards"
source errata "Errata"
  amends printed, cards
edition boxed = printed + cards
edition after = boxed + errata
"""
BIDS = """
record player "a player"
fact has(p: player): yes/no "{p} has the card"
verdict bid(p: player) "{p} bids"
case 1.1 "Bids"
  may not bid(p)
case 2.1 "Card" in cards
  leave: may bid(p) when has(p)
"""
AMENDED = "amend 2.1.leave in errata as correction\n  deletes the part\n  leave: may bid(p) when has(p)\n"
RULED = (
    "amend 2.1.leave in errata as change\n  deletes the part\n"
    'ruling Q1 on 2.1 in errata\n  asks "May he?"\n  answers "He may."\n  may bid(p)\n'
)
READ = (
    "amend 2.1.leave in errata as change\n  deletes the part\n"
    'reading R1 on 2.1 in errata "Bids"\n  choice freely: may bid(p)\n  choice never: may not bid(p)\n'
)
AMENDING_BOTH = AMENDED + "amend 1.1 in errata as addition\n  may not bid(p) when has(p)\n"


@pytest.mark.parametrize(
    ("policy", "text", "answer"),
    [
        ("  cards over printed", "", "permitted"),
        ("  cards over printed", AMENDED, "permitted"),
        ("  cards over printed", RULED, "permitted"),
        ("  cards over printed", READ, "permitted"),
        ("  printed over cards", AMENDED, "forbidden"),
        ("  cards over printed", AMENDING_BOTH, "permitted"),
        ("  errata over cards", AMENDING_BOTH, "conflict"),
        # a line that names the source of the amendment speaks of it by that source, and not of the case that it is on
        ("  printed over errata\n  cards over printed", AMENDED, "forbidden"),
        ("  errata over printed\n  cards over printed", AMENDING_BOTH, "permitted"),
    ],
)
def test_what_amends_a_card_counts_as_of_the_card(policy: str, text: str, answer: str) -> None:
    core = core_of(BIDS + text, policy=policy, front=CARDS)
    given = ask(core, "bid(p)", {"has(p)": "yes"}, readings={"R1": "freely"} if text is READ else None)
    assert str(given.value or given.status.value) == answer
