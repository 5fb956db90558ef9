"""Desugaring of superlatives: `the unit v with (C) that has the least A` becomes `the only` unit that no rival outranks.

The result is `the only` unit v with C for which every other unit w with C has at least as much; equal amounts are decided by the next
rank. With a `chosen` one at a tie, a unit that no rival outranks qualifies if it is the chosen one, or if no rival ties with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from rulewright.base.keywords import Comparison, Pick
from rulewright.semantics import terms
from rulewright.semantics.aggregates import ExpressionReader, read_domain, sole_member
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Type
from rulewright.syntax import nodes

_STRICTLY_BETTER = {Pick.GREATEST: Comparison.MORE, Pick.LEAST: Comparison.LESS}
_AT_LEAST_AS_GOOD = {Pick.GREATEST: Comparison.AT_LEAST, Pick.LEAST: Comparison.AT_MOST}


class _Candidate(NamedTuple):
    """A candidate: a reader in which the binder's variable denotes it, its slot, and its condition, if any."""

    reader: ExpressionReader
    slot: int
    condition: Term | None


def read_foremost(reader: ExpressionReader, node: nodes.Foremost) -> tuple[Term, Type]:
    """Read a superlative; return the term of the thing that it denotes, and its type."""
    domain, kind = read_domain(reader, node.binder)
    first = _Candidate(reader.with_variable(domain.name, domain.slot, kind), domain.slot, domain.with_)
    conditions = [*_condition_terms(first), _no_rival_ranks_higher(node, domain, kind, first)]
    if node.chosen is not None:
        conditions.append(_is_chosen_or_untied(reader, node, domain, kind, first))
    return sole_member(replace(domain, with_=terms.And(tuple(conditions)))), kind


def _condition_terms(candidate: _Candidate) -> Iterator[Term]:
    if candidate.condition is not None:
        yield candidate.condition


def _make_rival(node: nodes.Foremost, kind: Type, candidate: _Candidate) -> _Candidate:
    """Return a rival of a candidate: another thing with the same condition, in the next slot."""
    name, slot = node.binder.variable, candidate.slot + 1
    inner = candidate.reader.with_variable(name, slot, kind)
    is_distinct = terms.Compare(Comparison.IS_NOT, terms.Var(slot, name), terms.Var(candidate.slot, name))
    with_ = node.binder.with_
    return _Candidate(inner, slot, is_distinct if with_ is None else terms.And((is_distinct, inner.read_condition(with_))))


def _domain_of(domain: terms.Domain, candidate: _Candidate, with_: Term | None) -> terms.Domain:
    return replace(domain, slot=candidate.slot, with_=with_)


def _no_rival_ranks_higher(node: nodes.Foremost, domain: terms.Domain, kind: Type, candidate: _Candidate) -> Term:
    """Return the condition that no rival outranks a candidate."""
    rival = _make_rival(node, kind, candidate)
    return terms.Every(_domain_of(domain, rival, rival.condition), _ranks_at_least_as_high(node.ranks, candidate.reader, rival.reader))


def _ranks_at_least_as_high(ranks: tuple[nodes.Rank, ...], candidate: ExpressionReader, rival: ExpressionReader) -> Term:
    """Return the condition that a candidate outranks a rival by these ranks, or ties with it."""
    rank, *later = ranks
    candidate_amount, kind = candidate.read_expression(rank.of)
    rival_amount, _ = rival.read_expression(rank.of)
    scale = candidate.order_scale(kind, rank.of)
    if not later:
        return terms.Compare(_AT_LEAST_AS_GOOD[rank.pick], candidate_amount, rival_amount, scale)
    strictly_better = terms.Compare(_STRICTLY_BETTER[rank.pick], candidate_amount, rival_amount, scale)
    tied = terms.Compare(Comparison.IS, candidate_amount, rival_amount)
    return terms.Or((strictly_better, terms.And((tied, _ranks_at_least_as_high(tuple(later), candidate, rival)))))


def _is_chosen_or_untied(reader: ExpressionReader, node: nodes.Foremost, domain: terms.Domain, kind: Type, candidate: _Candidate) -> Term:
    """Return the condition that a candidate is the chosen one, or that no rival ties with it."""
    assert node.chosen is not None
    term, chosen_kind = reader.read_expression(node.chosen, kind)
    reader.check_types_agree(kind, chosen_kind, node.chosen)
    rival = _make_rival(node, kind, candidate)
    ties = terms.And((*_condition_terms(rival), _no_rival_ranks_higher(node, domain, kind, rival)))
    is_chosen = terms.Compare(Comparison.IS, terms.Var(candidate.slot, domain.name), term)
    return terms.Or((is_chosen, terms.Not(terms.Some(_domain_of(domain, rival, ties)))))
