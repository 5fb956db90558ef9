"""Tries the packed extension in a real editor, code-server, and says what it saw: `make vscode-try`.

The editor is the program of the environment variable CODE_SERVER, else the command `code-server`. It is driven by Chromium; pictures are
written to build/vscode-try. Nothing in the tests depends on it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURES = Path("build/vscode-try")
FILE = "first.case"
SECOND_CASE = """
case 1.2 "Rest"
  "An army that does not march rests."
"""
PATIENCE = 180_000  # milliseconds, on a machine that does other things too


def main(package: Path) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rulewright = [sys.executable, "-m", "rulewright"]
        subprocess.run([*rulewright, "new", "demo"], cwd=folder, check=True)
        book = folder / "demo"
        with (book / FILE).open("a", encoding="utf-8") as file:
            file.write(SECOND_CASE)
        port, site = free_port(), free_port()
        settings(folder, site)
        editor = shlex.split(os.environ.get("CODE_SERVER", "code-server"))
        editor += ["--user-data-dir", str(folder / "data"), "--extensions-dir", str(folder / "extensions")]
        subprocess.run([*editor, "--install-extension", str(package.resolve())], check=True)
        with (
            running([*rulewright, "serve", str(book), "--out", str(folder / "site"), "--port", str(site)], site),
            running([*editor, "--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry", "--disable-update-check"], port),
            sync_playwright() as play,
        ):
            browser = play.chromium.launch(
                executable_path=chromium(), args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
            )
            page = browser.new_page(viewport={"width": 1400, "height": 850})
            page.set_default_timeout(PATIENCE)
            page.goto(f"http://127.0.0.1:{port}/?folder={book}")
            try:
                look(page)
            finally:
                page.screenshot(path=PICTURES / "last.png")
                browser.close()


def look(page: Page) -> None:
    """What the extension is for, each with a picture. A step that is not seen ends with an error."""
    page.locator(".monaco-workbench").wait_for()
    page.locator(".explorer-viewlet .monaco-list-row", has_text=FILE).dblclick()
    page.locator(".view-line", has_text="case").first.wait_for()
    words = "[...document.querySelectorAll('.view-line span span')].slice(0, 60)"
    words += ".map(one => [one.textContent.trim(), getComputedStyle(one).color])"
    page.wait_for_function(f"new Set({words}.map(one => one[1])).size > 3")
    colours = page.evaluate(words)
    said("colours", {word: colour for word, colour in colours if word}, page)
    page.locator(".codelens-decoration").first.wait_for()
    said("lenses", page.locator(".codelens-decoration").all_inner_texts()[:4], page)
    page.locator(".view-line", has_text=re.compile(r"^case\s1\.1")).locator("span span").nth(2).hover()
    page.locator(".monaco-hover .hover-contents").first.wait_for()
    said("hover", page.locator(".monaco-hover .hover-contents").first.inner_text(), page)
    show_page(page)
    page.keyboard.press("Control+1")
    page.keyboard.press("Control+End")
    page.keyboard.type("\nmay fly\n")
    page.locator(".squiggly-error").first.wait_for()
    said("a finding", page.locator(".squiggly-error").count(), page)


def show_page(page: Page) -> None:
    """The page of a case, and that it follows the cursor."""
    where: list[str] = []
    for number in ("1.1", "1.2"):
        page.locator(".view-line", has_text=re.compile(rf"^case\s{number}")).click(position={"x": 4, "y": 4})
        if not where:
            page.keyboard.press("F1")
            page.keyboard.type("Rulewright: Show the Page")
            page.locator(".quick-input-list .monaco-list-row", has_text="Show the Page of This Case").first.click()
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            shown = next((one.url for one in page.frames if "#case" in one.url and one.url not in where), "")
            if shown:
                break
            page.wait_for_timeout(200)
        assert shown, [one.url for one in page.frames]
        where.append(shown)
        page.wait_for_timeout(1000)
        said(f"page of the case {len(where)}", shown, page)


def said(what: str, seen: object, page: Page) -> None:
    page.screenshot(path=PICTURES / f"{what.replace(' ', '-')}.png")
    print(f"{what}: {seen}", flush=True)


def settings(folder: Path, site: int) -> None:
    command = folder / "rulewright"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m rulewright "$@"\n', "utf-8")
    command.chmod(0o755)
    path = folder / "data" / "User" / "settings.json"
    path.parent.mkdir(parents=True)
    made = {"rulewright.command": str(command), "rulewright.site": f"http://127.0.0.1:{site}", "security.workspace.trust.enabled": False}
    path.write_text(json.dumps({**made, "workbench.startupEditor": "none", "workbench.tips.enabled": False}), "utf-8")


@contextmanager
def running(command: list[str], port: int) -> Iterator[None]:
    """A server, from when it answers."""
    made = subprocess.Popen(command)
    try:
        end = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
                break
            except OSError:
                assert made.poll() is None and time.monotonic() < end, f"{command[:3]} does not answer"
                time.sleep(0.3)
        yield
    finally:
        made.terminate()
        made.wait()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def chromium() -> str:
    found = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
    assert found, "Chromium is needed"
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]))
