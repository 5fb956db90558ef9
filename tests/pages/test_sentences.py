"""Rules in the book's own phrases: what a reader of the page reads."""

from __future__ import annotations

import pytest

from pages.books import FRONT, campaign
from rulewright.base.source import Source
from rulewright.site.wording.sentences import Sentences
from rulewright.site.wording.words import as_choice, bare_verb, drop_repeated_noun, join_words, negate_phrase, plural, under_modal
from rulewright.syntax import nodes
from rulewright.syntax.parser import parse_source

MORE = (
    FRONT
    + """
enum nation: french "the French", russian "the Russians"
enum hat_of: french "a French hat", russian "a Russian hat"

record corps "a corps"

fact hat(u: unit): hat_of "the hat of {u}"
predicate tall(u: unit) "the man who is last in {u} is tall"
verdict drill(u: unit, n: nation) "{u} drills {n}"
verdict wear(u: unit, h: hat_of) "{u} wears {h}"
verdict undergo(u: unit) "{u} undergoes drill"

fact side_of(u: unit): arm "the side of {u}"
fact strength(u: unit): 0..40 "the strength of {u}"

predicate friendly(t: town, u: unit) "{t} is friendly to {u}"
predicate serves(u: unit, c: corps) "{u} serves in {c}"
predicate spent(u: unit) "{u} has moved"
predicate touches(u: unit, v: unit) "{u} touches {v}"

verdict stack(u: unit, v: unit) "{u} is stacked with {v}"
verdict enter(u: unit) "units enter"
verdict rally(u: unit) "{u} rallies"

enum edge: east "the east edge", west "the west edge"

verdict sail(u: unit) "{u} comes or goes by sea"
verdict agree(u: unit, v: unit) "{u} and {v} attack together"
verdict linger(u: unit) "as many men as were left of {u} stay there"
predicate duel(u: unit) "there is a duel of {u}"
predicate able(u: unit) "{u} can trace a path"
predicate willing(u: unit) "{u} could be in supply"
predicate along(e: edge) "the road runs along the {e} edge in question"
value gains(u: unit): 0..40 MP "the points by which the ground helps {u}"

group near(t: town): units u with distance(u, t) is at most 3 hex "the units near {t}"

value men(c: corps): 0..99 "the men of {c}"

calendar years "the calendar"
  turn 1 is 1 January 1900, by day

value worth(u: unit): 0..9 "what {u} is worth"
verdict follow(u: unit) "{u} goes along when its corps goes"
value total: 0..999 "the unit total"
predicate struck(u: unit) "{u} is struck"
predicate rolled(u: unit, n: 0..40) "the roll {n} is enough for {u}"
predicate all_rest(t: town) "every unit near {t} is in reserve"
predicate scattered(u: unit) "the loose parts leave the camp of {u} open"
verdict scatter(u: unit) "the loose parts leave the camp of {u} open"
verdict submit(n: 0..9) "to submit {n} returns"
fact came(u: unit): 1..999 in years "the day of the coming of {u}"
fact left(u: unit): 1..999 in years "the day of the leaving of {u}"

enum water: dry "no river", wet "a river", still "not stirred"
fact bank(u: unit): water "the water at {u}"
value price(a: arm, n: 0..9): 0..9 "the price of a new unit"
predicate allowed(u: unit, w: weather) "{u} marches"
verdict march_in(u: unit, w: weather) "{u} marches"
verdict march(u: unit) "{u} marches"
verdict march_on(u: unit) "{u} marches"
"""
)

RULES = [
    (
        "friendly(t, u) when u is the unit v with (touches(u, v)) that has the least distance(v, t) then the greatest strength(v)",
        "The town is friendly to the unit when the unit is the one that the unit touches and from which the distance to the "
        "town is least, or if tied whose strength is greatest",
    ),
    (
        "spent(u) when hat(the only unit v with (touches(u, v))) is french",
        "The unit has moved when the hat of the only unit that it touches is a French hat",
    ),
    ("u.reserve when weather is mud", "The unit is in reserve when the weather is mud"),
    ("not u.reserve when weather is mud", "The unit is not in reserve when the weather is mud"),
    (
        "may stack(u, v) when any number of touches(u, v)",
        "Unit u may be stacked with unit v when unit u touches unit v, directly or through others",
    ),
    (
        "not friendly(t, u) when not any number of touches(u, u)",
        "The town is not friendly to the unit when the unit does not touch the unit, not even through others",
    ),
    ("allowance(u) is 5 MP when weather is mud", "The movement allowance of the unit is 5 movement points when the weather is mud"),
    (
        "add 1 MP to allowance(u) unless u.reserve",
        "1 movement point is added to the movement allowance of the unit, unless the unit is in reserve",
    ),
    (
        "take 2 MP from allowance(u) when u.arm in mounted",
        "2 movement points are taken from the movement allowance of the unit when the arm of the unit is cavalry or leader",
    ),
    ("allowance(u) is at most 10 MP", "The movement allowance of the unit is at most 10 movement points"),
    ("allowance(u) is rounded down", "The movement allowance of the unit is rounded down"),
    ("may forage(u, t) when friendly(t, u)", "The unit may draw forage at the town when the town is friendly to the unit"),
    ("may not forage(u, t) when not friendly(t, u)", "The unit may not draw forage at the town when the town is not friendly to the unit"),
    ("may never stack(u, v)", "Unit u may never be stacked with unit v"),
    ("must rally(u) when spent(u)", "The unit must rally when it has moved"),
    ("need not enter(u)", "Units need not enter"),
    ("may only forage(u, t) when u.reserve", "The unit may draw forage at the town only when it is in reserve"),
    ("may forage(u, t) when and only when u.reserve", "The unit may draw forage at the town when it is in reserve, and only then"),
    ("must rally(u) when and only when spent(u)", "The unit must rally when it has moved, and only then"),
    ("rest: must rally(u) when spent(u) if the old_guard so decides", "The unit must rally when it has moved, if the old guard so decides"),
    ("rest: spent(u) if the guard so decides", "The unit has moved, if the guard so decides"),
    ("not friendly(t, u) when weather is snow", "The town is not friendly to the unit when the weather is snow"),
    ("not serves(u, c) when not spent(u)", "The unit does not serve in the corps when it has not moved"),
    ("friendly(t, u) always", "The town is friendly to the unit, always"),
    ("spent(u) means not u.reserve", "The unit has moved when it is not in reserve, and only then"),
    ("spent(u) when not may forage(u, t)", "The unit has moved when it may not draw forage at the town"),
    ("spent(u) when not must forage(u, t)", "The unit has moved when it need not draw forage at the town"),
    ("spent(u) when weather in {mud, snow}", "The unit has moved when the weather is mud or snow"),
    ("spent(u) when weather not in {mud, snow}", "The unit has moved when the weather is neither mud nor snow"),
    ("spent(u) when not weather is mud", "The unit has moved when the weather is not mud"),
    ("spent(u) when some unit v among near(t) with (v.reserve)", "The unit has moved when there is a unit near the town in reserve"),
    (
        "men(c) is the sum of strength(v) over units v with (serves(v, c))",
        "The men of the corps is the sum of the strength of each unit that serves in the corps",
    ),
    ("men(c) is the number of units v with (serves(v, c))", "The men of the corps is the number of units that serve in the corps"),
    ("allowance(u) is 50 percent of printed_allowance(u)", "The movement allowance of the unit is 50 percent of its printed allowance"),
    ("spent(u) when hat(u) is french", "The unit has moved when its hat is a French hat"),
    ("spent(u) when side_of(u) is infantry", "The unit has moved when its side is infantry"),
    ("not tall(u) when weather is mud", "The man who is last in the unit is not tall when the weather is mud"),
    ("must drill(u, n) when n is russian", "The unit must drill the nation when the nation is the Russians"),
    ("must drill(u, russian)", "The unit must drill the Russians"),
    ("must wear(u, russian)", "The unit must wear a Russian hat"),
    ("may undergo(u)", "The unit may undergo drill"),
    ("may sail(u)", "The unit may come or go by sea"),
    ("not sail(u) when weather is mud", "The unit does not come or go by sea when the weather is mud"),
    ("must agree(u, v)", "Unit u and unit v must attack together"),
    ("not agree(u, v) when weather is mud", "Unit u and unit v do not attack together when the weather is mud"),
    ("may linger(u)", "Permitted: as many men as were left of the unit stay there"),
    ("not duel(u) when weather is mud", "There is no duel of the unit when the weather is mud"),
    ("not able(u) when weather is mud", "The unit cannot trace a path when the weather is mud"),
    ("not willing(u) when weather is mud", "The unit could not be in supply when the weather is mud"),
    ("gains(u) is 2 MP", "The points by which the ground helps the unit are 2 movement points"),
    (
        "gains(u) is allowance(u) + 1 MP - printed_allowance(u)",
        "The points by which the ground helps the unit are its movement allowance plus 1 movement point minus its printed allowance",
    ),
    ("along(e) always", "The road runs along the edge in question, always"),
    ("spent(u) when not (u.reserve and weather is mud)", "The unit has moved when either it is not in reserve or the weather is not mud"),
    ("spent(u) when not (u.reserve or weather is mud)", "The unit has moved when it is not in reserve and the weather is not mud"),
    ("allowance(u) is 5 MP otherwise", "The movement allowance of the unit is 5 movement points, unless another rule says otherwise"),
    (
        "spent(u) means weather is mud and u.reserve and u.arm is cavalry",
        "The unit has moved when all of these hold, and only then: (a) the weather is mud; (b) it is in reserve; and (c) it is cavalry",
    ),
    (
        "spent(u) means any of\n    a. u.reserve\n    b. weather is mud",
        "The unit has moved when any of these hold, and only then: (a) it is in reserve; (b) the weather is mud",
    ),
    (
        "all_rest(t) means every unit u among near(t) satisfies u.reserve",
        "Every unit near the town is in reserve: this means what it says",
    ),
    (
        "all_rest(t) when every unit u among near(t) satisfies u.reserve",
        "Every unit near the town is in reserve: this means at least what it says",
    ),
    ("not scattered(u) when weather is mud", "The loose parts do not leave the camp of the unit open when the weather is mud"),
    ("may scatter(u)", "The loose parts may leave the camp of the unit open"),
    ("may submit(n) when n is at least 2", "It is permitted to submit n returns when n is at least 2"),
    ("may not submit(2)", "It is forbidden to submit 2 returns"),
    ("spent(u) when came(u) is less than 1 May 1900", "The unit has moved when the day of its coming is before 1 May 1900"),
    ("spent(u) when came(u) is at least left(u)", "The unit has moved when the day of its coming is not before the day of its leaving"),
    ("spent(u) when not came(u) is at most 1 May 1900", "The unit has moved when the day of its coming is after 1 May 1900"),
    ("allowance(u) is rounded to nearest", "The movement allowance of the unit is rounded to the nearest whole number"),
    ("allowance(u) is rounded to nearest 1 MP", "The movement allowance of the unit is rounded to the nearest movement point"),
    (
        "gains(u) is allowance(u) + 1 MP - printed_allowance(u) + 2 MP",
        "The points by which the ground helps the unit are its movement allowance, plus 1 movement point, minus its printed allowance, plus 2"
        " movement points",
    ),
    (
        "total is the sum of (strength(u) + 1) over units u with (u.reserve)",
        "The unit total is the strength of the unit plus 1, added up over every unit in reserve",
    ),
    ("may follow(u) when u.reserve", "The unit may go along when its corps goes, if it is in reserve"),
    (
        "men(c) is the number of different hat(u) over units u with (serves(u, c) and u.reserve)",
        "The men of the corps is the number of different hats of units in reserve that serve in the corps",
    ),
    ("struck(u) when rolled(u, strength(u))", "The unit is struck when its strength is enough for the unit"),
    ("spent(u) when bank(u) is not still", "The unit has moved when the water at the unit is stirred"),
]


def parsed(rule: str) -> nodes.Rule:
    placed, faults = parse_source(Source("x.case", f"case 1.1\n  {rule}\n"))
    assert not faults, faults
    block = placed[0].block
    assert isinstance(block, nodes.Case)
    found = block.body[0]
    assert isinstance(found, nodes.Rule)
    return found


def expr(written: str) -> nodes.Expr:
    rule = parsed(f"spent(u) when {written}")
    return rule.guards[0].items[0].condition


@pytest.fixture(scope="module")
def sentences() -> Sentences:
    return Sentences(campaign(front=MORE).book)


@pytest.mark.parametrize(("rule", "sentence"), RULES, ids=[rule for rule, _ in RULES])
def test_a_rule_reads_so(sentences: Sentences, rule: str, sentence: str) -> None:
    assert sentences.rule_clause(parsed(rule)).text == sentence


def test_what_makes_no_difference(sentences: Sentences) -> None:
    arm = nodes.Field(nodes.Call("u"), "arm")
    reserve = nodes.Field(nodes.Call("u"), "reserve")
    forage = nodes.Call("forage", (nodes.Call("u"), nodes.Call("t")))
    assert sentences.matter_text(arm) == "what the arm of the unit is"
    assert sentences.matter_text(nodes.Call("worth", (nodes.Call("u"),))) == "what the unit is worth"
    assert sentences.matter_text(reserve) == "whether the unit is in reserve"
    assert sentences.whether_clause(forage) == "whether the unit may draw forage at the town"
    assert sentences.whether_clause(nodes.Call("allowance", (nodes.Call("u"),))) == "the movement allowance of the unit"


def _said_of_questions(sentences: Sentences, line: str) -> str:
    placed, faults = parse_source(Source("x.case", f"case 1.1\n  {line}\n"))
    assert not faults, faults
    node = next(one for one in placed[0].block.body if isinstance(one, nodes.NotHeld | nodes.DoesNotMatter))  # type: ignore[union-attr]
    return sentences.bearing_clause(node).text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "does not matter: u.reserve, for allowance(u), spent(u)",
            "Whether the unit is in reserve makes no difference to the movement allowance of the unit and whether the unit has moved",
        ),
        ("does not matter: u.arm, for rally(u)", "The arm of the unit makes no difference to whether the unit may rally"),
        ("not held", "The words of this case are not held"),
        ("bears on rally(u)", "Bears on whether the unit may rally"),
        (
            "not held, bears on rally(u), forage(u, t), spent(u) when u.reserve",
            "Not held; when the unit is in reserve, bears on: (a) whether the unit may rally; (b) whether the unit may draw forage at the town; and"
            " (c) whether the unit has moved",
        ),
    ],
)
def test_what_a_case_bears_on(sentences: Sentences, line: str, said: str) -> None:
    """Many times `whether` is a list."""
    assert _said_of_questions(sentences, line) == said


def test_a_block_keeps_its_labels(sentences: Sentences) -> None:
    clause = sentences.rule_clause(parsed("may forage(u, t) when any of\n    a. u.reserve\n    b. spent(u)"))
    assert clause.lead == "The unit may draw forage at the town when any of these hold:"
    assert clause.items == (("a", "it is in reserve"), ("b", "it has moved"))


@pytest.mark.parametrize(
    ("one", "many"),
    [("hex", "hexes"), ("man", "men"), ("ally", "allies"), ("movement point", "movement points"), ("mile per hour", "miles per hour")],
)
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(
    ("verb", "bare"),
    [
        ("draws", "draw"),
        ("marches", "march"),
        ("carries", "carry"),
        ("is", "be"),
        ("uses", "use"),
        ("loses", "lose"),
        ("passes", "pass"),
        ("red", None),
    ],
)
def test_verbs_under_may(verb: str, bare: str | None) -> None:
    assert bare_verb(verb) == bare


@pytest.mark.parametrize(
    ("phrase", "forbidden"),
    [
        ("the defender of {b} chooses to leave", "the defender of {b} may not choose to leave"),
        ("another round of {b} is fought", "another round of {b} may not be fought"),
        ("step 8 of {b} is played", "step 8 of {b} may not be played"),
        ("the supply lines of {u} are cut", "the supply lines of {u} may not be cut"),
        ("the unit's forces are spent", "the unit's forces may not be spent"),
        ("{u} is put on the chart of {l}", "{u} may not be put on the chart of {l}"),
    ],
)
def test_longer_subjects(phrase: str, forbidden: str) -> None:
    assert under_modal(phrase, "may not") == forbidden


@pytest.mark.parametrize(
    ("phrase", "denied"),
    [
        ("{l} is not shown on the map", "{l} is shown on the map"),
        ("{u} cannot forage", "{u} can forage"),
        ("{s} uses leaders who cannot add their bonuses", "{s} does not use leaders who cannot add their bonuses"),
        ("{s} replaces a leader whom it has retired", "{s} does not replace a leader whom it has retired"),
        ("all units of {l} are built", "not all units of {l} are built"),
        ("every stand in {q} is near", "not every stand in {q} is near"),
        ("a river divides {h} from {k}", "no river divides {h} from {k}"),
        ("another source of supply is open to {u}", "no other source of supply is open to {u}"),
        ("one of the hexes backs the landing", "none of the hexes backs the landing"),
        ("two of the hexes are supplied", "no two of the hexes are supplied"),
        ("something has moved the marker", "nothing has moved the marker"),
        ("there are too many units in {p}", "there are not too many units in {p}"),
        ("{u} began the phase in a stack", "{u} did not begin the phase in a stack"),
        ("{t} made its assault", "{t} did not make its assault"),
        ("the household held a permit", "the household did not hold a permit"),
        ("the loose parts leave {p} open", "the loose parts do not leave {p} open"),
        ("units with other Tables join in", "it is not so that units with other Tables join in"),
    ],
)
def test_what_is_not_so(phrase: str, denied: str) -> None:
    assert negate_phrase(phrase) == denied


def test_values_that_a_phrase_does_not_name_come_after_it(sentences: Sentences) -> None:
    assert sentences.condition_text(expr("price(cavalry, 3)")) == "the price of a new unit for cavalry and 3"
    assert sentences.condition_text(expr("allowed(u, snow)")) == "the unit marches (snow)"
    assert sentences.rule_clause(parsed("may not march_in(u, snow)")).lead == "The unit may not march (snow)"


def test_what_is_not_nothing_is_some_of_it(sentences: Sentences) -> None:
    assert sentences.condition_text(expr("bank(u) is not dry")) == "the water at the unit is some river"


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("undetermined march(u), silent", "the rules do not say whether unit u may march"),
        ("undetermined march(u), not held", "it is open whether unit u may march (not held)"),
        (
            "undetermined allowance(u), open how_far",
            "it is open what the movement allowance of unit u is, as the reading “how far” is not chosen",
        ),
        ("undetermined tall(u)", "it is open whether the man who is last in unit u is tall"),
        ("conflict march(u)", "the rules contradict one another on whether unit u may march"),
        (
            "missing march(u), lacks u.reserve, weather",
            "it cannot be said whether unit u may march without knowing whether unit u is in reserve and what the weather is",
        ),
    ],
)
def test_what_an_example_leaves_open(sentences: Sentences, expected: str, said: str) -> None:
    placed, faults = parse_source(Source("x.case", f'case 1.1\n  example "e"\n    then {expected}\n'))
    assert not faults
    example = next(one for one in placed[0].block.body if isinstance(one, nodes.Example))  # type: ignore[union-attr]
    assert sentences.example_sentences(example)[1] == (said,)


def test_the_same_sentence_is_not_said_twice_of_an_example(sentences: Sentences) -> None:
    placed, faults = parse_source(
        Source("x.case", 'case 1.1\n  example "e"\n    then forbidden march(u)\n    then forbidden march_on(u)\n')
    )
    assert not faults
    block = placed[0].block
    assert isinstance(block, nodes.Case)
    (example,) = (one for one in block.body if isinstance(one, nodes.Example))
    assert sentences.example_sentences(example)[1] == ("unit u may not march",)


def test_a_choice_is_said_behind_as() -> None:
    assert as_choice("as_in_combat") == "as in combat"
    assert as_choice("split_first") == "as split first"


def test_phrases_without_a_plain_subject_are_not_guessed() -> None:
    assert under_modal("rain or shine", "may") is None
    assert negate_phrase("no such luck") == "it is not so that no such luck"
    assert join_words([], "and") == "" and join_words(["a"], "and") == "a" and join_words(["a", "b", "c"], "or") == "a, b or c"


def test_a_set_up_is_said_in_words_too() -> None:
    book = campaign('case 8.9 "Start"\n  place guard "the Guard" at paris with strength 5\n').book
    sentences = Sentences(book)
    assert sentences.modal_phrase("may not", nodes.Call("set_up", (nodes.Call("guard"), nodes.Call("paris"))), sentences.scope_of(())) == (
        "the Guard may not be set up at paris"
    )
    assert sentences.condition_text(nodes.Call("set_up_strength", (nodes.Call("guard"),))) == "the strength of the Guard in the set-up"


def test_a_value_does_not_say_the_noun_of_its_subject_again() -> None:
    assert drop_repeated_noun("the weather", "clear weather") == "clear"
    assert drop_repeated_noun("the terrain of the hex", "open terrain") == "open"
    assert drop_repeated_noun("the corps of the unit", "the other corps") == "the other corps"
    assert drop_repeated_noun("the weather", "rain") == "rain"
    assert drop_repeated_noun("the control of the hex", "free of control") == "free of control"
