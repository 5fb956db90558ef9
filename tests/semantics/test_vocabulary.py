"""Names: the singulars of a plural, and what a term reads."""

from __future__ import annotations

import pytest

from rulewright.semantics.measures import singulars
from rulewright.semantics.terms import names_in, questions_in
from semantics.small import core_of, resolved


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("unit", ["unit"]),
        ("units", ["units", "unit"]),
        ("boxes", ["boxes", "box", "boxe"]),
        ("armies", ["armies", "army", "armi", "armie"]),
    ],
)
def test_a_plural_may_be_that_of_several_words(word: str, forms: list[str]) -> None:
    assert list(singulars(word)) == forms


def test_a_term_names_the_facts_questions_and_groups_that_it_reads_and_not_what_its_groups_look_into() -> None:
    core = core_of(
        """
record unit
  tired: yes/no
  strength: 0..9
fact stacked(u: unit, v: unit): yes/no
group near(u: unit): units v with stacked(u, v)
group far(u: unit): units v with not stacked(u, v)
predicate slow(u: unit)
predicate slower(u: unit)
case 1.1
  slow(u) when u.tired
  slower(u) when (some unit v among near(u) with slow(v)) and u.strength is 3
  slower(u) when every unit v among far(u) satisfies v.tired
  slower(u) when the number of units v among near(u) is 2 and u in far(u)
"""
    )
    read = [[part.term for part in rule.parts] for rule in core.on["slower"].written_rules()]
    assert [sorted({name for term in terms for name in names_in(term).groups}) for terms in read] == [["near"], ["far"], ["far", "near"]]
    assert [[name for term in terms for name in names_in(term).facts] for terms in read] == [["unit.strength"], ["unit.tired"], []]
    assert [[name for term in terms for name in questions_in(term)] for terms in read] == [["slow"], [], []]


def test_a_fact_has_what_its_line_says() -> None:
    facts = core_of(
        """
record unit
fact fog: yes/no
fact near(u: unit, v: unit): yes/no
  symmetric
die luck: 1d6
choice bold: yes/no by red
status tired of unit
  lasts "1 turn"
"""
    ).facts
    assert {name: None if one.found is None else one.found.value for name, one in facts.items()} == {
        "fog": None, "near": None, "luck": "thrown", "bold": "decided", "tired": "remembered",
    }  # fmt: skip
    assert [name for name, one in facts.items() if one.symmetric] == ["near"]
    assert [(name, one.by) for name, one in facts.items() if one.by] == [("bold", "red")]
    assert [(name, one.lasts) for name, one in facts.items() if one.lasts] == [("tired", "1 turn")]


def test_the_rule_of_a_table_has_the_tags_of_its_line() -> None:
    program, _ = resolved("""
enum arm: foot, horse
case 1.1
  table pace(a: arm): 0..9  @L-1
    | foot  | 3 |
    | horse | 5 |
  table rest(a: arm): 0..9
    | foot  | 1 |
    | horse | 2 |
""")
    assert {rule.question: rule.tags for rule in program.rules} == {"pace": ("L-1",), "rest": ()}


@pytest.mark.parametrize(("written", "meant"), [("0..2.5", "0..2.5 by 0.5"), ("0.5..3", "0.5..3 by 0.5"), ("0..1.25", "0..1.25 by 0.25")])
def test_a_range_with_an_end_between_its_steps_is_told_its_steps(written: str, meant: str) -> None:
    _, (found,) = resolved(f"value v: {written}\n")
    assert (found.code, found.help) == ("RW223", f"say in which steps it goes: `{meant}`")
