"""Small sheets in forms that are in public use, with what must come of each statement; and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.importing.into_book import import_sheet
from rulewright.importing.sheet.model import Sheet
from rulewright.interfaces.api.new_book import new_book
from rulewright.workspace.open_book import load

FOLDER = Path(__file__).parent / "public"
WELL_KNOWN = (
    "# todo: its words in place of `not held`",
    "# todo: in the amendment above",
    "# todo: more words of case",
    "# todo: it is on",
)
"""Work that each draft leaves to a person: it doubts no reading."""


@dataclass(frozen=True)
class Expected:
    """One statement of a form: words of it, its case (`note`, or `none` if it has to be a `todo`), and how its act and its kind begin."""

    anchor: str
    case: str
    act: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Form:
    """A small sheet, and the book it is read into: a new one, an own text, or a book that holds cases."""

    name: str
    cases: tuple[str, ...]
    text: str
    expected: tuple[Expected, ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Drafted:
    """One statement as the draft has it."""

    words: str
    kind: str
    cases: str
    acts: tuple[str, ...]
    todos: tuple[str, ...]


def forms_of(file: str) -> tuple[Form, ...]:
    """Return the forms of one file of the collection."""
    forms = []
    for part in re.split(r"(?m)^==== ", (FOLDER / file).read_text("utf-8"))[1:]:
        head, text, rows = re.split(r"(?m)^----\n", part)
        name, cases = head.strip().split("\ncases: ")
        expected = [Expected(*(cell.strip() for cell in row.split("|"))) for row in rows.strip("\n").split("\n")]
        forms.append(Form(name, tuple(cases.split()), text, tuple(expected)))
    return tuple(forms)


def drafted_of(form: Form, folder: Path) -> tuple[Drafted, ...]:
    """Import a form into a book of its own; return the statements of the draft."""
    book = folder / "harbour"
    sheet = Sheet(form.name, form.text)
    if form.cases == ("new",):
        imported = new_book(book, sheet)
    else:
        book.mkdir()
        is_own = form.cases == ("own",)
        amends = "" if is_own else "  amends printed\n"
        names = [] if is_own else form.cases
        (book / "rulebook.case").write_text(
            'rulebook harbour "Harbour"\n\nsource printed "Rules"\n\nsource errata "Errata"\n'
            f'{amends}  ledger "ledger.csv"\n\nedition printed = printed\nedition errata = printed + errata\n'
        )
        (book / "cases.case").write_text("".join(f'case {name}\n  "Boats wait."\n\n' for name in names) or "# none\n")
        imported = import_sheet(sheet, load(str(book), cache=False).book, book, "errata")
        imported.write()
    assert imported is not None
    return tuple(_statements_of_draft(imported.lines))


def _statements_of_draft(draft: str) -> Iterator[Drafted]:
    for entry in re.split(r"(?m)^# ---- ", draft)[1:]:
        lines = re.sub(r"\n#   (?! *(?:proposed|todo): )\s*", " ", entry).split("\n")
        heads = [line for line in lines if re.match(r"(?:amend|case) ", line)]
        above = [
            match[1]
            for line in lines
            if (match := re.match(r"# todo: in the amendment above, or in one of its own: amend (.*) in errata", line))
        ]
        cases = above[0] if above else re.sub(r"^(?:amend|case) (.*?)(?: new)?(?: in errata.*)?$", r"\1", heads[-1]) if heads else ""
        marks = tuple(line for line in lines if line.startswith("# todo:") and not line.startswith(WELL_KNOWN))
        made: list[Drafted] = []
        for line in lines:
            if match := re.match(r"# [A-Z]+-\d+[a-z]* \(([a-z ]+)\): (.*)", line):
                made.append(Drafted(match[2], match[1], cases, (), marks))
            elif match := re.match(r"#\s+(proposed|todo): (.*)", line):
                if match[1] == "todo" and "say so in the head" in match[2]:
                    continue
                if made and match[1] == "proposed":
                    made[-1] = Drafted(made[-1].words, made[-1].kind, cases, (*made[-1].acts, match[2]), made[-1].todos)
                elif made and line.startswith("#   "):
                    made[-1] = Drafted(made[-1].words, made[-1].kind, cases, made[-1].acts, (*made[-1].todos, match[2]))
        yield from made


def outcome_of(expected: Expected, drafted: tuple[Drafted, ...]) -> str:
    """Return what came of a statement: right, todo, or what is wrong without a mark."""
    plain = [re.sub(r"[~*]{2}|</?(?:del|ins)>", "", one.words) for one in drafted]
    found = [one for one, words in zip(drafted, plain, strict=True) if re.sub(r"[~*]{2}|</?(?:del|ins)>", "", expected.anchor) in words]
    if not found:
        return "lost"
    one = found[0]
    is_note = one.kind in ("note", "example")
    if one.todos and not (is_note and expected.case == "note"):
        return "right" if expected.case == "none" else "todo"
    wrong = []
    if (expected.case == "note") != is_note or (not is_note and one.cases != expected.case):
        wrong.append(f"case {'note' if is_note else one.cases or 'none'}, not {expected.case}")
    acts = " / ".join(one.acts)
    if (expected.act == "-" and acts) or (expected.act != "-" and not any(act.startswith(expected.act) for act in one.acts or ("",))):
        wrong.append(f"act {acts or 'none'}, not {expected.act}")
    negated = expected.kind.startswith("-")
    if (
        expected.kind
        and (one.kind.startswith(expected.kind.lstrip("-")) or (expected.kind == "addition" and one.kind == "new case")) == negated
    ):
        wrong.append(f"kind {one.kind}, not {expected.kind}")
    return "; ".join(wrong) or "right"


def outcomes_of(form: Form, folder: Path) -> Iterator[tuple[Expected, str]]:
    """Yield each expected statement of a form, and what came of it."""
    drafted = drafted_of(form, folder)
    for expected in form.expected:
        yield expected, outcome_of(expected, drafted)
