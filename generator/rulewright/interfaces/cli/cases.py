"""Cases and tables of contents as text for people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from rulewright.rulebook.clauses import without_name
from rulewright.rulebook.model import CaseInForce, HistoryEntry, Paragraph, Provision, ReadingInForce, Rulebook, withdrawing_entry
from rulewright.syntax.formatter import text_of

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.queries import Neighbour
    from rulewright.interfaces.api.cases import Contents, ShownCase
    from rulewright.workspace.open_book import OpenBook


def show_contents(out: Console, loaded: OpenBook, contents: Contents) -> None:
    """Print chapters with their cases; then scenarios, rulings and open readings."""
    book = loaded.book
    out.print(Text.assemble((book.front.title, "bold"), (f"   edition {contents.edition}", "dim")))
    chapter = ""
    width = min(24, max((len(_printed_number(book, case.number)) for case in contents.cases), default=0))
    for case in contents.cases:
        if case.chapter != chapter:
            chapter = case.chapter
            heading = book.chapters.get(chapter)
            number = heading.number if heading and heading.number and any(ch.isdigit() for ch in heading.number) else ""
            title = f"{number} {heading.title}".strip() if heading else chapter
            out.print(Text(f"\n{title}", "bold cyan"))
        out.print(_contents_line(case, book, width), soft_wrap=True)
    if contents.readings:
        out.print(Text("\nOpen questions of interpretation", "bold cyan"))
        for reading in contents.readings:
            out.print(Text.assemble((f"  {reading.name:<12} ", "bold"), reading.title), soft_wrap=True)


def _printed_number(book: Rulebook, number: str) -> str:
    """Return a case number as the book prints it: `8.6`, `Retreat (J)`."""
    return book.numbering.display(number)


def _contents_line(case: CaseInForce, book: Rulebook, width: int) -> Text:
    number = f"  {_printed_number(book, case.number):<{width}}  "
    line = Text.assemble((number, "bold"), (case.title or "", "strike" if case.deleted else ""))
    marks = [mark for mark, is_so in (("deleted", case.deleted), ("not held", not case.held), (f"new in {case.source}", case.new)) if is_so]
    marks += [case.ruling_kind.replace("_", " ")] if case.ruling_kind else []
    if marks:
        line.append(f"  ({', '.join(marks)})", "dim")
    return line


def show_case(out: Console, loaded: OpenBook, view: ShownCase) -> None:
    """Print the contents of a case or a reading, and the statements that bear on it."""
    clause, edition = view.found, view.edition
    if isinstance(clause, ReadingInForce):
        _reading_head(out, loaded, edition, clause)
    else:
        _case_head(out, loaded, edition, clause)
    _show_paragraphs(out, clause.text)
    if isinstance(clause, CaseInForce) and not clause.held:
        _show_section(out, "", [Text("The printed words of this case are not held here: it is known by its number.", "italic yellow")])
    _show_section(out, "Rules", (_provision_line(provision) for provision in clause.provisions))
    if isinstance(clause, ReadingInForce):
        _show_section(out, "Ways to read it", (_choice_line(choice.name, choice.title, choice.in_play) for choice in clause.choices))
    _show_section(out, "Examples", (_source_text(text_of(example)) for example, _ in clause.examples))
    if isinstance(clause, CaseInForce):
        _show_section(out, "Also", (_source_text(text_of(line)) for line, _ in clause.other))
        _show_section(out, "History", (_history_line(entry, clause.history) for entry in clause.history))
    _show_section(out, "What bears on it", _relation_lines(view.bears_on))


def _case_head(out: Console, loaded: OpenBook, edition: str, case: CaseInForce) -> None:
    head = Text.assemble((f"{_printed_number(loaded.book, case.number)}  ", "bold cyan"), (case.title or "", "bold"))
    source = loaded.book.sources.get(case.source)
    marks = [f"new in {case.source}" if case.new else "", "deleted" if case.deleted else "", "" if case.held else "not held"]
    if case.ruling_kind:
        marks.append(case.ruling_kind.replace("_", " "))
    if case.first_number != case.number:
        marks.append(f"first {_printed_number(loaded.book, case.first_number)}")
    details = ", ".join(filter(None, [source.title if source else case.source, f"edition {edition}", *marks]))
    out.print(head, soft_wrap=True)
    out.print(Text(details, "dim"), soft_wrap=True)


def _reading_head(out: Console, loaded: OpenBook, edition: str, reading: ReadingInForce) -> None:
    out.print(Text.assemble((f"{reading.name}  ", "bold cyan"), (reading.title, "bold")), soft_wrap=True)
    settlement = f", settled as {reading.settled_as}" if reading.settled_as else ", open"
    cases = ", ".join(_printed_number(loaded.book, case.number) for case in reading.cases)
    out.print(Text(f"a question of interpretation on {cases}{settlement}, edition {edition}", "dim"), soft_wrap=True)


def _show_paragraphs(out: Console, paragraphs: Iterable[Paragraph]) -> None:
    for paragraph in paragraphs:
        style = "strike dim" if paragraph.struck else "italic" if paragraph.commentary else ""
        label = f"{paragraph.step}. " if paragraph.step else "Note: " if paragraph.commentary else ""
        out.print()
        _print_indented(out, Text.assemble((label, "bold"), (paragraph.text, style)))


def _show_section(out: Console, title: str, lines: Iterable[Text]) -> None:
    section_lines = list(lines)
    if not section_lines:
        return
    out.print()
    if title:
        out.print(Text(title, "bold"))
    for line in section_lines:
        _print_indented(out, line)


def _print_indented(out: Console, text: Text) -> None:
    """Print text indented by two columns: wrapped on a terminal, line by line elsewhere."""
    if out.is_terminal:
        out.print(Padding(text, (0, 2), expand=False))
        return
    for line in text.split("\n"):
        out.print(Text("  ") + line, soft_wrap=True)


def _provision_line(provision: Provision) -> Text:
    switches = [
        f"option {provision.scope.option}" if provision.scope.option else "",
        f"scenario {provision.scope.scenario}" if provision.scope.scenario else "",
        f"reading {provision.scope.reading} as {provision.scope.choice}" if provision.scope.reading else "",
    ]
    details = ", ".join(filter(None, [provision.origin.source, *switches, f"{provision.location.path}:{provision.location.line}"]))
    return Text.assemble((f"{provision.id}  ", "cyan"), _source_text(text_of(without_name(provision.node))), (f"   ({details})", "dim"))


_TAGS = re.compile(r" {2,}(@\S+(?: +@\S+)*) *$", re.MULTILINE)


def _source_text(text: str) -> Text:
    """Return source text of the language; tags at line ends move next to the text and are dimmed."""
    styled = Text(_TAGS.sub(r"  \1", text))
    styled.highlight_regex(r"(?m)  @\S+(?: +@\S+)*$", "dim")
    return styled


def _choice_line(name: str, title: str | None, in_play: bool) -> Text:
    return Text.assemble((name, "cyan"), f"  {title or ''}", ("  in play" if in_play else "", "green"))


def _history_line(entry: HistoryEntry, history: Sequence[HistoryEntry]) -> Text:
    acts = "; ".join(act for act in entry.acts)
    text = Text.assemble((f"{entry.origin.source}: ", "cyan"), acts)
    if (withdrawal := withdrawing_entry(history, entry)) is not None:
        text.append(f"  (withdrawn by {withdrawal.origin.source})", "dim")
    if not entry.carried_out:
        text.append("  (recorded; the words that it changes are not held)", "dim")
    return text


def _relation_lines(bears_on: Mapping[str, Sequence[Neighbour]]) -> Iterator[Text]:
    """Yield one line per relation, with the distinct labels of its neighbours."""
    for relation, others in bears_on.items():
        labels = dict.fromkeys(neighbour.label.replace("{", "").replace("}", "") for neighbour in others)
        yield Text.assemble((f"{relation}  ", "cyan"), "; ".join(labels))
