"""`@record`: a frozen, slotted dataclass whose methods are compiled on first use.

A syntax tree has a hundred small classes; the standard decorator compiles six methods for each of them, 0.8 ms a class, at every start of
the program, and a warm command uses few of them. This decorator costs a tenth of that at import and the same afterwards. To readers, mypy
and `dataclasses` (`fields`, `replace`, `is_dataclass`, `match`) a record is a frozen dataclass. Not supported: order, `init=False`.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class _Sample:
    """A real frozen dataclass: the source of the markers that `dataclasses` looks for."""

    field: int = 0


_FIELD = dataclasses.fields(_Sample)[0]._field_type  # type: ignore[attr-defined]
_PARAMS = _Sample.__dataclass_params__  # type: ignore[attr-defined]


@overload
def record(cls: type[T], /) -> type[T]: ...
@overload
def record(*, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field, dataclasses.Field))
def record(cls: type[Any] | None = None, /, *, kw_only: bool = False) -> Any:
    """Make a class a record; fields as in a dataclass. With `kw_only` its own fields are keyword-only."""
    if cls is None:
        return lambda later: _make_record(later, kw_only)
    return _make_record(cls, kw_only)


def _make_record(cls: type[Any], kw_only: bool) -> type[Any]:
    own_annotations = {n: a for n, a in inspect.get_annotations(cls).items() if "ClassVar" not in str(a)}
    fields: dict[str, dataclasses.Field[Any]] = {}
    for base in reversed(cls.__mro__[1:]):
        fields.update(base.__dict__.get("__dataclass_fields__", {}))
    inherited = set(fields)
    for name, annotation in own_annotations.items():
        fields[name] = _make_field(cls, name, annotation, kw_only)
    namespace = {k: v for k, v in cls.__dict__.items() if k not in own_annotations and k not in ("__dict__", "__weakref__")}
    namespace["__slots__"] = tuple(n for n in own_annotations if n not in inherited)
    namespace["__dataclass_fields__"] = fields
    namespace["__dataclass_params__"] = _PARAMS
    namespace["__match_args__"] = tuple(f.name for f in fields.values() if not f.kw_only)
    for method, source in _METHODS.items():
        if method not in cls.__dict__:
            namespace[method] = _lazy_method(method, source)
    namespace["__signature__"] = _SignatureOfFields()
    namespace["__setattr__"] = _refuse_set
    namespace["__delattr__"] = _refuse_delete
    metaclass: Any = type(cls)
    record_class: type[Any] = metaclass(cls.__name__, cls.__bases__, namespace)
    record_class.__qualname__ = cls.__qualname__
    return record_class


class _SignatureOfFields:
    """The signature of a record, built from its fields when it is asked for; a field that begins with `_` is not for users."""

    def __get__(self, instance: Any, owner: type[Any]) -> inspect.Signature:
        kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        parameters = [
            inspect.Parameter(field.name, kinds[bool(field.kw_only)], default=_default_of(field), annotation=field.type)
            for field in sorted(dataclasses.fields(owner), key=lambda field: bool(field.kw_only))
            if not field.name.startswith("_")
        ]
        return inspect.Signature(parameters, return_annotation=None)


def _default_of(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return inspect.Parameter.empty if field.default is dataclasses.MISSING else field.default


def _make_field(cls: type[Any], name: str, annotation: Any, kw_only: bool) -> dataclasses.Field[Any]:
    default = cls.__dict__.get(name, dataclasses.MISSING)
    new_field: Any = default if isinstance(default, dataclasses.Field) else dataclasses.field(default=default)
    new_field.name, new_field.type, new_field._field_type = name, annotation, _FIELD
    if new_field.kw_only is dataclasses.MISSING:
        new_field.kw_only = kw_only
    return new_field  # type: ignore[no-any-return]


def _lazy_method(name: str, source: Callable[[list[dataclasses.Field[Any]], type[Any]], str]) -> Callable[..., Any]:
    """A method that compiles and installs its body on the first call."""

    def first_call(self: Any, *args: Any, **kwargs: Any) -> Any:
        owner = next(c for c in type(self).__mro__ if c.__dict__.get(name) is first_call)
        method = _compile_method(name, source, owner)
        type.__setattr__(owner, name, method)
        return method(self, *args, **kwargs)

    first_call.__name__ = name
    return first_call


def _compile_method(name: str, source: Callable[[list[dataclasses.Field[Any]], type[Any]], str], owner: type[Any]) -> Callable[..., Any]:
    fields = list(owner.__dict__["__dataclass_fields__"].values())
    scope: dict[str, Any] = {"_set": object.__setattr__, "_absent": dataclasses.MISSING}
    for field in fields:
        scope[f"_default_{field.name}"] = field.default
        scope[f"_factory_{field.name}"] = field.default_factory
    exec(source(fields, owner), scope)
    return scope[name]  # type: ignore[no-any-return]


def _init_source(fields: list[dataclasses.Field[Any]], owner: type[Any]) -> str:
    def parameter_source(field: dataclasses.Field[Any]) -> str:
        if field.default is not dataclasses.MISSING:
            return f"{field.name}=_default_{field.name}"
        return f"{field.name}=_absent" if field.default_factory is not dataclasses.MISSING else field.name

    positional = [parameter_source(f) for f in fields if not f.kw_only]
    keyword_only = [parameter_source(f) for f in fields if f.kw_only]
    lines = [f"def __init__({', '.join(['self', *positional, *(['*', *keyword_only] if keyword_only else [])])}):"]
    for field in fields:
        value = field.name
        if field.default_factory is not dataclasses.MISSING:
            value = f"_factory_{field.name}() if {field.name} is _absent else {field.name}"
        lines.append(f"    _set(self, {field.name!r}, {value})")
    if hasattr(owner, "__post_init__"):
        lines.append("    self.__post_init__()")
    return "\n".join([*lines, "    return None"])


def _tuple_source(receiver: str, fields: list[dataclasses.Field[Any]]) -> str:
    return "(" + "".join(f"{receiver}.{f.name}, " for f in fields) + ")"


def _eq_source(fields: list[dataclasses.Field[Any]], owner: type[Any]) -> str:
    compared = [f for f in fields if f.compare]
    return (
        "def __eq__(self, other):\n"
        "    if self is other:\n        return True\n"
        "    if other.__class__ is not self.__class__:\n        return NotImplemented\n"
        f"    return {_tuple_source('self', compared)} == {_tuple_source('other', compared)}"
    )


def _hash_source(fields: list[dataclasses.Field[Any]], owner: type[Any]) -> str:
    return (
        f"def __hash__(self):\n    return hash({_tuple_source('self', [f for f in fields if (f.compare if f.hash is None else f.hash)])})"
    )


def _repr_source(fields: list[dataclasses.Field[Any]], owner: type[Any]) -> str:
    pairs = ", ".join(f"{f.name}={{self.{f.name}!r}}" for f in fields if f.repr)
    return f"def __repr__(self):\n    return f'{{self.__class__.__qualname__}}({pairs})'"


def _getstate_source(fields: list[dataclasses.Field[Any]], owner: type[Any]) -> str:
    return f"def __getstate__(self):\n    return {_tuple_source('self', fields)}"


def _setstate_source(fields: list[dataclasses.Field[Any]], owner: type[Any]) -> str:
    lines = [f"    _set(self, {f.name!r}, {f.name})" for f in fields]
    names = "".join(f"{f.name}, " for f in fields)
    return "\n".join(["def __setstate__(self, state):", *([f"    {names}= state"] if fields else []), *lines, "    return None"])


_METHODS: dict[str, Callable[[list[dataclasses.Field[Any]], type[Any]], str]] = {
    "__init__": _init_source,
    "__eq__": _eq_source,
    "__hash__": _hash_source,
    "__repr__": _repr_source,
    "__getstate__": _getstate_source,
    "__setstate__": _setstate_source,
}


def _refuse_set(self: Any, name: str, value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def fields_json(instance: Any, *names: str) -> dict[str, Any]:
    """Return some fields of a record as JSON, in this order: an enum member as its value, a tuple as an array."""
    return {name: _plain_value(getattr(instance, name)) for name in names}


def _plain_value(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    return [_plain_value(item) for item in value] if isinstance(value, tuple) else value
