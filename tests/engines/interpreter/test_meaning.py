"""Small books with what meaning says of them: the brute force says so, and the interpreter."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from engines.interpreter import oracle, oracle_completions
from engines.interpreter.test_oracle import keyed, outcome, program_of, put
from rulewright.core.lower import lower
from rulewright.core.query import Status
from rulewright.engines.interpreter.ask import ask
from semantics.small import core_of

FRONT = 'rulebook small "Small"\n  numbering decimal\n\nsource base "Base"\nsource later "Later"\n  amends base\n\nedition whole = base + later\n\n'
OPEN = """
case 8.1 "Open"
  "It is not settled."
  shaky when a
  not shaky when b
  may loose when n is 1
"""
"""`shaky` is a conflict where a and b hold; `may loose` is open, undetermined, where n is not 1."""
WORDS = """
fact a: yes/no
fact b: yes/no
fact c: yes/no
fact n: 0..2
record unit "a unit"
  flag: yes/no
predicate shaky
verdict loose
"""
CONFLICT, UNDETERMINED = ("conflict", None), ("undetermined", None)


class Meant(NamedTuple):
    """A book, as declarations and cases after what all have, a question with the facts, and its outcome."""

    name: str
    text: str
    facts: str
    outcome: tuple[str, Any]
    policy: str = ""
    front: str = ""
    options: str = ""
    scenario: str | None = None


def case(number: str, *lines: str, source: str = "base") -> str:
    return f'case {number} "Case {number}" in {source}\n  "Words."\n' + "".join(f"  {line}\n" for line in lines)


def answered(value: Any) -> tuple[str, Any]:
    return ("answered", value if isinstance(value, str | bool) else Fraction(value))


VALUE, LONG = (
    "value q: -99..99 by 1/8\n",
    "value q: -99..99 by 1/8\n  base is the one\n  changes plus the sum\n  whole rounded\n  cap at most\n",
)
SHAKY = "a b n=0"  # the conflict of `shaky`, and `loose` undetermined

EXCEPTIONS = (
    VALUE + case("1.1", "q is 7") + case("1.2", "q is 5 when a", "  overrides 1.1") + case("1.3", "q is 6 when b", "  overrides 1.2")
)
FOUR = EXCEPTIONS + case("1.4", "q is 4 when c", "  overrides 1.3")
LINKS = (
    VALUE + case("1.1", "q is 7") + case("1.2", "q is 5 when a", "  overrides 1.1 when c") + case("1.3", "q is 6 when b", "  overrides 1.2")
)
CYCLE = VALUE + case("1.1", "q is 1", "  overrides 1.2") + case("1.2", "q is {}", "  overrides 1.1")
VERDICT = "verdict q\n"
LEFT_ALONE = (
    VERDICT
    + case("1.1", "may not q")
    + case("1.2", "must q when a", "  overrides 1.1")
    + case("1.3", "need not q when b", "  overrides 1.2")
)
BARRED = (
    VERDICT + case("1.1", "may q") + case("1.2", "may q when a", "  overrides 1.1") + case("1.3", "may not q when b", "  overrides 1.2")
)
ALWAYS = VERDICT + case("1.1", "may {} q") + case("1.2", "may {} q")
OTHERWISE = LONG + case("1.1", "q is 4 when shaky", "q is 1 otherwise", "q is at most 0")
NO_CHAIN = (
    VALUE
    + case("1.1", "q is 7")
    + case("1.2", "q is 5 otherwise when a", "  overrides 1.1")
    + case("1.3", "q is 6 otherwise when b", "  overrides 1.2")
)
AGREE = (
    "predicate q\n" + case("1.1", "q always") + case("1.2", "not q when a", "  overrides 1.1") + case("1.3", "q when b", "  overrides 1.2")
)
SUM = "value q: -9..9\n  changes is the sum\n"
SUM += case("1.1", "add 1 to q") + case("1.2", "add 2 to q", "  overrides 1.1") + case("1.3", "add 4 to q", "  overrides 1.2")
BY_OPTION, BY_SCENARIO = "option rule over general rule", "scenario rule over general rule"
AGREEING = VALUE + case("1.1", "q is 2") + case("1.2", "option snow", "overrides 1.1 when shaky", "q is 1")
DISAGREEING = VALUE + case("1.1", "overrides 1.2 when shaky", "q is 2") + case("1.2", "option snow", "q is 1")
AGAINST = VALUE + case("1.1", "overrides 1.2", "q is 2") + case("1.2", "option snow", "q is 1")
SWITCHES = 'option snow "Snow"\n'
TEN = LONG + case("1.0", "q is 10")
AGAIN = TEN + case("1.1", "add 2 to q when a") + case("1.2", "option snow", "add 2 to q when a", "  restates 1.1.1")
LATER_ALONE = TEN + case("1.1", "option snow", "add 2 to q when a") + case("1.2", "add 2 to q when a", "  restates 1.1.1")
RESTATED = TEN + case("1.1", "add 2 to q when a") + case("1.2", "add 2 to q when a", "  restates 1.1.1")
RESTATED += case("1.3", "add 2 to q when a", "  restates 1.2.1")
FIRST_THERE = VALUE + case("1.1", "q is 1") + case("1.2", "option snow", "q is 1", "  restates 1.1.1") + case("1.3", "q is 2")
OPEN_ATTACKER = LONG + case("1.1", "q is 1", "q is at most 0") + case("1.2", "q is 4 when shaky", "  overrides 1.1")
OPEN_STATEMENT = LONG + case("1.1", "q is 1", "q is at most 0") + case("1.2", "q is 4", "  overrides 1.1 when shaky")
OPEN_TWICE = (
    "value torn: 0..9\n" + VALUE + case("1.1", "q is 1 / n", "q is torn when {}") + case("1.2", "torn is 1 when a", "torn is 2 when b")
)
ROUNDINGS = LONG + case("1.1", "q is n / 2", "q is rounded up when a") + case("1.2", "q is rounded down when b")
ONE_ROUNDING = LONG + case("1.1", "q is n / 2", "q is rounded up when shaky")
THREE_WAYS = LONG + case("1.1", "q is n + 1/2", "q is n + 3/4 when shaky") + case("1.2", "option snow", "q is rounded to nearest")
THREE_WAYS += case("1.3", "q is rounded up", "  overrides 1.4.1") + case("1.4", "scenario 20.1", "q is rounded down")
POSSIBLE = THREE_WAYS.replace("q is n + 3/4 when shaky", "add 1/4 to q when shaky")
BEATEN = VALUE + case("1.1", "q is 7") + case("1.2", "q is 5 when a", "  overrides 1.1")

KINDS = "enum kind: status, item\n" + LONG + case("1.1", "q is 10") + case("1.2", "add 2 to q as status when a")
KINDS += case("1.3", "add 3 to q as status when b") + case("1.4", "add 1 to q as item when c", "  overrides 1.3")
WORSE = (
    "enum kind: status, item\n"
    + LONG
    + case("1.1", "q is 10", "take 2 from q as status", "take n from q as status", "add n - 1 to q as status")
)
KEEPS = (
    "enum kind: status, item\n"
    + LONG
    + case("1.1", "q is 10", "add 5 to q as item")
    + case("1.2", "add 1 to q as status", "  overrides 1.1.2")
)
KEEPS += case("1.3", "add 3 to q as {}")

WEAK_CYCLE = CYCLE.format(1) + case("1.3", "q is 2 otherwise", "  overrides 1.4") + case("1.4", "q is 2 otherwise", "  overrides 1.3")
NO_REASON = VERDICT + case("1.1", "may never q when may loose", "  overrides 1.2 when {}") + case("1.2", "may q")
SET_ASIDE = LONG + case("1.1", "q is 4", "take 4 from q") + case("1.2", "q is 0 otherwise") + case("1.3", "sets aside 1.1 when shaky")
SET_ASIDE_ROUND = VALUE + case("1.1", "q is {}", "sets aside 1.2 when a") + case("1.2", "q is 3", "sets aside 1.1 when b")

MEANT = [
    # rule 8: a chain of overrides carries
    Meant("an exception", EXCEPTIONS, "a", answered(5)),
    Meant("an exception to an exception", EXCEPTIONS, "a b", answered(6)),
    Meant("no chain without the rule between", EXCEPTIONS, "b", CONFLICT),
    Meant("a chain of four", FOUR, "a b c", answered(4)),
    Meant("a chain of four with a link missing", FOUR, "a c", CONFLICT),
    Meant("a chain whose statement is false", LINKS, "a b", CONFLICT),
    Meant("a chain whose statement is true", LINKS, "a b c", answered(6)),
    Meant("with the rule between set aside, what it overrode is back", EXCEPTIONS + case("1.5", "sets aside 1.2"), "a b", CONFLICT),
    Meant("a rule between that is open", EXCEPTIONS.replace("5 when a", "5 when shaky"), SHAKY, CONFLICT),
    Meant("need not leaves of must the permission, and that goes before the bar", LEFT_ALONE, "a b", answered("permitted")),
    Meant("must over may not", LEFT_ALONE, "a", answered("required")),
    Meant("a chain of verdicts that clash", BARRED, "a b", answered("forbidden")),
    Meant("between predicates that agree nothing is carried", AGREE, "a b", answered(True)),
    Meant("a chain of what is added", SUM, "", answered(4)),
    Meant("a chain from an otherwise rule reaches no ordinary one", NO_CHAIN, "a b", answered(7)),
    Meant("a chain goes before a later line of the policy", EXCEPTIONS.replace('"Case 1.1" in base', '"Case 1.1" in later'), "a b", answered(6), "later source over earlier source"),
    Meant("a cycle of different answers", CYCLE.format(2), "", CONFLICT),
    Meant("a cycle of one answer", CYCLE.format(1), "", answered(1)),
    # rule 7: the policy
    Meant("an open statement with which the policy agrees", AGREEING, SHAKY, answered(1), BY_OPTION, SWITCHES, "snow"),
    Meant("an open statement with which it does not", DISAGREEING, SHAKY, CONFLICT, BY_OPTION, SWITCHES, "snow"),
    Meant("a statement yields to an earlier line", AGAINST, "", answered(1), BY_OPTION + "\nstated", SWITCHES, "snow"),
    Meant("but a later one to the statement", AGAINST, "", answered(2), "stated\n" + BY_OPTION, SWITCHES, "snow"),
    Meant("may in a line is plain may", ALWAYS.format("not", "always"), "", CONFLICT, "may not over may"),
    Meant("may not in a line is plain may not", ALWAYS.format("never", ""), "", CONFLICT, "may not over may"),
    Meant("never over may", ALWAYS.format("never", ""), "", answered("forbidden"), "never over may"),
    Meant("a rule of an option is not general", VALUE + case("1.1", "option snow", "q is 1") + case("1.2", "scenario 20.1", "q is 2"), "", CONFLICT, BY_SCENARIO, SWITCHES, "snow", "20.1"),
    Meant("a rule of a scenario goes before a general one", VALUE + case("1.1", "q is 1") + case("1.2", "scenario 20.1", "q is 2"), "", answered(2), BY_SCENARIO, "", "", "20.1"),
    # rule 10: choices that can be together
    Meant("otherwise beside an open rule", OTHERWISE, SHAKY, answered(0)),
    Meant("otherwise beside an open rule of the same answer", VALUE + case("1.1", "q is 3 when shaky", "q is 3 otherwise"), SHAKY, answered(3)),
    Meant("otherwise beside an open rule of another answer", VALUE + case("1.1", "q is 4 when shaky", "q is 1 otherwise"), SHAKY, CONFLICT),
    Meant("the declared otherwise beside an open rule", VALUE + "  otherwise 3\n" + case("1.1", "q is 3 when shaky"), SHAKY, answered(3)),
    Meant("open and undetermined", VALUE + case("1.1", "q is 4 when may loose", "q is 1 otherwise"), SHAKY, UNDETERMINED),
    Meant("a rule with an open attacker", BEATEN.replace("5 when a", "7 when shaky"), SHAKY, answered(7)),
    Meant("an override of an open rule", OPEN_ATTACKER, SHAKY, answered(0)),
    Meant("an open statement against a rule", OPEN_STATEMENT, SHAKY, CONFLICT),
    Meant("otherwise rules on a cycle, beside ordinary ones on another", WEAK_CYCLE, "", answered(1)),
    Meant("an open statement that changes nothing is no reason", NO_REASON.format("shaky"), SHAKY, UNDETERMINED, "never over may"),
    Meant("but it is where nothing else decides", NO_REASON.format("shaky"), SHAKY, CONFLICT),
    Meant("a setting-aside that is open, for each rule by itself", SET_ASIDE, SHAKY, CONFLICT),
    Meant("cases that set each other aside, and say the same", SET_ASIDE_ROUND.format(3), "a b", CONFLICT),
    Meant("cases of which one sets the other aside", SET_ASIDE_ROUND.format(2), "a", answered(2)),
    Meant("an answer that is open for certain, and another that may be open by conflict", OPEN_TWICE.format("may loose"), SHAKY, CONFLICT),
    Meant("the same where the other does not stand", OPEN_TWICE.format("c"), SHAKY, UNDETERMINED),
    Meant("a may that is certain", VERDICT + case("1.1", "may q", "may q when shaky"), SHAKY, answered("permitted")),
    # rule 14: roundings
    Meant("roundings of a whole number", ROUNDINGS, "a b n=2", answered(1)),
    Meant("roundings that differ", ROUNDINGS, "a b n=1", CONFLICT),
    Meant("one rounding", ROUNDINGS, "b n=1", answered(0)),
    Meant("a rounding that is open, of a whole number", ONE_ROUNDING, "a b n=2", answered(1)),
    Meant("a rounding that is open, of a part", ONE_ROUNDING, "a b n=1", CONFLICT),
    Meant("a rounding that does not stand", ONE_ROUNDING, "n=1", answered(Fraction(1, 2))),
    Meant("a policy of roundings decides", ROUNDINGS.replace("q is rounded down", "option snow\n  q is rounded down"), "a b n=1", answered(0), BY_OPTION, SWITCHES, "snow"),
    Meant("what is rounded alike does not clash, so nothing goes before it", THREE_WAYS, "n=2", answered(3), BY_OPTION, SWITCHES, "snow", "20.1"),
    Meant("what is rounded otherwise gives way, and lets what it overrides stand", THREE_WAYS.replace("1/2", "1/4"), "n=2", answered(2), BY_OPTION, SWITCHES, "snow", "20.1"),
    Meant("a conflict before the roundings", THREE_WAYS, SHAKY, CONFLICT, BY_OPTION, SWITCHES, "snow", "20.1"),
    Meant("each value that is possible, rounded alike", POSSIBLE, SHAKY, answered(1), BY_OPTION, SWITCHES, "snow", "20.1"),
    # rule 17: one rule with many addresses
    Meant("a chain of restates", RESTATED, "a", answered(12)),
    Meant("restated under an option that is on", AGAIN, "a", answered(12), "", SWITCHES, "snow"),
    Meant("restated under an option that is off", AGAIN, "a", answered(12), "", SWITCHES),
    Meant("only what restates it is there", LATER_ALONE, "a", answered(12), "", SWITCHES),
    Meant("an override of the one address is one of the other", AGAIN + case("1.4", "add 1 to q", "  overrides 1.2"), "a", answered(11), "", SWITCHES),
    Meant("the policy reads the first address that is there", FIRST_THERE, "", CONFLICT, BY_OPTION, SWITCHES, "snow"),
    # rule 27: of a kind only the best counts
    Meant("the greater of a kind", KINDS, "a b", answered(13)),
    Meant("one of a kind is alone", KINDS, "a", answered(12)),
    Meant("another kind adds up, and what it overrides is not among them", KINDS, "a b c", answered(13)),
    Meant("it is open whether the greater stands", KINDS.replace("when b", "when shaky"), SHAKY, CONFLICT),
    Meant("it is open whether the lesser stands", KINDS.replace("when a", "when shaky"), "a b n=0", answered(13)),
    Meant("an effect that is open could be the one", KINDS.replace("add 3", "add 2 / n"), "b n=0", UNDETERMINED),
    Meant("what is taken away has a worst of its own", WORSE, "n=2", answered(9)),
    Meant("equal amounts count once", WORSE.replace("n - 1", "0"), "n=2", answered(8)),
    Meant("an amount below zero takes away", WORSE.replace("2 from", "0 from").replace("n from", "0 from"), "n=0", answered(9)),
    Meant("what does not count overrides all the same", KEEPS.format("status"), "", answered(13)),
    Meant("even a greater one of its own kind", KEEPS.replace("as item", "as status").format("status"), "", answered(13)),
    Meant("what is set aside does not count", KINDS + case("1.5", "sets aside 1.3 when c"), "a b c", answered(13)),
    # rule 23: what leaves a verdict or value undetermined
    Meant("need not alone", VERDICT + case("1.1", "need not q when a", "may q when not a"), "a", UNDETERMINED),
    Meant("a divisor of zero", VALUE + case("1.1", "q is 1 / n"), "n=0", UNDETERMINED),
    Meant("a divisor of one", VALUE + case("1.1", "q is 1 / n"), "n=1", answered(1)),
]  # fmt: skip


def given(facts: str) -> dict[str, str]:
    """`a n=2`: what is not named does not hold, and n is 1."""
    found = {"a": "no", "b": "no", "c": "no", "n": "1", "u.flag": "no", "v.flag": "no"}
    for fact in facts.split():
        name, _, value = fact.partition("=")
        found[name] = value or "yes"
    return found


def parts(meant: Meant) -> tuple[Any, dict[str, str], oracle.Switches]:
    declared, cases = meant.text.split("case ", 1)
    policy = "precedence\n" + "".join(f"  {line}\n" for line in meant.policy.split("\n")) if meant.policy else ""
    files = {
        "rulebook.case": FRONT + meant.front + policy,
        "words.case": WORDS + declared,
        "rules.case": "case " + cases,
        "open.case": OPEN,
    }
    if "20.1" in meant.text:
        files["scenario.case"] = 'scenario 20.1 "A scenario"\n  "What happens here."\n'
    return program_of(files), given(meant.facts), oracle.Switches({}, frozenset(meant.options.split()), meant.scenario)


@pytest.mark.parametrize("meant", MEANT, ids=lambda meant: meant.name)
def test_the_brute_force_says_so(meant: Meant) -> None:
    program, facts, switches = parts(meant)
    found, missing = oracle_completions.answer(program, "q", (), {"u": "unit", "v": "unit"}, keyed(facts, program), switches)
    assert (found, missing) == (meant.outcome, frozenset())


@pytest.mark.parametrize("meant", MEANT, ids=lambda meant: meant.name)
@pytest.mark.meaning("chain.policy", "policy.open", "open.choices", "stage.rounded", "restates.in-force", "kind.best")
def test_the_interpreter_says_so(meant: Meant) -> None:
    program, facts, switches = parts(meant)
    assert outcome(put(lower(program), "q", facts, switches)) == meant.outcome


def test_what_is_not_known_is_lacking_where_a_requirement_depends_on_it() -> None:
    """A `need not` that goes before a `must` only where n is 2: with n unknown the two do not contradict each other for certain."""
    meant = Meant("", VERDICT + case("1.1", "must q when a", "need not q when a", "  overrides 1.1.1 when n is 2"), "a", UNDETERMINED)
    program, facts, switches = parts(meant)
    answer = put(lower(program), "q", {name: value for name, value in facts.items() if name != "n"}, switches)
    assert [fact.fact for fact in answer.missing] == ["n"]


@pytest.mark.parametrize(("arm", "weather", "wanted"), [("foot", "mud", 2), ("foot", "snow", None), ("horse", "mud", None)])
def test_a_table_says_nothing_where_it_has_no_row_and_where_it_has_no_column(arm: str, weather: str, wanted: int | None) -> None:
    core = core_of(
        "enum arm: foot, horse\nenum weather: clear, mud, snow\nfact arm: arm\nfact weather: weather\nvalue v: 0..9\n"
        "case 1.1\n  table t(k: arm, w: weather): 0..9\n    columns w\n    |  | clear | mud |\n    | foot | 1 | 2 |\n  v is t(arm, weather)\n"
    )
    answer = ask(core, "v", {"arm": arm, "weather": weather})
    assert (answer.status, answer.value) == (Status.UNDETERMINED if wanted is None else Status.ANSWERED, wanted)


@pytest.mark.meaning("open.limit")
def test_beyond_the_limit_each_open_rule_is_taken_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fog or without it is one; taken each by itself, neither of the two may stand."""
    text = "predicate fog\n  not held\nvalue v: 0..9\ncase 1.1\n  v is 1 when fog\n  v is 1 otherwise\n"
    assert ask(core_of(text), "v", {}).value == 1
    monkeypatch.setattr("rulewright.engines.interpreter.precedence.MAX_LABELLING_TRIALS", 0)
    assert ask(core_of(text), "v", {}).status is Status.UNDETERMINED
