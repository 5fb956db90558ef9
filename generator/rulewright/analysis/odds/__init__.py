"""Odds of dice: per line of a table that is thrown on, and for comparisons of a throw with a value.

`thrown` follows dice through the core, `shares` computes the chances as exact fractions, `chart` draws them. Names play no part: a table
is thrown on because some rule of the book passes a die as one of its keys.
"""
