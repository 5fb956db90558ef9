"""What is shipped: the wheel, built from the source distribution, works in an empty environment and from any folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest
from supply.sbom import pins

from rulewright.base.resources import mkdocs_file, shipped_books
from rulewright.interfaces.api.new_book import TEMPLATE_FOLDER
from rulewright.site.output.settings import read_settings
from shipped import some_first

QUIET = {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def call(*arguments: str | Path, cwd: Path) -> str:
    environment = {**os.environ, **QUIET}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        list(map(str, arguments)), cwd=cwd, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode in (0, 3), f"{arguments}: {done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, root: Path) -> tuple[Path, Path]:
    """The source distribution, and the wheel built from it."""
    out = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, root, cwd=root)  # the wheel is built from the sdist
    return next(out.glob("*.tar.gz")), next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment that holds the wheel; what it depends on is lent from this one."""
    environment = tmp_path_factory.mktemp("environment")
    call(sys.executable, "-m", "venv", "--without-pip", environment, cwd=environment)
    bin_folder = environment / "bin"
    python = bin_folder / "python"
    told = call(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=environment)
    Path(told.strip(), "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    call(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", built[1], cwd=environment)
    return bin_folder


def test_wheel_holds_what_is_needed(built: tuple[Path, Path], root: Path) -> None:
    names = set(zipfile.ZipFile(built[1]).namelist())
    data = "rulewright/_data"
    assert {f"{data}/grammar/rulewright.lark", f"{data}/mkdocs.yml", "rulewright/py.typed"} <= names
    for book in shipped_books():
        for path in (root / "rules" / book).glob("*.*"):
            assert f"{data}/rules/{book}/{path.name}" in names
    for path in (root / "grammar" / "schema").glob("*.json"):
        assert f"{data}/grammar/schema/{path.name}" in names
    for path in TEMPLATE_FOLDER.iterdir():
        assert f"rulewright/interfaces/api/book_template/{path.name}" in names
    assert "rulewright/interfaces/editors/colours.json" in names
    for path in (root / "site").rglob("*"):
        if path.is_file():
            assert f"{data}/{path.relative_to(root).as_posix()}" in names, "a file of the site is lost: does .gitignore name it?"
    beside = {name.split("/")[0] for name in names} - {"rulewright"}
    assert sorted(name.rsplit(".", 1)[1] for name in beside) == ["data", "dist-info"]
    assert [name.split("/", 1)[1] for name in names if ".data/" in name] == ["data/share/rulewright/grammar.table"]


def test_source_distribution_can_be_tested(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "Makefile",
        "README.md",
        "requirements.lock",
        "tests/conftest.py",
        "benchmarks/frame.py",
        "examples/bot/bot.py",
        "pyproject.toml",
    } <= names


def test_it_carries_the_digest_of_its_own_files(installed: Path, root: Path, tmp_path: Path) -> None:
    """So they need not be read at every start; it is what a checkout of the same files works out."""
    asked = "from rulewright.base import tool_version as tool; print(tool._carried_digest(tool._file_states(tool._top_folders())), tool.digest_of(*map(tool.own_files, tool._top_folders())))"
    carried, worked_out = call(installed / "python", "-c", asked, cwd=tmp_path).split()
    assert carried == worked_out == call(sys.executable, "-c", asked, cwd=root).split()[-1]


def test_it_carries_the_table_of_its_grammar(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the first command of a new machine need not build it."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "empty"))
    asked = "from rulewright.syntax.grammar import has_table; print(has_table())"
    assert call(installed / "python", "-c", asked, cwd=tmp_path).strip() == "True"


def test_runs_from_another_folder(installed: Path, tmp_path: Path) -> None:
    where = call(installed / "python", "-c", "import rulewright; print(rulewright.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(installed.parent)
    assert "rulewright, version" in call(installed / "rulewright", "--version", cwd=tmp_path)


@pytest.mark.parametrize("book", some_first("war-in-europe"))
def test_commands_work_on_shipped_books(installed: Path, tmp_path: Path, book: str) -> None:
    command = installed / "rulewright"
    found = json.loads(call(command, "check", book, "--format", "json", cwd=tmp_path))
    assert found["books"] == [book]
    contents = json.loads(call(command, "show", book, "--format", "json", cwd=tmp_path))["contents"]
    assert contents
    asked = json.loads(call(command, "questions", book, "--format", "json", cwd=tmp_path))["questions"]
    assert any(is_answered(command, book, one["question"], tmp_path) for one in asked[:20])


def is_answered(command: Path, book: str, question: str, folder: Path) -> bool:
    """Whether a question has an answer without facts; it has none where its arguments must be values, as those of `pace(t, first)`."""
    done = subprocess.run([command, "ask", book, question, "--format", "json"], cwd=folder, capture_output=True, text=True, check=False)
    assert "fault of rulewright" not in done.stderr
    return done.returncode in (0, 1, 3) and json.loads(done.stdout)["book"] == book


def test_site_is_written_apart_from_its_sources() -> None:
    """MkDocs empties its output folder first: it must never be the folder of the sources."""
    text = mkdocs_file().read_text("utf-8")
    settings = dict(re.findall(r"^(docs_dir|site_dir): *(\S+)", text, re.MULTILINE))
    assert settings["site_dir"] == "build/site"
    docs, made = Path(settings["docs_dir"]), Path(settings["site_dir"])
    assert not docs.is_relative_to(made)
    assert not made.is_relative_to(docs)
    assert docs.parts[0] == "build" or docs == Path("site/pages")
    assert set(shipped_books()) == set(read_settings(mkdocs_file()).book_names)


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_lock_has_hashes_and_names_no_place(root: Path, name: str) -> None:
    lock = (root / name).read_text("utf-8")
    assert not re.search(r"://|file:|/home/|/root/|^-", lock, re.MULTILINE)
    assert all(pin.hashes for pin in pins(lock))


def test_nothing_is_resolved_when_a_lock_is_installed(root: Path) -> None:
    """A lock names everything; left to itself pip once took a newer release of a package that another asks for with an extra."""
    makefile = (root / "Makefile").read_text("utf-8")
    locked = re.search(r"^LOCKED := (.*)", makefile, re.MULTILINE)
    assert locked is not None
    texts = [
        makefile.replace("$(LOCKED)", locked[1]),
        *((root / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md", ".ci/run")),
    ]
    installs = [line for text in texts for line in text.splitlines() if re.search(r"-r (\S*\.lock|\$<)", line)]
    assert len(installs) >= 5
    assert all("--no-deps" in line and "--require-hashes" in line for line in installs)
