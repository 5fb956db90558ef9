"""The fingerprint of the tool is of content: what the files hold and which libraries there are, nothing else."""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path

import pytest

from rulewright import resources, tool


def test_versions_are_those_of_the_metadata() -> None:
    for library in tool.LIBRARIES:
        assert tool.library_version(library) == version(library)
    assert tool.library_version("no-such-library") == ""


def fingerprint() -> str:
    return tool.tool_fingerprint.__wrapped__()


def test_another_library_is_another_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint()
    assert fingerprint() == before
    for library in tool.LIBRARIES:
        monkeypatch.setattr(tool, "library_version", lambda name, other=library: "9.9" if name == other else version(name))
        assert fingerprint() != before


@pytest.mark.parametrize("name", ["rulewright.lark", "schema/check.schema.json"])
def test_the_same_size_and_time_with_another_content_is_another_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for path in resources.grammar_file().parent.rglob("*.*"):
        (tmp_path / path.relative_to(resources.grammar_file().parent)).parent.mkdir(exist_ok=True)
        (tmp_path / path.relative_to(resources.grammar_file().parent)).write_bytes(path.read_bytes())
    monkeypatch.setattr(resources, "grammar_file", lambda: tmp_path / "rulewright.lark")
    file = tmp_path / name
    before, there = fingerprint(), file.stat()
    data = file.read_bytes()
    file.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    os.utime(file, ns=(there.st_atime_ns, there.st_mtime_ns))
    assert fingerprint() != before
    file.write_bytes(data)
    os.utime(file, (1, 1))
    assert fingerprint() == before


def test_what_python_writes_is_no_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "one.pyc").write_bytes(b"compiled")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "two.py").write_bytes(b"code")
    assert dict(tool.own_files(tmp_path)) == {str(Path("sub", "two.py")): b"code"}
