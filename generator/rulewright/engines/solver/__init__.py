"""The solver engine: a question over all situations as formulas.

The rules of a question, in one edition and over all settings of its facts, options, readings and scenarios, are Boolean formulas over
variables with few values (`encoding`, `formula`). Whether such a formula can be made true is decided by a search over boxes (`search`),
which settles nearly everything in microseconds, and by z3 where the search runs out of its budget or meets arithmetic. A model is a
situation.

As an engine (`engine`) it answers one query: where all is given that the answer looks at, the formulas are evaluated at that point; they
are kept, since the next query mostly has the same. Else what is given is put into the formulas, and the solver says which outcomes the
completions have. A hole in a formula is no outcome: where it decides, the engine declines with its reason.
"""
