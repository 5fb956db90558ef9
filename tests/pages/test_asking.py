"""The page *Ask the rules*, the questions of a case, and what the calculators are given: words, links, data."""

from __future__ import annotations

import json
import re
from functools import cache
from urllib.parse import parse_qs

import pytest

from pages.books import CHAPTER, FRONT, campaign, case_of, pages_of
from pages.test_escape import NASTY
from pages.test_hostile import hostile
from rulewright.analysis.plain_questions.of_book import table_of_book
from rulewright.analysis.plain_questions.stems import stem_of
from rulewright.core.query import AskedQuestion, Query, Switches
from rulewright.semantics.model import Fix
from rulewright.site.asking.link import link_of, link_to
from rulewright.site.asking.through import kinds_by_question
from rulewright.site.asking.words import amount_question, as_question
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.html.escape import script_text
from rulewright.site.pages.asking_script import ask_script, words_of

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
        ("{l} is not shown on the map", "Is {l} not shown on the map?"),
        ("{u} cannot forage", "Can {u} not forage?"),
        ("all units of {l} are built", "Are all units of {l} built?"),
        ("a river divides {h} from {k}", "Does a river divide {h} from {k}?"),
        ("{t} made its assault", "Did {t} make its assault?"),
        ("the smugglers win", "Do the smugglers win?"),
        ("the pieces lost", "Did the pieces lose?"),
        ("peace", "Is it so that peace?"),
    ],
)
def test_a_statement_as_a_question(phrase: str, question: str) -> None:
    assert as_question(phrase) == question


@pytest.mark.parametrize(
    ("phrase", "question"),
    [
        ("the strength of {u}", "What is the strength of {u}?"),
        ("the points by which the ground helps {u}", "What are the points by which the ground helps {u}?"),
        ("who pays for {p}", "Who pays for {p}?"),
        ("who wins", "Who wins?"),
        ("who has borrowed {i}", "Who has borrowed {i}?"),
        ("how many items {p} may have at once", "How many items may {p} have at once?"),
        ("how many movement points {u} may spend", "How many movement points may {u} spend?"),
        ("how far {u} retreats", "How far does {u} retreat?"),
        ("how long {i} is overdue", "How long is {i} overdue?"),
        ("what is paid for {i} when it is lost", "How much is paid for {i} when it is lost?"),
        ("what {u} loses in its retreat", "How much does {u} lose in its retreat?"),
        ("what leaders add in {b}", "How much do leaders add in {b}?"),
        ("the number of units that may be in one hex", "How many units may be in one hex?"),
        ("the number of units that {p} can handle", "What is the number of units that {p} can handle?"),
    ],
)
def test_an_amount_as_a_question(phrase: str, question: str) -> None:
    assert amount_question(phrase, is_number=True) == question


def test_what_is_no_number_is_not_asked_by_how_much() -> None:
    assert amount_question("what {u} brings", is_number=False) == "What does {u} bring?"


OPEN = (
    FRONT
    + """
game short_ferry "The short ferry"

enum nation: french "the French", russian "the Russians"
enum way: by_rail "by rail", on_foot "on foot"
enum ground: clear, mud, rough, wood, town_ground "a town"
verdict duel(a: nation, b: nation) "{b} attacks {a}"
verdict go(u: unit, w: way, n: 0..9 MP) "{u} goes {n} {w}"
verdict enter(u: unit, g: ground) "{u} enters {g}"
verdict agree(n: 1..3) "rule {n} is followed"
value following(g: ground): ground "the ground behind {g}"
value period(g: ground): 0..9 "the time of work on a {g}"
verdict hire(n: 1..3) "{n} leaders are hired"
fact known(u: unit): yes/no "{u} is known"
"""
)


def test_what_is_not_chosen_yet_has_words_of_its_own() -> None:
    rules = ("may duel(a, b)", "may go(u, w, n)", "may enter(u, g)", "may agree(n)", "may hire(n)", "following(g) is g", "period(g) is 2")
    case = "".join(f"\n  {rule}" for rule in rules)
    said = words_of(BookOfSite(campaign(f'case 8.9 "More"{case}\n', front=OPEN)))
    assert said["asks"]["duel"] == "May one nation attack another nation?"
    assert said["open"]["duel"] == [("another nation", "Another nation"), ("one nation", "One nation")]
    assert said["asks"]["go"] == "May the unit go so many movement points by rail or on foot?"
    assert said["open"]["go"] == [None, ("by rail or on foot", "Way"), ("so many movement points", "Movement points")]
    assert said["asks"]["enter"] == "May the unit enter the ground?"
    assert said["asks"]["agree"] == "May rule … be followed?"
    assert said["open"]["agree"] == [("…", "Number")]
    assert said["asks"]["hire"] == "May so many leaders be hired?"
    assert said["asks"]["following"] == "What is the ground behind this ground?"
    assert said["asks"]["period"] == "What is the time of work on a given ground?"
    assert said["games"] == {"short_ferry": "The short ferry"}


def test_every_question_and_every_answer_has_a_sentence() -> None:
    said = words_of(BookOfSite(campaign()))
    assert said["asks"]["forage"] == "May the unit draw forage at the town?"
    assert said["questions"]["forage"]["forbidden"] == "{u} may not draw forage at {t}"
    assert said["questions"]["allowance"] == {
        "asks": "What is the movement allowance of {u}?",
        "is": "the movement allowance of {u} is",
    }
    assert said["facts"]["unit.reserve"]["no"] == "{it} is not in reserve"
    assert said["units"]["MP"] == ("movement point", "movement points")
    assert said["cases"]["8.2"] == ["8.2", "Weather", "movement.html#case-8.2"]


GONE_THROUGH = """
case 8.21 "Stacks"
  stacked(t) is the number of units u among all_units(t)
  most(t) is the greatest stacked(s) over towns s
  crowd(t) means some unit u with u.reserve
"""
STACKS = """
value stacked(t: town): 0..9
value most(t: town): 0..9
predicate crowd(t: town)
group all_units(t: town): units u with distance(u, t) is 0 hex
"""


def test_the_kinds_that_a_question_goes_through() -> None:
    """Itself, by a group, and in what it asks."""
    chapter, front = (
        CHAPTER.replace('\ncase 8.3 "Ground"', f'{GONE_THROUGH}\ncase 8.3 "Ground"'),
        FRONT.replace("verdict forage", f"{STACKS}verdict forage"),
    )
    through = kinds_by_question(campaign(chapter, front).cores["errata"])
    assert {name: set(kinds) for name, kinds in through.items()} == {"stacked": {"unit"}, "most": {"town", "unit"}, "crowd": {"unit"}}


# ---- pages -------------------------------------------------------------------------------------------------------------------------------


def test_the_page_lists_every_question_in_words() -> None:
    page = pages()["ask"]
    for sentence in ("What is the movement allowance of the unit?", "May the unit draw forage at the town?", "What is the cost"):
        assert sentence in page
    assert not re.search(r"\w+\(\w+(?:, \w+)*\)", re.sub(r"<code>.*?</code>", "", page)), "no question is shown as it is written"
    assert "questions" not in pages()


def test_a_question_is_found_by_the_titles_and_terms_of_its_cases() -> None:
    """The box has the words of a question from the book's table."""
    given = campaign()
    levels = table_of_book(given.book, given.cores["errata"])["questions"]["allowance"]["levels"]
    assert set(map(stem_of, ("weather", "supply", "provisions", "oob"))) <= levels.keys()


def test_a_case_leads_to_its_questions() -> None:
    assert 'href="ask.html#q=forage"' in case_of(pages()["movement"], "8.4")
    assert "rw-asks" not in case_of(pages()["movement"], "8.5"), "no rule of it says anything"


def test_a_question_leads_to_its_case_where_no_script_is_run() -> None:
    """Links to its calculator lead to its place in the list then."""
    assert re.search(r'<li id="q=forage" data-question="forage">\s*<a href="movement.html#case-8.4">May the unit', pages()["ask"])


def test_the_front_page_has_questions_in_words() -> None:
    front = pages()["index"]
    assert '<a href="ask.html#q=allowance">What is the movement allowance of the unit?</a>' in front
    assert front.index("ask.html#q=allowance") < front.index("<summary>At a terminal</summary>") < front.index("rulewright ask campaign")


def test_an_example_opens_in_the_calculator() -> None:
    (link,) = (one for one in HREF.findall(case_of(pages()["movement"], "8.2")) if one.startswith("ask.html#") and "f=" in one)
    asked = parse_qs(link.partition("#")[2].replace("&amp;", "&"))
    assert asked["q"] == ["allowance"]
    assert asked["a"] == ["u"]
    assert set(asked["f"]) == {"printed_allowance~u~5", "weather~mud", "unit.arm~u~infantry", "unit.reserve~u~no"}
    assert asked["c"] == ["1"]
    assert "n" not in asked


@pytest.mark.parametrize(("mark", "assumes_nothing"), [("", True), (" as usual", False)])
def test_an_example_of_what_is_missing_assumes_nothing(mark: str, assumes_nothing: bool) -> None:
    lines = f'  example "no weather"{mark}\n    given printed_allowance(u) is 5 MP, u.arm is infantry\n    then missing allowance(u)\n'
    given = campaign(CHAPTER.replace('  example "infantry in mud"', f'{lines}  example "infantry in mud"'))
    links = [one for one in HREF.findall(case_of(pages_of(given)["movement"], "8.2")) if one.startswith("ask.html#") and "e=" in one]
    assert ["n=1" in one for one in links] == [assumes_nothing, False]


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
