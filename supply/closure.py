"""The requirements of pinned packages that no pin meets: a lock that has none of them can be installed as it is (`--no-deps`).

What a package asks for is in its own metadata, which is not at hand for a package of another system or another Python. So
`supply/metadata.json` records it for every pin of every lock: `python -m supply.closure LOCK ...` (`make metadata`, after a change of a
lock) asks an index for it. Everything else here works offline.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from supply.sbom import Pin, pins

METADATA = Path(__file__).with_name("metadata.json")
"""What each pinned package asks for, recorded."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS: Mapping[str, Mapping[str, str]] = {
    "Linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "x86_64"},
    "macOS": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": "arm64"},
    "Windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"},
}


@dataclass(frozen=True)
class PackageMetadata:
    """The part of a package's metadata that an installation depends on: the Pythons it runs on, and its requirements (PEP 508)."""

    requires_python: str
    requires_dist: tuple[str, ...]


def key_of(pin: Pin) -> str:
    """The pin as `metadata.json` names it."""
    return f"{pin.name}=={pin.version}"


def read_metadata(path: Path = METADATA) -> dict[str, PackageMetadata]:
    """The recorded metadata, by `name==version`."""
    recorded = json.loads(path.read_text("utf-8"))
    return {key: PackageMetadata(entry["requires_python"], tuple(entry["requires_dist"])) for key, entry in recorded.items()}


def environments(
    locked: Iterable[Pin], pythons: Sequence[str] = PYTHONS, systems: Sequence[str] = tuple(SYSTEMS)
) -> Iterator[dict[str, str]]:
    """An environment of CPython for each system, and for each Python and each of its patch versions where a marker of the lock turns."""
    named = {version for pin in locked for version in re.findall(r"\d+\.\d+\.\d+", pin.marker)}
    patches = [f"{python}.0" for python in pythons] + [version for version in sorted(named) if version.rpartition(".")[0] in pythons]
    for version, system in product(dict.fromkeys(patches), systems):
        yield {
            **SYSTEMS[system],
            "implementation_name": "cpython",
            "implementation_version": version,
            "platform_python_implementation": "CPython",
            "platform_release": "",
            "platform_version": "",
            "python_full_version": version,
            "python_version": version.rpartition(".")[0],
        }


def installed_pins(locked: Iterable[Pin], environment: Mapping[str, str]) -> list[Pin]:
    """The pins of a lock that are installed in an environment."""
    return [pin for pin in locked if not pin.marker or Marker(pin.marker).evaluate(environment)]


def unmet_requirements(
    locked: Iterable[Pin], roots: Iterable[str], metadata: Mapping[str, PackageMetadata], environment: Mapping[str, str]
) -> Iterator[str]:
    """A sentence for each requirement of `roots` (PEP 508), and of each package that is installed, that the lock does not meet.

    Extras that are asked for are counted, through any number of packages. Raises `KeyError` for a pin without recorded metadata.
    """
    place = f"Python {environment['python_full_version']} on {environment['platform_system']}"
    installed: dict[str, Pin] = {}
    for pin in installed_pins(locked, environment):
        if pin.name in installed:
            yield f"{key_of(pin)} is pinned and {key_of(installed[pin.name])} too, for {place}"
        installed[pin.name] = pin
        if not SpecifierSet(metadata[key_of(pin)].requires_python).contains(environment["python_full_version"]):
            yield f"{key_of(pin)} is pinned for {place}, and runs on Python {metadata[key_of(pin)].requires_python} only"
    waiting = [("the project", text, "") for text in roots]
    waiting += [(key_of(pin), text, "") for pin in installed.values() for text in metadata[key_of(pin)].requires_dist]
    seen = set[tuple[str, str]]()
    while waiting:
        asking, text, extra = waiting.pop()
        requirement = Requirement(text)
        if requirement.marker and not requirement.marker.evaluate({**environment, "extra": extra}):
            continue
        met = installed.get(canonicalize_name(requirement.name))
        if met is None or not requirement.specifier.contains(met.version, prereleases=True):
            yield f"{asking} needs {text}, and the lock has {key_of(met) if met else 'no such package'}, for {place}"
            continue
        for wanted in sorted({(key_of(met), canonicalize_name(name)) for name in requirement.extras} - seen):
            seen.add(wanted)
            waiting += [(f"{met.name}[{wanted[1]}]", more, wanted[1]) for more in metadata[key_of(met)].requires_dist]


def fetch_metadata(locked: Sequence[Pin]) -> dict[str, PackageMetadata]:
    """Ask the index that pip is set up for what each pin asks for; one version of a package at a time, since pip takes no two."""
    several = {key_of(pin): pin for pin in locked}
    fetched: dict[str, PackageMetadata] = {}
    while missing := {pin.name: key for key, pin in several.items() if key not in fetched}:
        for item in _report([key for key in missing.values() if _runs_here(several[key])]) + _report(
            [key for key in missing.values() if not _runs_here(several[key])], *_ELSEWHERE
        ):
            about = item["metadata"]
            key = f"{canonicalize_name(about['name'])}=={about['version']}"
            fetched[key] = PackageMetadata(about.get("requires_python", ""), tuple(sorted(about.get("requires_dist", ()))))
    return fetched


_ELSEWHERE = ("--only-binary", ":all:", "--target", "elsewhere", "--platform", "win_amd64", "--platform", "macosx_11_0_arm64")
"""How pip is asked for a package that no wheel of this system exists of."""


def _runs_here(pin: Pin) -> bool:
    return not pin.marker or Marker(pin.marker).evaluate()


def _report(keys: Sequence[str], *options: str) -> list[dict[str, Any]]:
    if not keys:
        return []
    with tempfile.TemporaryDirectory() as folder:
        wanted, report = Path(folder, "wanted.txt"), Path(folder, "report.json")
        wanted.write_text("\n".join(keys), "utf-8")
        command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "-qq", "--no-deps", "--ignore-requires-python"]
        command += ["--ignore-installed", "--dry-run", "--report", str(report), "--requirement", str(wanted), *options]
        subprocess.run(command, check=True)
        answered: dict[str, Any] = json.loads(report.read_text("utf-8"))
        return list(answered["install"])


def main(locks: Sequence[str]) -> None:
    """Record anew what the pins of all locks ask for."""
    locked = [pin for lock in locks for pin in pins(Path(lock).read_text("utf-8"))]
    fetched = fetch_metadata(locked)
    entries = {key: {"requires_python": entry.requires_python, "requires_dist": entry.requires_dist} for key, entry in fetched.items()}
    METADATA.write_text(json.dumps(entries, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
