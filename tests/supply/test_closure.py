"""The locks are closed: whatever a pinned package asks for, with extras, is pinned too, on every Python and system. No index is asked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib import metadata as installed
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement
from supply.closure import PYTHONS, SYSTEMS, PackageMetadata, environments, installed_pins, key_of, read_metadata, unmet_requirements
from supply.sbom import Pin, pins

FUZZING_PYTHONS = ("3.11", "3.12", "3.13")
"""Pythons with a wheel of the fuzzer, on Linux alone, as `requirements-fuzz.lock` says."""


def _locked(root: Path, *names: str) -> list[Pin]:
    return [pin for name in names for pin in pins((root / name).read_text("utf-8"))]


def _unmet(root: Path, names: tuple[str, ...], roots: list[str], pythons: tuple[str, ...], systems: tuple[str, ...]) -> Iterator[str]:
    locked, recorded = _locked(root, *names), read_metadata()
    for environment in environments(locked, pythons, systems):
        yield from unmet_requirements(locked, roots, recorded, environment)


def test_the_lock_of_what_runs_is_closed(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    roots = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    assert list(_unmet(root, ("requirements.lock",), roots, PYTHONS, tuple(SYSTEMS))) == []


def test_the_lock_of_development_is_closed(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    roots = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    roots += [text for extra in project["project"]["optional-dependencies"].values() for text in extra]
    roots += [text for group in project["dependency-groups"].values() for text in group if isinstance(text, str)]
    assert list(_unmet(root, ("requirements-dev.lock",), roots, PYTHONS, tuple(SYSTEMS))) == []


def test_what_runs_is_pinned_for_development_as_it_is_for_use(root: Path) -> None:
    used, developed = ({pin.address: pin.hashes for pin in _locked(root, name)} for name in ("requirements.lock", "requirements-dev.lock"))
    assert used.items() <= developed.items()
    assert len(used) < 50 < len(developed)


def test_the_lock_of_fuzzing_is_closed(root: Path) -> None:
    names = ("requirements-dev.lock", "requirements-fuzz.lock")
    assert list(_unmet(root, names, ["atheris"], FUZZING_PYTHONS, ("Linux",))) == []


def test_the_lock_of_auditing_is_closed(root: Path) -> None:
    assert list(_unmet(root, ("requirements-audit.lock",), ["pip-audit"], PYTHONS, tuple(SYSTEMS))) == []


def test_every_pin_and_no_other_package_is_recorded(root: Path) -> None:
    locks = sorted(path.name for path in root.glob("requirements*.lock"))
    assert len(locks) == 4
    assert {key_of(pin) for pin in _locked(root, *locks)} == set(read_metadata()), "`make metadata` records it anew"


def test_the_record_says_what_the_installed_packages_say(root: Path) -> None:
    recorded = read_metadata()
    here = [pin for pin in installed_pins(_locked(root, "requirements-dev.lock"), _environment_here()) if _is_installed(pin)]
    assert len(here) > 60
    for pin in here:
        wanted = sorted(str(Requirement(text)) for text in installed.requires(pin.name) or ())
        assert sorted(str(Requirement(text)) for text in recorded[key_of(pin)].requires_dist) == wanted, pin.name
        pythons = installed.metadata(pin.name).json.get("requires_python", "")
        assert recorded[key_of(pin)].requires_python == pythons, pin.name


def _environment_here() -> dict[str, str]:
    return {key: str(value) for key, value in default_environment().items()}


def _is_installed(pin: Pin) -> bool:
    try:
        return installed.version(pin.name) == pin.version
    except installed.PackageNotFoundError:
        return False


def _pin(name: str, version: str, marker: str = "") -> Pin:
    return Pin(name, version, marker, (), ())


def _faults(locked: list[Pin], recorded: Mapping[str, tuple[str, ...]], *roots: str, pythons: str = ">=3.11") -> list[str]:
    known = {key: PackageMetadata(pythons, requires) for key, requires in recorded.items()}
    known |= {key_of(pin): PackageMetadata(pythons, ()) for pin in locked if key_of(pin) not in known}
    return [fault for place in environments(locked) for fault in unmet_requirements(locked, roots, known, place)]


def test_a_package_that_is_not_pinned_is_missed_on_every_python_and_system() -> None:
    faults = _faults([_pin("a", "1")], {"a==1": ("b>=2",)})
    assert len(faults) == len(PYTHONS) * len(SYSTEMS)
    assert faults[0] == "a==1 needs b>=2, and the lock has no such package, for Python 3.11.0 on Linux"


def test_a_requirement_of_the_project_is_missed() -> None:
    assert "the project needs b>=2, and the lock has b==1, for Python 3.14.0 on Windows" in _faults([_pin("b", "1")], {}, "b>=2")


def test_a_marker_of_a_requirement_is_counted() -> None:
    requires = {"a==1": ("b; sys_platform == 'win32' and python_version < '3.12'",)}
    assert _faults([_pin("a", "1")], requires) == [
        f"a==1 needs {requires['a==1'][0]}, and the lock has no such package, for Python 3.11.0 on Windows"
    ]
    assert _faults([_pin("a", "1"), _pin("b", "3")], requires) == []


def test_an_extra_that_is_asked_for_is_counted_through_others() -> None:
    requires = {"a==1": ("b[fast]",), "b==1": ("C_c; extra == 'fast'", "d; extra == 'slow'"), "c-c==1": ()}
    assert _faults([_pin("a", "1"), _pin("b", "1"), _pin("c-c", "1")], requires) == []
    faults = _faults([_pin("a", "1"), _pin("b", "1")], requires)
    assert len(faults) == len(PYTHONS) * len(SYSTEMS)
    assert "b[fast] needs C_c; extra == 'fast'" in faults[0]


def test_an_extra_that_asks_for_itself_ends() -> None:
    assert _faults([_pin("a", "1")], {"a==1": ("a[all]; extra == 'all'",)}, "a[all]") == []


def test_a_marker_of_a_pin_is_counted_at_the_version_where_it_turns() -> None:
    halves = [_pin("a", "1", "python_full_version < '3.11.5'"), _pin("a", "2", "python_full_version >= '3.11.5'")]
    assert _faults(halves, {}, "a") == []
    assert _faults(halves[1:], {}, "a") == [
        f"the project needs a, and the lock has no such package, for Python 3.11.0 on {system['platform_system']}"
        for system in SYSTEMS.values()
    ]
    assert len(_faults([_pin("a", "1"), halves[1]], {}, "a")) == len(SYSTEMS) * len(PYTHONS)  # 3.11.5, 3.12.0, 3.13.0, 3.14.0


def test_a_package_that_does_not_run_on_a_python_is_found() -> None:
    faults = _faults([_pin("a", "1")], {}, pythons=">=3.12")
    assert len(faults) == len(SYSTEMS)
    assert faults[0] == "a==1 is pinned for Python 3.11.0 on Linux, and runs on Python >=3.12 only"
