"""A new book: a folder with everything that a book has, each part with a word on what to do next."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from rulewright.base.errors import WrongInput
from rulewright.rulebook.ledger import COLUMNS

if TYPE_CHECKING:
    from rulewright.importing.into_book import Imported
    from rulewright.importing.model import Sheet, Statement

TEMPLATE_FOLDER = Path(__file__).parent / "book_template"
"""The files that a new book begins with."""

SOURCE = "errata"
"""The source that a sheet becomes."""

HOOK = ".githooks/pre-commit"
FILES = {
    "rulebook.case": "rulebook.case",
    "first.case": "first.case",
    "gitignore": ".gitignore",
    "workflow.yml": ".github/workflows/rulebook.yml",
    "pre-commit": HOOK,
}
"""The files of the template that a new book has, and their names there."""


def new_book(folder: Path, sheet: Sheet | None = None) -> Imported | None:
    """Make a folder with a new book, whole or not at all; of a sheet, with its rows and a draft. Raises `WrongInput`."""
    name, title = _named(folder)
    if folder.exists() or folder.is_symlink():
        raise WrongInput(f"`{folder}` is there already", hints=["name a folder that is not there yet"])
    if not folder.parent.is_dir():
        raise WrongInput(f"there is no folder `{folder.parent}` to make `{folder.name}` in")
    statements = _statements(sheet)
    begun = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        _write(begun, name, title, statements, sheet is not None)
        imported = None if sheet is None else _import(sheet, begun, title)
        begun.chmod(0o755)
        begun.rename(folder)
    except BaseException:
        shutil.rmtree(begun, ignore_errors=True)
        raise
    return imported


def _named(folder: Path) -> tuple[str, str]:
    """The name and the title of a book in a folder."""
    from rulewright.importing.names import slug

    name = slug(folder.name)
    if not name:
        raise WrongInput(f"`{folder.name}` names no book", hints=["a name begins with a letter, such as my-book"])
    title = re.sub(r"[^\w]+", " ", folder.name.replace("_", " ")).strip()
    return name, title[:1].upper() + title[1:]


def _statements(sheet: Sheet | None) -> tuple[Statement, ...]:
    from rulewright.importing.statements import statements_of

    return () if sheet is None else statements_of(sheet)


def _write(folder: Path, name: str, title: str, statements: Sequence[Statement], with_sheet: bool) -> None:
    """The files of a new book."""
    from rulewright.syntax.formatter import format_source

    words = {
        "name": name,
        "title": title,
        "numbering": _numbering(statements),
        "sources": _template(f"sources-{'sheet' if with_sheet else 'own'}.txt").rstrip("\n"),
        "case": "example.1" if with_sheet else "1.1",
        "new": f" new in {SOURCE}" if with_sheet else "",
    }
    for source, target in FILES.items():
        text = _template(source)
        path = folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(format_source(Template(text).substitute(words)) if source.endswith(".case") else text, "utf-8")
    (folder / HOOK).chmod(0o755)
    (folder / "ledger.csv").write_text(",".join(COLUMNS) + "\n", "utf-8")


def _template(name: str) -> str:
    return (TEMPLATE_FOLDER / name).read_text("utf-8")


def _numbering(statements: Sequence[Statement]) -> str:
    """How the book numbers its cases: by headings, where the sheet has letters under headings and no numbers."""
    from rulewright.importing.names import heading_of

    cases = [one.case for one in statements]
    if any(case.numbers for case in cases) or not any(case.letter for case in cases):
        return "numbering decimal"
    headings = dict.fromkeys(heading for case in cases if (heading := heading_of(case.section, None)))
    return f"numbering by heading {', '.join([*headings, 'example'])}"


def _import(sheet: Sheet, folder: Path, title: str) -> Imported:
    from rulewright.importing.into_book import import_sheet
    from rulewright.workspace.open_book import load

    letters = "".join(word[0] for word in re.findall(r"[A-Za-z]+", title)).upper()
    imported = import_sheet(sheet, load(str(folder), cache=False).book, folder, SOURCE, letters or "E")
    imported.write()
    return imported
