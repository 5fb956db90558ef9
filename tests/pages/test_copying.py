"""A reader's own copy in the page is the copy that `--with` lays over a book: the same words, the same acts, the same misfits."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from pages.copying import OF_WORDS, Copies, Laid, Text, laid_by_the_fold, paragraphs, paragraphs_of
from rulebook.books import book_of, build
from rulewright.base.resources import shipped_books
from rulewright.engines.registry import is_there
from rulewright.rulebook.model import Rulebook
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.pages.own_copy_script import copy_data
from rulewright.workspace.open_book import load

pytestmark = pytest.mark.skipif(not is_there("page"), reason="quickjs-ng is not installed")

WORDS = [
    "unit",
    "hex",
    "may",
    "not",
    "enter",
    "four",
    "six",
    "the",
    "leader",
    "corps",
    "of",
    "(a)",
    "1.",
    "phase,",
    "stack;",
    "forage",
    "“light”",
    "horse’s",
    "9.12",
    "[9.11]",
    "cases",
    "5.2",
    "to",
    "5.4",
]
SOON = 10
"""So many seconds a page may take for a whole booklet."""
ENDS = (".", ".", "!", "?", ".”", ".)", "")


def sentence(random: Random, cited: list[str]) -> str:
    """Words of rulebooks, with some of those that acts cite, as they are or with other quotation marks and dashes."""
    words = random.choices(WORDS, k=random.randint(2, 7))
    for one in cited:
        words.insert(random.randrange(len(words) + 1), one)
    said = " ".join(words)
    said = said[:1].upper() + said[1:] if random.random() < 0.8 else said
    return said + random.choice(ENDS)


def text_for(random: Random, cited: list[str]) -> Text:
    """Some paragraphs, steps and notes; each of the cited words is in them once, twice or not at all."""
    often = [one for one in cited for _ in range(random.choice((0, 1, 1, 1, 1, 2)))]
    found: Text = []
    steps = random.random() < 0.4
    for at in range(random.randint(1, 5)):
        some = [often.pop() for _ in range(min(len(often), random.randint(0, 2)))]
        one: dict[str, Any] = {"text": " ".join(sentence(random, some if first == 0 else []) for first in range(random.randint(1, 4)))}
        if steps and at:
            one["step"] = str(at)
        elif random.random() < 0.05:
            one["commentary"] = True
        found.append(one)
    if often:
        found[-1] = {**found[-1], "text": f"{found[-1]['text']} {sentence(random, often)}"}
    return found


def cited_in(unheld: dict[str, Any]) -> list[str]:
    return [act["old"] for work in unheld["works"] for todo in work for one in todo["on"] for act in one.get("acts", ()) if "old" in act]


def copy_for(random: Random, data: dict[str, Any], share: float = 0.7) -> dict[str, Any]:
    return {
        number: {"title": "", "text": text_for(random, cited_in(one))} for number, one in data["unheld"].items() if random.random() < share
    }


def compared(book: Rulebook, data: dict[str, Any], copies: Copies, copy: dict[str, Any], laid: Laid) -> Counter[str]:
    """Assert that both are one for every case and edition; how many acts had which end."""
    states: Counter[str] = Counter()
    unordered = {(one.edition, number) for one in laid.findings if one.code == "RW112" for number in one.cases}
    misfits: Counter[str] = Counter()
    for number, one in data["unheld"].items():
        for edition in one["in"]:
            case = laid.of(edition, number)
            assert case is not None
            own = copy.get(number)
            found = copies.laid(number, edition, own["text"] if own else None)
            assert (paragraphs_of(found), found["held"], found["deleted"]) == (paragraphs(case), case.held, case.deleted), (number, edition)
            if any(number in numbers for _, numbers in unordered):
                states["without order"] += 1
                continue
            acts = [act for act in found["acts"] if not act["says"].startswith(("corrects", "adds the row", "deletes the row"))]
            known = {act["says"] for act in acts}
            done = [said for entry in case.history if entry.carried_out for said in entry.acts if said in known]
            assert [act["says"] for act in acts if act["state"] == "done"] == done, (number, edition)
            states.update(act["state"] for act in acts)
            misfits.update(f"{act['why']} {number}" for act in acts if act["state"] == "misfit")
    told = Counter(
        f"{one.message} {one.cases[0]}" for one in laid.findings if one.code in OF_WORDS and one.cases[0] not in {n for _, n in unordered}
    )
    for reason in misfits:
        words, _, number = reason.rpartition(" ")
        assert any(message.startswith(words) and message.endswith(f" {number}") for message in told), (reason, told)
    if not misfits:
        assert not told
    return states


@pytest.mark.parametrize("name", [one for one in shipped_books() if one != "leipzig-lite"])
def test_copies_of_the_shipped_books(name: str) -> None:
    book = load(name).book
    data = copy_data(BookOfSite(load(name)))
    copies, random = Copies(data), Random(name)
    states = compared(book, data, copies, {}, laid_by_the_fold(book, None))
    for _ in range(8):
        copy = copy_for(random, data)
        states += compared(book, data, copies, copy, laid_by_the_fold(book, copies.written(copy)))
    assert states["done"] and states["misfit"], states


# ---- books with every act ------------------------------------------------------------------------------------------------------------

PRINTED = [f"9.{at}" for at in range(1, 6)]
PARTS: tuple[str, ...] = (
    "",
    "",
    "",
    "first sentence",
    "last sentence",
    "step 2",
    "paragraph 2",
    "paragraph 2 second sentence",
    "third point",
    "last paragraph",
)
PARTS += ("step 1 first sentence", "charts", "first step", "fourth exception", "last item", "point 3")


def act(random: Random, cited: str) -> str:
    other = random.choice(WORDS[:18])
    away = random.choice(("", "", "", "", " words not held there", " words not held"))
    return random.choice(
        (
            f'strikes "{cited}"{away}',
            f'strikes from "{cited}" to the end{away}',
            f'strikes from "{cited}" to the end\n  replaces the tail with "{other} {other}"',
            f'inserts "{other}" after "{cited}"{away}',
            f'inserts ", {other}" after "{cited}"',
            f'replaces "{cited}" with "{other} and {other}"{away}',
            f'appends "{other} {cited}"{away}',
            f"redirects 9.12 to 9.{random.randint(1, 5)}{away}",
            f"redirects 9.11 to 9.12{away}",
            f'confirms "{cited}"',
            f"deletes the part{away}",
            "deletes the case",
            "replaces the case",
            "replaces the case words not held",
            f"renumbers to 8.{random.randint(1, 4)}",
        )
    )


def book_text(random: Random) -> str:
    lines = [f'case {number} "Title {number}"\n  not held\n' for number in PRINTED]
    for source in ("errata", "second"):
        for number in PRINTED:
            for _ in range(random.choice((0, 1, 1, 1, 2))):
                part = random.choice(PARTS)
                cited = random.choice([*WORDS[:12], "may not", "corps of"]).strip("”“.,;")
                body = [act(random, cited) for _ in range(random.choice((0, 1, 1, 2)))]
                if source == "second" and random.random() < 0.15:
                    body.insert(0, "withdraws errata")
                if random.random() < 0.3:
                    body.append(random.choice(("", "step 2 ", "step 5 ", "note ")) + f'"{sentence(random, []).replace(chr(34), "")}"')
                if body:
                    lines.append(f"amend {number} {part} in {source} as correction\n" + "".join(f"  {one}\n" for one in body))
        if random.random() < 0.5:
            old, other = random.sample(WORDS[:18], 2)
            renames = ", ".join(f'"{word.strip(chr(8220) + chr(8221) + ".,;")}" to "{random.choice(WORDS[:18])}"' for word in (old, other))
            lines.append(f"amend throughout in {source} as correction\n  renames {renames}\n")
    return "\n".join(lines)


def given_book(book: Rulebook) -> BookOfSite:
    from pages.books import GivenBook

    return BookOfSite(GivenBook(book, "example"))


def test_copies_of_books_with_every_act() -> None:
    random, states = Random(12), Counter[str]()
    for _ in range(60):
        book, _ = build(book_text(random))
        data = copy_data(given_book(book))
        copies = Copies(data)
        for _ in range(2):
            copy = {number: {"title": "", "text": text_for(random, cited_in(one))} for number, one in data["unheld"].items()}
            states += compared(book, data, copies, copy, laid_by_the_fold(book, copies.written(copy)))
    assert min(states[one] for one in ("done", "recorded", "misfit", "without order")) > 20, states


# ---- files and pasted texts -----------------------------------------------------------------------------------------------------------

DECIMAL = """\
case 9.1 "Stacking"
  not held
case 9.11
  not held
case 9.9
  not held
case 9.9a
  not held
case 10.2 "Held"
  "Held."
scenario 19.4 "The Winter"
  not held
case 19.4/1
  not held
case 19.4/2
  not held
"""
BY_HEADING = """\
rulebook folder "Folder"
  numbering by heading stacking, length, zones
source printed "Folder"
edition printed = printed

case stacking.A
  not held
case stacking.B "Both sides"
  not held
case length
  not held
case zones.1
  not held
"""


def copies_of(text: str) -> Copies:
    files: Any = {"cases.case": text} if "rulebook " in text else text
    return Copies(copy_data(given_book(book_of(files))))


def test_a_text_is_parted_by_its_numbers() -> None:
    pasted = """\
Rules of the game

[9.1] STACKING

Units may stack, as far as
9.11 allows. Infan-
try too.

[9.11] Up to "four" units.
1. Of one side.
2. Of one
corps.

9.9 Reserves
Free of 9.11.
(a) And of stacking.

[9.95] UNKNOWN
Not in the book.

10.2 Held
Held.

Case 19.4: The Winter
1. Snow falls.
2. Rivers freeze.
"""
    copies = copies_of(DECIMAL)
    assert copies.words(pasted) == {
        "9.1": ["Units may stack, as far as 9.11 allows. Infantry too."],
        "9.11": ["Up to “four” units.", "1|Of one side.", "2|Of one corps."],
        "9.9": ["Free of 9.11."],
        "9.9a": ["And of stacking."],
        "10.2": ["Held."],
        "19.4/1": ["Snow falls."],
        "19.4/2": ["Rivers freeze."],
    }
    assert [one["as"] for one in copies.split(pasted)["left"]] == ["", "9.95"]


PARAGRAPHS = """\
case §3 "Votes"
  not held
case §3a "Debts"
  not held
case §10 "End"
  not held
"""


def test_a_text_is_parted_by_paragraphs_with_their_sign() -> None:
    pasted = """\
§ 3 Votes
Who has paid votes, except as § 10 says.

§3a Debts
Who has not does not.

§ 4 Something else
Of no concern.

§ 10 End
Nothing follows.
"""
    copies = copies_of(PARAGRAPHS)
    assert copies.words(pasted) == {
        "§3": ["Who has paid votes, except as § 10 says."],
        "§3a": ["Who has not does not."],
        "§10": ["Nothing follows."],
    }
    assert [one["as"] for one in copies.split(pasted)["left"]] == ["§ 4"]


def test_a_text_by_heading_is_parted_by_its_points() -> None:
    pasted = """\
STACKING
(A) Three units.
They may differ.
(B) Both sides
Never together.
(C) Something that the book does not know.

THE LENGTH OF A GAME
Ten turns.

ZONES
1. All hexes around.
Stacking (B)
More of it.
"""
    copies = copies_of(BY_HEADING)
    assert copies.words(pasted) == {
        "stacking.A": ["Three units. They may differ."],
        "stacking.B": ["Never together.", "More of it."],
        "length": ["Ten turns."],
        "zones.1": ["All hexes around."],
    }
    assert [one["as"] for one in copies.split(pasted)["left"]] == ["stacking (C)"]


def test_a_file_comes_back_as_it_was_and_is_a_file_of_cases() -> None:
    copies, random = copies_of(DECIMAL), Random(7)
    book = book_of(DECIMAL)
    copy = {number: {"title": "", "text": text_for(random, ["a “b” c"])} for number in ("9.1", "9.11", "19.4")}
    file = copies.written(copy)
    is_file, read = copies.taken(file)
    assert is_file and read["left"] == 0
    assert {one["number"]: one["text"] for one in read["cases"]} == {number: one["text"] for number, one in copy.items()}
    assert not [one.code for one in laid_by_the_fold(book, file).findings]


def test_lines_of_a_file_that_are_no_text_are_counted() -> None:
    text = 'case 9.1 "Stacking"\n  "One\n    paragraph."\n  step 2 “Two.”\n  note "Mine."\n  may stack(u)\n  table t: 1..6\n    | a | 1 |\n'
    is_file, read = copies_of(DECIMAL).taken(text)
    assert is_file and read["left"] == 3
    assert read["cases"][0]["text"] == [{"text": "One paragraph."}, {"text": "Two.", "step": "2"}, {"text": "Mine.", "commentary": True}]
    assert not copies_of(DECIMAL).taken("[9.1] Stacking\n\ncase 9.11 is another.\n")[0]


@pytest.mark.parametrize(
    "text",
    [
        "9.1 " + "Units may stack. " * 60_000,
        "9.1 " + "(a) " * 250_000,
        "9.1 " + "." * 1_000_000,
        "9.1 Stacking\n" + "9.11 allows it.\n" * 60_000,
        'case 9.1 "Stacking"\n  "' + "Units may stack\n" * 60_000,
        'case 9.1 "Stacking"\n' + '  "Units may stack\n' * 50_000,
    ],
    ids=lambda text: text[:24],
)
def test_a_text_of_a_million_letters_is_parted_soon(text: str) -> None:
    copies = copies_of(DECIMAL)
    copies.ends_within(SOON)
    if copies.taken(text)[0]:
        assert len(copies.taken(text)[1]["cases"]) <= 1
    else:
        assert "9.1" in copies.words(text)
