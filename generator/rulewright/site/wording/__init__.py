"""Rules, tables and conditions as sentences in the phrases of the book."""
