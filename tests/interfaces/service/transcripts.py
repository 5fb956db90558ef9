"""Pages of the manual that show requests and parts of what comes back."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


def hold(page: Path, language: str, count: int, answer: Callable[[str], Any]) -> None:
    """Hold the blocks of a page in that language to what comes back. With RULEWRIGHT_REWRITE the values on the page are written anew.

    `answer` gives the document for a line that is a request, None for any other. Each indented line below it names a part.
    """
    text = page.read_text("utf-8")
    blocks = re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) == count
    fresh = text
    for block in blocks:
        fresh = fresh.replace(block, "".join(_with_values(block, answer)))
    if os.environ.get("RULEWRIGHT_REWRITE"):
        page.write_text(fresh, "utf-8")
    assert fresh == text


def _with_values(block: str, answer: Callable[[str], Any]) -> Iterator[str]:
    result: Any = None
    for line in block.splitlines(keepends=True):
        if not line.startswith("  "):
            result = answer(line.rstrip("\n"))
            yield line
            continue
        path = line.split(": ")[0].strip()
        value = result
        for step in path.split(" "):
            value = value[int(step)] if isinstance(value, list) else value[step]
        yield f"  {path}: {json.dumps(value, ensure_ascii=False)}\n"
