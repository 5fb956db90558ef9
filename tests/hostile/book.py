"""A book that means harm in every place where a text can be: as a folder of files, clean enough that a site is built of it.

Each text is in a case, a term, a value of an enum, a reading and a row of the ledger of its own; what questions are made of (the phrases of
facts, verdicts, measures) has several at once, since every question is decided.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from hostile.texts import FILE_NAMES, QUOTED, TEXTS
from rulewright.rulebook.ledger import COLUMNS

AT_ONCE = 10
"""So many texts are in one phrase."""

ANY = " ".join(TEXTS[::7])
"""Something of every kind, for places that are there once."""


def several() -> Iterator[str]:
    """All texts, a few at a time."""
    for at in range(0, len(TEXTS), AT_ONCE):
        yield " ".join(TEXTS[at : at + AT_ONCE])


def front() -> str:
    """Sources, editions, and the words of the language."""
    lines = [
        f'rulebook hostile "{ANY}"',
        "  numbering decimal",
        f'  credit "{ANY}"',
        *(f'  about "{one}"' for one in several()),
        '  try "go_0 how=plain"',
        "",
        f'game other "{ANY}"',
        "",
        f'source printed "{ANY}"',
        '  ledger "ledger.csv"',
        f'  publisher "{ANY}"',
        f'  dated "{ANY}"',
        "",
        f'source errata "{ANY}"',
        "  amends printed",
        f'  known "{ANY}"',
        "",
        f'edition printed "{ANY}" = printed from 1990-01-01',
        f'edition errata "{ANY}" = printed + errata from 1991-01-01',
        "",
        "precedence",
        "  stated",
        "  later source over earlier source",
        "",
        "enum how:",
        f'  plain "{ANY}"',
        *(f'  "{one}"' for one in TEXTS),
        "",
        f'measure MP "{ANY}"',
        "",
        f'scale weight: light "{ANY}", heavy',
        "",
        f'record unit "{ANY}"',
        f'  heavy: yes/no "{ANY} {{it}}"',
        f'    asks "{ANY}"',
        "",
        f'fact how: how "{ANY}"',
        f'  asks "{ANY}"',
        "",
        f'predicate ready(u: unit) "{ANY} {{u}}"',
        "",
        f'value speed(u: unit): 0..20 MP "{ANY} {{u}}"',
        "",
        f'status tired of unit "{ANY} {{it}}"',
        f'  lasts "{ANY}"',
        "",
        f'choice stance: how by owner "{ANY}"',
        f'  hidden from owner until "{ANY}"',
        "",
        f'die luck: 1d6 "{ANY}"',
        "",
        f'map board "{ANY}": h0101 .. h0104',
        "",
        f'background usual_day "{ANY}"',
        "  given how is plain",
        "",
    ]
    for number, one in enumerate(several()):
        lines += [f'option option_{number} "{one}"', f'verdict go_{number} "{one}"', ""]
    for one in TEXTS:
        lines += [f'term "{one}" "{one}"', f'  also "also {one}"', ""]
    return "\n".join(lines)


def cases() -> str:
    """A case for each text, and what another source does to its words."""
    lines = [f'chapter 1.0 "{ANY}"', f'  "{ANY}"', ""]
    for number, one in enumerate(TEXTS):
        lines += [f'case {100 + number}.1 "{one}"', f'  "{one}"', f'  "Before {one} after."', f'  note "{one}"', ""]
    return "\n".join((*lines, *changes(), ""))


def chapters() -> Iterator[str]:
    """Rules that are asked for, with examples and readings."""
    for number, one in enumerate(several()):
        value, last = TEXTS[number], TEXTS[-1 - number]
        yield f"""\
chapter {number + 2}.0 "{one}"

case {number + 2}.1 "{one}"
  "{one}"
  reads "{value}" as "{last}" because "{one}"
  may go_{number} when how is "{value}"  @HO-{number}
    note "{one}"
  may not go_{number} when how is plain

  example "{one}"
    given how is "{value}"
    then permitted go_{number}

  example "then {one}"
    with background usual_day
    then forbidden go_{number}

reading reading_{number} on {number + 2}.1 "{one}"
  "{one}"
  choice one "{one}": may go_{number} when how is "{last}"
  choice two "{one}": may not go_{number} when how is "{last}"
"""


def others() -> str:
    """The forms of which a book has few."""
    rows = [f'    | "{one}" | {number % 10} |' for number, one in enumerate(one for one in TEXTS if not set(one) & set("|#@,\x0b\u2028"))]
    return f"""\
chapter 50.0 "{ANY}"

case 50.1 "{ANY}"
  step 1 "{ANY}"
  component 2 "{ANY}"
  accepts contradiction at "{ANY}" because "{ANY}"
  table pace(how: how): 0..9 MP "{ANY}"
    | plain | 1 |
{chr(10).join(rows)}
  speed(u) is 3 MP when not ready(u)
  speed(u) is 4 MP when ready(u)
  ready(u) means u.heavy

scenario 60 "{ANY}"
  "{ANY}"
  may go_0 when how is "{TEXTS[20]}"
"""


def changes() -> Iterator[str]:
    """What another source does to the words."""
    for number, one in enumerate(TEXTS):
        if number % 3 == 0:
            yield f'amend {100 + number}.1 in errata as correction "{one}"'
            yield f'  replaces "after" with "{one}"'
        elif number % 3 == 1:
            yield f'amend {100 + number}.1 in errata as addition "{one}"'
            yield f'  appends "{one}"'
        else:
            yield f'amend {100 + number}.1 in errata as omission "{one}"'
            yield '  strikes "Before"'
        yield ""
    yield f'amend 2.1 in errata as change "{ANY}"'
    yield f'  "{ANY}"'
    yield f'  may go_0 when how is "{TEXTS[30]}"'
    yield ""
    yield "ruling Q1 on 3.1 in errata"
    yield f'  asks "{ANY}"'
    yield f'  answers "{ANY}"'
    yield f'  may not go_1 when how is "{TEXTS[31]}"'


def ledger() -> str:
    """A row for each text, and rows with what only a cell can hold."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    texts: Sequence[str] = (*TEXTS, *QUOTED)
    for number, one in enumerate(texts):
        plain = one.replace("\r", " ")
        writer.writerow(
            {"item": f"HO-{number}", "section": plain, "locator": plain, "kind": plain, "summary": plain, "computable": "partly", "shape": plain,
             "ocr_note": plain, "anchor": plain, "source": "printed"}
        )  # fmt: skip
    return out.getvalue()


def write_hostile(folder: Path) -> Path:
    """The book, with a file for each name that means harm."""
    folder.mkdir(parents=True)
    (folder / "rulebook.case").write_text(front(), "utf-8", newline="")
    (folder / "cases.case").write_text(cases(), "utf-8", newline="")
    (folder / "others.case").write_text(others(), "utf-8", newline="")
    (folder / "ledger.csv").write_text(ledger(), "utf-8", newline="")
    for number, text in enumerate(chapters()):
        name = FILE_NAMES[number] if number < len(FILE_NAMES) else f"{number}.case"
        (folder / name).write_text(text, "utf-8", newline="")
    return folder


def write_broken(folder: Path) -> Path:
    """The same with errors of every layer in it, and examples that fail."""
    write_hostile(folder)
    for path in folder.glob("*.case"):
        path.write_text(path.read_text("utf-8").replace("then permitted", "then forbidden"), "utf-8", newline="")
    errors = [f'case 200.{at} "{one}"\n  "see [9.9], {one}" x\n  may "{one}" when "{one}"\n' for at, one in enumerate(TEXTS[::4])]
    names = [f'case 201.{at} "{one}"\n  may go_{at} when how is "not {one}"\n' for at, one in enumerate(several())]
    (folder / "more.case").write_text("\n".join((*errors, *names)), "utf-8", newline="")
    (folder / "more.csv").mkdir()
    return folder


def sheet() -> str:
    """An errata sheet whose every entry means harm."""
    texts = [one.replace("\0", "") for one in (*TEXTS, *QUOTED)]
    entries = [f"[{100 + at}.1] (Change) {one}\n" for at, one in enumerate(texts)]
    replaced = [f'[{400 + at}.1] Replace "{one}" with "{one}".\n' for at, one in enumerate(texts)]
    return "\n".join((f"# Errata {texts[0]}\n", *entries, *replaced))
