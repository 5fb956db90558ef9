"""A remedy written as a change to the example of its page: the page's source says only what differs, its reader sees the whole book.

A block `diff` holds lines of the example with what to do with them, as `diff` prints it: ` ` is a line to look for, `-` one to remove,
`+` one to write here. It is about the block of rules, or about the file that it names (`diff rulebook.case`).
"""

from __future__ import annotations

import re

FENCE = re.compile(r"^```(case|csv|text)(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHANGE = re.compile(r"^```diff(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMES = {"case": "rules.case", "csv": "ledger.csv"}


def file_name(kind: str, name: str) -> str:
    """The file that a block is: the one it names, else that of its kind."""
    return name or NAMES.get(kind, "")


def whole_remedy(example: str, remedy: str) -> str:
    """The text of *Use instead* in full: the blocks of the example with the changes made. A remedy without changes is in full already."""
    changes = {file_name("case", name): lines for name, lines in CHANGE.findall(remedy)}

    def changed_block(block: re.Match[str]) -> str:
        kind, name, text = block.groups()
        change = changes.get(file_name(kind, name), "")
        start, end = block.start(3) - block.start(), block.end(3) - block.start()
        return block[0][:start] + changed(text, change) + block[0][end:]

    return FENCE.sub(changed_block, example) if changes else remedy


def changed(text: str, change: str) -> str:
    """The text after a change. Raises ValueError where a line of the change is not in the text, after the lines before it."""
    rest, written = text.splitlines(keepends=True), []
    for line in change.splitlines(keepends=True):
        sign, content = line[:1], line[1:]
        if sign == "+":
            written.append(content)
            continue
        at = rest.index(content)
        written += rest[:at] if sign == "-" else rest[: at + 1]
        rest = rest[at + 1 :]
    return "".join(written + rest)
