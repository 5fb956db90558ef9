"""A folder opened as a book: its files, every value worked out from them, each once, and what is kept between runs."""
