"""An edition with one rule written in another way, of which nothing else has to be read again.

>>> changed = AnotherRule(book, "errata", program).reads(provision, node)
>>> changed is None or changed[0].questions is program.questions
True
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.keywords import RelationKind
from rulewright.rulebook.model import Provision, Rulebook
from rulewright.semantics.dependence import questions_reached
from rulewright.semantics.elaborate import declared
from rulewright.semantics.faults import Faults
from rulewright.semantics.model import Program, Rule
from rulewright.semantics.read_rules import RuleBook, read_rule
from rulewright.semantics.setup_rules import with_set_ups
from rulewright.syntax import nodes


class AnotherRule:
    """Reads rules in the place of others of an edition, whose program this is."""

    def __init__(self, book: Rulebook, edition: str, program: Program) -> None:
        self.program = program
        book, view = with_set_ups(book, book.views[edition])
        self._faults = Faults(book.slug, edition)
        self._vocabulary = declared(book, view, self._faults)
        self._general = {of.question for question in program.questions.values() for of in question.kind_of}
        self._places: dict[str, list[int]] = {}
        self._restated: set[str] = set()
        """The questions on which some rule says that it restates another: which one depends on what each says."""
        rules = {str(one.id): one.node for one in view.provisions() if isinstance(one.node, nodes.Rule)}
        for place, rule in enumerate(program.rules):
            self._places.setdefault(rule.written_at, []).append(place)
            node = rules.get(rule.written_at)
            if node is not None and any(relation.kind is RelationKind.RESTATES for relation in node.relations):
                self._restated.add(rule.question)

    def reads(self, provision: Provision, node: nodes.Rule) -> tuple[Program, tuple[Diagnostic, ...]] | None:
        """The program with another rule in a line, and what is wrong with that; None where more than the rule may be different then."""
        before = provision.node
        if not isinstance(before, nodes.Rule) or node.heads != before.heads or node.relations != before.relations:
            return None
        if any(relation.kind is RelationKind.SETS_ASIDE for relation in node.relations):
            return None  # it does so where the rule's conditions hold
        if not all(isinstance(head, nodes.Call) for head in node.heads):
            return None  # of which things a field is may depend on the conditions
        places = self._places.get(str(provision.id), ())
        rules = list(self.program.rules)
        new, found = self._read(replace(provision, node=node), node)
        if any(one.severity is Severity.ERROR for one in found):
            return self.program, found
        if len(new) != len(places) or not all(self._is_alone(rules[place], rule) for place, rule in zip(places, new, strict=True)):
            return None
        for place, rule in zip(places, new, strict=True):
            old = rules[place]
            rules[place] = replace(rule, uid=old.uid, besides=old.besides, rests_on=old.rests_on)
        return replace(self.program, rules=tuple(rules)), found

    def _read(self, provision: Provision, node: nodes.Rule) -> tuple[list[Rule], tuple[Diagnostic, ...]]:
        self._faults.found.clear()
        book = RuleBook(self._vocabulary)
        read_rule(book, provision, node)
        return book.rules, tuple(self._faults.found)

    def _is_alone(self, old: Rule, new: Rule) -> bool:
        """Whether a rule that takes the place of another changes nothing else: no kind inherits it, nothing restates it, no loop begins."""
        if old.question in self._general or old.question in self._restated:
            return False
        same = (old.question, old.label, old.heads, old.stage) == (new.question, new.label, new.heads, new.stage)
        return same and self._asked(new) <= self._asked(old) and old.question not in self._asked(new)

    def _asked(self, rule: Rule) -> set[str]:
        read = [part.term for part in rule.parts] + ([] if rule.effect is None else [rule.effect])
        return {one.question for term in read for one in questions_reached(term, self.program.groups)}
