"""From a program to its core: what every engine reads.

What holds of a core and did not hold of the program: for each question, its rules stand at their stages with all their addresses, and who
goes before whom, when and why is written out. An engine puts indexes and functions over this; it adds no meaning.
"""
