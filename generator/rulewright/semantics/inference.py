"""What a name must be, from where it stands: the argument of a typed parameter, the owner of a field, one side of a comparison.

Used where names are not bound: things in examples and questions, variables in statements about whole cases.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.semantics import types
from rulewright.semantics.expressions import same_kind
from rulewright.semantics.model import Param
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.types import Type
from rulewright.syntax import nodes


@dataclass(slots=True)
class _Search:
    vocabulary: Vocabulary
    bound: frozenset[str]
    found: dict[str, tuple[Type, ...]] = field(default_factory=dict)

    def narrow(self, name: str, kinds: tuple[Type, ...]) -> None:
        """Notes that a name is one of these kinds."""
        before = self.found.get(name)
        if not before:
            self.found[name] = kinds
        else:
            both = tuple(kind for kind in before if any(same_kind(kind, other) for other in kinds))
            self.found[name] = both or before

    def params_of(self, name: str) -> tuple[Param, ...] | None:
        for home in (self.vocabulary.facts, self.vocabulary.questions, self.vocabulary.groups):
            if name in home:
                return home[name].params
        return None

    def unnamed(self, node: nodes.Expr) -> str | None:
        """A bare name that is nothing that the book declares."""
        if not isinstance(node, nodes.Call) or node.args or node.name in self.bound:
            return None
        return None if self.params_of(node.name) is not None else node.name

    def kinds_of(self, node: nodes.Expr) -> tuple[Type, ...]:
        """The types that an expression may have, as far as declarations tell."""
        if isinstance(node, nodes.Field):
            owners = self.vocabulary.owners_of(node.name)
            found = (self.vocabulary.field_of(owner, node.name) for owner in owners)
            return tuple(fact.type for fact in found if fact is not None)
        if isinstance(node, nodes.Call):
            if node.name in self.vocabulary.facts:
                return (self.vocabulary.facts[node.name].type,)
            question = self.vocabulary.questions.get(node.name)
            if question is not None and question.type is not None:
                return (question.type,)
            return self.found.get(node.name, ()) if not node.args else ()
        return ()

    def visit(self, node: nodes.Node, kinds: tuple[Type, ...] = ()) -> None:
        """Looks for names under a node, which may itself be one of `kinds`."""
        name = self.unnamed(node) if isinstance(node, nodes.Call) else None
        if name is not None:
            self._name(name, kinds)
            return
        match node:
            case nodes.Call():
                params = self.params_of(node.name)
                for index, arg in enumerate(node.args):
                    self.visit(arg, (params[index].type,) if params is not None and index < len(params) else ())
            case nodes.Field():
                self.visit(node.of, tuple(types.Thing(owner) for owner in self.vocabulary.owners_of(node.name)))
            case nodes.Compare():
                self.visit(node.left, self.kinds_of(node.right))
                self.visit(node.right, self.kinds_of(node.left))
            case nodes.In():
                self._membership(node)
            case nodes.Quantified():
                self._binder(node.binder, (), () if node.body is None else (node.body,))
            case nodes.Aggregate():
                self._binder(node.binder, () if node.most is None else (node.most,), () if node.term is None else (node.term,))
            case nodes.Foremost():
                self._binder(node.binder, () if node.chosen is None else (node.chosen,), tuple(rank.of for rank in node.ranks))
            case _:
                self._inside(node)

    def _inside(self, node: nodes.Node) -> None:
        for child in _children(node):
            self.visit(child)

    def _name(self, name: str, kinds: tuple[Type, ...]) -> None:
        if any(isinstance(kind, types.Enumerated) and name in self.vocabulary.enums[kind.name].values for kind in kinds):
            return
        if any(isinstance(kind, types.PlaceOf) and self.vocabulary.lawful_place(kind.map, name) for kind in kinds):
            return
        if not kinds and self.vocabulary.enums_with(name):
            return
        if kinds:
            self.narrow(name, kinds)
        else:
            self.found.setdefault(name, ())

    def _membership(self, node: nodes.In) -> None:
        only = node.members[0].low if len(node.members) == 1 and not node.braces else None
        if isinstance(only, nodes.Call) and only.name in self.vocabulary.groups:
            self.visit(only)
            self.visit(node.of, (types.Thing(self.vocabulary.groups[only.name].record),))
            return
        self.visit(node.of)
        for member in node.members:
            if isinstance(member.low, nodes.Call) and member.low.name in self.vocabulary.classes:
                continue
            self.visit(member.low, self.kinds_of(node.of))
            if member.high is not None:
                self.visit(member.high, self.kinds_of(node.of))

    def _binder(self, binder: nodes.Binder, outside: tuple[nodes.Expr, ...], inside: tuple[nodes.Expr, ...]) -> None:
        """What is `inside` may name the variable of the binder."""
        for child in outside if binder.among is None else (binder.among, *outside):
            self.visit(child)
        inner = _Search(self.vocabulary, self.bound | {binder.variable}, self.found)
        for child in inside if binder.with_ is None else (binder.with_, *inside):
            inner.visit(child)


def _children(node: nodes.Node) -> Iterable[nodes.Node]:
    match node:
        case nodes.Arithmetic() | nodes.Pair():
            return (node.left, node.right)
        case nodes.Minus() | nodes.Scaled() | nodes.Rounded() | nodes.UpTo() | nodes.Not():
            return (node.of,)
        case nodes.AsIf():
            return (node.of, node.supposed)
        case nodes.PickOf():
            return node.args
        case nodes.Between():
            return (node.of, node.low, node.high)
        case nodes.And() | nodes.Or():
            return node.parts
        case nodes.Asks() | nodes.Links():
            return (node.call,)
        case _:  # open: what else there is holds no expression that could be a thing
            return ()


def infer_kinds(vocabulary: Vocabulary, expressions: Iterable[nodes.Expr], bound: Iterable[str] = ()) -> dict[str, tuple[Type, ...]]:
    """The names in these expressions that nothing declares, each with the types that it may have (empty: nothing tells).

    Read twice where need be, so that what a later expression tells counts for an earlier one too.
    """
    search = _Search(vocabulary, frozenset(bound))
    every = tuple(expressions)
    for _ in range(2):
        for expression in every:
            search.visit(expression)
        if all(len(kinds) == 1 for kinds in search.found.values()):
            break  # a second reading can tell nothing more
    return search.found
