"""Records as JSON and back, driven by their annotations: what is written, what is read and the schema have one source.

- A record is an object with its fields by name; a `_` at the end of a name falls away. Where records of several kinds may stand, the field
  `kind` says which.
- A tuple is an array, and what is read into a sequence is one; a set is an array in order; a mapping is an object.
- Text, yes/no, nothing and whole numbers are themselves; a number that is not whole is `{"kind": "fraction", …}` with two whole numbers.

What does not fit is refused with a sentence and the path to it (`Misfit`).

>>> forms = Forms()
>>> forms.of(tuple[Param, ...]).write((Param("u", Thing("unit")),))
[{'name': 'u', 'type': {'kind': 'thing', 'record': 'unit', 'or_none': False}}]
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, TypeAlias

Json: TypeAlias = Any
Definitions: TypeAlias = dict[str, Any]
"""The named parts of a schema."""

_MOST_SHOWN = 60


class Misfit(ValueError):
    """A document that does not fit; `path` leads to the place, outermost step first."""

    def __init__(self, message: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path

    def under(self, step: str | int) -> Misfit:
        """The same fault, seen from one step further out."""
        return Misfit(self.message, (step, *self.path))

    def __str__(self) -> str:
        where = path_text(self.path)
        return f"at `{where}`: {self.message}" if where else self.message


def path_text(path: tuple[str | int, ...]) -> str:
    """`questions.allowance.rules[0].verb`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


class Form(ABC):
    """How values of one type are written, read and described.

    `shape` is what they are in JSON: str, bool, int, list, dict or NoneType; `classes` are the classes of the values that are written.
    """

    def __init__(self, shape: type, *classes: type) -> None:
        self.shape = shape
        self.classes = classes

    @abstractmethod
    def write(self, value: Any) -> Json:
        """A value as plain JSON."""

    @abstractmethod
    def read(self, given: Json) -> Any:
        """The value again. Raises `Misfit`."""

    @abstractmethod
    def schema(self, named: Definitions) -> Json:
        """The schema; records are put under their names into `named`, and referred to."""


# ---- plain values ------------------------------------------------------------------------------------------------------------------------

_SHAPES: dict[type, str] = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    list: "a list",
    dict: "an object",
    type(None): "null",
}
_SCHEMA_TYPES: dict[type, str] = {str: "string", bool: "boolean", int: "integer", type(None): "null"}


def _expect(given: Json, shape: type) -> Json:
    if given.__class__ is not shape:
        raise Misfit(f"{_shown(given)} stands where {_SHAPES[shape]} must stand")
    return given


def _shown(given: Json) -> str:
    if given is None or isinstance(given, bool):
        return {None: "null", True: "true", False: "false"}[given]
    if isinstance(given, list | dict):
        return _SHAPES[type(given)]
    text = str(given)
    return f"`{text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + '…'}`"


class _Plain(Form):
    """Text, yes/no, a whole number, nothing."""

    def __init__(self, kind: type) -> None:
        super().__init__(kind, kind)
        self._kind = kind

    def write(self, value: Any) -> Json:
        return value

    def read(self, given: Json) -> Any:
        return _expect(given, self._kind)

    def schema(self, named: Definitions) -> Json:
        return {"type": _SCHEMA_TYPES[self._kind]}


class _Choice(Form):
    """A member of one of some enums, by its text."""

    def __init__(self, *enums: type[Enum]) -> None:
        super().__init__(str, *enums)
        self._members = {member.value: member for enum in enums for member in enum}
        assert len(self._members) == sum(len(enum) for enum in enums), f"{enums} have a text in common"

    def write(self, value: Any) -> Json:
        return str(value.value)

    def read(self, given: Json) -> Any:
        found = self._members.get(_expect(given, str))
        if found is None:
            raise Misfit(f"{_shown(given)} is none of {', '.join(f'`{one}`' for one in self._members)}")
        return found

    def schema(self, named: Definitions) -> Json:
        return {"enum": list(self._members)}


class _Exact(Form):
    """A fraction in lowest terms. One that is whole is written as a whole number, and read back as its equal."""

    def __init__(self) -> None:
        super().__init__(dict, Fraction)

    def write(self, value: Fraction) -> Json:
        if value.denominator == 1:
            return value.numerator
        return {"kind": "fraction", "numerator": value.numerator, "denominator": value.denominator}

    def read(self, given: Json) -> Any:
        above, below = given.get("numerator"), given.get("denominator")
        fits = set(given) == {"kind", "numerator", "denominator"} and above.__class__ is int and below.__class__ is int
        if not fits or below < 2 or Fraction(above, below).denominator != below:
            raise Misfit("a fraction is a whole `numerator` over a whole `denominator`, more than 1, in lowest terms")
        return Fraction(above, below)

    def schema(self, named: Definitions) -> Json:
        named["fraction"] = {
            "description": "A number that is not whole, in lowest terms.",
            "type": "object",
            "properties": {
                "kind": {"const": "fraction"},
                "numerator": {"type": "integer"},
                "denominator": {"type": "integer", "minimum": 2},
            },
            "required": ["kind", "numerator", "denominator"],
            "additionalProperties": False,
        }
        return _reference("fraction")


# ---- several values ----------------------------------------------------------------------------------------------------------------------


class _List(Form):
    """A tuple of any length, all of one type; or a set, which is written in order."""

    def __init__(self, item: Form, made: type) -> None:
        super().__init__(list, made)
        self._item = item
        self._made = made

    def write(self, value: Any) -> Json:
        write = self._item.write
        return [write(one) for one in (value if self._made is tuple else sorted(value))]

    def read(self, given: Json) -> Any:
        read = self._item.read
        found = []
        for place, one in enumerate(_expect(given, list)):
            try:
                found.append(read(one))
            except Misfit as wrong:
                raise wrong.under(place) from None
        return self._made(found)

    def schema(self, named: Definitions) -> Json:
        unique = {} if self._made is tuple else {"uniqueItems": True}
        return {"type": "array", "items": self._item.schema(named), **unique}


class _Row(Form):
    """A tuple with a type for each place."""

    def __init__(self, items: tuple[Form, ...]) -> None:
        super().__init__(list, tuple)
        self._items = items

    def write(self, value: Any) -> Json:
        return [item.write(one) for item, one in zip(self._items, value, strict=True)]

    def read(self, given: Json) -> Any:
        if len(_expect(given, list)) != len(self._items):
            raise Misfit(f"a list of {len(given)} stands where one of {len(self._items)} must stand")
        found = []
        for place, (item, one) in enumerate(zip(self._items, given, strict=True)):
            try:
                found.append(item.read(one))
            except Misfit as wrong:
                raise wrong.under(place) from None
        return tuple(found)

    def schema(self, named: Definitions) -> Json:
        count = len(self._items)
        return {"type": "array", "prefixItems": [item.schema(named) for item in self._items], "minItems": count, "maxItems": count}


class _Table(Form):
    """A mapping from texts, or from whole numbers, which JSON has as texts too; its order is kept."""

    def __init__(self, key: type, value: Form) -> None:
        super().__init__(dict, dict)
        self._key = key
        self._value = value

    def write(self, value: Any) -> Json:
        write = self._value.write
        return {str(key): write(one) for key, one in value.items()}

    def read(self, given: Json) -> Any:
        found = {}
        for key, one in _expect(given, dict).items():
            try:
                name = self._named(key)
                found[name] = self._value.read(one)
            except Misfit as wrong:
                raise wrong.under(key) from None
        return found

    def _named(self, key: str) -> Any:
        if self._key is str:
            return key
        if not re.fullmatch("0|[1-9][0-9]*", key):
            raise Misfit(f"{_shown(key)} is no number of a statement")
        return int(key)

    def schema(self, named: Definitions) -> Json:
        names = {} if self._key is str else {"propertyNames": {"pattern": "^(0|[1-9][0-9]*)$"}}
        return {"type": "object", "additionalProperties": self._value.schema(named), **names}


# ---- records -----------------------------------------------------------------------------------------------------------------------------


class RecordForm(Form):
    """A record by its fields, in their order; those that it has from a base come last.

    `kind`: what it is called where others may stand; `renamed`, `left_out` and `before` (written before another one) are fields by name.
    """

    def __init__(
        self,
        forms: Forms,
        cls: type,
        kind: str | None = None,
        renamed: Mapping[str, str] | None = None,
        left_out: tuple[str, ...] = (),
        before: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(dict, cls)
        self._forms = forms
        self._cls = cls
        self.kind = kind
        self._renamed = renamed or {}
        self._left_out = left_out
        self._before = before or {}
        self._found: list[tuple[str, str, Form]] | None = None

    @property
    def fields(self) -> list[tuple[str, str, Form]]:
        """(name in JSON, name of the attribute, form); found when first used, since records contain one another."""
        if self._found is None:
            kinds = typing.get_type_hints(self._cls)
            own = inspect.get_annotations(self._cls)
            several = sorted((one.name for one in dataclasses.fields(self._cls)), key=lambda name: name not in own)
            names = [name for name in several if name not in self._left_out]
            for name, next_one in self._before.items():
                names.remove(name)
                names.insert(names.index(next_one), name)
            self._found = [(self._renamed.get(name, name.removesuffix("_")), name, self._forms.of(kinds[name])) for name in names]
            assert self.kind is None or all(name != "kind" for name, _, _ in self._found), f"{self._cls} has a field `kind` of its own"
        return self._found

    def write(self, value: Any) -> Json:
        found = {} if self.kind is None else {"kind": self.kind}
        for name, attribute, form in self.fields:
            found[name] = form.write(getattr(value, attribute))
        return found

    def read(self, given: Json) -> Any:
        return self._cls(**self.read_fields(given))

    def read_fields(self, given: Json) -> dict[str, Any]:
        """The values of the fields, by the names of the attributes."""
        left = dict(_expect(given, dict))
        if self.kind is not None and left.pop("kind", None) != self.kind:
            raise Misfit(f"its `kind` is not `{self.kind}`")
        values = {}
        for name, attribute, form in self.fields:
            if name not in left:
                raise Misfit(f"the field `{name}` is missing")
            try:
                values[attribute] = form.read(left.pop(name))
            except Misfit as wrong:
                raise wrong.under(name) from None
        if left:
            raise Misfit(f"there is no field `{next(iter(left))}` here")
        return values

    def schema(self, named: Definitions) -> Json:
        name = self._forms.name_of(self._cls)
        if name not in named:
            named[name] = {}  # stands there while its fields, which may contain it, are described
            named[name] = self.schema_of_fields(named)
        return _reference(name)

    def schema_of_fields(self, named: Definitions) -> Json:
        """The record's own schema, with what its docstring says."""
        kind = {} if self.kind is None else {"kind": {"const": self.kind}}
        properties = {**kind, **{name: form.schema(named) for name, _, form in self.fields}}
        return {
            **_described(self._cls),
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }


def _described(cls: type) -> Json:
    text = cls.__dict__.get("__doc__")
    if not text or text.startswith(f"{cls.__name__}("):
        return {}
    return {"description": " ".join(text.replace("None", "null").split())}


def _reference(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


def words_of(cls: type) -> str:
    """`CoreRule` -> `core rule`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).lower()


# ---- one of several ----------------------------------------------------------------------------------------------------------------------


class _Union(Form):
    """One of several types: JSON itself tells text, numbers, lists and objects apart, and `kind` one object from another."""

    def __init__(self, members: list[Form], name: str) -> None:
        self._name = name
        self._by_class = {cls: form for form in members for cls in form.classes}
        super().__init__(object, *self._by_class)
        self._by_kind: dict[str, Form] = {}
        self._by_shape: dict[type, Form] = {}
        for form in members:
            kind = "fraction" if isinstance(form, _Exact) else form.kind if isinstance(form, RecordForm) else None
            if kind is not None:
                assert kind not in self._by_kind, f"two kinds are called `{kind}`"
                self._by_kind[kind] = form
            else:
                assert form.shape not in self._by_shape and not (form.shape is dict and self._by_kind), (
                    f"{form.shape} is the shape of two of them"
                )
                self._by_shape[form.shape] = form

    def write(self, value: Any) -> Json:
        return self._by_class[value.__class__].write(value)

    def read(self, given: Json) -> Any:
        if given.__class__ is dict and self._by_kind:
            kind = given.get("kind")
            form = self._by_kind.get(kind) if isinstance(kind, str) else None
            if form is None:
                raise Misfit(f"{'an object without `kind`' if kind is None else _shown(kind)} is none of {self._kinds()}")
            return form.read(given)
        found = self._by_shape.get(given.__class__)
        if found is None:
            allowed = [*self._by_shape, *([dict] if self._by_kind else [])]
            raise Misfit(f"{_shown(given)} stands where {' or '.join(_SHAPES[shape] for shape in allowed)} must stand")
        return found.read(given)

    def _kinds(self) -> str:
        return ", ".join(f"`{kind}`" for kind in self._by_kind)

    def schema(self, named: Definitions) -> Json:
        others = [form.schema(named) for form in self._by_shape.values()]
        records = self._schema_of_records(named)
        several = _joined([*others, *records])
        return several[0] if len(several) == 1 else {"anyOf": several}

    def _schema_of_records(self, named: Definitions) -> list[Json]:
        """By `kind`, so that a validator looks into one of them and not into all."""
        if len(self._by_kind) < 2:
            return [form.schema(named) for form in self._by_kind.values()]
        if self._name not in named:
            named[self._name] = {}
            named[self._name] = {
                "type": "object",
                "properties": {"kind": {"enum": list(self._by_kind)}},
                "required": ["kind"],
                "allOf": [
                    {"if": {"properties": {"kind": {"const": kind}}}, "then": form.schema(named)} for kind, form in self._by_kind.items()
                ],
            }
        return [_reference(self._name)]


def _joined(several: list[Json]) -> list[Json]:
    """Schemas of plain values as one."""
    plain = [one["type"] for one in several if set(one) == {"type"}]
    others = [one for one in several if set(one) != {"type"}]
    return [*([{"type": plain[0] if len(plain) == 1 else plain}] if plain else []), *others]


# ---- from annotations --------------------------------------------------------------------------------------------------------------------


class Forms:
    """The forms of types.

    `kinds`: what records are called, in `kind` and in the schema, where the words of their class would not be plain; `unions`: what the
    schema calls some that may stand for one another; `left_out`: the fields of a record that are not written.
    """

    def __init__(
        self,
        kinds: Mapping[type, str] | None = None,
        unions: Mapping[str, Any] | None = None,
        left_out: Callable[[type], tuple[str, ...]] = lambda cls: (),
    ) -> None:
        self._kinds = kinds or {}
        self._left_out = left_out
        self._unions = {frozenset(typing.get_args(union)): name for name, union in (unions or {}).items()}
        self._found: dict[Any, Form] = {}
        self._records: dict[tuple[type, bool], RecordForm] = {}

    def of(self, annotation: Any) -> Form:
        """The form of a type, as an annotation says it."""
        found = self._found.get(annotation)
        if found is None:
            found = self._found[annotation] = self._make(annotation)
        return found

    def name_of(self, cls: type) -> str:
        """What the schema calls a record."""
        return re.sub("[ /]", "-", self.kind_of(cls))

    def kind_of(self, cls: type) -> str:
        """What a record is called in `kind`."""
        return self._kinds.get(cls) or words_of(cls)

    def _make(self, annotation: Any) -> Form:
        origin, inside = typing.get_origin(annotation), typing.get_args(annotation)
        makers: dict[Any, Callable[[tuple[Any, ...]], Form]] = {
            typing.Union: self._union,
            types.UnionType: self._union,
            tuple: self._tuple,
            Sequence: lambda inside: _List(self.of(inside[0]), tuple),
            frozenset: lambda inside: _List(self.of(inside[0]), frozenset),
            Mapping: lambda inside: _Table(inside[0], self.of(inside[1])),
        }
        if origin in makers:
            return makers[origin](inside)
        assert isinstance(annotation, type), f"no form for {annotation}"
        if annotation in _SCHEMA_TYPES:
            return _Plain(annotation)
        if annotation is Fraction:
            return _Exact()
        return _Choice(annotation) if issubclass(annotation, Enum) else self._record(annotation, with_kind=False)

    def _record(self, cls: type, *, with_kind: bool) -> RecordForm:
        found = self._records.get((cls, with_kind))
        if found is None:
            found = self._records[cls, with_kind] = RecordForm(
                self, cls, self.kind_of(cls) if with_kind else None, left_out=self._left_out(cls)
            )
        return found

    def _tuple(self, inside: tuple[Any, ...]) -> Form:
        if len(inside) == 2 and inside[1] is Ellipsis:
            return _List(self.of(inside[0]), tuple)
        return _Row(tuple(self.of(one) for one in inside))

    def _union(self, inside: tuple[Any, ...]) -> Form:
        """Records may stand for one another, and then need `kind`, or for a fraction; a record or nothing needs none."""
        several = [one for one in inside if isinstance(one, type) and (dataclasses.is_dataclass(one) or one is Fraction)]
        enums = [one for one in inside if isinstance(one, type) and issubclass(one, Enum)]
        plain = [self.of(one) for one in inside if one not in several and one not in enums]
        records = [self.of(one) if one is Fraction else self._record(one, with_kind=len(several) > 1) for one in several]
        name = self._unions.get(frozenset(several)) or "-or-".join(self.name_of(one) for one in several)
        return _Union([*plain, *([_Choice(*enums)] if enums else []), *records], name)
