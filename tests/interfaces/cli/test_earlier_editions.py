"""An example that an erratum makes fail names the edition in which it passes, and what has changed since."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

FRONT = """\
rulebook march "The march"

source booklet "Rules"
source errata "Errata"
  amends booklet
source second "Second errata"
  amends booklet

edition booklet = booklet
edition errata = booklet + errata
edition second = errata + second

precedence
  stated

value allowance: 0..12 "the allowance"
"""
RULES = """\
case 2.1 "Allowance"
  "Four points."
  table march(n: 1..2): 0..12 "the allowance"
    | 1 | 4 |
    | 2 | 6 |
  allowance is march(1)

  example "as printed"
    then allowance is 4
"""


def failure(run: Callable[..., Any], folder: Path, rules: str) -> dict[str, Any]:
    (folder / "rulebook.case").write_text(FRONT)
    (folder / "rules.case").write_text(rules)
    (failed,) = run("test", folder, "--format", "json").json["failed"]
    return dict(failed)


def test_the_edition_in_which_it_passes_is_named(run: Callable[..., Any], tmp_path: Path) -> None:
    amended = "\namend 2.1 in errata as correction\n  add 1 to allowance\n"
    message = failure(run, tmp_path, RULES + amended)["message"]
    assert message.startswith("expected `allowance is 4`, but it is 5 by 2.1.1 and 2.1.2; it passes in the edition `booklet`, ")
    assert "and since then `errata` changed 2.1 (correction): write `with edition booklet` in it" in message


def test_of_several_editions_the_last_is_named(run: Callable[..., Any], tmp_path: Path) -> None:
    amended = "\namend 2.1 in second as correction\n  add 1 to allowance\n"
    message = failure(run, tmp_path, RULES + amended)["message"]
    assert "it passes in the edition `errata`, and since then `second` changed 2.1" in message


def test_an_example_that_passes_nowhere_names_no_edition(run: Callable[..., Any], tmp_path: Path) -> None:
    wrong = RULES.replace("then allowance is 4", "then allowance is 9")
    assert (
        "it passes in the edition"
        not in failure(run, tmp_path, wrong + "\namend 2.1 in errata as change\n  add 1 to allowance\n")["message"]
    )


def test_an_example_that_names_its_edition_is_left_alone(run: Callable[..., Any], tmp_path: Path) -> None:
    named = RULES.replace("    then allowance is 4", "    with edition errata\n    then allowance is 4")
    message = failure(run, tmp_path, named + "\namend 2.1 in errata as change\n  add 1 to allowance\n")["message"]
    assert "it passes in the edition" not in message
