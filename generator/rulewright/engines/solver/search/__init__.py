"""Satisfiability and models of formulas.

`solver` tries in this order: the sampled points (`sample`); the box search (`box_search`, `branch`), which shrinks one box of values until
the formula holds in it or nowhere; corners of the box for remaining arithmetic (`sums`); finally z3, first in bits (`smt_bits`), then
over integers (`smt_numbers`). All steps have a budget of nodes, never of time.
"""
