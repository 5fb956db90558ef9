"""Examples and remedies written as changes: the page's source says only what differs, its reader sees the whole book.

An example may be a change to a book that several pages show, `of mud` to `books/mud.case`, and a remedy one to the example, `diff`. Such a
block holds lines with what to do with them, as `diff` prints it: ` ` is a line to look for, `-` one to remove, `+` one to write here. A
`diff` is about the block of rules, or about the file that it names (`diff rulebook.case`). `ledger` are rows without their heading.
"""

from __future__ import annotations

import re
from importlib.resources import files

from rulewright.rulebook.ledger import COLUMNS

FENCE = re.compile(r"^```(case|csv|text)(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHARED = re.compile(r"^```of (\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROWS = "```ledger\n"
LEDGER = f"```csv\n{','.join(COLUMNS[:9])}\n"
CHANGE = re.compile(r"^```diff(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMES = {"case": "rules.case", "csv": "ledger.csv"}


def file_name(kind: str, name: str) -> str:
    """The file that a block is: the one it names, else that of its kind."""
    return name or NAMES.get(kind, "")


def whole_example(example: str) -> str:
    """The text of *Example* in full."""

    def changed_book(block: re.Match[str]) -> str:
        book = files("rulewright.checks").joinpath("books", f"{block[1]}.case").read_text("utf-8")
        return f"```case\n{changed(book, block[2])}```"

    return SHARED.sub(changed_book, example).replace(ROWS, LEDGER)


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
