"""Acts of amendment in the words that a book declares: `corrects the command points of Archduke John from 4 to 5 command points`.

The history of a case holds each act as a sentence with the names of the language, as `diff` and the files for programs have it. A page
says the same act with the titles of values, things, fields, tables and games.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rulewright.base.names import is_name
from rulewright.rulebook.act_sentences import (
    OF_RULE,
    PLAIN,
    UNDOES,
    ActVocabulary,
    act_sentence,
    addition_phrases,
    join_names,
    plain_value_text,
)
from rulewright.rulebook.clauses import content_of
from rulewright.rulebook.model import HistoryEntry, Origin
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import entry_kind, source_title
from rulewright.site.wording.slots import Scope
from rulewright.site.wording.tables import key_said, table_title
from rulewright.site.wording.words import spell_out
from rulewright.syntax import nodes
from rulewright.syntax.simple_questions import read_simple

_PLACES = frozenset({"at", "hex", "place", "square", "location"})
_NOWHERE = Scope({}, frozenset())


def acts_said(site_book: BookOfSite, entry: HistoryEntry) -> list[str]:
    """Return the acts of an entry of a case's history as sentences, without the kind of the clause, which has a badge."""
    descriptions = _act_descriptions(site_book, entry.origin)
    undone = {act: text for origin in entry.withdrawn for act, text in _act_descriptions(site_book, origin).items()}
    sentences: list[str] = []
    taken_back: list[str] = []
    for act in reversed([act for act in entry.acts if act != entry_kind(entry)]):
        if act.startswith(UNDOES):
            taken_back.insert(0, undone.get(act.removeprefix(UNDOES), act.removeprefix(UNDOES)))
            continue
        sentence = descriptions.get(act, act)
        sentences.insert(0, f"{sentence}, which {join_names(taken_back)}" if taken_back else sentence)
        taken_back.clear()
    return sentences


def _act_descriptions(site_book: BookOfSite, origin: Origin) -> Mapping[str, str]:
    """Return a mapping from the sentences in which the acts of a clause are recorded to those that a page shows."""

    def describe_acts() -> Mapping[str, str]:
        content, block = content_of(origin), origin.block
        heads = [target.number for target in block.targets] if isinstance(block, nodes.Amendment) else [origin.number]
        names = _NamesOfBook(site_book, heads)
        part = block.part if isinstance(block, nodes.Amendment) else None
        rests = [_part_number(site_book, number) for number in heads]
        parts = [part, *(f"{part_number} {part}" if part else part_number for part_number in rests if part_number), None]
        descriptions = {
            act_sentence(act, part, recorded): act_sentence(act, part, names)
            for act in content.acts
            for part in parts
            for recorded in (PLAIN, OF_RULE)
        }
        descriptions.update(zip(addition_phrases(content), addition_phrases(content, names), strict=True))
        return descriptions

    return site_book.memoize(("acts", str(origin.place.location_of(origin.block.span))), describe_acts)


def _part_number(site_book: BookOfSite, number: str) -> str | None:
    """`any_range` of `7.0.any_range`: what a head names in a case by its address."""
    home = site_book.addresses.case_number(number)
    part_number = number.removeprefix(f"{home}.") if home else number
    return part_number if part_number != number else None


class _NamesOfBook(ActVocabulary):
    """The titles of one book, for the acts on the cases that a clause names."""

    def __init__(self, site_book: BookOfSite, heads: list[str]) -> None:
        self._of = site_book
        self._heads = heads
        self._titles = site_book.memoize(("pieces", ""), lambda: _titles_of_pieces(site_book))

    def game_name(self, name: str) -> str:
        return self._of.game_title(name)

    def piece_name(self, name: str) -> str:
        return self._titles.get(name) or self._of.sentences.value_name(name)

    def source_name(self, name: str) -> str:
        return f"“{source_title(self._of, name)}”"

    def table_name(self, name: str) -> str:
        node = self._of.questions.get(name)
        return f"the table “{table_title(node) if isinstance(node, nodes.Table) else spell_out(name)}”"

    def added_table(self, name: str) -> str:
        return self.table_name(name)

    def part_name(self, part: str) -> str:
        if not is_name(part):
            return super().part_name(part)
        provisions = (
            self._of.find_provision(edition, f"{number}.{part}") for edition in self._of.book.editions for number in self._case_numbers()
        )
        node = next((provision.node for provision in provisions if provision is not None), None)
        if isinstance(node, nodes.Table):
            return self.table_name(node.name)
        return f"the rule “{spell_out(part)}”" if isinstance(node, nodes.Rule) else super().part_name(spell_out(part))

    def _case_numbers(self) -> list[str]:
        return [self._of.addresses.case_number(number) or number for number in self._heads]

    def table_key(self, words: str) -> str:
        return key_said(words, self._of.sentences)

    def piece_field(self, field: str, piece: str) -> str:
        if field in _PLACES:
            return f"the {'hex' if field == 'hex' else 'place'} of {self.piece_name(piece)}"
        phrase = self._of.sentences.field_of(field, self.piece_name(piece))
        return phrase if phrase is not None and phrase.startswith("the ") else f"the {spell_out(field)} of {self.piece_name(piece)}"

    def value_text(self, value: nodes.Expr, field: str | None) -> str:
        sentences = self._of.sentences
        if isinstance(value, nodes.Number):
            return sentences.number_with_unit(Fraction(value.value), value.unit, decimal=value.decimal)
        if isinstance(value, nodes.Call) and not value.args:
            if field in _PLACES or field is None:
                return sentences.value_name(value.name)
            return sentences.compared_with(value, nodes.Field(nodes.Call("it"), field), _NOWHERE)
        if isinstance(value, nodes.Quoted):
            simple = read_simple(value.text)
            return sentences.value_name(value.text) if isinstance(simple, nodes.Call) and not simple.args else value.text
        return plain_value_text(value)


def _titles_of_pieces(site_book: BookOfSite) -> Mapping[str, str]:
    """The pieces that a set-up of any edition gives a title."""
    lines = (line for view in site_book.book.views.values() for case in view.all_cases() for line, _ in case.other)
    return {line.piece: line.title for line in lines if isinstance(line, nodes.Setup) and line.title}
