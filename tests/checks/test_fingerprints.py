"""A fingerprint stays where an edit does no harm, and is another for another finding."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from checks.books import write
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.resources import rules_folder
from rulewright.interfaces.api.book import load

FRONT = """\
rulebook parking "Parking in a small town"

source bylaw "The by-law"
source change "The change of the by-law"
  amends bylaw

edition first = bylaw
edition second = bylaw + change

measure euro "euro"

enum zone: centre "the centre", rim "the rim"
enum drive: petrol, electric

record vehicle "a vehicle"
  drive: drive "the drive of {it}"

fact zone: zone "the zone of the household"
fact badge: yes/no "there is a badge"
fact vehicles: 0..9 "the number of vehicles"

value fee(v: vehicle): 0..99 euro "the fee of {v}"
verdict garage "the household rents a place in the garage"
verdict instalments "the household pays by instalments"
"""

RULES = """\
chapter 2 "Fees"

case 2.1 "Fee"
  "The fee is 30 euro, and for an electric vehicle 10 euro."
  fee(v) is 30 euro when v.drive is petrol
  fee(v) is 10 euro when v.drive is electric

case 2.2 "Badge"
  "With a badge it is 5 euro less."
  take 5 euro from fee(v) when badge
  take 15 euro from fee(v) when badge and zone is rim

case 5.1 "Four vehicles"
  "A household with four or more vehicles must rent a place in the garage."
  must garage when vehicles is at least 4

case 5.2 "The centre"
  "A household in the centre must not."
  may not garage when zone is centre
    overrides 2.1

case 5.3 "Instalments"
  must instalments when vehicles is at least 3
  may not instalments when zone is rim

case 5.4 "Rounding"
  "The fee is rounded; see [2.1]."
"""

EDITS = {
    "lines are put above": ("case 5.1", "\n# a remark\n\ncase 5.1"),
    "a rule is put before": ("  must garage when", "  must garage when badge and zone is rim\n  must garage when"),
    "a rule is put before that of the other side": (
        "  may not garage when",
        "  may garage when badge and zone is rim\n  may not garage when",
    ),
    "a case has another number": ("case 5.1 ", "case 5.9 "),
    "the cases change places": ("case 5.2 ", "case 5.0 "),
    "a third rule says the same": (
        'case 5.3 "Instalments"',
        'case 5.25 "Again"\n  must garage when vehicles is at least 4\n\ncase 5.3 "Instalments"',
    ),
    "a third rule says the same before": (
        'case 5.1 "Four vehicles"',
        'case 5.05 "Before"\n  may not garage when zone is centre\n\ncase 5.1 "Four vehicles"',
    ),
    "a case is called otherwise": ('"Four vehicles"', '"Big households"'),
    "a rule is laid out otherwise": ("must garage when vehicles", "must garage\n      when vehicles"),
    "a rule has a name": ("  must garage when vehicles", "  big: must garage when vehicles"),
}


def known(text: str, folder: Path, front: str = FRONT) -> tuple[Diagnostic, ...]:
    return load(write({"rulebook.case": front, "rules.case": text}, folder)).check().findings


def prints(findings: Iterable[Diagnostic]) -> set[str]:
    return {finding.fingerprint for finding in findings}


def test_different_findings_have_different_fingerprints(tmp_path: Path) -> None:
    findings = known(RULES, tmp_path)
    assert {"RW301", "RW331", "RW305", "RW404"} <= {finding.code for finding in findings}
    assert len(prints(findings)) == len(findings)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Diagnostic, ...]:
    return known(RULES, tmp_path_factory.mktemp("before") / "parking")


@pytest.mark.parametrize("edit", EDITS)
def test_a_harmless_edit_changes_no_fingerprint(before: tuple[Diagnostic, ...], tmp_path: Path, edit: str) -> None:
    """But that of a finding about the case itself, if the case is called otherwise. No error is new."""
    old, new = EDITS[edit]
    assert RULES.count(old) == 1
    after = known(RULES.replace(old, new), tmp_path / "another-name")
    gone = [finding.message for finding in before if finding.fingerprint not in prints(after)]
    assert gone == (["no example reaches 5.1"] if edit == "a case is called otherwise" else [])
    assert prints(finding for finding in after if finding.severity is Severity.ERROR) <= prints(before)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("is at least 4\n", "is at least 5\n"),
        ("may not garage when zone is centre\n", "may not garage when badge\n"),
        ("must garage when vehicles is at least 4", "may instalments when vehicles is at least 4"),
    ],
)
def test_another_contradiction_has_another_fingerprint(before: tuple[Diagnostic, ...], tmp_path: Path, old: str, new: str) -> None:
    assert RULES.count(old) == 1
    after = known(RULES.replace(old, new), tmp_path / "parking")
    assert prints(finding for finding in after if finding.code == "RW301") - prints(before)


UNREAD = """
case 1.1 "Fee"
  take 5 euro from fee(v) when bagde
  take 6 euro from fee(v) when bagde; see [9.9]

case 1.2 "Fee"
  take 5 euro from fee(v) when badg
"""


def test_findings_in_texts_have_fingerprints(tmp_path: Path) -> None:
    """They cannot be told apart by lines, so the words do it; two cases of one title go by their numbers."""
    findings = known(UNREAD, tmp_path / "a")
    assert len(findings) > 2
    assert len(prints(findings)) == len(findings)
    assert prints(known(f"# a remark\n{UNREAD}", tmp_path / "b")) == prints(findings)
    assert prints(load(tmp_path / "a").test().errors) <= prints(findings)


@pytest.mark.slow
def test_a_large_book_with_edits_in_every_file(tmp_path: Path) -> None:
    """Lines move, a case has another number everywhere, and a rule is put before one that contradicts another."""
    folder = tmp_path / "la-grande-armee"
    shutil.copytree(rules_folder() / "la-grande-armee", folder)
    for path in folder.iterdir():
        text = path.read_text("utf-8").replace("14.34", "14.39")
        path.write_text(f"# a remark\n\n{text}" if path.suffix == ".case" else text, "utf-8")
    path = folder / "23-provinces.case"
    rule = "  may not give_replacements(l) when as_conquered(l) "
    before_it = "  may give_resources(l) when l.land_kind is minor_power_land and as_conquered(l)\n"
    assert rule in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(rule, before_it + rule), "utf-8")
    before, after = load("la-grande-armee").check().findings, load(folder).check().findings
    assert len(prints(before)) == len(before) > 80
    assert [finding.message for finding in before if finding.fingerprint not in prints(after)] == []
