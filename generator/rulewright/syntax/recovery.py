"""Reading a block that has faults: each faulty statement is reported and blanked, and the rest is read again.

A statement is a line with all deeper lines under it. So a block gives several faults in one run, and a tree of what is left; only a block
whose head is faulty gives none, unless it is the head of a case whose number can be read.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from rulewright.base.source import Span
from rulewright.syntax import nodes
from rulewright.syntax.error_sentences import explain, explain_layout
from rulewright.syntax.grammar import Grammar, Unexpected, load_grammar
from rulewright.syntax.layout import Layout
from rulewright.syntax.parser_stop import near
from rulewright.syntax.syntax_errors import SENTENCES, Fault, LanguageFault, LayoutError, say

MAX_LINE = 5_000  # characters
MAX_FAULTS = 200  # of one block
MAX_WORK = 4_000_000  # characters read again for the faults of one block


class Parsed(NamedTuple):
    """A block as far as it could be read, and the faults in it."""

    block: nodes.Block | None
    faults: tuple[Fault, ...]


def parse_text(text: str) -> Parsed:
    """One block of text; never raises."""
    node, faults, at = _try(text, "start")
    if at is None:
        return Parsed(node, tuple(faults))
    return _again(text, faults, at)


def parse_statement(text: str, start: str) -> tuple[Any, tuple[Fault, ...]]:
    """One text that is not a block: nothing is blanked."""
    node, faults, at = _try(text, start)
    return (None if at is not None else node), tuple(faults)


def _try(text: str, start: str) -> tuple[Any, list[Fault], int | None]:
    """The node, the notes or the fault, and the line of the statement to blank (None if all went well)."""
    screened = _screen(text)
    if screened is not None:
        return None, [screened], screened.span.line
    grammar = load_grammar()
    try:
        node = grammar.parse(text, start)
        return node, _last(grammar).notes, None
    except Unexpected:
        fault, line = explain(grammar, text, start)
        return None, [fault], line
    except LayoutError as problem:
        started = _last(grammar).started
        fault = explain_layout(grammar, text, start) or problem.fault()
        return None, [fault], min(started, fault.span.line)
    except LanguageFault as problem:
        return None, [problem.fault()], problem.span.line


def _last(grammar: Grammar) -> Layout:
    """The lexer's last pass."""
    assert grammar.lexer.last is not None
    return grammar.lexer.last


def _screen(text: str) -> Fault | None:
    """What is looked for before anything is read: lines too long to be written by hand, and tabs."""
    if "\t" not in text and len(text) <= MAX_LINE:
        return None
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            return say("long line", Span(number, 1, number, 2), str(len(line)), str(MAX_LINE))
        if "\t" in line:
            column = line.index("\t") + 1
            return say("tab", Span(number, column, number, column + 1))
    return None


def _again(text: str, faults: list[Fault], at: int) -> Parsed:
    """Mends or blanks the faulty statement and reads again, until the block is clean or nothing is left of it."""
    lines = text.split("\n")
    known, fault = list(faults), faults[-1]
    blanked: set[int] = set()
    lost = at_head_again = False
    for _ in range(min(MAX_FAULTS, max(MAX_WORK // (len(text) + 1), 3)) - 1):
        covered = _statement(lines, at, fault)
        if fault.says.message == _LOST_INDENT and at - 1 not in blanked:
            lines[at - 1] = "  " + lines[at - 1]
            blanked.add(at - 1)
        elif covered[0] == _head(lines):
            stand_in = _stand_in(lines[covered[0]])
            mended = None if at_head_again else _mended(lines[covered[0]])
            if lost or (stand_in is None and mended is None):
                return Parsed(None, tuple(known))
            lost = mended is None
            at_head_again = True
            lines[covered[0]] = mended or stand_in or ""
        else:
            blanked.update(covered, _held_too(lines, covered))
            for line in covered:
                lines[line] = ""
        node, faults, again = _try("\n".join(lines), "start")
        if again is None:
            return Parsed(None if lost else node, (*known, *faults))
        fault, at = faults[-1], again
        if not blanked & set(_statement(lines, at, fault)) and not (lost and at - 1 == _head(lines)):
            known.append(fault)  # else it comes of what was blanked
    return Parsed(None, tuple(known))


def _mended(head: str) -> str | None:
    """The head of a case that says no more than its number and title, as it was meant: what names the case shall find it.

    >>> _mended('csae 8.6 "Mud"'), _mended("case2: Mud"), _mended('amedn 8.6 in errata as "Mud"'), _mended('case 8.6 "Mud" nwe')
    ('case 8.6 "Mud"', 'case 2', None, None)
    """
    found = _CASE_HEAD.match(head)
    if found is None or not near(found["word"], ["case"]):
        return None
    title = found["title"] if found["title"].count('"') == 2 else ""
    return " ".join(part for part in ("case", found["number"], title, found["tags"].strip()) if part)


_CASE_HEAD = re.compile(
    r"[ \xa0]*(?P<word>[A-Za-z]+):?[ \xa0]*(?P<number>[0-9][A-Za-z0-9]*(?:[./][A-Za-z0-9_]+)*)[.:]?[ \xa0]*"
    r"(?P<title>[^\"@ ]+|\"?[^\"@]*\"?)(?P<tags>(?: +@[A-Z]+-[0-9][A-Za-z0-9]*)*) *$"
)


def _stand_in(head: str) -> str | None:
    """A head to read the body under when the real one is faulty, so that its faults are reported too."""
    word = near(head.split(" ")[0], ["case", "amend", "ruling", "reading", "scenario"])
    return None if word is None else _STAND_INS[word]


_STAND_INS = {
    "case": "case x.1",
    "amend": "amend x.1 in x as x",
    "ruling": "ruling x.1 on x.1 in x",
    "reading": 'reading x on x.1 ""',
    "scenario": 'scenario x.1 ""',
}
_BLOCKS = frozenset({"case", "amend", "ruling", "reading"})
_LOST_INDENT = SENTENCES["lost indent"].message


def _head(lines: list[str]) -> int:
    return next((number for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")), 0)


def _statement(lines: list[str], at: int, fault: Fault) -> list[int]:
    """The numbers (from 0) of the lines of the statement that holds line `at` (from 1): that line and the deeper ones after it.

    Where the indentation is at fault, what is deeper is not to be trusted: the lines of a quotation go with its first one, and the lines
    of a block that has lost its margin go with its head.
    """
    first = at - 1
    depth = _depth(lines[first])
    marks = lines[first].count('"')
    if fault.says.code == "RW003" and lines[first].split()[:1] and lines[first].split()[0] in _BLOCKS:
        depth = 0
    covered = [first]
    for number in range(first + 1, len(lines)):
        in_quotation = fault.says.code == "RW003" and marks % 2 == 1
        if lines[number].strip() and _depth(lines[number]) <= depth and not in_quotation:
            break
        covered.append(number)
        marks += lines[number].count('"')
    return covered


def _held_too(lines: list[str], covered: list[int]) -> list[int]:
    """The lines right below a statement that stands one space too deep: what they hold was written under it."""
    depth = _depth(lines[covered[0]])
    if depth % 2 == 0:
        return []
    after = range(covered[-1] + 1, len(lines))
    end = next((number for number in after if not lines[number].strip() or _depth(lines[number]) < depth - 1), len(lines))
    return list(range(covered[-1] + 1, end))


def _depth(line: str) -> int:
    """How deep a line stands; a tab, which is an error, counts as one level."""
    return len(line) - len(line.lstrip(" \t\xa0")) + line[: len(line) - len(line.lstrip())].count("\t")
