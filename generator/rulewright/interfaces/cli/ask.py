"""`rulewright ask`: the answer to a question, with its explanation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.base.documents.versions import with_schema
from rulewright.interfaces.cli.app import CLEAN, FINDINGS, OPEN, WRONG, WrongCommand
from rulewright.interfaces.cli.common import (
    book_argument,
    edition_option,
    examples_epilog,
    facts_argument,
    format_option,
    on_option,
    question_argument,
    switch_options,
)
from rulewright.interfaces.cli.reader import Reader, budget_option, reading_options
from rulewright.interfaces.cli.terminal import console, is_interactive, print_json, print_text, show_activity

if TYPE_CHECKING:
    from rulewright.engines.interpreter.answer import Answer
    from rulewright.interfaces.cli.inquiry import Inquiry
    from rulewright.interfaces.cli.plain_words import PlainInquiry
    from rulewright.workspace.open_book import OpenBook

EPILOG = examples_epilog(
    'rulewright ask la-grande-armee "allowance(u)" u.arm=cavalry weather=mud "printed_allowance(u)=7 MP"',
    'rulewright ask la-grande-armee "allowance(u)" weather=mud "printed_allowance(u)=7 MP" --why-not 7',
    'rulewright ask la-grande-armee "allowance(u)" u.arm=cavalry "printed_allowance(u)=7 MP" --over weather --most',
    'rulewright ask leipzig "may cavalry retreat before combat?"',
    'rulewright ask leipzig-lite "may march(q, a)" --facts situation.json --format json',
    'rulewright ask la-grande-armee "allowance(u)" weather=mud --table units.csv --keep name --format csv',
    'rulewright ask la-grande-armee "forage(u, t)" --edition errata --reading depot_cities_too=they_are_meant',
)


@click.command(epilog=EPILOG)
@book_argument
@question_argument
@facts_argument
@click.option(
    "--facts", "facts_file", type=click.Path(path_type=Path), metavar="FILE", help="A JSON file of facts: the same names as keys."
)
@edition_option
@on_option
@switch_options
@click.option("--closed", is_flag=True, help="There are no other things than those that are named.")
@click.option("--assume-nothing", is_flag=True, help="Ask for the facts of which the book says what is usual, too.")
@click.option("--brief", is_flag=True, help="Show the outcome, the facts that are missing and the rules in conflict; no argument.")
@click.option("--over", multiple=True, metavar="FACT", help="Also show the answer for every value of a fact; of two, as a table.")
@click.option("--least", is_flag=True, help="Also show the least amount that the answer can be.")
@click.option("--most", is_flag=True, help="Also show the greatest amount that the answer can be.")
@click.option("--why-not", "wanted", metavar="VALUE", help="Also show the smallest change to the facts that makes the answer VALUE.")
@click.option("--interview/--no-interview", default=None, help="Ask for missing facts, one at a time; by default on a terminal.")
@click.option(
    "--table",
    "table_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Ask for each row of a CSV, TSV, Parquet or Arrow file, whose columns are facts.",
)
@click.option("--keep", multiple=True, metavar="COLUMN", help="With --table: carry over a column that is no fact.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="With --table: write the answers to a file.")
@format_option("text", "json", "csv")
@budget_option
@reading_options
@click.pass_context
def command(
    ctx: click.Context,
    book: str,
    question: str,
    facts: tuple[str, ...],
    facts_file: Path | None,
    edition: str | None,
    on: str | None,
    options: tuple[str, ...],
    scenario: str | None,
    readings: tuple[str, ...],
    closed: bool,
    assume_nothing: bool,
    brief: bool,
    over: tuple[str, ...],
    least: bool,
    most: bool,
    wanted: str | None,
    interview: bool | None,
    table_file: Path | None,
    keep: tuple[str, ...],
    out: Path | None,
    form: str,
    reader: Reader,
) -> None:
    """Answer QUESTION from BOOK, with the argument: what won, what was defeated, what did not apply.

    QUESTION is in the language, as `allowance(u)`, or in plain words: "may a wagon cross in mud?" The first line says which question
    the words are taken as, and which facts they give. Where two questions fit about equally well, they are listed, and none is answered.
    "What is a supply train?" shows the entry of a term, and "what if ..." which questions depend on a fact.

    Facts are NAME=VALUE, as in u.arm=cavalry weather=mud; things that no fact names are declared by world="u, v: unit; t: town". The hex
    of a unit may be a hex that is not named; with --closed the things that are named are all that there are. On a terminal it asks for the
    facts that are missing, the most decisive first. Where the book says what is usual, that is assumed of facts that are not given, and
    the first line of the answer names what would change it, also that another thing is there; with --assume-nothing these facts are
    missing too. With --brief nothing is asked.

    --why-not shows what it takes to get another answer: permitted, 5, yes, conflict, "out of range", undetermined. It changes as few as
    possible of the facts that were given; facts that were not given are free, usual or not. If no change leads there, that is proved.

    --over shows what the answer is for each value of a fact, or of two facts, that are not given; --least and --most, between what it can
    be. Nothing is asked then.

    --on asks the edition that was in force on a day, where the book says from when its editions are.

    --table asks for each row of a file. Its first line has the names of facts; an empty cell is not given. A row that cannot be asked is
    named, with its number and the reason, and the others are answered. --format csv has a row of answers for each.

    Where errors of the book are known, their number is said: an answer may be wrong. It is not checked for that: `check`, `test` and
    `build` do, and until then it is said that it has not been checked as it is.

    Exit status 0 answered, 1 conflict or out of range, 3 undetermined or facts missing; with --table that of the worst row, and 2 if
    there is one that cannot be asked.
    """
    from rulewright.interfaces.api.book import Book
    from rulewright.interfaces.api.facts import read_facts, with_day_asked
    from rulewright.interfaces.cli.inquiry import Inquiry
    from rulewright.interfaces.cli.other_switches import find_other_switches, show_other_switches

    known_facts = {**(read_facts(facts_file) if facts_file else {}), **parse_assignments(facts, "a fact", "weather=mud")}
    all_readings = "all" in readings
    chosen_readings = parse_assignments([reading for reading in readings if reading != "all"], "a reading", "H_42=carry_on")
    loaded = reader.book(book)
    api_book = Book(loaded)
    if table_file is not None:
        if over or least or most or wanted is not None or interview or all_readings:
            raise WrongCommand(
                "`--table` asks one question for each row",
                ["leave out `--over`, `--least`, `--most`, `--why-not`, `--interview`, `--reading all`"],
            )
        from rulewright.interfaces.api.asked import AskArguments
        from rulewright.interfaces.cli.ask_table import answer_table

        arguments = AskArguments(
            edition=edition, on=on, options=options, readings=chosen_readings, scenario=scenario, closed=closed,
            assume_usual=not assume_nothing,
        )  # fmt: skip
        ctx.exit(answer_table(api_book, question, table_file, known_facts, keep, out, form, arguments))
    if keep or out is not None or form == "csv":
        raise WrongCommand("`--keep`, `--out` and `--format csv` are for `--table`")
    edition = api_book.edition(edition, on=on)
    inquiry = Inquiry(
        api_book,
        edition,
        question,
        with_day_asked(loaded.core(edition), on, known_facts),
        options,
        chosen_readings,
        scenario,
        closed,
        not assume_nothing,
        over,
        least,
        most,
        brief,
    )
    may_prompt = form == "text" and (is_interactive() if interview is None else interview)
    answer, plain = _first_answer(ctx, inquiry, form, may_prompt=may_prompt and not brief)
    if answer.renamed:
        inquiry.use_present_names(loaded.book.former_names)
        changes = ", ".join(f"`{former}` is `{present}` today" for former, present in answer.renamed)
        print_text(f"rulewright: {changes}", err=True)
    if (
        form == "text"
        and not inquiry.asks_several_answers
        and _should_interview(False if interview is None and brief else interview, answer)
    ):
        from rulewright.interfaces.cli.interview import hold_interview as hold

        answer = hold(inquiry, answer)
    why_not = None if wanted is None else inquiry.why_not(wanted)
    with show_activity() as report_step:
        report_step(f"looking for errors in {loaded.name}")
        warning = _reliability_warning(loaded, answer, brief)
    if warning:
        print_text(f"rulewright: {loaded.name} {warning}; see `rulewright check {book}`", err=True)
    other_switches = find_other_switches(inquiry, answer)
    if form == "json":
        extras: dict[str, Any] = {} if why_not is None else {"why_not": why_not.to_json()}
        extras |= {} if plain is None else plain.to_json()
        print_json({**answer.to_json(), **extras, **other_switches.to_json()})
    else:
        _print_answer(inquiry, answer, all_readings, loaded)
        show_other_switches(other_switches)
        if why_not is not None:
            from rulewright.interfaces.cli.answers import show_why_not

            show_why_not(console(), why_not, answer.question)
        if plain is not None and not may_prompt and not brief:
            from rulewright.interfaces.cli.plain_words import show_samples

            show_samples(answer.missing)
    ctx.exit(exit_status_over(answer) if inquiry.asks_several_answers else exit_status(answer))


def _first_answer(ctx: click.Context, inquiry: Inquiry, form: str, *, may_prompt: bool) -> tuple[Answer, PlainInquiry | None]:
    """Return the answer to a question in the language, or else to the question that its words are taken as, and these words.

    Ends the command where the words may mean several questions or ask for a term, or an argument is missing.
    """
    from rulewright.base.errors import WrongInput

    with show_activity() as report_step:
        report_step(f"looking for the answer in {inquiry.book.name}")
        try:
            return inquiry.compute_answer(), None
        except WrongInput as fault:
            from rulewright.interfaces.cli.plain_words import read_words

            plain = read_words(inquiry, fault)
    if plain.reading.term is not None:
        if form == "json":
            print_json(with_schema("ask", plain.unclear_json()))
        else:
            plain.show_term(plain.reading.term)
        ctx.exit(CLEAN)
    if plain.candidate is None and may_prompt and not plain.reading.depends:
        plain.choose_candidate()
    if plain.candidate is None:
        if form == "json":
            print_json(with_schema("ask", plain.unclear_json()))
            ctx.exit(WRONG)
        raise plain.unclear_error()
    missing = plain.adopt_candidate(plain.candidate, interactive=may_prompt)
    if form == "text":
        plain.show_candidate()
    if missing:
        _end_without_arguments(ctx, plain, plain.missing_answer(missing), form, brief=inquiry.brief)
    with show_activity() as report_step:
        report_step(f"looking for the answer in {inquiry.book.name}")
        return inquiry.compute_answer(), plain


def _end_without_arguments(ctx: click.Context, plain: PlainInquiry, answer: Answer, form: str, *, brief: bool) -> None:
    """End the command where arguments of the question are missing: say which."""
    from rulewright.interfaces.cli.plain_words import show_samples

    if form == "json":
        print_json({**answer.to_json(), **plain.to_json()})
    else:
        from rulewright.interfaces.cli.answers import show_answer, show_headline

        (show_headline if brief else show_answer)(console(), answer)
        show_samples(() if brief else answer.missing)
    ctx.exit(exit_status(answer))


def _reliability_warning(loaded: OpenBook, answer: Answer, brief: bool) -> str:
    """Return why an answer may be wrong; for a brief answer only errors in the text count. Empty if nothing is known."""
    from rulewright.interfaces.api.reliability import errors_note

    if brief:
        return "" if loaded.has_no_errors(answer.edition) else "has errors: an answer may be wrong"
    return errors_note(loaded)


def _should_interview(requested: bool | None, answer: Answer) -> bool:
    interactive = is_interactive() if requested is None else requested
    return interactive and answer.status.value == "missing" and answer.as_played is None  # with the readings in play it is answered


def _print_answer(inquiry: Inquiry, answer: Answer, all_readings: bool, loaded: OpenBook) -> None:
    from rulewright.interfaces.api.edition_words import edition_wording
    from rulewright.interfaces.cli.answers import readings_table, show_answer, show_headline
    from rulewright.interfaces.cli.over import show_over

    out, words = console(), edition_wording(loaded, answer.edition)
    if inquiry.brief and not inquiry.asks_several_answers:
        show_headline(out, answer, words)
    else:
        (show_over if inquiry.asks_several_answers else show_answer)(out, answer, words)
    if all_readings:
        readings_table(out, answer, words)


def exit_status(answer: Answer) -> int:
    """Return the exit status for an answer."""
    return {"answered": CLEAN, "conflict": FINDINGS, "out of range": FINDINGS}.get(answer.status.value, OPEN)


def exit_status_over(answer: Answer) -> int:
    """Return the exit status for answers over facts: that of the worst answer. A least or greatest amount counts as an answer."""
    statuses = {cell.status for cell in answer.over.cells} if answer.over is not None else set()
    if answer.over is None and (answer.least is not None or answer.most is not None):
        return CLEAN
    if statuses & {"conflict", "out of range"}:
        return FINDINGS
    return CLEAN if statuses and statuses <= {"answered", "impossible"} else OPEN


def parse_assignments(arguments: tuple[str, ...] | list[str], kind: str, sample: str) -> dict[str, Any]:
    """Parse `NAME=VALUE` arguments into a mapping; raise `WrongCommand` for a malformed one and for a name with two different values."""
    values: dict[str, Any] = {}
    for argument in arguments:
        name, sign, value = argument.partition("=")
        name, value = name.strip(), value.strip()
        if not sign or not name or not value:
            raise WrongCommand(f"`{argument}` is not a {kind.split()[-1]}: {kind} is written like `{sample}`")
        if values.get(name, value) != value:
            raise WrongCommand(f"`{name}` is given twice, as `{values[name]}` and as `{value}`")
        values[name] = value
    return values
