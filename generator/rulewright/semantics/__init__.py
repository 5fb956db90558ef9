"""Semantic analysis: from a rulebook to a program in which every name, type and unit is resolved.

Invariants of a `Program` that a rulebook need not satisfy: every name in a rule is a fact, a question, a value, a variable or a thing;
every condition and effect is typed and its units agree; every rule answers one question, at one of its stages; statements of
precedence name rules, not cases; no question depends on itself. Statements that could not be resolved were reported and are left out.
"""
