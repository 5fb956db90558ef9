"""The index of the search: entries, the words by which each is found, and the scripts that carry them."""
