"""Rules and the relations between them."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias, assert_never

from rulewright.base.keywords import Advice, Force, RelationKind, Rounding, Verb
from rulewright.base.records import record
from rulewright.syntax.nodes.base import CaseRef, Node, Prose, Tagged
from rulewright.syntax.nodes.expressions import And, AtLeast, Call, Expr, Field, Or, Quantifier


@record
class ForEach(Node):
    """`for every u among s`: a binding of the variables of a suspension to the arguments of the rules that it suspends."""

    quantifier: Quantifier
    variable: str
    among: Expr


@record
class Relation(Tagged):
    """`overrides 14.42 when …`: on a rule, or on a whole case. `as_with` is (X, Y) of `as in 12.37 with X for Y`.

    `name` is the name of the line in its case, as in `guards: overrides 14.42`; a relation on a rule has none. `by` is set in
    `9.5 goes before 9.13`: the overriding cases, if they are not the case or the rule of the line.
    """

    kind: RelationKind
    targets: tuple[CaseRef, ...]
    for_each: ForEach | None = None
    when: Expr | None = None
    as_with: tuple[str, str] | None = None
    name: str | None = None
    by: tuple[CaseRef, ...] = ()


class ShortVerb(StrEnum):
    """A verb that abbreviates others: `means` for yes and no, `may never` for a `may not` that no `may` overrides.

    `should` says what the value is that holds the advice about the verdict.
    """

    MEANS = "means"
    MAY_NEVER = "may never"
    MAY_ALWAYS = "may always"
    MAY_ONLY = "may only"
    MAY_WHEN_AND_ONLY_WHEN = "may … when and only when"
    MUST_WHEN_AND_ONLY_WHEN = "must … when and only when"
    MAY_ONLY_WHILE = "may … only while"
    MUST_ONLY_WHILE = "must … only while"
    SHOULD = "should"
    SHOULD_NOT = "should not"


@record
class LongForm:
    """A plain rule that a rule with a short verb stands for: its verb, and its force for the policy.

    `negated`: it holds where the conditions do not. `entire`: a list of grounds (`any of`) is one condition of it; else each ground is a
    rule of its own. `moment`: only the first condition counts, which is the moment that the rule is about. `advice`: what it says of the
    advice about the verdict that it names.
    """

    verb: Verb
    negated: bool = False
    force: Force | None = None
    entire: bool = False
    moment: bool = False
    advice: Advice | None = None


def long_forms(verb: Verb | ShortVerb) -> tuple[LongForm, ...]:
    """Return the plain rules that a rule with this verb stands for. It is the single definition of the short verbs."""
    match verb:
        case ShortVerb.MEANS:
            return (LongForm(Verb.YES), LongForm(Verb.NO, negated=True, entire=True))
        case ShortVerb.MAY_NEVER:
            return (LongForm(Verb.MAY_NOT, force=Force.NEVER),)
        case ShortVerb.MAY_ALWAYS:
            return (LongForm(Verb.MAY, force=Force.ALWAYS),)
        case ShortVerb.MAY_ONLY:
            return (LongForm(Verb.MAY_NOT, negated=True, entire=True),)
        case ShortVerb.MAY_WHEN_AND_ONLY_WHEN:
            return (LongForm(Verb.MAY), LongForm(Verb.MAY_NOT, negated=True, entire=True))
        case ShortVerb.MUST_WHEN_AND_ONLY_WHEN:
            return (LongForm(Verb.MUST), LongForm(Verb.NEED_NOT, negated=True, entire=True))
        case ShortVerb.MAY_ONLY_WHILE:
            return (LongForm(Verb.MAY), LongForm(Verb.MAY_NOT, negated=True, entire=True, moment=True))
        case ShortVerb.MUST_ONLY_WHILE:
            return (LongForm(Verb.MUST), LongForm(Verb.NEED_NOT, negated=True, entire=True, moment=True))
        case ShortVerb.SHOULD:
            return (LongForm(Verb.IS, advice=Advice.ADVISED),)
        case ShortVerb.SHOULD_NOT:
            return (LongForm(Verb.IS, advice=Advice.ADVISED_AGAINST),)
        case Verb():
            return (LongForm(verb),)
        case _:
            assert_never(verb)


@record
class Item(Tagged):
    """`b. distance(u, t) is at most 3 hex  @GA-054b` in a block of conditions; `label` is without its full stop."""

    label: str
    condition: Expr


class GuardForm(StrEnum):
    """The form of a guard: a single condition, or a block of conditions."""

    PLAIN = "plain"
    ALL = "all of"
    ANY = "any of"
    AT_LEAST = "at least"


@record
class Guard(Node):
    """A guard: `when C`, `unless any of …`. PLAIN has one item with label ""; the others have a block of items.

    `count` is the `two` of `at least two of`, else 0. `decider` is who decides in `if the judge so decides`; the condition is then a call
    of these words, in place of the decision, which is called by the name of the rule.
    """

    unless: bool
    form: GuardForm
    items: tuple[Item, ...]
    count: int = 0
    decider: str | None = None


def guard_condition(guard: Guard) -> Expr:
    """Return the items of a guard as one condition, without its `unless`."""
    items = tuple(item.condition for item in guard.items)
    if len(items) == 1:
        return items[0]
    match guard.form:
        case GuardForm.ANY:
            return Or(items, span=guard.span)
        case GuardForm.AT_LEAST:
            return AtLeast(guard.count, items, span=guard.span)
        case GuardForm.ALL | GuardForm.PLAIN:
            return And(items, span=guard.span)
        case _:
            assert_never(guard.form)


Head: TypeAlias = Call | Field
"""The subject of a rule."""


@record
class Rule(Tagged):
    """A formal rule.

    Only a verdict may have several `heads` (`may never move(u), attack(u) when …`); a head may be a field (`u.reserve when …`).

    `effect` is the amount after `is`, `add`, `take`, `multiply … by`, `at most`; None otherwise. `rounding` is for ROUNDED only. `stage`
    is the name after `at`, `of_kind` that after `as`: of a kind only the best amount counts. The guards are a conjunction (`when A` and
    not `unless B`). YES without guards is `always`; MEANS and `when and only when` have one guard. `name` is its name in its case:
    `attacked: may retreat_before(u, b) when …`.
    """

    verb: Verb | ShortVerb
    heads: tuple[Head, ...]
    effect: Expr | None = None
    rounding: Rounding | None = None
    otherwise: bool = False
    stage: str | None = None
    of_kind: str | None = None
    guards: tuple[Guard, ...] = ()
    relations: tuple[Relation, ...] = ()
    notes: tuple[Prose, ...] = ()
    name: str | None = None
