"""A rulebook and the operations on it. Each method corresponds to a command, and results are cached as commands cache them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from rulewright.base.arguments import check_arguments, describe_value
from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Pick
from rulewright.base.limits import DEFAULT_BUDGET
from rulewright.base.prose_lists import listing
from rulewright.interfaces.api.facts import NOT_GIVEN, Facts, FactValue, World, plain_value, split_world, with_day_asked, without_ungiven
from rulewright.workspace.inputs import LoadError
from rulewright.workspace.open_book import OpenBook
from rulewright.workspace.open_book import load as load_inputs

if TYPE_CHECKING:
    import networkx

    from rulewright.analysis.comparison.why_not import WhyNot
    from rulewright.base.stopping import StopSignal
    from rulewright.core.model import Core
    from rulewright.engines.interpreter.answer import Answer
    from rulewright.engines.interpreter.fact_memo import AnswerMemo
    from rulewright.engines.interpreter.outcome_range import OutcomeRange
    from rulewright.interfaces.api.answer_words import AnswerWords
    from rulewright.interfaces.api.asked import AskArguments
    from rulewright.interfaces.api.book_source import BookSource
    from rulewright.interfaces.api.cases import Contents, ShownCase
    from rulewright.interfaces.api.plain_questions import PlainReading
    from rulewright.interfaces.api.questions import Questions
    from rulewright.interfaces.api.reports import CheckReport, ExampleReport
    from rulewright.interfaces.api.situation import Situation
    from rulewright.interfaces.api.table import Rows
    from rulewright.workspace.edition_comparison import Comparison, Progress

__all__ = ["Book", "Facts", "LoadError", "World", "load"]


@check_arguments
def load(book: str | Path, *, with_folder: str | Path | None = None, cache: bool = True, budget: int | None = None) -> Book:
    """Load a folder of `.case` files by path, or a shipped rulebook by name. Only its files are read; the rest is computed on demand.

    `with_folder` holds your own copy of printed text, an overlay on the cases that are not held. `cache=False` computes everything anew and
    stores nothing on disk. `budget` limits the steps of one question to the solver. Raises `LoadError`.

    >>> load("leipzig-lite").editions
    ('sheet',)
    """
    folder = None if with_folder is None else Path(with_folder)
    return Book(load_inputs(str(book), with_folder=folder, cache=cache, budget=budget))


def _book_from(source: BookSource) -> Book:
    return Book(source.open_book())


class Book:
    """A loaded rulebook. An `edition` of None is the last one; `on`, where accepted, selects the edition in force on that day.

    Invalid input raises an `Error`: `LoadError` for a book or edition that does not exist, `WrongInput` for an unknown question, case,
    fact or value.
    """

    def __init__(self, loaded: OpenBook) -> None:
        wrong: object = loaded
        if not isinstance(wrong, OpenBook):
            name = f'"{wrong}"' if isinstance(wrong, str) else "NAME"
            raise WrongInput(f"a book is not made from {describe_value(wrong)}", hints=[f"`rulewright.load({name})` loads one"])
        self._loaded = loaded
        self._answer_words: dict[str, AnswerWords] = {}

    def __repr__(self) -> str:
        return f"<rulebook {self.name}>"

    def __reduce__(self) -> tuple[Callable[[BookSource], Book], tuple[BookSource]]:
        """Return what a pickle has of a book: where it comes from. It is loaded again from there, and must have the same text."""
        from rulewright.interfaces.api.book_source import BookSource

        return _book_from, (BookSource.source_of(self._loaded),)

    def __copy__(self) -> Book:
        return self  # a book does not change

    def __deepcopy__(self, memo: object) -> Book:
        return self

    @property
    def name(self) -> str:
        """The name of the book: as it is shipped, or that of its folder."""
        return self._loaded.name

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of its editions; the last is the default."""
        return self._loaded.editions

    @check_arguments
    def edition(self, name: str | None = None, *, on: str | date | None = None) -> str:
        """Return the name of an edition: the given one, the one in force on a day (`1984-06-01`, or a `date`), or else the last.

        >>> load("war-in-europe").edition(on="1982-01-01")
        'august_1981'
        """
        if on is None:
            return self._loaded.edition(name)
        if name is not None:
            raise WrongInput(f"an edition (`{name}`) and a day ({on}) are given: one of the two says which edition is meant")
        from rulewright.rulebook.dated_editions import day_of

        return self._loaded.edition_on(day_of(on))

    @check_arguments
    def check(self) -> CheckReport:
        """Run all checks: those of the text, and those of the rules over all situations.

        >>> report = load("leipzig-lite").check()
        >>> report.errors
        ()
        >>> report.to_json()["books"]
        ['leipzig-lite']
        """
        from rulewright.interfaces.api.reports import CheckReport

        return CheckReport(self.name, self._loaded.diagnostics, self._loaded.not_analysed)

    @check_arguments
    def ask(
        self,
        question: str,
        facts: Facts | None = None,
        *,
        edition: str | None = None,
        on: str | date | None = None,
        world: World | None = None,
        options: Iterable[str] = (),
        readings: Mapping[str, str] | None = None,
        scenario: str | None = None,
        closed: bool = False,
        assume_usual: bool = True,
        over: Iterable[str] = (),
        least: bool = False,
        most: bool = False,
        brief: bool = False,
        deadline: float | None = None,
        stop: StopSignal | None = None,
    ) -> Answer:
        """Return the answer to a question such as `allowance(u)`, with its explanation.

        Facts are given by the names that `questions` lists, as text (`"7 MP"`, `"yes"`, `"cavalry"`) or plain values (`7`, `True`); those
        of one thing may be in a nested mapping. `options` are the optional rules in play, `readings` choose among open questions of
        interpretation. Unless the world is `closed`, the value of a fact that is not given may be an unnamed thing. A fact that is not
        given has its default value, if the book declares one with `usually`; `assumed` lists the defaults that the answer rests on. With
        `assume_usual=False` such a fact is missing like any other. A book with errors can still be asked: see `check`.

        With `over`, the field `over` of the answer has its outcome for each value of these facts, one or two, which must not be given. With
        `least` and `most`, the fields of these names have the least and the greatest possible amount, and facts under which it occurs. A
        `brief` answer takes less time: its `inner` is empty, and `assumed` lists all assumptions that were considered.

        After a `deadline` in seconds, or as soon as the signal `stop` is set, such as a `threading.Event`, `Stopped` is raised. A book that
        was not read before is read first: this is not interrupted.

        >>> book = load("la-grande-armee")
        >>> answer = book.ask("allowance(u)", {"u": {"arm": "cavalry"}, "weather": "mud", "printed_allowance(u)": "7 MP"})
        >>> answer.value, answer.unit
        (5, 'MP')
        >>> [fact.fact for fact in book.ask("allowance(u)", {"u.arm": "infantry", "weather": "mud"}).missing]
        ['printed_allowance(u)']
        >>> over = book.ask("allowance(u)", {"u.arm": "cavalry", "printed_allowance(u)": "7 MP"}, over=["weather"]).over
        >>> [(cell.at[0].values, cell.value) for cell in over.cells]
        [(('clear',), 7), (('mud',), 5), (('snow',), 6)]
        >>> end = book.ask("allowance(u)", {"printed_allowance(u)": "7 MP"}, least=True, assume_usual=False).least
        >>> end.value, end.facts
        (5, (('weather', 'mud'),))
        """
        return self._ask_with_memo(
            question, facts, edition=edition, on=on, world=world, options=options, readings=readings, scenario=scenario, closed=closed,
            assume_usual=assume_usual, over=over, least=least, most=most, brief=brief, deadline=deadline, stop=stop,
        )  # fmt: skip

    def _ask_with_memo(
        self,
        question: str,
        facts: Facts | None,
        *,
        over: Iterable[str] = (),
        least: bool = False,
        most: bool = False,
        brief: bool = False,
        memo: AnswerMemo | None = None,
        **arguments: Unpack[AskArguments],
    ) -> Answer:
        """Return an answer, which is taken from the memo if it is there, and else stored there."""
        from rulewright.engines.interpreter.answer import attach_speaker
        from rulewright.engines.interpreter.ask import ask

        with self._with_hints(question, arguments.get("edition")):
            core, core_arguments = self._read_arguments(question, facts, arguments)
            answer = ask(
                core, question, over=tuple(over),
                ends=[pick for pick, is_asked in ((Pick.LEAST, least), (Pick.GREATEST, most)) if is_asked], brief=brief,
                premises=not (over or least or most), memo=memo, **core_arguments,
            )  # fmt: skip
        attach_speaker(answer, self._words_of(core.edition))
        return answer

    def _find_range(self, question: str, facts: Facts | None, **arguments: Unpack[AskArguments]) -> OutcomeRange:
        from rulewright.engines.interpreter.ask import read_question
        from rulewright.engines.interpreter.outcome_range import find_outcome_range

        with self._with_hints(question, arguments.get("edition")):
            core, core_arguments = self._read_arguments(question, facts, arguments)
            return find_outcome_range(read_question(core, question, **core_arguments))

    def _read_arguments(self, question: str, facts: Facts | None, arguments: AskArguments) -> tuple[Core, dict[str, Any]]:
        """Return the core that is asked, and the arguments that all questions to it have in common. The time begins here."""
        from rulewright.base.stopping import watch_for

        watch = watch_for(arguments.get("deadline"), arguments.get("stop"))
        on, readings = arguments.get("on"), arguments.get("readings")
        fact_values, things = split_world(facts, arguments.get("world"))
        core = self._loaded.core(self.edition(arguments.get("edition"), on=on))
        if watch is not None:
            watch.look()
        return core, {
            "facts": with_day_asked(core, on, without_ungiven(core, question, fact_values)),
            "world": things,
            "options": tuple(arguments.get("options", ())),
            "readings": readings,
            "scenario": arguments.get("scenario"),
            "closed": arguments.get("closed", False),
            "assume_usual": arguments.get("assume_usual", True),
            "budget": self._loaded.budget,
            "watch": watch,
        }

    @check_arguments
    def table(
        self,
        question: str,
        rows: Rows,
        facts: Facts | None = None,
        *,
        keep: Iterable[str] = (),
        edition: str | None = None,
        on: str | date | None = None,
        world: World | None = None,
        options: Iterable[str] = (),
        readings: Mapping[str, str] | None = None,
        scenario: str | None = None,
        closed: bool = False,
        assume_usual: bool = True,
        deadline: float | None = None,
        stop: StopSignal | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Yield the answer to a question for each row of a table as a plain mapping (`rulewright.interfaces.api.table.TableRow`).

        `rows` are mappings from facts to values, a `csv.DictReader`, a pandas data frame or a pyarrow table. An empty cell is not given;
        `facts` are given in every row. The columns named in `keep` are no facts, and are carried over. The other parameters are as in
        `ask`, with a `deadline` for all rows together. A row that cannot be asked has the status `bad row`, and its `error` the reason.
        Rows are read as they are needed. What is the same for several rows is worked out once.

        >>> rows = [{"u.arm": "cavalry", "weather": "mud"}, {"u.arm": "navy"}]
        >>> for row in load("la-grande-armee").table("allowance(u)", rows, {"printed_allowance(u)": 7}):
        ...     print(row["row"], row["status"], row["value"], row["rules"])
        1 answered 5 ['8.6.3', '8.6.1']
        2 bad row None []
        """
        from rulewright.interfaces.api.table import answer_rows, source_of

        with self._with_hints(question, edition):
            core, arguments = self._read_arguments(
                question, facts,
                {
                    "edition": edition, "on": on, "world": world, "options": options, "readings": readings, "scenario": scenario,
                    "closed": closed, "assume_usual": assume_usual, "deadline": deadline, "stop": stop,
                },
            )  # fmt: skip
            return answer_rows(core, question, source_of(rows), arguments, tuple(keep), on)

    @check_arguments
    def situation(
        self,
        facts: Facts | None = None,
        *,
        edition: str | None = None,
        on: str | date | None = None,
        world: World | None = None,
        options: Iterable[str] = (),
        readings: Mapping[str, str] | None = None,
        scenario: str | None = None,
        closed: bool = False,
        assume_usual: bool = True,
    ) -> Situation:
        """Return a situation: facts are given to it one after the other, and questions asked in between.

        >>> situation = load("leipzig").situation({"u.kind": "cavalry"})
        >>> situation.ask("outmatched(u, b)").value
        False
        """
        from rulewright.interfaces.api.asked import Setting
        from rulewright.interfaces.api.situation import Situation

        setting = Setting(
            edition=self.edition(edition, on=on), on=on, options=tuple(options), readings=dict(readings or {}), scenario=scenario,
            closed=closed, assume_usual=assume_usual,
        )  # fmt: skip
        return Situation(self._ask_with_memo, self._find_range, facts, world, setting)

    @check_arguments
    def why_not(
        self,
        question: str,
        value: FactValue,
        facts: Facts | None = None,
        *,
        edition: str | None = None,
        on: str | date | None = None,
        world: World | None = None,
        options: Iterable[str] = (),
        readings: Mapping[str, str] | None = None,
        scenario: str | None = None,
        closed: bool = False,
    ) -> WhyNot:
        """Return the fewest changes of the given facts under which the answer is `value`; the other parameters are as in `ask`.

        >>> facts = {"u.arm": "infantry", "weather": "mud", "printed_allowance(u)": 7}
        >>> result = load("la-grande-armee").why_not("allowance(u)", "4", facts)
        >>> result.possible, [(change.fact, change.new) for change in result.changes]
        (True, [('printed_allowance(u)', '6 MP')])
        """
        from rulewright.analysis.comparison.why_not import why_not
        from rulewright.core.wording import value_text

        target = plain_value("value", value)
        if target is None or target == NOT_GIVEN:
            raise WrongInput("`value` is empty: write the answer that is wanted, such as `permitted`, `5` or `none`")
        fact_values, things = split_world(facts, world)
        core = self._loaded.core(self.edition(edition, on=on))
        with self._with_hints():
            return why_not(
                core, question, value_text(target), with_day_asked(core, on, without_ungiven(core, question, fact_values)),
                world=things, options=tuple(options), readings=readings, scenario=scenario, closed=closed,
                budget=self._loaded.budget or DEFAULT_BUDGET,
            )  # fmt: skip

    @check_arguments
    def test(self) -> ExampleReport:
        """Run the examples of the book, in the editions to which they belong. Nothing is decided for it: see `check`.

        >>> load("leipzig-lite").test().passed
        True
        """
        from rulewright.interfaces.api.reports import ExampleReport

        return ExampleReport(self.name, self._loaded.examples, self._loaded.errors_in_texts)

    @check_arguments
    def contents(self, edition: str | None = None, *, on: str | date | None = None) -> Contents:
        """Return the table of contents of an edition.

        >>> load("la-grande-armee").contents().cases[0].number
        '5.0'
        """
        from rulewright.interfaces.api.cases import contents_of

        return contents_of(self._loaded, self.edition(edition, on=on))

    @check_arguments
    def show(self, case: str, edition: str | None = None, *, on: str | date | None = None) -> ShownCase:
        """Return a clause as in force (case, scenario, ruling or reading), with its history and the clauses that bear on it.

        >>> shown = load("la-grande-armee").show("case 8,6")
        >>> shown.found.title, shown.found.source
        ('Effects of Weather', 'errata')
        """
        from rulewright.interfaces.api.cases import show_case

        return show_case(self._loaded, self.edition(edition, on=on), case)

    @check_arguments
    def link(self, name: str, *, base: str = "") -> str:
        """Return the address of a case, rule, ruling, reading, term, table or question on the site that `build` makes.

        It is relative to the top of the site, or begins with `base`. Every page shows the last edition, so there is one address for all.

        >>> load("la-grande-armee").link("8.6"), load("la-grande-armee").link("allowance(u)", base="https://rules.example")
        ('la-grande-armee/08-movement.html#case-8.6', 'https://rules.example/la-grande-armee/ask.html#q=allowance')
        """
        from rulewright.interfaces.api.links import link_to

        address = link_to(self._loaded, name)
        return f"{base.rstrip('/')}/{address}" if base else address

    @check_arguments
    def graph(self, edition: str | None = None) -> networkx.MultiDiGraph[str]:
        """Return the graph of references, amendments, overrides, definitions, uses and tests as a networkx multigraph.

        The attributes of nodes and edges are texts, numbers and truth values; the manual's page *The graph of a book* describes them.

        >>> graph = load("la-grande-armee").graph()
        >>> sorted(rule for rule, _, kind in graph.in_edges("case:8.6", data="kind") if kind == "part of")
        ['rule:8.6.1', 'rule:8.6.2', 'rule:8.6.3', 'rule:8.6.cavalry']
        """
        from rulewright.analysis.dependencies.export import published_graph

        return published_graph(self._loaded.graph(edition))

    @check_arguments
    def core(self, edition: str | None = None) -> Core:
        """Return the core of an edition, as plain data: the rules of each question and their precedence. `core_json` serializes it.

        >>> core = load("la-grande-armee").core()
        >>> [rule.first.id for rule in core.on["allowance"].rules]
        ['8.6.1', '8.6.2', '8.6.3']
        """
        return self._loaded.core(self._loaded.edition(edition))

    @check_arguments
    def questions(self, edition: str | None = None) -> Questions:
        """Return the questions and facts of an edition, with their domains and units.

        >>> question = load("leipzig-lite").questions().questions[0]
        >>> question.name, question.domain
        ('side_of(t)', 'french, allied')
        """
        from rulewright.interfaces.api.questions import questions_of

        return questions_of(self._loaded, edition)

    @check_arguments
    def find_questions(self, words: str, edition: str | None = None) -> PlainReading:
        """Return the questions that plain words may mean, and the facts that the words give.

        >>> reading = load("leipzig").find_questions("May cavalry retreat before combat?")
        >>> reading.clear_candidate.question, reading.clear_candidate.facts
        ('retreat_before(u, b)', {'u.kind': 'cavalry'})
        """
        from rulewright.interfaces.api.plain_questions import read_plain_question

        return read_plain_question(self._loaded, words, edition)

    @check_arguments
    def diff(self, old: str, new: str, *, meaning: bool = True, progress: Progress | None = None) -> Comparison:
        """Return the changes from one edition to another; with `meaning` also those of answers, which takes long the first time.

        >>> comparison = load("la-grande-armee").diff("printed", "errata", meaning=False)
        >>> {case.number: case.change.value for case in comparison.text.cases}["8.6"]
        'added'
        """
        from rulewright.workspace.edition_comparison import compare_editions

        return compare_editions(self._loaded, old, new, meaning, progress)

    @check_arguments
    def diff_with(self, other: Book, edition: str | None = None, *, meaning: bool = True, progress: Progress | None = None) -> Comparison:
        """Return the differences from another book, such as a later state of the same folder, both in that edition or in their last.

        >>> book = load("leipzig-lite")
        >>> book.diff_with(book, meaning=False).text.cases
        ()
        """
        from rulewright.workspace.edition_comparison import compare_books

        return compare_books(self._loaded, other._loaded, edition, meaning, progress)

    def _words_of(self, edition: str) -> AnswerWords:
        """Return the words in which the answers of an edition are said."""
        from rulewright.interfaces.api.answer_words import AnswerWords

        words = self._answer_words.get(edition)
        return words or self._answer_words.setdefault(edition, AnswerWords(self._loaded, edition))

    @contextmanager
    def _with_hints(self, question: str = "", edition: str | None = None) -> Iterator[None]:
        """Add hints to a `WrongInput` that has no suggestion: the nearest questions, and the next step."""
        try:
            yield
        except WrongInput as error:
            nearest_hints = () if error.hints else self._nearest_question_hints(error.message, question, edition)
            error.hints = error.hints or (*nearest_hints, *self._next_step_hint(error.message))
            raise

    def _nearest_question_hints(self, message: str, question: str, edition: str | None) -> tuple[str, ...]:
        """Return hints that name the questions closest to words that are no question."""
        if not question or not (message.startswith("there is no question") or "is not a question" in message):
            return ()
        candidates = self.find_questions(question, edition).candidates
        lines = [f"`{candidate.signature}`: {candidate.sentences[0]}" for candidate in candidates]
        if len(lines) < 2:
            return tuple(f"the nearest question is {line}" for line in lines)
        return ("the nearest questions are", *(f"  {line}" for line in lines))

    def _next_step_hint(self, message: str) -> tuple[str, ...]:
        if unclear := re.match(r"`(\w+)` may be an? (\w+) .*say which with `world`", message):
            return (f'for example world="{unclear[1]}: {unclear[2]}"',)
        unknown = re.match(r"there is no (?:fact|question) `(\w+)`", message)
        name = unknown[1] if unknown else ""
        editions = [edition for edition, core in self._loaded.cores.items() if name in core.facts or name in core.questions] if name else []
        if editions:
            return (f"`{name}` is there in {listing(editions, 'and')}: say `--edition {editions[-1]}`",)
        if message.startswith(("there is no ", "nothing is called ")) or "is not a question" in message:
            return (f"`rulewright questions {self._loaded.command_line_name}` lists what there is",)
        return ()
