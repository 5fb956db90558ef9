"""One rulebook, with everything that can be asked of it. Each method is a command; what it works out is kept as commands keep it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Pick
from rulewright.base.limits import USUAL
from rulewright.interfaces.api.facts import WORLD, flat_facts
from rulewright.workspace.inputs import LoadError
from rulewright.workspace.open_book import Loaded
from rulewright.workspace.open_book import load as load_inputs

if TYPE_CHECKING:
    import networkx

    from rulewright.analysis.comparison.why_not import WhyNot
    from rulewright.core.model import Core
    from rulewright.engines.interpreter.answer import Answer
    from rulewright.interfaces.api.cases import Contents, ShownCase
    from rulewright.interfaces.api.questions import Questions
    from rulewright.interfaces.api.reports import CheckReport, ExampleReport
    from rulewright.workspace.edition_comparison import Comparison, Progress

__all__ = ["Book", "LoadError", "World", "load"]

World: TypeAlias = str | Mapping[str, str]
"""Things with their kinds: `u, v: unit; t: town`, or one by one."""


def load(book: str | Path, *, with_folder: str | Path | None = None, cache: bool = True, budget: int | None = None) -> Book:
    """A shipped rulebook by name, or a folder of `.case` files by path. Only its files are read; the rest is done when it is asked for.

    `with_folder` holds your own copy of printed text, laid over the cases that are not held. `cache=False` works everything out again and
    keeps nothing on disk. `budget`: how many steps one question to the solver may take. Raises `LoadError`.

    >>> load("leipzig-lite").editions
    ('sheet',)
    """
    folder = None if with_folder is None else Path(with_folder)
    return Book(load_inputs(str(book), with_folder=folder, cache=cache, budget=budget))


class Book:
    """A rulebook that was loaded. Wherever an `edition` can be named, None is the last; where `on` can be
    given, it is the edition in force on that day.

    What is wrong with what it is given is raised as an `Error`: `LoadError` for a book or edition that is not there, `WrongInput` for a
    question, case, fact or value that the book has not.
    """

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded

    def __repr__(self) -> str:
        return f"<rulebook {self.name}>"

    @property
    def name(self) -> str:
        """The name of a shipped book, or of the folder."""
        return self._loaded.name

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of its editions, the last being the one that is meant where none is named."""
        return self._loaded.editions

    def edition(self, name: str | None = None, *, on: str | date | None = None) -> str:
        """The edition of that name, or the one in force on a day (`1984-06-01`, or a `date`); with neither the last.

        >>> load("war-in-europe").edition(on="1982-01-01")
        'august_1981'
        """
        if on is None:
            return self._loaded.edition(name)
        if name is not None:
            raise WrongInput(f"an edition (`{name}`) and a day ({on}) are given: one of the two says which edition is meant")
        from rulewright.rulebook.dated_editions import day_of

        return self._loaded.edition_on(day_of(on))

    def check(self) -> CheckReport:
        """Every check: what is found in the text, and what the rules lead to over all situations.

        >>> report = load("leipzig-lite").check()
        >>> report.errors
        ()
        >>> report.to_json()["books"]
        ['leipzig-lite']
        """
        from rulewright.interfaces.api.reports import CheckReport

        return CheckReport(self.name, self._loaded.diagnostics, self._loaded.not_analysed)

    def ask(
        self,
        question: str,
        facts: Mapping[str, Any] | None = None,
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
    ) -> Answer:
        """The answer to a question such as `allowance(u)`, with its whole argument.

        Facts are given by the names that `questions` lists, as text (`"7 MP"`, `"yes"`, `"cavalry"`) or plain values (`7`, `True`); what is
        said of one thing may stand in a mapping of its own. `options` are the optional rules in play, `readings` settle open questions of
        interpretation. Unless the world is `closed`, the value of a fact that is not given may be a thing that is not named. A fact that is
        not given is taken to be as usual, where the book says what is usual; `assumed` lists what the answer rests on of this. With
        `assume_usual=False` such a fact is missing like any other. A book with errors is asked all the same: see `check`.

        With `over` the answer has in `over` what it is for each value of these facts, one or two, which are not given. With `least` and
        `most` it has there the least and the greatest amount that it can be, and the facts with which it is that. A `brief` answer comes
        sooner: its `inner` is empty, and `assumed` lists all assumptions that were looked at.

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
        from rulewright.engines.interpreter.ask import ask

        known, things = _given(facts, world)
        with self._where_to_look(question, edition):
            return ask(
                self._loaded.core(self.edition(edition, on=on)), question, known,
                world=things, options=tuple(options), readings=readings, scenario=scenario, closed=closed,
                assume_usual=assume_usual, over=tuple(over),
                ends=[pick for pick, wanted in ((Pick.LEAST, least), (Pick.GREATEST, most)) if wanted], brief=brief,
                budget=self._loaded.budget,
            )  # fmt: skip

    def why_not(
        self,
        question: str,
        value: str,
        facts: Mapping[str, Any] | None = None,
        *,
        edition: str | None = None,
        on: str | date | None = None,
        world: World | None = None,
        options: Iterable[str] = (),
        readings: Mapping[str, str] | None = None,
        scenario: str | None = None,
        closed: bool = False,
    ) -> WhyNot:
        """What it takes for the answer to be `value`: the fewest changes of the facts that were given; the rest is as in `ask`.

        >>> facts = {"u.arm": "infantry", "weather": "mud", "printed_allowance(u)": 7}
        >>> found = load("la-grande-armee").why_not("allowance(u)", "4", facts)
        >>> found.possible, [(one.fact, one.new) for one in found.changes]
        (True, [('printed_allowance(u)', '6 MP')])
        """
        from rulewright.analysis.comparison.why_not import why_not

        known, things = _given(facts, world)
        with self._where_to_look():
            return why_not(
                self._loaded.core(self.edition(edition, on=on)), question, value, known,
                world=things, options=tuple(options), readings=readings, scenario=scenario, closed=closed,
                budget=self._loaded.budget or USUAL,
            )  # fmt: skip

    def test(self) -> ExampleReport:
        """Every example of the book, in every edition where it stands.

        >>> load("leipzig-lite").test().passed
        True
        """
        from rulewright.interfaces.api.reports import ExampleReport

        return ExampleReport(self.name, self._loaded.examples, self._loaded.errors)

    def contents(self, edition: str | None = None, *, on: str | date | None = None) -> Contents:
        """The table of contents.

        >>> load("la-grande-armee").contents().cases[0].number
        '5.0'
        """
        from rulewright.interfaces.api.cases import contents

        return contents(self._loaded, self.edition(edition, on=on))

    def show(self, case: str, edition: str | None = None, *, on: str | date | None = None) -> ShownCase:
        """A case, scenario, ruling or reading as it is in force, with its history and what bears on it.

        >>> shown = load("la-grande-armee").show("case 8,6")
        >>> shown.found.title, shown.found.source
        ('Effects of Weather', 'errata')
        """
        from rulewright.interfaces.api.cases import show_case

        return show_case(self._loaded, self.edition(edition, on=on), case)

    def graph(self, edition: str | None = None) -> networkx.MultiDiGraph[str]:
        """Who refers to, amends, overrides, defines, uses and tests what, as a networkx multigraph; see `rulewright.analysis.dependencies`
        for its parts.

        >>> graph = load("la-grande-armee").graph()
        >>> sorted(rule for rule, _, kind in graph.in_edges("case:8.6", data="kind") if kind == "part of")
        ['rule:8.6.1', 'rule:8.6.2', 'rule:8.6.3', 'rule:8.6.cavalry']
        """
        return self._loaded.graph(edition).copy()

    def core(self, edition: str | None = None) -> Core:
        """The core of an edition: for each question its rules and who goes before whom, as plain data; `core_json` writes it down.

        >>> core = load("la-grande-armee").core()
        >>> [rule.first.id for rule in core.on["allowance"].rules]
        ['8.6.1', '8.6.2', '8.6.3']
        """
        return self._loaded.core(self._loaded.edition(edition))

    def questions(self, edition: str | None = None) -> Questions:
        """What can be asked: questions and facts with their domains and units.

        >>> asked = load("leipzig-lite").questions().questions[0]
        >>> asked.name, asked.domain
        ('side_of(t)', 'french, allied')
        """
        from rulewright.interfaces.api.questions import questions_of

        return questions_of(self._loaded, edition)

    def diff(self, old: str, new: str, *, meaning: bool = True, progress: Progress | None = None) -> Comparison:
        """What changed from one edition to another. With `meaning` also how answers do; that takes long the first time.

        >>> found = load("la-grande-armee").diff("printed", "errata", meaning=False)
        >>> {one.number: one.change.value for one in found.text.cases}["8.6"]
        'added'
        """
        from rulewright.workspace.edition_comparison import compare_editions

        return compare_editions(self._loaded, old, new, meaning, progress)

    def diff_with(self, other: Book, edition: str | None = None, *, meaning: bool = True, progress: Progress | None = None) -> Comparison:
        """What is otherwise in another book, such as a later state of the same folder, each in that edition or in its last.

        >>> book = load("leipzig-lite")
        >>> book.diff_with(book, meaning=False).text.cases
        ()
        """
        from rulewright.workspace.edition_comparison import compare_books

        return compare_books(self._loaded, other._loaded, edition, meaning, progress)

    @contextmanager
    def _where_to_look(self, question: str = "", edition: str | None = None) -> Iterator[None]:
        """Where nothing that the book has resembles what was given: say what to do next."""
        try:
            yield
        except WrongInput as fault:
            near = () if fault.hints else self._nearest(fault.message, question, edition)
            fault.hints = fault.hints or (*near, *self._next_step(fault.message))
            raise

    def _nearest(self, message: str, question: str, edition: str | None) -> tuple[str, ...]:
        """The questions that words may mean which are none."""
        if not question or not (message.startswith("there is no question") or "is not a question" in message):
            return ()
        from rulewright.interfaces.api.nearest import nearest

        name = self._loaded.edition(edition)
        cases = tuple(self._loaded.book.views[name].every_case())
        titles = {str(case.number): case.title or "" for case in cases}
        texts = {str(case.number): " ".join(one.text for one in case.text if not one.struck) for case in cases}
        known = self.questions(name).questions
        found = nearest(question, known, titles, texts)
        phrases = {one.name: re.sub(r"[{}]", "", one.phrase) for one in known}
        if len(found) < 2:
            return tuple(f"the nearest question is `{one}`: {phrases[one]}" for one in found)
        return ("the nearest questions are", *(f"  `{one}`: {phrases[one]}" for one in found))

    def _next_step(self, message: str) -> tuple[str, ...]:
        if unclear := re.match(r"`(\w+)` may be an? (\w+) .*say which with `world`", message):
            return (f'for example world="{unclear[1]}: {unclear[2]}"',)
        if message.startswith(("there is no ", "nothing is called ")) or "is not a question" in message:
            return (f"`rulewright questions {self._loaded.typed}` lists what there is",)
        return ()


def _given(facts: Mapping[str, Any] | None, world: World | None) -> tuple[dict[str, Any], World | None]:
    """The facts by their whole names, and the things that are declared with them or apart from them."""
    known = flat_facts(facts or {})
    if WORLD not in known:
        return known, world
    if world is not None:
        raise WrongInput(f"`{WORLD}` is given twice, among the facts and beside them")
    return known, known.pop(WORLD)
