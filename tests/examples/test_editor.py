"""The client of the language server in `examples/`, on a book that has just been begun."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from patience import PATIENCE

CLIENT = Path(__file__).parents[2] / "examples" / "editor" / "client.py"


def test_the_client_goes_through_what_an_editor_does(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "rulewright", "new", "demo"], cwd=tmp_path, check=True, capture_output=True, timeout=PATIENCE)
    begun = (tmp_path / "demo" / "first.case").read_bytes()
    done = subprocess.run([sys.executable, CLIENT, "demo"], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    opened, _, edited = done.stdout.partition("a slip is typed over the word\n")
    typed, _, mended = edited.partition("the whole text is sent as it was\n")
    assert opened.startswith("server: rulewright utf-16\nopened\nhover: ```rulewright\nfact raining: yes/no")
    assert "        line 17: RW201 nothing is called `rainning`\n" in typed
    assert mended.rpartition("rename to wet")[0].endswith("    findings: 0\n")
    ending = [line for line in mended.splitlines() if not line.startswith("    ")]
    assert ending[0] == "rename to wet: 4 edits"
    assert ending[1].startswith("rename to march: -32803 ")
    assert ending[2].startswith(
        ("lenses, cancelled: -32800 ", "lenses, cancelled: [{")
    )  # the answer may be on its way when it is cancelled
    assert ending[3:] == ["example: passes", "ended with 0"]
    assert (tmp_path / "demo" / "first.case").read_bytes() == begun
