"""From the examples of an edition to what is fixed and what must follow, with the kind of every thing they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import assert_never

from rulewright.base.keywords import VERDICTS, Comparison, Expected, Operator, Permission
from rulewright.base.numerals import plain_number
from rulewright.base.prose_lists import listing
from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.backgrounds import Backgrounds, Level
from rulewright.rulebook.model import EditionView, Origin, Rulebook
from rulewright.semantics import terms, types
from rulewright.semantics.expressions import Reader
from rulewright.semantics.faults import At, Unresolved
from rulewright.semantics.inference import infer_kinds
from rulewright.semantics.model import Example, Expectation, Fix, QuestionKind
from rulewright.semantics.symbols import Vocabulary, tag_names
from rulewright.semantics.terms import Plain, Term
from rulewright.semantics.types import Type
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of


@record
class Around:
    """What the examples of a book stand in: its backgrounds and its options."""

    backgrounds: Backgrounds
    options: tuple[str, ...]


def examples_of(book: Rulebook, edition: str) -> Iterator[tuple[nodes.Example, Origin, str]]:
    """The examples to run in an edition, with their case: those that name it, and in the default edition those that name none."""
    seen: set[Location] = set()
    own = book.views[edition]
    views = [own, *(view for name, view in book.views.items() if name != edition)]
    for view in views:
        for example, origin, case in _of_view(view):
            wanted = example.edition == edition or (example.edition is None and edition == book.default_edition and view is own)
            where = origin.place.at(example.span)
            if wanted and where not in seen:
                seen.add(where)
                yield example, origin, case


def _of_view(view: EditionView) -> Iterator[tuple[nodes.Example, Origin, str]]:
    for case in view.every_case():
        if not case.deleted:
            yield from ((example, origin, case.number) for example, origin in case.examples)
    for reading in view.readings.values():
        yield from ((example, origin, str(reading.on[0])) for example, origin in reading.examples)


def read_example(vocabulary: Vocabulary, view: EditionView, book: Around, node: nodes.Example, origin: Origin, case: str) -> Example | None:
    """An example with everything in it resolved; None, after reporting, where something in it is at fault."""
    at = At(vocabulary.faults, origin.place, case)
    levels = book.backgrounds.behind(node, origin.block, origin.place)
    written: list[tuple[nodes.Example | nodes.Background, At]] = [
        *((one.node, At(vocabulary.faults, one.place, case)) for level in reversed(levels) for one in level),
        (node, at),
    ]  # what goes before stands behind
    try:
        for one, there in written:
            _check_switches(there, view, book, one)
        _check_readings(at, view, node)
        world = tuple(thing for one, _ in written for thing in one.world)
        said = (*(given for one, _ in written for given in one.given), *(_asked(then) for then in node.then))
        things = things_named(vocabulary, at, world, said, node)
        reader = Reader(vocabulary, at, things=things)
        given = _with_backgrounds(reader, node, levels)
        then = tuple(_expectation(reader, one) for one in node.then)
    except Unresolved:
        return None
    return Example(
        node.title,
        case,
        tuple((name, kind.record) for name, kind in things.items() if isinstance(kind, types.Thing)),
        given,
        then,
        tuple(dict.fromkeys(option for one, _ in written for option in one.options)),
        next((_scenario(view, one.scenario) for one, _ in reversed(written) if one.scenario is not None), None),
        tuple({name: choice for one, _ in written for name, choice in one.readings}.items()),
        location=at.where(node),
        tags=tag_names(node.tags) + tuple(name for one in node.then for name in tag_names(one.tags)),
    )


def _with_backgrounds(reader: Reader, node: nodes.Example, levels: tuple[Level, ...]) -> tuple[Fix, ...]:
    """What is given: by the example, and of other facts by its backgrounds, a nearer one before a farther one."""
    found: tuple[Fix, ...] = ()
    for level in reversed(levels):
        here: tuple[Fix, ...] = ()
        for one in level:
            there = Reader(reader.vocabulary, replace(reader.at, place=one.place), things=reader.things)
            more = read_givens(there, one.node.given, found)
            if any(fix not in here and _key(fix) in map(_key, here) for fix in more):
                help = "give it in the example"
                raise reader.at.fail("RW222", "two backgrounds of this example give different values to one fact", node, help=help)
            here += tuple(fix for fix in more if fix not in here)
        found = _nearer(here, found)
    return _nearer(read_givens(reader, node.given, found), found)


def _nearer(near: tuple[Fix, ...], far: tuple[Fix, ...]) -> tuple[Fix, ...]:
    keys = set(map(_key, near))
    return (*(fix for fix in far if _key(fix) not in keys), *near)


def _key(fix: Fix) -> tuple[str, tuple[Plain, ...]]:
    return fix.name, fix.args


def _asked(then: nodes.Then) -> nodes.Expr:
    return then.about


def _check_switches(at: At, view: EditionView, book: Around, node: nodes.Example | nodes.Background) -> None:
    for name in node.backgrounds:
        if name not in book.backgrounds.named:
            raise at.fail("RW201", f"there is no background `{name}`", node, help=did_you_mean(name, book.backgrounds.named))
    for option in node.options:
        if option not in book.options:
            raise at.fail("RW201", f"there is no option `{option}`", node, help=did_you_mean(option, book.options))
    for name, choice in node.readings:
        reading = view.readings.get(name)
        if reading is None:
            raise at.fail("RW201", f"there is no reading `{name}`", node, help=did_you_mean(name, view.readings))
        choices = [one.name for one in reading.choices]
        if choice not in choices:
            raise at.fail("RW201", f"`{name}` has no choice `{choice}`", node, help=did_you_mean(choice, choices))
    if node.scenario is not None and view.find(node.scenario) is None:
        raise at.fail(
            "RW201", f"there is no scenario `{node.scenario}`", node, help=did_you_mean(node.scenario, [str(s) for s in view.scenarios])
        )


def _check_readings(at: At, view: EditionView, node: nodes.Example) -> None:
    for then in node.then:
        if then.reading is not None and then.reading not in view.readings:
            raise at.fail("RW201", f"there is no reading `{then.reading}`", then, help=did_you_mean(then.reading, view.readings))


def _scenario(view: EditionView, number: str) -> str:
    """A scenario by the number that it has in this edition."""
    found = view.find(number)
    assert found is not None
    return str(found.id)


def things_named(
    vocabulary: Vocabulary, at: At, world: tuple[tuple[str, str], ...], expressions: Iterable[nodes.Expr], node: nodes.Node
) -> dict[str, Type]:
    """Every thing that is named, with its kind: from the world, else from where the name stands."""
    things: dict[str, Type] = {}
    for name, kind in world:
        record = vocabulary.record_named(kind)
        if record is None:
            raise at.fail("RW201", f"`{kind}` is not a kind of thing", node, help=did_you_mean(kind, vocabulary.records))
        things[name] = types.Thing(record)
    for name, kinds in infer_kinds(vocabulary, expressions).items():
        if name in things:
            continue
        records = tuple(dict.fromkeys(kind.record for kind in kinds if isinstance(kind, types.Thing)))
        if len(records) > 1:
            message = f"`{name}` may be {listing(f'a {record}' for record in records)}"
            raise at.fail("RW220", message, node, help=f"say which: `world {name}: {records[0]}`")
        if records:
            things[name] = types.Thing(records[0])
    return things


def read_givens(reader: Reader, given: Iterable[nodes.Expr], known: tuple[Fix, ...] = ()) -> tuple[Fix, ...]:
    """What is given, one fact or answer each; `known` is given besides. Reads all before giving up."""
    found: list[Fix] = []
    failed = False
    values = {(fix.name, fix.args): fix.value for fix in known if fix.narrow is None}
    seen = reader.as_seen()
    for expression in given:
        for part in expression.parts if isinstance(expression, nodes.And) else (expression,):
            try:
                fix = _read_given(seen, part, values)
            except Unresolved:
                failed = True
                continue
            found.append(fix)
            if fix.narrow is None:
                values[fix.name, fix.args] = fix.value
    if failed:
        raise Unresolved
    return tuple(found)


def _read_given(reader: Reader, node: nodes.Expr, values: Mapping[tuple[str, tuple[Plain, ...]], Plain]) -> Fix:
    """`u.arm is cavalry`, `not u.dispersed`, `may forage(u, t)`, or a condition on one fact such as `strength(u) is at most 4 SP`.

    `values` has what was given before.
    """
    term = reader.condition(node)
    value: Plain = True
    while isinstance(term, terms.Not):
        term, value = term.of, not value
    if isinstance(term, terms.Compare) and term.op is Comparison.IS and value is True:
        left, right = settled(term.left, values), settled(term.right, values)
        if isinstance(left, terms.Const):
            left, right = right, left
        if isinstance(left, terms.FactOf | terms.Ask) and isinstance(right, terms.Const) and _constant(left):
            return _fixed(reader, node, left, right.value)
    term = settled(term, values)
    if isinstance(term, terms.FactOf | terms.Ask) and _constant(term):
        return _fixed(reader, node, term, value)
    if isinstance(term, terms.AskVerdict) and (value or term.permission is Permission.MAY) and len(_args(term)) == len(term.args):
        return Fix(term.question, _args(term), VERDICTS[term.permission] if value else "forbidden")
    narrowed = _narrow(terms.Not(term) if not value else term)
    if narrowed is not None:
        fact, condition = narrowed
        return Fix(*reader.vocabulary.facts[fact.fact].key(_args(fact)), None, condition)
    help_ = "give one fact or answer at a time: `u.arm is cavalry`, `not surrounded(u)`, `may forage(u, t)`"
    raise reader.at.fail("RW222", f"`{text_of(node)}` does not say what one fact or answer is", node, help=help_)


def _fixed(reader: Reader, node: nodes.Expr, term: terms.FactOf | terms.Ask, value: Plain) -> Fix:
    """A fact or an answer that is given a value."""
    args = _args(term)
    if isinstance(term, terms.Ask):
        return Fix(term.question, args, value)
    decl = reader.vocabulary.facts[term.fact]
    if value is True and decl.of_itself(args):
        raise reader.at.fail("RW222", f"`{text_of(node)}` is never so: `{decl.name}` is never of itself", node, help="remove it")
    return Fix(*decl.key(args), value)


def settled(term: Term, values: Mapping[tuple[str, tuple[Plain, ...]], Plain]) -> Term:
    """The term with facts in its arguments replaced by what was given for them: `u.division.side` where `u.division is d`."""
    match term:
        case terms.FactOf() | terms.Ask() | terms.AskVerdict():
            if all(isinstance(arg, terms.Const) for arg in term.args):
                return term
            return replace(term, args=tuple(_value(settled(arg, values), values) for arg in term.args))
        case terms.Minus(of=terms.Const(value=value)) if isinstance(value, int) and not isinstance(value, bool):
            return terms.Const(-value)
        case terms.Arithmetic(Operator.DIVIDED, terms.Const(value=above), terms.Const(value=below)):
            return terms.Const(_quotient(above, below))
        case _:  # open: every other term stands for itself
            return term


def _quotient(above: Plain, below: Plain) -> Plain:
    from fractions import Fraction

    assert not isinstance(above, str | None) and not isinstance(below, str | None)
    return plain_number(Fraction(above) / Fraction(below))


def _value(term: Term, values: Mapping[tuple[str, tuple[Plain, ...]], Plain]) -> Term:
    if isinstance(term, terms.FactOf | terms.Ask) and _constant(term) and (_name(term), _args(term)) in values:
        return terms.Const(values[(_name(term), _args(term))])
    return term


def _constant(term: terms.FactOf | terms.Ask) -> bool:
    return all(isinstance(arg, terms.Const) for arg in term.args)


def _name(term: terms.FactOf | terms.Ask) -> str:
    return term.fact if isinstance(term, terms.FactOf) else term.question


def _args(term: terms.FactOf | terms.Ask | terms.AskVerdict) -> tuple[Plain, ...]:
    return tuple(arg.value for arg in term.args if isinstance(arg, terms.Const))


def _narrow(term: Term) -> tuple[terms.FactOf, Term] | None:
    """A condition on one fact of named things, with the fact's candidate value in slot 0; None if it is about more."""
    facts = {found for found in terms.walk(term) if isinstance(found, terms.FactOf)}
    others = (
        terms.Ask,
        terms.AskVerdict,
        terms.UpTo,
        terms.Var,
        terms.Some,
        terms.Every,
        terms.Gathered,
        terms.Linked,
        terms.InGroup,
        terms.AsIf,
    )
    if len(facts) != 1 or any(isinstance(found, others) for found in terms.walk(term)):
        return None
    fact = facts.pop()
    return (fact, _put(term, fact)) if _constant(fact) else None


def _put(term: Term, fact: terms.FactOf) -> Term:
    if term == fact:
        return terms.Var(0, fact.fact)
    match term:
        case terms.Compare() | terms.Arithmetic():
            return replace(term, left=_put(term.left, fact), right=_put(term.right, fact))
        case terms.InSet():
            members = tuple((_put(low, fact), None if high is None else _put(high, fact)) for low, high in term.members)
            return replace(term, of=_put(term.of, fact), members=members)
        case terms.Not() | terms.Minus() | terms.Rounded():
            return replace(term, of=_put(term.of, fact))
        case terms.And() | terms.Or():
            return replace(term, parts=tuple(_put(part, fact) for part in term.parts))
        case terms.PickOf():
            return replace(term, args=tuple(_put(arg, fact) for arg in term.args))
        case terms.Shifted() | terms.Overflow():
            return replace(term, of=_put(term.of, fact), by=_put(term.by, fact))
        case (
            terms.Const()
            | terms.Var()
            | terms.FactOf()
            | terms.Ask()
            | terms.AskVerdict()
            | terms.Barred()
            | terms.UpTo()
            | terms.AsIf()
            | terms.InGroup()
            | terms.Some()
            | terms.Every()
            | terms.Gathered()
            | terms.Linked()
        ):
            return term
        case _:
            assert_never(term)


def _expectation(reader: Reader, node: nodes.Then) -> Expectation:
    where = reader.at.where(node)
    tags = tag_names(node.tags)
    text = text_of(node).removeprefix("then ")
    if node.expected is Expected.HOLDS:
        return Expectation(Expected.HOLDS, reader.condition(node.about), text, location=where, tags=tags)
    about = read_question(reader, node.about)
    if node.expected in {Expected.PERMITTED, Expected.FORBIDDEN, Expected.REQUIRED} and not isinstance(about, terms.AskVerdict):
        raise reader.at.fail("RW219", f"only a verdict is {node.expected}", node, help="write `then …` and a condition")
    lacks = tuple(lacked(reader, one) for one in node.lacks)
    return Expectation(node.expected, about, text, node.reading, node.why, lacks, location=where, tags=tags)


def lacked(reader: Reader, node: nodes.Expr) -> str:
    """The name of a fact that is said to be missing, as answers show it."""
    term, _ = reader.as_seen().read(node)
    if not isinstance(term, terms.FactOf):
        raise reader.at.fail("RW222", "only a fact can be missing", node)
    return text_of(node)


def read_question(reader: Reader, node: nodes.Expr) -> Term:
    """A question with its arguments: `allowance(u)`, `forage(u, t)`, also `defence(u) up to terrain`."""
    if isinstance(node, nodes.Call):
        question = reader.vocabulary.questions.get(node.name)
        if question is not None and question.kind is QuestionKind.VERDICT:
            return terms.AskVerdict(Permission.MAY, question.name, reader.arguments(node, question.params))
    term, _ = reader.read(node)
    return term
