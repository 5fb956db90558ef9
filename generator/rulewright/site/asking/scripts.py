"""The scripts of the pages, made small where the small form is current. The engine in its parts, the calculator and a reader's own copy are
loaded when they are wanted, each as one file; the others are files of their own.

`site/assets/small/NAME.js` is what `make scripts` made of the sources (terser). Its first line has the digest of the sources that it was
made of, and of the names that it keeps; where they have changed since, the sources themselves are shipped, one after the other, without
their comments and indentation.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from rulewright.base.resources import site_folder
from rulewright.engines.page.engine import PARTS as ENGINE
from rulewright.engines.page.engine import script_files
from rulewright.site.asking.names import kept_names

PARTS: Mapping[str, tuple[str, ...]] = {
    "ask": (
        "book",
        "state",
        "words",
        "controls",
        "drawn",
        "argument",
        "exceptions",
        "compare",
        "early",
        "calculator",
        "plain",
        "questions",
    ),
    "copy": ("words", "prose", "acts", "book", "split", "file", "store", "view", "page"),
}
"""The files of the calculator and of the own copy, in the order in which a page needs them; the `open.js` next to them loads them."""
NAMES = (*ENGINE, *PARTS)
_COMMENT_LINES = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{2,}")


def single_files() -> Mapping[str, str]:
    """The scripts that are one file each: name -> its path in the folder of assets, as `ask-open` -> `ask/open.js`."""
    folder = site_folder() / "assets"
    paths = [path.relative_to(folder) for path in sorted((*folder.glob("*.js"), *folder.glob("*/open.js"), *folder.glob("find/*.js")))]
    return {"-".join(path.with_suffix("").parts): path.as_posix() for path in paths}


def source_files(name: str) -> list[Path]:
    """The files of a script, in their order."""
    if name in ENGINE:
        return script_files(name)
    parts = [f"{name}/{part}.js" for part in PARTS[name]] if name in PARTS else [single_files()[name]]
    return [site_folder() / "assets" / part for part in parts]


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
    return small_file(name).read_text(encoding="utf-8") if is_current(name) else lean_script(source_script(name))


def is_current(name: str) -> bool:
    """Return True if the minified form of a script is of its sources as they are."""
    small = small_file(name)
    return small.is_file() and small.read_text(encoding="utf-8").startswith(digest_head(name))


def lean_script(script: str) -> str:
    """A script of ours without indentation and without the comments that have lines of their own; its code stays as it is."""
    return _BLANK_LINES.sub("\n", _INDENTATION.sub("", _COMMENT_LINES.sub("", script)))
