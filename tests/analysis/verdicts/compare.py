"""What the decision procedure says of a program, held against what must be said: each finding by its kind, question and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from engines.solver.oracle import Judge, Verdicts
from engines.solver.reach import Field, field_of
from engines.solver.situations import TooMany
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import EditionVerdicts, Finding, FindingKind
from rulewright.analysis.verdicts.precedence_pairs import settle_pairs
from rulewright.base.limits import MAX_THINGS_OF_KIND
from rulewright.core.lower import lower
from rulewright.engines.solver.cone import Cones
from rulewright.semantics.model import Override, Program, SetAside

Name = tuple[str, ...]
WHOLE = {FindingKind.IDLE_OVERRIDE, FindingKind.UNREACHABLE_ROW}
"""Findings that take all questions together."""
NOWHERE = {
    FindingKind.DEAD_RULE.value,
    FindingKind.HIDDEN_REPEAL.value,
    FindingKind.REDUNDANT_RULE.value,
    FindingKind.IDLE_OVERRIDE.value,
    FindingKind.UNREACHABLE_ROW.value,
}
"""Findings that say that something happens in no situation."""


@dataclass
class Difference:
    """`missed`: it must be said and is not; `wrong`: it is said and must not be."""

    missed: set[Name] = field(default_factory=set)
    wrong: set[Name] = field(default_factory=set)
    compared: int = 0

    def __bool__(self) -> bool:
        return bool(self.missed or self.wrong)

    def __str__(self) -> str:
        lines = [f"missed: {' '.join(one)}" for one in sorted(self.missed)]
        return "\n".join(lines + [f"wrong:  {' '.join(one)}" for one in sorted(self.wrong)])


def name_of(finding: Finding) -> Name:
    """What makes two findings the same, whatever situation shows them and in whatever order they name their rules."""
    match finding.kind:
        case FindingKind.OPTION_CLASH:
            return (finding.kind.value, finding.question, *sorted(finding.rules), str(len(finding.options)))
        case FindingKind.CONTRADICTION | FindingKind.OVERLAP | FindingKind.OVERRIDE_CYCLE:
            return (finding.kind.value, finding.question, *sorted(finding.rules))
        case FindingKind.OUT_OF_RANGE | FindingKind.GAP:
            return (finding.kind.value, finding.question)
        case _:
            return (finding.kind.value, finding.question, finding.rules[-1])


class Comparison:
    """One program, decided and judged."""

    def __init__(self, program: Program, field: Callable[[Program, str], Field] = field_of) -> None:
        self.program = program
        self.ids = {rule.uid: rule.id for rule in program.rules}
        self.statements = {("override", one.uid): one.id for one in program.overrides}
        self.statements |= {("aside", one.uid): one.id for one in program.set_asides}
        self.judged: dict[str, Verdicts] = {}
        for name in program.questions:
            try:
                judge = Judge(program, name, field=field(program, name))
                if judge.possible:  # a book in which nothing at all is possible says nothing
                    self.judged[name] = judge.verdicts()
            except TooMany:
                continue
        self.core = lower(program)
        self.cones = Cones(self.core)
        self.decided: EditionVerdicts = decide(self.core)

    def difference(self) -> Difference:
        """What is missed and what is wrong, on the questions that could be judged."""
        wanted = {name for verdicts in self.judged.values() for name in self.wanted(verdicts)}
        wanted |= self.idle() | self.unreached()
        said = {name for finding in self.decided.findings for name in self.said(finding)}
        missed = {name for name in wanted - said if not self.excused(name)}
        wrong = {name for name in said - wanted if name not in self.allowed() and name not in self.with_more_things()}
        return Difference(missed, wrong, len(wanted | said))

    def allowed(self) -> set[Name]:
        """The findings that may be there: of a question without an answer the brute force does not know whether words are missing, and of a
        rule that asks for keys that are not there, whether that is why there is no answer."""
        found: set[Name] = {(FindingKind.GAP.value, name) for name, verdicts in self.judged.items() if verdicts.undetermined}
        for name, verdicts in self.judged.items():
            found |= {(FindingKind.HOLE_IN_TABLE.value, name, self.ids[uid]) for uid in verdicts.asks_in_vain}
        return found

    def with_more_things(self) -> set[Name]:
        """The findings that are shown with more things of a kind than the brute force goes through; the interpreter has shown each."""
        found: set[Name] = set()
        for one in self.decided.findings:
            if one.situation is not None and one.kind is not FindingKind.OVERRIDE_CYCLE:
                kinds = Counter(kind for _, kind in one.situation.world)
                found |= {name_of(one)} if max(kinds.values(), default=0) > MAX_THINGS_OF_KIND else set()
        return found

    def excused(self, name: Name) -> bool:
        """Whether a finding may be missing.

        What it takes was not analysed; what holds nowhere is not proved where things may be many. The brute force takes a result out of
        its range for a conflict, so that a rule that makes the one of the other is redundant for it alone.
        """
        if name[0] == FindingKind.REDUNDANT_RULE.value and any(verdicts.out_of_range for verdicts in self.judged.values()):
            return True
        questions = [name[1]]
        if name[0] == FindingKind.IDLE_OVERRIDE.value:
            statements: list[Override | SetAside] = [*self.program.overrides, *self.program.set_asides]
            questions = [on.question for one in statements if one.id == name[2] for on in one.on]
        if name[0] == FindingKind.UNREACHABLE_ROW.value:
            questions = list(self.program.questions)
        limits = {limit for question in questions for limit in self.cones.cone_of_question(self.program.questions[question]).limits}
        reasons = {one.reason for one in self.decided.not_analysed if one.question in questions}
        for kind, words in ((FindingKind.REDUNDANT_RULE, "whether it is redundant"), (FindingKind.OVERLAP, "whether it says the same")):
            reasons = {reason for reason in reasons if name[0] == kind.value or not reason.startswith(words)}
        return bool(reasons - limits) or (bool(limits) and name[0] in NOWHERE)

    def said(self, finding: Finding) -> list[Name]:
        """The name of a finding, none if its question was not judged; of circles `test_cycles` judges."""
        if finding.kind is FindingKind.OVERRIDE_CYCLE:
            return []
        if finding.question not in self.judged or (finding.kind in WHOLE and not self.all_judged()):
            return []
        if finding.kind is FindingKind.HIDDEN_REPEAL:  # the statement that is named has to be one that does it
            repealed = self.judged[finding.question].repealed
            by = {statement for uid, found in repealed.items() if self.ids[uid] == finding.rules[-1] for statement in found}
            assert not by or finding.rules[0] in {self.statements[one] for one in by}, finding
        return [name_of(finding)]

    def settled(self) -> Difference:
        """What is wrong about the pairs that clash and what settles each."""
        wanted = {
            (verdicts.question, *sorted(self.ids[uid] for uid in pair), principle)
            for verdicts in self.judged.values()
            for pair, principles in verdicts.pairs.items()
            for principle in principles
        }
        found = settle_pairs(self.core)
        left = {one.question for one in found.not_analysed}
        said = {(one.question, *sorted(one.rules), one.principle) for one in found.settled if one.question in self.judged}
        return Difference({name for name in wanted - said if name[0] not in left}, said - wanted, len(wanted | said))

    def all_judged(self) -> bool:
        return set(self.judged) == set(self.program.questions)

    def wanted(self, verdicts: Verdicts) -> list[Name]:
        """The names of all findings that there must be on a question."""
        question = verdicts.question
        found: list[Name] = []
        for pair, options in verdicts.contradictions.items():
            both = sorted(self.ids[uid] for uid in pair)
            found.append(
                (FindingKind.OPTION_CLASH.value, question, *both, str(options))
                if options
                else (FindingKind.CONTRADICTION.value, question, *both)
            )
        found += [(FindingKind.OVERLAP.value, question, *sorted(self.ids[uid] for uid in pair)) for pair in verdicts.overlaps]
        found += [(FindingKind.OUT_OF_RANGE.value, question)] if verdicts.out_of_range else []
        found += [(FindingKind.GAP.value, question)] if verdicts.gap else []
        found += [(FindingKind.DEAD_RULE.value, question, self.ids[uid]) for uid in verdicts.dead]
        found += [(FindingKind.HIDDEN_REPEAL.value, question, self.ids[uid]) for uid in verdicts.repealed]
        found += [(FindingKind.REDUNDANT_RULE.value, question, self.ids[uid]) for uid in verdicts.redundant]
        found += [(FindingKind.TABLE_GAP.value, question, self.ids[uid]) for uid in verdicts.table_gaps]
        found += [(FindingKind.READING_MATTERS.value, question, reading) for reading in verdicts.readings]
        return found

    def idle(self) -> set[Name]:
        """Statements that could bite on some question and bite on none, each told of the first question that it is about."""
        if not self.all_judged():
            return set()
        forced = {name for verdicts in self.judged.values() for name in verdicts.forced}
        stated = {name for verdicts in self.judged.values() for name in verdicts.stated}
        return {(FindingKind.IDLE_OVERRIDE.value, self.first_question(name), self.statements[name]) for name in stated - forced}

    def first_question(self, name: tuple[str, int]) -> str:
        word, uid = name
        pool: list[Override | SetAside] = [*(self.program.overrides if word == "override" else self.program.set_asides)]
        statement = next(one for one in pool if one.uid == uid)
        return next(on.question for on in statement.on if on.targets)

    def unreached(self) -> set[Name]:
        """The rows of tables that rules ask, and that none of them reaches."""
        if not self.all_judged():
            return set()
        asked = {table for verdicts in self.judged.values() for table in verdicts.tables}
        rows = {row for verdicts in self.judged.values() for row in verdicts.rows}
        tables = [(rule.question, self.program.tables[rule.table]) for rule in self.program.rules if rule.table in asked]
        return {
            (FindingKind.UNREACHABLE_ROW.value, question, row.text)
            for question, table in tables
            for place, row in enumerate(table.rows)
            if (table.id, place) not in rows
        }
