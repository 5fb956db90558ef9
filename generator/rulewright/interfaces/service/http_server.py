"""The application on a port, by uvicorn, which says nothing of clients that hang up."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from rulewright.interfaces.service.books import ServedBooks
from rulewright.interfaces.service.hosts import allowed_hosts
from rulewright.interfaces.service.http_app import MAX_SECONDS_OF_REQUEST, build_app


def open_port(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address. Raises `OSError`."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def serve_http(
    books: ServedBooks, listener: socket.socket, host: str, say: Callable[[str], object], seconds: float = MAX_SECONDS_OF_REQUEST
) -> None:
    """Serve until Ctrl-C; `say` is told the address."""
    shown_host = f"[{host}]" if ":" in host else host
    say(f"http://{shown_host}:{listener.getsockname()[1]}")
    uvicorn.Server(quiet_config(build_app(books, allowed_hosts(host), seconds))).run(sockets=[listener])


def quiet_config(app: Starlette) -> uvicorn.Config:
    """Return the settings of a server that logs nothing: every error is in its response."""
    return uvicorn.Config(
        app, log_config=None, log_level="critical", access_log=False, lifespan="off", ws="none",
        server_header=False, proxy_headers=False, timeout_graceful_shutdown=1,
    )  # fmt: skip
