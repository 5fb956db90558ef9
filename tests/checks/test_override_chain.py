"""`need not` over `must` over `may not`: reported where nothing is said of the first and the last."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.books import findings

CHAIN = """\
record unit
  guard: yes/no
  elite: yes/no
verdict march(u: unit)

case 7.1 "At night"
  {last}

case 7.2 "Guards"
  overrides 7.1
  must march(u) when u.guard

case 7.3 "Elite"
  overrides {over}
  need not march(u) when {first}
"""


@pytest.mark.parametrize(
    ("last", "first", "over", "reported"),
    [
        ("may not march(u)", "u.elite", "7.2", True),
        ("may not march(u) when u.guard", "u.elite", "7.2", True),
        ("may march(u)", "u.elite", "7.2", False),
        ("need not march(u)", "u.elite", "7.2", False),
        ("may not march(u)", "u.elite", "7.1, 7.2", False),
        ("overrides 7.3\n  may not march(u)", "u.elite", "7.2", False),
        ("may not march(u) when not u.elite", "u.elite", "7.2", False),
    ],
)
def test_a_chain_is_reported_where_its_ends_may_meet(last: str, first: str, over: str, reported: bool, tmp_path: Path) -> None:
    found = findings(CHAIN.format(last=last, first=first, over=over), tmp_path)
    assert ("override-chain" in [one.name for one in found]) is reported
