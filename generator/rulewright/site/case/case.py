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
from rulewright.site.case.folds import render_fold
from rulewright.site.case.history import absent_from, changed_since, earlier_editions, history_parts, latest_earlier, not_held_in
from rulewright.site.case.odds_chart import OddsWriter
from rulewright.site.case.own_copy_links import give_words
from rulewright.site.case.setup import setup_html
from rulewright.site.case.versions import C, Home, Part, Versions, home_of, said_together, versions_of
from rulewright.site.html.between import pairs_anchor, principle_text
from rulewright.site.html.escape import EMPTY, Html, anchor_id, el, escape_preformatted, escape_text, join_html
from rulewright.site.html.marks import earlier_of, mark_changes, mark_outdated
from rulewright.site.html.prose import ProseWriter
from rulewright.site.wording.sentences import Clause, Sentences
from rulewright.site.wording.tables import table_html
from rulewright.site.wording.words import as_choice, capitalize, join_words, spell_out
from rulewright.syntax import nodes
from rulewright.syntax.printer import plain_source_text

GIVES_WAY = frozenset((PASSIVE[Bearing.OVERRIDES], PASSIVE[Bearing.SETS_ASIDE]))


class CaseWriter:
    """Writes the cases of one book. Everything it returns is one line of HTML without blank lines, so that Markdown leaves it alone."""

    def __init__(self, site_book: BookOfSite) -> None:
        self._of = site_book
        meanings = {
            name.casefold(): declared.node.text
            for declared in site_book.book.declarations
            if isinstance(declared.node, nodes.Term)
            for name in (declared.node.name, *declared.node.also)
        }
        self.prose = ProseWriter(site_book.addresses, known_numbers(site_book.book), meanings, site_book.printed_number)

    def _odds_writer(self, edition: str) -> OddsWriter:
        return self._of.memoize(("odds", edition), lambda: OddsWriter(self._of, edition))

    # ---- the case ------------------------------------------------------------------------------------------------------------------

    def case_body(self, case: CaseInForce, page: str) -> Html:
        """Return a case without its heading: the text and rules in force, tables, set-up, readings and rulings; the rest folded. What other
        editions have in place of something, or did not have yet, is there too: `versions`."""
        site_book, versions = self._of, versions_of(self._of, case)
        parts = [
            versions.versioned_element("p", "rw-meta", lambda version, _: join_html(badges_of(site_book, version, case.number))),
            el("div", self._text_of_case(case, page), cls="rw-now"),
            give_words(site_book, case),
            versions.versioned_element("p", "rw-yields", lambda version, edition: self._gives_way(version, edition, page)),
            self._tables_html(versions, versions.provisions),
            versions.versioned_block(lambda version, edition: self._odds_writer(edition).of_case(version.number)),
            versions.versioned_block(lambda version, _: setup_html(site_book, version, page)),
            versions.versioned_block(lambda _, edition: asks_html(site_book, case.number, edition)),
            versions.versioned_block(
                lambda _, edition: join_html(
                    self.reading_box(reading, page) for reading in site_book.readings_in(edition).get(case.number, ())
                )
            ),
        ]
        if case.kind is not ClauseKind.RULING:
            rulings = versions.parts(lambda _, edition: site_book.rulings_in(edition).get(case.number, ()), lambda ruling: ruling.id)
            parts.extend(self.ruling_html(ruling, page, **versions.marks(ruling.editions)) for ruling in rulings)
        folds = [
            self._folded_details(versions, page),
            *history_parts(site_book, case, lambda paragraph, version: self.as_it_was(paragraph, version, case, page)),
        ]
        parts.append(el("div", *folds, cls="rw-past") if any(folds) else EMPTY)
        address = site_book.addresses.address_of_case(case.number)
        numbers = site_book.addresses.further.get(address.anchor, ()) if address is not None else ()
        return el(
            "div",
            *(el("span", id=name) for name in numbers),
            *parts,
            cls="rw-case-body rw-deleted" if case.deleted else "rw-case-body",
            data_rw_since=" ".join(changed_since(site_book, case)) or None,
            data_rw_absent=" ".join(absent_from(site_book, case)) or None,
            data_rw_unheld=" ".join(not_held_in(site_book, case)) or None,
        )

    def _folded_details(self, versions: Versions[CaseInForce], page: str) -> Html:
        """Formal rules, notes, examples and related cases under one line."""
        return render_fold(
            versions,
            lambda version, edition: self._fold_counts(version, edition, page),
            self._rules_html(versions, versions.provisions, page),
            versions.versioned_block(lambda version, _: self._other_cases_html(version, page)),
            examples_of_versions(self._of, versions),
            self._bearings_html(versions, page),
        )

    def _fold_counts(self, version: CaseInForce, edition: str, page: str) -> Iterator[tuple[int, str]]:
        provisions = () if version.deleted else version.provisions
        others = sum(not isinstance(provision.node, nodes.Rule | nodes.Table) for provision in provisions)
        bearings = self._of.bearings_in(edition).bearings_on(version.number)
        yield sum(isinstance(provision.node, nodes.Rule) for provision in provisions), "rule"
        yield len(version.examples), "example"
        yield others + self._other_cases_html(version, page).count('class="rw-note"'), "note"
        yield len({number for words, numbers in bearings for number in numbers if words not in GIVES_WAY}), "related case"

    def _gives_way(self, version: CaseInForce, edition: str, page: str) -> Html:
        """`Overridden by 8.15`, in the open: who reads a case must see what goes before it."""
        relations = [
            join_html(
                [
                    escape_text(f"{capitalize(words)} "),
                    join_html([self.case_link(number, page) for number in cases], ", "),
                    escape_text("."),
                ]
            )
            for words, numbers in self._of.bearings_in(edition).bearings_on(version.number)
            if words in GIVES_WAY and (cases := [number for number in numbers if number not in self._of.book.views[edition].readings])
        ]
        return join_html(relations, " ")

    def _text_of_case(self, case: CaseInForce, page: str) -> Html:
        if not case.text:
            if case.deleted:
                return el("p", "This case is deleted.", cls="rw-note")
            if not case.held:
                return el("p", "The printed text of this case is not held here: look it up in your own copy.", cls="rw-note")
            return EMPTY
        earlier, last = latest_earlier(self._of, case), len(case.text) - 1
        return join_html(
            self.render_paragraph(
                paragraph,
                case.origin,
                page,
                earlier_of(paragraph, case, earlier),
                say_from=index == last or case.text[index + 1].origin != paragraph.origin,
            )
            for index, paragraph in enumerate(case.text)
        )

    def as_it_was(self, paragraph: Paragraph, version: CaseInForce, today: CaseInForce, page: str) -> Html:
        """A paragraph of an earlier edition, with the words marked that are others today."""
        return self.render_paragraph(paragraph, version.origin, page, later=earlier_of(paragraph, version, today))

    def render_paragraph(
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
        html: Html = self.prose.render_inline("[" + capitalize(paragraph.text[1:]) if begins else paragraph.text, page)
        if earlier is not None:
            html = mark_changes(earlier, paragraph.text, lambda words: self.prose.render_inline(words, page))
        if later is not None:
            html = mark_outdated(paragraph.text, later, lambda words: self.prose.render_inline(words, page))
        if paragraph.step is not None:
            html = join_html([el("b", f"{capitalize(paragraph.step)}. ", cls="rw-step"), html])
        if paragraph.commentary:
            html = join_html([el("span", "Note. ", cls="rw-lead"), html])
        marks: list[str] = ["rw-text"]
        came = paragraph.origin
        if paragraph.struck:
            html = el("del", html)
        if came.kind is ClauseKind.AMENDMENT or came.source != home.source:
            marks.append("rw-amended")
            words = " · ".join(part for part in (source_title(self._of, came.source), came.amendment_kind) if part)
            html = join_html([html, " ", el("span", words, cls="rw-from")]) if say_from else html
        if paragraph.commentary:
            marks.append("rw-commentary")
        return el("p", html, tags_html(paragraph.tags), cls=" ".join(marks))

    # ---- formal rules --------------------------------------------------------------------------------------------------------------

    def _rules_html(self, versions: Versions[C], parts: Iterable[Part[Provision]], page: str) -> Html:
        """Return the rules and statements of a case, without its tables."""
        items: list[Html] = []
        last: dict[bool, Origin] = {}
        for part in parts:
            if not isinstance(part.what.node, nodes.Table):
                now = versions.is_now(part)
                items.append(self._provision_html(versions, part, page, say_from=part.what.origin != last.get(now)))
                last[now] = part.what.origin
        return el("ul", *items, cls="rw-rules") if items else EMPTY

    def _tables_html(self, versions: Versions[C], parts: Iterable[Part[Provision]]) -> Html:
        """Tables, each with the odds that it has in each edition under it."""
        blocks: list[Html] = []
        for part in parts:
            node, now = part.what.node, versions.is_now(part)
            if not isinstance(node, nodes.Table):
                continue
            today = None if now else versions.counterpart_today(part)
            as_today = today.node if today is not None and isinstance(today.node, nodes.Table) else None
            marks = versions.marks(part.editions)
            anchor = self._anchor_of_part(part)
            blocks.append(table_html(node, anchor, self._of.sentences_in(part.editions[0]), tags_html(node.tags), as_today, **marks))
            blocks += self._render_versions(
                versions, part, lambda provision, edition: self._odds_writer(edition).of_table(provision.id.text)
            )
        return join_html(blocks)

    @staticmethod
    def _render_versions(versions: Versions[C], part: Part[Provision], write: Callable[[Provision, str], Html]) -> Iterator[Html]:
        """Yield what `write` gives for a provision under each edition that has it, once for editions with the same result, with their
        names."""
        for html, editions in said_together(part.of_edition, write).items():
            marks = versions.marks(editions)
            yield el("div", html, **marks) if html and marks else html

    def _render_words(self, versions: Versions[C], part: Part[Provision], write: Callable[[str], Html]) -> Html:
        """Return a provision in the words of its editions: once, or for each where a term was renamed."""
        editions = part.editions if self._of.renames_terms else part.editions[:1]
        by_html = said_together(dict.fromkeys(editions, part.what), lambda _, edition: write(edition))
        if len(by_html) == 1:
            return next(iter(by_html))
        return join_html(el("div", html, **versions.marks(names)) for html, names in by_html.items())

    def _anchor_of_part(self, part: Part[Provision]) -> str:
        edition, provision = next(iter(part.of_edition.items()))
        return Home(edition, provision).anchor_of(self._of.edition)

    def _provision_html(self, versions: Versions[C], part: Part[Provision], page: str, *, say_from: bool) -> Html:
        """The sentence, labelled conditions, relations and notes of one provision; its address opens the formal line."""
        provision, now = part.what, versions.is_now(part)
        node = provision.node
        today = None if now else versions.counterpart_today(part)

        def write_sentences(edition: str) -> Html:
            sentence_parts = list(self._provision_parts(provision, page, edition, say_from=say_from, today=today))
            if isinstance(node, nodes.Rule):
                sentences = self._of.sentences_in(edition)
                sentence_parts.extend(
                    el("p", self._relation_html(relation, page, sentences), cls="rw-relation") for relation in node.relations
                )
                sentence_parts.extend(el("p", self.prose.render_inline(note.text, page), cls="rw-relation") for note in node.notes)
            return join_html(sentence_parts)

        pieces = [self._render_words(versions, part, write_sentences)]
        pieces.extend(self._render_versions(versions, part, lambda provision, edition: self._overridden_html(provision, edition, page)))
        if not now:
            pieces.append(el("p", "Is another today." if today is not None else "Is no longer there today.", cls="rw-relation rw-later"))
        formal = el("code", escape_preformatted(plain_source_text(node)))
        label = provision.id.text if isinstance(node, nodes.Rule) else spell_out(provision.id.text.rpartition(".")[2])
        address = el("summary", label, title="how it is written")
        return el(
            "li", *pieces, el("details", address, formal, cls="rw-formal"), id=self._anchor_of_part(part), **versions.marks(part.editions)
        )

    def _overridden_html(self, provision: Provision, edition: str, page: str) -> Html:
        """`Overridden by 8.15.4`, on the rule that yields, as it is in an edition."""
        return join_html(
            el(
                "p",
                f"{words} ",
                join_html([self.rule_link(winner, page, edition) for winner in winners], ", "),
                ".",
                cls="rw-relation rw-yields",
            )
            for words, winners in self._of.precedence_pairs(edition).winners_by_loser.get(provision.id.text, {}).items()
        )

    def _provision_parts(
        self, provision: Provision, page: str, edition: str, *, say_from: bool, today: Provision | None = None
    ) -> Iterator[Html]:
        """A provision in the words of an edition: its sentence with its marks and tags, and its labelled conditions as a list.

        `today`: what is in force in its place, where it is one of an earlier edition; words that are others today are marked.
        """
        node = provision.node
        items = EMPTY
        sentences = self._of.sentences_in(edition)
        if isinstance(node, nodes.Rule):
            clause = sentences.rule_clause(node)
            sentence = self._rule_sentence(clause, today)
            tags = {item.label: item.tags for guard in node.guards for item in guard.items}
            lines = (el("li", el("b", f"{label}. ", cls="rw-step"), words, tags_html(tags.get(label, ()))) for label, words in clause.items)
            items = el("ul", *lines, cls="rw-items") if clause.items else EMPTY
        else:
            sentence = self._statement_sentence(node, page, sentences)
        marks = (join_html([" ", mark]) for mark in self._provision_marks(provision, say_from=say_from))
        yield el("p", sentence, *marks, tags_html(node.tags))
        yield items

    def _rule_sentence(self, clause: Clause, today: Provision | None) -> Html:
        lead = clause.lead if clause.items else clause.lead + "."
        if today is None or not isinstance(today.node, nodes.Rule):
            return escape_text(lead)
        other = self._of.sentences.rule_clause(today.node)
        return mark_outdated(lead, other.lead if other.items else other.lead + ".", escape_text)

    def _statement_sentence(
        self, node: nodes.Table | nodes.Relation | nodes.NotHeld | nodes.DoesNotMatter | nodes.Settles, page: str, sentences: Sentences
    ) -> Html:
        """Return a statement that is neither rule nor table as a sentence."""
        match node:
            case nodes.Table():
                return EMPTY  # it is shown by itself
            case nodes.Relation():
                return self._relation_html(node, page, sentences)
            case nodes.NotHeld():
                questions = join_words([sentences.whether_clause(call) for call in node.bears_on], "and")
                words = "Bears on " if node.held else "Not held; bears on "
                condition = f" when {sentences.condition_text(node.when)}" if node.when is not None else ""
                return escape_text(f"{words}{questions}{condition}." if questions else "The words of this case are not held.")
            case nodes.DoesNotMatter():
                questions = join_words([sentences.whether_clause(call) for call in node.questions], "and")
                return escape_text(f"It does not matter for {questions} {sentences.matter_text(node.what)}.")
            case nodes.Settles():
                return join_html(["Settles ", self._reading_link(node.reading, page), escape_text(f" {as_choice(node.choice)}.")])
            case _:
                assert_never(node)

    def _provision_marks(self, provision: Provision, *, say_from: bool) -> Iterator[Html]:
        """Badges of an amendment that brought a provision, and of the option or scenario that it holds in."""
        if say_from and provision.origin.kind is ClauseKind.AMENDMENT:
            yield badge(provision.origin.amendment_kind or "amendment", "amended")
        home = self._of.view.find_case(provision.case.number)
        default_scope = home.scope if home is not None else None
        if provision.scope.option and (default_scope is None or default_scope.option != provision.scope.option):
            yield badge(f"option {spell_out(provision.scope.option)}", "option")
        if provision.scope.scenario and (default_scope is None or default_scope.scenario != provision.scope.scenario):
            yield badge(f"scenario {provision.scope.scenario}", "option")

    def _relation_html(self, relation: nodes.Relation, page: str, sentences: Sentences) -> Html:
        """The sentence of a relation, with its targets as links."""
        targets = [self._target_link(ref, page) for ref in relation.targets]
        if relation.by:
            return self._goes_before(relation, targets, page, sentences)
        lead, mark, tail = sentences.relation_sentence(relation, "\0").partition("\0")
        linked = join_html([join_html([escape_text(listed_between(index, len(targets))), target]) for index, target in enumerate(targets)])
        return join_html([escape_text(lead), linked if mark else EMPTY, escape_text(tail), "."])

    def _goes_before(self, relation: nodes.Relation, targets: list[Html], page: str, sentences: Sentences) -> Html:
        """`9.5 goes before 9.13 when …`, with both sides as links."""
        sides = [[self._target_link(ref, page) for ref in relation.by], targets]
        linked = [
            join_html([join_html([escape_text(listed_between(index, len(side))), link]) for index, link in enumerate(side)])
            for side in sides
        ]
        condition = sentences.relation_when(relation)
        return join_html(
            [linked[0], escape_text(" goes before " if len(relation.by) == 1 else " go before "), linked[1], escape_text(condition), "."]
        )

    def _target_link(self, ref: nodes.CaseRef, page: str) -> Html:
        return join_html([self.case_link(ref.number, page), escape_text(" and below") if ref.and_below else EMPTY])

    def case_link(self, number: str, page: str, cls: str | None = "rw-ref") -> Html:
        """A link to a case or rule; only its number where there is none. Without a class it is for a list of links, `rw-refs`."""
        reading = self._of.addresses.address_of_reading(number)
        address = self._of.addresses.address_of_case(number) or reading
        label = self._of.printed_number(number) if reading is None else spell_out(number)
        return escape_text(label) if address is None else el("a", label, href=address.href_from(page), cls=cls)

    def rule_link(self, rule: str, page: str = "", edition: str | None = None) -> Html:
        """The address of a rule of an edition (None: the latest that has it), of a case or of a reading, leading to it from a page.

        Only the address where there is nothing to lead to. A rule is called as where it is shown: `Home`; one that a choice of a reading
        brings by what is read, and how.
        """
        site_book = self._of
        editions = (site_book.edition, *earlier_editions(site_book)) if edition is None else (edition,)
        located = next(((name, provision) for name in editions if (provision := site_book.find_provision(name, rule)) is not None), None)
        address = site_book.addresses.address_of_case(rule) or site_book.addresses.address_of_reading(rule.partition(".")[0])
        label = rule
        if located is not None:
            home = home_of(site_book, *located)
            label = home.provision.id.text + rule.removeprefix(located[1].id.text)
            address = home.address_in(site_book) or address
            if choice := self._under_a_reading(*located):
                return el("span", choice) if address is None else el("a", choice, href=address.href_from(page), cls="rw-ref")
        return el("code", label) if address is None else el("a", label, href=address.href_from(page), cls="rw-ref")

    def _under_a_reading(self, edition: str, provision: Provision) -> str:
        """`“How long a Demoralized unit stands still”, read as “it stands still until the Rally Phase”`, of a rule that a choice brings."""
        reading = self._of.book.views[edition].readings.get(provision.scope.reading or "")
        if reading is None:
            return ""
        choice = next((spell_out(choice.title or choice.name) for choice in reading.choices if choice.name == provision.scope.choice), "")
        return f"“{reading.title}”, read as “{choice}”" if choice else f"“{reading.title}”"

    def _reading_link(self, name: str, page: str) -> Html:
        address = self._of.addresses.address_of_reading(name)
        return escape_text(spell_out(name)) if address is None else el("a", spell_out(name), href=address.href_from(page), cls="rw-ref")

    # ---- readings and rulings ------------------------------------------------------------------------------------------------------

    def reading_box(self, reading: ReadingInForce, page: str) -> Html:
        """A reading next to its case: what is open, and the choices."""
        state = f"settled {as_choice(reading.settled_as)}" if reading.settled_as else "open reading"
        choice_in_play = next((choice for choice in reading.choices if choice.name == (reading.settled_as or reading.default_choice)), None)
        in_play = (
            el("span", f"In play: {spell_out(choice_in_play.title or choice_in_play.name)}", cls="rw-from")
            if choice_in_play is not None
            else None
        )
        head = el("summary", badge(state, "settled" if reading.settled_as else "open"), " ", el("b", reading.title), " ", in_play)
        link = el("p", self._reading_link(reading.name, page), tags_html(reading.origin.block.tags), cls="rw-small")
        return el("details", head, self._brief_choices(reading, page), link, cls="rw-box rw-reading rw-fold")

    def _brief_choices(self, reading: ReadingInForce, page: str) -> Html:
        """The choices of a reading without the formal lines."""
        items = []
        for choice in reading.choices:
            provisions = [provision for provision in reading.provisions if provision.scope.choice == choice.name]
            pieces = [
                piece for provision in provisions for piece in self._provision_parts(provision, page, self._of.edition, say_from=False)
            ]
            items.append(el("li", self._choice_html(reading, choice, page), *pieces))
        return el("ul", *items, cls="rw-choices")

    def choices_html(self, versions: Versions[ReadingInForce], page: str) -> Html:
        """The choices of a reading in the editions that have it, each with its rules and tables."""
        items = []
        for part in versions.parts(lambda version, _: version.choices, lambda choice: choice.name):
            html_by_edition = said_together(
                part.of_edition, lambda choice, edition: self._choice_html(versions.of_edition[edition], choice, page)
            )
            head = [el("div", html, **marks) if (marks := versions.marks(editions)) else html for html, editions in html_by_edition.items()]
            provisions = [provision for provision in versions.provisions if provision.what.scope.choice == part.what.name]
            rules = [self._rules_html(versions, provisions, page), self._tables_html(versions, provisions)]
            items.append(el("li", *head, *rules, **versions.marks(part.editions)))
        return el("ul", *items, cls="rw-choices")

    def _choice_html(self, reading: ReadingInForce, choice: nodes.ReadingChoice, page: str) -> Html:
        """The title of a choice, whether it is the one in play or settled, and its prose."""
        marks = [badge("in play", "play")] if choice.in_play else []
        if reading.settled_as == choice.name:
            marks.append(badge("settled", "settled"))
        name = [el("b", capitalize(spell_out(choice.title or choice.name))), *(join_html([" ", mark]) for mark in marks)]
        prose = [el("p", self.prose.render_inline(paragraph.text, page), tags_html(paragraph.tags)) for paragraph in choice.prose]
        return join_html([el("p", *name, tags_html(choice.tags)), *prose])

    def ruling_html(self, part: Part[CaseInForce], page: str, **marks: str | bool | None) -> Html:
        """A ruling next to the case that it is on: question and answer, and what follows formally."""
        ruling, versions = part.what, Versions(self._of.edition, part.of_edition)
        questions = [line.text for line, _ in ruling.other if isinstance(line, nodes.AsksQuestion)]
        answers = [line.text for line, _ in ruling.other if isinstance(line, nodes.Answers)]
        address = self._of.addresses.address_of_case(ruling.number)
        head = el(
            "p",
            badge("ruling", "ruling"),
            " ",
            el("b", self._of.printed_number(ruling.number)),
            " ",
            el("span", source_title(self._of, ruling.source), cls="rw-from"),
        )
        question_parts = [el("p", el("b", "Q. ", cls="rw-step"), self.prose.render_inline(question, page)) for question in questions]
        answer_parts = [el("p", el("b", "A. ", cls="rw-step"), self.prose.render_inline(answer, page)) for answer in answers]
        remarks = [self.render_paragraph(paragraph, ruling.origin, page) for paragraph in ruling.text]
        parts = [
            head,
            *question_parts,
            *answer_parts,
            *remarks,
            self._tables_html(versions, versions.provisions),
            self._folded_details(versions, page),
        ]
        return el("div", *parts, id=address.anchor if address else None, cls="rw-box rw-ruling", **marks)

    # ---- the rest ------------------------------------------------------------------------------------------------------------------

    def _other_cases_html(self, case: CaseInForce, page: str) -> Html:
        """Misprints, accepted contradictions and components."""
        notes: list[Html] = []
        for line, _ in case.other:
            match line:
                case nodes.Reads():
                    words = join_html(
                        [
                            "The print has ",
                            el("del", line.printed),
                            ", read ",
                            el("ins", line.read),
                            ": ",
                            self.prose.render_inline(_end_sentence(line.because), page),
                        ]
                    )
                    notes.append(el("p", el("span", "Misprint. ", cls="rw-lead"), words, tags_html(line.tags), cls="rw-note"))
                case nodes.Accepts():
                    with_ = join_html([self._target_link(ref, page) for ref in line.cases], ", ")
                    words = join_html(
                        [
                            escape_text(spell_out(line.finding)),
                            EMPTY if line.words is None else escape_text(f" at “{line.words}”"),
                            " with " if line.cases else EMPTY,
                            with_,
                            ": ",
                            self.prose.render_inline(_end_sentence(line.because), page),
                        ]
                    )
                    notes.append(el("p", el("span", "Accepted. ", cls="rw-lead"), capital_html(words), tags_html(line.tags), cls="rw-note"))
                case nodes.Component():
                    count = f"{line.count} × " if line.count is not None else ""
                    notes.append(
                        el(
                            "p",
                            el("span", "Component. ", cls="rw-lead"),
                            escape_text(count),
                            self.prose.render_inline(line.text, page),
                            tags_html(line.tags),
                            cls="rw-note",
                        )
                    )
                case _:  # open: other lines are shown elsewhere
                    pass
        return join_html(notes)

    def _bearings_html(self, versions: Versions[CaseInForce], page: str) -> Html:
        """Return the relations of a case to others, each line with the editions in which it holds."""
        lines = versions.parts(lambda version, edition: self._bearing_lines(version, edition, page), lambda line: line)
        rows = [el("div", line.what, **versions.marks(line.editions)) for line in lines]
        return el("dl", *rows, cls="rw-bearings rw-refs") if rows else EMPTY

    def _bearing_lines(self, version: CaseInForce, edition: str, page: str) -> Iterator[Html]:
        has_some = False
        for words, numbers in self._of.bearings_in(edition).bearings_on(version.number):
            if words in GIVES_WAY and version.kind is not ClauseKind.RULING:  # of cases, it is said in the open
                numbers = tuple(number for number in numbers if number in self._of.book.views[edition].readings)
            if links := join_html([self.case_link(number, page, None) for number in numbers], ", "):
                has_some = True
                yield join_html([el("dt", capitalize(words)), el("dd", links)])
        pairs = self._of.precedence_pairs(edition).principles_by_case.get(version.number, {})
        others: dict[str, list[Html]] = {}
        for (other, principle), question in pairs.items():
            others.setdefault(other, []).append(_principle_link(principle, question))
        if links_of_principle := [
            join_html([self.case_link(other, page), " (", join_html(some, "; "), ")"]) for other, some in others.items()
        ]:
            yield join_html([el("dt", "Disagrees with"), el("dd", join_html(links_of_principle, ", "))])
        if links_of_principle or has_some:
            home = self._of.addresses.case_number(version.number) or version.number
            among = el("a", "the picture of all cases", href=f"graph.html#{anchor_id('of', home)}")
            yield join_html([el("dt", "Shown in"), el("dd", among)])


def _principle_link(principle: str, question: str) -> Html:
    """Link the principle that settles two cases to the situation in which they say the opposite."""
    return el("a", principle_text(principle).brief, href=f"precedence.html#{pairs_anchor(question, principle)}")


def _end_sentence(sentence: str) -> str:
    """With a full stop, if it ends with none."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def listed_between(index: int, count: int) -> str:
    """Return the separator before an item of a list: nothing, a comma, or `and`."""
    return "" if index == 0 else " and " if index == count - 1 else ", "


def capital_html(html: Html) -> Html:
    """With a capital at the beginning, if it begins with a letter."""
    return Html(html[:1].upper() + html[1:])
