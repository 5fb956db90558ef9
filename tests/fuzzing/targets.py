"""What is fuzzed: each way into the product is a function of bytes that raises where the contract is broken.

The contract: no input ends in anything but a result or a sentence; a finding names a place that is there; a command's exit status is one of
those that the manual lists.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from click.testing import CliRunner

from fuzzing.changes import changed
from fuzzing.seeds import COPY, small_core, small_data
from fuzzing.small import write_small
from rulewright.base.diagnostics import Diagnostic
from rulewright.base.errors import WrongInput
from rulewright.base.json_form import Json, Misfit
from rulewright.base.packing import DamagedError, unpack
from rulewright.core.codec import core_json, read_core
from rulewright.importing.text.patch import patch_markdown, read_hunks
from rulewright.importing.text.read_markdown import read_markdown
from rulewright.interfaces.cli.app import app
from rulewright.syntax.parser import LanguageError, decode_source, parse_expression, parse_source
from rulewright.workspace.inputs import LoadError
from rulewright.workspace.open_book import load

Target = Callable[[bytes], None]
STATUSES = (0, 1, 2, 3)
BUDGET = 60
"""So little is decided for one input."""
ASKED_LINES = 6
"""So many lines of a file that is edited are asked about, or a few more."""


class BrokenContractError(Exception):
    """What an input did that nothing may do."""


def hold(kept: bool, what: str) -> None:
    """Part of the contract."""
    if not kept:
        raise BrokenContractError(what)


def hold_places(found: Iterable[Diagnostic], lines: dict[str, int]) -> None:
    """Every finding has a place in a file that is there."""
    for one in found:
        hold(bool(one.labels), f"{one.code} has no place")
        hold(bool(one.message.strip()), f"{one.code} says nothing")
        for label in one.labels:
            at = label.location
            hold(at.path in lines, f"{one.code} names `{at.path}`")
            hold(1 <= at.line <= lines.get(at.path, 1) + 1, f"{one.code} names line {at.line} of {lines.get(at.path)}")


def text(data: bytes) -> None:
    """A file of the language, read."""
    source, problems = decode_source("x.case", data)
    _, found = parse_source(source)
    hold_places((*problems, *found), {"x.case": source.text.count("\n") + 1})


def expression(data: bytes) -> None:
    """A question as it is typed."""
    try:
        parse_expression(data.decode("utf-8", "replace"))
    except LanguageError as fault:
        hold(all(one.message for one in fault.diagnostics) and bool(fault.diagnostics), "refused without a word")


def _check(folder: Path, own_copy: Path | None = None) -> None:
    try:
        book = load(str(folder), with_folder=own_copy, cache=False, budget=BUDGET)
        found = book.diagnostics
    except LoadError as fault:
        hold(bool(fault.message), "refused without a word")
        return
    hold_places(found, {path: len(lines) for path, lines in book.source_lines().items()} | {str(folder): 1, "ferry": 1})


def _with_book(use: Callable[[Path], None]) -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as made:
        folder = Path(made) / "ferry"
        write_small(folder)
        use(folder)


def _checked_as(name: str) -> Target:
    """A file of the small book with other bytes in it, checked."""

    def target(data: bytes) -> None:
        def use(folder: Path) -> None:
            (folder / name).write_bytes(data)
            _check(folder)

        _with_book(use)

    return target


def overlay(data: bytes) -> None:
    """A reader's own copy, laid over a book."""

    def use(folder: Path) -> None:
        own_copy = folder.parent / "own"
        own_copy.mkdir()
        (own_copy / "own.case").write_bytes(data)
        _check(folder, own_copy)

    _with_book(use)


def facts(data: bytes) -> None:
    """Facts for a question, as JSON."""

    def use(folder: Path) -> None:
        given = folder.parent / "facts.json"
        given.write_bytes(data)
        _command("ask", str(folder), "allowance(u)", "--facts", str(given), "--no-cache", "--format", "json")

    _with_book(use)


def question(data: bytes) -> None:
    """A question and facts on the command line, a word each."""

    def use(folder: Path) -> None:
        words = data.decode("utf-8", "replace").replace("\0", "").split("\n")[:6]
        _command("ask", str(folder), "--no-cache", "--format", "json", "--", *words)

    _with_book(use)


def _command(*arguments: str) -> None:
    done = CliRunner().invoke(app, arguments, prog_name="rulewright")
    hold(done.exit_code in STATUSES, f"exit status {done.exit_code}")
    hold("bug in rulewright" not in done.stderr, done.stderr[:300])
    if done.exit_code in (0, 3) and done.stdout.strip().startswith("{"):
        json.loads(done.stdout)


def sheet(data: bytes) -> None:
    """An errata sheet as text, imported, and the book checked."""
    _imported("sheet.md", data)


def html(data: bytes) -> None:
    """The same as HTML."""
    _imported("sheet.html", data)


def pdf(data: bytes) -> None:
    """The same as PDF."""
    _imported("sheet.pdf", data)


def _imported(name: str, data: bytes) -> None:
    def use(folder: Path) -> None:
        given = folder.parent / name
        given.write_bytes(data)
        (folder / "ledger.csv").unlink()
        _command("import", str(given), "--into", str(folder), "--source", "errata")
        found = load(str(folder), cache=False, budget=BUDGET).folded[1]
        hold(
            not any("draft" in label.location.path and one.severity == "error" for one in found for label in one.labels),
            "a draft with an error",
        )

    _with_book(use)


def own_text(data: bytes) -> None:
    """A text of one's own in Markdown, of which a book is made."""
    _made_of("rules.md", data)


def act(data: bytes) -> None:
    """The same of an act in XML."""
    _made_of("act.xml", data)


def _made_of(name: str, data: bytes) -> None:
    def use(folder: Path) -> None:
        given, made = folder.parent / name, folder.parent / "made"
        given.write_bytes(data)
        _command("new", str(made), "--from", str(given), "--keep-words")
        if made.exists():
            found = load(str(made), cache=False, budget=BUDGET).folded[1]
            hold(not any(one.severity == "error" and one.code < "RW1" for one in found), "a line that is none of the language")

    _with_book(use)


def table(data: bytes) -> None:
    """A table of a spreadsheet, put into a book."""
    _table_of("fares.csv", data)


def decisions(data: bytes) -> None:
    """The same of DMN."""
    _table_of("fares.dmn", data)


def _table_of(name: str, data: bytes) -> None:
    def use(folder: Path) -> None:
        given = folder.parent / name
        given.write_bytes(data)
        _command("import", str(folder), str(given))
        found = load(str(folder), cache=False, budget=BUDGET).folded[1]
        written = [one for one in found for label in one.labels if Path(label.location.path).name.startswith("table-")]
        hold(not any(one.severity == "error" and one.code < "RW1" for one in written), "a line that is none of the language")

    _with_book(use)


def diff(data: bytes) -> None:
    """A unified diff of a text."""
    with contextlib.suppress(WrongInput):
        read_markdown(patch_markdown("# Club\n\n### 1.1 Members\n\nA member pays.\n", read_hunks(data.decode("utf-8", "replace"))), "club")


def core(data: bytes) -> None:
    """A core that another program wrote."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return
    _read(document)


def changed_core(data: bytes) -> None:
    """The same, changed part by part, so that it is still a document."""
    _read(changed(core_json(small_core()), data))


def _read(document: Json) -> None:
    try:
        found = read_core(document)
    except Misfit as fault:
        hold(bool(str(fault)), "refused without a word")
        return
    hold(core_json(read_core(core_json(found))) == core_json(found), "what is written is another core")


def edited(data: bytes) -> None:
    """A file as it is in an editor, and what is asked about words of it."""
    from rulewright.interfaces.lsp import asking, colours, completion, hover, lenses, navigation, symbols
    from rulewright.interfaces.lsp.draft import Trees, draft_of
    from rulewright.interfaces.lsp.text import Text, width_of

    def use(folder: Path) -> None:
        draft = draft_of(folder, {"crossing.case": data}, Trees())
        path = f"{draft.inputs.shown_folder}/crossing.case"
        text = Text(draft.sources[path], width_of(None))
        symbols.document_symbols(draft, path, text)
        symbols.folding_ranges(draft, path)
        colours.semantic_tokens(draft, path, text)
        list(lenses.lenses_of_file(draft, path))
        lines = draft.sources[path].split("\n")
        for line in range(1, len(lines) + 1, 1 + len(lines) // ASKED_LINES):
            column = 1 + len(lines[line - 1]) * (line % 3) // 2
            hover.hover_text(draft, path, line, column)
            navigation.all_places(draft, path, line, column, True)
            completion.completion_offers(draft, path, line, column)
        for one in list(asking.questions_in(draft.sources[path]))[:2]:
            asking.answer_question(draft, one.words)

    _with_book(use)


def link(data: bytes) -> None:
    """The end of an address of the page of questions, as somebody sends it: a sentence, or the list of all questions."""
    from fuzzing.page import shown

    said = shown("#" + data.decode("utf-8", "replace"))
    hold(said is None or bool(said.strip()), "nothing is said")


def typed(data: bytes) -> None:
    """What is typed into the search of the pages: entries that are there."""
    from fuzzing.page import found

    hold(all("u" in entry for entry in found(data.decode("utf-8", "replace"))), "an entry without an address")


def data(given: bytes) -> None:
    """The data of a book, as its pages read it: they work, or say why not; nothing else is changed, and they end."""
    from fuzzing.page import opened

    hold(opened(given.decode("utf-8", "replace")) != "", "refused without a word")


def changed_data(given: bytes) -> None:
    """The same, changed part by part."""
    data(json.dumps(changed(small_data(), given)).encode())


def own(given: bytes) -> None:
    """A reader's own copy as a device keeps it."""
    from fuzzing.page import own_copy

    own_copy(given.decode("utf-8", "replace"))


def changed_own(given: bytes) -> None:
    """The same, changed part by part."""
    own(json.dumps(changed(COPY, given)).encode())


def pasted(given: bytes) -> None:
    """A text or file that a reader lays over a book on a page."""
    from fuzzing.page import pasted as laid

    laid(given.decode("utf-8", "replace"))


def pinned(given: bytes) -> None:
    """Pinned cases, the last ones read and the edition to read, as a device keeps them."""
    from fuzzing.page import edition
    from fuzzing.page import pinned as listed

    kept_text = given.decode("utf-8", "replace")
    hold(all(isinstance(one[part], str) for one in listed(kept_text) for part in "untb"), "a pin without its parts")
    hold(edition(kept_text) in ("", kept_text), "an edition that nobody chose")


def kept(data: bytes) -> None:
    """A result kept on disk."""
    try:
        unpack(data)
    except DamagedError:
        return


IN_PAGES = (link, typed, data, changed_data, own, changed_own, pasted, pinned)
"""What is fuzzed in an embedded JavaScript interpreter."""
FILES = {"book": "crossing.case", "front": "rulebook.case", "ledger": "ledger.csv"}
TARGETS: dict[str, Target] = {
    **{one.__name__: one for one in (kept, core, changed_core, *IN_PAGES, expression, facts, text)},
    **{name: _checked_as(file) for name, file in FILES.items()},
    **{one.__name__: one for one in (overlay, question, sheet, html, pdf, own_text, act, table, decisions, diff, edited)},
}
"""By their names; those of which an input takes little come first, so that the others have the time that is left."""
