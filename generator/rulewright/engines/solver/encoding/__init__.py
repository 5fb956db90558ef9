"""From rules to formulas: a question over all situations instead of one.

A `World` has a variable for each fact, argument and switch. `encoder` encodes a question and all it calls: terms, tables, rules with their
attacks, then the answer stage by stage. The statuses of rules are the same least fixed point as in the interpreter.
"""
