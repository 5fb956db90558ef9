"""A later version of a text into a book: the amendments of a source, tried before they are written."""

from __future__ import annotations

import shutil
import tempfile
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.base.diagnostics import Severity
from rulewright.base.errors import WrongInput
from rulewright.base.records import record
from rulewright.importing.into_book import free_name, require_source
from rulewright.importing.text.act_amendments import ActAmendment, amendment_lines, amendments_of_act
from rulewright.importing.text.amendments import Revision, case_texts, marks_of_revision, revise_text, revision_file
from rulewright.importing.text.patch import patch_markdown, read_hunks
from rulewright.importing.text.read_markdown import read_markdown
from rulewright.importing.text.write_markdown import edition_markdown
from rulewright.rulebook.clauses import origin_of
from rulewright.syntax.formatter import format_source
from rulewright.workspace.open_book import OpenBook, load

if TYPE_CHECKING:
    from rulewright.importing.text.model import RulesText
    from rulewright.importing.xml_tree import Element
    from rulewright.rulebook.model import Rulebook

TRIES = 3
"""How often amendments that do not give the later text are written anew, with the cases concerned replaced."""


@record
class NewVersion:
    """The amendments that lead to a later version of a text, and the file that they go into."""

    revisions: tuple[Revision, ...]
    marks: tuple[str, ...]
    file: Path
    lines: str
    misfits: tuple[str, ...]  # numbers of cases that they do not lead to

    def write(self) -> None:
        """Write the file."""
        from rulewright.base.store import write_whole

        write_whole(self.file, self.lines.encode())


def import_version(open_book: OpenBook, new: RulesText, source: str, name: str) -> NewVersion:
    """Return the amendments of a source that lead from the text before it to a later one; nothing is written. Raises `WrongInput`."""
    book = open_book.book
    require_source(book, source)
    if any(origin_of(clause, next(iter(book.sources))).source == source for clause in book.clauses):
        raise WrongInput(f"the book has amendments or cases of `{source}` already", hints=["a further version is a further source"])
    earlier_edition, later_edition = editions_of_source(book, source)
    old = case_texts(book.views[earlier_edition])
    chapters = [(chapter.title, chapter.text or "") for chapter in book.chapters.values()]
    marks = marks_of_revision(book.front.title, book.front.about, chapters, old, new)
    file = free_name(open_book.folder, source)
    replaced: set[str] = set()
    misfits: set[str] = set()
    for _ in range(TRIES):
        revisions = revise_text(old, new, source, replaced)
        lines = revision_file(revisions, marks, name)
        misfits = _find_misfits(open_book.folder, file.name, lines, later_edition, new)
        if not misfits - replaced:
            break
        replaced |= misfits
    marks += [f"{number} does not come out as in the later text" for number in sorted(misfits)]
    return NewVersion(tuple(revisions), tuple(marks), file, revision_file(revisions, marks, name), tuple(sorted(misfits)))


def patched_text(open_book: OpenBook, diff: str, source: str, name: str) -> RulesText:
    """Return the text of a book with the changes of a unified diff. Raises `WrongInput` for a hunk that does not fit."""
    require_source(open_book.book, source)
    earlier_edition, _ = editions_of_source(open_book.book, source)
    return read_markdown(patch_markdown(edition_markdown(open_book.book, earlier_edition), read_hunks(diff)), name)


@record
class ActImport:
    """The amendments of an act, and the file that they go into; `faults` says why some do not fit the book, by their place in the list."""

    amendments: tuple[ActAmendment, ...]
    faults: Mapping[int, str]
    file: Path
    lines: str


def import_act(open_book: OpenBook, root: Element, source: str, name: str, work: str = "") -> ActImport:
    """Return the amendments that an act marks up, tried before they are written; nothing is written. Raises `WrongInput`."""
    book = open_book.book
    require_source(book, source)
    earlier_edition, _ = editions_of_source(book, source)
    numbers = {case.number for case in book.views[earlier_edition].all_cases() if not case.deleted}
    amendments = amendments_of_act(root, name, numbers, source, work)
    if not amendments:
        hint = "`rulewright new NAME --from ACT --keep-words` makes a book of an act"
        raise WrongInput(f"`{name}` has no amendment in its mark-up", hints=[hint])
    file = free_name(open_book.folder, source)
    faults: dict[int, str] = {}
    for _ in amendments:
        further = _faults_of_amendments(open_book.folder, file.name, amendments, faults)
        if not further:
            break
        faults |= further
    lines = [f"# The amendments of {name}, as its mark-up has them.", *amendment_lines(amendments, faults)]
    return ActImport(tuple(amendments), faults, file, format_source("\n".join(lines) + "\n"))


def _faults_of_amendments(folder: Path, file_name: str, amendments: Sequence[ActAmendment], faults: Mapping[int, str]) -> dict[int, str]:
    """Return why amendments do not fit a book, by their place in the list."""
    starts: list[int] = []
    lines: list[str] = []
    for place, amendment in enumerate(amendments):
        starts.append(len(lines))
        lines += [] if place in faults else list(amendment_lines([amendment], {}))
    with trial_book(folder, file_name, "\n".join(lines) + "\n") as trial:
        located = [
            (label.location.line, fault.message)
            for fault in trial.folded[1]
            if fault.severity is Severity.ERROR
            for label in fault.labels
            if Path(label.location.path).name == file_name
        ]
    return {bisect_right(starts, line - 1) - 1: f"it does not fit the book: {message}" for line, message in located}


def editions_of_source(book: Rulebook, source: str) -> tuple[str, str]:
    """Return the editions before a source and with it. Raises `WrongInput` if the front page has not both."""
    for name, edition in book.editions.items():
        if edition.sources[-1:] == (source,):
            for earlier, other in book.editions.items():
                if tuple(other.sources) == tuple(edition.sources[:-1]):
                    return earlier, name
    raise WrongInput(
        f"the book has no two editions, one without `{source}` and one that ends in it",
        hints=[f"such as `edition first = printed` and `edition {source} = printed + {source}` on the front page"],
    )


def _find_misfits(folder: Path, file_name: str, lines: str, edition: str, new: RulesText) -> set[str]:
    """Return the numbers of cases that do not become those of the later text if a file is added to a book."""
    with trial_book(folder, file_name, lines) as trial:
        expected = {clause.number: (clause.title, clause.words) for clause in new.all_clauses()}
        result = {number: (case.title, case.paragraphs) for number, case in case_texts(trial.book.views[edition]).items()}
        differing = {number for number in {*expected, *result} if expected.get(number) != result.get(number)}
        faults = [fault for fault in trial.folded[1] if fault.severity is Severity.ERROR]
        return differing | {number for fault in faults for number in fault.cases}


@contextmanager
def trial_book(folder: Path, file_name: str, lines: str) -> Iterator[OpenBook]:
    """Yield a copy of a book that has one file more."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / folder.resolve().name
        shutil.copytree(folder, copy, ignore=lambda _, names: [name for name in names if not name.endswith((".case", ".csv"))])
        (copy / file_name).write_text(lines, "utf-8")
        yield load(str(copy), cache=False)
