"""What the fuzzer found once is held for good: each file is given to the target in its name again."""

from __future__ import annotations

import random

import pytest

from fuzzing.__main__ import FOUND
from fuzzing.seeds import seeds
from fuzzing.targets import IN_PAGES, TARGETS, BrokenContractError, hold, hold_places
from rulewright.base.diagnostics import Diagnostic, Severity

KEPT = sorted(path for path in FOUND.iterdir() if path.name.partition("-")[0] in TARGETS)


def test_what_was_found_is_mended() -> None:
    for path in KEPT:
        print(path.name)  # shown where it fails
        TARGETS[path.name.partition("-")[0]](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_and_slips_of_them(name: str) -> None:
    if TARGETS[name] in IN_PAGES:
        pytest.importorskip("quickjs")
    chance = random.Random(name)
    given = list(seeds(name))
    for data in chance.sample(given, min(len(given), 6)):
        TARGETS[name](data)
        for _ in range(4):
            TARGETS[name](_slipped(data, chance))


def _slipped(data: bytes, chance: random.Random) -> bytes:
    """A seed with a few bytes changed, a stretch lost, or one said twice."""
    made = bytearray(data)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(made) + 1)
        match chance.randrange(4):
            case 0:
                made[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del made[at : at + chance.randrange(20)]
            case 2:
                made[at:at] = made[at : at + chance.randrange(60)]
            case _:
                made[at:at] = chance.choice([b"(", b'"', b"\n  ", b"when ", b"0", b",", b"\xff", b"{", b"some "])
    return bytes(made)


def test_a_broken_contract_is_noticed() -> None:
    with pytest.raises(BrokenContractError, match="no place"):
        hold_places([Diagnostic("RW001", "x", Severity.ERROR, "said", (), "")], {})
    with pytest.raises(BrokenContractError, match="why"):
        hold(False, "why")
