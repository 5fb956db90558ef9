"""Results on disk: used when whole, never trusted, never needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from interfaces.cli.ferry import write_book
from rulewright.base import store
from rulewright.base.packing import pack
from rulewright.base.store import (
    MAX_RESULTS_IN_MEMORY,
    MAX_RESULTS_ON_DISK,
    CachingStore,
    Results,
    Store,
    StoredMapping,
    digest,
    plain_name,
    write_whole,
)
from rulewright.workspace import open_book


def test_made_once(tmp_path: Path) -> None:
    made = []
    kept = Store(tmp_path)
    for _ in range(3):
        assert kept.load_or_make("part", "key", lambda: made.append(1) or ["value"]) == ["value"]  # type: ignore[func-returns-value]
    assert made == [1]


def test_none_is_a_result_too(tmp_path: Path) -> None:
    Store(tmp_path).write("part", "key", None)
    assert Store(tmp_path).read("part", "key") == (None,)


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"rulewright 1\n", store.MAGIC + b"0" * 16 + pack("wrong digest")])
def test_a_damaged_file_counts_as_absent(tmp_path: Path, damage: bytes) -> None:
    kept = Store(tmp_path)
    kept.write("part", "key", "value")
    path = next(tmp_path.iterdir())
    path.write_bytes(damage)
    assert kept.read("part", "key") is None
    assert kept.load_or_make("part", "key", lambda: "again") == "again"
    assert kept.read("part", "key") == ("again",)


def test_every_cut_and_every_flipped_byte_is_noticed(tmp_path: Path) -> None:
    kept = Store(tmp_path)
    kept.write("part", "key", {"a": [1, 2, 3]})
    path = next(tmp_path.iterdir())
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at])
        assert kept.read("part", "key") is None
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert kept.read("part", "key") is None


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way", "utf-8")
    kept = Store(file / "below")
    assert kept.load_or_make("part", "key", lambda: 7) == 7
    assert Store(None).load_or_make("part", "key", lambda: 8) == 8


def test_what_is_no_data_is_not_kept(tmp_path: Path) -> None:
    assert callable(Store(tmp_path).load_or_make("part", "key", lambda: lambda: 1))
    assert list(tmp_path.iterdir()) == []


def test_old_results_go(tmp_path: Path) -> None:
    kept = Store(tmp_path)
    for number in range(MAX_RESULTS_ON_DISK + 5):
        kept.write("part", f"{number:x}", number)
        os.utime(tmp_path / f"part-{number:x}.result", (number, number))
    kept.write("part_other", "0", 0)
    kept.write("part", "last", "last")
    names = {path.name for path in tmp_path.iterdir()}
    assert len(names) == MAX_RESULTS_ON_DISK + 1
    assert {"part_other-0.result", "part-last.result"} <= names


def test_a_mapping_on_disk(tmp_path: Path) -> None:
    first: StoredMapping[str, int] = StoredMapping(Store(tmp_path), "tree", lambda name: digest([name.encode()]))
    first["one"], first["two"] = 1, 2
    second: StoredMapping[str, int] = StoredMapping(Store(tmp_path), "tree", lambda name: digest([name.encode()]))
    assert second.get("one") == 1
    assert second.get("three") is None
    Store(tmp_path).retain("tree", second.used_names)
    assert len(list(tmp_path.iterdir())) == 1
    del second["one"]
    assert (len(second), list(second)) == (0, [])


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("no room")))
    with pytest.raises(OSError, match="no room"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_parts_are_told_apart() -> None:
    assert digest([b"ab", b"c"]) != digest([b"a", b"bc"])
    assert plain_name("../ü book*") == "___ __book_".replace(" ", "")


def test_a_changed_input_is_another_key(tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry")
    before = open_book.load(str(book)).key
    assert open_book.load(str(book)).key == before
    (book / "ledger.csv").write_text("item\n", "utf-8")
    after = open_book.load(str(book)).key
    assert after != before
    own = write_book(tmp_path / "own")
    assert open_book.load(str(book), with_folder=own).key != after


def test_a_changed_tool_is_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = write_book(tmp_path / "ferry")
    before = open_book.load(str(book)).key
    monkeypatch.setattr(open_book, "tool_fingerprint", lambda: "another tool")
    assert open_book.load(str(book)).key != before


def test_warm_and_cold_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    book = write_book(tmp_path / "ferry")
    cold = open_book.load(str(book))
    found, view = cold.diagnostics, cold.book.views["errata"]
    warm = open_book.load(str(book))
    assert warm.diagnostics == found
    assert warm.book.views["errata"] == view
    assert open_book.load(str(book), cache=False).diagnostics == found


def test_an_edit_reads_only_the_edited_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    book = write_book(tmp_path / "ferry")
    assert open_book.load(str(book)).diagnostics
    path = book / "crossing.case"
    path.write_text(path.read_text("utf-8").replace("5 MP", "6 MP"), "utf-8")
    from rulewright.syntax import parser

    read: list[str] = []
    whole = parser.parse_source
    monkeypatch.setattr(parser, "parse_source", lambda source, *rest: read.append(source.path) or whole(source, *rest))  # type: ignore[func-returns-value]
    assert "6 MP" in str(open_book.load(str(book)).book.views["errata"])
    assert [Path(one).name for one in read] == ["crossing.case"]


def test_the_command_keeps_what_it_made(tmp_path: Path) -> None:
    books = [str(write_book(tmp_path / name)) for name in ("one", "two")]
    cache = tmp_path / "cache"
    environment = {**os.environ, "RULEWRIGHT_CACHE": str(cache)}
    command = [sys.executable, "-m", "rulewright", "check", *books]
    first = subprocess.run(command, capture_output=True, env=environment, check=False)
    for book in ("one", "two"):
        kept = {path.name.split("-")[0] for path in cache.glob(f"{book}-*/*.result")}
        of_editions = {f"{part}_{edition}" for part in ("core", "resolving") for edition in ("errata", "printed")}
        of_errors = {f"{part}_errors" for part in ("decided", "findings", "not_analysed", "of_rules_alone", "verdicts")}
        assert kept == {"editions", "left", "tree"} | of_errors | of_editions
    again = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (first.returncode, first.stdout) == (again.returncode, again.stdout)


BROKEN = '\ncase 9.9 "Not to be read"\n  allowance(u) is is 5 MP\n'


@pytest.mark.parametrize("broken_first", [False, True])
def test_an_edit_between_reading_and_parsing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken_first: bool) -> None:
    """What is kept is of the bytes that were read: neither is a broken book kept as clean, nor an error left in a good one."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    book = write_book(tmp_path / "ferry")
    path = book / "crossing.case"
    good = path.read_text("utf-8")
    texts = (good + BROKEN, good) if broken_first else (good, good + BROKEN)
    wanted = []
    for text in texts:
        path.write_text(text, "utf-8")
        wanted.append(open_book.load(str(book), cache=False).diagnostics)
    assert wanted[0] != wanted[1]
    path.write_text(texts[0], "utf-8")
    read = open_book.load(str(book))
    path.write_text(texts[1], "utf-8")
    assert read.diagnostics == wanted[0]
    assert open_book.load(str(book)).diagnostics == wanted[1]
    path.write_text(texts[0], "utf-8")
    assert open_book.load(str(book)).diagnostics == wanted[0]


def test_a_file_that_comes_or_goes_after_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    book = write_book(tmp_path / "ferry")
    wanted = open_book.load(str(book), cache=False).diagnostics
    read, again = open_book.load(str(book)), open_book.load(str(book))
    (book / "more.case").write_text(BROKEN, "utf-8")
    assert read.diagnostics == wanted
    assert open_book.load(str(book)).diagnostics != wanted
    for file in book.iterdir():
        file.unlink()
    assert (again.diagnostics, again.source_lines().keys()) == (wanted, read.source_lines().keys())


def test_a_result_is_made_once_and_held(tmp_path: Path) -> None:
    made: list[int] = []
    results = Results(Store(tmp_path), "key")
    assert not results.has_result("part.of-it")
    for _ in range(2):
        assert results.load_or_make("part.of-it", lambda: made.append(1) or "value") == "value"  # type: ignore[func-returns-value]
    assert results.has_result("part.of-it") and Results(Store(tmp_path), "key").has_result("part.of-it")
    assert Results(Store(tmp_path), "key").load_or_make("part.of-it", lambda: "another") == "value"
    assert Results(Store(tmp_path), "other key").load_or_make("part.of-it", lambda: "another") == "another"
    assert made == [1]


def test_a_process_that_lives_long_holds_what_came_last(tmp_path: Path) -> None:
    kept = CachingStore(tmp_path)
    value = ["value"]
    kept.write("part", "key", value)
    for path in tmp_path.iterdir():
        path.write_bytes(b"damaged")
    assert kept.read("part", "key") == (value,) and kept.has_result("part", "key")
    assert CachingStore(tmp_path).read("part", "key") is None
    for number in range(MAX_RESULTS_IN_MEMORY):
        kept.write("part", str(number), number)
    assert kept.read("part", "key") is None


def test_what_is_held_is_let_go_with_the_rest() -> None:
    kept = CachingStore(None)
    kept.write("tree", "old", 1, limit=False)
    kept.write("tree", "new", 2, limit=False)
    kept.retain("tree", ["new"])
    assert (kept.read("tree", "old"), kept.read("tree", "new")) == (None, (2,))
