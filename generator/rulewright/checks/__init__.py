"""Checks over a whole rulebook: rulebook, editions and cores -> findings.

One file is one check: its docstring is its page (*What it does, Why it matters, Example, Use instead, Limits*), `CHECK` its code,
name and severity, `find` a pure generator of findings. *Example* may be a change to one of the `books/` that pages share, and *Use
instead* one to the example; `remedy.py` makes them.
`structure/` and `meaning/` hold what concerns references, precedence and meaning (RW3xx), `evidence/` what a statement of the source, the
prose and the rules say of one matter (RW35x), `upkeep/` ledger, tests and vocabulary (RW4xx), `pages/` the pages of codes that the layers
below raise while they read, fold and resolve.
The output is sorted and free of duplicates, covers every edition, and has the findings that the book accepts as `info`.
"""
