"""The small clean book of the benchmarks is clean, and the defects sown into it are what they say."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.mutations import Defect, Mutant, mutants
from benchmarks.peers.plain import plain
from benchmarks.peers.run import PEERS
from benchmarks.peers.run_sown import said_there
from benchmarks.peers.to_publicodes import to_publicodes
from benchmarks.peers.to_zen import to_zen
from benchmarks.reading import folder_as_text, read, resolved

from rulewright.analysis.examples import run_examples
from rulewright.base.resources import book_folder
from rulewright.core.lower import lower

WEIR = Path(__file__).parents[2] / "benchmarks" / "books" / "weir"


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return folder_as_text(WEIR)


@pytest.fixture(scope="module")
def sown(files: dict[str, str]) -> list[Mutant]:
    return list(mutants(read(files).program, files))


def test_the_book_is_clean(files: dict[str, str]) -> None:
    whole = read(files)
    assert not whole.faults
    assert all(result.passed for result in run_examples(lower(whole.program)))
    assert len(whole.program.rules) > 40


def test_every_kind_is_sown_and_nothing_twice(sown: list[Mutant]) -> None:
    assert {mutant.kind for mutant in sown} == set(Defect)
    assert len({tuple(sorted(mutant.files.items())) for mutant in sown}) >= len(sown) - 1


def test_a_mutant_differs_in_one_line(files: dict[str, str], sown: list[Mutant]) -> None:
    for mutant in sown:
        changed = {name for name in mutant.files if mutant.files[name] != files.get(name)}
        assert changed == {mutant.path}
        if mutant.kind is Defect.RULE_TWICE:
            continue
        before, after = files[mutant.path].split("\n"), mutant.files[mutant.path].split("\n")
        assert before[: mutant.line - 1] == after[: mutant.line - 1]
        assert (after[mutant.line - 1].strip() == mutant.now) if mutant.now else len(after) < len(before)


def test_a_lost_override_names_what_it_was_between(sown: list[Mutant]) -> None:
    lost = {mutant.was: mutant.rules for mutant in sown if mutant.kind is Defect.OVERRIDE_LOST}
    assert lost["overrides 2.1.printed"] == {"2.2.1", "2.1.printed"}
    shortened = [mutant.rules for mutant in sown if mutant.now == "overrides 3.1.in_rain, 3.1.in_snow"]
    assert shortened == [{"3.1.4", "3.1.fair"}]


def test_of_a_shipped_book_the_peers_hold_what_speaks_of_one_thing_of_a_kind() -> None:
    """A question that asks for some or all things has no form there, nor has what asks it."""
    program = resolved(folder_as_text(book_folder("leipzig-lite")))[1].program
    for peer in PEERS:
        names, model = said_there(peer, program)
        assert {"to_hit", "bombardment_score"} <= names and "march" not in names
        assert model and 30 < len(names) < len(program.questions)
        assert said_there(peer, program, names) == (names, model)


def test_the_book_can_be_written_for_the_peers(files: dict[str, str]) -> None:
    book = plain(read(files).program)
    model = to_zen(book)
    tables = {node["name"]: node["content"] for node in model["nodes"] if node["type"] == "decisionTableNode"}
    assert next(row["_id"] for row in tables["allowance_base"]["rules"]) == "1.2.1", "what overrides stands on top"
    rules = to_publicodes(book)
    assert rules["rule 1-2-1"]["remplace"]["priorité"] > rules["rule 1-1-horse"]["remplace"]["priorité"]
    assert rules["allowance"]["plafond"] == "allowance cap"
