"""Questions in plain words: `may a wagon cross in mud?` finds the question of the book that is meant, and facts that the words give.

`table` makes the data of one edition by which words are matched: plain data, since pages match by it too. `match` is the algorithm, which
`site/assets/ask/plain.js` does step by step as well; whole numbers alone are in both, so they agree to the last digit. `stems` takes words
apart. Where two questions fit about equally well, none is taken: both are candidates.
"""
