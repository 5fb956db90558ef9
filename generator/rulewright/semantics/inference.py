"""Type inference for undeclared names by position: the argument of a typed parameter, the owner of a field, a side of a comparison.

It serves for names that nothing binds: things in examples and questions, variables in statements about whole cases.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.base.keywords import Gather
from rulewright.semantics import types
from rulewright.semantics.expressions import can_be_equal
from rulewright.semantics.model import Param
from rulewright.semantics.roundings import PARITIES
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.types import Type
from rulewright.syntax import nodes


@dataclass(slots=True)
class _KindInference:
    vocabulary: Vocabulary
    bound_names: frozenset[str]
    kinds_by_name: dict[str, tuple[Type, ...]] = field(default_factory=dict)

    def narrow_kinds(self, name: str, kinds: tuple[Type, ...]) -> None:
        """Restrict a name to these kinds, unless that would leave none."""
        previous = self.kinds_by_name.get(name)
        if not previous:
            self.kinds_by_name[name] = kinds
        else:
            common = tuple(kind for kind in previous if any(can_be_equal(kind, other) for other in kinds))
            self.kinds_by_name[name] = common or previous

    def params_of(self, name: str) -> tuple[Param, ...] | None:
        for declarations in (self.vocabulary.facts, self.vocabulary.questions, self.vocabulary.groups):
            if name in declarations:
                return declarations[name].params
        return None

    def undeclared_name(self, node: nodes.Expr) -> str | None:
        """Return the name of a bare call that the book does not declare, else None."""
        if not isinstance(node, nodes.Call) or node.args or node.name in self.bound_names:
            return None
        return None if self.params_of(node.name) is not None else node.name

    def kinds_of(self, node: nodes.Expr) -> tuple[Type, ...]:
        """Return the types that an expression may have according to the declarations; empty if they do not tell."""
        match node:
            case nodes.Field():
                owners = self.vocabulary.owners_of(node.name)
                fields = (self.vocabulary.field_of(owner, node.name) for owner in owners)
                return tuple(fact.type for fact in fields if fact is not None)
            case nodes.Call():
                if node.name in self.vocabulary.facts:
                    return (self.vocabulary.facts[node.name].type,)
                question = self.vocabulary.questions.get(node.name)
                if question is not None and question.type is not None:
                    return (question.type,)
                return self.kinds_by_name.get(node.name, ()) if not node.args else ()
            case nodes.Foremost() | nodes.Aggregate(gather=Gather.ONLY):
                return self._kinds_of_member(node.binder)
            case nodes.IfNone():
                return self.kinds_of(node.choice)
            case _:  # open: other expressions name no thing
                return ()

    def _kinds_of_member(self, binder: nodes.Binder) -> tuple[Type, ...]:
        """Return the kind of thing that a binder runs over; empty for numbers and values."""
        group = self.vocabulary.groups.get(binder.among.name) if isinstance(binder.among, nodes.Call) else None
        record = self.vocabulary.record_named(binder.type_name or "") if group is None else group.record
        return () if record is None else (types.Thing(record),)

    def _says_parity(self, node: nodes.Compare) -> bool:
        """Return True for `n is odd`: the word is no name, unless the book has a value of that name or what it is said of is no number."""
        word = self.undeclared_name(node.right)
        return word in PARITIES and not self.vocabulary.enums_with(word) and all(map(is_number, self.kinds_of(node.left)))

    def visit(self, node: nodes.Node, kinds: tuple[Type, ...] = ()) -> None:
        """Collect the undeclared names in a node, whose own type is one of `kinds` if any are given."""
        name = self.undeclared_name(node) if isinstance(node, nodes.Call) else None
        if name is not None:
            self._note_name(name, kinds)
            return
        match node:
            case nodes.Call():
                params = self.params_of(node.name)
                for index, arg in enumerate(node.args):
                    self.visit(arg, (params[index].type,) if params is not None and index < len(params) else ())
            case nodes.Field():
                self.visit(node.of, tuple(types.Thing(owner) for owner in self.vocabulary.owners_of(node.name)))
            case nodes.Compare() if self._says_parity(node):
                self.visit(node.left)
            case nodes.Compare():
                self.visit(node.left, self.kinds_of(node.right))
                self.visit(node.right, self.kinds_of(node.left))
            case nodes.In():
                self._visit_membership(node)
            case nodes.Quantified():
                self._visit_binder(node.binder, (), () if node.body is None else (node.body,))
            case nodes.Aggregate():
                self._visit_binder(node.binder, () if node.most is None else (node.most,), () if node.term is None else (node.term,))
            case nodes.Foremost():
                self._visit_binder(node.binder, (), tuple(rank.of for rank in node.ranks))
                if node.chosen is not None:
                    self.visit(node.chosen, self._kinds_of_member(node.binder))
            case nodes.IfNone():
                self.visit(node.choice)
                self.visit(node.none, self.kinds_of(node.choice))
            case _:
                self._visit_children(node)

    def _visit_children(self, node: nodes.Node) -> None:
        """Visit the operands of a node that tells nothing about their types."""
        for child in _operands_of(node):
            self.visit(child)

    def _note_name(self, name: str, kinds: tuple[Type, ...]) -> None:
        """Collect a name with its possible types, unless it is a value of an enum or a place of a map."""
        if any(isinstance(kind, types.Enumerated) and name in self.vocabulary.enums[kind.name].values for kind in kinds):
            return
        if any(isinstance(kind, types.PlaceOf) and self.vocabulary.has_place(kind.map, name) for kind in kinds):
            return
        if not kinds and self.vocabulary.enums_with(name):
            return
        if kinds:
            self.narrow_kinds(name, kinds)
        else:
            self.kinds_by_name.setdefault(name, ())

    def _visit_membership(self, node: nodes.In) -> None:
        sole_member = node.members[0].low if len(node.members) == 1 and not node.braces else None
        if isinstance(sole_member, nodes.Call) and sole_member.name in self.vocabulary.groups:
            self.visit(sole_member)
            self.visit(node.of, (types.Thing(self.vocabulary.groups[sole_member.name].record),))
            return
        self.visit(node.of)
        for member in node.members:
            if isinstance(member.low, nodes.Call) and member.low.name in self.vocabulary.classes:
                continue
            self.visit(member.low, self.kinds_of(node.of))
            if member.high is not None:
                self.visit(member.high, self.kinds_of(node.of))

    def _visit_binder(self, binder: nodes.Binder, outer_nodes: tuple[nodes.Expr, ...], inner_nodes: tuple[nodes.Expr, ...]) -> None:
        """Visit the expressions around a binder; those of `inner_nodes` may name its variable."""
        for child in outer_nodes if binder.among is None else (binder.among, *outer_nodes):
            self.visit(child)
        inner = _KindInference(self.vocabulary, self.bound_names | {binder.variable}, self.kinds_by_name)
        for child in inner_nodes if binder.with_ is None else (binder.with_, *inner_nodes):
            inner.visit(child)


def is_number(kind: Type) -> bool:
    """Return True for a type of numbers."""
    return isinstance(kind, types.Numeric)


def _operands_of(node: nodes.Node) -> Iterable[nodes.Node]:
    """Return the operands of an operator in which a thing may be named; none for any other node."""
    match node:
        case nodes.Arithmetic() | nodes.Pair():
            return (node.left, node.right)
        case nodes.Minus() | nodes.Scaled() | nodes.Rounded() | nodes.UpTo() | nodes.Not():
            return (node.of,)
        case nodes.AsIf():
            return (node.of, node.supposed)
        case nodes.Rate():
            return (node.rate, node.amount)
        case nodes.PickOf():
            return node.args
        case nodes.Between():
            return (node.of, node.low, node.high)
        case nodes.WithinReach():
            return (node.date, node.reach, node.day)
        case nodes.And() | nodes.Or() | nodes.AtLeast():
            return node.parts
        case nodes.Asks() | nodes.Advised() | nodes.Links():
            return (node.call,)
        case _:  # open: other nodes hold no expression that could be a thing
            return ()


def infer_kinds(vocabulary: Vocabulary, expressions: Iterable[nodes.Expr], bound_names: Iterable[str] = ()) -> dict[str, tuple[Type, ...]]:
    """Return the undeclared names in these expressions, each with its possible types (empty: unknown).

    The expressions are visited twice if necessary, so that a later one can narrow a name in an earlier one.
    """
    search = _KindInference(vocabulary, frozenset(bound_names))
    every = tuple(expressions)
    for _ in range(2):
        for expression in every:
            search.visit(expression)
        if all(len(kinds) == 1 for kinds in search.kinds_by_name.values()):
            break  # a second visit cannot narrow further
    return search.kinds_by_name
