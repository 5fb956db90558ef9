"""The bill of materials against the lock it is made of, against the standard's schema, and as the wheel has it."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from referencing import Registry, Resource
from supply.sbom import LOCK, canonical, document, pins, scopes, written

import rulewright

VENDOR = Path(__file__).parent / "vendor"


@pytest.fixture(scope="module")
def bill(root: Path) -> dict[str, Any]:
    return document(root, rulewright.__version__)


def test_it_is_valid(bill: dict[str, Any]) -> None:
    schemas = {path.name: json.loads(path.read_text("utf-8")) for path in VENDOR.glob("*.json")}
    several = [(one.get("$id", name), Resource.from_contents(one)) for name, one in schemas.items()]
    registry: Registry[Any] = Registry().with_resources(several)
    validator = Draft7Validator(schemas["bom-1.5.SNAPSHOT.schema.json"], registry=registry)
    assert [fault.message for fault in validator.iter_errors(bill)] == []
    assert not validator.is_valid({**bill, "components": [{"name": "no type"}]})
    refs = [one["bom-ref"] for one in bill["components"]]
    assert len(refs) == len(set(refs))
    assert {ref for one in bill["dependencies"] for ref in (one["ref"], *one["dependsOn"])} <= {
        *refs,
        bill["metadata"]["component"]["bom-ref"],
    }


def test_it_says_what_the_lock_says(bill: dict[str, Any], root: Path) -> None:
    lock = (root / LOCK).read_text("utf-8")
    said = {(one["name"], one["version"]): one for one in bill["components"] if one["purl"].startswith("pkg:pypi/")}
    entries = {
        (canonical(entry.split("==")[0].split("[")[0]), re.split(r"[\s;\\]", entry.split("==")[1])[0]): entry
        for entry in re.split(r"\n(?=\S)", lock)
    }
    assert set(said) == set(entries)
    for key, entry in entries.items():
        assert {one["content"] for one in said[key]["hashes"]} == set(re.findall(r"sha256:(\w+)", entry))


def test_scopes_are_those_of_what_is_installed(root: Path) -> None:
    """Who wants whom is read from the lock's notes; what is installed here says the same."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    scope = scopes(pins((root / LOCK).read_text("utf-8")), project)
    needed, more = set[str](), {canonical(re.split(r"[^\w.-]", one)[0]) for one in project["dependencies"]}
    while more - needed:
        needed |= more
        more = {canonical(one) for name in needed for one in _needs(name)}
    assert needed <= {name for name, said in scope.items() if said == "required"}
    assert scope["beautifulsoup4"] == scope["pygls"] == "optional"
    assert scope["mypy"] == scope["pytest"] == scope["hypothesis"] == "excluded"


def _needs(name: str) -> list[str]:
    try:
        several = metadata.requires(name) or []
    except metadata.PackageNotFoundError:  # it is for another system or another Python
        return []
    return [re.split(r"[^\w.-]", one)[0] for one in several if ";" not in one]


def test_scripts_of_others_are_in_it(bill: dict[str, Any], root: Path) -> None:
    others = {path.name for path in (root / "site" / "assets" / "vendor").iterdir() if path.is_dir()}
    assert {one["name"] for one in bill["components"] if one["purl"].startswith("pkg:npm/")} == others


def test_it_is_the_same_whenever_it_is_made(bill: dict[str, Any], root: Path) -> None:
    assert written(document(root, rulewright.__version__)) == written(bill)


def test_a_lock_without_its_notes_is_noticed() -> None:
    """Without the notes of who wants whom nothing would be known to be needed."""
    found = scopes(pins("click==8.1 \\\n    --hash=sha256:00\n"), {"dependencies": ["rich"]})
    assert found == {"click": "excluded"}
    with pytest.raises(ValueError, match="no entry"):
        pins("click>=8\n")
