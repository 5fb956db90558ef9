"""The page on architecture names what is there: passes in the order of the layers, and files where it says that they are."""

from __future__ import annotations

import re

from rulewright.base.resources import site_folder
from test_layers import FOLDERS, MAY_IMPORT, PACKAGE

PAGE = (site_folder() / "pages" / "project" / "architecture.md").read_text("utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def first_cells(title: str) -> list[list[str]]:
    """What stands in backquotes in the first cell of each row of a section's tables."""
    return [re.findall(r"`([^`]+)`", row) for row in re.findall(r"^\|([^|]*)\|", section(title), re.MULTILINE) if "`" in row]


def test_the_page_has_the_table_of_folders() -> None:
    rows = [row.split("|")[1:-1] for row in section("The twelve folders").splitlines() if row.startswith("| `")]
    rows = [row for row in rows if len(row) == 4]
    assert [re.findall(r"`([^`]+)`", row[0]) for row in rows] == [[name] for name in FOLDERS]
    for (name,), allowed in [(re.findall(r"`([^`]+)`", row[0]), row[3]) for row in rows]:
        below = frozenset(FOLDERS[: FOLDERS.index(name)])
        named = frozenset(re.findall(r"`([^`]+)`", allowed))
        assert (below - named if "all above" in allowed else named) == MAY_IMPORT[name], name


def test_the_files_of_base_that_the_page_names_are_there() -> None:
    rest = section("The twelve folders").split("\n| file |", 1)[1]
    named = [name for row in re.findall(r"^\|([^|]*)\|", rest, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)]
    assert named
    assert [name for name in named if not (PACKAGE / "base" / name).exists()] == []


def test_files_are_where_the_page_says() -> None:
    room = PACKAGE
    for title in ("The core", "The reference interpreter", "The layer that decides"):
        for names in first_cells(title):
            for name in names:
                if name.endswith("/"):
                    room = PACKAGE / name
                there = PACKAGE / name if "/" in name else room / name
                assert there.exists(), name


def test_every_folder_that_decides_has_its_files_listed() -> None:
    rows = [name for names in first_cells("The layer that decides") for name in names]
    folders = [
        path.parent
        for top in ("engines/solver", "analysis/verdicts", "analysis/comparison")
        for path in (PACKAGE / top).rglob("__init__.py")
    ]
    assert sorted(name.rstrip("/") for name in rows if name.endswith("/")) == sorted(
        path.relative_to(PACKAGE).as_posix() for path in folders
    )
    modules = {path.name for folder in folders for path in folder.glob("*.py")} - {"__init__.py"}
    assert modules - set(rows) == set()
