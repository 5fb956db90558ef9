"""Characters that do something and are no letters: what none of a book's texts may send to a terminal, a page or another program.

Controls, marks that turn the order of letters round, and ends of lines that only some programs know. Tabs and the end of a line are not
among them: whoever writes a text says what becomes of those.
"""

from __future__ import annotations

import os
import re

ACTING = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
"""The characters, as a regular expression lists them between brackets."""
_IN_TEXT = re.compile(f"[{ACTING}]")
_IN_NAMES = re.compile(f"[{ACTING}\t\n]")


def spelled(name: str) -> str:
    """The name of a file, each such character of it, a tab or an end of a line written out: `\\x1b`, `\\u202e`."""
    return _IN_NAMES.sub(_written_out, name)


def in_json(written: str) -> str:
    """JSON that says the same, each such character in its texts as an escape of JSON."""
    return _IN_TEXT.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


ACTS = re.compile(f"[{ACTING}\t]")
"""What acts on a terminal without being a letter, ends of lines excepted."""


COMMANDS_OF_JOBS = re.compile(r"^(\s*:)(?=:)|#(?=#\[)", re.MULTILINE)
"""What a job on GitHub takes for the beginning of a command to itself, in any line that is printed in it."""


def visible(text: str) -> str:
    """A text as it may be sent to a terminal: what would act on it is shown as a picture, a tab as two spaces.

    In a job on GitHub a blank keeps what a book says from being read as a command to the job.
    """
    shown = ACTS.sub(picture, text.replace("\t", "  "))
    return COMMANDS_OF_JOBS.sub(r"\g<0> ", shown) if os.environ.get("GITHUB_ACTIONS") else shown


def picture(found: re.Match[str]) -> str:
    """Return the letter that shows a control character."""
    code = ord(found[0])
    return chr(0x2400 + code) if code < 32 else ("\u2421" if code == 127 else "\ufffd")
