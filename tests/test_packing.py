"""Values as data: what is written is read back equal and shared as before, and nothing but data is made of any text."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import date
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from cli.ferry import write_book
from rulewright import loaded
from rulewright.diagnostics import Severity
from rulewright.packing import DamagedError, NotPackableError, pack, unpack
from rulewright.source import Location

DEEP = 5_000
PLACE = Location("a.case", 1, 2, 1, 5)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        "text with \u202e and \ud800",
        10**40,
        0.5,
        Fraction(1, 3),
        b"\x00\xff",
        date(1984, 6, 1),
        ...,
        (1, [2, {3}, frozenset({4}), {(5,): "six", None: ()}]),
        (True, 1, "1", 1.0, Fraction(1)),
        Severity.ERROR,
        (PLACE, PLACE, {PLACE: [PLACE]}),
    ],
)
def test_a_value_comes_back(value: object) -> None:
    found = unpack(pack(value))
    assert found == value
    assert repr(found) == repr(value)


def test_what_is_shared_stays_shared() -> None:
    first, second = unpack(pack((PLACE, PLACE)))
    assert first is second
    doubled: object = ()
    for _ in range(60):  # 2^60 values if it were written as a tree
        doubled = (doubled, doubled)
    assert len(pack(doubled)) < 2_000


def test_a_mapping_that_finds_its_values_late_comes_back_as_what_it_found() -> None:
    assert unpack(pack(Counter("aab"))) == {"a": 2, "b": 1}


@pytest.mark.parametrize("value", [print, lambda: 1, object(), partial(print), Path("a"), (1, [print])])
def test_what_is_no_data_is_refused(value: object) -> None:
    with pytest.raises(NotPackableError):
        pack(value)


def test_what_is_nested_too_deep_is_refused() -> None:
    nested: object = ()
    for _ in range(DEEP):
        nested = (nested,)
    with pytest.raises(NotPackableError, match="too deep"):
        pack(nested)


@pytest.mark.parametrize(
    "name",
    [
        "os:system",
        "builtins:exec",
        "subprocess:Popen",
        "rulewright.packing:pack",
        "rulewright.source:os",
        "rulewright.__main__:main",
        "rulewright",
    ],
)
def test_no_text_names_anything_but_data(name: str) -> None:
    with pytest.raises(DamagedError):
        unpack(json.dumps([[name], ["touch here", [0, 0]]]).encode())


def test_damage_is_damage() -> None:
    whole = bytearray(pack((PLACE, Severity.ERROR, {"a": Fraction(1, 2)})))
    chance = random.Random(7)
    for _ in range(3_000):
        cut = bytearray(whole[: chance.randrange(len(whole) + 1)]) if chance.random() < 0.2 else bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            if cut:
                cut[chance.randrange(len(cut))] = chance.randrange(256)
        try:
            unpack(bytes(cut))
        except DamagedError:
            continue


@pytest.mark.parametrize("text", [b"", b"[]", b"[[],[]]", b"{}", b"[" * 100_000, b'[["tuple"],[[0,0]]]', b'[["fraction"],[1,0,[0,0,1]]]'])
def test_what_is_no_packed_value(text: bytes) -> None:
    with pytest.raises(DamagedError):
        unpack(text)


def test_all_that_is_kept_of_a_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every result that a run makes can be kept: none is left out in silence because it holds something that is no data."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    book = loaded.load(str(write_book(tmp_path / "ferry")))
    sent = [book.book, book.programs]
    made = [*sent, book.diagnostics, book.examples, book.coverage, book.changes, book.settled(), book.not_analysed, book.cores]
    for one in made:
        unpack(pack(one))
    kept = {path.name.split("-")[0] for path in (tmp_path / "cache").glob("ferry-*/*.result")}
    assert {"findings", "examples", "coverage", "changes", "precedence_errata", "not_analysed", "core_errata", "tree"} <= kept
