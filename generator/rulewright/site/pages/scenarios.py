"""The page of what a game is played with: switches for scenario, games, optional rules and house rules, each with what it changes; set-up.

`assets/switches.js` keeps what is chosen on the device and sends it on; without a script the page is the list of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import assert_never

from rulewright.core.switches import Chosen, InGame, InScenario, OptionOn, Switch, switches_in
from rulewright.rulebook.model import CaseInForce, ReadingInForce
from rulewright.site.asking.link import link_to
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.case.setup import setup_html
from rulewright.site.html.escape import EMPTY, Html, anchor_id
from rulewright.site.pages.play import has_turn
from rulewright.site.wording.words import capitalize, join_words, spell_out
from rulewright.syntax import nodes

PAGE = "scenarios"
_MAX_NAMED = 3  # cases, and questions, that are named with a switch


@dataclass(frozen=True, slots=True)
class _Effect:
    """The questions that a switch brings something on, and the other cases that have its rules: the first as links, and how many more."""

    cases: list[Html]
    more_cases: int
    questions: list[tuple[str, str]]
    more_questions: int


@dataclass(frozen=True, slots=True)
class _Switch:
    """A choice: `value` is its name for scripts, `former` its earlier names, `excludes` the options that it cannot be together with."""

    title: str
    value: str
    effect: _Effect
    name: str = ""
    href: str = ""
    remarks: str = ""
    former: str = ""
    excludes: str = ""
    in_play: bool = False
    anchor: str = ""
    table: Html = EMPTY
    tags: tuple[nodes.Tag, ...] = ()


@dataclass(frozen=True, slots=True)
class _OpenReading:
    title: str
    name: str
    link: Html
    choices: list[_Switch]


def scenarios_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where a game of the book has nothing to choose, no set-up and no turn."""
    title = title_of_switches(site_book)
    if not title:
        return None
    others = _cases_with_setup(site_book)
    switches = _SwitchMaker(site_book, writer)
    scenarios = [switches.make_scenario(case) for case in site_book.view.scenarios.values()]
    options = [switches.make_option(option) for option in site_book.book.options.values()]
    readings = [switches.make_reading(reading) for reading in site_book.view.readings.values() if reading.settled_as is None]
    return rendered_page(
        site_book,
        writer,
        PAGE,
        title,
        scenarios=scenarios,
        cases=[(writer.case_link(case.number, PAGE), case.title or "") for case in others],
        games=[switches.make_game(name) for name in switches.core.games],
        options=options,
        exclusions=[
            (
                join_words([_option_title(site_book, name) for name in exclusion.options], "and"),
                len(exclusion.options),
                exclusion.tags,
            )
            for exclusion in site_book.book.exclusions
        ],
        readings=readings,
        has_turn=has_turn(site_book),
    )


def title_of_switches(site_book: BookOfSite) -> str:
    """The title of the page; empty where the book has none."""
    if site_book.view.scenarios or site_book.book.options or _cases_with_setup(site_book):
        return "Scenarios and options"
    if site_book.book.games:
        return "Game and house rules"
    is_any = has_turn(site_book) or any(each.settled_as is None for each in site_book.view.readings.values())
    return "House rules" if is_any else ""


def table_line(site_book: BookOfSite) -> Html:
    """The place of the line that shows the state of the table, for a page without a banner; nothing where there is none to set."""
    return (
        Html(f'<p class="rw-state" data-rw-table-of="{site_book.folder}" hidden><a href="{PAGE}.html">Change</a></p>')
        if title_of_switches(site_book)
        else EMPTY
    )


def _cases_with_setup(site_book: BookOfSite) -> list[CaseInForce]:
    return [case for case in site_book.view.cases.values() if any(isinstance(line, nodes.Setup) for line, _ in case.other)]


class _SwitchMaker:
    def __init__(self, site_book: BookOfSite, writer: CaseWriter) -> None:
        self._of, self._writer = site_book, writer
        self.core = site_book.data.cores[site_book.edition]

    def make_scenario(self, case: CaseInForce) -> _Switch:
        """A scenario; the number of one that has only a name says nothing new."""
        numbered = any(ch.isdigit() for ch in case.number) or not case.title
        name = " ".join(filter(None, (self._of.printed_number(case.number) if numbered else "", case.title)))
        address = self._of.addresses.address_of_case(case.number)
        pieces = sum(isinstance(line, nodes.Setup) for line, _ in case.other)
        return _Switch(
            name,
            case.number,
            self._find_effect("s", case.number, case.number),
            href=address.href_from(PAGE) if address else "",
            remarks=f"{pieces} line{'s' if pieces != 1 else ''} of set-up" if pieces else "",
            anchor=anchor_id("set-up", case.first_number),
            table=setup_html(self._of, case, PAGE),
        )

    def make_game(self, name: str) -> _Switch:
        return _Switch(self._of.game_title(name), name, self._find_effect("g", name))

    def make_option(self, option: nodes.Option) -> _Switch:
        remarks, excludes = [], []
        if option.needs is not None:
            remarks.append(f"only where {self._of.sentences.condition_text(option.needs)}")
        for exclusion in self._of.book.exclusions:
            if option.name in exclusion.options:
                excludes += [name for name in exclusion.options if name != option.name]
        if excludes:
            remarks.append(f"not together with {join_words([_option_title(self._of, name) for name in excludes], 'or')}")
        if option.by:
            chooser = self._of.sentences.value_name(option.by)
            remarks.append(f"chosen by {chooser if chooser.startswith('the ') else f'the {chooser}'}{' alone' if option.alone else ''}")
        return _Switch(
            option.title,
            option.name,
            self._find_effect("o", option.name),
            option.name,
            remarks="; ".join(remarks),
            former=self._former_names(option.name),
            excludes=" ".join(excludes),
            tags=option.tags,
        )

    def make_reading(self, reading: ReadingInForce) -> _OpenReading:
        def make_choice(choice: nodes.ReadingChoice) -> _Switch:
            return _Switch(
                capitalize(spell_out(choice.title or choice.name)),
                f"{reading.name}~{choice.name}",
                self._find_effect("r", f"{reading.name}~{choice.name}"),
                former=self._former_names(reading.name),
                in_play=choice.in_play,
            )

        return _OpenReading(
            reading.title, reading.name, self._writer.case_link(reading.name, PAGE), [make_choice(choice) for choice in reading.choices]
        )

    def _former_names(self, name: str) -> str:
        return " ".join(former for former, present in self.core.former_names.items() if present == name)

    def _find_effect(self, kind: str, name: str, own_case: str = "") -> _Effect:
        """The effect of a switch; `own_case`: the case that is the switch itself."""
        reach = self._reaches.get((kind, name), _Reach())
        cases = [number for number in reach.cases if number != own_case]
        questions = list(reach.questions)
        return _Effect(
            [self._writer.case_link(number, PAGE) for number in cases[:_MAX_NAMED]],
            max(0, len(cases) - _MAX_NAMED),
            [(self._of.asking.question_sentence(name), link_to(name)) for name in questions[:_MAX_NAMED]],
            max(0, len(questions) - _MAX_NAMED),
        )

    @cached_property
    def _reaches(self) -> Mapping[tuple[str, str], _Reach]:
        """(kind, name) of a switch -> the cases of the rules that it brings, and the questions on which it brings rules or precedences."""
        reaches: dict[tuple[str, str], _Reach] = {}
        for name, core_question in self.core.on.items():
            brought = [(address.there, address.rule.case) for rule in core_question.rules for address in rule.addresses]
            brought += [(precedence.there, "") for precedence in core_question.precedence]
            brought += [(aside.there, "") for aside in core_question.asides]
            brought += [(absent.there, "") for absent in core_question.absent]
            for switching, case in brought:
                for switch in switches_in(switching):
                    for key in _keys_of(switch):
                        reach = reaches.setdefault(key, _Reach())
                        reach.questions[name] = None
                        if case:
                            reach.cases[self._of.addresses.case_number(case) or case] = None
        return reaches


@dataclass(frozen=True, slots=True)
class _Reach:
    """The numbers of cases, and the names of questions, in the order in which they are met."""

    cases: dict[str, None] = field(default_factory=dict)
    questions: dict[str, None] = field(default_factory=dict)


def _keys_of(switch: Switch) -> Iterator[tuple[str, str]]:
    """Yield (kind, name) of the switches on the page that a switch of the core is set by."""
    match switch:
        case OptionOn(option=name):
            yield "o", name
        case InScenario(scenarios=names):
            yield from (("s", name) for name in names)
        case InGame(games=names):
            yield from (("g", name) for name in names)
        case Chosen(reading=reading, choice=choice):
            yield "r", f"{reading}~{choice}"
        case _:
            assert_never(switch)


def _option_title(site_book: BookOfSite, option: str) -> str:
    option_decl = site_book.book.options.get(option)
    return option_decl.title if option_decl is not None else spell_out(option)
