"""Defects sown into the shipped books as a hand slips, one at a time: what `check` says of each, and whether an example fails.

`kinds` names the kinds of defect. `text` holds a book as it is written and what a defect does to it. The files `in_*` find every place
in a book where a defect of a kind can be sown; `draw` takes some of them at random, always the same for one seed. `judge` checks the book
with the defect, sets what is found against what is found without it, and says how the defect was noticed. `page` writes the tables of
`benchmarks/sown.md`. `python -m benchmarks.sown --help` says how it is run.
"""
