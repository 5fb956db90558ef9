"""Two versions of a text, or a diff of it, are the amendments that lead from one to the other."""

from __future__ import annotations

import random
from difflib import unified_diff
from pathlib import Path

import pytest

from importing.text.test_text_of_ones_own import PLAIN, clauses, sentence
from rulewright.base.errors import WrongInput
from rulewright.importing.text.amendments import case_texts
from rulewright.importing.text.read_markdown import read_markdown
from rulewright.interfaces.api.new_book import new_book_of_text
from rulewright.interfaces.api.new_version import import_version, patched_text
from rulewright.rulebook.edition_diff import diff_editions
from rulewright.workspace.open_book import OpenBook, load

OLD = """\
# Club

## 1. Members

**1.1** A member is anyone who pays.

**1.2** A member pays ten euro a year, and
a guest pays ten euro a day.

**1.3** A member may bring a guest, as in [1.2].

## 2. Boats

### 2.1 Keys

Keys hang at the door.

They are not taken home.

### 2.2 Night

Nobody rows by night.

### 2.3 Ice

Ice stops all.
"""
NEW = (
    OLD.replace("pays ten euro a year", "pays twelve euro a year")
    .replace("## 2. Boats", "**1.4** Dogs are not admitted.\n\n## 2. Boats")
    .replace("the door.", "the door of the boathouse.")
    .replace("taken home.", "taken home.\n\nWhoever loses one pays for it.")
    .replace("### 2.2 Night\n\nNobody rows by night.\n\n### 2.3 Ice", "### 2.2 Ice")
)
AMENDMENTS = """\
amend 1.2 in second as change
  replaces "member pays ten euro" with "member pays twelve euro"

amend 2.1 in second as change
  replaces "door." with "door of the boathouse."
  adds
  "Whoever loses one pays for it."

amend 2.2 in second as change
  deletes the case

amend 2.3 in second as change
  renumbers to 2.2

case 1.4 new in second
  "Dogs are not admitted."
"""


def book(folder: Path, markdown: str) -> OpenBook:
    new_book_of_text(folder, read_markdown(markdown, "book"), later_source=("second", "Second"))
    return load(str(folder), cache=False)


def amended(opened: OpenBook, markdown: str) -> OpenBook:
    version = import_version(opened, read_markdown(markdown, "book"), "second", "new.md")
    assert version.misfits == ()
    version.write()
    return load(str(opened.folder), cache=False)


def texts(markdown: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {clause.number: (clause.title, clause.words) for clause in read_markdown(markdown, "book").all_clauses()}


def texts_in_force(opened: OpenBook, edition: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {number: (case.title, case.paragraphs) for number, case in case_texts(opened.book.views[edition]).items()}


def test_each_change_is_an_act_on_its_case(tmp_path: Path) -> None:
    opened = book(tmp_path / "club", OLD)
    version = import_version(opened, read_markdown(NEW, "book"), "second", "new.md")
    assert version.lines == f"# What leads to new.md, case by case.\n\n{AMENDMENTS}"
    version.write()
    after = load(str(opened.folder), cache=False)
    assert after.folded[1] == ()
    difference = diff_editions(after.book, "printed", "second")
    assert [(change.number, change.was, change.change.value) for change in difference.cases] == [
        ("1.2", None, "changed"),
        ("1.4", None, "added"),
        ("2.1", None, "changed"),
        ("2.2", "2.3", "renumbered"),
        ("2.2", None, "deleted"),
    ]


def test_a_diff_of_the_text_gives_the_same_amendments(tmp_path: Path) -> None:
    opened = book(tmp_path / "club", OLD)
    for context in (1, 3, 9):
        diff = "\n".join(unified_diff(OLD.split("\n"), NEW.split("\n"), "a/rules.md", "b/rules.md", lineterm="", n=context))
        version = import_version(opened, patched_text(opened, diff, "second", "changes.diff"), "second", "changes.diff")
        assert version.lines == f"# What leads to changes.diff, case by case.\n\n{AMENDMENTS}"


def test_a_diff_of_cases_in_lists_in_lists(tmp_path: Path) -> None:
    old = """\
# Club

## <article-1> Article 1: Members

- 1a) A member pays, see [Regulation 1a1](rules:1a1).
    - 1a1) The fee is ten euro.
        - 1a1a) It is paid in May.
    - 1a2) Nobody pays twice.
- 1b) Members row.
    - by day
    - by night
"""
    new = (
        old.replace("ten euro", "twelve euro")
        .replace("    - 1a2)", "        - 1a1b) Or in June.\n    - 1a2)")
        .replace("night", "moonlight")
    )
    opened = book(tmp_path / "club", old)
    for context in (1, 3, 9):
        diff = "\n".join(unified_diff(old.split("\n"), new.split("\n"), "a/rules.md", "b/rules.md", lineterm="", n=context))
        version = import_version(opened, patched_text(opened, diff, "second", "changes.diff"), "second", "changes.diff")
        assert [(revision.number, revision.kind) for revision in version.revisions] == [
            ("1a1", "changed"),
            ("1b", "changed"),
            ("1a1b", "new"),
        ], context
        assert version.misfits == ()


def test_a_case_with_another_title_or_paragraphs_in_between_is_replaced_and_its_rules_are_marked(tmp_path: Path) -> None:
    opened = book(tmp_path / "club", OLD)
    file = next(opened.folder.glob("02-*.case"))
    file.write_text(
        file.read_text("utf-8").replace('"Nobody rows by night."', '"Nobody rows by night."\n  may not row when night'), "utf-8"
    )
    (opened.folder / "words.case").write_text('fact night: yes/no "it is night"\nverdict row "one rows"\n', "utf-8")
    new = OLD.replace("### 2.2 Night", "### 2.2 At night").replace("the door.", "the door.\n\nThey are of brass.")
    version = import_version(load(str(opened.folder), cache=False), read_markdown(new, "book"), "second", "new.md")
    assert [(revision.number, revision.kind, revision.todo) for revision in version.revisions] == [
        ("2.1", "replaced", ""),
        ("2.2", "replaced", "2.2 is replaced, and its rules with it: write them again below the new words"),
    ]
    version.write()
    after = load(str(opened.folder), cache=False)
    assert texts_in_force(after, "second") == texts(new)


def change_text(draw: random.Random, markdown: str) -> str:
    """Change some lines of a text: words in them, whole paragraphs, clauses that go, and clauses that come."""
    blocks = markdown.split("\n\n")
    for _ in range(draw.randint(3, 20)):
        place = draw.randrange(2, len(blocks))
        block = blocks[place]
        if block.startswith(("#", "|", "```", "[^", "![", ">", "row", "  row")) or "```" in block:
            continue
        words = block.split(" ")
        at = draw.randrange(1, len(words)) if len(words) > 1 else 0
        match draw.randrange(5):
            case 0 if words[at].isalpha():
                words[at] = draw.choice(PLAIN)
                blocks[place] = " ".join(words)
            case 1:
                blocks[place] = f"{block}\n\n{sentence(draw)}"
            case 2 if "\n" not in block:
                blocks[place] = f"{block} {sentence(draw)}"
            case 3 if block[0].isupper():
                del blocks[place]
            case _:
                words.insert(at, draw.choice(PLAIN)) if at else None
                blocks[place] = " ".join(words)
    return "\n\n".join(blocks)


@pytest.mark.parametrize("seed", range(6))
def test_the_amendments_of_a_long_text_lead_to_its_later_version(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    old = "# Rules\n\n" + "\n".join(written for written, _ in clauses(draw, 200))
    new = change_text(draw, old) + f"\n\n**99.1 Last.** {sentence(draw)}\n"
    opened = book(tmp_path / "rules", old)
    after = amended(opened, new)
    before, later = texts(old), texts(new)
    assert texts_in_force(after, "second") == later
    differing = {number for number in {**before, **later} if before.get(number) != later.get(number)}
    difference = diff_editions(after.book, "printed", "second")
    assert {change.number for change in difference.cases} | {change.was for change in difference.cases if change.was} == differing


def test_what_is_no_version_of_the_text_is_refused(tmp_path: Path) -> None:
    opened = book(tmp_path / "club", OLD)
    for diff, message in [
        ("no diff at all\n", "the diff has no hunk"),
        (
            "--- a\n+++ b\n@@ -1 +1 @@\n-Cats stay outside.\n+Cats come in.\n",
            "line 3 of the diff: the words of this hunk are not in the text",
        ),
    ]:
        with pytest.raises(WrongInput, match=message):
            patched_text(opened, diff, "second", "changes.diff")
    with pytest.raises(WrongInput, match="the book has no source `third`"):
        import_version(opened, read_markdown(NEW, "book"), "third", "new.md")
    with pytest.raises(WrongInput, match="the book has amendments or cases of `second` already"):
        import_version(amended(opened, NEW), read_markdown(NEW, "book"), "second", "new.md")
