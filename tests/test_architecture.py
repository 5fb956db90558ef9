"""The page on architecture names what is there: passes in the order of the layers, and files where it says that they are."""

from __future__ import annotations

import re

from rulewright.base.resources import site_folder
from test_layers import PACKAGE, RANK

PAGE = (site_folder() / "pages" / "project" / "architecture.md").read_text("utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def first_cells(title: str) -> list[list[str]]:
    """What stands in backquotes in the first cell of each row of a section's tables."""
    return [re.findall(r"`([^`]+)`", row) for row in re.findall(r"^\|([^|]*)\|", section(title), re.MULTILINE) if "`" in row]


def test_the_passes_are_in_the_order_of_the_layers() -> None:
    passes = [
        name
        for names in first_cells("The passes")
        for name in names
        if not name.endswith("/") and (PACKAGE / name / "__init__.py").exists()
    ]
    assert passes[0] == "language"
    assert passes[-1] == "site"
    assert passes == sorted(passes, key=lambda name: RANK[name])


def test_the_modules_that_come_before_all_passes_are_there() -> None:
    rest = section("The passes").split("\n| module |", 1)[1]
    named = [name.rstrip("/") for row in re.findall(r"^\|([^|]*)\|", rest, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)]
    assert named
    assert [name for name in named if RANK[name] != 0] == []


def test_files_are_where_the_page_says() -> None:
    room = PACKAGE
    for title in ("The core", "The reference interpreter", "The layer that decides"):
        for names in first_cells(title):
            for name in names:
                if name.endswith("/"):
                    room = PACKAGE / name
                there = PACKAGE / name if "/" in name else room / name
                assert there.exists(), name


def test_every_room_of_the_layer_that_decides_has_its_files_listed() -> None:
    rows = [name for names in first_cells("The layer that decides") for name in names]
    rooms = sorted(path.parent.relative_to(PACKAGE).as_posix() for path in (PACKAGE / "decision").glob("*/__init__.py"))
    assert sorted(name.rstrip("/") for name in rows if name.endswith("/")) == rooms
    modules = {path.name for path in (PACKAGE / "decision").glob("*/*.py")} - {"__init__.py"}
    assert modules - set(rows) == set()
