"""The pages of a book, each by a file of its own: chapters, findings, changes, glossary, play, coverage."""
