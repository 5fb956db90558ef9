"""The pages of a built site as a phone gets them: what they weigh, how soon they answer, what HTML's rules and Lighthouse say of them.

    python -m benchmarks pages [FOLDER]

measures `build/site`, or a site in another folder. How soon a calculator answers is measured in `asking`. Lighthouse and html-validate are
Node's, and are fetched by `npx` when they are first run; without Node only weights and answers are measured. Chromium is the one of the
browser tests.
"""

from __future__ import annotations

import gzip
import json
import mimetypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from benchmarks import asking
from benchmarks.frame import Row, choose_size
from rulewright.engines.page.engine import PARTS
from rulewright.site.output.offline import SHELL, kept_files

BUILT = tuple(map(Path, choose_size(("build/site",), ("build/site", "build/picture"))))
LIGHTHOUSE, HTML_VALIDATE = "lighthouse@12", "html-validate@10"
RULES = Path(__file__).parent / "html-validate.json"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
_SCRIPT = re.compile(r'<script src="([^"]+)"')
_LEFT_AS_IT_IS = {".woff2", ".png"}


def rows() -> Iterator[Row]:
    """Measures what was built last; nothing where nothing was."""
    built = next((site for site in BUILT if (site / "index.html").is_file()), None)
    if built is None:
        print("pages: nothing is measured, since no site is built: make site", file=sys.stderr)
    else:
        yield from rows_of(built)


def rows_of(site: Path) -> Iterator[Row]:
    """Everything that can be measured here of a site."""
    heaviest = max(_chapters(site), key=lambda path: path.stat().st_size)
    yield Row("pages: the heaviest chapter", heaviest.stat().st_size / 1000, "kB", 300, note=_named(site, heaviest))
    yield Row("pages: JavaScript that a chapter loads", _scripts(site, heaviest) / 1000, "kB", 100)
    groups = kept_files(site)
    weights = {name: sum(_sent(site / unquote(one)) for one in _files(group)) for name, group in groups.items()}
    book = max((name for name in weights if (site / name / "ask-data.js").is_file()), key=lambda name: weights[name])
    yield Row("pages: a whole book offline", (weights[book] + weights[SHELL]) / 1_000_000, "MB", 2, note=f"{book} and all assets, as sent")
    engine = {part: (site / f"assets/ask/{part}.js").stat().st_size / 1000 for part in PARTS}
    yield Row("pages: the engine, unpacked", engine["engine"], "kB", 40, note="what answers from known facts, without the argument")
    yield Row(
        "pages: the engine with its other parts", sum(engine.values()), "kB", note=", ".join(f"{one} {engine[one]:.1f}" for one in engine)
    )
    yield from asking.rows_of(site)
    if shutil.which("npx") is not None:
        yield Row("pages: what html-validate finds", _invalid(site), "", 0)
        yield from _lighthouse(site, heaviest)


def _chapters(site: Path) -> Iterator[Path]:
    """The pages that show cases, each by the calculators of its cases."""
    for path in site.glob("*/*.html"):
        if (path.parent / "ask-data.js").is_file() and 'class="rw-case-body' in path.read_text(encoding="utf-8"):
            yield path


def _named(site: Path, page: Path) -> str:
    return page.relative_to(site).as_posix()


def _scripts(site: Path, page: Path) -> int:
    found = _SCRIPT.findall(page.read_text(encoding="utf-8"))
    return sum((page.parent / unquote(one)).resolve().stat().st_size for one in found)


def _files(group: dict[str, object]) -> list[str]:
    files = group["files"]
    assert isinstance(files, list)
    return files


def _sent(path: Path) -> int:
    """What a file weighs on its way, with gzip."""
    data = path.read_bytes()
    return len(data) if path.suffix in _LEFT_AS_IT_IS else len(gzip.compress(data, mtime=0))


def _invalid(site: Path) -> int:
    """How much html-validate finds; it ends with another status where it finds something."""
    command = ["npx", "--yes", HTML_VALIDATE, "--config", str(RULES), "--formatter", "json", f"{site}/**/*.html"]
    with tempfile.TemporaryFile() as out:  # what it writes into a pipe is cut off where it ends
        subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, check=False)
        out.seek(0)
        found = json.loads(out.read() or b"[]")
    for file in found:
        for one in file["messages"][:3]:
            print(f"{file['filePath']}:{one['line']}: {one['ruleId']}: {one['message']}", file=sys.stderr)
    return sum(len(file["messages"]) for file in found)


# ---- Lighthouse ----------------------------------------------------------------------------------------------------------------------


def _lighthouse(site: Path, page: Path) -> Iterator[Row]:
    """Its four figures of a page on a phone, with gzip, as a host would send it."""
    browser = asking.browser_path()
    if browser is None:
        return
    with _served(site) as address, tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "report.json"
        flags = "--headless=new --no-sandbox --disable-gpu"
        command = ["npx", "--yes", LIGHTHOUSE, address + _named(site, page), "--quiet", "--output=json", f"--output-path={out}"]
        subprocess.run([*command, f"--chrome-flags={flags}"], check=True, env={**os.environ, "CHROME_PATH": browser}, capture_output=True)
        report: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    for name in CATEGORIES:
        score = report["categories"][name]["score"] * 100
        yield Row(f"pages: Lighthouse, {name}", score, "", 95, at_least=True, note=_named(site, page))
    shift = report["audits"]["cumulative-layout-shift"]["numericValue"]
    yield Row("pages: layout shift", shift, "", 0.1)


class _Zipped(SimpleHTTPRequestHandler):
    """A host that sends what it has with gzip."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        data, zipped = path.read_bytes(), path.suffix not in _LEFT_AS_IT_IS
        body = gzip.compress(data, mtime=0) if zipped else data
        self.send_response(200)
        self.send_header("Content-Type", mimetypes.guess_type(path.name)[0] or "application/octet-stream")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=3600")
        if zipped:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def _served(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Zipped, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
