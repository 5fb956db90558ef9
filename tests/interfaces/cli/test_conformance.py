"""`rulewright export --core`, `rulewright conformance` and `rulewright test --engine`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rulewright.base.resources import schema_folder
from rulewright.core.codec import read_core
from rulewright.core.query import Outcome, Status
from rulewright.engines.conformance.kit import read_kit
from rulewright.engines.registry import ENGINES


def hold(name: str, document: Any) -> None:
    """A document against its published schema, which says itself of every object that it has no other fields."""
    jsonschema.validate(document, json.loads((schema_folder() / f"{name}.schema.json").read_text("utf-8")))


def test_export_core(run: Callable[..., Any], ferry: Path) -> None:
    done = run("export", ferry, "--core")
    assert done.status == 0
    hold("core", done.json)
    assert read_core(done.json).book == "ferry"
    assert run("export", ferry, "--core").out == done.out


def test_export_core_of_an_edition(run: Callable[..., Any], ferry: Path) -> None:
    edition = run("export", ferry, "--core").json["edition"]
    assert run("export", ferry, "--core", "--edition", edition).json["edition"] == edition
    assert run("export", ferry, "--core", "--edition", "none_such").status == 2


def test_an_edition_goes_with_a_core(run: Callable[..., Any], ferry: Path) -> None:
    done = run("export", ferry, "--edition", "printed")
    assert done.status == 2
    assert "`--core`" in done.err


def written(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.json")}


def test_conformance(run: Callable[..., Any], ferry: Path, tmp_path: Path) -> None:
    done = run("conformance", ferry, "--out", tmp_path / "kit", "--questions", "20", "--seed", "3")
    assert done.status == 0
    files = written(tmp_path / "kit")
    cores = [name for name in files if name.endswith(".core.json")]
    assert len(cores) * 2 == len(files) == len(done.out.splitlines()) * 2 > 0
    for name in cores:
        core, kit = json.loads(files[name]), json.loads(files[name.replace(".core.", ".questions.")])
        hold("core", core)
        hold("conformance", kit)
        assert (read_core(core).edition, read_kit(kit).seed) == (kit["edition"], 3)
        assert any(one["origin"] == "example" for one in kit["questions"]) is bool(core["examples"])
        assert len([one for one in (*kit["questions"], *kit["left_out"]) if one["origin"] == "drawn"]) == 20


def test_conformance_is_the_same_to_the_byte(run: Callable[..., Any], ferry: Path, tmp_path: Path) -> None:
    for name, seed in (("one", 0), ("two", 0), ("three", 1)):
        run("conformance", ferry, "--out", tmp_path / name, "--questions", "20", "--seed", seed)
    assert written(tmp_path / "one") == written(tmp_path / "two")
    assert written(tmp_path / "one") != written(tmp_path / "three")


def test_engines_agree(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    done = run("test", ferry, "--engine", "all", "--questions", "20", "--format", "json")
    assert done.status == 0
    document = valid("test", done.json)
    assert document["engines"] == list(ENGINES)
    assert {kit["engine"] for kit in document["kits"]} == set(ENGINES)
    assert all(kit["asked"] == kit["agreed"] + sum(one["questions"] for one in kit["declined"]) > 10 for kit in document["kits"])
    assert "agrees on" in run("test", ferry, "--engine", "solver", "--questions", "20").out


def test_a_difference_is_shown(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.engines.conformance.run.answering", lambda name, core: lambda query: Outcome(Status.CONFLICT))
    done = run("test", ferry, "--engine", "solver", "--questions", "5")
    assert done.status == 1
    assert "first difference" in done.out
    assert "got:      conflict" in done.out
    done = run("test", ferry, "--engine", "solver", "--questions", "5", "--format", "json")
    assert done.status == 1
    assert valid("test", done.json)["kits"][0]["differences"]


def test_an_engine_that_is_not_there(run: Callable[..., Any], ferry: Path) -> None:
    assert run("test", ferry, "--engine", "abacus").status == 2
