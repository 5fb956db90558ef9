"""Files and folders: what is read, what is said when that cannot be, and that no fault hides anything else."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from calls import count_calls
from rulewright.base.keywords import Comparison, Verb
from rulewright.base.source import Location, Span
from rulewright.syntax import nodes as n
from rulewright.syntax.blocks import split_blocks
from rulewright.syntax.parser import (
    MAX_FAULTS,
    LanguageError,
    parse_expression,
    parse_folder,
    parse_source,
    read_source,
    source_of,
)
from rulewright.syntax.recovery import parse_text


def _found(text: str) -> list[tuple[str, int, int]]:
    _, diagnostics = parse_source(source_of("x.case", text))
    return [(one.code, one.labels[0].location.line, one.labels[0].location.column) for one in diagnostics]


# ---- blocks ----------------------------------------------------------------------------------------------------------------------------


def test_blocks_are_cut_at_the_margin() -> None:
    text = "# a comment\n\ncase 1\n  a\n# between\n  b\n\ncase 2\n# the end\n"
    assert [(block.first_line, block.text) for block in split_blocks(text)] == [
        (1, "# a comment\n\ncase 1\n  a\n# between\n  b\n"),
        (8, "case 2\n# the end\n"),
    ]


def test_text_that_says_nothing_has_no_block() -> None:
    assert split_blocks("") == []
    assert split_blocks("\n# only\n\n  # comments\n") == []


@pytest.mark.parametrize(
    "line", ["at most one of u.tired, u.fresh", "exactly one of u.tired, u.fresh", "at most one of next_to(u, v), far(u, v)"]
)
def test_what_excludes_itself_for_nothing_in_particular_has_no_parameters(line: str) -> None:
    block = parse_text(f"{line}\n").block
    assert isinstance(block, n.OneOf)
    assert block.params == ()


# ---- nodes -----------------------------------------------------------------------------------------------------------------------------


def test_a_rule_knows_its_words_and_their_places() -> None:
    parsed = parse_text('case 8.6 "Weather"\n  take 2 MP from allowance(u) when weather is mud  @GA-013b\n')
    case = parsed.block
    assert isinstance(case, n.Case)
    (rule,) = case.body
    assert rule == n.Rule(
        Verb.TAKE,
        (n.Call("allowance", (n.Call("u"),)),),
        n.Number(Fraction(2), "MP"),
        guards=(n.Guard(False, n.GuardForm.PLAIN, (n.Item("", n.Compare(Comparison.IS, n.Call("weather"), n.Call("mud"))),)),),
        tags=(n.Tag("GA-013b"),),
    )
    assert isinstance(rule, n.Rule)
    assert case.span == Span(1, 1, 1, 19)
    assert rule.span == Span(2, 3, 2, 50)
    assert rule.heads[0].span == Span(2, 18, 2, 30)
    assert rule.guards[0].span == Span(2, 31, 2, 50)
    assert rule.tags[0].span == Span(2, 52, 2, 60)


def test_cells_know_their_columns() -> None:
    parsed = parse_text("case 1\n  table t(a: b): 0..9\n    | one  two | 3 |  |\n")
    assert isinstance(parsed.block, n.Case)
    (table,) = parsed.block.body
    assert isinstance(table, n.Table)
    assert [(cell.text, cell.span.column, cell.span.end_column) for cell in table.rows[0].cells] == [
        ("one two", 7, 15),
        ("3", 18, 19),
        ("", 23, 24),
    ]


def test_prose_is_folded_and_its_place_spans_its_lines() -> None:
    parsed = parse_text('case 1\n  "One\n    two   three."\n')
    assert isinstance(parsed.block, n.Case)
    assert parsed.block.body == (n.Prose("One two three."),)
    assert parsed.block.body[0].span == Span(2, 3, 3, 18)


@pytest.mark.parametrize(
    ("spoken", "sign"),
    [("is at least", ">="), ("is at most", "≤"), ("is more than", ">"), ("is less than", "<"), ("is not", "!="), ("is", "==")],
)
def test_signs_are_spoken(spoken: str, sign: str) -> None:
    assert parse_expression(f"a {sign} 3") == parse_expression(f"a {spoken} 3")


def test_brackets_belong_to_the_place_of_an_expression_only() -> None:
    assert parse_expression("(a)") == n.Call("a")
    assert parse_expression("(a + b) * c").span == Span(1, 1, 1, 12)


@pytest.mark.parametrize("text", ["", " ", "a and", "a b", "(", "a\nb", "3..", '"open'])
def test_what_is_no_expression_is_told(text: str) -> None:
    with pytest.raises(LanguageError) as caught:
        parse_expression(text, "question")
    assert all(one.labels[0].location.path == "question" for one in caught.value.diagnostics)
    assert caught.value.diagnostics


def test_an_expression_may_stand_on_several_lines() -> None:
    assert parse_expression("a and\nb") == parse_expression("a and b")


# ---- files -----------------------------------------------------------------------------------------------------------------------------


def test_line_ends_byte_order_mark_and_a_missing_last_line_end_change_nothing() -> None:
    plain = 'case 1 "A"\n  refers to 2\n\ncase 2\n  "Text."\n'
    wanted = parse_source(source_of("x.case", plain))
    for text in ("\ufeff" + plain, plain.replace("\n", "\r\n"), plain.rstrip("\n"), plain.replace("\n", "\r")):
        assert parse_source(source_of("x.case", text)) == wanted


def test_bytes_that_are_no_text_are_told_once_a_line(tmp_path: Path) -> None:
    (tmp_path / "a.case").write_bytes(b'case 1 "caf\xe9 \xff"\n  refers to 2\xe9\n\ncase 2\n  "Text."\n')
    tree, diagnostics = parse_folder(tmp_path, "rules/x")
    assert [(one.code, one.labels[0].location) for one in diagnostics] == [
        ("RW001", Location("rules/x/a.case", 1, 12, 1, 13)),
        ("RW001", Location("rules/x/a.case", 2, 14, 2, 15)),
    ]
    assert n.Case("2", body=(n.Prose("Text."),)) in [placed.block for placed in tree.blocks]


def test_a_folder_gives_its_files_by_name(tmp_path: Path) -> None:
    (tmp_path / "b.case").write_text("case 2\n")
    (tmp_path / "a.case").write_text("\ncase 1\n")
    (tmp_path / "notes.txt").write_text("nothing")
    tree, diagnostics = parse_folder(tmp_path)
    assert diagnostics == ()
    assert [(placed.chapter, placed.place.first_line) for placed in tree.blocks] == [("a", 1), ("b", 1)]
    assert tree.blocks[0].place.location_of(tree.blocks[0].block.span).line == 2
    assert tree.blocks[0].place.path == str(tmp_path / "a.case")


def test_folders_without_cases_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.case").write_text("# nothing\n")
    assert [one.code for one in parse_folder(tmp_path)[1]] == ["RW019"]
    (tmp_path / "a.case").unlink()
    assert [one.code for one in parse_folder(tmp_path)[1]] == ["RW018"]
    (not_there,) = parse_folder(tmp_path / "no", "rules/no")[1]
    assert not_there.message == "there is no folder `rules/no`"


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    source, (problem,) = read_source(tmp_path, "rules/a.case")
    assert source is None
    assert problem.code == "RW018"
    [label] = problem.labels
    assert (label.location.path, label.location.line, label.location.column) == ("rules/a.case", 1, 1)


def test_a_line_of_ten_megabytes_is_refused_quickly_and_hides_nothing(tmp_path: Path) -> None:
    text = 'case 1\n  "' + "x " * 5_000_000 + '"\n  refers to 2\n\ncase 2\n  "Text."\n'
    source = source_of("x.case", text)
    assert count_calls(lambda: parse_source(source)) < 2_000
    placed, diagnostics = parse_source(source)
    assert [(one.code, one.labels[0].location.line) for one in diagnostics] == [("RW009", 2)]
    assert [placed.block for placed in placed] == [n.Case("1", body=(n.Refers((n.CaseRef("2"),)),)), n.Case("2", body=(n.Prose("Text."),))]


def test_a_file_too_large_is_refused() -> None:
    (found,) = _found("case 1\n" * 3_000_000)
    assert found[0] == "RW009"


@pytest.mark.parametrize(
    "nested", ["(" * 500 + "a" + ")" * 500, "not (" * 60 + "a" + ")" * 60, "a + " * 300 + "a", "-" * 400 + "1", "a" + ".b" * 300]
)
def test_what_is_nested_too_deep_is_refused(nested: str) -> None:
    assert [code for code, *_ in _found(f"case 1\n  f(u) when {nested} is b\n")] == ["RW010"]


def test_what_stands_side_by_side_is_not_deep() -> None:
    assert _found(f"case 1\n  f(u) when {' and '.join(['u.a is not -1'] * 150)}\n  g(u) when u.a in {{{', '.join(['-1'] * 400)}}}\n") == []


def test_blank_blocks_are_told() -> None:
    assert [fault.says.code for fault in parse_text("").faults] == ["RW019"]
    assert [fault.says.code for fault in parse_text("# x").faults] == ["RW019"]


def test_faults_are_many_and_end_somewhere() -> None:
    text = "case 1\n" + "  overides 2\n" * 1_000
    found = _found(text)
    assert 100 <= len(found) <= 200
    assert [line for _, line, _ in found] == list(range(2, len(found) + 2))


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ('csae 8.6 "Mud" @GA-1', "RW012"),
        ('case8.6 "Mud"', "RW012"),
        ('case 8.6: "Mud"', "RW020"),
        ("case 8.6 Mud", "RW020"),
        ('case 8.6 "Mud', "RW004"),
    ],
)
def test_a_misspelt_head_of_a_case_is_one_fault_and_the_case_is_there(head: str, code: str) -> None:
    blocks, found = parse_source(source_of("x.case", f'{head}\n  "Mud slows everyone."\n  refers to 8.7\n'))
    assert [(one.code, one.labels[0].location.line) for one in found] == [(code, 1)]
    assert [placed.block.number for placed in blocks if isinstance(placed.block, n.Case)] == ["8.6"]


@pytest.mark.parametrize("head", ['case 8.6 "Mud" nwe in errata', 'case "Mud"', 'amedn 8.6 in errata as "Mud"', 'rule 8.6 "Mud"'])
def test_a_head_that_may_mean_something_else_is_left_out(head: str) -> None:
    blocks, found = parse_source(source_of("x.case", f'{head}\n  "Mud slows everyone."\n'))
    assert blocks == ()
    assert len(found) == 1


@pytest.mark.parametrize("line", ["\x00\"'([{", ") ( when", "case", "\udcff"])
def test_a_file_of_nonsense_is_given_up(tmp_path: Path, line: str) -> None:
    (tmp_path / "rulebook.case").write_text('rulebook example "Example"\n', "utf-8")
    (tmp_path / "nonsense.case").write_bytes("".join(f"{line}{number}\n" for number in range(20_000)).encode("utf-8", "surrogateescape"))
    found = parse_folder(tmp_path)[1]
    assert len(found) <= 2 * MAX_FAULTS + 2
    assert any(one.code == "RW009" and "was not looked at" in one.message for one in found)


def test_a_stage_starts_a_value_or_adds_to_it() -> None:
    (placed,), found = parse_source(
        source_of("x.case", "value cost: 0..9\n  first is the sum\n  more plus the sum\n  last times the product\n")
    )
    value = placed.block
    assert not found and isinstance(value, n.Value)
    assert [(stage.name, stage.starts) for stage in value.stages] == [("first", True), ("more", False), ("last", False)]


def test_an_option_names_who_chooses_it() -> None:
    placed, found = parse_source(source_of("x.case", 'option a "A" by red alone\noption b "B" by blue\noption c "C"\n'))
    options = [one.block for one in placed if isinstance(one.block, n.Option)]
    assert not found
    assert [(option.name, option.by, option.alone) for option in options] == [("a", "red", True), ("b", "blue", False), ("c", None, False)]


def test_a_case_is_extended_to_a_game_under_a_condition() -> None:
    text = "amend 8.6 in errata as correction\n  extends to large when weather is mud\n  extends to small\n"
    (placed,), found = parse_source(source_of("x.case", text))
    assert not found and isinstance(placed.block, n.Amendment)
    assert [(act.games, act.when is None) for act in placed.block.body if isinstance(act, n.Extends)] == [
        (("large",), False),
        (("small",), True),
    ]


@pytest.mark.parametrize("word", ["and", "or"])
def test_depth_begins_anew_with_the_next_part(word: str) -> None:
    deep = "not (" * 35 + "a" + ")" * 35
    assert _found(f"case 1\n  f(u) when {deep} {word} {deep}\n") == []


def test_what_holds_where_conditions_do_not_is_said_of_all_of_them_together() -> None:
    forms = [form for verb in (*Verb, *n.ShortVerb) for form in n.long_forms(verb)]
    negated = [form for form in forms if form.negated]
    assert len(negated) > 4 and all(form.entire for form in negated)
