"""Check a draft of clauses against a book: the findings that are there with the draft, and not without it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.errors import WrongInput
from rulewright.base.prose_lists import listing
from rulewright.base.source import Source
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.export import diagnostic_json
from rulewright.interfaces.lsp.analyst import DraftStore
from rulewright.interfaces.service.books import ServedBook
from rulewright.syntax import nodes
from rulewright.syntax.blocks import split_blocks
from rulewright.syntax.parser import parse_source
from rulewright.workspace.inputs import read_inputs
from rulewright.workspace.open_book import OpenBook, load_inputs, results_folder

NEW_FILE = "zz-draft.case"
"""The name under which a draft lies in the book; the last of its files."""


def check_draft(served: ServedBook, text: str, chapter: str | None = None) -> dict[str, Any]:
    """Return the new findings about a draft, those that it mends, and the clauses that it replaces.

    A clause with the number of one that is there stands in its place; anything else is added to the chapter, by default one of its own.
    `decided`: what the rules lead to over all situations is among the findings; not while the text has errors, which come first. Raises
    `WrongInput` for an empty draft, and for a chapter that is not there.
    """
    if not text.strip():
        raise WrongInput('the draft is empty: write a clause of the book, such as `case 8.6 "Weather"` and what stands in it')
    drafted, replaced = lay_over(served.workspace, text, chapter)
    decided = not drafted.errors_in_texts
    old, new = (_serious_findings(book, decided) for book in (served.workspace, drafted))
    return {
        "book": served.name,
        "replaces": replaced,
        "decided": decided,
        "findings": [diagnostic_json(finding) for key, finding in new.items() if key not in old],
        "mended": [diagnostic_json(finding) for key, finding in old.items() if key not in new],
    }


def lay_over(workspace: OpenBook, text: str, chapter: str | None) -> tuple[OpenBook, list[str]]:
    """Return the book with a draft in it, and the numbers of the clauses that it replaces. The files on disk stay as they are."""
    source = f"{text.rstrip()}\n"
    drafted = set(_clause_names(source))
    files = {path.rpartition("/")[2]: data.decode("utf-8-sig", "replace") for path, data in workspace.inputs.cases}
    if chapter is not None and f"{chapter}.case" not in files:
        chapters = [name.removesuffix(".case") for name in files]
        hint = did_you_mean(chapter, chapters) or f"it has {listing(chapters, 'and')}"
        raise WrongInput(f"`{workspace.name}` has no chapter `{chapter}`", hints=[hint])
    texts: dict[str, str] = {}
    replaced: list[str] = []
    for name, content in files.items():
        blocks = [(next(_clause_names(block.text), ""), block.text) for block in split_blocks(content)]
        clauses = [clause for clause, _ in blocks if clause in drafted]
        if clauses:
            pieces = ["" if clause in drafted else block for clause, block in blocks]
            if chapter is None and not replaced:
                pieces[[clause in drafted for clause, _ in blocks].index(True)] = source
            texts[name] = "\n".join(pieces)
            replaced += clauses
    if chapter is not None or not replaced:
        place = NEW_FILE if chapter is None else f"{chapter}.case"
        texts[place] = f"{texts.get(place, files.get(place, ''))}\n\n{source}"
    inputs = read_inputs(workspace.folder, {name: content.encode() for name, content in texts.items()})
    store = DraftStore(results_folder(workspace.name, workspace.folder))
    store.saved = False
    return load_inputs(workspace.name, inputs, store, overlay=workspace.overlay, budget=workspace.budget), replaced


def _clause_names(text: str) -> Iterator[str]:
    """Yield the number of each case, scenario or ruling, and the name of each reading, that a text has."""
    for block in parse_source(Source(NEW_FILE, text))[0]:
        match block.block:
            case nodes.Case(number=name) | nodes.Ruling(number=name) | nodes.Scenario(number=name) | nodes.Reading(name=name):
                yield name
            case _:  # open: an amendment, a declaration or a chapter is added, never put in the place of another
                continue


def _serious_findings(book: OpenBook, decided: bool) -> dict[object, Diagnostic]:
    """Return errors and warnings by what they say, wherever their lines are."""
    findings = book.findings(Depth.ERRORS) if decided else book.findings_in_texts
    serious = (finding for finding in findings if finding.severity is not Severity.INFO)
    return {(finding.code, finding.edition, finding.message, finding.cases): finding for finding in serious}
