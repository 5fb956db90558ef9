"""Error recovery: a faulty statement is reported and blanked, and the block is parsed again.

A statement is a line with all deeper lines under it. So one run reports several faults of a block and yields a tree of the rest. A block
with a faulty head yields no tree, unless it is the head of a case whose number can be read.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from rulewright.base.source import Span
from rulewright.syntax import nodes
from rulewright.syntax.error_sentences import explain, explain_layout
from rulewright.syntax.grammar import Grammar, Unexpected, load_grammar
from rulewright.syntax.layout import Layout
from rulewright.syntax.parser_stop import closest_keyword
from rulewright.syntax.syntax_errors import SENTENCES, Fault, LanguageFault, LayoutError, make_fault

MAX_LINE = 5_000  # characters
MAX_FAULTS = 200  # of one block
MAX_WORK = 4_000_000  # characters parsed again for the faults of one block


class Parsed(NamedTuple):
    """A block as far as it could be parsed, and its faults."""

    block: nodes.Block | None
    faults: tuple[Fault, ...]


def parse_text(text: str) -> Parsed:
    """Parse one block of text, with recovery; never raises."""
    node, faults, bad_line = _parse_once(text, "start")
    if bad_line is None:
        return Parsed(node, tuple(faults))
    return _reparse(text, faults, bad_line)


def parse_statement(text: str, start: str) -> tuple[Any, tuple[Fault, ...]]:
    """Parse one text that is not a block, without recovery; the node is None if there is a fault."""
    node, faults, bad_line = _parse_once(text, start)
    return (None if bad_line is not None else node), tuple(faults)


def _parse_once(text: str, start: str) -> tuple[Any, list[Fault], int | None]:
    """Return the node, the notes or the fault, and the line of the faulty statement (None if there is no fault)."""
    fault = _screen_text(text)
    if fault is not None:
        return None, [fault], fault.span.line
    grammar = load_grammar()
    try:
        node = grammar.parse(text, start)
        return node, _last_pass(grammar).notes, None
    except Unexpected:
        fault, line = explain(grammar, text, start)
        return None, [fault], line
    except LayoutError as problem:
        statement_line = _last_pass(grammar).statement_line
        fault = explain_layout(grammar, text, start) or problem.to_fault()
        return None, [fault], min(statement_line, fault.span.line)
    except LanguageFault as problem:
        return None, [problem.to_fault()], problem.span.line


def _last_pass(grammar: Grammar) -> Layout:
    """Return the lexer's last pass."""
    assert grammar.lexer.last is not None
    return grammar.lexer.last


def _screen_text(text: str) -> Fault | None:
    """Return the fault of a text with tabs or with lines too long to be hand-written, or None; run before parsing."""
    if "\t" not in text and len(text) <= MAX_LINE:
        return None
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            return make_fault("long line", Span(number, 1, number, 2), str(len(line)), str(MAX_LINE))
        if "\t" in line:
            column = line.index("\t") + 1
            return make_fault("tab", Span(number, column, number, column + 1))
    return None


def _reparse(text: str, faults: list[Fault], bad_line: int) -> Parsed:
    """Repair or blank the faulty statement and parse again, until the block has no faults or its head is lost."""
    lines = text.split("\n")
    reported, fault = list(faults), faults[-1]
    blanked: set[int] = set()
    head_lost = head_replaced = False
    for _ in range(min(MAX_FAULTS, max(MAX_WORK // (len(text) + 1), 3)) - 1):
        covered = _statement_lines(lines, bad_line, fault)
        if fault.says.message == _LOST_INDENT and bad_line - 1 not in blanked:
            lines[bad_line - 1] = "  " + lines[bad_line - 1]
            blanked.add(bad_line - 1)
        elif covered[0] == _head_line(lines):
            substitute = _substitute_head(lines[covered[0]])
            mended_head = None if head_replaced else _mend_head(lines[covered[0]])
            if head_lost or (substitute is None and mended_head is None):
                return Parsed(None, tuple(reported))
            head_lost = mended_head is None
            head_replaced = True
            lines[covered[0]] = mended_head or substitute or ""
        else:
            blanked.update(covered, _misindented_lines(lines, covered))
            for line in covered:
                lines[line] = ""
        node, faults, next_bad_line = _parse_once("\n".join(lines), "start")
        if next_bad_line is None:
            return Parsed(None if head_lost else node, (*reported, *faults))
        fault, bad_line = faults[-1], next_bad_line
        if not blanked & set(_statement_lines(lines, bad_line, fault)) and not (head_lost and bad_line - 1 == _head_line(lines)):
            reported.append(fault)  # else it is a consequence of a blanked line
    return Parsed(None, tuple(reported))


def _mend_head(head: str) -> str | None:
    """Return the repaired head of a case that has only a number and a title, or None; so references to the case still resolve.

    >>> _mend_head('csae 8.6 "Mud"'), _mend_head("case2: Mud"), _mend_head('amedn 8.6 in errata as "Mud"'), _mend_head('case 8.6 "Mud" nwe')
    ('case 8.6 "Mud"', 'case 2', None, None)
    """
    match = _CASE_HEAD.match(head)
    if match is None or not closest_keyword(match["word"], ["case"]):
        return None
    title = match["title"] if match["title"].count('"') == 2 else ""
    return " ".join(part for part in ("case", match["number"], title, match["tags"].strip()) if part)


_CASE_HEAD = re.compile(
    r"[ \xa0]*(?P<word>[A-Za-z]+):?[ \xa0]*(?P<number>§?[0-9][A-Za-z0-9]*\+*(?:[./]\w+\+*)*)[.:]?[ \xa0]*"
    r"(?P<title>[^\"@ ]+|\"?[^\"@]*\"?)(?P<tags>(?: +@[A-Z]+-[0-9][A-Za-z0-9]*)*) *$"
)


def _substitute_head(head: str) -> str | None:
    """Return a valid head to parse the body under if the real one is faulty, so that faults of the body are reported too."""
    word = closest_keyword(head.split(" ")[0], ["case", "amend", "ruling", "reading", "scenario"])
    return None if word is None else _SUBSTITUTES[word]


_SUBSTITUTES = {
    "case": "case x.1",
    "amend": "amend x.1 in x as x",
    "ruling": "ruling x.1 on x.1 in x",
    "reading": 'reading x on x.1 ""',
    "scenario": 'scenario x.1 ""',
}
_BLOCKS = frozenset({"case", "amend", "ruling", "reading"})
_LOST_INDENT = SENTENCES["lost indent"].message


def _head_line(lines: list[str]) -> int:
    return next((number for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")), 0)


def _statement_lines(lines: list[str], bad_line: int, fault: Fault) -> list[int]:
    """Return the line numbers (from 0) of the statement that contains `bad_line` (from 1): that line and the deeper lines after it.

    After an indentation fault, depth is unreliable: the lines of a quotation belong to its first line, and the lines of a block that has
    lost its margin belong to its head.
    """
    first = bad_line - 1
    depth = _indent_depth(lines[first])
    marks = lines[first].count('"')
    if fault.says.code == "RW003" and lines[first].split()[:1] and lines[first].split()[0] in _BLOCKS:
        depth = 0
    covered = [first]
    for number in range(first + 1, len(lines)):
        in_quotation = fault.says.code == "RW003" and marks % 2 == 1
        if lines[number].strip() and _indent_depth(lines[number]) <= depth and not in_quotation:
            break
        covered.append(number)
        marks += lines[number].count('"')
    return covered


def _misindented_lines(lines: list[str], covered: list[int]) -> list[int]:
    """Return the lines directly below a statement that is indented by an odd number of spaces: they were written as its block."""
    depth = _indent_depth(lines[covered[0]])
    if depth % 2 == 0:
        return []
    following = range(covered[-1] + 1, len(lines))
    end = next((number for number in following if not lines[number].strip() or _indent_depth(lines[number]) < depth - 1), len(lines))
    return list(range(covered[-1] + 1, end))


def _indent_depth(line: str) -> int:
    """Return the indentation of a line in columns; a tab, which is an error, counts as two columns."""
    return len(line) - len(line.lstrip(" \t\xa0")) + line[: len(line) - len(line.lstrip())].count("\t")
