"""A record is a frozen dataclass to everybody who looks."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field

import pytest

from rulewright.base.records import record


@record(kw_only=True)
class Base:
    span: int = field(default=0, compare=False, repr=False)


@record
class Leaf(Base):
    name: str
    parts: tuple[int, ...] = ()
    seen: list[int] = field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Standard:
    name: str
    parts: tuple[int, ...] = ()
    seen: list[int] = field(default_factory=list)
    span: int = field(default=0, compare=False, repr=False)


def test_looks_like_the_standard_one() -> None:
    assert repr(Leaf("a", (1,))) == repr(Standard("a", (1,))).replace("Standard", "Leaf")
    assert {f.name for f in dataclasses.fields(Leaf)} == {f.name for f in dataclasses.fields(Standard)}
    assert dataclasses.replace(Leaf("a", span=3), name="b") == Leaf("b")
    assert dataclasses.is_dataclass(Leaf)


def test_what_is_not_compared_does_not_count() -> None:
    assert Leaf("a", span=1) == Leaf("a", span=2)
    assert Leaf("a") != Leaf("b")
    other: object = Standard("a")
    assert Leaf("a") != other
    assert hash(Base(span=1)) == hash(Base(span=2))


def test_defaults_are_not_shared() -> None:
    assert Leaf("a").seen is not Leaf("a").seen


def test_nothing_can_be_changed() -> None:
    leaf = Leaf("a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        leaf.name = "b"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del leaf.name
    assert not hasattr(leaf, "__dict__")


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TypeError):
        Leaf()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Base(3)  # type: ignore[call-arg]


def test_copies_and_pickles_keep_every_field() -> None:
    leaf = Leaf("a", (1, 2), [3], span=7)
    for other in (pickle.loads(pickle.dumps(leaf)), copy.deepcopy(leaf)):
        assert (other.name, other.parts, other.seen, other.span) == ("a", (1, 2), [3], 7)


def test_it_can_be_matched() -> None:
    match Leaf("a", (1,)):
        case Leaf(name, parts):
            assert (name, parts) == ("a", (1,))
