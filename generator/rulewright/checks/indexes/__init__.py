"""Indexes for checks: declarations and uses of a book and its editions, clauses with their statements, figures and words of sentences."""
