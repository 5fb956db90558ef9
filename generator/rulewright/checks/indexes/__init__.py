"""What checks look up: a book and its editions gathered once, clauses held against the ledger, figures and words of sentences."""
