"""Findings for people: the sentence, the texts it is about underlined, help, and where to read more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from rulewright.base.control_characters import visible
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.causes import followers, named
from rulewright.interfaces.cli.common import count

COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}
LONGEST = 6
"""A label over more lines than this is shown by its first lines only."""

NOTES = 40
"""So many notes are shown in one run, unless all are asked for."""

Lines = Mapping[str, Sequence[str]]
"""The lines of each file, by its path as shown."""


def show_finding(out: Console, finding: Diagnostic, sources: Lines, followed_by: Sequence[Diagnostic] = ()) -> None:
    """One finding in full: each label under the lines it stands on; what follows from it is counted."""
    head = Text.assemble(
        (finding.severity.value, COLOURS[finding.severity]),
        (f" {finding.code}", "bold"),
        (f" {finding.name}: ", "dim"),
        (finding.message, "bold"),
    )
    if finding.edition:
        head.append(f"  (edition {finding.edition})", "dim")
    out.print(head, soft_wrap=True)
    width = max([len(str(label.location.end_line)) for label in finding.labels], default=1)
    for label in finding.labels:
        for line in _label(label, sources, width, COLOURS[finding.severity]):
            out.print(line, soft_wrap=True)
    margin = " " * (width + 1)
    for kind, texts in (("help", (finding.help,)), ("note", finding.notes), ("more", (f"rulewright explain {finding.code}",))):
        for text in texts:
            if text:
                out.print(Text.assemble((f"{margin}= ", "blue"), (f"{kind}: ", "bold"), text), soft_wrap=True)
    if followed_by:
        rest = f"{len(followed_by):,} more follow from this: {_tally(followed_by)}; `--all` shows each"
        out.print(Text.assemble((f"{margin}= ", "blue"), rest), soft_wrap=True)
    if finding.example:
        out.print(Text.assemble((f"{margin}= ", "blue"), ("example block, ready to paste:", "bold")), soft_wrap=True)
        for one in finding.example.rstrip("\n").split("\n"):
            out.print(Text(f"{margin}    {one}", "green"), soft_wrap=True)
    out.print()


def line_of(found: Diagnostic) -> Text:
    """One finding on one line: its code, place and sentence."""
    place = f"{found.labels[0].location.path}:{found.labels[0].location.line}: " if found.labels else ""
    note = f"; {found.notes[0]}" if found.witness is not None and found.notes else ""
    return Text.assemble((f"{found.severity.value} {found.code} ", COLOURS[found.severity]), (place, "dim"), found.message + note)


def _tally(found: Iterable[Diagnostic]) -> str:
    """`59 case-not-there, 6 dangling-reference`, the most frequent first."""
    names = Counter(one.name for one in found)
    return ", ".join(f"{number:,} {name}" for name, number in sorted(names.items(), key=lambda pair: (-pair[1], pair[0])))


def causes_first(found: Sequence[Diagnostic]) -> list[tuple[Diagnostic, list[Diagnostic]]]:
    """What has a cause of its own, with what follows from it: what most follows from comes first, else all stay in their order."""
    under = followers(found)
    own = [(one, under.get(named(one), [])) for one in found if not one.follows]
    return sorted(own, key=lambda pair: -len(pair[1]))


def worth_showing(found: Iterable[Diagnostic]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Notes that an editor will want, and those that are only counted: what the book accepts, and what follows from another."""
    shown: list[Diagnostic] = []
    counted: list[Diagnostic] = []
    for one in found:
        (counted if one.accepted or one.follows else shown).append(one)
    return shown, counted


def show_counted(out: Console, book: str, counted: Sequence[Diagnostic]) -> None:
    """How many notes are not shown, and of which kinds."""
    if counted:
        accepted = sum(one.accepted for one in counted)
        kinds = [f"{accepted:,} accepted by the book"] if accepted else []
        kinds += [tally] if (tally := _tally(one for one in counted if not one.accepted)) else []
        more = count(len(counted), "more note")
        out.print(Text.assemble((book, "bold"), f": {more}: {', '.join(kinds)}; `--all` shows each"), soft_wrap=True)


def show_left(out: Console, book: str, left: Sequence[Mapping[str, str | None]], each: bool) -> None:
    """What could not be decided: how often for which reason, or each by itself."""
    if not left:
        return
    out.print(
        Text.assemble((book, "bold"), f": {len(left):,} not analysed", "" if each else " (`--not-analysed` lists each)"), soft_wrap=True
    )
    if each:
        for one in left:
            where = one["rule"] or one["case"] or ""
            edition = f"edition {one['edition']}" if one["edition"] else ""
            about = ", ".join(filter(None, (f"`{one['question']}`", edition))) if one["question"] else edition or "every edition"
            out.print(Text(f"  {about}{f', {where}' if where else ''}: {one['reason']}"), soft_wrap=True)
    else:
        reasons: dict[str, int] = {}
        for one in left:
            reasons[one["reason"] or ""] = reasons.get(one["reason"] or "", 0) + 1
        for reason, number in sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0])):
            out.print(Text(f"  {number:>4,}  {reason}"), soft_wrap=True)
    out.print()


def _label(label: Label, sources: Lines, width: int, colour: str) -> Iterator[Text]:
    at = label.location
    yield Text.assemble((" " * width + "--> ", "blue"), (f"{at.path}:{at.line}:{at.column}", "underline"))
    lines = sources.get(at.path, ())
    bar = " " * (width + 1) + "| "
    last = min(at.end_line, at.line + LONGEST - 1)
    shown = [n for n in range(at.line, last + 1) if 0 < n <= len(lines)]
    for number in shown:
        text = lines[number - 1]
        start = at.column - 1 if number == at.line else len(text) - len(text.lstrip())
        end = at.end_column - 1 if number == at.end_line else len(text)
        yield Text.assemble((f"{number:>{width}} | ", "blue"), visible(_cut(text)))
        marks = Text.assemble(
            (bar, "blue"), " " * cell_len(visible(text[:start])), ("^" * max(1, cell_len(visible(text[start:end]))), colour)
        )
        if number == shown[-1] and label.text:
            marks.append(f" {label.text}", colour)
        yield _cut_marks(marks)
    if not shown and label.text:
        yield Text.assemble((bar, "blue"), (label.text, colour))
    if last < at.end_line and shown:
        yield Text.assemble((bar, "blue"), (f"… {at.end_line - last} more lines", "dim"))


def _cut(line: str, most: int = 400) -> str:
    return line if len(line) <= most else line[:most] + "…"


def _cut_marks(marks: Text, most: int = 420) -> Text:
    return marks if len(marks) <= most else marks[:most]


def summary(found: Iterable[Diagnostic]) -> str:
    """`1 error, 2 warnings, 4 for information`, or `no findings`."""
    tally = dict.fromkeys(Severity, 0)
    for one in found:
        tally[one.severity] += 1
    words = (
        (tally[Severity.ERROR], "error", "errors"),
        (tally[Severity.WARNING], "warning", "warnings"),
        (tally[Severity.INFO], "for information", "for information"),
    )
    return ", ".join(f"{n:,} {one if n == 1 else many}" for n, one, many in words if n) or "no findings"
