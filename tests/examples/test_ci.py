"""`examples/ci` with `examples/book`: the job passes as the repository is, and fails for what is new."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
import yaml

PLUGIN = "rulewright.interfaces.pytest_plugin"


def run_job(folder: Path, *, plugin: str = PLUGIN) -> subprocess.CompletedProcess[str]:
    """Run the job in a repository with the examples."""
    is_named = any(entry.value == plugin for entry in entry_points(group="pytest11"))
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHON": sys.executable,
        "PYTEST_ADDOPTS": "-p no:cacheprovider" if is_named else f"-p no:cacheprovider -p {plugin}",
    }
    command = ["sh", "examples/ci/check.sh", "examples/book/lantern", "examples/ci/known.json"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=120)


@pytest.fixture
def repository(root: Path, tmp_path: Path) -> Path:
    """A repository with the examples."""
    for name in ("book", "ci"):
        shutil.copytree(root / "examples" / name, tmp_path / "examples" / name)
    return tmp_path


def read_results(repository: Path) -> list[dict[str, Any]]:
    """Return the findings in SARIF."""
    document = json.loads((repository / "reports" / "findings.sarif").read_text("utf-8"))
    results: list[dict[str, Any]] = document["runs"][0]["results"]
    return results


def test_the_job_passes(repository: Path) -> None:
    run = run_job(repository)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "lantern: no findings" in run.stdout and "10 passed" in run.stdout
    assert all(result["suppressions"] for result in read_results(repository)), "a finding is not in known.json"
    assert 'tests="10"' in (repository / "reports" / "tests.xml").read_text("utf-8")


def test_the_job_fails_for_what_is_new(repository: Path) -> None:
    path = repository / "examples" / "book" / "lantern" / "lending.case"
    rules = path.read_text("utf-8")
    path.write_text(rules.replace("    overrides 1.1\n", "", 1), "utf-8")
    run = run_job(repository)
    assert run.returncode == 1
    assert "error RW301 contradiction: 1.1 says that `borrow(m, g)` is permitted, and 1.3 that it is forbidden" in run.stdout
    assert "1 failed, 9 passed" in run.stdout
    [contradiction] = [result for result in read_results(repository) if result["ruleId"] == "RW301"]
    assert not contradiction.get("suppressions")
    place = contradiction["locations"][0]["physicalLocation"]["artifactLocation"]
    assert (place["uri"], place["uriBaseId"]) == ("examples/book/lantern/lending.case", "%SRCROOT%")


def test_the_workflow_runs_the_script(root: Path) -> None:
    workflow = yaml.safe_load((root / "examples" / "ci" / "workflow.yml").read_text("utf-8"))
    steps = workflow["jobs"]["check"]["steps"]
    [command] = [step["run"].split() for step in steps if "check.sh" in step.get("run", "")]
    assert command[0] == "sh" and all((root / argument).exists() for argument in command[1:])
    assert {"sarif_file": "reports/findings.sarif"} in [step.get("with") for step in steps]
