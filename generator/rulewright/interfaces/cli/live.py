"""HTTP server of `rulewright serve`: it serves a site and adds a script to pages that reloads them after a build.

The script and its style sheet are inserted into the pages as they are sent; the site on disk has neither. The script polls a small
document with the number of builds and the faults of the sources. It polls because a connection kept open would be one of the six that a
browser grants a server, and a seventh page would wait for ever.
"""

from __future__ import annotations

import io
import json
import re
import socket
import sys
from collections.abc import Callable, Sequence
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from rulewright.base.resources import site_folder
from rulewright.interfaces.service.hosts import LOCAL_HOSTS, is_allowed_host

LIVE_PREFIX = "/-/"
"""Path prefix of the server's own files; no folder of a book has that name."""
LIVE_FILES = {"live.js": "text/javascript", "live.css": "text/css"}
STATE = "state.json"
KEEP_SCRIPT = re.compile(rb'<script src="[^"]*assets/keep\.js"></script>')
"""The script that keeps a site on the device for offline use; it would keep pages that are about to be rebuilt."""


class State:
    """The number of builds of a site, and the present faults of its sources as texts for people."""

    def __init__(self) -> None:
        self._now: tuple[int, tuple[str, ...]] = (0, ())

    @property
    def times(self) -> int:
        """The number of builds."""
        return self._now[0]

    def built(self) -> None:
        self._now = (self._now[0] + 1, ())

    def is_wrong(self, faults: Sequence[str]) -> None:
        self._now = (self._now[0], tuple(faults))

    def document(self) -> bytes:
        built, wrong = self._now
        return json.dumps({"built": built, "wrong": wrong}).encode()


class QuietServer(ThreadingHTTPServer):
    """A server that says nothing of clients that hang up."""

    def __init__(self, address: tuple[str, int], handler: Callable[..., Quiet]) -> None:
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        super().__init__(address, handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class Quiet(SimpleHTTPRequestHandler):
    """A file server without a log, which forbids caching, so that a reload shows the last build.

    It answers only to names of `hosts`, by default those of this machine; None: to any.
    """

    def __init__(self, *args: Any, state: State, hosts: frozenset[str] | None = LOCAL_HOSTS, **keywords: Any) -> None:
        self.state, self.hosts = state, hosts
        super().__init__(*args, **keywords)

    def log_message(self, format: str, *args: Any) -> None:
        return

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        from rulewright.site.output.offline import WORKER

        if not is_allowed_host(self.headers.get("Host", ""), self.hosts):
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "this server answers to the names of this machine only")
            return None
        path = urlsplit(self.path).path
        if path == f"/{WORKER}":  # an offline copy in the browser would show an older build
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        if path.startswith(LIVE_PREFIX):
            return self._send_live_file(path.removeprefix(LIVE_PREFIX))
        try:
            page, built = self._requested_page(), self.state.times  # taken before the page is read: a build in between makes the page old
            return (
                super().send_head()
                if page is None
                else self._send_data(_add_reload_script(page.read_bytes(), built), "text/html; charset=utf-8")
            )
        except (ValueError, OSError):  # an impossible path, or a page that is being replaced
            self.send_error(HTTPStatus.NOT_FOUND)
            return None

    def _requested_page(self) -> Path | None:
        """Return the path of the requested HTML page, or None if the request is for something else."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and urlsplit(self.path).path.endswith("/"):
            path /= "index.html"
        return path if path.suffix == ".html" and path.is_file() else None

    def _send_live_file(self, name: str) -> io.BytesIO | None:
        if name == STATE:
            return self._send_data(self.state.document(), "application/json")
        if name in LIVE_FILES:
            return self._send_data((site_folder() / "live" / name).read_bytes(), LIVE_FILES[name])
        self.send_error(HTTPStatus.NOT_FOUND)
        return None

    def _send_data(self, data: bytes, kind: str) -> io.BytesIO:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return io.BytesIO(data)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def _add_reload_script(page: bytes, built: int) -> bytes:
    """Return a page of build number `built` with the reload script added; the page's policy lets it connect to this server only."""
    head = f'<link rel="stylesheet" href="{LIVE_PREFIX}live.css"><script src="{LIVE_PREFIX}live.js" data-built="{built}"></script></head>'
    return KEEP_SCRIPT.sub(b"", page).replace(b"</head>", head.encode(), 1)
