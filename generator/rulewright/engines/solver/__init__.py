"""The solver's form as an engine: the formulas over all situations that the checks decide by, looked at in one.

Where all is given that the answer looks at, the formulas over all situations with such things and switches are evaluated at that point;
they are kept, since the next query mostly has the same. Else what is given is put into the formulas, and the solver says which outcomes
the completions have. A hole in a formula is no outcome: where it decides, the engine declines with its reason.
"""
