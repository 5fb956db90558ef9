"""The cache folder is this user's alone, or is not used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.base import resources
from rulewright.base.private_files import make_private, read_own, written_by_others
from rulewright.base.store import Store

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system does not say who may write in a folder")


def test_a_folder_in_which_others_may_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    tmp_path.chmod(0o755)
    assert written_by_others(tmp_path) == ""
    assert resources.cache_folder() == tmp_path
    for mode in (0o775, 0o757, 0o1777):
        tmp_path.chmod(mode)
        assert "others may write" in written_by_others(tmp_path)
        assert resources.cache_folder() is None
    tmp_path.chmod(0o700)
    assert resources.cache_refused() is None


def test_a_folder_of_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    if me:
        assert "another user" in written_by_others(tmp_path)
    monkeypatch.setattr("rulewright.base.private_files._SYSTEM", -1)
    assert "another user" in written_by_others(tmp_path)


def test_the_command_says_that_it_keeps_nothing(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    environment = {**os.environ, "RULEWRIGHT_CACHE": str(shared)}
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "explain", "RW301"], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0
    assert f"nothing is kept between runs: others may write in `{shared}`" in done.stderr
    assert "RULEWRIGHT_CACHE" in done.stderr
    assert list(shared.iterdir()) == []


def test_a_device_in_its_place_keeps_nothing_and_is_not_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", os.devnull)
    assert resources.cache_refused() is None
    assert Store(resources.cache_folder()).load_or_make("part", "key", lambda: 7) == 7


def test_folders_are_made_for_this_user(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        make_private(tmp_path / "a" / "b")
    finally:
        os.umask(old)
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in ("a", "a/b")} == {0o700}


def test_links_pipes_and_folders_are_no_results(tmp_path: Path) -> None:
    kept = Store(tmp_path / "kept")
    kept.write("part", "key", "value")
    path = next((tmp_path / "kept").iterdir())
    assert kept.read("part", "key") == ("value",)
    elsewhere = path.rename(tmp_path / "elsewhere")
    path.symlink_to(elsewhere)
    assert kept.read("part", "key") is None
    path.unlink()
    os.mkfifo(path)
    assert kept.read("part", "key") is None
    path.unlink()
    path.mkdir()
    assert kept.read("part", "key") is None
    path.rmdir()
    elsewhere.rename(path)
    assert read_own(path)
    assert kept.read("part", "key") == ("value",)


def test_a_file_of_another_user_is_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Store(tmp_path)
    kept.write("part", "key", "value")
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    monkeypatch.setattr("rulewright.base.private_files._SYSTEM", -1)
    assert kept.read("part", "key") is None
