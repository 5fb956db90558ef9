"""Each amendment of a small book, classed by what it does to answers; and what would be another answer if a case went."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.dependencies.graphs import graph
from rulewright.analysis.comparison.amendments import EditionComparison, Meaning, compare_meanings
from rulewright.analysis.comparison.answer_change import Effect
from rulewright.analysis.comparison.core_difference import CoreComparison, KnownDifferences, QuestionDifference, compare_cores
from rulewright.analysis.comparison.impact import HANGS, dependents, impact_of_case
from rulewright.analysis.dependencies.build import build_graph
from rulewright.analysis.dependencies.model import CASES, iter_vertices
from rulewright.base.source import Source
from rulewright.core.lower import lower
from rulewright.core.query import Status
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source

BOOK = """\
rulebook small "Small"
  numbering decimal

source printed "Printed"

source errata "Errata"
  amends printed

edition printed = printed
edition errata = printed + errata

fact rain: yes/no
fact depth: 0..9
record unit "a unit"
  heavy: yes/no

verdict pass(u: unit)
verdict camp(u: unit)
value load(u: unit): 0..9
predicate tired(u: unit)
value order(u: unit): 0..9

case 1.1 "Passing"
  "Passing."
  may pass(u) when not rain
  may not pass(u) when rain

case 1.2 "Load"
  "Load."
  load(u) is 3 when u.heavy

case 1.3 "Camp"
  "Camp."
  may camp(u) when not tired(u)
  may not camp(u) when tired(u)
  tired(u) when depth is at least 5

case 1.4 "Order"
  "Order; see [1.2]."

reading slope on 1.4 "Which way"
  choice up
    order(u) is 1
  choice down
    order(u) is 2

amend 1.1 in errata as clarification "Fair weather"
  "Who may pass may do so in fair weather."
  may pass(u) when not rain and depth is 3
    restates 1.1.1

amend 1.2 in errata as correction "Light ones"
  "Light ones carry 1."
  load(u) is 1 when not u.heavy

amend 1.3 in errata as correction "Rain tires"
  "Rain tires."
  tired(u) when rain

case 1.5 "Haste" new in errata
  "Nobody camps at depth 2."
  may not camp(u) when depth is 2

case 1.6 "Words" new in errata
  "Only words."

ruling Q1 on 1.4 in errata
  asks "Which way?"
  answers "Up."
  settles slope as up
"""


def book_of(text: str) -> Rulebook:
    placed, found = parse_source(Source("small.case", text))
    assert not found
    book, found = build_rulebook(SyntaxTree("small", tuple(placed)), ledger=None, slug="small")
    assert not [one for one in found if one.severity == "error"], found
    return book


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return book_of(BOOK)


@pytest.fixture(scope="module")
def found(book: Rulebook) -> Meaning:
    return compare_meanings(book, "printed", "errata")


def test_classes(found: Meaning) -> None:
    assert {one.number: one.word for one in found.amendments} == {
        "1.1": "none",
        "1.2": "settles",
        "1.3": "changes",
        "1.5": "conflict",
        "1.6": "none",
        "Q1": "settles",
    }


def test_questions(found: Meaning) -> None:
    told = {(one.question, one.effect): (one.outcome_before.text, one.outcome_after.text) for one in found.differences.changes}
    assert told[("load", Effect.SETTLES)] == ("undetermined", "1")
    assert told[("tired", Effect.CHANGES)] == ("no", "yes")
    assert told[("camp", Effect.CHANGES)] == ("permitted", "forbidden")
    assert told[("camp", Effect.CONFLICT)] == ("permitted", "conflict")
    assert told[("order", Effect.SETTLES)] == ("undetermined", "1")
    assert set(found.differences.equal) == {"pass"}
    assert len(told) == 5


def test_causes(found: Meaning) -> None:
    causes = {
        (change.question, change.effect): {found.amendments[place].number for place in places}
        for change, places in zip(found.differences.changes, found.causes, strict=True)
    }
    assert causes[("camp", Effect.CHANGES)] == {"1.3"}
    assert causes[("camp", Effect.CONFLICT)] == {"1.5"}
    assert causes[("order", Effect.SETTLES)] == {"Q1"}


def test_one_amendment_is_compared_with_the_later_edition(book: Rulebook) -> None:
    """Without the erratum on 1.3 the ban of 1.5 is still there: what it changes is told beside it."""
    again = compare_meanings(book, "printed", "errata")
    [rain] = [one for one in again.amendments if one.number == "1.3"]
    assert [verdict.question for verdict in rain.verdicts] == ["tired"]


def test_a_reading_that_is_left_open_on_one_side(book: Rulebook) -> None:
    programs = [lower(resolve(book, edition)[0]) for edition in ("printed", "errata")]
    [verdict] = compare_cores(programs[0], programs[1], ["order"]).verdicts
    [change] = verdict.changes
    assert (change.outcome_before.status, change.outcome_after.status) == (Status.UNDETERMINED, Status.ANSWERED)
    [back] = compare_cores(programs[1], programs[0], ["order"]).changes
    assert back.effect is Effect.OPENS


def test_questions_and_domains_of_one_side_only() -> None:
    other = BOOK.replace("depth: 0..9", "depth: 2..6").replace("predicate tired(u: unit)", "predicate tired(u: unit)\nvalue extra: 0..9")
    before, after = (lower(resolve(book_of(text), "printed")[0]) for text in (BOOK, other))
    found = compare_cores(before, after)
    assert found.added == ("extra",)
    assert compare_cores(after, before).removed == ("extra",)
    assert not found.changes
    assert not found.not_analysed
    deeper = BOOK.replace("depth is at least 5", "depth is at least 7").replace("depth: 0..9", "depth: 0..6")
    [change] = compare_cores(before, lower(resolve(book_of(deeper), "printed")[0]), ["tired"]).changes
    assert dict(change.situation.facts) == {"depth": "5"}


def test_a_fact_told_in_another_way() -> None:
    other = (
        BOOK.replace("depth: 0..9", "depth: 0..9 ell")
        .replace("fact rain", 'measure ell "ell"\nfact rain')
        .replace("depth is at least 5", "depth is at least 5 ell")
    )
    other = other.replace("depth is 3", "depth is 3 ell").replace("depth is 2", "depth is 2 ell")
    before, after = (lower(resolve(book_of(text), "printed")[0]) for text in (BOOK, other))
    [verdict] = compare_cores(before, after, ["tired"]).verdicts
    assert verdict.reason == "`depth` is declared differently"
    assert not verdict.equal


def test_impact(book: Rulebook) -> None:
    program = resolve(book, "errata")[0]
    found = impact_of_case(build_graph(book, lower(program)), program, "1.3")
    assert set(found.questions) == {"camp", "tired"}
    effects = {
        (change.question, change.effect): (change.outcome_before.text, change.outcome_after.text)
        for v in found.verdicts
        for change in v.changes
    }
    assert effects[("tired", Effect.CHANGES)] == ("yes", "no")
    assert effects[("camp", Effect.OPENS)][1] == "undetermined"
    assert {v.question for v in found.verdicts} == {"camp", "tired"}


def test_who_hangs_on_a_case(book: Rulebook) -> None:
    program, _ = resolve(book, "errata")
    found = impact_of_case(build_graph(book, lower(program)), program, "1.2").dependents
    assert {(one.number, one.relation, one.steps) for one in found} >= {
        ("1.4", "refers to it", 1),
        ("slope", "reads it", 2),
        ("Q1", "rules on it", 2),
    }


def test_every_way_of_hanging_on_a_case_is_told() -> None:
    found = graph()
    told = {one.relation for number in iter_vertices(found, CASES) for one in dependents(found, number.name)}
    assert told == {
        "asks what it answers", "overrides it", "gives way to it", "sets it aside", "amends it", "rules on it", "settles it", "refers to it"
    }  # fmt: skip
    assert set(HANGS.values()) - told == {"restates it", "reads it"}, "where these are so in that book, what is closer is so too"


IMPOSSIBLE = """\
rulebook small "Small"

source printed "Printed"

source errata "Errata"
  amends printed

edition printed = printed
edition errata = printed + errata

fact bridge: yes/no
fact ford: yes/no
impossible when bridge and ford
impossible when not bridge and not ford
value crossing_cost: 0..9

case 1.1 "Crossing" in printed
  not held, bears on crossing_cost

amend 1.1 in errata as addition "What it costs"
  "A bridge costs 1, a ford 2."
  crossing_cost is 1 when bridge
  crossing_cost is 2 when ford and not bridge
  crossing_cost is 0 otherwise
"""


def test_what_shows_an_effect_is_possible() -> None:
    """The effect is there whatever the facts are; the situation that shows it is one of those that the book allows."""
    (change,) = compare_meanings(book_of(IMPOSSIBLE), "printed", "errata").differences.changes
    assert change.effect is Effect.SETTLES
    assert change.outcome_before.status is Status.UNDETERMINED


def test_a_reading_of_the_later_source_is_no_amendment() -> None:
    text = f'{BOOK}\nreading haste on 1.5 in errata "How much"\n  "Not said."\n  choice little\n  choice much\n    may not camp(u) when depth is 3\n'
    found = compare_meanings(book_of(text), "printed", "errata")
    assert [one.number for one in found.amendments] == ["1.1", "1.2", "1.3", "1.5", "1.6", "Q1"]


# ---- after an edit -----------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that are compared, each time one is."""
    names: list[str] = []
    work_out = CoreComparison._compute_verdict

    def noting(self: CoreComparison, name: str, *args: Any) -> QuestionDifference:
        names.append(name)
        return work_out(self, name, *args)

    monkeypatch.setattr(CoreComparison, "_compute_verdict", noting)
    return names


def told(found: Meaning) -> object:
    verdicts = [(verdict, [change.point for change in verdict.changes]) for verdict in found.differences.verdicts]
    return verdicts, [(one.number, one.verdicts, one.added) for one in found.amendments], found.causes


@pytest.mark.parametrize(
    ("old", "new", "again"),
    [
        ("load(u) is 3 when u.heavy", "load(u) is 4 when u.heavy", {"load"}),
        ("load(u) is 1 when not u.heavy", "load(u) is 2 when not u.heavy", {"load"}),
        ("depth is at least 5", "depth is at least 6", {"tired", "camp"}),
        ('"Camp."', '"Camping."', set[str]()),
        ("depth: 0..9", "depth: 0..8", {"tired", "camp", "pass"}),
        ("case 1.4", "impossible when depth is 9\n\ncase 1.4", {"tired", "camp", "pass", "load", "order"}),
    ],
)
def test_after_an_edit_only_that_is_compared_which_depends_on_it(compared: list[str], old: str, new: str, again: set[str]) -> None:
    known: KnownDifferences = {}
    EditionComparison(book_of(BOOK), "printed", "errata", known=known).result()
    assert set(compared) == {"load", "tired", "camp", "pass", "order"} and known
    compared.clear()
    edited = book_of(BOOK.replace(old, new, 1))
    after = EditionComparison(edited, "printed", "errata", known=known).result()
    assert set(compared) == again
    compared.clear()
    assert told(after) == told(compare_meanings(edited, "printed", "errata"))
    compared.clear()
    EditionComparison(edited, "printed", "errata", known=known).result()
    assert not compared


def test_another_edition_is_compared_anew(compared: list[str]) -> None:
    """Words of what is found name the editions."""
    known: KnownDifferences = {}
    EditionComparison(book_of(BOOK), "printed", "errata", known=known).result()
    compared.clear()
    renamed = BOOK.replace("edition errata", "edition later")
    assert EditionComparison(book_of(renamed), "printed", "later", known=known).result().amendments
    assert compared
