"""Name scopes: the names that expressions of a statement may use, and the diagnostics of names that resolve to nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.base.diagnostics import Label
from rulewright.base.suggestions import did_you_mean
from rulewright.semantics.faults import FaultContext, Unresolved
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.types import Type
from rulewright.syntax import nodes


@dataclass(slots=True)
class NameScope:
    """The book's vocabulary and the names in scope: `variables` with their slots and types, and the named `things`, or None in rules.

    `observed`: facts are read as given, even those that rules define.
    """

    vocabulary: Vocabulary
    context: FaultContext
    variables: dict[str, tuple[int, Type]] = field(default_factory=dict)
    things: dict[str, Type] | None = None
    next_slot: int = 0
    observed: bool = False

    def report_two_meanings(self, node: nodes.Expr) -> Exception | None:
        """Report a name that is both a fact and an argument or a thing, once for all uses; return the exception, else None."""
        if isinstance(node, nodes.Compare):
            return self.report_two_meanings(node.left) or self.report_two_meanings(node.right)
        name = node.name if isinstance(node, nodes.Call) and not node.args else ""
        fact = self.vocabulary.facts.get(name)
        if fact is None or fact.params or (self.things is None and name not in self.variables):
            return None
        labels = [Label(fact.location, "the fact")] if fact.location is not None else []
        use_label = Label(self.context.location_of(node), "here an argument or a thing")
        message = f"`{name}` is the name of a fact, and of an argument or a thing too"
        self.context.faults.add_once("RW224", message, *labels, use_label, help="give one of the two another name")
        return Unresolved()

    def report_unknown_name(self, node: nodes.Expr) -> Exception:
        """Report a name that is no variable, fact, question or value, with the closest known name; return the exception to raise."""
        name = node.name if isinstance(node, nodes.Call) else node.text if isinstance(node, nodes.Quoted) else ""
        vocabulary = self.vocabulary
        if isinstance(node, nodes.Call) and not node.args:
            candidates = [
                *self.variables,
                *vocabulary.callable_names(),
                *(value for enum in vocabulary.enums.values() for value in enum.values),
            ]
            if self.things is not None:
                candidates.extend(self.things)
            elif len(name) <= 2 or name in {param.name for q in vocabulary.questions.values() for param in q.params}:
                help_ = "a variable is named in the head of the rule, or after `some`, `every` or `the number of`"
                return self.context.fail("RW206", f"`{name}` is not bound here", node, help=help_)
        else:
            candidates = list(vocabulary.callable_names())
        if owners := vocabulary.enums_with(name):
            enums = " and ".join(f"`{owner}`" for owner in owners)
            return self.context.fail("RW201", f"no question and no fact is called `{name}`: it is a value of {enums}", node)
        return self.context.fail("RW201", f"nothing is called `{name}`", node, help=did_you_mean(name, candidates))
