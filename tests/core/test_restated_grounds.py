"""A list of grounds that is said again: each ground is the one with its own letter under a second address."""

from __future__ import annotations

from semantics.small import core_of

TWICE = """
fact fog: yes/no
verdict rest

case 1.1
  may rest when any of
    a. fog
    b. fog

case 1.2
  may rest when any of
    a. fog
    b. fog
    restates 1.1.1
"""


def test_grounds_that_are_alike_restate_the_one_with_their_letter() -> None:
    assert [rule.ids for rule in core_of(TWICE).on["rest"].rules] == [("1.1.1.a", "1.2.1.a"), ("1.1.1.b", "1.2.1.b")]


def test_conditions_go_before_letters() -> None:
    text = TWICE.replace("fact fog: yes/no", "fact fog: yes/no\nfact rain: yes/no").replace("b. fog", "b. rain", 1)
    turned = text.replace("    a. fog\n    b. fog\n    restates", "    a. rain\n    b. fog\n    restates")
    assert [rule.ids for rule in core_of(turned).on["rest"].rules] == [("1.1.1.a", "1.2.1.b"), ("1.1.1.b", "1.2.1.a")]
