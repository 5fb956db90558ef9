"""A release of tomorrow changes nothing: an index that serves newer, broken versions is asked for the lock, and gives what is pinned.

The index is on this machine. What it serves under the name of each pin is a package without contents that asks for what the pinned one
asks for (`supply/metadata.json`); the lock that is installed is the real one, with the hashes of these.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import default_environment
from supply.closure import installed_pins, key_of, read_metadata
from supply.fresh_install import typed_steps
from supply.sbom import Pin, pins

LOCK = "requirements.lock"
BROKEN = ("click", "jinja2", "jsonschema", "lark", "markdown", "mkdocs", "networkx", "pyyaml", "requests", "z3-solver")
"""Packages of which the index serves a newer version, which nothing can be installed with."""
TOMORROW = "9999.0"


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and writes nothing to the terminal."""

    def log_message(self, format: str, *arguments: object) -> None:
        """Write nothing."""


@pytest.fixture
def index(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """An empty index: its folder, and the address it is served at."""
    folder = tmp_path / "index"
    folder.mkdir()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    yield folder, f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_a_lock_is_installed_as_it_is_whatever_is_released(index: tuple[Path, str], tmp_path: Path, root: Path) -> None:
    folder, address = index
    lock = (root / LOCK).read_text("utf-8")
    locked = installed_pins(pins(lock), {key: str(value) for key, value in default_environment().items()})
    assert set(BROKEN) <= {pin.name for pin in locked}
    recorded = read_metadata()
    hashes = {key_of(pin): publish(folder, pin.name, pin.version, recorded[key_of(pin)].requires_dist) for pin in locked}
    for name in BROKEN:
        publish(folder, name, TOMORROW, ["no-such-package==1"])
    here = tmp_path / "here"
    here.mkdir()
    (here / LOCK).write_text("".join(f"{line} --hash=sha256:{sha256}\n" for line, sha256 in lines_of(locked, hashes)), "utf-8")

    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PIP_")},
        "PIP_INDEX_URL": address,
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_CACHE_DIR": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    make, install = typed_steps((root / "README.md").read_text("utf-8"))[:2]
    run(make.replace("python3", shlex.quote(sys.executable)), here, environment)
    run(install, here, environment)
    assert installed_versions(here / ".venv", locked) == {pin.name: pin.version for pin in locked}

    unlocked = run(f".venv/bin/pip install --dry-run --ignore-installed --no-deps --quiet --report - {' '.join(BROKEN)}", here, environment)
    assert {item["metadata"]["version"] for item in json.loads(unlocked)["install"]} == {TOMORROW}, "the index serves them first"


def lines_of(locked: Iterable[Pin], hashes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The pins as a lock writes them, each with its hash."""
    for pin in locked:
        yield f"{pin.name}=={pin.version}", hashes[key_of(pin)]


def publish(index: Path, name: str, version: str, requires: Iterable[str]) -> str:
    """Add a version of a package without contents to an index; the SHA-256 of its file."""
    about = "\n".join(
        ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {text}" for text in requires), "", ""]
    )
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    wheel = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    written = {f"{info}/METADATA": about, f"{info}/WHEEL": wheel}
    record = "".join(f"{path},sha256={_record_hash(text)},{len(text.encode())}\n" for path, text in written.items())
    page = index / name
    page.mkdir(exist_ok=True)
    path = page / f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inner, text in {**written, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            archive.writestr(inner, text)
    links = "".join(f'<a href="{file.name}">{file.name}</a>\n' for file in sorted(page.glob("*.whl")))
    (page / "index.html").write_text(f"<!DOCTYPE html><html><body>{links}</body></html>", "utf-8")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _record_hash(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def run(command: str, folder: Path, environment: Mapping[str, str]) -> str:
    """Run a command of a shell; what it printed."""
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}"
    return done.stdout


def installed_versions(environment: Path, wanted: Iterable[Pin]) -> dict[str, str]:
    """The version of each of these packages in an environment, by name."""
    packages = next(environment.glob("lib/python*/site-packages"))
    found = {re.sub(r"[-_.]+", "-", one.name).lower(): one.version for one in metadata.distributions(path=[str(packages)])}
    return {pin.name: found[pin.name] for pin in wanted if pin.name in found}
