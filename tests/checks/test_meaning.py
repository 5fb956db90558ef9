"""What the rules lead to, as findings: one small book for each kind, its situation as data, and its example really pasted into the case."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from checks.books import findings, found_in, write
from rulewright.analysis.examples import run_examples
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.explain import DEFAULT_FRONT_PAGE
from rulewright.checks.export import diagnostic_json
from rulewright.core.lower import lower
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.syntax.parser import parse_folder

MEANING = {"RW301", "RW330", "RW331", "RW332", "RW333", "RW334", "RW335", "RW336", "RW337", "RW338"}

FORTRESS = """\
enum arm: infantry, cavalry
enum odds: "1-2", "1-1", "2-1"
enum grade: "3", "5.75", plain
measure SP "strength point"
measure euro "euro"
measure turn "turn"
calendar campaign "the calendar of the campaign"
  turn 1 is May 1942, by month
record unit
  arm: arm
  in_fortress: yes/no
  strength: 0..9 SP
record town
  owner: arm or none
fact odds(u: unit, t: town): odds
fact share(u: unit): 0..4 by 1/2 SP
fact price(u: unit): 0..9 by 0.05 euro
fact height(u: unit): -3..9 by 0.5
fact grade(u: unit): grade
fact worth(u: unit, g: grade): 0..9
fact arrival(u: unit): 1..24 turn in campaign
value fee(u: unit): 0..9 by 0.05 euro
value grade_of(u: unit): grade
verdict leave(u: unit, t: town)
verdict rest(u: unit)
value losses(u: unit, t: town): 0..9 SP
predicate lost(u: unit)

case 8.1 "Combat"
{first}

case 8.2 "Fortresses"
{second}
"""


def meaning(text: str, folder: Path) -> list[Diagnostic]:
    return [found for found in findings(text, folder) if found.code in MEANING]


def told(text: str, folder: Path) -> list[tuple[str, str]]:
    return [(found.name, found.message) for found in meaning(text, folder)]


# ---- examples that are pasted ------------------------------------------------------------------------------------------------------------

PASTED = {
    "a verdict": ("  must leave(u, t) when u.arm is infantry", "  may not leave(u, t) when u.in_fortress"),
    "numbers with a unit": ("  losses(u, t) is 2 SP when u.strength is at least 7 SP", "  losses(u, t) is 3 SP when u.in_fortress"),
    "values that tell them apart": ("  losses(u, t) is u.strength", "  losses(u, t) is u.strength - 1 when u.strength is more than 4 SP"),
    "none, and words in quotes": (
        '  must leave(u, t) when odds(u, t) is "1-2" and t.owner is none',
        "  may not leave(u, t) when not u.in_fortress",
    ),
    "a predicate": ("  lost(u) when u.arm is cavalry", "  not lost(u) when u.strength is less than 3 SP"),
    "what must and need not be": (
        "  must leave(u, t)",
        "  need not leave(u, t) when some unit v with (v.in_fortress and v.arm is cavalry)",
    ),
    "another thing": ("  must rest(u)", "  may not rest(u) when some unit v with (v is not u and v.strength is at least 8 SP)"),
    "beyond the range": ("  losses(u, t) is u.strength + 1", "  may rest(u)"),
    "fractions": ("  must rest(u) when share(u) is 5/2 SP", "  may not rest(u) when u.in_fortress"),
    "decimals with a unit": ("  fee(u) is price(u) / 2", "  may rest(u)"),
    "negative decimals": ("  must rest(u) when height(u) is -2.5", "  may not rest(u) when u.in_fortress"),
    "values of lists that look like numbers": (
        '  must rest(u) when grade(u) is "3" and worth(u, "5.75") is 4',
        '  may not rest(u) when grade(u) is not "5.75"',
    ),
    "dates": ("  must rest(u) when arrival(u) is July 1942", "  may not rest(u) when u.in_fortress"),
    "many facts": (
        '  must leave(u, t) when u.arm is infantry and u.strength is 3 SP and odds(u, t) is "2-1" and t.owner is cavalry',
        "  may not leave(u, t) when not u.in_fortress and u.strength is less than 5 SP",
    ),
}


@pytest.mark.parametrize(("first", "second"), PASTED.values(), ids=PASTED)
def test_an_example_that_is_pasted_passes(first: str, second: str, tmp_path: Path) -> None:
    text = FORTRESS.format(first=first, second=second)
    before = [found for found in meaning(text, tmp_path / "before") if found.severity is not Severity.INFO]
    assert before
    for found in before:
        assert found.example, found.message
        pasted = FORTRESS.format(first=f"{first}\n\n{found.example.rstrip()}", second=second)
        assert list(_results(pasted, tmp_path / "after")) == [(True, "")]


def _results(text: str, folder: Path) -> Iterator[tuple[bool, str]]:
    write({"rulebook.case": DEFAULT_FRONT_PAGE, "rules.case": text}, folder)
    tree, found = parse_folder(folder)
    book, folded = build_rulebook(tree, ledger=None, slug="book")
    program, resolved = resolve(book, book.default_edition)
    assert not [one for one in (*found, *folded, *resolved) if one.severity is Severity.ERROR]
    return ((result.passed, result.message) for result in run_examples(lower(program)))


@pytest.mark.parametrize(
    ("amount", "advice"),
    [("u.strength / 2", "round the value"), ("u.strength + 1", "widen the range"), ("u.strength - 1", "widen the range")],
)
def test_a_value_between_two_steps_is_to_be_rounded(amount: str, advice: str, tmp_path: Path) -> None:
    (found,) = meaning(FORTRESS.format(first=f"  losses(u, t) is {amount}", second="  may rest(u)"), tmp_path)
    assert found.code == "RW331"
    assert found.help is not None
    assert found.help.startswith(advice)


SWITCHES = {
    "rulebook.case": """\
rulebook example "Example"
source printed "Rules"
edition printed = printed
option mud "Mud"
option guard "The Guard never stops"
game small "Small"
game large "Large"
""",
    "rules.case": """\
record unit
  guard: yes/no
  tired: yes/no
verdict move(u: unit)
verdict halt(u: unit)

case 8.1 "Mud"
  option mud
  may not move(u)
{example}
case 8.2 "The Guard"
  option guard
  must move(u) when u.guard

case 8.3 "Tired units"
  "Tired units halt, perhaps."
  must halt(u) when u.tired

reading perhaps on 8.3 "Whether tired units halt"
  choice no: may not halt(u) when u.tired
  choice yes_they_do in play

scenario 19.4 "Lützen"
  may not halt(u) when u.guard
""",
}


def test_examples_name_options_readings_and_scenarios(tmp_path: Path) -> None:
    files = {name: text.replace("{example}", "") for name, text in SWITCHES.items()}
    found = [one for one in found_in(write(files, tmp_path / "before")) if one.code in ("RW301", "RW330")]
    assert sorted((one.name, one.cases) for one in found) == [
        ("contradiction", ("8.3",)),
        ("contradiction", ("8.3", "19.4")),
        ("option-clash", ("8.1", "8.2")),
    ]
    examples = "".join(one.example for one in found)
    assert {"with option guard", "with option mud", "with reading perhaps as no", "with scenario 19.4"} <= {
        line.strip() for line in examples.split("\n")
    }
    folder = write({name: text.replace("{example}", f"\n{examples}") for name, text in SWITCHES.items()}, tmp_path / "after")
    tree, _ = parse_folder(folder)
    book, _ = build_rulebook(tree, ledger=None, slug="book")
    program, _ = resolve(book, "printed")
    assert [(result.passed, result.message) for result in run_examples(lower(program))] == [(True, "")] * 3


# ---- what is told ------------------------------------------------------------------------------------------------------------------------


def test_a_contradiction_shows_both_texts_both_answers_and_what_would_settle_it(tmp_path: Path) -> None:
    text = FORTRESS.format(first="  must leave(u, t) when u.arm is infantry", second="  may not leave(u, t) when u.in_fortress")
    (found,) = meaning(text, tmp_path)
    assert (found.code, found.severity, found.cases) == ("RW301", Severity.ERROR, ("8.1", "8.2"))
    assert found.message == "8.1 says that `leave(u, t)` is required, and 8.2 that it is forbidden"
    assert [(label.text, label.location.line) for label in found.labels] == [("required", 30), ("forbidden", 33)]
    assert found.notes == ("for instance when u.arm is infantry and u.in_fortress",)
    for way in ("overrides 8.2", "must over may not", "reading", 'accepts contradiction with 8.2 because "…"'):
        assert way in found.help


def test_the_witness_is_data(tmp_path: Path) -> None:
    text = FORTRESS.format(first="  must leave(u, t) when u.strength is 3 SP", second="  may not leave(u, t) when u.in_fortress")
    (found,) = meaning(text, tmp_path)
    assert json.loads(json.dumps(diagnostic_json(found)))["witness"] == {
        "question": "leave(u, t)",
        "world": {"t": "town", "u": "unit"},
        "facts": {"u.in_fortress": "yes", "u.strength": "3 SP"},
        "options": [],
        "readings": {},
        "scenario": None,
        "game": None,
        "answers": [{"case": "8.1", "rule": "8.1.1", "value": "required"}, {"case": "8.2", "rule": "8.2.1", "value": "forbidden"}],
    }


def test_what_settles_a_pair_takes_the_finding_away(tmp_path: Path) -> None:
    text = FORTRESS.format(first="  must leave(u, t)", second="  overrides 8.1\n  may not leave(u, t) when u.in_fortress")
    assert told(text, tmp_path) == []


def test_an_accepted_contradiction_is_a_note_with_its_situation(tmp_path: Path) -> None:
    accepts = '  accepts contradiction with 8.2 because "the source says both"'
    text = FORTRESS.format(first=f"  must leave(u, t)\n{accepts}", second="  may not leave(u, t) when u.in_fortress")
    (found,) = [one for one in findings(text, tmp_path) if one.code in ("RW301", "RW499")]
    assert found.severity is Severity.INFO and found.witness is not None and found.example
    assert found.notes == ("for instance when u.in_fortress", "accepted in 8.1: the source says both")


def test_an_accepts_reaches_a_clash_of_options(tmp_path: Path) -> None:
    files = {name: text.replace("{example}", "") for name, text in SWITCHES.items()}
    files["rules.case"] = files["rules.case"].replace(
        "  option mud\n", '  option mud\n  accepts contradiction with 8.2 because "so it is"\n'
    )
    found = {one.name: one.severity for one in found_in(write(files, tmp_path)) if one.name in ("option-clash", "unused-accepts")}
    assert found == {"option-clash": Severity.INFO}


def test_an_accepts_that_meets_no_contradiction_is_told(tmp_path: Path) -> None:
    accepts = '  accepts contradiction with 8.2 because "the source says both"'
    text = FORTRESS.format(first=f"  must leave(u, t) when not u.in_fortress\n{accepts}", second="  may not leave(u, t) when u.in_fortress")
    (idle,) = [one for one in findings(text, tmp_path) if one.name == "unused-accepts"]
    assert idle.message == "8.1 accepts `contradiction` with 8.2, and there is no such finding"


def test_no_overlap_where_there_is_a_contradiction(tmp_path: Path) -> None:
    text = FORTRESS.format(first="  losses(u, t) is u.strength", second="  losses(u, t) is 3 SP when u.in_fortress")
    assert [name for name, _ in told(text, tmp_path)] == ["contradiction"]


def test_a_definition_is_not_redundant_for_saying_no(tmp_path: Path) -> None:
    text = FORTRESS.format(first="  lost(u) means u.strength is less than 2 SP", second='  "Nothing."')
    assert told(text, tmp_path) == []


def test_nothing_is_decided_of_a_book_with_errors(tmp_path: Path) -> None:
    text = FORTRESS.format(first="  must leave(u, t) when u.weary", second="  may not leave(u, t)")
    assert told(text, tmp_path) == []


def test_editions_that_agree_are_told_once(tmp_path: Path) -> None:
    text = FORTRESS.format(first="  must leave(u, t)", second="  may not leave(u, t) when u.in_fortress")
    (found,) = meaning(text, tmp_path)
    assert found.edition == ""
    later = text + '\namend 8.2 in errata as correction\n  replaces the case\n  "They may."\n  may leave(u, t) when u.in_fortress\n'
    (found,) = [one for one in meaning(later, tmp_path / "later") if one.name == "contradiction"]
    assert found.edition == "printed"


def test_of_two_statements_below_one_rule_the_idle_one_is_told(tmp_path: Path) -> None:
    first = "  may leave(u, t) when u.in_fortress\n    overrides 8.2.1\n    overrides 8.2.2"
    second = "  may not leave(u, t) when u.arm is cavalry\n  may not leave(u, t) when u.strength is 3 SP and not u.in_fortress"
    (found,) = [one for one in meaning(FORTRESS.format(first=first, second=second), tmp_path) if one.name == "idle-override"]
    assert found.message == "`overrides 8.2.2` in 8.1 never has an effect: the two never apply together"
    assert [label.location.line for label in found.labels] == [32]


def test_a_line_that_another_edition_needs_is_not_to_be_taken_out(tmp_path: Path) -> None:
    first, second = "  may leave(u, t) when u.in_fortress\n    overrides 8.2", "  may not leave(u, t) when {}u.in_fortress"
    text = FORTRESS.format(first=first, second=second.format(""))
    changed = f"\namend 8.2 in errata as correction\n  replaces the case\n{second.format('not ')}\n"
    (idle,) = [one for one in meaning(text + changed, tmp_path) if one.name == "idle-override"]
    assert (idle.edition, idle.help) == ("errata", "look at the conditions on both sides; in `printed` the line has an effect")
    everywhere = FORTRESS.format(first=first, second=second.format("not "))
    (idle,) = [one for one in meaning(everywhere, tmp_path / "everywhere") if one.name == "idle-override"]
    assert (idle.edition, idle.help) == ("", "look at the conditions on both sides, or remove the line")


LINK = "  losses(u, t) is 1 SP\n  ice: losses(u, t) is 2 SP when u.in_fortress\n    overrides 8.1.1"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (LINK, "  losses(u, t) is 3 SP when u.in_fortress\n    overrides 8.1.ice"),
        (
            LINK,
            "  losses(u, t) is 3 SP when u.in_fortress and u.arm is cavalry\n    overrides 8.1.ice\n"
            "  losses(u, t) is 4 SP when u.in_fortress and u.arm is infantry\n    overrides 8.1.ice",
        ),
        (
            "  need not leave(u, t)\n  ice: may not leave(u, t) when u.in_fortress\n    overrides 8.1.1",
            "  must leave(u, t) when u.in_fortress\n    overrides 8.1.ice",
        ),
    ],
    ids=["one defeats it", "two together defeat it", "verdicts"],
)
def test_a_rule_that_a_chain_needs_is_not_said_to_be_dead(first: str, second: str, tmp_path: Path) -> None:
    names = [name for name, _ in told(FORTRESS.format(first=first, second=second), tmp_path)]
    assert not {"hidden-repeal", "dead-rule"} & set(names)


def test_a_link_without_which_no_answer_differs_is_dead(tmp_path: Path) -> None:
    second = "  losses(u, t) is 3 SP when u.in_fortress\n    overrides 8.1.ice\n    overrides 8.1.1"
    (found,) = [one for one in meaning(FORTRESS.format(first=LINK, second=second), tmp_path) if one.name == "hidden-repeal"]
    assert found.help.endswith("8.1.ice is not simply to be deleted: a chain leads over it to what it overrides")


SETTLED = """\
rulebook example "Example"
source printed "Rules"
source errata "Errata"
  amends printed
edition printed = printed
edition errata = printed + errata
precedence
  stated
"""
CROWN = """\
record player
  ships: 0..6
  rank: 0..3
predicate master(p: player)
value share(p: player): 0..9
verdict rest(p: player)
value loss(p: player): 0..9

case 5.4 "Crown"
  "Who leads is master. A master may rest, or not."
  share(p) is 1 when p.rank is 1
  may rest(p) when p.ships is 2
  may not rest(p) when p.rank is 3
  table toll(ships: 0..6): 0..9
    | 0..4 | 1 |
    | 5..6 | 2 |

reading crown on 5.4 "Together or each?"
  choice together
{chosen}
  choice each: master(p) when p.rank is 2

ruling Q1 on 5.4 in errata
  asks "Together or each?"
  answers "Each."
  settles crown as each
"""


@pytest.mark.parametrize(
    "chosen",
    [
        "    master(p) when p.ships is 6",
        "    master(p) means no player q with (q.ships is more than p.ships)",
        "    share(p) is 2 when p.rank is 1\n      overrides 5.4.1",
        "    sets aside 5.4 when p.ships is 3",
        "    5.4.2 goes before 5.4.3",
        "    must rest(p) when p.rank is 3\n      overrides 5.4",
        "    loss(p) is toll(p.ships) when p.ships is at most 6",
    ],
    ids=["rule", "definition", "override", "setting aside", "precedence", "verdict", "table"],
)
def test_what_a_ruling_has_settled_against_is_not_said_to_be_dead(chosen: str, tmp_path: Path) -> None:
    text = CROWN.format(chosen=chosen)
    found = found_in(write({"rulebook.case": SETTLED, "rules.case": text}, tmp_path))
    assert {"RW333", "RW334", "RW335", "RW337", "RW339"}.isdisjoint(one.code for one in found), [one.message for one in found]


def test_a_rule_that_another_edition_needs_is_not_to_be_deleted(tmp_path: Path) -> None:
    rules = FORTRESS.format(first="  may not rest(u) when u.in_fortress", second='  "Nothing."')
    later = "\namend 8.2 in errata as addition\n  may not rest(u) when u.in_fortress or u.strength is 3 SP\n    overrides 8.1\n"
    (found,) = [one for one in meaning(rules + later, tmp_path) if one.name == "hidden-repeal"]
    assert (found.edition, found.help.partition("; ")[2]) == (
        "errata",
        "8.1.1 is not simply to be deleted: in `printed` it is needed",
    )


def test_a_hidden_repeal_names_the_statement_that_does_it(tmp_path: Path) -> None:
    first = "  may leave(u, t) when u.in_fortress\n    overrides 8.2.1\n    overrides 8.2.2"
    second = "  may not leave(u, t) when u.arm is cavalry\n  may not leave(u, t) when u.strength is 3 SP and u.in_fortress"
    (found,) = [one for one in meaning(FORTRESS.format(first=first, second=second), tmp_path) if one.name == "hidden-repeal"]
    assert found.message == "`overrides 8.2.2` in 8.1 defeats 8.2.2 in every situation"
    assert [label.location.line for label in found.labels] == [32, 36]


# ---- what comes with a later source ------------------------------------------------------------------------------------------------------

LATER = """\
rulebook example "Example"
source printed "Rules"
source errata "Errata"
  amends printed
source letter "A letter"
  amends printed
edition printed = printed
edition errata = printed + errata
edition letter = errata + letter
fact tired: yes/no
value loss: 0..3
  total
value delay: 0..3
  total
case 8.1 "Delay"
  delay is 1
case 8.2 "Losses" new in errata
  LOSS
"""


@pytest.mark.parametrize(
    ("loss", "after", "editions"),
    [
        ("loss is 2", "", []),
        ("loss is 2 when tired", "", ["in the editions `errata`, `letter`"]),
        ("loss is 2", "amend 8.2 in letter as change\n  deletes the case\n", ["letter"]),
        ("delay is at most 3", "", [""]),
    ],
)
@pytest.mark.meaning("total.edition")
def test_what_is_total_is_so_from_the_first_edition_with_a_rule_on_it(loss: str, after: str, editions: list[str], tmp_path: Path) -> None:
    text = LATER.replace("LOSS", loss).replace("value delay: 0..3\n", "value delay: 0..3\n  base is the one\n  most at most\n")
    gaps = [finding for finding in found_in(write({"rulebook.case": text + after}, tmp_path)) if finding.code == "RW332"]
    noted = [note for finding in gaps for note in finding.notes if note.startswith("in the editions")]
    assert (noted or [finding.edition for finding in gaps]) == editions
