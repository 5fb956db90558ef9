"""A folder opened as a book: its files, the results of the passes, each computed once, and the results stored between runs."""
