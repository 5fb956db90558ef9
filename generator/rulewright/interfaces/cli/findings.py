"""Findings as text for people: the message, the source lines with the labels underlined, help, and where to read more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from rulewright.base.control_characters import make_visible
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.causes import CITED, cause_key, consequences_by_cause
from rulewright.interfaces.cli.common import format_count

COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}
MAX_LABEL_LINES = 6
"""Maximum number of source lines shown for a label."""

MAX_NOTES_SHOWN = 40
"""Maximum number of notes shown in one run without `--all`."""

MAX_ALIKE_SHOWN = 5
"""Maximum number of warnings of one kind of unfinished work that are shown in full in one run without `--all`."""

MAX_NAMES_SHOWN = 6
"""Maximum number of names in the line that stands for many warnings."""

UNFINISHED = {
    ("RW407", "RW408"): "names are used by no rule yet",
    ("RW404",): "cases are reached by no example yet",
}
"""Codes of warnings that a book has by the dozen while it is being written, with what is said of many of them in one line."""

Lines = Mapping[str, Sequence[str]]
"""Lines of source files by displayed path."""


def show_finding(out: Console, finding: Diagnostic, sources: Lines, followed_by: Sequence[Diagnostic] = ()) -> None:
    """Print one finding in full: its labels under their source lines; findings that follow from it are counted."""
    head = Text.assemble(
        (finding.severity.value, COLOURS[finding.severity]),
        (f" {finding.code}", "bold"),
        (f" {finding.name}: ", "dim"),
        (finding.message, "bold"),
    )
    head.append(finding.edition_text + baseline_text(finding), "dim")
    out.print(head, soft_wrap=True)
    width = max([len(str(label.location.end_line)) for label in finding.labels], default=1)
    for label in finding.labels:
        for line in _label_lines(label, sources, width, COLOURS[finding.severity]):
            out.print(line, soft_wrap=True)
    margin = " " * (width + 1)
    for kind, texts in (("help", (finding.help,)), ("note", finding.further_notes), ("more", (f"rulewright explain {finding.code}",))):
        for text in texts:
            if text:
                out.print(Text.assemble((f"{margin}= ", "blue"), (f"{kind}: ", "bold"), text), soft_wrap=True)
    if followed_by:
        followers_text = f"{len(followed_by):,} more follow from this: {_tally_names(followed_by)}; `--all` shows each"
        out.print(Text.assemble((f"{margin}= ", "blue"), followers_text), soft_wrap=True)
    if finding.example:
        out.print(Text.assemble((f"{margin}= ", "blue"), ("example block, ready to paste:", "bold")), soft_wrap=True)
        for row in finding.example.rstrip("\n").split("\n"):
            out.print(Text(f"{margin}    {row}", "green"), soft_wrap=True)
    out.print()


def one_line_text(finding: Diagnostic) -> Text:
    """Return a finding as one line: severity, code, location and message."""
    place = f"{finding.labels[0].location.path}:{finding.labels[0].location.line}: " if finding.labels else ""
    note = f"; {finding.notes[0]}" if finding.witness is not None and finding.notes else ""
    start = (f"{finding.severity.value} {finding.code} ", COLOURS[finding.severity])
    return Text.assemble(start, (place, "dim"), finding.message + note, (finding.edition_text + baseline_text(finding), "dim"))


def baseline_text(finding: Diagnostic) -> str:
    """Return the text after the message of a finding that a baseline has."""
    return "  (in the baseline)" if finding.in_baseline else ""


def _tally_names(findings: Iterable[Diagnostic]) -> str:
    """Return the number of findings by name, the most frequent first: `59 case-not-there, 6 dangling-reference`."""
    names = Counter(finding.name for finding in findings)
    return ", ".join(f"{number:,} {name}" for name, number in sorted(names.items(), key=lambda pair: (-pair[1], pair[0])))


def causes_first(findings: Sequence[Diagnostic]) -> list[tuple[Diagnostic, list[Diagnostic]]]:
    """Return the findings that follow from no other, with those that follow from each; stably sorted by the number of these, descending."""
    followers_by_finding = consequences_by_cause(findings)
    causes = [(finding, followers_by_finding.get(cause_key(finding), [])) for finding in findings if not finding.follows]
    return sorted(causes, key=lambda pair: -len(pair[1]))


def fold_unfinished(findings: Sequence[Diagnostic]) -> tuple[list[Diagnostic], list[Text]]:
    """Return the findings without those warnings of unfinished work that are too many, and a line for each kind of these."""
    lines: list[Text] = []
    folded: set[str] = set()
    for codes, what in UNFINISHED.items():
        alike = [finding for finding in findings if finding.code in codes and finding.severity is Severity.WARNING]
        if len(alike) > MAX_ALIKE_SHOWN:
            folded.update(codes)
            lines.append(_line_for_many(alike, what))
    unfolded = [finding for finding in findings if finding.code not in folded or finding.severity is not Severity.WARNING]
    return unfolded, lines


def _line_for_many(findings: Sequence[Diagnostic], what: str) -> Text:
    codes = ", ".join(dict.fromkeys(finding.code for finding in findings))
    names = [_subject_of(finding) for finding in findings[:MAX_NAMES_SHOWN]]
    unnamed = len(findings) - len(names)
    subjects = f"{', '.join(names)}{f' and {unnamed:,} more' if unnamed else ''}"
    colour = COLOURS[findings[0].severity]
    return Text.assemble(
        (findings[0].severity.value, colour), (f" {codes}", "bold"), f" {len(findings):,} {what}: {subjects}; `--all` shows each"
    )


def _subject_of(finding: Diagnostic) -> str:
    """Return the name or the case that a finding is about."""
    cited = CITED.search(finding.message)
    return f"`{cited[1]}`" if cited is not None else ", ".join(finding.cases)


def worth_showing(findings: Iterable[Diagnostic]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Split notes into those worth showing and those only counted: accepted by the book, following from another finding, or known."""
    notable: list[Diagnostic] = []
    counted: list[Diagnostic] = []
    for finding in findings:
        (counted if finding.accepted or finding.follows or finding.in_baseline else notable).append(finding)
    return notable, counted


def show_counted(out: Console, book: str, counted: Sequence[Diagnostic]) -> None:
    """Print the number of notes that are not shown, by kind."""
    if counted:
        accepted = sum(note.accepted for note in counted)
        known_before = sum(note.in_baseline and not note.accepted for note in counted)
        kinds = [f"{number:,} {what}" for number, what in ((accepted, "accepted by the book"), (known_before, "in the baseline")) if number]
        kinds += [tally] if (tally := _tally_names(note for note in counted if not note.accepted and not note.in_baseline)) else []
        heading = format_count(len(counted), "more note")
        out.print(Text.assemble((book, "bold"), f": {heading}: {', '.join(kinds)}; `--all` shows each"), soft_wrap=True)


def show_not_analysed(out: Console, book: str, not_analysed: Sequence[Mapping[str, str | None]], each: bool) -> None:
    """Print the questions that could not be decided: their number by reason, or with `each` one line per question."""
    if not not_analysed:
        return
    out.print(
        Text.assemble((book, "bold"), f": {len(not_analysed):,} not analysed", "" if each else " (`--not-analysed` lists each)"),
        soft_wrap=True,
    )
    if each:
        for entry in not_analysed:
            rule_or_case = entry["rule"] or entry["case"] or ""
            edition = f"edition {entry['edition']}" if entry["edition"] else ""
            subject = ", ".join(filter(None, (f"`{entry['question']}`", edition))) if entry["question"] else edition or "every edition"
            out.print(Text(f"  {subject}{f', {rule_or_case}' if rule_or_case else ''}: {entry['reason']}"), soft_wrap=True)
    else:
        reasons: dict[str, int] = {}
        for entry in not_analysed:
            reasons[entry["reason"] or ""] = reasons.get(entry["reason"] or "", 0) + 1
        for reason, number in sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0])):
            out.print(Text(f"  {number:>4,}  {reason}"), soft_wrap=True)
    out.print()


def _label_lines(label: Label, sources: Lines, width: int, colour: str) -> Iterator[Text]:
    location = label.location
    yield Text.assemble((" " * width + "--> ", "blue"), (f"{location.path}:{location.line}:{location.column}", "underline"))
    lines = sources.get(location.path, ())
    bar = " " * (width + 1) + "| "
    last = min(location.end_line, location.line + MAX_LABEL_LINES - 1)
    line_numbers = [n for n in range(location.line, last + 1) if 0 < n <= len(lines)]
    for number in line_numbers:
        text = lines[number - 1]
        start = location.column - 1 if number == location.line else len(text) - len(text.lstrip())
        end = location.end_column - 1 if number == location.end_line else len(text)
        yield Text.assemble((f"{number:>{width}} | ", "blue"), make_visible(_truncate_line(text)))
        marks = Text.assemble(
            (bar, "blue"), " " * cell_len(make_visible(text[:start])), ("^" * max(1, cell_len(make_visible(text[start:end]))), colour)
        )
        if number == line_numbers[-1] and label.text:
            marks.append(f" {label.text}", colour)
        yield _truncate_marks(marks)
    if not line_numbers and label.text:
        yield Text.assemble((bar, "blue"), (label.text, colour))
    if last < location.end_line and line_numbers:
        yield Text.assemble((bar, "blue"), (f"… {location.end_line - last} more lines", "dim"))


def _truncate_line(line: str, limit: int = 400) -> str:
    return line if len(line) <= limit else line[:limit] + "…"


def _truncate_marks(marks: Text, limit: int = 420) -> Text:
    return marks if len(marks) <= limit else marks[:limit]


def severity_summary(findings: Iterable[Diagnostic]) -> str:
    """Return the number of findings by severity: `1 error, 2 warnings, 4 for information`, or `no findings`."""
    tally = dict.fromkeys(Severity, 0)
    for finding in findings:
        tally[finding.severity] += 1
    words = (
        (tally[Severity.ERROR], "error", "errors"),
        (tally[Severity.WARNING], "warning", "warnings"),
        (tally[Severity.INFO], "for information", "for information"),
    )
    return ", ".join(f"{n:,} {singular if n == 1 else plural}" for n, singular, plural in words if n) or "no findings"
