"""How findings are judged: per edition, once each, in order; what a book accepts; what is left unsaid while text cannot be read."""

from __future__ import annotations

from pathlib import Path

from checks.books import findings, found_in, write
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.annotations import github_lines
from rulewright.checks.explain import DEFAULT_FRONT_PAGE
from rulewright.checks.run import merge_findings
from rulewright.interfaces.cli.findings import one_line_text


def named(found: list[Diagnostic], name: str) -> list[Diagnostic]:
    return [one for one in found if one.name == name]


def test_a_finding_of_every_edition_is_told_once_and_of_none(tmp_path: Path) -> None:
    (found,) = findings('case 5.1 "Order"\n  "See [5.9]."\n', tmp_path)
    assert (found.code, found.edition, found.book, found.cases) == ("RW302", "", "book", ("5.1",))


def test_a_finding_is_judged_in_the_edition_where_it_holds(tmp_path: Path) -> None:
    text = 'case 5.1 "Order"\n  "See [8.27]."\n\ncase 8.27 "Bridges" new in errata\n  "Bridges are slow."\n'
    (found,) = findings(text, tmp_path)
    assert (found.code, found.edition) == ("RW302", "printed")
    assert found.labels[0].text == "not in this edition"


def test_a_redirected_reference_is_mended_in_the_later_edition_only(tmp_path: Path) -> None:
    text = (
        'case 9.5 "Reserves"\n  "Reserves are free of [9.12]."\n\n'
        'case 9.13 "Marching"\n  not held\n\n'
        "amend 9.5 in errata as correction\n  redirects 9.12 to 9.13\n"
    )
    (found,) = findings(text, tmp_path)
    assert (found.code, found.edition) == ("RW302", "printed")


def test_findings_of_several_editions_name_them() -> None:
    one = [Diagnostic("RW999", "sample", Severity.ERROR, "so it is", edition=edition) for edition in ("b", "c")]
    (found,) = merge_findings(one, ("a", "b", "c"))
    assert found.edition == "c" and found.notes == ("in the editions `b`, `c`",)
    assert (found.edition_names, found.edition_text, found.further_notes) == (("b", "c"), "  (editions b, c)", ())
    assert one_line_text(found).plain.endswith("  (editions b, c)")
    assert all("(editions b, c)" in line for line in github_lines([found]))
    (found,) = merge_findings(one, ("b", "c"))
    assert found.edition == "" and not found.notes


RENUMBERED = """\
fact wet: yes/no
fact dark: yes/no
verdict go

case 4.1 "Going"
  "One goes when it is dry, and never in the dark."
  dry: may go when not wet
  may not go when dark

  example "dry"
    given not wet, not dark
    then permitted go

amend 4.1 in errata as correction
  renumbers to 4.6
"""


def test_a_renumbered_case_is_reported_once_under_its_number_of_today(tmp_path: Path) -> None:
    (found,) = findings(RENUMBERED, tmp_path)
    assert (found.name, found.cases, found.edition) == ("contradiction", ("4.6",), "")
    assert found.message.startswith("4.6.dry says that `go` is permitted, and 4.6.2 ")
    assert found.notes[-1] == "case 4.6 is 4.1 in the edition `printed`"


def test_a_new_case_with_the_number_of_a_renumbered_one_is_another_case(tmp_path: Path) -> None:
    again = 'case 4.1 "Going again" new in errata\n  "One goes when it is dry, and never in the dark."\n  may go when not wet\n  may not go when dark\n'
    found = named(findings(f"{RENUMBERED}\n{again}", tmp_path), "contradiction")
    assert {one.cases for one in found} >= {("4.6",), ("4.1",)}


def test_what_two_checks_say_in_the_same_words_stays_two_findings() -> None:
    found = [Diagnostic(code, "sample", Severity.ERROR, "so it is", edition=edition) for code in ("RW998", "RW999") for edition in "ab"]
    assert [one.code for one in merge_findings(found, ("a", "b"))] == ["RW998", "RW999"]


def test_findings_come_by_place_whatever_the_order_of_checks(tmp_path: Path) -> None:
    text = 'term "rout" "Flight."\n\ncase 5.1 "Order"\n  "See [5.9] and [nothing]."\n\ncase 5.2 "Empty"\n'
    found = findings(text, tmp_path)
    assert [one.name for one in found] == ["unused-term", "dangling-reference", "undefined-term", "empty-case"]
    assert [one.sort_key for one in found] == sorted(one.sort_key for one in found)


# ---- the text that is underlined ---------------------------------------------------------------------------------------------------


def test_a_reference_in_prose_is_underlined_exactly(tmp_path: Path) -> None:
    (found,) = findings('case 5.1 "Order"\n  "Units move, see [5.9]."\n', tmp_path)
    at = found.labels[0].location
    assert (at.line, at.column, at.end_column) == (2, 21, 24)


def test_a_reference_in_longer_prose_is_underlined_with_its_paragraph(tmp_path: Path) -> None:
    (found,) = findings('case 5.1 "Order"\n  "Units move,\n    see [5.9]."\n', tmp_path)
    at = found.labels[0].location
    assert (at.line, at.end_line) == (2, 3)


# ---- accepts -----------------------------------------------------------------------------------------------------------------------

CYCLE = """\
enum weather: clear, mud, snow
record unit
fact weather: weather
verdict move(u: unit)

case 8.1 "Mud"
  overrides 8.2
  may not move(u) when weather is mud
  {accepts}
  example "mud"
    given weather is mud
    then forbidden move(u)

case 8.2 "Bad weather"
  overrides 8.1
  may move(u) when weather is not clear
"""


def test_what_is_accepted_becomes_info_with_its_reason(tmp_path: Path) -> None:
    text = CYCLE.format(accepts='accepts override_cycle with 8.2 because "the source says both"')
    (found,) = named(findings(text, tmp_path), "override-cycle")
    assert found.severity is Severity.INFO
    assert found.notes == ("for instance when weather is mud", "accepted in 8.1: the source says both")


def test_an_unaccepted_one_stays_an_error(tmp_path: Path) -> None:
    (found,) = named(findings(CYCLE.format(accepts='note "nothing is accepted"'), tmp_path), "override-cycle")
    assert found.severity is Severity.ERROR and found.cases == ("8.1", "8.2")


def test_cases_that_set_each_other_aside_where_they_are_never_both_there_do_no_harm(tmp_path: Path) -> None:
    text = CYCLE.replace("overrides 8.2", "sets aside 8.2 when weather is mud").replace(
        "overrides 8.1", "sets aside 8.1 when weather is snow"
    )
    text = text.format(accepts='note "nothing"')
    (found,) = named(findings(text, tmp_path), "override-cycle")
    assert (found.severity, found.help) == (Severity.INFO, "their conditions exclude each other, so it does no harm")
    (found,) = named(findings(text.replace("is snow", "is not clear"), tmp_path), "override-cycle")
    assert found.severity is not Severity.INFO


def test_an_accepts_with_another_case_meets_nothing(tmp_path: Path) -> None:
    text = CYCLE.format(accepts='accepts override_cycle with 8.3 because "no"') + '\ncase 8.3 "More"\n  not held\n'
    found = findings(text, tmp_path)
    assert [one.severity for one in named(found, "override-cycle")] == [Severity.ERROR]
    (idle,) = named(found, "unused-accepts")
    assert idle.message == "8.1 accepts `override-cycle` with 8.3, and there is no such finding"


def test_an_accepts_of_an_unknown_finding_says_what_was_meant(tmp_path: Path) -> None:
    (idle,) = named(findings(CYCLE.format(accepts='accepts override_circle with 8.2 because "no"'), tmp_path), "unused-accepts")
    assert idle.message == "`override_circle` is not the name of any finding"
    assert "`override_cycle`" in idle.help


def test_nothing_is_said_of_what_is_accepted_where_not_every_check_ran(tmp_path: Path) -> None:
    text = CYCLE.format(accepts='accepts override_cycle with 8.3 because "no"') + '\ncase 8.3 "More"\n  not held\n'
    write({"rulebook.case": DEFAULT_FRONT_PAGE, "rules.case": text}, tmp_path)
    assert [one.name for one in found_in(tmp_path) if one.code in ("RW304", "RW499")] == ["override-cycle", "unused-accepts"]
    assert [one.name for one in found_in(tmp_path, ["RW304"])] == ["override-cycle"]


def test_what_the_rules_lead_to_is_decided_where_a_check_that_is_wanted_needs_it(tmp_path: Path) -> None:
    text = "record unit\nverdict move(u: unit)\n\ncase 8.1\n  must move(u)\n\ncase 8.2\n  may not move(u)\n"
    write({"rulebook.case": DEFAULT_FRONT_PAGE, "rules.case": text}, tmp_path)
    assert [one.name for one in found_in(tmp_path, ["RW301"])] == ["contradiction"]
    assert [one.name for one in found_in(tmp_path, ["RW302"])] == []


def test_nothing_is_said_of_what_is_accepted_while_text_cannot_be_read(tmp_path: Path) -> None:
    text = CYCLE.format(accepts='accepts override_cycle with 8.3 because "no"') + "\ncase 8.3\n  nonsense\n"
    names = {one.name for one in findings(text, tmp_path)}
    assert "missing-word" in names and "unused-accepts" not in names


def test_an_accepted_contradiction_must_be_one_and_its_case_must_be_there(tmp_path: Path) -> None:
    text = CYCLE.format(accepts='accepts contradiction with 8.2, 8.9 because "the source says both"')
    found = findings(text, tmp_path)
    assert named(found, "unused-accepts")
    (dangling,) = named(found, "dangling-reference")
    assert "`8.9`" in dangling.message


def test_a_finding_in_the_text_of_the_case_is_accepted_though_it_names_no_case(tmp_path: Path) -> None:
    ledger = "item,section,locator,kind,summary,refs,computable,shape,ocr_note\nEX-001,M,8.1,rule,Units move,8.2,no,prose,\n"
    text = (
        'case 8.1 "Movement"\n  accepts tag_twice because "it is said twice"\n  "Units move."  @EX-001 @EX-001\n\n'
        'case 8.2 "Again"\n  "Units move."  @EX-001 @EX-001\n'
    )
    found = findings(text, tmp_path, ledger)
    assert [(one.severity, one.labels[0].location.line) for one in found] == [(Severity.INFO, 3), (Severity.WARNING, 6)]


def test_errors_of_lower_layers_cannot_be_accepted(tmp_path: Path) -> None:
    text = 'record unit\nverdict move(u: unit)\n\ncase 8.1 "M"\n  may move(u) when weary(u)\n  accepts unknown_name because "I like it"\n'
    found = findings(text, tmp_path)
    assert [one.severity for one in named(found, "unknown-name")] == [Severity.ERROR]
    assert named(found, "unused-accepts") == []
    (idle,) = named(findings(text.replace(" when weary(u)", ""), tmp_path), "unused-accepts")
    assert "cannot be accepted" in idle.help


# ---- while text cannot be read -----------------------------------------------------------------------------------------------------


def test_nothing_is_said_of_missing_things_while_a_case_cannot_be_read(tmp_path: Path) -> None:
    text = 'record unit\nfact weary(u: unit): yes/no\nverdict move(u: unit)\n\ncase 8.1 "Movement"\n  may move(u) when not weary(u\n'
    assert {one.code[:3] for one in findings(text, tmp_path)} == {"RW0"}
