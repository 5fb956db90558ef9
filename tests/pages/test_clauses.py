"""How clauses of sentences are put together: relative clauses, pronouns, lists, articles, plurals, and what is the same of two things."""

from __future__ import annotations

import re

import pytest

from pages.books import FRONT, campaign
from pages.test_sentences import parsed
from rulewright.base.resources import site_folder
from rulewright.site.asking.words import amount_question, as_question, modal_question
from rulewright.site.wording.clauses import Role, join_clauses, relative_clause
from rulewright.site.wording.mentions import crowded_nouns, mention, topic_of, word_mentions
from rulewright.site.wording.sentences import Sentences
from rulewright.site.wording.slots import fill_slots

VOCABULARY = (
    FRONT
    + """
enum camp: blue, red

record hex "a hex"
record player "a player"
record piece "a piece"
  hex: hex or none "the hex of {it}"
  camp: camp "the camp of {it}"
  side: side "the side of {it}"
  rank: 0..9 "the rank of {it}"
  ship: ship or none "the ship that {it} sails on"
record side "a side"
record ship "a ship"
  kind: vessel "the kind of {it}"

enum vessel: brig "a brig", frigate "a frigate", leaky

fact routed(p: piece): yes/no "{p} is routed"
fact beside(p: piece, q: piece): yes/no "{p} is next to {q}"
fact sees(p: piece, h: hex): yes/no "{p} sees {h}"
fact reaches(p: piece, h: hex): yes/no "the fire of {p} reaches {h}"
fact foes(p: piece, q: piece): yes/no "{p} and {q} are enemies"
fact steps(p: piece, h: hex): 0..99 "the number of steps from {p} to {h}"
fact clear(h: hex): yes/no "{h} is clear"
fact owns(o: player, p: piece): yes/no "{o} owns {p}"
fact ready(o: player): yes/no "{o} is ready"
fact loss(p: piece): 0..9 MP "the number of movement points of {p}"

fact ready_to_sail(s: ship): yes/no "{s} is ready to sail"
fact aim(p: piece, h: hex): 0..9 "the aim of {p} in {h}"
group captains(h: hex): pieces p with p.hex is h "the captains in {h}"
group spares(h: hex): pieces p with p.hex is h "the other pieces in {h}"
fact ready_to_sail(s: ship): yes/no "{s} is ready to sail"
fact aim(p: piece, h: hex): 0..9 "the aim of {p} in {h}"
fact holder(h: hex): side or none "the side that has {h}"
fact began(p: piece): hex "the hex where {p} began its move"
fact goal(p: piece): hex or none "the hex to which {p} goes"
fact end(p: piece): loss_kind "what took the crew of {p}"
enum loss_kind: storm "a storm", fire
group captains(h: hex): pieces p with p.hex is h "the captains in {h}"
group spares(h: hex): pieces p with p.hex is h "the other pieces in {h}"
group pieces_in(h: hex): pieces p with p.hex is h "the pieces in {h}"

value bounty(p: piece): player "who is paid for {p}"
value tally(o: player): 0..9 MP "how many movement points {o} may have"
predicate rich(o: player) "{o} is rich"
value strength(p: piece): 0..99 "the strength of {p}"
verdict fire(p: piece, h: hex) "{p} fires into {h}"
verdict rest(p: piece) "{p} rests"
verdict charge(p: piece, q: piece) "{p} charges {q}"
verdict pass(o: player) "{o} passes"
verdict board(p: piece, s: ship) "{p} boards {s}"
predicate free(h: hex) "{h} is free"
"""
)


@pytest.fixture(scope="module")
def sentences() -> Sentences:
    return Sentences(campaign(front=VOCABULARY).book)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("may rest(p) when some piece q with (beside(q, p) and not routed(q))", "The piece may rest when a piece next to it is not routed"),
        (
            "may rest(p) when some piece q with (q is not p and q.hex is p.hex and q.side is p.side and routed(q))",
            "The piece may rest when another piece in the same hex of the same side is routed",
        ),
        (
            "may rest(p) when some piece q with (q is not p and q.side is not p.side)",
            "The piece may rest when another piece is not of the same side",
        ),
        (
            "may not fire(p, h) when some piece q with (reaches(q, h))",
            "The piece may not fire into the hex when the fire of a piece reaches the hex",
        ),
        (
            "may not fire(p, h) when no piece q among pieces_in(h) with (routed(q))",
            "The piece may not fire into the hex when no piece in the hex is routed",
        ),
        (
            "may not fire(p, h) when no piece q among pieces_in(h) with (not routed(q))",
            "The piece may not fire into the hex when there is no piece in the hex that is not routed",
        ),
        (
            "may fire(p, h) when every piece q among pieces_in(h) satisfies routed(q)",
            "The piece may fire into the hex when every piece in the hex is routed",
        ),
        (
            "may fire(p, h) when every piece q among pieces_in(h) satisfies (not routed(q))",
            "The piece may fire into the hex when no piece in the hex is routed",
        ),
        (
            "may fire(p, h) when not (every piece q among pieces_in(h) satisfies routed(q))",
            "The piece may fire into the hex when not every piece in the hex is routed",
        ),
        (
            "may fire(p, h) when every piece q satisfies (sees(q, h) or routed(q))",
            "The piece may fire into the hex when every piece either sees the hex or is routed",
        ),
        (
            "free(h) when some piece q with (foes(p, q) and reaches(q, h))",
            "The hex is free when there is a piece that is an enemy of the piece and whose fire reaches the hex",
        ),
        (
            "free(h) when some piece q with (sees(q, h) and not (some hex k with (sees(q, k) and clear(k))))",
            "The hex is free when there is a piece that sees the hex, and there is no hex that is clear and that the piece sees",
        ),
        (
            "free(h) when some piece q among pieces_in(h) with (some piece r with (foes(q, r) and beside(r, q)))",
            "The hex is free when there is a piece q in the hex for which a piece next to piece q is an enemy of piece q",
        ),
        ("may rest(p) when some piece q with (routed(q) and beside(p, q))", "The piece may rest when it is next to a piece that is routed"),
        (
            "may rest(p) when some piece q with (routed(q) and not beside(p, q))",
            "The piece may rest when there is a piece that is routed and that it is not next to",
        ),
        (
            "add the number of pieces q with (routed(q) and beside(p, q)) to strength(p)",
            "The strength of the piece is increased by the number of pieces that are routed and that it is next to",
        ),
        (
            "free(h) when some piece q with (steps(q, h) is at most 2)",
            "The hex is free when there is a piece from which the number of steps to the hex is at most 2",
        ),
        (
            "free(h) when some hex k with (some piece q with (sees(q, h) and sees(q, k)))",
            "The hex is free when a piece sees it and sees a hex",
        ),
        (
            "strength(p) is the number of pieces q with (q is not p and q.hex is p.hex and routed(q))",
            "The strength of the piece is the number of other pieces in the same hex that are routed",
        ),
        (
            "strength(p) is the sum of q.rank over pieces q with (beside(q, p))",
            "The strength of the piece is the sum of the rank of each piece next to it",
        ),
        (
            "strength(p) is the greatest q.rank over pieces q with (beside(q, p))",
            "The strength of the piece is the greatest rank of any piece next to it",
        ),
        (
            "strength(p) is (the number of pieces q with (routed(q))) / 2",
            "The strength of the piece is the number of pieces that are routed, divided by 2",
        ),
        (
            "may fire(p, h) when some piece q among captains(h) with (routed(q))",
            "The piece may fire into the hex when a captain in the hex is routed",
        ),
        (
            "may fire(p, h) when no piece q among spares(h) with (routed(q))",
            "The piece may fire into the hex when no other piece in the hex is routed",
        ),
        (
            "may fire(p, h) when some piece q among spares(h) with (routed(q) and aim(q, h) is at most 2)",
            "The piece may fire into the hex when there is another piece in the hex that is routed and whose aim in the hex is at most 2",
        ),
        (
            "may fire(p, h) when some piece q with (routed(q) and goal(q) is h)",
            "The piece may fire into the hex when a piece is routed and goes to the hex",
        ),
        (
            "strength(p) is the sum of aim(q, h) over pieces q with (routed(q))",
            "The strength of the piece is the aim of a piece in the hex, added up over all pieces that are routed",
        ),
        (
            "strength(p) is the greatest aim(q, h) over pieces q with (routed(q) and beside(q, p))",
            "The strength of the piece is the greatest aim of a piece in the hex, of all pieces next to the piece that are routed",
        ),
        ("may rest(p) when some piece q with (not foes(q, p))", "The piece may rest when a piece is not an enemy of the piece"),
    ],
)
def test_things_have_relative_clauses(sentences: Sentences, rule: str, sentence: str) -> None:
    assert sentences.rule_clause(parsed(rule)).text == sentence


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("may rest(p) when routed(p) and p.rank is 2", "The piece may rest when it is routed and its rank is 2"),
        ("may fire(p, h) when routed(p) and clear(h)", "The piece may fire into the hex when it is routed and the hex is clear"),
        ("may fire(p, h) when clear(h) and routed(p)", "The piece may fire into the hex when the hex is clear and the piece is routed"),
        ("may charge(p, q) when routed(p) and routed(q)", "Piece p may charge piece q when piece p is routed and piece q is routed"),
        (
            "may charge(p, q) when routed(q) and p.rank is 2",
            "Piece p may charge piece q when piece q is routed and the rank of piece p is 2",
        ),
        ("may pass(o) when ready(o)", "The player may pass when the player is ready"),
        ("may pass(o) when owns(o, p) and routed(p)", "The player may pass when the player owns the piece and the piece is routed"),
        ("strength(p) is p.rank + 1", "The strength of the piece is its rank plus 1"),
        ("free(h) when not (some piece q with (q.hex is h))", "The hex is free when there is no piece in that hex"),
        (
            "may rest(p) when some piece q with (q.rank is p.rank and beside(p, q))",
            "The piece may rest when it is next to a piece that has the same rank as the piece",
        ),
        ("may rest(p) when beside(p, p)", "The piece may rest when it is next to itself"),
    ],
)
def test_a_pronoun_stands_for_the_topic_alone(sentences: Sentences, rule: str, sentence: str) -> None:
    assert sentences.rule_clause(parsed(rule)).text == sentence


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("may fire(p, h) when p.hex is h", "The piece may fire into the hex when it is in that hex"),
        ("may fire(p, h) when p.hex is not h", "The piece may fire into the hex when it is not in that hex"),
        ("may charge(p, q) when p.hex is q.hex", "Piece p may charge piece q when piece p is in the same hex as piece q"),
        ("may charge(p, q) when p.side is not q.side", "Piece p may charge piece q when piece p is not of the same side as piece q"),
        ("may charge(p, q) when p.rank is q.rank", "Piece p may charge piece q when piece p has the same rank as piece q"),
        ("may rest(p) when p.hex is none", "The piece may rest when it is in no hex"),
        (
            "may board(p, s) when p.ship is s and s.kind is brig",
            "The piece may board the ship when it sails on that ship and the ship is a brig",
        ),
        (
            "may board(p, s) when p.ship is not s and s.kind is leaky",
            "The piece may board the ship when it does not sail on that ship and the kind of the ship is leaky",
        ),
        ("may rest(p) when bounty(p) is o and rich(o)", "The piece may rest when the player is paid for the piece and is rich"),
        ("may pass(o) when some piece q with (bounty(q) is o)", "The player may pass when the player is paid for a piece"),
        ("bounty(p) is o when owns(o, p)", "The player is paid for the piece when the player owns the piece"),
        ("may rest(p) when rich(bounty(p))", "The piece may rest when whoever is paid for the piece is rich"),
        ("tally(o) is 3 MP when rich(o)", "The number of movement points that the player may have is 3 when the player is rich"),
        ("may rest(p) when p.camp is blue", "The piece may rest when its camp is blue"),
        ("may rest(p) when loss(p) is 2 MP", "The piece may rest when its number of movement points is 2"),
        ("may fire(p, h) when holder(h) is p.side", "The piece may fire into the hex when its side has the hex"),
        ("may fire(p, h) when holder(h) is none", "The piece may fire into the hex when no side has the hex"),
        ("may fire(p, h) when holder(h) is not none", "The piece may fire into the hex when a side has the hex"),
        ("may fire(p, h) when began(p) is h", "The piece may fire into the hex when it began its move in the hex"),
        ("may fire(p, h) when began(p) is not h", "The piece may fire into the hex when it did not begin its move in the hex"),
        ("may fire(p, h) when goal(p) is h", "The piece may fire into the hex when it goes to the hex"),
        ("may rest(p) when end(p) is storm", "The piece may rest when a storm took the crew of the piece"),
    ],
)
def test_a_feature_of_a_thing_is_said_of_the_thing(sentences: Sentences, rule: str, sentence: str) -> None:
    assert sentences.rule_clause(parsed(rule)).text == sentence


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            "may fire(p, h) when routed(p) and clear(h) and p.rank is 2",
            "The piece may fire into the hex when: (a) it is routed; (b) the hex is clear; and (c) its rank is 2",
        ),
        (
            "may fire(p, h) when routed(p) or clear(h) or p.rank is 2",
            "The piece may fire into the hex when any of these hold: (a) it is routed; (b) the hex is clear; (c) its rank is 2",
        ),
        (
            "may fire(p, h) when routed(p) or (clear(h) and p.rank is 2)",
            "The piece may fire into the hex when either it is routed, or else the hex is clear and the rank of the piece is 2",
        ),
        (
            "may fire(p, h) when (routed(p) or clear(h)) and p.rank is 2",
            "The piece may fire into the hex when its rank is 2 and either it is routed or the hex is clear",
        ),
        (
            "may fire(p, h) when not (routed(p) or clear(h) or p.rank is 2)",
            "The piece may fire into the hex when it is not routed, the hex is not clear and the rank of the piece is not 2",
        ),
        (
            "may fire(p, h) unless routed(p) and clear(h) and p.rank is 2",
            "The piece may fire into the hex, unless: (a) it is routed; (b) the hex is clear; and (c) its rank is 2",
        ),
        ("may rest(p), fire(p, h)", "The piece may rest and fire into the hex"),
        ("may not rest(p), fire(p, h) when routed(p)", "The piece may not rest or fire into the hex when it is routed"),
        ("may board(p, s) when s.kind is frigate or s.kind is brig", "The piece may board the ship when the ship is a frigate or a brig"),
        (
            "may board(p, s) when routed(p) or ready_to_sail(s)",
            "The piece may board the ship when either it is routed or the ship is ready to sail",
        ),
        (
            "strength(p) is 2 when p.rank is at least (the number of pieces q with (q is not p and q.hex is p.hex and q.side is p.side and routed(q))) and p.rank is at most (the number of pieces q with (q is not p and q.hex is p.hex and not routed(q)))",
            "The strength of the piece is 2 when: (a) its rank is at least the number of other pieces in the same hex of the "
            "same side that are routed; and (b) its rank is at most the number of other pieces in the same hex that are not "
            "routed",
        ),
    ],
)
def test_conditions_are_joined_or_listed(sentences: Sentences, rule: str, sentence: str) -> None:
    assert sentences.rule_clause(parsed(rule)).text == sentence


def test_relative_clauses_of_a_mention() -> None:
    q, h = mention("q", "piece"), mention("h", "hex")
    assert relative_clause(f"the fire of {q} reaches {h}", "q", "piece").role is Role.OWNER  # type: ignore[union-attr]
    assert relative_clause(f"{h} is free", "q", "piece") is None, "nothing is said of it"
    assert relative_clause(f"{q} leaves what {q} has seen", "q", "piece") is None, "it would be unclear who has seen it"


def test_a_list_of_clauses_names_a_shared_subject_once() -> None:
    p, h = mention("p", "piece"), mention("h", "hex")
    joined = join_clauses([f"{p} is routed", f"{p} has moved", f"{h} is clear"], "and")
    assert word_mentions(joined) == "the piece is routed, has moved and the hex is clear"
    beside = join_clauses([f"{p} is next to a piece that is routed", f"{p} has moved"], "and")
    assert word_mentions(beside) == "the piece is next to a piece that is routed and the piece has moved", "not the other one has moved"


def test_the_topic_of_a_sentence() -> None:
    p, q, h, o = mention("p", "piece"), mention("q", "piece"), mention("h", "hex"), mention("o", "player")
    assert topic_of(f"{p} may fire into {h}") == "p"
    assert topic_of(f"the strength of {p} is 3") == "p"
    assert topic_of(f"the cost to {p} of entering {h} is 3") is None, "`it` could be either"
    assert topic_of(f"{p} may charge {q}") is None
    assert topic_of(f"{o} may pass") is None, "a person is no `it`"
    assert topic_of(f"the attacker may attack {h}") is None, "`it` could be the attacker"
    assert crowded_nouns([f"{p} charges {q}", f"{h} is free"]) == {"piece"}


@pytest.mark.parametrize(
    ("phrase", "words", "filled"),
    [
        ("the loan period of a {k}", "the kind", "the loan period of the kind"),
        ("the loan period of a {k}", "item", "the loan period of an item"),
        ("the price of an {k}", "book", "the price of a book"),
        ("{p} moves by {k}", "by rail", "{p} moves by rail"),
        ("the {k} edge", "the edge", "the edge"),
    ],
)
def test_small_words_before_a_slot(phrase: str, words: str, filled: str) -> None:
    assert fill_slots(phrase, {"k": words, "p": "{p}"}) == filled


def manual_shapes() -> list[tuple[str, str]]:
    """The first phrase and the first question of each row of the manual's table of phrases that has a question."""
    page = (site_folder() / "pages" / "language" / "vocabulary.md").read_text("utf-8")
    table = page[page.index("## Phrases that read well") :].split("\n- ")[0]
    cells = [line.split("|") for line in table.splitlines() if line.startswith("|")]
    found = [(re.search(r"`([^`]+)`", row[2]), re.search(r"\*([^*]+)\*", row[3])) for row in cells]
    return [(phrase[1], question[1]) for phrase, question in found if phrase is not None and question is not None]


def test_the_manual_says_which_question_a_phrase_makes() -> None:
    shapes = manual_shapes()
    assert len(shapes) >= 7
    slots = {"u": "the unit", "it": "the unit", "h": "the hex", "p": "the person", "kind": "a given kind"}
    for phrase, question in shapes:
        asked = {as_question(phrase), amount_question(phrase, is_number=True), modal_question(phrase, "may", "permitted")}
        assert question in {fill_slots(template, slots) for template in asked}, phrase
