"""References and terms in prose."""

from __future__ import annotations

import pytest

from rulewright.base.keywords import RelationKind, Verb
from rulewright.rulebook.case_numbers import Numbering
from rulewright.rulebook.prose import find_references, find_terms, redirect_references
from rulewright.rulebook.rewrite import rewrite_node, rewrite_number, rewrite_text
from rulewright.syntax import nodes

KNOWN = {"5.2", "5.3", "5.4", "9.11", "9.11+", "9.13", "14.43", "Q10", "A1a", "A1a++", "retreat.J"}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("See [9.13].", ["9.13"]),
        ("See [9.99].", ["9.99"]),
        ("See [9.11, 9.13 and 14.43].", ["9.11", "9.13", "14.43"]),
        ("See [case 9.11].", ["9.11"]),
        ("See case 9.99.", ["9.99"]),
        ("Cases 9.11, 9.13 and 14.43 hold.", ["9.11", "9.13", "14.43"]),
        ("Both 9.11 and 9.13 hold.", ["9.11", "9.13"]),
        ("It moves 2.5 hexes, or 9.11% of them.", []),
        ("Ground [14.43.b] and [Q10] and [retreat.J].", ["14.43.b", "Q10", "retreat.J"]),
        ("[zone of control] and [9.13](https://example.org)", []),
        ("Point [19.4/9].", ["19.4/9"]),
        ("No number.", []),
        ("[A1a++], [A1a and A1a++] but [A1a+]", ["A1a++", "A1a", "A1a++"]),
        ("As in 9.11+, and with [9.13+/1].", ["9.11+", "9.13+/1"]),
        ("Cases 9.11, 9.11+ and 9.13+ hold.", ["9.11", "9.11+", "9.13+"]),
        ("With 9.13+ there is none.", []),
        ("version 1.9.11 is none", []),
    ],
)
def test_references(text: str, numbers: list[str]) -> None:
    found = find_references(text, KNOWN)
    assert [one.number for one in found] == numbers
    for one in found:
        assert text[one.start : one.end].startswith(one.number)


def test_a_range_reaches_what_stands_between() -> None:
    (found,) = find_references("Cases 5.2 to 5.4 apply.", KNOWN)
    assert (found.number, found.last) == ("5.2", "5.4")
    assert found.expand_range(["5.1", "5.2", "5.21", "5.3", "5.4", "5.5"], Numbering()) == ("5.2", "5.21", "5.3", "5.4")
    assert found.expand_range([], Numbering()) == ("5.2", "5.4")


def test_a_range_in_brackets() -> None:
    (found,) = find_references("As [5.2 to 5.4] say.", KNOWN)
    assert found.expand_range(["5.3"], Numbering()) == ("5.2", "5.3", "5.4")


def test_terms_are_what_is_no_reference() -> None:
    found = find_terms("A [zone of control] as in [9.13], [Q10] and [text](address).", KNOWN)
    assert [one.name for one in found] == ["zone of control"]
    assert find_terms("nothing", KNOWN) == ()


def test_redirecting_leaves_other_numbers_alone() -> None:
    assert redirect_references("[9.12], case 9.12, 9.12 and 9.121, 19.12", "9.12", "9.13") == "[9.13], case 9.13, 9.13 and 9.121, 19.12"
    assert redirect_references("cases 9.12 to 9.15", "9.12", "9.13") == "cases 9.13 to 9.15"
    assert redirect_references("cases 9.1 to 9.12", "9.12", "9.13") == "cases 9.1 to 9.13"
    assert redirect_references("nothing here", "9.12", "9.13") == "nothing here"
    assert redirect_references("[9.12, 9.12+], cases 9.12+ and 9.12", "9.12", "9.13") == "[9.13, 9.12+], cases 9.12+ and 9.13"
    assert redirect_references("[9.12, 9.12+], cases 9.12++", "9.12+", "9.13") == "[9.12, 9.13], cases 9.12++"


def test_changing_several_numbers_at_once() -> None:
    assert rewrite_text("[8.6] before [8.7]", {"8.6": "8.7", "8.7": "8.6"}) == "[8.7] before [8.6]"
    assert rewrite_text("see [14.43.b]", {"14.43": "14.5"}) == "see [14.5.b]"
    assert rewrite_number("14.43.1.b", {"14.43": "14.5"}) == "14.5.1.b"
    assert rewrite_number("14.431", {"14.43": "14.5"}) == "14.431"


def test_a_node_without_references_is_the_same_node() -> None:
    rule = nodes.Rule(Verb.MAY, (nodes.Call("forage"),), relations=(nodes.Relation(RelationKind.OVERRIDES, (nodes.CaseRef("9.1"),)),))
    assert rewrite_node(rule, {"8.6": "8.7"}) is rule
    changed = rewrite_node(rule, {"9.1": "9.2"})
    assert changed.relations[0].targets[0].number == "9.2"
