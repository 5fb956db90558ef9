"""Ways to run the commands, and to hold what they print against its schema."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from interfaces.cli.ferry import write_book
from patience import PATIENCE
from rulewright.base.resources import schema_folder


@dataclass(frozen=True)
class Ran:
    """What a run of the command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(scope="session")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small book; not to be changed."""
    return write_book(tmp_path_factory.mktemp("books") / "ferry")


@pytest.fixture
def own_book(tmp_path: Path) -> Path:
    """A copy of the small book for one test."""
    return write_book(tmp_path / "ferry")


@pytest.fixture(scope="session")
def run() -> Callable[..., Ran]:
    """Run a command line in this process."""
    from click.testing import CliRunner

    from rulewright.interfaces.cli import activity
    from rulewright.interfaces.cli.app import app

    def run_it(*arguments: str | Path) -> Ran:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(activity, "SECONDS_BETWEEN_LINES", PATIENCE)  # a slow machine adds no line
            done = CliRunner().invoke(app, [str(one) for one in arguments], prog_name="rulewright")
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert "Traceback" not in done.output
        return Ran(done.exit_code, done.stdout, done.stderr)

    return run_it


@pytest.fixture(scope="session")
def process() -> Callable[..., Ran]:
    """Run a command line in a process of its own."""

    def run_it(*arguments: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None, told: str | None = None) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", *map(str, arguments)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            input=told,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            check=False,
            timeout=PATIENCE,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Ran(done.returncode, done.stdout, done.stderr)

    return run_it


def strict(schema: Any) -> Any:
    """The same schema, but nothing may stand in an object that it does not name: the schema is the whole truth about what is printed."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: strict(value) for key, value in schema.items()}
    if "properties" in made and "additionalProperties" not in made:
        made["additionalProperties"] = False
    return made


@pytest.fixture(scope="session")
def valid() -> Callable[[str, Any], Any]:
    """Hold a document against a published schema, and give it back."""

    def check(name: str, document: Any) -> Any:
        schema = json.loads((schema_folder() / f"{name}.schema.json").read_text("utf-8"))
        Draft202012Validator.check_schema(schema)
        faults = sorted(Draft202012Validator(strict(schema)).iter_errors(document), key=lambda fault: list(map(str, fault.absolute_path)))
        assert not faults, "\n".join(f"{'/'.join(map(str, fault.absolute_path))}: {fault.message}" for fault in faults[:5])
        return document

    return check
