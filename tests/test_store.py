"""Results on disk: used when whole, never trusted, never needed."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.ferry import write_book

from rulewright import pipeline, store
from rulewright.store import KEPT, Kept, Store, digest, plain_name, write_whole


def test_made_once(tmp_path: Path) -> None:
    made = []
    kept = Store(tmp_path)
    for _ in range(3):
        assert kept.keep("part", "key", lambda: made.append(1) or ["value"]) == ["value"]  # type: ignore[func-returns-value]
    assert made == [1]


def test_none_is_a_result_too(tmp_path: Path) -> None:
    Store(tmp_path).write("part", "key", None)
    assert Store(tmp_path).read("part", "key") == (None,)


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"rulewright 1\n", store.MAGIC + b"0" * 16 + pickle.dumps("wrong digest")])
def test_a_damaged_file_counts_as_absent(tmp_path: Path, damage: bytes) -> None:
    kept = Store(tmp_path)
    kept.write("part", "key", "value")
    path = next(tmp_path.iterdir())
    path.write_bytes(damage)
    assert kept.read("part", "key") is None
    assert kept.keep("part", "key", lambda: "again") == "again"
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
    assert kept.keep("part", "key", lambda: 7) == 7
    assert Store(None).keep("part", "key", lambda: 8) == 8


def test_what_cannot_be_pickled_is_not_kept(tmp_path: Path) -> None:
    assert callable(Store(tmp_path).keep("part", "key", lambda: lambda: 1))
    assert list(tmp_path.iterdir()) == []


def test_old_results_go(tmp_path: Path) -> None:
    kept = Store(tmp_path)
    for number in range(KEPT + 5):
        kept.write("part", f"{number:x}", number)
        os.utime(tmp_path / f"part-{number:x}.result", (number, number))
    kept.write("part_other", "0", 0)
    kept.write("part", "last", "last")
    names = {path.name for path in tmp_path.iterdir()}
    assert len(names) == KEPT + 1
    assert {"part_other-0.result", "part-last.result"} <= names


def test_a_mapping_on_disk(tmp_path: Path) -> None:
    first: Kept[str, int] = Kept(Store(tmp_path), "tree", lambda name: digest([name.encode()]))
    first["one"], first["two"] = 1, 2
    second: Kept[str, int] = Kept(Store(tmp_path), "tree", lambda name: digest([name.encode()]))
    assert second.get("one") == 1
    assert second.get("three") is None
    Store(tmp_path).retain("tree", second.used)
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
    before = pipeline.load(str(book)).key
    assert pipeline.load(str(book)).key == before
    (book / "ledger.csv").write_text("item\n", "utf-8")
    after = pipeline.load(str(book)).key
    assert after != before
    own = write_book(tmp_path / "own")
    assert pipeline.load(str(book), with_folder=own).key != after


def test_a_changed_tool_is_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = write_book(tmp_path / "ferry")
    before = pipeline.load(str(book)).key
    monkeypatch.setattr(pipeline, "tool_fingerprint", lambda: "another tool")
    assert pipeline.load(str(book)).key != before


def test_warm_and_cold_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    book = write_book(tmp_path / "ferry")
    cold = pipeline.load(str(book))
    found, view = cold.diagnostics, cold.book.views["errata"]
    warm = pipeline.load(str(book))
    assert warm.diagnostics == found
    assert warm.book.views["errata"] == view
    assert pipeline.load(str(book), cache=False).diagnostics == found


def test_an_edit_reads_only_the_edited_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    book = write_book(tmp_path / "ferry")
    assert pipeline.load(str(book)).diagnostics
    path = book / "crossing.case"
    path.write_text(path.read_text("utf-8").replace("5 MP", "6 MP"), "utf-8")
    from rulewright.language import parse

    read: list[str] = []
    whole = parse.parse_source
    monkeypatch.setattr(parse, "parse_source", lambda source, *rest: read.append(source.path) or whole(source, *rest))  # type: ignore[func-returns-value]
    assert "6 MP" in str(pipeline.load(str(book)).book.views["errata"])
    assert [Path(one).name for one in read] == ["crossing.case"]


def in_a_process(code: str, *arguments: Path) -> str:
    """What a Python of its own prints: only a process with one thread forks."""
    done = subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_cores_say_the_same_as_one(tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry")
    code = """
import sys
from rulewright import beside, pipeline
def said(book):
    rules = {name: [rule.says for rule in program.rules] for name, program in book.programs.items()}
    return rules, book.diagnostics, [result.passed for result in book.examples], book.book.views
alone = said(pipeline.load(sys.argv[1], cache=False))
pipeline.BIG = 0
beside.can_fork = lambda: sys.argv[2] == "fork"
assert said(pipeline.load(sys.argv[1])) == alone
print(len(alone[0]))
"""
    for how in ("fork", "alone"):
        assert in_a_process(code, book, Path(how)).strip() == "2"


def test_several_books_on_two_cores(tmp_path: Path) -> None:
    books = [write_book(tmp_path / name) for name in ("one", "two", "three")]
    code = """
import sys
from rulewright import beside, pipeline
beside.can_fork = lambda: True
books = [pipeline.load(path) for path in sys.argv[1:]]
worked = []
def work(book):
    worked.append(book.name)
    return book.diagnostics
for _ in range(2):
    pipeline.on_two_cores(books, "findings", work)
print(len(worked) == len(set(worked)), worked[0], [book.is_kept("findings") for book in books])
"""
    assert in_a_process(code, *books).strip() == "True one [True, True, True]"


def test_a_line_is_taken_from_both_ends(tmp_path: Path) -> None:
    """Each number once, whoever is quicker; without a child all of them."""
    code = """
import time
from rulewright import beside
def taken(quick):
    line = beside.Line(9)
    received = beside.beside(lambda: [number for number in line.back() if quick or not time.sleep(0.1)])
    mine = [number for number in line.front() if not quick or not time.sleep(0.1)]
    theirs = received() or []
    line.close()
    assert mine == sorted(mine) and theirs == sorted(theirs, reverse=True) and sorted(mine + theirs) == list(range(9))
    return len(mine), len(theirs)
beside.can_fork = lambda: True
one, other = taken(True), taken(False)
assert one[0] < one[1] and other[0] > other[1]
beside.can_fork = lambda: False
assert taken(False) == (9, 0)
"""
    in_a_process(code, tmp_path)


def test_writing_put_off(tmp_path: Path) -> None:
    kept = Store(tmp_path)
    store.put_off_writing()
    try:
        assert kept.keep("part", "key", lambda: 1) == 1
        assert store.writing_waits()
        assert list(tmp_path.iterdir()) == []
    finally:
        store.write_what_was_put_off()
    assert not store.writing_waits()
    assert kept.read("part", "key") == (1,)


def test_the_command_writes_when_it_has_told(tmp_path: Path) -> None:
    books = [str(write_book(tmp_path / name)) for name in ("one", "two")]
    cache = tmp_path / "cache"
    environment = {**os.environ, "RULEWRIGHT_CACHE": str(cache)}
    all_gone, held = os.pipe()
    command = [sys.executable, "-m", "rulewright", "check", *books]
    first = subprocess.run(command, capture_output=True, env=environment, check=False, pass_fds=(held,))
    os.close(held)
    assert os.read(all_gone, 1) == b""  # every process has ended
    os.close(all_gone)
    for book in ("one", "two"):
        parts = {path.name.split("-")[0] for path in cache.glob(f"{book}-*/*.result")}
        assert parts == {"decided", "editions", "findings", "not_analysed", "program_errata", "program_printed", "tree", "verdicts"}
    again = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (first.returncode, first.stdout) == (again.returncode, again.stdout)


def test_a_child_hands_back_what_it_made(tmp_path: Path) -> None:
    code = """
from rulewright import beside
beside.can_fork = lambda: True
print(beside.beside(lambda: print("never said") or {"a": 1})())
"""
    assert in_a_process(code, tmp_path) == "{'a': 1}\n"


def test_a_child_that_dies_harms_nothing(tmp_path: Path) -> None:
    code = """
import pathlib, sys
from rulewright import beside
beside.can_fork = lambda: True
def die():
    pathlib.Path(sys.argv[1], "begun").touch()
    raise RuntimeError
beside.beside(die)()
print("still here")
"""
    assert in_a_process(code, tmp_path) == "still here\n"
    assert (tmp_path / "begun").exists()
