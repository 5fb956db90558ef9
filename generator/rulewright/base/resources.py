"""The locations of the grammar, the shipped rulebooks, the schemas and the site's sources: the only code that knows them.

In an installed package they are next to the code under `_data`; in a checkout they are the top folders of the repository. The cache
folder is the user's (`RULEWRIGHT_CACHE`, else `XDG_CACHE_HOME`, else `~/.cache`); it may be missing or unwritable, which is never an
error; if others may write in it, it is not used.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

from rulewright.base.control_characters import spell_out
from rulewright.base.private_files import written_by_others

PACKAGE = Path(__file__).parents[1]
"""The folder of the package."""

PACKAGED = PACKAGE / "_data"
"""The data folder of an installed package."""

CARRIED_TABLE = "share/rulewright/grammar.table"
"""The parser's table, below the folder of the environment."""


@cache
def data_folder() -> Path:
    """The folder that holds `grammar`, `rules`, `site` and `mkdocs.yml`."""
    return PACKAGED if PACKAGED.is_dir() else PACKAGE.resolve().parents[1]


def carried_digest() -> Path:
    """The file with the digest of the tool's own files, which an installed package has; a checkout has none."""
    return PACKAGED / "sources.digest"


def carried_table() -> Path:
    """The file with the parser's table, written when the package was installed; it may be missing, or that of another grammar."""
    return Path(sys.prefix) / CARRIED_TABLE


def grammar_file() -> Path:
    """The annotated Lark grammar of the language."""
    return data_folder() / "grammar" / "rulewright.lark"


def errata_grammar_file() -> Path:
    """The Lark grammar of the sentences by which errata amend a text."""
    return data_folder() / "grammar" / "errata.lark"


def schema_folder() -> Path:
    """The folder of the JSON Schemas of input and output documents, one `NAME.schema.json` each."""
    return data_folder() / "grammar" / "schema"


def words_file() -> Path:
    """The lists of words by which questions and searches in plain words are read, in Python and in the pages."""
    return data_folder() / "grammar" / "words.json"


def common_words_file() -> Path:
    """The commonest words of English, one a line, which no search corrects."""
    return data_folder() / "grammar" / "english.txt"


def site_folder() -> Path:
    """The folder of the hand-written pages, theme and assets of the site."""
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
    """Return a path as shown to people: relative to the data folder if it is in there (`rules/leipzig/combat.case`), else unchanged."""
    try:
        return readable_path(path.resolve().relative_to(data_folder().resolve()).as_posix())
    except (ValueError, OSError):
        return readable_path(path.as_posix())


def readable_path(path: str) -> str:
    """Return a path as one line of text that any file and terminal can carry: bytes that are not UTF-8 are written as `\\\\xff`,
    and control characters are escaped too."""
    return spell_out(path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace"))


def cache_folder() -> Path | None:
    """Return the folder for results, or None if no such folder belongs to this user alone. Does not create it."""
    folder = _chosen_cache()
    return None if folder is None or written_by_others(folder) else folder


def cache_refused() -> tuple[str, str] | None:
    """Return why the cache folder is not used and the remedy, if others may write in it; else None."""
    folder = _chosen_cache()
    reason = "" if folder is None else written_by_others(folder)
    return (
        (f"nothing is kept between runs: {reason}", "take the right from them (`chmod go-w`), or name another in RULEWRIGHT_CACHE")
        if reason
        else None
    )


def _chosen_cache() -> Path | None:
    configured = os.environ.get("RULEWRIGHT_CACHE")
    if configured:
        return Path(configured)
    base = os.environ.get("XDG_CACHE_HOME")
    if base and Path(base).is_absolute():
        return Path(base) / "rulewright"
    try:
        return Path.home() / ".cache" / "rulewright"
    except RuntimeError:
        return None
