"""Rulebook and core -> graph.

The graph connects a case, a rule or a question to everything that bears on it, by kind of relation, each edge with the text that causes
it, for one edition. It is a networkx multigraph: analyses of references, precedence, cycles, chains and dependence run the algorithms of
networkx on it. Common queries are in `queries`.
"""
