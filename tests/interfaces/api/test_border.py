"""What programs give is taken as what it is, or refused with a sentence: no error of Python's own comes from inside."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy
import pandas
import pytest
from click.testing import CliRunner

import rulewright
from interfaces.cli.ferry import write_book
from rulewright import Book, WrongInput
from rulewright.interfaces.cli.app import app

FACTS = {"u.arm": "infantry", "weather": "mud"}
QUESTION, AMOUNT = "allowance(u)", "printed_allowance(u)"


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return rulewright.load(write_book(tmp_path_factory.mktemp("books") / "ferry"))


@pytest.fixture(scope="module")
def book() -> Book:
    return rulewright.load("la-grande-armee")


# ---- every public function, with what it cannot take ---------------------------------------------------------------------------------

BAD: tuple[Any, ...] = (
    None, True, 0, -1, 3, 2.5, 19.5, 10**400, math.nan, Decimal("NaN"), b"x", object(), [], ["a"], ("x", 3), {}, {3: 4}, {"a": []}, {"x": {}},
    {"x": {3: 1}}, set(), lambda: None, "", "x", "f" * 100_000, "\ud800", "\x00", "\u202e", "７", date(1984, 1, 1), datetime(1984, 1, 1, 3),
    pandas.NA, pandas.NaT, numpy.int64(-3), numpy.array([1, 2]), numpy.complex128(1), Path("no such folder"), Path("a\0b"), type, ...,
)  # fmt: skip
GOOD: Mapping[str, Any] = {
    "question": "allowance(u)",
    "value": "8 MP",
    "case": "1.1",
    "words": "may a unit cross?",
    "old": "printed",
    "new": "errata",
}
SLOW = {"check", "test", "graph"}


def public_functions(book: Book) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function, and every method of a book and of what it gives, bound."""
    answer = book.ask("allowance(u)", {"u.arm": "horse", "weather": "mud"})
    objects: dict[str, Any] = {
        "Book": book,
        "Answer": answer,
        "Questions": book.questions(),
        "PlainReading": book.find_questions("what is the allowance?"),
        "QuestionCandidate": book.find_questions("allowance of a horse in mud").candidates[0],
    }
    for name in rulewright.__all__:
        thing = getattr(rulewright, name)
        if inspect.isfunction(thing):
            yield name, thing
        for method, _ in inspect.getmembers(objects.get(name), inspect.ismethod):
            if not method.startswith("_"):
                yield f"{name}.{method}", getattr(objects[name], method)


def test_every_argument_of_every_function_with_what_it_cannot_take(ferry: Book) -> None:
    """Each argument is bad in turn, the others as they should be; what comes is a result, or a public error with a sentence."""
    tried = 0
    for title, function in public_functions(ferry):
        parameters = inspect.signature(function).parameters
        required = [name for name, each in parameters.items() if each.default is inspect.Parameter.empty]
        for name in parameters:
            for bad in BAD:
                arguments = {**{each: GOOD.get(each, "x") for each in required}, name: ferry if name == "other" and bad is type else bad}
                if title in ("Book.diff", "Book.diff_with"):
                    arguments.setdefault("meaning", False)
                try:
                    function(**arguments)
                except rulewright.Error as error:
                    assert error.message, (title, name, bad)
                    assert "object at 0x" not in error.message
                except Exception as error:
                    pytest.fail(f"{title}({name}={bad!r:.60}): {type(error).__name__}: {error}")
                tried += 1
    assert tried > 1_500


def test_every_function_without_and_with_too_many_arguments(ferry: Book) -> None:
    for title, function in public_functions(ferry):
        parameters = inspect.signature(function).parameters.values()
        if not parameters or title.startswith(("Questions.", "Answer.to", "QuestionCandidate.to")):
            continue
        with pytest.raises(WrongInput, match="takes"):
            function(*["x"] * 12)
        with pytest.raises(WrongInput, match="has no argument `nonsense`"):
            function(nonsense=1)
        if any(each.default is inspect.Parameter.empty for each in parameters):
            with pytest.raises(WrongInput, match="needs `"):
                function()


def test_nothing_at_the_border_takes_anything(ferry: Book) -> None:
    for title, function in public_functions(ferry):
        annotations = [str(each.annotation) for each in inspect.signature(function).parameters.values()]
        assert not [each for each in annotations if "Any" in each or "object" in each or each.endswith("_empty'>")], title


# ---- values ------------------------------------------------------------------------------------------------------------------------------


class Integral:
    def __index__(self) -> int:
        return 7


@pytest.mark.parametrize(
    "seven",
    [
        7, "7", "7 MP", 7.0, numpy.int64(7), numpy.uint8(7), numpy.float64(7), numpy.float32(7), numpy.str_("7"), numpy.array(7), Decimal(7),
        Decimal("7.00"), Fraction(7), Integral(), pandas.Series([7]).iloc[0], pandas.Series([7], dtype="Int64").iloc[0],
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_a_number_of_any_kind(book: Book, seven: Any) -> None:
    assert book.ask(QUESTION, {**FACTS, AMOUNT: seven}).value == 5


@pytest.mark.parametrize("truth", [True, "yes", numpy.bool_(True), pandas.Series([True]).iloc[0]])
def test_a_boolean_of_any_kind(truth: Any) -> None:
    book = rulewright.load("leipzig-lite")
    name = next(fact.name for fact in book.questions().facts if fact.domain == "yes/no" and "(" not in fact.name)
    field = f"x.{name.rpartition('.')[2]}" if "." in name else name
    assert book.ask(f"{field} is yes" if "." in name else name, {field: truth}).value is True


@pytest.mark.parametrize(
    "empty", [None, "", math.nan, Decimal("NaN"), numpy.float64("nan"), pandas.NA, pandas.NaT, numpy.datetime64("NaT"), numpy.ma.masked]
)
def test_what_is_empty_is_not_given(book: Book, empty: Any) -> None:
    for facts in (
        {**FACTS, AMOUNT: empty},
        {**FACTS, AMOUNT: empty, "u": empty},
        {"u": {"arm": "infantry"}, "weather": "mud", "world": None},
    ):
        assert book.ask(QUESTION, facts) == book.ask(QUESTION, FACTS)
    with pytest.raises(WrongInput, match="there is no fact `wether`"):
        book.ask(QUESTION, {"wether": empty})
    with pytest.raises(WrongInput, match="nothing has a field `amr`"):
        book.ask(QUESTION, {"u.amr": empty})


def test_null_for_a_fact_that_may_be_none_is_not_guessed(book: Book, tmp_path: Path) -> None:
    facts: dict[str, Any] = {**FACTS, AMOUNT: 7}
    (tmp_path / "facts.json").write_text('{"u": {"corps": null}, "taken_by(t)": "none"}', "utf-8")
    empties: list[Any] = [{"u.corps": None}, {"u": {"corps": None}}, {"taken_by(t)": None}, rulewright.read_facts(tmp_path / "facts.json")]
    for empty in empties:
        with pytest.raises(WrongInput, match="this fact may be `none`: is it not known, or is there none") as fault:
            book.ask(QUESTION, {**facts, **empty})
        assert 'write "none" if there is none' in fault.value.hints
    assert book.ask(QUESTION, {**facts, "u.corps": "", "taken_by(t)": math.nan}) == book.ask(QUESTION, facts)
    assert book.ask(QUESTION, {**facts, "u.corps": "none"}).value == 5


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (0.1, 'write it as text, such as "0.1"'),
        (2.5, "`5/2` is not a value of `printed_allowance`"),
        (math.inf, "is inf, which is no number"),
        (Decimal("1e999999"), "so large or small a number"),
        (True, "`True` is not a value of `printed_allowance`"),
        ("７", "`７` is not a value of `printed_allowance`"),
        ("٣", "`٣` is not a value of `printed_allowance`"),
        ([7], "a list is not a value of"),
        ({}, "is an empty object"),
        ({7}, "a list is not a value of"),
        (b"7", "the type bytes is not a value of"),
        (numpy.timedelta64(7, "ns"), "the type timedelta64 is not a value of"),
        (numpy.array([7]), "the type ndarray is not a value of"),
        (1 + 0j, "the type complex is not a value of"),
        ({"a": {"b": 1}}, "a mapping is not a value of"),
        (datetime(1984, 1, 1, 3), "a time of a day"),
    ],
)
def test_a_value_that_is_none_of_the_language(book: Book, value: Any, sentence: str) -> None:
    with pytest.raises(WrongInput) as fault:
        book.ask(QUESTION, {**FACTS, AMOUNT: value})
    assert sentence in fault.value.message


def test_a_row_of_pandas_is_facts(book: Book) -> None:
    frame = pandas.DataFrame({"u.arm": ["infantry", "cavalry"], "weather": ["mud", None], AMOUNT: [7, 7]})
    assert book.ask(QUESTION, frame.iloc[0]).value == 5
    assert book.ask(QUESTION, frame.iloc[1].to_dict(), assume_usual=False).status is rulewright.Status.MISSING


def test_a_day_of_any_kind() -> None:
    book = rulewright.load("war-in-europe")
    for day in ("1982-01-01", date(1982, 1, 1), datetime(1982, 1, 1, 12), pandas.Timestamp("1982-01-01")):
        assert book.edition(on=day) == "august_1981"


# ---- names of things ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["-", "u u", "u.v", "unit", "1", "\u202et", "t\x00", "\ud800", "😀", "a" * 100_000, "a" * 101, "７", "u'", "x²"]
)
def test_what_no_thing_can_be_called(book: Book, name: str) -> None:
    calls: tuple[Callable[[], object], ...] = (
        lambda: book.ask(f"allowance({name})"),
        lambda: book.ask(QUESTION, {f"printed_allowance({name})": 7}),
        lambda: book.ask(QUESTION, {f"{name}.arm": "infantry"}),
        lambda: book.ask(QUESTION, world={name: "unit"}),
        lambda: book.ask(QUESTION, {"world": f"{name}: unit"}),
        lambda: book.why_not(f"allowance({name})", 5),
    )
    for call in calls:
        with pytest.raises(WrongInput) as fault:
            call()
        assert len(fault.value.message) < 400
        fault.value.message.encode()


# ---- the faults that were met, by their numbers ------------------------------------------------------------------------------------------


def faults() -> Iterator[tuple[str, Callable[[Any], object], str]]:
    library: Any = rulewright  # so that a type checker lets wrong types pass
    yield "13a", lambda book: book.ask(None), "`question` is None, but text is expected"
    yield "13b", lambda book: book.ask(QUESTION, ["a"]), "`facts` is a list, but a mapping from facts to their values or None is expected"
    yield "13c", lambda book: book.ask(QUESTION, {3: 4}), "a key of `facts` is the number 3, but text is expected"
    yield "13d", lambda book: book.ask(QUESTION, edition=3), "`edition` is the number 3, but text or None is expected"
    yield "13e", lambda book: book.ask(QUESTION, options=None), "`options` is None, but a list of texts is expected"
    yield "13f", lambda book: book.ask(QUESTION, options="fog"), "`options` is `fog`, but a list of texts is expected"
    yield "13g", lambda book: book.ask(QUESTION, world=3), "`world` is the number 3, but text, a mapping of texts or None is expected"
    yield "13h", lambda book: book.ask(QUESTION, on=1984), "`on` is the number 1984, but text, a date or None is expected"
    yield "13i", lambda book: book.ask(QUESTION, scenario=19.5), "`scenario` is the number 19.5, but text or None is expected"
    yield "13j", lambda book: book.ask(QUESTION, readings="x"), "`readings` is `x`, but a mapping of texts or None is expected"
    yield "13k", lambda book: book.show(None), "`case` is None, but text is expected"
    yield "13l", lambda book: book.find_questions(None), "`words` is None, but text is expected"
    yield "13m", lambda book: library.read_facts(None), "`path` is None, but text or a path is expected"
    yield "13n", lambda book: library.Book("leipzig"), "a book is not made from text"
    for budget, words in (("x", "`x`"), (-1, "the number -1"), (0, "the number 0"), (2.5, "the number 2.5"), (True, "True")):
        sentence = f"`budget` is {words}, but a whole number above 0 or None is expected"
        yield f"13o {budget}", partial(lambda budget, book: library.load("leipzig", budget=budget), budget), sentence
    yield "13p", lambda book: book.diff(None, None), "`old` is None, but text is expected"
    yield "13b/1", lambda book: book.ask(QUESTION, {"weather": {}}), "`weather` is an empty object: say what is known of it, as in"
    yield "13b/2", lambda book: book.ask(QUESTION, {AMOUNT: {}}), "`printed_allowance(u)` is an empty object"
    yield "13b/3", lambda book: book.ask(QUESTION, {"u": {"arm": {}}}), "a mapping is not a value of `u.arm`"


@pytest.mark.parametrize(("number", "call", "sentence"), list(faults()), ids=[number for number, _, _ in faults()])
def test_the_fault_is_a_sentence(book: Book, number: str, call: Callable[[Any], object], sentence: str) -> None:
    with pytest.raises(WrongInput) as fault:
        call(book)
    assert fault.value.message.startswith(sentence), number


def test_what_loads_a_book_is_named() -> None:
    with pytest.raises(WrongInput) as fault:
        Book("leipzig")  # type: ignore[arg-type]
    assert fault.value.hints == ('`rulewright.load("leipzig")` loads one',)


def test_null_in_a_file_of_facts_is_not_given_at_the_command(ferry: Book, tmp_path: Path) -> None:
    documents = []
    for text in ('{"weather": null, "u": {"arm": "horse"}}', '{"weather": "", "u": {"arm": "horse"}}', '{"u": {"arm": "horse"}}'):
        (tmp_path / "facts.json").write_text(text, "utf-8")
        arguments = ["ask", str(ferry._loaded.folder), "allowance(u)", "--facts", str(tmp_path / "facts.json"), "--format", "json"]
        documents.append(CliRunner().invoke(app, arguments).stdout)
    assert documents[0] == documents[1] == documents[2]
    assert '"fact": "weather"' in documents[0]
