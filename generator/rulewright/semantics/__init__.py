"""From a rulebook to a program: every name, type and unit settled.

What holds of a `Program` and did not hold of the rulebook: every name in a rule is a fact, a question, a value, a variable or a thing;
every condition and effect is typed and its units agree; every rule speaks on one question, at one of its stages; statements of
precedence name rules, not cases; no question depends on itself. What could not be resolved was reported and is left out.
"""
