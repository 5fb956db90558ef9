"""A small book to try the commands on, and ways to run them."""

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

from rulewright.resources import schema_folder

FRONT = """\
rulebook ferry "The Ferry"
  numbering decimal
  about "A book for trying the commands."

source printed "Rules"
  ledger "ledger.csv"

source errata "Errata"
  amends printed

edition printed = printed
edition errata = printed + errata

precedence
  stated
  later source over earlier source

option fog "Fog on the river"

measure MP "movement point"

enum weather: clear, mud, snow
enum arm: foot, horse

record unit "a unit"
  arm: arm "the arm of {it}"
    asks "Is it foot or horse?"

fact weather: weather "the weather"
  asks "Which weather is it?"

value allowance(u: unit): 0..20 MP "the allowance of {u}"

verdict cross(u: unit) "{u} crosses the river"

verdict rest(u: unit) "{u} rests"
"""

RULES = """\
chapter 1.0 "Crossing"

case 1.1 "Allowance"
  "Foot has 5 MP, horse has 8 MP."
  allowance(u) is 5 MP when u.arm is foot  @FE-1
  allowance(u) is 8 MP when u.arm is horse  @FE-2

  example "a horse"  @FE-2
    given u.arm is horse, weather is clear
    then allowance(u) is 8 MP

  example "a foot"  @FE-1
    given u.arm is foot, weather is clear
    then allowance(u) is 5 MP

case 1.2 "Mud"
  "Mud takes 2 MP; see [1.1]."
  take 2 MP from allowance(u) when weather is mud  @FE-3

  example "a horse in mud"  @FE-3
    given u.arm is horse, weather is mud
    then allowance(u) is 6 MP

case 1.3 "Crossing"
  "A unit may cross, but not in snow."
  may cross(u) when u.arm is foot  @FE-4
  may not cross(u) when weather is snow  @FE-5

  example "across"  @FE-4
    given u.arm is foot, weather is clear
    then permitted cross(u)

  example "foot in snow"  @FE-5
    given u.arm is foot, weather is snow
    then conflict cross(u)

case 1.4 "Rest"
  "A unit may rest."
  may rest(u) when weather is clear

  example "rest"
    given weather is clear
    then permitted rest(u)

reading tow on 1.3 "May horse be towed?"
  "The text says nothing of horse."
  choice towed: may cross(u) when u.arm is horse
  choice left: may not cross(u) when u.arm is horse

amend 1.2 in errata as change
  "Horse loses 3 MP in mud."
  take 1 MP from allowance(u) when weather is mud and u.arm is foot  @FE-6

  example "foot in mud"  @FE-6
    given u.arm is foot, weather is mud
    then allowance(u) is 2 MP

case 1.5 "Night" new in errata
  "Nobody crosses by night [1.3]."
"""

LEDGER = """\
item,section,locator,kind,summary,refs,computable,shape,ocr_note
FE-1,1.1,p1,value,foot has five,,yes,value,
FE-2,1.1,p1,value,horse has eight,,yes,value,
FE-3,1.2,p1,modifier,mud takes two,1.1,yes,value,
FE-4,1.3,p1,permission,foot crosses,,yes,verdict,
FE-5,1.3,p1,prohibition,not in snow,,yes,verdict,
FE-6,1.2,e1,modifier,mud takes one more from foot,,yes,value,
FE-7,1.9,p2,commentary,a hint,,no,,
"""


@dataclass(frozen=True)
class Ran:
    """What a run of the command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def write_book(folder: Path, rules: str = RULES, front: str = FRONT, ledger: str = LEDGER) -> Path:
    """A folder with the small book, or with another text in its place."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rulebook.case").write_text(front, "utf-8")
    (folder / "crossing.case").write_text(rules, "utf-8")
    (folder / "ledger.csv").write_text(ledger, "utf-8")
    return folder


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

    from rulewright.cli.app import app

    def run_it(*arguments: str | Path) -> Ran:
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
            timeout=120,
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
