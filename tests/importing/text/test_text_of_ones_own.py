"""A text that one owns comes in whole, with its words, and goes out again."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.base.diagnostics import Severity
from rulewright.base.resources import shipped_books
from rulewright.importing.text.model import RulesText
from rulewright.importing.text.read_markdown import read_markdown
from rulewright.importing.text.write_markdown import case_paragraphs, cases_by_chapter, edition_markdown
from rulewright.interfaces.api.new_book import new_book_of_text
from rulewright.rulebook.model import Rulebook
from rulewright.workspace.open_book import OpenBook, load

CUBING = Path(__file__).parents[2] / "users" / "cubing"


def numbers_in(markdown: str) -> list[str]:
    return [clause.number for clause in read_markdown(markdown, "book").all_clauses()]


def book_of(text: RulesText, folder: Path) -> OpenBook:
    new_book_of_text(folder, text)
    return load(str(folder), cache=False)


def case_words(book: Rulebook, edition: str) -> dict[str, tuple[str, list[str]]]:
    chapters = cases_by_chapter(book.views[edition])
    return {case.number: (case.title or "", case_paragraphs(case)) for _, cases in chapters for case in cases}


# ---- numbers -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markdown", "numbers"),
    [
        ("## 1. Licence\n\nA.\n\n## 2. Fees\n\nB.\n", ["1", "2"]),
        ("## Article 1\n\nA.\n\n## Article 2 Fees\n\nB.\n", ["1", "2"]),
        ("## 2. Fees\n\nA.\n\n## 2A. Dogs\n\nB.\n", ["2", "2A"]),
        ("## 1 Setup\n\nA.\n\n## 2 Players\n\nB.\n", ["1", "2"]),
        ("## I. Setup\n\nA.\n\n## II. Play\n\nB.\n", ["I", "II"]),
        ("## A. Setup\n\nA.\n\n## B. Play\n\nB.\n", ["A", "B"]),
        ("## § 3a Ends\n\nA.\n", ["§3a"]),
        ("**2.1** One.\n\n**2.2 Two.** Words.\n\n2.10 Three.\n", ["2.1", "2.2", "2.10"]),
        ("2.1 One.\n2.2 Two.\n", ["2.1", "2.2"]),
        ("# T\n\n## 2 Fees\n\n2.1 Boats pay.\n\n2.5 miles are the most.\n\n## 3 Dogs\n\nC.\n", ["2.1", "3"]),
        ("- 1a) One.\n  - 1a1) Deeper.\n- 1b) Two.\n", ["1a", "1a1", "1b"]),
        ("- 2i) One.\n  - 2i1a) Deeper.\n  - 2i1a+) More.\n", ["2i", "2i1a", "2i1a+"]),
        ("# T\n\n1. One.\n2. Two.\n", ["1", "2"]),
        ("## Moves\n\nA.\n\n### Roads\n\nB.\n\n### Rivers\n\nC.\n\n## Fights\n\nD.\n", ["moves", "moves.1", "moves.2", "fights"]),
        ("## Moves\n\n1. One.\n2. Two.\n\n## Fights\n\n1. Three.\n2. Four.\n", ["moves.1", "moves.2", "fights.1", "fights.2"]),
        ("## Article 1\n\n### Section 1\n\nA.\n\n## Article 2\n\n### Section 1\n\nB.\n", ["1.1", "2.1"]),
        ("## 2.1 Fee\n\nA.\n\n## 2.1 Toll\n\nB.\n", ["2.1", "2.1+"]),
        ("# T\n\n## 2 players\n\nA.\n\n## 8.6 Mud {#case-8.6}\n\nB.\n\n## Roads {#case-roads}\n\nC.\n", ["players", "8.6", "roads"]),
    ],
)
def test_each_form_of_number_is_the_number_of_the_case(markdown: str, numbers: list[str]) -> None:
    assert numbers_in(markdown) == numbers


def test_a_number_that_is_there_twice_is_marked() -> None:
    text = read_markdown("## 2.1 Fee\n\nA.\n\n## 2.1 Toll\n\nB.\n", "book")
    assert text.list_marks() == [(5, "the text has 2.1 twice")]


def test_a_book_with_ten_sections_counts_by_section_and_one_with_an_outline_does_not() -> None:
    assert read_markdown("### 8.1 A\n\na\n\n### 8.10 B\n\nb\n", "book").by_section
    assert not read_markdown("### 6.1 A\n\na\n\n### 6.11 B\n\nb\n\n### 6.2 C\n\nc\n", "book").by_section


# ---- what a text has -----------------------------------------------------------------------------------------------------------------

HARBOUR = """\
---
title: Harbour rules
license: ours
---

They hold from May.[^who]

[^who]: Whoever reads them later
    reads them as they are then.

## 1. Licence

A boat has a "licence". See [the fees](#21-small-boats), [rule 2.1](#21-small-boats), [Dogs](#cats) and [home](https://example.org).

> He who waits, *waits*.

![A boat](boat.png "The boat")

## 2. Fees

### 2.1 Small boats

These are small:
- rowing boats
  1. with two
  2. with four
- canoes - open ones

| length | fee |
|---|---|
| 1 to 8 m | 4 \\| 5 |

```python
def fee():
    return "4"
```

#### In winter

Nobody pays.[^lost]

<!-- to be looked at -->
"""


def test_what_a_text_has_is_what_the_cases_have(tmp_path: Path) -> None:
    text = read_markdown(HARBOUR, "harbour")
    assert [clause.words for clause in text.all_clauses()] == [
        (
            "A boat has a “licence”. See the fees, rule [2.1], [Dogs](#cats) and [home](https://example.org).",
            "> He who waits, *waits*.",
            "![A boat](boat.png 'The boat')",
        ),
        (
            "These are small: - rowing boats -1. with two -2. with four - canoes – open ones",
            "| length | fee | |---|---| | 1 to 8 m | 4 ∣ 5 |",
            "`def fee():` `\u00a0\u00a0\u00a0\u00a0return ″4″`",
            "**In winter**",
            "Nobody pays.[^lost]",
        ),
    ]
    assert [clause.referred_numbers for clause in text.all_clauses()] == [("2.1",), ()]
    assert text.title == "Harbour rules"
    assert [passage.words for passage in text.introduction if passage.words] == [
        "They hold from May. (Whoever reads them later reads them as they are then.)"
    ]
    assert text.list_marks() == [
        (1, "the front matter of the file: title: Harbour rules; license: ours"),
        (13, "the link to `#cats` leads to no heading of the text"),
        (33, "the code is marked as `python`"),
        (40, "the footnote `lost` is not in the text"),
        (42, "a comment of the text: to be looked at"),
    ]
    opened = book_of(text, tmp_path / "harbour")
    assert opened.folded[1] == ()
    assert [chapter.title for chapter in opened.book.chapters.values()] == ["Fees"]
    front = (tmp_path / "harbour" / "rulebook.case").read_text("utf-8")
    assert "# todo: the front matter of the file: title: Harbour rules; license: ours" in front


# ---- in and out again ----------------------------------------------------------------------------------------------------------------

PLAIN = [
    "boats",
    "wait",
    "for",
    "the",
    "tide",
    "and",
    "pay",
    "a",
    "fee",
    "of",
    "ten",
    "euro",
    "when",
    "3",
    "members",
    "row",
    "in",
    "winter",
    "or",
    "by",
    "night",
    "under",
    "sail",
]


def words_of(markdown: str) -> list[str]:
    """The words of Markdown in their order: without addresses, attributes of headings, marks of the language of code."""
    plain = re.sub(r"\]\([^)]*\)|\{[^{}]*\}|^\|[-|]+\|$|^```\w*$", " ", markdown, flags=re.MULTILINE)
    return re.findall(r"\w+(?:\.\w+)*", plain)


def sentence(draw: random.Random) -> str:
    return " ".join(draw.choices(PLAIN, k=draw.randint(5, 14))).capitalize() + "."


def clauses(draw: random.Random, count: int) -> Iterator[tuple[str, str]]:
    """Yield Markdown of numbered clauses in forms that rulebooks have, each with the text whose words it has in the order of reading."""
    written = chapter = 0
    while written < count:
        chapter += 1
        yield f"## {chapter}. Chapter of {draw.choice(PLAIN)}\n", ""
        for section in range(1, draw.randint(4, 13)):
            number, written = f"{chapter}.{section}", written + 1
            title, words = draw.choice(PLAIN).capitalize(), sentence(draw)
            head = draw.choice([f"### {number} {title}\n\n", f"**{number} {title}.** ", f"{number} ", f"**{number}** "])
            forms = [
                (f"{head}{words}\n", ""),
                (f"{head}{words} See [{title}](#{chapter}-chapter) and [{chapter}.1].\n", ""),
                (f"{head}{words[:-1]}:\n- {sentence(draw)}\n  - {sentence(draw)}\n  - {sentence(draw)}\n- {sentence(draw)}\n", ""),
                (f"{head}{words}\n\n1. {sentence(draw)}\n2. {sentence(draw)}\n", ""),
                (f"{head}{words}\n\n| what | fee |\n|---|---|\n| {title} | {draw.randint(1, 9)} |\n| a | b |\n", ""),
                (f"{head}{words}[^{number}]\n\n[^{number}]: Only {title}.\n", f"{head}{words} Only {title}.\n"),
                (f"{head}{words}\n\n> {sentence(draw)}\n\n![{title}](a.png)\n", ""),
                (f"{head}{words}\n\n```text\nrow {title}\n  row 2\n```\n", ""),
            ]
            yield draw.choice(forms)


def test_two_hundred_clauses_in_and_out_again(tmp_path: Path) -> None:
    for seed in range(3):
        drawn = list(clauses(random.Random(seed), 200))
        markdown = "# Rules of the harbour\n\n" + "\n".join(written for written, _ in drawn)
        text = read_markdown(markdown, "book")
        assert len(list(text.all_clauses())) >= 200
        assert {mark for _, mark in text.list_marks()} <= {"the code is marked as `text`"} | {
            f"the link to `#{chapter}-chapter` leads to no heading of the text" for chapter in range(1, 60)
        }
        opened = book_of(text, tmp_path / f"book{seed}")
        assert [found for found in opened.folded[1] if found.severity is Severity.ERROR] == []
        exported = edition_markdown(opened.book, "printed")
        assert words_of(exported) == words_of("# Rules of the harbour\n\n" + "\n".join(read or written for written, read in drawn))
        again = book_of(read_markdown(exported, "book"), tmp_path / f"again{seed}")
        assert edition_markdown(again.book, "printed") == exported


@pytest.mark.parametrize("name", [*shipped_books(), str(CUBING)])
def test_the_text_of_an_edition_makes_a_book_of_the_same_words(name: str, tmp_path: Path) -> None:
    opened = load(name)
    for edition in opened.book.editions:
        text = read_markdown(edition_markdown(opened.book, edition), "book")
        assert text.list_marks() == []
        again = book_of(text, tmp_path / edition)
        assert [found for found in again.folded[1] if found.severity is Severity.ERROR] == []
        assert case_words(again.book, "printed") == case_words(opened.book, edition)
        assert again.book.front.about == opened.book.front.about
        assert {chapter.title for chapter in again.book.chapters.values()} == {
            opened.book.chapters[stem].title for stem, _ in cases_by_chapter(opened.book.views[edition]) if stem in opened.book.chapters
        }
