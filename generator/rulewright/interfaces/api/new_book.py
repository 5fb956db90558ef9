"""Creation of a new book: a folder with the files of a book, each with a comment on the next step."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, TypeVar

from rulewright.base.errors import WrongInput
from rulewright.base.samples import sample_books
from rulewright.base.version import __version__
from rulewright.rulebook.ledger import COLUMNS

if TYPE_CHECKING:
    from rulewright.importing.into_book import Imported
    from rulewright.importing.sheet.model import Sheet, Statement
    from rulewright.importing.text.model import RulesText

T = TypeVar("T")

TEMPLATE_FOLDER = Path(__file__).parent / "book_template"
"""The folder of the template files of a new book."""

SOURCE = "errata"
"""The name of the source for the statements of a sheet."""

HOOK = ".githooks/pre-commit"
FILES = {
    "rulebook.case": "rulebook.case",
    "first.case": "first.case",
    "gitignore": ".gitignore",
    "workflow.yml": ".github/workflows/rulebook.yml",
    "gitlab-ci.yml": ".gitlab-ci.yml",
    "pre-commit": HOOK,
}
"""The files of the template, with their paths in a new book."""


def new_book(folder: Path, sheet: Sheet | None = None) -> Imported | None:
    """Make a folder with a new book, completely or not at all; from a sheet, with its rows and a draft. Raises `WrongInput`."""
    name, title = _book_names(folder)
    statements = _sheet_statements(sheet)

    def fill_folder(staging_folder: Path) -> Imported | None:
        _write_files(staging_folder, name, title, statements, sheet is not None)
        return None if sheet is None else _import_statements(sheet, staging_folder, title)

    return _make_folder(folder, fill_folder)


def new_book_of_text(folder: Path, text: RulesText, later_source: tuple[str, str] | None = None) -> None:
    """Make a folder with a new book that holds the words of a text, completely or not at all. Raises `WrongInput`.

    `later_source`: name and title of a source that will amend the text, with an edition of its own.
    """
    from rulewright.importing.text.write_cases import case_files, front_lines

    name, _ = _book_names(folder)
    front = _template_text("words.case").replace("$numbering_and_about", "\n".join(front_lines(text)).replace("$", "$$"))
    if later_source is not None:
        source, source_title = (word.replace("$", "$$") for word in later_source)
        front += f'\nsource {source} "{source_title}"\n  amends printed\n\nedition {source} = printed + {source}\n'

    def fill_folder(staging_folder: Path) -> None:
        words = {"name": name, "title": text.title}
        _write_templates(staging_folder, [source for source in FILES if not source.endswith(".case")])
        files = case_files(text) | {"rulebook.case": _format_template(front, words)}
        for path, content in files.items():
            (staging_folder / path).write_text(content, "utf-8")

    _make_folder(folder, fill_folder)


def new_sample(folder: Path, name: str) -> None:
    """Make a folder with a sample book of the manual, completely or not at all. Raises `WrongInput`."""

    def fill_folder(staging_folder: Path) -> None:
        _write_templates(staging_folder, [source for source in FILES if not source.endswith(".case")])
        (staging_folder / "rulebook.case").write_text(sample_books()[name], "utf-8")

    _make_folder(folder, fill_folder)


def _make_folder(folder: Path, fill_folder: Callable[[Path], T]) -> T:
    """Return what filling a new folder returns; the folder is there with all of its files, or not at all."""
    if folder.exists() or folder.is_symlink():
        raise WrongInput(f"`{folder}` is there already", hints=["name a folder that is not there yet"])
    if not folder.parent.is_dir():
        raise WrongInput(f"there is no folder `{folder.parent}` to make `{folder.name}` in")
    staging_folder = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        filled = fill_folder(staging_folder)
        staging_folder.chmod(0o755)
        staging_folder.rename(folder)
    except BaseException:
        shutil.rmtree(staging_folder, ignore_errors=True)
        raise
    return filled


def _book_names(folder: Path) -> tuple[str, str]:
    """Return the name and the title of a book in a folder. Raises `WrongInput`."""
    from rulewright.importing.names import name_from_words

    name = name_from_words(folder.name)
    if not name:
        raise WrongInput(f"`{folder.name}` names no book", hints=["a name begins with a letter, such as my-book"])
    title = re.sub(r"[^\w]+", " ", folder.name.replace("_", " ")).strip()
    return name, title[:1].upper() + title[1:]


def _sheet_statements(sheet: Sheet | None) -> tuple[Statement, ...]:
    from rulewright.importing.statements import statements_of

    return () if sheet is None else statements_of(sheet)


def _write_files(folder: Path, name: str, title: str, statements: Sequence[Statement], with_sheet: bool) -> None:
    """Write the files of a new book."""
    words = {
        "name": name,
        "title": title,
        "numbering": _numbering_line(statements),
        "sources": _template_text(f"sources-{'sheet' if with_sheet else 'own'}.txt").rstrip("\n"),
        "case": "example.1" if with_sheet else "1.1",
        "new": f" new in {SOURCE}" if with_sheet else "",
    }
    _write_templates(folder, FILES, words)
    (folder / "ledger.csv").write_text(",".join(COLUMNS) + "\n", "utf-8")


def _write_templates(folder: Path, sources: Iterable[str], words: Mapping[str, str] | None = None) -> None:
    """Write files of the template, those of cases with these words in them."""
    for source in sources:
        path = folder / FILES[source]
        path.parent.mkdir(parents=True, exist_ok=True)
        text = _template_text(source)
        path.write_text(
            _format_template(text, words or {}) if source.endswith(".case") else text.replace("{version}", __version__), "utf-8"
        )
    (folder / HOOK).chmod(0o755)


def _format_template(text: str, words: Mapping[str, str]) -> str:
    from rulewright.syntax.formatter import format_source

    return format_source(Template(text).substitute(words))


def _template_text(name: str) -> str:
    return (TEMPLATE_FOLDER / name).read_text("utf-8")


_NUMBERING_COMMENT = """\
  # Cases have the numbers of the book: 1.1, 1.2, 2.1. A book with 8.9 and 8.10 is counted by section; `numbering by section` says so where
  # it is not seen, and a book that numbers by headings has `numbering by heading movement, combat`.
"""


def _numbering_line(statements: Sequence[Statement]) -> str:
    """Return the lines on the numbering of cases: by headings, if the sheet has letters under headings and no numbers; else a comment."""
    from rulewright.importing.names import heading_of

    cases = [statement.case for statement in statements]
    numbers = {number for case in cases for number in case.numbers}
    if any(number.endswith("0") and number.rstrip("0") in numbers and "." in number.rstrip("0") for number in numbers):
        return "  numbering by section\n"
    if numbers or not any(case.letter for case in cases):
        return _NUMBERING_COMMENT
    headings = dict.fromkeys(heading for case in cases if (heading := heading_of(case.section, None)))
    return f"  numbering by heading {', '.join([*headings, 'example'])}\n"


def _import_statements(sheet: Sheet, folder: Path, title: str) -> Imported:
    from rulewright.importing.into_book import import_sheet
    from rulewright.workspace.open_book import load

    letters = "".join(word[0] for word in re.findall(r"[A-Za-z]+", title)).upper()
    imported = import_sheet(sheet, load(str(folder), cache=False).book, folder, SOURCE, letters or "E")
    imported.write()
    return imported
