"""The page of a check, by its code or name: its sections, and the rulebooks of its examples."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from rulewright.checks.registry import Entry, entry
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


FRONT = """\
rulebook example "Example"

source printed "Rules"

source errata "Errata"
  amends printed

edition printed = printed
edition errata  = printed + errata
"""
"""What an example that shows no front page of its own stands under."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A check's page taken apart. `sections` are Markdown, by heading, in the order of the page; each remedy is in full."""

    entry: Entry
    sections: dict[str, str]

    def markdown(self) -> str:
        """The whole page."""
        found = self.entry
        head = f"# {found.name} ({found.code})\n\n*{found.severity.value}* · {found.summary}\n"
        return head + "".join(f"\n## {title}\n\n{text}\n" for title, text in self.sections.items())

    def files(self, section: Section) -> dict[str, str]:
        """The rulebook that a section shows, file name -> text.

        A block may name its file after its kind (`case rulebook.case`); without a front page it stands under one with the sources
        and editions `printed` and `errata`.
        """
        found: dict[str, str] = {}
        for kind, name, shown in FENCE.findall(self.sections.get(section.value, "")):
            file = file_name(kind, name)
            text = _spelled_out(shown)
            if file:
                found[file] = found.get(file, "") + ("\n" if file in found else "") + text
        if any(name.endswith(".case") for name in found) and "rulebook.case" not in found:
            found["rulebook.case"] = FRONT
        return found


def _spelled_out(text: str) -> str:
    """`«very × 2000»` is that word so many times, `«byte FC»` a byte that is not UTF-8 text (as `surrogateescape` has it)."""
    text = REPEATED.sub(lambda match: match[1] * int(match[2]), text)
    return RAW_BYTE.sub(lambda match: bytes([int(match[1], 16)]).decode("utf-8", "surrogateescape"), text)


def explain(code_or_name: str) -> Explanation:
    """The page of `RW302` or `dangling-reference`. Raises `UnknownCode`, which carries what looks like it."""
    found = entry(code_or_name)
    parts = HEADING.split(found.page)
    sections = {title.strip(): text.strip() for title, text in zip(parts[1::2], parts[2::2], strict=True)}
    example, remedy = Section.EXAMPLE.value, Section.INSTEAD.value
    if example in sections:
        sections[example] = whole_example(sections[example])
    if example in sections and remedy in sections:
        sections[remedy] = whole_remedy(sections[example], sections[remedy])
    return Explanation(found, sections)
