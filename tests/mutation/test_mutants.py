"""The mutants of a source, and which tests a mutant is tried with."""

from __future__ import annotations

import signal
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from mutation.__main__ import judged, of, report
from mutation.copies import ROOT
from mutation.mutants import Mutant, all_mutants, is_another, mutants, sample
from mutation.reached import Reached, TooLong, end_test, no_tests, reached_lines
from mutation.trial import FIRST, FIRST_SECONDS, Fate, Trial, plan

PATH = "generator/rulewright/core/some.py"


def changed(text: str) -> list[str]:
    """What the lines of a function become, each mutant by the line that differs."""
    source = ("def f(a, b, items):\n" + textwrap.indent(text, "    ")).encode()
    found = []
    for mutant in mutants(PATH, source):
        if is_another(mutant, source):
            before, after = source.decode().splitlines(), mutant.of(source).decode().splitlines()
            found += [new.strip() for old, new in zip(before, after, strict=True) if old != new]
    return sorted(found)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x = a < b", ["x = (a <= b)", "x = (a >= b)"]),
        ("x = a is None", ["x = (a is not None)"]),
        ("x = a and b", ["x = (a or b)", "x = (a)", "x = (b)"]),
        ("x = not a", ["x = (a)"]),
        ("x = 1", ["x = 0", "x = 2"]),
        ("x = True", ["x = False"]),
        ("x = 400", []),
        ("x = 'a text for people'", []),
        ("x = f'{a + 1} things'", []),
        ("x = min(a)", ["x = (max(a))"]),
        ("x = sorted(a)", ["x = (sorted(a, reverse=True))"]),
        ("x = f(a, b)", ["x = (f(a))"]),
        ("x = f(a, key=b)", ["x = (f(a))"]),
        ("x = f(a, help=b)", []),
        ("x = [a, b]", ["x = ([a])", "x = ([b])"]),
        ("x, y = a, b", []),
        ("x = a[1:]", ["x = (a[:])", "x = a[0:]", "x = a[2:]"]),
        ("x = a if b else items", ["x = (a)", "x = (items)"]),
        ("x = [a for a in items if b]", ["x = ([a for a in items])"]),
        ("x = a + b", ["x = (a - b)", "x = (a)", "x = (b)"]),
        ("if a:\n    b.go()", ["if (not a):", "if False:", "pass"]),
        ("for a in items:\n    continue", ["break", "pass"]),
        ("a += b", ["pass"]),
        ("raise a", ["pass"]),
        ("return a", ["return None"]),
        ("assert a < b", []),
        ("raise AssertionError(a + b)", []),
        ("x: list[int | None] = a", []),
        ("match a:\n    case 'x' | 'y':\n        raise b", ["case 'x':", "case 'y':", "pass"]),
        ("match a:\n    case 'x' if b:\n        raise b", ["case 'x' if (not b):", "case 'x' if False:", "pass"]),
    ],
)
def test_a_source_is_changed_in_one_place(text: str, wanted: list[str]) -> None:
    assert changed(text) == wanted


def test_what_the_type_checker_alone_reads_is_left() -> None:
    source = b"from typing import TYPE_CHECKING\n__all__ = [1, 2]\nif TYPE_CHECKING:\n    X = 1\n@f(1)\ndef g(a: Literal[1]) -> Literal[2]: ...\n"
    assert not list(mutants(PATH, source))


def test_a_mutant_is_a_place_in_bytes() -> None:
    source = "x = 'é'; y = 1\n".encode()
    assert [mutant.of(source).decode() for mutant in mutants(PATH, source)] == ["x = 'é'; y = 2\n", "x = 'é'; y = 0\n"]


def test_a_mutant_has_the_lines_of_its_statement_without_the_body() -> None:
    source = b"def f(a):\n    if (a and\n            a > 1):\n        return 1\n    return [\n        a,\n        2]\n"
    lines = {mutant.lines for mutant in mutants(PATH, source)}
    assert lines == {(2, 3), (4,), (5, 6, 7)}


def test_a_sample_is_the_same_for_a_seed() -> None:
    everything = all_mutants()
    assert len({mutant.path.split("/")[2] for mutant in everything}) == 7
    first = sample(5, 1, everything)
    assert first == sample(5, 1, everything) != sample(5, 2, everything)


def mutant(path: str = PATH, line: int = 3, called: bool = True) -> Mutant:
    return Mutant(path, line, 0, 1, "a", "b", (line,), called, f"line {line}")


def reached() -> Reached:
    found = Reached()
    found.add({"seconds": {"tests/checks/test_a.py::one": 0.1, "tests/checks/test_a.py::two": 0.2}, "lines": {PATH: {"3": [0], "9": [1]}}})
    found.add({"seconds": {"tests/core/test_b.py::one": 3.0, "tests/core/test_b.py::two": 2.0}, "lines": {PATH: {"3": [0, 1]}}})
    found.add({"seconds": {"tests/interfaces/cli/test_c.py::one": 0.1}, "lines": {"generator/rulewright/core/other.py": {"3": [0]}}})
    return found


def test_tests_that_reach_the_line_come_first_the_nearest_of_all_then_the_others_of_their_files() -> None:
    assert plan(mutant(), reached()) == [
        ("tests/core/test_b.py", ["tests/core/test_b.py::two", "tests/core/test_b.py::one"]),
        ("tests/checks/test_a.py", ["tests/checks/test_a.py::one"]),
        ("tests/checks/test_a.py", ["tests/checks/test_a.py::two"]),
    ]


def test_what_is_said_of_whole_books_comes_first_and_only_where_it_reaches_the_line() -> None:
    found = reached()
    books = f"{FIRST}test_books.py"
    found.add({"seconds": {f"{books}::one": 0.4, f"{books}::two": 0.3}, "lines": {PATH: {"3": [0]}}})
    assert plan(mutant(), found)[0] == (books, [f"{books}::one"])
    assert [file for file, _ in plan(mutant(), found)].count(books) == 1


def test_books_for_which_there_is_no_time_at_first_come_after_the_other_files() -> None:
    found = reached()
    books = f"{FIRST}test_books.py"
    found.add({"seconds": {f"{books}::one": FIRST_SECONDS, f"{books}::two": 0.3}, "lines": {PATH: {"3": [0, 1]}}})
    planned = plan(mutant(), found)
    assert planned[0] == (books, [f"{books}::two"])
    assert planned.index((books, [f"{books}::one"])) == 3 < planned.index(("tests/checks/test_a.py", ["tests/checks/test_a.py::two"]))


def test_what_lies_next_to_a_test_counts_as_a_part_of_it() -> None:
    beside = {path.name for path in no_tests(ROOT / "tests" / "mutation")}
    assert {"judged.csv", "copies.py"} <= beside and "test_mutants.py" not in beside


def test_what_is_done_on_import_is_tried_with_all_that_reach_the_file() -> None:
    assert [file for file, _ in plan(mutant(line=1, called=False), reached())] == ["tests/core/test_b.py", "tests/checks/test_a.py"]
    assert plan(mutant(line=1), reached()) == []


def test_nine_of_ten_that_say_something_else_must_be_killed() -> None:
    killed = [Trial(mutant(line=line), Fate.KILLED) for line in range(9)]
    left = [Trial(mutant(line=20), Fate.SURVIVED), Trial(mutant(line=21), Fate.UNREACHED)]
    assert report([*killed, left[0]], {})
    assert not report([*killed, *left], {})
    assert report([*killed, *left], {left[0].mutant.name: "the same"})


def test_a_sample_can_be_of_one_file_or_line() -> None:
    everything = [mutant(line=3), mutant(line=4), mutant("generator/rulewright/core/other.py", line=3)]
    assert of([], everything) == everything
    assert of(["core/other.py"], everything) == of(["other.py:3"], everything) == everything[2:]
    assert of(["core/some.py:4", "rulewright/core/some.py:4"], everything) == everything[1:2]


def test_what_is_judged_has_a_reason() -> None:
    assert all(why.strip() for why in judged().values())


class _Data:
    """What coverage gives: which contexts reached which lines of a file."""

    def measured_files(self) -> list[str]:
        return [str(Path.cwd() / PATH)]

    def contexts_by_lineno(self, path: str) -> dict[int, list[str]]:
        return {3: ["", "one"], 4: ["two"], 5: [""], 6: ["failed"]}

    def get_data(self) -> Any:
        return self


def test_what_is_reached_while_a_test_file_is_imported_is_reached_by_its_first_test() -> None:
    assert dict(reached_lines(_Data(), ["one", "two"])) == {PATH: {3: [0], 4: [1], 5: [0]}}
    assert dict(reached_lines(_Data(), [])) == {PATH: {}}


def test_what_takes_too_long_is_not_ended_within_coverage() -> None:
    with pytest.raises(TooLong):
        end_test(signal.SIGPROF, sys._getframe())
    exec(compile("end_test(None, sys._getframe())", "/lib/coverage/data.py", "exec"), {"end_test": end_test, "sys": sys})
    assert signal.setitimer(signal.ITIMER_PROF, 0)[0] > 0, "it is ended a little later"
