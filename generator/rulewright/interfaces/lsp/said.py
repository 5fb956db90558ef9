"""The one door for what a person reads in an editor: no text of a book acts there, and none is Markdown that nobody meant.

An editor shows a title or a finding as it is, and what is said of a name as Markdown, which may name pictures and pages of the network.
"""

from __future__ import annotations

import re

from rulewright.base.control_characters import ACTING

_ACTS = re.compile(f"[{ACTING}]")
_MARKS = re.compile(r"[\\`\[\]#|~{}>]")
_ENTITIES = {"&": "&amp;", "<": "&lt;"}


def plain(text: str) -> str:
    """Text that is shown as it is."""
    return _ACTS.sub("\ufffd", text)


def words(text: str) -> str:
    """The same in Markdown: emphasis stays, and nothing else of it is a mark."""
    entities = re.sub(r"[&<]", lambda found: _ENTITIES[found[0]], plain(text))
    return _MARKS.sub(r"\\\g<0>", entities)


def coded(text: str) -> str:
    """A name or a rule within a sentence in Markdown, letter by letter."""
    marks = "`" * (_in_a_row(text) + 1)
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{blank}{plain(text)}{blank}{marks}"


def code(text: str) -> str:
    """Lines of the language in Markdown."""
    marks = "`" * max(3, _in_a_row(text) + 1)
    return f"{marks}rulewright\n{plain(text)}\n{marks}"


def _in_a_row(text: str) -> int:
    """How many backticks a text has after one another."""
    return max(map(len, re.findall("`+", text)), default=0)
