"""The books of this folder: each holds statements of the page *What every form means*, in examples named `ID: what`.

A book without a front page stands on a plain one. Its first line may say what `check` finds in it: `# check: RW301`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rulewright.base.diagnostics import Diagnostic
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import Program
from rulewright.site.output.sample_blocks import PLAIN, sample_texts
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source, source_of

FOLDER = Path(__file__).parent
_FOUND = re.compile(r"\A# check: (.+)$", re.MULTILINE)
_TITLE = re.compile(r'^ +example "([a-z.-]+): ', re.MULTILINE)


@dataclass(frozen=True)
class MeaningBook:
    """A book, as its file has it."""

    path: Path
    own_text: str

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def text(self) -> str:
        front = "" if re.search(r"^rulebook ", self.own_text, re.MULTILINE) else sample_texts()[PLAIN] + "\n"
        return front + self.own_text

    @property
    def promised(self) -> set[str]:
        """The codes of the errors that `check` finds."""
        found = _FOUND.search(self.own_text)
        return set(found[1].split()) if found else set()

    @property
    def ids(self) -> set[str]:
        """The statements that its examples name."""
        return set(_TITLE.findall(self.own_text))

    @cached_property
    def read(self) -> tuple[Program, tuple[Diagnostic, ...]]:
        """The program of its last edition, and what was found on the way."""
        placed, found = parse_source(source_of(self.path.name, self.text))
        book, folded = build_rulebook(SyntaxTree("", placed), ledger=None, slug="meaning")
        program, resolved = resolve(book, book.default_edition)
        return program, (*found, *folded, *resolved)

    @cached_property
    def core(self) -> Core:
        return lower(self.read[0])


BOOKS = [MeaningBook(path, path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.case"))]
