"""Records as JSON and back, driven by their annotations: writer, reader and schema have one source.

- A record is an object with its fields by name; a `_` at the end of a name is dropped. If records of several kinds are possible, the field
  `kind` tells them apart.
- A tuple is an array, and an array is read as a tuple; a set is a sorted array; a mapping is an object.
- Text, booleans, null and integers are themselves; a number that is not whole is `{"kind": "fraction", …}` with two integers.

A document that does not fit is refused with a sentence and the path to the fault (`Misfit`).

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
    """A document that does not fit; `path` leads to the fault, outermost step first."""

    def __init__(self, message: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path

    def nested_in(self, step: str | int) -> Misfit:
        """Return the same fault with its path extended by one outer step."""
        return Misfit(self.message, (step, *self.path))

    def __str__(self) -> str:
        location = path_text(self.path)
        return f"at `{location}`: {self.message}" if location else self.message


def path_text(path: tuple[str | int, ...]) -> str:
    """`questions.allowance.rules[0].verb`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


class Form(ABC):
    """The writer, reader and schema of the values of one type.

    `shape` is their type in JSON: str, bool, int, list, dict or NoneType; `classes` are the classes of the Python values.
    """

    def __init__(self, shape: type, *classes: type) -> None:
        self.shape = shape
        self.classes = classes

    @abstractmethod
    def write(self, value: Any) -> Json:
        """Return a value as plain JSON."""

    @abstractmethod
    def read(self, data: Json) -> Any:
        """Return the value of a piece of JSON. Raises `Misfit`."""

    @abstractmethod
    def json_schema(self, definitions: Definitions) -> Json:
        """Return the schema; schemas of records are added to `definitions` under their names, and referred to."""


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


def _expect_shape(data: Json, shape: type) -> Json:
    if data.__class__ is not shape:
        raise Misfit(f"{_display_text(data)} stands where {_SHAPES[shape]} must stand")
    return data


def _display_text(data: Json) -> str:
    if data is None or isinstance(data, bool):
        return {None: "null", True: "true", False: "false"}[data]
    if isinstance(data, list | dict):
        return _SHAPES[type(data)]
    text = str(data)
    return f"`{text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + '…'}`"


class _Plain(Form):
    """Text, a boolean, a whole number, null."""

    def __init__(self, kind: type) -> None:
        super().__init__(kind, kind)
        self._kind = kind

    def write(self, value: Any) -> Json:
        return value

    def read(self, data: Json) -> Any:
        return _expect_shape(data, self._kind)

    def json_schema(self, definitions: Definitions) -> Json:
        return {"type": _SCHEMA_TYPES[self._kind]}


class _Choice(Form):
    """A member of some enums, by its value."""

    def __init__(self, *enums: type[Enum]) -> None:
        super().__init__(str, *enums)
        self._members = {member.value: member for enum in enums for member in enum}
        assert len(self._members) == sum(len(enum) for enum in enums), f"{enums} have a text in common"

    def write(self, value: Any) -> Json:
        return str(value.value)

    def read(self, data: Json) -> Any:
        member = self._members.get(_expect_shape(data, str))
        if member is None:
            raise Misfit(f"{_display_text(data)} is none of {', '.join(f'`{text}`' for text in self._members)}")
        return member

    def json_schema(self, definitions: Definitions) -> Json:
        return {"enum": list(self._members)}


class _Exact(Form):
    """A fraction in lowest terms. A whole one is written as an integer, and read back as its equal."""

    def __init__(self) -> None:
        super().__init__(dict, Fraction)

    def write(self, value: Fraction) -> Json:
        if value.denominator == 1:
            return value.numerator
        return {"kind": "fraction", "numerator": value.numerator, "denominator": value.denominator}

    def read(self, data: Json) -> Any:
        numerator, denominator = data.get("numerator"), data.get("denominator")
        fits = set(data) == {"kind", "numerator", "denominator"} and numerator.__class__ is int and denominator.__class__ is int
        if not fits or denominator < 2 or Fraction(numerator, denominator).denominator != denominator:
            raise Misfit("a fraction is a whole `numerator` over a whole `denominator`, more than 1, in lowest terms")
        return Fraction(numerator, denominator)

    def json_schema(self, definitions: Definitions) -> Json:
        definitions["fraction"] = {
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
        return _reference_to("fraction")


# ---- several values ----------------------------------------------------------------------------------------------------------------------


class _List(Form):
    """A tuple of any length, with elements of one type; or a set, which is written sorted."""

    def __init__(self, item: Form, container: type) -> None:
        super().__init__(list, container)
        self._item = item
        self._container = container

    def write(self, value: Any) -> Json:
        write = self._item.write
        return [write(element) for element in (value if self._container is tuple else sorted(value))]

    def read(self, data: Json) -> Any:
        read = self._item.read
        elements = []
        for index, element in enumerate(_expect_shape(data, list)):
            try:
                elements.append(read(element))
            except Misfit as wrong:
                raise wrong.nested_in(index) from None
        return self._container(elements)

    def json_schema(self, definitions: Definitions) -> Json:
        unique = {} if self._container is tuple else {"uniqueItems": True}
        return {"type": "array", "items": self._item.json_schema(definitions), **unique}


class _Row(Form):
    """A tuple with a type for each position."""

    def __init__(self, items: tuple[Form, ...]) -> None:
        super().__init__(list, tuple)
        self._items = items

    def write(self, value: Any) -> Json:
        return [item.write(element) for item, element in zip(self._items, value, strict=True)]

    def read(self, data: Json) -> Any:
        if len(_expect_shape(data, list)) != len(self._items):
            raise Misfit(f"a list of {len(data)} stands where one of {len(self._items)} must stand")
        elements = []
        for index, (item, element) in enumerate(zip(self._items, data, strict=True)):
            try:
                elements.append(item.read(element))
            except Misfit as wrong:
                raise wrong.nested_in(index) from None
        return tuple(elements)

    def json_schema(self, definitions: Definitions) -> Json:
        count = len(self._items)
        return {
            "type": "array",
            "prefixItems": [item.json_schema(definitions) for item in self._items],
            "minItems": count,
            "maxItems": count,
        }


class _Table(Form):
    """A mapping from texts, or from integers, whose keys in JSON are texts too; order is preserved."""

    def __init__(self, key: type, value: Form) -> None:
        super().__init__(dict, dict)
        self._key = key
        self._value = value

    def write(self, value: Any) -> Json:
        write = self._value.write
        return {str(key): write(element) for key, element in value.items()}

    def read(self, data: Json) -> Any:
        table = {}
        for key, element in _expect_shape(data, dict).items():
            try:
                name = self._read_key(key)
                table[name] = self._value.read(element)
            except Misfit as wrong:
                raise wrong.nested_in(key) from None
        return table

    def _read_key(self, key: str) -> Any:
        if self._key is str:
            return key
        if not re.fullmatch("0|[1-9][0-9]*", key):
            raise Misfit(f"{_display_text(key)} is no number of a statement")
        return int(key)

    def json_schema(self, definitions: Definitions) -> Json:
        names = {} if self._key is str else {"propertyNames": {"pattern": "^(0|[1-9][0-9]*)$"}}
        return {"type": "object", "additionalProperties": self._value.json_schema(definitions), **names}


# ---- records -----------------------------------------------------------------------------------------------------------------------------


class RecordForm(Form):
    """A record by its fields, in their order; inherited fields come last.

    `kind`: its name in unions; `renamed`, `left_out` and `before` (written before another field) are fields by name.
    """

    def __init__(
        self,
        forms: Forms,
        cls: type,
        kind: str | None = None,
        renamed: Mapping[str, str] | None = None,
        left_out: tuple[str, ...] = (),
        written_before: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(dict, cls)
        self._forms = forms
        self._cls = cls
        self.kind = kind
        self._renamed = renamed or {}
        self._left_out = left_out
        self._written_before = written_before or {}
        self._fields: list[tuple[str, str, Form]] | None = None

    @property
    def fields(self) -> list[tuple[str, str, Form]]:
        """The fields as (name in JSON, attribute, form); computed on first use, since records contain one another."""
        if self._fields is None:
            kinds = typing.get_type_hints(self._cls)
            own_annotations = inspect.get_annotations(self._cls)
            attributes = sorted((field.name for field in dataclasses.fields(self._cls)), key=lambda name: name not in own_annotations)
            names = [name for name in attributes if name not in self._left_out]
            for name, following in self._written_before.items():
                names.remove(name)
                names.insert(names.index(following), name)
            self._fields = [(self._renamed.get(name, name.removesuffix("_")), name, self._forms.form_of(kinds[name])) for name in names]
            assert self.kind is None or all(name != "kind" for name, _, _ in self._fields), f"{self._cls} has a field `kind` of its own"
        return self._fields

    def write(self, value: Any) -> Json:
        document = {} if self.kind is None else {"kind": self.kind}
        for name, attribute, form in self.fields:
            document[name] = form.write(getattr(value, attribute))
        return document

    def read(self, data: Json) -> Any:
        return self._cls(**self.read_fields(data))

    def read_fields(self, data: Json) -> dict[str, Any]:
        """Return the values of the fields by attribute."""
        remaining = dict(_expect_shape(data, dict))
        if self.kind is not None and remaining.pop("kind", None) != self.kind:
            raise Misfit(f"its `kind` is not `{self.kind}`")
        values = {}
        for name, attribute, form in self.fields:
            if name not in remaining:
                raise Misfit(f"the field `{name}` is missing")
            try:
                values[attribute] = form.read(remaining.pop(name))
            except Misfit as wrong:
                raise wrong.nested_in(name) from None
        if remaining:
            raise Misfit(f"there is no field `{next(iter(remaining))}` here")
        return values

    def json_schema(self, definitions: Definitions) -> Json:
        name = self._forms.name_of(self._cls)
        if name not in definitions:
            definitions[name] = {}  # a placeholder while its fields, which may contain it, are described
            definitions[name] = self.schema_of_fields(definitions)
        return _reference_to(name)

    def schema_of_fields(self, definitions: Definitions) -> Json:
        """Return the record's own schema, described by its docstring."""
        kind = {} if self.kind is None else {"kind": {"const": self.kind}}
        properties = {**kind, **{name: form.json_schema(definitions) for name, _, form in self.fields}}
        return {
            **_description_of(self._cls),
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }


def _description_of(cls: type) -> Json:
    text = cls.__dict__.get("__doc__")
    if not text or text.startswith(f"{cls.__name__}("):
        return {}
    return {"description": " ".join(text.replace("None", "null").split())}


def _reference_to(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


def words_of(cls: type) -> str:
    """The words of a class name: `CoreRule` -> `core rule`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).lower()


# ---- one of several ----------------------------------------------------------------------------------------------------------------------


class _Union(Form):
    """A value of any of several types: JSON itself tells text, numbers, lists and objects apart, and `kind` tells objects apart."""

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

    def read(self, data: Json) -> Any:
        if data.__class__ is dict and self._by_kind:
            kind = data.get("kind")
            form = self._by_kind.get(kind) if isinstance(kind, str) else None
            if form is None:
                raise Misfit(f"{'an object without `kind`' if kind is None else _display_text(kind)} is none of {self._list_kinds()}")
            return form.read(data)
        shape_form = self._by_shape.get(data.__class__)
        if shape_form is None:
            allowed = [*self._by_shape, *([dict] if self._by_kind else [])]
            raise Misfit(f"{_display_text(data)} stands where {' or '.join(_SHAPES[shape] for shape in allowed)} must stand")
        return shape_form.read(data)

    def _list_kinds(self) -> str:
        return ", ".join(f"`{kind}`" for kind in self._by_kind)

    def json_schema(self, definitions: Definitions) -> Json:
        plain = [form.json_schema(definitions) for form in self._by_shape.values()]
        records = self._schema_of_records(definitions)
        alternatives = _merge_plain([*plain, *records])
        return alternatives[0] if len(alternatives) == 1 else {"anyOf": alternatives}

    def _schema_of_records(self, definitions: Definitions) -> list[Json]:
        """Return the schemas of the records, selected by `kind`, so that a validator looks into one of them only."""
        if len(self._by_kind) < 2:
            return [form.json_schema(definitions) for form in self._by_kind.values()]
        if self._name not in definitions:
            definitions[self._name] = {}
            definitions[self._name] = {
                "type": "object",
                "properties": {"kind": {"enum": list(self._by_kind)}},
                "required": ["kind"],
                "allOf": [
                    {"if": {"properties": {"kind": {"const": kind}}}, "then": form.json_schema(definitions)}
                    for kind, form in self._by_kind.items()
                ],
            }
        return [_reference_to(self._name)]


def _merge_plain(schemas: list[Json]) -> list[Json]:
    """Merge the schemas of plain types into one."""
    plain = [schema["type"] for schema in schemas if set(schema) == {"type"}]
    others = [schema for schema in schemas if set(schema) != {"type"}]
    return [*([{"type": plain[0] if len(plain) == 1 else plain}] if plain else []), *others]


# ---- from annotations --------------------------------------------------------------------------------------------------------------------


class Forms:
    """The forms of types.

    `kinds`: names of records, in `kind` and in the schema, if the words of their class would not be plain; `unions`: names in the
    schema for some unions; `left_out`: the fields of a record that are not written.
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
        self._forms: dict[Any, Form] = {}
        self._records: dict[tuple[type, bool], RecordForm] = {}

    def form_of(self, annotation: Any) -> Form:
        """Return the form of a type, given as an annotation."""
        form = self._forms.get(annotation)
        if form is None:
            form = self._forms[annotation] = self._make_form(annotation)
        return form

    def name_of(self, cls: type) -> str:
        """The name of a record in the schema."""
        return re.sub("[ /]", "-", self.kind_of(cls))

    def kind_of(self, cls: type) -> str:
        """The name of a record in `kind`."""
        return self._kinds.get(cls) or words_of(cls)

    def _make_form(self, annotation: Any) -> Form:
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        makers: dict[Any, Callable[[tuple[Any, ...]], Form]] = {
            typing.Union: self._union_form,
            types.UnionType: self._union_form,
            tuple: self._tuple_form,
            Sequence: lambda arguments: _List(self.form_of(arguments[0]), tuple),
            frozenset: lambda arguments: _List(self.form_of(arguments[0]), frozenset),
            Mapping: lambda arguments: _Table(arguments[0], self.form_of(arguments[1])),
        }
        if origin in makers:
            return makers[origin](arguments)
        assert isinstance(annotation, type), f"no form for {annotation}"
        if annotation in _SCHEMA_TYPES:
            return _Plain(annotation)
        if annotation is Fraction:
            return _Exact()
        return _Choice(annotation) if issubclass(annotation, Enum) else self._record_form(annotation, with_kind=False)

    def _record_form(self, cls: type, *, with_kind: bool) -> RecordForm:
        form = self._records.get((cls, with_kind))
        if form is None:
            form = self._records[cls, with_kind] = RecordForm(
                self, cls, self.kind_of(cls) if with_kind else None, left_out=self._left_out(cls)
            )
        return form

    def _tuple_form(self, arguments: tuple[Any, ...]) -> Form:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return _List(self.form_of(arguments[0]), tuple)
        return _Row(tuple(self.form_of(argument) for argument in arguments))

    def _union_form(self, arguments: tuple[Any, ...]) -> Form:
        """Return the form of a union: records need `kind` if there are several, or a fraction; a record or null does not."""
        record_types = [
            argument
            for argument in arguments
            if isinstance(argument, type) and (dataclasses.is_dataclass(argument) or argument is Fraction)
        ]
        enums = [argument for argument in arguments if isinstance(argument, type) and issubclass(argument, Enum)]
        plain = [self.form_of(argument) for argument in arguments if argument not in record_types and argument not in enums]
        records = [
            self.form_of(argument) if argument is Fraction else self._record_form(argument, with_kind=len(record_types) > 1)
            for argument in record_types
        ]
        name = self._unions.get(frozenset(record_types)) or "-or-".join(self.name_of(argument) for argument in record_types)
        return _Union([*plain, *([_Choice(*enums)] if enums else []), *records], name)
