"""Small rulebooks as text, for tests: a front page is put before them, findings are refused unless they are asked for."""

from __future__ import annotations

from rulewright.base.diagnostics import Diagnostic
from rulewright.base.source import Source
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import Program
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source

FRONT = """
rulebook small "Small"
  numbering decimal

source printed "Printed"
source errata "Errata"
  amends printed

edition before = printed
edition after = printed + errata
"""


def resolved(text: str, edition: str = "after", policy: str = "", front: str = FRONT) -> tuple[Program, tuple[Diagnostic, ...]]:
    """The program of a book, and what the resolver found; anything found before that fails the test."""
    lines = f"\nprecedence\n{policy}\n" if policy else ""
    blocks, findings = parse_source(Source("small.case", front + lines + text))
    book, more = build_rulebook(SyntaxTree("small", tuple(blocks)), ledger=None, slug="small")
    assert not findings and not more, [found.message for found in (*findings, *more)]
    return resolve(book, edition)


def core_of(text: str, edition: str = "after", policy: str = "", front: str = FRONT) -> Core:
    """The core of a book in which nothing is at fault."""
    found, findings = resolved(text, edition, policy, front)
    assert not findings, [finding.message for finding in findings]
    return lower(found)


def codes(text: str) -> list[str]:
    """The codes that the resolver reports, in order."""
    return [finding.code for finding in resolved(text)[1]]
