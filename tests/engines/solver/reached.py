"""What generated books reach of the hard parts of meaning, and how many of them: for people (`python -m engines.solver.reached`) and for a test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

from engines.interpreter import generated_books
from engines.solver.plain import touched
from engines.solver.policy import rank_of, restated
from engines.solver.precedence import CARRIED
from engines.solver.reach import Field, Instance, field_of
from engines.solver.situations import Bits, TooMany
from engines.solver.some_books import read, some_books
from rulewright.base.keywords import Verb
from rulewright.semantics import model as p
from rulewright.semantics import terms as t

WANTED = (
    "a chain of restates", "addresses under an option", "addresses under a scenario", "addresses under a reading", "a chain of overrides",
    "a chain that decides", "an open link of a chain", "otherwise beside an open rule", "an open statement", "an open statement where the policy agrees",
    "a line of the policy before stated", "a cycle", "roundings alike", "roundings apart", "need not alone", "a divisor of zero",
    "a setting-aside by type",
)  # fmt: skip


def reached(program: p.Program) -> set[str]:
    """What a book reaches in some possible situation; questions with too many situations are left out."""
    found = {*addresses(program), *by_type(program)}
    for name in program.questions:
        try:
            field = field_of(program, name)
            for instance in field.instances[:3]:
                found |= {what for what, where in shown(field, instance) if where & field.possible}
        except TooMany:
            continue
    return found


def addresses(program: p.Program) -> Iterator[str]:
    rules = {rule.uid: rule for rule in program.rules}
    for rule in program.rules:
        first = restated(rules, rule.uid)
        if first is None:
            continue
        if restated(rules, first) is not None:
            yield "a chain of restates"
        for word in ("option", "scenario", "reading"):
            if getattr(rule.scope, word) != getattr(rules[first].scope, word):
                yield f"addresses under {'an' if word == 'option' else 'a'} {word}"


def by_type(program: p.Program) -> Iterator[str]:
    """Statements of whole cases whose variables meet the arguments of the rules that they reach."""
    own = {rule.id for rule in program.rules}
    for aside in program.set_asides:
        if aside.id not in own and any(on.when is not None and any(isinstance(one, t.Var) for one in t.walk(on.when)) for on in aside.on):
            yield "a setting-aside by type"


def shown(field: Field, instance: Instance) -> Iterator[tuple[str, Bits]]:
    """What one instance of a question shows, each with where it does."""
    truth, question, args = field.truth, field.question, instance.args
    standing, rules = truth.standing(question, args), truth.rules(question, args)
    stated = truth.stated(question, args, rules)
    for attacker, target, where, why in standing.edges:
        able = ~standing.own[target].false
        if why == CARRIED:
            yield "a chain of overrides", where.true & able
            yield "a chain that decides", where.true & standing.stands[attacker] & standing.own[target].true
            yield "an open link of a chain", where.open & able & ~standing.out[attacker]
        if why == "otherwise":
            yield "otherwise beside an open rule", standing.open(attacker) & able
        if isinstance(why, p.Override):
            yield "an open statement", where.open & able & ~standing.out[attacker]
        if isinstance(why, p.PolicyLine):
            doubtful = [when.open for _, when in stated.get((attacker[1], target[1]), [])]
            yield "an open statement where the policy agrees", where.true & able & max(doubtful, default=0)
            early = rank_of(truth.program, why) < rank_of(truth.program, None)
            yield "a line of the policy before stated", where.true & able if early else 0
            both = standing.stands[attacker] | standing.open(attacker)
            yield "a cycle", where.true & both & standing.conflict[target] & standing.conflict[attacker]
    for one, other in combinations([rule for rule in rules if rule.verb is Verb.ROUNDED], 2):
        both = truth.condition(one, args).true & truth.condition(other, args).true if one.rounding is not other.rounding else 0
        clash = truth.clash(one, other, args)
        yield "roundings alike", both & clash.false
        yield "roundings apart", both & clash.true
    yield from _silences(field, instance, rules)


def _silences(field: Field, instance: Instance, rules: list[p.Rule]) -> Iterator[tuple[str, Bits]]:
    truth, standing = field.truth, field.truth.standing(field.question, instance.args)
    if truth.program.questions[field.question].kind is p.QuestionKind.VERDICT:
        alone = 0
        for rule in rules:
            if rule.verb is Verb.NEED_NOT:
                alone |= standing.stands["rule", rule.uid, "requirement"]
        for rule in rules:
            if rule.verb is not Verb.NEED_NOT:
                alone &= standing.out["rule", rule.uid, "permission"]
        yield "need not alone", alone
    for rule in rules:
        stands = standing.stands["rule", rule.uid, touched(rule)[0]]
        yield "a divisor of zero", standing.zero["rule", rule.uid, touched(rule)[0]]
        yield "a divisor of zero", stands & truth.effect(rule, instance.args).zero if rule.effect is not None else 0


def programs_of_the_interpreter(count: int) -> Iterator[p.Program]:
    """The books that the interpreter is held against."""
    for seed in range(count):
        yield read(generated_books.book(Random(seed), *((4, 4), (3, 6))[seed % 2]).files)[0]


def counted(programs: Iterable[p.Program]) -> Counter[str]:
    """How many books reach each."""
    return Counter(what for program in programs for what in reached(program))


def main() -> None:
    for words, programs in (
        ("generated_books", programs_of_the_interpreter(300)),
        ("small_books", (book.program for book in some_books(300))),
    ):
        found = counted(programs)
        print(f"of 300 {words}:")
        print("\n".join(f"  {found[what]:4} {what}" for what in WANTED))


if __name__ == "__main__":
    main()
