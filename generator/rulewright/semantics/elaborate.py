"""Elaboration of an edition of a rulebook to a `Program`: names, types, units, tables and loops are resolved, and all errors reported.

Statements with errors are left out and the rest works: a rule that names something unknown is treated as absent, and answers that do not
depend on it are unaffected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import assert_never

from rulewright.base.diagnostics import Diagnostic
from rulewright.base.keywords import RelationKind
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.addresses import Addresses
from rulewright.rulebook.backgrounds import Backgrounds
from rulewright.rulebook.model import CaseInForce, EditionView, Provision, Rulebook
from rulewright.rulebook.outlived import find_outlived_clauses
from rulewright.rulebook.renaming import book_of_edition
from rulewright.semantics import terms
from rulewright.semantics.action_kinds import hand_down_bars, read_kinds
from rulewright.semantics.advice import declare_advice
from rulewright.semantics.day_asked import facts_in_force
from rulewright.semantics.decisions import with_decisions
from rulewright.semantics.dependence import Dependence, find_dependences, find_loops, report_loop
from rulewright.semantics.derived_facts import declare_derived_facts
from rulewright.semantics.expressions import ExpressionElaborator
from rulewright.semantics.faults import FaultContext, Faults, Unresolved
from rulewright.semantics.grounds import implied_not_held
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
    Outlived,
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
from rulewright.semantics.read_examples import ExampleSetting, examples_of, read_example, substitute_given
from rulewright.semantics.read_measures import read_conversions
from rulewright.semantics.read_relations import Relations, read_relations, resolve_targets
from rulewright.semantics.read_rules import RuleBook, forming_amendments, home_cases, read_not_held, read_rule, scope_of
from rulewright.semantics.read_tables import check_in_domain, read_table
from rulewright.semantics.rule_cache import RuleCache
from rulewright.semantics.setup_rules import with_set_ups
from rulewright.semantics.symbols import Vocabulary, read_params, read_vocabulary, tag_names
from rulewright.semantics.types import Numeric
from rulewright.syntax import nodes
from rulewright.syntax.node_text import one_of_text, text_of


def resolve(
    book: Rulebook, edition: str, previous: Program | None = None, rule_cache: RuleCache | None = None
) -> tuple[Program, tuple[Diagnostic, ...]]:
    """Return the program of an edition, and the diagnostics of its names, types, units, tables and definitions.

    `previous` is the program of the edition in a slightly different book: if it has the same declarations, its examples are reused.
    `read` is a cache of rules: those in it are reused, and others are added.
    """
    book = book_of_edition(book, edition)
    book, view = with_set_ups(book, book.views[edition])
    faults = Faults(book.slug, edition)
    vocabulary = read_declarations(book, view, faults)
    rule_book = RuleBook(vocabulary, None if rule_cache is None else rule_cache.for_vocabulary(vocabulary))
    tables = _read_provisions(rule_book, view)
    hand_down_bars(rule_book)
    relations = Relations(rule_book, view, Addresses(view))
    read_relations(relations)
    rules = _resolve_second_addresses(rule_book, relations, view)
    groups = _read_groups(vocabulary)
    questions = _read_questions(vocabulary)
    kept_rules, overrides, set_asides = _without_loops(
        faults, questions, groups, rules, tuple(relations.overrides), tuple(relations.set_asides)
    )
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
        facts=_read_facts(vocabulary),
        questions=questions,
        groups=groups,
        impossible=_read_impossible(vocabulary),
        rules=kept_rules,
        tables=tables,
        overrides=overrides,
        set_asides=set_asides,
        not_held=tuple(rule_book.not_held),
        case_sources={number: case.source for number, case in _cases_by_number(view)},
        parts_of={source.name: source.part_of for source in book.sources.values() if source.part_of is not None},
        policy=_read_policy(book),
        sources=view.edition.sources,
        options=_read_options(book, vocabulary),
        exclusions=tuple(exclusion.options for exclusion in book.exclusions),
        games=tuple(game.name for game in book.games),
        scenarios=_scenario_numbers(view),
        readings=_read_readings(view),
        does_not_matter=_read_does_not_matter(vocabulary, view),
        examples=(),
        former_names=book.former_names,
        unheld_cases=frozenset(str(case.number) for case in view.all_cases() if not case.held and not case.deleted),
        outlived=_read_outlived(view, kept_rules),
    )
    program = replace(program, not_held=(*program.not_held, *implied_not_held(program)))
    known_examples = previous.examples if previous is not None and _have_same_declarations(program, previous) else ()
    program = replace(program, examples=_read_examples(book, vocabulary, view, edition, known_examples))
    return program, tuple(sorted(faults.diagnostics, key=lambda diagnostic: diagnostic.sort_key))


def read_declarations(book: Rulebook, view: EditionView, faults: Faults) -> Vocabulary:
    """Return the symbol table of an edition, before any rule is read."""
    vocabulary = read_vocabulary(with_decisions(book, view, faults), view, faults)
    read_conversions(vocabulary)
    declare_derived_facts(vocabulary, view)
    declare_advice(vocabulary, book)
    read_kinds(vocabulary)
    return vocabulary


def _read_provisions(rule_book: RuleBook, view: EditionView) -> dict[str, Table]:
    tables: dict[str, Table] = {}
    for provision in view.provisions_in_force():
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
                    _add_table_rule(rule_book, provision, table)
            case nodes.Relation() | nodes.DoesNotMatter() | nodes.Settles():
                pass  # read separately, when all rules are known
            case _:
                assert_never(node)
    return tables


def _cases_by_number(view: EditionView) -> Iterator[tuple[str, CaseInForce]]:
    """Yield the cases and scenarios of an edition by number; rulings count as of the case that they are on."""
    for group in (view.cases, view.scenarios):
        for case_id, case in group.items():
            yield str(case_id), case


def _add_table_rule(rule_book: RuleBook, provision: Provision, table: Table) -> None:
    """Add the rule of a table, which answers the table's question with the cell."""
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
            about=home_cases(provision),
            formed_by=forming_amendments(provision),
            table=table.id,
            location=table.location,
            tags=table.tags,
        )
    )
    rule_book.uids_by_provision.setdefault(str(provision.id), []).append((uid, ""))


def _resolve_second_addresses(rule_book: RuleBook, relations: Relations, view: EditionView) -> tuple[Rule, ...]:
    """Return the rules, with `restates`, `besides` and `as in` resolved.

    A rule that restates none of the same question is reported, and kept as a rule.
    """
    rules = list(rule_book.rules)
    for provision in view.provisions_in_force():
        if not isinstance(provision.node, nodes.Rule):
            continue
        context = FaultContext.of(rule_book.vocabulary.faults, provision)
        for relation in provision.node.relations:
            targets = resolve_targets(relations, relation.targets)
            for uid, _ in rule_book.uids_by_provision.get(str(provision.id), ()):
                rule = rules[uid]
                restated = tuple(other for other in targets.rules if other != uid and _say_the_same(rules[other], rule))
                match relation.kind:
                    case RelationKind.RESTATES:
                        if targets.rules and not restated and rule.through is None:
                            context.faults.add(
                                "RW221", f"`{rule.says}` restates no rule of {', '.join(targets.cases)}", context.location_of(relation),
                                help="name a rule on the same question with the same effect", cases=(rule.case,),
                            )  # fmt: skip
                        rules[uid] = replace(rule, restates=rule.restates + restated)
                    case RelationKind.BESIDES:
                        rules[uid] = replace(rule, besides=rule.besides + tuple(o for o in targets.rules if o != uid))
                    case RelationKind.AS_IN:
                        rules[uid] = replace(rule, rests_on=rule.rests_on + targets.unheld)
                    case RelationKind.OVERRIDES | RelationKind.SETS_ASIDE | RelationKind.EXCEPT:
                        pass  # statements of precedence
                    case _:
                        assert_never(relation.kind)
    return tuple(rules)


def _say_the_same(first: Rule, second: Rule) -> bool:
    """Return True if two rules say the same apart from their conditions: same question, stage, verb and effect."""
    contents = [(r.question, r.verb, r.stage, r.otherwise, r.effect, r.rounding, r.step, r.of_kind) for r in (first, second)]
    return contents[0] == contents[1]


def _read_groups(vocabulary: Vocabulary) -> dict[str, Group]:
    groups: dict[str, Group] = {}
    for name, head in vocabulary.groups.items():
        reader = ExpressionElaborator.of_params(vocabulary, head.context, (*head.params, _member_param(head.node, head.record)))
        try:
            with_ = None if head.node.with_ is None else reader.read_condition(head.node.with_)
        except Unresolved:
            continue
        groups[name] = Group(
            name,
            head.params,
            head.record,
            with_,
            head.node.phrase,
            location=head.context.location_of(head.node),
            tags=tag_names(head.node.tags),
        )
    return groups


def _member_param(node: nodes.Group, record: str) -> Param:
    from rulewright.semantics.types import Thing

    return Param(node.variable, Thing(record))


def _read_questions(vocabulary: Vocabulary) -> dict[str, Question]:
    questions = dict(vocabulary.questions)
    for name, (node, context) in vocabulary.otherwise.items():
        question = questions.get(name)
        if question is None or question.type is None:
            continue
        reader = ExpressionElaborator.of_params(vocabulary, context, question.params)
        try:
            term = reader.read_of_type(node, question.type)
            reader.check_domain(question.type, term, node)
        except Unresolved:
            continue
        questions[name] = replace(question, otherwise=term)
    return questions


def _read_facts(vocabulary: Vocabulary) -> dict[str, FactDecl]:
    """Return the facts as they are in this edition, with their usual values."""
    facts = facts_in_force(vocabulary)
    for name, (node, context) in vocabulary.usual.items():
        reader = ExpressionElaborator(vocabulary, context)
        try:
            kind = facts[name].type
            term = substitute_given(reader.read_of_type(node, kind), {})
            if not isinstance(term, terms.Const):
                raise context.fail("RW222", f"`{text_of(node)}` is not one value", node, help="write one value, as in `usually no`")
            if isinstance(kind, Numeric):
                assert isinstance(term.value, int | Fraction)
                check_in_domain(context, node, text_of(node), term.value, kind)
        except Unresolved:
            continue
        facts[name] = replace(facts[name], usual=UsualValue(term.value))
    return facts


def _read_impossible(vocabulary: Vocabulary) -> tuple[Impossible, ...]:
    statements: list[Impossible] = []
    for node, context in vocabulary.impossible:
        try:
            params = read_params(vocabulary, node.params, context)
            reader = ExpressionElaborator.of_params(vocabulary, context, params)
            condition = reader.read_condition(node.when) if isinstance(node, nodes.Impossible) else _not_one_of(reader, node)
        except Unresolved:
            continue
        says = text_of(node.when) if isinstance(node, nodes.Impossible) else f"not {one_of_text(node)}"
        statements.append(Impossible(params, condition, says, location=context.location_of(node), tags=tag_names(node.tags)))
    return tuple(statements)


def _not_one_of(reader: ExpressionElaborator, node: nodes.OneOf) -> terms.Term:
    """Return the condition that `at most one of` excludes: two of them together; with `exactly one of`, also none of them."""
    conditions = [reader.read_condition(condition) for condition in node.of]
    ruled_out: list[terms.Term] = [terms.And(pair) for pair in combinations(conditions, 2)]
    if node.exactly:
        ruled_out.append(terms.And(tuple(terms.Not(condition) for condition in conditions)))
    return terms.Or(tuple(ruled_out))


def _without_loops(
    faults: Faults,
    questions: dict[str, Question],
    groups: dict[str, Group],
    rules: tuple[Rule, ...],
    overrides: tuple[Override, ...],
    set_asides: tuple[SetAside, ...],
) -> tuple[tuple[Rule, ...], tuple[Override, ...], tuple[SetAside, ...]]:
    """Report circular definitions, and return the clauses without those on a loop."""
    edges = tuple(find_dependences(questions, groups, rules, overrides, set_asides))
    loops = find_loops(edges)
    if not loops:
        return rules, overrides, set_asides
    loop_by_question = {name: loop for loop in loops for name in loop}
    looping: list[Dependence] = [
        edge
        for edge in edges
        if edge.dependent in loop_by_question and loop_by_question.get(edge.dependency) == loop_by_question[edge.dependent]
    ]
    for loop in loops:
        report_loop(faults, loop, tuple(edge for edge in looping if edge.dependent in loop))
    removed = {(edge.kind, edge.uid) for edge in looping}
    removed_effects = {(edge.kind, edge.uid, edge.dependent) for edge in looping}
    for edge in looping:
        if edge.kind == "question":
            questions[edge.dependent] = replace(questions[edge.dependent], otherwise=None)
    for rule in rules:
        if rule.through is not None and ("rule", rule.through.rule) in removed:
            removed.add(("rule", rule.uid))
    return (
        tuple(rule for rule in rules if ("rule", rule.uid) not in removed),
        tuple(
            replace(
                override, on=tuple(effect for effect in override.on if ("override", override.uid, effect.question) not in removed_effects)
            )
            for override in overrides
        ),
        tuple(
            replace(
                set_aside,
                on=tuple(effect for effect in set_aside.on if ("set aside", set_aside.uid, effect.question) not in removed_effects),
            )
            for set_aside in set_asides
        ),
    )


def _read_policy(book: Rulebook) -> tuple[PolicyLine, ...]:
    lines = () if book.policy is None else book.policy.lines
    policy_lines = [
        PolicyLine(line.over, line.under, "stated" if line.over is None else f"{line.over} over {line.under}") for line in lines
    ]
    if all(line.over is not None for line in policy_lines):
        policy_lines.insert(0, PolicyLine(None, None, "stated"))
    return tuple(policy_lines)


def _read_options(book: Rulebook, vocabulary: Vocabulary) -> dict[str, Option]:
    options: dict[str, Option] = {}
    for name, node in book.options.items():
        needs: terms.Term | None = None
        if node.needs is not None:
            try:
                needs = ExpressionElaborator(vocabulary, FaultContext(vocabulary.faults, book.front_place)).read_condition(node.needs)
            except Unresolved:
                needs = None
        options[name] = Option(name, node.title, needs, "" if node.needs is None else text_of(node.needs))
    return options


def _scenario_numbers(view: EditionView) -> tuple[str, ...]:
    scenario_cases = [str(case) for case in view.scenarios]
    scoped = [provision.scope.scenario for provision in view.provisions_in_force() if provision.scope.scenario is not None]
    return tuple(dict.fromkeys((*scenario_cases, *scoped)))


def _read_readings(view: EditionView) -> dict[str, Reading]:
    readings: dict[str, Reading] = {}
    for reading in view.readings.values():
        choices = tuple(Choice(choice.name, choice.title, choice.in_play) for choice in reading.choices)
        place = reading.origin.place
        readings[reading.name] = Reading(
            reading.name,
            reading.title,
            tuple(str(case) for case in reading.cases),
            choices,
            reading.settled_as,
            reading.settled_by,
            location=place.location_of(reading.origin.block.span),
            tags=tag_names(reading.origin.block.tags) + tuple(name for choice in reading.choices for name in tag_names(choice.tags)),
        )
    return readings


def _read_outlived(view: EditionView, rules: tuple[Rule, ...]) -> dict[str, Outlived]:
    by_address = {
        provision.id.text: Outlived(outlived.address, outlived.case.number, outlived.changed_by, outlived.change.value)
        for outlived in find_outlived_clauses(view)
        if not outlived.is_accepted
        for provision in outlived.provisions
    }
    return by_address | {rule.id: by_address[rule.written_at] for rule in rules if rule.written_at in by_address}


def _read_does_not_matter(vocabulary: Vocabulary, view: EditionView) -> tuple[DoesNotMatter, ...]:
    statements: list[DoesNotMatter] = []
    for provision in view.provisions_in_force():
        node = provision.node
        if not isinstance(node, nodes.DoesNotMatter):
            continue
        context = FaultContext.of(vocabulary.faults, provision)
        try:
            fact = _fact_name(vocabulary, context, node)
            for call in node.questions:
                if call.name not in vocabulary.questions:
                    raise context.fail(
                        "RW201", f"nothing is called `{call.name}`", call, help=did_you_mean(call.name, vocabulary.questions)
                    )
        except Unresolved:
            continue
        names = tuple(call.name for call in node.questions)
        statements.append(
            DoesNotMatter(str(provision.case), fact, names, scope_of(provision), location=provision.location, tags=tag_names(node.tags))
        )
    return tuple(statements)


def _fact_name(vocabulary: Vocabulary, context: FaultContext, node: nodes.DoesNotMatter) -> str:
    kinds = infer_kinds(vocabulary, (node.what, *node.questions))
    reader = ExpressionElaborator(
        vocabulary, context, {name: (slot, candidates[0]) for slot, (name, candidates) in enumerate(kinds.items()) if candidates}
    )
    term, _ = reader.as_observed().read_expression(node.what)
    if isinstance(term, terms.FactOf):
        return term.fact
    if isinstance(term, terms.Ask):
        return term.question
    raise context.fail("RW203", "only a fact or an answer can be said not to matter", node.what)


def _read_examples(
    book: Rulebook, vocabulary: Vocabulary, view: EditionView, edition: str, known_examples: Sequence[Example]
) -> tuple[Example, ...]:
    """Read the examples to run, reusing those of `known_examples` at the same locations."""
    setting = ExampleSetting(Backgrounds(book), tuple(book.options))
    examples_by_location = {example.location: example for example in known_examples}
    examples = (
        examples_by_location.get(origin.place.location_of(node.span)) or read_example(vocabulary, view, setting, node, origin, case)
        for node, origin, case in examples_of(book, edition)
    )
    return tuple(example for example in examples if example is not None)


_NOT_FOR_EXAMPLES = {"impossible", "tables", "policy", "does_not_matter", "examples"}
"""The fields of `Declarations` that no example refers to."""


def _have_same_declarations(first: Program, second: Program) -> bool:
    """Return True if two programs have the same declarations, of those that an example can refer to."""
    first_values, second_values = Declarations.declaration_fields(first), Declarations.declaration_fields(second)
    return all(first_values[name] == second_values[name] for name in first_values if name not in _NOT_FOR_EXAMPLES)
