"""From a core to what holds of it in every situation.

The rules of a question, in one edition and over all settings of its facts, options, readings and scenarios, are Boolean formulas over
variables with few values. What the checks decide is whether such a formula can be made true: by a search over boxes (`solve`), which
settles nearly everything in microseconds, and by z3 where the search runs out of its budget or meets arithmetic. A model is a situation.

What holds of the output and did not hold of the core: whatever is said of a question is true of all of its situations, or is shown by
one of them; where neither could be had within the budget, that is said.
"""
