"""Addresses: what a reference reaches."""

from __future__ import annotations

import pytest

from rulebook.books import book_of
from rulewright.rulebook.addresses import Addresses, ground_labels
from rulewright.rulebook.edition_diff import formal_text
from rulewright.syntax import nodes

TEXT = """\
measure MP "point"
enum weather: clear, mud, snow
fact weather: weather
record unit
value allowance(u: unit): 0..20 MP
verdict forage(u: unit)
case 14.0
  "All."
  may forage(u)
case 14.43 "Forage"
  not held, bears on forage(u)
  may forage(u) when all of
    a. weather is mud
    b. weather is clear
  table cost(w: weather): 1..6
    | mud | 5 |
  may not forage(u) when any of
    a. weather is snow
    c. weather is mud
  overrides 14.0
  does not matter: weather, for allowance(u)
case 14.44
  "Near."
case 15.1
  "Gone."
amend 14.43, 14.44 in errata as addition
  must forage(u)
amend 15.1 in errata as correction
  deletes the case
ruling Q10 on 14.43 in errata
  need not forage(u)
reading H_42 on 14.43 "Which?"
  choice one
    may forage(u)
    overrides 14.0
  choice two
"""


@pytest.fixture(scope="module")
def addresses() -> Addresses:
    return Addresses(book_of(TEXT).views["errata"])


@pytest.mark.parametrize(
    ("number", "reached", "ground", "whole"),
    [
        ("14.43.1", ["14.43.1"], None, False),
        ("14.43.cost", ["14.43.cost"], None, False),
        ("14.43.2", ["14.43.2"], None, False),
        ("14.43.3", ["14.43.3"], None, False),
        ("14.43.overrides", ["14.43.overrides"], None, False),
        ("14.43.1.b", ["14.43.1"], "b", False),
        ("14.43.b", ["14.43.1"], "b", False),
        ("14.43.c", ["14.43.2"], "c", False),
        ("14.43.not_held", ["14.43.not_held"], None, False),
        ("14.43.does_not_matter", ["14.43.does_not_matter"], None, False),
        ("H_42.one", ["H_42.one.1", "H_42.one.overrides"], None, False),
        ("H_42.two", [], None, False),
        ("H_42", ["H_42.one.1", "H_42.one.overrides"], None, True),
        ("Q10", ["Q10.1"], None, True),
        ("14.44", ["14.43.3"], None, True),
        ("15.1", [], None, True),
    ],
)
def test_find(addresses: Addresses, number: str, reached: list[str], ground: str | None, whole: bool) -> None:
    found = addresses.resolve_address(number)
    assert found is not None
    assert ([one.id.text for one in found.provisions], found.ground, found.is_whole) == (reached, ground, whole)


def test_a_case_is_reached_with_amendments_rulings_and_readings_on_it(addresses: Addresses) -> None:
    found = addresses.resolve_address("14.43")
    assert found is not None
    assert {one.id.text for one in found.provisions} >= {"14.43.1", "14.43.3", "Q10.1", "H_42.one.1"}
    assert found.case is not None
    assert found.provisions == addresses.provisions_of_case("14.43")


OTHER_LINES = ("  overrides 14.0\n", "  sets aside 14.0 when weather is mud\n", "  table toll(w: weather): 1..6\n    | mud | 5 |\n")


@pytest.mark.parametrize("line", OTHER_LINES)
def test_only_rules_count_in_the_numbers_of_rules(line: str) -> None:
    """A statement of precedence or a table that is put before a rule does not turn a reference to that rule into one to another."""
    plain = TEXT.replace("  may forage(u) when all of", "  need not forage(u)\n  may forage(u) when all of")
    with_line = plain.replace("  need not forage(u)\n", f"{line}  need not forage(u)\n")
    assert with_line != plain
    before, after = (Addresses(book_of(text).views["errata"]) for text in (plain, with_line))
    for number in ("14.43.1", "14.43.2", "14.43.2.b", "14.43.3", "14.43.4"):
        was, now = before.resolve_address(number), after.resolve_address(number)
        assert was is not None
        assert now is not None
        assert [one.node for one in was.provisions] == [one.node for one in now.provisions]


def test_statements_of_precedence_have_a_word_for_an_address() -> None:
    text = TEXT.replace("  overrides 14.0\n  does", "  overrides 14.0\n  overrides 14.44\n  sets aside 15.1\n  does")
    found = book_of(text).views["printed"].find_case("14.43")
    assert found is not None
    words = [one.id.text for one in found.provisions if isinstance(one.node, nodes.Relation)]
    assert words == ["14.43.overrides", "14.43.overrides_2", "14.43.sets_aside"]


def test_sub_cases_are_reached_only_if_asked_for(addresses: Addresses) -> None:
    own, below = addresses.resolve_address("14.0"), addresses.resolve_address("14.0", and_below=True)
    assert own is not None
    assert below is not None
    assert [one.id.text for one in own.provisions] == ["14.0.1"]
    assert {one.id.text for one in below.provisions} >= {"14.0.1", "14.43.1", "14.43.3"}
    assert addresses.sub_cases("14.0") == ("14.43", "14.44")
    chapter = addresses.resolve_address("14", and_below=True)
    assert chapter is not None
    assert {one.id.text for one in chapter.provisions} >= {"14.0.1", "14.43.1"}


@pytest.mark.parametrize("number", ["14.43.a", "14.43.9", "14.43.z", "99.1", "H_42.three", "14"])
def test_what_is_not_there_or_means_two(addresses: Addresses, number: str) -> None:
    assert addresses.resolve_address(number) is None


def test_a_deleted_case_is_found_as_deleted(addresses: Addresses) -> None:
    found = addresses.resolve_address("15.1")
    assert found is not None
    assert found.is_deleted


def test_hints(addresses: Addresses) -> None:
    assert "`14.43`" in addresses.spelling_hint("14.34")
    assert addresses.spelling_hint("nothing alike at all") == ""
    assert "14.43.1.b" in set(addresses.all_addresses())


def test_grounds_of_what_is_no_rule() -> None:
    assert ground_labels(nodes.NotHeld()) == ()


# ---- names -----------------------------------------------------------------------------------------------------------------------------

NAMED = (
    TEXT.replace("  may forage(u) when all of", "  in_mud: may forage(u) when all of")
    .replace("  overrides 14.0\n  does", "  first: overrides 14.0\n  does")
    .replace("  must forage(u)", "  of_errata: must forage(u)")
    .replace("    may forage(u)\n    overrides 14.0", "    leave: may forage(u)\n    overrides 14.0")
)


@pytest.mark.parametrize(
    ("number", "reached", "ground", "counted"),
    [
        ("14.43.in_mud", "14.43.in_mud", None, False),
        ("14.43.in_mud.b", "14.43.in_mud", "b", False),
        ("14.43.b", "14.43.in_mud", "b", False),
        ("14.43.1", "14.43.in_mud", None, True),
        ("14.43.1.b", "14.43.in_mud", "b", True),
        ("14.43.2", "14.43.2", None, True),
        ("14.43.2.c", "14.43.2", "c", True),
        ("14.43.c", "14.43.2", "c", False),
        ("14.43.first", "14.43.first", None, False),
        ("14.43.of_errata", "14.43.of_errata", None, False),
        ("14.43.3", "14.43.of_errata", None, True),
        ("14.43.not_held", "14.43.not_held", None, False),
        ("H_42.one.leave", "H_42.one.leave", None, False),
        ("H_42.one.1", "H_42.one.leave", None, True),
    ],
)
def test_a_name_is_an_address_and_moves_no_other(number: str, reached: str, ground: str | None, counted: bool) -> None:
    """A rule that is given a name keeps the address by its place too, so that nothing that named it means another rule."""
    found = Addresses(book_of(NAMED).views["errata"]).resolve_address(number)
    assert found is not None
    assert ([one.id.text for one in found.provisions], found.ground, found.by_place) == ([reached], ground, counted)


def test_a_name_holds_whatever_is_put_before_its_rule() -> None:
    more = NAMED.replace("  in_mud: may forage", "  need not forage(u)\n  in_mud: may forage")
    before, after = (Addresses(book_of(text).views["errata"]) for text in (NAMED, more))
    for number in ("14.43.in_mud", "14.43.in_mud.b", "14.43.of_errata", "14.43.first"):
        was, now = before.resolve_address(number), after.resolve_address(number)
        assert was is not None
        assert now is not None
        assert [one.node for one in was.provisions] == [one.node for one in now.provisions]


NUMBERED = """\
predicate wet
case 9.1
  3: wet always
  not wet when not wet_before
  sweeping: not wet when wet_before
fact wet_before: yes/no
"""


def test_where_the_source_numbers_its_rules_no_number_is_a_place() -> None:
    addresses = Addresses(book_of(NUMBERED).views["printed"])
    assert [one.id.text for one in addresses.provisions_of_case("9.1")] == ["9.1.3", "9.1.rule_2", "9.1.sweeping"]
    assert addresses.resolve_address("9.1.1") is None
    assert addresses.resolve_address("9.1.2") is None
    third, second = addresses.resolve_address("9.1.3"), addresses.resolve_address("9.1.rule_2")
    assert third is not None
    assert second is not None
    assert (third.provisions[0].id.text, third.by_place, second.by_place) == ("9.1.3", False, True)


AMENDED = """\
fact wet: yes/no
verdict march
case 9.1 "Marching"
  may march
  in_rain: may not march when wet
    overrides 9.1
amend 9.1.in_rain in errata as correction
  deletes the part
  in_rain: may not march unless not wet
    overrides 9.1
case 9.2 "Boots"
  may march when wet
    overrides 9.1.in_rain
"""


def test_an_amendment_that_replaces_a_rule_gives_it_the_same_name() -> None:
    book = book_of(AMENDED)
    for edition, said in (("printed", "may not march when wet"), ("errata", "may not march unless not wet"), ("latest", None)):
        found = Addresses(book.views[edition]).resolve_address("9.1.in_rain")
        assert found is not None
        assert found.by_place is False
        assert said is None or formal_text(found.provisions[0].node) == said


def test_a_place_means_another_line_after_an_amendment_and_a_name_does_not() -> None:
    book = book_of(AMENDED.replace("  in_rain: may not march unless", "  may not march unless"))
    places = [Addresses(book.views[edition]).resolve_address("9.1.2") for edition in ("printed", "errata")]
    assert [one.provisions[0].id.text for one in places if one is not None] == ["9.1.in_rain", "9.1.2"]
    assert Addresses(book.views["errata"]).resolve_address("9.1.in_rain") is None


def test_a_name_goes_with_its_case_when_that_is_renumbered() -> None:
    book = book_of(NAMED + "amend 14.43 in second as change\n  renumbers to 14.45\n")
    found = Addresses(book.views["latest"]).resolve_address("14.45.in_mud.b")
    assert found is not None
    assert [one.id.text for one in found.provisions] == ["14.45.in_mud"]


def test_what_bears_on_an_answer_has_an_address_by_whether_its_words_are_held() -> None:
    held = Addresses(book_of(TEXT.replace("  not held, bears on", "  bears on")).views["errata"])
    found = held.resolve_address("14.43.bears_on")
    assert found is not None
    assert [one.id.text for one in found.provisions] == ["14.43.bears_on"]
