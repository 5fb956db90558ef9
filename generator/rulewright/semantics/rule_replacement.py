"""Replacement of one rule of an edition, without elaborating the rest again.

>>> changed = AnotherRule(book, "errata", program).reads(provision, node)
>>> changed is None or changed[0].questions is program.questions
True
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.keywords import RelationKind
from rulewright.rulebook.model import Provision, Rulebook
from rulewright.semantics.dependence import called_questions
from rulewright.semantics.elaborate import read_declarations
from rulewright.semantics.faults import Faults
from rulewright.semantics.model import Program, Rule
from rulewright.semantics.read_rules import RuleBook, read_rule
from rulewright.semantics.setup_rules import with_set_ups
from rulewright.syntax import nodes


class RuleReplacement:
    """A reader of rules that replace others in an edition, whose program is given."""

    def __init__(self, book: Rulebook, edition: str, program: Program) -> None:
        self.program = program
        book, view = with_set_ups(book, book.views[edition])
        self._faults = Faults(book.slug, edition)
        self._vocabulary = read_declarations(book, view, self._faults)
        self._general = {kind_of.question for question in program.questions.values() for kind_of in question.kind_of}
        self._places: dict[str, list[int]] = {}
        self._restated: set[str] = set()
        """The questions with a rule that restates another: the one restated depends on the content of each."""
        rules = {str(provision.id): provision.node for provision in view.provisions_in_force() if isinstance(provision.node, nodes.Rule)}
        for place, rule in enumerate(program.rules):
            self._places.setdefault(rule.written_at, []).append(place)
            node = rules.get(rule.written_at)
            if node is not None and any(relation.kind is RelationKind.RESTATES for relation in node.relations):
                self._restated.add(rule.question)

    def replace_rule(self, provision: Provision, node: nodes.Rule) -> tuple[Program, tuple[Diagnostic, ...]] | None:
        """Return the program with a line's rule replaced, and its diagnostics; None if more than the rule may change."""
        old_node = provision.node
        if not isinstance(old_node, nodes.Rule) or node.heads != old_node.heads or node.relations != old_node.relations:
            return None
        if any(relation.kind is RelationKind.SETS_ASIDE for relation in node.relations):
            return None  # its condition includes those of the rule
        if not all(isinstance(head, nodes.Call) for head in node.heads):
            return None  # the kind of thing of a field may depend on the conditions
        places = self._places.get(str(provision.id), ())
        rules = list(self.program.rules)
        new, diagnostics = self._read_rules(replace(provision, node=node), node)
        if any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics):
            return self.program, diagnostics
        if len(new) != len(places) or not all(self._is_alone(rules[place], rule) for place, rule in zip(places, new, strict=True)):
            return None
        for place, rule in zip(places, new, strict=True):
            old = rules[place]
            rules[place] = replace(rule, uid=old.uid, besides=old.besides, rests_on=old.rests_on)
        return replace(self.program, rules=tuple(rules)), diagnostics

    def _read_rules(self, provision: Provision, node: nodes.Rule) -> tuple[list[Rule], tuple[Diagnostic, ...]]:
        self._faults.diagnostics.clear()
        book = RuleBook(self._vocabulary)
        read_rule(book, provision, node)
        return book.rules, tuple(self._faults.diagnostics)

    def _is_alone(self, old: Rule, new: Rule) -> bool:
        """Return True if replacing a rule changes nothing else: no kind inherits it, none restates it, no loop arises."""
        if old.question in self._general or old.question in self._restated:
            return False
        is_same_head = (old.question, old.label, old.heads, old.stage) == (new.question, new.label, new.heads, new.stage)
        return (
            is_same_head and self._called_questions(new) <= self._called_questions(old) and old.question not in self._called_questions(new)
        )

    def _called_questions(self, rule: Rule) -> set[str]:
        read = [part.term for part in rule.parts] + ([] if rule.effect is None else [rule.effect])
        return {call.question for term in read for call in called_questions(term, self.program.groups)}
