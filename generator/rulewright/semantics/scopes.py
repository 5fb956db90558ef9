"""What the expressions of one statement may name, and what is said about a name that is nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.base.diagnostics import Label
from rulewright.base.suggestions import did_you_mean
from rulewright.semantics.faults import At, Unresolved
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.types import Type
from rulewright.syntax import nodes


@dataclass(slots=True)
class Names:
    """The book's vocabulary and what is bound here: `bound` are the variables in scope with their slots and types, `things` the named
    things, or None in rules. `seen`: facts are read as they are seen, also those that rules speak about.
    """

    vocabulary: Vocabulary
    at: At
    bound: dict[str, tuple[int, Type]] = field(default_factory=dict)
    things: dict[str, Type] | None = None
    next_slot: int = 0
    seen: bool = False

    def two_meanings(self, node: nodes.Expr) -> Exception | None:
        """The fault of a name that is a fact, and here an argument or a thing: one finding, however often the name is used."""
        if isinstance(node, nodes.Compare):
            return self.two_meanings(node.left) or self.two_meanings(node.right)
        name = node.name if isinstance(node, nodes.Call) and not node.args else ""
        fact = self.vocabulary.facts.get(name)
        if fact is None or fact.params or (self.things is None and name not in self.bound):
            return None
        labels = [Label(fact.location, "the fact")] if fact.location is not None else []
        used = Label(self.at.where(node), "here an argument or a thing")
        message = f"`{name}` is the name of a fact, and of an argument or a thing too"
        self.at.faults.add_once("RW224", message, *labels, used, help="give one of the two another name")
        return Unresolved()

    def unknown(self, node: nodes.Expr) -> Exception:
        """The fault of a name that is neither variable nor fact nor question nor value, with the likeliest thing that was meant."""
        name = node.name if isinstance(node, nodes.Call) else node.text if isinstance(node, nodes.Quoted) else ""
        vocabulary = self.vocabulary
        if isinstance(node, nodes.Call) and not node.args:
            candidates = [*self.bound, *vocabulary.names(), *(value for enum in vocabulary.enums.values() for value in enum.values)]
            if self.things is not None:
                candidates.extend(self.things)
            elif len(name) <= 2 or name in {param.name for q in vocabulary.questions.values() for param in q.params}:
                help_ = "a variable is named in the head of the rule, or after `some`, `every` or `the number of`"
                return self.at.fail("RW206", f"`{name}` is not bound here", node, help=help_)
        else:
            candidates = list(vocabulary.names())
        if owners := vocabulary.enums_with(name):
            enums = " and ".join(f"`{owner}`" for owner in owners)
            return self.at.fail("RW201", f"no question and no fact is called `{name}`: it is a value of {enums}", node)
        return self.at.fail("RW201", f"nothing is called `{name}`", node, help=did_you_mean(name, candidates))
