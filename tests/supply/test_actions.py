"""The step for GitHub Actions and the hooks for pre-commit: each command in them is run as it stands."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from interfaces.cli.ferry import RULES, write_book

ACCEPTS = '  accepts contradiction because "the text does not say what foot does in snow"\n'
CLASH = RULES.replace(ACCEPTS, "")


@pytest.fixture(scope="module")
def action(root: Path) -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((root / "action.yml").read_text("utf-8"))
    return document


def run_step(action: dict[str, Any], name: str, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the script of a step as a runner does: with the shell's options, and the inputs in the environment alone."""
    (step,) = (step for step in action["runs"]["steps"] if step.get("name") == name)
    assert "${{" not in step["run"], "an input in a script would be run"
    values = {f"inputs.{key}": entry["default"] for key, entry in action["inputs"].items()} | {f"inputs.{k}": v for k, v in inputs.items()}
    values["github.action_path"] = str(Path(__file__).parents[2])
    env = {key: re.sub(r"\$\{\{ (\S+) \}\}", lambda match: values[match[1]], value) for key, value in step["env"].items()}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return subprocess.run(words, cwd=folder, env={**os.environ, "PATH": path, **env}, capture_output=True, text=True, check=False)


def test_the_action_is_one(action: dict[str, Any]) -> None:
    assert {"name", "description", "inputs", "runs"} == set(action)
    assert action["runs"]["using"] == "composite"
    assert all("default" in entry and entry["description"] for entry in action["inputs"].values())
    for step in action["runs"]["steps"]:
        assert ("uses" in step) != ("run" in step and step["shell"] == "bash")
    used = set(re.findall(r"inputs\.([\w-]+)", json.dumps(action["runs"])))
    assert used == set(action["inputs"])
    assert action["inputs"]["upload"]["default"] == "false"


def test_the_step_checks(action: dict[str, Any], tmp_path: Path) -> None:
    write_book(tmp_path / "clean")
    write_book(tmp_path / "a ferry", CLASH)
    done = run_step(action, "Check", tmp_path, books="clean\n")
    assert (done.returncode, "::warning file=clean/" in done.stdout) == (0, True), done.stderr
    done = run_step(action, "Check", tmp_path, books="clean\na ferry", sarif="found.sarif")
    assert (done.returncode, "::error file=a ferry/crossing.case,line=26," in done.stdout) == (1, True), done.stderr
    results = json.loads((tmp_path / "found.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert "a%20ferry/crossing.case" in {place["physicalLocation"]["artifactLocation"]["uri"] for r in results for place in r["locations"]}
    words = [sys.executable, "-m", "rulewright", "check", "a ferry", "--format", "json"]
    known = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    (tmp_path / "known.json").write_text(known, "utf-8")
    done = run_step(action, "Check", tmp_path, books="a ferry", baseline="known.json")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_the_step_tests(action: dict[str, Any], tmp_path: Path) -> None:
    write_book(tmp_path, RULES.replace("is 6 MP", "is 7 MP"))
    done = run_step(action, "Test", tmp_path)
    assert done.returncode == 1
    assert "6 of 7 examples pass" in done.stdout


@pytest.mark.slow
def test_the_step_installs(action: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the action's own folder; here without the packages that it depends on, and into a folder."""
    for option, value in {"NO_DEPS": "1", "NO_BUILD_ISOLATION": "false", "NO_INDEX": "1", "TARGET": str(tmp_path / "there")}.items():
        monkeypatch.setenv(f"PIP_{option}", value)  # pip's own way to be told `--no-build-isolation` is `false`
    done = run_step(action, "Install rulewright", tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "there" / "rulewright" / "interfaces" / "pytest_plugin.py").is_file()


def test_the_hooks_run(root: Path, tmp_path: Path) -> None:
    hooks = {hook["id"]: hook for hook in yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    assert set(hooks) == {"rulewright-fmt", "rulewright-check"}
    assert {hook["language"] for hook in hooks.values()} == {"python"}
    book = write_book(tmp_path, CLASH.replace("  allowance(u) is 5 MP", "  allowance(u)  is 5 MP"))

    def run_hook(id: str) -> int:
        hook = hooks[id]
        names = sorted(path.name for path in book.iterdir() if re.search(hook["files"], f"book/{path.name}"))
        assert "crossing.case" in names
        words = [*shlex.split(hook["entry"]), *hook.get("args", ()), *(names if hook.get("pass_filenames", True) else ())]
        return subprocess.run([Path(sys.executable).parent / words[0], *words[1:]], cwd=book, capture_output=True, check=False).returncode

    assert run_hook("rulewright-check") == 1
    assert run_hook("rulewright-fmt") == 0
    assert "allowance(u) is 5 MP" in (book / "crossing.case").read_text("utf-8")
