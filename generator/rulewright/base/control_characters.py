"""Control characters: no text of a book may send them to a terminal, a page or another program.

They are controls, marks that reverse the order of letters, and line ends that only some programs know. Tabs and newlines are not
included: the writer of a text decides about those.
"""

from __future__ import annotations

import os
import re

CONTROL_CHARACTERS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
"""The characters, as the content of a regular expression's brackets."""
_IN_TEXT = re.compile(f"[{CONTROL_CHARACTERS}]")
_IN_NAMES = re.compile(f"[{CONTROL_CHARACTERS}\t\n]")


def spell_out(name: str) -> str:
    """Return the name of a file with each control character, tab or newline escaped: `\\\\x1b`, `\\\\u202e`."""
    return _IN_NAMES.sub(_escape_sequence, name)


def escape_in_json(document: str) -> str:
    """Return equivalent JSON, with each control character in its texts as an escape of JSON."""
    return _IN_TEXT.sub(lambda match: f"\\u{ord(match[0]):04x}", document)


def _escape_sequence(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


CONTROL_CHARACTER = re.compile(f"[{CONTROL_CHARACTERS}\t]")
"""A character that acts on a terminal without being a letter, newlines excepted."""


COMMANDS_OF_JOBS = re.compile(r"^(\s*:)(?=:)|#(?=#\[)", re.MULTILINE)
"""The beginning of a command to a job on GitHub, in any line printed there."""


def make_visible(text: str) -> str:
    """Return a text fit for a terminal: control characters become pictures, a tab becomes two spaces.

    In a job on GitHub a blank keeps text of a book from being read as a command to the job.
    """
    pictured = CONTROL_CHARACTER.sub(control_picture, text.replace("\t", "  "))
    return COMMANDS_OF_JOBS.sub(r"\g<0> ", pictured) if os.environ.get("GITHUB_ACTIONS") else pictured


def control_picture(match: re.Match[str]) -> str:
    """Return the letter that shows a control character."""
    code = ord(match[0])
    return chr(0x2400 + code) if code < 32 else ("\u2421" if code == 127 else "\ufffd")
