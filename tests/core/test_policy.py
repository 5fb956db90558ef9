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
