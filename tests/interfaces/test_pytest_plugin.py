"""`pytest --rulewright BOOK`: examples and errors of books as tests, in a pytest that is run in a test."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from interfaces.cli.ferry import RULES, write_book

pytest_plugins = ["pytester"]
MODULE = "rulewright.interfaces.pytest_plugin"
LOADED = ("-p", MODULE) if not any(entry.value == MODULE for entry in entry_points(group="pytest11")) else ()
"""An installation of before has not named the plugin."""


def test_each_example_is_a_test(pytester: pytest.Pytester, tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry")
    pytester.makepyfile("def test_something(): pass")
    result = pytester.runpytest_inprocess(*LOADED, "-v", "--rulewright", str(book))
    result.assert_outcomes(passed=1 + 1 + 7)
    result.stdout.fnmatch_lines(["*test_something PASSED*", "*check: no errors PASSED*", "*1.1: a horse (errata) PASSED*"])
    assert result.ret == 0


def test_a_failing_example_and_an_error_fail(pytester: pytest.Pytester, tmp_path: Path) -> None:
    accepts = '  accepts contradiction because "the text does not say what foot does in snow"\n'
    book = write_book(tmp_path / "ferry", RULES.replace(accepts, "").replace("is 6 MP", "is 7 MP"))
    result = pytester.runpytest_inprocess(*LOADED, "--rulewright", str(book))
    result.assert_outcomes(failed=3, passed=6)
    result.stdout.fnmatch_lines(
        [
            "*check: RW301 contradiction (1 of 2)*",
            "*crossing.case:26: RW301 contradiction: 1.3.1 says that `cross(u)` is permitted, and 1.3.2 that it is forbidden",
            "*crossing.case:20: expected*",
        ]
    )
    assert "Traceback" not in result.stdout.str()
    assert result.ret == 1


def test_a_name_chooses_among_them(pytester: pytest.Pytester, tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry")
    pytester.runpytest_inprocess(*LOADED, "-k", "horse and mud", "--rulewright", str(book)).assert_outcomes(passed=1, deselected=7)


def test_books_of_the_settings_or_of_this_folder(pytester: pytest.Pytester) -> None:
    write_book(pytester.path / "books" / "ferry")
    pytester.makeini("[pytest]\nrulewright_books = books/ferry")
    pytester.runpytest_inprocess(*LOADED, "--rulewright").assert_outcomes(passed=8)
    pytester.makeini("[pytest]")
    write_book(pytester.path)
    pytester.runpytest_inprocess(*LOADED, "--rulewright").assert_outcomes(passed=8)


def test_a_book_that_is_not_there(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess(*LOADED, "--rulewright", "nobook")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "there is no rulebook and no folder `nobook`" in result.stderr.str() + result.stdout.str()


def test_it_does_nothing_unless_asked(pytester: pytest.Pytester) -> None:
    """It costs no start of pytest anything: of the package only itself is imported."""
    write_book(pytester.path)
    pytester.runpytest_inprocess(*LOADED).assert_outcomes()
    code = f"import pytest, sys; before = set(sys.modules); import {MODULE}; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["rulewright", "rulewright.interfaces", MODULE]


def test_it_is_an_entry_point(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"rulewright": MODULE}
