"""What a throw of the dice gives: in each line of a table that is thrown on, and where a rule compares the throw with something.

`thrown` finds in the core where dice go, `shares` works the chances out as exact fractions, `chart` draws them. No name is looked at:
a table is thrown on because somewhere in the book a die is among its keys.
"""
