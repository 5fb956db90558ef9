"""Whether a formula can hold, and where.

`solver` asks in this order: the sampled points (`sample`); the box search (`search`, `branch`), which shrinks one box of values until the
formula holds in it or nowhere; corners of the box where arithmetic is left (`sums`); z3 at the end, first in bits (`smt_bits`), then
with whole numbers (`smt_numbers`). Every step takes a budget of nodes, never a time.
"""
