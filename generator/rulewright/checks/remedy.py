"""Examples and remedies written as diffs: the source of a page holds only the differences, its reader sees the full rulebook.

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
    """Return the file name of a block: the one it states, else the default of its kind."""
    return name or NAMES.get(kind, "")


def whole_example(example: str) -> str:
    """Return the section *Example* with shared books and ledger headings expanded."""

    def changed_book(block: re.Match[str]) -> str:
        book = files("rulewright.checks").joinpath("books", f"{block[1]}.case").read_text("utf-8")
        return f"```case\n{apply_change(book, block[2])}```"

    return SHARED.sub(changed_book, example).replace(ROWS, LEDGER)


def whole_remedy(example: str, remedy: str) -> str:
    """Return the section *Use instead* in full: the example's blocks with the changes applied. Without changes it is full already."""
    changes = {file_name("case", name): lines for name, lines in CHANGE.findall(remedy)}

    def changed_block(block: re.Match[str]) -> str:
        kind, name, text = block.groups()
        change = changes.get(file_name(kind, name), "")
        start, end = block.start(3) - block.start(), block.end(3) - block.start()
        return block[0][:start] + apply_change(text, change) + block[0][end:]

    return FENCE.sub(changed_block, example) if changes else remedy


def apply_change(text: str, change: str) -> str:
    """Apply a change to a text. Raises ValueError if a line of the change is not in the text after the lines that precede it."""
    remaining, output = text.splitlines(keepends=True), []
    for line in change.splitlines(keepends=True):
        sign, content = line[:1], line[1:]
        if sign == "+":
            output.append(content)
            continue
        index = remaining.index(content)
        output += remaining[:index] if sign == "-" else remaining[: index + 1]
        remaining = remaining[index + 1 :]
    return "".join(output + remaining)
