"""`the unit v with (C) that has the least A`, undone into `the only one` of those that no other comes before.

`the only` unit v with C for which every other unit w with C has at least as much; where amounts are equal the next one counts. With the one
that is `chosen` at a tie, the one that no other comes before is meant where it is chosen, or where it is alone in that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from rulewright.base.keywords import Comparison, Pick
from rulewright.semantics import terms
from rulewright.semantics.aggregates import ExpressionReader, only_one, read_domain
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Type
from rulewright.syntax import nodes

_BEFORE = {Pick.GREATEST: Comparison.MORE, Pick.LEAST: Comparison.LESS}
_NOT_AFTER = {Pick.GREATEST: Comparison.AT_LEAST, Pick.LEAST: Comparison.AT_MOST}


class _Candidate(NamedTuple):
    """One thing that may be meant: the reader in which the binder's variable is that thing, its slot, and what it fulfils."""

    reader: ExpressionReader
    slot: int
    fulfils: Term | None


def read_foremost(reader: ExpressionReader, node: nodes.Foremost) -> tuple[Term, Type]:
    """The term of the one that is meant, and its type."""
    domain, kind = read_domain(reader, node.binder)
    first = _Candidate(reader.inside(domain.name, domain.slot, kind), domain.slot, domain.with_)
    conditions = [*_fulfilled(first), _foremost(node, domain, kind, first)]
    if node.chosen is not None:
        conditions.append(_chosen(reader, node, domain, kind, first))
    return only_one(replace(domain, with_=terms.And(tuple(conditions)))), kind


def _fulfilled(candidate: _Candidate) -> Iterator[Term]:
    if candidate.fulfils is not None:
        yield candidate.fulfils


def _another(node: nodes.Foremost, kind: Type, than: _Candidate) -> _Candidate:
    """One more candidate, in the next slot, which is another than the one given."""
    name, slot = node.binder.variable, than.slot + 1
    inner = than.reader.inside(name, slot, kind)
    other = terms.Compare(Comparison.IS_NOT, terms.Var(slot, name), terms.Var(than.slot, name))
    with_ = node.binder.with_
    return _Candidate(inner, slot, other if with_ is None else terms.And((other, inner.condition(with_))))


def _domain_of(domain: terms.Domain, candidate: _Candidate, with_: Term | None) -> terms.Domain:
    return replace(domain, slot=candidate.slot, with_=with_)


def _foremost(node: nodes.Foremost, domain: terms.Domain, kind: Type, candidate: _Candidate) -> Term:
    """That no other candidate comes before this one."""
    rival = _another(node, kind, candidate)
    return terms.Every(_domain_of(domain, rival, rival.fulfils), _not_after(node.ranks, candidate.reader, rival.reader))


def _not_after(ranks: tuple[nodes.Rank, ...], one: ExpressionReader, other: ExpressionReader) -> Term:
    """That one comes before the other by these ranks, or ties with it."""
    rank, *later = ranks
    mine, kind = one.read(rank.of)
    theirs, _ = other.read(rank.of)
    scale = one.ordered(kind, rank.of)
    if not later:
        return terms.Compare(_NOT_AFTER[rank.pick], mine, theirs, scale)
    before = terms.Compare(_BEFORE[rank.pick], mine, theirs, scale)
    equal = terms.Compare(Comparison.IS, mine, theirs)
    return terms.Or((before, terms.And((equal, _not_after(tuple(later), one, other)))))


def _chosen(reader: ExpressionReader, node: nodes.Foremost, domain: terms.Domain, kind: Type, candidate: _Candidate) -> Term:
    """That this one is chosen, or that no other ties with it."""
    assert node.chosen is not None
    term, found = reader.read(node.chosen, kind)
    reader.agree(kind, found, node.chosen)
    other = _another(node, kind, candidate)
    ties = terms.And((*_fulfilled(other), _foremost(node, domain, kind, other)))
    chosen = terms.Compare(Comparison.IS, terms.Var(candidate.slot, domain.name), term)
    return terms.Or((chosen, terms.Not(terms.Some(_domain_of(domain, other, ties)))))
