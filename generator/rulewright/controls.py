"""Characters that do something and are no letters: what none of a book's texts may send to a terminal, a page or another program.

Controls, marks that turn the order of letters round, and ends of lines that only some programs know. Tabs and the end of a line are not
among them: whoever writes a text says what becomes of those.
"""

from __future__ import annotations

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
