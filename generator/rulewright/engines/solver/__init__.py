"""The solver engine: a question over all situations as formulas.

The rules of a question, in one edition and over all settings of its facts, options, readings and scenarios, are Boolean formulas over
variables with finite domains (`encoding`, `formula`). The satisfiability of a formula is decided by a search over boxes (`search`), which
decides nearly everything in microseconds, and by z3 where the search exhausts its budget or meets arithmetic. A model is a situation.

As an engine (`engine`) it answers one query: if all facts that the answer depends on are given, the formulas are evaluated at that point;
they are kept, since the next query mostly has the same. Else the given facts are substituted in the formulas, and the solver enumerates
the outcomes of the completions. An opaque condition is no outcome: where it decides, the engine declines with its reason.
"""
