"""Verdicts are kept by what they hang on: an edit leads to new decisions where it bears on an answer, and nowhere else."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest

from rulewright.analysis.verdicts import editions
from rulewright.analysis.verdicts.decide import Decider, decide
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.editions import VerdictComputation, decide_editions, empty_verdict_store
from rulewright.analysis.verdicts.findings import QuestionVerdict
from rulewright.analysis.verdicts.verdict_keys import Keys
from rulewright.base.workers import Parcel, Workers
from rulewright.checks.explain import DEFAULT_FRONT_PAGE as EXAMPLE_FRONT
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import Question
from rulewright.syntax.parser import parse_folder
from rulewright.workspace.open_book import load

FRONT = f"""{EXAMPLE_FRONT}
precedence
  stated

option mud "Mud"

impossible when weather is snow and mud_deep
"""

RULES = """\
enum weather: clear, mud, snow
enum arm: infantry, cavalry
record unit "a unit"
  arm: arm
  tired: yes/no
fact weather: weather "the weather"
fact mud_deep: yes/no
value allowance(u: unit): 0..9
value cost(u: unit): 0..9
  total
verdict move(u: unit) "{u} moves"
verdict rest(u: unit)
predicate lame(u: unit)

case 8.1 "Allowance"
  "What a unit can do."
  allowance(u) is 5 when u.arm is cavalry
  allowance(u) is 3 when u.arm is infantry

case 8.2 "Moving"
  may move(u) when allowance(u) is at least 4
  may not move(u) when lame(u)

case 8.3 "Lame units"
  lame(u) when u.tired and weather is mud

case 8.4 "Rest"
  may rest(u) when u.tired
  option mud

case 8.5 "Cost"
  cost(u) is 2 when u.tired

case 8.6 "Losses"
  table losses(line: 1..6): 0..9
    | 1..3 | 1 |
    | 4..6 | 2 |

reading stay on 8.4 "Who stays"
  choice all in play
  choice some: may not rest(u) when u.arm is cavalry
"""


def cores(rules: str, folder: Path, front: str = FRONT) -> dict[str, Core]:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rulebook.case").write_text(front, "utf-8")
    (folder / "rules.case").write_text(rules, "utf-8")
    tree, found = parse_folder(folder)
    book, folded = build_rulebook(tree, ledger=None, slug="book")
    made = {edition: resolve(book, edition) for edition in book.views}
    assert not [one.message for one in (*found, *folded, *(one for _, several in made.values() for one in several)) if one.code < "RW3"]
    return {edition: lower(program) for edition, (program, _) in made.items()}


def changed(rules: str, folder: Path, front: str = FRONT) -> set[str]:
    """The questions whose keys differ from those of the book as it is above."""
    before, after = (Keys(made["printed"]) for made in (cores(RULES, folder / "before"), cores(rules, folder / "after", front)))
    return {name for name in before.core.questions if before.key_of(name) != after.key_of(name)}


EVERY = {"allowance", "cost", "move", "rest", "lame", "losses"}
EDITS = [
    ("prose", '"What a unit can do."', '"All that a unit can do."', set()),
    ("a phrase", '"{u} moves"', '"{u} marches"', set()),
    ("lines", 'case 8.1 "Allowance"', '\n\n# a remark\ncase 8.1 "Allowance"', set()),
    ("a case without rules", 'case 8.5 "Cost"', 'case 8.45 "Notes"\n  "Nothing."\n\ncase 8.5 "Cost"', set()),
    ("an effect", "is 5 when", "is 6 when", {"allowance", "move"}),
    ("a condition", "lame(u) when u.tired and", "lame(u) when", {"lame", "move"}),
    ("the number of a rule", "  cost(u) is 2", "  cost(u) is 1 when weather is mud\n  cost(u) is 2", {"cost"}),
    ("a range", "allowance(u: unit): 0..9", "allowance(u: unit): 0..8", {"allowance", "move"}),
    ("the values of a fact", "clear, mud, snow", "clear, mud, snow, fog", EVERY),
    ("a row", "| 4..6 | 2 |", "| 4..6 | 3 |", {"losses"}),
    ("what must be answered", "value cost(u: unit): 0..9\n  total\n", "value cost(u: unit): 0..9\n", {"cost"}),
    ("a precedence", "when lame(u)\n", "when lame(u)\n    overrides 8.2.1 when u.tired\n", {"move"}),
    ("an option", "  option mud\n", "", {"rest"}),
    ("a choice", "choice some:", "choice other:", {"rest"}),
]


@pytest.mark.parametrize(("old", "new", "wanted"), [edit[1:] for edit in EDITS], ids=[edit[0] for edit in EDITS])
def test_a_key_changes_with_what_bears_on_the_answer(old: str, new: str, wanted: set[str], tmp_path: Path) -> None:
    assert RULES.count(old) == 1
    assert changed(RULES.replace(old, new), tmp_path) == wanted


def test_what_bears_on_all_questions_changes_every_key(tmp_path: Path) -> None:
    assert changed(RULES, tmp_path, FRONT.replace("is snow and", "is mud and")) == EVERY


def test_a_line_of_the_policy_changes_the_keys_of_the_questions_on_which_it_speaks(tmp_path: Path) -> None:
    assert changed(RULES, tmp_path, FRONT.replace("  stated\n", "  may not over may\n  stated\n")) == {"move", "rest"}


def test_editions_share_what_is_the_same(tmp_path: Path) -> None:
    known = empty_verdict_store()
    made = cores(RULES + "\namend 8.5 in errata as change\n  cost(u) is 4 when not u.tired\n", tmp_path)
    decided = decide_editions(made, known)
    assert {len(verdicts) for verdicts in known.values()} == {2 * len(EVERY) - (len(EVERY) - 1)}
    assert [found.kind.value for found in decided["printed"].findings if found.question == "cost"] == ["gap"]
    assert [found.kind.value for found in decided["errata"].findings if found.question == "cost"] == []
    for edition, core in made.items():
        assert decided[edition].findings == decide(core).findings


def test_after_an_edit_only_what_it_touches_is_decided(tmp_path: Path) -> None:
    known = empty_verdict_store()
    decide_editions(cores(RULES, tmp_path / "one"), known)
    before = {depth: set(verdicts) for depth, verdicts in known.items()}
    made = cores(RULES.replace("is 5 when", "is 6 when"), tmp_path / "two")
    decided = decide_editions(made, known)
    for depth, verdicts in known.items():
        assert {verdicts[key].question for key in set(verdicts) - before[depth]} == {"allowance", "move"}
    assert decided["printed"].findings == decide(made["printed"]).findings


def test_what_was_edited_is_decided_first(tmp_path: Path) -> None:
    known = empty_verdict_store()
    decide_editions(cores(RULES, tmp_path / "one"), known)
    before = set(known[Depth.ERRORS])
    made = cores(RULES.replace("is 5 when", "is 6 when"), tmp_path / "two")
    deciding = VerdictComputation({edition: Parcel(core) for edition, core in made.items()}, known)
    first = deciding.edited_verdicts()
    assert {known[Depth.ERRORS][key].question for key in set(known[Depth.ERRORS]) - before} == {"allowance"}
    assert first is not None and set(first["printed"].findings) <= set(deciding.result()["printed"].findings)


def test_notes_are_looked_for_as_deep_as_is_asked(tmp_path: Path) -> None:
    known = empty_verdict_store()
    deciding = VerdictComputation({edition: Parcel(core) for edition, core in cores(RULES, tmp_path).items()}, known)
    errors = deciding.result(Depth.ERRORS)
    assert known[Depth.ERRORS] and not known[Depth.ALL]
    for edition, every in deciding.result().items():
        assert set(errors[edition].findings) <= set(every.findings)
    assert {verdict.question for verdict in known[Depth.ALL].values()} == EVERY


def test_other_processes_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = cores(RULES, tmp_path)
    parcels = {edition: Parcel(core) for edition, core in made.items()}
    monkeypatch.setattr(editions, "MAX_QUESTIONS_OF_BATCH", 1)
    alone = VerdictComputation(parcels, empty_verdict_store()).result()
    with Workers(2) as workers:
        assert VerdictComputation(parcels, empty_verdict_store(), workers=workers).result() == alone


def test_verdicts_are_kept_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    cores(RULES, tmp_path / "book")
    first = load(str(tmp_path / "book"))
    whole = first.decided
    (tmp_path / "book" / "rules.case").write_text(RULES.replace("is 5 when", "is 6 when"), "utf-8")
    later = load(str(tmp_path / "book"))
    asked: list[tuple[str | Depth, ...]] = []
    verdicts = Decider.verdicts

    def noted(self: Decider, question: Question, depths: Collection[Depth], errors: QuestionVerdict | None) -> list[QuestionVerdict]:
        asked.append((question.name, *depths))
        return verdicts(self, question, depths, errors)

    monkeypatch.setattr(Decider, "verdicts", noted)
    decided = later.decided
    monkeypatch.setattr(Decider, "verdicts", verdicts)
    assert set(decided) == set(whole)
    assert asked == [(name, Depth.ERRORS, Depth.ALL) for name in ("allowance", "move")]
    assert decided["printed"].findings == decide(later.core("printed")).findings


def test_a_budget_has_verdicts_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    cores(RULES, tmp_path / "book")
    one, other = load(str(tmp_path / "book")), load(str(tmp_path / "book"), budget=7)
    assert one.decided and not other.has_result("decided")
    assert other.decided and load(str(tmp_path / "book"), budget=7).has_result("decided")
