"""The bill of materials of the wheel, in CycloneDX's JSON, made of `requirements-dev.lock` and of what the site ships of others.

A wheel holds none of its dependencies: what is listed is what this version was tested with. `scope` says what is needed to use it
(`required`), what an extra adds (`optional`), and what only its development needs (`excluded`). It says nothing of the day or the machine,
so that the same sources are the same bytes. Nothing but the standard library is used here: the wheel is built where nothing else is.
"""

from __future__ import annotations

import json
import re
import tomllib
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOCK = "requirements-dev.lock"
"""Every package that this version was tested with; `requirements.lock` is a part of it."""
_ENTRY = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(?P<version>[^\s;\\]+)(?:\s*;\s*(?P<marker>[^\\\n]*))?")
_NAME = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True)
class Pin:
    """One package of the lock: its version, where it is needed, the hashes of its files, and the packages that want it."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]
    wanted_by: tuple[str, ...]

    @property
    def address(self) -> str:
        """Its package URL."""
        return f"pkg:pypi/{self.name}@{self.version}"


def canonical(name: str) -> str:
    """A package's name as an index writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(lock: str) -> list[Pin]:
    """The packages of a lock, in its order."""
    return [_pin(entry) for entry in re.split(r"\n(?=\S)", lock.strip()) if not entry.startswith("#")]


def _pin(entry: str) -> Pin:
    found = _ENTRY.match(entry)
    if found is None:
        raise ValueError(f"this is no entry of a lock: {entry[:80]}")
    hashes = tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", entry))
    wanted_by = [line.strip(" #") for line in re.findall(r"^ +#(.*)$", entry, re.MULTILINE)]
    names = [line.removeprefix("via").strip() for line in wanted_by]
    return Pin(
        canonical(found["name"]),
        found["version"],
        (found["marker"] or "").strip(),
        hashes,
        tuple(canonical(name.split(" ")[0].split("[")[0]) for name in names if name),
    )


def scopes(found: Iterable[Pin], project: Mapping[str, Any]) -> dict[str, str]:
    """For each package whether it is required, optional or excluded: by whom it is wanted, through any number of others."""
    several = list(found)
    extras = project.get("optional-dependencies", {})
    required = _reached(several, _names(project["dependencies"]))
    optional = _reached(several, _names([requirement for extra in extras.values() for requirement in extra]))
    return {one.name: "required" if one.name in required else "optional" if one.name in optional else "excluded" for one in several}


def _names(requirements: Iterable[str]) -> set[str]:
    return {canonical(found[0]) for one in requirements if (found := _NAME.match(one))}


def _reached(several: list[Pin], wanted: set[str]) -> set[str]:
    """Those packages and all that they want."""
    reached: set[str] = set()
    more = wanted
    while more - reached:
        reached |= more
        more = {one.name for one in several if reached & set(one.wanted_by)}
    return reached


def document(root: Path, version: str) -> dict[str, Any]:
    """The bill of materials of the sources in a folder."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    found = pins((root / LOCK).read_text("utf-8"))
    scope = scopes(found, project)
    own = f"pkg:pypi/{project['name']}@{version}"
    shipped = list(_shipped(root))
    made: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "bom-ref": own, "name": project["name"], "version": version, "purl": own},
        },
        "components": [*(_component(one, scope[one.name]) for one in found), *shipped],
        "dependencies": [*_dependencies(project["name"], own, found, [one["bom-ref"] for one in shipped])],
    }
    return {"serialNumber": uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(made, sort_keys=True)).urn, **made}


def _component(one: Pin, scope: str) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": "library",
        "bom-ref": one.address,
        "name": one.name,
        "version": one.version,
        "scope": scope,
        "hashes": [{"alg": "SHA-256", "content": content} for content in one.hashes],
        "purl": one.address,
    }
    return {**made, "properties": [{"name": "rulewright:marker", "value": one.marker}]} if one.marker else made


def _dependencies(name: str, own: str, found: list[Pin], shipped: list[str]) -> Iterator[dict[str, Any]]:
    """Who wants whom."""
    for ref, wants in ((own, canonical(name)), *((one.address, one.name) for one in found)):
        wanted = [one.address for one in found if wants in one.wanted_by]
        yield {"ref": ref, "dependsOn": [*wanted, *shipped] if ref == own else wanted}


def _shipped(root: Path) -> Iterator[dict[str, Any]]:
    """Scripts of others that are files of the wheel: each is in a folder of its name, with its version in a text next to it."""
    for path in sorted((root / "site" / "assets" / "vendor").glob("*/VERSION.txt")):
        version = re.search(r"\b\d+\.\d+\.\d+\b", path.read_text("utf-8"))
        if version is None:
            raise ValueError(f"{path} names no version")
        address = f"pkg:npm/{path.parent.name}@{version[0]}"
        yield {
            "type": "library",
            "bom-ref": address,
            "name": path.parent.name,
            "version": version[0],
            "scope": "required",
            "purl": address,
        }


def written(made: Mapping[str, Any]) -> str:
    """The document as the wheel has it."""
    return json.dumps(made, indent=1) + "\n"
