"""From `overrides`, `except` and `sets aside` to statements about rules: who goes before whom, on which question, under which condition.

A statement names cases; here it is spelled out for each question on which both sides speak. The variables of its condition meet the
arguments of the question by type (never by name or position): `u` is the one unit among them. Where none or two of them fit, it is at
fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rulewright.base.keywords import RelationKind
from rulewright.base.prose_lists import listing
from rulewright.rulebook.addresses import Addresses
from rulewright.rulebook.model import ClauseKind, EditionView, Provision
from rulewright.semantics import terms, types
from rulewright.semantics.aggregates import read_domain
from rulewright.semantics.expressions import Reader, same_kind
from rulewright.semantics.faults import At, Unresolved
from rulewright.semantics.inference import infer_kinds
from rulewright.semantics.model import Free, NotHeld, Override, OverrideOn, Question, Rule, SetAside, SetAsideOn
from rulewright.semantics.read_rules import RuleBook, scope_of
from rulewright.semantics.symbols import tag_names
from rulewright.semantics.terms import Term
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

PRECEDENCE = {RelationKind.OVERRIDES, RelationKind.EXCEPT}


@dataclass(frozen=True, slots=True)
class Reach:
    """What references reach: rules and not-held clauses by uid, the cases in words, which of these have no text, and the provisions."""

    rules: tuple[int, ...]
    not_held: tuple[int, ...]
    cases: tuple[str, ...]
    unheld: tuple[str, ...]
    provisions: frozenset[str]


@dataclass(slots=True)
class Relations:
    """Statements of precedence read so far."""

    book: RuleBook
    view: EditionView
    addresses: Addresses
    overrides: list[Override] = field(default_factory=list)
    set_asides: list[SetAside] = field(default_factory=list)
    pending: list[tuple[SetAside, Reach, nodes.Relation, At, Rule | None]] = field(default_factory=list)
    provisions: tuple[Provision, ...] = ()
    of_clause: dict[tuple[ClauseKind, str, str | None], list[Provision]] = field(default_factory=dict)
    under: dict[str, list[Provision]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.provisions = self.view.provisions()
        for one in self.provisions:
            self.of_clause.setdefault((one.origin.kind, one.origin.number, one.scope.choice), []).append(one)
            self.under.setdefault(str(one.id).rpartition(".")[0], []).append(one)


@dataclass(frozen=True, slots=True)
class Statement:
    """A relation, where it stands, and the rule that it is written on, or None if it is the whole case's."""

    relation: nodes.Relation
    provision: Provision
    at: At
    on_rule: tuple[int, ...] | None
    id: str

    @property
    def when(self) -> nodes.Expr | None:
        """The condition; of a setting-aside that is written on a rule, that of the rule too."""
        rule = self.provision.node
        if self.on_rule is None or self.relation.kind is not RelationKind.SETS_ASIDE or not isinstance(rule, nodes.Rule):
            return self.relation.when
        parts = [_whole(guard) for guard in rule.guards] + ([] if self.relation.when is None else [self.relation.when])
        return None if not parts else parts[0] if len(parts) == 1 else nodes.And(tuple(parts), span=self.relation.span)


def _whole(guard: nodes.Guard) -> nodes.Expr:
    items = tuple(item.condition for item in guard.items)
    joined: nodes.Expr = items[0] if len(items) == 1 else nodes.Or(items) if guard.form is nodes.GuardForm.ANY else nodes.And(items)
    return nodes.Not(joined, span=guard.span) if guard.unless else joined


def read_relations(relations: Relations) -> None:
    """All statements of precedence of an edition: those of whole cases, then those written on rules."""
    book = relations.book
    for provision in relations.provisions:
        at = At.of(book.vocabulary.faults, provision)
        if isinstance(provision.node, nodes.Relation):
            _read(relations, Statement(provision.node, provision, at, None, str(provision.id)))
        elif isinstance(provision.node, nodes.Rule):
            rules = tuple(uid for uid, _ in book.of_provision.get(str(provision.id), ()))
            for relation in provision.node.relations:
                if rules:
                    _read(relations, Statement(relation, provision, at, rules, str(provision.id)))
    _spread_set_asides(relations)


def _read(relations: Relations, statement: Statement) -> None:
    try:
        if statement.relation.kind in PRECEDENCE:
            _read_override(relations, statement)
        elif statement.relation.kind is RelationKind.SETS_ASIDE:
            _read_set_aside(relations, statement)
    except Unresolved:
        pass


def reach(relations: Relations, references: Iterable[nodes.CaseRef], by: Provision | None = None) -> Reach:
    """What references reach in this edition. What is not there is skipped: the checks report it.

    `by` is the statement that names them: it does not reach its own clause as part of a case, nor what can never be there with it.
    """
    book = relations.book
    rules: list[int] = []
    not_held: list[int] = []
    cases: list[str] = []
    unheld: list[str] = []
    provisions: set[str] = set()
    for reference in references:
        reached = relations.addresses.find(reference.number, and_below=reference.and_below)
        if reached is None:
            continue
        cases.append(reached.number)
        if reached.case is not None and reached.whole and not reached.case.held:
            unheld.append(reached.number)
        lines = () if reached.whole or reached.ground is not None else relations.under.get(reached.number, ())  # the rules of a set-up line
        for provision in (*reached.provisions, *lines):
            if by is not None and not _meets(by, provision, reached.whole):
                continue
            provisions.add(str(provision.id))
            for uid, label in book.of_provision.get(str(provision.id), ()):
                if reached.ground is None or label == reached.ground:
                    rules.append(uid)
            not_held.extend(book.not_held_of.get(str(provision.id), ()))
    return Reach(tuple(dict.fromkeys(rules)), tuple(dict.fromkeys(not_held)), tuple(cases), tuple(unheld), frozenset(provisions))


def own_rules(relations: Relations, provision: Provision) -> tuple[int, ...]:
    """The rules that a statement of a whole case speaks for: all of the case; of a ruling or a reading's choice, its own."""
    book = relations.book
    if provision.origin.kind in {ClauseKind.RULING, ClauseKind.READING}:
        mine = relations.of_clause[(provision.origin.kind, provision.origin.number, provision.scope.choice)]
    else:
        mine = list(relations.addresses.of_case(str(provision.case)))
    return tuple(uid for other in mine for uid, _ in book.of_provision.get(str(other.id), ()))


def _read_override(relations: Relations, statement: Statement) -> None:
    relation, provision = statement.relation, statement.provision
    there = reach(relations, relation.targets, provision)
    excepted = relation.kind is RelationKind.EXCEPT
    own_case: tuple[str, ...] = (str(provision.case),)
    if relation.by:
        first = reach(relations, relation.by, provision)
        mine, own_case = first.rules, first.cases
    else:
        mine = own_rules(relations, provision) if statement.on_rule is None else statement.on_rule
    if not relation.by and set(mine) & set(
        there.rules
    ):  # an amendment, ruling or reading that goes before, or yields to, the rest of its own case
        written_here = _from_same_clause(relations, mine, provision)
        mine = tuple(uid for uid in mine if uid in written_here)
    others = tuple(uid for uid in there.rules if uid not in mine)
    by, targets = (others, mine) if excepted else (mine, others)
    by = tuple(
        uid for uid in by if relations.book.rules[uid].through is None
    )  # a bar goes first where it is written, and is handed down as it stands
    not_held = () if excepted else there.not_held
    on = _by_question(relations, statement, by, targets, not_held)
    relations.overrides.append(
        Override(
            uid=len(relations.overrides),
            id=statement.id,
            word=relation.kind,
            case=str(provision.case),
            of=there.cases if excepted else own_case,
            cases=own_case if excepted else there.cases,
            on=on,
            says=text_of(relation),
            scope=scope_of(provision),
            source=provision.origin.source,
            unheld=there.unheld,
            rule=None if statement.on_rule is None else statement.on_rule[0],
            location=statement.at.where(relation),
            tags=tag_names(relation.tags),
        )
    )


def _meets(by: Provision, other: Provision, whole: bool) -> bool:
    if whole and by.origin.kind is not ClauseKind.CASE and other.origin.place == by.origin.place:
        return False
    one, two = by.scope, other.scope
    if one.scenario and two.scenario and not _scenarios(by) & _scenarios(other):
        return False
    if one.games and two.games and not set(one.games) & set(two.games):
        return False
    return not (one.reading and one.reading == two.reading and one.choice != two.choice)


def _scenarios(provision: Provision) -> set[str | None]:
    return {provision.scope.scenario, *(str(case) for case in provision.also_of)}


def _from_same_clause(relations: Relations, rules: tuple[int, ...], provision: Provision) -> set[int]:
    found: set[int] = set()
    for uid in rules:
        entry = relations.book.heads.get(uid)
        origin = None if entry is None else entry[1].origin
        if origin is not None and (origin.place, origin.kind) == (provision.origin.place, provision.origin.kind):
            found.add(uid)
    return found


def _by_question(
    relations: Relations, statement: Statement, by: tuple[int, ...], targets: tuple[int, ...], not_held: tuple[int, ...]
) -> tuple[OverrideOn, ...]:
    """The statement, question by question; raises `Unresolved` where its condition is at fault."""
    book = relations.book
    rules, clauses = book.rules, book.not_held
    overrides: list[OverrideOn] = []
    for name in dict.fromkeys(rules[uid].question for uid in by):
        strong = tuple(uid for uid in by if rules[uid].question == name)
        weak = tuple(uid for uid in targets if rules[uid].question == name)
        unheld = tuple(uid for uid in not_held if clauses[uid].question == name)
        stages = {rules[uid].stage for uid in strong}
        weak = tuple(uid for uid in weak if rules[uid].stage in stages)
        if not unheld:
            stages &= {rules[uid].stage for uid in weak}
            strong = tuple(uid for uid in strong if rules[uid].stage in stages)
        if weak or unheld:
            when = condition_for(relations, statement, book.vocabulary.questions[name], weak or strong)
            overrides.append(OverrideOn(name, strong, weak, unheld, when))
    if not overrides and statement.relation.when is not None and by:
        condition_for(relations, statement, book.vocabulary.questions[rules[by[0]].question], by)
    return tuple(overrides)


def condition_for(relations: Relations, statement: Statement, question: Question, rules: tuple[int, ...]) -> Term | None:
    """The condition of a statement in the arguments of a question; None where it has none."""
    if statement.when is None:
        return None
    vocabulary = relations.book.vocabulary
    reader = Reader(vocabulary, statement.at, next_slot=len(question.params))
    if statement.on_rule is not None:
        own = [rule for uid in statement.on_rule if (rule := relations.book.rules[uid]).question == question.name]
        if own:
            _bind_heads(reader, own[0], question)
            return _quantified(relations, statement, question, reader, bound_by_head=True)
    return _quantified(relations, statement, question, reader, bound_by_head=False)


def _bind_heads(reader: Reader, rule: Rule, question: Question) -> None:
    for slot, head in enumerate(rule.heads):
        if isinstance(head, Free):
            reader.bound[head.name] = (slot, question.params[slot].type)


def _quantified(relations: Relations, statement: Statement, question: Question, reader: Reader, *, bound_by_head: bool) -> Term:
    relation, when = statement.relation, statement.when
    assert when is not None
    vocabulary = relations.book.vocabulary
    each = relation.for_each
    expressions: list[nodes.Expr] = [when]
    given = {each.variable} if each is not None else set()
    if each is not None:
        expressions.append(each.among)
    kinds = infer_kinds(vocabulary, expressions, set(reader.bound) | given)
    if not bound_by_head and statement.on_rule is not None:
        own = relations.book.rules[statement.on_rule[0]]
        params = vocabulary.questions[own.question].params
        for slot, head in enumerate(own.heads):
            if isinstance(head, Free) and head.name in kinds:
                kinds[head.name] = (params[slot].type,)
    for name, candidates in kinds.items():
        reader.bound[name] = _slot_for(statement, question, name, candidates, relation)
    if each is None:
        return reader.condition(when)
    binder = nodes.Binder(each.variable, among=each.among, span=each.span)
    domain, kind = read_domain(reader, binder)
    body = reader.inside(domain.name, domain.slot, kind).condition(when)
    if each.quantifier is nodes.Quantifier.EVERY:
        return terms.Every(domain, body)
    return terms.Some(terms.Domain(domain.slot, domain.name, domain.over, body))


def _slot_for(
    statement: Statement, question: Question, name: str, candidates: tuple[types.Type, ...], node: nodes.Relation
) -> tuple[int, types.Type]:
    """The argument of a question that a variable meets: the only one of its type."""
    fitting = [
        (slot, param.type)
        for slot, param in enumerate(question.params)
        if any(same_kind(param.type, candidate) for candidate in candidates)
    ]
    if len(fitting) == 1:
        return fitting[0]
    if not candidates:
        raise statement.at.fail(
            "RW217", f"nothing says what `{name}` is", node, help="write the statement on a rule, whose head names its arguments"
        )
    kind = listing(types.type_text(candidate) for candidate in candidates)
    what = "none" if not fitting else "more than one"
    message = f"`{name}` ({kind}) meets {what} of the arguments of `{question.name}`"
    help_ = (
        "say which: `… for every u among group_of(s) when …`"
        if not fitting
        else "write the statement on a rule, whose head names its arguments"
    )
    raise statement.at.fail("RW217", message, node, help=help_)


# ---- settings aside ------------------------------------------------------------------------------------------------------------------


def _read_set_aside(relations: Relations, statement: Statement) -> None:
    relation, provision = statement.relation, statement.provision
    there = reach(relations, relation.targets, provision)
    here = tuple(uid for uid in there.rules if relations.book.rules[uid].through is None)
    there = replace(there, rules=here)  # what is handed down goes with what hands it down
    rule = None if statement.on_rule is None else relations.book.rules[statement.on_rule[0]]
    uid = len(relations.set_asides)
    found = SetAside(
        uid, statement.id, str(provision.case), there.cases, (), (), text_of(relation), scope_of(provision), provision.origin.source,
        location=statement.at.where(relation), tags=tag_names(relation.tags),
    )  # fmt: skip
    relations.set_asides.append(found)
    relations.pending.append((found, there, relation, statement.at, rule))


def _spread_set_asides(relations: Relations) -> None:
    """Which settings-aside reach which others, and then the questions on which each of them speaks, until nothing is added."""
    entries = relations.pending
    setters = {entry[0].uid: tuple(other[0].uid for other in entries if other[0].id in entry[1].provisions) for entry in entries}
    wanted: dict[int, list[str]] = {}
    clauses: list[NotHeld] = relations.book.not_held
    for aside, there, *_ in entries:
        names = [relations.book.rules[uid].question for uid in there.rules] + [clauses[uid].question for uid in there.not_held]
        wanted[aside.uid] = list(dict.fromkeys(names))
    growing = True
    while growing:
        growing = False
        for uid, reached in setters.items():
            for other in reached:
                new = [name for name in wanted[other] if name not in wanted[uid]]
                wanted[uid].extend(new)
                growing = growing or bool(new)
    for aside, there, relation, at, rule in entries:
        relations.set_asides[aside.uid] = _on_questions(relations, aside, there, relation, at, rule, wanted[aside.uid], setters[aside.uid])


def _on_questions(
    relations: Relations,
    aside: SetAside,
    there: Reach,
    relation: nodes.Relation,
    at: At,
    rule: Rule | None,
    names: list[str],
    setters: tuple[int, ...],
) -> SetAside:
    book = relations.book
    on: list[SetAsideOn] = []
    for name in names:
        provision = book.heads[rule.uid][1] if rule is not None else None
        statement = Statement(relation, provision or _nowhere(relations), at, None if rule is None else (rule.uid,), aside.id)
        targets = tuple(uid for uid in there.rules if book.rules[uid].question == name)
        unheld = tuple(uid for uid in there.not_held if book.not_held[uid].question == name)
        try:
            on.append(SetAsideOn(name, targets, unheld, condition_for(relations, statement, book.vocabulary.questions[name], targets)))
        except Unresolved:
            continue
    return SetAside(
        aside.uid,
        aside.id,
        aside.case,
        aside.cases,
        tuple(on),
        setters,
        aside.says,
        aside.scope,
        aside.source,
        location=aside.location,
        tags=aside.tags,
    )


def _nowhere(relations: Relations) -> Provision:
    return relations.provisions[0]
