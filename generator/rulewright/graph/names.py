"""The names that a rule speaks with: what it defines, and the questions and facts that its conditions and effect use.

No types are worked out here; a field `u.arm` is joined to its kind of thing through the head of the rule and the binders around it, and to
every kind that has such a field where these do not tell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields

from rulewright.language import nodes
from rulewright.rulebook.model import Declared
from rulewright.source import Span


@dataclass(frozen=True, slots=True)
class Use:
    """A fact or question that a rule uses, by the name of its vertex, and where."""

    key: str
    span: Span


class Vocabulary:
    """Declared names, and which vertex each one is."""

    def __init__(self, declarations: Iterable[Declared], tables: Iterable[tuple[str, nodes.Table]] = ()) -> None:
        self.keys: dict[str, str] = {}
        self.params: dict[str, tuple[nodes.Param, ...]] = {}
        self.fields: dict[str, list[str]] = defaultdict(list)
        self.records: set[str] = set()
        self.members: dict[str, str | None] = {}
        for declared in declarations:
            self._declare(declared.node)
        self.members = {name: self.record_of(kind) for name, kind in self.members.items()}
        for _, table in tables:
            self.keys.setdefault(table.name, f"question:{table.name}")
            self.params.setdefault(table.name, table.params)

    def _declare(self, node: nodes.Node) -> None:
        match node:
            case nodes.Fact(kind=nodes.FactKind.STATUS):
                of = node.params[0].type if node.params else None
                record = of.name if isinstance(of, nodes.Named) else ""
                self.fields[node.name].append(record)
            case nodes.Fact():
                self.keys[node.name] = f"fact:{node.name}"
                self.params[node.name] = node.params
            case nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
                if isinstance(node, nodes.Group):
                    self.members[node.name] = node.type_name
                self.keys[node.name] = f"question:{node.name}"
                self.params[node.name] = node.params
            case nodes.Record():
                self.records.add(node.name)
                for one in node.fields:
                    self.fields[one.name].append(node.name)
            case _:  # open: other declarations have no names to resolve
                pass

    def record_of(self, type_name: str | None) -> str | None:
        """`unit` for `unit` and `units`."""
        if type_name is None or type_name in self.records:
            return type_name
        return type_name[:-1] if type_name.endswith("s") and type_name[:-1] in self.records else None

    def kinds_of(self, calls: Iterable[nodes.Call]) -> dict[str, str]:
        """Which kind of thing each variable of some heads stands for."""
        found: dict[str, str] = {}
        for call in calls:
            for argument, param in zip(call.args, self.params.get(call.name, ()), strict=False):
                record = self.record_of(param.type.name) if isinstance(param.type, nodes.Named) else None
                if isinstance(argument, nodes.Call) and not argument.args and record is not None:
                    found.setdefault(argument.name, record)
        return found


def heads(formal: nodes.Node) -> tuple[str, ...]:
    """The names of the questions that a statement answers."""
    match formal:
        case nodes.Rule():
            return tuple(dict.fromkeys(head.name for head in formal.heads))
        case nodes.Table():
            return (formal.name,)
        case _:
            return ()


def uses(formal: nodes.Node, vocabulary: Vocabulary) -> tuple[Use, ...]:
    """The facts and questions that the conditions, effect and arguments of a statement use, each once, where it first stands."""
    calls = formal.heads if isinstance(formal, nodes.Rule) else formal.bears_on if isinstance(formal, nodes.NotHeld) else ()
    kinds = vocabulary.kinds_of(calls)
    found: dict[str, Use] = {}
    for part in _inner(formal):
        for use in _walk(part, vocabulary, kinds):
            found.setdefault(use.key, use)
    return tuple(found.values())


def _inner(formal: nodes.Node) -> Iterator[object]:
    match formal:
        case nodes.Rule():
            yield formal.effect
            yield formal.guards
            yield formal.relations
            yield tuple(argument for head in formal.heads for argument in head.args if not _is_variable(argument))
        case nodes.NotHeld():
            yield formal.when
        case nodes.Relation() | nodes.DoesNotMatter():
            yield formal
        case _:
            return


def _is_variable(argument: nodes.Expr) -> bool:
    return isinstance(argument, nodes.Call) and not argument.args


def _walk(thing: object, vocabulary: Vocabulary, kinds: Mapping[str, str]) -> Iterator[Use]:
    match thing:
        case nodes.Call():
            if thing.name in vocabulary.keys and (thing.args or thing.name not in kinds):
                yield Use(vocabulary.keys[thing.name], thing.span)
            yield from _walk(thing.args, vocabulary, {**kinds, **vocabulary.kinds_of((thing,)), **kinds})
        case nodes.Asks():
            yield from _walk(thing.call, vocabulary, kinds)
        case nodes.Field():
            yield from _field(thing, vocabulary, kinds)
            yield from _walk(thing.of, vocabulary, kinds)
        case nodes.Quantified() | nodes.Aggregate():
            inner = _bound(thing.binder, vocabulary, kinds)
            for name in _parts(type(thing)):
                yield from _walk(getattr(thing, name), vocabulary, inner)
        case tuple():
            for part in thing:
                yield from _walk(part, vocabulary, kinds)
        case nodes.Node():
            for name in _parts(type(thing)):
                yield from _walk(getattr(thing, name), vocabulary, kinds)
        case _:
            return


_PARTS: dict[str, tuple[str, ...]] = {}


def _parts(kind: type[nodes.Node]) -> tuple[str, ...]:
    """The fields of a kind of node that may hold names; looked up once a kind."""
    if kind.__name__ not in _PARTS:
        _PARTS[kind.__name__] = tuple(one.name for one in fields(kind) if one.name not in ("span", "tags"))
    return _PARTS[kind.__name__]


def _bound(binder: nodes.Binder, vocabulary: Vocabulary, kinds: Mapping[str, str]) -> dict[str, str]:
    record = vocabulary.record_of(binder.type_name)
    if record is None and isinstance(binder.among, nodes.Call):
        record = vocabulary.members.get(binder.among.name)
    return {**kinds, binder.variable: record} if record is not None else dict(kinds)


def _field(field: nodes.Field, vocabulary: Vocabulary, kinds: Mapping[str, str]) -> Iterator[Use]:
    owners = vocabulary.fields.get(field.name, [])
    known = kinds.get(field.of.name) if isinstance(field.of, nodes.Call) and not field.of.args else None
    for owner in [known] if known in owners else owners:
        yield Use(f"fact:{owner}.{field.name}", field.span)
