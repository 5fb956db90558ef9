"""Where every name of a book is declared and used, from its syntax tree: what go to definition, references and rename read.

A name is looked for in the place of the node that has it, so that no word of a text is taken for a name. What a bare word means (a
variable, a fact, a value) and whose field a field is follows from declarations as in the passes; where they leave it open, the name is
known by its word alone, and `rename` holds the result against the meaning.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from rulewright.base.keywords import FactKind
from rulewright.base.records import record
from rulewright.base.source import Location, Place, Span
from rulewright.rulebook.case_numbers import ancestors
from rulewright.rulebook.prose import references, terms
from rulewright.semantics.measures import singulars
from rulewright.syntax import nodes
from rulewright.syntax.traversal import children, descendants


class NameKind(StrEnum):
    """What a name is the name of. A field is known as `unit.arm`, a value as `weather.mud`, a rule by its address."""

    FACT = "fact"
    FIELD = "field"
    QUESTION = "question"
    KIND = "kind"
    VALUE = "value"
    MEASURE = "measure"
    CASE = "case"
    RULE = "rule"
    CHOICE = "choice"
    OPTION = "option"
    SOURCE = "source"
    EDITION = "edition"
    GAME = "game"
    BACKGROUND = "background"
    TERM = "term"
    THING = "thing"
    STAGE = "stage"


@record
class Name:
    """A thing with a name. `home` tells those apart that have one name: the statement of a variable, the question of a stage."""

    kind: NameKind
    text: str
    home: str = ""

    @property
    def word(self) -> str:
        """The word that is written for it: the last of its parts, for one that is known by several."""
        parted = self.kind in (NameKind.FIELD, NameKind.VALUE, NameKind.RULE, NameKind.CHOICE)
        return self.text.rpartition(".")[2] if parted else self.text


@record
class Use:
    """A name where it is written; `declares` where it is given to what it names."""

    name: Name
    at: Location
    declares: bool = False


class Names:
    """All uses of all names, by file and by name."""

    def __init__(self, of_blocks: Iterable[tuple[Use, ...]], declared: Declared) -> None:
        self.declared = declared
        self._files: dict[str, list[Use]] = defaultdict(list)
        for uses in of_blocks:
            if uses:  # a block is of one file
                self._files[uses[0].at.path].extend(uses)

    @cached_property
    def _of(self) -> dict[Name, list[Use]]:
        """The uses of each name."""
        found: dict[Name, list[Use]] = defaultdict(list)
        for uses in self._files.values():
            for use in uses:
                found[use.name].append(use)
        return found

    def at(self, path: str, line: int, column: int) -> Use | None:
        """The name at a place or right before it, the shortest where several are there."""
        there = [use for use in self._files.get(path, ()) if use.at.line == line and use.at.column <= column <= use.at.end_column]
        return min(there, key=lambda use: (use.at.end_column - use.at.column, column == use.at.end_column), default=None)

    def uses(self, name: Name) -> list[Use]:
        """Every place of a name, by file and line."""
        return sorted(self._of.get(name, ()), key=lambda use: use.at)

    def declarations(self, name: Name) -> list[Use]:
        return [use for use in self.uses(name) if use.declares]

    def of_file(self, path: str) -> list[Use]:
        """The uses in a file, in its order."""
        return sorted(self._files.get(path, ()), key=lambda use: (use.at.line, use.at.column, use.at.end_line, use.at.end_column))

    def all(self) -> Iterator[tuple[Name, list[Use]]]:
        yield from self._of.items()


OF_WORDS = ("owners", "results", "params", "groups", "values")
"""What of the declarations of a book says what one word means, by the word; what facts there are says it too."""

OF_ALL = ("records", "cases", "terms")
"""What of them bears on words that are written otherwise: plurals, rules of a case, spellings of a number or a term."""


@dataclass
class Declared:
    """What a book declares, by name: what is needed to know what a word means."""

    records: dict[str, dict[str, nodes.TypeExpr]] = field(default_factory=dict)
    owners: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    results: dict[str, nodes.TypeExpr | None] = field(default_factory=dict)
    params: dict[str, tuple[nodes.Param, ...]] = field(default_factory=dict)
    facts: set[str] = field(default_factory=set)
    groups: dict[str, str] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    cases: set[str] = field(default_factory=set)
    backgrounds: dict[str, nodes.Background] = field(default_factory=dict)
    users: dict[str, list[nodes.Node]] = field(default_factory=lambda: defaultdict(list))
    """By background: the examples and backgrounds that take it up."""
    terms: dict[str, Name] = field(default_factory=dict)
    declarations: dict[Name, tuple[nodes.Node, Place]] = field(default_factory=dict)

    def changed(self, other: Declared) -> set[str] | None:
        """The words that may mean something else than under other declarations; None where any may."""
        if any(getattr(self, part) != getattr(other, part) for part in OF_ALL):
            return None
        found = self.facts ^ other.facts
        for mine, others in ((getattr(self, part), getattr(other, part)) for part in OF_WORDS):
            found |= {word for word in mine.keys() | others.keys() if mine.get(word) != others.get(word)}
        return found

    def kind_of(self, written: nodes.TypeExpr | None) -> str | None:
        """The kind of thing, or the enum, that a type is."""
        return written.name if isinstance(written, nodes.Named) else None

    def record_of(self, word: str) -> str | None:
        """A kind of thing by its name or plural."""
        return next((form for form in singulars(word) if form in self.records), None)

    def called(self, name: str) -> Name | None:
        """The fact or question of that name."""
        if name in self.facts:
            return Name(NameKind.FACT, name)
        return Name(NameKind.QUESTION, name) if name in self.params else None

    def field_name(self, name: str, owner: str | None) -> Name:
        """The field of that name, of that kind of thing if it is known, else of the only one that has it."""
        owners = self.owners.get(name, [])
        whose = owner if owner in owners else owners[0] if len(owners) == 1 else None
        if whose is not None and name not in self.records.get(whose, {}) and name in self.facts:
            return Name(NameKind.FACT, name)  # a status is a fact of its own
        return Name(NameKind.FIELD, f"{whose or '?'}.{name}")

    def value_name(self, name: str, enum: str | None) -> Name | None:
        """The value of that name, of that enum if it is known, else of the only one that has it."""
        owners = self.values.get(name, [])
        if not owners:
            return None
        return Name(NameKind.VALUE, f"{enum if enum in owners else owners[0] if len(owners) == 1 else '?'}.{name}")

    def case_of(self, address: str) -> str | None:
        """The case, ruling or reading in which an address is."""
        return address if address in self.cases else next((up for up in ancestors(address) if up in self.cases), None)


class Remembered:
    """The names of a folder that is read again and again: a keystroke changes those of one block, and of those that name what it declares.

    What a word means depends on the declarations of the whole book, and of a thing in an example on the backgrounds that it takes up.
    """

    def __init__(self) -> None:
        self._declared = Declared()
        self._uses: dict[Place, tuple[str, tuple[Use, ...]]] = {}

    def names(self, blocks: Iterable[nodes.Placed], texts: Mapping[tuple[str, int], str]) -> Names:
        """The names of the folder as it is now; `texts` has each block's by its file and first line."""
        every = [(placed, texts.get((placed.place.path, placed.place.first_line), "")) for placed in blocks]
        declared = _declared(placed for placed, _ in every)
        changed = declared.changed(self._declared)
        touched = _touched(every, declared, self._declared, changed or set())
        before, self._uses, self._declared = ({} if changed is None else self._uses), {}, declared
        for placed, text in every:
            known = before.get(placed.place)
            if known is None or known[0] != text or placed.place in touched:
                known = text, tuple(dict.fromkeys(_Block(declared, placed, text).uses()))
            self._uses[placed.place] = known
        return Names((uses for _, uses in self._uses.values()), declared)


def _touched(every: list[tuple[nodes.Placed, str]], now: Declared, before: Declared, changed: set[str]) -> set[Place]:
    """The blocks in which a word may mean something else: those that have one of the words that changed, or that take up a background
    that has. What a background speaks of depends on the blocks that take it up, too."""
    words = changed | {
        name for name in now.backgrounds.keys() | before.backgrounds.keys() if _other(name, now.backgrounds, before.backgrounds)
    }
    backgrounds = [(one.block.name, one.place, text) for one, text in every if isinstance(one.block, nodes.Background)]
    while more := {name for name, _, text in backgrounds if name not in words and _has(words, text)}:
        words |= more
    users = [(one.place, text) for one, text in every if _has(words, text)] if words else []
    found = {place for place, _ in users}
    taken_up = {name for name, _, _ in backgrounds if _other(name, now.users, before.users) or any(_has({name}, text) for _, text in users)}
    return found | {place for name, place, _ in backgrounds if name in taken_up}


def _other(name: str, now: Mapping[str, object], before: Mapping[str, object]) -> bool:
    return now.get(name) != before.get(name)


def _has(words: set[str], text: str) -> bool:
    """Whether a text has one of some words."""
    return bool(words) and re.search(rf"\b(?:{'|'.join(map(re.escape, sorted(words)))})\b", text) is not None


def _declared(blocks: Iterable[nodes.Placed]) -> Declared:
    found = Declared()
    for placed in blocks:
        block, place = placed.block, placed.place
        _declare(found, block, place)
        if isinstance(block, nodes.ClauseBlock):
            for line in block.body:
                if isinstance(line, nodes.Example | nodes.Background):
                    for name in line.backgrounds:
                        found.users[name].append(line)
                if isinstance(line, nodes.Table):
                    found.params.setdefault(line.name, line.params)
                    found.results.setdefault(line.name, line.type)
                    found.declarations.setdefault(Name(NameKind.QUESTION, line.name), (line, place))
    return found


def _declare(found: Declared, block: nodes.Block, place: Place) -> None:
    match block:
        case nodes.Record():
            found.records[block.name] = {one.name: one.type for one in block.fields}
            found.declarations.setdefault(Name(NameKind.KIND, block.name), (block, place))
            for one in block.fields:
                found.owners[one.name].append(block.name)
                found.declarations.setdefault(Name(NameKind.FIELD, f"{block.name}.{one.name}"), (one, place))
        case nodes.Fact():
            found.facts.add(block.name)
            found.params[block.name], found.results[block.name] = block.params, block.type
            found.declarations.setdefault(Name(NameKind.FACT, block.name), (block, place))
            if block.kind is FactKind.STATUS and block.params:
                found.owners[block.name].append(found.kind_of(block.params[0].type) or "")
        case nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
            found.params[block.name] = block.params
            found.results[block.name] = block.type if isinstance(block, nodes.Value) else None
            found.declarations.setdefault(Name(NameKind.QUESTION, block.name), (block, place))
            if isinstance(block, nodes.Group):
                found.groups[block.name] = block.type_name
        case nodes.Enum() | nodes.Scale():
            found.declarations.setdefault(Name(NameKind.KIND, block.name), (block, place))
            for value in block.values:
                found.values[value.name].append(block.name)
                found.declarations.setdefault(Name(NameKind.VALUE, f"{block.name}.{value.name}"), (value, place))
        case nodes.Class() | nodes.Map():
            found.declarations.setdefault(Name(NameKind.KIND, block.name), (block, place))
        case nodes.Measure():
            found.declarations.setdefault(Name(NameKind.MEASURE, block.name), (block, place))
        case nodes.Term():
            found.declarations.setdefault(Name(NameKind.TERM, block.name), (block, place))
            for word in (block.name, *block.also):
                found.terms.setdefault(word.casefold(), Name(NameKind.TERM, block.name))
        case nodes.Option():
            found.declarations.setdefault(Name(NameKind.OPTION, block.name), (block, place))
        case nodes.Case() | nodes.Ruling() | nodes.Scenario():
            found.cases.add(block.number)
        case nodes.Reading():
            found.cases.add(block.name)
        case nodes.Background():
            found.backgrounds.setdefault(block.name, block)
            for name in block.backgrounds:
                found.users[name].append(block)
        case _:  # open: other blocks declare nothing that conditions name
            pass


_SAID = re.compile(r'"[^"]*"|“[^”]*”|#[^\n]*')


class _Block:
    """The uses in one block."""

    def __init__(self, declared: Declared, placed: nodes.Placed, text: str) -> None:
        self.known, self.block, self.place = declared, placed.block, placed.place
        self.raw = text.split("\n")
        self.code = _SAID.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text).split("\n")
        self.kinds: dict[str, str] = {}
        self.things: dict[str, Name] = {}
        self.stages_of = ""

    # ---- places --------------------------------------------------------------------------------------------------------------------

    def spots(self, span: Span, word: str, lines: list[str] | None = None) -> Iterator[Location]:
        """Where a word is written as code, or in `lines`, within the place of a node."""
        lines = lines or self.code
        whole = re.compile(rf"(?<![\w.]){re.escape(word)}(?!\w)") if "." in word else re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
        for number in range(span.line, min(span.end_line, len(lines)) + 1):
            line = lines[number - 1]
            start = span.column - 1 if number == span.line else 0
            end = span.end_column - 1 if number == span.end_line else len(line)
            for found in whole.finditer(line, start, max(end, start)):
                yield self.place.at(Span(number, found.start() + 1, number, found.end() + 1))

    def use(self, name: Name | None, span: Span, *, declares: bool = False, last: bool = False) -> Iterator[Use]:
        """The first place, or the last, of a name's word within the place of a node."""
        if name is not None:
            found = list(self.spots(span, name.word))
            if found:
                yield Use(name, found[-1 if last else 0], declares)

    # ---- blocks --------------------------------------------------------------------------------------------------------------------

    def uses(self) -> Iterator[Use]:
        block = self.block
        match block:
            case nodes.Case() | nodes.Ruling() | nodes.Scenario():
                yield from self.use(Name(NameKind.CASE, block.number), block.span, declares=True)
            case nodes.Reading():
                yield from self.use(Name(NameKind.CASE, block.name), block.span, declares=True)
            case _:  # open: other blocks have no number
                pass
        if isinstance(block, nodes.ClauseBlock):
            for one in children(block):
                yield from self.statement(one)
            yield from self._source(block)
        else:
            yield from self.statement(block)

    def _source(self, block: nodes.ClauseBlock) -> Iterator[Use]:
        if block.source is not None:
            yield from self.use(Name(NameKind.SOURCE, block.source), block.span, last=True)

    @staticmethod
    def _whole(block: nodes.Node) -> Span:
        """The place of a node with all below it."""
        end = max((node.span for node in descendants(block)), key=lambda span: (span.end_line, span.end_column))
        return Span(block.span.line, block.span.column, end.end_line, end.end_column)

    def statement(self, node: nodes.Node) -> Iterator[Use]:
        """One line of a case, or a block that is no case, with all below it: what its variables are holds in it alone."""
        if isinstance(node, nodes.ReadingChoice):
            block = self.block
            name = f"{block.name if isinstance(block, nodes.Reading) else ''}.{node.name}"
            yield from self.use(Name(NameKind.CHOICE, name), node.span, declares=True)
            for one in children(node):
                yield from self.statement(one)
            return
        if isinstance(node, nodes.Chapter):
            for one in children(node):
                yield from self.statement(one)
            return
        self.kinds, self.things = {}, {}
        home = f"{self.place.path}:{self.place.first_line + node.span.line - 1}"
        self._bind(node, home)
        yield from self.walk(node, None)

    def _bind(self, top: nodes.Node, home: str) -> None:
        """The variables of a statement with their kinds, as far as declarations tell."""
        for node in descendants(top):
            match node:
                case nodes.Rule():
                    for head in node.heads:
                        if isinstance(head, nodes.Call):
                            self._bind_head(head, home)
                        elif isinstance(head.of, nodes.Call):
                            self._variable(head.of.name, self._only_owner(head.name), home)
                case nodes.NotHeld():
                    for call in node.bears_on:
                        self._bind_head(call, home)
                case nodes.Param():
                    self._variable(node.name, self.known.kind_of(node.type), home)
                case nodes.Binder():
                    kind = self.known.record_of(node.type_name) if node.type_name else self._member_of(node.among)
                    self._variable(node.variable, kind, home)
                case nodes.Group():
                    self._variable(node.variable, self.known.record_of(node.type_name), home)
                case nodes.Example() | nodes.Background():
                    for thing, kind in node.world:
                        self._variable(thing, kind, home)
                case _:  # open: other nodes bind nothing
                    pass
        if isinstance(top, nodes.Example | nodes.Background | nodes.Chapter | nodes.Relation | nodes.DoesNotMatter):
            self._infer(top, home)

    def _variable(self, name: str, kind: str | None, home: str) -> None:
        if kind is not None or name not in self.things:
            self.kinds[name] = kind or self.kinds.get(name, "")
        self.things[name] = Name(NameKind.THING, name, home)

    def _bind_head(self, head: nodes.Call, home: str) -> None:
        for arg, param in zip(head.args, self.known.params.get(head.name, ()), strict=False):
            kind = self.known.kind_of(param.type)
            if isinstance(arg, nodes.Call) and not arg.args and kind not in self.known.values.get(arg.name, []):
                self._variable(arg.name, kind, home)

    def _only_owner(self, name: str) -> str | None:
        owners = self.known.owners.get(name, [])
        return owners[0] if len(owners) == 1 else None

    def _member_of(self, among: nodes.Expr | None) -> str | None:
        """The kind of the members of a group."""
        return self.known.record_of(self.known.groups.get(among.name, "")) if isinstance(among, nodes.Call) else None

    def _infer(self, top: nodes.Node, home: str) -> None:
        """Things that are not declared: what is a bare word and nothing that the book declares, by all that is said of it.

        An example speaks of the things of its backgrounds too.
        """
        users = self.known.users.get(top.name, ()) if isinstance(top, nodes.Background) and top.name else ()
        around = [top, *self._backgrounds(top), *users]
        for thing, kinds in self._kinds_by_fields(around).items():
            if len(kinds) == 1 and not self.kinds.get(thing):
                self._variable(thing, next(iter(kinds)), home)
        for _ in range(2):
            for node in (one for each in around for one in descendants(each)):
                if isinstance(node, nodes.Call):
                    for arg, param in zip(node.args, self.known.params.get(node.name, ()), strict=False):
                        self._thing(arg, self.known.kind_of(param.type), home)
                elif isinstance(node, nodes.Field):
                    self._thing(node.of, self._only_owner(node.name), home)
                elif isinstance(node, nodes.Compare):
                    self._thing(node.right, self.kind(node.left), home)
                    self._thing(node.left, self.kind(node.right), home)

    def _backgrounds(self, top: nodes.Node) -> Iterator[nodes.Background]:
        """What the examples of a case, or this one, take for granted."""
        waiting = [top] if isinstance(top, nodes.Example | nodes.Background) else []
        waiting += [one for one in children(self.block) if isinstance(one, nodes.Background) and one is not top]
        seen: set[int] = set()
        while waiting:
            node = waiting.pop()
            if not isinstance(node, nodes.Example | nodes.Background) or id(node) in seen:
                continue
            seen.add(id(node))
            waiting.extend(self.known.backgrounds[name] for name in node.backgrounds if name in self.known.backgrounds)
            if isinstance(node, nodes.Background) and node is not top:
                yield node

    def _kinds_by_fields(self, around: Iterable[nodes.Node]) -> dict[str, set[str]]:
        """Of each bare word with fields, the kinds of things that have them all."""
        found: dict[str, set[str]] = {}
        for node in (one for each in around for one in descendants(each)):
            if isinstance(node, nodes.Field) and isinstance(node.of, nodes.Call) and not node.of.args:
                owners = set(self.known.owners.get(node.name, ()))
                found[node.of.name] = found.get(node.of.name, owners) & owners
        return {name: kinds for name, kinds in found.items() if self.known.called(name) is None}

    def _thing(self, node: nodes.Expr, kind: str | None, home: str) -> None:
        if not isinstance(node, nodes.Call) or node.args or self.known.called(node.name) is not None:
            return
        enums = self.known.values.get(node.name, [])
        if kind not in enums and (kind in self.known.records or not enums):
            self._variable(node.name, kind, home)

    def kind(self, node: nodes.Expr) -> str | None:
        """The kind of thing, or the enum, of an expression."""
        match node:
            case nodes.Call():
                if not node.args and node.name in self.kinds:
                    return self.kinds[node.name] or None
                return self.known.kind_of(self.known.results.get(node.name))
            case nodes.Field():
                owner = self.kind(node.of)
                fields = self.known.records.get(owner or self._only_owner(node.name) or "", {})
                return self.known.kind_of(fields.get(node.name))
            case nodes.UpTo() | nodes.AsIf() | nodes.Rounded():
                return self.kind(node.of)
            case _:  # open: other expressions are no things
                return None

    # ---- nodes ---------------------------------------------------------------------------------------------------------------------

    def walk(self, node: nodes.Node, expected: str | None) -> Iterator[Use]:
        """The names in a node and below it; `expected` is the enum or kind that a bare word is of, where that is known."""
        yield from self.own(node, expected)
        for child, wanted in self._below(node):
            yield from self.walk(child, wanted)

    def _below(self, node: nodes.Node) -> Iterator[tuple[nodes.Node, str | None]]:
        """The nodes below one, each with what is expected there."""
        match node:
            case nodes.Compare():
                yield node.left, self.kind(node.right)
                yield node.right, self.kind(node.left)
            case nodes.In():
                yield node.of, None
                for member in node.members:
                    yield from ((part, self.kind(node.of)) for part in children(member))
            case nodes.Call():
                kinds = [self.known.kind_of(param.type) for param in self.known.params.get(node.name, ())]
                yield from zip(node.args, [*kinds, *[None] * len(node.args)], strict=False)
            case nodes.Rule():
                kind = self.kind(node.heads[0])
                yield from ((child, kind if child is node.effect else None) for child in children(node))
            case _:  # open: other nodes expect nothing of what is below them
                yield from ((child, None) for child in children(node))

    def own(self, node: nodes.Node, expected: str | None) -> Iterator[Use]:
        """The names that a node has itself."""
        match node:
            case nodes.Call():
                yield from self.use(self._meant(node, expected), node.span)
            case nodes.Field():
                yield from self.use(self.known.field_name(node.name, self.kind(node.of)), node.span, last=True)
            case nodes.Quoted():
                pass
            case nodes.Number():
                if node.unit:
                    yield from self.use(Name(NameKind.MEASURE, node.unit), node.span, last=True)
            case nodes.CaseRef():
                yield from self.address(node.number, node.span)
            case nodes.Prose() | nodes.Commentary() | nodes.Step() | nodes.AsksQuestion() | nodes.Answers() | nodes.Component():
                yield from self.prose(node.text, node.span)
            case nodes.Named():
                yield from self.use(Name(NameKind.KIND, node.name), node.span)
            case nodes.Range():
                if node.unit:
                    yield from self.use(Name(NameKind.MEASURE, node.unit), node.span)
            case nodes.Param():
                yield from self.use(self.things.get(node.name), node.span, declares=True)
            case nodes.Binder():
                yield from self.use(self.things.get(node.variable), node.span, declares=True)
                if node.type_name and (kind := self.known.record_of(node.type_name)):
                    yield from self._plural(kind, node.type_name, node.span)
            case nodes.Rule() | nodes.NotHeld() | nodes.Relation() | nodes.DoesNotMatter():
                yield from self._line(node)
            case nodes.UpTo():
                yield from self.use(Name(NameKind.STAGE, node.stage, _question(node.of)), node.span, last=True)
            case nodes.Table():
                yield from self.use(Name(NameKind.QUESTION, node.name), node.span, declares=True)
                yield from self._cells(node)
            case nodes.Example() | nodes.Background():
                yield from self._situation(node)
            case nodes.InOption():
                yield from self.use(Name(NameKind.OPTION, node.name), node.span, last=True)
            case nodes.InScenario():
                yield from self.use(Name(NameKind.CASE, node.number), node.span)
            case nodes.Settles():
                yield from self.use(Name(NameKind.CASE, node.reading), node.span)
                yield from self.use(Name(NameKind.CHOICE, f"{node.reading}.{node.choice}"), node.span, last=True)
            case nodes.Then():
                if node.reading:
                    yield from self.use(Name(NameKind.CASE, node.reading), node.span, last=True)
            case _:  # open: what is not used is declared, or has no name
                yield from self.declaration(node)

    def _meant(self, node: nodes.Call, expected: str | None) -> Name | None:
        """What a word means: a variable, a value of what is expected, a fact, a question, any value, in this order."""
        if not node.args:
            if node.name in self.things:
                return self.things[node.name]
            if expected in self.known.values.get(node.name, []):
                return Name(NameKind.VALUE, f"{expected}.{node.name}")
        return self.known.called(node.name) or (None if node.args else self.known.value_name(node.name, expected))

    def _cells(self, table: nodes.Table) -> Iterator[Use]:
        """The values in the rows of a table: of the kinds of its parameters, or of its own."""
        kinds = [kind for one in table.params if (kind := self.known.kind_of(one.type))] + [self.known.kind_of(table.type)]
        for cell in (one for row in table.rows for one in row.cells):
            for word in dict.fromkeys(re.findall(r"\w+", cell.text)):
                enums = self.known.values.get(word, [])
                enum = next((kind for kind in kinds if kind in enums), None)
                if enum is not None:
                    for at in self.spots(cell.span, word, self.raw):
                        yield Use(Name(NameKind.VALUE, f"{enum}.{word}"), at)

    def _plural(self, kind: str, word: str, span: Span) -> Iterator[Use]:
        """A kind of thing where its name or its plural is written."""
        for at in list(self.spots(span, word))[:1]:
            end = at.column + len(kind) if word.startswith(kind) else at.end_column
            yield Use(Name(NameKind.KIND, kind), Location(at.path, at.line, at.column, at.line, end))

    def _line(self, node: nodes.Rule | nodes.NotHeld | nodes.Relation | nodes.DoesNotMatter) -> Iterator[Use]:
        """A line that may have a name of its own, and the stage that it speaks at."""
        if node.name is not None:
            case = self._number()
            if case:
                yield from self.use(Name(NameKind.RULE, f"{case}.{node.name}"), node.span, declares=True)
        if isinstance(node, nodes.Rule) and node.stage is not None:
            yield from self.use(Name(NameKind.STAGE, node.stage, node.heads[0].name), node.span)

    def _number(self) -> str:
        """The case in which a line of this block has its address."""
        match self.block:
            case nodes.Case() | nodes.Ruling() | nodes.Scenario():
                return self.block.number
            case nodes.Reading():
                return self.block.name
            case nodes.Amendment():
                return self.block.targets[0].number if self.block.targets else ""
            case _:  # open: other blocks have no addresses
                return ""

    def _lines_of(self, node: nodes.Node) -> Span:
        """The lines of an example or background: from its head to what comes next in its block."""
        later = [one.span.line for one in children(self.block) if one.span.line > node.span.line]
        end = min(later, default=len(self.code) + 1) - 1 if node is not self.block else len(self.code)
        return Span(node.span.line, node.span.column, end, len(self.code[end - 1]) + 1)

    def _situation(self, node: nodes.Example | nodes.Background) -> Iterator[Use]:
        span = self._lines_of(node)
        for thing, kind in node.world:
            yield from self.use(self.things.get(thing), span, declares=True)
            yield from self.use(Name(NameKind.KIND, kind), span)
        for option in node.options:
            yield from self.use(Name(NameKind.OPTION, option), span)
        for reading, choice in node.readings:
            yield from self.use(Name(NameKind.CASE, reading), span)
            yield from self.use(Name(NameKind.CHOICE, f"{reading}.{choice}"), span)
        for name in node.backgrounds:
            yield from self.use(Name(NameKind.BACKGROUND, name), span, last=True)
        if node.scenario:
            yield from self.use(Name(NameKind.CASE, node.scenario), span)
        if isinstance(node, nodes.Background) and node.name:
            yield from self.use(Name(NameKind.BACKGROUND, node.name), node.span, declares=True)
        if isinstance(node, nodes.Example) and node.edition:
            yield from self.use(Name(NameKind.EDITION, node.edition), span)

    def declaration(self, node: nodes.Node) -> Iterator[Use]:
        """The name that a declaration gives."""
        match node:
            case nodes.Fact():
                yield from self.use(Name(NameKind.FACT, node.name), node.span, declares=True)
            case nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
                yield from self.use(Name(NameKind.QUESTION, node.name), node.span, declares=True)
                if isinstance(node, nodes.Group) and (kind := self.known.record_of(node.type_name)):
                    yield from self._plural(kind, node.type_name, node.span)
            case nodes.Stage():
                block = self.block
                home = block.name if isinstance(block, nodes.Value) else ""
                yield from self.use(Name(NameKind.STAGE, node.name, home), node.span, declares=True)
            case nodes.Record() | nodes.Enum() | nodes.Scale() | nodes.Class() | nodes.Map():
                yield from self.use(Name(NameKind.KIND, node.name), node.span, declares=True)
                if isinstance(node, nodes.Class):
                    for member in node.members:
                        yield from self.use(self.known.value_name(member, None) or Name(NameKind.KIND, member), node.span)
            case nodes.FieldDecl():
                owner = self.block.name if isinstance(self.block, nodes.Record) else "?"
                yield from self.use(Name(NameKind.FIELD, f"{owner}.{node.name}"), node.span, declares=True)
            case nodes.EnumValue():
                if isinstance(self.block, nodes.Enum | nodes.Scale):
                    yield from self.use(Name(NameKind.VALUE, f"{self.block.name}.{node.name}"), node.span, declares=True)
            case nodes.Measure():
                yield from self.use(Name(NameKind.MEASURE, node.name), node.span, declares=True)
            case nodes.Option():
                yield from self.use(Name(NameKind.OPTION, node.name), node.span, declares=True)
            case nodes.SourceDecl():
                yield from self.use(Name(NameKind.SOURCE, node.name), node.span, declares=True)
            case nodes.Edition():
                yield from self.use(Name(NameKind.EDITION, node.name), node.span, declares=True)
            case nodes.Term():
                for at in list(self.spots(node.span, node.name, self.raw))[:1]:
                    yield Use(Name(NameKind.TERM, node.name), at, True)
            case _:  # open: other nodes have no name
                pass

    # ---- cases ---------------------------------------------------------------------------------------------------------------------

    def address(self, number: str, span: Span, lines: list[str] | None = None) -> Iterator[Use]:
        """A case's number, or an address in a case: the case is one name, the rule in it another."""
        case = self.known.case_of(number)
        if case is None:
            return
        for at in self.spots(span, number, lines):
            yield Use(Name(NameKind.CASE, case), Location(at.path, at.line, at.column, at.line, at.column + len(case)))
            rest = number[len(case) + 1 :].partition(".")[0]
            if rest:
                start = at.column + len(case) + 1
                kind = NameKind.CHOICE if self._is_reading(case) else NameKind.RULE
                yield Use(Name(kind, f"{case}.{rest}"), Location(at.path, at.line, start, at.line, start + len(rest)))

    def _is_reading(self, case: str) -> bool:
        return not any(sign.isdigit() for sign in case[:1]) and "." not in case

    def prose(self, text: str, span: Span) -> Iterator[Use]:
        """The cases and terms that a text names."""
        for number in dict.fromkeys(one for found in references(text, self.known.cases) for one in (found.number, found.last) if one):
            yield from self.address(number, span, self.raw)
        for term in terms(text, self.known.cases):
            name = self._term(term.name)
            for at in self.spots(span, term.name, self.raw) if name else ():
                if self.raw[at.line - self.place.first_line][at.column - 2 : at.column - 1] == "[":
                    assert name is not None
                    yield Use(name, at)

    def _term(self, word: str) -> Name | None:
        return self.known.terms.get(word.casefold())


def _question(node: nodes.Expr) -> str:
    """The question of whose stages an expression speaks."""
    return node.name if isinstance(node, nodes.Call) else ""
