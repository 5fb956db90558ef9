"""Builders of the nodes of formal rules, called at each reduction."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from rulewright.base.keywords import RelationKind, Verb
from rulewright.base.source import Span
from rulewright.syntax import nodes as n
from rulewright.syntax.builder_values import End, span_between, span_of, span_up_to, token_text
from rulewright.syntax.nodes import ShortVerb
from rulewright.syntax.syntax_errors import BuildError
from rulewright.syntax.tokens import Token

Children = list[Any]


class Tail(NamedTuple):
    """The remainder of a rule after its head: guards, nested lines, the tags of its line, and the location of its end."""

    guards: tuple[n.Guard, ...]
    nested_lines: tuple[n.Relation | n.Prose, ...]
    tags: tuple[n.Tag, ...]
    line: int
    column: int


def _rule_builder(verb: Verb | ShortVerb, head: int, effect: int | None = None) -> Any:
    """Return a callback for a rule whose head and effect are at fixed positions; before the tail of an effect may come its stage."""

    def build(_: object, c: Children) -> n.Rule:
        tail: Tail = c[-1]
        heads = c[head] if type(c[head]) is tuple else (c[head],)
        stage = c[-2] if effect is not None and type(c[-2]) is Token and c[-2].type == "NAME" else None
        return _build_rule(verb, heads, tail, c[0], None if effect is None else c[effect], token_text(stage))

    return build


def _build_rule(
    verb: Verb | ShortVerb,
    heads: tuple[n.Head, ...],
    tail: Tail,
    first: Any,
    effect: n.Expr | None = None,
    stage: str | None = None,
    **extra_fields: Any,
) -> n.Rule:
    start = first if type(first) is Token else first.span
    relations = tuple(line for line in tail.nested_lines if isinstance(line, n.Relation))
    notes = tuple(line for line in tail.nested_lines if isinstance(line, n.Prose))
    span = Span(start.line, start.column, tail.line, tail.column)
    return n.Rule(
        verb, heads, effect, stage=stage, guards=tail.guards, relations=relations, notes=notes, tags=tail.tags, span=span, **extra_fields
    )


def _guard_builder(unless: bool) -> Any:
    def build(_: object, c: Children) -> Tail:
        condition, tail = c[1], c[2]
        guard = _plain_guard(condition, unless, span_between(c[0], condition))
        return Tail((guard, *tail.guards), tail.nested_lines, tail.tags, tail.line, tail.column)

    return build


def _guard_block_builder(unless: bool) -> Any:
    def build(_: object, c: Children) -> Tail:
        return _tail_of_block(c[1], unless, c[0])

    return build


def _plain_guard(condition: n.Expr, unless: bool, span: Span) -> n.Guard:
    return n.Guard(unless, n.GuardForm.PLAIN, (n.Item("", condition, span=condition.span),), span=span)


def _tail_of_block(block: tuple[Any, ...], unless: bool, word: Token) -> Tail:
    """Return the tail of a rule whose guard is a block of labelled conditions."""
    (form, count), items, tags, nested_lines = block
    end = items[-1].span
    guard = n.Guard(unless, form, items, count, span=Span(word.line, word.column, end.end_line, end.end_column))
    return Tail((guard,), nested_lines, tags, end.end_line, end.end_column)


def _block_builder(form: n.GuardForm) -> Any:
    def build(_: object, c: Children) -> tuple[Any, ...]:
        count = c[2] if form is n.GuardForm.AT_LEAST else 0
        end = next(child for child in c if type(child) is End)
        return (form, count), tuple(child for child in c if type(child) is n.Item), end.tags

    return build


def _relation_builder(kind: RelationKind, targets: int) -> Any:
    def build(_: object, c: Children) -> n.Relation:
        end: End = c[-1]
        for_each = next((child for child in c if type(child) is n.ForEach), None)
        condition = c[-2] if type(c[-3]) is Token and c[-3].type == "WHEN" else None
        return n.Relation(kind, c[targets], for_each, condition, None, tags=end.tags, span=span_up_to(c[0], end))

    return build


def _for_each_builder(quantifier: n.Quantifier) -> Any:
    def build(_: object, c: Children) -> n.ForEach:
        return n.ForEach(quantifier, c[2].value, c[4], span=span_between(c[0], c[4]))

    return build


def _only_while_builder(verb: ShortVerb) -> Any:
    """Return a callback for a rule with `only while`; its moment becomes the first guard."""

    def build(_: object, c: Children) -> n.Rule:
        moment, tail = c[4], c[5]
        guard = _plain_guard(moment, False, span_between(c[2], moment))
        return _build_rule(verb, c[1], tail._replace(guards=(guard, *tail.guards)), c[0])

    return build


class Rules:
    """The callbacks for rules, their conditions and relations."""

    rule_may = _rule_builder(Verb.MAY, 1)
    rule_may_not = _rule_builder(Verb.MAY_NOT, 2)
    rule_may_never = _rule_builder(ShortVerb.MAY_NEVER, 2)
    rule_may_always = _rule_builder(ShortVerb.MAY_ALWAYS, 2)
    rule_may_only = _rule_builder(ShortVerb.MAY_ONLY, 2)
    rule_may_when_and_only_when = _rule_builder(ShortVerb.MAY_WHEN_AND_ONLY_WHEN, 1)
    rule_may_and_no_other = _rule_builder(ShortVerb.MAY_WHEN_AND_ONLY_WHEN, 1)
    rule_must = _rule_builder(Verb.MUST, 1)
    rule_must_when_and_only_when = _rule_builder(ShortVerb.MUST_WHEN_AND_ONLY_WHEN, 1)
    rule_must_and_no_other = _rule_builder(ShortVerb.MUST_WHEN_AND_ONLY_WHEN, 1)
    rule_need_not = _rule_builder(Verb.NEED_NOT, 2)
    rule_should = _rule_builder(ShortVerb.SHOULD, 1)
    rule_should_not = _rule_builder(ShortVerb.SHOULD_NOT, 2)
    rule_may_only_while = _only_while_builder(ShortVerb.MAY_ONLY_WHILE)
    rule_must_only_while = _only_while_builder(ShortVerb.MUST_ONLY_WHILE)
    rule_multiply = _rule_builder(Verb.MULTIPLY, 1, 3)
    rule_at_most = _rule_builder(Verb.AT_MOST, 0, 4)
    rule_at_least = _rule_builder(Verb.AT_LEAST, 0, 4)
    rule_is = _rule_builder(Verb.IS, 0, 2)
    rule_always = _rule_builder(Verb.YES, 0)

    def head_field(self, c: Children) -> n.Field:
        return n.Field(n.Call(c[0].value, span=span_of(c[0])), c[2].value, span=span_between(c[0], c[2]))

    def rule_add(self, c: Children) -> n.Rule:
        return _build_rule(Verb.ADD, (c[3],), c[-1], c[0], c[1], token_text(c[4]), of_kind=token_text(c[5]))

    def rule_take(self, c: Children) -> n.Rule:
        return _build_rule(Verb.TAKE, (c[3],), c[-1], c[0], c[1], token_text(c[4]), of_kind=token_text(c[5]))

    def rule_rounded(self, c: Children) -> n.Rule:
        return _build_rule(Verb.ROUNDED, (c[0],), c[-1], c[0], stage=token_text(c[4]), rounding=c[3][0])

    def rule_rounded_to(self, c: Children) -> n.Rule:
        rounding, step = c[3]
        return _build_rule(Verb.ROUNDED, (c[0],), c[-1], c[0], step, stage=token_text(c[4]), rounding=rounding)

    def rule_is_otherwise(self, c: Children) -> n.Rule:
        return _build_rule(Verb.IS, (c[0],), c[4], c[0], c[2], otherwise=True)

    def rule_means(self, c: Children) -> n.Rule:
        guard = _plain_guard(c[2], False, c[2].span)
        return _build_rule(ShortVerb.MEANS, (c[0],), c[3]._replace(guards=(guard,)), c[0])

    def rule_means_block(self, c: Children) -> n.Rule:
        return _build_rule(ShortVerb.MEANS, (c[0],), _tail_of_block(c[2], False, c[1]), c[0])

    def rule_when(self, c: Children) -> n.Rule:
        return self._conditional_rule(Verb.YES, c)

    def rule_not_when(self, c: Children) -> n.Rule:
        return self._conditional_rule(Verb.NO, c)

    def _conditional_rule(self, verb: Verb, c: Children) -> n.Rule:
        head, when_token, condition, tail = c[-4:]
        guard = _plain_guard(condition, False, span_between(when_token, condition))
        return _build_rule(verb, (head,), tail._replace(guards=(guard, *tail.guards)), c[0])

    def rule_decided(self, c: Children) -> n.Rule:
        return _build_rule(Verb.YES, (c[0],), c[1], c[0])

    def rule_not_decided(self, c: Children) -> n.Rule:
        return _build_rule(Verb.NO, (c[1],), c[2], c[0])

    def rule_when_block(self, c: Children) -> n.Rule:
        return _build_rule(Verb.YES, (c[0],), _tail_of_block(c[2], False, c[1]), c[0])

    def rule_not_when_block(self, c: Children) -> n.Rule:
        return _build_rule(Verb.NO, (c[1],), _tail_of_block(c[3], False, c[2]), c[0])

    def rules_while(self, c: Children) -> list[n.Rule]:
        """Return the rules of the block, with the block's condition as their first guard."""
        return [_unnest_rule(rule, rule.verb, c[0], c[1], c[2]) for rule in c[4:-1]]

    def rules_only_while(self, c: Children) -> list[n.Rule]:
        """Return the permissions and requirements of the block as `only while` rules, with the block's moment as their first guard."""
        return [_unnest_rule(rule, _ONLY_WHILE_VERBS.get(rule.verb), c[0], c[2], c[3]) for rule in c[5:-1]]

    def at_stage(self, c: Children) -> Token | None:
        stage: Token | None = c[1]
        return stage

    of_kind = at_stage

    # ---- conditions of a rule ------------------------------------------------------------------------------------------------------------

    tail_when = _guard_builder(False)
    tail_unless = _guard_builder(True)
    tail_when_block = _guard_block_builder(False)
    tail_unless_block = _guard_block_builder(True)
    all_of = _block_builder(n.GuardForm.ALL)
    any_of = _block_builder(n.GuardForm.ANY)
    at_least_of = _block_builder(n.GuardForm.AT_LEAST)

    def exactly(self, c: Children) -> Tail:
        condition, tail = c[4], c[5]
        guard = _plain_guard(condition, False, span_between(c[0], condition))
        return Tail((guard,), tail.nested_lines, tail.tags, tail.line, tail.column)

    def exactly_block(self, c: Children) -> Tail:
        return _tail_of_block(c[4], False, c[0])

    def whole_list(self, c: Children) -> Tail:
        """Return the tail of a closed list of grounds: `when any of`, the grounds, then `and no other`."""
        form, items, tags = c[1]
        end: End = next(child for child in reversed(c) if type(child) is End)
        nested_lines = self.rule_end_block([child for child in c[2:] if type(child) is not End])
        return _tail_of_block((form, items, (*tags, *end.tags), nested_lines), False, c[0])

    def decision(self, c: Children) -> Tail:
        span, tail = span_between(c[0], c[4]), c[5]
        guard = replace(_plain_guard(n.Call(f"the {c[2].value} so decides", (), span=span), False, span), decider=c[2].value)
        return Tail((guard,), tail.nested_lines, tail.tags, tail.line, tail.column)

    def tail(self, c: Children) -> Tail:
        tail: Tail = c[0]
        return tail

    def block_tail(self, c: Children) -> tuple[Any, ...]:
        return (*c[0], c[1])

    def rule_end(self, c: Children) -> Tail:
        end: End = c[0]
        return Tail((), self.rule_end_block(c[1:]), end.tags, end.line, end.column)

    def rule_end_block(self, c: Children) -> tuple[n.Relation | n.Prose, ...]:
        return tuple(_as_rule_note(child) for child in c if child is not None and type(child) is not Token)

    def item(self, c: Children) -> n.Item:
        return n.Item(c[0].value[:-1], c[1], tags=c[2].tags, span=span_between(c[0], c[1]))

    # ---- relations -----------------------------------------------------------------------------------------------------------------------

    overrides = _relation_builder(RelationKind.OVERRIDES, 1)
    sets_aside = _relation_builder(RelationKind.SETS_ASIDE, 2)
    excepts = _relation_builder(RelationKind.EXCEPT, 1)
    restates = _relation_builder(RelationKind.RESTATES, 1)
    besides = _relation_builder(RelationKind.BESIDES, 1)
    for_every = _for_each_builder(n.Quantifier.EVERY)
    for_some = _for_each_builder(n.Quantifier.SOME)

    def goes_before(self, c: Children) -> n.Relation:
        return n.Relation(RelationKind.OVERRIDES, c[3], when=c[5], by=c[0], tags=c[6].tags, span=span_up_to(c[0][0], c[6]))

    def as_in(self, c: Children) -> n.Relation:
        pair = None if c[4] is None else (c[4].value, c[6].value)
        return n.Relation(RelationKind.AS_IN, c[2], as_with=pair, tags=c[7].tags, span=span_up_to(c[0], c[7]))


_ONLY_WHILE_VERBS: dict[Verb | ShortVerb, ShortVerb] = {Verb.MAY: ShortVerb.MAY_ONLY_WHILE, Verb.MUST: ShortVerb.MUST_ONLY_WHILE}
"""The verbs of permissions and requirements under `only while`; other rules are not allowed there."""


def _unnest_rule(rule: n.Rule, verb: Verb | ShortVerb | None, first: Token, moment: n.Expr, end: End) -> n.Rule:
    """Return a rule of a block `while C` or `only while C` as the equivalent rule outside of it."""
    if verb is None:
        raise BuildError("no leave", rule.span)
    if any(form.negated for form in n.long_forms(rule.verb)):
        raise BuildError("two sides", rule.span, first.value)
    guard = _plain_guard(moment, False, span_between(first, moment))
    return replace(rule, verb=verb, guards=(guard, *rule.guards), tags=(*rule.tags, *end.tags))


def _as_rule_note(line: Any) -> n.Relation | n.Prose:
    """Return a line under a rule as its node; a `note` becomes a paragraph of the rule."""
    if isinstance(line, n.Commentary):
        return n.Prose(line.text, tags=line.tags, span=line.span)
    assert isinstance(line, n.Relation)
    return line
