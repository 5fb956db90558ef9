"""Where the grammar, the shipped rulebooks, the schemas and the site's sources are: the only code that knows.

In an installed package they are next to the code under `_data`; in a checkout they are the top folders of the repository. The cache
folder is the user's (`RULEWRIGHT_CACHE`, else `XDG_CACHE_HOME`, else `~/.cache`); it may be missing or unwritable, which is never an
error; where others may write in it, it is not used.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from rulewright.base.control_characters import spelled
from rulewright.base.private_files import written_by_others

PACKAGE = Path(__file__).parents[1]
"""The folder of the package."""

PACKAGED = PACKAGE / "_data"
"""Where an installed package has its data."""


@cache
def data_folder() -> Path:
    """The folder that holds `grammar`, `rules`, `site` and `mkdocs.yml`."""
    return PACKAGED if PACKAGED.is_dir() else PACKAGE.resolve().parents[1]


def carried_digest() -> Path:
    """The file with the digest of the tool's own files, which an installed package has; a checkout has none."""
    return PACKAGED / "sources.digest"


def grammar_file() -> Path:
    """The annotated Lark grammar of the language."""
    return data_folder() / "grammar" / "rulewright.lark"


def schema_folder() -> Path:
    """The JSON Schemas of the documents that go out and come in, one `NAME.schema.json` each."""
    return data_folder() / "grammar" / "schema"


def site_folder() -> Path:
    """Hand-written pages, theme and assets of the site."""
    return data_folder() / "site"


def mkdocs_file() -> Path:
    """The site's MkDocs configuration."""
    return data_folder() / "mkdocs.yml"


def rules_folder() -> Path:
    """The folder of the shipped rulebooks."""
    return data_folder() / "rules"


def shipped_books() -> tuple[str, ...]:
    """The names of the shipped rulebooks: the folders that have a front page, in alphabetical order."""
    folder = rules_folder()
    if not folder.is_dir():
        return ()
    return tuple(sorted(child.name for child in folder.iterdir() if (child / "rulebook.case").is_file()))


def book_folder(name: str) -> Path:
    """The folder of a shipped rulebook; it need not exist."""
    return rules_folder() / name


def shown_path(path: Path) -> str:
    """A path as it is shown to people: from the data folder where it lies in there (`rules/leipzig/combat.case`), else as given."""
    try:
        return readable_path(path.resolve().relative_to(data_folder().resolve()).as_posix())
    except (ValueError, OSError):
        return readable_path(path.as_posix())


def readable_path(path: str) -> str:
    """A path as one line of text that any file and terminal can carry: bytes of a name that are no UTF-8 are written as `\\xff`,
    and so is what would act on a reader."""
    return spelled(path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace"))


def cache_folder() -> Path | None:
    """The folder for results, or None where no folder for them belongs to this user alone. Does not make it."""
    chosen = _chosen_cache()
    return None if chosen is None or written_by_others(chosen) else chosen


def cache_refused() -> tuple[str, str] | None:
    """Why the cache folder is not used and what helps, where others may write in it."""
    chosen = _chosen_cache()
    reason = "" if chosen is None else written_by_others(chosen)
    return (
        (f"nothing is kept between runs: {reason}", "take the right from them (`chmod go-w`), or name another in RULEWRIGHT_CACHE")
        if reason
        else None
    )


def _chosen_cache() -> Path | None:
    chosen = os.environ.get("RULEWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    if base and Path(base).is_absolute():
        return Path(base) / "rulewright"
    try:
        return Path.home() / ".cache" / "rulewright"
    except RuntimeError:
        return None
