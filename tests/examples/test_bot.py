"""`examples/bot`: what a person types, and what the bot says to each line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def say_to_bot(root: Path, book: str, *lines: str, site: str = "") -> list[str]:
    """Return what the bot says to lines that are typed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
    run = subprocess.run(
        [sys.executable, root / "examples" / "bot" / "bot.py", book, *([site] if site else [])],
        input="\n".join(lines), capture_output=True, encoding="utf-8", env=environment, cwd=root, timeout=60,
    )  # fmt: skip
    assert run.stderr == "" and run.returncode == 0
    return run.stdout.splitlines()[1:]


def test_it_asks_for_what_matters_and_answers_with_reasons_and_links(root: Path) -> None:
    said = say_to_bot(
        root, "la-grande-armee", "What is the movement allowance of infantry in mud?", "99", "7 MP", "facts",
        site="https://rules.example",
    )  # fmt: skip
    asks = "What is the normal movement allowance of u? (0..20 MP)"
    assert said == [
        "What is the movement allowance of the unit, if the arm of the unit is infantry and the weather is mud?",
        asks,
        "`99` is not a value of `printed_allowance`, which is 0..20 MP",
        asks,
        "the movement allowance of u: 5 MP",
        "  The movement allowance of the unit is its normal movement allowance [https://rules.example/la-grande-armee/08-movement.html#case-8.6]",
        "  2 movement points are taken from the movement allowance of the unit when the weather is mud"
        " [https://rules.example/la-grande-armee/08-movement.html#case-8.6]",
        "u.arm: infantry, weather: mud, printed_allowance(u): 7 MP",
    ]


def test_it_asks_back_remembers_and_takes_back(root: Path) -> None:
    deposit = [
        "the deposit for g: 20 euros",
        "  The deposit for the game is the deposit by size for its size [lantern/returning.html#case-2.2]",
    ]
    said = say_to_bot(
        root, "examples/book/lantern", "undo", "what about a large game?", "1", "May the member borrow the game?", "m.age=12", "facts",
        "undo", "undo", "undo", "undo",
    )  # fmt: skip
    assert said[:3] == [
        "There is nothing to take back.",
        "it is not clear which question of the book `what about a large game?` means: none fits the words well enough",
        "  1  What is the deposit for the game, if the size of the game is a large game? (without `about`)",
    ]
    assert said[5:8] == ["What is the deposit for the game, if the size of the game is a large game?", *deposit]
    asks = "How many games has m at home? (0..20)"
    assert said[8:13] == [
        "May the member borrow the game?",
        asks,
        "m borrows g: forbidden",
        "  The member may not borrow the game when the size of the game is a large game and the age of the member is less than 16 years"
        " [lantern/lending.html#case-1.3]",
        "g.size: large, m.age: 12",
    ]
    assert said[13:] == [asks, *deposit, "What do you want to know?", "What do you want to know?"]


def test_an_argument_belongs_to_its_question(root: Path) -> None:
    said = say_to_bot(
        root, "la-grande-armee", "what does it cost to cross a river", "minor_river", "May infantry stack?", "what is bad going?",
    )  # fmt: skip
    assert said[1].startswith("Which hexside? (no_river, ")
    assert said[2] == "the extra cost of a minor river without a bridge: 1 MP"
    assert "u stacks in h: permitted, unless there is another unit" in said
