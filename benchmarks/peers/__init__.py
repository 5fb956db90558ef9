"""The same sown defects put to other rule systems: how each rulebook is written for them, and what their own checks say of it.

Not run by `make bench`, which prints what was recorded; README.md beside this file says how to run it again.
"""
