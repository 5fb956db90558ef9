"""Parts that others made: each folder has its licence and is listed, and the wheel holds the licences of what it ships."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

LISTED = re.compile(r"^\| `(?P<folder>[\w./-]+)/` \| (?P<what>[^|]+) \| (?P<licence>[^|]+) \|$", re.MULTILINE)
FAMILIES = {"MIT": "Permission is hereby granted", "SIL OFL 1.1": "SIL OPEN FONT LICENSE Version 1.1"}
FAMILIES |= {"MPL 2.0": "Mozilla Public License, version 2.0", "Apache 2.0": "Apache License"}


def listed(root: Path) -> dict[str, str]:
    """The licence of each folder in the guide's list."""
    section = (root / "CONTRIBUTING.md").read_text("utf-8").split("\n## Parts that others made\n")[1]
    return {found["folder"]: found["licence"] for found in LISTED.finditer(section)}


def vendored(root: Path) -> set[str]:
    """The folders of what others made: fonts, and what is in a folder `vendor`, there or in folders of its own."""
    kept = [root / one for one in ("site", "tests", "editors", "generator", "grammar", "benchmarks", "supply")]
    several = [path for top in kept for path in top.rglob("vendor") if path.is_dir() and "node_modules" not in path.parts]
    inside = [[one for one in sorted(path.iterdir()) if one.is_dir()] or [path] for path in several]
    fonts = {path.parent for top in kept for path in top.rglob("*.woff2")}
    return {path.relative_to(root).as_posix() for path in [*fonts, *(one for some in inside for one in some)]}


def test_every_folder_is_listed_and_no_other(root: Path) -> None:
    assert vendored(root) == set(listed(root))


def test_every_folder_has_the_licence_that_the_list_names(root: Path) -> None:
    for folder, licence in listed(root).items():
        family = licence.partition(",")[0]
        names = re.findall(r"`([^`]+)`", licence)
        assert names, folder
        for name in names:
            assert FAMILIES[family] in (root / folder / name).read_text("utf-8"), name


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_what_is_released_holds_the_licences(kind: str, root: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", tmp_path], cwd=root, check=True, capture_output=True)
    (built,) = (one for one in tmp_path.iterdir() if one.suffix in (".whl", ".gz"))
    if kind == "sdist":
        with tarfile.open(built) as archive:
            inside = {name.partition("/")[2] for name in archive.getnames()}
        assert {"LICENSE", "CONTRIBUTING.md", *(f"{folder}/{name}" for folder, name in licences(root, listed(root)))} <= inside
        return
    with zipfile.ZipFile(built) as wheel:
        names = wheel.namelist()
        at = next(name.removesuffix("METADATA") for name in names if name.endswith(".dist-info/METADATA"))
        said = Parser().parsestr(wheel.read(f"{at}METADATA").decode())
    shipped = [folder for folder in listed(root) if any(name.startswith(f"rulewright/_data/{folder}/") for name in names)]
    assert shipped == [folder for folder in listed(root) if folder.startswith("site/")]
    wanted = {"LICENSE", *(f"{folder}/{name}" for folder, name in licences(root, shipped))}
    assert set(said.get_all("License-File", [])) == wanted
    assert {f"{at}licenses/{name}" for name in wanted} <= set(names)
    assert said["License-Expression"] == "MIT AND OFL-1.1"


def licences(root: Path, folders: list[str] | dict[str, str]) -> list[tuple[str, str]]:
    """The files that the list names as the licences of these folders."""
    return [(folder, name) for folder in folders for name in re.findall(r"`([^`]+)`", listed(root)[folder])]


def test_the_licence_is_that_of_the_project(root: Path) -> None:
    text = (root / "LICENSE").read_text("utf-8")
    assert text.startswith("MIT License\n\nCopyright (c) 2026 the rulewright authors\n")
    assert FAMILIES["MIT"] in text
