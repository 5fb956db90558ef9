"""One case on its page: text in force, rules as sentences, tables, readings, rulings, examples, what bears on it, its history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import assert_never

from rulewright.rulebook.mentions import known_numbers
from rulewright.rulebook.model import CaseInForce, ClauseKind, Origin, Paragraph, Provision, ReadingInForce
from rulewright.site.book.bearings import PASSIVE, Bearing
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import badge, badges_of, source_title, tags_html
from rulewright.site.case.calculator_links import asks_html
from rulewright.site.case.examples import examples_of_versions
from rulewright.site.case.folds import fold
from rulewright.site.case.history import absent_from, before, changed_since, earlier_editions, history_parts, not_held_in
from rulewright.site.case.odds_chart import OddsWriter
from rulewright.site.case.own_copy_links import give_words
from rulewright.site.case.setup import setup_html
from rulewright.site.case.versions import C, Home, Part, Versions, home_of, said_together, versions_of
from rulewright.site.html.between import pairs_anchor, settling
from rulewright.site.html.escape import EMPTY, Html, anchor, el, join, preformatted, text
from rulewright.site.html.marks import earlier_of, marked, other_words
from rulewright.site.html.prose import ProseWriter
from rulewright.site.wording.sentences import Clause
from rulewright.site.wording.tables import table_html
from rulewright.site.wording.words import as_choice, capital, listed, worded
from rulewright.syntax import nodes
from rulewright.syntax.printer import shown_text

GIVES_WAY = frozenset((PASSIVE[Bearing.OVERRIDES], PASSIVE[Bearing.SETS_ASIDE]))


class CaseWriter:
    """Writes the cases of one book. Everything it returns is one line of HTML without blank lines, so that Markdown leaves it alone."""

    def __init__(self, of: BookOfSite) -> None:
        self._of = of
        meanings = {
            name.casefold(): declared.node.text
            for declared in of.book.declarations
            if isinstance(declared.node, nodes.Term)
            for name in (declared.node.name, *declared.node.also)
        }
        self.prose = ProseWriter(of.addresses, known_numbers(of.book), meanings, of.number)

    def _odds(self, edition: str) -> OddsWriter:
        return self._of.once(("odds", edition), lambda: OddsWriter(self._of, edition))

    # ---- the case ------------------------------------------------------------------------------------------------------------------

    def body(self, case: CaseInForce, page: str) -> Html:
        """All of a case but its heading: the law in force, its tables and set-up, what is open and ruled on it; the rest folded.

        What other editions have in place of something, or did not have yet, is there too: `versions`.
        """
        of, versions = self._of, versions_of(self._of, case)
        parts = [
            versions.element("p", "rw-meta", lambda version, _: join(badges_of(of, version, case.number))),
            el("div", self._text(case, page), cls="rw-now"),
            give_words(of, case),
            versions.element("p", "rw-yields", lambda version, edition: self._gives_way(version, edition, page)),
            self._tables(versions, versions.provisions),
            versions.block(lambda version, edition: self._odds(edition).of_case(version.number)),
            versions.block(lambda version, _: setup_html(of, version, page)),
            versions.block(lambda _, edition: asks_html(of, case.number, edition)),
            versions.block(lambda _, edition: join(self.reading_box(one, page) for one in of.readings_in(edition).get(case.number, ()))),
        ]
        if case.kind is not ClauseKind.RULING:
            rulings = versions.parts(lambda _, edition: of.rulings_in(edition).get(case.number, ()), lambda ruling: ruling.id)
            parts.extend(self.ruling(one, page, **versions.marks(one.editions)) for one in rulings)
        under = [
            self._folded(versions, page),
            *history_parts(of, case, lambda paragraph, version: self.as_it_was(paragraph, version, case, page)),
        ]
        parts.append(el("div", *under, cls="rw-past") if any(under) else EMPTY)
        address = of.addresses.case(case.number)
        numbers = of.addresses.further.get(address.anchor, ()) if address is not None else ()
        return el(
            "div",
            *(el("span", id=name) for name in numbers),
            *parts,
            cls="rw-case-body rw-deleted" if case.deleted else "rw-case-body",
            data_rw_since=" ".join(changed_since(of, case)) or None,
            data_rw_absent=" ".join(absent_from(of, case)) or None,
            data_rw_unheld=" ".join(not_held_in(of, case)) or None,
        )

    def _folded(self, versions: Versions[CaseInForce], page: str) -> Html:
        """Formal rules, notes, examples and related cases under one line."""
        return fold(
            versions,
            lambda version, edition: self._counted(version, edition, page),
            self._rules(versions, versions.provisions, page),
            versions.block(lambda version, _: self._others(version, page)),
            examples_of_versions(self._of, versions),
            self._bearings(versions, page),
        )

    def _counted(self, version: CaseInForce, edition: str, page: str) -> Iterator[tuple[int, str]]:
        provisions = () if version.deleted else version.provisions
        others = sum(not isinstance(one.node, nodes.Rule | nodes.Table) for one in provisions)
        bearings = self._of.bearings_in(edition).of(version.number)
        yield sum(isinstance(one.node, nodes.Rule) for one in provisions), "rule"
        yield len(version.examples), "example"
        yield others + self._others(version, page).count('class="rw-note"'), "note"
        yield len({number for words, numbers in bearings for number in numbers if words not in GIVES_WAY}), "related case"

    def _gives_way(self, version: CaseInForce, edition: str, page: str) -> Html:
        """`Overridden by 8.15`, in the open: who reads a case must see what goes before it."""
        said = [
            join([text(f"{capital(words)} "), join([self.case_link(number, page) for number in cases], ", "), text(".")])
            for words, numbers in self._of.bearings_in(edition).of(version.number)
            if words in GIVES_WAY and (cases := [one for one in numbers if one not in self._of.book.views[edition].readings])
        ]
        return join(said, " ")

    def _text(self, case: CaseInForce, page: str) -> Html:
        if not case.text:
            if case.deleted:
                return el("p", "This case is deleted.", cls="rw-note")
            if not case.held:
                return el("p", "The printed text of this case is not held here: look it up in your own copy.", cls="rw-note")
            return EMPTY
        earlier, last = before(self._of, case), len(case.text) - 1
        return join(
            self.paragraph(
                one, case.origin, page, earlier_of(one, case, earlier), say_from=at == last or case.text[at + 1].origin != one.origin
            )
            for at, one in enumerate(case.text)
        )

    def as_it_was(self, paragraph: Paragraph, version: CaseInForce, today: CaseInForce, page: str) -> Html:
        """A paragraph of an earlier edition, with the words marked that are others today."""
        return self.paragraph(paragraph, version.origin, page, later=earlier_of(paragraph, version, today))

    def paragraph(
        self,
        paragraph: Paragraph,
        home: Origin,
        page: str,
        earlier: str | None = None,
        *,
        later: str | None = None,
        say_from: bool = True,
    ) -> Html:
        """A paragraph; struck ones are marked so, and those that another clause brought carry a mark of where they come from.

        `earlier`: the words it had before it was amended; what changed is then marked word by word. `later`: the words it has today, if
        it is one of an earlier edition. `say_from`: name the other clause, which of several paragraphs in a row only the last one does.
        """
        begins = paragraph.text.startswith("[")
        inside: Html = self.prose.inline("[" + capital(paragraph.text[1:]) if begins else paragraph.text, page)
        if earlier is not None:
            inside = marked(earlier, paragraph.text, lambda words: self.prose.inline(words, page))
        if later is not None:
            inside = other_words(paragraph.text, later, lambda words: self.prose.inline(words, page))
        if paragraph.step is not None:
            inside = join([el("b", f"{capital(paragraph.step)}. ", cls="rw-step"), inside])
        if paragraph.commentary:
            inside = join([el("span", "Note. ", cls="rw-lead"), inside])
        marks: list[str] = ["rw-text"]
        came = paragraph.origin
        if paragraph.struck:
            inside = el("del", inside)
        if came.kind is ClauseKind.AMENDMENT or came.source != home.source:
            marks.append("rw-amended")
            words = " · ".join(part for part in (source_title(self._of, came.source), came.amendment_kind) if part)
            inside = join([inside, " ", el("span", words, cls="rw-from")]) if say_from else inside
        if paragraph.commentary:
            marks.append("rw-commentary")
        return el("p", inside, tags_html(paragraph.tags), cls=" ".join(marks))

    # ---- formal rules --------------------------------------------------------------------------------------------------------------

    def _rules(self, versions: Versions[C], parts: Iterable[Part[Provision]], page: str) -> Html:
        """All but the tables."""
        items: list[Html] = []
        last: dict[bool, Origin] = {}
        for part in parts:
            if not isinstance(part.what.node, nodes.Table):
                now = versions.is_now(part)
                items.append(self._provision(versions, part, page, say_from=part.what.origin != last.get(now)))
                last[now] = part.what.origin
        return el("ul", *items, cls="rw-rules") if items else EMPTY

    def _tables(self, versions: Versions[C], parts: Iterable[Part[Provision]]) -> Html:
        """Tables, each with the odds that it has in each edition under it."""
        found: list[Html] = []
        for part in parts:
            node, now = part.what.node, versions.is_now(part)
            if not isinstance(node, nodes.Table):
                continue
            today = None if now else versions.today(part)
            as_today = today.node if today is not None and isinstance(today.node, nodes.Table) else None
            marks = versions.marks(part.editions)
            at = self._anchor(part)
            found.append(table_html(node, at, self._of.sentences, tags_html(node.tags), as_today, **marks))
            found += self._each(versions, part, lambda one, edition: self._odds(edition).of_table(one.id.text))
        return join(found)

    @staticmethod
    def _each(versions: Versions[C], part: Part[Provision], write: Callable[[Provision, str], Html]) -> Iterator[Html]:
        """What is to be said of a provision under each edition that has it: once for those that say the same, with their names."""
        for html, editions in said_together(part.of_edition, write).items():
            marks = versions.marks(editions)
            yield el("div", html, **marks) if html and marks else html

    def _anchor(self, part: Part[Provision]) -> str:
        edition, provision = next(iter(part.of_edition.items()))
        return Home(edition, provision).anchor(self._of.edition)

    def _provision(self, versions: Versions[C], part: Part[Provision], page: str, *, say_from: bool) -> Html:
        """The sentence, labelled conditions, relations and notes of one provision; its address opens the formal line."""
        provision, now = part.what, versions.is_now(part)
        node = provision.node
        today = None if now else versions.today(part)
        said = list(self._said(provision, page, say_from=say_from, today=today))
        if isinstance(node, nodes.Rule):
            said.extend(el("p", self._relation(one, page), cls="rw-relation") for one in node.relations)
            said.extend(el("p", self.prose.inline(one.text, page), cls="rw-relation") for one in node.notes)
        said.extend(self._each(versions, part, lambda one, edition: self._overridden(one, edition, page)))
        if not now:
            said.append(el("p", "Is another today." if today is not None else "Is no longer there today.", cls="rw-relation rw-later"))
        formal = el("code", preformatted(shown_text(node)))
        shown = provision.id.text if isinstance(node, nodes.Rule) else worded(provision.id.text.rpartition(".")[2])
        address = el("summary", shown, title="how it is written")
        return el("li", *said, el("details", address, formal, cls="rw-formal"), id=self._anchor(part), **versions.marks(part.editions))

    def _overridden(self, provision: Provision, edition: str, page: str) -> Html:
        """`Overridden by 8.15.4`, on the rule that yields, as it is in an edition."""
        return join(
            el("p", f"{words} ", join([self.rule_link(one, page, edition) for one in winners], ", "), ".", cls="rw-relation rw-yields")
            for words, winners in self._of.between(edition).yields.get(provision.id.text, {}).items()
        )

    def _said(self, provision: Provision, page: str, *, say_from: bool, today: Provision | None = None) -> Iterator[Html]:
        """A provision in words: its sentence with its marks and tags, and its labelled conditions as a list.

        `today`: what is in force in its place, where it is one of an earlier edition; words that are others today are marked.
        """
        node = provision.node
        items = EMPTY
        if isinstance(node, nodes.Rule):
            clause = self._of.sentences.rule(node)
            sentence = self._sentence(clause, today)
            tags = {item.label: item.tags for guard in node.guards for item in guard.items}
            lines = (el("li", el("b", f"{label}. ", cls="rw-step"), words, tags_html(tags.get(label, ()))) for label, words in clause.items)
            items = el("ul", *lines, cls="rw-items") if clause.items else EMPTY
        else:
            sentence = self._statement(node, page)
        marks = (join([" ", mark]) for mark in self._marks(provision, say_from=say_from))
        yield el("p", sentence, *marks, tags_html(node.tags))
        yield items

    def _sentence(self, clause: Clause, today: Provision | None) -> Html:
        lead = clause.lead if clause.items else clause.lead + "."
        if today is None or not isinstance(today.node, nodes.Rule):
            return text(lead)
        other = self._of.sentences.rule(today.node)
        return other_words(lead, other.lead if other.items else other.lead + ".", text)

    def _statement(self, node: nodes.Table | nodes.Relation | nodes.NotHeld | nodes.DoesNotMatter | nodes.Settles, page: str) -> Html:
        """What is neither rule nor table, as a sentence."""
        sentences = self._of.sentences
        match node:
            case nodes.Table():
                return EMPTY  # it is shown by itself
            case nodes.Relation():
                return self._relation(node, page)
            case nodes.NotHeld():
                on = listed([sentences.whether(call) for call in node.bears_on], "and")
                words = "Bears on " if node.held else "Not held; bears on "
                when = f" when {sentences.condition(node.when)}" if node.when is not None else ""
                return text(f"{words}{on}{when}." if on else "The words of this case are not held.")
            case nodes.DoesNotMatter():
                on = listed([sentences.whether(call) for call in node.questions], "and")
                return text(f"It does not matter for {on} {sentences.matter(node.what)}.")
            case nodes.Settles():
                return join(["Settles ", self._reading_link(node.reading, page), text(f" {as_choice(node.choice)}.")])
            case _:
                assert_never(node)

    def _marks(self, provision: Provision, *, say_from: bool) -> Iterator[Html]:
        """Badges of an amendment that brought a provision, and of the option or scenario that it holds in."""
        if say_from and provision.origin.kind is ClauseKind.AMENDMENT:
            yield badge(provision.origin.amendment_kind or "amendment", "amended")
        home = self._of.view.find(provision.case.number)
        whole = home.scope if home is not None else None
        if provision.scope.option and (whole is None or whole.option != provision.scope.option):
            yield badge(f"option {worded(provision.scope.option)}", "option")
        if provision.scope.scenario and (whole is None or whole.scenario != provision.scope.scenario):
            yield badge(f"scenario {provision.scope.scenario}", "option")

    def _relation(self, relation: nodes.Relation, page: str) -> Html:
        """The sentence of a relation, with its targets as links."""
        targets = [self._target(ref, page) for ref in relation.targets]
        if relation.by:
            return self._goes_before(relation, targets, page)
        before, mark, after = self._of.sentences.relation(relation, "\0").partition("\0")
        linked = join([join([text(listed_between(at, len(targets))), one]) for at, one in enumerate(targets)])
        return join([text(before), linked if mark else EMPTY, text(after), "."])

    def _goes_before(self, relation: nodes.Relation, targets: list[Html], page: str) -> Html:
        """`9.5 goes before 9.13 when …`, with both sides as links."""
        sides = [[self._target(ref, page) for ref in relation.by], targets]
        linked = [join([join([text(listed_between(at, len(side))), one]) for at, one in enumerate(side)]) for side in sides]
        when = self._of.sentences.relation_when(relation)
        return join([linked[0], text(" goes before " if len(relation.by) == 1 else " go before "), linked[1], text(when), "."])

    def _target(self, ref: nodes.CaseRef, page: str) -> Html:
        return join([self.case_link(ref.number, page), text(" and below") if ref.and_below else EMPTY])

    def case_link(self, number: str, page: str, cls: str | None = "rw-ref") -> Html:
        """A link to a case or rule; only its number where there is none. Without a class it is for a list of links, `rw-refs`."""
        reading = self._of.addresses.reading(number)
        address = self._of.addresses.case(number) or reading
        shown = self._of.number(number) if reading is None else worded(number)
        return text(shown) if address is None else el("a", shown, href=address.href(page), cls=cls)

    def rule_link(self, rule: str, page: str = "", edition: str | None = None) -> Html:
        """The address of a rule of an edition (None: the latest that has it), of a case or of a reading, leading to it from a page.

        Only the address where there is nothing to lead to. A rule is called as where it is shown: `Home`; one that a choice of a reading
        brings by what is read, and how.
        """
        of = self._of
        editions = (of.edition, *earlier_editions(of)) if edition is None else (edition,)
        there = next(((name, one) for name in editions if (one := of.provision(name, rule)) is not None), None)
        address = of.addresses.case(rule) or of.addresses.reading(rule.partition(".")[0])
        shown = rule
        if there is not None:
            home = home_of(of, *there)
            shown = home.provision.id.text + rule.removeprefix(there[1].id.text)
            address = home.address(of) or address
            if chosen := self._under_a_reading(*there):
                return el("span", chosen) if address is None else el("a", chosen, href=address.href(page), cls="rw-ref")
        return el("code", shown) if address is None else el("a", shown, href=address.href(page), cls="rw-ref")

    def _under_a_reading(self, edition: str, provision: Provision) -> str:
        """`“How long a Demoralized unit stands still”, read as “it stands still until the Rally Phase”`, of a rule that a choice brings."""
        reading = self._of.book.views[edition].readings.get(provision.scope.reading or "")
        if reading is None:
            return ""
        choice = next((worded(one.title or one.name) for one in reading.choices if one.name == provision.scope.choice), "")
        return f"“{reading.title}”, read as “{choice}”" if choice else f"“{reading.title}”"

    def _reading_link(self, name: str, page: str) -> Html:
        address = self._of.addresses.reading(name)
        return text(worded(name)) if address is None else el("a", worded(name), href=address.href(page), cls="rw-ref")

    # ---- readings and rulings ------------------------------------------------------------------------------------------------------

    def reading_box(self, reading: ReadingInForce, page: str) -> Html:
        """A reading next to its case: what is open, and the choices."""
        state = f"settled {as_choice(reading.settled_as)}" if reading.settled_as else "open reading"
        played = next((one for one in reading.choices if one.name == (reading.settled_as or reading.in_play)), None)
        in_play = el("span", f"In play: {worded(played.title or played.name)}", cls="rw-from") if played is not None else None
        head = el("summary", badge(state, "settled" if reading.settled_as else "open"), " ", el("b", reading.title), " ", in_play)
        link = el("p", self._reading_link(reading.name, page), tags_html(reading.origin.block.tags), cls="rw-small")
        return el("details", head, self._brief_choices(reading, page), link, cls="rw-box rw-reading rw-fold")

    def _brief_choices(self, reading: ReadingInForce, page: str) -> Html:
        """The choices of a reading without the formal lines."""
        items = []
        for choice in reading.choices:
            provisions = [one for one in reading.provisions if one.scope.choice == choice.name]
            said = [piece for one in provisions for piece in self._said(one, page, say_from=False)]
            items.append(el("li", self._choice(reading, choice, page), *said))
        return el("ul", *items, cls="rw-choices")

    def choices(self, versions: Versions[ReadingInForce], page: str) -> Html:
        """The choices of a reading in the editions that have it, each with its rules and tables."""
        items = []
        for part in versions.parts(lambda version, _: version.choices, lambda choice: choice.name):
            written = said_together(part.of_edition, lambda choice, edition: self._choice(versions.of_edition[edition], choice, page))
            head = [el("div", html, **marks) if (marks := versions.marks(editions)) else html for html, editions in written.items()]
            provisions = [one for one in versions.provisions if one.what.scope.choice == part.what.name]
            rules = [self._rules(versions, provisions, page), self._tables(versions, provisions)]
            items.append(el("li", *head, *rules, **versions.marks(part.editions)))
        return el("ul", *items, cls="rw-choices")

    def _choice(self, reading: ReadingInForce, choice: nodes.ReadingChoice, page: str) -> Html:
        """The title of a choice, whether it is the one in play or settled, and its prose."""
        marks = [badge("in play", "play")] if choice.in_play else []
        if reading.settled_as == choice.name:
            marks.append(badge("settled", "settled"))
        name = [el("b", capital(worded(choice.title or choice.name))), *(join([" ", mark]) for mark in marks)]
        prose = [el("p", self.prose.inline(one.text, page), tags_html(one.tags)) for one in choice.prose]
        return join([el("p", *name, tags_html(choice.tags)), *prose])

    def ruling(self, part: Part[CaseInForce], page: str, **marks: str | bool | None) -> Html:
        """A ruling next to the case that it is on: question and answer, and what follows formally."""
        ruling, versions = part.what, Versions(self._of.edition, part.of_edition)
        questions = [line.text for line, _ in ruling.other if isinstance(line, nodes.AsksQuestion)]
        answers = [line.text for line, _ in ruling.other if isinstance(line, nodes.Answers)]
        address = self._of.addresses.case(ruling.number)
        head = el(
            "p",
            badge("ruling", "ruling"),
            " ",
            el("b", self._of.number(ruling.number)),
            " ",
            el("span", source_title(self._of, ruling.source), cls="rw-from"),
        )
        asked = [el("p", el("b", "Q. ", cls="rw-step"), self.prose.inline(one, page)) for one in questions]
        answered = [el("p", el("b", "A. ", cls="rw-step"), self.prose.inline(one, page)) for one in answers]
        rest = [self.paragraph(one, ruling.origin, page) for one in ruling.text]
        parts = [head, *asked, *answered, *rest, self._tables(versions, versions.provisions), self._folded(versions, page)]
        return el("div", *parts, id=address.anchor if address else None, cls="rw-box rw-ruling", **marks)

    # ---- the rest ------------------------------------------------------------------------------------------------------------------

    def _others(self, case: CaseInForce, page: str) -> Html:
        """Misprints, accepted contradictions and components."""
        said: list[Html] = []
        for line, _ in case.other:
            match line:
                case nodes.Reads():
                    words = join(
                        [
                            "The print has ",
                            el("del", line.printed),
                            ", read ",
                            el("ins", line.read),
                            ": ",
                            self.prose.inline(_ended(line.because), page),
                        ]
                    )
                    said.append(el("p", el("span", "Misprint. ", cls="rw-lead"), words, tags_html(line.tags), cls="rw-note"))
                case nodes.Accepts():
                    with_ = join([self._target(ref, page) for ref in line.cases], ", ")
                    words = join(
                        [
                            text(worded(line.finding)),
                            EMPTY if line.words is None else text(f" at “{line.words}”"),
                            " with " if line.cases else EMPTY,
                            with_,
                            ": ",
                            self.prose.inline(_ended(line.because), page),
                        ]
                    )
                    said.append(el("p", el("span", "Accepted. ", cls="rw-lead"), capital_html(words), tags_html(line.tags), cls="rw-note"))
                case nodes.Component():
                    count = f"{line.count} × " if line.count is not None else ""
                    said.append(
                        el(
                            "p",
                            el("span", "Component. ", cls="rw-lead"),
                            text(count),
                            self.prose.inline(line.text, page),
                            tags_html(line.tags),
                            cls="rw-note",
                        )
                    )
                case _:  # open: other lines are shown elsewhere
                    pass
        return join(said)

    def _bearings(self, versions: Versions[CaseInForce], page: str) -> Html:
        """What bears on a case and what it bears on, each line in the editions in which it is so."""
        lines = versions.parts(lambda version, edition: self._lines(version, edition, page), lambda line: line)
        rows = [el("div", one.what, **versions.marks(one.editions)) for one in lines]
        return el("dl", *rows, cls="rw-bearings rw-refs") if rows else EMPTY

    def _lines(self, version: CaseInForce, edition: str, page: str) -> Iterator[Html]:
        has_some = False
        for words, numbers in self._of.bearings_in(edition).of(version.number):
            if words in GIVES_WAY and version.kind is not ClauseKind.RULING:  # of cases, it is said in the open
                numbers = tuple(one for one in numbers if one in self._of.book.views[edition].readings)
            if links := join([self.case_link(number, page, None) for number in numbers], ", "):
                has_some = True
                yield join([el("dt", capital(words)), el("dd", links)])
        pairs = self._of.between(edition).by_case.get(version.number, {})
        others: dict[str, list[Html]] = {}
        for (other, by), question in pairs.items():
            others.setdefault(other, []).append(_settled(by, question))
        if met := [join([self.case_link(other, page), " (", join(some, "; "), ")"]) for other, some in others.items()]:
            yield join([el("dt", "Disagrees with"), el("dd", join(met, ", "))])
        if met or has_some:
            home = self._of.addresses.case_number(version.number) or version.number
            among = el("a", "the picture of all cases", href=f"graph.html#{anchor('of', home)}")
            yield join([el("dt", "Shown in"), el("dd", among)])


def _settled(by: str, question: str) -> Html:
    """What settles it that two cases say the opposite in some situation, with the situation a tap away."""
    return el("a", settling(by).brief, href=f"precedence.html#{pairs_anchor(question, by)}")


def _ended(sentence: str) -> str:
    """With a full stop, if it ends with none."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def listed_between(at: int, of: int) -> str:
    """What stands before item `at` of a list: nothing, a comma, or `and`."""
    return "" if at == 0 else " and " if at == of - 1 else ", "


def capital_html(html: Html) -> Html:
    """With a capital at the beginning, if it begins with a letter."""
    return Html(html[:1].upper() + html[1:])
