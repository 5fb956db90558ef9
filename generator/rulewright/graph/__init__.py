"""Rulebook -> graph.

What holds of the graph and did not hold of the rulebook: everything that bears on a case can be found from that case, by kind, each
edge with the text that caused it, judged for one edition. `collect` gives the graph as plain data, `build_graph` as a networkx
multigraph; the questions people ask of it are in `queries`.
"""

from rulewright.graph.build import build_graph
from rulewright.graph.collect import collect

__all__ = ["build_graph", "collect"]
