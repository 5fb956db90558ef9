"""What each check says about the example on its own page, whole: sentence, places with their words, help, notes. Kept in
`generator/rulewright/checks/said.txt`, by which `explain` knows a pasted message.

    cd tests && python -m checks.said

writes the file anew, after a change of words or places that is meant; its difference is then there to be read.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from checks.books import found_in, write
from rulewright.base.diagnostics import Diagnostic
from rulewright.checks.explain import Section, explain
from rulewright.checks.messages import MESSAGES_FILE
from rulewright.checks.registry import registry


def said(code: str, folder: Path) -> str:
    """What a check says about its example."""
    findings = found_in(write(explain(code).files(Section.EXAMPLE), folder))
    lines = (line for found in findings if found.code == code for line in _lines(found))
    return "".join(line.replace(str(folder), "the folder").replace(folder.name, "the folder") + "\n" for line in lines)


def _lines(found: Diagnostic) -> Iterator[str]:
    yield f"{found.severity.value}: {found.message}"
    for label in found.labels:
        at = label.location
        yield f"  {Path(at.path).name} {at.line}:{at.column}-{at.end_line}:{at.end_column} {label.text}".rstrip()
    if found.help:
        yield f"  help: {found.help}"
    yield from (f"  note: {note}" for note in found.notes)
    if found.edition or found.cases:
        yield f"  in {', '.join(found.cases)} {found.edition}".rstrip()


def kept() -> dict[str, str]:
    """What is kept, by code."""
    sections = MESSAGES_FILE.read_text("utf-8").split("\n\n")
    return {head: body + "\n" for head, _, body in (section.strip("\n").partition("\n") for section in sections)}


def main() -> None:
    """Write what is said now."""
    sections = []
    for code in sorted(registry()):
        with tempfile.TemporaryDirectory() as folder:
            sections.append(f"{code}\n{said(code, Path(folder))}")
    MESSAGES_FILE.write_text("\n".join(sections), "utf-8")


if __name__ == "__main__":
    main()
