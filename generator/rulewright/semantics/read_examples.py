"""Elaboration of examples: given facts, expectations, and the kinds of the things that they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from rulewright.base.keywords import VERDICTS, Comparison, Expected, Operator, Permission
from rulewright.base.numerals import number_text, plain_number
from rulewright.base.prose_lists import listing
from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.backgrounds import Backgrounds, Level
from rulewright.rulebook.model import EditionView, Origin, Rulebook
from rulewright.semantics import terms, types
from rulewright.semantics.day_asked import check_day_given
from rulewright.semantics.expressions import ExpressionElaborator
from rulewright.semantics.faults import FaultContext, Unresolved
from rulewright.semantics.given_parts import given_parts
from rulewright.semantics.given_paths import Key, name_linked_things
from rulewright.semantics.inference import infer_kinds
from rulewright.semantics.model import Example, Expectation, Fix, QuestionKind
from rulewright.semantics.symbols import Vocabulary, tag_names
from rulewright.semantics.terms import Plain, Term
from rulewright.semantics.types import Type
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of


@record
class ExampleSetting:
    """The setting of a book's examples: its backgrounds and its options."""

    backgrounds: Backgrounds
    options: tuple[str, ...]


def examples_of(book: Rulebook, edition: str) -> Iterator[tuple[nodes.Example, Origin, str]]:
    """Yield the examples to run in an edition, with their case: those that name it and, in the default edition, those that name none."""
    locations: set[Location] = set()
    own_view = book.views[edition]
    views = [own_view, *(view for name, view in book.views.items() if name != edition)]
    for view in views:
        for example, origin, case in _examples_of_view(view):
            belongs = example.edition == edition or (example.edition is None and edition == book.default_edition and view is own_view)
            location = origin.place.location_of(example.span)
            if belongs and location not in locations:
                locations.add(location)
                yield example, origin, case


def _examples_of_view(view: EditionView) -> Iterator[tuple[nodes.Example, Origin, str]]:
    for case in view.all_cases():
        if not case.deleted:
            yield from ((example, origin, case.number) for example, origin in case.examples)
    for reading in view.readings.values():
        yield from ((example, origin, str(reading.cases[0])) for example, origin in reading.examples)


def read_example(
    vocabulary: Vocabulary, view: EditionView, setting: ExampleSetting, node: nodes.Example, origin: Origin, case: str
) -> Example | None:
    """Read an example with its backgrounds; None if it has an error, which is reported."""
    context = FaultContext(vocabulary.faults, origin.place, case)
    levels = setting.backgrounds.levels_of_example(node, origin.block, origin.place)
    layers: list[tuple[nodes.Example | nodes.Background, FaultContext]] = [
        *((background.node, FaultContext(vocabulary.faults, background.place, case)) for level in reversed(levels) for background in level),
        (node, context),
    ]  # outermost first
    try:
        for layer, layer_context in layers:
            _check_switches(layer_context, view, setting, layer)
        _check_readings(context, view, node)
        world = tuple(thing for layer, _ in layers for thing in layer.world)
        expressions = (
            *(expression for layer, _ in layers for expression in layer.given),
            *(_subject_of(expectation) for expectation in node.then),
        )
        things = things_named(vocabulary, context, world, expressions, node)
        reader = ExpressionElaborator(vocabulary, context, things=things)
        givens = tuple((layer_context.place, layer.given) for layer, layer_context in layers)
        fixes = _merge_backgrounds(reader, node, levels, *name_linked_things(reader, givens, things))
        expectations = tuple(_read_expectation(reader, expected) for expected in node.then)
    except Unresolved:
        return None
    return Example(
        node.title,
        case,
        tuple((name, kind.record) for name, kind in things.items() if isinstance(kind, types.Thing)),
        fixes,
        expectations,
        tuple(dict.fromkeys(option for layer, _ in layers for option in layer.options)),
        next((_scenario_id(view, layer.scenario) for layer, _ in reversed(layers) if layer.scenario is not None), None),
        tuple({name: choice for layer, _ in layers for name, choice in layer.readings}.items()),
        node.as_usual,
        location=context.location_of(node),
        tags=tag_names(node.tags) + tuple(name for expected in node.then for name in tag_names(expected.tags)),
    )


def _merge_backgrounds(
    reader: ExpressionElaborator, node: nodes.Example, levels: tuple[Level, ...], fixes: tuple[Fix, ...], links: Mapping[Key, Plain]
) -> tuple[Fix, ...]:
    """Return the given facts of an example: `fixes`, those of its backgrounds and its own, each overridden by what is nearer.

    `links` are given somewhere in them, for the paths that are written before.
    """
    for level in reversed(levels):
        level_fixes: tuple[Fix, ...] = ()
        for background in level:
            background_reader = ExpressionElaborator(
                reader.vocabulary, replace(reader.context, place=background.place), things=reader.things
            )
            background_fixes = read_givens(background_reader, background.node.given, fixes, links)
            if any(fix not in level_fixes and _fix_key(fix) in map(_fix_key, level_fixes) for fix in background_fixes):
                help = "give it in the example"
                raise reader.context.fail("RW222", "two backgrounds of this example give different values to one fact", node, help=help)
            level_fixes += tuple(fix for fix in background_fixes if fix not in level_fixes)
        fixes = _override_fixes(level_fixes, fixes)
    return _override_fixes(read_givens(reader, node.given, fixes, links), fixes)


def _override_fixes(nearer: tuple[Fix, ...], farther: tuple[Fix, ...]) -> tuple[Fix, ...]:
    keys = set(map(_fix_key, nearer))
    return (*(fix for fix in farther if _fix_key(fix) not in keys), *nearer)


def _fix_key(fix: Fix) -> tuple[str, tuple[Plain, ...]]:
    return fix.name, fix.args


def _subject_of(node: nodes.Then) -> nodes.Expr:
    return node.about


def _check_switches(context: FaultContext, view: EditionView, setting: ExampleSetting, node: nodes.Example | nodes.Background) -> None:
    for name in node.backgrounds:
        if name not in setting.backgrounds.named:
            raise context.fail("RW201", f"there is no background `{name}`", node, help=did_you_mean(name, setting.backgrounds.named))
    for option in node.options:
        if option not in setting.options:
            raise context.fail("RW201", f"there is no option `{option}`", node, help=did_you_mean(option, setting.options))
    for name, choice in node.readings:
        reading = view.readings.get(name)
        if reading is None:
            raise context.fail("RW201", f"there is no reading `{name}`", node, help=did_you_mean(name, view.readings))
        choices = [candidate.name for candidate in reading.choices]
        if choice not in choices:
            raise context.fail("RW201", f"`{name}` has no choice `{choice}`", node, help=did_you_mean(choice, choices))
    if node.scenario is not None and view.find_case(node.scenario) is None:
        raise context.fail(
            "RW201", f"there is no scenario `{node.scenario}`", node, help=did_you_mean(node.scenario, [str(s) for s in view.scenarios])
        )


def _check_readings(context: FaultContext, view: EditionView, node: nodes.Example) -> None:
    for expectation in node.then:
        if expectation.reading is not None and expectation.reading not in view.readings:
            raise context.fail(
                "RW201", f"there is no reading `{expectation.reading}`", expectation, help=did_you_mean(expectation.reading, view.readings)
            )


def _scenario_id(view: EditionView, number: str) -> str:
    """Return the id of a scenario by its number in this edition."""
    case = view.find_case(number)
    assert case is not None
    return str(case.id)


def things_named(
    vocabulary: Vocabulary, context: FaultContext, world: tuple[tuple[str, str], ...], expressions: Iterable[nodes.Expr], node: nodes.Node
) -> dict[str, Type]:
    """Return the named things with their kinds, declared in the world or inferred from their positions. Raises `Unresolved`."""
    things: dict[str, Type] = {}
    for name, kind in world:
        record = vocabulary.record_named(kind)
        if record is None:
            raise context.fail("RW201", f"`{kind}` is not a kind of thing", node, help=did_you_mean(kind, vocabulary.records))
        things[name] = types.Thing(record)
    for name, kinds in infer_kinds(vocabulary, expressions).items():
        if name in things:
            continue
        records = tuple(dict.fromkeys(kind.record for kind in kinds if isinstance(kind, types.Thing)))
        if len(records) > 1:
            message = f"`{name}` may be {listing(f'a {record}' for record in records)}"
            raise context.fail("RW220", message, node, help=f"say which: `world {name}: {records[0]}`")
        if records:
            things[name] = types.Thing(records[0])
    return things


def read_givens(
    reader: ExpressionElaborator, expressions: Iterable[nodes.Expr], earlier: tuple[Fix, ...], links: Mapping[Key, Plain]
) -> tuple[Fix, ...]:
    """Read given facts and answers; their arguments may refer to `links` and to `earlier` ones, which count before these.

    Raises `Unresolved` after all errors are reported.
    """
    fixes: list[Fix] = []
    failed = False
    values = {**links, **{(fix.name, fix.args): fix.value for fix in earlier if fix.narrow is None}}
    observing_reader = reader.as_observed()
    for expression in expressions:
        for part in given_parts(reader.vocabulary, reader.things or {}, expression):
            try:
                fix = _read_given(observing_reader, part, values)
            except Unresolved:
                failed = True
                continue
            fixes.append(fix)
            if fix.narrow is None:
                values[fix.name, fix.args] = fix.value
    if failed:
        raise Unresolved
    return tuple(fixes)


def _read_given(reader: ExpressionElaborator, node: nodes.Expr, values: Mapping[Key, Plain]) -> Fix:
    """Read a given: `u.arm is cavalry`, `not u.dispersed`, `may forage(u, t)`, or a condition on one fact (`strength(u) is at most 4 SP`).

    `values` has the values of facts and answers given before.
    """
    term = reader.read_condition(node)
    value: Plain = True
    while isinstance(term, terms.Not):
        term, value = term.of, not value
    if isinstance(term, terms.Compare) and term.op is Comparison.IS and value is True:
        lhs, rhs = substitute_given(term.left, values), substitute_given(term.right, values)
        if isinstance(lhs, terms.Const):
            lhs, rhs = rhs, lhs
        if isinstance(lhs, terms.FactOf | terms.Ask) and isinstance(rhs, terms.Const) and _has_constant_args(lhs):
            return _fix_value(reader, node, lhs, rhs.value)
    for part in terms.walk(term):
        if isinstance(part, terms.FactOf) and not _has_constant_args(part):
            term = _replace_fact(term, part, substitute_given(part, values))
    term = substitute_given(term, values)
    if isinstance(term, terms.FactOf | terms.Ask) and _has_constant_args(term):
        return _fix_value(reader, node, term, value)
    if isinstance(term, terms.AskVerdict) and (value or term.permission is Permission.MAY) and len(_constant_args(term)) == len(term.args):
        return Fix(term.question, _constant_args(term), VERDICTS[term.permission] if value else "forbidden")
    narrowed = _narrow_fact(terms.Not(term) if not value else term)
    if narrowed is not None:
        fact, condition = narrowed
        return Fix(*reader.vocabulary.facts[fact.fact].key(_constant_args(fact)), None, condition)
    open_argument = _first_open_argument(reader.vocabulary, term)
    if open_argument is not None:
        which, text = open_argument
        message = f"`{text_of(node)}` is about `{text}`, and {which} that is has not been said"
        raise reader.context.fail("RW222", message, node, help=f"say first {which} `{text}` is: `{text} is …`")
    help_ = "give one fact or answer at a time: `u.arm is cavalry`, `not surrounded(u)`, `may forage(u, t)`"
    raise reader.context.fail("RW222", f"`{text_of(node)}` does not say what one fact or answer is", node, help=help_)


def _first_open_argument(vocabulary: Vocabulary, term: Term) -> tuple[str, str] | None:
    """Return the first argument that is a fact or an answer of its own, with the word that asks for it: `which hex`, `u.hex`; else None."""
    for subterm in terms.walk(term):
        if isinstance(subterm, terms.FactOf | terms.Ask | terms.AskVerdict):
            for arg in subterm.args:
                if isinstance(arg, terms.FactOf | terms.Ask) and _has_constant_args(arg):
                    kind = vocabulary.facts[arg.fact].type if isinstance(arg, terms.FactOf) else vocabulary.questions[arg.question].type
                    which = f"which {kind.record.replace('_', ' ')}" if isinstance(kind, types.Thing) else "what"
                    return which, _argument_text(_target_name(arg), _constant_args(arg))
    return None


def _argument_text(name: str, args: tuple[Plain, ...]) -> str:
    """Return a fact or an answer as it is written: `u.hex`, `leader_of(u)`."""
    owner, _, last = name.rpartition(".")
    words = ["none" if arg is None else str(arg) for arg in args]
    return f"{words[0]}.{last}" if owner and len(words) == 1 else f"{last}({', '.join(words)})" if words else last


def _fix_value(reader: ExpressionElaborator, node: nodes.Expr, term: terms.FactOf | terms.Ask, value: Plain) -> Fix:
    """Return a fact or an answer with its given value."""
    args = _constant_args(term)
    if isinstance(term, terms.Ask):
        return Fix(term.question, args, value)
    decl = reader.vocabulary.facts[term.fact]
    if value is True and decl.is_of_itself(args):
        raise reader.context.fail("RW222", f"`{text_of(node)}` is never so: `{decl.name}` is never of itself", node, help="remove it")
    check_day_given(reader.vocabulary, reader.context, node, decl, value)
    if isinstance(decl.type, types.Numeric) and isinstance(value, int | Fraction) and not decl.type.is_on_step(value):
        number = number_text(value, decimal=True)
        step = number_text(Fraction(1, Fraction(value).denominator))
        help_ = f"give one of its values, or declare its steps: `by {step}`"
        message = f"`{number}` is between two values of `{decl.name}`, which is {types.type_text(decl.type)}"
        raise reader.context.fail("RW205", message, node, help=help_)
    return Fix(*decl.key(args), value)


def substitute_given(term: Term, values: Mapping[Key, Plain]) -> Term:
    """Return a term with the facts in its arguments replaced by their given values: `u.division.side` where `u.division is d`."""
    match term:
        case terms.FactOf() | terms.Ask() | terms.AskVerdict():
            if all(isinstance(arg, terms.Const) for arg in term.args):
                return term
            return replace(term, args=tuple(_given_value(substitute_given(arg, values), values) for arg in term.args))
        case terms.Minus(of=terms.Const(value=value)) if isinstance(value, int) and not isinstance(value, bool):
            return terms.Const(-value)
        case terms.Arithmetic(Operator.DIVIDED, terms.Const(value=above), terms.Const(value=below)):
            return terms.Const(_quotient(above, below))
        case _:  # open: other terms are returned unchanged
            return term


def _quotient(above: Plain, below: Plain) -> Plain:
    assert not isinstance(above, str | None) and not isinstance(below, str | None)
    return plain_number(Fraction(above) / Fraction(below))


def _given_value(term: Term, values: Mapping[Key, Plain]) -> Term:
    if isinstance(term, terms.FactOf | terms.Ask) and _has_constant_args(term) and (_target_name(term), _constant_args(term)) in values:
        return terms.Const(values[(_target_name(term), _constant_args(term))])
    return term


def _has_constant_args(term: terms.FactOf | terms.Ask) -> bool:
    return all(isinstance(arg, terms.Const) for arg in term.args)


def _target_name(term: terms.FactOf | terms.Ask) -> str:
    return term.fact if isinstance(term, terms.FactOf) else term.question


def _constant_args(term: terms.FactOf | terms.Ask | terms.AskVerdict) -> tuple[Plain, ...]:
    return tuple(arg.value for arg in term.args if isinstance(arg, terms.Const))


def _narrow_fact(term: Term) -> tuple[terms.FactOf, Term] | None:
    """Return the only fact of a condition, and the condition with that fact replaced by slot 0; None if it depends on more."""
    facts = {subterm for subterm in terms.walk(term) if isinstance(subterm, terms.FactOf)}
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
    if len(facts) != 1 or any(isinstance(subterm, others) for subterm in terms.walk(term)):
        return None
    fact = facts.pop()
    return (fact, _replace_fact(term, fact, terms.Var(0, fact.fact))) if _has_constant_args(fact) else None


def _replace_fact(part: Any, fact: terms.FactOf, replacement: Term) -> Any:
    """Return a term, or a part of one, with another term in place of a fact."""
    if part == fact:
        return replacement
    if isinstance(part, tuple):
        return tuple(_replace_fact(inner, fact, replacement) for inner in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    return replace(part, **{field.name: _replace_fact(getattr(part, field.name), fact, replacement) for field in fields(part)})


def _read_expectation(reader: ExpressionElaborator, node: nodes.Then) -> Expectation:
    location = reader.context.location_of(node)
    tags = tag_names(node.tags)
    text = text_of(node).removeprefix("then ")
    if node.expected is Expected.HOLDS:
        return Expectation(Expected.HOLDS, reader.read_condition(node.about), text, location=location, tags=tags)
    subject = read_question(reader, node.about)
    if node.expected in {Expected.PERMITTED, Expected.FORBIDDEN, Expected.REQUIRED} and not isinstance(subject, terms.AskVerdict):
        raise reader.context.fail("RW219", f"only a verdict is {node.expected}", node, help="write `then …` and a condition")
    lacks = tuple(read_missing_fact(reader, fact_node) for fact_node in node.lacks)
    return Expectation(node.expected, subject, text, node.reading, node.why, lacks, location=location, tags=tags)


def read_missing_fact(reader: ExpressionElaborator, node: nodes.Expr) -> str:
    """Return the text of a fact that an example expects to be missing, as answers show it."""
    term, _ = reader.as_observed().read_expression(node)
    if not isinstance(term, terms.FactOf):
        raise reader.context.fail("RW222", "only a fact can be missing", node)
    return text_of(node)


def read_question(reader: ExpressionElaborator, node: nodes.Expr) -> Term:
    """Read a question with its arguments: `allowance(u)`, `forage(u, t)`, also `defence(u) up to terrain`."""
    if isinstance(node, nodes.Call):
        question = reader.vocabulary.questions.get(node.name)
        if question is not None and question.kind is QuestionKind.VERDICT:
            return terms.AskVerdict(Permission.MAY, question.name, reader.read_arguments(node, question.params))
    term, _ = reader.read_expression(node)
    return term
