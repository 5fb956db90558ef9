"""Elaboration of `overrides`, `except` and `sets aside`: from cases to rules, question by question, with the condition of each.

A statement names cases; here it is expanded for each question that rules of both sides answer. The variables of its condition are bound to
the arguments of the question by type (never by name or position): `u` is the only unit among them. It is an error if no argument fits, or
more than one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulewright.base.keywords import RelationKind
from rulewright.base.prose_lists import listing
from rulewright.rulebook.addresses import Addresses
from rulewright.rulebook.model import ClauseKind, EditionView, Provision
from rulewright.semantics import terms, types
from rulewright.semantics.aggregates import read_domain
from rulewright.semantics.expressions import ExpressionElaborator, can_be_equal
from rulewright.semantics.faults import FaultContext, Unresolved
from rulewright.semantics.inference import infer_kinds
from rulewright.semantics.model import Free, NotHeld, Override, OverrideOn, Question, Rule, SetAside, SetAsideOn
from rulewright.semantics.read_rules import RuleBook, scope_of
from rulewright.semantics.symbols import tag_names
from rulewright.semantics.terms import Term
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

PRECEDENCE = {RelationKind.OVERRIDES, RelationKind.EXCEPT}


@dataclass(frozen=True, slots=True)
class ResolvedTargets:
    """The targets of references: rules and missing clauses by uid, the cases by number, those without text, and the provisions by id."""

    rules: tuple[int, ...]
    not_held: tuple[int, ...]
    cases: tuple[str, ...]
    unheld: tuple[str, ...]
    provisions: frozenset[str]


@dataclass(slots=True)
class CaseOrder:
    """The order of rules that the statements of one case put by name: what goes before each rule, and what yields to it.

    `speaking_of_case` are the rules that go before the rest of the case, or yield to it, by the word that says so.
    """

    goes_before: dict[int, set[int]] = field(default_factory=dict)
    yields_to: dict[int, set[int]] = field(default_factory=dict)
    speaking_of_case: dict[RelationKind, set[int]] = field(default_factory=lambda: {kind: set() for kind in PRECEDENCE})


@dataclass(slots=True)
class Relations:
    """The statements of precedence read so far, with indexes of the provisions."""

    book: RuleBook
    view: EditionView
    addresses: Addresses
    overrides: list[Override] = field(default_factory=list)
    set_asides: list[SetAside] = field(default_factory=list)
    pending: list[tuple[SetAside, ResolvedTargets, nodes.Relation, FaultContext, Rule | None]] = field(default_factory=list)
    precedence_by_case: dict[str, list[Statement]] = field(default_factory=dict)
    """The overrides and exceptions, by the case that they are part of."""
    orders: dict[str, CaseOrder] = field(default_factory=dict)
    provisions: tuple[Provision, ...] = ()
    provisions_by_clause: dict[tuple[ClauseKind, str, str | None], list[Provision]] = field(default_factory=dict)
    provisions_by_parent: dict[str, list[Provision]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.provisions = self.view.provisions_in_force()
        for provision in self.provisions:
            self.provisions_by_clause.setdefault((provision.origin.kind, provision.origin.number, provision.scope.choice), []).append(
                provision
            )
            self.provisions_by_parent.setdefault(str(provision.id).rpartition(".")[0], []).append(provision)


@dataclass(frozen=True, slots=True)
class Statement:
    """A relation with its provision and context, and the uids of the rule that it is written on, or None if it is written on the case."""

    relation: nodes.Relation
    provision: Provision
    context: FaultContext
    rule_uids: tuple[int, ...] | None
    id: str

    @property
    def condition(self) -> nodes.Expr | None:
        """The condition of the relation; for a setting-aside on a rule, in conjunction with the rule's guards."""
        rule = self.provision.node
        if self.rule_uids is None or self.relation.kind is not RelationKind.SETS_ASIDE or not isinstance(rule, nodes.Rule):
            return self.relation.when
        parts = [_guard_expression(guard) for guard in rule.guards] + ([] if self.relation.when is None else [self.relation.when])
        return None if not parts else parts[0] if len(parts) == 1 else nodes.And(tuple(parts), span=self.relation.span)


def _guard_expression(guard: nodes.Guard) -> nodes.Expr:
    joined = nodes.guard_condition(guard)
    return nodes.Not(joined, span=guard.span) if guard.unless else joined


def read_relations(relations: Relations) -> None:
    """Read the statements of precedence of an edition, those of cases and those written on rules, in the order of the provisions."""
    statements = list(_statements_in_order(relations))
    for statement in statements:
        if statement.relation.kind in PRECEDENCE:
            relations.precedence_by_case.setdefault(str(statement.provision.case), []).append(statement)
    for statement in statements:
        _read_statement(relations, statement)
    _spread_set_asides(relations)


def _statements_in_order(relations: Relations) -> Iterator[Statement]:
    book = relations.book
    for provision in relations.provisions:
        context = FaultContext.of(book.vocabulary.faults, provision)
        if isinstance(provision.node, nodes.Relation):
            yield Statement(provision.node, provision, context, None, str(provision.id))
        elif isinstance(provision.node, nodes.Rule):
            rules = tuple(uid for uid, _ in book.uids_by_provision.get(str(provision.id), ()))
            for relation in provision.node.relations if rules else ():
                yield Statement(relation, provision, context, rules, str(provision.id))


def _read_statement(relations: Relations, statement: Statement) -> None:
    try:
        if statement.relation.kind in PRECEDENCE:
            _read_override(relations, statement)
        elif statement.relation.kind is RelationKind.SETS_ASIDE:
            _read_set_aside(relations, statement)
    except Unresolved:
        pass


def resolve_targets(relations: Relations, references: Iterable[nodes.CaseRef], author: Provision | None = None) -> ResolvedTargets:
    """Resolve references in this edition. Unknown ones are skipped: the checks report them.

    `author` is the statement that contains them: excluded are its own clause as part of a case, and provisions never in force with it.
    """
    book = relations.book
    rules: list[int] = []
    not_held: list[int] = []
    cases: list[str] = []
    unheld: list[str] = []
    provisions: set[str] = set()
    for reference in references:
        resolved = relations.addresses.resolve_address(reference.number, and_below=reference.and_below)
        if resolved is None:
            continue
        cases.append(resolved.number)
        if resolved.case is not None and resolved.is_whole and not resolved.case.held:
            unheld.append(resolved.number)
        # the rules of a set-up line
        lines = () if resolved.is_whole or resolved.ground is not None else relations.provisions_by_parent.get(resolved.number, ())
        for provision in (*resolved.provisions, *lines):
            if author is not None and not _can_reach(author, provision, resolved.is_whole):
                continue
            provisions.add(str(provision.id))
            for uid, label in book.uids_by_provision.get(str(provision.id), ()):
                if resolved.ground is None or label == resolved.ground:
                    rules.append(uid)
            not_held.extend(book.not_held_by_provision.get(str(provision.id), ()))
    return ResolvedTargets(tuple(dict.fromkeys(rules)), tuple(dict.fromkeys(not_held)), tuple(cases), tuple(unheld), frozenset(provisions))


def rules_of_statement(relations: Relations, provision: Provision) -> tuple[int, ...]:
    """Return the uids of the rules that a statement on a case covers: all of the case; for a ruling or a reading's choice, its own."""
    book = relations.book
    if provision.origin.kind in {ClauseKind.RULING, ClauseKind.READING}:
        clause_provisions = relations.provisions_by_clause[(provision.origin.kind, provision.origin.number, provision.scope.choice)]
    else:
        clause_provisions = list(relations.addresses.provisions_of_case(str(provision.case)))
    return tuple(uid for other in clause_provisions for uid, _ in book.uids_by_provision.get(str(other.id), ()))


def _read_override(relations: Relations, statement: Statement) -> None:
    relation, provision = statement.relation, statement.provision
    targets = resolve_targets(relations, relation.targets, provision)
    excepted = relation.kind is RelationKind.EXCEPT
    own_uids = _own_rules(relations, statement)
    own_cases = resolve_targets(relations, relation.by, provision).cases if relation.by else (str(provision.case),)
    excluded = {*own_uids, *_rules_that_go_first(relations, statement, own_uids)}
    target_uids = tuple(uid for uid in targets.rules if uid not in excluded)
    winners, losers = (target_uids, own_uids) if excepted else (own_uids, target_uids)
    # an inherited bar has the status of the bar that it is inherited from
    winners = tuple(uid for uid in winners if relations.book.rules[uid].through is None)
    not_held = () if excepted else targets.not_held
    effects = _effects_by_question(relations, statement, winners, losers, not_held)
    relations.overrides.append(
        Override(
            uid=len(relations.overrides),
            id=statement.id,
            word=relation.kind,
            case=str(provision.case),
            of=targets.cases if excepted else own_cases,
            cases=own_cases if excepted else targets.cases,
            on=effects,
            says=text_of(relation),
            scope=scope_of(provision),
            source=provision.origin.source,
            unheld=targets.unheld,
            rule=None if statement.rule_uids is None else statement.rule_uids[0],
            location=statement.context.location_of(relation),
            tags=tag_names(relation.tags),
        )
    )


def _own_rules(relations: Relations, statement: Statement) -> tuple[int, ...]:
    """Return the rules on a statement's own side: that it is written on, that it names before `overrides`, or all of its case.

    A statement of an amendment, ruling or reading about the rest of its own case is one of its own clause.
    """
    relation, provision = statement.relation, statement.provision
    if relation.by:
        return resolve_targets(relations, relation.by, provision).rules
    own_uids = rules_of_statement(relations, provision) if statement.rule_uids is None else statement.rule_uids
    if set(own_uids) & set(resolve_targets(relations, relation.targets, provision).rules):
        same_clause = _rules_of_same_clause(relations, own_uids, provision)
        return tuple(uid for uid in own_uids if uid in same_clause)
    return own_uids


def _names_own_case(relations: Relations, statement: Statement) -> bool:
    return not statement.relation.by and any(_is_own_case(relations, statement, reference) for reference in statement.relation.targets)


def _is_own_case(relations: Relations, statement: Statement, reference: nodes.CaseRef) -> bool:
    """Return True if a reference names a case, as a whole, that a statement is part of."""
    resolved = relations.addresses.resolve_address(reference.number, and_below=reference.and_below)
    if resolved is None or not resolved.is_whole:
        return False
    named_cases = {resolved.number, *(relations.addresses.sub_cases(reference.number) if reference.and_below else ())}
    return any(case.number in named_cases for case in (statement.provision.case, *statement.provision.also_of))


def _rules_that_go_first(relations: Relations, statement: Statement, own_uids: tuple[int, ...]) -> set[int]:
    """Return the rules that a statement does not reach though it names its own case: it is about the rest of the case.

    They are the rules of which the same is said, and those that statements of the case, or chains of them, put in the opposite order by
    name; but not what it names itself.
    """
    if not _names_own_case(relations, statement):
        return set()
    kind, case = statement.relation.kind, str(statement.provision.case)
    if case not in relations.orders:
        relations.orders[case] = _order_within(relations, case)
    order = relations.orders[case]
    first = set(order.speaking_of_case[kind])
    steps = order.yields_to if kind is RelationKind.EXCEPT else order.goes_before
    pending, visited = list(own_uids), set(own_uids)
    while pending:
        further = steps.get(pending.pop(), set()) - visited
        visited |= further
        pending += further
    return (first | visited) - set(_rules_named(relations, statement))


def _order_within(relations: Relations, case: str) -> CaseOrder:
    order = CaseOrder()
    for statement in relations.precedence_by_case[case]:
        own_uids, named_uids = _own_rules(relations, statement), _rules_named(relations, statement)
        if _names_own_case(relations, statement):
            order.speaking_of_case[statement.relation.kind].update(own_uids)
        winners, losers = (named_uids, own_uids) if statement.relation.kind is RelationKind.EXCEPT else (own_uids, named_uids)
        for winner in winners if losers else ():
            order.yields_to.setdefault(winner, set()).update(losers)
        for loser in losers if winners else ():
            order.goes_before.setdefault(loser, set()).update(winners)
    return order


def _rules_named(relations: Relations, statement: Statement) -> tuple[int, ...]:
    """Return the rules that a statement names otherwise than by its own case as a whole."""
    by_name = [reference for reference in statement.relation.targets if not _is_own_case(relations, statement, reference)]
    return resolve_targets(relations, by_name, statement.provision).rules


def _can_reach(author: Provision, provision: Provision, whole_case: bool) -> bool:
    if whole_case and author.origin.kind is not ClauseKind.CASE and provision.origin.place == author.origin.place:
        return False
    scope, other_scope = author.scope, provision.scope
    if scope.scenario and other_scope.scenario and not _scenarios_of(author) & _scenarios_of(provision):
        return False
    if scope.games and other_scope.games and not set(scope.games) & set(other_scope.games):
        return False
    return not (scope.reading and scope.reading == other_scope.reading and scope.choice != other_scope.choice)


def _scenarios_of(provision: Provision) -> set[str | None]:
    return {provision.scope.scenario, *(str(case) for case in provision.also_of)}


def _rules_of_same_clause(relations: Relations, rules: tuple[int, ...], provision: Provision) -> set[int]:
    same_clause: set[int] = set()
    for uid in rules:
        entry = relations.book.heads.get(uid)
        origin = None if entry is None else entry[1].origin
        if origin is not None and (origin.place, origin.kind) == (provision.origin.place, provision.origin.kind):
            same_clause.add(uid)
    return same_clause


def _effects_by_question(
    relations: Relations, statement: Statement, winners: tuple[int, ...], losers: tuple[int, ...], not_held: tuple[int, ...]
) -> tuple[OverrideOn, ...]:
    """Expand a statement question by question. Raises `Unresolved` if its condition has an error."""
    book = relations.book
    rules, clauses = book.rules, book.not_held
    overrides: list[OverrideOn] = []
    for name in dict.fromkeys(rules[uid].question for uid in winners):
        strong = tuple(uid for uid in winners if rules[uid].question == name)
        weak = tuple(uid for uid in losers if rules[uid].question == name)
        unheld = tuple(uid for uid in not_held if clauses[uid].question == name)
        stages = {rules[uid].stage for uid in strong}
        weak = tuple(uid for uid in weak if rules[uid].stage in stages)
        if not unheld:
            stages &= {rules[uid].stage for uid in weak}
            strong = tuple(uid for uid in strong if rules[uid].stage in stages)
        if weak or unheld:
            condition = condition_for(relations, statement, book.vocabulary.questions[name], weak or strong)
            overrides.append(OverrideOn(name, strong, weak, unheld, condition))
    if not overrides and statement.relation.when is not None and winners:
        condition_for(relations, statement, book.vocabulary.questions[rules[winners[0]].question], winners)
    return tuple(overrides)


def condition_for(relations: Relations, statement: Statement, question: Question, rules: tuple[int, ...]) -> Term | None:
    """Return the condition of a statement in terms of the arguments of a question; None if it has none.

    `rules` are those on the question that the statement reaches: where a type fits several arguments, their heads name them.
    """
    if statement.condition is None:
        return None
    vocabulary = relations.book.vocabulary
    reader = ExpressionElaborator(vocabulary, statement.context, next_slot=len(question.params))
    if statement.rule_uids is not None:
        question_rules = [rule for uid in statement.rule_uids if (rule := relations.book.rules[uid]).question == question.name]
        if question_rules:
            _bind_heads(reader, question_rules[0], question)
            return _read_quantified_condition(relations, statement, question, reader, (), bound_by_head=True)
    return _read_quantified_condition(relations, statement, question, reader, rules, bound_by_head=False)


def _bind_heads(reader: ExpressionElaborator, rule: Rule, question: Question) -> None:
    for slot, head in enumerate(rule.heads):
        if isinstance(head, Free):
            reader.variables[head.name] = (slot, question.params[slot].type)


def _read_quantified_condition(
    relations: Relations,
    statement: Statement,
    question: Question,
    reader: ExpressionElaborator,
    rules: tuple[int, ...],
    *,
    bound_by_head: bool,
) -> Term:
    relation, condition = statement.relation, statement.condition
    assert condition is not None
    vocabulary = relations.book.vocabulary
    each = relation.for_each
    expressions: list[nodes.Expr] = [condition]
    bound_names = {each.variable} if each is not None else set()
    if each is not None:
        expressions.append(each.among)
    kinds = infer_kinds(vocabulary, expressions, set(reader.variables) | bound_names)
    if not bound_by_head and statement.rule_uids is not None:
        rule = relations.book.rules[statement.rule_uids[0]]
        params = vocabulary.questions[rule.question].params
        for slot, head in enumerate(rule.heads):
            if isinstance(head, Free) and head.name in kinds:
                kinds[head.name] = (params[slot].type,)
    heads = [relations.book.rules[uid].heads for uid in rules]
    for name, candidates in kinds.items():
        reader.variables[name] = _slot_for(statement, question, name, candidates, relation, heads)
    if each is None:
        return reader.read_condition(condition)
    binder = nodes.Binder(each.variable, among=each.among, span=each.span)
    domain, kind = read_domain(reader, binder)
    body = reader.with_variable(domain.name, domain.slot, kind).read_condition(condition)
    if each.quantifier is nodes.Quantifier.EVERY:
        return terms.Every(domain, body)
    return terms.Some(terms.Domain(domain.slot, domain.name, domain.over, body))


def _slot_for(
    statement: Statement,
    question: Question,
    name: str,
    candidates: tuple[types.Type, ...],
    node: nodes.Relation,
    heads: Sequence[tuple[terms.Plain | Free, ...]],
) -> tuple[int, types.Type]:
    """Return the slot and type of the argument that a variable is bound to: the only one of a candidate type.

    Of several, the one that the heads of the rules give this name.
    """
    slots = [
        (slot, param.type)
        for slot, param in enumerate(question.params)
        if any(can_be_equal(param.type, candidate) for candidate in candidates)
    ]
    if len(slots) == 1:
        return slots[0]
    slots_named = [entry for entry in slots if heads and all(_is_named(head[entry[0]], name) for head in heads)]
    if len(slots_named) == 1:
        return slots_named[0]
    if not candidates:
        raise statement.context.fail(
            "RW217", f"nothing says what `{name}` is", node, help="write the statement on a rule, whose head names its arguments"
        )
    kind = listing(types.type_text(candidate) for candidate in candidates)
    what = "none" if not slots else "more than one"
    message = f"`{name}` ({kind}) meets {what} of the arguments of `{question.name}`"
    help_ = "say which: `… for every u among group_of(s) when …`" if not slots else _names_of_heads(question, heads)
    raise statement.context.fail("RW217", message, node, help=help_)


def _is_named(argument: terms.Plain | Free, name: str) -> bool:
    return isinstance(argument, Free) and argument.name == name


def _names_of_heads(question: Question, heads: Sequence[tuple[terms.Plain | Free, ...]]) -> str:
    """Return the remedy for a name that is none of the heads: the names that all of them have, or one statement for each rule."""
    names = [[argument.name if isinstance(argument, Free) else "" for argument in head] for head in heads]
    common = [column[0] for column in zip(*names, strict=True) if column[0] and len(set(column)) == 1]
    if common:
        return f"use the names of the rule's head: {listing([f'`{name}`' for name in common], 'or')}"
    return f"give the arguments the same names in the head of each rule on `{question.name}` here, or name one rule of them"


# ---- settings aside ------------------------------------------------------------------------------------------------------------------


def _read_set_aside(relations: Relations, statement: Statement) -> None:
    relation, provision = statement.relation, statement.provision
    targets = resolve_targets(relations, relation.targets, provision)
    written_uids = tuple(uid for uid in targets.rules if relations.book.rules[uid].through is None)
    targets = replace(targets, rules=written_uids)  # an inherited bar is set aside with the bar that it is inherited from
    rule = None if statement.rule_uids is None else relations.book.rules[statement.rule_uids[0]]
    uid = len(relations.set_asides)
    set_aside = SetAside(
        uid, statement.id, str(provision.case), targets.cases, (), (), text_of(relation), scope_of(provision), provision.origin.source,
        location=statement.context.location_of(relation), tags=tag_names(relation.tags),
    )  # fmt: skip
    relations.set_asides.append(set_aside)
    relations.pending.append((set_aside, targets, relation, statement.context, rule))


def _spread_set_asides(relations: Relations) -> None:
    """Resolve which settings-aside affect which others, then propagate their questions to a fixpoint."""
    entries = relations.pending
    setters = {entry[0].uid: tuple(other[0].uid for other in entries if other[0].id in entry[1].provisions) for entry in entries}
    questions_by_uid: dict[int, list[str]] = {}
    clauses: list[NotHeld] = relations.book.not_held
    for set_aside, targets, *_ in entries:
        names = [relations.book.rules[uid].question for uid in targets.rules] + [clauses[uid].question for uid in targets.not_held]
        questions_by_uid[set_aside.uid] = list(dict.fromkeys(names))
    growing = True
    while growing:
        growing = False
        for uid, affected in setters.items():
            for other in affected:
                new = [name for name in questions_by_uid[other] if name not in questions_by_uid[uid]]
                questions_by_uid[uid].extend(new)
                growing = growing or bool(new)
    for set_aside, targets, relation, context, rule in entries:
        relations.set_asides[set_aside.uid] = _spell_out_set_aside(
            relations, set_aside, targets, relation, context, rule, questions_by_uid[set_aside.uid], setters[set_aside.uid]
        )


def _spell_out_set_aside(
    relations: Relations,
    set_aside: SetAside,
    targets: ResolvedTargets,
    relation: nodes.Relation,
    context: FaultContext,
    rule: Rule | None,
    names: list[str],
    setters: tuple[int, ...],
) -> SetAside:
    book = relations.book
    effects: list[SetAsideOn] = []
    for name in names:
        provision = book.heads[rule.uid][1] if rule is not None else None
        statement = Statement(
            relation, provision or _any_provision(relations), context, None if rule is None else (rule.uid,), set_aside.id
        )
        question_uids = tuple(uid for uid in targets.rules if book.rules[uid].question == name)
        unheld = tuple(uid for uid in targets.not_held if book.not_held[uid].question == name)
        try:
            effects.append(
                SetAsideOn(name, question_uids, unheld, condition_for(relations, statement, book.vocabulary.questions[name], question_uids))
            )
        except Unresolved:
            continue
    return SetAside(
        set_aside.uid,
        set_aside.id,
        set_aside.case,
        set_aside.cases,
        tuple(effects),
        setters,
        set_aside.says,
        set_aside.scope,
        set_aside.source,
        location=set_aside.location,
        tags=set_aside.tags,
    )


def _any_provision(relations: Relations) -> Provision:
    return relations.provisions[0]
