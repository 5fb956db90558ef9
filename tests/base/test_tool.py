"""The fingerprint of the tool is of content: what the files hold and which libraries there are, nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from rulewright.base import resources, tool_version
from rulewright.base.store import Store


def test_versions_are_those_of_the_metadata() -> None:
    for library in tool_version.LIBRARIES:
        assert tool_version.library_version(library) == version(library)
    assert tool_version.library_version("no-such-library") == ""


def fingerprint() -> str:
    return tool_version.tool_fingerprint.__wrapped__()


def test_another_library_is_another_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint()
    assert fingerprint() == before
    for library in tool_version.LIBRARIES:
        monkeypatch.setattr(tool_version, "library_version", lambda name, other=library: "9.9" if name == other else version(name))
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
    assert dict(tool_version.own_files(tmp_path)) == {str(Path("sub", "two.py")): b"code"}


@pytest.fixture
def tops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A small tool of its own: a package and a grammar, with a cache in which its digest is kept however new its files are."""
    package, grammar = tmp_path / "package", tmp_path / "grammar"
    (package / "sub").mkdir(parents=True)
    grammar.mkdir()
    for path, text in ((package / "one.py", "one = 1"), (package / "sub" / "two.py", "two = 2"), (grammar / "words.lark", "word: x")):
        path.write_text(text, "utf-8")
    monkeypatch.setattr(tool_version, "_top_folders", lambda: (package, grammar))
    monkeypatch.setattr(tool_version, "MIN_AGE_NANOSECONDS", -(10**18))
    monkeypatch.setattr(resources, "carried_digest", lambda: tmp_path / "no digest")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    return package, grammar


def read_whole(tops: tuple[Path, Path]) -> str:
    return tool_version.digest_of(*map(tool_version.own_files, tops))


def forbidden(top: Path) -> Iterator[tuple[str, bytes]]:
    raise AssertionError(f"files in {top} are read")


def test_a_digest_that_is_kept_is_that_of_the_files(tops: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    assert tool_version.sources_digest() == read_whole(tops)
    whole = read_whole(tops)
    monkeypatch.setattr(tool_version, "own_files", forbidden)
    assert tool_version.sources_digest() == whole


def swap_bytes(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))


def swap_bytes_and_set_the_clock_back(path: Path) -> None:
    there = path.stat()
    swap_bytes(path)
    os.utime(path, ns=(there.st_atime_ns, there.st_mtime_ns))


def put_another_in_its_place(path: Path) -> None:
    there, other = path.stat(), path.with_name("other")
    other.write_bytes(path.read_bytes()[::-1])
    os.utime(other, ns=(there.st_atime_ns, there.st_mtime_ns))
    other.replace(path)


def rename(path: Path) -> None:
    path.rename(path.with_name("renamed.py"))


def add_one(path: Path) -> None:
    path.with_name("added.py").write_bytes(b"")


@pytest.mark.parametrize("change", [swap_bytes, swap_bytes_and_set_the_clock_back, put_another_in_its_place, rename, add_one, Path.unlink])
@pytest.mark.parametrize("name", ["package/one.py", "package/sub/two.py", "grammar/words.lark"])
def test_no_change_of_a_file_leaves_the_digest_as_it_was(tops: tuple[Path, Path], change: Callable[[Path], None], name: str) -> None:
    before = tool_version.sources_digest()
    assert tool_version.sources_digest() == before
    change(tops[0].parent / name)
    assert tool_version.sources_digest() == read_whole(tops) != before


def test_the_digest_of_files_that_are_new_is_not_kept(tops: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Within one tick of a coarse clock a file could be changed again."""
    cache = resources.cache_folder()
    assert cache is not None
    monkeypatch.setattr(tool_version, "MIN_AGE_NANOSECONDS", 10 * 10**9)
    tool_version.sources_digest()
    assert not list(cache.glob("*"))
    monkeypatch.setattr(tool_version, "MIN_AGE_NANOSECONDS", -(10**18))
    tool_version.sources_digest()
    assert len(list(cache.glob("sources-*"))) == 1


def test_the_digest_of_files_that_change_while_they_are_read_is_not_kept(tops: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def read_late(top: Path, read: Callable[[Path], Iterator[tuple[str, bytes]]] = tool_version.own_files) -> list[tuple[str, bytes]]:
        found = list(read(top))
        swap_bytes(tops[0] / "one.py")
        return found

    with monkeypatch.context() as during:
        during.setattr(tool_version, "own_files", read_late)
        tool_version.sources_digest()
    assert tool_version.sources_digest() == read_whole(tops)


def test_what_is_no_digest_counts_as_absent(tops: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    for kept in (7, "", "not a digest", ["0" * 24]):
        monkeypatch.setattr(Store, "read", lambda store, part, key, kept=kept: (kept,))
        assert tool_version.sources_digest() == read_whole(tops)


def test_without_a_cache_the_files_are_read(tops: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "cache_folder", lambda: None)
    before = tool_version.sources_digest()
    swap_bytes(tops[0] / "one.py")
    assert tool_version.sources_digest() == read_whole(tops) != before


def test_an_installed_digest_is_taken_until_a_file_is_changed(
    tops: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = tmp_path / "sources.digest"
    monkeypatch.setattr(resources, "carried_digest", lambda: carried)
    for said in ("", "no digest", "é"):
        carried.write_text(said, "utf-8")
        assert tool_version.sources_digest() == read_whole(tops)
    carried.write_text("0" * 24 + "\n", "ascii")
    assert tool_version.sources_digest() == "0" * 24
    wait_for_a_tick(tmp_path / "tick", carried)
    swap_bytes_and_set_the_clock_back(tops[0] / "sub" / "two.py")
    assert tool_version.sources_digest() == read_whole(tops)


def wait_for_a_tick(path: Path, after: Path) -> None:
    """Until a file that is written now is newer than another."""
    path.touch()
    while path.stat().st_ctime_ns <= after.stat().st_ctime_ns:
        path.write_bytes(b"")
