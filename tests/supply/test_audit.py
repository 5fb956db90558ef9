"""What the audit says of a vulnerability, of none, and of an index that cannot be reached."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from supply import audit

CLEAN = {"dependencies": [{"name": "click", "version": "8.1", "vulns": []}]}
KNOWN = {
    "dependencies": [
        *CLEAN["dependencies"],
        {"name": "jinja2", "version": "2.0", "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-2", "PYSEC-1"], "fix_versions": ["2.1"]}]},
    ]
}


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets pip-audit answer so."""

    def answer(said: str, complaint: str = "", status: int = 0) -> None:
        done = subprocess.CompletedProcess([], status, said, complaint)
        monkeypatch.setattr("supply.audit.subprocess.run", lambda *_, **__: done)

    return answer


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_a_known_vulnerability_is_a_failure_with_its_package(answered: Any, capsys: pytest.CaptureFixture[str]) -> None:
    answered(json.dumps(KNOWN), status=1)
    assert audit.main(["requirements.lock"]) == 1
    assert "jinja2 2.0: PYSEC-1, CVE-2 (mended in 2.1)" in said(capsys)


def test_in_continuous_integration_it_is_a_warning(answered: Any, capsys: pytest.CaptureFixture[str]) -> None:
    answered(json.dumps(KNOWN), status=1)
    assert audit.main(["requirements.lock", "--warn"]) == 0
    assert "warning: jinja2 2.0" in said(capsys)


def test_no_vulnerability(answered: Any, capsys: pytest.CaptureFixture[str]) -> None:
    answered(json.dumps(CLEAN))
    assert audit.main(["requirements.lock"]) == 0
    assert "1 of 1 packages audited, 0 known" in said(capsys)


@pytest.mark.parametrize("complaint", ["ERROR: Connection refused", "Traceback\n  ...\nServiceError: no route", ""])
def test_without_an_index_it_is_skipped_with_a_line(answered: Any, capsys: pytest.CaptureFixture[str], complaint: str) -> None:
    answered("", complaint, 1)
    assert audit.main(["requirements.lock"]) == 0
    lines = said(capsys).splitlines()
    assert len(lines) == 1 and "requirements.lock is skipped" in lines[0]


def test_an_index_that_knows_nothing_is_no_clean_report(answered: Any, capsys: pytest.CaptureFixture[str]) -> None:
    answered(json.dumps({"dependencies": [{"name": "click", "skip_reason": "not found"}]}))
    assert audit.main(["requirements.lock"]) == 0
    assert "is skipped" in said(capsys)


def test_an_index_that_does_not_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def hang(*_: Any, **__: Any) -> None:
        raise subprocess.TimeoutExpired("pip-audit", 1)

    monkeypatch.setattr("supply.audit.subprocess.run", hang)
    assert audit.main(["requirements.lock"]) == 0
    assert "no answer" in said(capsys)


def test_the_locks_that_are_audited_are_there(root: Path) -> None:
    recipe = (root / "Makefile").read_text("utf-8")
    locks = {path.name for path in root.glob("requirements*.lock")}
    assert all(name in recipe for name in locks)
