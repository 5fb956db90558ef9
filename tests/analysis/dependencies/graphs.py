"""A small rulebook that has an edge of every kind, and its graph."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rulebook.books import book_of
from rulewright.analysis.dependencies.build import build_graph
from rulewright.core.lower import lower
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.elaborate import resolve

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.model import Graph

TEXT = """\
measure MP "movement point"
enum weather: clear, mud, snow
enum arm: foot, horse
record unit
  arm: arm
  ready: yes/no
record town
  ready: yes/no
status dispersed of unit
fact weather: weather "the weather"
fact stands_at(u: unit, t: town): yes/no
fact apart: yes/no
value allowance(u: unit): 0..20 MP "the allowance of {u}"
verdict forage(u: unit, t: town) "{u} forages at {t}"
predicate kept(t: town)
group garrison(t: town): units u with stands_at(u, t)
term "supply" "Food and powder."
  also "provisions"

chapter 8.0 "Movement & more"
case 8.0 "General"
  "See [8.6], cases 9.1 to 9.3 and [supply]; nothing of [10.9]."
case 8.6 "Weather"
  "Mud takes 2 MP; 9.1 says more. [provisions]"
  take 2 MP from allowance(u) when weather is mud
  take cost(weather) from allowance(u) when weather is snow and not u.dispersed
  table cost(w: weather): 0..3 MP
    | clear | 0 |
    | snow  | 1 |
  except 9.2 when u.ready
  example "mud"
    given weather is mud, u.arm is horse
    then undetermined allowance(u)
case 9.1 "Forage <one>"
  may forage(u, t) when kept(t) and u.arm is horse
    overrides 9.2.1
  may not forage(u, t) when some v among garrison(t) with v.ready
    restates 9.2.1
  refers to 8.6
case 9.2 "Limits"
  may not forage(u, t) when not t.ready
  sets aside 9.1
case 9.21 "Sub"
  must forage(u, t) when apart
    overrides 9.1 and below
case 9.3
  not held, bears on kept(t) when weather is mud
  does not matter: apart, for kept(t)
  "As in [9.31], [9.4]."
scenario 19.1 "One"
  "Here [9.1]."
case 9.31 "Gone"
  "Gone."
amend 9.31 in errata as correction
  deletes the case
amend 8.6, 9.3 in errata as clarification
  kept(t) when apart
ruling Q1 on 9.1 in errata
  asks "Is [9.2] meant?"
  answers "Yes."
  settles H_1 as one
reading H_1 on 9.2 "Which?"
  "Compare [8.6]."
  choice one: may forage(u, t) when apart
  choice two
    may not forage(u, t) when apart
    overrides 9.2
    "Or [9.1]."
"""


@cache
def book() -> Rulebook:
    return book_of(TEXT)


@cache
def graph(edition: str = "errata") -> Graph:
    return graph_of(book(), edition)


def graph_of(found: Rulebook, edition: str | None = None) -> Graph:
    """The graph of an edition (None: the default)."""
    return build_graph(found, lower(resolve(found, edition or found.default_edition)[0]))
