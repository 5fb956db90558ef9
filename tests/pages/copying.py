"""A reader's copy laid over books twice: by the scripts of the pages in an embedded interpreter, and by the fold of the rulebook."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.base.diagnostics import Diagnostic
from rulewright.base.resources import site_folder
from rulewright.rulebook.build import _collect_clauses, _fold_states
from rulewright.rulebook.model import CaseInForce, Rulebook
from rulewright.rulebook.overlay import merge_copies
from written import tree_of

PARTS = ("find/numbers", "copy/words", "copy/prose", "copy/acts", "copy/split", "copy/file", "copy/book")
Text = list[dict[str, Any]]
OF_WORDS = frozenset({"RW113", "RW114", "RW118"})


class Copies:
    """The scripts with the data of one book."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        import quickjs

        self._context = quickjs.Context()
        self._context.eval("var window = globalThis;")
        for name in PARTS:
            self._context.eval((site_folder() / "assets" / f"{name}.js").read_text("utf-8"))
        self._context.set("given", json.dumps(data))
        self._context.eval(
            """
            rulewrightCopy.give("book", JSON.parse(given));
            var book = rulewrightCopy.book("book");
            function laid(number, edition, text) { return JSON.stringify(book.laid(number, edition, text === "" ? null : JSON.parse(text))); }
            function split(text) { return JSON.stringify(rulewrightCopy.split(text, book)); }
            function written(copy) { return JSON.stringify(rulewrightCopy.file.written(JSON.parse(copy), book)); }
            function taken(text) { return JSON.stringify([rulewrightCopy.file.isFile(text), rulewrightCopy.file.read(text)]); }
            """
        )
        self._call = {name: self._context.get(name) for name in ("laid", "split", "written", "taken")}

    def ends_within(self, seconds: float) -> None:
        """From now on, what takes longer is a fault."""
        self._context.set_time_limit(seconds)

    def laid(self, number: str, edition: str, text: Text | None) -> dict[str, Any]:
        """`text`, `held`, `deleted` and `acts` of a case, with a copy of its words or without."""
        found: dict[str, Any] = json.loads(self._call["laid"](number, edition, "" if text is None else json.dumps(text)))
        return found

    def split(self, text: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._call["split"](text))
        return found

    def words(self, text: str) -> dict[str, list[str]]:
        """Number of each case of a pasted text -> its paragraphs, each with its step in front."""
        return {
            one["number"]: [f"{each.get('step', '')}|{each['text']}".lstrip("|") for each in one["text"]]
            for one in self.split(text)["cases"]
        }

    def written(self, copy: Mapping[str, Any]) -> str:
        return str(json.loads(self._call["written"](json.dumps(copy))))

    def taken(self, text: str) -> tuple[bool, dict[str, Any]]:
        is_file, read = json.loads(self._call["taken"](text))
        return is_file, read


@dataclass(frozen=True)
class Laid:
    """What the fold makes of a book and a copy: the cases of each edition by number, and what was found."""

    cases: Mapping[str, Mapping[str, CaseInForce]]
    findings: tuple[Diagnostic, ...]

    def of(self, edition: str, first_number: str) -> CaseInForce | None:
        return next((one for one in self.cases[edition].values() if one.first_number == first_number), None)


def laid_by_the_fold(book: Rulebook, file: str | None) -> Laid:
    """A copy, as a file of cases, laid over a book as `--with` does it; None: the book without one."""
    clauses, _ = _collect_clauses(book)
    laid, findings = merge_copies(clauses, tree_of({"copy.case": file}, "copy"), book.sources) if file is not None else (clauses, [])
    states = _fold_states(book, laid)
    found = [*findings, *(one for _, some in states.values() for one in some)]
    return Laid({name: state.cases for name, (state, _) in states.items()}, tuple(found))


def paragraphs(case: CaseInForce) -> list[tuple[str, str | None, bool, bool]]:
    return [(one.text, one.step, one.commentary, one.struck) for one in case.text]


def paragraphs_of(found: Mapping[str, Any]) -> list[tuple[str, str | None, bool, bool]]:
    return [(one["text"], one.get("step"), one.get("commentary", False), one.get("struck", False)) for one in found["text"]]
