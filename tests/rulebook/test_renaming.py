"""A term renamed throughout: one act changes texts, titles, phrases and terms in the editions that have its source."""

from __future__ import annotations

import pytest

from rulebook.books import build, codes
from rulewright.base.source import Source
from rulewright.rulebook.edition_diff import diff_editions, difference_json
from rulewright.rulebook.model import CaseInForce, Rulebook
from rulewright.rulebook.renaming import book_of_edition, rename_text
from rulewright.semantics.elaborate import resolve
from rulewright.site.wording.sentences import Sentences
from rulewright.syntax import nodes
from rulewright.syntax.formatter import text_of
from rulewright.syntax.parser import parse_source

FRONT = """\
rulebook fords "Fords"
source printed "Rules"
source errata "Errata"
  amends printed
source second "Second sheet"
  amends printed
edition printed = printed
edition errata = printed + errata
edition second = printed + errata + second

enum order: steady, disordered, routed "in rout"
record unit "a unit"
  order: order "the order of {it}"
status disordered of unit "{it} is disordered"
verdict march(u: unit) "{u}, if not disordered, marches"
term "disordered" "What a disordered unit is."
  also "disorder"

case 2.1 "Disordered units"
  "Disordered units do not march. A unit becomes [disordered] by [2.2.disordered], and disordering is bad."
  disordered: may not march(u) when disordered(u)

case 2.2 "Losses"
  "While it is disordered, a unit has no losses from disorder."
  table rate(o: order): 0..9 "the rate of a disordered {o}"
    | steady | 1 |
    | disordered | 2 |
    | routed | 3 |

case 2.3 "Rest"
  "All units rest."

reading R1 on 2.2 "How long a unit is disordered"
  choice turn "it is disordered for a turn" in play
    march: may march(u) when not disordered(u)

"""
RENAMED = """\
amend throughout in errata as correction
  renames "disordered" to "shaken", "disorder" to "shaking"

"""


def case_in(book: Rulebook, number: str, edition: str) -> CaseInForce:
    case = book.views[edition].find_case(number)
    assert case is not None
    return case


def sound(text: str) -> Rulebook:
    book, findings = build({"rulebook.case": FRONT + text})
    assert not findings, [(finding.code, finding.message) for finding in findings]
    return book


def text_in(book: Rulebook, number: str, edition: str) -> str:
    return " ".join(paragraph.text for paragraph in case_in(book, number, edition).text)


def test_every_text_and_title_has_the_new_word_where_the_source_is() -> None:
    book = sound(RENAMED)
    assert (
        text_in(book, "2.1", "errata") == "Shaken units do not march. A unit becomes [shaken] by [2.2.disordered], and disordering is bad."
    )
    assert text_in(book, "2.2", "second") == "While it is shaken, a unit has no losses from shaking."
    assert case_in(book, "2.1", "errata").title == "Shaken units" and case_in(book, "2.1", "printed").title == "Disordered units"
    assert "disordered" in text_in(book, "2.2", "printed")
    table = next(one.node for one in case_in(book, "2.2", "errata").provisions if isinstance(one.node, nodes.Table))
    assert table.phrase == "the rate of a shaken {o}" and table.rows[1].cells[0].text == "disordered"


def test_the_history_of_a_case_that_changes_says_so_and_no_other_has_an_entry() -> None:
    book = sound(RENAMED)
    assert [entry.acts for entry in case_in(book, "2.2", "errata").history] == [
        ("renames throughout “disordered” to “shaken” and “disorder” to “shaking”",)
    ]
    assert not case_in(book, "2.3", "errata").history and not case_in(book, "2.2", "printed").history
    assert [entry.cases for entry in book.views["second"].renamings] == [("2.1", "2.2")]


def test_amendments_of_the_same_source_quote_the_old_words_and_later_ones_the_new() -> None:
    same = 'amend 2.2 in errata as change\n  inserts "or tired" after "it is disordered"\n\n'
    later = 'amend 2.2 in second as change\n  replaces "it is shaken or tired" with "it rests"\n\n'
    for text in (same + RENAMED + later, RENAMED + same + later):
        book = sound(text)
        assert text_in(book, "2.2", "errata").startswith("While it is shaken or tired,")
        assert text_in(book, "2.2", "second").startswith("While it rests,")
    old_words = 'amend 2.2 in second as change\n  replaces "it is disordered" with "it rests"\n'
    assert codes(build({"rulebook.case": FRONT + RENAMED + old_words})[1]) == ["RW113"]


def test_new_text_of_the_source_is_renamed_too_and_that_of_a_later_one_stays_as_it_is() -> None:
    book = sound(
        RENAMED + 'case 2.4 new in errata\n  "No disorder."\n\ncase 2.5 new in second\n  "No disorder."\n\n'
        'ruling Q1 on 2.2 in errata\n  asks "Is it disordered?"\n  answers "It is disordered."\n'
    )
    assert text_in(book, "2.4", "second") == "No shaking." and text_in(book, "2.5", "second") == "No disorder."
    ruling = next(iter(book.views["errata"].rulings.values()))
    assert [line.text for line, _ in ruling.other if isinstance(line, nodes.AsksQuestion | nodes.Answers)] == [
        "Is it shaken?",
        "It is shaken.",
    ]


def test_readings_follow_unless_a_later_source_has_them() -> None:
    book = sound(
        RENAMED + 'reading R2 on 2.1 in second "Is it disordered?"\n  choice so "it is" in play\n    may march(u) when disordered(u)\n'
    )
    assert book.views["printed"].readings["R1"].choices[0].title == "it is disordered for a turn"
    assert book.views["errata"].readings["R1"].title == "How long a unit is shaken"
    assert book.views["errata"].readings["R1"].choices[0].title == "it is shaken for a turn"
    assert book.views["second"].readings["R2"].title == "Is it disordered?"


def test_phrases_titles_and_terms_of_the_vocabulary_follow_and_names_stay() -> None:
    book = sound(RENAMED)
    assert book_of_edition(book, "printed") is book
    declared = "\n".join(text_of(one.node) for one in book_of_edition(book, "errata").declarations)
    assert 'enum order: steady, disordered "shaken", routed "in rout"' in declared
    assert 'status disordered of unit "{it} is shaken"' in declared
    assert 'verdict march(u: unit) "{u}, if not shaken, marches"' in declared
    assert 'term "shaken" "What a shaken unit is."' in declared and 'also "shaking"' in declared
    assert "disordered" in "\n".join(text_of(one.node) for one in book.declarations)


def test_questions_and_sentences_have_the_words_of_their_edition() -> None:
    book = sound(RENAMED)
    for edition, word in (("printed", "disordered"), ("errata", "shaken"), ("second", "shaken")):
        program, _ = resolve(book, edition)
        assert program.questions["march"].phrase == f"{{u}}, if not {word}, marches"
        rule = next(one.node for one in case_in(book, "2.1", edition).provisions if isinstance(one.node, nodes.Rule))
        assert f"when it is {word}" in Sentences(book, edition).rule_clause(rule).lead


def test_what_is_no_prose_and_parts_of_words_stay() -> None:
    pairs = (("disordered", "shaken"), ("zone of control", "reach"))
    kept = "{disordered} disorderedly 2.3.disordered disordered(u) [x](disordered) undisordered _disordered"
    assert rename_text(kept, pairs) == kept
    assert rename_text("Disordered; DISORDERED, “disordered”. Zone of\ncontrol", pairs) == "Shaken; DISORDERED, “shaken”. Reach"
    assert rename_text("red and blue", (("red", "blue"), ("blue", "red"))) == "blue and red"
    assert rename_text("text", (("", "x"), (" ", "y"))) == "text"
    assert rename_text("a (b", (("a (b", "c"),)) == "c"


def test_a_withdrawal_of_an_earlier_amendment_leaves_the_new_words() -> None:
    amended = 'amend 2.2 in errata as change\n  replaces "While it is disordered" with "If it is disordered"\n\n'
    book = sound(amended + RENAMED + "amend 2.2 in second as correction\n  withdraws errata\n")
    assert text_in(book, "2.2", "errata").startswith("If it is shaken")
    assert text_in(book, "2.2", "second").startswith("While it is shaken")


def test_a_renaming_is_taken_back_by_one_in_the_other_direction() -> None:
    book = sound(RENAMED + 'amend throughout in second as correction\n  renames "shaken" to "disordered", "shaking" to "disorder"\n')
    assert text_in(book, "2.2", "second") == text_in(book, "2.2", "printed")
    assert "shaken" not in str(book_of_edition(book, "second").declarations)


def test_a_withdrawal_of_a_renaming_from_one_case_is_told_the_way() -> None:
    _, findings = build({"rulebook.case": FRONT + RENAMED + "amend 2.2 in second as correction\n  withdraws errata\n"})
    assert codes(findings) == ["RW133"] and "in the other direction" in findings[0].help


@pytest.mark.parametrize("words", ['"shattered" to "broken"', '"disordered" to "shaken", "shattered" to "broken"', '"" to "x"'])
def test_words_that_no_text_has_are_reported(words: str) -> None:
    _, findings = build({"rulebook.case": FRONT + f"amend throughout in errata as correction\n  renames {words}\n"})
    assert codes(findings) == ["RW136"]


def test_words_that_only_the_vocabulary_or_a_reading_has_are_renamed() -> None:
    sound('amend throughout in errata as correction\n  renames "marches" to "moves", "for a turn" to "for a round"\n')


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ('amend 2.1 in errata as correction\n  renames "a" to "b"\n', "amend throughout in SOURCE as KIND"),
        ("amend throughout in errata as correction\n  withdraws errata\n", "in the other direction"),
        ('amend throughout in errata as correction\n  "New words."\n', "the numbers of its cases"),
    ],
)
def test_an_act_in_the_wrong_amendment_is_told_where_it_belongs(text: str, help: str) -> None:
    _, findings = parse_source(Source("x.case", text))
    assert [finding.code for finding in findings] == ["RW015"] and help in findings[0].help


def test_the_difference_names_the_act_once_and_cases_by_their_other_changes() -> None:
    other = 'amend 2.1 in errata as change\n  replaces "do not march" with "never march"\n\n'
    book = sound(RENAMED + other)
    difference = diff_editions(book, "printed", "errata")
    assert [(term.source, term.case_count) for term in difference.renamed_terms] == [("errata", 2)]
    assert [change.number for change in difference.cases] == ["2.1"]
    changed = difference.cases[0]
    assert changed.acts == ("replaces “do not march” with “never march”",)
    assert [run.text for run in changed.words if run.step.value == "out"] == ["do not"]
    assert difference_json(difference)["renamed_terms"][0]["cases"] == 2
    assert not diff_editions(book, "errata", "second").renamed_terms


def test_the_answer_of_a_value_has_its_new_title() -> None:
    program, _ = resolve(sound(RENAMED), "errata")
    assert program.enums["order"].titles.get("disordered") == "shaken"
