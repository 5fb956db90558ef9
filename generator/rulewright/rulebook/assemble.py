"""Syntax tree -> rulebook without folded editions: one front page, every name declared once, clauses separated from vocabulary.

Missing parts are substituted, so that the other faults of a book are still found in the same run: a front page named after the folder,
one source, one edition of all sources.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rulewright.base.diagnostics import Diagnostic, Label
from rulewright.base.keywords import FactKind
from rulewright.base.names import replace_look_alikes
from rulewright.base.source import Location, Place
from rulewright.rulebook import faults
from rulewright.rulebook.case_numbers import heading_of, recognize_numbering
from rulewright.rulebook.days_in_force import with_dated_editions, with_dated_sources
from rulewright.rulebook.ledger import read_ledger
from rulewright.rulebook.model import Declared, Rulebook
from rulewright.syntax import nodes

IMPLIED_SOURCE = "rules"

Front = TypeVar("Front", bound=nodes.FrontBlock)
NamedBlock = TypeVar("NamedBlock", nodes.SourceDecl, nodes.Edition, nodes.Option, nodes.Game, nodes.Background)


@dataclass(slots=True)
class _BlockIndex:
    """An index of blocks by kind, with their places; filled once, then only read."""

    front: dict[type[Any], list[tuple[Any, Place]]] = field(default_factory=lambda: defaultdict(list))
    chapters: list[tuple[nodes.Chapter, Place, str]] = field(default_factory=list)
    declarations: list[Declared] = field(default_factory=list)
    clauses: list[nodes.Placed] = field(default_factory=list)
    front_blocks: list[nodes.Placed] = field(default_factory=list)

    def blocks_of(self, kind: type[Front]) -> list[tuple[Front, Place]]:
        """Return the blocks of one kind on the front page."""
        return self.front[kind]


def sort_blocks(tree: nodes.SyntaxTree) -> tuple[nodes.Placed, ...]:
    """Return the blocks sorted by file and line; nothing may depend on the order in the tree."""
    return tuple(sorted(tree.blocks, key=lambda entry: (entry.place.path, entry.place.first_line)))


def assemble_rulebook(tree: nodes.SyntaxTree, *, ledger: str | None, slug: str) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    """Return the book of a folder, with empty `views`, and the faults of its front page, names and ledger."""
    blocks = _index_blocks(tree)
    findings: list[Diagnostic] = []
    front, front_place = _front_page(blocks, slug, tree, findings)
    sources = _index_by_name("source", blocks.blocks_of(nodes.SourceDecl), findings) or {
        IMPLIED_SOURCE: nodes.SourceDecl(IMPLIED_SOURCE, front.title)
    }
    editions = _resolve_editions(blocks, sources, front_place, findings)
    sources = with_dated_sources(sources, blocks.clauses)
    editions = with_dated_editions(editions, sources)
    options = _index_by_name("option", blocks.blocks_of(nodes.Option), findings)
    _index_by_name("background", blocks.blocks_of(nodes.Background), findings)
    if len(blocks.blocks_of(nodes.Precedence)) > 1:
        (first, first_place), (second, second_place) = blocks.blocks_of(nodes.Precedence)[:2]
        findings.append(
            faults.declared_twice("the", "precedence", first_place.location_of(first.span), second_place.location_of(second.span))
        )
    _report_duplicates(blocks.declarations, findings)
    findings.extend(_find_look_alikes(blocks))
    findings.extend(_unknown_names(blocks, sources, options, editions))
    ledger_rows, ledger_findings = read_ledger(ledger, _sibling_path(front_place, tree, "ledger.csv")) if ledger is not None else ((), ())
    findings.extend(ledger_findings)
    book = Rulebook(
        slug=slug,
        folder=tree.folder,
        front=front,
        front_place=front_place,
        games=tuple(_index_by_name("game", blocks.blocks_of(nodes.Game), findings).values()),
        sources=sources,
        editions=editions,
        policy=blocks.blocks_of(nodes.Precedence)[0][0] if blocks.blocks_of(nodes.Precedence) else None,
        options=options,
        exclusions=tuple(exclusion for exclusion, _ in blocks.blocks_of(nodes.Exclusion)),
        chapters=_index_chapters(blocks, findings),
        declarations=tuple(blocks.declarations),
        clauses=tuple(blocks.clauses),
        ledger=ledger_rows,
        views={},
        numbering=recognize_numbering(front.numbering, front.headings, _case_numbers(blocks.clauses)),
        front_blocks=tuple(blocks.front_blocks),
    )
    return book, tuple(findings)


def _case_numbers(clauses: Iterable[nodes.Placed]) -> Iterator[str]:
    """Yield the numbers of all cases and scenarios, of all sources."""
    for entry in clauses:
        if isinstance(entry.block, nodes.Case | nodes.Scenario):
            yield entry.block.number


def _index_blocks(tree: nodes.SyntaxTree) -> _BlockIndex:
    index = _BlockIndex()
    for entry in sort_blocks(tree):
        block, place = entry.block, entry.place
        if isinstance(block, nodes.ClauseBlock):
            index.clauses.append(entry)
        elif isinstance(block, nodes.Declaration):
            index.declarations.append(Declared(block, place, entry.chapter))
        elif isinstance(block, nodes.Chapter):
            index.chapters.append((block, place, entry.chapter))
            index.front_blocks.append(entry)
        else:
            index.blocks_of(type(block)).append((block, place))
            index.front_blocks.append(entry)
    _classify_exclusions(index)
    return index


def _classify_exclusions(index: _BlockIndex) -> None:
    """Sort `at most one of a, b` into exclusions of options and exclusions among declared facts, values or predicates."""
    options = {option.name for option, _ in index.blocks_of(nodes.Option)}
    declared_names = {
        declared.node.name for declared in index.declarations if isinstance(declared.node, nodes.Fact | nodes.Predicate | nodes.Value)
    }
    option_exclusions: list[tuple[nodes.Exclusion, Place]] = []
    for node, place in index.blocks_of(nodes.Exclusion):
        if options.isdisjoint(node.options) and declared_names.issuperset(node.options):
            calls = tuple(nodes.Call(name, span=node.span) for name in node.options)
            index.declarations.append(Declared(nodes.OneOf(False, calls, tags=node.tags, span=node.span), place, ""))
        else:
            option_exclusions.append((node, place))
    index.front[nodes.Exclusion] = option_exclusions


def _sibling_path(front_place: Place, tree: nodes.SyntaxTree, name: str) -> str:
    path = front_place.path
    return path.rsplit("/", 1)[0] + "/" + name if "/" in path else name


def _front_page(blocks: _BlockIndex, slug: str, tree: nodes.SyntaxTree, findings: list[Diagnostic]) -> tuple[nodes.RulebookDecl, Place]:
    if not blocks.blocks_of(nodes.RulebookDecl):
        place = sort_blocks(tree)[0].place if tree.blocks else Place(f"{tree.folder}/rulebook.case" if tree.folder else "rulebook.case", 1)
        first = Label(Location(place.path, 1, 1, 1, 2))
        help = f'begin a file `rulebook.case` with `rulebook {slug.replace("-", "_")} "Title"`'
        findings.append(faults.error("RW101", "no-front-page", "this book has no front page", (first,), help))
        return nodes.RulebookDecl(slug.replace("-", "_"), slug), place
    front, place = blocks.blocks_of(nodes.RulebookDecl)[0]
    for other, other_place in blocks.blocks_of(nodes.RulebookDecl)[1:]:
        labels = (
            Label(other_place.location_of(other.span), "a second one is here"),
            Label(place.location_of(front.span), "the front page"),
        )
        findings.append(
            faults.error(
                "RW102", "second-front-page", "a book has one front page and this one has two", labels, "a folder holds one rulebook"
            )
        )
    return front, place


def _index_by_name(what: str, declared: list[tuple[NamedBlock, Place]], findings: list[Diagnostic]) -> dict[str, NamedBlock]:
    names: dict[str, NamedBlock] = {}
    places: dict[str, Location] = {}
    for node, place in declared:
        name = node.name
        location = place.location_of(node.span)
        if name in names:
            findings.append(faults.declared_twice(what, name, places[name], location))
            continue
        names[name], places[name] = node, location
    return names


def _resolve_editions(
    blocks: _BlockIndex, sources: Mapping[str, nodes.SourceDecl], front_place: Place, findings: list[Diagnostic]
) -> dict[str, nodes.Edition]:
    editions: dict[str, nodes.Edition] = {}
    declared = _index_by_name("edition", blocks.blocks_of(nodes.Edition), findings)
    for name, edition in declared.items():
        place = next(place for node, place in blocks.blocks_of(nodes.Edition) if node is edition)
        location = place.location_of(edition.span)
        applied: list[str] = []
        for source in _expand_base(edition, declared, sources, location, findings):
            if source not in sources:
                findings.append(faults.unknown_name("source", source, sources, location))
            elif source in applied:
                message = f"edition `{name}` applies source `{source}` twice"
                findings.append(faults.error("RW103", "declared-twice", message, (Label(location),), "name each source once"))
            else:
                applied.append(source)
        editions[name] = (
            edition
            if tuple(applied) == edition.sources
            else nodes.Edition(name, edition.title, tuple(applied), edition.since, tags=edition.tags, span=edition.span)
        )
    if editions:
        _report_unused_sources(blocks, editions, findings)
        return editions
    ranked = [name for name, source in sources.items() if source.known is None]
    if len(ranked) > 1:
        help = f"write `edition {ranked[-1]} = {' + '.join(ranked)}` on the front page"
        location = Location(front_place.path, front_place.first_line, 1, front_place.first_line, 2)
        findings.append(faults.error("RW105", "unknown-edition", "this book has several sources and no edition", (Label(location),), help))
    name = ranked[-1] if ranked else IMPLIED_SOURCE
    return {name: nodes.Edition(name, None, tuple(ranked))}


def _expand_base(
    edition: nodes.Edition,
    declared: Mapping[str, nodes.Edition],
    sources: Mapping[str, nodes.SourceDecl],
    location: Location,
    findings: list[Diagnostic],
) -> tuple[str, ...]:
    """Return the sources of an edition; if it begins with another edition, the sources of that base come first."""
    expanded: list[str] = list(edition.sources)
    path = [edition.name]
    while expanded and (base := _base_edition(expanded[0], path[-1], declared, sources)) is not None:
        if base.name in path:
            circle = " = ".join(f"`{name}`" for name in (*path[path.index(base.name) :], base.name))
            message = f"these editions begin with one another: {circle}"
            help = "let one of them begin with a source"
            findings.append(faults.error("RW105", "unknown-edition", message, (Label(location),), help))
            return tuple(expanded[1:])
        path.append(base.name)
        expanded[:1] = base.sources
    return tuple(expanded)


def _base_edition(
    name: str, edition: str, declared: Mapping[str, nodes.Edition], sources: Mapping[str, nodes.SourceDecl]
) -> nodes.Edition | None:
    """Return the edition named first in the definition of an edition, or None if the name means a source.

    A source of the same name takes precedence, unless it amends other sources: no edition begins with a correction.
    """
    source = sources.get(name)
    if name == edition or (source is not None and not source.amends):
        return None
    return declared.get(name)


def _report_unused_sources(index: _BlockIndex, editions: Mapping[str, nodes.Edition], findings: list[Diagnostic]) -> None:
    applied = {source for edition in editions.values() for source in edition.sources}
    for source, place in index.blocks_of(nodes.SourceDecl):
        if source.name not in applied and source.known is None:
            message = f"source `{source.name}` is in no edition, so nothing in it is ever in force"
            help = 'add it to an edition, or write `known "…"` under it to record why it is not ranked'
            findings.append(faults.warning("RW126", "source-in-no-edition", message, (Label(place.location_of(source.span)),), help))


def _index_chapters(index: _BlockIndex, findings: list[Diagnostic]) -> dict[str, nodes.Chapter]:
    chapters: dict[str, nodes.Chapter] = {}
    places: dict[str, Location] = {}
    for chapter, place, stem in index.chapters:
        location = place.location_of(chapter.span)
        if stem in chapters:
            findings.append(faults.second_chapter(stem, places[stem], location))
            continue
        chapters[stem], places[stem] = chapter, location
    return _chapters_by_cases(chapters, index.clauses)


def _chapters_by_cases(chapters: Mapping[str, nodes.Chapter], clauses: Iterable[nodes.Placed]) -> dict[str, nodes.Chapter]:
    """Return the chapters by file. The heading in a file without clauses is that of the first file without one that has its cases."""
    headings_by_file: dict[str, set[str]] = {}
    for entry in clauses:
        numbers = {heading_of(entry.block.number)} if isinstance(entry.block, nodes.Case | nodes.Scenario) else set()
        headings_by_file.setdefault(entry.chapter, set()).update(numbers)
    chapters_by_file: dict[str, nodes.Chapter] = {}
    for stem, chapter in chapters.items():
        homes = [
            file
            for file, headings in headings_by_file.items()
            if stem not in headings_by_file and file not in chapters and heading_of(chapter.number or "") in headings
        ]
        chapters_by_file.setdefault(homes[0] if homes else stem, chapter)
    return chapters_by_file


def _report_duplicates(declarations: list[Declared], findings: list[Diagnostic]) -> None:
    """Report names declared twice. Types share a namespace; facts and everything that rules answer another."""
    first_locations: dict[tuple[str, str], tuple[str, Location]] = {}
    for declared in declarations:
        key = _name_space(declared.node)
        if key is None:
            continue
        kind, location = _kind_word(declared.node), declared.place.location_of(declared.node.span)
        first_kind, first_location = first_locations.setdefault(key, (kind, location))
        if first_location == location:
            continue
        if kind == first_kind or key[0] != "question":
            findings.append(faults.declared_twice(kind, key[1], first_location, location))
        else:
            findings.append(faults.declared_as_two_kinds(key[1], (first_kind, first_location), (kind, location)))


def _find_look_alikes(blocks: _BlockIndex) -> Iterator[Diagnostic]:
    """Yield an error for each name that differs from another one only by letters of alphabets in which they look the same."""
    first_names: dict[str, tuple[str, Location]] = {}
    for name, location in _declared_names(blocks):
        first_name, first_location = first_names.setdefault(replace_look_alikes(name), (name, location))
        if first_name != name:
            yield faults.look_alike(name, location, first_name, first_location)


def _declared_names(blocks: _BlockIndex) -> Iterator[tuple[str, Location]]:
    """Yield the names of the vocabulary and of the options, with those of values and fields."""
    declarations = [(declared.node, declared.place) for declared in blocks.declarations]
    for node, place in [*declarations, *blocks.blocks_of(nodes.Option)]:
        if isinstance(node, nodes.Impossible | nodes.OneOf | nodes.Word | nodes.Also):
            continue
        yield node.name, place.location_of(node.span)
        members = node.values if isinstance(node, nodes.Enum | nodes.Scale) else node.fields if isinstance(node, nodes.Record) else ()
        for member in members:
            yield member.name, place.location_of(member.span)


def _name_space(node: nodes.Declaration) -> tuple[str, str] | None:
    match node:
        case nodes.Enum() | nodes.Scale() | nodes.Class() | nodes.Record() | nodes.Map():
            return ("type", node.name)
        case nodes.Fact(kind=FactKind.STATUS):
            owner_type = node.params[0].type if node.params else None
            return (f"status of {owner_type.name if isinstance(owner_type, nodes.Named) else ''}", node.name)
        case nodes.Fact() | nodes.Value() | nodes.Predicate() | nodes.Group() | nodes.Verdict():
            return ("question", node.name)
        case nodes.Measure():
            return ("measure", node.name)
        case nodes.Calendar():
            return ("calendar", node.name)
        case nodes.Term():
            return ("term", node.name.casefold())
        case nodes.Impossible() | nodes.OneOf() | nodes.Word() | nodes.Also():
            return None


def _kind_word(node: nodes.Declaration) -> str:
    if isinstance(node, nodes.Fact):
        return node.kind.value
    return type(node).__name__.lower()


def _unknown_names(
    blocks: _BlockIndex, sources: Mapping[str, nodes.SourceDecl], options: Mapping[str, nodes.Option], editions: Mapping[str, nodes.Edition]
) -> Iterator[Diagnostic]:
    """Yield a fault for each unknown name of the front page in its own lines and in the heads and scope lines of clauses."""
    for source, place in blocks.blocks_of(nodes.SourceDecl):
        for amended in source.amends:
            if amended not in sources:
                yield faults.unknown_name("source", amended, sources, place.location_of(source.span))
    for exclusion, place in blocks.blocks_of(nodes.Exclusion):
        for name in exclusion.options:
            if name not in options:
                yield faults.unknown_name("option", name, options, place.location_of(exclusion.span))
    declared = _DeclaredNames(
        options,
        {entry.block.number for entry in blocks.clauses if isinstance(entry.block, nodes.Scenario)},
        {game.name for game, _ in blocks.blocks_of(nodes.Game)},
        editions,
        sources,
    )
    for entry in blocks.clauses:
        block, place = entry.block, entry.place
        source_name = getattr(block, "source", None)
        if source_name is not None and source_name not in sources:
            yield faults.unknown_name("source", source_name, sources, place.location_of(block.span))
        for line in getattr(block, "body", ()):
            if type(line) in _NAMING:
                yield from _unknown_names_in_line(line, place, declared)


@dataclass(frozen=True, slots=True)
class _DeclaredNames:
    """The names of the front page that lines of clauses may use."""

    options: Collection[str]
    scenarios: Collection[str]
    games: Collection[str]
    editions: Collection[str]
    sources: Collection[str]


_NAMING = frozenset({nodes.InOption, nodes.InScenario, nodes.AppliesTo, nodes.Extends, nodes.Example, nodes.Withdraws})


def _unknown_names_in_line(line: nodes.BodyLine, place: Place, declared: _DeclaredNames) -> Iterator[Diagnostic]:
    match line:
        case nodes.InOption(name=name) if name not in declared.options:
            yield faults.unknown_name("option", name, declared.options, place.location_of(line.span))
        case nodes.InScenario(number=number) if number not in declared.scenarios:
            yield faults.unknown_name("scenario", number, declared.scenarios, place.location_of(line.span))
        case nodes.AppliesTo(games=games) | nodes.Extends(games=games):
            for name in games:
                if name not in declared.games:
                    yield faults.unknown_name("game", name, declared.games, place.location_of(line.span))
        case nodes.Withdraws(source=source) if source not in declared.sources:
            yield faults.unknown_name("source", source, declared.sources, place.location_of(line.span))
        case nodes.Example(edition=edition) if edition is not None and edition not in declared.editions:
            yield faults.unknown_name("edition", edition, declared.editions, place.location_of(line.span))
        case _:  # open: the name is known, or the line names nothing of the kind
            return
