"""What is found, by people's queries: `queries.csv` and `searches.csv` have what players type and the cases that answer, each written before
what it measures was made."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pages.find.conftest import BOOKS
from pages.find.engine import Search
from rulewright.analysis.plain_questions.stems import IRREGULAR, stem_of
from rulewright.analysis.plain_questions.word_lists import common_words
from rulewright.base.resources import site_folder
from rulewright.site.book.book_data import BookOfSite
from rulewright.syntax.nodes import Term

MINISEARCH = "7.2.0", "03c27931eb603af1d3358579e9885eafdb6a2f5fa9929557b3e77d7e99d06d03"
Query = tuple[str, str, list[str]]


def queries(*, kept_aside: bool) -> Iterator[Query]:
    """Book, query, numbers of the cases that answer it. A third was kept aside while the ranking was made."""
    with (Path(__file__).parent / "queries.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            aside = int(hashlib.sha256(f"{row['book']} {row['query']}".encode()).hexdigest(), 16) % 3 == 0
            if aside == kept_aside:
                yield row["book"], row["query"], row["cases"].split()


def place(search: Search, query: Query, here: str | None) -> int:
    """Where the first case that answers a query is among the results: from 0; a large number where none is."""
    return place_in(search.found(query[1], here), query)


def place_in(entries: list[dict[str, Any]], query: Query) -> int:
    book, _, wanted = query
    return next((at for at, one in enumerate(entries) if one["b"] == book and set(one.get("n", ())) & set(wanted)), 1000)


@pytest.mark.parametrize(("kept_aside", "first", "three"), [(False, 0.9, 0.95), (True, 0.8, 0.95)])
def test_queries_of_players_find_the_case_that_answers(search: Search, kept_aside: bool, first: float, three: float) -> None:
    asked = list(queries(kept_aside=kept_aside))
    places = {query[:2]: place(search, query, query[0]) for query in asked}
    late = {query: at for query, at in places.items() if at > 2}
    assert len(late) <= (1 - three) * len(asked), late
    assert sum(at == 0 for at in places.values()) >= first * len(asked), {query: at for query, at in places.items() if at}


def test_queries_find_their_case_without_a_book_too(search: Search) -> None:
    """And a book comes before the manual, whatever is typed."""
    asked = [query for aside in (False, True) for query in queries(kept_aside=aside)]
    results = {query[:2]: search.found(query[1]) for query in asked}
    assert sum(place_in(results[query[:2]], query) < 3 for query in asked) >= 0.9 * len(asked)
    assert [query for query, entries in results.items() if not entries[0]["b"]] == []


@pytest.mark.parametrize(("is_read", "least"), [(True, 75), (False, 70)])
def test_searches_at_the_table_find_their_case_in_the_first_three(search: Search, *, is_read: bool, least: int) -> None:
    """Eighty as they are typed with a phone in hand: misspelled words, what is on the counters, numbers, questions; from a page of the book
    and from the page that the site begins with."""
    with (Path(__file__).parent / "searches.csv").open(encoding="utf-8") as file:
        asked = [(row["book"], row["query"], row["cases"].split()) for row in csv.DictReader(file)]
    places = {query[:2]: place(search, query, query[0] if is_read else None) for query in asked}
    assert len(places) == 80
    assert sum(at < 3 for at in places.values()) >= least, {query: at for query, at in places.items() if at > 2}


def test_books_come_before_the_pages_of_the_manual(search: Search) -> None:
    """But on such a page, and for who types its title."""
    assert search.found("table")[0]["b"] and search.found("table", "")[0]["k"] == "section"
    assert {entry["k"] for entry in search.found("table", "")} > {"section", "form", "case", "table"}
    assert search.found("settle a contradiction")[0]["t"] == "Settle a contradiction"
    assert search.found("demoralized cavalry", "")[0]["b"]


# ---- numbers ----------------------------------------------------------------------------------------------------------------------------


def spellings(number: str) -> Iterator[str]:
    yield from (number, f"[{number}]", f"{number}.", f"#{number}", f"see {number}", f"rule no. {number}", f"case {number}", f" {number} ")
    yield from (number.upper(), number.lower(), f"§ {number}", f"({number})", f"rule {number}:")
    if number[0].isdigit():
        yield f"0{number}"
        yield number.replace(".", ",")
    if "." in number and number.partition(".")[2].isdigit():
        head, _, tail = number.partition(".")
        yield f"{head}.{'.'.join(tail)}"  # 6.21 as 6.2.1


def test_every_number_of_every_book_is_found_in_every_spelling(search: Search, shipped: dict[str, BookOfSite]) -> None:
    missed = []
    for of in shipped.values():
        for case in of.view.all_cases():
            for shown in {of.printed_number(case.number), of.printed_number(case.first_number)}:
                for spelling in spellings(shown):
                    if (found := search.numbered(spelling, of.folder)) != of.printed_number(case.number):
                        missed.append((of.folder, spelling, found))
    assert not missed, (len(missed), missed[:5])


def test_a_number_comes_before_words(search: Search, shipped: dict[str, BookOfSite]) -> None:
    for of in shipped.values():
        for case in list(of.view.all_cases())[::12]:
            assert search.numbers(of.printed_number(case.number), of.folder)[0] == of.printed_number(case.number)


@pytest.mark.parametrize(
    ("text", "here", "number"),
    [
        ("LGA 14.28", None, "14.28"),
        ("lga 14.28", "leipzig", "14.28"),
        ("la grande armée 14.28", "war-in-europe", "14.28"),
        ("WIE 14.4", "la-grande-armee", "14.4"),
        ("q 10", "armee-du-nord", "Q10"),
        ("q10", "armee-du-nord", "Q10"),
        ("combat d", "leipzig", "Combat (D)"),
        ("Stacking (B)", "leipzig", "Stacking (B)"),
        ("stacking b.", "leipzig", "Stacking (B)"),
        ("19.4/9", "la-grande-armee", "19.4/9"),
        ("9.9 c", "armee-du-nord", "9.9c"),
        ("8.6.1", "la-grande-armee", "8.6"),
        ("8.6a", "la-grande-armee", "8.6"),
        ("8.6.1.b", "la-grande-armee", "8.6"),
        ("special armistice", "leipzig", "Special (armistice)"),
    ],
)
def test_numbers_as_people_write_them(search: Search, text: str, here: str | None, number: str) -> None:
    assert search.numbers(text, here)[0] == number


def test_a_chapters_number_finds_its_cases(search: Search) -> None:
    assert all(number.startswith("14.") for number in search.numbers("14.4", "la-grande-armee")[:3])
    assert [one["n"][0] for one in search.found("14", "la-grande-armee")[:3]] == ["14.0", "14.23", "14.24"]


def test_a_word_that_one_title_alone_has_names_the_book(search: Search) -> None:
    assert search.numbers("nord charge")[:3] == search.numbers("adn charge")[:3] == search.numbers("charge", "armee-du-nord")[:3]
    assert search.numbers("Europe: 14.4")[0] == "14.4"
    assert search.numbers("europe replacements", "leipzig")[:3] == search.numbers("wie replacements", "leipzig")[:3]
    # a book that is being read and has all of it itself comes before
    assert search.found("grande corps", "armee-du-nord")[0]["u"].startswith("armee-du-nord")
    assert {"armee-du-nord", "la-grande-armee"} <= {entry["u"].split("/")[0] for entry in search.found("grande corps")}
    # one letter off is no word of a book: there is no `lord` meant
    assert search.asked("nord charge", "armee-du-nord")["dropped"] == []
    # two books have it in their titles, or what follows is in neither
    assert {entry["u"].split("/")[0] for entry in search.found("armée supply")} >= {"la-grande-armee", "leipzig"}
    assert search.asked("europe xyzzy", "leipzig")["dropped"]


# ---- words ------------------------------------------------------------------------------------------------------------------------------


def test_one_letter_may_be_wrong_missing_changed_over_or_accented(search: Search) -> None:
    right = search.numbers("cavalry skirmish", "la-grande-armee")[:3]
    for text in ("cavlry skirmish", "cavarly skirmish", "cavalty skirmish", "cavallry skirmish"):
        assert set(search.numbers(text, "la-grande-armee")[:3]) & set(right), text
    assert search.numbers("blücher", "armee-du-nord")[:3] == search.numbers("blucher", "armee-du-nord")[:3]


def test_one_and_several_find_the_same(search: Search) -> None:
    for one, several in (("depot", "depots"), ("detachment", "detachments"), ("supply train", "supply trains")):
        assert set(search.numbers(one, "la-grande-armee")[:3]) == set(search.numbers(several, "la-grande-armee")[:3])


def test_a_word_whose_ending_is_being_typed_is_found(search: Search) -> None:
    right = search.numbers("foraging", "la-grande-armee")[:3]
    for begun in ("forag", "foragi", "foragin"):
        assert search.numbers(begun, "la-grande-armee")[:3] == right, begun
    assert search.found("forzin", "la-grande-armee") == []


def read_as(search: Search, text: str, here: str | None) -> dict[str, list[str]]:
    """The misspelled words of a query, each with what it was taken for."""
    return {each["said"]: each["words"] for each in search.asked(text, here)["read"]}


def test_a_misspelled_word_is_read_as_the_nearest_of_the_book(search: Search) -> None:
    """By one letter in a short word and by two in a long one; what is further off is no misspelling."""
    assert read_as(search, "artillry woods", "leipzig-lite") == {"artillry": ["artillery"]}
    assert read_as(search, "foragin depots", "la-grande-armee")["foragin"] == ["foraging"]
    assert read_as(search, "artilery", None) == {"artilery": ["artillery"]}
    assert read_as(search, "demoralzed cavlary", "la-grande-armee") == {"demoralzed": ["demoralized"], "cavlary": ["cavalry"]}
    assert read_as(search, "garison starving", "la-grande-armee")["garison"] == ["garrison"]
    assert read_as(search, "trippel march", "leipzig") == {"trippel": ["triple"]}
    assert search.numbers("movment 5", "leipzig") == search.numbers("movement 5", "leipzig")  # they have one stem
    assert search.asked("zeppelinz march", "leipzig")["dropped"] == ["zeppelinz"]
    assert read_as(search, "xavalry", "la-grande-armee") == {"xavalry": ["cavalry"]}
    assert search.asked("mxdx", "la-grande-armee")["groups"] == search.asked("xort", "la-grande-armee")["groups"] == []


def test_a_misspelled_word_of_the_hobby_stands_for_what_the_book_says(search: Search) -> None:
    assert "village" not in str(search.found("built-up area", "leipzig-lite"))
    assert search.numbers("skirmishers villige", "leipzig-lite")[:3] == search.numbers("skirmishers village", "leipzig-lite")[:3]


def test_a_phrase_with_a_misspelled_word_means_what_the_phrase_does(search: Search) -> None:
    for wrong, right in (("who goes firt", "who goes first"), ("rear guaard", "rear guard"), ("line of sigt", "line of sight")):
        assert search.numbers(wrong, "leipzig-lite")[0] == search.numbers(right, "leipzig-lite")[0], wrong


def test_words_that_every_object_has_are_words_like_others(search: Search) -> None:
    for word in ("constructor", "__proto__", "hasOwnProperty", "toString"):
        assert search.asked(f"{word} forage", "la-grande-armee")["groups"][0]["entries"][0]["n"][0].startswith("14."), word


def test_two_words_that_are_typed_as_one_are_found(search: Search) -> None:
    assert search.numbers("forcedmarch", "leipzig")[0] == search.numbers("forced march", "leipzig")[0]


def test_a_word_of_another_book_is_no_misspelling_on_the_page_that_the_site_begins_with(search: Search) -> None:
    assert {entry["b"] for entry in search.found("genoa")} == {"war-in-europe"}


def test_forms_that_no_ending_tells_and_both_spellings_find_the_same(search: Search) -> None:
    for one, other, book in (
        ("broken down", "break down", "leipzig"),
        ("frozen", "freeze", "war-in-europe"),
        ("armour", "armor", "war-in-europe"),
    ):
        assert search.found(one, book) and search.numbers(one, book)[:3] == search.numbers(other, book)[:3], one
    assert search.numbers("town defence", "armee-du-nord")[:3] == search.numbers("town defense", "armee-du-nord")[:3]


def test_what_is_printed_on_the_counters_finds_its_case(search: Search) -> None:
    for text, book, number in (
        ("arty range", "leipzig-lite", "Bombardment (2)"),
        ("cav in mud", "la-grande-armee", "8.6"),
        ("KG advance", "war-in-europe", "12.7"),
        ("MSU", "war-in-europe", "14.42"),
        ("AAP", "war-in-europe", "7.35"),
        ("CAM", "armee-du-nord", "cams.1"),
        ("18-2", "leipzig", "Stacking (E)"),
        ("AsDs", "leipzig", "Combat (M)"),
    ):
        assert number in search.numbers(text, book)[:3], text


def test_every_word_that_a_term_is_also_called_finds_a_case(search: Search, shipped: dict[str, BookOfSite]) -> None:
    terms = [
        (name, term) for name, book in shipped.items() for term in (each.node for each in book.book.declarations) if isinstance(term, Term)
    ]
    assert len(terms) > 40
    missed = [(book, word) for book, term in terms for word in (term.name, *term.also) if not search.numbers(word, book)]
    assert missed == []


def test_an_abbreviation_stands_for_its_words_before_it_begins_another(search: Search) -> None:
    assert search.numbers("LOS", "leipzig-lite")[0] == search.numbers("line of sight", "leipzig-lite")[0]
    assert "lost" not in str(search.found("LOS", "leipzig-lite")[:3])
    assert search.numbers("pickets", "armee-du-nord")[0] == search.numbers("picquets", "armee-du-nord")[0]


def test_a_word_that_is_nowhere_is_dropped_and_said(search: Search) -> None:
    found = search.asked("xyzzy forage", "la-grande-armee")
    assert found["dropped"] == ["xyzzy"]
    assert found["groups"][0]["entries"][0]["n"][0] in ("14.43", "14.42", "14.46")


def test_nothing_is_found_for_nothing(search: Search) -> None:
    assert search.found("", "leipzig") == search.found("  ", "leipzig") == search.found("[]", "leipzig") == []


def test_a_term_of_the_book_stands_for_what_it_is_also_called(search: Search) -> None:
    assert set(search.numbers("AOC", "la-grande-armee")[:3]) & set(search.numbers("army organization chart", "la-grande-armee")[:3])


def test_results_are_grouped_by_kind_and_a_case_comes_before_a_question(search: Search) -> None:
    groups = search.asked("forage", "la-grande-armee")["groups"]
    titles = [group["title"] for group in groups]
    assert titles[0] == "Rules" and {entry["k"] for entry in groups[0]["entries"]} <= {"case", "scenario", "ruling"}
    order = [
        "Rules",
        "More rules and rulings",
        "Tables",
        "Questions to ask",
        "Terms",
        "Options",
        "Examples",
        "Amendments",
        "Open readings",
        "Chapters",
        "Elsewhere",
    ]
    assert titles == [title for title in order if title in titles]
    kinds = [entry["k"] for group in groups for entry in group["entries"] if group["title"] != "Elsewhere"]
    assert kinds.index("case") < kinds.index("question")


def test_set_up_places_and_cells_of_tables_are_found(search: Search) -> None:
    assert search.numbers("Frankfurt", "la-grande-armee")[0] == "19.5"
    assert "13.92" in search.numbers("660-711", "war-in-europe")[:3]


def test_a_right_word_of_english_is_never_corrected(search: Search) -> None:
    """Whatever book is read: `fire` is not `five`, and `starving` is not `starting`."""
    words = (Path(__file__).parent / "right_words.txt").read_text("utf-8").split()
    assert len(words) > 400
    assert {(word, book): found for word in words for book in BOOKS if (found := search.taken(word, book))} == {}
    assert search.taken("cavlary", "leipzig")


def test_the_page_and_python_have_one_stemmer(search: Search) -> None:
    words = {*common_words(), *IRREGULAR, "supplied", "cancelled", "armoured", "manoeuvres", "18th", "blücher"}
    assert [word for word in words if search.stem(word) != stem_of(word)] == []


def test_the_library_is_the_one_that_was_taken() -> None:
    folder = site_folder() / "assets" / "vendor" / "minisearch"
    version, checksum = MINISEARCH
    assert hashlib.sha256((folder / "minisearch.js").read_bytes()).hexdigest() == checksum
    assert f"MiniSearch {version} " in (folder / "VERSION.txt").read_text("utf-8")
    assert "Permission is hereby granted" in (folder / "LICENSE.txt").read_text("utf-8")
