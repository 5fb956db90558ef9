"""The page *Ask the rules*, the questions of a case, and what the calculators are given: words, links, data."""

from __future__ import annotations

import json
import re
from functools import cache
from urllib.parse import parse_qs

import pytest

from pages.books import CHAPTER, campaign, case_of, pages_of
from pages.test_escape import NASTY
from pages.test_hostile import hostile
from rulewright.engines.model import AskedQuestion, Query
from rulewright.interpreter.plan import Switches
from rulewright.semantics.program import Fix
from rulewright.site.asking.link import link_of, link_to
from rulewright.site.asking.script import ask_script, words_of
from rulewright.site.asking.words import as_question
from rulewright.site.escape import script_text
from rulewright.site.given import BookOfSite

HREF = re.compile(r'href="([^"]*)"')


@cache
def pages() -> dict[str, str]:
    return pages_of(campaign())


# ---- words -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phrase", "question"),
    [
        ("{u} draws forage at {t}", "Does {u} draw forage at {t}?"),
        ("{u} is in reserve", "Is {u} in reserve?"),
        ("{u} has moved", "Has {u} moved?"),
        ("{u} and {v} are enemies", "Are {u} and {v} enemies?"),
        ("{b} can back a landing", "Can {b} back a landing?"),
        ("there is a path to {t}", "Is there a path to {t}?"),
        ("there are too many units in {p}", "Are there too many units in {p}?"),
        ("peace", "Is it so that peace?"),
    ],
)
def test_a_statement_as_a_question(phrase: str, question: str) -> None:
    assert as_question(phrase) == question


def test_every_question_and_every_answer_has_a_sentence() -> None:
    said = words_of(BookOfSite(campaign()))
    assert said["asks"]["forage"] == "May the unit draw forage at the town?"
    assert said["questions"]["forage"]["forbidden"] == "{u} may not draw forage at {t}"
    assert said["questions"]["allowance"] == {
        "asks": "What is the movement allowance of {u}?",
        "is": "the movement allowance of {u} is",
    }
    assert said["facts"]["unit.reserve"]["no"] == "{it} is not in reserve"
    assert said["units"]["MP"] == ["movement point", "movement points"]
    assert said["cases"]["8.2"] == ["8.2", "Weather", "movement.html#case-8.2"]


# ---- pages -------------------------------------------------------------------------------------------------------------------------------


def test_the_page_lists_every_question_in_words() -> None:
    page = pages()["ask"]
    for sentence in ("What is the movement allowance of the unit?", "May the unit draw forage at the town?", "What is the cost"):
        assert sentence in page
    assert not re.search(r"\w+\(\w+(?:, \w+)*\)", re.sub(r"<code>.*?</code>", "", page)), "no question is shown as it is written"
    assert "questions" not in pages()


def test_a_question_is_found_by_the_titles_and_terms_of_its_cases() -> None:
    words = re.search(r'<li data-words="([^"]*)"><a href="#q=allowance">', pages()["ask"])
    assert words is not None
    assert {"Weather", "supply", "provisions", "oob"} <= set(words[1].split())


def test_a_case_leads_to_its_questions() -> None:
    assert 'href="ask.html#q=forage"' in case_of(pages()["movement"], "8.4")
    assert "rw-asks" not in case_of(pages()["movement"], "8.5"), "no rule of it says anything"


def test_an_example_opens_in_the_calculator() -> None:
    (link,) = (one for one in HREF.findall(case_of(pages()["movement"], "8.2")) if one.startswith("ask.html#") and "f=" in one)
    asked = parse_qs(link.partition("#")[2].replace("&amp;", "&"))
    assert asked["q"] == ["allowance"]
    assert asked["a"] == ["u"]
    assert set(asked["f"]) == {"printed_allowance~u~5", "weather~mud", "unit.arm~u~infantry", "unit.reserve~u~no"}
    assert asked["c"] == ["1"]
    assert "n" not in asked


def test_an_example_of_what_is_missing_assumes_nothing() -> None:
    chapter = CHAPTER.replace(
        '  example "infantry in mud"',
        '  example "no weather"\n    given printed_allowance(u) is 5 MP, u.arm is infantry\n    then missing allowance(u)\n  example "infantry in mud"',
    )
    given = campaign(chapter)
    links = [one for one in HREF.findall(case_of(pages_of(given)["movement"], "8.2")) if one.startswith("ask.html#") and "e=" in one]
    assert ["n=1" in one for one in links] == [True, False]


# ---- links -------------------------------------------------------------------------------------------------------------------------------


def test_a_link_holds_everything() -> None:
    switches = Switches(frozenset({"ney"}), "1805", None, (("H_1", "no_mud"),))
    given = (Fix("distance", ("u", "t"), 5), Fix("weather", (), "mud"))
    query = Query(AskedQuestion("forage", ("u", "t")), {"unit": ("u", "v"), "town": ("t",)}, given, switches)
    link = link_of(query, "errata", assume_nothing=True)
    assert link is not None
    assert parse_qs(link.partition("#")[2]) == {
        "q": ["forage"], "a": ["u", "t"], "e": ["errata"], "t": ["unit~v"], "f": ["distance~u~t~5", "weather~mud"], "s": ["1805"],
        "o": ["ney"], "r": ["H_1~no_mud"], "n": ["1"], "c": ["1"],
    }  # fmt: skip
    assert link_to("forage") == "ask.html#q=forage"


# ---- data --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*NASTY, "it's \\\" a 'quote' \\", "\u2028"])
def test_a_text_is_itself_in_a_script(text: str) -> None:
    quickjs = pytest.importorskip("quickjs")
    written = script_text(json.dumps({"a": text}))
    assert "<" not in written and "\u2028" not in written
    assert json.loads(quickjs.Context().eval(written)) == {"a": text}


@pytest.mark.parametrize("text", NASTY)
def test_data_ends_no_script(text: str) -> None:
    data = ask_script(BookOfSite(hostile(text)))
    assert "<" not in data and "\u2028" not in data and data.count("\n") == 1
