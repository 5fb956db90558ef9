"""The scripts that a page loads when they are wanted: the engine in its parts, the calculator and a reader's own copy, each as one file,
made small where its small form is current.

`site/assets/small/NAME.js` is what `make scripts` made of the sources (terser). Its first line has the digest of the sources that it was
made of, and of the names that it keeps; where they have changed since, the sources themselves are shipped, one after the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from rulewright.base.resources import site_folder
from rulewright.engines.page.engine import PARTS as ENGINE
from rulewright.engines.page.engine import script_files
from rulewright.site.asking.names import kept_names

PARTS: Mapping[str, tuple[str, ...]] = {
    "ask": ("book", "state", "words", "controls", "drawn", "argument", "exceptions", "compare", "early", "calculator", "plain", "questions"),
    "copy": ("words", "prose", "acts", "book", "split", "file", "store", "view", "page"),
}
"""The files of the calculator and of the own copy, in the order in which a page needs them; the `open.js` next to them loads them."""
NAMES = (*ENGINE, *PARTS)


def source_files(name: str) -> list[Path]:
    """The files of a script, in their order."""
    return script_files(name) if name in ENGINE else [site_folder() / "assets" / name / f"{part}.js" for part in PARTS[name]]


def small_file(name: str) -> Path:
    """The path of the minified form of a script."""
    return site_folder() / "assets" / "small" / f"{name}.js"


def names_to_keep(name: str) -> list[str] | None:
    """The names of properties that the small form of a script keeps; None where it keeps all. All parts of the engine keep
    the same."""
    return kept_names(_engine_names(), source_files("ask")) if name in ENGINE else None


def digest_head(name: str) -> str:
    """The first line of the small form of a script, of its sources as they are. The parts of the engine have the same one: they are made
    together, for they say the same short names."""
    made_of = "\n".join((_engine_names() if name in ENGINE else source_script(name), *(names_to_keep(name) or ())))
    return f"/* {hashlib.sha256(made_of.encode()).hexdigest()} */\n"


def _engine_names() -> str:
    return "".join(map(source_script, ENGINE))


def source_script(name: str) -> str:
    """The sources of a script as one text."""
    return "".join(path.read_text(encoding="utf-8") for path in source_files(name))


def shipped_script(name: str) -> str:
    """Return the form of a script that a site ships: the minified one if it is up to date."""
    small = small_file(name)
    minified = small.read_text(encoding="utf-8") if small.is_file() else ""
    return minified if minified.startswith(digest_head(name)) else source_script(name)
