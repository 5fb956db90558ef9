"""One rule written in another way: the program is the one that reading the whole edition again would give."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from drawn import BOOKS
from engines.solver.some_books import some_books
from rulewright.analysis.mutation.mutant_verdicts import SlipJudge
from rulewright.analysis.mutation.mutate import with_line
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.limits import DEFAULT_BUDGET
from rulewright.core.dependence import Dependence
from rulewright.core.lower import lower
from rulewright.engines.interpreter.value_classes import QuestionCuts
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import Provision, Rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import Program
from rulewright.semantics.rule_replacement import RuleReplacement
from rulewright.syntax import nodes
from written import tree_of

LOOKS = ("cuts", "value_by_value", "links")
FRONT = 'rulebook small "Small"\n  numbering decimal\n\nsource base "Base"\n\nedition whole = base\n\n'
WORDS = """\
fact mud: yes/no
record unit "a unit"
  heavy: yes/no
  rank: 0..9
verdict move(u: unit)
verdict march(u: unit)
  is a kind of move(u)
predicate tired(u: unit)
predicate slow(u: unit)
value load(u: unit): 0..9

"""


def whole(book: Rulebook, provision: Provision, node: nodes.Rule) -> tuple[Program, tuple[Diagnostic, ...]]:
    """The edition with another rule, read from its first line to its last."""
    return resolve(replace(book, views={"whole": with_line(book.views["whole"], provision, node)}), "whole")


def errors(found: tuple[Diagnostic, ...]) -> list[tuple[str, str]]:
    return [(one.code, one.message) for one in found if one.severity is Severity.ERROR]


def held_against_the_whole(book: Rulebook, another: RuleReplacement, provision: Provision, node: nodes.Rule) -> str:
    """What was done of one change, once it is found to be right."""
    quickly = another.replace_rule(provision, node)
    if quickly is None:
        return "read as a whole"
    wanted, found = whole(book, provision, node)
    assert errors(quickly[1]) == errors(found)
    if errors(found):
        return "at fault"
    for one in fields(Program):
        assert getattr(quickly[0], one.name) == getattr(wanted, one.name), one.name
    before, core = lower(another.program), lower(wanted)
    shared = lower(quickly[0], (another.program, before))
    assert dict(shared.on) == dict(core.on)
    assert [name for name in shared.on if shared.on[name] is not before.on[name]] == _spoken_on(another.program, provision)
    alike, alone = QuestionCuts(Dependence(shared), QuestionCuts(Dependence(before))), QuestionCuts(Dependence(core))
    for name in core.questions:
        of_both, wanted_of_it = alike.sensitivity_of(name), alone.sensitivity_of(name)
        assert [getattr(of_both, part) for part in LOOKS] == [getattr(wanted_of_it, part) for part in LOOKS], name
    return "read alone"


def _spoken_on(program: Program, provision: Provision) -> list[str]:
    """The questions that the rules of a line are on."""
    found = {rule.question for rule in program.rules if rule.written_at == str(provision.id)}
    return [name for name in program.questions if name in found]


def test_slips_of_random_books() -> None:
    done: list[str] = []
    for book in some_books(max(BOOKS // 4, 20), first=810_000):
        edition = SlipJudge(build_rulebook(tree_of(book.files), ledger=None, slug="small")[0], "whole", DEFAULT_BUDGET)
        another = RuleReplacement(edition.book, "whole", edition.program)
        for slip in edition.slips:
            for form in slip.change.forms:
                if isinstance(form.node, nodes.Rule):
                    done.append(held_against_the_whole(edition.book, another, slip.provision, form.node))
    assert done.count("read alone") > len(done) // 2, done
    assert "read as a whole" in done


@pytest.mark.parametrize(
    ("before", "after", "done"),
    [
        ("load(u) is 3 when u.heavy", "load(u) is 4 when mud", "read alone"),
        ("load(u) is 3 when u.heavy", "load(u) is 12 when mud", "at fault"),
        ("may march(u) when tired(u)", "must march(u) when not tired(u)", "read alone"),
        ("may march(u) when mud", "may march(u) when tired(u)", "read as a whole"),  # a loop might begin
        ("may not move(u) when mud", "may not move(u) when not mud", "read as a whole"),  # it is handed down to the march
        ("tired(u) when u.heavy\n  slow(u) when tired(u)", "tired(u) when slow(u)", "read as a whole"),
        ("tired(u) when mud\n  tired(u) when mud and u.heavy\n    restates 1.1.1", "tired(u) when not mud", "read as a whole"),
        ("load(u) is 3 when mud\n    overrides 1.1.2\n  load(u) is 4", "load(u) is 2 when mud\n    overrides 1.1.2", "read alone"),
        ("load(u) is 3 when mud\n    sets aside 1.1.2\n  load(u) is 4", "load(u) is 3\n    sets aside 1.1.2", "read as a whole"),
        ("u.heavy when mud", "u.heavy when not mud", "read as a whole"),
    ],
)
def test_what_a_rule_may_change(before: str, after: str, done: str) -> None:
    books = []
    for rules in (before, after):
        text = f'{FRONT}{WORDS}case 1.1 "One"\n  "One."\n  {rules}\n'
        books.append(build_rulebook(tree_of({"small.case": text}), ledger=None, slug="small")[0])
    book = books[0]
    provision = book.views["whole"].provisions_in_force()[0]
    node = books[1].views["whole"].provisions_in_force()[0].node
    assert isinstance(node, nodes.Rule)
    another = RuleReplacement(book, "whole", resolve(book, "whole")[0])
    assert held_against_the_whole(book, another, provision, node) == done
