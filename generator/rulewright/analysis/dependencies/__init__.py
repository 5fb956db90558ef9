"""Rulebook and core -> graph.

What holds of the graph and did not hold of these: everything that bears on a case, a rule or a question can be found from it, by kind,
each edge with the text that causes it, judged for one edition. The graph is a networkx multigraph: whatever asks about references,
precedence, cycles, chains and dependence runs networkx's algorithms on it. Questions that are often asked stand in `queries`.
"""
