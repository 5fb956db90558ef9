"""The scripts that a site ships give the interpreter's answers in Chromium, with the core as it is shipped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pages.browser import opened
from rulewright.core.wording import NO_WORDING
from rulewright.engines.conformance.kit import make_kit
from rulewright.engines.conformance.run import Difference, difference_lines, outcomes_agree
from rulewright.engines.page.engine import PARTS, QUERY, read_outcome
from rulewright.engines.page.lean import lean_core
from rulewright.engines.page.packed import pack_documents
from rulewright.site.asking.scripts import shipped_script
from rulewright.workspace.open_book import load

if TYPE_CHECKING:
    from rulewright.core.model import Core

_ASK = """
([core, queries]) => {
  const engine = new Rulewright.Engine(Rulewright.unpacked(Rulewright.read(core))("core"));
  return queries.map((query) => JSON.stringify(engine.conform(Rulewright.read(query))));
}
"""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("books", "least"), [(("war-in-europe",), 200), pytest.param(("la-grande-armee", "leipzig"), 1_000, marks=pytest.mark.thorough)]
)
def test_hundreds_of_questions(browser: Any, tmp_path: Path, books: Sequence[str], least: int) -> None:
    """Opened from the disk; nothing is declined, and nothing differs."""
    for part in PARTS:
        (tmp_path / f"{part}.js").write_text(shipped_script(part), encoding="utf-8")
    tags = "".join(f'<script src="{part}.js"></script>' for part in PARTS)
    (tmp_path / "index.html").write_text(f"<!doctype html><title>engine</title>{tags}", encoding="utf-8")
    asked = 0
    with opened(browser) as page:
        page.goto((tmp_path / "index.html").as_uri())
        for name in books:
            core = load(name).core(load(name).edition(None))
            asked += _held_equal(page, core)
    assert asked >= least


def _held_equal(page: Any, core: Core) -> int:
    questions = make_kit(core, 0).questions
    text = json.dumps(pack_documents({"core": lean_core(core, NO_WORDING)}))
    answers = page.evaluate(_ASK, [text, [json.dumps(QUERY.write(one.query)) for one in questions]])
    for question, answer in zip(questions, answers, strict=True):
        found = json.loads(answer)
        assert "declined" not in found, found
        got = read_outcome(found)
        assert outcomes_agree(question.outcome, got), "\n".join(difference_lines(core, Difference(question, got)))
    return len(questions)
