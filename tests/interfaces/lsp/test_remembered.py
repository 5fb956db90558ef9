"""The names of a folder that is edited are those of the folder as it is, whatever was remembered of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from calls import count_calls
from interfaces.cli.ferry import FRONT, RULES, write_book
from interfaces.lsp.test_random_edits import edited
from rulewright.base.resources import book_folder
from rulewright.interfaces.lsp.draft import Draft, Trees, draft_of
from rulewright.interfaces.lsp.names import Use

EDITS = 40
BACKGROUNDS = """
fact deep(u: unit): yes/no

background low_water
  given deep(u)

case 9.1 "Wrecks"
  example "a wreck"
    background low_water
    given u.arm is foot
    then permitted cross(u)
"""


def uses(draft: Draft) -> dict[str, list[Use]]:
    return {path: draft.names.of_file(path) for path in draft.sources}


def test_names_after_random_edits_are_those_of_the_text(tmp_path: Path) -> None:
    folder, chance, trees = write_book(tmp_path / "ferry"), random.Random(20261122), Trees()
    rules = RULES + BACKGROUNDS
    texts = {"crossing.case": rules, "rulebook.case": FRONT}
    for number in range(EDITS):
        name = chance.choice(["crossing.case", "crossing.case", "rulebook.case"])
        whole = rules if name == "crossing.case" else FRONT
        texts[name] = whole if chance.random() < 0.3 else edited(texts[name], chance)
        there = {one: text.encode() for one, text in texts.items()}
        remembered, afresh = uses(draft_of(folder, there, trees)), uses(draft_of(folder, there, Trees()))
        assert remembered == afresh, f"after edit {number} of {name}:\n{texts[name]}"


@pytest.mark.parametrize("typed", ["x", "\n\n# a line more"])
def test_the_names_of_the_largest_book_are_known_at_once_after_a_keystroke(typed: str) -> None:
    folder, trees = book_folder("la-grande-armee"), Trees()
    path = max(folder.glob("*.case"), key=lambda one: one.stat().st_size)
    text = path.read_text("utf-8")
    middle = text.index("\n\n", len(text) // 2)
    uses(draft_of(folder, {}, trees))
    there = {path.name: (text[:middle] + typed + text[middle:]).encode()}
    draft = draft_of(folder, there, trees)
    calls = count_calls(lambda: draft.names.of_file(f"{draft.inputs.shown_folder}/{path.name}"))
    assert calls < 150_000
    assert uses(draft) == uses(draft_of(folder, there, Trees()))


def test_the_heading_of_a_table_of_several_values_uses_their_names(tmp_path: Path) -> None:
    table = """
case 9.2 "Boats"
  table boat_cost(w: weather): 0..9 and boat_crew: 0..9
    |     | boat_crew | boat_cost |
    | any | 1         | 2         |
"""
    folder = write_book(tmp_path / "ferry")
    draft = draft_of(folder, {"crossing.case": (RULES + table).encode()}, Trees())
    all_uses = [use for path in draft.sources for use in draft.names.of_file(path)]
    lines = {name: [use.location.line for use in all_uses if use.name.text == name] for name in ("boat_cost", "boat_crew")}
    head = (RULES + table).split("\n").index("  table boat_cost(w: weather): 0..9 and boat_crew: 0..9") + 1
    assert lines == {"boat_cost": [head, head + 1], "boat_crew": [head, head + 1]}
