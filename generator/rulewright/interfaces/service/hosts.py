"""Names of this machine, by which a server that is not open to the network may be asked.

Otherwise a web page could read what is served through a DNS name that points here.
"""

from __future__ import annotations

from urllib.parse import urlsplit

LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
WILDCARDS = frozenset({"0.0.0.0", "::"})  # refused unless asked for


def allowed_hosts(host: str) -> frozenset[str] | None:
    """Return the names by which a server that listens at `host` may be asked; None if all are, since it is open to the network."""
    return None if host in WILDCARDS else LOCAL_HOSTS | {host.lower()}


def is_allowed_host(header: str, hosts: frozenset[str] | None) -> bool:
    """Return True if the header `Host` of a request has one of these names.

    >>> [is_allowed_host(header, LOCAL_HOSTS) for header in ("localhost:8000", "[::1]", "rules.example.org", "[::1", "")]
    [True, True, False, False, False]
    """
    if hosts is None:
        return True
    try:
        return urlsplit(f"//{header}").hostname in hosts
    except ValueError:  # half of an IPv6 address
        return False
