"""The server behind `rulewright serve`: the files of a site, and on every page a script that reloads it when it was built again.

The script and its style come with the pages that are sent; the site on disk has neither. It asks for a small document, which says how
often the site was built and what is wrong with its sources. It asks again and again: a connection that is kept open would be one of the six
that a browser grants a server, and a seventh page would wait for ever.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from rulewright.base.resources import site_folder

LOCAL = {"127.0.0.1", "localhost"}
LIVE = "/-/"
"""Where the server's own files are; no folder of a book has that name."""
OWN = {"live.js": "text/javascript", "live.css": "text/css"}
STATE = "state.json"
KEEPING = re.compile(rb'<script src="[^"]*assets/keep\.js"></script>')
"""What keeps a site on the device: it would keep what is about to be built again."""


class State:
    """How often the site was built, and what is wrong with its sources now, each thing a text for people."""

    def __init__(self) -> None:
        self._now: tuple[int, tuple[str, ...]] = (0, ())

    @property
    def times(self) -> int:
        """How often the site was built."""
        return self._now[0]

    def built(self) -> None:
        self._now = (self._now[0] + 1, ())

    def is_wrong(self, found: Sequence[str]) -> None:
        self._now = (self._now[0], tuple(found))

    def document(self) -> bytes:
        built, wrong = self._now
        return json.dumps({"built": built, "wrong": wrong}).encode()


class Quiet(SimpleHTTPRequestHandler):
    """A file server that says nothing, and lets nothing be kept, so that a reload shows what was built last.

    It answers only to names of this machine: else a page of the internet could read the site through a name that it points here.
    """

    def __init__(self, *args: Any, state: State, **given: Any) -> None:
        self.state = state
        super().__init__(*args, **given)

    def log_message(self, format: str, *args: Any) -> None:
        return

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        from rulewright.site.output.offline import WORKER

        if urlsplit(f"//{self.headers.get('Host', '')}").hostname not in LOCAL:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "this server answers to 127.0.0.1 and localhost only")
            return None
        asked = urlsplit(self.path).path
        if asked == f"/{WORKER}":  # a browser that keeps the site would show what was built before
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        if asked.startswith(LIVE):
            return self._own(asked.removeprefix(LIVE))
        try:
            page, built = self._page(), self.state.times  # before it is read: what is built meanwhile makes it old
            return super().send_head() if page is None else self._sent(_with_script(page.read_bytes(), built), "text/html; charset=utf-8")
        except (ValueError, OSError):  # a path that no file can have, or a page that is being replaced
            self.send_error(HTTPStatus.NOT_FOUND)
            return None

    def _page(self) -> Path | None:
        """The page that is asked for, if it is one."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and urlsplit(self.path).path.endswith("/"):
            path /= "index.html"
        return path if path.suffix == ".html" and path.is_file() else None

    def _own(self, name: str) -> io.BytesIO | None:
        if name == STATE:
            return self._sent(self.state.document(), "application/json")
        if name in OWN:
            return self._sent((site_folder() / "live" / name).read_bytes(), OWN[name])
        self.send_error(HTTPStatus.NOT_FOUND)
        return None

    def _sent(self, data: bytes, kind: str) -> io.BytesIO:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return io.BytesIO(data)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def _with_script(page: bytes, built: int) -> bytes:
    """A page of a site that was built so often, with our script, which may ask this server and no other by the page's policy."""
    head = f'<link rel="stylesheet" href="{LIVE}live.css"><script src="{LIVE}live.js" data-built="{built}"></script></head>'
    return KEEPING.sub(b"", page).replace(b"</head>", head.encode(), 1)
