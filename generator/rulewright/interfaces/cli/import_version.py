"""`rulewright import OLD NEW`: turn a later version of a text, or a diff of it, into amendments of a book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.base.documents.versions import with_schema
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import format_count
from rulewright.interfaces.cli.own_book import load_own_book
from rulewright.interfaces.cli.terminal import print_json, print_text, show_activity

if TYPE_CHECKING:
    from rulewright.importing.text.model import RulesText
    from rulewright.interfaces.api.new_version import NewVersion
    from rulewright.workspace.open_book import OpenBook


def import_new_version(old: Path, new: Path, into: str | None, source: str, *, dry_run: bool, form: str) -> None:
    """Write the amendments that lead from a book, or from the text that a book is made of, to a later text."""
    from rulewright.importing.text.read_text import read_text
    from rulewright.interfaces.api.new_book import new_book_of_text

    with show_activity(in_pipes=False) as report_step:
        report_step(f"reading {new.name}")
        later = read_text(new)
    if into is None:
        if not old.is_dir():
            raise WrongCommand("two texts need `--into BOOK`", ["it is made of the first text where it is not there"])
        version = _compare_texts(load_own_book(str(old)), later, source, new.name)
        _show_version(version, source, str(old), dry_run=dry_run, form=form)
        return
    earlier = read_text(old)
    if not Path(into).exists():
        if dry_run:
            raise WrongCommand(
                f"there is no book `{into}` yet, and `--dry-run` makes none", ["`rulewright new` makes it of the first text"]
            )
        new_book_of_text(Path(into), earlier, later_source=(source, later.title))
        print_text(f"{into} is made of {old}", err=True)
    open_book = load_own_book(into)
    _show_version(_compare_texts(open_book, later, source, new.name), source, into, dry_run=dry_run, form=form)


def _compare_texts(open_book: OpenBook, later: RulesText, source: str, name: str) -> NewVersion:
    """Return the amendments that lead from a book to a later text, and show how far that is."""
    from rulewright.interfaces.api.new_version import import_version

    with show_activity(in_pipes=False) as report_step:
        report_step(f"comparing {name}, case by case, with {open_book.book.slug}")
        return import_version(open_book, later, source, name)


def import_diff(path: Path, into: str, source: str, *, dry_run: bool, form: str) -> None:
    """Write the amendments that a unified diff of the text of a book is."""
    from rulewright.importing.read_sheet import decode_text, read_bytes
    from rulewright.interfaces.api.new_version import patched_text

    open_book = load_own_book(into)
    later = patched_text(open_book, decode_text(read_bytes(path), path), source, path.name)
    _show_version(_compare_texts(open_book, later, source, path.name), source, into, dry_run=dry_run, form=form)


def import_amending_act(path: Path, into: str, source: str, work: str, *, dry_run: bool, form: str) -> None:
    """Write the amendments that an act marks up, and print what becomes of each and why."""
    from rulewright.base.store import write_whole
    from rulewright.importing.read_sheet import read_bytes
    from rulewright.importing.xml_tree import read_xml
    from rulewright.interfaces.api.new_version import import_act

    act = import_act(load_own_book(into), read_xml(read_bytes(path), path.name), source, path.name, work)
    reasons = [each.todo or act.faults.get(place, "") for place, each in enumerate(act.amendments)]
    if not dry_run:
        write_whole(act.file, act.lines.encode())
    if form == "json":
        cases = [
            {
                "case": each.number or None,
                "line": each.line,
                "todo": reason or None,
                "lines": list(each.lines),
                "text": each.work or None,
                "left_out": each.is_left_out,
            }
            for each, reason in zip(act.amendments, reasons, strict=True)
        ]
        print_json(with_schema("import", {"written": not dry_run, "file": str(act.file), "cases": cases}))
        return
    others = sum(each.is_left_out for each in act.amendments)
    count, to_do = sum(not reason for reason in reasons) - others, sum(bool(reason) for reason in reasons)
    left_out = f", {others} of other texts left out" if others else ""
    print_text(f"{format_count(len(reasons), 'amendment')}: {count} proposed, {to_do} to do{left_out}")
    for each, reason in zip(act.amendments, reasons, strict=True):
        head = f"todo: {reason}" if reason else " ".join(line.strip() for line in each.lines[:2])
        head = f"left out: it amends {each.work}" if each.is_left_out else head
        print_text(f"  line {each.line:,}: {head}")
    print_text(f"  {act.file}: {'would be ' if dry_run else ''}written")


def _show_version(version: NewVersion, source: str, book: str, *, dry_run: bool, form: str) -> None:
    """Write a new version unless it is a dry run, and print what becomes of each case and why."""
    if not dry_run and version.revisions:
        version.write()
    if form == "json":
        cases = [
            {"case": each.number, "change": each.kind, "why": each.reason, "todo": each.todo or None, "lines": list(each.lines)}
            for each in version.revisions
        ]
        is_written = bool(version.revisions) and not dry_run
        document = {"written": is_written, "file": str(version.file), "cases": cases, "marks": list(version.marks)}
        print_json(with_schema("import", document))
        return
    print_text(f"{format_count(len(version.revisions), 'case')} differ{'s' if len(version.revisions) == 1 else ''}")
    for revision in version.revisions:
        print_text(f"  {revision.number}: {revision.kind}: {revision.todo or revision.reason}")
        if dry_run:
            for line in revision.lines:
                print_text(f"    {line}")
    if version.revisions:
        print_text(f"  {version.file}: {'would be ' if dry_run else ''}written")
    if count := len(version.marks) + sum(bool(revision.todo) for revision in version.revisions):
        print_text(f"  {format_count(count, 'place')} to look at: search the file for `todo`")
    if version.revisions and not dry_run:
        print_text(f"next: `rulewright check {book}`; `rulewright diff` shows what `{source}` changes", err=True)
