"""What a finding names besides its first place: the other rows, the lines, the numbers that may have been meant."""

from __future__ import annotations

from pathlib import Path

from checks.books import findings
from rulewright.base.diagnostics import Diagnostic

HEAD = "item,section,locator,kind,summary,refs,computable,shape,ocr_note\n"
PLACED = 'case 8.1 "Moving"\n  "Units move."   @EX-001\n  "Units rest."   @EX-004\n'


def named(name: str, found: list[Diagnostic]) -> list[Diagnostic]:
    return [one for one in found if one.name == name]


def ledger(*items: int, locator: str = "8.1") -> str:
    return HEAD + "".join(f"EX-{item:03},Moving,{locator},rule,Sentence {item}.,,no,prose,\n" for item in items)


def lines(found: Diagnostic) -> list[tuple[int, str]]:
    return [(label.location.line, label.text) for label in found.labels]


# ---- statements of a ledger without a place --------------------------------------------------------------------------------------------


def test_a_statement_without_a_place_is_named_with_its_row_and_where_the_source_has_it(tmp_path: Path) -> None:
    (found,) = named("unplaced-statement", findings(PLACED, tmp_path, ledger(1, 2, 4)))
    assert found.message == "`EX-002` of the ledger is placed nowhere: Sentence 2"
    assert lines(found) == [(3, "")]
    assert found.help == "put `@EX-002` at the end of the line that accounts for it, in 8.1"


def test_a_statement_of_no_known_place_is_put_anywhere(tmp_path: Path) -> None:
    (found,) = named("unplaced-statement", findings(PLACED, tmp_path, ledger(1, 2, 4, locator="")))
    assert found.help == "put `@EX-002` at the end of the line that accounts for it"


def test_statements_that_follow_one_another_are_named_by_the_first_and_the_last(tmp_path: Path) -> None:
    before, after = named("unplaced-statement", findings(PLACED, tmp_path, ledger(1, 2, 3, 4, 5, 6, 7)))
    assert before.message == "2 statements of the ledger are placed nowhere, `EX-002` to `EX-003`"
    assert lines(before) == [(3, "the first of them"), (4, "the last")]
    assert before.notes == ("EX-002: Sentence 2.", "EX-003: Sentence 3.")
    assert after.message == "3 statements of the ledger are placed nowhere, `EX-005` to `EX-007`"
    assert lines(after) == [(6, "the first of them"), (8, "the last")]


def test_of_many_statements_five_are_named_and_the_others_counted(tmp_path: Path) -> None:
    (five,) = named("unplaced-statement", findings(PLACED, tmp_path, ledger(1, 2, 3, 5, 6, 7, 4)))
    assert [note.partition(":")[0] for note in five.notes] == ["EX-002", "EX-003", "EX-005", "EX-006", "EX-007"]
    (seven,) = named("unplaced-statement", findings(PLACED, tmp_path, ledger(1, 2, 3, 5, 6, 7, 8, 9, 4)))
    assert seven.notes[5:] == ("and 2 more",)


# ---- terms that nothing uses -------------------------------------------------------------------------------------------------------------


def test_every_unused_term_is_named_also_after_used_ones(tmp_path: Path) -> None:
    text = (
        'term "rout" "Flight."\nterm "panic" "Flight of many."\n  also "stampede"\n'
        'term "halt" "No march."\nterm "rest" "No fight."\n\ncase 5.1 "Order"\n  "Units [halt]."\n'
    )
    found = named("unused-term", findings(text, tmp_path))
    assert [(one.message, lines(one)) for one in found] == [
        ("the term `rout` is used nowhere", [(1, "")]),
        ("the term `panic` is used nowhere", [(2, "")]),
        ("the term `rest` is used nowhere", [(5, "")]),
    ]


def test_a_term_is_used_where_another_of_its_names_is_written_or_another_term_links_to_it(tmp_path: Path) -> None:
    text = (
        'term "panic" "Flight of many."\n  also "stampede"\nterm "rout" "What [fear] leads to, a flight."\nterm "fear" "Less than panic."\n\n'
        'case 5.1 "Order"\n  "A stampede follows a rout."\n'
    )
    assert not named("unused-term", findings(text, tmp_path))


def test_a_term_that_only_definitions_name_without_brackets_is_unused(tmp_path: Path) -> None:
    text = 'term "panic" "Flight of many."\nterm "rout" "A panic."\n\ncase 5.1 "Order"\n  "A rout ends."\n'
    (found,) = named("unused-term", findings(text, tmp_path))
    assert found.message == "the term `panic` is used nowhere"


# ---- cases that are not there ------------------------------------------------------------------------------------------------------------


CASES = 'case 5.1 "Order"\n  "See [{0}]."\n\ncase 5.2 "Halt"\n  "Units halt."\n\ncase 15.9 "Snow"\n  "It snows."\n'


def test_a_case_that_may_be_meant_is_sought_in_the_same_chapter(tmp_path: Path) -> None:
    (found,) = named("dangling-reference", findings(CASES.format("5.9"), tmp_path))
    assert found.message == "5.1 refers to `5.9`, and there is no such case"
    assert found.help == "did you mean `5.2` or `5.1`?"
    assert lines(found) == [(2, "")]


def test_where_nothing_looks_alike_the_help_is_to_declare_it(tmp_path: Path) -> None:
    (found,) = named("dangling-reference", findings(CASES.format("77.31"), tmp_path))
    assert found.help == "if its text is not held, declare it: `case 77.31` with the line `not held`"


def test_a_part_that_only_some_editions_have_is_named_with_its_case(tmp_path: Path) -> None:
    text = (
        'verdict go\nfact wet: yes/no\n\ncase 5.1 "Order"\n  bar: may not go when wet\n\ncase 5.2 "Leave"\n  may go\n    overrides 5.1.bar\n\n'
        "amend 5.1.bar in errata as correction\n  deletes the part\n"
    )
    (found,) = named("dangling-reference", findings(text, tmp_path))
    assert found.help == "only some editions have this part: move the statement to an amendment of the source that brings it"


def test_prose_may_name_a_heading_and_a_line_may_not(tmp_path: Path) -> None:
    assert not named("dangling-reference", findings(CASES.format("5.0"), tmp_path))
    text = CASES.format("5.2").replace('"Units halt."', '"Units halt."\n  refers to 5.0')
    (found,) = named("dangling-reference", findings(text, tmp_path))
    assert (found.message, lines(found)) == ("5.2 refers to `5.0`, and there is no such case", [(6, "")])


def test_what_a_term_names_is_sought_in_every_edition(tmp_path: Path) -> None:
    text = 'term "rout" "Flight, by [5.3] and cases 5.2 to 5.4."\n\ncase 5.1 "Order"\n  "A rout ends."\n\ncase 5.2 "Halt"\n  "No."\n\n'
    later = 'case 5.3 "New" new in errata\n  "Newly."\n'
    (found,) = named("dangling-reference", findings(text + later, tmp_path))
    assert found.message == "`rout` is said of `5.4`, and there is no such case"
    assert lines(found) == [(1, "")]


# ---- what is used ----------------------------------------------------------------------------------------------------------------------


def test_a_case_that_is_gone_is_told_in_which_edition_its_example_is_run(tmp_path: Path) -> None:
    text = 'verdict go\n\ncase 5.1 "Leave"\n  may go\n\n  example "leave"\n    then permitted go\n\namend 5.1 in errata as change\n  deletes the case\n'
    (found,) = named("untested-case", findings(text, tmp_path))
    assert found.help == "it is not in the last edition: an example of it has the line `with edition printed`"
    named_edition = text.replace('"leave"\n', '"leave"\n    with edition printed\n')
    assert not named("untested-case", findings(named_edition, tmp_path))


def test_a_measure_is_used_where_only_a_rate_has_it(tmp_path: Path) -> None:
    text = (
        'measure day "day"\nmeasure week "week"\n  is 7 day\nfact late: 0..90 day\nvalue fee: 0..90 by 1/7\n\n'
        'case 5.1 "Fee"\n  fee is 3 for each week of late\n'
    )
    assert not named("unused-vocabulary", findings(text, tmp_path))


def test_a_measure_is_used_where_only_a_number_has_it(tmp_path: Path) -> None:
    text = (
        'measure SP "strength point"\nmeasure division "division"\n  is 10 SP\nmeasure corps "corps"\n  is 30 SP\n'
        "record unit\n  strength: 0..90 SP\nverdict stay(u: unit)\n\n"
        'case 5.1 "Size"\n  may stay(u) when u.strength is at least 2 division\n  may not stay(u) when u.strength is less than 2 division\n'
    )
    found = named("unused-vocabulary", findings(text, tmp_path))
    assert [(one.message, lines(one)) for one in found] == [("the measure `corps` is used by no rule", [(4, "")])]


# ---- declarations without a phrase -------------------------------------------------------------------------------------------------------


def test_of_many_declarations_without_a_phrase_five_are_named_and_the_others_counted(tmp_path: Path) -> None:
    facts = "".join(f"fact f{number}: 0..{number}\n" for number in range(1, 8))
    spoken = 'verdict rest "resting"\n'
    (seven,) = named("missing-phrase", findings(f"{facts}{spoken}", tmp_path))
    assert seven.message == "7 declarations have no phrase: `f1`, `f2`, `f3`, `f4`, `f5` and 2 more"
    assert [line for line, _ in lines(seven)] == [1, 2, 3, 4, 5]
    (five,) = named("missing-phrase", findings(f"{facts[: facts.index('fact f6')]}{spoken}", tmp_path))
    assert five.message == "5 declarations have no phrase: `f1`, `f2`, `f3`, `f4`, `f5`"


# ---- the words of a reading's choice -----------------------------------------------------------------------------------------------------


def test_the_text_of_a_choice_is_held_against_its_rules(tmp_path: Path) -> None:
    measures = 'measure hex "hex"\nmeasure MP "movement point"\nvalue pace: 0..9 hex\n'
    choices = '  choice near\n    "Units move 3 movement points at most."\n    pace is 3 hex\n  choice far: pace is 7 hex\n'
    (found,) = named(
        "unit-differs", findings(f'{measures}case 8.1 "Moving"\n  "Units move."\nreading reach on 8.1 "How far?"\n{choices}', tmp_path)
    )
    assert [line for line, _ in lines(found)] == [8, 9]
