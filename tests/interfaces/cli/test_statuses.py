"""What stops an answer is told apart: a result out of range, words not held, silence, an option that is off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from semantics.small import FRONT


def written(folder: Path, text: str) -> Path:
    """A book of one file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rulebook.case").write_text(FRONT.lstrip() + text, encoding="utf-8")
    return folder


RANGE = """
fact mud: yes/no "Is there mud?"
value allowance: 1..9 "the allowance"
value twice: 0..99 "twice that"

case 2.1 "Allowance"
  allowance is 1
  take 2 from allowance when mud
  twice is 2 * allowance
"""


def test_out_of_range(run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path) -> None:
    """The result and its range, in JSON and for people; the exit status is that of a conflict."""
    book = written(tmp_path / "small", RANGE)
    done = run("ask", book, "allowance", "mud=yes", "--format", "json")
    assert (done.status, valid("ask", done.json)["status"]) == (1, "out of range")
    assert done.json["out_of_range"] == {"question": "allowance", "value": -1, "unit": None, "declared": "1..9"}
    shown = run("ask", book, "twice", "mud=yes").out
    assert shown.startswith("twice that: out of range ")
    assert "allowance comes to -1, and is declared as 1..9" in shown
    assert "nothing in the book says which goes first" not in shown
    assert run("ask", book, "allowance", "mud=yes", "--brief").out.startswith("the allowance: out of range (-1) ")
    assert run("ask", book, "allowance", "--over", "mud", "--format", "json").status == 1
    assert "mud is yes" in run("ask", book, "allowance", "--why-not", "out of range").out
