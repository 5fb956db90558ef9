"""Text to syntax tree and back.

What holds of a syntax tree that does not hold of text: every line is one of the forms of grammar/rulewright.lark, every node knows its
place, numbers are exact, prose is folded to single blanks. What its names mean is not asked here.

The way of a text: `blocks` (cut at the margin), `layout` and `lexer` (terminals), `grammar` (Lark's table at work, kept by `table`),
the `build_*` modules (nodes). Where that fails: `recovery` (blank the statement, read again), `errors` (where it stopped), `mistakes`
(the sentence), `faults` (all sentences). The way back: `text` and `printer` (from nodes), `formatter` (from text). `parse` is the door.
"""
