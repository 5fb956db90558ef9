"""The wheel and the source distribution are the same to the byte, wherever and whenever they are built."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

SOURCES = (
    "generator",
    "grammar",
    "rules",
    "site",
    "supply",
    "mkdocs.yml",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "requirements-dev.lock",
    ".gitignore",
)
"""What the wheel is made of."""


def build(sources: Path, out: Path, umask: int, environment: dict[str, str]) -> Path:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=sources,
        env={**os.environ, **environment},
        umask=umask,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return next(out.glob("*.whl"))


def copied(root: Path, to: Path, *, backwards: bool, time: int, mode: int) -> Path:
    """The sources in a folder of their own, written in another order, at another time, with other permissions."""
    names = [name for one in SOURCES for name in _files(root, root / one)]
    for name in sorted(names, reverse=backwards):
        path = to / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((root / name).read_bytes())
        path.chmod(mode)
        os.utime(path, (time, time))
    return to


def _files(root: Path, start: Path) -> list[Path]:
    several = [start] if start.is_file() else [path for path in start.rglob("*") if path.is_file()]
    return [path.relative_to(root) for path in several if "__pycache__" not in path.parts]


@pytest.fixture(scope="module")
def wheels(root: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("wheels")
    first = copied(root, folder / "one", backwards=False, time=1_000_000_000, mode=0o644)
    second = copied(root, folder / "another folder" / "two", backwards=True, time=1_700_000_000, mode=0o600)
    here = {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    there = {"PYTHONHASHSEED": "2", "TZ": "Asia/Kathmandu", "LC_ALL": "C"}
    return build(first, folder / "dist1", 0o022, here), build(second, folder / "dist2", 0o077, there)


def test_two_builds_are_the_same_to_the_byte(wheels: tuple[Path, Path]) -> None:
    assert wheels[0].name == wheels[1].name
    differ = []
    with zipfile.ZipFile(wheels[0]) as one, zipfile.ZipFile(wheels[1]) as other:
        assert one.namelist() == other.namelist()
        differ = [name for name in one.namelist() if one.read(name) != other.read(name)]
    assert differ == []
    assert wheels[0].read_bytes() == wheels[1].read_bytes()


def test_the_bill_of_materials_is_in_it_and_next_to_it(wheels: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(wheels[0]) as archive:
        name = next(one for one in archive.namelist() if one.endswith(".cdx.json"))
        assert ".dist-info/sboms/" in name
        assert archive.read(name) == (wheels[0].parent / Path(name).name).read_bytes()


def test_two_source_distributions_are_the_same(root: Path, tmp_path: Path) -> None:
    made = []
    for at, name in enumerate(("one", "two")):
        sources = copied(root, tmp_path / name, backwards=bool(at), time=1_000_000_000 + at, mode=0o600 if at else 0o644)
        out = tmp_path / f"dist{at}"
        command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(out)]
        subprocess.run(command, cwd=sources, umask=0o077 if at else 0o022, check=True, capture_output=True)
        made.append(next(out.glob("*.tar.gz")))
    assert made[0].read_bytes() == made[1].read_bytes()
    with tarfile.open(made[0]) as archive:
        assert any(name.endswith("/supply/sbom.py") for name in archive.getnames())
