"""A user who is not root: without a home, with one that cannot be written, with files that cannot be read. Nothing is lost, and what is wrong
is said in a sentence."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from interfaces.cli.ferry import write_book
from patience import PATIENCE
from shipped import thorough_but
from users.somebody import Somebody, somebody

SHEET = "[1.2] (Change) Mud takes 3 MP.\n"
HOMES = ("unknown", "absent", "read-only", "a file", "cache read-only", "cache unreadable")


@pytest.fixture
def they() -> Iterator[Somebody]:
    with somebody() as one:
        yield one


@pytest.fixture
def book(they: Somebody) -> Path:
    return they.give(write_book(they.folder / "ferry"))


def home(they: Somebody, kind: str) -> dict[str, str]:
    """The environment of a user whose home is so; what is in it is made, and may not be changed."""
    place = they.folder / "home"
    match kind:
        case "unknown":
            return {}
        case "absent":
            return {"HOME": str(place / "absent")}
        case "a file":
            place.write_text("", "utf-8")
            return {"HOME": str(they.give(place))}
        case "read-only":
            place.mkdir()
            they.give(place).chmod(0o555)
            return {"HOME": str(place)}
        case _:
            place.mkdir()
            they.give(place).chmod(0o555 if kind == "cache read-only" else 0)
            return {"XDG_CACHE_HOME": str(place), "HOME": str(they.folder)}


def test_permissions_count_for_them(they: Somebody) -> None:
    """Or else nothing below would be tried."""
    path = they.folder / "secret"
    path.write_text("", "utf-8")
    they.give(path).chmod(0)
    done = subprocess.run([*they.before, "cat", str(path)], capture_output=True, text=True, check=False, **they.options)
    assert "ermission denied" in done.stderr


@pytest.mark.parametrize("kind", thorough_but(HOMES, "unknown", "cache unreadable"))
def test_commands_need_no_home(they: Somebody, book: Path, kind: str) -> None:
    given, nameless = home(they, kind), kind == "unknown"
    sheet = they.folder / "sheet.md"
    sheet.write_text(SHEET, "utf-8")
    asked = they.run("ask", book, "allowance(u)", "u.arm=horse", "weather=mud", nameless=nameless, **given)
    assert (asked.returncode, "6 MP" in asked.stdout) == (0, True)
    assert asked.stderr.startswith("rulewright: ferry has not been checked as it is now; see ") and asked.stderr.count("\n") == 1
    checked = they.run("check", book, nameless=nameless, **given)
    assert (checked.returncode, checked.stderr) == (0, "")
    (book / "ledger.csv").unlink()
    imported = they.run("import", they.give(sheet), "--into", book, "--source", "errata", nameless=nameless, **given)
    assert imported.returncode == 0, imported.stderr
    assert (book / "ledger.csv").is_file() and (book / "draft-errata.case").is_file()


@pytest.mark.parametrize("kind", thorough_but(["unknown", "read-only"], "unknown"))
def test_a_site_needs_no_home(they: Somebody, book: Path, kind: str) -> None:
    done = they.run("build", book, "--out", they.folder / "site", nameless=kind == "unknown", **home(they, kind))
    assert done.returncode == 0, done.stderr
    assert (they.folder / "site" / "index.html").is_file()


def test_serving_needs_no_home(they: Somebody, book: Path) -> None:
    words = they.command("serve", book, "--out", they.folder / "site", "--port", "0", nameless=True)
    served = subprocess.Popen(
        words, cwd=they.folder, env=they.environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **they.options
    )
    try:
        assert served.stdout is not None
        said = []
        for line in served.stdout:
            said.append(line)
            if line.startswith("serving http://127.0.0.1:"):
                break
        assert said[-1].startswith("serving"), said
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(served.pid, signal.SIGINT)
        served.communicate(timeout=PATIENCE)


# ---- files that cannot be read ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["crossing.case", "rulebook.case", "ledger.csv"])
@pytest.mark.parametrize("command", ["check", "export"])
def test_a_file_that_cannot_be_read_is_named(they: Somebody, book: Path, command: str, name: str) -> None:
    (book / name).chmod(0)
    done = they.run(command, book)
    assert done.returncode == 2
    assert done.stderr == f"rulewright: `{book / name}` cannot be read: permission denied\n"
    assert done.stdout == ""


@pytest.mark.parametrize("mode", [0, 0o111, 0o444])
def test_a_folder_that_cannot_be_read_is_named(they: Somebody, book: Path, mode: int) -> None:
    book.chmod(mode)
    done = they.run("check", book)
    assert done.returncode == 2
    assert f"`{book}" in done.stderr and "permission denied" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_facts_and_sheets_that_cannot_be_read_are_named(they: Somebody, book: Path) -> None:
    for name in ("facts.json", "sheet.md"):
        path = they.folder / name
        path.write_text("{}", "utf-8")
        they.give(path).chmod(0)
    for words in (
        ("ask", book, "allowance(u)", "--facts", they.folder / "facts.json"),
        ("import", they.folder / "sheet.md", "--into", book, "--source", "errata"),
        ("new", they.folder / "newer", "--from", they.folder / "sheet.md"),
    ):
        done = they.run(*words)
        assert done.returncode == 2
        assert "permission denied" in done.stderr or "is not readable" in done.stderr, done.stderr
    assert not (they.folder / "newer").exists()


# ---- nothing is lost -------------------------------------------------------------------------------------------------------------------


def kept(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_site_stays_where_a_chapter_cannot_be_read_any_more(they: Somebody, book: Path) -> None:
    site = they.folder / "site"
    assert they.run("build", book, "--out", site).returncode == 0
    before = kept(site)
    (book / "crossing.case").chmod(0)
    done = they.run("build", book, "--out", site)
    assert (done.returncode, "permission denied" in done.stderr) == (2, True)
    assert kept(site) == before


@pytest.mark.parametrize("words", [("fmt",), ("import", "SHEET", "--source", "errata", "--into")])
def test_a_book_that_cannot_be_written_stays_as_it_is(they: Somebody, book: Path, words: tuple[str, ...]) -> None:
    sheet = they.folder / "sheet.md"
    sheet.write_text(SHEET, "utf-8")
    (book / "crossing.case").write_text((book / "crossing.case").read_text("utf-8").replace("  may rest", "  may  rest"), "utf-8")
    (book / "ledger.csv").write_text("item,summary,computable,source,digest\nFE-1,x,yes,printed,\n", "utf-8")
    before = kept(book)
    book.chmod(0o555)
    done = they.run(*(str(they.give(sheet)) if one == "SHEET" else one for one in words), book)
    assert done.returncode == 2
    assert "permission denied" in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
    assert kept(book) == before


def test_a_place_that_cannot_be_written_is_refused_before_the_work(they: Somebody, book: Path) -> None:
    closed = they.folder / "closed"
    closed.mkdir()
    they.give(closed).chmod(0o555)
    for words in (("build", book, "--out", closed / "site"), ("new", closed / "book"), ("conformance", book, "--out", closed / "kit")):
        done = they.run(*words)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1 and str(closed) in done.stderr, done.stderr
    assert list(closed.iterdir()) == []
