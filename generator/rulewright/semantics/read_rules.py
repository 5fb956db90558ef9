"""Elaboration of rules: heads, conditions, effects and stages.

A block `when any of` becomes one rule for each ground, a shorthand verb the rules that it stands for, a rule with several heads one for
each: a single line of the text may become several rules, with the same address or with the address and a label.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import assert_never

from rulewright.base.enablement import Scope
from rulewright.base.keywords import Verb, stages_of
from rulewright.base.prose_lists import listing
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.act_sentences import amendment_text
from rulewright.rulebook.model import ClauseKind, Provision
from rulewright.semantics import terms, types
from rulewright.semantics.advice import advice_about
from rulewright.semantics.decisions import name_decisions
from rulewright.semantics.derived_facts import as_fact_assignment, check_verb_of_fact, head_as_call
from rulewright.semantics.expressions import ExpressionElaborator
from rulewright.semantics.faults import FaultContext, Unresolved
from rulewright.semantics.missing_stages import missing_stage_help
from rulewright.semantics.model import Free, NotHeld, Part, Question, QuestionKind, Rule
from rulewright.semantics.none_paths import PATH_THROUGH_NONE, guard_text
from rulewright.semantics.presence import NONE_TO_CHOOSE_FROM, presence_conditions
from rulewright.semantics.rule_cache import RuleCache
from rulewright.semantics.symbols import Vocabulary, tag_names
from rulewright.semantics.terms import Plain, Term
from rulewright.semantics.thresholds import threshold_condition
from rulewright.syntax import nodes
from rulewright.syntax.node_text import conditions_text, text_of
from rulewright.syntax.nodes import long_forms


@dataclass(slots=True)
class RuleBook:
    """The rules read so far and, by provision, their uids, each with the label of its ground."""

    vocabulary: Vocabulary
    rule_cache: RuleCache | None = None
    rules: list[Rule] = field(default_factory=list)
    uids_by_provision: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    not_held: list[NotHeld] = field(default_factory=list)
    not_held_by_provision: dict[str, list[int]] = field(default_factory=dict)
    heads: dict[int, tuple[nodes.Head, Provision]] = field(default_factory=dict)

    def add_rule(self, rule: Rule, head: nodes.Head, provision: Provision) -> None:
        """Add a rule of a provision, with the next uid."""
        uid = len(self.rules)
        self.rules.append(rule if rule.uid == uid else replace(rule, uid=uid))
        self.uids_by_provision.setdefault(str(provision.id), []).append((uid, rule.label))
        self.heads[uid] = (head, provision)


@dataclass(frozen=True, slots=True)
class Ground:
    """The rules of a provision under the same guards: their forms, their label, and the node to quote."""

    forms: tuple[nodes.LongForm, ...]
    label: str
    guards: tuple[nodes.Guard, ...]
    quoted: nodes.Rule
    tags: tuple[nodes.Tag, ...]


def scope_of(provision: Provision) -> Scope:
    """Return the enablement of a provision: the switches under which it exists."""
    scope = provision.scope
    joint = scope.scenario is not None and scope.scenario == str(provision.case)
    return replace(scope, also_in=tuple(str(case) for case in provision.also_of)) if joint else scope


def forming_amendments(provision: Provision) -> tuple[str, ...]:
    """Return the amendments that introduced a provision and changed words of it: `errata, correction`."""
    origins = [provision.origin] if provision.origin.kind is ClauseKind.AMENDMENT else []
    if not isinstance(provision.node, nodes.Table):  # its rows have their own
        origins += [correction.origin for correction in provision.corrections]
    return tuple(dict.fromkeys(map(amendment_text, origins)))


def home_cases(provision: Provision) -> tuple[str, ...]:
    """Return the cases to which a provision belongs."""
    return tuple(dict.fromkeys((str(provision.case), *(str(case) for case in provision.also_of))))


def read_rule(book: RuleBook, provision: Provision, node: nodes.Rule) -> None:
    """Read the rules of a provision; those with errors are reported and left out."""
    cached = None if book.rule_cache is None else book.rule_cache.rules_of(provision)
    if cached is not None:
        for rule, head in cached:
            book.add_rule(rule, head, provision)
        return
    diagnostics, first_uid = book.vocabulary.faults.diagnostics, len(book.rules)
    diagnostics_before = len(diagnostics)
    _elaborate_rule(book, provision, node)
    if book.rule_cache is not None and len(diagnostics) == diagnostics_before:
        book.rule_cache.store_rules(provision, tuple((rule, book.heads[rule.uid][0]) for rule in book.rules[first_uid:]))


def _elaborate_rule(book: RuleBook, provision: Provision, node: nodes.Rule) -> None:
    """Read the rules of a provision without the cache: those of each ground under each head; what has errors is left out."""
    context = FaultContext.of(book.vocabulary.faults, provision)
    if node.name is None and any(guard.decider for guard in node.guards):
        help_ = (
            f"write a name before it, by which the decision is given: `lenient: {text_of(replace(node, relations=(), notes=(), tags=()))}`"
        )
        context.fail("RW201", "somebody decides whether this rule applies, and the rule has no name", node, help=help_)
        return
    node = name_decisions(node)
    for head in node.heads:
        try:
            call = head_as_call(book.vocabulary, context, node, head)
            question, reader, heads = read_head(book.vocabulary, context, call)
            if any(form.advice for form in long_forms(node.verb)):
                question = advice_about(book.vocabulary, context, question.name, head)
            if question.name in book.vocabulary.facts:
                check_verb_of_fact(context, node, question)
            else:
                check_verb(context, node, call, question)
        except Unresolved:
            continue
        has_error = False
        for ground in split_grounds(node):
            if has_error and not ground.label:
                continue  # the whole list, whose errors were reported with its items
            try:
                _add_rules_of_ground(book, provision, reader, question, heads, ground, head)
            except Unresolved:
                has_error = True


def read_head(
    vocabulary: Vocabulary, context: FaultContext, head: nodes.Call
) -> tuple[Question, ExpressionElaborator, tuple[Plain | Free, ...]]:
    """Return the question of a head, a reader with its variables, and its arguments, each a value or a variable. Raises `Unresolved`."""
    question = vocabulary.questions.get(head.name)
    reader = ExpressionElaborator(vocabulary, context)
    if question is None:
        raise reader.report_unknown_name(head if head.args else replace(head, args=(nodes.Nothing(),)))
    if len(head.args) != len(question.params):
        reader.read_arguments(head, question.params)
    heads: list[Plain | Free] = []
    for slot, (arg, param) in enumerate(zip(head.args, question.params, strict=True)):
        name = arg.name if isinstance(arg, nodes.Call) and not arg.args else None
        if name is None or _is_value(vocabulary, param.type, name):
            heads.append(_read_literal(reader, arg, param.type))
        elif name in reader.variables:
            raise context.fail("RW206", f"`{name}` appears twice in the head", arg, help="give each argument a name of its own")
        else:
            reader.variables[name] = (slot, param.type)
            heads.append(Free(name))
    reader.next_slot = len(heads)
    return question, reader, tuple(heads)


def _is_value(vocabulary: Vocabulary, kind: types.Type, name: str) -> bool:
    """Return True if a name in a head is a value of the argument's type (of an enum, or a place of a map), and no variable."""
    if isinstance(kind, types.Enumerated):
        return name in vocabulary.enums[kind.name].values
    return isinstance(kind, types.PlaceOf) and vocabulary.has_place(kind.map, name)


def _read_literal(reader: ExpressionElaborator, arg: nodes.Expr, kind: types.Type) -> Plain:
    term = reader.read_of_type(arg, kind)
    if not isinstance(term, terms.Const):
        raise reader.context.fail("RW206", "an argument of a head is a variable or a value", arg, help="put the condition after `when`")
    reader.check_domain(kind, term, arg)
    return term.value


def check_verb(context: FaultContext, node: nodes.Rule, head: nodes.Call, question: Question) -> None:
    """Report a verb that does not fit the kind of the question, or that forbids nothing. Raises `Unresolved`."""
    forms = long_forms(node.verb)
    if not node.guards and all(form.negated for form in forms):
        raise context.fail("RW219", f"`{node.verb} {question.name}` forbids nothing", head, help=f"say when: `{node.verb} … when …`")
    if all(question.kind in _kinds_of(form.verb) for form in forms):
        return
    help_ = {
        QuestionKind.VERDICT: "a verdict takes `may`, `may not`, `must`, `need not`, `should`, `should not`",
        QuestionKind.PREDICATE: "a predicate takes `when`, `not … when`, `means`, `always`",
        QuestionKind.VALUE: "a value takes `is`, `add … to`, `take … from`, `multiply … by`, `is at most`",
        QuestionKind.TABLE: "a table takes `is`, `add … to`, `take … from`",
    }[question.kind]
    raise context.fail("RW219", f"`{question.name}` is a {question.kind}, and this rule is not about one", head, help=help_)


def _kinds_of(verb: Verb) -> tuple[QuestionKind, ...]:
    """Return the kinds of questions that a verb applies to."""
    match verb:
        case Verb.IS | Verb.ADD | Verb.TAKE | Verb.MULTIPLY | Verb.AT_MOST | Verb.AT_LEAST | Verb.ROUNDED:
            return (QuestionKind.VALUE, QuestionKind.TABLE)
        case Verb.YES | Verb.NO:
            return (QuestionKind.PREDICATE,)
        case Verb.MAY | Verb.MAY_NOT | Verb.MUST | Verb.NEED_NOT:
            return (QuestionKind.VERDICT,)
        case _:
            assert_never(verb)


def split_grounds(node: nodes.Rule) -> Iterator[Ground]:
    """Yield the grounds of a rule: one, or one for each item of the first block `when any of`.

    Forms that depend on the entire list have a ground of their own, after those of the items.
    """
    split = next((i for i, guard in enumerate(node.guards) if guard.form is nodes.GuardForm.ANY and not guard.unless), None)
    forms = long_forms(node.verb)
    entire = tuple(form for form in forms if form.entire or split is None)
    split_forms = tuple(form for form in forms if form not in entire)
    if split is not None and split_forms:
        verb = split_forms[0].verb if entire else node.verb
        for item in node.guards[split].items:
            single = nodes.Guard(False, nodes.GuardForm.PLAIN, (item,))
            guards = (*node.guards[:split], single, *node.guards[split + 1 :])
            yield Ground(split_forms, item.label, guards, replace(node, verb=verb, guards=guards), node.tags + item.tags)
    if entire:
        tags = node.tags + tuple(tag for guard in node.guards for item in guard.items for tag in item.tags)
        yield Ground(entire, "", node.guards, node, tags)


def _add_rules_of_ground(
    book: RuleBook,
    provision: Provision,
    reader: ExpressionElaborator,
    question: Question,
    heads: tuple[Plain | Free, ...],
    ground: Ground,
    head: nodes.Head,
) -> None:
    """Add the rules of a ground under one head: one for each form of its verb."""
    node = ground.quoted
    parts = read_parts(reader, ground.guards)
    effect, step = _read_effect(reader, node, question), _read_step(reader, node, question)
    presence = _read_presence(reader, node, effect, parts)
    says = text_of(replace(node, heads=(head,), relations=(), notes=(), tags=()))
    is_fact_rule = question.name in book.vocabulary.facts
    for form in ground.forms:
        verb, form_effect = as_fact_assignment(form.verb, effect) if is_fact_rule else (form.verb, effect)
        if form.advice is not None:
            form_effect = terms.Const(form.advice.value)
        rule = Rule(
            uid=len(book.rules),
            id=f"{provision.id}.{ground.label}" if ground.label else str(provision.id),
            case=str(provision.case),
            question=question.name,
            verb=verb,
            heads=heads,
            parts=(negate_parts(_moment_parts(reader, ground) if form.moment else parts),) if form.negated else (*parts, *presence),
            effect=form_effect,
            stage=_stage_index(reader.context, node, question, verb),
            says=says,
            scope=scope_of(provision),
            source=provision.origin.source,
            clause=provision.origin.kind.value,
            about=home_cases(provision),
            force=form.force,
            rounding=node.rounding,
            step=step,
            of_kind=_read_kind(reader, node),
            otherwise=node.otherwise,
            formed_by=forming_amendments(provision),
            label=ground.label,
            location=provision.location,
            tags=tuple(dict.fromkeys((*tag_names(ground.tags), *(tag for change in provision.corrections for tag in change.tags)))),
        )
        book.add_rule(rule, head, provision)


def _read_presence(reader: ExpressionElaborator, node: nodes.Rule, effect: Term | None, explicit: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the conditions that an amount implies: there is one to choose from, and no path in it goes through `none`."""
    choices = (Part(reader.read_condition(c), text_of(c), implied=NONE_TO_CHOOSE_FROM) for c in presence_conditions(node.effect))
    guards = () if effect is None else reader.path_guards().presence_conditions(effect)
    explicit_terms = {part.term for part in explicit}
    return (*choices, *(Part(guard, guard_text(guard), implied=PATH_THROUGH_NONE) for guard in guards if guard not in explicit_terms))


def _moment_parts(reader: ExpressionElaborator, ground: Ground) -> tuple[Part, ...]:
    """Return the conditions after `only while`, the first guard: a negated form denies these alone."""
    return read_parts(reader, ground.guards[:1])


def read_parts(reader: ExpressionElaborator, guards: tuple[nodes.Guard, ...]) -> tuple[Part, ...]:
    """Return the conditions that must all hold. Raises `Unresolved` after the errors in all guards are reported."""
    parts: list[Part] = []
    failed = False
    for guard in guards:
        try:
            parts.extend(_guard_parts(reader, guard))
        except Unresolved:
            failed = True
    if failed:
        raise Unresolved
    return tuple(parts)


def _guard_parts(reader: ExpressionElaborator, guard: nodes.Guard) -> Iterator[Part]:
    if guard.form is nodes.GuardForm.PLAIN:
        for condition in _split_conjuncts(guard.items[0].condition, guard.unless):
            term = reader.read_condition(condition)
            text = f"the {guard.decider} so decides".replace("_", " ") if guard.decider else text_of(condition)
            yield (
                Part(terms.Not(term), f"not {_add_brackets(text)}", guard.items[0].label)
                if guard.unless
                else Part(term, text, guard.items[0].label)
            )
        return
    read = [(item, _read_item(reader, item)) for item in guard.items]
    if any(term is None for _, term in read):
        raise Unresolved
    items = [(item, term) for item, term in read if term is not None]
    if guard.form is nodes.GuardForm.ALL and not guard.unless:
        for item, term in items:
            yield Part(term, text_of(item.condition), item.label, tag_names(item.tags))
    elif guard.form is nodes.GuardForm.ANY and guard.unless:
        for item, term in items:
            yield Part(terms.Not(term), f"not {_add_brackets(text_of(item.condition))}", item.label, tag_names(item.tags))
    else:
        operands = tuple(term for _, term in items)
        joined = _join_items(reader, guard, operands)
        yield Part(terms.Not(joined) if guard.unless else joined, text_of(guard) if guard.unless else conditions_text(guard))


def _join_items(reader: ExpressionElaborator, guard: nodes.Guard, operands: tuple[Term, ...]) -> Term:
    """Return the one condition that the items of a block make."""
    if guard.form is nodes.GuardForm.AT_LEAST:
        return threshold_condition(reader.read_count(guard.count, operands, guard), operands)
    return terms.And(operands) if guard.form is nodes.GuardForm.ALL else terms.Or(operands)


def _read_item(reader: ExpressionElaborator, item: nodes.Item) -> Term | None:
    try:
        return reader.read_condition(item.condition)
    except Unresolved:
        return None


def _split_conjuncts(node: nodes.Expr, negated: bool) -> tuple[nodes.Expr, ...]:
    """Return the conjuncts of `a and b`, or of `not (a or b)`, so that an answer can name the first that is false."""
    if isinstance(node, nodes.Or if negated else nodes.And):
        return node.parts
    return (node,)


def _add_brackets(text: str) -> str:
    return f"({text})" if " " in text else text


def negate_parts(parts: tuple[Part, ...]) -> Part:
    """Return the negation of the conjunction of these conditions."""
    condition = parts[0].term if len(parts) == 1 else terms.And(tuple(part.term for part in parts))
    text = " and ".join(part.text for part in parts)
    return Part(terms.Not(condition), f"not {_add_brackets(text)}", parts[0].label if len(parts) == 1 else "")


def _read_effect(reader: ExpressionElaborator, node: nodes.Rule, question: Question) -> Term | None:
    if node.effect is None or node.verb is Verb.ROUNDED:
        return None
    kind = question.type
    assert kind is not None
    if node.verb is Verb.IS:
        term = reader.read_of_type(node.effect, kind)
        reader.check_domain(kind, term, node.effect)
        return term
    if not isinstance(kind, types.Numeric):
        message = f"`{question.name}` is {types.type_text(kind)}, and only numbers are added, multiplied or limited"
        raise reader.context.fail("RW219", message, node.effect, help="write `is …`")
    unit = types.NO_UNIT if node.verb is Verb.MULTIPLY else kind.unit
    return reader.read_of_type(node.effect, types.Numeric(None, None, unit, None))


def _read_step(reader: ExpressionElaborator, node: nodes.Rule, question: Question) -> int | Fraction | None:
    """Return the step of a rounding, None for whole numbers."""
    if node.verb is not Verb.ROUNDED or not isinstance(node.effect, nodes.Number) or not isinstance(question.type, types.Numeric):
        return None
    step = reader.read_step(question.type, node.effect)
    return None if step == 1 else step


def _stage_index(context: FaultContext, node: nodes.Rule, question: Question, verb: Verb) -> int:
    """Return the index of the stage at which a rule applies: the stage that it names, or the only one for its verb."""
    stage_verbs = stages_of(verb)
    if not stage_verbs:
        return 0
    indexes = [index for index, stage in enumerate(question.stages) if stage.verb in stage_verbs]
    names = [question.stages[index].name for index in indexes]
    if node.stage is not None:
        if node.stage in names:
            return indexes[names.index(node.stage)]
        every = [stage.name for stage in question.stages]
        is_stage = node.stage in every
        what = f"takes no `{node.verb}`" if is_stage else "is none of its stages"
        if names:
            help_ = f"it may be {listing(f'`{name}`' for name in names)}"
        else:
            help_ = f"its stages are {listing(every, 'and')}" if is_stage else missing_stage_help(question, verb, node.stage)
        raise context.fail("RW207", f"`{node.stage}` of `{question.name}` {what}", node, help=help_)
    if not indexes:
        message = f"`{question.name}` has no stage for `{node.verb}`"
        raise context.fail("RW207", message, node, help=missing_stage_help(question, verb))
    if len(indexes) > 1:
        help_ = f"write `at {names[0]}` or `at {names[1]}`"
        raise context.fail("RW207", f"`{question.name}` has {len(indexes)} stages for `{node.verb}`", node, help=help_)
    return indexes[0]


def _read_kind(reader: ExpressionElaborator, node: nodes.Rule) -> str | None:
    """Return the kind of an amount, which is a value of an enum."""
    if node.of_kind is None or reader.vocabulary.enums_with(node.of_kind):
        return node.of_kind
    help_ = f"declare the kinds that do not add up: `enum bonus: {node.of_kind}, …`"
    values = {kind for enum in reader.vocabulary.enums.values() for kind in enum.values}
    raise reader.context.fail("RW201", f"`{node.of_kind}` is no value of an enum", node, help=did_you_mean(node.of_kind, values) or help_)


def read_not_held(book: RuleBook, provision: Provision, node: nodes.NotHeld) -> None:
    """Read a missing clause: the questions on which a case without text bears."""
    context = FaultContext.of(book.vocabulary.faults, provision)
    for call in node.bears_on:
        try:
            question, reader, heads = read_head(book.vocabulary, context, call)
            condition = None if node.when is None else reader.read_condition(node.when)
        except Unresolved:
            continue
        uid = len(book.not_held)
        book.not_held.append(
            NotHeld(
                uid,
                str(provision.id),
                str(provision.case),
                home_cases(provision),
                question.name,
                heads,
                condition,
                scope_of(provision),
                location=provision.location,
                tags=tag_names(node.tags),
            )
        )
        book.not_held_by_provision.setdefault(str(provision.id), []).append(uid)
