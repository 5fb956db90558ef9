"""The drafts of earlier imports, as they stand in the folder of a book now: the words in their comments, and what they mark as gone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulewright.base.records import record
from rulewright.importing.since import SheetChanges
from rulewright.rulebook.model import LedgerRow

STATEMENT = re.compile(r"^# ([A-Z]+-\d+[a-z]*) \([a-z ]+\): (.*(?:\n#   (?!(?:proposed|todo|candidates): )\S.*)*)", re.MULTILINE)
"""The comment of a draft with a statement; its words go on in lines that are set in."""

GONE = "is no longer on the sheet"
LONGEST_WORDS = 300


@record
class EarlierDrafts:
    """The words of statements that comments still have, by the number of the statement, and the text of all files of cases."""

    words: dict[str, str]
    text: str

    def describe_row(self, row: LedgerRow) -> str:
        """Return a statement of an earlier import for people: its number and its words, or the first of them where its draft is gone."""
        words = self.words.get(row.item, "")
        excerpt = f"{words[:LONGEST_WORDS]} …" if len(words) > LONGEST_WORDS else words or f"{row.anchor} …"
        return f"{row.item}, “{excerpt}”"

    def marks_of_gone(self, since: SheetChanges, rows: Sequence[LedgerRow]) -> Iterator[str]:
        """Yield what there is to do about each statement that is on the sheet no more, unless it was reworded or is marked already."""
        notes = " ".join(row.ocr_note for row in rows)
        reworded = {row.item for _, row in since.reworded}
        for row in since.gone:
            is_known = f"todo: {row.item}, " in self.text or re.search(rf"may be those of {re.escape(row.item)}\b", notes)
            if row.item not in reworded and not is_known:
                case = f" (case {row.locator})" if row.locator else ""
                yield f"{self.describe_row(row)}{case} {GONE}: does what you wrote of it still hold?"


def read_earlier_drafts(folder: Path) -> EarlierDrafts:
    """Return what the files of cases of a book have of earlier drafts; nothing of a file that cannot be read."""
    text = "\n".join(path.read_text("utf-8", errors="replace") for path in sorted(folder.glob("*.case")) if path.is_file())
    return EarlierDrafts({match[1]: re.sub(r"\n#\s+", " ", match[2]) for match in STATEMENT.finditer(text)}, text)
