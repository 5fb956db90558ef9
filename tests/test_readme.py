"""What the README and the guide for contributors say is so: commands run, paths exist, snippets can be read."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.app import COMMANDS, app
from rulewright.language.recovery import parse_text
from rulewright.resources import shipped_books


def text(root: Path, name: str) -> str:
    return (root / name).read_text("utf-8")


def test_transcripts_are_what_is_printed(root: Path) -> None:
    blocks = re.findall(r"```console\n(.*?)```", text(root, "README.md"), re.DOTALL)
    assert blocks
    for block in blocks:
        typed, *shown = block.rstrip("\n").split("\n")
        printed = CliRunner().invoke(app, shlex.split(typed.removeprefix("$ rulewright "))).stdout.rstrip("\n").split("\n")
        assert len(printed) == len(shown)
        for expected, line in zip(shown, printed, strict=True):
            assert line.startswith(expected.removesuffix(" …")) if expected.endswith(" …") else line == expected


def test_every_command_is_in_the_table(root: Path) -> None:
    named = re.findall(r"^\| `rulewright (\w+)", text(root, "README.md"), re.MULTILINE)
    assert sorted(named) == sorted(COMMANDS)


def test_shipped_books_are_in_the_table(root: Path) -> None:
    assert set(re.findall(r"^\| `([a-z-]+)` \|", text(root, "README.md"), re.MULTILINE)) == set(shipped_books())


def test_the_sample_of_the_language_can_be_read(root: Path) -> None:
    sample = re.search(r"\n\n((?:    case 8\.6.*)(?:\n(?:    .*)?)*)", text(root, "README.md"))
    assert sample is not None
    block, faults = parse_text(re.sub(r"^    ", "", sample[1].rstrip() + "\n", flags=re.MULTILINE))
    assert block is not None
    assert faults == ()


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_paths_and_targets_are_there(root: Path, name: str) -> None:
    said = text(root, name)
    makefile = text(root, "Makefile")
    for target in set(re.findall(r"\bmake ([a-z]+)(?=[ `\n])", said)) - {"git"}:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"
    for path in re.findall(r"`((?:grammar|rules|tests|site|benchmarks|changelog\.d|\.ci)/[\w./-]*)`", said):
        assert (root / path).exists(), path
    for link in re.findall(r"\]\((?!http)([^)#]+)", said):
        assert (root / link).exists(), link
