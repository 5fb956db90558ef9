"""A name that is nothing: what is said about it, with the likeliest thing that was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.language import nodes
from rulewright.suggest import did_you_mean

if TYPE_CHECKING:
    from rulewright.semantics.elaborate import Reader


def unknown_name(reader: Reader, node: nodes.Expr) -> Exception:
    """The fault of a name that is neither variable nor fact nor question nor value."""
    name = node.name if isinstance(node, nodes.Call) else node.text if isinstance(node, nodes.Quoted) else ""
    vocabulary = reader.vocabulary
    if isinstance(node, nodes.Call) and not node.args:
        candidates = [*reader.bound, *vocabulary.names(), *(value for enum in vocabulary.enums.values() for value in enum.values)]
        if reader.things is not None:
            candidates.extend(reader.things)
        elif len(name) <= 2 or name in {param.name for q in vocabulary.questions.values() for param in q.params}:
            help_ = "a variable is named in the head of the rule, or after `some`, `every` or `the number of`"
            return reader.at.fail("RW206", f"`{name}` is not bound here", node, help=help_)
    else:
        candidates = list(vocabulary.names())
    if owners := vocabulary.enums_with(name):
        enums = " and ".join(f"`{owner}`" for owner in owners)
        return reader.at.fail("RW201", f"no question and no fact is called `{name}`: it is a value of {enums}", node)
    return reader.at.fail("RW201", f"nothing is called `{name}`", node, help=did_you_mean(name, candidates))
