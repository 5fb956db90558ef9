"""`rulewright build` and `rulewright serve`."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from http.client import HTTPConnection
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar

import pytest

from interfaces.cli.ferry import RULES, write_book
from patience import PATIENCE
from rulewright.analysis.coverage import CoverageRun
from rulewright.interfaces.cli.live import Quiet, State
from rulewright.interfaces.cli.serve import Builder
from rulewright.interfaces.cli.terminal import console
from rulewright.interfaces.cli.watching import stamp_files


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def site(process: Callable[..., Any], ferry: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The site of the small book, and what the command said."""
    out = tmp_path_factory.mktemp("built") / "site"
    done = process("build", ferry, "--out", out)
    assert done.status == 0, done.err + done.out
    return out, done.out


def test_build_says_where_to_look(site: tuple[Path, str]) -> None:
    out, said = site
    assert (out / "index.html").is_file()
    assert str(out / "index.html") in said.strip().split("\n")[-1]
    assert re.search(r"ferry: 2 warnings, 3 for information; (\d+) of \1 examples pass", said)
    assert "every note is counted, as by `check --all`" in said
    assert "\x1b" not in said


def test_build_leaves_nothing_beside_the_site(site: tuple[Path, str]) -> None:
    assert [path.name for path in site[0].parent.iterdir()] == ["site"]


def test_findings_build_nothing(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", RULES.replace("see [1.1]", "see [9.9]"))
    done = run("build", book, "--out", tmp_path / "out" / "site")
    assert done.status == 1
    assert "no site was built" in done.out
    assert not (tmp_path / "out").exists()


def test_a_failing_example_builds_nothing(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", RULES.replace("then allowance(u) is 8 MP", "then allowance(u) is 9 MP"))
    done = run("build", book, "--out", tmp_path / "site")
    assert done.status == 1
    assert "a horse" in done.out
    assert not (tmp_path / "site").exists()


def test_a_folder_of_somebody_else_is_left_alone(run: Callable[..., Any], ferry: Path, tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear", "utf-8")
    done = run("build", ferry, "--out", tmp_path)
    assert done.status == 2
    assert everything(tmp_path) == {"letters.txt": b"dear"}


def test_the_folder_one_works_in_is_left_alone(
    run: Callable[..., Any], ferry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("build", ferry, "--out", ".").status == 2
    assert run("build", ferry, "--out", "..").status == 2


def test_a_site_that_cannot_be_written(run: Callable[..., Any], ferry: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    done = run("build", ferry, "--out", tmp_path / "file" / "site")
    assert done.status == 2
    assert "rulewright: " in done.err


def test_stamp_sees_every_change(tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry")
    before = stamp_files([book])
    assert stamp_files([book]) == before
    (book / "new.case").write_text("", "utf-8")
    assert stamp_files([book]) != before
    (book / "new.case").unlink()
    assert stamp_files([book]) == before
    os.utime(book / "ledger.csv", (1, 1))
    assert stamp_files([book]) != before


def test_what_a_build_makes_in_the_folder_of_a_book_is_no_change_of_its_sources(tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry")
    before = stamp_files([book], book / "build" / "site")
    for name in ("site/index.html", ".site-1/pages/index.md"):
        (book / "build" / name).parent.mkdir(parents=True)
        (book / "build" / name).write_text("", "utf-8")
    assert stamp_files([book], book / "build" / "site") == before != stamp_files([book])


PAGE = "<html><head><meta content=\"connect-src 'self'; script-src 'self'\"></head><body>a page</body></html>"
STATE = State()


@pytest.fixture
def address(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """A server of a folder with one page."""
    (tmp_path / "index.html").write_text("a page", "utf-8")
    (tmp_path / "page.html").write_text(PAGE, "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path), state=STATE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield "127.0.0.1", server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/", "localhost:8000", 200),
        ("/", "127.0.0.1", 200),
        ("/", "rules.example.org", 421),
        ("/", "127.0.0.1.example.org", 421),
        ("/", "", 421),
        ("/%00", "localhost", 404),
        ("/nowhere", "localhost", 404),
        ("/../../etc/passwd", "localhost", 404),
    ],
)
def test_the_server_answers_to_this_machine_only(
    address: tuple[str, int], capfd: pytest.CaptureFixture[str], path: str, host: str, status: int
) -> None:
    connection = HTTPConnection(*address, timeout=PATIENCE)
    connection.request("GET", path, headers={"Host": host})
    assert connection.getresponse().status == status
    connection.close()
    assert not "".join(capfd.readouterr())


def got(address: tuple[str, int], path: str) -> tuple[int, str]:
    connection = HTTPConnection(*address, timeout=PATIENCE)
    connection.request("GET", path, headers={"Host": "localhost"})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_a_page_is_sent_with_the_script_that_reloads_it(address: tuple[str, int]) -> None:
    status, page = got(address, "/page.html?q#x")
    assert status == 200
    assert (
        f'<script src="/-/live.js" data-built="{STATE.times}"></script></head>' in page
        and "script-src 'self'" in page
        and "connect-src 'self'" in page
    )
    assert got(address, "/")[1].startswith("a page")  # the start page of a folder, whatever it has
    for own, word in (("live.js", "sessionStorage"), ("live.css", ".rw-live")):
        status, text = got(address, f"/-/{own}")
        assert status == 200 and word in text
    assert got(address, "/-/../page.html")[0] == got(address, "/-/else.js")[0] == 404


def test_the_state_says_what_was_built_and_what_is_wrong(address: tuple[str, int]) -> None:
    before = json.loads(got(address, "/-/state.json")[1])["built"]
    STATE.is_wrong(["a fault"])
    assert json.loads(got(address, "/-/state.json")[1]) == {"built": before, "wrong": ["a fault"]}
    STATE.built()
    assert json.loads(got(address, "/-/state.json")[1]) == {"built": before + 1, "wrong": []}


def test_the_built_site_has_nothing_of_the_server(site: tuple[Path, str]) -> None:
    assert not list(site[0].rglob("live.*"))
    assert not [path for path in site[0].rglob("*.html") if "/-/" in path.read_text("utf-8")]


def test_an_edit_of_prose_makes_the_pages_it_touches_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = write_book(tmp_path / "ferry")
    builder = Builder([str(book)], tmp_path / "again", console())
    assert builder.build_site(1)
    made: list[str] = []
    monkeypatch.setattr(CoverageRun, "__init__", lambda *_: pytest.fail("the rules are as they were"))
    monkeypatch.setattr("mkdocs.commands.build.Page.render", _noting(made))
    seen = _seen_when_built(monkeypatch, lambda: everything(tmp_path / "again"))
    before = everything(tmp_path / "again")
    path = book / "crossing.case"
    path.write_text(RULES.replace("Nobody crosses by night", "Nobody rows by moonlight,\n    and nobody swims"), "utf-8")
    assert builder.build_site(1)
    assert "ferry/crossing.md" in made and "ferry/coverage.md" not in made
    monkeypatch.undo()
    fresh = Builder([str(book)], tmp_path / "fresh", console())
    assert fresh.build_site(1)
    whole = everything(tmp_path / "fresh")
    first, last = seen
    assert b"moonlight" in first[PAGE_OF_CASE] and first == before | {PAGE_OF_CASE: first[PAGE_OF_CASE]}
    assert last == whole


def test_the_edited_page_is_as_it_will_be_after_every_edit_of_prose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, out = write_book(tmp_path / "ferry"), tmp_path / "again"
    builder = Builder([str(book)], out, console())
    assert builder.build_site(1)
    page = out / PAGE_OF_CASE
    seen = _seen_when_built(monkeypatch, page.read_bytes)
    for words in ("Nobody <b>rows</b> & swims", "*Nobody* waits `here`, or [1.1]", "Nobody crosses by night"):
        seen.clear()
        (book / "crossing.case").write_text(RULES.replace("Nobody crosses by night", words), "utf-8")
        assert builder.build_site(1)
        assert len(seen) == 2 and seen[0] == seen[1]


def test_more_edits_while_the_edited_page_is_made_are_not_kept_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, out = write_book(tmp_path / "ferry"), tmp_path / "again"
    builder = Builder([str(book)], out, console(), [book])
    assert builder.build_site(1)
    (book / "crossing.case").write_text(RULES.replace("by night", "by moonlight"), "utf-8")

    def edited() -> str:
        shown = (out / PAGE_OF_CASE).read_text("utf-8")
        if "by moonlight" in shown:
            (book / "crossing.case").write_text(RULES.replace("by night", "by starlight"), "utf-8")
        return shown

    seen = _seen_when_built(monkeypatch, edited)
    assert builder.build_site(1)
    assert len(seen) == 1 and "by moonlight" in seen[0]
    assert builder.build_site(1)
    assert "by starlight" in seen[1]
    monkeypatch.undo()
    fresh = Builder([str(book)], tmp_path / "fresh", console())
    assert fresh.build_site(1)
    assert everything(out) == everything(tmp_path / "fresh")


PAGE_OF_CASE = "ferry/crossing.html"
T = TypeVar("T")


def _seen_when_built(monkeypatch: pytest.MonkeyPatch, look: Callable[[], T]) -> list[T]:
    """What is there whenever the pages that are open are let known."""
    seen: list[T] = []
    told = State.built

    def noting(state: State) -> None:
        told(state)
        seen.append(look())

    monkeypatch.setattr(State, "built", noting)
    return seen


WORKED_OUT = "are being worked out"


def _a_rule_is_edited(book: Path) -> None:
    text = RULES
    for old, new in (
        ("take 2 MP from", "take 3 MP from"),
        ("then allowance(u) is 6 MP", "then allowance(u) is 5 MP"),
        ("is 2 MP", "is 1 MP"),
    ):
        assert old in text
        text = text.replace(old, new)
    (book / "crossing.case").write_text(text, "utf-8")


def test_after_an_edit_of_a_rule_its_page_comes_first_then_the_others_then_coverage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, out = write_book(tmp_path / "ferry"), tmp_path / "again"
    builder = Builder([str(book)], out, console())
    assert builder.build_site(1)

    def look() -> tuple[bool, bool, bool]:
        page = (out / PAGE_OF_CASE).read_text("utf-8")
        return "3 MP" in page, "not run" in page, WORKED_OUT in (out / "ferry" / "coverage.html").read_text("utf-8")

    built = _seen_when_built(monkeypatch, look)
    _a_rule_is_edited(book)
    assert builder.build_site(1)
    assert built == [(True, True, False), (True, False, True), (True, False, False)]
    fresh = Builder([str(book)], tmp_path / "fresh", console())
    assert fresh.build_site(1)
    assert everything(out) == everything(tmp_path / "fresh")


def test_coverage_that_is_overtaken_is_left_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, out = write_book(tmp_path / "ferry"), tmp_path / "again"
    builder = Builder([str(book)], out, console(), [book])
    assert builder.build_site(1)

    def editing() -> None:
        if WORKED_OUT in (out / "ferry" / "coverage.html").read_text("utf-8"):
            (book / "crossing.case").write_text(RULES + "\n# more is typed\n", "utf-8")

    _a_rule_is_edited(book)
    _seen_when_built(monkeypatch, editing)
    assert builder.build_site(1)
    assert WORKED_OUT in (out / "ferry" / "coverage.html").read_text()
    monkeypatch.undo()
    assert builder.build_site(1)
    assert WORKED_OUT not in (out / "ferry" / "coverage.html").read_text()


def _noting(made: list[str]) -> Callable[..., None]:
    """MkDocs' own way to render a page, which notes the page."""
    from mkdocs.structure.pages import Page

    render = Page.render

    def noting(self: Any, *args: Any) -> None:
        made.append(self.file.src_uri)
        render(self, *args)

    return noting


def test_a_fault_is_said_and_the_site_stays(tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry")
    builder = Builder([str(book)], tmp_path / "site", console())
    assert builder.build_site(1)
    before = everything(tmp_path / "site")
    (book / "crossing.case").write_text(RULES.replace("see [1.1]", "see [9.9]"), "utf-8")
    assert not builder.build_site(1)
    wrong = json.loads(builder.state.document())["wrong"]
    assert len(wrong) == 1 and wrong[0].startswith("error RW302 dangling-reference") and "see [9.9]" in wrong[0]
    (book / "crossing.case").write_text(RULES.replace("then allowance(u) is 8 MP", "then allowance(u) is 9 MP"), "utf-8")
    assert not builder.build_site(1)
    assert "a horse" in json.loads(builder.state.document())["wrong"][0]
    assert everything(tmp_path / "site") == before  # what was shown before the example was run is gone again
    times = json.loads(builder.state.document())["built"]
    assert times == 3
    write_book(book)
    assert builder.build_site(1)
    assert json.loads(builder.state.document()) == {"built": times + 1, "wrong": []}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Path, Path]]:
    """`rulewright serve` on a copy of the small book, at a port of its own."""
    book, out = write_book(tmp_path / "ferry"), tmp_path / "site"
    command = [sys.executable, "-u", "-m", "rulewright", "serve", str(book), "--out", str(out), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    yield process, book, out
    if process.poll() is None:
        process.kill()
    process.wait(timeout=PATIENCE)
    if process.stdout:
        process.stdout.close()


def next_line(process: subprocess.Popen[str], wanted: str) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if wanted in line:
            return line
    raise AssertionError(f"the server ended without saying {wanted!r}")


@pytest.mark.slow
def test_serve_builds_again_when_a_source_changes(server: tuple[subprocess.Popen[str], Path, Path]) -> None:
    process, book, _ = server
    address = re.search(r"http://127\.0\.0\.1:\d+", next_line(process, "serving"))
    assert address is not None
    assert urllib.request.urlopen(address[0], timeout=PATIENCE).status == 200
    with pytest.raises(urllib.error.HTTPError, match="404"):  # what is being written is not kept by a browser
        urllib.request.urlopen(f"{address[0]}/offline.js", timeout=PATIENCE)
    assert (server[2] / "offline.js").is_file()
    path = book / "crossing.case"
    path.write_text(RULES.replace("Nobody crosses by night", "Nobody rows by moonlight"), "utf-8")
    next_line(process, "built")
    pages = "".join(page.read_text("utf-8") for page in server[2].rglob("*.html"))
    assert "Nobody rows by moonlight" in pages
    path.write_text(RULES.replace("see [1.1]", "see [9.9]"), "utf-8")
    next_line(process, "the site stays as it was")
    assert urllib.request.urlopen(address[0], timeout=PATIENCE).status == 200
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=PATIENCE) == 0


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only here a file's name can be any bytes")
def test_serve_continues_with_names_that_are_no_utf8(server: tuple[subprocess.Popen[str], Path, Path]) -> None:
    process, book, out = server
    address = re.search(r"http://127\.0\.0\.1:\d+", next_line(process, "serving"))
    assert address is not None
    named = os.path.join(os.fsencode(book), b"caf\xe9.case")  # noqa: PTH118
    os.rename(os.fsencode(book / "crossing.case"), named)  # noqa: PTH104
    next_line(process, "built")
    with open(named, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(RULES.replace("Nobody crosses by night", "Nobody rows by moonlight"))
    next_line(process, "built")
    assert "Nobody rows by moonlight" in "".join(page.read_text("utf-8") for page in out.rglob("*.html"))
    with open(named, "a", encoding="utf-8") as file:  # noqa: PTH123
        file.write("nonsense\n")
    assert "the site stays as it was" in next_line(process, "the site stays as it was")
    (book / "folder.case").mkdir()  # nor by what is no file
    os.unlink(named)  # noqa: PTH108
    os.symlink(b"nowhere", named)  # noqa: PTH211
    next_line(process, "the site stays as it was")
    assert urllib.request.urlopen(address[0], timeout=PATIENCE).status == 200
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=PATIENCE) == 0
