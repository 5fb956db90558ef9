"""The session of an assistant in `examples/`, on a small book with the words of its talk."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from patience import PATIENCE

SESSION = Path(__file__).parents[2] / "examples" / "assistant" / "session.py"
BOOK = """\
rulebook marsh "The Marsh"
  numbering decimal

source printed "Rules"

edition printed = printed

measure MP "movement point"
enum weather: clear, mud, snow
enum arm: infantry, cavalry

record unit "a unit"
  arm: arm "the arm of {it}"

fact weather: weather "the weather"
fact printed_allowance(u: unit): 0..20 MP "the normal movement allowance of {u}"
  asks "What is the normal movement allowance of {u}?"

value allowance(u: unit): 0..20 MP "the movement allowance of {u}"

chapter 8.0 "Movement"

case 8.6 "Weather"
  "A unit has its normal allowance; in mud it has 2 MP less."
  allowance(u) is printed_allowance(u)
  take 2 MP from allowance(u) when weather is mud
"""


def test_a_session_asks_back_cites_and_checks_a_draft(tmp_path: Path) -> None:
    folder = tmp_path / "marsh"
    folder.mkdir()
    (folder / "rulebook.case").write_text(BOOK, encoding="utf-8")
    done = subprocess.run([sys.executable, SESSION, str(folder)], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    said = [line for line in done.stdout.splitlines() if line.startswith(("person: 7", "assistant: "))]
    decided = [line for line in said if line.startswith(("assistant: RW3", "assistant: RW4"))]
    assert [line for line in said if line not in decided] == [
        "assistant: What is the normal movement allowance of u?",
        "person: 7",
        "assistant: the movement allowance of u: 5 MP",
        "assistant: Please note: the book has not been checked as it is now.",
        "assistant: See 8.6 “Weather”, https://rules.example/marsh/rulebook.html#case-8.6",
        "assistant: RW201: nothing is called `snwo`. did you mean `snow`?",
        "assistant: Its text has to be mended first.",
        "assistant: All situations were gone through.",
    ]
    assert decided[0].startswith("assistant: RW301: 8.6 says that `allowance(u)` is ")
    assert (
        "call ask {'question': 'allowance(u)', 'facts': {'u.arm': 'infantry', 'weather': 'mud', 'printed_allowance(u)': 7}}" in done.stdout
    )
    assert sorted(file.name for file in folder.iterdir()) == ["rulebook.case"], "nothing is written into the book"
