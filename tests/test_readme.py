"""What the README, the guide for contributors and the page of the manual that continues it say is so: commands run, paths exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from interfaces.cli.told import Typed, Written, printed, same, steps
from rulewright.base.resources import shipped_books
from rulewright.interfaces.cli.app import COMMANDS

TEXTS = ("README.md", "CONTRIBUTING.md", "site/pages/project/changing.md")


def text(root: Path, name: str) -> str:
    return (root / name).read_text("utf-8")


def in_ten_lines(root: Path) -> str:
    return text(root, "README.md").split("\n## A contradiction in ten lines\n")[1].split("\n## ")[0]


def test_ten_lines_contradict_each_other_as_it_is_shown(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    section = in_ten_lines(root)
    begun, asked = re.findall(r"`(rulewright (?:new|ask) [^`]+)`", section)
    printed(begun)
    written, checked = steps(section)
    assert isinstance(written, Written) and isinstance(checked, Typed)
    assert len([line for line in written.words.splitlines() if line]) == 10
    written.write(tmp_path)
    found = printed(checked.command)
    assert same(checked.printed, found), "\n".join(found)
    assert any(line.startswith("the unit retreats: conflict ") for line in printed(asked))
    assert printed("rulewright fmt --check my-rules")[0].startswith("0 files would change")


@pytest.mark.parametrize("name", TEXTS)
def test_commands_are_there(root: Path, name: str) -> None:
    code = re.findall(r"`[^`\n]+`|^    .*", text(root, name), re.MULTILINE)
    named = {found for one in code for found in re.findall(r"(?:^`|\.venv/bin/|^    )rulewright ([a-z]+)", one)}
    assert named <= set(COMMANDS)


def test_shipped_books_are_in_the_table(root: Path) -> None:
    assert set(re.findall(r"^\| `([a-z-]+)` \|", text(root, "README.md"), re.MULTILINE)) == set(shipped_books())


@pytest.mark.parametrize("name", TEXTS)
def test_paths_and_targets_are_there(root: Path, name: str) -> None:
    said = text(root, name)
    makefile = text(root, "Makefile")
    for target in set(re.findall(r"\bmake ([a-z-]+)(?=[ `\n])", said)) - {"git"}:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"
    for path in re.findall(
        r"`((?:generator|grammar|rules|tests|site|benchmarks|supply|editors|changelog\.d|\.ci|\.github)/[\w./-]*)`", said
    ):
        assert re.search(r"\b(NAME|FOLDER)\b", path) or (root / path).exists(), path
    for link in re.findall(r'\]\((?!http)([^)#]+)|\bsrc="([^"]+)"', said):
        assert ((root / name).parent / "".join(link)).exists(), link


@pytest.mark.parametrize("name", [".ci/run", ".github/workflows/tests.yml"])
def test_what_runs_by_itself_calls_targets_that_are_there(root: Path, name: str) -> None:
    targets = set(re.findall(r"^[^#\n]*\bmake ([a-z]+)", text(root, name), re.MULTILINE))
    assert {"thorough", "newest"} <= targets if name.endswith(".yml") else {"site", "test", "fresh"} <= targets
    assert all(re.search(rf"^{target}:", text(root, "Makefile"), re.MULTILINE) for target in targets), targets


def test_links_to_a_heading_lead_there(root: Path) -> None:
    for name in TEXTS:
        for link, anchor in re.findall(r"\]\((?!http)([^)#]*)#([^)]+)\)", text(root, name)):
            there = ((root / name).parent / link).read_text("utf-8") if link else text(root, name)
            headings = {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in re.findall(r"^#+ (.+)$", there, re.MULTILINE)}
            assert anchor in headings, f"{name}: {link}#{anchor}"


def test_the_steps_by_hand_are_those_of_the_locks(root: Path) -> None:
    """Each line of the block is a command, and every file that it installs from is in the repository."""
    (block,) = re.findall(r"\n\n((?:    .+\n)*    python3 -m venv .+\n(?:    .+\n)*)", text(root, "README.md"))
    typed = [shlex.split(line, comments=True) for line in block.splitlines()]
    assert [words[0] for words in typed] == ["python3", *[".venv/bin/pip"] * 2, ".venv/bin/rulewright", ".venv/bin/pip", ".venv/bin/python"]
    for words in typed:
        for lock in [name for name in words if name.endswith(".lock")]:
            assert (root / lock).exists(), lock


def test_the_page_of_the_manual_installs_as_the_readme_does(root: Path) -> None:
    """With the environment active, so without its folder before each command; and in one that each system makes by its own name of Python."""
    readme = re.findall(r"^    \.venv/bin/(pip install .+ (?:requirements\.lock|-e \.))$", text(root, "README.md"), re.MULTILINE)
    page = text(root, "site/pages/writing/install.md")
    assert len(readme) == 2
    assert readme == re.findall(r"^pip .+$", page, re.MULTILINE)
    assert re.findall(r"^(\S+) -m venv \.venv$", page, re.MULTILINE) == ["python3", "py"]


def test_both_are_short(root: Path) -> None:
    """Two screens; the rest is in the manual."""
    for name in ("README.md", "CONTRIBUTING.md"):
        lines = text(root, name).splitlines()
        assert len(lines) <= 95, name
        assert [line for line in lines if len(line) > 140 and not line.startswith(("|", "<img"))] == [], name
