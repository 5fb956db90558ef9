"""From rules to formulas: a question over all situations instead of one.

A `World` makes a variable of each fact, argument and switch. `encoder` lays out a question and all that it asks: terms, tables, rules with
what goes before what, then the answer stage by stage. What stands where is the same least fixed point as in the interpreter.
"""
