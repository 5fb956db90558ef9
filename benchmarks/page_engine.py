"""Answers a second of the engine of the pages, in Node: of the question about an allowance that the interpreter is timed by."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from benchmarks.answers import allowance_core
from benchmarks.frame import Row
from rulewright.core.codec import core_json
from rulewright.site.asking.scripts import shipped_script

OUTCOMES, ARGUMENTS = 100_000, 20_000
GIVEN: dict[str, tuple[list[str], object]] = {
    "unit.arm": (["u"], "cavalry"),
    "weather": ([], "mud"),
    "printed_allowance": (["u"], 7),
    "unit.tired": (["u"], False),
}
_TIMED = Path(__file__).with_name("page_engine.js")


def rows() -> Iterator[Row]:
    """Status and value alone, and the answer with its whole argument; nothing where there is no Node."""
    node = shutil.which("node")
    if node is None:
        print("page_engine: nothing is timed, since Node is not installed")
        return
    query = {
        "asked": {"question": "allowance", "args": ["u"]},
        "things": {"unit": ["u"]},
        "given": [{"name": name, "args": args, "value": value} for name, (args, value) in GIVEN.items()],
    }
    given = {
        "script": shipped_script("engine") + shipped_script("engine-argument"),
        "core": json.dumps(core_json(allowance_core())),
        "query": query,
    }
    ran = subprocess.run([node, str(_TIMED)], input=json.dumps(given), text=True, check=True, capture_output=True)
    found = json.loads(ran.stdout)
    note = "in Node, processor time, best of 5"
    yield Row("pages: outcomes of a question", found["outcome"], "a second", OUTCOMES, at_least=True, note=note)
    yield Row("pages: answers with argument", found["ask"], "a second", ARGUMENTS, at_least=True, note=note)
