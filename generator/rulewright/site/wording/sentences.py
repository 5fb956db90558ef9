"""Formal rules, relations and examples as sentences. A sentence is for reading; the formal line is next to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, assert_never

from rulewright.base.keywords import MODALS, Expected, RelationKind, Verb
from rulewright.site.wording.phrases import Phrases, Scope, drop_stray_commas, modal_of
from rulewright.site.wording.words import capitalize, is_or_are, join_words, spell_out
from rulewright.syntax import nodes
from rulewright.syntax.node_text import list_words
from rulewright.syntax.nodes import long_forms

if TYPE_CHECKING:
    from rulewright.rulebook.model import Rulebook

T = TypeVar("T")
Rendered = TypeVar("Rendered")


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule as a sentence. `lead` is the main clause (with its condition if that is short), `items` the labelled conditions of a block."""

    lead: str
    items: tuple[tuple[str, str], ...] = ()


class Sentences(Phrases):
    """Says the rules of one book in its own phrases. Pages, data of questions and the search say the same ones: each is made once."""

    def __init__(self, book: Rulebook, edition: str | None = None) -> None:
        super().__init__(book, edition)
        self._said: dict[int, tuple[object, Any]] = {}  # by the object, which is held so that no other can have its number

    def _memoize(self, what: T, make: Callable[[T], Rendered]) -> Rendered:
        entry = self._said.get(id(what))
        if entry is None:
            entry = self._said[id(what)] = what, make(what)
        rendered: Rendered = entry[1]
        return rendered

    def rule_clause(self, rule: nodes.Rule) -> Clause:
        """The rule as a sentence, capital first and without its full stop."""
        return self._memoize(rule, self._build_rule_clause)

    def _build_rule_clause(self, rule: nodes.Rule) -> Clause:
        scope = self.scope_of(rule)
        lead = self._main_clause(rule, scope)
        items: tuple[tuple[str, str], ...] = ()
        for guard in rule.guards:
            word = self._guard_word(rule, guard)
            if guard.form is nodes.GuardForm.PLAIN:
                lead += f"{word} {self.phrase_of(guard.items[0].condition, scope)}"
            else:
                lead += f"{word} {list_words(guard)} these hold"
                items += tuple((item.label, self.phrase_of(item.condition, scope)) for item in guard.items)
        if rule.otherwise:
            lead += ", unless another rule says so"
        if rule.stage:
            lead += f" (at the stage “{spell_out(rule.stage)}”)"
        lead = drop_stray_commas(lead)
        return Clause(capitalize(lead) + (":" if items else ""), tuple((label, drop_stray_commas(words)) for label, words in items))

    @staticmethod
    def _guard_word(rule: nodes.Rule, guard: nodes.Guard) -> str:
        if guard.unless:
            return ", unless"
        if any(form.moment for form in long_forms(rule.verb)):
            return " only while" if guard is rule.guards[0] else ", when"
        negated = {form.negated for form in long_forms(rule.verb)}
        if negated == {True}:
            return " only when"
        return " exactly when" if True in negated else " when"

    def _main_clause(self, rule: nodes.Rule, scope: Scope) -> str:
        effect = self.phrase_of(rule.effect, scope) if rule.effect is not None else ""
        heads = [self.phrase_of(head, scope) for head in rule.heads]
        head = join_words(heads, "and")
        form = long_forms(rule.verb)[0]
        match form.verb:
            case Verb.IS:
                return f"{head} {is_or_are(head) if len(heads) == 1 else 'are'} {effect}"
            case Verb.ADD:
                return f"{effect} {_is_or_are(effect)} added to {head}"
            case Verb.TAKE:
                return f"{effect} {_is_or_are(effect)} taken from {head}"
            case Verb.MULTIPLY:
                return f"{head} {is_or_are(head)} multiplied by {effect}"
            case Verb.AT_MOST | Verb.AT_LEAST:
                return f"{head} {form.verb.value} {effect}"
            case Verb.ROUNDED:
                assert rule.rounding is not None  # guaranteed by the grammar
                return f"{head} {is_or_are(head)} rounded {self.rounding_phrase(rule.rounding, rule.effect, scope)}"
            case Verb.YES:
                return head if rule.guards else f"{head}, always"
            case Verb.NO:
                return join_words([self.negated_expr(head, scope) for head in rule.heads], "and")
            case Verb.MAY | Verb.MAY_NOT | Verb.MUST | Verb.NEED_NOT:
                return join_words(
                    [self.modal_phrase(modal_of(form), head, scope) for head in rule.heads if isinstance(head, nodes.Call)], "and"
                )
            case _:
                assert_never(form.verb)

    def relation_sentence(self, relation: nodes.Relation, reference: str) -> str:
        """Return a relation as a sentence, `It overrides 14.42 when the unit is …`; `reference` has the targets as the book prints them."""
        scope = self.scope_of(relation)
        words = {
            RelationKind.OVERRIDES: f"this overrides {reference}",
            RelationKind.SETS_ASIDE: f"this sets aside {reference}",
            RelationKind.EXCEPT: f"except as {reference} says",
            RelationKind.RESTATES: f"this says again what {reference} says",
            RelationKind.BESIDES: f"this holds besides {reference}",
            RelationKind.AS_IN: f"as in {reference}",
        }[relation.kind]
        if relation.for_each is not None:
            each = relation.for_each
            words += f" for {each.quantifier.value} {each.variable} among {self.phrase_of(each.among, scope)}"
        words += self.relation_when(relation)
        if relation.as_with is not None:
            words += f", with {relation.as_with[0]} for {relation.as_with[1]}"
        return capitalize(words)

    def relation_when(self, relation: nodes.Relation) -> str:
        """The condition of a relation, with a blank before it; nothing where it has none."""
        return "" if relation.when is None else f" when {self.phrase_of(relation.when, self.scope_of(relation))}"

    def condition_text(self, expr: nodes.Expr) -> str:
        """A fact of an example, an exclusion or a question as a clause without capital."""
        return drop_stray_commas(self.phrase_of(expr, self.scope_of(expr)))

    def whether_clause(self, call: nodes.Call) -> str:
        """A question as an object: `the movement allowance of the unit`, `whether the unit draws forage at the town`."""
        condition = self.condition_text(call)
        return f"whether {condition}" if self.is_statement(call.name) else condition

    def matter_text(self, what: nodes.Expr) -> str:
        """Return words for a question that makes no difference: `whether the unit has moved`, `what the weather is`."""
        condition = self.condition_text(what)
        thing = isinstance(what, nodes.Call | nodes.Field) and not self.is_statement(what.name)
        return f"what {condition} is" if thing else f"whether {condition}"

    def example_sentences(self, example: nodes.Example) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return (givens, expectations) as sentences; things keep their names if the example has several of their kind."""
        return self._memoize(example, self._build_example_sentences)

    def _build_example_sentences(self, example: nodes.Example) -> tuple[tuple[str, ...], tuple[str, ...]]:
        scope = self.scope_of((*example.given, *example.then)).all_named()
        givens = tuple(drop_stray_commas(self.phrase_of(fact, scope)) for fact in example.given)
        expectations = [drop_stray_commas(self._expectation_sentence(expectation, scope)) for expectation in example.then]
        return givens, tuple(
            dict.fromkeys(expectations)
        )  # two questions may be the same in words: an action, and one of which it is a kind

    def given_sentences(self, facts: tuple[nodes.Expr, ...]) -> tuple[str, ...]:
        """Return the facts of a background as sentences."""
        scope = self.scope_of(facts).all_named()
        return tuple(drop_stray_commas(self.phrase_of(fact, scope)) for fact in facts)

    def _expectation_sentence(self, expectation: nodes.Then, scope: Scope) -> str:
        subject = self.phrase_of(expectation.about, scope)
        match expectation.expected:
            case Expected.HOLDS:
                return subject
            case Expected.PERMITTED | Expected.FORBIDDEN | Expected.REQUIRED:
                word = MODALS[expectation.expected.value]
                if isinstance(expectation.about, nodes.Call):
                    return self.modal_phrase(word, expectation.about, scope)
                return f"{expectation.expected.value}: {subject}"
            case Expected.UNDETERMINED:
                why = (
                    f", open reading {spell_out(expectation.reading)}"
                    if expectation.reading
                    else f", {expectation.why}"
                    if expectation.why
                    else ""
                )
                return f"undetermined: {subject}{why}"
            case Expected.CONFLICT:
                return f"the rules are in conflict: {subject}"
            case Expected.OUT_OF_RANGE:
                return f"the result is out of its range: {subject}"
            case Expected.MISSING:
                lacks = join_words([self.phrase_of(fact, scope) for fact in expectation.lacks], "and")
                return f"cannot be answered without {lacks or 'more facts'}: {subject}"
            case _:
                assert_never(expectation.expected)


def _is_or_are(effect: str) -> str:
    if effect[:1].isdigit():
        return "is" if re.match(r"1(?![\d/])", effect) else "are"
    return is_or_are(effect)
