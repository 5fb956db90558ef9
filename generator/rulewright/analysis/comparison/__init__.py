"""Comparison of two cores: editions, a book with and without a case, an answer and a desired one.

Both are encoded in one space (`paired_cores`), so that the same fact is the same variable, and the solver looks for a situation in which
their answers differ.
"""
