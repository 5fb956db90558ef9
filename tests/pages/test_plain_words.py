"""What a page takes plain words as is what `ask` takes them as: the same candidates with the same scores, facts and unread words."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pages.books import campaign
from rulewright.analysis.plain_questions.for_pages import lists_for_pages, table_for_pages
from rulewright.analysis.plain_questions.match import Match, match_words
from rulewright.analysis.plain_questions.named import find_bearing_facts
from rulewright.analysis.plain_questions.stems import STOP_WORDS, stem_of
from rulewright.base.limits import MAX_SUPPOSED_FACTS
from rulewright.base.resources import shipped_books, site_folder
from rulewright.engines.registry import is_there
from rulewright.interfaces.api.plain_questions import begins_as_question
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.pages.asking_words import words_script
from rulewright.workspace.open_book import load

pytestmark = pytest.mark.skipif(not is_there("page"), reason="quickjs-ng is not installed")

KEPT = Path(__file__).parents[1] / "analysis" / "plain_questions" / "questions.csv"
STRANGE = (
    "", "?", "a", "MAY?", "Blücher’s CAVALRY can't, won't and cannot move!", "Можно ли?", "½ Ex", "(a (b) c) may it", ") may it move (", "１２ units",
    "constructor", "__proto__ toString hasOwnProperty?", "may a unit " * 100, "what is what is: is it, may it. Must it - no?", "ÅÉß İstanbul ﬁre",
)  # fmt: skip
MARKS = ("", "", "", "", ",", ".", ":", "?", " (", ")", "'s", "-", "–", "\n")


@cache
def script() -> Any:
    import quickjs

    context = quickjs.Context()
    context.eval("var window = globalThis;")
    for part in ("find/stems", "ask/plain"):
        context.eval((site_folder() / "assets" / f"{part}.js").read_text("utf-8"))
    context.eval(
        f"const lists = {json.dumps(lists_for_pages())}, tables = {{}};"
        "globalThis.rulewrightAsk.giveWords = (name, text) => (tables[name] = { ...JSON.parse(text), ...lists });"
        "const supposed = (name, text) => JSON.stringify(rulewrightAsk.bearingFacts(tables[name], text));"
        "const matched = (name, text) => JSON.stringify(rulewrightAsk.matchWords(tables[name], text),"
        " (key, value) => (value instanceof Set ? [...value].sort((a, b) => a - b) : value));"
    )
    return context


def in_the_page(book: str, text: str) -> Any:
    return json.loads(script().eval("matched")(book, text))


def in_python(match: Match) -> Any:
    candidates = [
        {
            "question": candidate.question,
            "score": candidate.score,
            "given": [{"target": list(fact.target), "value": fact.value, "places": list(fact.places)} for fact in candidate.values],
            "unread": list(candidate.unread),
            "phrase": candidate.phrase,
        }
        for candidate in match.candidates
    ]
    return {"candidates": candidates, "isTaken": match.is_taken, "more": match.tied_count}


def drawn(random: Random, table: dict[str, Any], kept: list[str]) -> str:
    """Words of a book's questions and values, small words and marks; some are questions of players with a few words changed."""
    some = random.sample([*table["rarity"]], 6) + random.sample(sorted(STOP_WORDS), 8)
    some += [part for stems, *_ in random.sample(table["values"], min(3, len(table["values"]))) for part in stems]
    some += [
        "not",
        "may",
        "how many",
        "what",
        "units",
        "before",
        "dispersed",
        "moving",
        "supplies",
        "halves",
        "7",
        "three",
        "hexes",
        "enemy",
        "another",
        "of",
        "with",
        "is",
        "it",
        "no",
        "2.5",
    ]
    if random.random() < 0.4:
        words = random.choice(kept).split(" ")
        for _ in range(random.randint(0, 3)):
            words[random.randrange(len(words))] = random.choice(some)
        return " ".join(words)
    return " ".join(random.choice(some) + random.choice(MARKS) for _ in range(random.randint(1, 14)))


SUPPOSED = ("what if {}?", "What happens if {}", "and what if the {} is purple", "what if my {} is not there", "if {}")


@pytest.mark.parametrize("name", shipped_books())
def test_the_page_and_the_command_name_the_same_facts_that_are_supposed(name: str) -> None:
    table = load(name).plain_table()
    script().eval("(name, text) => rulewrightAsk.giveWords(name, text)")(name, json.dumps(table_for_pages(table)))
    random = Random(49)
    facts = random.sample(sorted(table["bears"]), 20)
    values = [" ".join(stems) for stems, *_ in random.sample(table["values"], min(6, len(table["values"])))]
    texts = [form.format(words) for form in SUPPOSED for words in (*(fact.replace("_", " ") for fact in facts), *values)]
    found = 0
    for text in (*texts, "what if", "what if a leader dies", "what if it rains", *STRANGE):
        in_python = find_bearing_facts(table, text, MAX_SUPPOSED_FACTS)
        wanted = [{"fact": one.fact, "questions": list(one.questions), "unread": list(one.unread)} for one in in_python]
        assert json.loads(script().eval("supposed")(name, text)) == wanted, text
        found += bool(wanted)
    assert found > 50


@pytest.mark.parametrize(
    ("name", "count"), [(name, 10) for name in shipped_books()] + [pytest.param("leipzig", 1000, marks=pytest.mark.thorough)]
)
def test_the_page_and_the_command_take_words_alike(name: str, count: int) -> None:
    table = load(name).plain_table()
    script().eval("(name, text) => rulewrightAsk.giveWords(name, text)")(name, json.dumps(table_for_pages(table)))
    with KEPT.open(encoding="utf-8") as file:
        kept = [row["words"] for row in csv.DictReader(file) if row["book"] == name]
    random = Random(36)
    for text in (*kept, *STRANGE, *(drawn(random, table, kept) for _ in range(count))):
        assert in_the_page(name, text) == in_python(match_words(table, text)), text


def test_the_page_knows_a_question_by_its_beginning_and_end_as_python_does() -> None:
    with KEPT.open(encoding="utf-8") as file:
        kept = [row["words"] for row in csv.DictReader(file)]
    texts = [*kept, *(text.rstrip(" ?") for text in kept), *STRANGE, "forage in mud", "had it moved", "may(u)", "whom", " (can) it"]
    is_question = script().eval("rulewrightAsk.isQuestion")
    assert [text for text in texts if is_question(text) != begins_as_question(text)] == []


def test_words_have_one_stem_in_the_page_and_in_python() -> None:
    """Of words of all endings that the rules name, each as one word that is asked for."""
    words = [a + b for a in ("atta", "suppl", "mov", "break", "lo", "stop", "gr") for b in ("y", "ies", "ied", "ing", "ed", "e", "es", "ss", "ation", "our", "ise", "ate", "ally", "ment", "ppings")]  # fmt: skip
    table = {
        "rarity": {},
        "rarest": 1,
        "questions": {},
        "values": [],
        "states": {},
        "known": {},
        "kinds": {},
        "nouns": [],
        "measures": [],
        "amounts": {},
        "switches": [],
        "also": [],
    }
    for word in words:
        question = {
            "kind": "is",
            "phrase": [stem_of(word)],
            "name": [],
            "others": [],
            "measure": [],
            "levels": {stem_of(word): 100},
            "open": [],
            "values": {},
            "states": [],
            "things": [],
            "numbers": [],
        }
        table |= {"rarity": {stem_of(word): 7}, "questions": {"q": question}}
        script().eval("(name, text) => rulewrightAsk.giveWords(name, text)")("one", json.dumps(table_for_pages(table)))
        assert in_the_page("one", word)["candidates"][0]["score"] == 1000, word


def test_the_words_of_a_book_are_data() -> None:
    """Texts of a book are within a text, so nothing of them is run."""
    text = words_script(BookOfSite(campaign()))
    assert text.startswith("rulewrightAsk.giveWords(")
    assert "</" not in text
