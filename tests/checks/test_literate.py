"""The Markdown files in `literate/`: rulebooks with what is found in them written at the line, as `# error: [dangling-reference]`.

Each file names the checks it is about in a line `Checks: a, b`; findings of these, and all errors, must be exactly those written. Several
findings on one line stand behind one another. Blocks are as on the pages of the checks: without a front page they get one.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from checks.books import found_in, write
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.explain import DEFAULT_FRONT_PAGE
from rulewright.checks.registry import registry
from rulewright.checks.remedy import FENCE

FILES = sorted(Path(__file__).with_name("literate").glob("*.md"))
SECTION = re.compile(r"^## (.+)\n((?:(?!^## ).*\n?)*)", re.MULTILINE)
CHECKS = re.compile(r"^Checks: (.+)$", re.MULTILINE)
EXPECTED = re.compile(r"(?:#|(?<=\])) ?(error|warning|info): \[([a-z-]+)\](?: in (\w+))?")


def _sections() -> list[tuple[str, str, frozenset[str]]]:
    found = []
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        listed = CHECKS.search(text)
        assert listed, f"{path.name} has no line `Checks: …`"
        names = frozenset(name.strip() for name in listed[1].split(","))
        found += [(f"{path.stem}: {title}", body, names) for title, body in SECTION.findall(text)]
    return found


SECTIONS = _sections()


@pytest.mark.parametrize(("body", "names"), [section[1:] for section in SECTIONS], ids=[section[0] for section in SECTIONS])
def test_findings_are_those_written(body: str, names: frozenset[str], tmp_path: Path) -> None:
    files = {name or {"case": "rules.case", "csv": "ledger.csv"}[kind]: text for kind, name, text in FENCE.findall(body)}
    assert files, "a section shows a rulebook"
    written = Counter(
        (f"{name}:{number}", severity, check, edition)
        for name, text in files.items()
        for number, line in enumerate(text.split("\n"), 1)
        for severity, check, edition in EXPECTED.findall(line)
    )
    write({"rulebook.case": DEFAULT_FRONT_PAGE, **files}, tmp_path)
    found = Counter(_told(one) for one in found_in(tmp_path) if one.name in names or one.severity is Severity.ERROR)
    assert found == written


def _told(found: Diagnostic) -> tuple[str, str, str, str]:
    at = found.labels[0].location
    return f"{Path(at.path).name}:{at.line}", found.severity.value, found.name, found.edition


def test_every_check_named_is_one() -> None:
    known = {entry.name for entry in registry().values()}
    assert SECTIONS and all(names <= known for _, _, names in SECTIONS)
