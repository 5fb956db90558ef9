"""Offline reading of a served site: a manifest, and a worker with the list of all files.

The list is in groups: `shell` is what every page needs, and each other folder of the site (a book, a part of the manual) is a group of its
own. A group is named by its content: a device that has it loads it again only when a file of it is another.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from rulewright.base import resources
from rulewright.site.output.looks import Looks, bar_and_ink, in_hex

SHELL = "shell"
WORKER, MANIFEST = "offline.js", "manifest.webmanifest"
_ASSETS = "assets"
DESCRIPTION = "The rules to read, to search and to ask, without a network."
_OTHERS = (".txt", ".json", ".xml", ".webmanifest", ".pdf")  # for programs, and licences
_MARK = "/* the list of the build */"


def add_offline(site: Path, title: str, description: str, icon: str, looks: Looks, only_book: str = "") -> None:
    """Write the manifest and the worker of a built site into it. `only_book`: the folder of the book that the opening page is of."""
    (site / MANIFEST).write_text(_web_manifest(title, description or DESCRIPTION, icon, looks), encoding="utf-8")
    template = (resources.site_folder() / "worker.js").read_text(encoding="utf-8")
    file_list = json.dumps(kept_files(site), ensure_ascii=True, separators=(",", ":"))
    lists = f"var GROUPS = {file_list};\nvar ONLY_BOOK = {json.dumps(only_book)};"
    (site / WORKER).write_text(template.replace(_MARK, lists), encoding="utf-8")


def kept_files(site: Path) -> Mapping[str, dict[str, object]]:
    """Group -> the addresses of its files, and its version: a digest of what is in them."""
    groups: dict[str, list[Path]] = {}
    for path in sorted(site.rglob("*")):
        if path.is_file() and path.suffix not in _OTHERS and path.name != WORKER:
            groups.setdefault(_group_of(path.relative_to(site)), []).append(path)
    return {
        name: {"version": _digest_of_files(site, files), "files": [quote(path.relative_to(site).as_posix()) for path in files]}
        for name, files in sorted(groups.items())
    }


def _group_of(path: PurePosixPath | Path) -> str:
    return SHELL if len(path.parts) == 1 or path.parts[0] == _ASSETS else path.parts[0]


def _digest_of_files(site: Path, files: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        name, content = path.relative_to(site).as_posix().encode(), path.read_bytes()
        digest.update(b"%d %s %d " % (len(name), name, len(content)) + content)
    return digest.hexdigest()[:16]


def _web_manifest(title: str, description: str, icon: str, looks: Looks) -> str:
    """Addresses in it are relative to itself, so that it is right below any path."""
    colour = "#fdfcf9" if looks.primary is None else in_hex(bar_and_ink(looks.primary)[0])
    of_site = {
        "id": "./",
        "name": title,
        "short_name": title,
        "description": description,
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fdfcf9",
        "theme_color": colour,
        "icons": [{"src": icon, "sizes": "any", "purpose": "any"} | ({"type": "image/svg+xml"} if icon.endswith(".svg") else {})],
    }
    return json.dumps(of_site, ensure_ascii=False, indent=1) + "\n"
