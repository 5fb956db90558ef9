"""Formal rules, relations and examples as sentences. A sentence is for reading; the formal line is next to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, assert_never

from rulewright.base.keywords import MODALS, Expected, RelationKind, Verb
from rulewright.site.wording.phrases import Phrases, Scope, modal_of, tidy
from rulewright.site.wording.words import capital, is_or_are, listed, worded
from rulewright.syntax import nodes
from rulewright.syntax.nodes import long_forms

if TYPE_CHECKING:
    from rulewright.rulebook.model import Rulebook

T = TypeVar("T")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule as a sentence. `lead` is the main clause (with its condition if that is short), `items` the labelled conditions of a block."""

    lead: str
    items: tuple[tuple[str, str], ...] = ()


class Sentences(Phrases):
    """Says the rules of one book in its own phrases. Pages, data of questions and the search say the same ones: each is made once."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self._said: dict[int, tuple[object, Any]] = {}  # by the object, which is held so that no other can have its number

    def _once(self, what: T, make: Callable[[T], Made]) -> Made:
        kept = self._said.get(id(what))
        if kept is None:
            kept = self._said[id(what)] = what, make(what)
        made: Made = kept[1]
        return made

    def rule(self, rule: nodes.Rule) -> Clause:
        """The rule as a sentence, capital first and without its full stop."""
        return self._once(rule, self._rule)

    def _rule(self, rule: nodes.Rule) -> Clause:
        scope = self.scope_of(rule)
        lead = self._main(rule, scope)
        items: tuple[tuple[str, str], ...] = ()
        for guard in rule.guards:
            word = self._guard_word(rule, guard)
            if guard.form is nodes.GuardForm.PLAIN:
                lead += f"{word} {self.expr(guard.items[0].condition, scope)}"
            else:
                lead += f"{word} {guard.form.value} these hold"
                items += tuple((item.label, self.expr(item.condition, scope)) for item in guard.items)
        if rule.otherwise:
            lead += ", unless another rule says so"
        if rule.stage:
            lead += f" (at the stage “{worded(rule.stage)}”)"
        lead = tidy(lead)
        return Clause(capital(lead) + (":" if items else ""), tuple((label, tidy(words)) for label, words in items))

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

    def _main(self, rule: nodes.Rule, scope: Scope) -> str:
        effect = self.expr(rule.effect, scope) if rule.effect is not None else ""
        heads = [self.expr(head, scope) for head in rule.heads]
        head = listed(heads, "and")
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
                return f"{head} {is_or_are(head)} rounded {rule.rounding.value if rule.rounding else ''}".rstrip()
            case Verb.YES:
                return head if rule.guards else f"{head}, always"
            case Verb.NO:
                return listed([self.negated_expr(one, scope) for one in rule.heads], "and")
            case Verb.MAY | Verb.MAY_NOT | Verb.MUST | Verb.NEED_NOT:
                return listed([self.modal(modal_of(form), one, scope) for one in rule.heads if isinstance(one, nodes.Call)], "and")
            case _:
                assert_never(form.verb)

    def relation(self, relation: nodes.Relation, shown: str) -> str:
        """`It overrides 14.42 when the unit is …`; `shown` are the targets as the book shows them."""
        scope = self.scope_of(relation)
        words = {
            RelationKind.OVERRIDES: f"this overrides {shown}",
            RelationKind.SETS_ASIDE: f"this sets aside {shown}",
            RelationKind.EXCEPT: f"except as {shown} says",
            RelationKind.RESTATES: f"this says again what {shown} says",
            RelationKind.BESIDES: f"this holds besides {shown}",
            RelationKind.AS_IN: f"as in {shown}",
        }[relation.kind]
        if relation.for_each is not None:
            each = relation.for_each
            words += f" for {each.quantifier.value} {each.variable} among {self.expr(each.among, scope)}"
        words += self.relation_when(relation)
        if relation.as_with is not None:
            words += f", with {relation.as_with[0]} for {relation.as_with[1]}"
        return capital(words)

    def relation_when(self, relation: nodes.Relation) -> str:
        """The condition of a relation, with a blank before it; nothing where it has none."""
        return "" if relation.when is None else f" when {self.expr(relation.when, self.scope_of(relation))}"

    def condition(self, expr: nodes.Expr) -> str:
        """A fact of an example, an exclusion or a question as a clause without capital."""
        return tidy(self.expr(expr, self.scope_of(expr)))

    def whether(self, call: nodes.Call) -> str:
        """A question as an object: `the movement allowance of the unit`, `whether the unit draws forage at the town`."""
        said = self.condition(call)
        return f"whether {said}" if self.is_statement(call.name) else said

    def matter(self, what: nodes.Expr) -> str:
        """What makes no difference: `whether the unit has moved`, `what the weather is`."""
        said = self.condition(what)
        thing = isinstance(what, nodes.Call | nodes.Field) and not self.is_statement(what.name)
        return f"what {said} is" if thing else f"whether {said}"

    def example(self, example: nodes.Example) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """(what is given, what follows): every thing keeps its name where there are several of its kind in the example."""
        return self._once(example, self._example)

    def _example(self, example: nodes.Example) -> tuple[tuple[str, ...], tuple[str, ...]]:
        scope = self.scope_of((*example.given, *example.then)).all_named()
        given = tuple(tidy(self.expr(one, scope)) for one in example.given)
        then = [tidy(self._then(one, scope)) for one in example.then]
        return given, tuple(dict.fromkeys(then))  # two questions may be the same in words: an action, and one of which it is a kind

    def givens(self, facts: tuple[nodes.Expr, ...]) -> tuple[str, ...]:
        """What a background gives."""
        scope = self.scope_of(facts).all_named()
        return tuple(tidy(self.expr(one, scope)) for one in facts)

    def _then(self, then: nodes.Then, scope: Scope) -> str:
        about = self.expr(then.about, scope)
        match then.expected:
            case Expected.HOLDS:
                return about
            case Expected.PERMITTED | Expected.FORBIDDEN | Expected.REQUIRED:
                word = MODALS[then.expected.value]
                if isinstance(then.about, nodes.Call):
                    return self.modal(word, then.about, scope)
                return f"{then.expected.value}: {about}"
            case Expected.UNDETERMINED:
                why = f", open reading {worded(then.reading)}" if then.reading else f", {then.why}" if then.why else ""
                return f"undetermined: {about}{why}"
            case Expected.CONFLICT:
                return f"the rules are in conflict: {about}"
            case Expected.MISSING:
                lacks = listed([self.expr(one, scope) for one in then.lacks], "and")
                return f"cannot be answered without {lacks or 'more facts'}: {about}"
            case _:
                assert_never(then.expected)


def _is_or_are(effect: str) -> str:
    if effect[:1].isdigit():
        return "is" if re.match(r"1(?![\d/])", effect) else "are"
    return is_or_are(effect)
