"""Books that tests write as text (file name -> text), read as rulewright reads a folder."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.source import Source
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import Program
from rulewright.syntax.nodes import Placed, SyntaxTree
from rulewright.syntax.parser import parse_source


def parsed(files: Mapping[str, str], name: str = "small") -> tuple[SyntaxTree, list[Diagnostic]]:
    """The tree of all files, and what the parser found."""
    blocks: list[Placed] = []
    findings: list[Diagnostic] = []
    for path, text in sorted(files.items()):
        placed, found = parse_source(Source(path, text))
        blocks += placed
        findings += found
    return SyntaxTree(name, tuple(blocks)), findings


def tree_of(files: Mapping[str, str], name: str = "small") -> SyntaxTree:
    """The tree of files that must parse."""
    tree, findings = parsed(files, name)
    assert not findings, findings
    return tree


def program_of(files: Mapping[str, str], edition: str) -> tuple[Program, list[str]]:
    """The program of a book, and the errors in it."""
    tree, findings = parsed(files)
    book, found = build_rulebook(tree, ledger=None, slug=tree.folder)
    program, wrong = resolve(book, edition)
    return program, [one.message for one in (*findings, *found, *wrong) if one.severity is Severity.ERROR]


def case_parts(block: str) -> tuple[list[str], list[list[str]]]:
    """The lines of a case before its first rule or statement, and each of these with what stands under it."""
    lines = block.rstrip().split("\n")
    first = next((index for index, line in enumerate(lines) if index and not re.match(r'  ("|option |scenario )', line)), len(lines))
    parts: list[list[str]] = []
    for line in lines[first:]:
        if line.startswith("    "):
            parts[-1].append(line)
        else:
            parts.append([line])
    return lines[:first], parts
