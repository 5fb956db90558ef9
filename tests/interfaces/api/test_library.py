"""The library says what the commands say: the same documents, the same sentences, and nobody's process is ended."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx
import pytest
from click.testing import CliRunner

import rulewright
from interfaces.cli.ferry import RULES, write_book
from rulewright.interfaces.cli.app import app

FACTS = {"u.arm": "horse", "weather": "mud"}


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_book(tmp_path_factory.mktemp("books") / "ferry")


@pytest.fixture(scope="module")
def book(ferry: Path) -> rulewright.Book:
    return rulewright.load(ferry)


def said(*arguments: object) -> Any:
    """What a command prints with `--format json`."""
    return json.loads(CliRunner().invoke(app, [*map(str, arguments), "--format", "json"]).stdout)


def complaint(*arguments: object) -> list[str]:
    """What a command says is wrong with what it was given, the hints under it."""
    done = CliRunner().invoke(app, list(map(str, arguments)), prog_name="rulewright")
    assert done.exit_code == 2
    return [line.removeprefix("rulewright: ").removeprefix("  ") for line in done.stderr.rstrip("\n").split("\n")]


# ---- documents -----------------------------------------------------------------------------------------------------------------------


def documents() -> Iterator[tuple[str, Callable[[rulewright.Book], Any], tuple[str, ...]]]:
    yield "check", lambda book: book.check(), ()
    yield "test", lambda book: book.test(), ()
    yield "show", lambda book: book.contents(), ()
    yield "show", lambda book: book.contents("printed"), ("--edition", "printed")
    yield "show", lambda book: book.show("1.2"), ("1.2",)
    yield "show", lambda book: book.show("tow", "printed"), ("tow", "--edition", "printed")
    yield "questions", lambda book: book.questions(), ()
    yield "diff", lambda book: book.diff("printed", "errata"), ("printed", "errata")
    yield "diff", lambda book: book.diff("printed", "errata", meaning=False), ("printed", "errata", "--no-meaning")
    yield "ask", lambda book: book.ask("allowance(u)", FACTS), ("allowance(u)", "u.arm=horse", "weather=mud")
    yield "ask", lambda book: book.ask("allowance(u)"), ("allowance(u)",)
    yield "ask", lambda book: book.ask("cross(u)", {"u.arm": "foot", "weather": "snow"}), ("cross(u)", "u.arm=foot", "weather=snow")
    yield "ask", lambda book: book.ask("rest(u)", {"weather": "mud"}, edition="printed"), ("rest(u)", "weather=mud", "--edition", "printed")
    yield (
        "ask",
        lambda book: book.ask("cross(u)", {"u.arm": "horse", "weather": "clear"}, readings={"tow": "left"}, options=["fog"]),
        ("cross(u)", "u.arm=horse", "weather=clear", "--reading", "tow=left", "--option", "fog"),
    )


@pytest.mark.parametrize(("command", "call", "arguments"), list(documents()))
def test_the_document_of_the_command(
    book: rulewright.Book, ferry: Path, command: str, call: Callable[[rulewright.Book], Any], arguments: tuple[str, ...]
) -> None:
    assert json.loads(json.dumps(call(book).to_json())) == said(command, ferry, *arguments)


def test_why_not_is_as_the_command_has_it(book: rulewright.Book, ferry: Path) -> None:
    printed = said("ask", ferry, "allowance(u)", "u.arm=horse", "weather=mud", "--why-not", "8")["why_not"]
    assert book.why_not("allowance(u)", "8", FACTS).to_json() == printed


def test_two_books(ferry: Path, tmp_path: Path) -> None:
    other = write_book(tmp_path / "ferry", RULES.replace("is 8 MP when", "is 9 MP when"))
    found = rulewright.load(ferry).diff_with(rulewright.load(other), "printed")
    assert [one.number for one in found.text.cases] == ["1.1"]
    assert found.meaning is not None
    assert {change.situation.question for change in found.meaning.differences.changes} == {"allowance(u)"}
    assert found.to_json() == said("diff", ferry, other, "--edition", "printed")


def test_progress_is_reported(tmp_path: Path) -> None:
    heard: list[tuple[str, int, int]] = []
    book = rulewright.load(write_book(tmp_path / "ferry"), cache=False)
    book.diff("printed", "errata", progress=lambda what, done, of: heard.append((what, done, of)))
    assert heard


# ---- ways to give facts --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "facts",
    [
        FACTS,
        {"u": {"arm": "horse"}, "weather": "mud"},
        {**FACTS, "world": "u: unit"},
        {**FACTS, "world": {"u": "unit"}},
    ],
)
def test_facts_may_be_given_in_several_ways(book: rulewright.Book, facts: dict[str, Any]) -> None:
    assert book.ask("allowance(u)", facts).value == 6


def test_values_may_be_plain(book: rulewright.Book) -> None:
    assert book.ask("allowance(u) is at least 3 MP", {"allowance(u)": Fraction(6, 2)}).value is True
    assert book.ask("allowance(u) is at least 3 MP", {"allowance(u)": 2}, world="v: unit").value is False
    values: list[Any] = [True, 2.5, 10**5_000, "9" * 5_000, [3], {1: 2}.keys()]
    for given in values:
        with pytest.raises(rulewright.WrongInput, match="is not a value of `allowance"):
            book.ask("allowance(u)", {"allowance(v)": given}, world={"v": "unit"})


def test_facts_of_a_file(book: rulewright.Book, tmp_path: Path) -> None:
    path = tmp_path / "facts.json"
    path.write_text('{"u": {"arm": "horse"}, "weather": "mud", "world": {"v": "unit"}}', "utf-8")
    assert rulewright.read_facts(path) == {"u.arm": "horse", "weather": "mud", "world": {"v": "unit"}}
    assert book.ask("allowance(u)", rulewright.read_facts(str(path))).value == 6


# ---- faults --------------------------------------------------------------------------------------------------------------------------


def faults() -> Iterator[tuple[type[rulewright.Error], Callable[[rulewright.Book], Any], tuple[str, ...]]]:
    wrong, unloaded = rulewright.WrongInput, rulewright.LoadError
    yield wrong, lambda book: book.ask("alowance(u)"), ("ask", "BOOK", "alowance(u)")
    yield wrong, lambda book: book.ask("zzzzzz(u)"), ("ask", "BOOK", "zzzzzz(u)")
    yield wrong, lambda book: book.ask("allowance(u"), ("ask", "BOOK", "allowance(u")
    yield wrong, lambda book: book.ask("allowance(u)", {"weather": "rain"}), ("ask", "BOOK", "allowance(u)", "weather=rain")
    yield wrong, lambda book: book.ask("allowance(u)", readings={"tow": "up"}), ("ask", "BOOK", "allowance(u)", "--reading", "tow=up")
    yield wrong, lambda book: book.why_not("rest(u)", "maybe"), ("ask", "BOOK", "rest(u)", "--why-not", "maybe")
    yield wrong, lambda book: book.show("9.9"), ("show", "BOOK", "9.9")
    yield wrong, lambda book: book.show("1.5", "printed"), ("show", "BOOK", "1.5", "--edition", "printed")
    yield unloaded, lambda book: book.show("1.1", "erata"), ("show", "BOOK", "1.1", "--edition", "erata")
    yield unloaded, lambda book: book.graph("erata"), ("graph", "BOOK", "--edition", "erata")
    yield unloaded, lambda book: book.diff("printed", "x"), ("diff", "BOOK", "printed", "x")
    yield unloaded, lambda book: rulewright.load("leipzig-light"), ("check", "leipzig-light")


@pytest.mark.parametrize(("kind", "call", "arguments"), list(faults()))
def test_the_sentence_of_the_command(
    book: rulewright.Book, ferry: Path, kind: type[rulewright.Error], call: Callable[[rulewright.Book], Any], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(kind) as caught:
        call(book)
    told = [str(ferry) if one == "BOOK" else one for one in arguments]
    assert [caught.value.message, *caught.value.hints] == complaint(*told)


@pytest.mark.parametrize(
    "facts",
    [{"u.arm": "foot", "u": {"arm": "foot"}}, {"u": {"arm": "foot"}, "u.arm": "horse"}],
)
def test_a_fact_given_twice(book: rulewright.Book, facts: dict[str, Any]) -> None:
    with pytest.raises(rulewright.WrongInput, match=r"`u\.arm` is given twice"):
        book.ask("allowance(u)", facts)


def test_things_declared_twice(book: rulewright.Book) -> None:
    with pytest.raises(rulewright.WrongInput, match="`world` is given twice"):
        book.ask("allowance(u)", {"world": "u: unit"}, world="u: unit")


def test_nothing_ends_the_process(root: Path) -> None:
    """The library names neither the terminal nor the way out."""
    for path in (root / "generator" / "rulewright" / "interfaces" / "api").glob("*.py"):
        names = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)}
        assert names.isdisjoint({"print", "input", "exit", "quit", "sys", "SystemExit"}), path


# ---- objects -------------------------------------------------------------------------------------------------------------------------


def test_the_graph_is_one_of_networkx(book: rulewright.Book) -> None:
    graph = book.graph("printed")
    assert isinstance(graph, networkx.MultiDiGraph)
    assert networkx.has_path(graph, "example:1.2/a horse in mud", "case:1.2")
    assert "case:1.5" not in graph
    assert "case:1.5" in book.graph()


def test_what_is_found_is_typed(book: rulewright.Book) -> None:
    report = book.check()
    assert report.errors == ()
    assert all(isinstance(found, rulewright.Diagnostic) for found in report.findings)
    assert book.ask("allowance(u)").status is rulewright.Status.MISSING
    assert [one.name for one in book.questions().facts] == ["unit.arm", "weather"]
    assert [one.name for one in book.questions().options] == ["fog"]
    assert [one.name for one in book.questions().readings] == ["tow"]
    assert repr(book) == "<rulebook ferry>"


def test_a_book_with_errors_has_failed(tmp_path: Path) -> None:
    book = rulewright.load(write_book(tmp_path / "ferry", RULES.replace("see [1.1]", "see [9.9]")))
    report = book.test()
    assert report.failed == ()
    assert len(report.errors) == 1
    assert not report.passed
    assert book.check().errors == report.errors
