"""A process that analyses gives its free memory back once nothing is to be done, and not between two drafts."""

from __future__ import annotations

import threading
from multiprocessing import Pipe
from pathlib import Path

import pytest

from interfaces.cli.ferry import write_book
from patience import PATIENCE
from rulewright.interfaces.lsp import analyst
from rulewright.interfaces.lsp.analyst import DraftMessage, Stage, serve


def test_memory_is_given_back_when_idle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(analyst, "release_memory", released.set)
    monkeypatch.setattr(analyst, "IDLE", 3600)
    ours, theirs = Pipe()
    process = threading.Thread(target=serve, args=(Stage.TEXTS, theirs), daemon=True)
    process.start()
    folder = str(write_book(tmp_path / "ferry"))
    ours.send(DraftMessage(1, folder, (), False))
    assert ours.poll(PATIENCE) and ours.recv().number == 1
    ours.send(DraftMessage(2, folder, (), False))
    assert ours.poll(PATIENCE) and ours.recv().number == 2
    assert not released.is_set()
    monkeypatch.setattr(analyst, "IDLE", 0.01)
    ours.send(DraftMessage(3, folder, (), False))
    assert ours.poll(PATIENCE) and ours.recv().number == 3
    assert released.wait(PATIENCE)
    ours.close()
    process.join(PATIENCE)
    assert not process.is_alive()
