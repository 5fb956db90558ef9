"""Parsing of text to a syntax tree, and printing of trees as text.

A syntax tree guarantees more than a text: each line is one of the forms of grammar/rulewright.lark, each node has its span, numbers are
exact, and white space in prose is folded to single spaces. Names have no meaning here.

The path of a text: `blocks` (split at the margin), `layout` and `lexer` (terminals), `grammar` (the parser, with Lark's table of `lalr`),
the `build_*` modules (nodes). On an error: `recovery` (blank the statement, parse again), `parser_stop` and `error_sentences` (the point
of failure), `common_mistakes` (the message), `syntax_errors` (all messages). The path back: `node_text` and `printer` (from nodes),
`formatter` (from text). `parser` is the entry point.
"""
