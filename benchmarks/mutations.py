"""Defects sown into a rulebook, one at a time, in its text: what an author does by mistake.

Five kinds: an override is lost, a bound is shifted by one, a modal verb is turned round, a rule comes a second time with another value,
a row of a table is lost. The text is changed, not the program, so that everything that reads it has its chance to notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rulewright.base.enablement import Scope
from rulewright.base.keywords import Verb
from rulewright.base.source import Location
from rulewright.semantics import model as p
from rulewright.semantics import terms
from rulewright.semantics.model import TableVerb
from rulewright.semantics.types import Enumerated, Numeric


class Defect(StrEnum):
    """The kinds, in the order in which they are told."""

    OVERRIDE_LOST = "an override is lost"
    BOUND_SHIFTED = "a bound is shifted"
    VERB_TURNED = "a modal verb is turned round"
    RULE_TWICE = "a rule twice, with another value"
    ROW_LOST = "a row of a table is lost"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A book with one defect. `rules` and `cases` are its place: the rules whose text it is, and what an override was between.

    `path` and `line` say where, `was` and `now` what; `files` is the whole folder, name -> text.
    """

    kind: Defect
    rules: frozenset[str]
    cases: frozenset[str]
    path: str
    line: int
    was: str
    now: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a statement stands, and the ids that people know it by."""

    location: Location
    rules: frozenset[str]
    cases: frozenset[str]


ADDED = "zz-again.case"
ADDED_CASE = "99.1"


def mutants(program: p.Program, files: Mapping[str, str]) -> Iterator[Mutant]:
    """Every mutant of a book: `files` by name, `program` the edition that it was read to. Same book, same mutants in the same order."""
    seen: set[tuple[str, str, str]] = set()
    for mutant in _all(program, files):
        name = (mutant.path, mutant.now, mutant.kind + mutant.files.get(ADDED, "") + mutant.files.get(mutant.path, ""))
        if name not in seen:
            seen.add(name)
            yield mutant


def _all(program: p.Program, files: Mapping[str, str]) -> Iterator[Mutant]:
    yield from _overrides_lost(program, files)
    places = list(_rule_places(program))
    for place in places:
        yield from _bounds_shifted(place, files)
    for table in program.tables.values():
        yield from _keys_shifted(table, files)
    for place in places:
        yield from _verbs_turned(place, files)
    yield from _rules_twice(program, files)
    for table in program.tables.values():
        yield from _rows_lost(table, files)


def _rule_places(program: p.Program) -> Iterator[_Place]:
    """Each statement that is a rule, once: the grounds of one block share their text."""
    by_place: dict[Location, list[p.Rule]] = {}
    for rule in program.rules:
        if rule.location is not None and rule.verb is not TableVerb.LOOK_UP:
            by_place.setdefault(rule.location, []).append(rule)
    for location, rules in by_place.items():
        yield _Place(location, frozenset(rule.id for rule in rules), frozenset(rule.case for rule in rules))


# ---- an override is lost ---------------------------------------------------------------------------------------------------------------


def _overrides_lost(program: p.Program, files: Mapping[str, str]) -> Iterator[Mutant]:
    """The line goes; where it names several cases, one of them goes at a time."""
    statements: list[p.Override | p.SetAside] = [*program.overrides, *program.set_asides]
    for statement in statements:
        lines = None if statement.location is None else _lines(files, statement.location)
        if statement.location is None or lines is None:
            continue
        text = lines[statement.location.line - 1]
        found = re.match(r"(\s*(?:overrides|sets aside|except) )([^,\s]+(?:, [^,\s]+)+)(.*)$", text)
        if found is None:
            yield from _with_line(Defect.OVERRIDE_LOST, _of_statement(program, statement, None), files, None)
            continue
        for named in found[2].split(", "):
            rest = ", ".join(other for other in found[2].split(", ") if other != named)
            yield from _with_line(Defect.OVERRIDE_LOST, _of_statement(program, statement, named), files, f"{found[1]}{rest}{found[3]}")


def _of_statement(program: p.Program, statement: p.Override | p.SetAside, named: str | None) -> _Place:
    """The statement's own rules and those that it was said of; `named`: only those of this case or rule."""
    assert statement.location is not None
    targets = {uid for on in statement.on for uid in on.targets}
    by = {uid for on in statement.on if isinstance(on, p.OverrideOn) for uid in on.by}
    wanted = {rule.id for rule in program.rules if rule.uid in targets and (named is None or named in (rule.id, *rule.about))}
    wanted |= {rule.id for rule in program.rules if rule.uid in by}
    return _Place(statement.location, frozenset(wanted | {statement.id}), frozenset({statement.case}))


# ---- a bound is shifted ----------------------------------------------------------------------------------------------------------------

BOUND = re.compile(
    r"(?<=\bat least )\d+|(?<=\bat most )\d+|(?<=\bmore than )\d+|(?<=\bless than )\d+|(?<=\bis )\d+|(?<=\bin )\d+(?=\.\.)|(?<=\.\.)\d+"
)
ODDS = re.compile(r'(?<=at least )"(\d)-1"|(?<=at most )"(\d)-1"')


def _bounds_shifted(place: _Place, files: Mapping[str, str]) -> Iterator[Mutant]:
    """Each number that a condition compares with, one more and one less; columns of odds too."""
    lines = _lines(files, place.location)
    for number in range(place.location.line, place.location.end_line + 1) if lines else ():
        text = (lines or [])[number - 1]
        condition = re.search(r"\b(when|unless|means|and|or)\b|^\s*([a-z]|\d+)\. ", text)
        if condition is None:
            continue
        for found in (*BOUND.finditer(text, condition.end()), *ODDS.finditer(text, condition.end())):
            yield from _shifted(place, files, number, text, found)


def _keys_shifted(table: p.Table, files: Mapping[str, str]) -> Iterator[Mutant]:
    """Each number among the keys of a row."""
    for row in table.rows:
        lines = None if row.location is None else _lines(files, row.location)
        if row.location is None or lines is None:
            continue
        place = _Place(row.location, frozenset({table.id}), frozenset({table.case}))
        text = lines[row.location.line - 1]
        first, second = text.index("|"), text.index("|", text.index("|") + 1)
        for found in re.finditer(r"(?<![\w\"-])\d+(?![\w\"-])", text[first:second]):
            yield from _shifted(place, files, row.location.line, text, found, first)


def _shifted(place: _Place, files: Mapping[str, str], line: int, text: str, found: re.Match[str], offset: int = 0) -> Iterator[Mutant]:
    start, end = found.start() + offset, found.end() + offset
    odds = found[0].startswith('"')
    value = int(re.findall(r"\d+", found[0])[0])
    for changed in (value + 1, value - 1):
        if changed < odds:
            continue
        written = f'"{changed}-1"' if odds else str(changed)
        here = _Place(Location(place.location.path, line, 1, line, len(text) + 1), place.rules, place.cases)
        yield from _with_line(Defect.BOUND_SHIFTED, here, files, text[:start] + written + text[end:])


# ---- a modal verb is turned round ------------------------------------------------------------------------------------------------------

NAME = r"^(\s*(?:\w+: )?)"
"""What is before a rule on its line: the margin, and its name."""

TURNED = (
    (NAME + r"may not ", r"\1may "),
    (NAME + r"may never ", r"\1may "),
    (NAME + r"may only ", r"\1may "),
    (NAME + r"may always ", r"\1may not "),
    (NAME + r"may ", r"\1may not "),
    (NAME + r"must ", r"\1may not "),
    (NAME + r"need not ", r"\1must "),
    (NAME + r"not (\w+\()", r"\1\2"),
    (NAME + r"(\w+\([^)]*\) when )", r"\1not \2"),
)


def _verbs_turned(place: _Place, files: Mapping[str, str]) -> Iterator[Mutant]:
    """`may` for `may not`, `not P` for `P`; a full definition (`means`) has no verb to turn."""
    lines = _lines(files, place.location)
    text = lines[place.location.line - 1] if lines else ""
    for pattern, by in TURNED:
        if re.match(pattern, text):
            yield from _with_line(Defect.VERB_TURNED, place, files, re.sub(pattern, by, text, count=1))
            return


# ---- a rule twice, with another value --------------------------------------------------------------------------------------------------


def _rules_twice(program: p.Program, files: Mapping[str, str]) -> Iterator[Mutant]:
    """A case at the end of the book says the same as a rule of one line, with another value: the next number or name, the opposite."""
    for rule in program.rules:
        if rule.location is None or rule.verb is TableVerb.LOOK_UP or rule.label or rule.location.line != rule.location.end_line:
            continue
        if rule.scope != Scope() or "." not in rule.id or rule.source != program.sources[0]:
            continue  # it has to be a rule of the same standing as the one that it repeats
        lines = _lines(files, rule.location)
        other = None if lines is None else _other_value(program, rule, lines[rule.location.line - 1].strip())
        if other is None:
            continue
        added = f'chapter 99.0 "Said again"\n\ncase {ADDED_CASE} "Said again"\n  {other}\n'
        place = frozenset({rule.id, f"{ADDED_CASE}.1"})
        yield Mutant(Defect.RULE_TWICE, place, frozenset({ADDED_CASE}), ADDED, 4, rule.says, other, {**files, ADDED: added})


def _other_value(program: p.Program, rule: p.Rule, text: str) -> str | None:
    """The rule's line with another value; None where its value is no plain number, name or verb."""
    text = re.sub(r"^\w+: |\s+@.*$", "", text)
    for pattern, by in TURNED:
        if rule.verb not in (Verb.IS, Verb.ADD, Verb.TAKE, Verb.AT_MOST, Verb.AT_LEAST) and re.match(pattern, text):
            return re.sub(pattern, by, text, count=1)
    if not isinstance(rule.effect, terms.Const):
        return None
    kind, value = program.questions[rule.question].type, rule.effect.value
    if isinstance(kind, Numeric) and isinstance(value, int):
        further = value + 1 if kind.high is None or value < kind.high else value - 1
        return re.sub(rf"\b{value}\b", str(further), text, count=1)
    if isinstance(kind, Enumerated) and isinstance(value, str):
        values = program.enums[kind.name].values
        return text.replace(f" is {value}", f" is {values[(values.index(value) + 1) % len(values)]}", 1)
    return None


# ---- a row is lost ---------------------------------------------------------------------------------------------------------------------


def _rows_lost(table: p.Table, files: Mapping[str, str]) -> Iterator[Mutant]:
    for row in table.rows:
        if row.location is not None and len(table.rows) > 1:
            place = _Place(row.location, frozenset({table.id}), frozenset({table.case}))
            yield from _with_line(Defect.ROW_LOST, place, files, None)


# ---- text ------------------------------------------------------------------------------------------------------------------------------


def _lines(files: Mapping[str, str], location: Location) -> list[str] | None:
    """The lines of the file that a place is in; None if it is in no file of the book."""
    text = files.get(_name(location))
    return None if text is None else text.split("\n")


def _name(location: Location) -> str:
    return location.path.rsplit("/", 1)[-1]


def _with_line(kind: Defect, place: _Place, files: Mapping[str, str], by: str | None) -> Iterable[Mutant]:
    """The mutant whose line is another, or (None) is gone; none where the file is not to be had or nothing changes."""
    lines = _lines(files, place.location)
    if lines is None:
        return ()
    at, end = place.location.line - 1, place.location.line if by is not None else place.location.end_line
    was = "\n".join(lines[at:end])
    if by == was:
        return ()
    after = [*lines[:at], *([] if by is None else [by]), *lines[end:]]
    name = _name(place.location)
    changed = {**files, name: "\n".join(after)}
    return (Mutant(kind, place.rules, place.cases, name, at + 1, was.strip(), (by or "").strip(), changed),)
