"""Formal rules as sentences, made of the phrases that the book declares (`"the movement allowance of {u}"`), as plain text.

A sentence is for reading; the formal line stands beside it. A variable is named by its kind (`the unit`), and by its own name too (`unit v`)
where a rule speaks of several of that kind. Names without a phrase are spelled out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import assert_never

from rulewright.language import nodes
from rulewright.rulebook.model import Rulebook
from rulewright.site.words import bare_verb, capital, listed, negated, plural, worded

Called = nodes.Fact | nodes.Value | nodes.Verdict | nodes.Predicate | nodes.Group | nodes.Table
_SLOT = re.compile(r"\{(\w+)\}")
_MODAL = {
    nodes.Verb.MAY: "may",
    nodes.Verb.MAY_NOT: "may not",
    nodes.Verb.MAY_NEVER: "may never",
    nodes.Verb.MAY_ALWAYS: "may always",
    nodes.Verb.MAY_ONLY: "may",
    nodes.Verb.MUST: "must",
    nodes.Verb.NEED_NOT: "need not",
    nodes.Permission.MAY: "may",
    nodes.Permission.MAY_NOT: "may not",
    nodes.Permission.MUST: "must",
}
_OPERATOR = {
    nodes.Operator.ADD: "plus",
    nodes.Operator.SUBTRACT: "minus",
    nodes.Operator.TIMES: "times",
    nodes.Operator.DIVIDED: "divided by",
}
_GATHER = {
    nodes.Gather.NUMBER: "the number of",
    nodes.Gather.DIFFERENT: "the number of different",
    nodes.Gather.SUM: "the sum of",
    nodes.Gather.GREATEST: "the greatest",
    nodes.Gather.LEAST: "the least",
}


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule as a sentence. `lead` is the main clause (with its condition if that is short), `items` the labelled conditions of a block."""

    lead: str
    items: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables of one rule: name -> kind; `crowded` are the kinds that several variables share."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    crowded: frozenset[str] = frozenset()

    def named(self, variable: str) -> str | None:
        """`the unit`, `unit v`, or None for a name that is no variable with a kind here."""
        kind = self.kinds.get(variable)
        if kind is None:
            return None
        return f"{worded(kind)} {variable}" if kind in self.crowded else f"the {worded(kind)}"


class Sentences:
    """Says rules and expressions of one book in its own phrases. Makes no claim on meaning: whatever it is given, it finds words for it."""

    def __init__(self, book: Rulebook) -> None:
        self._called: dict[str, Called] = {}
        self._fields: dict[str, list[tuple[str, nodes.FieldDecl]]] = {}
        self._measures: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        self._records: dict[str, str] = {}
        for declared in book.declarations:
            self._note(declared.node)
        for view in book.views.values():
            for provision in view.provisions():
                if isinstance(provision.node, nodes.Table):
                    self._called.setdefault(provision.node.name, provision.node)

    def _note(self, node: object) -> None:
        match node:
            case nodes.Fact() | nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
                self._called.setdefault(node.name, node)
            case nodes.Record():
                self._records[node.name] = node.name
                for one in node.fields:
                    self._fields.setdefault(one.name, []).append((node.name, one))
            case nodes.Measure():
                self._measures[node.name] = node.title
            case nodes.Enum() | nodes.Scale():
                for value in node.values:
                    if value.title:
                        self._titles.setdefault(value.name, value.title)
            case _:
                pass

    # ---- rules ---------------------------------------------------------------------------------------------------------------------

    def rule(self, rule: nodes.Rule) -> Clause:
        """The rule as a sentence, capital first and without its full stop."""
        scope = self._scope(rule)
        lead = self._main(rule, scope)
        items: tuple[tuple[str, str], ...] = ()
        for guard in rule.guards:
            word = self._guard_word(rule, guard)
            if guard.form is nodes.GuardForm.PLAIN:
                lead += f"{word} {self._expr(guard.items[0].condition, scope)}"
            else:
                lead += f"{word} {guard.form.value} these hold"
                items += tuple((item.label, self._expr(item.condition, scope)) for item in guard.items)
        if rule.otherwise:
            lead += ", unless another rule says so"
        if rule.stage:
            lead += f" (at the stage {worded(rule.stage)})"
        return Clause(capital(lead) + (":" if items else ""), items)

    @staticmethod
    def _guard_word(rule: nodes.Rule, guard: nodes.Guard) -> str:
        if guard.unless:
            return ", unless"
        if rule.verb is nodes.Verb.MAY_ONLY:
            return " only when"
        return " exactly when" if rule.verb is nodes.Verb.MEANS else " when"

    def _main(self, rule: nodes.Rule, scope: Scope) -> str:
        effect = self._expr(rule.effect, scope) if rule.effect is not None else ""
        heads = [self._expr(head, scope) for head in rule.heads]
        head = listed(heads, "and")
        verb = nodes.Verb
        match rule.verb:
            case verb.IS:
                return f"{head} is {effect}"
            case verb.ADD:
                return f"{effect} {_is_or_are(effect)} added to {head}"
            case verb.TAKE:
                return f"{effect} {_is_or_are(effect)} taken from {head}"
            case verb.MULTIPLY:
                return f"{head} is multiplied by {effect}"
            case verb.AT_MOST | verb.AT_LEAST:
                return f"{head} {rule.verb.value} {effect}"
            case verb.ROUNDED:
                return f"{head} is rounded {rule.rounding.value if rule.rounding else ''}".rstrip()
            case verb.YES | verb.MEANS:
                return head if rule.guards else f"{head}, always"
            case verb.NO:
                return listed([negated(one) for one in heads], "and")
            case _:
                return listed([self._modal(_MODAL[rule.verb], call, scope) for call in rule.heads], "and")

    def relation(self, relation: nodes.Relation, shown: str) -> str:
        """`It overrides 14.42 when the unit is …`; `shown` are the targets as the book shows them."""
        scope = self._scope(relation)
        words = {
            nodes.RelationKind.OVERRIDES: f"this overrides {shown}",
            nodes.RelationKind.SETS_ASIDE: f"this sets aside {shown}",
            nodes.RelationKind.EXCEPT: f"except as {shown} says",
            nodes.RelationKind.RESTATES: f"this says again what {shown} says",
            nodes.RelationKind.BESIDES: f"this holds besides {shown}",
            nodes.RelationKind.AS_IN: f"as in {shown}",
        }[relation.kind]
        if relation.for_each is not None:
            each = relation.for_each
            words += f" for {each.quantifier.value} {each.variable} among {self._expr(each.among, scope)}"
        if relation.when is not None:
            words += f" when {self._expr(relation.when, scope)}"
        if relation.as_with is not None:
            words += f", with {relation.as_with[0]} for {relation.as_with[1]}"
        return capital(words)

    def condition(self, expr: nodes.Expr) -> str:
        """A fact of an example, an exclusion or a question as a clause without capital."""
        return self._expr(expr, self._scope(expr))

    def question(self, expr: nodes.Expr) -> str:
        """What is asked: of a verdict `may the unit forage …` is not attempted, its phrase stands."""
        return self.condition(expr)

    def then(self, then: nodes.Then) -> str:
        """What an example says must follow."""
        about = self.condition(then.about)
        expected = nodes.Expected
        match then.expected:
            case expected.HOLDS:
                return about
            case expected.PERMITTED | expected.FORBIDDEN | expected.REQUIRED:
                word = {"permitted": "may", "forbidden": "may not", "required": "must"}[then.expected.value]
                if isinstance(then.about, nodes.Call):
                    return self._modal(word, then.about, self._scope(then.about))
                return f"{then.expected.value}: {about}"
            case expected.UNDETERMINED:
                why = f", open reading {then.reading}" if then.reading else f", {then.why}" if then.why else ""
                return f"undetermined: {about}{why}"
            case expected.CONFLICT:
                return f"the rules are in conflict: {about}"
            case expected.MISSING:
                lacks = listed([self.condition(one) for one in then.lacks], "and")
                return f"not to be answered without {lacks or 'more facts'}: {about}"
            case _:
                assert_never(then.expected)

    # ---- expressions ---------------------------------------------------------------------------------------------------------------

    def _expr(self, expr: nodes.Expr, scope: Scope) -> str:
        match expr:
            case nodes.Number():
                return self.number(expr.value, expr.unit)
            case nodes.Quoted():
                return expr.text
            case nodes.Truth():
                return "yes" if expr.value else "no"
            case nodes.Nothing():
                return "none"
            case nodes.Call():
                return self._call(expr, scope)
            case nodes.Field():
                return self._field(expr, scope)
            case nodes.Arithmetic():
                return f"{self._nested(expr.left, scope)} {_OPERATOR[expr.operator]} {self._nested(expr.right, scope)}"
            case nodes.Minus():
                return f"minus {self._nested(expr.of, scope)}"
            case nodes.Scaled():
                of = self._nested(expr.of, scope)
                word = {"percent": "percent of", "times": "times", "of": "of"}.get(expr.word, expr.word)
                return f"{expr.factor} {word} {of}"
            case nodes.Rounded():
                return f"{self._expr(expr.of, scope)}, rounded {expr.rounding.value},"
            case nodes.UpTo():
                return f"{self._expr(expr.of, scope)} up to the stage {worded(expr.stage)}"
            case nodes.AsIf():
                return f"{self._expr(expr.of, scope)} as if {self._expr(expr.supposed, scope)}"
            case nodes.PickOf():
                return f"the {expr.pick.value} of {listed([self._expr(one, scope) for one in expr.args], 'and')}"
            case nodes.Aggregate():
                return self._aggregate(expr, scope)
            case nodes.Compare():
                return f"{self._expr(expr.left, scope)} {expr.comparison.value} {self._expr(expr.right, scope)}"
            case nodes.Between():
                return f"{self._expr(expr.of, scope)} is between {self._expr(expr.low, scope)} and {self._expr(expr.high, scope)}"
            case nodes.In():
                return self._in(expr, scope)
            case nodes.Not():
                return negated(self._expr(expr.of, scope))
            case nodes.And():
                return listed([self._nested(one, scope) for one in expr.parts], "and")
            case nodes.Or():
                return "either " + listed([self._nested(one, scope) for one in expr.parts], "or")
            case nodes.Quantified():
                return self._quantified(expr, scope)
            case nodes.Asks():
                return self._modal(_MODAL[expr.permission], expr.call, scope)
            case _:
                assert_never(expr)

    def _nested(self, expr: nodes.Expr, scope: Scope) -> str:
        said = self._expr(expr, scope)
        return f"({said})" if isinstance(expr, nodes.Or | nodes.And | nodes.Arithmetic) else said

    def number(self, value: Fraction, unit: str | None) -> str:
        """`3 hexes`, `1 movement point`, `1½`-like halves as `3/2`."""
        if unit is None:
            return str(value)
        title = self._measures.get(unit, worded(unit))
        return f"{value} {title if value == 1 else plural(title)}"

    def value_name(self, name: str) -> str:
        """A value of an enum as people call it."""
        return self._titles.get(name, worded(name))

    def _call(self, call: nodes.Call, scope: Scope) -> str:
        named = scope.named(call.name) if not call.args else None
        if named is not None:
            return named
        declared = self._called.get(call.name)
        said = [self._expr(one, scope) for one in call.args]
        if declared is None:
            return self.value_name(call.name) if not said else f"{worded(call.name)} ({', '.join(said)})"
        if declared.phrase:
            return _filled(declared.phrase, self._slots(declared, said))
        return f"{worded(call.name)} of {listed(said, 'and')}" if said else worded(call.name)

    @staticmethod
    def _slots(declared: Called, said: list[str]) -> dict[str, str]:
        slots = {param.name: text for param, text in zip(declared.params, said, strict=False)}
        if isinstance(declared, nodes.Fact) and declared.kind is nodes.FactKind.STATUS and said:
            slots.setdefault("it", said[0])
        return slots

    def _field(self, expr: nodes.Field, scope: Scope) -> str:
        owner = self._expr(expr.of, scope)
        phrases = {one.phrase for _, one in self._field_choices(expr, scope)}
        phrase = phrases.pop() if len(phrases) == 1 else None
        if phrase:
            return _filled(phrase, {"it": owner})
        declared = self._called.get(expr.name)
        if declared is not None and declared.phrase:
            return _filled(declared.phrase, {"it": owner, **{param.name: owner for param in declared.params[:1]}})
        return f"the {worded(expr.name)} of {owner}"

    def _field_choices(self, expr: nodes.Field, scope: Scope) -> list[tuple[str, nodes.FieldDecl]]:
        choices = self._fields.get(expr.name, [])
        kind = scope.kinds.get(expr.of.name) if isinstance(expr.of, nodes.Call) and not expr.of.args else None
        return [one for one in choices if one[0] == kind] or choices

    def _modal(self, modal: str, call: nodes.Call, scope: Scope) -> str:
        """`{u} draws forage at {t}` under `may not` is `the unit may not draw forage at the town`."""
        declared = self._called.get(call.name)
        phrase = declared.phrase if declared is not None else None
        said = [self._expr(one, scope) for one in call.args]
        if declared is None or not phrase:
            of = f" ({listed(said, 'and')})" if said else ""
            return f"{worded(call.name)} {modal} be{of}"
        slots = self._slots(declared, said)
        subject, rest = _subject(phrase)
        verb, _, tail = rest.partition(" ")
        bare = bare_verb(verb)
        if not subject or bare is None:
            return f"{ {'may': 'permitted', 'may not': 'forbidden', 'must': 'required'}.get(modal, modal)}: {_filled(phrase, slots)}"
        return " ".join(part for part in (_filled(subject, slots), modal, bare, _filled(tail, slots)) if part)

    def _in(self, expr: nodes.In, scope: Scope) -> str:
        members = [
            self._expr(one.low, scope) if one.high is None else f"{self._expr(one.low, scope)} to {self._expr(one.high, scope)}"
            for one in expr.members
        ]
        of = self._expr(expr.of, scope)
        if not expr.braces and expr.members and expr.members[0].high is None:
            return f"{of} is {'not ' if expr.negated else ''}among {members[0]}"
        if expr.negated:
            return f"{of} is {'neither ' + listed(members, 'nor') if len(members) > 1 else 'not ' + members[0]}"
        return f"{of} is {listed(members, 'or')}"

    def _binder(self, binder: nodes.Binder, scope: Scope, *, many: bool) -> str:
        if binder.low is not None and binder.high is not None:
            said = f"{binder.variable} from {binder.low} to {binder.high}"
        else:
            kind = worded(binder.type_name) if binder.type_name else "one"
            said = f"{plural(kind) if many else kind} {binder.variable}"
        if binder.among is not None:
            said += f" among {self._expr(binder.among, scope)}"
        if binder.with_ is not None:
            said += f", where {self._expr(binder.with_, scope)},"
        return said

    def _quantified(self, expr: nodes.Quantified, scope: Scope) -> str:
        bound = self._binder(expr.binder, scope, many=False)
        match expr.quantifier:
            case nodes.Quantifier.EVERY:
                body = self._expr(expr.body, scope) if expr.body is not None else "is there"
                return f"for every {bound} {body}"
            case nodes.Quantifier.SOME:
                return f"there is some {bound}".rstrip(",")
            case nodes.Quantifier.NO:
                return f"there is no {bound}".rstrip(",")
            case _:
                assert_never(expr.quantifier)

    def _aggregate(self, expr: nodes.Aggregate, scope: Scope) -> str:
        bound = self._binder(expr.binder, scope, many=True)
        if expr.term is None:
            return f"{_GATHER[expr.gather]} {bound}"
        return f"{_GATHER[expr.gather]} {self._expr(expr.term, scope)} over {bound}"

    # ---- variables -----------------------------------------------------------------------------------------------------------------

    def _scope(self, node: nodes.Node) -> Scope:
        """Which names are variables, and of which kind: bound to a parameter with a kind, bound by `some unit v`, or owner of a field."""
        kinds: dict[str, str] = {}
        for found in _walk(node):
            match found:
                case nodes.Call() if found.args and found.name in self._called:
                    for param, arg in zip(self._called[found.name].params, found.args, strict=False):
                        self._bind(kinds, arg, param.type)
                case nodes.Binder() if found.type_name:
                    kinds.setdefault(found.variable, self._record_of(found.type_name))
                case nodes.Binder() if found.among is not None and isinstance(found.among, nodes.Call):
                    group = self._called.get(found.among.name)
                    if isinstance(group, nodes.Group):
                        kinds.setdefault(found.variable, self._record_of(group.type_name))
                case nodes.Field() if isinstance(found.of, nodes.Call) and not found.of.args and found.of.name not in kinds:
                    owners = {record for record, _ in self._fields.get(found.name, [])}
                    if len(owners) == 1:
                        kinds.setdefault(found.of.name, owners.pop())
                case _:
                    pass
        for name in list(kinds):
            if name in self._titles or name in self._called or len(name) > 3 and not any(ch.isdigit() for ch in name):
                del kinds[name]  # a thing or value with a name of its own
        counted = list(kinds.values())
        return Scope(kinds, frozenset(kind for kind in counted if counted.count(kind) > 1))

    def _bind(self, kinds: dict[str, str], arg: nodes.Expr, type_: nodes.TypeExpr) -> None:
        if isinstance(arg, nodes.Call) and not arg.args and isinstance(type_, nodes.Named) and type_.name in self._records:
            kinds.setdefault(arg.name, type_.name)

    def _record_of(self, name: str) -> str:
        if name in self._records:
            return name
        return next((one for one in self._records if plural(one) == name or one + "s" == name), name)


def _walk(node: object) -> Iterator[nodes.Node]:
    """The node and every node in it."""
    if isinstance(node, tuple):
        for one in node:
            yield from _walk(one)
    elif isinstance(node, nodes.Node):
        yield node
        for name in node.__dataclass_fields__:
            if name != "span":
                yield from _walk(getattr(node, name))


def _is_or_are(effect: str) -> str:
    return "is" if effect.startswith(("1 ", "the ", "minus 1 ")) or not effect[:1].isdigit() else "are"


def _filled(phrase: str, slots: Mapping[str, str]) -> str:
    return _SLOT.sub(lambda found: slots.get(found[1], found[1]), phrase)


def _subject(phrase: str) -> tuple[str, str]:
    """`{u} draws forage` -> (`{u}`, `draws forage`); no subject if the phrase does not begin with a slot."""
    found = _SLOT.match(phrase)
    if found is None or not phrase[found.end() :].startswith(" "):
        return "", phrase
    return phrase[: found.end()], phrase[found.end() + 1 :]
