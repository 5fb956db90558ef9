"""Formal rules, relations and examples as sentences. A sentence is for reading; the formal line is next to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, TypeVar, assert_never

from rulewright.base.keywords import MODALS, Expected, RelationKind, Verb
from rulewright.site.wording.clauses import join_clauses
from rulewright.site.wording.gatherings import conjuncts_of
from rulewright.site.wording.mentions import CLAUSE, GUARD, crowded_nouns, topic_of, word_mentions
from rulewright.site.wording.phrases import Phrases
from rulewright.site.wording.sameness import comparison_clause
from rulewright.site.wording.slots import Scope, drop_stray_commas, modal_of
from rulewright.site.wording.words import capitalize, is_or_are, join_words, kind_worded, spell_out
from rulewright.syntax import nodes
from rulewright.syntax.node_text import list_words
from rulewright.syntax.nodes import long_forms

if TYPE_CHECKING:
    from rulewright.rulebook.model import Rulebook

FEW_CONDITIONS = 2
"""So many conditions in a line are said in one sentence; more are a list with letters."""
MANY_QUESTIONS = 3
"""So many questions are a list."""
LONG_CONDITION = 32
"""Two conditions of more words than these are a list too."""
FEW_WORDS = 5
"""An amount of so many words is `added to` something; a longer one comes last."""
T = TypeVar("T")
Rendered = TypeVar("Rendered")


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule as a sentence. `lead` is the main clause (with its condition if that is short), `items` the labelled conditions of a block."""

    lead: str
    items: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """The whole sentence in a line, without its full stop."""
        parts = [f"({label}) {words}" for label, words in self.items]
        return " ".join((self.lead, *(part if part.endswith((";", "; and")) or part is parts[-1] else f"{part};" for part in parts)))


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
        return _worded_clause(self._marked_clause(rule), topic_of(self._main_clause(rule, self.scope_of(rule))))

    def condition_scope(self, rule: nodes.Rule) -> Scope:
        """The variables of a rule for what is said of one of its conditions: by name where the rule's sentence has their names."""
        marked = self._marked_clause(rule)
        crowded = crowded_nouns([marked.lead, *(words for _, words in marked.items)])
        kinds = self.scope_of(rule).kinds
        return Scope(kinds, frozenset(kind for kind in kinds.values() if kind_worded(kind) in crowded))

    def _marked_clause(self, rule: nodes.Rule) -> Clause:
        """The rule with marks for its variables. The last block of conditions is a list, and so are three conditions or more in a line."""
        scope = self.scope_of(rule)
        main, closing = self._main_clause(rule, scope), ""
        if rule.otherwise:
            closing += ", unless another rule says otherwise"
        if rule.stage:
            closing += f" (at the stage “{spell_out(rule.stage)}”)"
        if rule.of_kind:
            closing += f" (as “{self.value_name(rule.of_kind)}”, of which only the best counts)"
        first_list, words = "", ""
        items: tuple[tuple[str, str], ...] = ()
        worded = _merge_guards([(self._guard_word(rule, guard), guard) for guard in rule.guards])
        worded.sort(key=lambda entry: bool(_listed_conditions(entry[1]) or self._long_conditions(entry[1], scope)))
        last = max((place for place, (word, _) in enumerate(worded) if word == " when"), default=None)
        for place, (word, guard) in enumerate(worded):
            only_then = ", and only then" if place == last and _says_both(rule) else ""
            conditions, heading = _listed_conditions(guard) or self._long_conditions(guard, scope), _list_heading(guard)
            marked = tuple((label, self._marked_words(condition, scope)) for label, condition in conditions)
            if not marked:
                word = ", if" if word == " when" and " when " in main else word  # `… when its square goes, if it is near enough`
                condition = self._marked_words(guard.items[0].condition, scope)
                if _unmarked(condition) == _unmarked(main):
                    return Clause(f"{main}: this means {'' if only_then else 'at least '}what it says")
                words += f"{word} {GUARD}{CLAUSE}{condition}{only_then}"
            elif not items:
                word = f", and{word}" if words and word == " when" else word
                words += f"{word}{heading or (only_then and ' all of these hold')}{only_then}"
                items = marked if heading else _with_and(marked)
            else:
                inline = "; ".join(f"({label}) {GUARD}{clause}" for label, clause in marked)
                first_list = f"{first_list}{word}{heading or ' all of these hold'}: {inline};"
        if items and closing:
            words = f"{first_list}{words}"
            return Clause(f"{main}{closing}{words if words.startswith(',') else ',' + words}", items)
        lead = f"{main}{first_list}{words}"
        return Clause(f"{lead.rstrip(',') if closing.startswith(' (') else lead}{closing}", items)

    def _long_conditions(self, guard: nodes.Guard, scope: Scope) -> tuple[tuple[str, nodes.Expr], ...]:
        """Two conditions in a line that are a list since they are long."""
        condition = guard.items[0].condition
        if not isinstance(condition, nodes.And) or len(condition.parts) != FEW_CONDITIONS:
            return ()
        is_long = len(self._marked_words(condition, scope).split()) > LONG_CONDITION
        return tuple(zip(ascii_lowercase, condition.parts, strict=False)) if is_long else ()

    @staticmethod
    def _guard_word(rule: nodes.Rule, guard: nodes.Guard) -> str:
        if guard.unless or guard.decider:
            return ", unless" if guard.unless else ", if"
        if _of_moment(rule):
            return " only while" if guard is rule.guards[0] else ", when"
        return " only when" if all(form.negated for form in long_forms(rule.verb)) else " when"

    def _main_clause(self, rule: nodes.Rule, scope: Scope) -> str:
        effect = self._marked_words(rule.effect, scope) if rule.effect is not None else ""
        effect += "," if ", " in effect else ""
        heads = [self._marked_words(head, scope) for head in rule.heads]
        head = join_words(heads, "and")
        form = long_forms(rule.verb)[0]
        match form.verb:
            case Verb.IS if form.advice is not None:
                clauses = [self._modal_words(rule.verb, head, scope) for head in rule.heads if isinstance(head, nodes.Call)]
                return _join_under_modal(clauses, rule.verb)
            case Verb.IS:
                amount = self._amount_beside(rule.effect, rule.heads[0], head, scope) if rule.effect is not None else ""
                about_person = comparison_clause(head, amount, denied=False) if head.startswith("who ") else None
                if about_person is not None:
                    return about_person
                amount += "," if ", " in amount else ""
                return f"{head} {is_or_are(head) if len(heads) == 1 else 'are'} {amount}"
            case Verb.ADD | Verb.TAKE if len(effect.split()) > FEW_WORDS:
                return f"{head} {is_or_are(head)} {'increased' if form.verb is Verb.ADD else 'reduced'} by {effect}"
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
                return f"{head} {is_or_are(head)} rounded {self._rounding_words(rule.rounding, rule.effect, scope)}"
            case Verb.YES:
                return head if rule.guards else f"{head}, always"
            case Verb.NO:
                return join_clauses([self._negation_words(head, scope) for head in rule.heads], "and")
            case Verb.MAY | Verb.MAY_NOT | Verb.MUST | Verb.NEED_NOT:
                modal = modal_of(form)
                clauses = [self._modal_words(modal, head, scope) for head in rule.heads if isinstance(head, nodes.Call)]
                return _join_under_modal(clauses, modal)
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
        return capitalize(drop_stray_commas(words))

    def relation_when(self, relation: nodes.Relation) -> str:
        """The condition of a relation, with a blank first_list it; nothing where it has none."""
        return "" if relation.when is None else drop_stray_commas(f" when {self.phrase_of(relation.when, self.scope_of(relation))}")

    def condition_text(self, expr: nodes.Expr) -> str:
        """A fact of an example, an exclusion or a question as a clause without capital."""
        return drop_stray_commas(self.phrase_of(expr, self.scope_of(expr)))

    def whether_clause(self, question: nodes.Expr) -> str:
        """A question as an object: `the movement allowance of the unit`, `whether the unit may draw forage at the town`."""
        return self.condition_text(question) if self._is_thing(question) else self.matter_text(question)

    def bearing_clause(self, node: nodes.NotHeld | nodes.DoesNotMatter) -> Clause:
        """Return a statement about questions as a sentence, with a list where they are many."""
        guard: nodes.Expr | None = None
        if isinstance(node, nodes.NotHeld):
            calls, guard, start, verb = node.bears_on, node.when, "" if node.held else "not held; ", "bears on"
        else:
            calls, start, verb = node.questions, f"{self.whether_clause(node.what)} ", "makes no difference to"
        if not calls:
            return Clause("The words of this case are not held")
        condition = f"when {self.condition_text(guard)}" if guard is not None else ""
        questions = [self.whether_clause(call) for call in calls]
        if MANY_QUESTIONS <= len(calls) <= len(ascii_lowercase):
            lead = f"{start}{condition}{condition and ', '}{verb}:"
            return Clause(capitalize(lead), _with_and(tuple(zip(ascii_lowercase, questions, strict=False))))
        return Clause(capitalize(f"{start}{verb} {join_words(questions, 'and')}{condition and ' '}{condition}"))

    def matter_text(self, what: nodes.Expr) -> str:
        """Return words for what a question is about: `whether the unit has moved`, `what the weather is`, `whether the unit may march`."""
        return drop_stray_commas(self._matter_words(what, self.scope_of(what)))

    def _matter_words(self, what: nodes.Expr, scope: Scope) -> str:
        if isinstance(what, nodes.Call) and isinstance(self._called.get(what.name), nodes.Verdict):
            return f"whether {self.modal_phrase('may', what, scope)}"
        words = self.phrase_of(what, scope)
        if not self._is_thing(what):
            return f"whether {words}"
        return words if words.startswith(("what ", "who ", "how ", "which ")) else f"what {words} {is_or_are(words)}"

    def _is_thing(self, what: nodes.Expr) -> bool:
        """Return True if a question is about a thing that has a value, `the weather`, and not about whether something is so."""
        return isinstance(what, nodes.Call | nodes.Field) and not self.is_statement(what.name)

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
        subject, matter = self.phrase_of(expectation.about, scope), self._matter_words(expectation.about, scope)
        match expectation.expected:
            case Expected.HOLDS:
                return subject
            case Expected.PERMITTED | Expected.FORBIDDEN | Expected.REQUIRED:
                word = MODALS[expectation.expected.value]
                if isinstance(expectation.about, nodes.Call):
                    return self.modal_phrase(word, expectation.about, scope)
                return f"{expectation.expected.value}: {subject}"
            case Expected.UNDETERMINED if expectation.reading:
                return f"it is open {matter}, as the reading “{spell_out(expectation.reading)}” is not chosen"
            case Expected.UNDETERMINED if expectation.why == "silent":
                return f"the rules do not say {matter}"
            case Expected.UNDETERMINED:
                return f"it is open {matter}{f' ({expectation.why})' if expectation.why else ''}"
            case Expected.CONFLICT:
                return f"the rules contradict one another on {matter}"
            case Expected.OUT_OF_RANGE:
                return f"the result is out of its range: {subject}"
            case Expected.MISSING:
                lacks = join_words([self._matter_words(fact, scope) for fact in expectation.lacks], "and")
                return f"it cannot be said {matter} without knowing {lacks or 'more'}"
            case _:
                assert_never(expectation.expected)


def _says_both(rule: nodes.Rule) -> bool:
    """Return True if a rule also says what holds where its conditions do not: `means`, `when and only when`."""
    return len({form.negated for form in long_forms(rule.verb)}) > 1


def _of_moment(rule: nodes.Rule) -> bool:
    return any(form.moment for form in long_forms(rule.verb))


def _unmarked(text: str) -> str:
    """A text without the marks of where its clauses begin."""
    return re.sub(r"[\x03-\x06]", "", text)


def _join_under_modal(clauses: Sequence[str], modal: str) -> str:
    """`the unit may move and attack`, `the unit may not move or attack`: the subject that all have is said once."""
    parted = [clause.partition(f" {modal} ") for clause in clauses]
    if len(clauses) > 1 and len({subject for subject, _, _ in parted}) == 1 and all(predicate for _, _, predicate in parted):
        denies = "not" in modal.split() or "never" in modal
        return f"{parted[0][0]} {modal} {join_words([predicate for _, _, predicate in parted], 'or' if denies else 'and')}"
    return join_clauses(clauses, "and")


def _merge_guards(guards: Sequence[tuple[str, nodes.Guard]]) -> list[tuple[str, nodes.Guard]]:
    """Guards with their words; conditions in a line behind the same word are one condition."""
    merged: list[tuple[str, nodes.Guard]] = []
    for word, guard in guards:
        last = merged[-1] if merged else None
        if last is None or last[0] != word or guard.unless or any(each.form is not nodes.GuardForm.PLAIN for each in (last[1], guard)):
            merged.append((word, guard))
            continue
        conditions = [conjuncts_of(each.items[0].condition) for each in (last[1], guard)]
        item = replace(last[1].items[0], condition=nodes.And(tuple(chain.from_iterable(conditions))))
        merged[-1] = word, replace(last[1], items=(item,))
    return merged


def _listed_conditions(guard: nodes.Guard) -> tuple[tuple[str, nodes.Expr], ...]:
    """(label, condition) of those that are said as a list: a block has labels, three conditions or more in a line get letters."""
    if guard.form is not nodes.GuardForm.PLAIN:
        return tuple((item.label, item.condition) for item in guard.items)
    condition = guard.items[0].condition
    parts = condition.parts if isinstance(condition, nodes.And | nodes.Or) else ()
    return tuple(zip(ascii_lowercase, parts, strict=False)) if FEW_CONDITIONS < len(parts) <= len(ascii_lowercase) else ()


def _list_heading(guard: nodes.Guard) -> str:
    """The words before a list of conditions, with a blank in front; none where all must hold, which the last `and` says."""
    if guard.form is nodes.GuardForm.PLAIN:
        return "" if isinstance(guard.items[0].condition, nodes.And) else " any of these hold"
    return "" if guard.form is nodes.GuardForm.ALL else f" {list_words(guard)} these hold"


def _with_and(items: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The items of a list that all hold, each with what joins it to the next."""
    last = len(items) - 1
    return tuple(
        (label, words.rstrip(",") + ("" if i == last else "; and" if i == last - 1 else ";")) for i, (label, words) in enumerate(items)
    )


def _worded_clause(marked: Clause, topic: str | None) -> Clause:
    """A clause with its mentions in words, the topic as a pronoun where it was named before."""
    crowded = crowded_nouns([marked.lead, *(words for _, words in marked.items)])
    lead = drop_stray_commas(word_mentions(marked.lead, crowded, topic))
    items = ((label, drop_stray_commas(word_mentions(words, crowded, topic, topic_named=True))) for label, words in marked.items)
    return Clause(capitalize(lead) + (":" if marked.items else ""), tuple(items))


def _is_or_are(effect: str) -> str:
    if effect[:1].isdigit():
        return "is" if re.match(r"1(?![\d/])", effect) else "are"
    return is_or_are(effect)
