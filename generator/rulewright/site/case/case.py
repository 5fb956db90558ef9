"""One case on its page: text in force, rules as sentences, tables, readings, rulings, examples, what bears on it, its history.

Its values for the templates are those of `values`. A case is one rendering of `parts/case.html` with all that it takes in: a rendering for
each part would take longer than the sentences of its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import assert_never

from rulewright.base.prose_layout import ProseLayout, Span, find_layout
from rulewright.rulebook.mentions import known_numbers
from rulewright.rulebook.model import CaseInForce, ClauseKind, Origin, Paragraph, Provision, ReadingInForce
from rulewright.rulebook.outlived import find_outlived_clauses
from rulewright.site.book.bearings import PASSIVE, Bearing
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import amendment_heading, badges_of, source_title
from rulewright.site.case.calculator_links import questions_of
from rulewright.site.case.examples import examples_of_versions
from rulewright.site.case.folds import count_text, counts_text
from rulewright.site.case.history import (
    absent_from,
    changed_since,
    changes_of_case,
    earlier_editions,
    earlier_texts,
    latest_earlier,
    not_held_in,
)
from rulewright.site.case.odds_chart import OddsWriter
from rulewright.site.case.own_copy_links import own_copy_address
from rulewright.site.case.setup import setup_html
from rulewright.site.case.values import (
    BearingLine,
    ChoiceEntry,
    ChoiceShown,
    DetailsShown,
    NoteShown,
    ParagraphShown,
    Pieces,
    ProseBlock,
    ReadingShown,
    RuleShown,
    RulingShown,
    SentenceShown,
    TableEntry,
)
from rulewright.site.case.versions import C, Home, Marks, Part, Versioned, Versions, home_of, played_marks, said_together, versions_of
from rulewright.site.html.between import pairs_anchor, principle_text
from rulewright.site.html.escape import Html, anchor_id
from rulewright.site.html.marks import Stretch, earlier_of, mark_changes, mark_outdated, stretches_between
from rulewright.site.html.prose import ProseWriter
from rulewright.site.wording.sentences import Clause, Sentences
from rulewright.site.wording.tables import table_shown
from rulewright.site.wording.words import as_choice, capitalize, spell_out
from rulewright.syntax import nodes
from rulewright.syntax.printer import plain_source_text

GIVES_WAY = frozenset((PASSIVE[Bearing.OVERRIDES], PASSIVE[Bearing.SETS_ASIDE]))


class CaseWriter:
    """Prepares the cases of one book for their templates. HTML that it returns is one line, so that Markdown leaves it alone."""

    def __init__(self, site_book: BookOfSite) -> None:
        self._of = site_book
        self._links: dict[tuple[str, str, str | None], Html] = {}
        meanings = {
            name.casefold(): declared.node.text
            for declared in site_book.book.declarations
            if isinstance(declared.node, nodes.Term)
            for name in (declared.node.name, *declared.node.also)
        }
        self.prose = ProseWriter(
            site_book.templates, site_book.addresses, known_numbers(site_book.book), meanings, site_book.printed_number
        )

    def _odds_writer(self, edition: str) -> OddsWriter:
        return self._of.memoize(("odds", edition), lambda: OddsWriter(self._of, edition))

    # ---- the case ------------------------------------------------------------------------------------------------------------------

    def case_body(self, case: CaseInForce, page: str) -> Html:
        """Return a case without its heading, as `parts/case.html` has it."""
        site_book, versions = self._of, versions_of(self._of, case)
        rulings = versions.parts(lambda _, edition: site_book.rulings_in(edition).get(case.number, ()), lambda ruling: ruling.id)
        ruling_counts = {edition: len(site_book.rulings_in(edition).get(case.number, ())) for edition in versions.of_edition}
        address = site_book.addresses.address_of_case(case.number)
        return site_book.templates.render_html(
            "parts/case.html",
            book=site_book,
            case=case,
            number=site_book.printed_number(case.number),
            further_anchors=site_book.addresses.further.get(address.anchor, ()) if address is not None else (),
            since=" ".join(changed_since(site_book, case)) or None,
            absent=" ".join(absent_from(site_book, case)) or None,
            unheld=" ".join(not_held_in(site_book, case)) or None,
            played=played_marks(case.scope),
            badges=versions.by_edition(lambda version, _: badges_of(site_book, version, case.number)),
            text=list(self._text_of_case(case, page)),
            own_copy=own_copy_address(site_book, case),
            yields=versions.by_edition(lambda version, edition: tuple(self._gives_way(version, edition, page))),
            tables=list(self._tables(versions, versions.provisions)),
            odds=versions.by_edition(lambda version, edition: self._odds_writer(edition).of_case(version.number)),
            setup=versions.by_edition(lambda version, _: setup_html(site_book, version, page)),
            questions=versions.by_edition(lambda _, edition: questions_of(site_book, case.number, edition)),
            readings=versions.by_edition(
                lambda _, edition: tuple(
                    self._reading_shown(reading, page) for reading in site_book.readings_in(edition).get(case.number, ())
                )
            ),
            rulings=[self._ruling_shown(ruling, page, versions.marks(ruling.editions)) for ruling in rulings]
            if case.kind is not ClauseKind.RULING
            else [],
            ruling_counts=versions.by_edition(lambda _, edition: count_text(ruling_counts[edition], "ruling")),
            rulings_marks=versions.marks([edition for edition, number in ruling_counts.items() if number]),
            details=self._details(versions, page),
            changes=changes_of_case(site_book, case),
            earlier=list(
                earlier_texts(
                    site_book,
                    case,
                    lambda paragraph, version: self._paragraph_shown(
                        paragraph, version.origin, page, later=earlier_of(paragraph, version, case), text_of_case=version.text
                    ),
                )
            ),
        )

    def _details(self, versions: Versions[CaseInForce], page: str) -> DetailsShown | None:
        """Formal rules, notes, examples and related cases; None where no edition has any."""
        counts = {edition: counts_text(self._detail_counts(version, edition, page)) for edition, version in versions.of_edition.items()}
        if not any(counts.values()):
            return None
        bearings = versions.parts(lambda version, edition: self._bearing_lines(version, edition, page), lambda line: line)
        return DetailsShown(
            versions.by_edition(lambda _, edition: counts[edition]),
            list(self._rules(versions, versions.provisions, page)),
            versions.by_edition(lambda version, _: tuple(self._notes(version, page))),
            examples_of_versions(self._of, versions),
            [Versioned(line.what, versions.marks(line.editions)) for line in bearings],
            versions.marks([name for name, words in counts.items() if words]),
        )

    def _detail_counts(self, version: CaseInForce, edition: str, page: str) -> Iterator[tuple[int, str]]:
        provisions = () if version.deleted else version.provisions
        others = sum(not isinstance(provision.node, nodes.Rule | nodes.Table) for provision in provisions)
        bearings = self._of.bearings_in(edition).bearings_on(version.number)
        yield sum(isinstance(provision.node, nodes.Rule) for provision in provisions), "rule"
        yield len(version.examples), "example"
        yield others + sum(isinstance(line, nodes.Reads | nodes.Accepts | nodes.Component) for line, _ in version.other), "note"
        yield len({number for words, numbers in bearings for number in numbers if words not in GIVES_WAY}), "related case"

    def _gives_way(self, version: CaseInForce, edition: str, page: str) -> Iterator[tuple[str, Pieces]]:
        """`Overridden by 8.15`, in the open: who reads a case must see what goes before it."""
        readings = self._of.book.views[edition].readings
        for words, numbers in self._of.bearings_in(edition).bearings_on(version.number):
            if words in GIVES_WAY and (cases := tuple(self.case_link(number, page) for number in numbers if number not in readings)):
                yield capitalize(words), cases

    def _text_of_case(self, case: CaseInForce, page: str) -> Iterator[ParagraphShown]:
        earlier, last = latest_earlier(self._of, case) if case.text else None, len(case.text) - 1
        for index, paragraph in enumerate(case.text):
            say_from = index == last or case.text[index + 1].origin != paragraph.origin
            yield self._paragraph_shown(
                paragraph, case.origin, page, earlier_of(paragraph, case, earlier), say_from=say_from, text_of_case=case.text
            )

    def render_paragraph(self, paragraph: Paragraph, home: Origin, page: str, *, say_from: bool = True) -> Html:
        """A paragraph; struck ones are marked so, and those that another clause brought carry a mark of where they come from."""
        values = self._paragraph_shown(paragraph, home, page, say_from=say_from)
        return self._of.templates.render_macro("parts/text.html", "paragraph", values)

    def _paragraph_shown(
        self,
        paragraph: Paragraph,
        home: Origin,
        page: str,
        earlier: str | None = None,
        *,
        later: str | None = None,
        say_from: bool = True,
        text_of_case: Sequence[Paragraph] = (),
    ) -> ParagraphShown:
        """Return a paragraph for its template.

        `earlier`: the words it had before it was amended; what changed is then marked word by word. `later`: the words it has today, if
        it is one of an earlier edition. `say_from`: name the other clause, which of several paragraphs in a row only the last one does.
        `text_of_case`: all paragraphs of the case, by which the first of an amendment is known.
        """
        text, came = paragraph.text, paragraph.origin
        block = None
        if later is not None:
            stretches = tuple(mark_outdated(text, later))
        elif earlier is not None:
            stretches = tuple(mark_changes(earlier, text))
        else:
            stretches = (Stretch("[" + capitalize(text[1:]) if text.startswith("[") else text),)
        if (layout := find_layout(text)) is not None:
            words, block = self._split_layout(stretches, layout, page)
        else:
            words = self.prose.render_marked(stretches, page)
        amended = came.kind is ClauseKind.AMENDMENT or came.source != home.source
        source = " · ".join(part for part in (source_title(self._of, came.source), came.amendment_kind) if part)
        return ParagraphShown(
            words,
            capitalize(paragraph.step or ""),
            paragraph.commentary,
            paragraph.struck,
            amended,
            source if amended and say_from else None,
            paragraph.tags,
            block,
            amendment_heading(paragraph, text_of_case),
        )

    def _split_layout(self, stretches: Sequence[Stretch], layout: ProseLayout, page: str) -> tuple[Html, ProseBlock]:
        """Return the first words of a paragraph, and its list, table, quotation or code."""

        def render_span(span: Span) -> Html:
            return self.prose.render_marked(stretches_between(stretches, *span), page)

        def render_block(layout: ProseLayout) -> ProseBlock:
            rows = tuple(tuple(map(render_span, row)) for row in layout.rows)
            inner = tuple(None if block is None else render_block(block) for block in layout.inner)
            return ProseBlock(layout.kind.value, rows, render_span(layout.tail), inner)

        return render_span((0, layout.lead_end)), render_block(layout)

    # ---- formal rules --------------------------------------------------------------------------------------------------------------

    def _rules(self, versions: Versions[C], parts: Iterable[Part[Provision]], page: str) -> Iterator[RuleShown]:
        """Yield the rules and statements of a case, without its tables."""
        last: dict[bool, Origin] = {}
        for part in parts:
            if not isinstance(part.what.node, nodes.Table):
                now = versions.is_now(part)
                yield self._rule_shown(versions, part, page, say_from=part.what.origin != last.get(now))
                last[now] = part.what.origin

    def _tables(self, versions: Versions[C], parts: Iterable[Part[Provision]]) -> Iterator[TableEntry]:
        """Yield the tables of a case."""
        for part in parts:
            node = part.what.node
            if not isinstance(node, nodes.Table):
                continue
            today = None if versions.is_now(part) else versions.counterpart_today(part)
            as_today = today.node if today is not None and isinstance(today.node, nodes.Table) else None
            yield TableEntry(
                table_shown(node, self._of.sentences_in(part.editions[0]), as_today),
                self._anchor_of_part(part),
                node.tags,
                {**versions.marks(part.editions), **self._played_marks(part.what)},
                versions.part_by_edition(
                    part.of_edition, lambda provision, edition: self._odds_writer(edition).of_table(provision.id.text)
                ),
            )

    def _in_words(
        self, versions: Versions[C], part: Part[Provision], write: Callable[[str], SentenceShown]
    ) -> list[Versioned[SentenceShown]]:
        """Return a provision in the words of its editions: once, or for each where a term was renamed."""
        editions = part.editions if self._of.renames_terms else part.editions[:1]
        by_words = said_together(dict.fromkeys(editions, part.what), lambda _, edition: write(edition))
        return [Versioned(sentence, versions.marks(names) if len(by_words) > 1 else {}) for sentence, names in by_words.items()]

    def _anchor_of_part(self, part: Part[Provision]) -> str:
        edition, provision = next(iter(part.of_edition.items()))
        return Home(edition, provision).anchor_of(self._of.edition)

    def _rule_shown(self, versions: Versions[C], part: Part[Provision], page: str, *, say_from: bool) -> RuleShown:
        """The sentence, labelled conditions, relations and notes of one provision, and its formal line."""
        provision, now = part.what, versions.is_now(part)
        node = provision.node
        today = None if now else versions.counterpart_today(part)

        def write_sentences(edition: str) -> SentenceShown:
            sentence = self._sentence_shown(provision, page, edition, say_from=say_from, today=today)
            if not isinstance(node, nodes.Rule):
                return sentence
            sentences = self._of.sentences_in(edition)
            relations = [tuple(self._relation_pieces(relation, page, sentences)) for relation in node.relations]
            return sentence._replace(relations=(*relations, *((self.prose.render_inline(note.text, page),) for note in node.notes)))

        return RuleShown(
            self._anchor_of_part(part),
            {**versions.marks(part.editions), **self._played_marks(provision)},
            self._in_words(versions, part, write_sentences),
            versions.part_by_edition(part.of_edition, lambda provision, edition: tuple(self._winners(provision, edition, page))),
            "" if now else "Is another today." if today is not None else "Is no longer there today.",
            provision.id.text if isinstance(node, nodes.Rule) else spell_out(provision.id.text.rpartition(".")[2]),
            plain_source_text(node),
        )

    def _winners(self, provision: Provision, edition: str, page: str) -> Iterator[tuple[str, Pieces]]:
        """`Overridden by 8.15.4`, on the rule that yields, as it is in an edition."""
        for words, winners in self._of.precedence_pairs(edition).winners_by_loser.get(provision.id.text, {}).items():
            yield words, tuple(self.rule_link(winner, page, edition) for winner in winners)

    def _sentence_shown(
        self, provision: Provision, page: str, edition: str, *, say_from: bool, today: Provision | None = None
    ) -> SentenceShown:
        """A provision in the words of an edition: its sentence with its marks and tags, and its labelled conditions.

        `today`: what is in force in its place, where it is one of an earlier edition; words that are others today are marked.
        """
        node, sentences = provision.node, self._of.sentences_in(edition)
        badges = tuple(self._provision_badges(provision, say_from=say_from))
        if isinstance(node, nodes.NotHeld | nodes.DoesNotMatter):
            statement = sentences.bearing_clause(node)
            lead = statement.lead if statement.items else f"{statement.lead}."
            return SentenceShown((lead,), badges, node.tags, tuple((label, words, ()) for label, words in statement.items))
        if not isinstance(node, nodes.Rule):
            return SentenceShown(tuple(self._statement_pieces(node, page, sentences)), badges, node.tags)
        clause = sentences.rule_clause(node)
        tags = {item.label: item.tags for guard in node.guards for item in guard.items}
        items = tuple((label, words, tags.get(label, ())) for label, words in clause.items)
        return SentenceShown((self._rule_sentence(clause, today),), badges, node.tags, items)

    def _rule_sentence(self, clause: Clause, today: Provision | None) -> str:
        lead = clause.lead if clause.items else clause.lead + "."
        if today is None or not isinstance(today.node, nodes.Rule):
            return lead
        other = self._of.sentences.rule_clause(today.node)
        return self.prose.render_marked(mark_outdated(lead, other.lead if other.items else other.lead + "."))

    def _statement_pieces(self, node: nodes.Table | nodes.Relation | nodes.Settles, page: str, sentences: Sentences) -> Iterator[str]:
        """Yield a statement that is neither rule nor table as pieces of a sentence."""
        match node:
            case nodes.Table():
                pass  # it is shown by itself
            case nodes.Relation():
                yield from self._relation_pieces(node, page, sentences)
            case nodes.Settles():
                yield from ("Settles ", self._reading_link(node.reading, page), f" {as_choice(node.choice)}.")
            case _:
                assert_never(node)

    def _provision_badges(self, provision: Provision, *, say_from: bool) -> Iterator[tuple[str, str]]:
        """Badges of an amendment that brought a provision, and of the option or scenario that it holds in."""
        if say_from and provision.origin.kind is ClauseKind.AMENDMENT:
            yield provision.origin.amendment_kind or "amendment", "amended"
        if not isinstance(provision.node, nodes.Table):
            yield from dict.fromkeys((change.origin.amendment_kind or "amendment", "amended") for change in provision.corrections)
        marks = self._played_marks(provision)
        if "data_rw_option" in marks:
            yield f"option {spell_out(provision.scope.option or '')}", "option"
        if "data_rw_scenario" in marks:
            yield f"scenario {provision.scope.scenario}", "option"

    def _played_marks(self, provision: Provision) -> Marks:
        """The marks of what counts only with an option or in a scenario, as its case does not."""
        home = self._of.view.find_case(provision.case.number)
        return played_marks(provision.scope, home.scope if home is not None else None)

    def _relation_pieces(self, relation: nodes.Relation, page: str, sentences: Sentences) -> Iterator[str]:
        """Yield the sentence of a relation, with its targets as links: `9.5 goes before 9.13 when …`."""
        if relation.by:
            yield from self._target_pieces(relation.by, page)
            yield " goes before " if len(relation.by) == 1 else " go before "
            yield from self._target_pieces(relation.targets, page)
            yield f"{sentences.relation_when(relation)}."
            return
        lead, mark, tail = sentences.relation_sentence(relation, "\0").partition("\0")
        yield lead
        if mark:
            yield from self._target_pieces(relation.targets, page)
        yield f"{tail}."

    def _target_pieces(self, targets: tuple[nodes.CaseRef, ...], page: str) -> Iterator[str]:
        """Yield links to cases with `,` and `and` between them."""
        for index, ref in enumerate(targets):
            yield "" if index == 0 else " and " if index == len(targets) - 1 else ", "
            yield from self._target_link(ref, page)

    def _target_link(self, ref: nodes.CaseRef, page: str) -> Pieces:
        return (self.case_link(ref.number, page), " and below" if ref.and_below else "")

    def case_link(self, number: str, page: str, cls: str | None = "rw-ref") -> Html:
        """A link to a case or rule; only its number where there is none. Without a class it is for a list of links, `rw-refs`."""
        reading = self._of.addresses.address_of_reading(number)
        address = self._of.addresses.address_of_case(number) or reading
        label = self._of.printed_number(number) if reading is None else spell_out(number)
        return self._link(label, address.href_from(page) if address is not None else "", cls)

    def _link(self, label: str, href: str, cls: str | None = "rw-ref") -> Html:
        if (label, href, cls) not in self._links:
            self._links[label, href, cls] = self._of.templates.render_macro("parts/prose.html", "link", label, href, cls)
        return self._links[label, href, cls]

    def rule_link(self, rule: str, page: str = "", edition: str | None = None) -> Html:
        """The address of a rule of an edition (None: the latest that has it), of a case or of a reading, leading to it from a page.

        Only the address where there is nothing to lead to. A rule is called as where it is shown: `Home`; one that a choice of a reading
        brings by what is read, and how.
        """
        site_book = self._of
        editions = (site_book.edition, *earlier_editions(site_book)) if edition is None else (edition,)
        located = next(((name, provision) for name in editions if (provision := site_book.find_provision(name, rule)) is not None), None)
        address = site_book.addresses.address_of_case(rule) or site_book.addresses.address_of_reading(rule.partition(".")[0])
        label, choice = rule, ""
        if located is not None:
            home = home_of(site_book, *located)
            label = home.provision.id.text + rule.removeprefix(located[1].id.text)
            address = home.address_in(site_book) or address
            choice = self._under_a_reading(*located)
        href = address.href_from(page) if address is not None else ""
        return site_book.templates.render_macro("parts/prose.html", "rule_link", choice or label, href, not choice)

    def _under_a_reading(self, edition: str, provision: Provision) -> str:
        """`“How long a Demoralized unit stands still”, read as “it stands still until the Rally Phase”`, of a rule that a choice brings."""
        reading = self._of.book.views[edition].readings.get(provision.scope.reading or "")
        if reading is None:
            return ""
        choice = next((spell_out(choice.title or choice.name) for choice in reading.choices if choice.name == provision.scope.choice), "")
        return f"“{reading.title}”, read as “{choice}”" if choice else f"“{reading.title}”"

    def _reading_link(self, name: str, page: str) -> Html:
        address = self._of.addresses.address_of_reading(name)
        return self._link(spell_out(name), address.href_from(page) if address is not None else "")

    # ---- readings and rulings ------------------------------------------------------------------------------------------------------

    def _reading_shown(self, reading: ReadingInForce, page: str) -> ReadingShown:
        """A reading next to its case: what is open, and the choices without the formal lines."""
        in_play = next((choice for choice in reading.choices if choice.name == (reading.settled_as or reading.default_choice)), None)
        return ReadingShown(
            reading.name,
            reading.title,
            f"settled {as_choice(reading.settled_as)}" if reading.settled_as else "open reading",
            bool(reading.settled_as),
            spell_out(in_play.title or in_play.name) if in_play is not None else None,
            tuple(
                (
                    self._choice_shown(reading, choice, page),
                    tuple(
                        self._sentence_shown(provision, page, self._of.edition, say_from=False)
                        for provision in reading.provisions
                        if provision.scope.choice == choice.name
                    ),
                )
                for choice in reading.choices
            ),
            self._reading_link(reading.name, page),
            reading.origin.block.tags,
        )

    def choices_html(self, versions: Versions[ReadingInForce], page: str) -> Html:
        """The choices of a reading in the editions that have it, each with its rules and tables."""
        choices = []
        for part in versions.parts(lambda version, _: version.choices, lambda choice: choice.name):
            heads = versions.part_by_edition(
                part.of_edition, lambda choice, edition: self._choice_shown(versions.of_edition[edition], choice, page)
            )
            provisions = [provision for provision in versions.provisions if provision.what.scope.choice == part.what.name]
            rules, tables = list(self._rules(versions, provisions, page)), list(self._tables(versions, provisions))
            name = next(reading.name for reading in versions.of_edition.values())
            marks = {**versions.marks(part.editions), "data_rw_choice": f"{name} {part.what.name}"}
            choices.append(ChoiceEntry(heads, rules, tables, marks))
        return self._of.templates.render_macro("parts/readings.html", "choice_list", choices)

    def examples_html(self, versions: Versions[C]) -> Html:
        """The examples of a reading in the editions that have it."""
        return self._of.templates.render_macro("parts/examples.html", "example_blocks", examples_of_versions(self._of, versions))

    def _choice_shown(self, reading: ReadingInForce, choice: nodes.ReadingChoice, page: str) -> ChoiceShown:
        """The title of a choice, whether it is the one in play or settled, and its prose."""
        prose = tuple((self.prose.render_inline(paragraph.text, page), paragraph.tags) for paragraph in choice.prose)
        title = capitalize(spell_out(choice.title or choice.name))
        return ChoiceShown(choice.name, title, choice.in_play, reading.settled_as == choice.name, choice.tags, prose)

    def ruling_html(self, ruling: CaseInForce, page: str) -> Html:
        """A ruling on no case, by itself."""
        values = self._ruling_shown(Part(ruling, {self._of.edition: ruling}), page, {})
        return self._of.templates.render_macro("parts/ruling.html", "ruling_box", values)

    def _ruling_shown(self, part: Part[CaseInForce], page: str, marks: Marks) -> RulingShown:
        """A ruling next to the case that it is on."""
        ruling, versions = part.what, Versions(self._of.edition, part.of_edition)
        address = self._of.addresses.address_of_case(ruling.number)
        return RulingShown(
            address.anchor if address else None,
            self._of.printed_number(ruling.number),
            spell_out(ruling.ruling_kind or ""),
            source_title(self._of, ruling.source),
            [self.prose.render_inline(line.text, page) for line, _ in ruling.other if isinstance(line, nodes.AsksQuestion)],
            [self.prose.render_inline(line.text, page) for line, _ in ruling.other if isinstance(line, nodes.Answers)],
            versions.by_edition(lambda _, edition: self._outlived_since(ruling.number, edition)),
            [self._paragraph_shown(paragraph, ruling.origin, page) for paragraph in ruling.text],
            list(self._tables(versions, versions.provisions)),
            self._details(versions, page),
            marks,
        )

    def _outlived_since(self, number: str, edition: str) -> str:
        """Return a sentence on the source that has since changed the case that a ruling is on; empty if none has."""
        view = self._of.book.views[edition]
        outlived = self._of.memoize(("outlived", edition), lambda: {each.address: each for each in find_outlived_clauses(view)}).get(number)
        if outlived is None or outlived.is_accepted:
            return ""
        case, source = self._of.printed_number(outlived.case.number), source_title(self._of, outlived.changed_by)
        return f"“{source}” has {outlived.change} {case} since, and says nothing of this ruling."

    # ---- the rest ------------------------------------------------------------------------------------------------------------------

    def _notes(self, case: CaseInForce, page: str) -> Iterator[NoteShown]:
        """Yield misprints, accepted contradictions and components."""
        for line, _ in case.other:
            match line:
                case nodes.Reads():
                    yield NoteShown("Misprint", line, self.prose.render_inline(_end_sentence(line.because), page))
                case nodes.Accepts():
                    reason = self.prose.render_inline(_end_sentence(line.because), page)
                    cases = tuple(Html("".join(self._target_link(ref, page))) for ref in line.cases)
                    yield NoteShown("Accepted", line, reason, capitalize(spell_out(line.finding)), cases)
                case nodes.Component():
                    yield NoteShown("Component", line, self.prose.render_inline(line.text, page))
                case _:  # open: other lines are shown elsewhere
                    pass

    def _bearing_lines(self, version: CaseInForce, edition: str, page: str) -> Iterator[BearingLine]:
        """Yield the relations of a case to others."""
        readings, has_some = self._of.book.views[edition].readings, False
        for words, numbers in self._of.bearings_in(edition).bearings_on(version.number):
            if words in GIVES_WAY and version.kind is not ClauseKind.RULING:  # of cases, it is said in the open
                numbers = tuple(number for number in numbers if number in readings)
            if numbers:
                has_some = True
                yield BearingLine(capitalize(words), tuple((self.case_link(number, page, ""), ()) for number in numbers))
        others: dict[str, list[tuple[str, str]]] = {}
        for (other, principle), question in self._of.precedence_pairs(edition).principles_by_case.get(version.number, {}).items():
            others.setdefault(other, []).append((principle_text(principle).brief, f"precedence.html#{pairs_anchor(question, principle)}"))
        if others:
            yield BearingLine("Disagrees with", tuple((self.case_link(other, page), tuple(links)) for other, links in others.items()))
        if others or has_some:
            home = self._of.addresses.case_number(version.number) or version.number
            link = self._link("the picture of all cases", f"graph.html#{anchor_id('of', home)}", "")
            yield BearingLine("Shown in", ((link, ()),))


def _end_sentence(sentence: str) -> str:
    """With a full stop, if it ends with none."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
