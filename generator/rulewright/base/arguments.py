"""Arguments of public functions: each is read as its annotation says, or refused with a sentence (`WrongInput`).

The annotations are the one source: `@check_arguments` reads them when a function is defined. An annotation that it does not know is the
name of a class, whose values are told by that name.
"""

from __future__ import annotations

import inspect
import operator
import os
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import wraps
from numbers import Real
from typing import Any, ParamSpec, TypeVar

from rulewright.base.errors import WrongInput
from rulewright.base.limits import MAX_GIVEN_TEXT
from rulewright.base.prose_lists import listing

P = ParamSpec("P")
R = TypeVar("R")
Reader = Callable[[str, Any], Any]
"""A function that takes the name of an argument and its value, and returns the value that the function gets, or `_REFUSED`."""
_REFUSED = object()


def check_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function with its arguments read by their annotations; it raises `WrongInput` for what does not fit."""
    signature = inspect.signature(function)
    parameters = {name: each for name, each in signature.parameters.items() if name != "self"}
    readers = {name: _reader_of(str(each.annotation)) for name, each in parameters.items()}
    positions = tuple(name for name, each in parameters.items() if each.kind is not inspect.Parameter.KEYWORD_ONLY)
    required = frozenset(name for name, each in parameters.items() if each.default is inspect.Parameter.empty)
    first = len(signature.parameters) - len(parameters)
    title = function.__name__

    @wraps(function)
    def checked(*args: Any, **keywords: Any) -> Any:
        if len(args) - first > len(positions):
            excess = f"{len(args) - first} {'was' if len(args) - first == 1 else 'were'} given"
            raise WrongInput(f"`{title}` takes {len(positions)} values without a name, and {excess}")
        values = dict(zip(positions, args[first:], strict=False))
        for name in keywords:
            if name not in readers:
                others = f"; it has {listing([f'`{each}`' for each in readers], 'and')}" if readers else ""
                raise WrongInput(f"`{title}` has no argument `{name}`{others}")
            if name in values:
                raise WrongInput(f"`{name}` is given twice to `{title}`")
        values.update(keywords)
        if not required <= values.keys():
            raise WrongInput(f"`{title}` needs `{next(name for name in positions if name in required and name not in values)}`")
        return function(*args[:first], **{name: readers[name](name, value) for name, value in values.items()})

    return checked


def describe_value(value: object) -> str:
    """Return what a value is, for a sentence: `None`, `a list`, `the number 3`, `a value of the type bytes`."""
    match value:
        case None | True | False:
            return str(value)
        case int() | float():
            return f"the number {value}" if abs(value) < 10**20 or value != value else "so large a number"
        case str():
            return "text"
        case list() | tuple() | set() | frozenset():
            return "a list"
        case Mapping():
            return "a mapping"
        case _:  # open: any object of a program
            return f"a value of the type {type(value).__name__}"


def check_text(name: str, text: str) -> str:
    """Return a text that can be written and is not endless. Raises `WrongInput` for any other."""
    if len(text) > MAX_GIVEN_TEXT:
        raise WrongInput(f"`{name}` has {len(text):,} characters, and at most {MAX_GIVEN_TEXT:,} are read")
    if "\0" in text:
        raise WrongInput(f"`{name}` has a null character in it, which no text of a rulebook has")
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        raise WrongInput(f"`{name}` has half of a character (a surrogate) in it, which no text can have")
    return text


def is_shaped_as_array(value: object) -> bool:
    """Return True for a single value of numpy, which has a `dtype` and the shape of one value."""
    return getattr(value, "shape", None) == () and hasattr(value, "dtype") and hasattr(value, "item")


# ---- one reader for each part of an annotation -------------------------------------------------------------------------------------------


def _read_text(name: str, value: Any) -> Any:
    return check_text(name, value) if isinstance(value, str) else _REFUSED


def _read_none(name: str, value: Any) -> Any:
    return None if value is None else _REFUSED


def _read_flag(name: str, value: Any) -> Any:
    if value is True or value is False:
        return value
    return bool(value) if is_shaped_as_array(value) and value.dtype.kind == "b" else _REFUSED


def _read_count(name: str, value: Any) -> Any:
    try:
        number = operator.index(value)
    except TypeError:
        return _REFUSED
    return number if number > 0 and not isinstance(value, bool) else _REFUSED


def _read_seconds(name: str, value: Any) -> Any:
    try:
        number = 0 if value is True or not isinstance(value, Real | Decimal) else float(value)
    except OverflowError:  # a number beyond all floats
        return _REFUSED
    return number if 0 < number < float("inf") else _REFUSED


def _read_signal(name: str, value: Any) -> Any:
    return value if callable(getattr(value, "is_set", None)) else _REFUSED


def _read_day(name: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return value.date() if value == value else _REFUSED  # pandas has a day that is none, unequal to itself
    return value if isinstance(value, date) else _REFUSED


def _read_path(name: str, value: Any) -> Any:
    path = os.fspath(value) if isinstance(value, os.PathLike) else None
    if not isinstance(path, str) or "\0" in path:
        return _REFUSED
    return value


def _read_names(name: str, value: Any) -> Any:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        return _REFUSED
    return tuple(_read_each(f"an entry of `{name}`", "a text", entry) for entry in value)


def _read_text_pairs(name: str, value: Any) -> Any:
    pairs = _read_mapping(name, value)
    if pairs is _REFUSED:
        return _REFUSED
    return {key: _read_each(f"`{key}` of `{name}`", "text", entry) for key, entry in pairs.items()}


def _read_mapping(name: str, value: Any) -> Any:
    """Return a mapping with text as its keys; what has keys as a mapping does (a row of pandas) is one."""
    if not isinstance(value, Mapping):
        if not (hasattr(value, "keys") and hasattr(value, "__getitem__")):
            return _REFUSED
        value = dict(value)
    for key in value:
        _read_each(f"a key of `{name}`", "text", key)
    return value


def _read_each(name: str, expected: str, value: Any) -> str:
    if not isinstance(value, str):
        raise WrongInput(f"{name} is {describe_value(value)}, but {expected} is expected")
    return check_text(name.strip("`"), value)


def _read_function(name: str, value: Any) -> Any:
    return value if callable(value) else _REFUSED


_PARTS: dict[str, tuple[Reader, str]] = {
    "str": (_read_text, "text"),
    "None": (_read_none, "None"),
    "bool": (_read_flag, "True or False"),
    "int": (_read_count, "a whole number above 0"),
    "float": (_read_seconds, "a number above 0"),
    "date": (_read_day, "a date"),
    "Path": (_read_path, "a path"),
    "Iterable[str]": (_read_names, "a list of texts"),
    "Mapping[str, str]": (_read_text_pairs, "a mapping of texts"),
    "Facts": (_read_mapping, "a mapping from facts to their values"),
    "World": (_read_text_pairs, "a mapping of texts"),
    "FactValue": (lambda name, value: value, "a value"),
    "Progress": (_read_function, "a function"),
    "Rows": (lambda name, value: value, "rows"),
    "StopSignal": (_read_signal, "a signal with `is_set`, such as a `threading.Event`"),
}
"""The reader of each part of an annotation, and what it expects in words."""


def _reader_of(annotation: str) -> Reader:
    parts = annotation.replace("World", "str | World").split(" | ")
    readers_of_parts = [_PARTS.get(part) or _reader_of_class(part) for part in parts]
    expected = listing(words for _, words in readers_of_parts)

    def read(name: str, value: Any) -> Any:
        for reader, _ in readers_of_parts:
            result = reader(name, value)
            if result is not _REFUSED:
                return result
        raise WrongInput(f"`{name}` is {_quoted(value)}, but {expected} is expected")

    return read


def _reader_of_class(title: str) -> tuple[Reader, str]:
    """Return the reader of the values of a class by its name, of it or of one of its bases, since the class may not be imported yet."""

    def read(name: str, value: Any) -> Any:
        return value if any(each.__name__ == title for each in type(value).__mro__) else _REFUSED

    return read, f"a value of the type {title}"


def _quoted(value: object) -> str:
    return f"`{value[:40]}`" if isinstance(value, str) else describe_value(value)
