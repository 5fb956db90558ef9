"""From one edition of a rulebook to a `Program`: every name, type, unit, table and loop is settled, every fault is reported in one run.

What is at fault is left out and the rest works: a rule that names something unknown is as good as not written, and the answers that do
not need it are as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import assert_never

from rulewright.base.diagnostics import Diagnostic
from rulewright.base.keywords import RelationKind
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.addresses import Addresses
from rulewright.rulebook.backgrounds import Backgrounds
from rulewright.rulebook.model import EditionView, Provision, Rulebook
from rulewright.semantics import terms
from rulewright.semantics.action_kinds import hand_down, read_kinds
from rulewright.semantics.dependence import Dependence, dependences, find_loops, report_loop
from rulewright.semantics.derived_facts import ask_what_follows
from rulewright.semantics.expressions import Reader
from rulewright.semantics.faults import At, Faults, Unresolved
from rulewright.semantics.inference import infer_kinds
from rulewright.semantics.model import (
    Choice,
    Declarations,
    DoesNotMatter,
    Example,
    FactDecl,
    Free,
    Group,
    Impossible,
    Option,
    Override,
    Param,
    PolicyLine,
    Program,
    Question,
    Reading,
    Rule,
    SetAside,
    Table,
    TableVerb,
    UsualValue,
)
from rulewright.semantics.read_examples import Around, examples_of, read_example, settled
from rulewright.semantics.read_measures import read_conversions
from rulewright.semantics.read_relations import Relations, reach, read_relations
from rulewright.semantics.read_rules import RuleBook, about, formed_by, read_not_held, read_rule, scope_of
from rulewright.semantics.read_tables import in_domain, read_table
from rulewright.semantics.rule_cache import RulesRead
from rulewright.semantics.setup_rules import with_set_ups
from rulewright.semantics.symbols import Vocabulary, read_params, read_vocabulary, tag_names
from rulewright.semantics.types import Numeric
from rulewright.syntax import nodes
from rulewright.syntax.node_text import one_of_text, text_of


def resolve(
    book: Rulebook, edition: str, like: Program | None = None, read: RulesRead | None = None
) -> tuple[Program, tuple[Diagnostic, ...]]:
    """The program of an edition, and what is wrong with its names, types, units, tables and definitions.

    `like` is the program of the edition in a book that differs in a line: where it declares the same, its examples are not read again.
    Nor are the rules that `read` has; it takes those that it has not.
    """
    book, view = with_set_ups(book, book.views[edition])
    faults = Faults(book.slug, edition)
    vocabulary = declared(book, view, faults)
    rule_book = RuleBook(vocabulary, None if read is None else read.under(vocabulary))
    tables = _read_provisions(rule_book, view)
    hand_down(rule_book)
    relations = Relations(rule_book, view, Addresses(view))
    read_relations(relations)
    rules = _with_second_addresses(rule_book, relations, view)
    groups = _groups(vocabulary)
    questions = _questions(vocabulary)
    kept, overrides, set_asides = _without_loops(faults, questions, groups, rules, tuple(relations.overrides), tuple(relations.set_asides))
    program = Program(
        book=book.slug,
        edition=edition,
        measures=vocabulary.measures,
        conversions=vocabulary.conversions,
        calendars=vocabulary.calendars,
        enums=vocabulary.enums,
        records=vocabulary.records,
        maps=vocabulary.maps,
        classes=vocabulary.classes,
        facts=_facts(vocabulary),
        questions=questions,
        groups=groups,
        impossible=_impossible(vocabulary),
        rules=kept,
        tables=tables,
        overrides=overrides,
        set_asides=set_asides,
        not_held=tuple(rule_book.not_held),
        policy=_policy(book),
        sources=view.edition.sources,
        options=_options(book, vocabulary),
        exclusions=tuple(one.options for one in book.exclusions),
        games=tuple(game.name for game in book.games),
        scenarios=_scenarios(view),
        readings=_readings(view),
        does_not_matter=_does_not_matter(vocabulary, view),
        examples=(),
        unheld_cases=frozenset(str(case.number) for case in view.every_case() if not case.held and not case.deleted),
    )
    known = like.examples if like is not None and _declare_the_same(program, like) else ()
    program = replace(program, examples=_examples(book, vocabulary, view, edition, known))
    return program, tuple(sorted(faults.found, key=lambda found: found.sort_key))


def declared(book: Rulebook, view: EditionView, faults: Faults) -> Vocabulary:
    """All that a book declares, before a rule of an edition is read."""
    vocabulary = read_vocabulary(book, view, faults)
    read_conversions(vocabulary)
    ask_what_follows(vocabulary, view)
    read_kinds(vocabulary)
    return vocabulary


def _read_provisions(rule_book: RuleBook, view: EditionView) -> dict[str, Table]:
    tables: dict[str, Table] = {}
    for provision in view.provisions():
        node = provision.node
        match node:
            case nodes.Rule():
                read_rule(rule_book, provision, node)
            case nodes.NotHeld():
                read_not_held(rule_book, provision, node)
            case nodes.Table():
                table = read_table(rule_book.vocabulary, provision, node)
                if table is not None:
                    tables[table.id] = table
                    _look_up(rule_book, provision, table)
            case nodes.Relation() | nodes.DoesNotMatter() | nodes.Settles():
                pass  # read by themselves, when every rule is known
            case _:
                assert_never(node)
    return tables


def _look_up(rule_book: RuleBook, provision: Provision, table: Table) -> None:
    """A table's own rule: its question is the cell."""
    question = rule_book.vocabulary.questions[table.question]
    uid = len(rule_book.rules)
    call = f"{question.name}({', '.join(param.name for param in question.params)})" if question.params else question.name
    rule_book.rules.append(
        Rule(
            uid=uid,
            id=table.id,
            case=table.case,
            question=table.question,
            verb=TableVerb.LOOK_UP,
            heads=tuple(Free(param.name) for param in question.params),
            parts=(),
            effect=None,
            stage=0,
            says=f"table {call}",
            scope=scope_of(provision),
            source=provision.origin.source,
            clause=provision.origin.kind.value,
            about=about(provision),
            formed_by=formed_by(provision),
            table=table.id,
            location=table.location,
            tags=table.tags,
        )
    )
    rule_book.of_provision.setdefault(str(provision.id), []).append((uid, ""))


def _with_second_addresses(rule_book: RuleBook, relations: Relations, view: EditionView) -> tuple[Rule, ...]:
    """The rules, with `restates`, `besides` and `as in` resolved.

    What restates a rule of another question is at fault, and stays a rule.
    """
    rules = list(rule_book.rules)
    for provision in view.provisions():
        if not isinstance(provision.node, nodes.Rule):
            continue
        at = At.of(rule_book.vocabulary.faults, provision)
        for relation in provision.node.relations:
            there = reach(relations, relation.targets)
            for uid, _ in rule_book.of_provision.get(str(provision.id), ()):
                rule = rules[uid]
                same = tuple(other for other in there.rules if other != uid and _alike(rules[other], rule))
                match relation.kind:
                    case RelationKind.RESTATES:
                        if there.rules and not same and rule.through is None:
                            at.faults.add(
                                "RW221", f"`{rule.says}` restates no rule of {', '.join(there.cases)}", at.where(relation),
                                help="name a rule on the same question with the same effect", cases=(rule.case,),
                            )  # fmt: skip
                        rules[uid] = replace(rule, restates=rule.restates + same)
                    case RelationKind.BESIDES:
                        rules[uid] = replace(rule, besides=rule.besides + tuple(o for o in there.rules if o != uid))
                    case RelationKind.AS_IN:
                        rules[uid] = replace(rule, rests_on=rule.rests_on + there.unheld)
                    case RelationKind.OVERRIDES | RelationKind.SETS_ASIDE | RelationKind.EXCEPT:
                        pass  # statements of precedence
                    case _:
                        assert_never(relation.kind)
    return tuple(rules)


def _alike(one: Rule, other: Rule) -> bool:
    """Whether two rules say the same, whatever their conditions: same question, step, verb and effect."""
    said = [(r.question, r.verb, r.stage, r.otherwise, r.effect, r.rounding) for r in (one, other)]
    return said[0] == said[1]


def _groups(vocabulary: Vocabulary) -> dict[str, Group]:
    found: dict[str, Group] = {}
    for name, head in vocabulary.groups.items():
        reader = Reader.of_params(vocabulary, head.at, (*head.params, _member(head.node, head.record)))
        try:
            with_ = None if head.node.with_ is None else reader.condition(head.node.with_)
        except Unresolved:
            continue
        found[name] = Group(
            name, head.params, head.record, with_, head.node.phrase, location=head.at.where(head.node), tags=tag_names(head.node.tags)
        )
    return found


def _member(node: nodes.Group, record: str) -> Param:
    from rulewright.semantics.types import Thing

    return Param(node.variable, Thing(record))


def _questions(vocabulary: Vocabulary) -> dict[str, Question]:
    found = dict(vocabulary.questions)
    for name, (node, at) in vocabulary.otherwise.items():
        question = found.get(name)
        if question is None or question.type is None:
            continue
        reader = Reader.of_params(vocabulary, at, question.params)
        try:
            term = reader.fitting(node, question.type)
            reader.within(question.type, term, node)
        except Unresolved:
            continue
        found[name] = replace(question, otherwise=term)
    return found


def _facts(vocabulary: Vocabulary) -> dict[str, FactDecl]:
    """The facts with their usual values."""
    found = dict(vocabulary.facts)
    for name, (node, at) in vocabulary.usual.items():
        reader = Reader(vocabulary, at)
        try:
            kind = found[name].type
            term = settled(reader.fitting(node, kind), {})
            if not isinstance(term, terms.Const):
                raise at.fail("RW222", f"`{text_of(node)}` is not one value", node, help="write one value, as in `usually no`")
            if isinstance(kind, Numeric):
                assert isinstance(term.value, int | Fraction)
                in_domain(at, node, text_of(node), term.value, kind)
        except Unresolved:
            continue
        found[name] = replace(found[name], usual=UsualValue(term.value))
    return found


def _impossible(vocabulary: Vocabulary) -> tuple[Impossible, ...]:
    found: list[Impossible] = []
    for node, at in vocabulary.impossible:
        try:
            params = read_params(vocabulary, node.params, at)
            reader = Reader.of_params(vocabulary, at, params)
            when = reader.condition(node.when) if isinstance(node, nodes.Impossible) else _not_one_of(reader, node)
        except Unresolved:
            continue
        says = text_of(node.when) if isinstance(node, nodes.Impossible) else f"not {one_of_text(node)}"
        found.append(Impossible(params, when, says, location=at.where(node), tags=tag_names(node.tags)))
    return tuple(found)


def _not_one_of(reader: Reader, node: nodes.OneOf) -> terms.Term:
    """What `exactly one of` and `at most one of` rule out: two of them together and, with `exactly`, none at all."""
    read = [reader.condition(one) for one in node.of]
    ruled_out: list[terms.Term] = [terms.And(pair) for pair in combinations(read, 2)]
    if node.exactly:
        ruled_out.append(terms.And(tuple(terms.Not(one) for one in read)))
    return terms.Or(tuple(ruled_out))


def _without_loops(
    faults: Faults,
    questions: dict[str, Question],
    groups: dict[str, Group],
    rules: tuple[Rule, ...],
    overrides: tuple[Override, ...],
    set_asides: tuple[SetAside, ...],
) -> tuple[tuple[Rule, ...], tuple[Override, ...], tuple[SetAside, ...]]:
    """Reports circular definitions, and leaves out every clause on one."""
    edges = tuple(dependences(questions, groups, rules, overrides, set_asides))
    loops = find_loops(edges)
    if not loops:
        return rules, overrides, set_asides
    home = {name: loop for loop in loops for name in loop}
    bad: list[Dependence] = [one for one in edges if one.of in home and home.get(one.on) == home[one.of]]
    for loop in loops:
        report_loop(faults, loop, tuple(one for one in bad if one.of in loop))
    out = {(one.kind, one.uid) for one in bad}
    spoilt = {(one.kind, one.uid, one.of) for one in bad}
    for one in bad:
        if one.kind == "question":
            questions[one.of] = replace(questions[one.of], otherwise=None)
    for rule in rules:
        if rule.through is not None and ("rule", rule.through.rule) in out:
            out.add(("rule", rule.uid))
    return (
        tuple(rule for rule in rules if ("rule", rule.uid) not in out),
        tuple(replace(one, on=tuple(on for on in one.on if ("override", one.uid, on.question) not in spoilt)) for one in overrides),
        tuple(replace(one, on=tuple(on for on in one.on if ("set aside", one.uid, on.question) not in spoilt)) for one in set_asides),
    )


def _policy(book: Rulebook) -> tuple[PolicyLine, ...]:
    lines = () if book.policy is None else book.policy.lines
    found = [PolicyLine(line.over, line.under, "stated" if line.over is None else f"{line.over} over {line.under}") for line in lines]
    if all(line.over is not None for line in found):
        found.insert(0, PolicyLine(None, None, "stated"))
    return tuple(found)


def _options(book: Rulebook, vocabulary: Vocabulary) -> dict[str, Option]:
    found: dict[str, Option] = {}
    for name, node in book.options.items():
        needs: terms.Term | None = None
        if node.needs is not None:
            try:
                needs = Reader(vocabulary, At(vocabulary.faults, book.front_place)).condition(node.needs)
            except Unresolved:
                needs = None
        found[name] = Option(name, node.title, needs, "" if node.needs is None else text_of(node.needs))
    return found


def _scenarios(view: EditionView) -> tuple[str, ...]:
    named = [str(case) for case in view.scenarios]
    scoped = [one.scope.scenario for one in view.provisions() if one.scope.scenario is not None]
    return tuple(dict.fromkeys((*named, *scoped)))


def _readings(view: EditionView) -> dict[str, Reading]:
    found: dict[str, Reading] = {}
    for reading in view.readings.values():
        choices = tuple(Choice(one.name, one.title, one.in_play) for one in reading.choices)
        place = reading.origin.place
        found[reading.name] = Reading(
            reading.name,
            reading.title,
            tuple(str(case) for case in reading.on),
            choices,
            reading.settled_as,
            location=place.at(reading.origin.block.span),
            tags=tag_names(reading.origin.block.tags) + tuple(name for one in reading.choices for name in tag_names(one.tags)),
        )
    return found


def _does_not_matter(vocabulary: Vocabulary, view: EditionView) -> tuple[DoesNotMatter, ...]:
    statements: list[DoesNotMatter] = []
    for provision in view.provisions():
        node = provision.node
        if not isinstance(node, nodes.DoesNotMatter):
            continue
        at = At.of(vocabulary.faults, provision)
        try:
            fact = _fact_named(vocabulary, at, node)
            for call in node.questions:
                if call.name not in vocabulary.questions:
                    raise at.fail("RW201", f"nothing is called `{call.name}`", call, help=did_you_mean(call.name, vocabulary.questions))
        except Unresolved:
            continue
        names = tuple(call.name for call in node.questions)
        statements.append(
            DoesNotMatter(str(provision.case), fact, names, scope_of(provision), location=provision.location, tags=tag_names(node.tags))
        )
    return tuple(statements)


def _fact_named(vocabulary: Vocabulary, at: At, node: nodes.DoesNotMatter) -> str:
    kinds = infer_kinds(vocabulary, (node.what, *node.questions))
    reader = Reader(vocabulary, at, {name: (slot, found[0]) for slot, (name, found) in enumerate(kinds.items()) if found})
    term, _ = reader.as_seen().read(node.what)
    if isinstance(term, terms.FactOf):
        return term.fact
    if isinstance(term, terms.Ask):
        return term.question
    raise at.fail("RW203", "only a fact or an answer can be said not to matter", node.what)


def _examples(book: Rulebook, vocabulary: Vocabulary, view: EditionView, edition: str, known: Sequence[Example]) -> tuple[Example, ...]:
    """The examples to run; those that are `known`, by their places, as they are."""
    around = Around(Backgrounds(book), tuple(book.options))
    read = {example.location: example for example in known}
    found = (
        read.get(origin.place.at(node.span)) or read_example(vocabulary, view, around, node, origin, case)
        for node, origin, case in examples_of(book, edition)
    )
    return tuple(example for example in found if example is not None)


_NOT_FOR_EXAMPLES = {"impossible", "tables", "policy", "does_not_matter", "examples"}
"""What no example names."""


def _declare_the_same(one: Program, other: Program) -> bool:
    """Whether two programs declare the same as far as an example can name it."""
    before, after = Declarations.of(one), Declarations.of(other)
    return all(before[name] == after[name] for name in before if name not in _NOT_FOR_EXAMPLES)
