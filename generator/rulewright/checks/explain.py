"""The page of a check by its code or name: its sections and the rulebooks of its examples."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from rulewright.checks.registry import Entry, find_entry
from rulewright.checks.remedy import FENCE, file_name, whole_example, whole_remedy

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
REPEATED = re.compile(r"«(\S+) × (\d+)»")
RAW_BYTE = re.compile(r"«byte ([0-9A-F]{2})»")


class Section(StrEnum):
    """The sections of a page, in this order; `LIMITS` may be missing."""

    WHAT = "What it does"
    WHY = "Why it matters"
    EXAMPLE = "Example"
    INSTEAD = "Use instead"
    LIMITS = "Limits"


DEFAULT_FRONT_PAGE = """\
rulebook example "Example"

source printed "Rules"

source errata "Errata"
  amends printed

edition printed = printed
edition errata  = printed + errata
"""
"""The front page of an example that shows none of its own."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A parsed page of a check. `sections` are Markdown, by heading, in the order of the page; remedies are spelt out in full."""

    entry: Entry
    sections: dict[str, str]

    def markdown(self) -> str:
        """Return the page as Markdown."""
        entry = self.entry
        head = f"# {entry.name} ({entry.code})\n\n*{entry.severity.value}* · {entry.summary}\n"
        return head + "".join(f"\n## {title}\n\n{text}\n" for title, text in self.sections.items())

    def files(self, section: Section) -> dict[str, str]:
        """Return the rulebook that a section shows, as text by file name.

        A block may name its file after its kind (`case rulebook.case`); without a front page it stands under one with the sources
        and editions `printed` and `errata`.
        """
        texts_by_file: dict[str, str] = {}
        for kind, name, content in FENCE.findall(self.sections.get(section.value, "")):
            file = file_name(kind, name)
            text = _expand_repetitions(content)
            if file:
                texts_by_file[file] = texts_by_file.get(file, "") + ("\n" if file in texts_by_file else "") + text
        if any(name.endswith(".case") for name in texts_by_file) and "rulebook.case" not in texts_by_file:
            texts_by_file["rulebook.case"] = DEFAULT_FRONT_PAGE
        return texts_by_file


def _expand_repetitions(text: str) -> str:
    """Expand `«very × 2000»` to 2000 copies of the word, and `«byte FC»` to a byte that is not UTF-8 (as `surrogateescape` has it)."""
    text = REPEATED.sub(lambda match: match[1] * int(match[2]), text)
    return RAW_BYTE.sub(lambda match: bytes([int(match[1], 16)]).decode("utf-8", "surrogateescape"), text)


def explain(code_or_name: str) -> Explanation:
    """Return the page of `RW302` or `dangling-reference`. Raises `UnknownCode`, with the codes and names that resemble it."""
    entry = find_entry(code_or_name)
    parts = HEADING.split(entry.page)
    sections = {title.strip(): text.strip() for title, text in zip(parts[1::2], parts[2::2], strict=True)}
    example, remedy = Section.EXAMPLE.value, Section.INSTEAD.value
    if example in sections:
        sections[example] = whole_example(sections[example])
    if example in sections and remedy in sections:
        sections[remedy] = whole_remedy(sections[example], sections[remedy])
    return Explanation(entry, sections)
