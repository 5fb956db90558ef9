"""Escaping of all text for an editor: no text of a book is active there, and none becomes unintended Markdown.

An editor shows titles and findings literally, and hover texts as Markdown, which may link pictures and pages of the network.
"""

from __future__ import annotations

import re

from rulewright.base.control_characters import CONTROL_CHARACTERS

_ACTIVE_CHARACTERS = re.compile(f"[{CONTROL_CHARACTERS}]")
_MARKS = re.compile(r"[\\`\[\]#|~{}>]")
_ENTITIES = {"&": "&amp;", "<": "&lt;"}


def plain_text(text: str) -> str:
    """Return text for literal display."""
    return _ACTIVE_CHARACTERS.sub("\ufffd", text)


def markdown_text(text: str) -> str:
    """Return text for Markdown: emphasis stays, all other marks are escaped."""
    entities = re.sub(r"[&<]", lambda entity: _ENTITIES[entity[0]], plain_text(text))
    return _MARKS.sub(r"\\\g<0>", entities)


def inline_code(text: str) -> str:
    """Return a name or a rule as inline code in Markdown."""
    marks = "`" * (_longest_backtick_run(text) + 1)
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{blank}{plain_text(text)}{blank}{marks}"


def code_block(text: str) -> str:
    """Return lines of the language as a code block in Markdown."""
    marks = "`" * max(3, _longest_backtick_run(text) + 1)
    return f"{marks}rulewright\n{plain_text(text)}\n{marks}"


def _longest_backtick_run(text: str) -> int:
    """Return the length of the longest run of backticks in a text."""
    return max(map(len, re.findall("`+", text)), default=0)
