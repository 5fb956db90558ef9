"""Quantifiers and aggregates: `some`, `every`, `no`, `the number of`, `the sum of`, `the greatest … over`, `the only`."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from rulewright.base.keywords import Gather
from rulewright.base.suggestions import did_you_mean
from rulewright.semantics import terms, types
from rulewright.semantics.faults import FaultContext
from rulewright.semantics.model import Param
from rulewright.semantics.none_paths import PathGuards
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Type
from rulewright.syntax import nodes


class ExpressionReader(Protocol):
    """A reader of expressions in the scope of a binder, which may contain further binders."""

    vocabulary: Vocabulary
    context: FaultContext
    next_slot: int

    def read_expression(self, node: nodes.Expr, expected: Type | None = None, /) -> tuple[Term, Type]: ...
    def read_condition(self, node: nodes.Expr, /) -> Term: ...
    def read_arguments(self, node: nodes.Call, params: tuple[Param, ...], /) -> tuple[Term, ...]: ...
    def is_bare_name(self, node: nodes.Expr, /) -> bool: ...
    def order_scale(self, kind: Type, node: nodes.Expr, /) -> str | None: ...
    def convert_to_type(self, expected: Type, term: Term, actual: Type, node: nodes.Expr, /) -> Term: ...
    def check_types_agree(self, expected: Type, actual: Type, node: nodes.Expr, /) -> None: ...
    def with_variable(self, name: str, slot: int, kind: Type, /) -> ExpressionReader: ...
    def path_guards(self) -> PathGuards: ...


CHOICES = {Gather.GREATEST, Gather.LEAST, Gather.ONLY}
"""The aggregates that choose among members, and so have no value over nothing."""
SUMS = {Gather.SUM, Gather.SUM_OF_GREATEST, Gather.SUM_OF_LEAST}
COUNT_TYPE = types.Numeric(0, None, types.NO_UNIT)


def read_quantified(reader: ExpressionReader, node: nodes.Quantified) -> Term:
    """Read a quantified condition: `some unit v with …`, `every stand t among of(d) satisfies …`, `no unit v`."""
    domain, kind = read_domain(reader, node.binder)
    if node.quantifier is nodes.Quantifier.EVERY:
        assert node.body is not None  # guaranteed by the grammar
        return terms.Every(domain, reader.with_variable(domain.name, domain.slot, kind).read_condition(node.body))
    some = terms.Some(domain)
    return terms.Not(some) if node.quantifier is nodes.Quantifier.NO else some


def read_aggregate(reader: ExpressionReader, node: nodes.Aggregate) -> tuple[Term, Type]:
    """Read an aggregate: `the number of units u`, `the sum of strength(u) over units u`, `the greatest …`."""
    domain, kind = read_domain(reader, node.binder)
    gather = node.gather
    if gather is Gather.ONLY:
        return sole_member(domain), kind
    if node.term is None:
        return terms.Gathered(gather, domain, None), COUNT_TYPE
    term, term_kind = reader.with_variable(domain.name, domain.slot, kind).read_expression(node.term)
    if gather in {Gather.NUMBER, Gather.DIFFERENT}:
        return terms.Gathered(gather, domain, term), COUNT_TYPE
    if gather in SUMS and not isinstance(term_kind, types.Numeric):
        raise reader.context.fail("RW215", f"{types.type_text(term_kind)} cannot be added up", node)
    scale = None if gather in SUMS else reader.order_scale(term_kind, node)
    limit = None if node.most is None else _read_limit(reader, node.most)
    return terms.Gathered(gather, domain, term, scale, limit), types.amount_of(term_kind) if gather in SUMS else types.open_ended(term_kind)


def read_if_none(reader: ExpressionReader, node: nodes.IfNone) -> tuple[Term, Type]:
    """Read `the greatest … over …, 0 if there is none`."""
    term, kind = reader.read_expression(node.choice)
    if not isinstance(term, terms.Gathered) or term.gather not in CHOICES or term.none is not None:
        message = "`if there is none` is said of a choice: `the greatest … over …`, `the least … over …`, `the only …`, `the … that has …`"
        help_ = "put the choice with its `if there is none` in brackets: `u.strength + (the greatest … over …, 0 if there is none)`"
        raise reader.context.fail("RW215", message, node.choice, help=help_)
    none, none_kind = reader.read_expression(node.none, kind)
    if isinstance(none_kind, types.NoneType) and isinstance(kind, types.Thing | types.Enumerated):
        kind = replace(kind, or_none=True)
    return replace(term, none=reader.convert_to_type(kind, none, none_kind, node.none)), kind


def sole_member(domain: terms.Domain) -> terms.Gathered:
    """Return the term of the single member of a domain; it is undetermined if the domain is empty or has several members."""
    return terms.Gathered(Gather.ONLY, domain, terms.Var(domain.slot, domain.name))


def _read_limit(reader: ExpressionReader, node: nodes.Expr) -> Term:
    """Read the `3` of `the sum of the greatest 3 of …`, a whole number without a measure."""
    term, kind = reader.read_expression(node)
    is_whole_number = isinstance(term.value, int) if isinstance(term, terms.Const) else isinstance(kind, types.Numeric) and kind.step == 1
    if not is_whole_number or not isinstance(kind, types.Numeric) or kind.unit not in {None, types.NO_UNIT}:
        message = "how many of them count must be a whole number without a measure"
        raise reader.context.fail("RW215", message, node, help="write a number such as `3`, or something declared as `0..9`")
    return term


def read_domain(reader: ExpressionReader, node: nodes.Binder) -> tuple[terms.Domain, Type]:
    """Read the domain of a binder, with its condition, and the type of its variable."""
    over, kind = _read_range(reader, node)
    slot = reader.next_slot
    with_ = None if node.with_ is None else reader.with_variable(node.variable, slot, kind).read_condition(node.with_)
    if isinstance(over, terms.Members):
        return reader.path_guards().guard_members(terms.Domain(slot, node.variable, over, with_), over), kind
    return terms.Domain(slot, node.variable, over, with_), kind


def _read_range(reader: ExpressionReader, node: nodes.Binder) -> tuple[terms.Things | terms.Members | terms.Span | terms.Values, Type]:
    if node.low is not None and node.high is not None:
        if node.high < node.low:
            raise reader.context.fail("RW223", f"there is no number from {node.low} to {node.high}", node)
        return terms.Span(node.low, node.high), types.Numeric(node.low, node.high, types.NO_UNIT)
    if node.among is not None:
        return _read_members(reader, node)
    name = node.type_name or ""
    record = reader.vocabulary.record_named(name)
    if record is not None:
        return terms.Things(record), types.Thing(record)
    if name in reader.vocabulary.enums:
        return terms.Values(name), types.Enumerated(name)
    raise reader.context.fail("RW201", f"`{name}` is not a kind of thing", node, help=did_you_mean(name, reader.vocabulary.records))


def _read_members(reader: ExpressionReader, node: nodes.Binder) -> tuple[terms.Members, Type]:
    call = node.among
    if not isinstance(call, nodes.Call) or call.name not in reader.vocabulary.groups:
        raise reader.context.fail("RW215", "after `among` comes a group", node, help="declare `group … : units u with …`")
    group = reader.vocabulary.groups[call.name]
    if node.type_name is not None and reader.vocabulary.record_named(node.type_name) != group.record:
        raise reader.context.fail("RW203", f"the members of `{group.name}` are {group.record}, not {node.type_name}", node)
    return terms.Members(group.name, reader.read_arguments(call, group.params)), types.Thing(group.record)
