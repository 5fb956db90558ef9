"""A decision table -> a case with a table of the language, and declarations of what the book has no name for; and a table back as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from rulewright.base.errors import WrongInput
from rulewright.base.names import NAME
from rulewright.base.numerals import number_text
from rulewright.base.records import record
from rulewright.importing.digests import clean_text
from rulewright.importing.names import name_from_words
from rulewright.importing.tables.keys import Domain, KeySet, Numbers, Values, domain_of
from rulewright.importing.tables.model import Column, DecisionTable, table_fault
from rulewright.importing.tables.policies import PlainRow, PlainTable, plain_rows
from rulewright.rulebook.model import EditionView, Rulebook
from rulewright.syntax import nodes
from rulewright.syntax.formatter import format_source
from rulewright.syntax.reserved_names import AFTER_NUMBERS, AT_LINE_STARTS, IN_EXPRESSIONS

_SIGNS = {"€": "euro", "$": "dollar", "£": "pound"}
_CELL = re.compile(rf"(?P<sign>[€$£])?\s*(?P<number>-?\d+(?:\.\d+)?)(?:\s*(?P<unit>{NAME}|[€$£%]))?")


@record
class ProposedTable:
    """A case with a table: its number, the lines of its file, and why each column is what it is."""

    number: str
    lines: str
    reasons: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]  # keys and values of each row, as the language has them


def propose_table(table: DecisionTable, book: Rulebook, number: str = "") -> ProposedTable:
    """Return the case that a decision table is in a book. Raises `WrongInput` where the language has no such table."""
    writer = _TableWriter(table, _Declared(book))
    name = writer.outputs[0].name
    case_number = number or name
    numbers = {case.number for view in book.views.values() for case in view.all_cases()}
    if case_number in numbers:
        raise WrongInput(f"the book has a case {case_number} already", hints=["`--case NUMBER` says which new case the table is to be"])
    if not number and book.front.headings is not None:
        raise WrongInput("the book is numbered by headings", hints=["`--case HEADING.5` says which new case the table is to be"])
    title = clean_text(table.title).replace('"', "”")
    lines = [*writer.declarations, "", f'case {case_number} "{title[:1].upper()}{title[1:]}"', *writer.table_lines()]
    return ProposedTable(case_number, format_source("\n".join(lines) + "\n"), tuple(writer.reasons), tuple(writer.rows))


class _Declared:
    """The names that a book has, with the domains of those that a key can be."""

    def __init__(self, book: Rulebook) -> None:
        self.names: set[str] = set()
        self.measures: dict[str, str] = {}
        self.values: dict[str, Values] = {}
        self.types: dict[str, nodes.TypeExpr] = {}
        for node in (declared.node for declared in book.declarations):
            if isinstance(node, nodes.Measure):
                self.measures[node.name] = node.title
            elif isinstance(node, nodes.Enum | nodes.Scale):
                spellings = {
                    spelling.casefold(): value.name
                    for value in node.values
                    for spelling in (value.title or "", value.name.replace("_", " "))
                    if spelling
                }
                self.values[node.name] = Values(tuple(value.name for value in node.values), spellings=spellings)
            elif isinstance(node, nodes.Fact | nodes.Value):
                self.types[node.name] = node.type
            if name := getattr(node, "name", None):
                self.names.add(name)
        self.names |= {
            name
            for clause in book.clauses
            for line in getattr(clause.block, "body", ())
            if isinstance(line, nodes.Table) and (name := line.name)
        }

    def domain_of_name(self, name: str) -> tuple[Domain, str] | None:
        """Return the domain of a name that the book declares, and its type as text; None for another one."""
        kind = self.types.get(name)
        if kind is None and name in self.values:
            return self.values[name], name
        if isinstance(kind, nodes.Named) and kind.name in self.values:
            return self.values[kind.name], kind.name
        if isinstance(kind, nodes.YesNo):
            return Values(("yes", "no"), is_yes_no=True), "yes/no"
        if isinstance(kind, nodes.Range) and kind.high is not None and kind.calendar is None:
            numbers = Numbers(Fraction(kind.low), Fraction(kind.high), kind.step, kind.unit or "")
            return numbers, _range_text(numbers)
        return None

    def enum_with(self, words: Sequence[str]) -> str | None:
        """Return the enum that has all of these values."""
        return next((name for name, values in self.values.items() if words and all(values.find(word) for word in words)), None)


@record
class _Output:
    """A column of values: the name of its table, its type as text, and its cells."""

    name: str
    type_text: str
    cells: Mapping[str, str]


class _TableWriter:
    def __init__(self, table: DecisionTable, declared: _Declared) -> None:
        self.table, self._declared = table, declared
        self.declarations: list[str] = []
        self.reasons: list[str] = []
        self.rows: list[tuple[str, str]] = []
        self._tokens: dict[str, dict[str, str]] = {}
        parameters = [self._read_input(place, column) for place, column in enumerate(table.inputs)]
        self.parameters = [(name, text) for name, text, _ in parameters]
        self.domains = [domain for _, _, domain in parameters]
        self.plain: PlainTable = plain_rows(table, self.domains)
        self.outputs = [self._read_output(place, column) for place, column in enumerate(table.outputs)]

    # ---- keys ------------------------------------------------------------------------------------------------------------------------

    def _read_input(self, place: int, column: Column) -> tuple[str, str, Domain]:
        """Return the name, the type and the domain of a key."""
        name = self._free_name(column.label, f"key_{place + 1}", refused_names=set())
        declaration = self._declared.domain_of_name(name)
        if declaration is not None:
            domain_of(self.table, place, declaration[0])
            self.reasons.append(f"`{column.label}` is the key `{name}: {declaration[1]}`, as the book declares it")
            return name, declaration[1], declaration[0]
        domain = domain_of(self.table, place, None)
        if isinstance(domain, Numbers):
            domain = replace(domain, unit=self._measure_of_unit(domain.unit))
            text = _range_text(domain)
            if domain.open_low or domain.open_high:
                self.declarations.append(f"# todo: the table does not say how far `{column.label}` goes: {text} is a proposal")
            self.reasons.append(f"`{column.label}` is the key `{name}: {text}`, by its numbers")
            self._propose_fact(name, text, column.label)
            return name, text, domain
        if domain.is_yes_no:
            self._propose_fact(name, "yes/no", column.label)
            self.reasons.append(f"`{column.label}` is the key `{name}: yes/no`")
            return name, "yes/no", domain
        enum = self._declared.enum_with(domain.values)
        if enum is not None:
            self.reasons.append(f"`{column.label}` is the key `{name}: {enum}`: the book's enum has all its values")
            return name, enum, self._declared.values[enum]
        self._declare_enum(name, domain.values)
        self._propose_fact(name, name, column.label)
        self.reasons.append(f"`{column.label}` is the key `{name}: {name}`, an enum of its values")
        return name, name, domain

    def _propose_fact(self, name: str, type_text: str, label: str) -> None:
        if name not in self._declared.types:
            self.declarations.append(f'# todo: what players can see of it: `fact {name}: {type_text} "{_phrase_of_label(label)}"`')

    def _free_name(self, label: str, instead: str, refused_names: set[str]) -> str:
        name = name_from_words(label) or instead
        return f"{name}_key" if name in IN_EXPRESSIONS | AT_LINE_STARTS or name in refused_names else name

    def _declare_enum(self, name: str, values: Sequence[str]) -> None:
        if not values:
            raise table_fault(self.table, "", f"no key of `{name}` names a value", "take the column out")
        tokens: dict[str, str] = {}
        for value in values:
            token = name_from_words(value)
            is_name = re.fullmatch(NAME, value) is not None and (value.isascii() or value.isalpha()) and value not in IN_EXPRESSIONS
            token = value if is_name else token if token and token not in IN_EXPRESSIONS else f'"{_quotable_words(value)}"'
            while token in tokens.values():
                token = f"{token}_2" if not token.startswith('"') else f'{token[:-1]} 2"'
            tokens[value] = token
        self._tokens[name] = tokens
        lines = [
            token if token == value or token.startswith('"') else f'{token} "{_quotable_words(value)}"' for value, token in tokens.items()
        ]
        self.declarations += [f"enum {name}:", *(f"  {line}" for line in lines)]

    def _measure_of_unit(self, unit: str) -> str:
        """Return the measure of a unit, which is declared where the book has none."""
        name = _SIGNS.get(unit, unit)
        if not name or name in self._declared.measures:
            return name
        titled = next((each for each, title in self._declared.measures.items() if title.casefold() == name.casefold()), None)
        if titled is not None:
            return titled
        if name == "%" or name in AFTER_NUMBERS:
            raise table_fault(self.table, "", f"`{unit}` is no measure", "write plain numbers, and say of what in the head of the column")
        self._declared.measures[name] = name
        self.declarations.append(f'measure {name} "{name}"')
        return name

    # ---- values ----------------------------------------------------------------------------------------------------------------------

    def _read_output(self, place: int, column: Column) -> _Output:
        label = column.label
        name = self._free_name(label, f"value_{place + 1}", refused_names={name for name, _ in self.parameters})
        name = f"{name}_table" if name in self._declared.names else name
        texts = list(dict.fromkeys(row.outputs[place] for row in self.plain.rows))
        words = [text for text in texts if text not in ("", "-")]
        cells = {text: "-" for text in texts if text in ("", "-")}
        if words and all(_CELL.fullmatch(word) for word in words):
            return self._number_output(name, column, words, cells)
        if {word.casefold() for word in words} <= {"yes", "no"}:
            return _Output(name, "yes/no", cells | {word: word.casefold() for word in words})
        enum = self._declared.enum_with(words)
        if enum is not None:
            values = self._declared.values[enum]
            self.reasons.append(f"`{label}` gives values of the book's enum `{enum}`")
            return _Output(name, enum, cells | {word: _value_token(values.find(word) or word) for word in words})
        enum = f"{name}_value"
        self._declare_enum(enum, list(dict.fromkeys([*words, *column.values])))
        self.reasons.append(f"`{label}` gives values of an enum `{enum}`")
        return _Output(name, enum, cells | {word: self._tokens[enum][word] for word in words})

    def _number_output(self, name: str, column: Column, words: Sequence[str], cells: Mapping[str, str]) -> _Output:
        matches = [match for word in words if (match := _CELL.fullmatch(word)) is not None]
        units = {match["unit"] or match["sign"] for match in matches if match["unit"] or match["sign"]}
        if len(units) > 1:
            raise table_fault(self.table, "", f"`{column.label}` has several units: {', '.join(sorted(units))}", "a table has one")
        unit = self._measure_of_unit(column.unit or next(iter(units), ""))
        numbers = [Fraction(match["number"]) for match in matches]
        places = max(len(match["number"].partition(".")[2]) for match in matches)
        domain = Numbers(min(Fraction(0), *numbers), max(numbers), Fraction(1, 10**places), unit)
        self.reasons.append(f"`{column.label}` gives `{_range_text(domain)}`")
        texts_by_word = {word: match["number"] for word, match in zip(words, matches, strict=True)}
        return _Output(name, _range_text(domain), {**cells, **texts_by_word})

    # ---- lines -----------------------------------------------------------------------------------------------------------------------

    def table_lines(self) -> Iterator[str]:
        """Yield the lines under the case."""
        if self.plain.is_worked_out:
            yield f"  # The rows of the file overlap (policy {self.table.policy}); these are worked out from them, one for each answer."
        params = ", ".join(f"{name}: {text}" for name, text in self.parameters)
        first, *others = self.outputs
        labels = [_phrase_of_label(column.label) for column in self.table.outputs]
        further = "".join(f' and {each.name}: {each.type_text} "{label}"' for each, label in zip(others, labels[1:], strict=True))
        yield f'  table {first.name}({params}): {first.type_text} "{labels[0]}"{further}'
        if others:
            yield f"    |  | {' | '.join(each.name for each in self.outputs)} |"
        for row in self.plain.rows:
            cells = " | ".join(each.cells[text] for each, text in zip(self.outputs, row.outputs, strict=True))
            for keys in self._key_texts(row):
                self.rows.append((keys, cells))
                yield f"    | {keys} | {cells} |"

    def _key_texts(self, row: PlainRow) -> Iterator[str]:
        if row.keys is None:
            yield "otherwise"
            return
        columns = [self._texts_of_key(place, key) for place, key in enumerate(row.keys)]
        yield from (" / ".join(texts) for texts in product(*columns))

    def _texts_of_key(self, place: int, key: KeySet) -> list[str]:
        """Return a key as texts: one, or one for each range of several."""
        domain = self.domains[place]
        if isinstance(domain, Numbers):
            intervals = [each for each in key if isinstance(each, tuple)]
            if intervals == [(domain.low, domain.high)]:
                return ["any"]
            if all(low == high for low, high in intervals):
                return [", ".join(number_text(low, decimal=True) for low, _ in intervals)]
            return [_interval_text(low, high) for low, high in intervals]
        values = [each for each in key if isinstance(each, str)]
        if tuple(values) == domain.values and not domain.is_yes_no:
            return ["any"]
        tokens = self._tokens.get(self.parameters[place][1], {})
        return ["any" if len(values) == len(domain.values) else ", ".join(tokens.get(value) or _value_token(value) for value in values)]


def _value_token(value: str) -> str:
    return value if re.fullmatch(NAME, value) else f'"{value}"'


def _quotable_words(words: str) -> str:
    return clean_text(words).replace('"', "”").replace("|", "/").replace("#", "").replace("@", "")


def _phrase_of_label(label: str) -> str:
    words = _quotable_words(label.replace("_", " "))
    return words if words.casefold().startswith("the ") else f"the {words[:1].lower() if words[1:2].islower() else words[:1]}{words[1:]}"


def _interval_text(low: Fraction, high: Fraction) -> str:
    if low == high:
        return number_text(low, decimal=True)
    return f"{number_text(low, decimal=True)}..{number_text(high, decimal=True)}"


def _range_text(numbers: Numbers) -> str:
    low, high = number_text(numbers.low, decimal=True), number_text(numbers.high, decimal=True)
    step = "" if numbers.step == 1 else f" by {number_text(numbers.step, decimal=True)}"
    return f"{low}..{high}{step}{f' {numbers.unit}' if numbers.unit else ''}"


# ---- and back ------------------------------------------------------------------------------------------------------------------------


def tables_of(view: EditionView) -> dict[str, nodes.Table]:
    """Return the tables of an edition whose cells are held, by name."""
    tables = [provision.node for provision in view.provisions_in_force() if isinstance(provision.node, nodes.Table)]
    return {table.name: table for table in tables if table.rows}


def table_csv(table: nodes.Table) -> str:
    """Return a table of the language as CSV: a column for each key, then one for the value."""
    names = [param.name for param in table.params]
    crossed = not table.rows[0].cells[0].text and len(table.rows[0].cells) > 1
    columns = list(table.columns) or names[-1:] if crossed else []
    row_names = [name for name in names if name not in columns]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*names, table.name])
    heads = [_split_keys(cell.text, len(columns)) for cell in table.rows[0].cells[1:]] if crossed else [[]]
    for row in table.rows[1:] if crossed else table.rows:
        keys = ["otherwise"] * len(row_names) if row.is_last else _split_keys(row.cells[0].text, len(row_names))
        for head, cell in zip(heads, row.cells[1:], strict=True):
            by_name = dict(zip([*row_names, *columns], [*keys, *head], strict=True))
            writer.writerow([*(_csv_key(by_name[name]) for name in names), "" if cell.text == "-" else cell.text])
    return out.getvalue()


def _split_keys(text: str, count: int) -> list[str]:
    return [part.strip() for part in re.split(r"\s/\s", text)] if count > 1 else [text]


def _csv_key(text: str) -> str:
    return "-" if text == "any" else text
