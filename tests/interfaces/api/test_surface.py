"""What programs use of the last release is still there, by griffe; the recorded surface is that of the release.

The types of fields, which griffe does not compare, stand in `public.txt`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright
from interfaces.api.surface import RELEASED, breakages, surface

STUB = RELEASED.read_text("utf-8")


def test_nothing_public_is_missed() -> None:
    assert breakages(STUB, surface()) == [], (
        "a name or a parameter that the last release had; the manual's page on promises says what may change"
    )


def test_the_recorded_surface_is_that_of_the_last_release(root: Path) -> None:
    """At a release `python -m interfaces.api.surface` records it anew."""
    releases = re.findall(r"^## (\d+\.\d+\.\d+) ", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert STUB.startswith(f"# rulewright {releases[0]}\n")


def test_the_surface_has_every_public_name() -> None:
    names = re.findall(r"^(?:class|def) (\w+)", surface(), re.MULTILINE)
    assert sorted(names) == sorted(rulewright.__all__)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (", brief: bool = False", "", "Book.ask(brief): Parameter was removed"),
        ("self, question: str, facts:", "self, facts:", "Book.ask(question): Parameter was removed"),
        ("assume_usual: bool = True", "assume_usual: bool = False", "Book.ask(assume_usual): Parameter default was changed: True -> False"),
        ("brief: bool = False", "brief: bool = False, much: bool", "Book.ask(much): Parameter was added as required"),
        ("    undetermined: Undetermined | None\n", "", "Answer.undetermined: Public object was removed"),
        ("class PlainReading:", "class PlainAnswer:", "PlainReading: Public object was removed"),
        ("class WrongInput(Error, ValueError)", "class WrongInput(Error)", "WrongInput: Base class was removed"),
        ("    MISSING = 'missing'\n", "", "Status.MISSING: Public object was removed"),
    ],
)
def test_a_change_that_breaks_is_found(old: str, new: str, says: str) -> None:
    assert old in STUB  # the first is meant: `why_not` has some of the same parameters
    found = breakages(STUB, STUB.replace(old, new, 1))
    assert 1 <= len(found) <= 2
    assert says in found[0]


def test_an_addition_breaks_nothing() -> None:
    assert breakages(STUB, STUB.replace("brief: bool = False", "brief: bool = False, much: bool = False", 1)) == []
    assert breakages(STUB, STUB.replace("class Book:", "class Book:\n    def more(self) -> int: ...", 1)) == []
