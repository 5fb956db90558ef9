"""`examples/notebook`: what the script prints, from its first cell to its last."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest


def test_it_counts_rows_and_finds_what_an_erratum_reaches(root: Path) -> None:
    pytest.importorskip("pandas")
    script = root / "examples" / "notebook" / "rows.py"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
    run = subprocess.run([sys.executable, script], capture_output=True, encoding="utf-8", env=environment, timeout=60)
    assert run.stderr == "" and run.returncode == 0
    printed = re.sub(" +", " ", run.stdout)
    for line in (
        "answered 342",
        "missing 12",
        "bad row 6",
        "`huge` is not a value of `game.size`, which is small, medium or large 6",
        "m.games_out 12",
        "forbidden permitted 16",
        "question borrow {m} borrows {g}",
        "example 1.2/a helper a helper",
    ):
        assert line in printed, line


def test_every_cell_has_a_heading(root: Path) -> None:
    cells = [line for line in (root / "examples" / "notebook" / "rows.py").read_text("utf-8").splitlines() if line.startswith("# %%")]
    assert len(cells) == 5 and all(cell.removeprefix("# %%").strip() for cell in cells)
