"""Two cores set against each other: editions, a book with and without a case, an answer and the one that was wanted.

Both are encoded in one space (`sides`), so that the same fact is the same variable, and the solver looks for a situation in which their
answers differ.
"""
