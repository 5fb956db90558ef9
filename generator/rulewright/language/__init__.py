"""Text to syntax tree and back.

What holds of a syntax tree that does not hold of text: every line is one of the forms of grammar/rulewright.lark, every node knows its
place, numbers are exact, prose is folded to single blanks. What its names mean is not asked here.
"""
