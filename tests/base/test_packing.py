"""Values as data: what is written is read back equal and shared as before, and nothing but data is made of any text."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import write_book
from rulewright.base.diagnostics import Severity
from rulewright.base.packing import DamagedError, NotPackableError, pack, unpack
from rulewright.base.source import Location
from rulewright.core.wording import Wording
from rulewright.workspace import open_book

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
        "rulewright.base.packing:pack",
        "rulewright.base.source:os",
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
    book = open_book.load(str(write_book(tmp_path / "ferry")))
    sent = [book.book, book.programs]
    made = [*sent, book.diagnostics, book.examples, book.coverage, book.changes, book.precedence_report(), book.not_analysed, book.cores]
    for one in made:
        unpack(pack(one))
    kept = {path.name.split("-")[0] for path in (tmp_path / "cache").glob("ferry-*/*.result")}
    assert {"findings", "examples", "coverage", "changes", "precedence_errata", "not_analysed", "core_errata", "tree"} <= kept


@pytest.fixture
def drawer(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A record of which a mapping and a sequence are read late; they share something with each other and with what is not."""
    monkeypatch.setattr(Wording, "LATE", ("rules", "conditions"), raising=False)
    shared: Any = (PLACE, "drawer")
    rules = {"one": shared, "two": (shared, 2), "none": None, "same": "drawer"}
    of: dict[str, Any] = {"rules": rules, "conditions": (shared, PLACE, "slip"), "tables": {"drawer": PLACE}}
    return Wording(**of)


def test_what_is_read_late_comes_back(drawer: Any) -> None:
    found = unpack(pack((drawer, [drawer])))
    assert found == (drawer, [drawer])
    assert found[0] is found[1][0]
    assert list(found[0].rules) == list(drawer.rules)
    assert unpack(pack(found)) == found, "it is written again with all that is read of it"
    assert pickle.loads(pickle.dumps(found[0].conditions)) == drawer.conditions
    assert hash(found[0].conditions) == hash(drawer.conditions)


def test_what_is_not_asked_for_is_not_read(drawer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    data, loads = pack(drawer), json.loads
    read: list[bytes] = []

    def read_piece(text: bytes) -> Any:
        read.append(text)
        return loads(text)

    monkeypatch.setattr(json, "loads", read_piece)
    found = unpack(data)
    assert "two" in found.rules and "three" not in found.rules and len(found.rules) == 4
    assert len(read) == 1
    assert found.rules["two"] == ((PLACE, "drawer"), 2)
    assert found.rules["two"] is found.rules["two"]
    assert len(read) == 2
    with pytest.raises(KeyError):
        found.rules["three"]
    assert (
        found.conditions[-1] == "slip"
        and list(found.conditions) == [*found.conditions[:2], found.conditions[2]]
        and len(found.conditions) == 3
    )
    assert len(read) == 3


def test_damage_of_what_is_read_late_is_damage(drawer: Any) -> None:
    whole = pack(drawer)
    with pytest.raises(DamagedError):
        unpack(whole.rpartition(b"\n")[0]).conditions[0]
    with pytest.raises(DamagedError):
        unpack(whole.split(b"\n")[0])
    chance = random.Random(8)
    for _ in range(1_000):
        cut = bytearray(whole)
        cut[chance.randrange(len(cut))] = chance.randrange(256)
        try:
            found = unpack(bytes(cut))
            for part in (found.rules, found.conditions):
                list(part.items() if isinstance(part, Mapping) else part)
        except (DamagedError, AttributeError, TypeError):  # one byte may make another name, and the whole something else
            continue
