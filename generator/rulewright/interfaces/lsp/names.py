"""An index of the names of a book, from its syntax tree: declarations and uses, for go to definition, references and rename.

A name is located within the span of its node, so that a word of prose is never taken for a name. The meaning of a bare word (a variable,
a fact, a value) and the owner of a field follow from declarations as in the passes; if they are ambiguous, the name is known by its word
alone, and `rename` refuses what could change the meaning.
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
from rulewright.rulebook.case_numbers import enclosing_address
from rulewright.rulebook.prose import find_references, find_terms
from rulewright.semantics.measures import singulars
from rulewright.syntax import nodes
from rulewright.syntax.traversal import children, descendants


class NameKind(StrEnum):
    """A kind of named thing. The text of a field is `unit.arm`, of a value `weather.mud`, of a rule its address."""

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
    """A named thing. `home` tells things with the same name apart: the statement of a variable, the question of a stage."""

    kind: NameKind
    text: str
    home: str = ""

    @property
    def word(self) -> str:
        """The word that is written for it: the last component of a compound text."""
        is_compound = self.kind in (NameKind.FIELD, NameKind.VALUE, NameKind.RULE, NameKind.CHOICE)
        return self.text.rpartition(".")[2] if is_compound else self.text


@record
class Use:
    """An occurrence of a name; `declares` is True where it is declared."""

    name: Name
    location: Location
    declares: bool = False


class Names:
    """The uses of all names, by file and by name."""

    def __init__(self, of_blocks: Iterable[tuple[Use, ...]], declared: DeclarationTable) -> None:
        self.declared = declared
        self._files: dict[str, list[Use]] = defaultdict(list)
        for uses in of_blocks:
            if uses:  # a block is in one file
                self._files[uses[0].location.path].extend(uses)

    @cached_property
    def _uses_by_name(self) -> dict[Name, list[Use]]:
        """The uses of each name."""
        uses_by_name: dict[Name, list[Use]] = defaultdict(list)
        for uses in self._files.values():
            for use in uses:
                uses_by_name[use.name].append(use)
        return uses_by_name

    def use_at(self, path: str, line: int, column: int) -> Use | None:
        """Return the use at or right before a position, the shortest of several; None if there is none."""
        candidates = [
            use
            for use in self._files.get(path, ())
            if use.location.line == line and use.location.column <= column <= use.location.end_column
        ]
        return min(
            candidates, key=lambda use: (use.location.end_column - use.location.column, column == use.location.end_column), default=None
        )

    def uses(self, name: Name) -> list[Use]:
        """Return the uses of a name, by file and line."""
        return sorted(self._uses_by_name.get(name, ()), key=lambda use: use.location)

    def declarations(self, name: Name) -> list[Use]:
        return [use for use in self.uses(name) if use.declares]

    def of_file(self, path: str) -> list[Use]:
        """Return the uses in a file, in its order."""
        return sorted(
            self._files.get(path, ()),
            key=lambda use: (use.location.line, use.location.column, use.location.end_line, use.location.end_column),
        )

    def uses_by_name(self) -> Iterator[tuple[Name, list[Use]]]:
        yield from self._uses_by_name.items()


WORD_TABLES = ("owners", "results", "params", "groups", "values")
"""The fields of `DeclarationTable` that give the meaning of one word, by the word; `facts` does so, too."""

GLOBAL_TABLES = ("records", "cases", "terms")
"""The fields that affect words in other forms: plurals, rules of a case, spellings of a number or a term."""


@dataclass
class DeclarationTable:
    """The declarations of a book by name, as far as the meaning of a word depends on them."""

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
    """The examples and backgrounds that include a background, by its name."""
    terms: dict[str, Name] = field(default_factory=dict)
    declarations: dict[Name, tuple[nodes.Node, Place]] = field(default_factory=dict)

    def changed_words(self, other: DeclarationTable) -> set[str] | None:
        """Return the words whose meaning may differ from that under `other`; None if any may."""
        if any(getattr(self, part) != getattr(other, part) for part in GLOBAL_TABLES):
            return None
        words = self.facts ^ other.facts
        for mine, others in ((getattr(self, part), getattr(other, part)) for part in WORD_TABLES):
            words |= {word for word in mine.keys() | others.keys() if mine.get(word) != others.get(word)}
        return words

    def kind_of(self, type_expression: nodes.TypeExpr | None) -> str | None:
        """Return the kind of thing, or the enum, of a type."""
        return type_expression.name if isinstance(type_expression, nodes.Named) else None

    def record_of(self, word: str) -> str | None:
        """Return a kind of thing by its name or plural."""
        return next((form for form in singulars(word) if form in self.records), None)

    def callable_name(self, name: str) -> Name | None:
        """Return the fact or question with a name."""
        if name in self.facts:
            return Name(NameKind.FACT, name)
        return Name(NameKind.QUESTION, name) if name in self.params else None

    def field_name(self, name: str, owner: str | None) -> Name:
        """Return the field with a name, of the owner if it has one, else of the only kind that has it."""
        owners = self.owners.get(name, [])
        field_owner = owner if owner in owners else owners[0] if len(owners) == 1 else None
        if field_owner is not None and name not in self.records.get(field_owner, {}) and name in self.facts:
            return Name(NameKind.FACT, name)  # a status is a fact without an owner
        return Name(NameKind.FIELD, f"{field_owner or '?'}.{name}")

    def value_name(self, name: str, enum: str | None) -> Name | None:
        """Return the value with a name, of the enum if it has one, else of the only enum that has it."""
        owners = self.values.get(name, [])
        if not owners:
            return None
        return Name(NameKind.VALUE, f"{enum if enum in owners else owners[0] if len(owners) == 1 else '?'}.{name}")

    def case_of(self, address: str) -> str | None:
        """Return the case, ruling or reading that contains an address."""
        shorter: str | None = address
        while shorter is not None and shorter not in self.cases:
            shorter = enclosing_address(shorter)
        return shorter


class NameCache:
    """The names of a folder, cached by block: an edit changes those of one block, and of the blocks that mention its declarations.

    The meaning of a word depends on the declarations of the full book, that of a thing in an example on the backgrounds that it includes.
    """

    def __init__(self) -> None:
        self._declared = DeclarationTable()
        self._uses: dict[Place, tuple[str, tuple[Use, ...]]] = {}

    def names(self, blocks: Iterable[nodes.Placed], texts: Mapping[tuple[str, int], str]) -> Names:
        """Return the names of the current folder; `texts` has the text of each block by its file and first line."""
        blocks_with_text = [
            (placed_block, texts.get((placed_block.place.path, placed_block.place.first_line), "")) for placed_block in blocks
        ]
        declared = _collect_declarations(placed_block for placed_block, _ in blocks_with_text)
        changed = declared.changed_words(self._declared)
        touched = _affected_blocks(blocks_with_text, declared, self._declared, changed or set())
        earlier, self._uses, self._declared = ({} if changed is None else self._uses), {}, declared
        for placed_block, text in blocks_with_text:
            entry = earlier.get(placed_block.place)
            if entry is None or entry[0] != text or placed_block.place in touched:
                entry = text, tuple(dict.fromkeys(_BlockNames(declared, placed_block, text).uses()))
            self._uses[placed_block.place] = entry
        return Names((uses for _, uses in self._uses.values()), declared)


def _affected_blocks(
    blocks_with_text: list[tuple[nodes.Placed, str]], now: DeclarationTable, earlier: DeclarationTable, changed: set[str]
) -> set[Place]:
    """Return the blocks in which a word may have a new meaning: those that mention a changed word, or include a background that does.
    The things of a background depend on the blocks that include it, too."""
    words = changed | {
        name for name in now.backgrounds.keys() | earlier.backgrounds.keys() if _differs(name, now.backgrounds, earlier.backgrounds)
    }
    backgrounds = [
        (placed_block.block.name, placed_block.place, text)
        for placed_block, text in blocks_with_text
        if isinstance(placed_block.block, nodes.Background)
    ]
    while further := {name for name, _, text in backgrounds if name not in words and _contains_any(words, text)}:
        words |= further
    users = [(placed_block.place, text) for placed_block, text in blocks_with_text if _contains_any(words, text)] if words else []
    affected = {place for place, _ in users}
    changed_backgrounds = {
        name
        for name, _, _ in backgrounds
        if _differs(name, now.users, earlier.users) or any(_contains_any({name}, text) for _, text in users)
    }
    return affected | {place for name, place, _ in backgrounds if name in changed_backgrounds}


def _differs(name: str, now: Mapping[str, object], earlier: Mapping[str, object]) -> bool:
    return now.get(name) != earlier.get(name)


def _contains_any(words: set[str], text: str) -> bool:
    """Return True if a text contains one of some words."""
    return bool(words) and re.search(rf"\b(?:{'|'.join(map(re.escape, sorted(words)))})\b", text) is not None


def _collect_declarations(blocks: Iterable[nodes.Placed]) -> DeclarationTable:
    table = DeclarationTable()
    for placed_block in blocks:
        block, place = placed_block.block, placed_block.place
        _add_declarations(table, block, place)
        if isinstance(block, nodes.ClauseBlock):
            for line in block.body:
                if isinstance(line, nodes.Example | nodes.Background):
                    for name in line.backgrounds:
                        table.users[name].append(line)
                if isinstance(line, nodes.Table):
                    table.params.setdefault(line.name, line.params)
                    table.results.setdefault(line.name, line.type)
                    table.declarations.setdefault(Name(NameKind.QUESTION, line.name), (line, place))
    return table


def _add_declarations(table: DeclarationTable, block: nodes.Block, place: Place) -> None:
    match block:
        case nodes.Record():
            table.records[block.name] = {field_node.name: field_node.type for field_node in block.fields}
            table.declarations.setdefault(Name(NameKind.KIND, block.name), (block, place))
            for field_node in block.fields:
                table.owners[field_node.name].append(block.name)
                table.declarations.setdefault(Name(NameKind.FIELD, f"{block.name}.{field_node.name}"), (field_node, place))
        case nodes.Fact():
            table.facts.add(block.name)
            table.params[block.name], table.results[block.name] = block.params, block.type
            table.declarations.setdefault(Name(NameKind.FACT, block.name), (block, place))
            if block.kind is FactKind.STATUS and block.params:
                table.owners[block.name].append(table.kind_of(block.params[0].type) or "")
        case nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
            table.params[block.name] = block.params
            table.results[block.name] = block.type if isinstance(block, nodes.Value) else None
            table.declarations.setdefault(Name(NameKind.QUESTION, block.name), (block, place))
            if isinstance(block, nodes.Group):
                table.groups[block.name] = block.type_name
        case nodes.Enum() | nodes.Scale():
            table.declarations.setdefault(Name(NameKind.KIND, block.name), (block, place))
            for value in block.values:
                table.values[value.name].append(block.name)
                table.declarations.setdefault(Name(NameKind.VALUE, f"{block.name}.{value.name}"), (value, place))
        case nodes.Class() | nodes.Map():
            table.declarations.setdefault(Name(NameKind.KIND, block.name), (block, place))
        case nodes.Measure():
            table.declarations.setdefault(Name(NameKind.MEASURE, block.name), (block, place))
        case nodes.Term():
            table.declarations.setdefault(Name(NameKind.TERM, block.name), (block, place))
            for word in (block.name, *block.also):
                table.terms.setdefault(word.casefold(), Name(NameKind.TERM, block.name))
        case nodes.Option():
            table.declarations.setdefault(Name(NameKind.OPTION, block.name), (block, place))
        case nodes.Case() | nodes.Ruling() | nodes.Scenario():
            table.cases.add(block.number)
        case nodes.Reading():
            table.cases.add(block.name)
        case nodes.Background():
            table.backgrounds.setdefault(block.name, block)
            for name in block.backgrounds:
                table.users[name].append(block)
        case _:  # open: other blocks declare nothing that conditions name
            pass


_TEXT_OR_COMMENT = re.compile(r'"[^"]*"|“[^”]*”|#[^\n]*')


class _BlockNames:
    """The uses of names in one block."""

    def __init__(self, declared: DeclarationTable, placed_block: nodes.Placed, text: str) -> None:
        self.declared, self.block, self.place = declared, placed_block.block, placed_block.place
        self.raw = text.split("\n")
        self.code = _TEXT_OR_COMMENT.sub(lambda text_match: re.sub(r"[^\n]", " ", text_match[0]), text).split("\n")
        self.kinds: dict[str, str] = {}
        self.things: dict[str, Name] = {}
        self.stages_of = ""

    # ---- places --------------------------------------------------------------------------------------------------------------------

    def find_word(self, span: Span, word: str, lines: list[str] | None = None, *, is_number: bool = False) -> Iterator[Location]:
        """Yield the locations of a word or of the number of a case, which may end in `+`, in code or `lines`, within the span of a node."""
        lines = lines or self.code
        letters_before, letters_after = r"[\w.]" if "." in word else r"\w", r"[\w+]" if is_number else r"\w"
        pattern = re.compile(f"(?<!{letters_before}){re.escape(word)}(?!{letters_after})")
        for number in range(span.line, min(span.end_line, len(lines)) + 1):
            line = lines[number - 1]
            start = span.column - 1 if number == span.line else 0
            end = span.end_column - 1 if number == span.end_line else len(line)
            for occurrence in pattern.finditer(line, start, max(end, start)):
                yield self.place.location_of(Span(number, occurrence.start() + 1, number, occurrence.end() + 1))

    def find_use(self, name: Name | None, span: Span, *, declares: bool = False, last: bool = False) -> Iterator[Use]:
        """Yield the first use, or the last, of a name's word within the span of a node."""
        if name is not None:
            locations = list(self.find_word(span, name.word, is_number=name.kind is NameKind.CASE))
            if locations:
                yield Use(name, locations[-1 if last else 0], declares)

    # ---- blocks --------------------------------------------------------------------------------------------------------------------

    def uses(self) -> Iterator[Use]:
        block = self.block
        match block:
            case nodes.Case() | nodes.Ruling() | nodes.Scenario():
                yield from self.find_use(Name(NameKind.CASE, block.number), block.span, declares=True)
            case nodes.Reading():
                yield from self.find_use(Name(NameKind.CASE, block.name), block.span, declares=True)
            case _:  # open: other blocks have no number
                pass
        if isinstance(block, nodes.ClauseBlock):
            for node in children(block):
                yield from self.walk_statement(node)
            yield from self._source_use(block)
        else:
            yield from self.walk_statement(block)

    def _source_use(self, block: nodes.ClauseBlock) -> Iterator[Use]:
        if block.source is not None:
            yield from self.find_use(Name(NameKind.SOURCE, block.source), block.span, last=True)

    def walk_statement(self, node: nodes.Node) -> Iterator[Use]:
        """Yield the uses in one line of a case, or in a block that is no case; its variables are visible in it alone."""
        if isinstance(node, nodes.ReadingChoice):
            block = self.block
            name = f"{block.name if isinstance(block, nodes.Reading) else ''}.{node.name}"
            yield from self.find_use(Name(NameKind.CHOICE, name), node.span, declares=True)
            for child in children(node):
                yield from self.walk_statement(child)
            return
        if isinstance(node, nodes.Chapter):
            for child in children(node):
                yield from self.walk_statement(child)
            return
        self.kinds, self.things = {}, {}
        home = f"{self.place.path}:{self.place.first_line + node.span.line - 1}"
        self._bind_variables(node, home)
        yield from self.walk_node(node, None)

    def _bind_variables(self, top: nodes.Node, home: str) -> None:
        """Bind the variables of a statement, with their kinds as far as declarations give them."""
        for node in descendants(top):
            match node:
                case nodes.Rule():
                    for head in node.heads:
                        if isinstance(head, nodes.Call):
                            self._bind_head(head, home)
                        elif isinstance(head.of, nodes.Call):
                            self._add_variable(head.of.name, self._only_owner(head.name), home)
                case nodes.NotHeld():
                    for call in node.bears_on:
                        self._bind_head(call, home)
                case nodes.Param():
                    self._add_variable(node.name, self.declared.kind_of(node.type), home)
                case nodes.Binder():
                    kind = self.declared.record_of(node.type_name) if node.type_name else self._member_of(node.among)
                    self._add_variable(node.variable, kind, home)
                case nodes.Group():
                    self._add_variable(node.variable, self.declared.record_of(node.type_name), home)
                case nodes.Example() | nodes.Background():
                    for thing, kind in node.world:
                        self._add_variable(thing, kind, home)
                case _:  # open: other nodes bind nothing
                    pass
        if isinstance(top, nodes.Example | nodes.Background | nodes.Chapter | nodes.Relation | nodes.DoesNotMatter):
            self._infer_things(top, home)

    def _add_variable(self, name: str, kind: str | None, home: str) -> None:
        if kind is not None or name not in self.things:
            self.kinds[name] = kind or self.kinds.get(name, "")
        self.things[name] = Name(NameKind.THING, name, home)

    def _bind_head(self, head: nodes.Call, home: str) -> None:
        for arg, param in zip(head.args, self.declared.params.get(head.name, ()), strict=False):
            kind = self.declared.kind_of(param.type)
            if isinstance(arg, nodes.Call) and not arg.args and kind not in self.declared.values.get(arg.name, []):
                self._add_variable(arg.name, kind, home)

    def _only_owner(self, name: str) -> str | None:
        owners = self.declared.owners.get(name, [])
        return owners[0] if len(owners) == 1 else None

    def _member_of(self, among: nodes.Expr | None) -> str | None:
        """Return the kind of the members of a group."""
        return self.declared.record_of(self.declared.groups.get(among.name, "")) if isinstance(among, nodes.Call) else None

    def _infer_things(self, top: nodes.Node, home: str) -> None:
        """Infer undeclared things: a bare word without declaration is a thing, with a kind from its fields and operators.

        An example shares the things of its backgrounds.
        """
        users = self.declared.users.get(top.name, ()) if isinstance(top, nodes.Background) and top.name else ()
        context_nodes = [top, *self._backgrounds_of(top), *users]
        for thing, kinds in self._kinds_by_fields(context_nodes).items():
            if len(kinds) == 1 and not self.kinds.get(thing):
                self._add_variable(thing, next(iter(kinds)), home)
        for _ in range(2):
            for node in (descendant for root in context_nodes for descendant in descendants(root)):
                if isinstance(node, nodes.Call):
                    for arg, param in zip(node.args, self.declared.params.get(node.name, ()), strict=False):
                        self._infer_thing(arg, self.declared.kind_of(param.type), home)
                elif isinstance(node, nodes.Field):
                    self._infer_thing(node.of, self._only_owner(node.name), home)
                elif isinstance(node, nodes.Compare):
                    self._infer_thing(node.right, self.kind_of_expression(node.left), home)
                    self._infer_thing(node.left, self.kind_of_expression(node.right), home)

    def _backgrounds_of(self, top: nodes.Node) -> Iterator[nodes.Background]:
        """Yield the backgrounds that a node, or the examples of its case, include."""
        pending = [top] if isinstance(top, nodes.Example | nodes.Background) else []
        pending += [
            node_in_block
            for node_in_block in children(self.block)
            if isinstance(node_in_block, nodes.Background) and node_in_block is not top
        ]
        visited: set[int] = set()
        while pending:
            node = pending.pop()
            if not isinstance(node, nodes.Example | nodes.Background) or id(node) in visited:
                continue
            visited.add(id(node))
            pending.extend(self.declared.backgrounds[name] for name in node.backgrounds if name in self.declared.backgrounds)
            if isinstance(node, nodes.Background) and node is not top:
                yield node

    def _kinds_by_fields(self, context_nodes: Iterable[nodes.Node]) -> dict[str, set[str]]:
        """Return, for each bare word with fields, the kinds of things that have all of them."""
        kinds_by_word: dict[str, set[str]] = {}
        for node in (descendant for root in context_nodes for descendant in descendants(root)):
            if isinstance(node, nodes.Field) and isinstance(node.of, nodes.Call) and not node.of.args:
                owners = set(self.declared.owners.get(node.name, ()))
                kinds_by_word[node.of.name] = kinds_by_word.get(node.of.name, owners) & owners
        return {name: kinds for name, kinds in kinds_by_word.items() if self.declared.callable_name(name) is None}

    def _infer_thing(self, node: nodes.Expr, kind: str | None, home: str) -> None:
        if not isinstance(node, nodes.Call) or node.args or self.declared.callable_name(node.name) is not None:
            return
        enums = self.declared.values.get(node.name, [])
        if kind not in enums and (kind in self.declared.records or not enums):
            self._add_variable(node.name, kind, home)

    def kind_of_expression(self, node: nodes.Expr) -> str | None:
        """Return the kind of thing, or the enum, of an expression."""
        match node:
            case nodes.Call():
                if not node.args and node.name in self.kinds:
                    return self.kinds[node.name] or None
                return self.declared.kind_of(self.declared.results.get(node.name))
            case nodes.Field():
                owner = self.kind_of_expression(node.of)
                fields = self.declared.records.get(owner or self._only_owner(node.name) or "", {})
                return self.declared.kind_of(fields.get(node.name))
            case nodes.UpTo() | nodes.AsIf() | nodes.Rounded():
                return self.kind_of_expression(node.of)
            case _:  # open: other expressions are no things
                return None

    # ---- nodes ---------------------------------------------------------------------------------------------------------------------

    def walk_node(self, node: nodes.Node, expected: str | None) -> Iterator[Use]:
        """Yield the uses in a node and below it; `expected` is the enum or kind of a bare word, if known."""
        yield from self.own_uses(node, expected)
        for child, child_kind in self._children_with_kinds(node):
            yield from self.walk_node(child, child_kind)

    def _children_with_kinds(self, node: nodes.Node) -> Iterator[tuple[nodes.Node, str | None]]:
        """Yield the children of a node, each with the expected enum or kind."""
        match node:
            case nodes.Compare():
                yield node.left, self.kind_of_expression(node.right)
                yield node.right, self.kind_of_expression(node.left)
            case nodes.In():
                yield node.of, None
                for member in node.members:
                    yield from ((part, self.kind_of_expression(node.of)) for part in children(member))
            case nodes.Call():
                kinds = [self.declared.kind_of(param.type) for param in self.declared.params.get(node.name, ())]
                yield from zip(node.args, [*kinds, *[None] * len(node.args)], strict=False)
            case nodes.Rule():
                kind = self.kind_of_expression(node.heads[0])
                yield from ((child, kind if child is node.effect else None) for child in children(node))
            case _:  # open: other nodes expect nothing of what is below them
                yield from ((child, None) for child in children(node))

    def own_uses(self, node: nodes.Node, expected: str | None) -> Iterator[Use]:
        """Yield the uses in a node itself."""
        if isinstance(node, nodes.ReplacesInRule):
            yield from self.address_uses(node.line, node.span)
        match node:
            case nodes.Call():
                yield from self.find_use(self._resolve_word(node, expected), node.span)
            case nodes.Field():
                yield from self.find_use(self.declared.field_name(node.name, self.kind_of_expression(node.of)), node.span, last=True)
            case nodes.Quoted():
                pass
            case nodes.Number():
                if node.unit:
                    yield from self.find_use(Name(NameKind.MEASURE, node.unit), node.span, last=True)
            case nodes.CaseRef():
                yield from self.address_uses(node.number, node.span)
            case nodes.Prose() | nodes.Commentary() | nodes.Step() | nodes.AsksQuestion() | nodes.Answers() | nodes.Component():
                yield from self.prose_uses(node.text, node.span)
            case nodes.Named():
                yield from self.find_use(Name(NameKind.KIND, node.name), node.span)
            case nodes.Range():
                if node.unit:
                    yield from self.find_use(Name(NameKind.MEASURE, node.unit), node.span)
            case nodes.Param():
                yield from self.find_use(self.things.get(node.name), node.span, declares=True)
            case nodes.Binder():
                yield from self.find_use(self.things.get(node.variable), node.span, declares=True)
                if node.type_name and (kind := self.declared.record_of(node.type_name)):
                    yield from self._kind_uses(kind, node.type_name, node.span)
            case nodes.Rule() | nodes.NotHeld() | nodes.Relation() | nodes.DoesNotMatter():
                yield from self._line_uses(node)
            case nodes.UpTo():
                yield from self.find_use(Name(NameKind.STAGE, node.stage, _question_name(node.of)), node.span, last=True)
            case nodes.Table():
                name = Name(NameKind.QUESTION, node.name)
                yield from self.find_use(name, node.span, declares=True)
                if node.heading != nodes.NO_SPAN:
                    yield from self.find_use(name, node.heading)
                yield from self._cell_uses(node)
            case nodes.Example() | nodes.Background():
                yield from self._situation_uses(node)
            case nodes.InOption():
                yield from self.find_use(Name(NameKind.OPTION, node.name), node.span, last=True)
            case nodes.InScenario():
                yield from self.find_use(Name(NameKind.CASE, node.number), node.span)
            case nodes.Settles():
                yield from self.find_use(Name(NameKind.CASE, node.reading), node.span)
                yield from self.find_use(Name(NameKind.CHOICE, f"{node.reading}.{node.choice}"), node.span, last=True)
            case nodes.Then():
                if node.reading:
                    yield from self.find_use(Name(NameKind.CASE, node.reading), node.span, last=True)
            case nodes.Also():
                owner = node.subject.rpartition(".")[0]
                kinds = (NameKind.FIELD, NameKind.VALUE) if owner else (NameKind.FACT, NameKind.QUESTION, NameKind.OPTION, NameKind.KIND)
                yield from self.find_use(Name(NameKind.KIND, owner) if owner else None, node.span)
                for name in (Name(kind, node.subject) for kind in kinds):
                    yield from self.find_use(name if name in self.declared.declarations else None, node.span)
            case _:  # open: what is not used is declared, or has no name
                yield from self.declaration_uses(node)

    def _resolve_word(self, node: nodes.Call, expected: str | None) -> Name | None:
        """Resolve a word: a variable, a value of the expected enum, a fact, a question, any value, in this order."""
        if not node.args:
            if node.name in self.things:
                return self.things[node.name]
            if expected in self.declared.values.get(node.name, []):
                return Name(NameKind.VALUE, f"{expected}.{node.name}")
        return self.declared.callable_name(node.name) or (None if node.args else self.declared.value_name(node.name, expected))

    def _cell_uses(self, table: nodes.Table) -> Iterator[Use]:
        """Yield the values in the rows of a table: of the kinds of its parameters, or of its own."""
        kinds = [kind for param in table.params if (kind := self.declared.kind_of(param.type))] + [self.declared.kind_of(table.type)]
        for cell in (table_cell for row in table.rows for table_cell in row.cells):
            for word in dict.fromkeys(re.findall(r"\w+", cell.text)):
                enums = self.declared.values.get(word, [])
                enum = next((kind for kind in kinds if kind in enums), None)
                if enum is not None:
                    for location in self.find_word(cell.span, word, self.raw):
                        yield Use(Name(NameKind.VALUE, f"{enum}.{word}"), location)

    def _kind_uses(self, kind: str, word: str, span: Span) -> Iterator[Use]:
        """Yield the use of a kind of thing where its name or its plural is written."""
        for location in list(self.find_word(span, word))[:1]:
            end = location.column + len(kind) if word.startswith(kind) else location.end_column
            yield Use(Name(NameKind.KIND, kind), Location(location.path, location.line, location.column, location.line, end))

    def _line_uses(self, node: nodes.Rule | nodes.NotHeld | nodes.Relation | nodes.DoesNotMatter) -> Iterator[Use]:
        """Yield the name of a line, if it has one, and its stage."""
        if node.name is not None:
            case = self._case_number()
            if case:
                yield from self.find_use(Name(NameKind.RULE, f"{case}.{node.name}"), node.span, declares=True)
        if isinstance(node, nodes.Rule) and node.stage is not None:
            yield from self.find_use(Name(NameKind.STAGE, node.stage, node.heads[0].name), node.span)
        if isinstance(node, nodes.Rule) and node.of_kind is not None:
            yield from self.find_use(self.declared.value_name(node.of_kind, None), node.span)

    def _case_number(self) -> str:
        """Return the case that contains the addresses of this block's lines."""
        match self.block:
            case nodes.Case() | nodes.Ruling() | nodes.Scenario():
                return self.block.number
            case nodes.Reading():
                return self.block.name
            case nodes.Amendment():
                return self.block.targets[0].number if self.block.targets else ""
            case _:  # open: other blocks have no addresses
                return ""

    def _situation_span(self, node: nodes.Node) -> Span:
        """Return the span of an example or background: from its head to the next line of its block."""
        later = [child.span.line for child in children(self.block) if child.span.line > node.span.line]
        end = min(later, default=len(self.code) + 1) - 1 if node is not self.block else len(self.code)
        return Span(node.span.line, node.span.column, end, len(self.code[end - 1]) + 1)

    def _situation_uses(self, node: nodes.Example | nodes.Background) -> Iterator[Use]:
        span = self._situation_span(node)
        for thing, kind in node.world:
            yield from self.find_use(self.things.get(thing), span, declares=True)
            yield from self.find_use(Name(NameKind.KIND, kind), span)
        for option in node.options:
            yield from self.find_use(Name(NameKind.OPTION, option), span)
        for reading, choice in node.readings:
            yield from self.find_use(Name(NameKind.CASE, reading), span)
            yield from self.find_use(Name(NameKind.CHOICE, f"{reading}.{choice}"), span)
        for name in node.backgrounds:
            yield from self.find_use(Name(NameKind.BACKGROUND, name), span, last=True)
        if node.scenario:
            yield from self.find_use(Name(NameKind.CASE, node.scenario), span)
        if isinstance(node, nodes.Background) and node.name:
            yield from self.find_use(Name(NameKind.BACKGROUND, node.name), node.span, declares=True)
        if isinstance(node, nodes.Example) and node.edition:
            yield from self.find_use(Name(NameKind.EDITION, node.edition), span)

    def declaration_uses(self, node: nodes.Node) -> Iterator[Use]:
        """Yield the name that a declaration introduces."""
        match node:
            case nodes.Fact():
                yield from self.find_use(Name(NameKind.FACT, node.name), node.span, declares=True)
            case nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
                yield from self.find_use(Name(NameKind.QUESTION, node.name), node.span, declares=True)
                if isinstance(node, nodes.Group) and (kind := self.declared.record_of(node.type_name)):
                    yield from self._kind_uses(kind, node.type_name, node.span)
            case nodes.Stage():
                block = self.block
                home = block.name if isinstance(block, nodes.Value) else ""
                yield from self.find_use(Name(NameKind.STAGE, node.name, home), node.span, declares=True)
            case nodes.Record() | nodes.Enum() | nodes.Scale() | nodes.Class() | nodes.Map():
                yield from self.find_use(Name(NameKind.KIND, node.name), node.span, declares=True)
                if isinstance(node, nodes.Class):
                    for member in node.members:
                        yield from self.find_use(self.declared.value_name(member, None) or Name(NameKind.KIND, member), node.span)
            case nodes.FieldDecl():
                owner = self.block.name if isinstance(self.block, nodes.Record) else "?"
                yield from self.find_use(Name(NameKind.FIELD, f"{owner}.{node.name}"), node.span, declares=True)
            case nodes.EnumValue():
                if isinstance(self.block, nodes.Enum | nodes.Scale):
                    yield from self.find_use(Name(NameKind.VALUE, f"{self.block.name}.{node.name}"), node.span, declares=True)
            case nodes.Measure():
                yield from self.find_use(Name(NameKind.MEASURE, node.name), node.span, declares=True)
            case nodes.Option():
                yield from self.find_use(Name(NameKind.OPTION, node.name), node.span, declares=True)
            case nodes.SourceDecl():
                yield from self.find_use(Name(NameKind.SOURCE, node.name), node.span, declares=True)
            case nodes.Edition():
                yield from self.find_use(Name(NameKind.EDITION, node.name), node.span, declares=True)
            case nodes.Term():
                for location in list(self.find_word(node.span, node.name, self.raw))[:1]:
                    yield Use(Name(NameKind.TERM, node.name), location, True)
            case _:  # open: other nodes have no name
                pass

    # ---- cases ---------------------------------------------------------------------------------------------------------------------

    def address_uses(self, number: str, span: Span, lines: list[str] | None = None) -> Iterator[Use]:
        """Yield the names in a case's number, or in an address within a case: the case is one name, the rule in it another."""
        case = self.declared.case_of(number)
        if case is None:
            return
        for location in self.find_word(span, number, lines, is_number=True):
            yield Use(
                Name(NameKind.CASE, case),
                Location(location.path, location.line, location.column, location.line, location.column + len(case)),
            )
            rule_word = number[len(case) + 1 :].partition(".")[0]
            if rule_word:
                start = location.column + len(case) + 1
                kind = NameKind.CHOICE if self._is_reading(case) else NameKind.RULE
                yield Use(
                    Name(kind, f"{case}.{rule_word}"), Location(location.path, location.line, start, location.line, start + len(rule_word))
                )

    def _is_reading(self, case: str) -> bool:
        return not any(sign.isdigit() for sign in case[:1]) and "." not in case

    def prose_uses(self, text: str, span: Span) -> Iterator[Use]:
        """Yield the cases and terms that a text mentions."""
        for number in dict.fromkeys(
            number_text
            for reference in find_references(text, self.declared.cases)
            for number_text in (reference.number, reference.last)
            if number_text
        ):
            yield from self.address_uses(number, span, self.raw)
        for term in find_terms(text, self.declared.cases):
            name = self._term_name(term.name)
            for location in self.find_word(span, term.name, self.raw) if name else ():
                if self.raw[location.line - self.place.first_line][location.column - 2 : location.column - 1] == "[":
                    assert name is not None
                    yield Use(name, location)

    def _term_name(self, word: str) -> Name | None:
        return self.declared.terms.get(word.casefold())


def _question_name(node: nodes.Expr) -> str:
    """Return the question of an expression's stage."""
    return node.name if isinstance(node, nodes.Call) else ""
