"""Syntax tree -> rulebook without editions folded: one front page, every name declared once, clauses and vocabulary apart.

What is missing is made up, so that the other faults of a book can still be found in the same run: a front page named as the folder,
one source, one edition of all sources.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rulewright.base.diagnostics import Diagnostic, Label
from rulewright.base.keywords import FactKind
from rulewright.base.source import Location, Place
from rulewright.rulebook import faults
from rulewright.rulebook.ledger import read_ledger
from rulewright.rulebook.model import Declared, Rulebook
from rulewright.syntax import nodes

IMPLIED_SOURCE = "rules"

Front = TypeVar("Front", bound=nodes.FrontBlock)
Named = TypeVar("Named", nodes.SourceDecl, nodes.Edition, nodes.Option, nodes.Game, nodes.Background)


@dataclass(slots=True)
class _Sorted:
    """Blocks by what they are, with their places; filled once, then read."""

    front: dict[type[Any], list[tuple[Any, Place]]] = field(default_factory=lambda: defaultdict(list))
    chapters: list[tuple[nodes.Chapter, Place, str]] = field(default_factory=list)
    declarations: list[Declared] = field(default_factory=list)
    clauses: list[nodes.Placed] = field(default_factory=list)
    front_blocks: list[nodes.Placed] = field(default_factory=list)

    def of(self, kind: type[Front]) -> list[tuple[Front, Place]]:
        """The blocks of one kind on the front page."""
        return self.front[kind]


def in_order(tree: nodes.SyntaxTree) -> tuple[nodes.Placed, ...]:
    """The blocks by file and line, whatever order the tree holds them in: nothing may depend on that order."""
    return tuple(sorted(tree.blocks, key=lambda placed: (placed.place.path, placed.place.first_line)))


def from_syntax(tree: nodes.SyntaxTree, *, ledger: str | None, slug: str) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    """The book of a folder, its `views` empty, and the faults of its front page, names and ledger."""
    blocks = _sorted(tree)
    findings: list[Diagnostic] = []
    front, front_place = _front(blocks, slug, tree, findings)
    sources = _by_name("source", blocks.of(nodes.SourceDecl), findings) or {IMPLIED_SOURCE: nodes.SourceDecl(IMPLIED_SOURCE, front.title)}
    editions = _editions(blocks, sources, front_place, findings)
    options = _by_name("option", blocks.of(nodes.Option), findings)
    _by_name("background", blocks.of(nodes.Background), findings)
    if len(blocks.of(nodes.Precedence)) > 1:
        (first, first_at), (second, second_at) = blocks.of(nodes.Precedence)[:2]
        findings.append(faults.declared_twice("the", "precedence", first_at.at(first.span), second_at.at(second.span)))
    _declared_once(blocks.declarations, findings)
    findings.extend(_known_names(blocks, sources, options, editions))
    ledger_rows, ledger_findings = read_ledger(ledger, _beside(front_place, tree, "ledger.csv")) if ledger is not None else ((), ())
    findings.extend(ledger_findings)
    book = Rulebook(
        slug=slug,
        folder=tree.folder,
        front=front,
        front_place=front_place,
        games=tuple(_by_name("game", blocks.of(nodes.Game), findings).values()),
        sources=sources,
        editions=editions,
        policy=blocks.of(nodes.Precedence)[0][0] if blocks.of(nodes.Precedence) else None,
        options=options,
        exclusions=tuple(one for one, _ in blocks.of(nodes.Exclusion)),
        chapters=_chapters(blocks, findings),
        declarations=tuple(blocks.declarations),
        clauses=tuple(blocks.clauses),
        ledger=ledger_rows,
        views={},
        front_blocks=tuple(blocks.front_blocks),
    )
    return book, tuple(findings)


def _sorted(tree: nodes.SyntaxTree) -> _Sorted:
    found = _Sorted()
    for placed in in_order(tree):
        block, place = placed.block, placed.place
        if isinstance(block, nodes.ClauseBlock):
            found.clauses.append(placed)
        elif isinstance(block, nodes.Declaration):
            found.declarations.append(Declared(block, place, placed.chapter))
        elif isinstance(block, nodes.Chapter):
            found.chapters.append((block, place, placed.chapter))
            found.front_blocks.append(placed)
        else:
            found.of(type(block)).append((block, place))
            found.front_blocks.append(placed)
    _tell_exclusions_apart(found)
    return found


def _tell_exclusions_apart(found: _Sorted) -> None:
    """`at most one of a, b` is about options, or about what is declared under these names."""
    options = {option.name for option, _ in found.of(nodes.Option)}
    asked = {one.node.name for one in found.declarations if isinstance(one.node, nodes.Fact | nodes.Predicate | nodes.Value)}
    of_options: list[tuple[nodes.Exclusion, Place]] = []
    for node, place in found.of(nodes.Exclusion):
        if options.isdisjoint(node.options) and asked.issuperset(node.options):
            of = tuple(nodes.Call(name, span=node.span) for name in node.options)
            found.declarations.append(Declared(nodes.OneOf(False, of, tags=node.tags, span=node.span), place, ""))
        else:
            of_options.append((node, place))
    found.front[nodes.Exclusion] = of_options


def _beside(front_place: Place, tree: nodes.SyntaxTree, name: str) -> str:
    path = front_place.path
    return path.rsplit("/", 1)[0] + "/" + name if "/" in path else name


def _front(blocks: _Sorted, slug: str, tree: nodes.SyntaxTree, findings: list[Diagnostic]) -> tuple[nodes.RulebookDecl, Place]:
    if not blocks.of(nodes.RulebookDecl):
        place = in_order(tree)[0].place if tree.blocks else Place(f"{tree.folder}/rulebook.case" if tree.folder else "rulebook.case", 1)
        first = Label(Location(place.path, 1, 1, 1, 2))
        help = f'begin a file `rulebook.case` with `rulebook {slug.replace("-", "_")} "Title"`'
        findings.append(faults.error("RW101", "no-front-page", "this book has no front page", (first,), help))
        return nodes.RulebookDecl(slug.replace("-", "_"), slug), place
    front, place = blocks.of(nodes.RulebookDecl)[0]
    for other, other_place in blocks.of(nodes.RulebookDecl)[1:]:
        labels = (Label(other_place.at(other.span), "a second one is here"), Label(place.at(front.span), "the front page"))
        findings.append(
            faults.error(
                "RW102", "second-front-page", "a book has one front page and this one has two", labels, "a folder holds one rulebook"
            )
        )
    return front, place


def _by_name(what: str, declared: list[tuple[Named, Place]], findings: list[Diagnostic]) -> dict[str, Named]:
    names: dict[str, Named] = {}
    places: dict[str, Location] = {}
    for node, place in declared:
        name = node.name
        here = place.at(node.span)
        if name in names:
            findings.append(faults.declared_twice(what, name, places[name], here))
            continue
        names[name], places[name] = node, here
    return names


def _editions(
    blocks: _Sorted, sources: Mapping[str, nodes.SourceDecl], front_place: Place, findings: list[Diagnostic]
) -> dict[str, nodes.Edition]:
    editions: dict[str, nodes.Edition] = {}
    written = _by_name("edition", blocks.of(nodes.Edition), findings)
    for name, edition in written.items():
        place = next(place for node, place in blocks.of(nodes.Edition) if node is edition)
        where = place.at(edition.span)
        kept: list[str] = []
        for source in _with_base(edition, written, sources, where, findings):
            if source not in sources:
                findings.append(faults.unknown("source", source, sources, where))
            elif source in kept:
                message = f"edition `{name}` applies source `{source}` twice"
                findings.append(faults.error("RW103", "declared-twice", message, (Label(where),), "name each source once"))
            else:
                kept.append(source)
        editions[name] = (
            edition
            if tuple(kept) == edition.sources
            else nodes.Edition(name, edition.title, tuple(kept), edition.since, tags=edition.tags, span=edition.span)
        )
    if editions:
        _sources_used(blocks, editions, findings)
        return editions
    ranked = [name for name, source in sources.items() if source.known is None]
    if len(ranked) > 1:
        help = f"write `edition {ranked[-1]} = {' + '.join(ranked)}` on the front page"
        where = Location(front_place.path, front_place.first_line, 1, front_place.first_line, 2)
        findings.append(faults.error("RW105", "unknown-edition", "this book has several sources and no edition", (Label(where),), help))
    name = ranked[-1] if ranked else IMPLIED_SOURCE
    return {name: nodes.Edition(name, None, tuple(ranked))}


def _with_base(
    edition: nodes.Edition,
    written: Mapping[str, nodes.Edition],
    sources: Mapping[str, nodes.SourceDecl],
    where: Location,
    findings: list[Diagnostic],
) -> tuple[str, ...]:
    """The sources of an edition, those of its base first where it begins with another edition."""
    of: list[str] = list(edition.sources)
    through = [edition.name]
    while of and (base := _base(of[0], through[-1], written, sources)) is not None:
        if base.name in through:
            circle = " = ".join(f"`{name}`" for name in (*through[through.index(base.name) :], base.name))
            message = f"these editions begin with one another: {circle}"
            help = "let one of them begin with a source"
            findings.append(faults.error("RW105", "unknown-edition", message, (Label(where),), help))
            return tuple(of[1:])
        through.append(base.name)
        of[:1] = base.sources
    return tuple(of)


def _base(name: str, edition: str, written: Mapping[str, nodes.Edition], sources: Mapping[str, nodes.SourceDecl]) -> nodes.Edition | None:
    """The edition that the first name of an edition means.

    A source of that name goes before it, except where that source amends others: nothing begins with a correction.
    """
    source = sources.get(name)
    if name == edition or (source is not None and not source.amends):
        return None
    return written.get(name)


def _sources_used(found: _Sorted, editions: Mapping[str, nodes.Edition], findings: list[Diagnostic]) -> None:
    used = {source for edition in editions.values() for source in edition.sources}
    for source, place in found.of(nodes.SourceDecl):
        if source.name not in used and source.known is None:
            message = f"source `{source.name}` is in no edition, so nothing in it is ever in force"
            help = 'add it to an edition, or write `known "…"` under it to record why it is not ranked'
            findings.append(faults.warning("RW126", "source-in-no-edition", message, (Label(place.at(source.span)),), help))


def _chapters(found: _Sorted, findings: list[Diagnostic]) -> dict[str, nodes.Chapter]:
    chapters: dict[str, nodes.Chapter] = {}
    places: dict[str, Location] = {}
    for chapter, place, stem in found.chapters:
        here = place.at(chapter.span)
        if stem in chapters:
            findings.append(faults.declared_twice("the chapter of file", stem, places[stem], here))
            continue
        chapters[stem], places[stem] = chapter, here
    return chapters


def _declared_once(declarations: list[Declared], findings: list[Diagnostic]) -> None:
    """Two declarations of one name. Types share one set of names; facts, values, predicates and groups another; verdicts have their own."""
    seen: dict[tuple[str, str], Location] = {}
    for declared in declarations:
        key = _name_space(declared.node)
        if key is None:
            continue
        here = declared.place.at(declared.node.span)
        if key in seen:
            findings.append(faults.declared_twice(_kind_word(declared.node), key[1], seen[key], here))
        else:
            seen[key] = here


def _name_space(node: nodes.Declaration) -> tuple[str, str] | None:
    match node:
        case nodes.Enum() | nodes.Scale() | nodes.Class() | nodes.Record() | nodes.Map():
            return ("type", node.name)
        case nodes.Fact(kind=FactKind.STATUS):
            of = node.params[0].type if node.params else None
            return (f"status of {of.name if isinstance(of, nodes.Named) else ''}", node.name)
        case nodes.Fact() | nodes.Value() | nodes.Predicate() | nodes.Group():
            return ("question", node.name)
        case nodes.Verdict():
            return ("verdict", node.name)
        case nodes.Measure():
            return ("measure", node.name)
        case nodes.Calendar():
            return ("calendar", node.name)
        case nodes.Term():
            return ("term", node.name.casefold())
        case nodes.Impossible() | nodes.OneOf() | nodes.Word():
            return None


def _kind_word(node: nodes.Declaration) -> str:
    if isinstance(node, nodes.Fact):
        return node.kind.value
    return type(node).__name__.lower()


def _known_names(
    blocks: _Sorted, sources: Mapping[str, nodes.SourceDecl], options: Mapping[str, nodes.Option], editions: Mapping[str, nodes.Edition]
) -> Iterator[Diagnostic]:
    """Names of the front page that its own lines and the heads and scope lines of clauses use."""
    for source, place in blocks.of(nodes.SourceDecl):
        for amended in source.amends:
            if amended not in sources:
                yield faults.unknown("source", amended, sources, place.at(source.span))
    for exclusion, place in blocks.of(nodes.Exclusion):
        for name in exclusion.options:
            if name not in options:
                yield faults.unknown("option", name, options, place.at(exclusion.span))
    known = _Known(
        options,
        {placed.block.number for placed in blocks.clauses if isinstance(placed.block, nodes.Scenario)},
        {game.name for game, _ in blocks.of(nodes.Game)},
        editions,
    )
    for placed in blocks.clauses:
        block, place = placed.block, placed.place
        source_name = getattr(block, "source", None)
        if source_name is not None and source_name not in sources:
            yield faults.unknown("source", source_name, sources, place.at(block.span))
        for line in getattr(block, "body", ()):
            if type(line) in _NAMING:
                yield from _unknown_in(line, place, known)


@dataclass(frozen=True, slots=True)
class _Known:
    """The names that lines of clauses may use."""

    options: Collection[str]
    scenarios: Collection[str]
    games: Collection[str]
    editions: Collection[str]


_NAMING = frozenset({nodes.InOption, nodes.InScenario, nodes.AppliesTo, nodes.Extends, nodes.Example})


def _unknown_in(line: nodes.BodyLine, place: Place, known: _Known) -> Iterator[Diagnostic]:
    match line:
        case nodes.InOption(name=name) if name not in known.options:
            yield faults.unknown("option", name, known.options, place.at(line.span))
        case nodes.InScenario(number=number) if number not in known.scenarios:
            yield faults.unknown("scenario", number, known.scenarios, place.at(line.span))
        case nodes.AppliesTo(games=games) | nodes.Extends(games=games):
            for name in games:
                if name not in known.games:
                    yield faults.unknown("game", name, known.games, place.at(line.span))
        case nodes.Example(edition=edition) if edition is not None and edition not in known.editions:
            yield faults.unknown("edition", edition, known.editions, place.at(line.span))
        case _:  # open: the name is known, or the line names nothing of the kind
            return
