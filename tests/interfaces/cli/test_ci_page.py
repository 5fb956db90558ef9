"""What the manual says on continuous integration and promises runs, or is read as what it is."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from interfaces.cli.ferry import RULES, write_book
from interfaces.cli.told import same
from rulewright.base.resources import site_folder

PAGES = {name: (site_folder() / "pages" / "project" / f"{name}.md").read_text("utf-8") for name in ("ci", "promises")}
CLASH = RULES.replace('  accepts contradiction because "the text does not say what foot does in snow"\n', "")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGES["ci"], re.DOTALL | re.MULTILINE)


def test_the_lines_for_any_server_run(tmp_path: Path) -> None:
    """Once for the baseline; then what is known does not count."""
    (script,) = blocks("sh")
    write_book(tmp_path / "my-book", CLASH)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-ec", script], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "<skipped" in (tmp_path / "findings.xml").read_text("utf-8")
    assert (tmp_path / "examples.xml").read_text("utf-8").count("<testcase") == 7


def test_the_job_and_the_hooks_are_those_of_the_repository(root: Path) -> None:
    job, hooks = map(yaml.safe_load, blocks("yaml"))
    action = yaml.safe_load((root / "action.yml").read_text("utf-8"))
    (step,) = (step for step in job["jobs"]["rulebook"]["steps"] if "rulewright" in step["uses"])
    assert set(step["with"]) <= set(action["inputs"])
    assert set(re.findall(r"`(sarif|upload): ", PAGES["ci"])) == {"sarif", "upload"} <= set(action["inputs"])
    offered = {hook["id"] for hook in yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    assert {hook["id"] for hook in hooks["repos"][0]["hooks"]} == offered
    (settings,) = map(tomllib.loads, blocks("toml"))
    assert set(settings["tool"]["pytest"]["ini_options"]) == {"rulewright_books"}


@pytest.mark.parametrize("page", PAGES)
def test_what_the_pages_show_is_printed(run: Callable[..., Any], page: str) -> None:
    sessions = re.findall(r"^```console\n\$ rulewright (.*)\n((?:.*\n)*?)```", PAGES[page], re.MULTILINE)
    assert len(sessions) == 1
    for typed, printed in sessions:
        assert same(tuple(printed.splitlines()), tuple(run(*shlex.split(typed)).out.splitlines()))
